"""What a viewer may see of a table: the one place that decides it, and the only type that can be serialised.

A seat sees its own cards and what the rules have shown. Everybody else, surveillance too, sees what the rules have
shown while the round is table. Once it has ended, surveillance sees every card. A hidden card is null, whatever it is;
questions to other seats say who is asked and no more. Cards, questions and payouts are told as in
`houseway.round.codec`.
"""

import json
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from houseway.cards import cards_of, in_order, name
from houseway.document import WagerSpec
from houseway.game import Game
from houseway.room.acts.shown import shown
from houseway.room.people.people import PLAYER, STAFF, SURVEILLANCE, Person
from houseway.room.table.following import held
from houseway.room.table.seats import BETTING, ENDED, PLAYING, SEALING, Place
from houseway.room.table.state import LiveTable
from houseway.round import CHANCE, DEALER, Arrange, Burnt, Choose, Deal, Draw, Question, Stake, Standing, Wager
from houseway.round.codec import hand_json, payout_json, question_json
from houseway.round.ruling import Payout, Setup

Hand = list[str | None]
"""The names of cards; None for a hidden one."""


class View:
    """What one viewer may see, ready for the wire. Whoever reads it changes nothing in it: others see the same."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def json(self) -> dict[str, Any]:
        return self._data

    def text(self) -> str:
        """The same as one line."""
        return self._text

    @cached_property
    def _text(self) -> str:
        return json.dumps(self._data, separators=(",", ":"))


class Eyes:
    """Which cards of a round a viewer may see: of its own seat all, of the others what the rules have shown."""

    def __init__(self, standing: Standing, seat: int | None, *, everything: bool) -> None:
        self.standing = standing
        self.seat = seat
        self.everything = everything

    def sees_all_of(self, place: int) -> bool:
        return (
            self.everything or place == self.seat or len(self.standing.shown(place)) == len(self.standing.cards(place))
        )

    def cards(self, place: int) -> Hand:
        """The cards of a place in the order dealt, hidden ones as such."""
        whole = self.sees_all_of(place)
        return [name(card) if whole or face_up else None for card, face_up in self.standing.dealt_to(place)]

    def piles(self, place: int) -> dict[str, list[str]] | None:
        """How a seat has set its hand, for those who see all of it."""
        for question, answer in self.standing.events:
            if isinstance(question, Arrange) and question.seat == place and isinstance(answer, tuple):
                if not self.sees_all_of(place):
                    return None
                named = zip(question.piles, answer, strict=True)
                return {pile: hand_json(in_order(cards_of(each))) for pile, each in named}
        return None


class Public(NamedTuple):
    """What everybody may see of a table at one version, and the people who see it otherwise: one for all spectators."""

    version: int
    view: View
    insiders: frozenset[int]
    linked: bool = False
    """Whether its jackpots are the room's, which others move too."""

    def serves(self, viewer: Person | None) -> bool:
        """Whether this is what the viewer may see."""
        return spectator(viewer, self.insiders)


def public_of(table: LiveTable, chips: Mapping[int, int], deadline: float | None) -> Public:
    """A table as every spectator may see it."""
    return Public(table.version, view_of(table, None, chips, deadline), insiders(table), bool(table.linked))


def spectator(viewer: Person | None, insiders: Container[int]) -> bool:
    """Whether a viewer sees what everybody does: no staff, and none of those who have a place or cards here."""
    return viewer is None or (viewer.role == PLAYER and viewer.id not in insiders)


def insiders(table: LiveTable) -> frozenset[int]:
    """The people at a place of the table or with cards in its round."""
    seated = {place.person for place in table.places.values() if place.person is not None}
    accounts = [account.split(":") for account in table.accounts.values()]
    dealt = {int(id_) for kind, id_ in accounts if kind == "person"}
    return frozenset(id_ for id_ in seated | dealt if table.place_of(id_) or table.seat_in_round(id_) is not None)


def view_of(table: LiveTable, viewer: Person | None, chips: Mapping[int, int], deadline: float | None) -> View:
    """A table as this viewer may see it."""
    seat = None if viewer is None else table.seat_in_round(viewer.id)
    everything = viewer is not None and viewer.role == SURVEILLANCE and table.phase == ENDED
    eyes = Eyes(table.standing, seat, everything=everything)
    return View(
        {
            "table": table.id,
            "version": table.version,
            "game": table.game.id,
            "name": table.name,
            "settings": table.settings.titles(),
            "settings_hash": table.fixed.hash,
            "displayed": list(table.fixed.displayed),
            "contents": dict(table.fixed.contents),
            "document": table.game.document.hash,
            "after": table.after,
            "phase": table.phase,
            "paused": table.paused,
            "closed": table.closed,
            "deadline": None if deadline is None else max(0, round(deadline)),
            "shoe": _shoe(table),
            "wagers": [_wager(spec, table) for spec in table.game.document.wagers],
            "dealer": _dealer(table, eyes),
            "seats": [_seat(table, each, eyes, chips, viewer) for each in table.places.values()],
            "asked": [_asked(each, seat) | _which(table, each, seat) for each in _questions(table)],
            "numbers": _numbers(table),
            "drawn": _drawn(table.standing),
            "ruling": _ruling(table),
            "calls": list(table.calls),
            "amended": list(table.amended),
            "round": table.round,
            "log": table.log,
            "requests": _requests(table, viewer),
            "meters_cents": table.meters.displayed | table.showing,
            "jackpots_say": dict(table.saying),
            "jackpots_closed": list(table.shut),
        }
    )


def _shoe(table: LiveTable) -> dict[str, Any]:
    root, size = table.commitment.root, len(table.commitment)
    gone = f"{sum(1 << place for place in table.gone):x}"
    told = {"id": table.shoe, "root": root, "size": size, "left": table.left, "cut": table.cut, "gone": gone}
    return told | {"ended": False}


def _wager(spec: WagerSpec, table: LiveTable) -> dict[str, Any]:
    return {
        "id": spec.id,
        "name": spec.name,
        "least_cents": table.settings.integer(spec.least) if spec.least else 1,
        "most_cents": table.settings.integer(spec.most) if spec.most else None,
        "required": spec.required,
        "offered": spec.on_offer(table.settings),
        "before_deal": spec.before_deal,
        "needs": list(spec.needs),
        "clause": spec.clause,
    }


def _dealer(table: LiveTable, eyes: Eyes) -> dict[str, Any]:
    cards = table.standing.cards(DEALER)
    whole = bool(cards) and eyes.sees_all_of(DEALER)
    return {
        "plays": table.game.dealer_plays,
        "cards": eyes.cards(DEALER),
        "piles": _dealer_piles(table, cards) if whole else None,
        "note": table.game.note(DEALER, cards, table.setup) if whole else "",
    }


def _dealer_piles(table: LiveTable, cards: Sequence[int]) -> dict[str, list[str]] | None:
    """How the dealer sets these cards, where the game says so."""
    piles = table.game.dealer_piles(cards, table.setup)
    return None if piles is None else {pile: hand_json(each) for pile, each in piles.items()}


def _seat(
    table: LiveTable, place: Place, eyes: Eyes, chips: Mapping[int, int], viewer: Person | None
) -> dict[str, Any]:
    yours = viewer is not None and place.person == viewer.id and not place.left
    unseen = {} if yours else withheld(table, place.number)
    cards = table.standing.cards(place.number)
    whole = bool(cards) and eyes.sees_all_of(place.number)
    hands = hands_of(table.game, eyes.standing, place.number, table.setup) if whole else None
    return {
        "number": place.number,
        "name": place.name or None,
        "bot": place.bot,
        "left": place.left,
        "you": yours,
        "chips_cents": None if place.person is None else chips.get(place.person, 0) + sum(unseen.values()),
        "wagers": wagers_of(table, place, unseen),
        "cards": eyes.cards(place.number),
        "hands": hands,
        "piles": eyes.piles(place.number),
        "note": table.game.note(place.number, cards, table.setup) if whole and hands is None else "",
        "acting": any(question.seat == place.number for question in _questions(table)),
        "ready": place.ready,
        "commit": place.commit or None,
    }


def hands_of(game: Game, standing: Standing, seat: int, setup: Setup) -> list[dict[str, Any]] | None:
    """The hands of a seat that has split, where the game says so; only for who sees all of it."""
    return [
        {"cards": hand_json(hand.cards), "note": hand.note, "stake_cents": hand.stake, "playing": hand.playing}
        for hand in game.hands(standing, seat, setup)
    ] or None


def withheld(table: LiveTable, seat: int) -> dict[str, int]:
    """What a seat has wagered in answer to a question that others are asked with it: they must not go by it."""
    given = () if table.driver is None else table.driver.withheld
    mine = [(each.wager, cents) for each, cents in given if isinstance(each, Wager) and each.seat == seat]
    return {wager: cents for wager, cents in mine if isinstance(cents, int) and cents}


def wagers_of(table: LiveTable, place: Place, unseen: Mapping[str, int]) -> dict[str, int]:
    """The money of a seat on the layout: what it has bet, and what it has added, but for what is not seen yet."""
    if table.phase == BETTING or table.driver is None:
        return dict(place.wagers)
    laid = stakes(table.setup, table.standing).get(place.number, {})
    return {wager: left for wager, cents in laid.items() if (left := cents - unseen.get(wager, 0))}


def stakes(setup: Setup, standing: Standing) -> dict[int, dict[str, int]]:
    """Every seat's money by wager, with doubles, splits and wagers made in mid-round."""
    money = {seat.number: dict(seat.wagers) for seat in setup.seats}
    for event, answer in standing.events:
        if isinstance(event, Stake):
            money[event.of][event.wager] = money[event.of].get(event.wager, 0) + event.cents
        elif isinstance(event, Wager) and isinstance(answer, int) and answer:
            money[event.seat][event.wager] = money[event.seat].get(event.wager, 0) + answer
    return money


def _questions(table: LiveTable) -> list[Question]:
    """What seats are asked; nobody is asked anything before the players' numbers are open."""
    return [] if table.unopened else [each for each in table.standing.asked if each.seat in table.places]


def _numbers(table: LiveTable) -> dict[str, Any] | None:
    """The players' numbers while they are sealed and opened: everybody sees that all are there before any is opened."""
    if table.phase == SEALING:
        seals = {place.number: place.seal for place in table.people if place.commit and place.wagers}
    else:
        seals = {seat: sealed.puzzle for seat, sealed in table.numbers.items()} if table.unopened else {}
    if not seals:
        return None
    told = {
        seat: {"seat": seat, "seal": None if seal is None else seal.json(), "open": _is_open(table, seat)}
        for seat, seal in sorted(seals.items())
    }
    return {"turns": table.turns, "all": all(seals.values()), "seats": list(told.values())}


def _is_open(table: LiveTable, seat: int) -> bool:
    return table.phase == PLAYING and seat not in table.unopened


def _asked(question: Question, seat: int | None) -> dict[str, Any]:
    if question.seat != seat:
        return {"seat": question.seat, "kind": type(question).__name__.lower(), "yours": False}
    return {**question_json(question), "yours": True}


def _which(table: LiveTable, question: Question, seat: int | None) -> dict[str, int]:
    """What tells a question to this seat from every other one of its round, in the same words too: how many cards,
    numbers, calls and answers of its own there were before it. What others answer meanwhile does not change it."""
    if question.seat != seat or table.driver is None:
        return {}
    return {"number": sum(entry.seat in (CHANCE, seat) for entry in table.driver.entries)}


def _drawn(standing: Standing) -> list[dict[str, Any]]:
    return [
        {"what": question.what, "number": answer, "dice": question.dice}
        for question, answer in standing.events
        if isinstance(question, Draw)
    ]


def _ruling(table: LiveTable) -> list[dict[str, Any]] | None:
    """What became of every wager, once the round has ended."""
    if table.phase != ENDED or table.ruling is None:
        return None
    return [payout_json(each) | _held(table, each) for each in table.ruling]


def _held(table: LiveTable, payout: Payout) -> dict[str, Any]:
    """What of a payout two people of the room pay, and whether they have: it is among the winner's chips then."""
    cents = held(table, payout) if payout.wager in table.linked else 0
    return {"held_cents": cents, "held_paid": (payout.seat, payout.wager) in table.paid} if cents else {}


def _requests(table: LiveTable, viewer: Person | None) -> list[dict[str, Any]]:
    """What is asked for and waits for a second supervisor; for staff only."""
    if viewer is None or viewer.role not in (*STAFF, SURVEILLANCE):
        return []
    waits = [asked.asks(number) for number, asked in table.requests.items()]
    return [{**asked, "yours": asked["by"] == viewer.id, "shown": shown(asked)} for asked in waits]


class Decision(NamedTuple):
    """A question to a seat, and the round as that seat has seen it: for advice that can know nothing more."""

    question: Question
    standing: Standing
    setup: Setup


def decision_of(table: LiveTable, seat: int) -> Decision | None:
    """What this seat is asked now; of others it knows the cards that the rules have shown, and no answer."""
    question = next((each for each in table.standing.asked if each.seat == seat), None)
    if question is None:
        return None
    eyes = Eyes(table.standing, seat, everything=False)
    events = []
    counts: Counter[int] = Counter()
    for event, answer in table.standing.events:
        if isinstance(event, Deal):
            hidden = eyes.cards(event.to)[counts[event.to]] is None
            counts[event.to] += 1
        else:
            hidden = isinstance(event, Burnt) or (isinstance(event, Choose | Arrange | Wager) and event.seat != seat)
        if not hidden:
            events.append((event, answer))
    return Decision(question, Standing((question,), tuple(events), None), table.setup)
