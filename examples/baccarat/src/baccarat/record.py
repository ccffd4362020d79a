"""How a record of minibaccarat tells a round: the dealer's cards are those of both hands, in the order of the deal."""

from collections.abc import Iterable, Mapping

from baccarat.play import next_card
from houseway.cards import names
from houseway.round import DEALER
from houseway.round.record import Hand


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Cards before a seat, and a card more or less than the rules deal."""
    for place, hand in hands.items():
        if place != DEALER and hand.cards:
            yield f"{hand.who} has {names(hand.cards)}, and both hands lie before the dealer (clause deal)"
    dealt = hands[DEALER].cards if DEALER in hands else ()
    if len(dealt) >= 4 and next_card(dealt) >= 0:
        whose = ("player", "banker")[next_card(dealt)]
        yield f"after {names(dealt)} the {whose}'s hand draws one more (clause {whose}-draws)"
