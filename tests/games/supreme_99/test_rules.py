"""The rules of Supreme 99 against the words of their clauses."""

from itertools import combinations_with_replacement, permutations, product

import pytest

from houseway.cards import parse_cards
from houseway.games.supreme_99.rules import (
    BOTH_COPY,
    FOUR_OF_A_KIND,
    LOSE,
    NINE_NINE,
    NO_PAIR_RULE,
    NOTHING,
    ONE_PAIR_RULE,
    PAIR,
    PAIR_OF_NINES,
    PUSH,
    TOP_DOWN,
    TWO_PAIR,
    TWO_PAIR_RULE,
    UNPAIRED,
    WIN,
    fortune,
    fouled,
    high_and_low,
    house_piles,
    house_rule,
    house_way,
    outcome,
    receiver,
    reconciled,
    score,
    two_nines,
    word,
)


def scored(text: str) -> int:
    a, b = parse_cards(text)
    return score(a, b)


def test_rankings_aces_are_the_highest_pair_and_deuces_the_lowest() -> None:
    pairs = [scored(f"{r}c {r}d") for r in "23456789TJQKA"]
    assert pairs == sorted(pairs)
    assert len(set(pairs)) == 13


def test_rankings_every_pair_is_above_nine_points() -> None:
    assert scored("2c 2d") > scored("9c Kd") == 9


@pytest.mark.parametrize(
    "cards, points",
    [("Ac 8d", 9), ("9c Td", 9), ("Kc Qd", 0), ("Jc Td", 0), ("5c 6d", 1), ("9c 8d", 7), ("Ac Kd", 1), ("2c 8d", 0)],
)
def test_rankings_points_are_the_last_digit(cards: str, points: int) -> None:
    assert scored(cards) == points


def test_3_the_dealer_is_place_1_and_8_and_15() -> None:
    assert [receiver(drawn, 0) for drawn in (1, 8, 15)] == [0, 0, 0]
    assert receiver(2, 0) == 1


def test_4_every_number_gives_each_of_the_seven_places_one_packet() -> None:
    for drawn in range(1, 19):
        assert sorted(receiver(drawn, packet) for packet in range(7)) == list(range(7))


def test_4_packets_go_clockwise() -> None:
    assert [receiver(5, packet) for packet in range(7)] == [4, 5, 6, 0, 1, 2, 3]


@pytest.mark.clause("intro", "5.b.i")
def test_5_b_i_high_may_equal_low_but_not_be_below_it() -> None:
    assert fouled(8, 9)
    assert not fouled(9, 9)
    assert not fouled(9, 8)
    assert fouled(9, scored("2c 2d"))


@pytest.mark.parametrize(
    "cards, rule, high, low",
    [
        ("9c 9d Ac Ad", TWO_PAIR_RULE, "Ac Ad", "9c 9d"),
        ("Tc Td Kc Kd", TWO_PAIR_RULE, "Kc Kd", "Tc Td"),
        ("5c 5d 5h 5s", TWO_PAIR_RULE, "5c 5d", "5h 5s"),
        ("2c 2d Kc Kd", TWO_PAIR_RULE, "Kc Kd", "2c 2d"),
        ("2c 2d 9c Kd", ONE_PAIR_RULE, "2c 2d", "9c Kd"),
        ("9c 9d Tc Kd", ONE_PAIR_RULE, "9c 9d", "Tc Kd"),
        ("7c 7d 7h 2s", ONE_PAIR_RULE, "7c 7d", "7h 2s"),
        ("Ac 2d 3h 4s", NO_PAIR_RULE, "Ac 4s", "2d 3h"),  # 5 and 5, not 6 and 4 nor 7 and 3
        ("Ac 9d Kh Qs", NO_PAIR_RULE, "9d Qs", "Ac Kh"),  # 9 and 1, not 0 and 0
        ("9c 8d Kh Qs", NO_PAIR_RULE, "9c Kh", "8d Qs"),  # 9 and 8, not 7 and 0
        ("5c 6d 8h Ks", NO_PAIR_RULE, "5c Ks", "6d 8h"),  # 5 and 4, not 8 and 1 nor 6 and 3
    ],
)
@pytest.mark.clause("6", "6.two-pair", "6.one-pair", "6.no-pair")
def test_6_the_dealer_sets_by_three_rules(cards: str, rule: int, high: str, low: str) -> None:
    hand = parse_cards(cards)
    a, b, c, d = hand
    assert house_rule(a, b, c, d) == rule
    assert house_piles(hand).scores == (scored(high), scored(low))


def test_6_no_pair_splits_with_equal_lows_have_equal_highs() -> None:
    for a, b, c, d in combinations_with_replacement(range(13), 4):
        if house_rule(a, b, c, d) == NO_PAIR_RULE:
            ways = [high_and_low(a, b, c, d, split) for split in range(3)]
            best = max(low for _, low in ways)
            assert len({way for way in ways if way[1] == best}) == 1
            assert high_and_low(a, b, c, d, house_way(a, b, c, d))[1] == best


def test_6_the_order_of_the_cards_does_not_matter() -> None:
    for cards in ("9c 9d Ac Ad", "2c 2d 9c Kd", "7c 7d 7h 2s", "5c 6d 8h Ks"):
        assert len({house_piles(order).scores for order in permutations(parse_cards(cards))}) == 1


def test_7_the_seat_at_the_dealers_right_comes_first() -> None:
    assert [reconciled(turn) for turn in range(6)] == [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    "high, low, dealer_high, dealer_low, result",
    [
        (9, 8, 8, 7, WIN),  # 8: both won
        (9, 5, 8, 7, PUSH),  # 9: one won, one lost
        (7, 8, 8, 7, PUSH),
        (7, 5, 8, 7, LOSE),  # 10: both lost
        (9, 7, 8, 7, PUSH),  # 11: a win and a copy
        (8, 7, 8, 6, PUSH),
        (8, 6, 8, 7, LOSE),  # 11: a copy and a loss
        (7, 7, 8, 7, LOSE),
        (8, 7, 8, 7, BOTH_COPY),  # 12
        (13, 7, 13, 7, BOTH_COPY),  # 11's examples: a pair of fives in High, 7 points in Low
        (13, 8, 13, 7, PUSH),
        (14, 7, 13, 7, PUSH),
    ],
)
@pytest.mark.clause("intro", "8", "9", "10", "11", "12")
def test_8_to_12_outcomes(high: int, low: int, dealer_high: int, dealer_low: int, result: int) -> None:
    assert outcome(high, low, dealer_high, dealer_low) == result


def test_11_the_example_of_a_pair_of_fives() -> None:
    assert scored("5c 5d") == scored("5h 5s") == 13
    assert word(13) == "a pair of fives"
    assert scored("3c 4d") == scored("9h 8s") == 7


def row(text: str, reading: int = UNPAIRED, *, three_is_pair: bool = True) -> int:
    a, b, c, d = parse_cards(text)
    return fortune(a, b, c, d, reading, three_is_pair)


@pytest.mark.parametrize(
    "cards, award",
    [
        ("8c 8d 8h 8s", FOUR_OF_A_KIND),
        ("8c 8d 3h 3s", TWO_PAIR),
        ("9c 9d Th Ts", TWO_PAIR),
        ("8c Ad 3h 6s", NINE_NINE),
        ("9c Kd 4h 5s", NINE_NINE),
        ("8c 8d 3h 6s", PAIR),
        ("8c 8d 8h 6s", PAIR),
        ("9c 9d Th Ks", PAIR),
        ("8c Kd 3h 6s", NOTHING),
        ("9c Kd Qh Js", NOTHING),
    ],
)
def test_13_rows_of_pair_fortunes(cards: str, award: int) -> None:
    assert row(cards) == award


def test_13_two_nines_wherever_they_lie() -> None:
    nines, others = parse_cards("9c 9d 9h 9s"), parse_cards("2c 3d 4h 5s")
    for held in product((False, True), repeat=4):
        a, b, c, d = (nines[place] if nine else others[place] for place, nine in enumerate(held))
        assert two_nines(a, b, c, d) == (sum(held) >= 2)


def test_13_other_readings_of_9_9_and_of_three_of_a_kind() -> None:
    assert row("9c 9d Th Ks", TOP_DOWN) == NINE_NINE
    assert row("8c Ad 3h 6s", TOP_DOWN) == NINE_NINE
    assert row("9c 9d Th 2s", TOP_DOWN) == PAIR
    assert row("9c 9d Th 2s", PAIR_OF_NINES) == NINE_NINE
    assert row("9c 9d 9h 2s", PAIR_OF_NINES) == NINE_NINE
    assert row("8c Ad 3h 6s", PAIR_OF_NINES) == NOTHING
    assert row("8c 8d 8h 6s", three_is_pair=False) == NOTHING
    assert row("8c 8d 8h 8s", three_is_pair=False) == FOUR_OF_A_KIND
