"""How a record of Super Pan 9 tells a round."""

from collections.abc import Iterable, Mapping

from houseway.cards import names
from houseway.games.super_pan_9.play import DRAW, STAND
from houseway.games.super_pan_9.rules import dealer_draws, hand_size, hand_total
from houseway.round import DEALER, Answer
from houseway.round.record import Hand


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """A dealer who drew or stood against clause 7, a player who drew twice."""
    for place, hand in hands.items():
        if len(hand.cards) > hand_size(True):
            yield f"{hand.who} has {len(hand.cards)} cards, and nobody may draw more than one (clause 6)"
        elif place == DEALER and len(hand.cards) >= hand_size(False):
            three = hand_total(hand.cards[: hand_size(False)])
            if len(hand.cards) != hand_size(dealer_draws(three)):
                must = "must draw (clause 7.i)" if dealer_draws(three) else "must stand (clause 7.ii)"
                yield f"the dealer's first three cards, {names(hand.cards[:3])}, total {three} and the dealer {must}"


def recorded(hand: Hand) -> Answer:
    """A seat of a record drew if it holds a fourth card."""
    return DRAW if len(hand.cards) == hand_size(True) else STAND
