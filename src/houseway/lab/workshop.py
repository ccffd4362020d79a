"""Lists of lines of which the first that fires decides: what a list earns, what each line is worth, and the best list.

A bench is a count that was taken once. The search goes through lists line by line and leaves a beginning where even the
best line for every hand that is left could not better what is known; of two beginnings with the same lines only the
better one is followed. Where it comes to its end, no list of these lines and so many is better.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.game import Progress

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_BEGINNINGS = 200_000
"""Beginnings of lists that a search follows at most."""

Order = tuple[int, ...]
"""Lines by number, in the order in which they are asked."""


class Found(NamedTuple):
    """A list, what the house keeps of a unit by it, and a bound on that of every list: equal where it is proved."""

    order: Order
    edge: Fraction
    bound: Fraction
    tried: int

    @property
    def proved(self) -> bool:
        return self.bound == self.edge


@dataclass(frozen=True)
class Bench:
    """Groups of hands: how many, which lines may fire for them, and what the house earns if one does, in parts.

    `fixed` is earned whatever the lines say; a unit is so many parts, and `deals` are all deals.
    """

    hands: Ints
    applies: Flags
    earned: Ints
    fixed: Fraction
    unit: int
    deals: int

    def taken(self, order: Order) -> Ints:
        """The line that sets each group, by number; the last line takes what is left."""
        found = np.full(len(self.hands), -1, np.int64)
        for line in order:
            found[(found < 0) & self.applies[:, line]] = line
        return found

    def edge(self, order: Order) -> Fraction:
        """What the house keeps of a unit under a list."""
        taken = self.taken(order)
        if (taken < 0).any():
            raise ValueError("a list ends with a line for every hand that is left")
        return self._edge(int(self.earned[np.arange(len(taken)), taken].sum()))

    def _edge(self, parts: int) -> Fraction:
        return (self.fixed + Fraction(parts, self.unit)) / self.deals

    def fired(self, order: Order) -> dict[int, int]:
        """How many hands each line sets."""
        taken = self.taken(order)
        return {line: int(self.hands[taken == line].sum()) for line in order}

    def without(self, order: Order) -> dict[int, Fraction]:
        """The edge without each line but the last, which has to stay."""
        return {line: self.edge(tuple(each for each in order if each != line)) for line in order[:-1]}

    @cached_property
    def joined(self) -> "Bench":
        """The same with groups together in which the same lines may fire."""
        packed = np.packbits(self.applies, axis=1)
        _, first, group = np.unique(packed, axis=0, return_index=True, return_inverse=True)
        hands, earned = np.zeros(len(first), np.int64), np.zeros((len(first), self.earned.shape[1]), np.int64)
        np.add.at(hands, group.ravel(), self.hands)
        np.add.at(earned, group.ravel(), self.earned)
        return Bench(hands, self.applies[first], earned, self.fixed, self.unit, self.deals)

    def best(self, most: int, last: int, progress: Progress = None) -> Found:
        """The best list of at most so many lines, the last of them given: it may always fire."""
        return _Search(self.joined, most, last).run(progress)


class _Beginning(NamedTuple):
    order: Order
    parts: int
    left: Flags


class _Search:
    """Lists by length; of each length the beginnings that may still become the best."""

    def __init__(self, bench: Bench, most: int, last: int) -> None:
        self.bench, self.most, self.last = bench, most, last
        at_best = np.where(bench.applies, bench.earned, np.iinfo(np.int64).min).max(axis=1)
        self.gain = at_best - bench.earned[:, last]
        self.more = np.where(bench.applies, bench.earned - bench.earned[:, [last]], 0)
        self.floor = int(bench.earned[:, last].sum())
        self.best, self.order, self.tried, self.cut = self.floor, (last,), 0, self.floor

    def run(self, progress: Progress) -> Found:
        everything = np.ones(len(self.bench.hands), np.bool_)
        level = [_Beginning((), self.floor, everything)]
        for length in range(1, self.most):
            level = self._longer(level, self.most - length - 1)
            if progress is not None:
                progress(length / max(self.most - 1, 1))
        edge = self.bench._edge
        return Found(self.order, edge(self.best), edge(max(self.best, self.cut)), self.tried)

    def _longer(self, level: list[_Beginning], more: int) -> list[_Beginning]:
        """Every beginning with one line more, the better of those with the same lines; worse ones are left."""
        found: dict[tuple[frozenset[int], bytes], _Beginning] = {}
        for order, parts, left in level:
            for line in range(self.bench.applies.shape[1]):
                fires = left & self.bench.applies[:, line]
                if line == self.last or line in order or not fires.any():
                    continue
                self.tried += 1
                after = _Beginning((*order, line), parts + int(self.more[fires, line].sum()), left & ~fires)
                if after.parts > self.best:
                    self.best, self.order = after.parts, (*after.order, self.last)
                if more and self._bound(after, more) > self.best:
                    key = frozenset(after.order), np.packbits(after.left).tobytes()
                    known = found.get(key)
                    if known is None or known.parts < after.parts:
                        found[key] = after
        kept = [each for each in found.values() if self._bound(each, more) > self.best]
        kept.sort(key=lambda each: -each.parts)
        for each in kept[MOST_BEGINNINGS:]:
            self.cut = max(self.cut, self._bound(each, more))
        return kept[:MOST_BEGINNINGS]

    def _bound(self, beginning: _Beginning, more: int) -> int:
        """No list that begins so, with so many lines more, earns more than this.

        A line wins at most what it wins from the hands that are left, and all lines at most the best for each hand.
        """
        left = beginning.left
        alone = np.clip(self.more[left], 0, None).sum(axis=0)
        most = int(np.sort(alone)[-more:].sum()) if more else 0
        return beginning.parts + min(most, int(self.gain[left].sum()))
