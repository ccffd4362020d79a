"""Rulings on dealt rounds of Super Pan 9."""

import pytest

from houseway.errors import Faulty, HousewayError, IllegalCards, IllegalRound
from houseway.games import game
from houseway.games.super_pan_9.rules import TIE
from houseway.games.super_pan_9.terms import terms
from houseway.round.record import record_from, settle


def record(**changes):
    base = {
        "game": "super-pan-9",
        "settings": {"decks": 8, "commission": "5%"},
        "dealer": {"cards": "Kd 2c 3h 4s"},
        "seat": [{"number": 1, "cards": "6h Qc As", "wagers": {"main": "25.00", "tie": "5.00"}}],
    }
    return base | changes


def rule(**changes):
    return settle(record_from(record(**changes))).ruling


def one_seat(cards, **wagers):
    return [{"number": 1, "cards": cards, "wagers": wagers or {"main": "25.00"}}]


def test_4_a_lower_total_loses():
    main, tie = rule()
    assert (main.net, main.award, main.clause) == (-25_00, "lose", "4")
    assert main.why == "7 loses to the dealer's 9: the wager is lost"
    assert (tie.net, tie.award, tie.clause) == (-5_00, "lose", "9")


def test_8_a_win_pays_even_money_less_commission():
    (payout,) = rule(dealer={"cards": "Kd 2c 4h"}, seat=one_seat("6h 2d As"))
    assert (payout.net, payout.commission, payout.clause) == (23_75, 1_25, "8")
    assert payout.why == "9 beats the dealer's 6: pays 1 to 1 less 5 % commission of $1.25"


@pytest.mark.parametrize(
    "rate, rounding, fee",
    [
        ("4%", "down", 45),
        ("4%", "nearest", 45),
        ("4%", "up", 46),  # of 45.2 cents
        ("5%", "down", 56),
        ("5%", "nearest", 56),
        ("5%", "up", 56),  # 57 of 1130 would be more than five in a hundred
    ],
)
def test_8_a_commission_of_no_whole_cent_is_rounded_as_set_and_never_above_five_percent(rate, rounding, fee):
    settings = {"commission": rate, "commission-rounding": rounding}
    (payout,) = rule(settings=settings, dealer={"cards": "Kd 2c 4h"}, seat=one_seat("6h 2d As", main="11.30"))
    assert payout.commission == fee


def test_9_a_tie_pushes_the_main_wager_and_pays_the_tie_bet_eight_to_one():
    main, tie = rule(dealer={"cards": "Kd 2c 4h"}, seat=one_seat("6h Qc Ks", main="25.00", tie="5.00"))
    assert (main.net, main.award, main.clause, main.paytable) == (0, "push", "9", "even-money")
    assert main.why == "6 ties the dealer's 6: a push, the wager is returned"
    assert (tie.net, tie.award, tie.clause, tie.paytable) == (40_00, "tie", "9", "tie-8")
    assert tie.why == "6 ties the dealer's 6: pays 8 to 1"
    assert [(paid.seat, paid.wager) for paid in (main, tie)] == [(1, "main"), (1, "tie")]


def test_9_a_tie_bet_is_won_by_clause_9_whatever_clause_its_paytable_names():
    rows = [{"award": "tie", "label": "Tie", "pays": 9}]
    ours = {"id": "ours", "wager": "tie", "clause": "2", "basis": "to 1", "rows": rows}
    ends = terms("tie", TIE, game("super-pan-9").with_paytable(ours).configure())
    assert (ends.pays, ends.clause, ends.paytable) == (9, "9", "ours")


@pytest.mark.parametrize("taken, net, fee", [("no", 40_00, 0), ("yes", 38_00, 2_00)])
def test_8_the_tie_bet_pays_commission_where_the_house_takes_it(taken, net, fee):
    seats = one_seat("6h Qc Ks", main="25.00", tie="5.00")
    main, tie = rule(settings={"tie-commission": taken}, dealer={"cards": "Kd 2c 4h"}, seat=seats)
    assert (main.net, main.commission) == (0, 0)
    assert (tie.net, tie.commission) == (net, fee)


def test_6_a_fourth_card_means_that_the_seat_drew():
    (payout,) = rule(dealer={"cards": "Kd 2c 4h"}, seat=one_seat("2h Qc As 5d"))
    assert payout.why.startswith("8 beats the dealer's 6")


def test_irregularities_void_the_round_or_the_hand_by_the_written_control():
    seats = [
        {"number": 1, "cards": "6h Qc As", "wagers": {"main": "25.00", "tie": "5.00"}},
        {"number": 4, "cards": "6c 2d As", "wagers": {"main": "10.00"}},
    ]
    everyone = rule(seat=seats, irregularity=[{"kind": "misdeal"}])
    assert [(p.seat, p.wager, p.net, p.award) for p in everyone] == [
        (1, "main", 0, "void"),
        (1, "tie", 0, "void"),
        (4, "main", 0, "void"),
    ]
    one = rule(seat=seats, irregularity=[{"kind": "wrong-number-of-cards", "seat": 1}])
    assert [(p.seat, p.net, p.award) for p in one] == [(1, 0, "void"), (1, 0, "void"), (4, 0, "push")]
    dealer = rule(seat=seats, irregularity=[{"kind": "wrong-number-of-cards"}])
    assert {p.award for p in dealer} == {"void"}
    on = rule(seat=seats, irregularity=[{"kind": "exposed-card", "seat": 1}])
    assert [p.award for p in on] == ["lose", "lose", "push"]


@pytest.mark.parametrize(
    "changes, error, words",
    [
        ({"dealer": {"cards": "Kd 2c 4h 5s"}}, IllegalRound, r"must stand \(clause 7.ii\)"),
        ({"dealer": {"cards": "Kd 2c 3h"}}, IllegalRound, r"must draw \(clause 7.i\)"),
        ({"seat": one_seat("2h Qc As 2d 3c")}, IllegalRound, "draw more than one"),
        ({"seat": one_seat("2h Qc")}, IllegalRound, "seat 1 has only 2h Qc"),
        ({"settings": {"decks": 1}, "seat": one_seat("6h 6h As")}, IllegalCards, "6h is seen 2 times"),
        ({"seat": one_seat("9h Qc As")}, IllegalCards, "9h is not among"),
        ({"seat": one_seat("2h Qc As", main="25.00", lucky="1")}, Faulty, "no wager 'lucky'"),
        ({"seat": one_seat("2h Qc As", main="400.01")}, Faulty, r"over the limit of \$400.00"),
        ({"seat": one_seat("2h Qc As", main="4.99")}, Faulty, r"below the limit of \$5.00"),
        ({"seat": one_seat("2h Qc As", tie="5")}, Faulty, "every player makes the main wager"),
        ({"seat": one_seat("2h Qc As", main="lots")}, Faulty, "is not an amount"),
        ({"settings": {"decks": 9}}, Faulty, "decks lies between 1 and 8, not 9"),
        ({"settings": {"tie-bet": "no"}}, Faulty, "Tie Bet is not offered"),
        ({"game": "faro"}, Faulty, "there is no game 'faro'"),
        ({"seat": [{"number": 10, "cards": "2h Qc As", "wagers": {"main": "5"}}]}, Faulty, "numbered 1 to 9"),
        ({"seat": []}, Faulty, "nobody has made a wager"),
        ({"irregularity": [{"kind": "earthquake"}]}, HousewayError, "it knows misdeal, exposed-card"),
    ],
)
def test_impossible_rounds_are_refused_in_words(changes, error, words):
    with pytest.raises(error, match=words):
        rule(**changes)


@pytest.mark.parametrize("cards", ["6h Qc", "6h Qc As 2d 3c"])
def test_irregularities_a_void_hand_may_have_any_number_of_cards(cards):
    seats = [
        {"number": 1, "cards": cards, "wagers": {"main": "25.00"}},
        {"number": 4, "cards": "6c 2d As", "wagers": {"main": "10.00"}},
    ]
    ruling = rule(seat=seats, irregularity=[{"kind": "wrong-number-of-cards", "seat": 1}])
    assert [(p.seat, p.net, p.award) for p in ruling] == [(1, 0, "void"), (4, 0, "push")]


def test_irregularities_that_play_goes_on_from_excuse_no_wrong_draw():
    on = [{"kind": "exposed-card", "seat": 1}]
    with pytest.raises(IllegalRound, match=r"must stand \(clause 7.ii\)"):
        rule(dealer={"cards": "Kd 2c 4h 3s"}, irregularity=on)
    with pytest.raises(IllegalRound, match="draw more than one"):
        rule(seat=one_seat("2h Qc As 2d 3c"), irregularity=on)


def test_what_the_game_does_not_know_is_refused():
    with pytest.raises(Faulty, match=r"seat 1.insurance: is not a field that belongs here"):
        rule(seat=[{"number": 1, "cards": "6h Qc As", "wagers": {"main": "25.00"}, "insurance": "5"}])


@pytest.mark.parametrize(
    "entries, words",
    [(5, "entries: is a list, not 5"), ([[0]], "is no entry"), ([[-1, {"seat": "a"}]], "is no call")],
)
def test_entries_that_are_none_are_refused_in_words(entries, words):
    with pytest.raises(HousewayError, match=words):
        rule(entries=entries)


def test_1_one_deck_is_too_small_for_nine_players():
    seats = [{"number": n, "cards": "2h Qc As", "wagers": {"main": "5"}} for n in range(1, 10)]
    with pytest.raises(Faulty, match="may need 40 cards and the shoe holds 36: seat fewer, or set"):
        rule(settings={"decks": 1}, seat=seats)


def test_9_a_lost_tie_bet_says_that_there_was_no_tie() -> None:
    record = {
        "game": "super-pan-9",
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00", "tie": "5.00"}}],
    }
    main, tie = settle(record_from(record, "round"))
    assert main.why == "9 beats the dealer's 6: pays 1 to 1 less 5 % commission of $1.25"
    assert tie.why == "9 beats the dealer's 6, no tie: the wager is lost"
