"""Hands up to a change of suits: their number, and every class once with its size.

No rule of the game tells one suit from another, so two hands that differ by a permutation of suits are one case. A hand
is four masks of ranks and perhaps the joker; sorted, they name its class, and sums of table entries number the classes
of five or of seven cards without a gap: 150,891 and 6,972,147 for the whole deck.
"""

from collections.abc import Iterator
from itertools import groupby
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards import JOKER
from houseway.lab.kernel import kernel
from houseway.poker import ALL_RANKS

Ints = npt.NDArray[np.int64]

MOST = 7
"""Cards of a hand."""

RANK_MASKS = sorted((m for m in range(1 << 13) if m.bit_count() <= MOST), key=lambda m: (m.bit_count(), m))
"""What one suit may hold, fewest cards first; the place in this list is the mask's number."""

_FIRST = [sum(comb(13, k) for k in range(size)) for size in range(MOST + 2)]
"""The number of the first mask of each size."""


def _suit_codes() -> npt.NDArray[np.uint32]:
    """For each mask of ranks its number and, sixteen bits up, two to the power of its size.

    The codes sort like the numbers, and the upper half of the sum of a hand's four codes tells the sizes of its suits.
    """
    codes = np.zeros(1 << 13, np.uint32)
    for number, mask in enumerate(RANK_MASKS):
        codes[mask] = (1 << mask.bit_count()) << 16 | number
    return codes


def _shapes(cards: int, most: int, suits: int = 4) -> Iterator[tuple[int, ...]]:
    """The sizes that four suits may have, falling."""
    if suits == 0:
        if cards == 0:
            yield ()
        return
    for size in range(min(cards, most), -1, -1):
        for rest in _shapes(cards - size, size, suits - 1):
            yield (size, *rest)


def _places() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], dict[int, int]]:
    """Where the entries of each shape start, the entries, and the number of classes of five and of seven cards.

    Within a shape, suits of one size are a multiset of masks, numbered by the combinatorial number system.
    """
    starts = np.zeros((MOST + 1, 2, 1 << MOST + 1, 4), np.uint32)
    entries = [0] * _FIRST[MOST]  # room, so that a start less the number of its first mask is not below 0
    counts: dict[int, int] = {}
    for cards in (5, MOST):
        base = 0
        for joker in (0, 1):
            for shape in _shapes(cards - joker, MOST):
                stride = 1
                place = 0
                for size, run in groupby(shape):
                    length = len(list(run))
                    for left in range(length, 0, -1):
                        starts[cards, joker, sum(1 << each for each in shape), place] = len(entries) - _FIRST[size]
                        offset = base if place == 0 else 0
                        entries += [offset + stride * comb(r + left - 1, left) for r in range(comb(13, size))]
                        place += 1
                    stride *= comb(comb(13, size) + length - 1, length)
                base += stride
        counts[cards] = base
    return starts.ravel(), np.array(entries, np.uint32), counts


CODES = _suit_codes()
SIZES = np.array([mask.bit_count() for mask in range(1 << 13)], np.int64)
STARTS, ENTRIES, CLASSES = _places()

# Compiled code asks of every signed index whether it counts from the end; unsigned ones are quicker.
_RANKS, _NUMBER = np.uint64(ALL_RANKS), np.uint64(0xFFFF)
_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_SUIT, _CODE, _SHAPES, _CARDS = np.uint64(13), np.uint64(16), np.uint64(10), np.uint64(11)


@kernel
def class_number(hand: int, cards: int) -> int:
    """The number of a hand's class among the hands of five or of seven cards."""
    rest = np.uint64(hand)
    a = np.uint64(CODES[rest & _RANKS])
    rest >>= _SUIT
    b = np.uint64(CODES[rest & _RANKS])
    rest >>= _SUIT
    c = np.uint64(CODES[rest & _RANKS])
    rest >>= _SUIT
    d = np.uint64(CODES[rest & _RANKS])
    joker = rest >> _SUIT
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    start = (np.uint64(cards) << _CARDS) + (joker << _SHAPES) + ((a + b + c + d >> _CODE) << _TWO)
    return int(
        ENTRIES[STARTS[start] + (a & _NUMBER)]
        + ENTRIES[STARTS[start + _ONE] + (b & _NUMBER)]
        + ENTRIES[STARTS[start + _TWO] + (c & _NUMBER)]
        + ENTRIES[STARTS[start + _THREE] + (d & _NUMBER)]
    )


def classes(deck: int, cards: int) -> tuple[Ints, Ints]:
    """One hand of so many cards of each class, and how many hands of the deck are in its class.

    Only suits of which the deck holds the same ranks may be exchanged.
    """
    none = np.zeros(0, np.int64)
    count = extensions(0, deck, cards, False, none, none)
    hands, sizes = np.zeros(count, np.int64), np.zeros(count, np.int64)
    extensions(0, deck, cards, True, hands, sizes)
    return hands, sizes


MASKS = np.array(RANK_MASKS, np.int64)
FIRST = np.array(_FIRST, np.int64)


@kernel
def extensions(shared: int, deck: int, more: int, filling: bool, hands: Ints, sizes: Ints) -> int:
    """Every way to add so many cards of the deck to the shared ones, up to changes of suits that keep deck and shared.

    Returns how many there are; if `filling`, writes the hands, and how many are like each. Suits are alike if deck and
    shared cards hold the same of both; of suits that are alike a later one is not given more than the one before it.
    """
    free = deck & ~shared
    lists, starts = _choices(free, more)
    like = _like(shared, free)
    count = 0
    for joker in range(min(free >> JOKER & 1, more) + 1):
        for i in range(starts[0, more - joker + 1]):
            a = lists[0, i]
            left_a = more - joker - SIZES[a]
            for j in range(starts[1, left_a + 1]):
                b = lists[1, j]
                if like[1] == 0 and CODES[b] > CODES[a]:
                    break
                left_b = left_a - SIZES[b]
                for k in range(starts[2, left_b + 1]):
                    c = lists[2, k]
                    before = b if like[2] == 1 else a
                    if like[2] >= 0 and CODES[c] > CODES[before]:
                        break
                    left = left_b - SIZES[c]
                    held = shared | a | b << 13 | c << 26 | joker << JOKER
                    orders = _orders(a, b, c, like) * _alike(3, like)
                    before = c if like[3] == 2 else b if like[3] == 1 else a
                    limit = CODES[before] if like[3] >= 0 else 1 << 30
                    for m in range(starts[3, left], starts[3, left + 1]):
                        d = lists[3, m]
                        if CODES[d] > limit:
                            break
                        if filling:
                            hands[count] = held | d << 39
                            sizes[count] = orders if CODES[d] < limit else orders // _equal_before(a, b, c, d, like)
                        count += 1
    return count


@kernel
def _choices(free: int, more: int) -> tuple[Ints, Ints]:
    """What may be added in each suit, fewest cards first, and where each size starts."""
    lists = np.zeros((4, FIRST[more + 1]), np.int64)
    starts = np.zeros((4, more + 2), np.int64)
    for suit in range(4):
        missing = ALL_RANKS & ~(free >> 13 * suit)
        count = 0
        for cards in range(more + 1):
            starts[suit, cards] = count
            for mask in MASKS[FIRST[cards] : FIRST[cards + 1]]:
                if mask & missing == 0:
                    lists[suit, count] = mask
                    count += 1
        starts[suit, more + 1] = count
    return lists, starts


@kernel
def _like(shared: int, free: int) -> Ints:
    """For each suit the last suit before it that is like it, or -1."""
    like = np.full(4, -1)
    for one in range(4):
        for two in range(one):
            held = (shared >> 13 * one ^ shared >> 13 * two) & ALL_RANKS
            left = (free >> 13 * one ^ free >> 13 * two) & ALL_RANKS
            if held == 0 and left == 0:
                like[one] = two
    return like


@kernel
def _alike(suit: int, like: Ints) -> int:
    """How many suits up to this one are like it."""
    count = 1
    while like[suit] >= 0:
        suit = like[suit]
        count += 1
    return count


@kernel
def _orders(a: int, b: int, c: int, like: Ints) -> int:
    """In how many ways what the first three suits are given can be dealt out to suits that are alike."""
    second = 1 + (like[1] == 0 and b == a)
    third = 1 + (like[2] == 1 and c == b) + (c == a and (like[2] == 0 or (like[2] == 1 and like[1] == 0)))
    return _alike(1, like) // second * _alike(2, like) // third


@kernel
def _equal_before(a: int, b: int, c: int, d: int, like: Ints) -> int:
    """How many suits up to the fourth are like it and are given the same."""
    equal, suit = 1, like[3]
    while suit >= 0:
        equal += (a if suit == 0 else b if suit == 1 else c) == d
        suit = like[suit]
    return equal
