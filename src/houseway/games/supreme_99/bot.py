"""How bots play Supreme 99: by the short strategy, the dealer's way with three exceptions that a person can remember.

Its thresholds are the best of their kind on the full deck; `tests/games/supreme_99/test_bot.py` tries all others.
"""

from typing import NamedTuple

from houseway.games.supreme_99.rules import ONE_PAIR_RULE, PAIRED, high_and_low, house_rule, house_way, split_piles
from houseway.round import Answer, Question, Standing


class Thresholds(NamedTuple):
    """From where on the exceptions apply."""

    split_low: int = 6
    beside_pair: int = 3
    weak_low: int = 3
    strong_high: int = 8
    equal: int = 8


CHOSEN = Thresholds()

DEALERS_WAY, SPLIT_PAIR, STRONG_HIGH, UNEQUAL = range(4)

STEPS = (
    (
        SPLIT_PAIR,
        f"One pair: split it if both hands then make {CHOSEN.split_low} or more and the cards beside the pair make "
        f"{CHOSEN.beside_pair} or less",
    ),
    (
        STRONG_HIGH,
        f"No pair, and the dealer's way has {CHOSEN.weak_low} or less in Low: make the highest High if that is "
        f"{CHOSEN.strong_high} or more",
    ),
    (UNEQUAL, f"No pair, and the dealer's way is {CHOSEN.equal}-{CHOSEN.equal}: set 9-7 instead if you can"),
    (DEALERS_WAY, "Anything else: the dealer's way"),
)
"""The strategy in words: the first line that fits."""


def step(a: int, b: int, c: int, d: int, at: Thresholds = CHOSEN) -> int:
    """Which of the steps decides a hand."""
    high, low = high_and_low(a, b, c, d, house_way(a, b, c, d))
    if house_rule(a, b, c, d) == ONE_PAIR_RULE:
        split_low = high_and_low(a, b, c, d, pair_split(a, b, c, d))[1]
        return SPLIT_PAIR if split_low >= at.split_low and low <= at.beside_pair else DEALERS_WAY
    if high >= PAIRED:
        return DEALERS_WAY
    top = high_and_low(a, b, c, d, highest_high(a, b, c, d))[0]
    if low <= at.weak_low and top >= at.strong_high:
        return STRONG_HIGH
    return UNEQUAL if high == low and low >= at.equal and top > high else DEALERS_WAY


def simple_way(a: int, b: int, c: int, d: int, at: Thresholds = CHOSEN) -> int:
    """The split that the short strategy prescribes."""
    decided = step(a, b, c, d, at)
    if decided == SPLIT_PAIR:
        return pair_split(a, b, c, d)
    return house_way(a, b, c, d) if decided == DEALERS_WAY else highest_high(a, b, c, d)


def pair_split(a: int, b: int, c: int, d: int) -> int:
    """A split that parts the pair: both of them score alike. Three of a kind cannot be parted."""
    return (house_way(a, b, c, d) + 1) % 3


def highest_high(a: int, b: int, c: int, d: int) -> int:
    """The split with the greatest High hand."""
    return max(range(3), key=lambda split: high_and_low(a, b, c, d, split))


def bot(question: Question, standing: Standing) -> Answer:
    """Bots set their hands by the short strategy."""
    a, b, c, d = cards = standing.cards(question.seat)
    return split_piles(cards, simple_way(a, b, c, d)).masks
