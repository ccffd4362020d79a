"""The conditions under which the letters approve a game stand as clauses; rulings are written down."""

import pytest

from houseway.games import game

CONDITIONS = ("rules", "equipment", "tribal", "tribal-equipment", "modifications")


@pytest.mark.parametrize("id_", ["supreme-99", "dealer-open-pai-gow", "super-pairs"])
def test_conditions_of_a_letter_are_clauses_for_the_staff(id_: str) -> None:
    document = game(id_).document
    for condition in CONDITIONS:
        assert document.clause(f"approval.{condition}").procedure
    controls = "controls" if id_ == "supreme-99" else "approval.controls"
    assert "internal controls" in document.clause(controls).says


def test_super_pan_9_has_no_letter_but_may_be_modified() -> None:
    document = game("super-pan-9").document
    assert document.clause("modifications").procedure
    assert not [clause for clause in document.clauses if clause.id.startswith("approval")]


def test_8_9_commission_on_a_tie_is_of_the_eight_that_it_wins() -> None:
    pan = game("super-pan-9")
    assert pan.document.ruling("commission-of-what").choice == "winnings"
    record = {
        "game": "super-pan-9",
        "settings": {"tie-commission": "yes"},
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": 1, "cards": "Ks 2h 4c", "wagers": {"main": "25.00", "tie": "5.00"}}],
    }
    tie = next(payout for payout in pan.settle(record) if payout.wager == "tie")
    assert (tie.commission, tie.net) == (2_00, 38_00)
