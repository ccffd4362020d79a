"""How bots play High Card."""

from high_card.play import KEEP, SWAP
from high_card.rules import dealer_swaps, height
from houseway.round import Answer, Question, Standing


def bot(question: Question, standing: Standing) -> Answer:
    """Bots swap as the dealer must."""
    return SWAP if dealer_swaps(height(standing.cards(question.seat)[-1])) else KEEP
