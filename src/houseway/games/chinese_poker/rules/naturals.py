"""The naturals: thirteen cards that win at once."""

from typing import TypeAlias

from houseway.cards import rank, size
from houseway.games.chinese_poker.rules.hands import FRONT_CARDS, LONG_CARDS
from houseway.poker import ALL_RANKS, suited
from houseway.rule import common, rule

NO_NATURAL, THREE_STRAIGHTS, THREE_FLUSHES, SIX_PAIRS, DRAGON = range(5)
"""The naturals, in the order in which the document lists them."""

NATURALS = ("", "three straights", "three flushes", "six pairs", "a dragon")

Prices: TypeAlias = tuple[int, int, int, int, int]
"""Units for each natural, the first for none."""

ALIKE: Prices = (0, 0, 0, 0, 0)
"""No natural is dearer than another: of several the last listed is paid."""

FRONT_STRAIGHTS = 12
LONG_STRAIGHTS = 10


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
def dearer(kind: int, than: int, prices: Prices) -> bool:
    """Whether a natural is paid before another that the same hand holds: the dearer, of equal prices the later."""
    if than == NO_NATURAL:
        return True
    return prices[kind] > prices[than] or (prices[kind] == prices[than] and kind > than)


@rule("naturals")
def natural(hand: int, four_is_two_pairs: bool, prices: Prices) -> int:
    """The natural that thirteen cards are paid for: of several the dearest, of equal prices the last listed."""
    counts = rank_counts(hand)
    found = DRAGON if dragon(counts) else NO_NATURAL
    if dearer(SIX_PAIRS, found, prices) and six_pairs(counts, four_is_two_pairs):
        found = SIX_PAIRS
    suits = size(suited(hand, 0)), size(suited(hand, 1)), size(suited(hand, 2)), size(hand >> 39 & ALL_RANKS)
    if dearer(THREE_FLUSHES, found, prices) and three_flushes(suits[0], suits[1], suits[2], suits[3]):
        found = THREE_FLUSHES
    if dearer(THREE_STRAIGHTS, found, prices) and three_straights(counts):
        found = THREE_STRAIGHTS
    return found
