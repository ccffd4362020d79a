"""What a viewer may see of a table: the one place that decides it, and the only type that can be serialised.

A seat sees its own cards and what the rules have shown. Everybody else, surveillance too, sees what the rules have
shown while the round is live. Once it has ended, surveillance sees every card. A hidden card is `{"card": null}`,
whatever it is; questions to other seats say who is asked and no more.
"""

import json
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from houseway.cards import cards_of, in_order, name
from houseway.document import WagerSpec
from houseway.round import DEALER, Arrange, Choose, Deal, Draw, Question, Standing, Wager
from houseway.room.table.state import Live
from houseway.room.people import PLAYER, SURVEILLANCE, Person
from houseway.room.table.seats import BETTING, ENDED, Place
from houseway.round.ruling import Payout, Ruling, Setup

HIDDEN: dict[str, Any] = {"card": None}


class View:
    """What one viewer may see, ready for the wire."""

    __slots__ = ("_text",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._text = json.dumps(data, separators=(",", ":"))

    def json(self) -> dict[str, Any]:
        return dict(json.loads(self._text))

    def text(self) -> str:
        """The same as one line."""
        return self._text


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

    def cards(self, place: int) -> list[dict[str, Any]]:
        """The cards of a place in the order dealt, hidden ones as such."""
        if self.sees_all_of(place):
            return [{"card": name(card)} for card in self.standing.cards(place)]
        return [{"card": name(card)} if face_up else HIDDEN for card, face_up in dealt(self.standing, place)]

    def piles(self, place: int) -> dict[str, list[dict[str, Any]]] | None:
        """How a seat has set its hand, for those who see all of it."""
        for question, answer in self.standing.events:
            if isinstance(question, Arrange) and question.seat == place and isinstance(answer, tuple):
                if not self.sees_all_of(place):
                    return None
                named = zip(question.piles, answer, strict=True)
                return {pile: [{"card": name(card)} for card in in_order(cards_of(each))] for pile, each in named}
        return None


def dealt(standing: Standing, place: int) -> Sequence[tuple[int, bool]]:
    """The cards of a place in the order dealt, each with whether all may see it."""
    return standing._dealt(place)


class Public(NamedTuple):
    """What everybody may see of a table at one version, and the people who see it otherwise: one for all spectators."""

    version: int
    view: View
    insiders: frozenset[int]

    def serves(self, viewer: Person | None) -> bool:
        """Whether this is what the viewer may see."""
        return spectator(viewer, self.insiders)


def public_of(live: Live, chips: Mapping[int, int], deadline: float | None) -> Public:
    """A table as every spectator may see it."""
    return Public(live.version, view_of(live, None, chips, deadline), insiders(live))


def spectator(viewer: Person | None, insiders: Container[int]) -> bool:
    """Whether a viewer sees what everybody does: no staff, and none of those who have a place or cards here."""
    return viewer is None or (viewer.role == PLAYER and viewer.id not in insiders)


def insiders(live: Live) -> frozenset[int]:
    """The people at a place of the table or with cards in its round."""
    seated = {place.person for place in live.places.values() if place.person is not None}
    accounts = [account.split(":") for account in live.accounts.values()]
    dealt = {int(id_) for kind, id_ in accounts if kind == "person"}
    return frozenset(id_ for id_ in seated | dealt if live.place_of(id_) or live.seat_in_round(id_) is not None)


def view_of(live: Live, viewer: Person | None, chips: Mapping[int, int], deadline: float | None) -> View:
    """A table as this viewer may see it."""
    seat = None if viewer is None else live.seat_in_round(viewer.id)
    everything = viewer is not None and viewer.role == SURVEILLANCE and live.phase == ENDED
    eyes = Eyes(live.standing, seat, everything=everything)
    return View(
        {
            "table": live.id,
            "version": live.version,
            "game": live.game.id,
            "name": live.name,
            "settings": live.settings.show(),
            "phase": live.phase,
            "paused": live.paused,
            "closed": live.closed,
            "deadline": None if deadline is None else max(0, round(deadline)),
            "shoe": _shoe(live),
            "wagers": [_wager(spec, live) for spec in live.game.document.wagers],
            "dealer": _dealer(live, eyes),
            "seats": [_seat(live, each, eyes, chips, viewer) for each in live.places.values()],
            "asked": [_asked(question, seat) for question in live.standing.asked if question.seat in live.places],
            "drawn": _drawn(live.standing),
            "ruling": None if live.phase != ENDED or live.ruling is None else payouts(live.ruling),
            "calls": live.calls,
            "amended": live.amended,
            "round": live.round,
            "log": live.log,
            "requests": _requests(live, viewer),
            "meters": live.meters.shown,
        }
    )


def _shoe(live: Live) -> dict[str, Any]:
    root, size = live.commitment.root, len(live.commitment)
    return {"id": live.shoe, "root": root, "size": size, "left": live.left, "cut": live.cut, "ended": False}


def _wager(spec: WagerSpec, live: Live) -> dict[str, Any]:
    return {
        "id": spec.id,
        "name": spec.name,
        "least": live.settings.integer(spec.least) if spec.least else 1,
        "most": live.settings.integer(spec.most) if spec.most else None,
        "required": spec.required,
        "offered": not spec.offered or live.settings.flag(spec.offered),
        "before_deal": spec.before_deal,
        "needs": list(spec.needs),
        "clause": spec.clause,
    }


def _dealer(live: Live, eyes: Eyes) -> dict[str, Any]:
    cards = live.standing.cards(DEALER)
    whole = bool(cards) and eyes.sees_all_of(DEALER)
    return {
        "plays": live.game.dealer_plays,
        "cards": eyes.cards(DEALER),
        "piles": told_piles(live, cards) if whole else None,
        "note": told_note(live, DEALER, cards) if whole else "",
    }


def told_piles(live: Live, cards: Sequence[int]) -> dict[str, list[dict[str, Any]]] | None:
    """How the dealer sets these cards, where the game's `dealer_piles(cards, setup)` says so."""
    hook = getattr(live.game.table, "dealer_piles", None)
    told = hook(cards, live.setup) if hook else None
    return None if told is None else {pile: [{"card": name(card)} for card in each] for pile, each in told.items()}


def told_note(live: Live, place: int, cards: Sequence[int]) -> str:
    """What these cards amount to, where the game's `note(place, cards, setup)` says so."""
    hook = getattr(live.game.table, "note", None)
    return str(hook(place, cards, live.setup)) if hook else ""


def _seat(live: Live, place: Place, eyes: Eyes, chips: Mapping[int, int], viewer: Person | None) -> dict[str, Any]:
    yours = viewer is not None and place.person == viewer.id and not place.left
    cards = live.standing.cards(place.number)
    whole = bool(cards) and eyes.sees_all_of(place.number)
    return {
        "number": place.number,
        "name": place.name or None,
        "bot": place.bot,
        "left": place.left,
        "you": yours,
        "chips": None if place.person is None else chips.get(place.person, 0),
        "wagers": wagers_of(live, place),
        "cards": eyes.cards(place.number),
        "hands": _hands(live, place.number, eyes) if whole else None,
        "piles": eyes.piles(place.number),
        "note": told_note(live, place.number, cards) if whole else "",
        "acting": any(question.seat == place.number for question in live.standing.asked),
        "ready": place.ready,
    }


def _hands(live: Live, seat: int, eyes: Eyes) -> list[list[dict[str, Any]]] | None:
    """The hands of a seat that has split, where the game's `hands(standing, seat, setup)` says so."""
    hook = getattr(live.game.table, "hands", None)
    told = hook(eyes.standing, seat, live.setup) if hook else None
    return None if not told else [[{"card": name(card)} for card in hand] for hand in told]


def wagers_of(live: Live, place: Place) -> dict[str, int]:
    """The money of a seat on the layout: what it has bet, and what it has added."""
    if live.phase == BETTING or live.table is None:
        return dict(place.wagers)
    return stakes(live.setup, live.standing).get(place.number, {})


def stakes(setup: Setup, standing: Standing) -> dict[int, dict[str, int]]:
    """Every seat's money by wager, with doubles, splits and wagers made in mid-round."""
    from houseway.round import Stake

    money = {seat.number: dict(seat.wagers) for seat in setup.seats}
    for event, answer in standing.events:
        if isinstance(event, Stake):
            money[event.of][event.wager] = money[event.of].get(event.wager, 0) + event.cents
        elif isinstance(event, Wager) and isinstance(answer, int) and answer:
            money[event.seat][event.wager] = money[event.seat].get(event.wager, 0) + answer
    return money


def _asked(question: Question, seat: int | None) -> dict[str, Any]:
    kind = type(question).__name__.lower()
    if question.seat != seat:
        return {"seat": question.seat, "kind": kind, "yours": False}
    asked: dict[str, Any] = {"seat": question.seat, "kind": kind, "yours": True}
    if isinstance(question, Choose):
        asked |= {"options": list(question.options), "clause": question.clause}
    elif isinstance(question, Arrange):
        cards = [name(card) for card in in_order(question.cards)]
        asked |= {"cards": cards, "piles": list(question.piles), "sizes": list(question.sizes)}
        asked["clause"] = question.clause
    elif isinstance(question, Wager):
        asked |= {"wager": question.wager, "least": question.least, "most": question.most, "clause": question.clause}
    return asked


def _drawn(standing: Standing) -> list[dict[str, Any]]:
    return [
        {"what": question.what, "number": answer, "dice": question.dice}
        for question, answer in standing.events
        if isinstance(question, Draw)
    ]


def payouts(ruling: Ruling) -> list[dict[str, Any]]:
    """A ruling for the wire."""
    return [_payout(each) for each in ruling]


def _payout(payout: Payout) -> dict[str, Any]:
    return {**payout._asdict(), "net": payout.net}


def _requests(live: Live, viewer: Person | None) -> list[dict[str, Any]]:
    """What is asked for and waits for a second supervisor; for staff only."""
    if viewer is None or viewer.role not in ("dealer", "manager", SURVEILLANCE):
        return []
    return [{"request": number, **asked, "yours": asked["by"] == viewer.id} for number, asked in live.requests.items()]


class Decision(NamedTuple):
    """A question to a seat, and the round as that seat has seen it: for advice that can know nothing more."""

    question: Question
    standing: Standing
    setup: Setup


def decision_of(live: Live, seat: int) -> Decision | None:
    """What this seat is asked now; of others it knows the cards that the rules have shown, and no answer."""
    question = next((each for each in live.standing.asked if each.seat == seat), None)
    if question is None:
        return None
    eyes = Eyes(live.standing, seat, everything=False)
    events = []
    counts: Counter[int] = Counter()
    for event, answer in live.standing.events:
        if isinstance(event, Deal):
            hidden = eyes.cards(event.to)[counts[event.to]] == HIDDEN
            counts[event.to] += 1
        else:
            hidden = isinstance(event, Choose | Arrange | Wager) and event.seat != seat
        if not hidden:
            events.append((event, answer))
    return Decision(question, Standing((question,), tuple(events), None), live.setup)
