"""All 72,072 settings of thirteen cards, compiled: valued by the table's own rules and reduced to the undominated ones.

A pile is a 13-bit mask over the cards of the hand, so the value of every pile of three and five fits one table of
8,192 places. Each of the 286 Fronts leaves ten cards, parted in 126 ways into two fives, the lower of which can only
be the Middle: 36,036 settings, the other 36,036 being their fouls (or equals).
A setting is dominated if another legal one is at least as high in all three hands.
"""

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.games.chinese_poker.rules.hands import FRONT_CARDS, HAND_CARDS, LONG_CARDS, fouled, pile_value
from houseway.lab.kernel import kernel

Array = npt.NDArray[Any]

PILES_13 = 1 << HAND_CARDS
SETTINGS = 72072
LOWER = 7
"""Places whose piles are looked up apart from those of the other six."""
MIDDLE, BACK, WAY = range(3)
"""The rows of a staircase."""

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
HALVES = np.array(
    [
        [(_PLACES[five], _PLACES[PILES_13 - 1 - front - five]) for five in _fives_of(front)]
        for front in _masks(FRONT_CARDS)
    ],
    dtype=np.int16,
)
"""The same as places in the list of fives, each with the other five: small enough to lie close to the processor."""


@kernel
def pile_values(hand: int, wheel: int, worth: Array) -> None:
    """The value of every pile of three and of five cards of a hand, by its 13-bit mask."""
    cards = np.empty(13, np.int64)
    held = 0
    for card in range(52):
        if hand >> card & 1:
            cards[held] = card
            held += 1
    lower, upper = np.zeros(1 << LOWER, np.int64), np.zeros(1 << 13 - LOWER, np.int64)
    for pile in range(1, len(lower)):
        lower[pile] = lower[pile & pile - 1] | 1 << cards[_lowest(pile)]
    for pile in range(1, len(upper)):
        upper[pile] = upper[pile & pile - 1] | 1 << cards[LOWER + _lowest(pile)]
    for at in range(len(FRONTS)):
        front = FRONTS[at]
        worth[front] = pile_value(lower[front & len(lower) - 1] | upper[front >> LOWER], wheel)
    for at in range(len(FIVES)):
        five = FIVES[at]
        worth[five] = pile_value(lower[five & len(lower) - 1] | upper[five >> LOWER], wheel)


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
    both: the Back falls from step to step and the Middle rises. Of equal settings one is left.
    """
    stairs = np.empty((3, MOST_WAYS), np.int64)
    fives, left = np.empty(len(FIVES), np.int32), np.empty(HALVES.shape[1], np.int32)
    for place in range(len(FIVES)):
        fives[place] = worth[FIVES[place]]
    steps, ways = 0, 0
    last_middle, last_back = -1, -1
    for at in np.argsort(-worth[FRONTS]):
        front = FRONTS[at]
        top = worth[front]
        for place in range(_hopeful(fives, at, top, last_middle, last_back, equal_is_legal, left)):
            half = left[place]
            one, other = fives[HALVES[at, half, 0]], fives[HALVES[at, half, 1]]
            low, high = min(one, other), max(one, other)
            # What dominated the last setting often dominates this one: a look before the search.
            if low <= last_middle and high <= last_back:
                continue
            first = _higher_backs(stairs, steps, high)
            if first > 0 and stairs[MIDDLE, first - 1] >= low:
                last_middle, last_back = stairs[MIDDLE, first - 1], stairs[BACK, first - 1]
            elif ways < MOST_WAYS:
                piles[ways, 0], piles[ways, 1] = front, FIVES[HALVES[at, half, 0 if one <= other else 1]]
                values[ways, 0], values[ways, 1], values[ways, 2] = top, low, high
                steps = _step_in(stairs, steps, first, ways, values)
                ways += 1
                last_middle, last_back = low, high
    return _closed(piles, values, ways)


@kernel
def _hopeful(
    fives: Array, at: int, top: int, last_middle: int, last_back: int, equal_is_legal: bool, left: Array
) -> int:
    """The halves of what a Front leaves that are legal and not dominated by this Middle and Back; how many.

    Each is written down, and the next one over it where it does not count: one in fifty does.
    """
    found = 0
    for half in range(HALVES.shape[1]):
        one, other = fives[HALVES[at, half, 0]], fives[HALVES[at, half, 1]]
        low, high = min(one, other), max(one, other)
        left[found] = half
        legal = not fouled(top, low, high, equal_is_legal)
        found += int(legal) & (int(low > last_middle) | int(high > last_back))
    return found


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
    top, low, high = values[way]
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
            stairs[:, place + shift] = stairs[:, place]
    elif shift < 0:
        for place in range(stop, steps):
            stairs[:, place + shift] = stairs[:, place]
    stairs[MIDDLE, first], stairs[BACK, first], stairs[WAY, first] = low, high, way
    return steps + shift


@kernel
def _closed(piles: Array, values: Array, ways: int) -> int:
    """Close the gaps of the settings that were dropped; how many are left."""
    left = 0
    for way in range(ways):
        if values[way, 0] >= 0:
            values[left], piles[left] = values[way], piles[way]
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
    pile_values(hand, wheel, worth)
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
    pile_values(hand, wheel, worth)
    return int(legal_settings(worth, equal_is_legal))
