"""How split hands are played and what a split is worth, in doubles; the mathematics is in `split_weights`.

`pair` is the value that was split, `same` counts the cards of its kind that are left, `k` those that are known to be
gone besides. A hand's second card is `other`, or it is `kind` and the hand is a pair that may not be split again.
"""

import numpy as np

from houseway.games.super_pairs.count.dealer_tree import Hands, Tree
from houseway.games.super_pairs.count.solver import (
    ACE,
    DOUBLES,
    HITS,
    STANDS,
    Floats,
    HandRules,
    Ints,
    drawing,
    stands,
)
from houseway.games.super_pairs.rules.blackjack import may_double, may_draw, units
from houseway.lab.kernel import kernel


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
def alone(pair: int, hands: Hands) -> int:
    """The hand of one card that a split begins with."""
    hand = 0
    while hands.size[hand] != 1 or hands.cards[hand, pair] != 1:
        hand += 1
    return hand


@kernel
def split_options(
    shoe: Ints, up: int, pair: int, k: int, hand: int, rules: HandRules, stand: Floats, worth: Floats, hands: Hands,
    each: Floats,
) -> bool:  # fmt: skip
    """Fill in what standing, hitting and doubling a split hand are worth; whether the shoe has its cards at all."""
    left = np.zeros(10, dtype=np.int64)
    unseen = split_left(shoe, up, pair, k, hand, hands, left)
    if unseen < 2:
        return False
    each[STANDS] = stand[hand]
    each[HITS] = drawing(hand, left, unseen, up, rules, hands, worth)
    if hands.size[hand] == 2:
        each[DOUBLES] = units(True) * drawing(hand, left, unseen, up, rules, hands, stand)
    return True


@kernel
def best_option(values: Floats, hand: int, rules: HandRules, hands: Hands) -> int:
    """The best move that a split hand is allowed."""
    points = hands.total[hand]
    best = HITS if values[HITS] > values[STANDS] and may_draw(points) else STANDS
    doubling = may_double(points, hands.size[hand], rules.double_least, rules.double_most)
    if rules.double_after_split and doubling and values[DOUBLES] > values[best]:
        return DOUBLES
    return best


@kernel
def split_moves(
    shoe: Ints, up: int, pair: int, same: int, second: bool, weight: Floats, rules: HandRules, stand: Floats,
    hands: Hands,
) -> Ints:  # fmt: skip
    """The best move of every split hand whose second card is kind, or other: on average over the kind cards gone."""
    count, ks = len(hands.size), len(weight)
    move = np.zeros(count, dtype=np.int64)
    worth, each, values = np.zeros((ks, count)), np.zeros((ks, 3)), np.zeros(3)
    left, begin = np.zeros(10, dtype=np.int64), alone(pair, hands)
    for hand in range(count):
        if hands.cards[hand, pair] == 0 or hands.size[hand] < 2:
            continue
        for option in range(3):
            values[option] = 0.0
        for k in range(ks):
            possible = weight[k] != 0.0
            if not possible or not split_options(shoe, up, pair, k, hand, rules, stand[k], worth[k], hands, each[k]):
                continue
            unseen = split_left(shoe, up, pair, k, begin, hands, left)
            chance = reach(left, unseen, same - k, pair, second, weight[k], hand, hands)
            for option in range(3):
                values[option] += chance * each[k, option]
        move[hand] = best_option(values, hand, rules, hands)
        for k in range(ks):
            worth[k, hand] = each[k, move[hand]]
    return move


@kernel
def unsplit_moves(move: Ints, stand: Floats, hit: Floats, rules: HandRules) -> Ints:
    """The moves of the same cards unsplit; where a split hand may not double, the better of standing and hitting."""
    moves = move.copy()
    if not rules.double_after_split:
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
    shoe: Ints, up: int, pair: int, coefficients: Floats, marks: Ints, rules: HandRules, tree: Tree, hands: Hands
) -> Floats:
    """What standing is worth for the marked split hands, for each number of kind cards gone that counts."""
    count, ks = len(hands.size), len(coefficients)
    stand, wanted = np.zeros((ks, count)), np.nonzero(marks)[0]
    lefts, unseens = np.zeros((len(wanted), 10), dtype=np.int64), np.zeros(len(wanted), dtype=np.int64)
    for k in range(ks):
        if coefficients[k] == 0.0:
            continue
        for place in range(len(wanted)):
            unseens[place] = split_left(shoe, up, pair, k, wanted[place], hands, lefts[place])
        stand[k, wanted] = stands(lefts, unseens, hands.total[wanted], up, rules, tree)
    return stand


@kernel
def split_worths(
    shoe: Ints, up: int, pair: int, k: int, moves: Ints, marks: Ints, rules: HandRules, stand: Floats, hands: Hands
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
            worth[hand] = drawing(hand, left, unseen, up, rules, hands, worth)
        else:
            worth[hand] = units(True) * drawing(hand, left, unseen, up, rules, hands, stand[k])
    return worth


@kernel
def second_cards(shoe: Ints, up: int, pair: int, same: int, k: int, worth: Floats, other: bool, hands: Hands) -> float:
    """The average over a split hand's second card: over all that are other, or the one hand where it is kind."""
    left, begin = np.zeros(10, dtype=np.int64), alone(pair, hands)
    unseen = split_left(shoe, up, pair, k, begin, hands, left)
    if not other:
        return float(worth[hands.after[begin, pair]])
    value = 0.0
    for card in range(10):
        ways = left[card] - (same - k) if card == pair else left[card]
        if ways > 0:
            value += ways * worth[hands.after[begin, card]]
    return value / (unseen - (same - k))


@kernel
def every_hand(pair: int, one_card: bool, hands: Hands) -> Ints:
    """Marks for all hands that a split may lead to."""
    marks = np.zeros(len(hands.size), dtype=np.int64)
    for hand in range(len(marks)):
        size = hands.size[hand]
        if hands.cards[hand, pair] > 0 and size > 1 and (size == 2 or not one_card):
            marks[hand] = 1
    return marks


@kernel
def split_value(
    shoe: Ints, up: int, pair: int, same: int, weight: Floats, base: Ints, rules: HandRules, tree: Tree, hands: Hands
) -> tuple[float, Ints]:
    """What a split is worth, and the moves of the hands whose second card is other (row 0) and kind (row 1).

    `weight` are the coefficients a and b, `base` the moves of the same cards unsplit.
    """
    one_card = rules.aces_one_card and pair == ACE
    starts = split_starts(pair, one_card, hands)
    counted, moves = np.zeros(weight.shape[1]), np.zeros((2, len(base)), dtype=np.int64)
    for k in range(len(counted)):
        counted[k] = abs(weight[0, k]) + abs(weight[1, k])
    wanted = reached(base, starts, hands) if rules.as_unsplit else every_hand(pair, one_card, hands)
    stand = split_stands(shoe, up, pair, counted, wanted, rules, tree, hands)
    value = 0.0
    for side in range(2):
        if rules.as_unsplit:
            moves[side] = base
        elif not one_card:
            moves[side] = split_moves(shoe, up, pair, same, side == 1, weight[side], rules, stand, hands)
        marks = reached(moves[side], starts, hands)
        for k in range(len(counted)):
            if weight[side, k] != 0.0:
                worth = split_worths(shoe, up, pair, k, moves[side], marks, rules, stand, hands)
                value += weight[side, k] * second_cards(shoe, up, pair, same, k, worth, side == 0, hands)
    return value, moves
