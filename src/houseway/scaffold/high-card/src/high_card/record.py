"""How a record of High Card tells a round: a place that swapped has two cards."""

from high_card.play import KEEP, SWAP
from houseway.round import Answer
from houseway.round.record import Hand


def recorded(hand: Hand) -> Answer:
    """A seat of a record swapped if it holds a second card."""
    return SWAP if len(hand.cards) > 1 else KEEP
