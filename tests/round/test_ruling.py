"""A setup, and a ruling as money: who gains what, to the cent."""

from dataclasses import replace

import pytest

from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer
from houseway.games import game
from houseway.round.ruling import Payout, Posting, Seat, Setup, forfeit, postings, void


def setup() -> Setup:
    settings = game("super-pan-9").document.configure({"misdeal": "play-on"})
    return Setup(settings, (Seat(2, {"main": 500}), Seat(5, {"main": 700})))


def test_the_seats_of_a_round_by_their_numbers():
    assert setup().numbers == (2, 5)


def test_the_written_control_answers_for_the_irregularities_it_knows():
    assert setup().control("misdeal").then(2, "deal") == "play-on"
    assert setup().control("wrong-number-of-cards").then(2, "play") == "void-hand"
    assert setup().control("wrong-number-of-cards").then(0, "play") == "void-round"
    said = "'earthquake' is not an irregularity of this game: it knows misdeal, exposed-card, wrong-number-of-cards"
    with pytest.raises(IllegalAnswer) as refused:
        setup().control("earthquake")
    assert str(refused.value) == said


def test_a_setting_that_is_no_control_is_no_irregularity():
    with pytest.raises(IllegalAnswer, match="'decks' is not an irregularity"):
        setup().control("decks")


def test_a_game_without_controls_says_so():
    without_settings = Settings(replace(game("super-pan-9").document, settings=()), {})
    with pytest.raises(IllegalAnswer, match=r"it knows none$"):
        Setup(without_settings, ()).control("misdeal")


def test_a_payout_is_worth_what_comes_back_less_what_was_staked():
    assert Payout(1, "main", 500, 975, "win", "8", "", 25).net == 475
    assert Payout(1, "main", 500, 0, "lose", "8", "").net == -500


def test_winnings_come_from_the_house_and_commission_goes_to_its_own_account():
    won = Payout(3, "main", 500, 975, "win", "8", "", 25)
    assert postings([won]) == (Posting("seat 3", 475), Posting("house", -500), Posting("commission", 25))
    lost, push = Payout(1, "main", 500, 0, "lose", "8", ""), Payout(2, "main", 500, 500, "push", "9", "")
    assert postings([lost, push]) == (Posting("seat 1", -500), Posting("house", 500))


def test_a_void_wager_is_given_back_in_full():
    why = "wrong number of cards: the hand is void and $12.34 is returned"
    assert void(4, "tie", 1234, "wrong-number-of-cards", "15") == Payout(4, "tie", 1234, 1234, "void", "15", why)
    assert void(4, "tie", 1234, "wrong-number-of-cards", "15").commission == 0


def test_a_forfeited_wager_is_lost_in_full():
    why = "wrong number of cards: the hand is forfeited and $12.34 is lost"
    assert forfeit(4, "tie", 1234, "wrong-number-of-cards", "15") == Payout(4, "tie", 1234, 0, "forfeit", "15", why)


def test_what_a_meter_pays_is_no_loss_of_the_house_but_for_its_new_seed():
    won = Payout(3, "jackpot", 100, 900, "all", "E", "", metered=700, seeded=250)
    assert postings([won]) == (Posting("seat 3", 800), Posting("house", -350), Posting("meter jackpot", -450))
    assert sum(posting.cents for posting in postings([won])) == 0
