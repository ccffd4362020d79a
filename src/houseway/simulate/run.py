"""A run: slices until so many rounds are played, an error is small enough, or somebody has had enough.

Slices are numbered and of one size, so that a run of a seed is the same run however it is spread, and goes on where it
was left: the file to resume from says which streams are done. Where an error is asked for, it is looked at after waves
of slices, each as large as all before: the rounds played depend on the seed alone.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from houseway.document.files import content_of
from houseway.errors import Faulty, IllegalSetting, unreadable
from houseway.lab.threads import interrupts
from houseway.simulate.counts import Counts
from houseway.simulate.loop import Part
from houseway.simulate.model import Simulation
from houseway.simulate.work import Workers, threads
from houseway.version import __version__

WAVE = 16
"""Slices of the first wave, where an error is asked for."""
DRAWINGS = 32
"""So many slices at least, where their spread is the error."""
LOOKED_AT = 4
"""Shoes that tell how many rounds a shoe has."""
MOST_ROUNDS = 1 << 62
SAVED_EVERY = 10.0
"""Seconds between two looks at the file to resume from."""


class Told(NamedTuple):
    """How far a run is: the share done (of rounds, or towards the error), rounds, rounds a second, errors."""

    share: float
    rounds: int
    rate: float
    errors: tuple[float, ...]


@dataclass(frozen=True)
class Goal:
    """When to stop: after so many rounds, or once every wager's standard error is at most so large."""

    rounds: int = 0
    error: float = 0.0


@dataclass
class Run:
    """A run of a seed, as far as it has come."""

    simulation: Simulation
    seed: int
    counts: Counts
    seconds: float = 0.0
    cancelled: bool = False
    where: str = "threads"

    @property
    def rate(self) -> float:
        """Rounds a second, the time to compile apart."""
        return self.counts.rounds / self.seconds if self.seconds else 0.0

    def errors(self) -> tuple[float, ...]:
        """The standard error of each wager that has been made."""
        edges = (self.counts.edge(at) for at in range(len(self.simulation.wagers)))
        return tuple(float("inf") if edge is None else edge.error for edge in edges)


def run(
    simulation: Simulation,
    goal: Goal,
    seed: int,
    *,
    workers: Workers | None = None,
    resume: Path | None = None,
    tell: Callable[[Told], None] | None = None,
    where: str = "threads",
) -> Run:
    """Play until the goal is reached; an interrupt keeps what was done."""
    done = Run(simulation, seed, Counts.of(simulation), where=where)
    if resume is not None:
        if resume.exists():
            done.counts, done.seconds = read(resume, simulation, seed)
        write(resume, done)  # what cannot be kept is said before the work
    count = workers or threads()
    warm(simulation, seed)
    saved = monotonic()
    with interrupts() as interrupted:
        try:
            for wave in waves(done, goal):
                began, before = monotonic(), done.seconds
                for counted in count(simulation, wave):
                    done.counts.add(counted.part.first, counted.part.streams, counted.rounds, counted.ends)
                    done.seconds = before + monotonic() - began
                    if tell is not None:
                        tell(Told(share(done, goal), done.counts.rounds, done.rate, done.errors()))
                    if interrupted():
                        raise KeyboardInterrupt
                    if resume is not None and monotonic() - saved > SAVED_EVERY:
                        write(resume, done)
                        saved = monotonic()
        except KeyboardInterrupt:
            done.cancelled = True
        if resume is not None:
            write(resume, done)
    return done


def warm(simulation: Simulation, seed: int) -> None:
    """Compile before the clock runs."""
    from houseway.simulate.work import count

    count(simulation, Part(0, 0, seed))


def waves(done: Run, goal: Goal) -> Iterator[list[Part]]:
    """The slices still to be counted, in waves; the streams of a wave do not depend on what was done before."""
    simulation = done.simulation
    if goal.rounds:
        last = shoes_for(simulation, goal.rounds, done.seed) if simulation.course.cut else goal.rounds
        size, more = sliced(simulation, last), max(last >> 4, 1)
    else:
        size = sliced(simulation)
        last, more = WAVE * size, 0
    first = 0
    while not reached(done, goal, first):
        yield missing(done, first, last, size)
        first, last = last, last + (more or last)
        if last > MOST_ROUNDS:
            raise IllegalSetting("this error needs more rounds than there are streams")


def sliced(simulation: Simulation, streams: int = MOST_ROUNDS) -> int:
    """How many streams make a slice: few enough for an error, where that is the error of the slices."""
    size = max(simulation.slice >> 6, 1) if simulation.course.cut else simulation.slice
    return size if simulation.independent else min(size, max(streams // DRAWINGS, 1))


def shoes_for(simulation: Simulation, rounds: int, seed: int) -> int:
    """About how many whole shoes have so many rounds, by the first shoes of the seed."""
    from houseway.simulate.work import count

    return -(-rounds * LOOKED_AT // max(count(simulation, Part(0, LOOKED_AT, seed)).rounds, 1))


def reached(done: Run, goal: Goal, streams: int) -> bool:
    """Whether enough has been played, looked at where a wave ends; of whole shoes a few rounds more."""
    if streams == 0:
        return False
    if goal.rounds:
        return done.counts.rounds >= goal.rounds
    return max(done.errors()) <= goal.error


def missing(done: Run, first: int, last: int, size: int) -> list[Part]:
    """The streams from first to last that have not been counted, in slices."""
    found, at = [], first
    for start, end in [*done.counts.done, (last, last)]:
        while at < min(start, last):
            stop = min(start, last, at + size)
            found.append(Part(at, stop - at, done.seed))
            at = stop
        at = max(at, end)
    return found


def share(done: Run, goal: Goal) -> float:
    """How much of the goal is reached."""
    if goal.rounds:
        return min(1.0, done.counts.rounds / goal.rounds)
    worst = max(done.errors())
    return min(1.0, (goal.error / worst) ** 2) if worst else 1.0


# ------------------------------------------------------------------------------------------------ the file to resume


def identity(simulation: Simulation, seed: int) -> dict[str, Any]:
    """What a run must have in common with the one that it goes on with."""
    plan = simulation.plan
    return {
        "game": plan.settings.document.game,
        "document": plan.settings.document.hash,
        "settings": plan.settings.show(),
        "wagers": list(plan.wagers),
        "strategy": plan.strategy,
        "seats": plan.seats,
        "shoe": [str(plan.shoe.penetration), plan.shoe.burnt, list(plan.shoe.tags)],
        "seed": seed,
    }


def write(path: Path, done: Run) -> None:
    """Whole or not at all."""
    content = {
        "houseway": __version__,
        "run": identity(done.simulation, done.seed),
        "seconds": done.seconds,
        "counts": done.counts.json(),
    }
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(content), encoding="utf-8")
        draft.replace(path)
    except OSError as fault:
        raise Faulty(path.name, [("file", f"cannot be written: {fault.strerror or fault}")]) from None


def read(path: Path, simulation: Simulation, seed: int) -> tuple[Counts, float]:
    """What was counted before; refused where it was another run."""
    found = begun(path)
    known, wanted = found["run"], identity(simulation, seed)
    other = [key for key in wanted if known.get(key) != wanted[key]]
    if other:
        raise IllegalSetting(
            f"{path.name} is of a run with other {' and '.join(other)}: resume it as it was begun, or not at all"
        )
    try:
        return Counts.from_json(simulation, found["counts"]), float(found["seconds"])
    except IllegalSetting:
        raise
    except KeyError as fault:
        raise _unfit(path, f"its counts have no {fault}") from None
    except (ValueError, TypeError):
        raise _unfit(path, "its counts are not as a run writes them") from None


def begun(path: Path) -> dict[str, Any]:
    """The content of a file to resume from: the run, its seconds and its counts."""
    try:
        found = json.loads(content_of(path, path.name))
    except (ValueError, RecursionError) as fault:
        if isinstance(fault, Faulty):
            raise
        raise _unfit(path, f"it {unreadable(fault)}") from None
    parts = {"run": dict, "seconds": int | float, "counts": dict}
    if not isinstance(found, dict):
        raise _unfit(path, f"it has no {' and no '.join(parts)}")
    lacks = [name for name, kind in parts.items() if not isinstance(found.get(name), kind)]
    if lacks:
        raise _unfit(path, f"it has no {' and no '.join(lacks)}")
    return found


def seed_of(path: Path) -> int:
    """The seed of the run that a file goes on with."""
    seed = begun(path)["run"].get("seed")
    if not isinstance(seed, int):
        raise _unfit(path, "its run has no seed")
    return seed


def _unfit(path: Path, why: str) -> Faulty:
    says = f"cannot be resumed from: {why}; give a file that --resume has written, or one that does not exist yet"
    return Faulty(path.name, [("file", says)])
