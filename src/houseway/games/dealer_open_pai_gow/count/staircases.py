"""What a hand is to the pai gow wager: the dealer's point, and the staircase of a player's best legal settings.

Values become dense ranks, so that a setting is a point (back, front) in a plane of a few thousand by ninety-one. Hands
that are the same to both sides share one record: a few hundred thousand records for 154,143,080 hands.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.dealer_open_pai_gow.count.census import set_by_document, set_by_table
from houseway.games.dealer_open_pai_gow.count.read_way import READINGS, set_by_reading
from houseway.games.dealer_open_pai_gow.count.suits import CLASSES, MOST, Ints, class_number, classes
from houseway.games.dealer_open_pai_gow.rules.hands import (
    ace_high,
    back_value,
    dealer_jacks,
    fouled,
    front_value,
    jacks_end_the_game,
)
from houseway.games.dealer_open_pai_gow.rules.ways import Way
from houseway.lab.kernel import kernel
from houseway.lab.spread import spread

Small = npt.NDArray[np.int32]
Progress = Callable[[float], None] | None

ORDINARY, JACKS, ACE_HIGH = range(3)
"""Dealer's hands by what may decide them before they are compared."""
KINDS = 3

SETTINGS = 21
"""Ways to set seven cards: no staircase has more corners."""
HEAD = 2
"""A row starts with the dealer's point and label; its corners follow, and zeros."""
WIDTH = HEAD + SETTINGS

FRONT_BITS = 7
"""A point is `back << 7 | front`."""
FRONT_MASK = (1 << FRONT_BITS) - 1


class Ranks(NamedTuple):
    """The dense rank of every back by its class and of every front by its two cards, from 1 up."""

    backs: Small
    fronts: Small
    tallest: int
    widest: int


class Records(NamedTuple):
    """Every distinct record r: the dealer's point and label, corners `first[r]` to `first[r + 1]`."""

    point: Small
    label: Small
    first: Small
    corners: Small
    tallest: int
    widest: int


class Book(NamedTuple):
    """The hands of a deck: one of each class, how many are like it, its record; and the record by class number."""

    deck: int
    hands: Ints
    sizes: Ints
    record: Small
    by_class: Small
    records: Records


def _fronts(hands: Ints, way: Way, wheel: int) -> tuple[Ints, Ints]:
    """The fronts and branches of a slice of hands: the document's way by its functions, any other by its table."""
    fronts, branches = np.zeros_like(hands), np.zeros_like(hands)
    if way.read:
        set_by_reading(hands, wheel, READINGS.index(way.read), fronts, branches)
    elif way.written_as_functions:
        set_by_document(hands, wheel, fronts, branches)
    else:
        set_by_table(hands, np.array(way.codes, np.int64), wheel, fronts, branches)
    return fronts, branches


@kernel
def _back_values(hands: Ints, wheel: int, worth: Ints) -> None:
    for hand in hands:
        worth[class_number(hand, 5)] = back_value(hand, wheel)


@kernel
def _front_values(wheel: int, worth: Ints) -> None:
    for one in range(53):
        for two in range(one):
            worth[53 * one + two] = worth[53 * two + one] = front_value(1 << one | 1 << two, wheel)


def ranks(deck: int, wheel: int) -> Ranks:
    """Rank the backs that the deck can make, and all fronts."""
    backs, fronts = np.full(CLASSES[5], -1), np.full(53 * 53, -1)
    _back_values(classes(deck, 5)[0], wheel, backs)
    _front_values(wheel, fronts)
    back_ranks, front_ranks = _dense(backs), _dense(fronts)
    return Ranks(back_ranks, front_ranks, int(back_ranks.max()), int(front_ranks.max()))


def _dense(worth: Ints) -> Small:
    """0 for what cannot be, 1 for the least value, and so on."""
    found = np.unique(worth[worth >= 0])
    return np.where(worth < 0, 0, np.searchsorted(found, worth) + 1).astype(np.int32)


@kernel
def write_rows(
    hands: Ints, wheel: int, fronts: Ints, branches: Ints, back_rank: Small, front_rank: Small, rows: Small
) -> None:
    """Write the row of each hand of a slice: the dealer's point and label, then the corners of the staircase."""
    cards = np.zeros(MOST, np.int64)
    for i in range(len(hands)):
        hand = hands[i]
        corners = rows[i, HEAD:]
        _spread(hand, cards)
        count = 0
        for one in range(MOST):
            for two in range(one):
                front = 1 << cards[one] | 1 << cards[two]
                back = back_rank[class_number(hand ^ front, 5)]
                point = back << FRONT_BITS | front_rank[53 * cards[one] + cards[two]]
                if front == fronts[i]:
                    rows[i, 0] = point
                if _undominated(point, corners, count) and not fouled(front, hand ^ front, wheel):
                    count = _add(point, corners, count)
        rows[i, 1] = KINDS * branches[i] + _kind(hand, wheel)


@kernel
def _spread(hand: int, cards: Ints) -> None:
    count = 0
    for card in range(53):
        if hand >> card & 1:
            cards[count] = card
            count += 1


@kernel
def _kind(hand: int, wheel: int) -> int:
    if jacks_end_the_game(dealer_jacks(hand)):
        return JACKS
    return ACE_HIGH if ace_high(hand, wheel) else ORDINARY


@kernel
def _undominated(point: int, corners: Small, count: int) -> bool:
    """Not at or below a corner that is known."""
    for corner in corners[:count]:
        if corner >> FRONT_BITS >= point >> FRONT_BITS and corner & FRONT_MASK >= point & FRONT_MASK:
            return False
    return True


@kernel
def _add(point: int, corners: Small, count: int) -> int:
    """Put a corner in its place and drop those at or below it; backs fall and fronts rise along the staircase."""
    kept = 0
    for k in range(count):
        corner = corners[k]
        if corner >> FRONT_BITS > point >> FRONT_BITS or corner & FRONT_MASK > point & FRONT_MASK:
            corners[kept] = corner
            kept += 1
    for k in range(kept, count):
        corners[k] = 0
    k = kept
    while k > 0 and corners[k - 1] < point:
        corners[k] = corners[k - 1]
        k -= 1
    corners[k] = point
    return kept + 1


def merged(rows: Small) -> tuple[Small, Small]:
    """Each distinct row once, and for every row the number of its like."""
    number, kept = np.zeros(len(rows), np.int32), np.zeros(len(rows), np.int32)
    slots = np.full(2 << len(rows).bit_length(), -1, np.int32)
    count = _merge(rows, slots, number, kept)
    return rows[kept[:count]], number


@kernel
def _merge(rows: Small, slots: Small, number: Small, kept: Small) -> int:
    """Number equal rows alike by open addressing; `kept` gets the row of each number. Rows are compared in full."""
    count = 0
    cover = len(slots) - 1
    for i in range(len(rows)):
        key = np.uint64(0)
        for word in rows[i]:
            key = (key ^ np.uint64(word)) * np.uint64(0x9E3779B97F4A7C15)
            key ^= key >> np.uint64(29)
        slot = np.int64(key & np.uint64(cover))
        while slots[slot] >= 0 and not _equal(rows[kept[slots[slot]]], rows[i]):
            slot = slot + 1 & cover
        if slots[slot] < 0:
            slots[slot] = count
            kept[count] = i
            count += 1
        number[i] = slots[slot]
    return count


@kernel
def _equal(one: Small, two: Small) -> bool:
    for k in range(len(one)):  # noqa: SIM110  # the compiler takes no generator
        if one[k] != two[k]:
            return False
    return True


@kernel
def number_classes(hands: Ints, record: Small, by_class: Small) -> None:
    for i in range(len(hands)):
        by_class[class_number(hands[i], MOST)] = record[i]


def book(deck: int, wheel: int, way: Way, progress: Progress = None) -> Book:
    """Set every hand of the deck in every way, and gather what is alike."""
    hands, sizes = classes(deck, MOST)
    rank = ranks(deck, wheel)

    some = [(part, hands[part]) for part in slices(len(hands), 100_000)]
    parts = list(spread(_staircases, (wheel, way, rank), some, progress))
    rows, number = merged(np.concatenate([rows for _, rows, _ in parts]))
    record = np.zeros(len(hands), np.int32)
    start = 0
    for part, distinct, local in parts:
        record[part] = number[start + local]
        start += len(distinct)
    by_class = np.full(CLASSES[MOST], -1, np.int32)
    number_classes(hands, record, by_class)
    return Book(deck, hands, sizes, record, by_class, records_of(rows, rank))


def _staircases(given: tuple[int, Way, Ranks], part: tuple[slice, Ints]) -> tuple[slice, Small, Small]:
    """The rows of a slice of hands, what is alike once; with which slice it is."""
    (wheel, way, rank), (place, hands) = given, part
    rows = np.zeros((len(hands), WIDTH), np.int32)
    write_rows(hands, wheel, *_fronts(hands, way, wheel), rank.backs, rank.fronts, rows)
    return (place, *merged(rows))


def slices(length: int, size: int) -> list[slice]:
    """A range in parts of this size."""
    return [slice(start, min(start + size, length)) for start in range(0, length, size)]


def records_of(rows: Small, rank: Ranks) -> Records:
    corners = rows[:, HEAD:]
    used = corners > 0
    first = np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int32)
    point, label = (np.ascontiguousarray(rows[:, k]) for k in range(HEAD))
    return Records(point, label, first, corners[used], rank.tallest, rank.widest)
