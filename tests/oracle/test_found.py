"""Rounds on which the product was found to be wrong, by the document's text, and mended."""

import pytest

from oracle.compare import dealt, disagreement
from oracle.test_by_hand import BJ, PLAIN, SP, pairs
from oracle.test_hand_worked import agree


def test_3_a_replaced_card_does_not_undo_a_reconciled_bonus() -> None:
    """Clause 3 settles the bonuses once the first cards are dealt, and no hand is void here.

    The setting says what becomes of a reconciled bonus "when the hand or the round is void afterwards", and nothing of
    a card that is replaced: that leaves reconciled wagers won or lost, whatever a call does (docs/irregularities.md).
    Two fives pay 10 to 1 before one of them is replaced.
    """
    settings = PLAIN | {"exposed-card": "replace-card", "reconciled-bonuses": "void-with-round"}
    told = "1:5s 0:6h 1:5d 0:Th !exposed-card@1 1:Kd 1.stand 0:9h"
    record = pairs(settings, {1: SP}, {0: "6h Th 9h", 1: "5s Kd"}, told)
    agree(record, {(1, "super-pairs"): 1000, (1, "blackjack"): 1000})


def test_3_a_hand_that_dies_while_a_card_is_replaced_decides_nothing_by_the_burnt_card() -> None:
    """Whoever is asked for insurance with seat 1 dies while one of its queens is being replaced: nobody has looked
    under the ace while both lay there, so they never were a pair of queens. Queen and ten pay 4 to 1.
    """
    settings = PLAIN | {"exposed-card": "replace-card", "wrong-number-of-cards": "void-hand"}
    told = "1:Qh 2:Tc 0:As 1:Qh 2:9c 0:7d 1$insurance=0 !exposed-card@1 !wrong-number-of-cards@2 1:Ts"
    told += " 1$insurance=0 1.stand"
    bets = {1: BJ | {"lucky-ladies": "1.00"}, 2: BJ}
    record = pairs(settings, bets, {0: "As 7d", 1: "Qh Ts", 2: "Tc 9c"}, told)
    agree(record, {(1, "lucky-ladies"): 400, (1, "blackjack"): 1000, (2, "blackjack"): 0})


def test_irregularities_where_a_card_of_the_dealers_is_replaced_none_is_drawn_again_against_a_hand_that_has_died() -> (
    None
):
    """The dealer draws to 13 against 17, the 17 is void, and the card that was drawn is replaced: the round is gone
    through again, and the rules deal the dealer no third card. Both third cards are burnt.
    """
    settings = PLAIN | {"exposed-card": "replace-card", "wrong-number-of-cards": "void-hand"}
    told = "1:Tc 0:Ts 1:7d 0:3c 1.stand 0:2c !wrong-number-of-cards@1 !exposed-card@0 0:7h"
    record = pairs(settings, {1: BJ}, {0: "Ts 3c", 1: "Tc 7d"}, told)
    agree(record, {(1, "blackjack"): 0})


@pytest.mark.parametrize("seed", [3976, 9162, 27348, 44970, 45799, 59627, 62731, 72744, 95476, 2816859, 2867193])
def test_rounds_on_which_the_engines_once_differed(seed: int) -> None:
    """Which cards are burnt, an insurance that is due back, a shoe that is shuffled, a meter that one winner left.

    The first of each kind is worked out by hand in `test_by_hand.FOUND`.
    """
    assert not disagreement(dealt("super-pairs", seed))
