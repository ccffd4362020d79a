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
    assert len(codes["blackjack"]) > 4


def chart() -> str:
    """Split every pair, double what may be doubled, draw to 15."""
    rows = [
        "[hard]",
        *(f'{total} = "{" ".join(["double" if total < 16 else "stand"] * 10)}"' for total in range(4, 22)),
    ]
    rows += ["[soft]", *(f'{total} = "{" ".join(["hit"] * 10)}"' for total in range(12, 22))]
    return "\n".join(
        [*rows, "[pair]", *(f'{card} = "{" ".join(["split"] * 10)}"' for card in [*range(2, 11), "A"]), ""]
    )


@pytest.mark.parametrize("by", ["rank", "value"])
@pytest.mark.parametrize("aces", [True, False])
def test_splits_again_and_again(by, aces):
    """Every pair is split, to four hands; tens by rank or by value; aces once, to one card, or again and drawn to."""
    house = {"split_hands": 4, "split_by": by, "resplit_aces": aces, "split_aces_one_card": not aces}
    settings = GAME.configure(decks=1, soft_17="hit", double="9-11", **house)
    plan = Plan(settings, ("blackjack",), chart(), seats=4)
    codes = agree(GAME, GAME.simulation(plan), {"blackjack": 10000}, ROUNDS or 250)
    assert len(codes["blackjack"]) > 12
    chance = Plan(settings, ("blackjack",), "random", seats=4)
    agree(GAME, GAME.simulation(chance), {"blackjack": 10000}, ROUNDS or 100)
