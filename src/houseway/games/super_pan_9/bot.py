"""How bots play Super Pan 9."""

from houseway.games.super_pan_9.play import DRAW, STAND
from houseway.games.super_pan_9.rules import dealer_draws, hand_total
from houseway.round import Answer, Question, Standing


def bot(question: Question, standing: Standing) -> Answer:
    """Bots draw as the dealer must."""
    return DRAW if dealer_draws(hand_total(standing.cards(question.seat))) else STAND
