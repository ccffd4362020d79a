"""The strongest Back, then the strongest Middle: always legal, never clever. For a seat that has left."""

from functools import lru_cache
from itertools import combinations

from houseway.cards import cards_of, mask
from houseway.games.chinese_poker.rules.hands import LONG_CARDS, fouled, pile_value


@lru_cache(maxsize=64)
def greedy(hand: int, wheel: int, equal_is_legal: bool) -> tuple[int, int, int]:
    """A legal setting of thirteen cards.

    The best five of eight cards outrank the three that are left, and the best five of thirteen the best of the rest;
    only where the two are equal and that is no legal setting is the next best Middle tried.
    """
    back = _best_first(hand, wheel)[0]
    for middle in _best_first(hand & ~back, wheel):
        front = hand & ~back & ~middle
        worth = [pile_value(pile, wheel) for pile in (front, middle, back)]
        if not fouled(worth[0], worth[1], worth[2], equal_is_legal):
            break
    return front, middle, back


def _best_first(hand: int, wheel: int) -> list[int]:
    fives = (mask(five) for five in combinations(cards_of(hand), LONG_CARDS))
    return sorted(fives, key=lambda five: pile_value(five, wheel), reverse=True)
