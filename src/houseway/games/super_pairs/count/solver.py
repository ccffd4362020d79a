"""The best play against one up-card, in doubles: kernels over the tables of `dealer_tree`.

All values are what a unit wins on average, counting only the rounds without a dealer's blackjack where the dealer
looks for it: a chance times a value. So every draw is from the unseen cards, hole card included, with plain
probabilities, and no conditional weights are needed. Where the dealer does not look, a blackjack counts as a loss.
"""

from typing import Any, NamedTuple

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

ABREAST = 64
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
def deepest(up: int, tree: Tree) -> int:
    """The most cards that the dealer draws on the way to an end."""
    most = 0
    for at in range(tree.start[up], tree.start[up + 1]):
        most = max(most, int(tree.depth[at]))
    return most


@kernel
def walk(cards: Any, up: int, tree: Tree, product: Any, counts: Any) -> None:
    """In how many ways the dealer comes to each end with each number of cards: in doubles or in whole numbers.

    Up to ABREAST compositions are walked at a time, a column each of `cards` by value and of `counts` by end and
    number, so that the processor multiplies several at once. Depth first: `product` has a row for a number of cards.
    """
    wide = cards.shape[1]
    product[0] = 1
    for at in range(tree.start[up] + 1, tree.start[up + 1]):
        drawn, value, taken, end = tree.depth[at], tree.value[at], tree.taken[at], tree.end[at]
        for lane in range(wide):
            product[drawn, lane] = product[drawn - 1, lane] * (cards[value, lane] - taken)
        if end >= 0:
            ways = tree.orders[at]
            for lane in range(wide):
                counts[end, drawn, lane] += ways * product[drawn, lane]


@kernel
def dealer_ends(left: Ints, unseen: Ints, up: int, tree: Tree) -> Floats:
    """The chances of 17 to 21 and of a blackjack, for each row of cards left; the rest is the chance of a bust."""
    most, found = deepest(up, tree), np.zeros((len(unseen), 6))
    for begin in range(0, len(unseen), ABREAST):
        rows = unseen[begin : begin + ABREAST]
        wide = len(rows)
        cards = np.ascontiguousarray(left[begin : begin + wide].T).astype(np.float64)
        product, counts = np.empty((most + 1, wide)), np.zeros((6, most + 1, wide))
        walk(cards, up, tree, product, counts)
        orders = np.ones(wide)
        for drawn in range(1, most + 1):
            for lane in range(wide):
                orders[lane] /= max(rows[lane] + 1 - drawn, 1)
            for end in range(6):
                for lane in range(wide):
                    found[begin + lane, end] += counts[end, drawn, lane] * orders[lane]
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
