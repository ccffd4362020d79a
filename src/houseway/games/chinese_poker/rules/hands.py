"""Clauses 1 to 6: the pack, the three hands of a player, what they are worth and when they foul; bonuses."""

from typing import TypeAlias

from houseway.cards import ACE
from houseway.poker import STRAIGHT_FLUSH, category, value
from houseway.rule import rule

LOSE, TIE, WIN = -1, 0, 1
FRONT_CARDS, LONG_CARDS, HAND_CARDS = 3, 5, 13
PILES = ("Front", "Middle", "Back")
SIZES = (FRONT_CARDS, LONG_CARDS, LONG_CARDS)

ROYAL_FLUSH = STRAIGHT_FLUSH + 1
"""The highest hand type of clause 5, after poker's categories; without a joker there are no five aces."""

ByType: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]
"""Units by hand type, from high card to royal flush."""

Bonuses: TypeAlias = tuple[ByType, ByType, ByType]
"""What each hand type claims in Front, Middle and Back."""

Claims: TypeAlias = tuple[int, int, int]
"""What a setting's Front, Middle and Back claim from every other player."""


@rule("1")
def in_pack(card: int) -> bool:
    """One deck of 52 cards without jokers."""
    return card < 52


@rule("1", "2")
def enough_cards(players: int) -> bool:
    """Two to four players, each with thirteen cards of the one deck."""
    return players >= 2 and players * HAND_CARDS <= 52


@rule("4", "5")
def pile_value(pile: int, wheel: int) -> int:
    """What a Front, Middle or Back is worth; three cards make neither a straight nor a flush."""
    return value(pile, wheel)


@rule("5")
def fouled(front: int, middle: int, back: int, equal_is_legal: bool) -> bool:
    """The Middle must be higher than the Front and the Back higher than the Middle; by a setting, as high."""
    if middle <= front or back < middle:
        return True
    return back == middle and not equal_is_legal


@rule("6")
def compare(mine: int, theirs: int) -> int:
    """The higher hand wins (1), the lower loses (-1); equal hands are a tie (0)."""
    return int(mine > theirs) - int(mine < theirs)


@rule("5")
def hand_type(worth: int) -> int:
    """The type of a hand, from high card to royal flush, which the clause lists above the straight flush."""
    return ROYAL_FLUSH if worth == STRAIGHT_FLUSH << 26 | 2 * ACE else category(worth)


@rule("bonuses")
def bonus(front: int, middle: int, back: int, units: Bonuses) -> Claims:
    """The units that every other player pays for each of a setting's high hands."""
    return units[0][hand_type(front)], units[1][hand_type(middle)], units[2][hand_type(back)]
