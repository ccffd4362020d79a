"""What a count of cards wins: the wager at each card of the shoe, given every count that can stand there.

Exact but for rounding: sums of positive numbers throughout, and no card of the shoe is left out.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.deals import Deals, ways_of

Floats = NDArray[np.float64]


class Depth(NamedTuple):
    """After so many cards: each count that can stand, its chance, and what the wager is then worth."""

    gone: int
    counts: NDArray[np.int64]
    chances: Floats
    worth: Floats


def depths(deals: Deals, tags: Sequence[int], gone: Iterable[int]) -> list[Depth]:
    """The wager given the count, exactly but for rounding: sums of positive numbers throughout.

    A deal and the cards before it are drawn from one shoe in any order, so the chance of a deal given a count is its
    own chance times that of the count from the rest of the shoe. Only how many cards of each tag a deal takes matters.
    """
    wanted = sorted(set(gone))
    classes = sorted(set(tags))
    held = [sum(n for t, n in zip(tags, deals.counts, strict=True) if t == each) for each in classes]
    span = _span(classes, held, wanted[-1])
    whole = _sums(classes, held, wanted, span)
    worth = [np.zeros_like(each) for each in whole]
    for taken, won in _by_tags(deals, tags, classes).items():
        rest = _sums(classes, [n - k for n, k in zip(held, taken, strict=True)], wanted, span)
        left = sum(held) - sum(taken)
        for index, number in enumerate(wanted):
            worth[index] += won * rest[index] / float(comb(left, number))
    found = []
    for index, number in enumerate(wanted):
        chances = whole[index] / float(comb(sum(held), number))
        there = chances > 1e-15
        counts = np.nonzero(there)[0] + span.low
        found.append(Depth(number, counts, chances[there], worth[index][there] / chances[there]))
    return found


class _Span(NamedTuple):
    """The counts that can stand at all."""

    low: int
    high: int


def _span(classes: Sequence[int], held: Sequence[int], deepest: int) -> _Span:
    low = sum(min(0, tag) * min(count, deepest) for tag, count in zip(classes, held, strict=True))
    high = sum(max(0, tag) * min(count, deepest) for tag, count in zip(classes, held, strict=True))
    return _Span(max(low, deepest * min(0, *classes)), min(high, deepest * max(0, *classes)))


def _sums(classes: Sequence[int], held: Sequence[int], wanted: Sequence[int], span: _Span) -> list[Floats]:
    """In how many ways so many cards sum to each count of the span, for each wanted number of cards."""
    deepest = max(wanted)
    ways = np.zeros((deepest + 1, span.high - span.low + 1))
    ways[0, -span.low] = 1.0
    for tag, count in zip(classes, held, strict=True):
        after = np.zeros_like(ways)
        for drawn in range(min(count, deepest) + 1):
            shift = tag * drawn
            into = slice(max(0, shift), ways.shape[1] + min(0, shift))
            out_of = slice(max(0, -shift), ways.shape[1] - max(0, shift))
            if into.stop > into.start:
                after[drawn:, into] += float(comb(count, drawn)) * ways[: deepest + 1 - drawn, out_of]
        ways = after
    return [ways[number] for number in wanted]


def _by_tags(deals: Deals, tags: Sequence[int], classes: Sequence[int]) -> dict[tuple[int, ...], float]:
    """What deals win, each times its chance from the full shoe, by how many cards of each tag they take."""
    total = sum(deals.counts)
    place = {tag: index for index, tag in enumerate(classes)}
    found: dict[tuple[int, ...], Fraction] = {}
    for cards, worth in deals.worth.items():
        taken = [0] * len(classes)
        for kind in cards:
            taken[place[tags[kind]]] += 1
        won = worth * ways_of(cards, deals.counts) / perm(total, len(cards))
        found[tuple(taken)] = found.get(tuple(taken), Fraction(0)) + won
    return {taken: float(won) for taken, won in found.items()}


class Gain(NamedTuple):
    """A count in use: from which count on, in which part of all hands the wager is made, what a hundred hands win."""

    trigger: int
    good: float
    per_hundred: float

    def of_hands(self, offered: Fraction) -> "Gain":
        """What is won in hands, where it was told in offers."""
        return self._replace(good=self.good * float(offered), per_hundred=self.per_hundred * float(offered))


def won_at(depth: Depth) -> float:
    """What is won where the wager is made whenever it is good."""
    return float((depth.chances * np.clip(depth.worth, 0, None)).sum())


def known(where: Sequence[Depth]) -> Gain:
    """The wager made whenever the count says that it is good, at each of these depths as often."""
    good = sum(float(each.chances[each.worth > 0].sum()) for each in where) / len(where)
    return Gain(0, good, 100 * sum(won_at(each) for each in where) / len(where))


TRIGGERS = range(-60, 61)
"""The true counts from which on a wager may be made."""


def triggered(where: Sequence[Depth], total: int, drift: Fraction) -> Gain:
    """The whole number of the count per deck that is left, beyond its drift, from which on the wager is best made.

    Each count falls to the greatest trigger that it reaches, in whole numbers; a trigger has what falls to it or above.
    """
    good, won = np.zeros(len(TRIGGERS)), np.zeros(len(TRIGGERS))
    for each in where:
        beyond = (each.counts * drift.denominator - drift.numerator * each.gone) * 52
        reached = np.minimum(beyond // (drift.denominator * (total - each.gone)), TRIGGERS[-1]) - TRIGGERS[0]
        there = reached >= 0
        np.add.at(good, reached[there], each.chances[there])
        np.add.at(won, reached[there], (each.chances * each.worth)[there])
    good, won = (np.cumsum(each[::-1])[::-1] / len(where) for each in (good, won))
    best = int(np.argmax(won))
    return Gain(TRIGGERS[best], float(good[best]), float(100 * won[best])) if won[best] > 0 else Gain(0, 0.0, 0.0)
