"""Random rounds: what the product pays and what the oracle works out from the record are the same, to the cent.

So are the meters: what came off, what they were seeded with and what they show after the round.

Irregularities of every kind are called at random: hands void and forfeited, cards replaced, other cards dealt, hands
of a wrong number of cards, by the settings and by controls of one's own for each stage.

The long form: `HOUSEWAY_ROUNDS=100000 pytest tests/oracle/test_oracle.py`.
"""

import os
import random
from typing import Any

import pytest

import houseway as hw
from houseway.cards import DECK_WITH_JOKER, names
from oracle.cards import by_rank, cards, five
from oracle.compare import ENGINES, dealt, disagreement, paid_by_the_oracle, paid_by_the_product
from oracle.house_way import house_way

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "0"))


@pytest.mark.parametrize("game", ENGINES)
def test_both_engines_pay_alike(game: str) -> None:
    for seed in range(ROUNDS or 150):
        differs = disagreement(dealt(game, seed))
        assert not differs, f"{game}, seed {seed}: {differs}"


@pytest.mark.parametrize("game", ENGINES)
def test_a_cent_too_much_is_noticed(game: str) -> None:
    record = dealt(game, 0)
    record["payouts"][-1]["cents"] += 1
    assert paid_by_the_product(record) != paid_by_the_oracle(record)


def test_a_wrong_pay_is_noticed() -> None:
    """A product that pays ties 9 to 1 under the posted 8 to 1."""
    generous = hw.game("super-pan-9").with_pays("tie", {"tie": 9})
    posted = hw.game("super-pan-9").settle(tied()).json()["paytables"]
    record = generous.settle(tied()).json()
    assert paid_by_the_product(record) == paid_by_the_oracle(record)
    assert paid_by_the_product(record) != paid_by_the_oracle(record | {"paytables": posted})


def tied() -> dict[str, Any]:
    """A tie of sixes."""
    seat = {"number": 1, "cards": "6h Kc Qc", "wagers": {"main": "25.00", "tie": "5.00"}}
    return {"game": "super-pan-9", "dealer": {"cards": "Kd 2c 4h"}, "seat": [seat]}


@pytest.mark.parametrize("wheel", ["lowest", "second-highest"])
def test_both_engines_set_the_house_hand_alike(wheel: str) -> None:
    """Seven cards of a few ranks and suits: their front and back are worth the same."""
    game = hw.game("dealer-open-pai-gow")
    setup = game.setup(game.configure({"wheel": wheel, "two-jacks-lose": "no"}), {1: {"main": 500}})
    luck = random.Random(wheel)
    for _ in range(ROUNDS or 150):
        few = luck.sample(DECK_WITH_JOKER, luck.choice((9, 12, 16, 20, 53)))
        joker = [card for card in DECK_WITH_JOKER if card >= 52 and card not in few and luck.random() < 0.5]
        hand = luck.sample(few + joker, 7)
        held = names(hand).split()
        piles = game.dealer_piles(hand, setup)
        if not piles:
            continue
        front, back = house_way(cards(held), wheel_second=wheel != "lowest")
        theirs = {name: cards(names(pile).split()) for name, pile in piles.items()}
        second = wheel != "lowest"
        assert by_rank(front) == by_rank(theirs["front"]), held
        assert five(back, wheel_second=second) == five(theirs["back"], wheel_second=second), held
