"""The short strategy: its thresholds are the best of their kind, and its words are what it does."""

from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest

from houseway.cards import DECK, parse_cards
from houseway.games import game
from houseway.games.supreme_99.bot import CHOSEN, STEPS, Thresholds, simple_way
from houseway.games.supreme_99.count.deals import Holding, Line, counts_of, table_of
from houseway.games.supreme_99.count.plays import units_of
from houseway.games.supreme_99.rules import NO_PAIR_RULE, ONE_PAIR_RULE, house_rule, matches, split_piles

TABLE = table_of(counts_of(DECK))
UNITS = units_of(game("supreme-99").configure())


def hands(kind: int) -> list[tuple[Holding, Line]]:
    return [(holding, line) for holding, line in TABLE.items() if house_rule(*holding) == kind]


def won(lines: list[tuple[Holding, Line]], at: Thresholds) -> Fraction:
    """Units over all deals of these hands."""
    units = ((line.ways, line.splits[simple_way(*holding, at)].worth(UNITS)) for holding, line in lines)
    return sum((ways * unit for ways, unit in units), Fraction(0))


def best_of(family: Iterable[Thresholds], lines: list[tuple[Holding, Line]]) -> Thresholds:
    return max(family, key=lambda at: won(lines, at))


FAMILIES: dict[str, tuple[int, Callable[[], Iterable[Thresholds]]]] = {
    "split a pair": (
        ONE_PAIR_RULE,
        lambda: (CHOSEN._replace(split_low=low, beside_pair=beside) for low in range(2, 11) for beside in range(-1, 9)),
    ),
    "a strong High over a weak Low": (
        NO_PAIR_RULE,
        lambda: (CHOSEN._replace(weak_low=low, strong_high=high) for low in range(-1, 8) for high in range(4, 11)),
    ),
    "not two equal hands": (NO_PAIR_RULE, lambda: (CHOSEN._replace(equal=equal) for equal in range(4, 11))),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_other_threshold_does_better(family: str) -> None:
    kind, members = FAMILIES[family]
    assert best_of(members(), hands(kind)) == CHOSEN


@pytest.mark.parametrize(
    "cards, high, low",
    [
        ("9c 9d Th Ks", 9, 9),  # split: both 6 or more, 0 beside the pair
        ("6c 6d Th Ks", 6, 6),  # both just 6
        ("5c 5d Th Ks", 13, 0),  # both only 5: kept
        ("3c 3d 6h 5s", 9, 8),  # 1 beside the pair
        ("6c 6d Ah 3s", 14, 4),  # 7 and 9, but 4 beside the pair: kept
        ("6c 6d Kh 3s", 9, 6),  # 3 beside the pair
        ("7c 9d Kh 3s", 9, 0),  # the dealer's 7 over 2
        ("5c 2d 3h 4s", 7, 7),  # the dealer's way: 7 over 7 stays
        ("8c Kd Ah 7s", 9, 7),  # the dealer's 8 over 8
    ],
)
def test_the_words_are_what_it_does(cards: str, high: int, low: int) -> None:
    hand = sorted(parse_cards(cards), key=lambda card: card % 13)
    a, b, c, d = hand
    assert split_piles(hand, simple_way(a, b, c, d)).scores == (high, low)


def test_three_and_four_of_a_kind_and_two_pair_are_never_split() -> None:
    for holding in TABLE:
        if matches(*holding) >= 2:
            assert split_piles(holding, simple_way(*holding)).scores[0] >= 10


def test_every_step_has_its_words() -> None:
    assert sorted(number for number, _ in STEPS) == [0, 1, 2, 3]
