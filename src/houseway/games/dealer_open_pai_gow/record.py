"""How a record of Dealer Open Pai Gow tells a round."""

from collections.abc import Iterable, Mapping

from houseway.cards import mask, names, parse_cards, size
from houseway.document.settings import Settings
from houseway.errors import IllegalRound
from houseway.games.dealer_open_pai_gow.rules.hands import FRONT, HAND, back_value, first_spot, front_value
from houseway.games.dealer_open_pai_gow.rules.piles import PILES, Piles, ended_by_jacks, house_piles, wheel_of
from houseway.games.dealer_open_pai_gow.rules.ways import way_of
from houseway.round import DEALER, Irregularity
from houseway.round.record import Hand, Record
from houseway.rule import enforces

FIELDS = dict.fromkeys(PILES, "cards")
"""How a hand was set: one of them tells the other."""

ROUND_FIELDS = {"drawn": "integer"}
"""The random number, or the sum of the dice."""


@enforces("3")
def irregular(hands: Mapping[int, Hand]) -> Iterable[Irregularity]:
    """A hand with fewer than seven cards kills all hands (clause 3); with more, the written control decides."""
    for place, hand in hands.items():
        if hand.cards and len(hand.cards) < HAND:
            yield Irregularity("too-few-cards", place)
        elif len(hand.cards) > HAND:
            yield Irregularity("too-many-cards", place)


def recorded_piles(hand: Hand) -> Piles:
    """Front and back as a record gives them, one or both; two and five of the hand's cards."""
    given = {pile: mask(parse_cards(str(hand.more[pile]))) for pile in PILES if pile in hand.more}
    if not given:
        raise IllegalRound(f'{hand.who}: say how {names(hand.cards)} was set, as in front = "Kd 9c"', "6")
    whole = mask(hand.cards)
    front = given["front"] if "front" in given else whole & ~given["back"]
    back = given.get("back", whole & ~front)
    if front & back or front | back != whole or size(front) != FRONT:
        raise IllegalRound(f"{hand.who}: front and back are not two and five of {names(hand.cards)}", "6")
    return Piles(front, back)


def remarks(record: Record) -> Iterable[str]:
    """Where the first packet went, and a misset house hand, which is reset to the house way and ruled upon so."""
    dealer, settings = record.hands[DEALER], record.setup.settings
    if isinstance(drawn := record.more.get("drawn"), int):
        what = "The dice made" if settings.text("order") == "dice" else "The random number was"
        first = first_spot(drawn)
        place = "the dealer" if first == DEALER else f"seat {first}"
        yield f"{what} {drawn}: the first packet went to {place}, the others counterclockwise from there (clause 2)."
    yield from misset(dealer, settings)


def misset(dealer: Hand, settings: Settings) -> Iterable[str]:
    """What is to be said where the record's dealer was not set by the house way (clause 9)."""
    hand = mask(dealer.cards)
    if len(dealer.cards) != HAND or ended_by_jacks(hand, settings) or not any(pile in dealer.more for pile in PILES):
        return
    wheel = wheel_of(settings)
    given, right = recorded_piles(dealer), house_piles(hand, settings)
    if front_value(given.front, wheel) == front_value(right.front, wheel):
        if back_value(given.back, wheel) == back_value(right.back, wheel):
            return
    way = way_of(settings)
    line = way.explain(way.set(hand, wheel)[1])
    yield (
        f"The dealer's hand was misset as {given}. By {line.bullet} (clause {line.clause}) it is {right}: "
        f"{line.says} It is reset so, and every wager is ruled upon against it (clause 9)."
    )
