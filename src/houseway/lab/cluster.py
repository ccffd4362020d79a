"""Slices on a Dask cluster. Needs the extra `cluster`.

A task is some slices. A worker that dies takes nothing with it: its tasks are given to another.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from houseway.errors import HousewayError
from houseway.extras import extras_named
from houseway.lab.spread import Done, Given, Place

Part = TypeVar("Part")

ANSWERS = 5
"""Seconds in which a scheduler answers, or none is there."""
TRIES = 10
"""Workers that may die under one task before the work is given up."""
TOGETHER = 4096
"""Tasks that are with the cluster at a time."""
SLICES = 64
"""Slices of a task at most: of the quickest simulation about a second."""

NO_MODULE = re.compile(r"No module named '([\w.]+)'")
"""How a worker says what it lacks; it comes as an exception of any kind."""


def on_cluster(address: str) -> Place:
    """Slices on the cluster at an address, as in `tcp://10.0.0.1:8786`."""

    def place(function: Callable[[Given, Part], Done], given: Given, parts: Sequence[Part]) -> Iterator[Done]:
        with client_at(address) as client:
            yield from answers(client, function, given, parts)

    return place


def client_at(address: str) -> Any:
    """A client of the cluster at an address; who finds none there, or one without workers, is told."""
    with extras_named():
        from distributed import Client

    try:
        client = Client(address, timeout=ANSWERS)  # type: ignore[no-untyped-call]
    except OSError:
        raise HousewayError(
            f"no cluster answers at {address} within {ANSWERS} s: give the address that `dask scheduler` tells when it "
            "starts, as in tcp://10.0.0.1:8786, and see that this machine may reach it"
        ) from None
    except ValueError as fault:
        raise HousewayError(f"no cluster answers at {address}: {fault}") from None
    try:
        client.wait_for_workers(1, timeout=ANSWERS)
    except TimeoutError:
        client.close()  # type: ignore[no-untyped-call]
        raise HousewayError(
            f"the scheduler at {address} has no workers after {ANSWERS} s: start some, as in `dask worker {address}`, "
            "on machines with the same version of houseway"
        ) from None
    return client


def answers(
    client: Any, function: Callable[[Given, Part], Done], given: Given, parts: Sequence[Part]
) -> Iterator[Done]:
    """The answer for every slice once, as it is done; what is given travels to each worker once."""
    import distributed

    as_completed: Any = distributed.as_completed
    with _lacking():
        sent = client.scatter([(function, given)], broadcast=True, hash=False)[0]
    waiting = iter(tasks_of(parts, len(client.scheduler_info()["workers"])))

    def submit(task: Sequence[Part]) -> Any:
        return client.submit(all_of, sent, task, pure=False, retries=TRIES)

    futures = as_completed([submit(task) for task, _ in zip(waiting, range(TOGETHER), strict=False)], with_results=True)
    with _lacking():
        for future, results in futures:
            future.release()
            yield from results
            for task in waiting:
                futures.add(submit(task))
                break


@contextmanager
def _lacking() -> Iterator[None]:
    """What the workers cannot import is told with what to do."""
    try:
        yield
    except Exception as fault:
        lacks = NO_MODULE.search(str(fault))
        if lacks is None:
            raise
        raise HousewayError(
            f"the cluster's workers have no module {lacks[1]!r}: install it where they run (a game as a package, "
            "with pip), or start them with its folder in PYTHONPATH; --games is of this machine alone"
        ) from None


def tasks_of(parts: Sequence[Part], workers: int) -> list[Sequence[Part]]:
    """Slices by the task: as many as weigh the scheduler's work down, and no fewer tasks than keep all workers busy."""
    many = max(1, min(SLICES, len(parts) // (8 * max(workers, 1))))
    return [parts[at : at + many] for at in range(0, len(parts), many)]


def all_of(work: tuple[Callable[[Given, Part], Done], Given], parts: Sequence[Part]) -> list[Done]:
    """Several slices on one worker, each by itself."""
    function, given = work
    return [function(given, part) for part in parts]
