"""All 154,143,080 hands of seven cards, as 6,972,147 classes of hands that differ only by a change of suits.

No rule of the game tells suits apart, so one hand of each class is asked and counts as often as its class has hands.
"""

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER, size
from houseway.games.dealer_open_pai_gow.count.suits import classes as classes_of
from houseway.games.dealer_open_pai_gow.rules.bonuses import CHAN_CHU_AWARDS, chan_chu_awards
from houseway.games.dealer_open_pai_gow.rules.hands import FRONT, FULL_DECK, HAND, ace_high, dealer_jacks, fouled
from houseway.games.dealer_open_pai_gow.rules.house_way import house_way
from houseway.games.dealer_open_pai_gow.rules.way_table import facts_of, line_front
from houseway.games.dealer_open_pai_gow.rules.ways import Way
from houseway.lab.cache import cached
from houseway.lab.kernel import kernel
from houseway.lab.spread import spread

Integers: TypeAlias = NDArray[np.int64]

PACKAGE = "houseway.games.dealer_open_pai_gow"
HANDS = comb(53, HAND)
_SLICE = 1 << 17


class Classes(NamedTuple):
    """A hand of each class, and how many hands its class has."""

    hands: Integers
    weights: Integers


@cache
def classes(deck: int = FULL_DECK) -> Classes:
    """Every class of seven cards of a deck; those smaller than the whole are for tests."""
    return Classes(*classes_of(deck, HAND))


def _slices(deck: int) -> list[tuple[Integers, Integers]]:
    hands, weights = classes(deck)
    return [(hands[at : at + _SLICE], weights[at : at + _SLICE]) for at in range(0, len(hands), _SLICE)]


@kernel
def _chan_chu(hands: Integers, weights: Integers, counts: Integers) -> None:
    """Add the hands of each pattern of awards; the counts of a slice stay below 24 times its length."""
    for i in range(len(hands)):
        counts[chan_chu_awards(hands[i])] += weights[i]


@cache
def chan_chu_patterns(deck: int = FULL_DECK) -> dict[int, int]:
    """How many of all hands hold exactly each pattern of Chan Chu's awards: any paytable is a sum over these."""
    return _once(("chan chu", deck), lambda: spread(_patterns, 1 << len(CHAN_CHU_AWARDS), _slices(deck)))


def _patterns(patterns: int, part: tuple[Integers, Integers]) -> Integers:
    counts = np.zeros(patterns, np.int64)
    _chan_chu(*part, counts)
    return counts


@kernel
def _dealers(hands: Integers, weights: Integers, wheel: int, counts: Integers) -> None:
    """Add the hands by jacks, 5 more where they are ace high, and 10 more with the joker."""
    for i in range(len(hands)):
        high = 5 if ace_high(hands[i], wheel) else 0
        counts[10 * (hands[i] >> JOKER & 1) + high + dealer_jacks(hands[i])] += weights[i]


@cache
def dealer_counts(wheel: int, deck: int = FULL_DECK) -> dict[tuple[bool, bool, int], int]:
    """How many of all hands there are by (joker, ace high, number of jacks)."""
    totals = _once(("dealers", wheel, deck), lambda: spread(_kinds, wheel, _slices(deck)))
    return {(index >= 10, index % 10 >= 5, index % 5): count for index, count in totals.items()}


def _kinds(wheel: int, part: tuple[Integers, Integers]) -> Integers:
    counts = np.zeros(20, np.int64)
    _dealers(*part, wheel, counts)
    return counts


@kernel
def legal(hand: int, front: int, wheel: int) -> bool:
    """Two cards of the hand are in front, and it is no foul."""
    return size(front) == FRONT and front & ~hand == 0 and not fouled(front, hand ^ front, wheel)


@kernel
def set_by_document(hands: Integers, wheel: int, fronts: Integers, branches: Integers) -> int:
    """Set each hand by the document's House Way; the number of hands that are not set legally."""
    faults = 0
    for i in range(len(hands)):
        front, branch = house_way(hands[i], wheel)
        fronts[i], branches[i] = front, branch
        faults += not legal(hands[i], front, wheel)
    return faults


@kernel
def set_by_table(hands: Integers, codes: Integers, wheel: int, fronts: Integers, branches: Integers) -> int:
    """Set each hand by a table, a row (least, most, place, branch) a line; the number that are not set legally."""
    faults = 0
    for i in range(len(hands)):
        hand = hands[i]
        facts = facts_of(hand, wheel)
        for line in range(len(codes)):
            front = line_front(hand, facts, codes[line, 0], codes[line, 1], codes[line, 2], wheel)
            if front:
                fronts[i], branches[i] = front, codes[line, 3]
                break
        faults += not legal(hand, fronts[i], wheel)
    return faults


class Fronts(NamedTuple):
    """For each hand the two cards in front and the branch that placed them; how many are not set legally."""

    fronts: Integers
    branches: Integers
    faults: int


def fronts_of(hands: Integers, way: Way, wheel: int, *, by_table: bool = False) -> Fronts:
    """Set hands by a house way: the document's by its functions, any other by its table."""
    codes = None if way.written_as_functions and not by_table else np.array(way.codes, dtype=np.int64)
    parts = [(at, hands[at : at + _SLICE]) for at in range(0, len(hands), _SLICE)]
    found = Fronts(np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64), 0)
    for at, each in spread(_set, (codes, wheel), parts):
        part = slice(at, at + _SLICE)
        found.fronts[part], found.branches[part] = each.fronts, each.branches
        found = found._replace(faults=found.faults + each.faults)
    return found


def _set(given: tuple[Integers | None, int], part: tuple[int, Integers]) -> tuple[int, Fronts]:
    """Set a slice, by the document's functions where there is no table; with where it begins."""
    (codes, wheel), (at, hands) = given, part
    fronts, branches = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    if codes is None:
        faults = set_by_document(hands, wheel, fronts, branches)
    else:
        faults = set_by_table(hands, codes, wheel, fronts, branches)
    return at, Fronts(fronts, branches, int(faults))


class Fired(NamedTuple):
    """How many of all hands each branch of a house way sets, and how many classes are not set legally."""

    counts: tuple[int, ...]
    faults: int


@cache
def fired(way: Way, wheel: int) -> Fired:
    """Set every hand by a house way. The weights are added up as integers, branch by branch."""
    hands, weights = classes()
    _, branches, faults = fronts_of(hands, way, wheel)
    counts = (int(weights[branches == branch].sum()) for branch in range(len(way.branches)))
    return Fired(tuple(counts), faults)


def _once(key: tuple[object, ...], parts: Callable[[], Any]) -> dict[int, int]:
    """Partial counts added up, once for each key."""
    rows = cached(PACKAGE, key, lambda: [list(each) for each in _summed(parts()).items()], long=False)
    return {row[0]: row[1] for row in rows}


def _summed(parts: Any) -> dict[int, int]:
    """Partial counts added as Python integers, those that are not zero, by their index."""
    totals: dict[int, int] = {}
    for counts in parts:
        for index in np.flatnonzero(counts):
            totals[int(index)] = totals.get(int(index), 0) + int(counts[index])
    return totals
