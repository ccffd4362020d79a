"""Where slices are counted: on threads here. A slice is a value, so that it may be counted anywhere, once."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from houseway.errors import IllegalSetting
from houseway.lab.threads import over
from houseway.simulate.chance import PLACES, State, places
from houseway.simulate.counts import zeros
from houseway.simulate.loop import Ints, Part, loop
from houseway.simulate.model import Simulation

MOST_THREADS = 1024


class Counted(NamedTuple):
    """A slice that is done: its streams, its rounds, how often each end has come."""

    part: Part
    rounds: int
    ends: Ints


class Workers(Protocol):
    """What counts slices; each is given back once, in whatever order."""

    def __call__(self, simulation: Simulation, parts: Iterable[Part]) -> Iterator[Counted]: ...


def count(simulation: Simulation, part: Part, kept: Ints | None = None) -> Counted:
    """Count one slice; `kept` is filled with the codes of its first rounds."""
    found = zeros(simulation)
    codes = len(simulation.wagers) * simulation.plan.seats
    rounds = loop(simulation.play, not simulation.gpu)(
        part,
        simulation.course,
        simulation.data,
        simulation.tags,
        simulation.offsets,
        State(*(np.zeros(size, np.int64) for size in (PLACES, places(simulation.cards)))),
        np.zeros(simulation.room, np.int64),
        np.zeros(codes, np.int64),
        found,
        np.zeros((0, codes), np.int64) if kept is None else kept,
    )
    return Counted(part, int(rounds), found)


def codes_of(simulation: Simulation, seed: int, rounds: int, first: int = 0) -> Ints:
    """How each wager of each seat has ended, round by round: an array of codes, a row a round; -1 where not made."""
    kept = np.zeros((rounds, len(simulation.wagers) * simulation.plan.seats), np.int64)
    played, stream = 0, first
    while played < rounds:
        ask = min(simulation.slice, rounds - played) if not simulation.course.cut else 1
        done = count(simulation, Part(stream, ask, seed), kept[played:])
        played += done.rounds
        stream += ask
    return kept


def threads(many: int = 0) -> Workers:
    """Slices on threads of this process, one for each core where none is said."""
    if not 0 <= many <= MOST_THREADS:
        raise IllegalSetting(f"threads are 1 to {MOST_THREADS}, not {many}")

    def work(simulation: Simulation, parts: Iterable[Part]) -> Iterator[Counted]:
        run: Callable[[Part], Counted] = lambda part: count(simulation, part)  # noqa: E731
        return over(run, list(parts), None, many)

    return work
