"""Every game's kernel against its own order of play; Super Pairs beside its other tests.

HOUSEWAY_AGREEING is how many rounds each case deals in the long form.
"""

from importlib import import_module
from pathlib import Path

import pytest

import houseway as hw
from houseway.simulate import simulate
from houseway.simulate.model import STRATEGIES, Plan
from simulated import ROUNDS, agree, agree_in


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_super_pan_9(strategy):
    agree_in("super-pan-9", strategy, ROUNDS or 1000)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_supreme_99(strategy):
    agree_in("supreme-99", strategy, ROUNDS or 300)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_dealer_open_pai_gow(strategy):
    agree_in("dealer-open-pai-gow", strategy, ROUNDS or 60)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_chinese_poker(strategy):
    from houseway.games.chinese_poker.simulation import simulation

    game = hw.game("chinese-poker")
    settings = game.configure(bonuses=True, naturals=True, natural_declared=True)
    plan = Plan(settings, ("main",), strategy, seats=4)
    chosen = simulation(plan)
    agree(game, chosen, {"main": chosen.wagers[0].stake}, ROUNDS or 25)


def test_baccarat(monkeypatch):
    """A game from elsewhere fills the same hook."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "baccarat" / "src"))
    baccarat = import_module("baccarat.game").GAME
    plan = Plan(baccarat.configure(), ("player", "banker", "tie", "player-pair", "banker-pair"), "best", seats=2)
    stakes = dict.fromkeys(plan.wagers, 10000)
    agree(baccarat, baccarat.simulation(plan), stakes, ROUNDS or 2000)
    result = simulate(baccarat, baccarat.configure(), rounds=200_000, seed=6)
    assert {wager: abs(each.z) < 4.5 for wager, each in result.wagers.items()} == dict.fromkeys(plan.wagers, True)
