"""Slices on a Dask cluster. Needs the extra `cluster`.

A task is some slices. A worker that dies takes no counts with it: its tasks are given to another, and what comes back
is counted by its streams, none of which is counted twice.
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
"""Tasks that are with the cluster at a time."""
SLICES = 64
"""Slices of a task at most: of the quickest game about a second."""


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
    waiting = iter(tasks_of(parts, len(client.scheduler_info()["workers"])))

    def submit(task: list[Part]) -> Any:
        return client.submit(count_all, sent, task, pure=False, retries=TRIES)

    futures = as_completed([submit(task) for task, _ in zip(waiting, range(TOGETHER), strict=False)], with_results=True)
    for future, results in futures:
        future.release()
        yield from results
        for task in waiting:
            futures.add(submit(task))
            break


def tasks_of(parts: list[Part], workers: int) -> list[list[Part]]:
    """Slices by the task: as many as weigh the scheduler's work down, and no fewer tasks than keep all workers busy."""
    many = max(1, min(SLICES, len(parts) // (8 * max(workers, 1))))
    return [parts[at : at + many] for at in range(0, len(parts), many)]


def count_all(simulation: Simulation, parts: list[Part]) -> list[Counted]:
    """Several slices on one worker, each by itself."""
    return [count(simulation, part) for part in parts]


def plain(simulation: Simulation) -> Simulation:
    """What a worker needs: the round and its data, not what only the asker knows."""
    return replace(simulation, answer=_unasked, exact=_unknown)


def _unasked(question: Any, standing: Any, setup: Any, state: Any) -> Answer:
    raise NotImplementedError


def _unknown(wager: str) -> None:
    del wager
