"""What has been counted so far: whole numbers that add up in any order, and what they come to.

A slice of the work gives its counts; the sum of all slices is the result, whoever counted them. For the standard error
of what is not independent (several seats at one dealer's hand, rounds of one shoe) the sums of each slice are squared
too: as whole numbers, over the common denominator of what the ends are worth.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, NamedTuple

import numpy as np

from houseway.errors import IllegalSetting
from houseway.simulate.loop import Ints
from houseway.simulate.model import Simulation


class Edge(NamedTuple):
    """A wager's mean: what the house keeps of a unit, its standard error, of how many wagers."""

    wagers: int
    edge: Fraction
    error: float


@dataclass
class Scale:
    """What each end is worth, as whole numbers over one denominator a wager."""

    simulation: Simulation
    worths: list[tuple[Fraction, ...]] = field(init=False)
    denominators: list[int] = field(init=False)
    whole: list[tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.worths = [each.worths() for each in self.simulation.wagers]
        self.denominators = [lcm(*(worth.denominator for worth in each)) for each in self.worths]
        self.whole = [
            tuple(int(worth * under) for worth in each)
            for each, under in zip(self.worths, self.denominators, strict=True)
        ]

    def spans(self) -> list[slice]:
        """Where the ends of each wager stand among all."""
        found, start = [], 0
        for each in self.worths:
            found.append(slice(start, start + len(each)))
            start += len(each)
        return found


@dataclass
class Counts:
    """Counts of ends by bucket, how many rounds and slices they are of, and the squares of the slices' sums."""

    scale: Scale
    rounds: int = 0
    streams: int = 0
    ends: list[list[int]] = field(default_factory=list)
    squares: list[list[int]] = field(default_factory=list)
    done: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        simulation = self.scale.simulation
        if not self.ends:
            self.ends = [[0] * simulation.total for _ in range(2 * simulation.course.most + 1)]
            self.squares = [[0, 0, 0, 0] for _ in simulation.wagers]

    @classmethod
    def of(cls, simulation: Simulation) -> "Counts":
        return cls(Scale(simulation))

    def add(self, first: int, streams: int, rounds: int, found: Ints) -> None:
        """One slice of the work, by its first stream."""
        self._note(first, first + streams)
        self.rounds += rounds
        self.streams += streams
        for row, more in zip(self.ends, found.tolist(), strict=True):
            for at, count in enumerate(more):
                row[at] += count
        ends = [int(each) for each in found.sum(axis=0)]
        for squares, span, whole in zip(self.squares, self.scale.spans(), self.scale.whole, strict=True):
            made = sum(ends[span])
            won = sum(count * worth for count, worth in zip(ends[span], whole, strict=True))
            squares[0] += 1
            squares[1] += won * won
            squares[2] += won * made
            squares[3] += made * made

    def _note(self, first: int, last: int) -> None:
        """Streams that are done, as ranges in their order; none twice."""
        if any(first < end and start < last for start, end in self.done):
            raise IllegalSetting(f"streams {first} to {last - 1} have been counted already")
        joined: list[tuple[int, int]] = []
        for start, end in sorted([*self.done, (first, last)]):
            if joined and joined[-1][1] == start:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((start, end))
        self.done = joined

    def ends_of(self, at: int) -> tuple[int, ...]:
        """How often each end of a wager has come, all buckets together."""
        span = self.scale.spans()[at]
        return tuple(sum(column) for column in zip(*(row[span] for row in self.ends), strict=True))

    def edge(self, at: int) -> Edge | None:
        """The edge of a wager by what was counted; None before it has been made."""
        counts, whole, under = self.ends_of(at), self.scale.whole[at], self.scale.denominators[at]
        made = sum(counts)
        if not made:
            return None
        won = sum(count * worth for count, worth in zip(counts, whole, strict=True))
        mean = Fraction(won, made * under)
        if self.scale.simulation.independent:
            squares = sum(count * worth * worth for count, worth in zip(counts, whole, strict=True))
            variance = Fraction(squares, made * under * under) - mean * mean
            error = sqrt(variance / (made - 1)) if made > 1 else float("inf")
        else:
            error = self._error_of_slices(at, won, made)
        return Edge(made, -mean, error)

    def _error_of_slices(self, at: int, won: int, made: int) -> float:
        """The error of a ratio of two sums over slices, each slice one drawing."""
        many, won_won, won_made, made_made = self.squares[at]
        if many < 2:
            return float("inf")
        mean = Fraction(won, made)
        spread = won_won - 2 * mean * won_made + mean * mean * made_made
        return sqrt(spread * many / (many - 1)) / made / self.scale.denominators[at]

    # ------------------------------------------------------------------------------------------------ as data

    def json(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "rounds": self.rounds,
            "streams": self.streams,
            "done": [list(each) for each in self.done],
            "ends": self.ends,
            "squares": [[str(number) for number in each] for each in self.squares],
        }

    @classmethod
    def from_json(cls, simulation: Simulation, found: dict[str, Any]) -> "Counts":
        counts = cls(
            Scale(simulation),
            int(found["rounds"]),
            int(found["streams"]),
            [[int(each) for each in row] for row in found["ends"]],
            [[int(each) for each in row] for row in found["squares"]],
            [(int(first), int(last)) for first, last in found["done"]],
        )
        if [len(row) for row in counts.ends] != [simulation.total] * (2 * simulation.course.most + 1):
            raise IllegalSetting("the file to resume from counts other ends: begin anew, without it")
        return counts


def zeros(simulation: Simulation) -> Ints:
    """Room for the counts of a slice: a row a bucket."""
    return np.zeros((2 * simulation.course.most + 1, simulation.total), np.int64)
