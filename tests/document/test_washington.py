"""Whose a limit is: what the house has set lower is never said to be the state's."""

import pytest

from houseway.errors import IllegalBet
from houseway.games import game


def refused(settings: dict[str, object], **wagers: int) -> str:
    pan = game("super-pan-9")
    with pytest.raises(IllegalBet) as fault:
        pan.setup(pan.configure(settings), {1: wagers})
    return str(fault.value)


def test_the_states_limit_is_the_states() -> None:
    assert refused({}, main=400_01) == (
        "seat 1: main wager of $400.01 is over the limit of $400.00 (WAC 230-15-140, as of August 2023)"
    )


def test_a_lower_limit_is_the_houses() -> None:
    says = "the house's; the state allows $400.00, WAC 230-15-140, as of August 2023"
    assert refused({"maximum": "50.00"}, main=50_01) == (
        f"seat 1: main wager of $50.01 is over this table's limit of $50.00 ({says})"
    )
    assert refused({}, main=5_00, tie=100_01) == (
        f"seat 1: Tie Bet of $100.01 is over this table's limit of $100.00 ({says})"
    )
    raised = refused({"tie-maximum": "400.00"}, main=5_00, tie=400_01)
    assert raised.endswith("is over the limit of $400.00 (WAC 230-15-140, as of August 2023)")


def test_games_on_one_hand_are_the_states_only_where_the_house_has_not_set_fewer() -> None:
    pai = game("dealer-open-pai-gow")
    wagers = {1: {"main": 25_00, "chan-chu": 10_00, "ace-high-tie": 10_00}}
    with pytest.raises(IllegalBet, match=r"at most 2 are allowed \(the house's; the state allows 6, WAC 230-15-040"):
        pai.setup(pai.configure({"games-per-hand": 2}), wagers)
    with pytest.raises(IllegalBet, match=r"at most 2 are allowed \(the house's; the state allows 3, WAC 230-15-040"):
        pai.setup(pai.configure({"games-above": 2}), wagers)
