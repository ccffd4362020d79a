"""How a record of Chinese poker tells a round: `front`, `middle` and `back`, or `declared`, or `surrendered`."""

from collections.abc import Iterable, Mapping

from houseway.cards import mask, names, parse_cards
from houseway.errors import IllegalRound
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER
from houseway.games.chinese_poker.rules.hands import HAND_CARDS, PILES
from houseway.round import DEALER, Choose
from houseway.round.record import Hand

FLAGS = {"surrendered": SURRENDER, "declared": DECLARE}
FIELDS = {**{pile.lower(): "cards" for pile in PILES}, "declared": "flag", "surrendered": "flag"}


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Cards for a dealer, or a hand that is not thirteen cards."""
    for place, hand in hands.items():
        if place == DEALER and hand.cards:
            yield "the dealer plays no hand and is dealt no cards (clause 2)"
        elif place != DEALER and len(hand.cards) != HAND_CARDS:
            yield f"{hand.who} has {len(hand.cards)} cards, and every player is dealt thirteen (clause 2)"


def chosen(question: Choose, hand: Hand) -> str:
    """A seat sets its hand unless the record says that it declared a natural or surrendered."""
    for field, option in FLAGS.items():
        if hand.more.get(field):
            if option not in question.options:
                raise IllegalRound(f"{hand.who} may not {option} here: it may {' or '.join(question.options)}")
            return option
    return SET


def piles(hand: Hand) -> tuple[int, ...]:
    """How a hand was set; two piles tell the third."""
    found = tuple(mask(parse_cards(hand.more.get(pile.lower(), ""))) for pile in PILES)
    if sum(1 for pile in found if pile) == len(PILES) - 1:
        rest = mask(hand.cards) & ~sum(found)
        found = tuple(pile or rest for pile in found)
    if not all(found):
        raise IllegalRound(f"{hand.who}: the record does not tell how {names(hand.cards)} was set: front, middle, back")
    return found
