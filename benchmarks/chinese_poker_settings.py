"""All 72,072 settings of a hand: enumerated, valued and reduced; and one hand's advice.

    python benchmarks/chinese_poker_settings.py

Peer: the same work in plain Python with the very same rules (one hand), so that the ratio is the compiler's.
"""

import random
import time
from itertools import combinations

import numpy as np

from houseway.cards import cards_of, mask
from houseway.games import game
from houseway.games.chinese_poker.count.ways import MOST_WAYS, PILES_13, pile_values, undominated, worths_of
from houseway.games.chinese_poker.rules.hands import fouled, pile_value

HANDS = 2000


def compiled(hands: list[int]) -> float:
    worth = np.zeros(PILES_13, np.int64)
    piles, values = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    worths = worths_of(0)
    pile_values(hands[0], worths, worth)
    undominated(worth, True, piles, values)
    start = time.process_time()
    for hand in hands:
        pile_values(hand, worths, worth)
        undominated(worth, True, piles, values)
    return (time.process_time() - start) / len(hands)


def plain(hand: int) -> float:
    """Enumerated, valued and judged legal; not even reduced."""
    start = time.process_time()
    for front in combinations(cards_of(hand), 3):
        rest = hand & ~mask(front)
        for middle in combinations(cards_of(rest), 5):
            five = mask(middle)
            fouled(pile_value(mask(front), 0), pile_value(five, 0), pile_value(rest & ~five, 0), True)
    return time.process_time() - start


def advice(hands: list[int]) -> float:
    chinese = game("chinese-poker")
    settings = chinese.configure(scoring="2-4")
    chinese.arrange(cards_of(hands[0]), settings, (), 5)
    start = time.perf_counter()
    for hand in hands[1:]:
        chinese.arrange(cards_of(hand), settings, (), 5)
    return (time.perf_counter() - start) / (len(hands) - 1)


def main() -> None:
    source = random.Random(1)
    hands = [mask(source.sample(range(52), 13)) for _ in range(HANDS)]
    fast, slow = compiled(hands), plain(hands[0])
    print(f"72,072 settings enumerated, valued, reduced: {1000 * fast:.3f} ms a hand (target 1 ms)")
    print(f"the same rules in plain Python, not reduced: {1000 * slow:.0f} ms a hand, {slow / fast:,.0f} times as long")
    print(f"advice for one hand, warm: {1000 * advice(hands[:50]):.1f} ms (target 500 ms)")


if __name__ == "__main__":
    main()
