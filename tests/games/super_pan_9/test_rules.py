"""Super Pan 9's rules, clause by clause, both sides of every threshold."""

import pytest

from houseway.cards import DECK, JOKER, parse_card
from houseway.games.super_pan_9.rules import (
    LOSE,
    TIE,
    WIN,
    dealer_draws,
    hand_size,
    in_pack,
    outcome,
    tie_bet_wins,
    total,
    value,
)


def test_1_sevens_to_tens_are_removed_and_there_is_no_joker():
    kept = {"2", "3", "4", "5", "6", "J", "Q", "K", "A"}
    assert {card for card in DECK if in_pack(card)} == {parse_card(r + s) for r in kept for s in "cdhs"}
    assert not in_pack(JOKER)


@pytest.mark.parametrize(
    "card, worth", [("Kd", 0), ("Qc", 0), ("Jh", 0), ("As", 1), ("2c", 2), ("6d", 6), ("9s", 9), ("Th", 0)]
)
def test_2_values_of_cards(card, worth):
    assert value(parse_card(card)) == worth


@pytest.mark.parametrize("values, worth", [(0, 0), (9, 9), (10, 0), (13, 3), (21, 1), (24, 4)])
def test_5_the_first_digit_is_dropped(values, worth):
    assert total(values) == worth


def test_6_one_card_more_for_who_draws():
    assert (hand_size(False), hand_size(True)) == (3, 4)


@pytest.mark.clause("7", "7.i", "7.ii")
def test_7_dealer_draws_0_to_5_and_stands_6_to_9():
    assert [dealer_draws(points) for points in range(10)] == [True] * 6 + [False] * 4


def test_4_closer_to_nine_wins():
    for player in range(10):
        for dealer in range(10):
            nearer = (9 - dealer) - (9 - player)
            assert outcome(player, dealer) == (WIN if nearer > 0 else LOSE if nearer < 0 else TIE)


def test_9_the_tie_bet_wins_on_a_tie_alone():
    assert [tie_bet_wins(result) for result in (LOSE, TIE, WIN)] == [False, True, False]
