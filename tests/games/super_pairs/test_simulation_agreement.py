"""The kernel of Super Pairs, which goes through a spot with numbers, against the order of play, which uses `Spot`."""

import pytest

import houseway as hw
from houseway.simulate.model import STRATEGIES, Plan
from simulated import ROUNDS, agree

FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
WHOLE = ("blackjack", "insurance", "bust-bonus")
GAME = hw.game("super-pairs")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_cards_and_decisions_pay_the_same(strategy):
    plan = Plan(GAME.configure(surrender="late"), (*WHOLE, *FELT), strategy, seats=3)
    codes = agree(GAME, GAME.simulation(plan), {"blackjack": 10000, **dict.fromkeys(FELT, 100)}, ROUNDS or 300)
    assert len(codes["blackjack"]) > 8


@pytest.mark.parametrize("by", ["rank", "value"])
@pytest.mark.parametrize("aces", [True, False])
def test_splits_again_and_again(by, aces):
    """A single deck by chance: four hands, tens split, aces split again and drawn to."""
    settings = GAME.configure(
        decks=1,
        split_hands=4,
        split_by=by,
        resplit_aces=aces,
        split_aces_one_card=not aces,
        soft_17="hit",
        double="9-11",
    )
    plan = Plan(settings, ("blackjack",), "random", seats=4)
    codes = agree(GAME, GAME.simulation(plan), {"blackjack": 10000}, ROUNDS or 300)
    assert len(codes["blackjack"]) > 20
