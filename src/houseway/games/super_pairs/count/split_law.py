"""How all hands of a split end together, counted: whole numbers modulo primes, as in `residues`.

A split is dealt as so many cards of the pair's kind that are gone, and hands whose second card is other or kind
(`split_weights.sequences`). The unseen cards are exchangeable, so the hands may be dealt one after the other from one
shoe and the dealer last: for every monomial of their product (`split_terms`) the dealer's ends are counted from the
cards that it leaves. What each class comes to against each end of the dealer is put in at the very end.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product as every
from math import perm, prod
from typing import NamedTuple

import numpy as np

from houseway.games.super_pairs.count.base_game import BaseGame, Plan, Start
from houseway.games.super_pairs.count.dealer_tree import BLACKJACK, BUST, Tree, tree_of
from houseway.games.super_pairs.count.residues import primes, whole
from houseway.games.super_pairs.count.solver import ACE, Floats, Ints
from houseway.games.super_pairs.count.split_terms import (
    LOST,
    Terms,
    class_sets,
    followers,
    hand_terms,
    points_of,
    product,
    radices,
)
from houseway.games.super_pairs.count.split_weights import sequences
from houseway.games.super_pairs.rules.blackjack import LOSE, WIN, completing, outcome
from houseway.lab.kernel import kernel

DEALER_CARDS = 12
"""At least what the dealer draws after the up-card."""

ENDS = BUST + 1


class Units(NamedTuple):
    """How many units of a round are lost, pushed and won."""

    lost: int
    pushed: int
    won: int


class Dealt(NamedTuple):
    """The shoe that a split is dealt from: the pair, the cards of its kind, how many of them are gone, the up-card."""

    left: Ints
    pair: int
    kind: int
    gone: int
    up: int
    looks: bool


@kernel
def remainder(number: int, p: int, inverse: float) -> int:
    """Of a number below 2^62 by a prime below 2^31: its quotient in doubles is right but for one."""
    rest = number - int(number * inverse) * p
    if rest < 0:
        return rest + p
    return rest - p if rest >= p else rest


@kernel
def falling(top: int, most: int, moduli: Ints) -> Ints:
    """The residues of top, top * (top - 1), ...: row `n` has the product of `n` of them; nothing below zero."""
    found = np.zeros((most + 1, len(moduli)), dtype=np.int64)
    for i in range(len(moduli)):
        found[0, i] = 1
        for n in range(1, most + 1):
            found[n, i] = found[n - 1, i] * max(top - n + 1, 0) % moduli[i]
    return found


@kernel
def dealer_ends(left: Ints, up: int, tree: Tree, product_: Ints, counts: Ints) -> int:
    """By end and by the number of cards that the dealer draws, in how many ways; and the most cards drawn.

    The bound is that of `solver.walk`.
    """
    first, most = tree.start[up], 0
    counts[:] = 0
    product_[0] = 1
    for node in range(1, tree.start[up + 1] - first):
        at = first + node
        product_[node] = product_[tree.parent[at]] * (left[tree.value[at]] - tree.taken[at])
        if tree.end[at] >= 0 and product_[node] > 0:
            counts[tree.end[at], tree.depth[at]] += tree.orders[at] * product_[node]
            most = max(most, tree.depth[at])
    return most


@kernel
def weigh(
    packed: Ints, orders: Ints, sets: int, base: Ints, dealt: Dealt, tree: Tree, moduli: Ints, over: Ints
) -> Ints:
    """The residues of the chance of every set of classes with every end of the dealer; `packed` is sorted.

    `over[n]` are the residues of one over `n` cards drawn in order from the whole of what is left.
    """
    m, size, pair = len(moduli), dealt.left.sum(), dealt.pair
    found = np.zeros((7, sets, m), dtype=np.int64)
    fall = np.zeros((11, base.max(), m), dtype=np.int64)
    for place in range(11):
        top = dealt.left[place] if place < 10 else dealt.left[pair] - dealt.kind
        fall[place, : base[place]] = falling(top, base[place] - 1, moduli)
    share = falling(dealt.kind, dealt.gone, moduli)[dealt.gone]
    inverse = 1.0 / moduli
    left, work, counts = np.zeros(10, dtype=np.int64), np.empty(4096, dtype=np.int64), np.zeros((7, 16), dtype=np.int64)
    digits, chance, ways = np.zeros(11, dtype=np.int64), np.zeros((7, m), dtype=np.int64), np.zeros(m, dtype=np.int64)
    known, possible = -1, False
    for at in range(len(packed)):
        cards, state = packed[at] // sets, packed[at] % sets
        if cards != known:
            known, rest, drawn = cards, cards, dealt.gone
            for place in range(11):
                digits[place] = rest % base[place]
                rest //= base[place]
                drawn += digits[place]
            left[:] = dealt.left - digits[:10]
            left[pair] -= dealt.gone + digits[10]
            possible = left.min() >= 0 and digits[10] <= dealt.left[pair] - dealt.kind and drawn < size
            if possible:
                _ways(digits, dealt, share, fall, moduli, inverse, ways)
                _chances(left, drawn, size, dealt, tree, moduli, inverse, over, work, counts, ways, chance)
        if possible:
            for i in range(m):
                times = remainder(orders[at], moduli[i], inverse[i])
                for end in range(7):
                    sum_ = found[end, state, i] + times * chance[end, i]
                    found[end, state, i] = remainder(sum_, moduli[i], inverse[i])
    return found


@kernel
def _ways(digits: Ints, dealt: Dealt, share: Ints, fall: Ints, moduli: Ints, inverse: Floats, ways: Ints) -> None:
    """In how many ways these cards are drawn: kind cards, other tens, then all else of each value."""
    pair = dealt.pair
    for i in range(len(moduli)):
        p, each = moduli[i], share[i]
        for place in range(11):
            if place != pair and digits[place] > 0:
                each = remainder(each * fall[place, digits[place], i], p, inverse[i])
        rest = dealt.left[pair] - dealt.gone - digits[10]
        for n in range(digits[pair]):
            each = remainder(each * (rest - n), p, inverse[i])
        ways[i] = each


@kernel
def _chances(
    left: Ints, drawn: int, size: int, dealt: Dealt, tree: Tree, moduli: Ints, inverse: Floats, over: Ints, work: Ints,
    counts: Ints, ways: Ints, chance: Ints,
) -> None:  # fmt: skip  # arguments that belong together share a line
    """The residues of the chance that these cards are drawn and the dealer then ends so; a bust is what is left."""
    most = dealer_ends(left, dealt.up, tree, work, counts)
    wanted = completing(dealt.up + 1)
    for i in range(len(moduli)):
        p, by = moduli[i], inverse[i]
        some = 0
        for end in range(6):
            total = 0
            for cards in range(1, most + 1):
                if counts[end, cards] > 0:
                    total += remainder(counts[end, cards] % p * over[drawn + cards, i], p, by)
            chance[end, i] = remainder(remainder(total, p, by) * ways[i], p, by)
            some += chance[end, i]
        chance[6, i] = remainder(ways[i] * over[drawn, i], p, by) - remainder(some, p, by)
        if chance[6, i] < 0:
            chance[6, i] += p
        if dealt.looks and wanted > 0:
            chance[5, i] = 0  # such a round is over before the split; it is taken off the busts above


@kernel
def inverse_falling(size: int, most: int, moduli: Ints, inverse: Ints) -> Ints:
    """Row `n`: one over size * (size - 1) * ..., `n` of them."""
    found = np.zeros((most + 1, len(moduli)), dtype=np.int64)
    for i in range(len(moduli)):
        found[0, i] = 1
        for n in range(1, most + 1):
            found[n, i] = found[n - 1, i] * inverse[i, size - n + 1] % moduli[i]
    return found


class Hands(NamedTuple):
    """The hands of one split: those whose second card is other, and those whose second card is kind."""

    other: Terms
    kind: Terms


def hands_of(game: BaseGame, plan: Plan, start: Start) -> Hands:
    """How the hands of a start that is split are played."""
    one_card = game.rules.hand.aces_one_card and start.first == ACE
    moves = plan.splits[start.up, start.first, start.kind]
    others = tuple(v for v in range(10) if v != start.first or game.left(start)[v] > start.kind)
    return Hands(
        hand_terms(start.first, moves[0], others, kind=False, one_card=one_card),
        hand_terms(start.first, moves[1], (start.first,), kind=True, one_card=one_card),
    )


class Split(NamedTuple):
    """How a start that is split ends: every result with its chance, up to so many hands; more were not counted.

    Where nothing is missing they sum to the chance that the hand is played (`BaseGame.alive`).
    """

    ends: dict[Units, Fraction]
    hands: int
    missing: Fraction


def split_law(game: BaseGame, plan: Plan, start: Start) -> Split:
    """All hands of a start together; from so many hands on that come about in too many ways, nothing is counted."""
    hands, most = hands_of(game, plan, start), game.rules.hands_after_split(start.first)
    size, found = game.shoe.size - 3, dict[Units, Fraction]()
    longest = max(int(each.cards.sum(axis=1).max(initial=0)) for each in hands)
    cards = min(size, 2 * most + longest * most + DEALER_CARDS)
    moduli = primes(perm(size, cards).bit_length() + 2 * most)
    for count in range(2, most + 1):
        try:
            sums = _counted(game, start, hands, count, moduli)
        except OverflowError:
            return Split(_possible(found), count - 1, game.alive(start) - sum(found.values()))
        for units, residues in sums.items():
            chance = Fraction(whole(residues, moduli, perm(size, cards)), perm(size, cards))
            found[units] = found.get(units, Fraction(0)) + chance
    return Split(_possible(found), most, Fraction(0))


def _possible(found: dict[Units, Fraction]) -> dict[Units, Fraction]:
    return {units: chance for units, chance in sorted(found.items()) if chance}


def _counted(game: BaseGame, start: Start, hands: Hands, count: int, moduli: tuple[int, ...]) -> dict[Units, list[int]]:
    """The residues of what a start comes to that is split into so many hands."""
    most, size, tree = game.rules.hands_after_split(start.first), game.shoe.size - 3, tree_of(game.rules.soft_17)
    base, field = radices(hands.other, hands.kind, most), np.array(moduli, dtype=np.int64)
    over = inverse_falling(size, size, field, _inverses(moduli, size))
    left, found = np.array(game.left(start), dtype=np.int64), dict[Units, list[int]]()
    for (gone, others, pairs), ways in sequences(most).items():
        if gone > start.kind or others + pairs != count:
            continue
        spread = product([hands.other] * others + [hands.kind] * pairs, base, most)
        dealt = Dealt(left, start.first, start.kind, gone, start.up, game.rules.hand.looks)
        weighed = weigh(spread.packed, spread.orders, len(followers(most)), base, dealt, tree, field, over)
        for units, residues in _ended(weighed, most, moduli):
            before = found.get(units, [0] * len(moduli))
            found[units] = [(a + ways * b) % p for a, b, p in zip(before, residues, moduli, strict=True)]
    return found


def _inverses(moduli: tuple[int, ...], most: int) -> Ints:
    """For each prime the inverses of 1 to `most`."""
    return np.array([[0, *(pow(n, -1, p) for n in range(1, most + 1))] for p in moduli], dtype=np.int64)


def _ended(weighed: Ints, most: int, moduli: tuple[int, ...]) -> Iterator[tuple[Units, list[int]]]:
    """What the classes come to against the dealer's ends: units lost, pushed and won, with their residues."""
    sums: dict[Units, Ints] = {}
    for at, classes in enumerate(class_sets(most)):
        for end in range(ENDS):
            if not weighed[end, at].any():
                continue
            for parts in every(*(_met(class_, end) for class_ in classes)):
                units = Units(*(sum(part[0][i] for part in parts) for i in range(3)))
                sign = prod(part[1] for part in parts)
                sums[units] = sums.get(units, np.zeros(len(moduli), dtype=np.int64)) + sign * weighed[end, at]
    for units, residues in sums.items():
        yield units, [int(each) % p for each, p in zip(residues, moduli, strict=True)]


@cache
def _met(class_: int, end: int) -> tuple[tuple[Units, int], ...]:
    """A class against an end of the dealer: what is lost, and in the place of that what is not."""
    points, stake = points_of(class_)
    lost = Units(stake, 0, 0)
    if points == LOST:
        return ((lost, 1),)
    result = LOSE if end == BLACKJACK else outcome(points, 22 if end == BUST else 17 + end)
    if result == LOSE:
        return ()
    return ((Units(0, 0, stake) if result == WIN else Units(0, stake, 0), 1), (lost, -1))
