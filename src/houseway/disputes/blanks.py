"""The blanks of a record: hands with cards that nobody saw, as they are written, and how they are filled in."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from houseway.cards import JOKER, name, parse_cards
from houseway.errors import IllegalRound
from houseway.round.codec import UNKNOWN, place_words
from houseway.round.questions import DEALER
from houseway.round.record import Hand, Record

Completion = tuple[int, ...]
"""Cards for all unknown ones of a round, in their order."""


class Blank(NamedTuple):
    """A hand with unknown cards, as written: its cards, and its fields that have one."""

    place: int
    cards: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]]

    @property
    def unknown(self) -> int:
        return self.cards.count(UNKNOWN)


def has_unknown(table: Any) -> bool:
    """Whether the fields of a record leave a card unknown."""
    return any(UNKNOWN in _tokens(value) for hand in _hands(table) for value in hand.values())


def blanks_of(table: Mapping[str, Any]) -> list[Blank]:
    """The hands with unknown cards, the dealer's first."""
    return [blank_of(hand) for hand in _hands(table) if any(UNKNOWN in _tokens(value) for value in hand.values())]


def _hands(table: Any) -> Iterator[dict[str, Any]]:
    """The dealer's fields and the seats', as far as they have the form of fields."""
    if isinstance(table, Mapping):
        seats = table.get("seat")
        hands = [table.get("dealer"), *(seats if isinstance(seats, list) else [])]
        yield from (hand for hand in hands if isinstance(hand, dict))


def _tokens(value: Any) -> tuple[str, ...]:
    """The cards of a field; nothing where it is no text."""
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    return tuple(value) if isinstance(value, list) and all(isinstance(each, str) for each in value) else ()


def blank_of(hand: Mapping[str, Any]) -> Blank:
    number = hand.get("number", DEALER)
    fields = {key: _tokens(value) for key, value in hand.items() if key != "cards" and UNKNOWN in _tokens(value)}
    blank = Blank(number if isinstance(number, int) else DEALER, _tokens(hand.get("cards")), fields)
    if sum(tokens.count(UNKNOWN) for tokens in fields.values()) > blank.unknown:
        raise IllegalRound(
            f"{place_words(blank.place)}: {', '.join(fields)} leave more cards unknown than the cards do"
        )
    return blank


def filled(table: Mapping[str, Any]) -> dict[str, Any]:
    """The record with a joker for every unknown card, so that its form can be checked."""

    def known(hand: Any) -> Any:
        if not isinstance(hand, dict):
            return hand
        return {
            key: " ".join(_with(_tokens(value), iter(lambda: JOKER, None))) if UNKNOWN in _tokens(value) else value
            for key, value in hand.items()
        }

    seats = table.get("seat")
    told = dict(table) | ({"seat": [known(seat) for seat in seats]} if isinstance(seats, list) else {})
    return told | ({"dealer": known(table["dealer"])} if "dealer" in table else {})


def _with(tokens: Iterable[str], cards: Iterator[int]) -> list[str]:
    return [name(next(cards)) if token == UNKNOWN else token for token in tokens]


def hand_of(blank: Blank, record: Record, cards: Completion) -> Hand:
    """A hand with its unknown cards filled in: the piles take them in the order in which they are written."""
    piles = iter(cards)
    more = {key: " ".join(_with(tokens, piles)) for key, tokens in blank.fields.items()}
    hand = record.hands[blank.place]
    return replace(hand, cards=parse_cards(" ".join(_with(blank.cards, iter(cards)))), more={**hand.more, **more})


def completed(base: Record, blanks: list[Blank], cards: Completion) -> Record:
    hands, at = dict(base.hands), 0
    for blank in blanks:
        hands[blank.place] = hand_of(blank, base, cards[at : at + blank.unknown])
        at += blank.unknown
    return replace(base, hands=hands)


def known_cards(place: int, hand: Hand, blanks: list[Blank]) -> tuple[int, ...]:
    blank = next((each for each in blanks if each.place == place), None)
    return hand.cards if blank is None else parse_cards(" ".join(t for t in blank.cards if t != UNKNOWN))
