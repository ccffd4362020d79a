"""Every way in which the dealer's hand can end, by the values of its cards, and every hand a player can hold.

Values stand at index 0 (ace) to 9 (ten). The cards after the up-card are a multiset with a number of orders in which
the dealer's fixed rule draws exactly these cards; the chance of an end is that number times falling factorials of the
cards that are left. Multisets share their beginnings, so they are kept as a tree in flat arrays: one multiplication a
node gives all of them.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.super_pairs.rules.blackjack import busted, completing, dealer_draws, natural, total

Values = tuple[int, ...]
"""How many cards of each value."""

BLACKJACK, BUST = 5, 6
"""Ends 0 to 4 are totals of 17 to 21; then a blackjack, and a bust."""

_NONE: Values = (0,) * 10


class End(NamedTuple):
    """The dealer's cards after the up-card, in how many orders they come, and where they end."""

    cards: Values
    orders: int
    end: int


def plus(cards: Values, index: int, count: int = 1) -> Values:
    """One more card (or some more, or fewer) of a value."""
    return (*cards[:index], cards[index] + count, *cards[index + 1 :])


def hard_of(cards: Values) -> int:
    """The hard sum."""
    return sum((index + 1) * count for index, count in enumerate(cards))


def completing_cards(left: Values, up: int) -> int:
    """How many of the cards left make a blackjack of the up-card."""
    wanted = completing(up + 1)
    return left[wanted - 1] if wanted else 0


def blackjack_chance(left: Values, up: int) -> Fraction:
    """The chance of a dealer's blackjack, the hole card being one of those left."""
    return Fraction(completing_cards(left, up), sum(left))


@cache
def ends(up: int, hits_soft_17: bool) -> tuple[End, ...]:
    """All ends of the dealer under an up-card, by the table's own rules."""
    found: list[End] = []
    open_: dict[Values, int] = {_NONE: 1}
    while open_:
        longer: dict[Values, int] = {}
        for cards, orders in open_.items():
            for index in range(10):
                more = plus(cards, index)
                longer[more] = longer.get(more, 0) + orders
        open_ = {}
        for cards, orders in longer.items():
            hard, aces = up + 1 + hard_of(cards), cards[0] + (up == 0)
            if dealer_draws(hard, aces, hits_soft_17):
                open_[cards] = orders
            elif busted(hard):
                found.append(End(cards, orders, BUST))
            else:
                first = hard - up - 1
                is_natural = sum(cards) == 1 and natural(up + 1, first)
                found.append(End(cards, orders, BLACKJACK if is_natural else total(hard, aces) - 17))
    return tuple(found)


class Tree(NamedTuple):
    """The ends of the dealer that are no bust, as flat arrays: node 0 is the root, a node stands before all below it.

    `start` has the first node of each up-card. `taken` is how many cards of the node's value are drawn before it.
    Small numbers in small places: the tree is walked for every composition, and so stays close to the processor.
    """

    start: NDArray[np.int64]
    parent: NDArray[np.uint16]
    value: NDArray[np.uint8]
    taken: NDArray[np.int8]
    depth: NDArray[np.uint8]
    end: NDArray[np.int8]
    orders: NDArray[np.int8]


_TYPES = (np.uint16, np.uint8, np.int8, np.uint8, np.int8, np.int8)


@cache
def tree_of(hits_soft_17: bool) -> Tree:
    """The dealer's trees for all up-cards, one after the other."""
    start: list[int] = []
    rows: list[Node] = []
    for up in range(10):
        start.append(len(rows))
        rows += nodes(end for end in ends(up, hits_soft_17) if end.end != BUST)
    start.append(len(rows))
    columns = (np.array(column, dtype=type_) for column, type_ in zip(zip(*rows, strict=True), _TYPES, strict=True))
    return Tree(np.array(start, dtype=np.int64), *columns)


class Node(NamedTuple):
    """A beginning of some ends: its parent (counted from the root), its last card, and the end that it is, if any."""

    parent: int
    value: int
    taken: int
    depth: int
    end: int
    orders: int


def nodes(found: Iterable[End]) -> list[Node]:
    """The tree of these ends, depth first: node 0 is its root, and whoever walks on has last met each node's parent."""
    place: dict[tuple[int, ...], int] = {(): 0}
    rows = [Node(0, 0, 0, 0, -1, 0)]
    paths = {tuple(i for i in reversed(range(10)) for _ in range(each.cards[i])): each for each in found}
    for path, (_, orders, end) in sorted(paths.items()):
        for length in range(1, len(path) + 1):
            head = path[:length]
            if head not in place:
                place[head] = len(rows)
                rows.append(Node(place[head[:-1]], head[-1], head[:-1].count(head[-1]), length, -1, 0))
        rows[place[path]] = rows[place[path]]._replace(end=end, orders=orders)
    return rows


class Hands(NamedTuple):
    """Every hand of one card or more with a hard sum of at most 21, the highest sums first.

    `after[hand, value]` is the hand with one more card, or -1 where it busts.
    """

    cards: NDArray[np.int64]
    size: NDArray[np.int64]
    hard: NDArray[np.int64]
    aces: NDArray[np.int64]
    total: NDArray[np.int64]
    after: NDArray[np.int64]


def _multisets(top: int, room: int) -> Iterator[Values]:
    """Multisets of the values up to index `top` whose hard sum fits in `room`; the higher places empty."""
    if top < 0:
        yield ()
        return
    for count in range(room // (top + 1) + 1):
        for rest in _multisets(top - 1, room - count * (top + 1)):
            yield (*rest, count)


@cache
def hand_index() -> dict[Values, int]:
    """The place of each hand in `hands`."""
    all_hands = sorted((cards for cards in _multisets(9, 21) if any(cards)), key=lambda cards: (-hard_of(cards), cards))
    return {cards: place for place, cards in enumerate(all_hands)}


@cache
def two_cards(first: int, second: int) -> int:
    """The place of a hand of two cards."""
    return hand_index()[plus(plus(_NONE, first), second)]


@cache
def hands() -> Hands:
    """The table of all hands."""
    index = hand_index()
    cards = np.array(list(index), dtype=np.int64)
    hard = cards @ np.arange(1, 11)
    after = np.array([[index.get(plus(each, value), -1) for value in range(10)] for each in index], dtype=np.int64)
    totals = np.array([total(int(h), int(a)) for h, a in zip(hard, cards[:, 0], strict=True)], dtype=np.int64)
    return Hands(cards, cards.sum(axis=1), hard, cards[:, 0].copy(), totals, after)
