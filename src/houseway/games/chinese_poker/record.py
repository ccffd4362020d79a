"""How a record of Chinese poker tells a round: `front`, `middle` and `back`, or `surrendered`.

A natural is told by its cards; where the house has it declared first, by `declared`.
"""

from collections.abc import Iterable, Mapping

from houseway.cards import cards_of, mask, names, parse_cards
from houseway.errors import IllegalRound
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER, natural_of
from houseway.games.chinese_poker.rules.hands import HAND_CARDS, PILES
from houseway.games.chinese_poker.rules.naturals import NATURALS
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.round import DEALER, Choose
from houseway.round.record import Hand, Record

FLAGS = {"surrendered": SURRENDER, "declared": DECLARE}
FIELDS = {**{pile.lower(): "cards" for pile in PILES}, "declared": "flag", "surrendered": "flag"}


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Cards for a dealer, a hand that is not thirteen cards, or piles of cards that the hand does not hold."""
    for place, hand in hands.items():
        if place == DEALER and hand.cards:
            yield "the dealer plays no hand and is dealt no cards (clause 2)"
        elif place != DEALER and len(hand.cards) != HAND_CARDS:
            yield f"{hand.who} has {len(hand.cards)} cards, and every player is dealt thirteen (clause 2)"
        elif place != DEALER:
            for pile in PILES:
                strange = mask(parse_cards(hand.more.get(pile.lower(), ""))) & ~mask(hand.cards)
                if strange:
                    yield f"{hand.who}: {names(cards_of(strange))} in {pile} is not among its cards (clause 4)"


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


def remarks(record: Record) -> Iterable[str]:
    """The naturals that were held and are not paid: surrendered or, where the house asks for it, not declared."""
    scoring = scoring_of(record.setup.settings)
    if not scoring.naturals or _void(record):
        return
    for seat in record.setup.numbers:
        hand = record.hands[seat]
        kind = natural_of(mask(hand.cards), scoring) if len(hand.cards) == HAND_CARDS else 0
        did = _chose(record, hand)
        if kind and did == SURRENDER:
            yield f"Seat {seat} surrendered {NATURALS[kind]}: the natural is not paid (clauses naturals, surrender)."
        elif kind and did == SET and scoring.natural_declared:
            yield (
                f"Seat {seat} held {NATURALS[kind]} and did not declare it: the natural is not paid, by the house's "
                "setting natural-declared (clause naturals)."
            )


def _void(record: Record) -> bool:
    """Whether a call has voided the round; what passes unread here only adds a remark."""
    calls = [call.kind for call in record.irregularities]
    calls += [str(entry["call"]) for entry in record.entries or () if isinstance(entry, dict) and "call" in entry]
    settings = record.setup.settings
    return any(kind not in settings or settings.text(kind) == "void-round" for kind in calls)


def _chose(record: Record, hand: Hand) -> str:
    """What a seat did before the hands were set, by the record's entries or by its fields."""
    for entry in record.entries or ():
        seat, did = (entry.get("seat"), entry.get("choose")) if isinstance(entry, dict) else entry
        if seat == hand.place and isinstance(did, str):
            return did
    return next((option for field, option in FLAGS.items() if hand.more.get(field)), SET)
