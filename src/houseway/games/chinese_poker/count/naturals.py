"""In how many of the 635,013,559,600 hands of thirteen cards each natural is held: exact.

Straights and pairs rest on how often each rank is held, flushes on how many cards of each suit. All ways to hold
thirteen cards by rank (some 1.7 million) are walked, each judged by the table's own rules, and counted by what the
suits can make of them: how many ranks are held once, twice, three and four times. For each such shape, the hands with
so many cards of each suit are a coefficient of a product of elementary symmetric polynomials, one factor a rank.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.games.chinese_poker.count.ways import Array
from houseway.games.chinese_poker.rules.naturals import (
    ALIKE,
    DRAGON,
    NO_NATURAL,
    SIX_PAIRS,
    THREE_FLUSHES,
    THREE_STRAIGHTS,
    Prices,
    dearer,
    dragon,
    six_pairs,
    three_flushes,
    three_straights,
)
from houseway.lab.cache import cached
from houseway.lab.kernel import kernel

PACKAGE = "houseway.games.chinese_poker"
HANDS = comb(52, 13)
KINDS = ("three straights", "three flushes", "six pairs", "dragon")

Shape = tuple[int, int, int, int]
"""How many ranks are held once, twice, three times and four times."""

Suits = tuple[int, int, int, int]
"""How many cards of each suit."""

STRAIGHTS, PAIRS, EVERY = 1, 2, 4


class Naturals(NamedTuple):
    """Hands that hold each natural, hands that would be paid for it (of several for the dearest), and hands in all."""

    held: dict[str, int]
    paid: dict[str, int]
    hands: int

    @property
    def any(self) -> int:
        return sum(self.paid.values())


@kernel
def walk(ranks: int, four_is_two_pairs: bool, counts: Array) -> None:
    """Count all ways to hold thirteen cards in so many ranks, by the naturals they make and by their shape.

    Each way is one count, and there are fewer than 5**13 of them.
    """
    held = np.zeros(14, np.int64)
    shape = np.zeros(5, np.int64)
    place, left, packed = 0, 13, 0
    held[0] = -1
    while place >= 0:
        if held[place] >= 0:
            left += held[place]
            packed -= held[place] << 4 * place
            shape[held[place]] -= 1
        held[place] += 1
        if held[place] > min(4, left):
            place -= 1
            continue
        left -= held[place]
        packed += held[place] << 4 * place
        shape[held[place]] += 1
        if left > 4 * (ranks - 1 - place):
            continue
        if place < ranks - 1:
            place += 1
            held[place] = -1
            continue
        if left == 0:
            makes = STRAIGHTS * three_straights(packed) + EVERY * dragon(packed)
            makes += PAIRS * six_pairs(packed, four_is_two_pairs)
            counts[makes, shape[1], shape[2], shape[3], shape[4]] += 1


@cache
def elementary(size: int) -> tuple[Suits, ...]:
    """The suits that one rank can be held in, as exponents."""
    return tuple(
        (int(0 in held), int(1 in held), int(2 in held), int(3 in held)) for held in combinations(range(4), size)
    )


@cache
def suit_ways(shape: Shape) -> dict[Suits, int]:
    """In how many ways ranks held so often have so many cards of each suit."""
    for size, ranks in enumerate(shape, 1):
        if ranks:
            w, x, y, z = (each - (place == size) for place, each in enumerate(shape, 1))
            ways: dict[Suits, int] = {}
            for (a, b, c, d), count in suit_ways((w, x, y, z)).items():
                for p, q, r, s in elementary(size):
                    key = (a + p, b + q, c + r, d + s)
                    ways[key] = ways.get(key, 0) + count
            return ways
    return {(0, 0, 0, 0): 1}


def flushes_among(shape: Shape) -> tuple[int, int]:
    """In how many ways ranks held so often make three flushes, and in how many ways at all."""
    ways = suit_ways(shape)
    return sum(count for suits, count in ways.items() if three_flushes(*suits)), sum(ways.values())


@cache
def naturals(ranks: int = 13, four_is_two_pairs: bool = True, prices: Prices = ALIKE) -> Naturals:
    """The census of naturals, of the whole deck or of its lowest ranks; at equal prices the last listed is paid."""
    held, paid = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    hands = 0
    key = ("naturals", ranks, four_is_two_pairs)
    walked = cached(PACKAGE, key, lambda: _walked(ranks, four_is_two_pairs), long=False)
    for makes, a, b, c, d, vectors in walked:
        flushes, all_ = (vectors * each for each in flushes_among((a, b, c, d)))
        hands += all_
        held["three flushes"] += flushes
        for kind, bit in (("three straights", STRAIGHTS), ("six pairs", PAIRS), ("dragon", EVERY)):
            held[kind] += all_ if makes & bit else 0
        for ways, suited in ((flushes, True), (all_ - flushes, False)):
            if natural := _paid_for(makes, suited, prices):
                paid[KINDS[natural - 1]] += ways
    return Naturals(held, paid, hands)


def _walked(ranks: int, four_is_two_pairs: bool) -> list[list[int]]:
    """What the walk has counted, where it is anything: what is made, how many ranks are held once to four times."""
    counts = np.zeros((8, 14, 7, 5, 4), np.int64)
    walk(ranks, four_is_two_pairs, counts)
    return [[*place, int(counts[tuple(place)])] for place in np.argwhere(counts).tolist()]


def _paid_for(makes: int, flushes: bool, prices: Prices) -> int:
    """The natural that a hand which makes so much is paid for."""
    ranks = ((DRAGON, EVERY), (SIX_PAIRS, PAIRS), (THREE_STRAIGHTS, STRAIGHTS))
    found = THREE_FLUSHES if flushes else NO_NATURAL
    for kind, bit in ranks:
        if makes & bit and dearer(kind, found, prices):
            found = kind
    return found
