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

FULL_DECK = (1 << 53) - 1
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


def suit_subsets(deck: int, suit: int) -> Ints:
    """What a hand may hold of one suit of the deck, fewest cards first."""
    held = deck >> 13 * suit & ALL_RANKS
    return np.array([m for m in RANK_MASKS if m & ~held == 0], np.int64)


def classes(deck: int, cards: int) -> tuple[Ints, Ints]:
    """One hand of so many cards of each class, and how many hands of the deck are in its class.

    Only suits of which the deck holds the same ranks may be exchanged.
    """
    first, second, third, fourth = (suit_subsets(deck, suit) for suit in range(4))
    held = [deck >> 13 * suit & ALL_RANKS for suit in range(4)]
    like = np.array([max((i for i in range(j) if held[i] == held[j]), default=-1) for j in range(4)])
    jokers = deck >> JOKER & 1
    hands = np.zeros(0, np.int64)
    sizes = np.zeros(0, np.int64)
    for filling in (False, True):  # first to count, then to write
        count = _classes(first, second, third, fourth, like, jokers, cards, filling, hands, sizes)
        if not filling:
            hands, sizes = np.zeros(count, np.int64), np.zeros(count, np.int64)
    return hands, sizes


@kernel
def _classes(
    first: Ints,
    second: Ints,
    third: Ints,
    fourth: Ints,
    like: Ints,
    jokers: int,
    cards: int,
    filling: bool,
    hands: Ints,
    sizes: Ints,
) -> int:
    """Walk the four suits; a suit may not hold more than the suit before it that is like it."""
    count = 0
    held = np.zeros(4, np.int64)
    for joker in range(jokers + 1):
        for a in first:
            left_a = cards - joker - _bits(a)
            if left_a < 0:
                break
            held[0] = a
            for b in second:
                left_b = left_a - _bits(b)
                if left_b < 0 or _exceeds(b, held, like[1]):
                    break
                held[1] = b
                for c in third:
                    left_c = left_b - _bits(c)
                    if left_c < 0 or _exceeds(c, held, like[2]):
                        break
                    held[2] = c
                    for d in fourth:
                        left = left_c - _bits(d)
                        if left < 0 or _exceeds(d, held, like[3]):
                            break
                        if left > 0:
                            continue
                        held[3] = d
                        if filling:
                            hands[count] = a | b << 13 | c << 26 | d << 39 | joker << JOKER
                            sizes[count] = _orbit(held, like)
                        count += 1
    return count


@kernel
def _bits(ranks: int) -> int:
    return int(SIZES[ranks])


@kernel
def _exceeds(ranks: int, held: Ints, other: int) -> bool:
    return other >= 0 and CODES[ranks] > CODES[held[other]]


@kernel
def _orbit(held: Ints, like: Ints) -> int:
    """How many hands a change of suits makes of one: orders of like suits, those that hold the same counted once."""
    orbit = 1
    for j in range(4):
        alike, equal, i = 1, 1, like[j]
        while i >= 0:
            alike += 1
            equal += held[i] == held[j]
            i = like[i]
        orbit = orbit * alike
        orbit = orbit // equal
    return orbit
