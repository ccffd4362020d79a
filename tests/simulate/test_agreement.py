"""Every game's kernel against its own order of play."""

import pytest
from tests.simulate.agreement import ROUNDS, agree

import houseway as hw
from houseway.simulate.model import STRATEGIES, Plan


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_super_pan_9(strategy):
    from houseway.games.super_pan_9.simulation import simulation

    game = hw.game("super-pan-9")
    plan = Plan(game.configure(), ("main", "tie"), strategy, seats=3)
    agree(game, simulation(plan), {"main": 10000, "tie": 10000}, ROUNDS or 8500)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_supreme_99(strategy):
    from houseway.games.supreme_99.simulation import simulation

    game = hw.game("supreme-99")
    plan = Plan(game.configure(), ("main", "pair-fortunes"), strategy, seats=6)
    agree(game, simulation(plan), {"main": 10000, "pair-fortunes": 10000}, ROUNDS or 4200)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_dealer_open_pai_gow(strategy):
    from houseway.games.dealer_open_pai_gow.simulation import simulation

    game = hw.game("dealer-open-pai-gow")
    settings = game.configure(jacks_beat=True, jacks_beat_pays="2 jacks=1, 3 jacks=10, 4 jacks=100")
    stakes = {"main": 10000, "chan-chu": 10000, "ace-high-tie": 10000, "jacks-beat": 500}
    plan = Plan(settings, ("main", "chan-chu", "chan-chu-envy", "ace-high-tie", "jacks-beat"), strategy, seats=2)
    agree(game, simulation(plan), stakes, ROUNDS or 300)


FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
WHOLE = ("blackjack", "insurance", "bust-bonus")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_super_pairs(strategy):
    from houseway.games.super_pairs.simulation import simulation

    game = hw.game("super-pairs")
    plan = Plan(game.configure(surrender="late"), (*WHOLE, *FELT), strategy, seats=3)
    agree(game, simulation(plan), {"blackjack": 10000, **dict.fromkeys(FELT, 100)}, ROUNDS or 1500)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_chinese_poker(strategy):
    from houseway.games.chinese_poker.simulation import simulation

    game = hw.game("chinese-poker")
    settings = game.configure(bonuses=True, naturals=True, natural_declared=True)
    plan = Plan(settings, ("main",), strategy, seats=4)
    chosen = simulation(plan)
    agree(game, chosen, {"main": chosen.wagers[0].stake}, ROUNDS or 50)
