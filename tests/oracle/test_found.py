"""Rounds on which the product was found to be wrong, by the document's text, and mended."""

from oracle.test_by_hand import PLAIN, SP, pairs
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
