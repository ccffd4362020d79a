"""The document's House Way with a clause read otherwise where no line of a way can say so: by functions of its own."""

import numpy as np

from houseway.cards import JOKER
from houseway.games.dealer_open_pai_gow.count.suits import Ints
from houseway.games.dealer_open_pai_gow.rules.hands import back_value, front_value, next_two, rank_groups
from houseway.games.dealer_open_pai_gow.rules.house_way import (
    ROYAL_FLUSH,
    Branch,
    by_ranks,
    complete,
    front_of,
    house_way,
    stays_complete,
    straight_or_flush,
)
from houseway.games.dealer_open_pai_gow.rules.way_table import holds_complete
from houseway.lab.kernel import kernel
from houseway.poker import STRAIGHT_FLUSH, category, value

READINGS = ("natural-first", "completing")
"""Of the rulings which-cards and joker-in-the-house-way; a kernel knows them by their place."""
NATURAL_FIRST = READINGS.index("natural-first")

NOT_KEPT = -1
"""Where a front need leave no straight or flush in back."""


@kernel
def least_back(branch: int) -> int:
    """The least back that the branch which set a hand keeps."""
    if branch < Branch.COMPLETE_KING_HIGH:
        return NOT_KEPT
    if branch == Branch.COMPLETE_ROYAL_FLUSH:
        return ROYAL_FLUSH
    return STRAIGHT_FLUSH << 26 if branch == Branch.COMPLETE_STRAIGHT_FLUSH else 0


@kernel
def natural_first(hand: int, wheel: int) -> tuple[int, int]:
    """As the House Way, but of equal fronts one without the joker, where there is one that keeps what is kept."""
    front, branch = house_way(hand, wheel)
    if not front >> JOKER & 1:
        return front, branch
    least, worth, natural = least_back(branch), front_value(front, wheel), hand ^ 1 << JOKER
    chosen, best = front, -1
    two = next_two(natural, 0)
    while two:
        back = back_value(hand ^ two, wheel)
        kept = least == NOT_KEPT or (back >= least and complete(back))
        if kept and back > best and front_value(two, wheel) == worth:
            chosen, best = two, back
        two = next_two(natural, two)
    return chosen, branch


@kernel
def completing(hand: int, wheel: int) -> tuple[int, int]:
    """As the House Way, but a joker without which there is no straight or flush is no ace where one is looked through.

    Once the straight or flush is given up the joker completes nothing and is an ace again.
    """
    best = value(hand, wheel)
    singles, pairs, trips, fours = rank_groups(hand)
    natural = hand & ~(1 << JOKER)
    completes = natural != hand and not holds_complete(natural, wheel)
    looked_through = natural if completes else hand
    once, twice, thrice, four_times = rank_groups(looked_through)
    if stays_complete(best, once, twice, thrice, four_times):
        return straight_or_flush(hand, wheel)
    one, two, branch = by_ranks(category(best), singles, pairs, trips, fours)
    return front_of(hand, one, two, wheel), branch


@kernel
def set_by_reading(hands: Ints, wheel: int, reading: int, fronts: Ints, branches: Ints) -> None:
    """Set each hand by a reading."""
    for i in range(len(hands)):
        front, branch = natural_first(hands[i], wheel) if reading == NATURAL_FIRST else completing(hands[i], wheel)
        fronts[i], branches[i] = front, branch


def differing(hands: Ints, reading: str, wheel: int) -> Ints:
    """Which of these hands the reading sets with another front than the House Way as it is read."""
    fronts, branches = np.zeros_like(hands), np.zeros_like(hands)
    set_by_reading(hands, wheel, READINGS.index(reading), fronts, branches)
    found: Ints = hands[fronts != _ours(hands, wheel)]
    return found


@kernel
def _ours(hands: Ints, wheel: int) -> Ints:
    fronts = np.zeros_like(hands)
    for i in range(len(hands)):
        fronts[i] = house_way(hands[i], wheel)[0]
    return fronts
