"""The rules of Chinese poker, clause by clause."""

from houseway.cards import rank, size
from houseway.poker import (
    ALL_RANKS,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    category,
    suited,
    value,
)
from houseway.rule import common, rule

LOSE, TIE, WIN = -1, 0, 1
ONE_A_HAND, TWO_FOUR, ONE_SIX = range(3)
"""The scorings that the document names."""

NEITHER, MORE_HANDS, SWEEP = range(3)
"""What a tied hand does under 2-4 and 1-6 scoring."""

NO_NATURAL, THREE_STRAIGHTS, THREE_FLUSHES, SIX_PAIRS, DRAGON = range(5)
"""The naturals, in the order in which the document lists them."""

FRONT_CARDS, LONG_CARDS, HAND_CARDS = 3, 5, 13
FRONT_STRAIGHTS = 12
LONG_STRAIGHTS = 10


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


@rule("6", "scoring.2-4", "scoring.1-6")
def score(wins: int, losses: int, scoring: int, ties: int) -> int:
    """The units that a player wins from another (below zero: loses) by how many of the three hands each of them won."""
    if scoring == ONE_A_HAND:
        return wins - losses
    if wins < losses:
        return -won(losses, wins, scoring, ties)
    return won(wins, losses, scoring, ties)


@rule("scoring.2-4", "scoring.1-6")
def won(wins: int, losses: int, scoring: int, ties: int) -> int:
    """Two hands of three win 2 units or 1, all three win 4 or 6; `ties` says what a tied hand does to that."""
    if wins == 3 or (ties == SWEEP and wins > 0 and losses == 0):
        return 4 if scoring == TWO_FOUR else 6
    if wins == 2 or (ties != NEITHER and wins > losses):
        return 2 if scoring == TWO_FOUR else 1
    return 0


@rule("6")
def foul_units(mine: bool, theirs: bool, price: int) -> int:
    """A fouled hand pays its price to every hand that is not fouled; two fouled hands are even."""
    return price * (int(theirs) - int(mine))


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


@common
def rank_counts(hand: int) -> int:
    """How often a hand holds each rank, four binary digits a rank, the deuce lowest."""
    counts = 0
    for each in range(52):
        if hand >> each & 1:
            counts += 1 << 4 * rank(each)
    return counts


@common
def run(low: int, length: int) -> int:
    """A straight of `length` cards as counts of ranks, the lowest a deuce for `low` 1; `low` 0 begins with the ace."""
    counts = 0
    for step in range(length):
        counts += 1 << 4 * ((low + step + 12) % 13)
    return counts


@common
def holds(counts: int, wanted: int) -> bool:
    """Whether counts of ranks cover others."""
    short = 0
    for each in range(13):
        short += int(counts >> 4 * each & 15 < wanted >> 4 * each & 15)
    return short == 0


@rule("naturals")
def three_straights(counts: int) -> bool:
    """Thirteen cards that part into straights of five, five and three; suits do not matter, the ace is high or low."""
    for first in range(LONG_STRAIGHTS):
        if holds(counts, run(first, LONG_CARDS)):
            eight = counts - run(first, LONG_CARDS)
            for second in range(first, LONG_STRAIGHTS):
                if holds(eight, run(second, LONG_CARDS)):
                    three = eight - run(second, LONG_CARDS)
                    for front in range(FRONT_STRAIGHTS):
                        if three == run(front, FRONT_CARDS):
                            return True
    return False


@rule("naturals")
def three_flushes(clubs: int, diamonds: int, hearts: int, spades: int) -> bool:
    """Thirteen cards, so many of each suit, that part into five, five and three of a suit; parts may share a suit."""
    fives, threes = 0, 0
    for held in (clubs, diamonds, hearts, spades):
        if held % 5 == 3:
            threes += 1
            fives += held // 5
        elif held % 5 == 0:
            fives += held // 5
        else:
            return False
    return fives == 2 and threes == 1


@rule("naturals")
def six_pairs(counts: int, four_is_two_pairs: bool) -> bool:
    """Six pairs and any thirteenth card; whether four of a kind counts as two pairs is a setting."""
    pairs = 0
    for each in range(13):
        held = counts >> 4 * each & 15
        pairs += held // 2 if four_is_two_pairs else min(held // 2, 1)
    return pairs == 6


@rule("naturals")
def dragon(counts: int) -> bool:
    """One card of every rank."""
    return counts == (1 << 52) // 15


@rule("naturals")
def natural(hand: int, four_is_two_pairs: bool) -> int:
    """The natural that thirteen cards hold, the last that the document lists where they hold several."""
    counts = rank_counts(hand)
    if dragon(counts):
        return DRAGON
    if six_pairs(counts, four_is_two_pairs):
        return SIX_PAIRS
    if three_flushes(size(suited(hand, 0)), size(suited(hand, 1)), size(suited(hand, 2)), size(hand >> 39 & ALL_RANKS)):
        return THREE_FLUSHES
    return THREE_STRAIGHTS if three_straights(counts) else NO_NATURAL


@rule("naturals")
def natural_units(mine: int, theirs: int, units: int, ranked: bool) -> int:
    """A natural is paid by every other player; two naturals are even, or by a setting the later in the list wins."""
    if mine and theirs and not ranked:
        return 0
    return units * compare(mine, theirs)


@rule("surrender")
def surrender_units(mine: bool, theirs: bool, price: int) -> int:
    """Who surrenders pays the price to every player who does not."""
    return price * (int(theirs) - int(mine))
