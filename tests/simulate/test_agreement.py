"""Every game's kernel against its own order of play; Super Pairs beside its other tests.

HOUSEWAY_AGREEING is how many rounds each case deals in the long form, which alone has Dealer Open Pai Gow.
"""

from importlib import import_module
from pathlib import Path

import pytest

import houseway as hw
from houseway.simulate import simulate
from houseway.simulate.model import STRATEGIES, Plan
from simulated import ROUNDS, agree


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_super_pan_9(strategy):
    from houseway.games.super_pan_9.simulation import simulation

    game = hw.game("super-pan-9")
    plan = Plan(game.configure(), ("main", "tie"), strategy, seats=3)
    agree(game, simulation(plan), {"main": 10000, "tie": 10000}, ROUNDS or 1000)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_supreme_99(strategy):
    from houseway.games.supreme_99.simulation import simulation

    game = hw.game("supreme-99")
    plan = Plan(game.configure(), ("main", "pair-fortunes"), strategy, seats=6)
    agree(game, simulation(plan), {"main": 10000, "pair-fortunes": 10000}, ROUNDS or 300)


@pytest.mark.skipif(not ROUNDS, reason="its kernel takes two minutes to compile: with HOUSEWAY_AGREEING, in make soak")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_dealer_open_pai_gow(strategy):
    from houseway.games.dealer_open_pai_gow.simulation import simulation

    game = hw.game("dealer-open-pai-gow")
    settings = game.configure(jacks_beat=True, jacks_beat_pays="2 jacks=1, 3 jacks=10, 4 jacks=100")
    stakes = {"main": 10000, "chan-chu": 10000, "ace-high-tie": 10000, "jacks-beat": 500}
    plan = Plan(settings, ("main", "chan-chu", "chan-chu-envy", "ace-high-tie", "jacks-beat"), strategy, seats=2)
    agree(game, simulation(plan), stakes, ROUNDS or 60)


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
