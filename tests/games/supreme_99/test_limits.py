"""The limits that the state and the house set on wagers."""

import pytest

from houseway.errors import IllegalBet
from houseway.games import game

SUPREME = game("supreme-99")


@pytest.mark.clause("limits")
@pytest.mark.parametrize(
    "wagers, fault",
    [
        ({"main": "300.00"}, ""),
        ({"main": "300.01"}, "is over"),
        ({"main": "5.00", "pair-fortunes": "100000.00"}, "is over"),
    ],
)
def test_limits_a_wager_above_them_is_refused(wagers: dict[str, str], fault: str) -> None:
    if not fault:
        SUPREME.deal({1: wagers}, seed=1, maximum="300.00")
        return
    with pytest.raises(IllegalBet, match=fault):
        SUPREME.deal({1: wagers}, seed=1, maximum="300.00")
