"""The best play against one up-card, in doubles: kernels over the tables of `dealer_tree`.

All values are what a unit wins on average, counting only the rounds without a dealer's blackjack where the dealer
looks for it: a chance times a value. So every draw is from the unseen cards, hole card included, with plain
probabilities, and no conditional weights are needed. Where the dealer does not look, a blackjack counts as a loss.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.super_pairs.count.dealer_tree import BLACKJACK, Hands, Tree
from houseway.games.super_pairs.rules.blackjack import (
    LOSE,
    PUSH,
    WIN,
    completing,
    may_double,
    may_draw,
    outcome,
    units,
)
from houseway.lab.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STANDS, HITS, DOUBLES = 0, 1, 2

ABREAST = 8
"""Compositions whose dealer's ends are counted side by side."""

ACE = 0


class HandRules(NamedTuple):
    """What bears on the value of a hand, as numbers: settings, and what a unit comes to that is lost, pushed or won."""

    looks: bool
    double_least: int
    double_most: int
    double_after_split: bool
    aces_one_card: bool
    as_unsplit: bool
    lose: float
    push: float
    win: float


@kernel
def dealer_ends(left: Ints, unseen: Ints, up: int, tree: Tree) -> Floats:
    """The chances of 17 to 21 and of a blackjack, a row for each row of cards left; the rest is the chance of a bust.

    ABREAST rows are walked at a time, side by side in memory, so that the processor multiplies several at once.
    """
    first, nodes = tree.start[up], tree.start[up + 1] - tree.start[up]
    found = np.empty((len(unseen), 6))
    product, chance = np.empty((nodes, ABREAST)), np.empty((6, ABREAST))
    cards, orders = np.empty((10, ABREAST)), np.empty((16, ABREAST))
    for begin in range(0, len(unseen), ABREAST):
        for lane in range(ABREAST):
            row = min(begin + lane, len(unseen) - 1)
            for card in range(10):
                cards[card, lane] = left[row, card]
            product[0, lane] = orders[0, lane] = 1.0
            for drawn in range(1, 16):
                orders[drawn, lane] = orders[drawn - 1, lane] / max(unseen[row] + 1 - drawn, 1)
        chance[:] = 0.0
        for node in range(1, nodes):
            at = first + node
            parent, value, taken = tree.parent[at], tree.value[at], float(tree.taken[at])
            for lane in range(ABREAST):
                product[node, lane] = product[parent, lane] * (cards[value, lane] - taken)
            end = tree.end[at]
            if end >= 0:
                ways, drawn = float(tree.orders[at]), tree.depth[at]
                for lane in range(ABREAST):
                    chance[end, lane] += ways * product[node, lane] * orders[drawn, lane]
        for lane in range(min(ABREAST, len(unseen) - begin)):
            found[begin + lane] = chance[:, lane]
    return found


@kernel
def worth_of(result: int, rules: HandRules) -> float:
    """What a unit comes to with a result."""
    if result == WIN:
        return rules.win
    return rules.push if result == PUSH else rules.lose


@kernel
def standing(points: int, rules: HandRules, chance: Floats) -> float:
    """What a hand of this total is worth against the dealer's ends."""
    bust = 1.0 - chance[BLACKJACK]
    value = 0.0
    for end in range(BLACKJACK):
        bust -= chance[end]
        value += chance[end] * worth_of(outcome(points, 17 + end), rules)
    value += bust * worth_of(outcome(points, 22), rules)
    return float(value if rules.looks else value + chance[BLACKJACK] * worth_of(LOSE, rules))


@kernel
def stands(left: Ints, unseen: Ints, points: Ints, up: int, rules: HandRules, tree: Tree) -> Floats:
    """What standing is worth with each of these totals and cards left; nothing where fewer than two are."""
    held = np.nonzero(unseen >= 2)[0]
    found = np.zeros(len(unseen))
    chances = dealer_ends(left[held], unseen[held], up, tree)
    for place in range(len(held)):
        found[held[place]] = standing(points[held[place]], rules, chances[place])
    return found


@kernel
def no_blackjack(left: Ints, unseen: int, up: int, looks: bool) -> float:
    """The chance that counts: that the dealer has no blackjack, or all where nobody looks."""
    wanted = completing(up + 1)
    if not looks or wanted == 0:
        return 1.0
    return float(1.0 - left[wanted - 1] / unseen)


@kernel
def drawing(hand: int, left: Ints, unseen: int, up: int, rules: HandRules, hands: Hands, worth: Floats) -> float:
    """The average over the next card of what the longer hands are worth; a bust loses."""
    value = 0.0
    for card in range(10):
        if left[card] <= 0:
            continue
        longer = hands.after[hand, card]
        if longer >= 0:
            value += left[card] * worth[longer]
        else:
            left[card] -= 1
            value += (left[card] + 1) * rules.lose * no_blackjack(left, unseen - 1, up, rules.looks)
            left[card] += 1
    return value / unseen


@kernel
def take(shoe: Ints, up: int, hand: int, hands: Hands, left: Ints) -> int:
    """What is left of the shoe without the up-card and the hand; how many cards, or -1 if the shoe has not got them."""
    unseen = 0
    for card in range(10):
        left[card] = shoe[card] - hands.cards[hand, card] - (1 if card == up else 0)
        if left[card] < 0:
            return -1
        unseen += left[card]
    return unseen


@kernel
def solve(
    shoe: Ints, up: int, rules: HandRules, tree: Tree, hands: Hands
) -> tuple[Floats, Floats, Floats, Floats, Ints]:
    """For every hand: what standing, hitting and doubling are worth, the best of them, and which that is.

    Hitting goes on with the best of standing and hitting; doubling is for two cards within the posted bounds.
    """
    count = len(hands.size)
    lefts, unseens = np.zeros((count, 10), dtype=np.int64), np.zeros(count, dtype=np.int64)
    for hand in range(count):
        unseens[hand] = take(shoe, up, hand, hands, lefts[hand])
    stand = stands(lefts, unseens, hands.total, up, rules, tree)
    hit, double, best = np.zeros(count), np.full(count, -np.inf), np.zeros(count)
    move = np.zeros(count, dtype=np.int64)
    for hand in range(count):
        left, unseen = lefts[hand], unseens[hand]
        if unseen < 2:
            continue
        hit[hand] = drawing(hand, left, unseen, up, rules, hands, best)
        if not may_draw(hands.total[hand]):
            best[hand] = stand[hand]
            continue
        move[hand] = HITS if hit[hand] > stand[hand] else STANDS
        best[hand] = max(hit[hand], stand[hand])
        if may_double(hands.total[hand], hands.size[hand], rules.double_least, rules.double_most):
            double[hand] = units(True) * drawing(hand, left, unseen, up, rules, hands, stand)
    for hand in range(count):
        if double[hand] > best[hand]:
            best[hand], move[hand] = double[hand], DOUBLES
    return stand, hit, double, best, move
