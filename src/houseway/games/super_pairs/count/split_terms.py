"""The hands of a split as polynomials: how several of them are dealt from one shoe, whoever wins.

A monomial says which cards are drawn, its coefficient in how many orders. That certain cards are drawn from what is
left has a chance that rests on how many there are of each value and on nothing else, so the hands of a spot multiply
like polynomials, and equal monomials join: of the billions of ways in which three hands come about, some hundred
thousand remain.

A hand that is not lost stands in a class: its total, and its stake. That it is lost is all the rest: what stands and
wins is taken off it, so that no hand that busts is ever listed. `LOST` is that rest, from the hand's second card on.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from houseway.games.super_pairs.count.dealer_tree import hand_index, hands, plus
from houseway.games.super_pairs.count.solver import DOUBLES, HITS, Ints
from houseway.games.super_pairs.rules.blackjack import units
from houseway.lab.kernel import kernel

STIFF, LEAST, MOST = 16, 17, 21
TOTALS = MOST - STIFF + 1
"""Totals that meet the dealer otherwise: 16 and less, and 17 to 21."""

LOST = 0
CLASSES = 2 * (1 + TOTALS)
"""For either stake: lost, and each total."""

OTHER = 10
"""The place of second cards that have the pair's value and are not of its kind: other tens."""

LONGEST = 1 << 62
"""What coefficients, and packed monomials, stay below."""

MOST_WORK = 400_000_000
"""Products of two terms at most: a quarter of a minute, and about a gigabyte."""


class Terms(NamedTuple):
    """A hand's monomials as arrays: cards drawn after its first by place, the class, and in how many orders."""

    cards: Ints
    class_: Ints
    orders: Ints


class Spread(NamedTuple):
    """A product of hands: packed monomials and classes, ascending, with their coefficients."""

    packed: Ints
    orders: Ints


def class_of(points: int, doubled: bool) -> int:
    """The class of a hand that stands; `LOST` and the stake where it has no points."""
    at = 0 if points == LOST else 1 + max(points, STIFF) - STIFF
    return at + (1 + TOTALS) * doubled


def points_of(class_: int) -> tuple[int, int]:
    """The points of a class, `LOST` where it has none, and its stake in units."""
    doubled, at = divmod(class_, 1 + TOTALS)
    return (LOST if at == 0 else STIFF + at - 1), units(bool(doubled))


def hand_terms(pair: int, moves: Ints, seconds: tuple[int, ...], kind: bool, one_card: bool) -> Terms:
    """A split hand under these moves, by the values of its second card; one of the kind is counted with those gone."""
    found: dict[tuple[tuple[int, ...], int], int] = {}
    for second in seconds:
        begin = plus(plus((0,) * 10, pair), second)
        own = (0,) * 11 if kind else plus((0,) * 11, OTHER if second == pair else second)
        for hand, points, doubled, orders in _ends(hand_index()[begin], moves, one_card):
            drawn = zip((*hands().cards[hand], 0), (*begin, 0), own, strict=True)
            key = tuple(int(n) - m + k for n, m, k in drawn), class_of(points, doubled)
            found[key] = found.get(key, 0) + orders
    keys = sorted(found)
    return Terms(
        np.array([cards for cards, _ in keys], dtype=np.int64).reshape(-1, 11),
        np.array([class_ for _, class_ in keys], dtype=np.int64),
        np.array([found[key] for key in keys], dtype=np.int64),
    )


def _ends(begin: int, moves: Ints, one_card: bool) -> Iterator[tuple[int, int, bool, int]]:
    """First that all is lost; then hands that stand, their points, whether doubled, in how many orders they come."""
    yield begin, LOST, not one_card and moves[begin] == DOUBLES, 1
    level = {begin: 1}
    while level:
        longer: dict[int, int] = {}
        for hand, orders in level.items():
            after = [int(each) for each in hands().after[hand] if each >= 0]
            if one_card or moves[hand] not in (HITS, DOUBLES):
                yield hand, int(hands().total[hand]), False, orders
            elif moves[hand] == DOUBLES:
                yield from ((each, int(hands().total[each]), True, orders) for each in after)
            else:
                for each in after:
                    longer[each] = longer.get(each, 0) + orders
        level = longer


@cache
def followers(most: int) -> Ints:
    """Multisets of up to so many classes, numbered, and which of them each becomes with one class more; -1 if none."""
    sets = [each for size in range(most + 1) for each in combinations_with_replacement(range(CLASSES), size)]
    number = {each: at for at, each in enumerate(sets)}
    rows = [[number.get(tuple(sorted((*each, class_))), -1) for class_ in range(CLASSES)] for each in sets]
    return np.array(rows, dtype=np.int64)


@cache
def class_sets(most: int) -> tuple[tuple[int, ...], ...]:
    """The multisets in the order of `followers`."""
    return tuple(each for size in range(most + 1) for each in combinations_with_replacement(range(CLASSES), size))


@kernel
def place_of(table: Ints, packed: int) -> int:
    """Where a key stands in an open table whose length is a power of two, or where it may."""
    mask = len(table) - 1
    at = (packed * 11400714819323198485 >> 20) & mask
    while table[at, 0] != -1 and table[at, 0] != packed:
        at = (at + 1) & mask
    return at


@kernel
def grown(table: Ints, length: int) -> Ints:
    """The same keys and sums in a table of another length."""
    longer = np.zeros((length, 2), dtype=np.int64)
    longer[:, 0] = -1
    for old in range(len(table)):
        if table[old, 0] != -1:
            longer[place_of(longer, table[old, 0])] = table[old]
    return longer


@kernel
def times(packed: Ints, orders: Ints, keys: Ints, classes: Ints, count: Ints, follow: Ints) -> tuple[Ints, Ints]:
    """A product of hands with one hand more. Coefficients stay below 2^62 (`product` argues it)."""
    sets, held = len(follow), 0
    table = grown(np.zeros((0, 2), dtype=np.int64), 1 << 14)
    for i in range(len(packed)):
        cards, state = packed[i] // sets, packed[i] % sets
        for j in range(len(keys)):
            key = (cards + keys[j]) * sets + follow[state, classes[j]]
            at = place_of(table, key)
            if table[at, 0] == -1:
                table[at, 0] = key
                held += 1
            table[at, 1] += orders[i] * count[j]
            if 2 * held > len(table):
                table = grown(table, 2 * len(table))
    found, totals = np.empty(held, dtype=np.int64), np.empty(held, dtype=np.int64)
    held = 0
    for at in range(len(table)):
        if table[at, 0] != -1:
            found[held], totals[held] = table[at]
            held += 1
    return found, totals


def radices(each: Terms, other: Terms, most: int) -> Ints:
    """The base of each place, large enough for so many hands."""
    longest: Ints = np.maximum(each.cards.max(axis=0, initial=0), other.cards.max(axis=0, initial=0))
    return most * longest + 1


def product(hands_: list[Terms], base: Ints, most: int) -> Spread:
    """Several hands multiplied, sorted. All coefficients of a product sum to the product of their sums: checked."""
    follow = followers(most)
    places = np.concatenate([[1], np.cumprod(base.astype(object))[:-1]])
    most_orders, most_key = 1, int(places[-1]) * int(base[-1]) * len(follow)
    packed, orders = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    for each in hands_:
        most_orders *= int(each.orders.sum())
        if max(most_orders, most_key) >= LONGEST or len(packed) * len(each.orders) > MOST_WORK:
            raise OverflowError("these hands come about in too many ways")
        keys = each.cards @ places.astype(np.int64)
        packed, orders = times(packed, orders, keys, each.class_, each.orders, follow)
    order = np.argsort(packed)
    return Spread(packed[order], orders[order])
