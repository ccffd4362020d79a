"""One deck and nine seats: refused, or played as far as the cards go (ruling one-deck-seats)."""

import pytest

from houseway.errors import Faulty, IllegalAnswer, IllegalBet, IllegalRound
from houseway.games import game
from houseway.round import CHANCE, OUT_OF_CARDS, Deal, Driver, Entry
from houseway.round.record import record_from, settle

PAN = game("super-pan-9")
AS_FAR = {"decks": 1, "out-of-cards": "void"}
RANKS = "23456JQKA"


def record(drawing, dealer, **changes):
    """Nine hands of a kind from one deck, of which the first so many draw their fourth."""
    seats = [
        {
            "number": number,
            "cards": f"{rank}c {rank}d {rank}h" + (f" {rank}s" if number <= drawing else ""),
            "wagers": {"main": "5.00"},
        }
        for number, rank in enumerate(RANKS, 1)
    ]
    return {"game": "super-pan-9", "settings": AS_FAR, "dealer": {"cards": dealer}, "seat": seats} | changes


def rule_on(*args, **changes):
    return settle(record_from(record(*args, **changes)))


CALLED = {"irregularity": [{"kind": "out-of-cards"}]}


def test_1_nine_seats_and_one_deck_are_refused_unless_the_house_says_otherwise():
    with pytest.raises(Faulty, match="9 players and the dealer may need 40 cards and the shoe holds 36: seat fewer"):
        rule_on(5, "Qs Ks As Js", settings={"decks": 1})
    with pytest.raises(IllegalBet, match="or set out-of-cards to void"):
        PAN.setup(PAN.configure(decks=1), {seat: {"main": 5_00} for seat in range(1, 10)})
    eight = record(5, "Qs Ks As Js")
    eight["seat"] = eight["seat"][:8]
    assert len(settle(record_from(eight | {"settings": {"decks": 1}}))) == 8


def test_1_a_round_for_which_the_cards_suffice_is_played():
    ruling = rule_on(5, "Qs Ks As Js").ruling
    assert [payout.award for payout in ruling] == ["win", "win", "win", "lose", "win", "lose", "lose", "lose", "win"]


def test_7_a_dealer_for_whom_no_card_is_left_makes_the_round_void():
    settled = rule_on(6, "Qs Ks As", **CALLED)
    assert {(payout.award, payout.net, payout.clause) for payout in settled} == {("void", 0, "1")}
    assert settled.ruling[0].why == "out of cards: the hand is void and $5.00 is returned"
    assert str(settled.explanations()[0]).splitlines()[1].startswith("  out-of-cards = void, the house's choice: ")
    assert settle(record_from(settled.json())).ruling == settled.ruling


def test_7_who_does_not_say_that_the_cards_ran_out_is_asked_for_the_dealers_card():
    with pytest.raises(IllegalRound, match=r"total 1 and the dealer must draw \(clause 7.i\)"):
        rule_on(6, "Qs Ks As")
    with pytest.raises(IllegalRound, match="ran out of cards, and the round ends with all that it needs"):
        rule_on(5, "Qs Ks As Js", **CALLED)


def test_a_table_that_cannot_run_out_does_not():
    few = record(3, "Qs Ks As", settings={"decks": 1}, **CALLED)
    few["seat"] = few["seat"][:3]
    with pytest.raises(IllegalAnswer, match="this game does not run out of cards"):
        settle(record_from(few))


def test_the_shoe_itself_runs_out_where_every_seat_draws():
    setup = PAN.setup(PAN.configure(AS_FAR), {seat: {"main": 5_00} for seat in range(1, 10)})
    driver, shoe = Driver(PAN.round, setup), list(PAN.pack(setup.settings))
    while driver.standing.ruling is None:
        (question, *_) = driver.standing.asked
        if isinstance(question, Deal):
            driver.enter(Entry(CHANCE, shoe.pop() if shoe else OUT_OF_CARDS))
        else:
            driver.enter(Entry(question.seat, "draw"))
    assert not shoe
    assert {payout.award for payout in driver.standing.ruling} == {"void"}
