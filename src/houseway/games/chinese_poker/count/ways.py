"""All 72,072 settings of thirteen cards, compiled: valued by the table's own rules and reduced to the undominated ones.

A pile is a 13-bit mask over the cards of the hand, so the value of every pile of three and five fits one table of
8,192 places. Each of the 286 Fronts leaves ten cards, parted in 126 ways into two fives, the lower of which can only
be the Middle: 36,036 settings, the other 36,036 being their fouls (or equals).
A setting is dominated if another legal one is at least as high in all three hands.

What a pile is worth is read from tables that the rule has filled. Where the settings found so far hold a Middle m, only
a five that is worth more than m can be a Back: any other setting has both fives no better than that one's Middle and
Back. After a few Fronts some thirty of 1,287 are left.
"""

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.chinese_poker.rules.hands import FRONT_CARDS, HAND_CARDS, LONG_CARDS, fouled, pile_value
from houseway.lab.evaluator import LENT, Tables, by_number, by_ranks, tables_by_rule
from houseway.lab.kernel import kernel

Array = npt.NDArray[Any]

PILES_13 = 1 << HAND_CARDS
SETTINGS = 72072
LOWER = 7
"""Places whose piles are looked up apart from those of the other six."""
MIDDLE, BACK, WAY = range(3)
"""The rows of a staircase."""

NOTHING: Any = np.int64(0)
"""Where sums begin that kernels are given: of a bare 0 the compiler makes a second copy of each, for 0 alone."""

MOST_WAYS = 8192
"""Room for the settings that no earlier one dominates; random hands have a few hundred."""


def _masks(size: int) -> list[int]:
    return [sum(1 << place for place in each) for each in combinations(range(HAND_CARDS), size)]


def _fives_of(front: int) -> list[int]:
    rest = PILES_13 - 1 & ~front
    lowest = rest & -rest
    return [five for five in _FIVE_MASKS if five & ~rest == 0 and five & lowest]


_FIVE_MASKS = _masks(LONG_CARDS)
FRONTS = np.array(_masks(FRONT_CARDS), dtype=np.int64)
FIVES = np.array(_FIVE_MASKS, dtype=np.int64)
SPLITS = np.array([_fives_of(front) for front in _masks(FRONT_CARDS)], dtype=np.int64)
"""For each Front, the 126 fives that hold the lowest card left; the other five is the rest."""

_PLACES = {five: at for at, five in enumerate(_FIVE_MASKS)}
PLACES = np.zeros(PILES_13, np.uint16)
"""The place of each five in their list."""
PLACES[FIVES] = np.arange(len(FIVES))
HALVES = np.stack([PLACES[SPLITS], PLACES[PILES_13 - 1 - FRONTS[:, None] - SPLITS]], axis=2)
"""The same as places in the list of fives, each with the other five: small enough to lie close to the processor."""
FEW = 256
"""As few fives are looked at one by one for those that a Front leaves whole; of more, all that a Front leaves."""


class Worths(NamedTuple):
    """What piles of three and of five cards are worth, as tables that the rule has filled."""

    fronts: Tables
    fives: Tables


@cache
def worths_of(wheel: int) -> Worths:
    """The tables, each value answered by the rule of the table."""
    return Worths(tables_by_rule(FRONT_CARDS, wheel, pile_value), tables_by_rule(LONG_CARDS, wheel, pile_value))


@kernel
def pile_values(hand: int, worths: Worths, worth: Array) -> None:
    """The value of every pile of three and of five cards of a hand, by its 13-bit mask."""
    cards = np.empty(13, np.int64)
    held = 0
    for card in range(52):
        if hand >> card & 1:
            cards[held] = card
            held += 1
    lower, upper = np.zeros((2, 1 << LOWER), np.uint64), np.zeros((2, 1 << 13 - LOWER), np.uint64)
    upper[1, 0] = LENT
    _add_up(cards[:LOWER], worths.fives.keys, lower)
    _add_up(cards[LOWER:], worths.fives.keys, upper)
    for at in range(len(FRONTS)):
        front = FRONTS[at]
        low, high = front & lower.shape[1] - 1, front >> LOWER
        worth[front] = by_ranks(lower[1, low] + upper[1, high], worths.fronts)
    for at in range(len(FIVES)):
        five = FIVES[at]
        low, high = five & lower.shape[1] - 1, five >> LOWER
        worth[five] = by_number(lower[1, low] + upper[1, high], lower[0, low] | upper[0, high], worths.fives)


@kernel
def _add_up(cards: Array, keys: Array, sums: Array) -> None:
    """The cards of every pile of these, as a mask and as what they add to the number of a hand."""
    for pile in range(1, sums.shape[1]):
        card = cards[_lowest(pile)]
        rest = pile & pile - 1
        sums[0, pile] = sums[0, rest] | np.uint64(1) << np.uint64(card)
        sums[1, pile] = sums[1, rest] + keys[card]


@kernel
def _lowest(pile: int) -> int:
    """The place of the lowest card of a pile."""
    place = 0
    while not pile >> place & 1:
        place += 1
    return place


@kernel
def undominated(worth: Array, equal_is_legal: bool, piles: Array, values: Array) -> int:
    """Write the undominated legal settings (Front and Middle piles; three values), strongest Front first; how many.

    Fronts are taken from the highest down, and a staircase keeps the Middles and Backs that no setting so far beats in
    both: the Back falls from step to step and the Middle rises. Of equal settings the first is left.
    """
    stairs = np.empty((3, MOST_WAYS), np.int64)
    strong, left, fives = FIVES.copy(), np.empty(len(FIVES), np.int64), np.empty(len(FIVES), np.int32)
    for place in range(len(FIVES)):
        fives[place] = worth[FIVES[place]]
    many, least = len(FIVES), -1
    steps, ways = NOTHING, NOTHING
    last_middle, last_back = NOTHING - 1, NOTHING - 1
    for at in np.argsort(-worth[FRONTS]):
        front = FRONTS[at]
        top, rest = worth[front], PILES_13 - 1 - front
        if many > FEW:
            found = _hopeful(fives, HALVES[at], last_middle, last_back, left)
        else:
            found = _strong(worth, strong[:many], rest, last_middle, last_back, left)
        for place in range(found):
            five = FIVES[left[place]]
            one, other = worth[five], worth[rest - five]
            low, high = min(one, other), max(one, other)
            # What dominated the last setting often dominates this one: a look before the search.
            if (low <= last_middle and high <= last_back) or fouled(top, low, high, equal_is_legal):
                continue
            first = _higher_backs(stairs, steps, high)
            if first > 0 and stairs[MIDDLE, first - 1] >= low:
                last_middle, last_back = stairs[MIDDLE, first - 1], stairs[BACK, first - 1]
            elif ways < MOST_WAYS:
                piles[ways, 0], piles[ways, 1] = front, five if one <= other else rest - five
                values[ways, 0], values[ways, 1], values[ways, 2] = top, low, high
                steps = _step_in(stairs, steps, first, ways, values)
                ways += 1
                last_middle, last_back = low, high
        if steps and stairs[MIDDLE, steps - 1] > least:
            least = stairs[MIDDLE, steps - 1]
            many = _stronger(worth, least, strong[:many])
    return _closed(piles, values, ways)


@kernel
def _hopeful(fives: Array, halves: Array, last_middle: int, last_back: int, left: Array) -> int:
    """Of each half of what a Front leaves that this Middle and Back do not dominate, its first five; how many.

    Each is written down, and the next one over it where it does not count: one in fifty does.
    """
    found = 0
    for half in range(len(halves)):
        one, other = fives[halves[half, 0]], fives[halves[half, 1]]
        left[np.uint64(found)] = halves[half, 0]
        found += int(min(one, other) > last_middle) | int(max(one, other) > last_back)
    return found


@kernel
def _strong(worth: Array, strong: Array, rest: int, last_middle: int, last_back: int, left: Array) -> int:
    """The same of the halves that have one of these fives, each half once and in the order of their list."""
    inside = 0
    for at in range(len(strong)):
        left[np.uint64(inside)] = strong[at]
        inside += int(strong[at] & ~rest == 0)
    found = 0
    for at in range(inside):
        five = left[at]
        one, other = worth[five], worth[rest - five]
        if min(one, other) > last_middle or max(one, other) > last_back:
            first = int(PLACES[five if five & rest & -rest else rest - five])
            place = found
            while place > 0 and left[place - 1] > first:
                place -= 1
            if place == 0 or left[place - 1] < first:
                for behind in range(found, place, -1):
                    left[behind] = left[behind - 1]
                left[place] = first
                found += 1
    return found


@kernel
def _stronger(worth: Array, least: int, strong: Array) -> int:
    """Keep those fives that are worth more; how many."""
    many = 0
    for at in range(len(strong)):
        five = strong[at]
        strong[np.uint64(many)] = five
        many += int(worth[five] > least)
    return many


@kernel
def _higher_backs(stairs: Array, steps: int, back: int) -> int:
    """How many steps have a Back as high; the last of them has their highest Middle."""
    first, end = 0, steps
    while first < end:
        half = (first + end) // 2
        if stairs[BACK, half] >= back:
            first = half + 1
        else:
            end = half
    return first


@kernel
def _step_in(stairs: Array, steps: int, first: int, way: int, values: Array) -> int:
    """Put a setting among the steps and take out those it dominates; of equal Fronts they are dropped for good."""
    top, low, high = values[way, 0], values[way, 1], values[way, 2]
    if first > 0 and stairs[BACK, first - 1] == high:
        first -= 1
    stop = first
    while stop < steps and stairs[MIDDLE, stop] <= low:
        if values[stairs[WAY, stop], 0] == top:
            values[stairs[WAY, stop], 0] = -1
        stop += 1
    shift = first + 1 - stop
    if shift > 0:
        for place in range(steps - 1, stop - 1, -1):
            for row in range(3):
                stairs[row, place + shift] = stairs[row, place]
    elif shift < 0:
        for place in range(stop, steps):
            for row in range(3):
                stairs[row, place + shift] = stairs[row, place]
    stairs[MIDDLE, first], stairs[BACK, first], stairs[WAY, first] = low, high, way
    return steps + shift


@kernel
def _closed(piles: Array, values: Array, ways: int) -> int:
    """Close the gaps of the settings that were dropped; how many are left."""
    left = 0
    for way in range(ways):
        if values[way, 0] >= 0:
            for hand in range(3):
                values[left, hand] = values[way, hand]
            piles[left, 0], piles[left, 1] = piles[way, 0], piles[way, 1]
            left += 1
    return left


@kernel
def legal_settings(worth: Array, equal_is_legal: bool) -> int:
    """How many of the 72,072 settings of a hand are legal."""
    count = 0
    for at in range(286):
        front = FRONTS[at]
        for five in SPLITS[at]:
            other = PILES_13 - 1 - front - five
            count += not fouled(worth[front], worth[five], worth[other], equal_is_legal)
            count += not fouled(worth[front], worth[other], worth[five], equal_is_legal)
    return count


def settings_of(hand: int, wheel: int, *, equal_is_legal: bool) -> tuple[Array, Array]:
    """The undominated settings of a hand: Front, Middle and Back as masks of cards, and their values."""
    worth = np.zeros(PILES_13, np.int64)
    piles, values = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    pile_values(hand, worths_of(wheel), worth)
    count = undominated(worth, equal_is_legal, piles, values)
    return spread_piles(hand, piles[:count]), values[:count].copy()


def spread_piles(hand: int, piles: Array) -> Array:
    """13-bit Fronts and Middles as masks of cards, with the Back that is left."""
    places = [card for card in range(52) if hand >> card & 1]
    bits = np.array([1 << card for card in places], dtype=np.int64)
    picked = (piles[:, :, None] >> np.arange(HAND_CARDS)) & 1
    masks = (picked * bits).sum(axis=2)
    return np.column_stack([masks, hand - masks.sum(axis=1)])


def count_legal(hand: int, wheel: int, *, equal_is_legal: bool) -> int:
    """How many of the 72,072 settings of a hand are legal."""
    worth = np.zeros(PILES_13, np.int64)
    pile_values(hand, worths_of(wheel), worth)
    return int(legal_settings(worth, equal_is_legal))
