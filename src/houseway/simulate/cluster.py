"""Slices on a Dask cluster. Needs the extra `cluster`.

A slice is a task. A worker that dies takes no counts with it: its tasks are given to another, and what comes back is
counted by its streams, none of which is counted twice.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from houseway.errors import HousewayError
from houseway.extras import extras_named
from houseway.round.questions import Answer
from houseway.simulate.loop import Part
from houseway.simulate.model import Simulation
from houseway.simulate.work import Counted, Workers, count

TRIES = 10
"""Workers that may die under one slice before the run is given up."""
TOGETHER = 4096
"""Slices that are with the cluster at a time."""


def on_cluster(address: str) -> Workers:
    """Slices on the cluster at an address, as in `tcp://10.0.0.1:8786`."""

    def work(simulation: Simulation, parts: Iterable[Part]) -> Iterator[Counted]:
        with extras_named():
            from distributed import Client

        try:
            client: Any = Client(address, timeout=30)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as fault:
            raise HousewayError(f"no cluster answers at {address}: {fault}") from None
        with client:
            yield from counted(client, simulation, list(parts))

    return work


def counted(client: Any, simulation: Simulation, parts: list[Part]) -> Iterator[Counted]:
    """Every slice once, as it is done; the simulation travels to each worker once."""
    import distributed

    as_completed: Any = distributed.as_completed

    sent = client.scatter(plain(simulation), broadcast=True, hash=False)
    waiting = iter(parts)

    def submit(part: Part) -> Any:
        return client.submit(count, sent, part, pure=False, retries=TRIES)

    futures = as_completed([submit(part) for part, _ in zip(waiting, range(TOGETHER), strict=False)], with_results=True)
    for future, result in futures:
        future.release()
        yield result
        for part in waiting:
            futures.add(submit(part))
            break


def plain(simulation: Simulation) -> Simulation:
    """What a worker needs: the round and its data, not what only the asker knows."""
    return replace(simulation, answer=_unasked, exact=_unknown)


def _unasked(question: Any, standing: Any, setup: Any, state: Any) -> Answer:
    raise NotImplementedError


def _unknown(wager: str) -> None:
    del wager
