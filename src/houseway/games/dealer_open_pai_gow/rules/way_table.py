"""A house way as a table of integers: what seven cards hold, and what is to go in front.

A line of a house's own way is three integers. `least` and `most` bound the facts of a hand, four bits a fact in the
order of `FACTS`; `place` is one of `PLACES`. The first line whose bounds hold, and whose front exists and is no foul,
sets the hand. The rules here interpret a line; `houseway.games.dealer_open_pai_gow.rules.ways` reads lines from a file.
"""

from houseway.cards import ACE, JOKER, size
from houseway.games.dealer_open_pai_gow.rules.hands import (
    back_value,
    fouled,
    front_value,
    next_two,
    of_ranks,
    rank_groups,
)
from houseway.games.dealer_open_pai_gow.rules.house_way import (
    ROYAL_FLUSH,
    complete_front,
    front_of,
    two_highest,
)
from houseway.poker import ALL_RANKS, PAIR, STRAIGHT_FLUSH, category, straight, suited, top, value
from houseway.rule import rule

FACTS = (
    "best",
    "four",
    "threes",
    "high-three",
    "pairs",
    "high-pair",
    "low-pair",
    "high-single",
    "second-single",
    "aces",
    "joker",
    "complete",
    "complete-front",
    "straight-flush",
)
"""What a line may ask of seven cards. A rank counts from 1 for a deuce to 13 for an ace, and 0 where there is none."""

PLACES = (
    "high-pair",
    "low-pair",
    "highest-pair",
    "two-of-four",
    "two-of-three",
    "two-aces",
    "highest-singles",
    "second-and-third-singles",
    "ace-and-highest-single",
    "keep-straight-or-flush",
    "keep-straight-flush",
    "keep-royal-flush",
    "highest-back",
    "highest-front",
)
"""What a line may put in front."""

FRONT_PAIR = 14
"""The fact `complete-front` where the front is a pair."""

ALL_FACTS = (1 << 4 * len(FACTS)) - 1

(
    HIGH_PAIR,
    LOW_PAIR,
    HIGHEST_PAIR,
    TWO_OF_FOUR,
    TWO_OF_THREE,
    TWO_ACES,
    HIGHEST_SINGLES,
    SECOND_AND_THIRD,
    ACE_AND_SINGLE,
    KEEP_STRAIGHT_OR_FLUSH,
    KEEP_STRAIGHT_FLUSH,
    KEEP_ROYAL_FLUSH,
    HIGHEST_BACK,
    HIGHEST_FRONT,
) = range(len(PLACES))


@rule("house-way.another")
def rank_number(rank: int) -> int:
    """1 for a deuce to 13 for an ace, given as a mask; 0 of no rank."""
    number = 0
    while rank:
        rank >>= 1
        number += 1
    return number


@rule("house-way.another")
def holds_complete(hand: int, wheel: int) -> bool:
    """Whether seven cards hold a straight or a flush of any kind."""
    joker = hand >> JOKER & 1
    ranks = 0
    for suit in range(4):
        held = suited(hand, suit)
        ranks |= held
        if size(held) + joker >= 5:
            return True
    return straight(ranks, joker, wheel) != 0


@rule("house-way.another")
def complete_facts(hand: int, best: int, wheel: int) -> int:
    """The last three facts: is there a straight or flush, what front does it leave, is it straight and flush."""
    if not holds_complete(hand, wheel):
        return 0
    front = front_value(complete_front(hand, 0, wheel), wheel)
    left = FRONT_PAIR if category(front) == PAIR else rank_number(top(front & ALL_RANKS))
    kind = 0
    if category(best) >= STRAIGHT_FLUSH and complete_front(hand, STRAIGHT_FLUSH << 26, wheel):
        kind = 2 if complete_front(hand, ROYAL_FLUSH, wheel) else 1
    return 1 | left << 4 | kind << 8


@rule("house-way.another")
def facts_of(hand: int, wheel: int) -> int:
    """All facts of seven cards, four bits each in the order of `FACTS`; the joker counts as an ace."""
    best = value(hand, wheel)
    singles, pairs, threes, fours = rank_groups(hand)
    high_pair, high_single = top(pairs), top(singles)
    facts = category(best) | rank_number(fours) << 4
    facts |= size(threes) << 8 | rank_number(top(threes)) << 12
    facts |= size(pairs) << 16 | rank_number(high_pair) << 20 | rank_number(top(pairs & ~high_pair)) << 24
    facts |= rank_number(high_single) << 28 | rank_number(top(singles & ~high_single)) << 32
    facts |= size(of_ranks(hand, 1 << ACE)) << 36 | (hand >> JOKER & 1) << 40
    return facts | complete_facts(hand, best, wheel) << 44


@rule("house-way.another")
def within(facts: int, least: int, most: int) -> bool:
    """Whether every fact lies within its bounds."""
    while most:
        if not least & 15 <= facts & 15 <= most & 15:
            return False
        facts, least, most = facts >> 4, least >> 4, most >> 4
    return facts == 0


@rule("house-way.another")
def highest_setting(hand: int, front_first: bool, wheel: int) -> int:
    """The legal front that is highest, or that leaves the highest back; of equals the one with the other higher."""
    chosen, best_first, best_second = 0, -1, -1
    two = next_two(hand, 0)
    while two:
        front, back = front_value(two, wheel), back_value(hand ^ two, wheel)
        first, second = (front, back) if front_first else (back, front)
        if front <= back and (first > best_first or (first == best_first and second > best_second)):
            chosen, best_first, best_second = two, first, second
        two = next_two(hand, two)
    return chosen


@rule("house-way.another")
def ranks_placed(place: int, singles: int, pairs: int, threes: int, fours: int) -> tuple[int, int]:
    """The two ranks, as masks, that a placement puts in front; 0 for one that the hand does not hold."""
    one = 0
    if place == HIGH_PAIR:
        one = top(pairs)
    elif place == LOW_PAIR:
        one = top(pairs & ~top(pairs))
    elif place == HIGHEST_PAIR:
        one = top(pairs | threes)
    elif place == TWO_OF_FOUR:
        one = fours
    elif place == TWO_OF_THREE:
        one = top(threes)
    elif place == TWO_ACES:
        one = (pairs | threes | fours) & 1 << ACE
    elif place == HIGHEST_SINGLES:
        return two_highest(singles)
    elif place == SECOND_AND_THIRD:
        return two_highest(singles & ~top(singles))
    elif place == ACE_AND_SINGLE:
        return (singles | pairs | threes | fours) & 1 << ACE, top(singles & ~(1 << ACE))
    return one, one


@rule("house-way.another")
def placed(hand: int, place: int, wheel: int) -> int:
    """The front that a placement makes of a hand; 0 where it cannot."""
    if place >= HIGHEST_BACK:
        return highest_setting(hand, place == HIGHEST_FRONT, wheel)
    if place >= KEEP_STRAIGHT_OR_FLUSH:
        least = 0
        if place > KEEP_STRAIGHT_OR_FLUSH:
            least = STRAIGHT_FLUSH << 26 if place == KEEP_STRAIGHT_FLUSH else ROYAL_FLUSH
        return complete_front(hand, least, wheel)
    singles, pairs, threes, fours = rank_groups(hand)
    one, two = ranks_placed(place, singles, pairs, threes, fours)
    return front_of(hand, one, two, wheel) if one and two else 0


@rule("house-way.another", "9.a")
def line_front(hand: int, facts: int, least: int, most: int, place: int, wheel: int) -> int:
    """The front that a line sets; 0 where its bounds do not hold, or its placement is impossible or a foul."""
    if not within(facts, least, most):
        return 0
    front = placed(hand, place, wheel)
    if front == 0 or fouled(front, hand ^ front, wheel):
        return 0
    return front
