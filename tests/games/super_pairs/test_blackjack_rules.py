"""The rules of the primary game, at both sides of every threshold."""

import pytest

from houseway.cards import parse_card, parse_cards
from houseway.games.super_pairs.bot import basic_play
from houseway.games.super_pairs.rules.blackjack import (
    LOSE,
    PUSH,
    WIN,
    busted,
    completing,
    dealer_draws,
    dealer_looks,
    insurance_offered,
    may_double,
    may_split,
    natural,
    outcome,
    pair,
    soft,
    surrendered,
    total,
    units,
    value,
)
from houseway.games.super_pairs.rules.spot import Cards, Held


@pytest.mark.parametrize(
    "card, worth", [("As", 1), ("2h", 2), ("9c", 9), ("Td", 10), ("Jd", 10), ("Qs", 10), ("Kh", 10)]
)
def test_blackjack_values_of_cards(card, worth):
    assert value(parse_card(card)) == worth


@pytest.mark.parametrize(
    "cards, points, is_soft",
    [
        ("As 9h", 20, True),
        ("As Th", 21, True),
        ("As Ah", 12, True),
        ("As 5h Th", 16, False),
        ("As Ah 9d Td", 21, False),
    ],
)
def test_blackjack_values_an_ace_counts_eleven_where_it_does_not_bust(cards, points, is_soft):
    hand = Cards(parse_cards(cards))
    assert (hand.total, hand.soft) == (points, is_soft)


def test_blackjack_hit_over_21_is_a_bust():
    assert not busted(21)
    assert busted(22)


def test_blackjack_natural_is_an_ace_and_a_ten():
    assert natural(1, 10)
    assert natural(10, 1)
    assert not natural(5, 6)
    assert not natural(10, 10)


def test_blackjack_natural_after_a_split_is_21():
    assert Held(parse_cards("As Kd")).natural
    assert not Held(parse_cards("As Kd"), from_split=True).natural


def test_blackjack_dealer_draws_to_16_and_stands_on_17():
    assert dealer_draws(16, 0, False)
    assert not dealer_draws(17, 0, False)
    assert not dealer_draws(17, 0, True)


def test_blackjack_dealer_soft_17_as_posted():
    assert not dealer_draws(7, 1, False)
    assert dealer_draws(7, 1, True)
    assert dealer_draws(6, 1, False)
    assert not dealer_draws(8, 1, True)


@pytest.mark.parametrize(
    "player, dealer, result",
    [(18, 17, WIN), (17, 17, PUSH), (17, 18, LOSE), (12, 22, WIN), (22, 22, LOSE), (22, 17, LOSE), (21, 21, PUSH)],
)
def test_blackjack_outcome(player, dealer, result):
    assert outcome(player, dealer) == result


def test_blackjack_double_two_cards_between_the_bounds():
    assert may_double(9, 2, 9, 11)
    assert may_double(11, 2, 9, 11)
    assert not may_double(8, 2, 9, 11)
    assert not may_double(12, 2, 9, 11)
    assert not may_double(10, 3, 9, 11)


def test_blackjack_split_one_rank_or_one_value():
    king, queen = parse_cards("Ks Qd")
    assert pair(king, king, False)
    assert not pair(king, queen, False)
    assert pair(king, queen, True)


def test_blackjack_split_up_to_the_most_hands():
    assert may_split(2, 3, False, False)
    assert not may_split(3, 3, False, False)
    assert not may_split(1, 1, False, False)


def test_blackjack_split_aces_once_unless_posted():
    assert may_split(1, 3, True, False)
    assert not may_split(2, 3, True, False)
    assert may_split(2, 3, True, True)


def test_blackjack_look_and_insurance_depend_on_the_up_card():
    assert [up for up in range(1, 11) if dealer_looks(up)] == [1, 10]
    assert [up for up in range(1, 11) if insurance_offered(up)] == [1]


def test_blackjack_natural_an_ace_and_a_ten_complete_each_other():
    assert {first: completing(first) for first in range(1, 11) if completing(first)} == {1: 10, 10: 1}
    assert [(a, b) for a in range(1, 11) for b in range(1, 11) if natural(a, b)] == [(1, 10), (10, 1)]


def test_blackjack_double_is_a_wager_as_large_again():
    assert (units(False), units(True)) == (1, 2)


def test_blackjack_surrender_a_broken_cent_stays_with_the_house():
    assert surrendered(1000) == 500
    assert surrendered(1001) == 500


def test_totals_and_softness_agree():
    for hard in range(2, 40):
        for aces in range(4):
            assert total(hard, aces) - hard == (10 if soft(hard, aces) else 0)


@pytest.mark.parametrize(
    "cards, up, options, wanted",
    [
        ("8s 8d", 10, ("stand", "hit", "double", "split"), "split"),
        ("Ts 6d", 10, ("stand", "hit", "double", "surrender"), "surrender"),
        ("Ts 6d", 10, ("stand", "hit", "double"), "hit"),
        ("Ts 6d", 6, ("stand", "hit", "double"), "stand"),
        ("6s 5d", 6, ("stand", "hit", "double"), "double"),
        ("6s 3d 2c", 6, ("stand", "hit"), "hit"),
        ("As 7d", 9, ("stand", "hit", "double"), "hit"),
        ("As 7d", 2, ("stand", "hit", "double"), "stand"),
        ("As 8d", 6, ("stand", "hit", "double"), "stand"),
    ],
)
def test_bots_play_basic_strategy(cards, up, options, wanted):
    assert basic_play(Held(parse_cards(cards)), up, options, False) == wanted
