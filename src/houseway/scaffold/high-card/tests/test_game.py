"""High Card: its rules by clause, its odds against the order of play, and what every game must keep."""

from fractions import Fraction

import pytest
from high_card.game import GAME
from high_card.odds import choices, deck_of, each, wins
from high_card.rules import dealer_swaps, height, player_wins

from houseway.cards import SEVEN, parse_card, parse_cards
from houseway.conform import CHECKS, findings, name_of
from houseway.errors import MissingExtra
from houseway.round import spread

STAKE = 10_00


def test_4_the_dealer_swaps_a_seven_and_keeps_an_eight():
    assert dealer_swaps(SEVEN)
    assert not dealer_swaps(SEVEN + 1)


def test_5_the_higher_card_wins_and_the_dealer_wins_equal_cards():
    ace, king = height(parse_card("As")), height(parse_card("Kd"))
    assert player_wins(ace, king)
    assert not player_wins(king, ace)
    assert not player_wins(ace, ace)


def test_a_record_is_ruled_upon():
    record = {
        "game": GAME.id,
        "dealer": {"cards": "5d 9c"},
        "seat": [{"number": 1, "cards": "2c Ks", "wagers": {"main": "10.00"}}],
    }
    (payout,) = GAME.settle(record)
    assert (payout.net, payout.clause) == (STAKE, "5")
    assert payout.why == "Ks beats the dealer's 9c: pays 1 to 1"


def test_the_odds_are_those_of_the_order_of_play():
    """Every round that a small pack can deal, against the count."""
    cards = parse_cards("2c 2d 7h 8s Kc Ah")
    deck = deck_of(cards)
    plan = choices(deck)
    setup = GAME.setup(GAME.configure(), {1: {"main": STAKE}})

    def decide(question, standing):
        return plan[height(standing.cards(1)[-1])]

    played = sum(chance for chance, ruling in spread(GAME.round, setup, cards, decide) if ruling[0].net > 0)
    counted = sum(count * wins(own, plan[own], rest) for own, count, rest in each(deck))
    assert played == Fraction(counted, 6 * 5 * 4 * 3)


def test_the_house_is_favoured():
    assert 0 < GAME.odds("main").edge < Fraction(1, 10)


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_what_every_game_must_keep(check):
    try:
        assert findings(check, GAME) == []
    except MissingExtra as missing:
        pytest.skip(str(missing))
