"""Clauses 1 to 6: the pack, the three hands of a player, what they are worth and when they foul; bonuses."""

from houseway.poker import FOUR_OF_A_KIND, FULL_HOUSE, STRAIGHT_FLUSH, THREE_OF_A_KIND, category, value
from houseway.rule import rule

LOSE, TIE, WIN = -1, 0, 1
FRONT_CARDS, LONG_CARDS, HAND_CARDS = 3, 5, 13
PILES = ("Front", "Middle", "Back")
SIZES = (FRONT_CARDS, LONG_CARDS, LONG_CARDS)


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
    """The Middle must be higher than the Front, and the Back higher than the Middle or, by a setting, equal to it."""
    if middle <= front or back < middle:
        return True
    return back == middle and not equal_is_legal


@rule("6")
def compare(mine: int, theirs: int) -> int:
    """The higher hand wins (1), the lower loses (-1); equal hands are a tie (0)."""
    return int(mine > theirs) - int(mine < theirs)


@rule("bonuses")
def bonus(front: int, middle: int, back: int, straight_flush: int, four: int, full_house: int, three: int) -> int:
    """The units that every other player pays for a setting's high hands: a royal flush is a straight flush."""
    units = 0
    for pile in (middle, back):
        if category(pile) == STRAIGHT_FLUSH:
            units += straight_flush
        if category(pile) == FOUR_OF_A_KIND:
            units += four
    if category(middle) == FULL_HOUSE:
        units += full_house
    if category(front) == THREE_OF_A_KIND:
        units += three
    return units
