"""Clauses on wagers, their limits, the order of settlement, the envy tables and irregularities."""

import pytest

from houseway.errors import IllegalBet
from houseway.games import game

PAI_GOW = game("dealer-open-pai-gow")
KINGS = "Kd Kc Ts 8h 6d 4c 2s"
HANDS = {1: "Ac Ad Kh Qh 7c 5d 3h", 3: "9c 9d Ah Qs 7d 5h 3d", 6: "Jc Th 9h 8c 6c 4h 2d"}
FRONTS = {1: "Kh Qh", 3: "Ah Qs", 6: "Th 9h"}

ENVY = {  # as printed, from a natural straight flush of seven cards down to four of a kind
    "envy.3": (1000, 250, 100, 50, 25, 10, 5),
    "envy.4": (5000, 1000, 500, 250, 50, 20, 5),
    "envy.5": (1000, 750, 250, 100, 50, 20, 5),
}


def seat(number, **more):
    return {"number": number, "cards": HANDS[number], "front": FRONTS[number], "wagers": {"main": "10.00"}} | more


def ruled(*seats, **more):
    return PAI_GOW.settle({"game": PAI_GOW.id, "dealer": {"cards": KINGS}, "seat": list(seats), **more})


@pytest.mark.clause("introduction.wagers", "1")
def test_1_the_pai_gow_wager_is_made_by_everybody_and_the_others_by_who_likes():
    assert [(each.id, each.required) for each in PAI_GOW.document.wagers if each.before_deal] == [
        ("main", True), ("chan-chu", False), ("ace-high-tie", False), ("jacks-beat", False),
    ]  # fmt: skip  # a line for each case
    with pytest.raises(IllegalBet, match=r"every player makes the .* \(clause"):
        PAI_GOW.deal({1: {"chan-chu": "5.00"}}, seed=1)
    PAI_GOW.deal({1: {"main": "5.00"}, 2: {"main": "5.00", "chan-chu": "5.00", "ace-high-tie": "5.00"}}, seed=1)


def test_introduction_limits_a_wager_outside_them_is_refused():
    for wager in ("main", "chan-chu", "ace-high-tie"):
        given = {f"{wager}-minimum" if wager != "main" else "minimum": "2.00"}
        given |= {f"{wager}-maximum" if wager != "main" else "maximum": "50.00"}
        for amount, fault in (("1.99", "below the limit"), ("50.01", "is over")):
            with pytest.raises(IllegalBet, match=fault):
                PAI_GOW.setup(PAI_GOW.configure(given), {1: {"main": 200} | {wager: round(100 * float(amount))}})


def test_8_hands_are_settled_from_the_dealers_right():
    assert [payout.seat for payout in ruled(seat(6), seat(1), seat(3))] == [1, 3, 6]


@pytest.mark.clause("envy.3", "envy.4", "envy.5")
def test_envy_tables_are_transcribed_cell_by_cell():
    for clause, printed in ENVY.items():
        (table,) = [each for each in PAI_GOW.document.paytables if each.clause == clause]
        assert table.basis == "dollars"
        assert [str(row.pay) for row in table.rows] == [f"${pays}" for pays in printed]


@pytest.mark.parametrize("kind", ["misdeal", "exposed-card"])
def test_irregularities_are_settled_as_the_house_has_written(kind):
    called = (
        {"irregularity": [{"kind": kind, "seat": 3}]} if kind == "exposed-card" else {"irregularity": [{"kind": kind}]}
    )
    void = ruled(seat(1), seat(3), settings={kind: "void-round"}, **called)
    assert [(payout.net, payout.clause) for payout in void] == [(0, "irregularities")] * 2
