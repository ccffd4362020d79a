"""Cards as pairs of rank and suit, and what poker makes of them; the joker is a bug."""

from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10


class Card(NamedTuple):
    """Rank 2 to 14 and a suit; the joker has rank 0 and no suit."""

    rank: int
    suit: str


JOKER = Card(0, "")
DECK = tuple(Card(rank, suit) for rank in range(2, 15) for suit in SUITS)

HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE_ACES = range(10)
COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)

Value = tuple[int, ...]


def card(name: str) -> Card:
    """'Kd', '10h' or 'Jk'."""
    if name == "Jk":
        return JOKER
    rank, suit = name[:-1].replace("10", "T"), name[-1]
    return Card(RANKS.index(rank) + 2, suit)


def cards(names: str | list[str]) -> list[Card]:
    """Cards of a text or a list of names."""
    return [card(name) for name in (names.split() if isinstance(names, str) else names)]


def rank_of(one: Card) -> int:
    """The rank, a joker's that of an ace."""
    return one.rank or ACE


def counted(hand: list[Card]) -> dict[int, int]:
    """How often each rank is held, the joker as an ace."""
    held: dict[int, int] = {}
    for one in hand:
        held[rank_of(one)] = held.get(rank_of(one), 0) + 1
    return held


def by_rank(hand: list[Card]) -> Value:
    """Category and ranks by pairs, threes and fours alone: no straight, no flush."""
    held = sorted(((times, rank) for rank, times in counted(hand).items()), reverse=True)
    shape = tuple(times for times, _ in held)
    ranks = tuple(rank for _, rank in held)
    if shape[0] >= 5:
        return (FIVE_ACES,)
    if shape[0] == 4:
        return (FOUR, *ranks)
    if shape[0] == 3:
        return (FULL_HOUSE if shape[1:2] == (2,) else THREE, *ranks)
    if shape[0] == 2:
        return (TWO_PAIR if shape[1:2] == (2,) else PAIR, *ranks)
    return (HIGH, *ranks)


def straight_top(ranks: set[int], *, wheel_second: bool = False) -> float:
    """What five ranks in sequence rank by, 0 if they are none; the wheel is 5, or 13.5 as second highest."""
    if len(ranks) != 5:
        return 0
    if ranks == {ACE, 2, 3, 4, 5}:
        return 13.5 if wheel_second else 5
    return max(ranks) if max(ranks) - min(ranks) == 4 else 0


def natural_five(hand: list[Card], *, wheel_second: bool = False) -> tuple[float, ...]:
    """The value of five cards without a joker."""
    top = straight_top({one.rank for one in hand}, wheel_second=wheel_second)
    flush = len({one.suit for one in hand}) == 1
    if top:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, top)
    if flush:
        return (FLUSH, *sorted((one.rank for one in hand), reverse=True))
    return by_rank(hand)


def five(hand: list[Card], *, wheel_second: bool = False) -> tuple[float, ...]:
    """The value of five cards: the joker completes a straight or a flush, else it is an ace without a suit."""
    if JOKER not in hand:
        return natural_five(hand, wheel_second=wheel_second)
    rest = [one for one in hand if one != JOKER]
    best: tuple[float, ...] = by_rank(hand)
    for other in DECK:
        if other not in rest:
            value = natural_five([*rest, other], wheel_second=wheel_second)
            if value[0] in COMPLETE:
                best = max(best, value)
    return best


def best_five(hand: list[Card], *, wheel_second: bool = False) -> tuple[float, ...]:
    """The highest value of any five of these cards."""
    return max(five(list(some), wheel_second=wheel_second) for some in combinations(hand, 5))


def royal(value: tuple[float, ...]) -> bool:
    """An ace-high straight flush."""
    return value == (STRAIGHT_FLUSH, ACE)


def last_digit(hand: list[Card]) -> int:
    """The last digit of the sum: aces one, two to nine their face, tens and pictures nothing."""
    return sum(1 if one.rank == ACE else one.rank for one in hand if one.rank < TEN or one.rank == ACE) % 10
