"""The House Way as the document writes it: one function a bullet, each branch with its number.

The bullet is chosen by the highest five-card hand of the seven. Every function answers `(front, branch)`: the two cards
in front as a mask, and the `Branch` that placed them. Where a bullet leaves open which of several equal cards go in
front (which two of four aces, with or without the joker), those go that leave the higher back.
"""

from enum import IntEnum
from typing import NamedTuple

from houseway.cards import ACE, JACK, KING, QUEEN, SEVEN, SIX, TEN, TWO, size
from houseway.games.dealer_open_pai_gow.rules import back_value, front_value, of_ranks, rank_groups
from houseway.poker import (
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    category,
    highest,
    top,
    value,
)
from houseway.rule import common, rule

ROYAL_FLUSH = STRAIGHT_FLUSH << 26 | 2 * ACE


class Branch(IntEnum):
    """Every instruction of the House Way, in the order of the document."""

    FIVE_ACES_KINGS = 0
    FIVE_ACES_ACES = 1
    FOUR_ACES_PAIR = 2
    FOUR_ACES_ACES = 3
    FOUR_JACKS_TO_KINGS_PAIR = 4
    FOUR_JACKS_TO_KINGS_SPLIT = 5
    FOUR_SEVENS_TO_TENS_PAIR = 6
    FOUR_SEVENS_TO_TENS_SINGLES = 7
    FOUR_SEVENS_TO_TENS_SPLIT = 8
    FOUR_TWOS_TO_SIXES_PAIR = 9
    FOUR_TWOS_TO_SIXES_SINGLES = 10
    SUPER_FULL_HOUSE_PAIR = 11
    SUPER_FULL_HOUSE_SPLIT = 12
    FULL_HOUSE_TWO_TRIPS = 13
    FULL_HOUSE_TWO_PAIRS = 14
    FULL_HOUSE_SINGLES = 15
    FULL_HOUSE_PAIR = 16
    THREE_ACES = 17
    THREE_OF_A_KIND = 18
    TWO_PAIR_THREE = 19
    TWO_PAIR_SEVENS = 20
    TWO_PAIR_JACKS = 21
    TWO_PAIR_ACES = 22
    TWO_PAIR_SINGLES = 23
    PAIR = 24
    HIGH_CARD = 25
    COMPLETE_KING_HIGH = 26
    COMPLETE_ROYAL_FLUSH = 27
    COMPLETE_JACK_HIGH = 28
    COMPLETE_STRAIGHT_FLUSH = 29
    COMPLETE_ANY = 30


class Explanation(NamedTuple):
    """What a branch is called, the clause it stands in, and its sentence."""

    bullet: str
    clause: str
    says: str


@common
def front_of(hand: int, one: int, two: int, wheel: int) -> int:
    """A card of each of two ranks (or two of one), given as masks, in front; those that leave the highest back."""
    firsts, seconds = of_ranks(hand, one), of_ranks(hand, two)
    if size(firsts) + size(seconds) == 2 or (one == two and size(firsts) == 2):
        return firsts | seconds
    front, best = 0, -1
    while firsts:
        card = firsts & -firsts
        firsts ^= card
        others = firsts if one == two else seconds
        while others:
            other = others & -others
            others ^= other
            worth = back_value(hand ^ card ^ other, wheel)
            if worth > best:
                front, best = card | other, worth
    return front


@common
def pair_front(hand: int, rank: int, wheel: int) -> int:
    """Two cards of a rank, given as a mask, in front."""
    return front_of(hand, rank, rank, wheel)


@common
def singles_front(hand: int, singles: int, wheel: int) -> int:
    """The two highest of these singletons in front."""
    one = top(singles)
    return front_of(hand, one, top(singles & ~one), wheel)


@rule("house-way.complete-hand")
def complete_front(hand: int, least: int, wheel: int) -> int:
    """The highest front that leaves a straight or flush of at least this value in back; 0 where there is none.

    Of equal fronts the one with the higher back. The values of a full house and of four of a kind lie between those of
    a flush and a straight flush and do not count.
    """
    chosen, best_front, best_back = 0, -1, -1
    rest = hand
    while rest:
        one = rest & -rest
        rest ^= one
        others = rest
        while others:
            two = others & -others
            others ^= two
            back = back_value(hand ^ one ^ two, wheel)
            if back < least or not complete(back):
                continue
            front = front_value(one | two, wheel)
            if front > best_front or (front == best_front and back > best_back):
                chosen, best_front, best_back = one | two, front, back
    return chosen


@rule("house-way.complete-hand")
def complete(worth: int) -> bool:
    """A straight, a flush, a straight flush or a royal flush."""
    kind = category(worth)
    return kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)


@rule("house-way.five-aces")
def five_aces(hand: int, pairs: int, wheel: int) -> tuple[int, int]:
    """Two kings in front if possible, otherwise two aces."""
    if pairs >> KING & 1:
        return pair_front(hand, 1 << KING, wheel), Branch.FIVE_ACES_KINGS
    return pair_front(hand, 1 << ACE, wheel), Branch.FIVE_ACES_ACES


@rule("house-way.four-of-a-kind")
def four_of_a_kind(hand: int, four: int, pairs: int, singles: int, wheel: int) -> tuple[int, int]:
    """Set according to the rank of the four."""
    if four >> ACE:
        return four_aces(hand, pairs, wheel)
    if four >= 1 << JACK:
        return four_jacks_to_kings(hand, four, pairs, wheel)
    if four >= 1 << SEVEN:
        return four_sevens_to_tens(hand, four, pairs, singles, wheel)
    return four_twos_to_sixes(hand, pairs, singles, wheel)


@rule("house-way.four-of-a-kind.aces")
def four_aces(hand: int, pairs: int, wheel: int) -> tuple[int, int]:
    """A pair of sevens or better in front, otherwise two aces."""
    if pairs >= 1 << SEVEN:
        return pair_front(hand, top(pairs), wheel), Branch.FOUR_ACES_PAIR
    return pair_front(hand, 1 << ACE, wheel), Branch.FOUR_ACES_ACES


@rule("house-way.four-of-a-kind.jacks-to-kings")
def four_jacks_to_kings(hand: int, four: int, pairs: int, wheel: int) -> tuple[int, int]:
    """A pair of tens or better in front, otherwise two of the four."""
    if pairs >= 1 << TEN:
        return pair_front(hand, top(pairs), wheel), Branch.FOUR_JACKS_TO_KINGS_PAIR
    return pair_front(hand, four, wheel), Branch.FOUR_JACKS_TO_KINGS_SPLIT


@rule("house-way.four-of-a-kind.sevens-to-tens")
def four_sevens_to_tens(hand: int, four: int, pairs: int, singles: int, wheel: int) -> tuple[int, int]:
    """A pair in front; with a singleton ace the two highest singletons; otherwise two of the four."""
    if pairs:
        return pair_front(hand, top(pairs), wheel), Branch.FOUR_SEVENS_TO_TENS_PAIR
    if singles >> ACE:
        return singles_front(hand, singles, wheel), Branch.FOUR_SEVENS_TO_TENS_SINGLES
    return pair_front(hand, four, wheel), Branch.FOUR_SEVENS_TO_TENS_SPLIT


@rule("house-way.four-of-a-kind.twos-to-sixes")
def four_twos_to_sixes(hand: int, pairs: int, singles: int, wheel: int) -> tuple[int, int]:
    """A pair in front, otherwise the two highest singletons."""
    if pairs:
        return pair_front(hand, top(pairs), wheel), Branch.FOUR_TWOS_TO_SIXES_PAIR
    return singles_front(hand, singles, wheel), Branch.FOUR_TWOS_TO_SIXES_SINGLES


@rule("house-way.super-full-house")
def super_full_house(hand: int, four: int, three: int, wheel: int) -> tuple[int, int]:
    """Four and three of a kind follow Four of a Kind, the three counting as a pair of their rank."""
    front, _ = four_of_a_kind(hand, four, three, 0, wheel)
    split = of_ranks(hand, four) & front != 0
    return front, Branch.SUPER_FULL_HOUSE_SPLIT if split else Branch.SUPER_FULL_HOUSE_PAIR


@rule("house-way.full-house")
def full_house(hand: int, trips: int, pairs: int, singles: int, wheel: int) -> tuple[int, int]:
    """The highest possible pair in front, the three among them where there is a choice; singletons above deuces."""
    if size(trips) == 2:
        return pair_front(hand, top(trips), wheel), Branch.FULL_HOUSE_TWO_TRIPS
    if size(pairs) == 2:
        return pair_front(hand, top(trips | pairs), wheel), Branch.FULL_HOUSE_TWO_PAIRS
    if pairs >> TWO & 1 and singles >= 1 << KING:
        return singles_front(hand, singles, wheel), Branch.FULL_HOUSE_SINGLES
    return pair_front(hand, pairs, wheel), Branch.FULL_HOUSE_PAIR


@rule("house-way.three-of-a-kind")
def three_of_a_kind(hand: int, trips: int, singles: int, wheel: int) -> tuple[int, int]:
    """Of three aces one and the highest singleton in front, otherwise the two highest singletons."""
    if trips >> ACE:
        return front_of(hand, trips, top(singles), wheel), Branch.THREE_ACES
    return singles_front(hand, singles, wheel), Branch.THREE_OF_A_KIND


@rule("house-way.two-pair")
def two_pair(hand: int, pairs: int, singles: int, wheel: int) -> tuple[int, int]:
    """Of three pairs the highest in front; of two the lower, if both are high enough for the singletons beside them."""
    if size(pairs) == 3:
        return pair_front(hand, top(pairs), wheel), Branch.TWO_PAIR_THREE
    high = top(pairs)
    low = pairs ^ high
    ace = singles >> ACE != 0
    if low >= 1 << SEVEN and not ace:
        return pair_front(hand, low, wheel), Branch.TWO_PAIR_SEVENS
    if high >= 1 << JACK and low >= 1 << SIX and ace:
        return pair_front(hand, low, wheel), Branch.TWO_PAIR_JACKS
    if high >> ACE:
        return pair_front(hand, low, wheel), Branch.TWO_PAIR_ACES
    return singles_front(hand, singles, wheel), Branch.TWO_PAIR_SINGLES


@rule("house-way.pair")
def pair(hand: int, singles: int, wheel: int) -> tuple[int, int]:
    """The two highest singletons in front."""
    return singles_front(hand, singles, wheel), Branch.PAIR


@rule("house-way.high-card")
def high_card(hand: int, singles: int, wheel: int) -> tuple[int, int]:
    """The second and third highest singletons in front."""
    return singles_front(hand, singles & ~top(singles), wheel), Branch.HIGH_CARD


@rule("house-way.complete-hand")
def follows_two_pair(pairs: int, singles: int) -> bool:
    """Two pair in a complete hand: queens or better over sixes or better, or with an ace (the joker is one)."""
    if size(pairs) < 2:
        return False
    two = highest(pairs, 2)
    high = top(two)
    return (high >= 1 << QUEEN and two ^ high >= 1 << SIX) or (pairs | singles) >> ACE != 0


@rule("house-way.royal-flush", "house-way.flush", "house-way.straight", "house-way.complete-hand")
def complete_hand(hand: int, wheel: int) -> tuple[int, int]:
    """Four of a kind, a full house or high two pair go first; then the first of five instructions that can be met."""
    singles, pairs, trips, fours = rank_groups(hand)
    if fours:
        return four_of_a_kind(hand, fours, pairs, singles, wheel)
    if trips and (pairs or trips & trips - 1):
        return full_house(hand, trips, pairs, singles, wheel)
    if follows_two_pair(pairs, singles):
        return two_pair(hand, pairs, singles, wheel)
    return straight_or_flush(hand, wheel)


@rule(
    "house-way.complete-hand.1",
    "house-way.complete-hand.2",
    "house-way.complete-hand.3",
    "house-way.complete-hand.4",
    "house-way.complete-hand.5",
)
def straight_or_flush(hand: int, wheel: int) -> tuple[int, int]:
    """The highest front with any straight or flush behind it, unless it is too low for a royal or straight flush."""
    front = complete_front(hand, 0, wheel)
    worth = front_value(front, wheel)
    if worth >= 1 << KING:
        return front, Branch.COMPLETE_KING_HIGH
    straight_flush = complete_front(hand, STRAIGHT_FLUSH << 26, wheel)
    if straight_flush:
        royal = complete_front(hand, ROYAL_FLUSH, wheel)
        if royal:
            return royal, Branch.COMPLETE_ROYAL_FLUSH
    if worth >= 1 << JACK:
        return front, Branch.COMPLETE_JACK_HIGH
    if straight_flush:
        return straight_flush, Branch.COMPLETE_STRAIGHT_FLUSH
    return front, Branch.COMPLETE_ANY


@rule("house-way", "introduction.setting", "9", "9.a")
def house_way(hand: int, wheel: int) -> tuple[int, int]:
    """The dealer's setting, by the highest five-card hand of the seven: the front, and the branch that fired."""
    best = value(hand, wheel)
    kind = category(best)
    if complete(best):
        return complete_hand(hand, wheel)
    singles, pairs, trips, fours = rank_groups(hand)
    if kind == FIVE_ACES:
        return five_aces(hand, pairs, wheel)
    if kind == FOUR_OF_A_KIND:
        if trips:
            return super_full_house(hand, fours, trips, wheel)
        return four_of_a_kind(hand, fours, pairs, singles, wheel)
    if kind == FULL_HOUSE:
        return full_house(hand, trips, pairs, singles, wheel)
    if kind == THREE_OF_A_KIND:
        return three_of_a_kind(hand, trips, singles, wheel)
    if kind == TWO_PAIR:
        return two_pair(hand, pairs, singles, wheel)
    if kind == PAIR:
        return pair(hand, singles, wheel)
    return high_card(hand, singles, wheel)
