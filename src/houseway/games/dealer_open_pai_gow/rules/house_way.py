"""The House Way as the document writes it: one function a bullet, each branch with its number.

The bullet is chosen by the highest five-card hand of the seven. `house_way` answers `(front, branch)`: the two cards in
front as a mask, and the `Branch` that placed them. Where a bullet leaves open which of several equal cards go in front
(which two of four aces, with or without the joker), those go that leave the higher back.
"""

from enum import IntEnum

from houseway.cards import ACE, JACK, KING, QUEEN, SEVEN, SIX, TEN, TWO, size
from houseway.games.dealer_open_pai_gow.rules.hands import back_value, front_value, next_two, of_ranks, rank_groups
from houseway.poker import (
    FIVE_ACES,
    FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    category,
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


@rule("house-way.complete-hand")
def complete_front(hand: int, least: int, wheel: int) -> int:
    """The highest front that leaves a straight or flush of at least this value in back; 0 where there is none.

    Of equal fronts the one with the higher back. The values of a full house and of four of a kind lie between those of
    a flush and a straight flush and do not count.
    """
    chosen, best_front, best_back = 0, -1, -1
    two = next_two(hand, 0)
    while two:
        back = back_value(hand ^ two, wheel)
        if back >= least and complete(back):
            front = front_value(two, wheel)
            if front > best_front or (front == best_front and back > best_back):
                chosen, best_front, best_back = two, front, back
        two = next_two(hand, two)
    return chosen


@rule("house-way.complete-hand")
def complete(worth: int) -> bool:
    """A straight, a flush, a straight flush or a royal flush."""
    kind = category(worth)
    return kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)


@common
def two_highest(ranks: int) -> tuple[int, int]:
    """The two highest of these ranks."""
    one = top(ranks)
    return one, top(ranks & ~one)


# ------------------------------------------------------------------------------------------------ the bullets
# Each answers the two ranks, as masks, that go in front, and the branch that says so.


@rule("house-way.five-aces")
def five_aces(pairs: int) -> tuple[int, int, int]:
    """Two kings in front if possible, otherwise two aces."""
    if pairs >> KING & 1:
        return 1 << KING, 1 << KING, Branch.FIVE_ACES_KINGS
    return 1 << ACE, 1 << ACE, Branch.FIVE_ACES_ACES


@rule("house-way.four-of-a-kind")
def four_of_a_kind(four: int, pairs: int, singles: int) -> tuple[int, int, int]:
    """Set according to the rank of the four."""
    if four >> ACE:
        return four_aces(pairs)
    if four >= 1 << JACK:
        return four_jacks_to_kings(four, pairs)
    if four >= 1 << SEVEN:
        return four_sevens_to_tens(four, pairs, singles)
    return four_twos_to_sixes(pairs, singles)


@rule("house-way.four-of-a-kind.aces")
def four_aces(pairs: int) -> tuple[int, int, int]:
    """A pair of sevens or better in front, otherwise two aces."""
    if pairs >= 1 << SEVEN:
        return pairs, pairs, Branch.FOUR_ACES_PAIR
    return 1 << ACE, 1 << ACE, Branch.FOUR_ACES_ACES


@rule("house-way.four-of-a-kind.jacks-to-kings")
def four_jacks_to_kings(four: int, pairs: int) -> tuple[int, int, int]:
    """A pair of tens or better in front, otherwise two of the four."""
    if pairs >= 1 << TEN:
        return pairs, pairs, Branch.FOUR_JACKS_TO_KINGS_PAIR
    return four, four, Branch.FOUR_JACKS_TO_KINGS_SPLIT


@rule("house-way.four-of-a-kind.sevens-to-tens")
def four_sevens_to_tens(four: int, pairs: int, singles: int) -> tuple[int, int, int]:
    """A pair in front; with a singleton ace the two highest singletons; otherwise two of the four."""
    if pairs:
        return pairs, pairs, Branch.FOUR_SEVENS_TO_TENS_PAIR
    if singles >> ACE:
        one, two = two_highest(singles)
        return one, two, Branch.FOUR_SEVENS_TO_TENS_SINGLES
    return four, four, Branch.FOUR_SEVENS_TO_TENS_SPLIT


@rule("house-way.four-of-a-kind.twos-to-sixes")
def four_twos_to_sixes(pairs: int, singles: int) -> tuple[int, int, int]:
    """A pair in front, otherwise the two highest singletons."""
    if pairs:
        return pairs, pairs, Branch.FOUR_TWOS_TO_SIXES_PAIR
    one, two = two_highest(singles)
    return one, two, Branch.FOUR_TWOS_TO_SIXES_SINGLES


@rule("house-way.super-full-house")
def super_full_house(four: int, three: int) -> tuple[int, int, int]:
    """Four and three of a kind follow Four of a Kind, the three counting as a pair of their rank."""
    one, two, _ = four_of_a_kind(four, three, 0)
    return one, two, Branch.SUPER_FULL_HOUSE_SPLIT if one == four else Branch.SUPER_FULL_HOUSE_PAIR


@rule("house-way.full-house")
def full_house(trips: int, pairs: int, singles: int) -> tuple[int, int, int]:
    """The highest possible pair in front, the three among them where there is a choice; singletons above deuces."""
    if trips & trips - 1:
        return top(trips), top(trips), Branch.FULL_HOUSE_TWO_TRIPS
    if pairs & pairs - 1:
        return top(trips | pairs), top(trips | pairs), Branch.FULL_HOUSE_TWO_PAIRS
    if pairs >> TWO & 1 and singles >= 1 << KING:
        one, two = two_highest(singles)
        return one, two, Branch.FULL_HOUSE_SINGLES
    return pairs, pairs, Branch.FULL_HOUSE_PAIR


@rule("house-way.three-of-a-kind")
def three_of_a_kind(trips: int, singles: int) -> tuple[int, int, int]:
    """Of three aces one and the highest singleton in front, otherwise the two highest singletons."""
    if trips >> ACE:
        return trips, top(singles), Branch.THREE_ACES
    one, two = two_highest(singles)
    return one, two, Branch.THREE_OF_A_KIND


@rule("house-way.two-pair")
def two_pair(pairs: int, singles: int) -> tuple[int, int, int]:
    """Of three pairs the highest in front; of two the lower, if both are high enough for the singletons beside them."""
    high, low = two_highest(pairs)
    ace = singles >> ACE != 0
    if pairs != high | low:
        return high, high, Branch.TWO_PAIR_THREE
    if low >= 1 << SEVEN and not ace:
        return low, low, Branch.TWO_PAIR_SEVENS
    if high >= 1 << JACK and low >= 1 << SIX and ace:
        return low, low, Branch.TWO_PAIR_JACKS
    if high >> ACE:
        return low, low, Branch.TWO_PAIR_ACES
    one, two = two_highest(singles)
    return one, two, Branch.TWO_PAIR_SINGLES


@rule("house-way.pair")
def pair(singles: int) -> tuple[int, int, int]:
    """The two highest singletons in front."""
    one, two = two_highest(singles)
    return one, two, Branch.PAIR


@rule("house-way.high-card")
def high_card(singles: int) -> tuple[int, int, int]:
    """The second and third highest singletons in front."""
    one, two = two_highest(singles & ~top(singles))
    return one, two, Branch.HIGH_CARD


@rule("house-way")
def by_ranks(kind: int, singles: int, pairs: int, trips: int, fours: int) -> tuple[int, int, int]:
    """The bullet of a hand that no straight or flush sets, by its category and the ranks held once to four times."""
    if kind == FIVE_ACES:
        return five_aces(pairs)
    if fours:
        return super_full_house(fours, trips) if trips else four_of_a_kind(fours, pairs, singles)
    if trips:
        full = pairs | trips & trips - 1
        return full_house(trips, pairs, singles) if full else three_of_a_kind(trips, singles)
    if pairs & pairs - 1:
        return two_pair(pairs, singles)
    return pair(singles) if pairs else high_card(singles)


# ------------------------------------------------------------------------------------------------ complete hands


@rule("house-way.complete-hand")
def follows_two_pair(singles: int, pairs: int) -> bool:
    """Two pair in a complete hand: queens or better over sixes or better, or with an ace (the joker is one)."""
    high, low = two_highest(pairs)
    return low != 0 and ((high >= 1 << QUEEN and low >= 1 << SIX) or (pairs | singles) >> ACE != 0)


@rule("house-way.royal-flush", "house-way.flush", "house-way.straight", "house-way.complete-hand")
def stays_complete(best: int, singles: int, pairs: int, trips: int, fours: int) -> bool:
    """A straight or flush stays in back, unless four of a kind, a full house or high two pair go first."""
    if not complete(best) or fours or (trips and (pairs or trips & trips - 1)):
        return False
    return not follows_two_pair(singles, pairs)


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
    singles, pairs, trips, fours = rank_groups(hand)
    if stays_complete(best, singles, pairs, trips, fours):
        return straight_or_flush(hand, wheel)
    one, two, branch = by_ranks(category(best), singles, pairs, trips, fours)
    return front_of(hand, one, two, wheel), branch
