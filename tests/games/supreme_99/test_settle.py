"""Dealt rounds of Supreme 99 and the rulings that the document gives them, worked out by hand."""

from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Faulty, HousewayError, IllegalAnswer, IllegalRound
from houseway.games import game
from houseway.round.record import read, record_from, settle

RECORDS = Path(__file__).parent / "records"


def ruling_of(table: dict[str, Any]) -> list[tuple[int, str, str, int, str]]:
    return [(p.seat, p.wager, p.award, p.net, p.clause) for p in settle(record_from(table))]


def test_7_to_13_a_full_round_is_settled_from_the_dealers_right() -> None:
    settled = settle(read(RECORDS / "six_spots.toml"))
    ruling, entries = settled.ruling, [entry for _, entry in settled.entries]
    assert [(p.seat, p.wager, p.award, p.net, p.clause) for p in ruling] == [
        (6, "main", "push", 0, "9"),
        (6, "pair-fortunes", "pair", 10_00, "pair-fortunes"),
        (4, "main", "both-copy", 80_00, "12"),
        (4, "pair-fortunes", "pair", 2_00, "pair-fortunes"),
        (3, "main", "lose", -10_00, "10"),
        (3, "pair-fortunes", "nine-nine", 6_00, "pair-fortunes"),
        (2, "main", "push", 0, "9"),
        (1, "main", "win", 25_00, "8"),
        (1, "pair-fortunes", "pair", 5_00, "pair-fortunes"),
    ]
    assert [p.why for p in ruling if p.wager == "main"] == [
        "High a pair of queens beats a pair of fives, Low 7 copies 7, and the dealer wins copies (clause 11): "
        "a push, the wager is returned",
        "High a pair of fives copies a pair of fives, Low 7 copies 7: pays 4 to 1",
        "High 7 loses to a pair of fives, Low 1 loses to 7: the wager is lost",
        "High a pair of sevens beats a pair of fives, Low 0 loses to 7: a push, the wager is returned",
        "High a pair of sixes beats a pair of fives, Low 8 beats 7: pays 1 to 1",
    ]
    assert entries[0].answer == 11
    assert len(entries) == 1 + 28 + 5


def test_5_b_i_a_foul_loses_and_pair_fortunes_is_paid_all_the_same() -> None:
    ruling = settle(read(RECORDS / "foul_and_misset.toml")).ruling
    assert [(p.seat, p.wager, p.award, p.net, p.clause) for p in ruling] == [
        (5, "main", "push", 0, "9"),  # aces copy aces, tens beat nines
        (5, "pair-fortunes", "two-pair", 15_00, "pair-fortunes"),
        (2, "main", "foul", -50_00, "5.b.i"),
        (2, "pair-fortunes", "pair", 5_00, "pair-fortunes"),
    ]
    assert ruling[2].why == "Kh 9h over 2d 2c fouls, 9 being below a pair of deuces: the wager is lost"


def test_6_a_misset_house_hand_is_set_right_and_said_so() -> None:
    assert settle(read(RECORDS / "foul_and_misset.toml")).remarks == (
        "The random number was 3: the first packet went to seat 2 and the others clockwise from there (clause 3).",
        "The dealer's hand was misset as Ac 9c over Ad 9d. By the rule Two Pair the higher pair is the High hand and "
        "the lower the Low hand: it is Ad Ac over 9d 9c, and every wager is ruled upon as if it had been set so "
        "(clause 6.two-pair).",
    )
    right = {"cards": "8c Kc Qc Jc", "high": "8c Jc", "low": "Kc Qc"}  # 8 over 0, other pictures than the rule takes
    assert settle(record_from(round_with(dealer=right))).remarks == ()


def test_3_the_order_of_the_deal_is_shown_where_it_was_recorded() -> None:
    assert settle(read(RECORDS / "six_spots.toml")).remarks == (
        "The dice rolled 11: the first packet went to seat 3 and the others clockwise from there (clause 3).",
    )
    assert "went to the dealer" in settle(record_from(round_with(drawn=1))).remarks[0]
    assert settle(record_from(round_with())).remarks == ()


def round_with(**changes: Any) -> dict[str, Any]:
    """The dealer has 8 over 0; the seat has fours and 9."""
    seat = {"number": 1, "cards": "4c 4d 9h Th", "high": "4c 4d", "wagers": {"main": "10.00"}}
    seat |= changes.pop("seat", {})
    return {"game": "supreme-99", "dealer": {"cards": "8c Kc Qc Jc"}, "seat": [seat], **changes}


def test_foul_set_the_house_way_where_the_house_says_so() -> None:
    foul = {"high": "9h Th", "low": "4c 4d"}
    assert ruling_of(round_with(seat=foul)) == [(1, "main", "foul", -10_00, "5.b.i")]
    (payout,) = settle(record_from(round_with(seat=foul, settings={"foul": "house-way"})))
    assert (payout.award, payout.net, payout.clause) == ("win", 10_00, "8")
    assert payout.why == (
        "Th 9h over 4d 4c fouls, 9 being below a pair of fours, and is set the dealer's way as 4d 4c over Th 9h; "
        "High a pair of fours beats 8, Low 9 beats 0: pays 1 to 1"
    )


@pytest.mark.clause("5", "5.a", "5.b")
def test_5_one_of_the_two_hands_is_enough_and_none_is_guessed() -> None:
    table = round_with()
    del table["seat"][0]["high"]
    with pytest.raises(IllegalRound, match=r'seat 1: say how 4c 4d 9h Th was set, as in high = "Kd 9c" \(clause 5\)'):
        ruling_of(table)
    for given in ({"high": "4c 4d"}, {"low": "Th 9h"}, {"high": "4d 4c", "low": "9h Th"}):
        table["seat"][0] = {key: table["seat"][0][key] for key in ("number", "cards", "wagers")} | given
        assert ruling_of(table) == [(1, "main", "win", 10_00, "8")]


def test_the_number_drawn_changes_no_ruling() -> None:
    rulings = [ruling_of(round_with(drawn=drawn)) for drawn in range(1, 8)]
    assert rulings == [rulings[0]] * 7
    with pytest.raises(IllegalAnswer, match="between 1 and 7"):
        ruling_of(round_with(drawn=8))
    with pytest.raises(Faulty, match="drawn: is a whole number, not 'many'"):
        ruling_of(round_with(drawn="many"))
    assert ruling_of(round_with(drawn=18, settings={"order": "dice"})) == rulings[0]


@pytest.mark.parametrize(
    "kind, net",
    [("misdeal", 0), ("exposed-card", 10_00), ("wrong-number-of-cards", 0)],
)
def test_controls_settle_irregularities(kind: str, net: int) -> None:
    calls = [{"kind": kind, "seat": 1}]
    (payout,) = settle(record_from(round_with(irregularity=calls)))
    assert payout.net == net
    assert payout.award == ("void" if net == 0 else "win")


def test_controls_a_void_hand_leaves_the_others_in_their_turn() -> None:
    table = round_with(irregularity=[{"kind": "wrong-number-of-cards", "seat": 1}])
    table["seat"].append({"number": 4, "cards": "2c 2d 9c Td", "high": "2c 2d", "wagers": {"main": "10.00"}})
    assert [(p.seat, p.award) for p in settle(record_from(table))] == [(4, "win"), (1, "void")]


@pytest.mark.parametrize(
    "seat, says",
    [
        ({"high": "4c 9d"}, "2 cards high and 2 cards low"),
        ({"high": "4c", "low": "4d"}, "sets all 4 cards"),
        ({"high": "4c 4c"}, "sets all 4 cards"),
        ({"high": "4c Zz"}, "'Zz' is not a card"),
        ({"cards": "4c 4d 9h"}, "only 4c 4d 9h"),
        ({"cards": "4c 4d 9h Th 2c"}, "has 5 cards, and a packet is four"),
        ({"cards": "4c 4d 9h 8c"}, "8c is seen 2 times"),
        ({"wagers": {"pair-fortunes": "5.00"}}, "every player makes the standard wager"),
        ({"wagers": {"main": "401.00"}}, "WAC 230-15-140"),
        ({"number": 7}, "numbered 1 to 6"),
    ],
)
def test_a_record_that_cannot_have_happened_is_refused(seat: dict[str, Any], says: str) -> None:
    with pytest.raises(HousewayError, match=says):
        settle(record_from(round_with(seat=seat)))


def test_1_pair_fortunes_where_it_is_not_offered() -> None:
    with pytest.raises(HousewayError, match="Pair Fortunes is not offered"):
        record_from(
            round_with(seat={"wagers": {"main": "5.00", "pair-fortunes": "5.00"}}, settings={"pair-fortunes": "no"})
        )


def test_6_a_dealers_setting_of_other_cards_is_refused() -> None:
    with pytest.raises(IllegalRound, match="two and two of 8c Kc Qc Jc"):
        settle(record_from(round_with(dealer={"cards": "8c Kc Qc Jc", "high": "8c 2c"})))


def test_examples_reach_the_rows_that_are_rare() -> None:
    reached = {
        (p.wager, p.award) for example in game("supreme-99").examples() for p in game("supreme-99").settle(example)
    }
    assert {("main", "both-copy"), ("pair-fortunes", "four-of-a-kind"), ("pair-fortunes", "nine-nine")} <= reached


@pytest.mark.parametrize(
    "cards, settings, award, clause, why",
    [
        ("9c Kd 2c 5d", {}, "lose", "13", "Kd 9c 5d 2c: no row of Pair Fortunes: the wager is lost"),
        ("9c Kd 2c 7d", {}, "nine-nine", "pair-fortunes", "Kd 9c 7d 2c: 9-9 (total each hand): pays 6 to 1"),
        ("9c 9d Ts Kd", {}, "pair", "pair-fortunes", "Kd Ts 9d 9c: Pair: pays 1 to 1"),
        ("9c 9d Ts Kd", {"nine-nine": "top-down"}, "nine-nine", "pair-fortunes", "pays 6 to 1"),
        ("9c 9d 2c Kd", {"nine-nine": "top-down"}, "pair", "pair-fortunes", "pays 1 to 1"),
        ("9c 9d 2c Kd", {"nine-nine": "pair-of-nines"}, "nine-nine", "pair-fortunes", "pays 6 to 1"),
        ("6c 6d 6h Kd", {}, "pair", "pair-fortunes", "Kd 6h 6d 6c: Pair: pays 1 to 1"),
        ("6c 6d 6h Kd", {"three-of-a-kind": "nothing"}, "lose", "13", "the wager is lost"),
        ("6c 6d 6h 6s", {}, "four-of-a-kind", "pair-fortunes", "6s 6h 6d 6c: Four of a Kind: pays 300 to 1"),
    ],
)
def test_13_pair_fortunes_under_each_reading(
    cards: str, settings: dict[str, str], award: str, clause: str, why: str
) -> None:
    seat = {"cards": cards, "high": cards[:5], "wagers": {"main": "5.00", "pair-fortunes": "2.00"}}
    _, payout = settle(record_from(round_with(seat=seat, settings=settings)))
    assert (payout.award, payout.clause, payout.paytable) == (award, clause, "" if clause == "13" else "pair-fortunes")
    assert payout.why.endswith(why)


def test_8_to_12_a_payout_names_the_paytable_whose_row_it_is() -> None:
    payouts = settle(read(RECORDS / "six_spots.toml")).ruling
    assert {p.award: p.paytable for p in payouts if p.wager == "main"} == {
        "push": "standard",
        "both-copy": "standard",
        "win": "standard",
        "lose": "",
    }
