"""What a question shows: the hands on the table with their wagers, facts in words, and paytables as they hang there."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from houseway.cards import cards_of, in_order
from houseway.document.controls import IRREGULARITIES
from houseway.document.model import Document, WagerSpec
from houseway.document.paytables import Paytable
from houseway.document.settings import Setting, Settings
from houseway.game import Game
from houseway.money import dollars
from houseway.round.codec import hand_json
from houseway.round.explanation import pays_in_words
from houseway.round.posted import stakes_of
from houseway.round.questions import DEALER, Arrange, Standing
from houseway.round.ruling import Setup


class Pile(NamedTuple):
    """Cards that lie together; `name` is "" where a hand is one pile. `hidden` cards lie face down."""

    name: str
    cards: tuple[int, ...]
    hidden: int = 0

    def json(self) -> dict[str, Any]:
        return {"name": self.name, "cards": [*hand_json(self.cards), *[None] * self.hidden]}


class Hand(NamedTuple):
    """What lies at a place: cards in piles and wagers in words."""

    who: str
    piles: tuple[Pile, ...]
    wagers: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        return {"who": self.who, "piles": [pile.json() for pile in self.piles], "wagers": list(self.wagers)}


class Posted(NamedTuple):
    """A paytable as it hangs there: the wager's name, and rows of award and pay."""

    wager: str
    rows: tuple[tuple[str, str], ...]

    def json(self) -> dict[str, Any]:
        return {"wager": self.wager, "rows": [list(row) for row in self.rows]}


class Chosen(NamedTuple):
    """A setting that the house has chosen: its id, its value, and what it says."""

    id: str
    value: str
    says: str


class Scene(NamedTuple):
    """All that a question shows."""

    hands: tuple[Hand, ...]
    facts: tuple[str, ...] = ()
    posted: tuple[Posted, ...] = ()
    chosen: tuple[Chosen, ...] = ()

    def json(self) -> dict[str, Any]:
        return {
            "hands": [hand.json() for hand in self.hands],
            "facts": list(self.facts),
            "posted": [each.json() for each in self.posted],
            "chosen": [each._asdict() for each in self.chosen],
        }


def hands_of(game: Game, standing: Standing, setup: Setup, *, open_: bool = True) -> tuple[Hand, ...]:
    """Every hand on the table, the dealer's first; with all cards open, or as everybody may see them."""
    places = [place for place in (DEALER, *setup.numbers) if standing.cards(place)]
    return tuple(
        Hand(who(place), _piles(game, standing, setup, place, open_=open_), _wagers(game, standing, setup, place))
        for place in places
    )


def who(place: int) -> str:
    return "Dealer" if place == DEALER else f"Seat {place}"


def _piles(game: Game, standing: Standing, setup: Setup, place: int, *, open_: bool) -> tuple[Pile, ...]:
    cards = standing.cards(place)
    shown = cards if open_ else standing.shown(place)
    if len(shown) < len(cards):
        return (Pile("", shown, len(cards) - len(shown)),)
    if place == DEALER and (set_ := game.dealer_piles(cards, setup)) and standing.ruling is not None:
        return tuple(Pile(name, tuple(pile)) for name, pile in set_.items())
    if split := game.hands(standing, place, setup):
        return tuple(Pile(f"hand {number}", hand.cards) for number, hand in enumerate(split, 1))
    return _set_piles(standing, place) or (Pile("", cards),)


def _set_piles(standing: Standing, place: int) -> tuple[Pile, ...]:
    """The piles that a seat has set."""
    for question, answer in standing.events:
        if isinstance(question, Arrange) and question.seat == place and isinstance(answer, tuple):
            named = zip(question.piles, answer, strict=True)
            return tuple(Pile(name, in_order(cards_of(pile))) for name, pile in named)
    return ()


def _wagers(game: Game, standing: Standing, setup: Setup, place: int) -> tuple[str, ...]:
    """What a seat has wagered: before the deal and, once the round has ended, in all."""
    bets = Counter(next((dict(seat.wagers) for seat in setup.seats if seat.number == place), {}))
    if standing.ruling is not None:
        bets = Counter()
        for payout in standing.ruling:
            bets[payout.wager] += payout.stake if payout.seat == place else 0
    return tuple(f"{game.document.wager(wager).name} {dollars(cents)}" for wager, cents in bets.items() if cents)


def posted_for(game: Game, setup: Setup, wagers: Iterable[str]) -> tuple[Posted, ...]:
    """The paytables of these wagers as they hang there."""
    tables: Mapping[str, Paytable] = game.posted(setup.settings)
    return tuple(
        _posted(game.document.wager(wager), table, setup.settings)
        for wager in dict.fromkeys(wagers)
        if (table := tables.get(wager)) is not None
    )


def _posted(spec: WagerSpec, table: Paytable, settings: Settings) -> Posted:
    """A paytable in the amounts of a fixed wager, and of one dollar where a seat chooses its own."""
    stakes = stakes_of(spec, settings)
    stake = stakes[0] if len(stakes) == 1 else 1_00
    return Posted(spec.name, tuple((row.label, pays_in_words(table, row, stake)) for row in table.rows))


def chosen_at(game: Game, settings: Settings, wagers: Iterable[str]) -> tuple[Chosen, ...]:
    """The settings by which hands and wagers end: no limits, meters and controls, nothing of wagers not in question."""
    asked = {"", *wagers}
    return tuple(
        Chosen(spec.id, spec.title(settings[spec.id]), spec.says)
        for spec, owner in _deciding(game.document)
        if owner in asked
    )


@lru_cache(maxsize=32)
def _deciding(document: Document) -> tuple[tuple[Setting, str], ...]:
    """Those settings of a document, each with the wager that it is of by its name; "" where it is of none."""
    wagers = document.wagers
    elsewhere = {each for wager in wagers for each in (wager.least, wager.most, wager.offered)}
    elsewhere |= {f"{wager.id}-{what}" for wager in wagers for what in ("meter", "seed", "increment")}
    return tuple(
        (spec, max((wager.id for wager in wagers if spec.id.startswith(f"{wager.id}-")), key=len, default=""))
        for spec in document.settings
        if spec.layer != "analysis"
        and spec.type not in ("control", "paytable")
        and spec.id not in (*elsewhere, IRREGULARITIES)
    )
