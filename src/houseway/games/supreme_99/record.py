"""How a record of Supreme 99 tells a round."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import mask, names, parse_cards, size
from houseway.errors import IllegalRound
from houseway.games.supreme_99.rules import CARDS, PILES, house_piles, house_says, piles_of, receiver
from houseway.round import DEALER
from houseway.round.codec import place_words
from houseway.round.record import Hand, Record

_WAGERS = {"main": "5.00", "pair-fortunes": "1.00"}
EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {
        "game": "supreme-99",
        "dealer": {"cards": "5c 5d 3h 4d"},
        "seat": [
            {"number": 1, "cards": "8c 8d 8h 8s", "high": "8c 8d", "wagers": _WAGERS},
            {"number": 2, "cards": "5h 5s 7c Th", "high": "5h 5s", "wagers": _WAGERS},
            {"number": 3, "cards": "9c Kd 2c 7d", "high": "9c Kd", "wagers": _WAGERS},
            {"number": 4, "cards": "Ac Ad 6c 6d", "high": "Ac Ad", "wagers": _WAGERS},
        ],
    },
)
"""Every rare end: four of a kind, both hands copied, 9-9 and two pair."""


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """More than a packet of four, or a dealer's setting of other cards."""
    for hand in hands.values():
        if len(hand.cards) > CARDS:
            yield f"{hand.who} has {len(hand.cards)} cards, and a packet is four (clause 2)"
    dealer = hands[DEALER]
    if says_how_set(dealer) and not _two_and_two(dealer):
        yield f"the dealer's high and low are not two and two of {names(dealer.cards)} (clause 6)"


def says_how_set(hand: Hand) -> bool:
    """Whether the record says how a hand was set."""
    return any(pile in hand.more for pile in PILES)


def recorded(hand: Hand) -> tuple[int, int]:
    """The masks of `high` and `low`, one of which is enough; whether they are the hand's cards is checked later.

    Nobody's first two cards are guessed to be the High hand.
    """
    if not says_how_set(hand):
        raise IllegalRound(f'{hand.who}: say how {names(hand.cards)} was set, as in high = "Kd 9c"', "5")
    given = {pile: mask(parse_cards(str(hand.more[pile]))) for pile in PILES if pile in hand.more}
    whole = mask(hand.cards)
    high = given["high"] if "high" in given else whole & ~given["low"]
    return high, given.get("low", whole & ~high)


def _two_and_two(hand: Hand) -> bool:
    """Whether the recorded piles are two and two of the hand's cards."""
    masks = recorded(hand)
    return len(hand.cards) == CARDS and sum(masks) == mask(hand.cards) and [size(pile) for pile in masks] == [2, 2]


def remarks(record: Record) -> Iterable[str]:
    """The order in which the packets were dealt, and a misset house hand: it is ruled upon as if it were set right."""
    if isinstance(drawn := record.more.get("drawn"), int):
        what = "The dice rolled" if record.setup.settings.text("order") == "dice" else "The random number was"
        place = place_words(receiver(drawn, 0))
        yield f"{what} {drawn}: the first packet went to {place} and the others clockwise from there (clause 3)."
    dealer = record.hands[DEALER]
    if says_how_set(dealer) and _two_and_two(dealer):
        yield from _misset(dealer)


def _misset(dealer: Hand) -> Iterable[str]:
    given, right = piles_of(dealer.cards, recorded(dealer)), house_piles(dealer.cards)
    if given.scores != right.scores:
        name, clause, effect = house_says(dealer.cards)
        yield (
            f"The dealer's hand was misset as {given}. By the rule {name} {effect}: it is {right}, and every wager "
            f"is ruled upon as if it had been set so (clause {clause})."
        )
