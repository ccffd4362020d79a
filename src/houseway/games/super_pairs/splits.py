"""Split hands: how many there will be, what cards the others take away, and how each is played.

A pair is split, and every further card of its kind is split again while the rules allow. A split hand is played by its
own cards (and the up-card and the pair that was split), not by those of its sister hands, which are unseen cards to it.
For such play the value of a split is exact by two facts:

* expectation is linear: the hands of a spot may be valued one by one, though they meet the same dealer;
* unseen cards are exchangeable: that a sister hand has drawn some of them changes nothing, except for what is known of
  them, namely whether a sister's second card was another of the pair's kind ("kind") or not ("other").

A hand valued with `u` kind and `v` other cards known to be gone reduces to hands with only kind cards gone, since an
unknown card is kind or other:

    value(u, v) = kind/unseen * value(u + 1, v) + other/unseen * value(u, v + 1)

so that a split is worth  sum over k of  a[k] * G[k] + b[k] * W[k]:  G[k] is a hand whose second card is other, W[k] one
whose second card is kind and that may not be split again, both valued with k further kind cards gone from the shoe.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from houseway.games.super_pairs.blackjack import may_double, may_draw
from houseway.games.super_pairs.dealer_tree import Hands, Tree
from houseway.games.super_pairs.solver import (
    ACE,
    DOUBLES,
    HITS,
    STANDS,
    Floats,
    Ints,
    Terms,
    dealer_ends,
    drawing,
    standing,
)
from houseway.lab.kernel import kernel

Weights = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""The coefficients a and b."""


@cache
def weights(unseen: int, kind: int, most: int) -> Weights:
    """The coefficients of a split: unseen cards and kind cards after the pair and the up-card, and the most hands."""
    size = max(2 * most - 2, 1)
    a, b = [Fraction(0)] * size, [Fraction(0)] * size
    for (gone, others, pairs), ways in _sequences(most).items():
        chance = ways * _chance(unseen, kind, gone, others)
        if chance == 0:
            continue
        if others:
            for k, share in _reduced(unseen - 1, kind, gone, others - 1).items():
                a[k] += chance * others * share
        if pairs:
            for k, share in _reduced(unseen - 1, kind - 1, gone - 1, others).items():
                b[k] += chance * pairs * share
    return tuple(a), tuple(b)


@cache
def _sequences(most: int) -> dict[tuple[int, int, int], int]:
    """In how many orders the second cards of all hands are drawn: by kind cards, other cards, and pairs kept."""
    found: dict[tuple[int, int, int], int] = {}

    def go(hands: int, waiting: int, gone: int, others: int, pairs: int) -> None:
        if waiting == 0:
            key = (gone, others, pairs)
            found[key] = found.get(key, 0) + 1
            return
        go(hands, waiting - 1, gone, others + 1, pairs)
        if hands < most:
            go(hands + 1, waiting + 1, gone + 1, others, pairs)
        else:
            go(hands, waiting - 1, gone + 1, others, pairs + 1)

    go(2, 2, 0, 0, 0)
    return found


def _chance(unseen: int, kind: int, gone: int, others: int) -> Fraction:
    """That the next cards are these kind and other cards, in one given order."""
    chance, other = Fraction(1), unseen - kind
    for i in range(gone):
        chance *= max(kind - i, 0)
    for i in range(others):
        chance *= max(other - i, 0)
    for i in range(gone + others):
        chance /= unseen - i
    return chance


@cache
def _reduced(unseen: int, kind: int, u: int, v: int) -> dict[int, Fraction]:
    """value(u, v) by values with only kind cards gone; `unseen` and `kind` are after the hand's own second card."""
    if v == 0:
        return {u: Fraction(1)}
    n, p = unseen - u - (v - 1), kind - u
    q = n - p
    found: dict[int, Fraction] = {}
    for k, share in _reduced(unseen, kind, u, v - 1).items():
        found[k] = found.get(k, Fraction(0)) + share * Fraction(n, q)
    if p > 0:
        for k, share in _reduced(unseen, kind, u + 1, v - 1).items():
            found[k] = found.get(k, Fraction(0)) - share * Fraction(p, q)
    return found


@kernel
def split_left(shoe: Ints, up: int, pair: int, gone: int, hand: int, hands: Hands, left: Ints) -> int:
    """What is left without the up-card, the pair, `gone` more of its kind, and the cards that one hand has drawn."""
    unseen = 0
    for card in range(10):
        left[card] = shoe[card] - hands.cards[hand, card] - (1 if card == up else 0)
        if card == pair:
            left[card] -= 1 + gone
        if left[card] < 0:
            return -1
        unseen += left[card]
    return unseen


@kernel
def reach(left: Ints, unseen: int, same: int, pair: int, second: bool, start: float, hand: int, hands: Hands) -> float:
    """How likely a split hand's own cards are, up to a factor that is the same for every number of kind cards gone.

    `left` and `unseen` are after the pair and the kind cards gone; `second` says whether its second card was kind.
    """
    more = hands.cards[hand, pair] - 1
    kind = left[pair]
    chance = start
    if second:
        more -= 1
        kind -= 1
    else:
        chance /= unseen - same
        if kind > same and more > 0:
            chance *= kind - same
            more -= 1
            kind -= 1
    for i in range(more):
        chance *= kind - i
    for i in range(hands.size[hand] - 2):
        chance /= unseen - 1 - i
    return chance


@kernel
def split_moves(
    shoe: Ints,
    up: int,
    pair: int,
    same: int,
    second: bool,
    coefficients: Floats,
    terms: Terms,
    stand: Floats,
    hands: Hands,
) -> Ints:
    """The best move of every split hand whose second card is kind, or other: on average over the kind cards gone."""
    count, ks = len(hands.size), len(coefficients)
    move = np.zeros(count, dtype=np.int64)
    if terms.aces_one_card and pair == ACE:
        return move
    worth = np.zeros((ks, count))
    left, before = np.zeros(10, dtype=np.int64), np.zeros(10, dtype=np.int64)
    alone = 0
    while hands.size[alone] != 1 or hands.cards[alone, pair] != 1:
        alone += 1
    for hand in range(count):
        if hands.cards[hand, pair] == 0 or hands.size[hand] < 2:
            continue
        doubling = terms.double_after_split and may_double(
            hands.total[hand], hands.size[hand], terms.double_least, terms.double_most
        )
        values = np.zeros(3)
        each = np.zeros((ks, 3))
        for k in range(ks):
            if coefficients[k] == 0.0:
                continue
            unseen = split_left(shoe, up, pair, k, hand, hands, left)
            if unseen < 2:
                continue
            all_unseen = split_left(shoe, up, pair, k, alone, hands, before)
            weight = reach(before, all_unseen, same - k, pair, second, coefficients[k], hand, hands)
            each[k, STANDS] = stand[k, hand]
            each[k, HITS] = drawing(hand, left, unseen, up, terms.looks, hands, worth[k])
            if doubling:
                each[k, DOUBLES] = 2.0 * drawing(hand, left, unseen, up, terms.looks, hands, stand[k])
            for option in range(3):
                values[option] += weight * each[k, option]
        best = HITS if values[HITS] > values[STANDS] and may_draw(hands.total[hand]) else STANDS
        if doubling and values[DOUBLES] > values[best]:
            best = DOUBLES
        move[hand] = best
        for k in range(ks):
            worth[k, hand] = each[k, best]
    return move


@kernel
def unsplit_moves(move: Ints, stand: Floats, hit: Floats, terms: Terms) -> Ints:
    """The moves of the same cards unsplit; where a split hand may not double, the better of standing and hitting."""
    moves = move.copy()
    if not terms.double_after_split:
        for hand in range(len(moves)):
            if moves[hand] == DOUBLES:
                moves[hand] = HITS if hit[hand] > stand[hand] else STANDS
    return moves


@kernel
def reached(moves: Ints, starts: Ints, hands: Hands) -> Ints:
    """Which hands these starts can become under these moves: 0 never, 1 only to stand there, 2 to move."""
    marks = starts.copy()
    for hand in range(len(marks) - 1, -1, -1):
        if marks[hand] < 2 or moves[hand] == STANDS:
            continue
        for card in range(10):
            longer = hands.after[hand, card]
            if longer >= 0:
                marks[longer] = max(marks[longer], 2 if moves[hand] == HITS else 1)
    return marks


@kernel
def split_starts(pair: int, one_card: bool, hands: Hands) -> Ints:
    """The two-card hands that a split can give: to be played, or to stand where aces get one card only."""
    starts = np.zeros(len(hands.size), dtype=np.int64)
    for hand in range(len(starts)):
        if hands.size[hand] == 2 and hands.cards[hand, pair] > 0:
            starts[hand] = 1 if one_card else 2
    return starts


@kernel
def split_stands(
    shoe: Ints, up: int, pair: int, coefficients: Floats, marks: Ints, looks: bool, tree: Tree, hands: Hands
) -> Floats:
    """What standing is worth for the marked split hands, for each number of kind cards gone that counts."""
    count, ks = len(hands.size), len(coefficients)
    stand = np.zeros((ks, count))
    left, product, chance = np.zeros(10, dtype=np.int64), np.empty(4096), np.empty(6)
    for k in range(ks):
        if coefficients[k] == 0.0:
            continue
        for hand in range(count):
            if marks[hand] == 0:
                continue
            unseen = split_left(shoe, up, pair, k, hand, hands, left)
            if unseen >= 2:
                dealer_ends(left, unseen, up, tree, product, chance)
                stand[k, hand] = standing(hands.total[hand], looks, chance)
    return stand


@kernel
def split_worths(
    shoe: Ints, up: int, pair: int, k: int, moves: Ints, marks: Ints, looks: bool, stand: Floats, hands: Hands
) -> Floats:
    """What each marked hand is worth under these moves, with `k` kind cards gone."""
    count = len(hands.size)
    worth = np.zeros(count)
    left = np.zeros(10, dtype=np.int64)
    for hand in range(count):
        if marks[hand] == 0:
            continue
        worth[hand] = stand[k, hand]
        if marks[hand] < 2 or moves[hand] == STANDS:
            continue
        unseen = split_left(shoe, up, pair, k, hand, hands, left)
        if unseen < 2:
            continue
        if moves[hand] == HITS:
            worth[hand] = drawing(hand, left, unseen, up, looks, hands, worth)
        else:
            worth[hand] = 2.0 * drawing(hand, left, unseen, up, looks, hands, stand[k])
    return worth


@kernel
def second_cards(shoe: Ints, up: int, pair: int, same: int, k: int, worth: Floats, other: bool, hands: Hands) -> float:
    """The average over a split hand's second card: over all that are other, or the one hand where it is kind."""
    left = np.zeros(10, dtype=np.int64)
    alone = 0
    while hands.size[alone] != 1 or hands.cards[alone, pair] != 1:
        alone += 1
    unseen = split_left(shoe, up, pair, k, alone, hands, left)
    if not other:
        return float(worth[hands.after[alone, pair]])
    value = 0.0
    for card in range(10):
        ways = left[card] - (same - k) if card == pair else left[card]
        if ways > 0:
            value += ways * worth[hands.after[alone, card]]
    return value / (unseen - (same - k))


@kernel
def split_value(
    shoe: Ints, up: int, pair: int, same: int, a: Floats, b: Floats, base: Ints, terms: Terms, tree: Tree, hands: Hands
) -> tuple[float, Ints, Ints]:
    """What a split is worth, and the moves of the hands whose second card is other and is kind.

    `same` counts the cards of the pair's kind that are left, `base` are the moves of the same cards unsplit.
    """
    one_card = terms.aces_one_card and pair == ACE
    starts = split_starts(pair, one_card, hands)
    counted = np.zeros(len(a))
    for k in range(len(a)):
        counted[k] = abs(a[k]) + abs(b[k])
    if terms.as_unsplit:
        marks = reached(base, starts, hands)
        stand = split_stands(shoe, up, pair, counted, marks, terms.looks, tree, hands)
        other_moves, kind_moves = base, base
    else:
        marks = np.zeros(len(hands.size), dtype=np.int64)
        for hand in range(len(marks)):
            marks[hand] = 1 if hands.cards[hand, pair] > 0 and hands.size[hand] > 1 else 0
            if one_card and hands.size[hand] > 2:
                marks[hand] = 0
        stand = split_stands(shoe, up, pair, counted, marks, terms.looks, tree, hands)
        other_moves, kind_moves = base, base
        for side in range(2):
            weight = a if side == 0 else b
            moves = split_moves(shoe, up, pair, same, side == 1, weight, terms, stand, hands)
            if side == 0:
                other_moves = moves
            else:
                kind_moves = moves
    value = 0.0
    for side in range(2):
        weight, moves = (a, other_moves) if side == 0 else (b, kind_moves)
        marks = reached(moves, starts, hands)
        for k in range(len(weight)):
            if weight[k] != 0.0:
                worth = split_worths(shoe, up, pair, k, moves, marks, terms.looks, stand, hands)
                value += weight[k] * second_cards(shoe, up, pair, same, k, worth, side == 0, hands)
    return value, other_moves, kind_moves
