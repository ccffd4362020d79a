"""The jackpots on the desk: what each holds and owes, awards on their way, and what two people do to them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from houseway.document.settings import parse_value
from houseway.errors import HousewayError, UnknownName
from houseway.money import parse_cents
from houseway.room import Forbidden, Person, Room
from houseway.room.books.exposure import PLAY_CHIPS
from houseway.room.books.forecast import Forecast, forecast
from houseway.room.books.tables import tables_set
from houseway.room.books.theory import Remembered, Theories
from houseway.room.errors import Refused
from houseway.room.jackpots.desk import PAID_, REFUSED, Card, Jackpots
from houseway.room.jackpots.plan import CLOSED, FROZEN, HOUSE, OPEN, SEIZED, SUSPENDED
from houseway.room.jackpots.promotions import promotions
from houseway.room.jackpots.two_people import ENDS
from houseway.room.jackpots.void import VOID
from houseway.room.people.people import MANAGER, STAFF, SURVEILLANCE
from houseway.web.books import theories_on
from houseway.web.charts import meter_chart
from houseway.web.desk_page import IN_WORDS, awards_context, desk_page
from houseway.web.guard import OurForm
from houseway.web.lobby import work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, origin_of
from houseway.web.wire import Number

pages = APIRouter(include_in_schema=False)

Words = Annotated[str, Field(max_length=200)]
WATCHED = 50
"""Jackpots whose history is drawn, those of the house before those of practice tables."""

RUNNING = ("malfunction", "receipts", "seed-recovered", "seed-recovered displayed", "plan", "seizure")
ASKED = {OPEN: RUNNING, SUSPENDED: RUNNING, FROZEN: (*RUNNING, *ENDS), SEIZED: ("replaced",), CLOSED: ENDS}
"""What may be asked for of a progressive in each state."""

RECEIPTS = 20
"""Awards that were paid last, whose receipts are listed."""


@pages.get("/desk/jackpots")
def jackpots_page(request: Request, room: TheRoom, player: Player) -> Response:
    return _page(request, room, player)


@pages.get("/desk/jackpots/awards/{award}/receipt")
def receipt_page(request: Request, room: TheRoom, player: Player, award: Annotated[Number, Path()]) -> Response:
    """What was paid, for what, by whom it was verified and approved, and where the journal tells it."""
    if player.role not in (*STAFF, SURVEILLANCE):
        raise Forbidden("receipts of awards are for those who work here")
    return page(request, "receipt.html", viewer=player, award=award, subtitle=PLAY_CHIPS, **_receipt(room, award))


def _receipt(room: Room, award: int) -> dict[str, Any]:
    """What the page of a receipt tells."""
    told = room.jackpots.receipt(award)
    seen = told["verified"]
    (table,) = tables_set(room.store, told["table"])
    paytables = table.game.posted(table.settings)
    rows = [row for wager, id_ in table.linked.items() if id_ == told["jackpot"] for row in paytables[wager].rows]
    won = next((row.label for row in rows if row.award == seen["award"]), seen["award"])
    names = room.jackpots.names([told[key] for key in ("verified_by", "approved_by", "paid_by")])
    return {"told": told, "seen": seen, "won": won, "names": names, "table": table}


# ---------------------------------------------------------------------------------------------------- acts by form


class Fields(BaseModel):
    """What the forms of this desk carry, each some of it; `back` says from which page it was sent."""

    hand: Words = ""
    wager: Words = ""
    payout: Words = ""
    who: Words = ""
    counted: Words = ""
    reason: Words = ""
    amount: Words = ""
    what: Annotated[str, Field(max_length=30)] = ""
    jackpot: Annotated[str, Field(max_length=60)] = ""
    to: Annotated[str, Field(max_length=60)] = ""
    shown: Annotated[str, Field(max_length=64)] = ""
    back: Literal["", "desk"] = ""


class Sent(NamedTuple):
    """A form that was sent: who, about which award, request or jackpot, what it carries, and from which browser."""

    jackpots: Jackpots
    by: Person
    of: str
    fields: Fields
    origin: str

    @property
    def number(self) -> int:
        if not self.of.isdecimal() or len(self.of) > 15:
            raise UnknownName(f"{self.of!r} is no number of an award or a request")
        return int(self.of)


def _verify(sent: Sent) -> str:
    """What somebody has seen of a winning hand; the room compares it with the round as it was played."""
    given = sent.fields
    seen: dict[str, Any] = {"hand": given.hand, "player": given.who}
    seen |= {"wager_cents": parse_cents(given.wager), "payout_cents": parse_cents(given.payout)}
    if given.counted.isdecimal() and len(given.counted) < 6:
        seen["counted"] = int(given.counted)
    sent.jackpots.verify(sent.by, sent.number, seen, origin=sent.origin)
    return f"Award {sent.of} is verified; another person approves it"


def _approve_award(sent: Sent) -> str:
    sent.jackpots.approve_award(sent.by, sent.number, origin=sent.origin, shown=sent.fields.shown)
    return f"Award {sent.of} is approved"


def _decline_award(sent: Sent) -> str:
    sent.jackpots.decline_award(sent.by, sent.number, sent.fields.reason)
    return f"Award {sent.of} is declined, and waits to be verified anew"


def _pay(sent: Sent) -> str:
    receipt = sent.jackpots.pay(sent.by, sent.number)
    return f"Award {sent.of} is paid; the receipt is entry {receipt['entry']}, {receipt['hash'][:16]}"


def _ask(sent: Sent) -> str:
    """Ask for what takes another person's word."""
    given = sent.fields
    amount, to = given.amount.strip(), given.to.strip()
    what, _, off_display = given.what.partition(" ")
    data: dict[str, Any] = {"displayed": True} if off_display else {}
    if amount:
        cents = -parse_cents(amount[1:]) if amount.startswith("-") else parse_cents(amount)
        data["maximum" if given.what == "plan" else "cents"] = cents
    if to and given.what == "plan":
        data["reserve"] = str(parse_value("percent", to, "reserve"))
    elif to:
        data["person" if given.what == "give" else "to"] = int(to) if given.what == "give" and to.isdecimal() else to
    number = sent.jackpots.ask(sent.by, what, given.jackpot, given.reason, origin=sent.origin, **data)
    return f"Request {number} waits for a second person"


def _approve(sent: Sent) -> str:
    sent.jackpots.approve(sent.by, sent.number, origin=sent.origin, shown=sent.fields.shown)
    return f"Request {sent.of} is approved"


def _decline(sent: Sent) -> str:
    asked_by = next((each["by"] for each in sent.jackpots.requests() if each["request"] == sent.number), None)
    sent.jackpots.decline(sent.by, sent.number, sent.fields.reason)
    return f"Request {sent.of} is {'taken back' if asked_by == sent.by.id else 'declined'}"


def _freeze(sent: Sent) -> str:
    """No wager is taken; everybody at the tables is told why."""
    sent.jackpots.freeze(sent.by, sent.of, sent.fields.reason)
    return f"{sent.of} is frozen"


def _thaw(sent: Sent) -> str:
    """Wagers are taken again, as far as the prize account allows."""
    sent.jackpots.thaw(sent.by, sent.of, sent.fields.reason)
    found = sent.jackpots.one(sent.of)
    return f"{sent.of} takes wagers again" if found.state == OPEN else f"{sent.of} is {found.state}: {found.notice}"


def _deposit(sent: Sent) -> str:
    """Money put on the prize account."""
    sent.jackpots.deposit(sent.by, parse_cents(sent.fields.amount), sent.fields.reason)
    return "The deposit is recorded"


FORMS: Mapping[str, Callable[[Sent], str]] = {
    "/desk/jackpots/awards/{of}/verify": _verify,
    "/desk/jackpots/awards/{of}/approve": _approve_award,
    "/desk/jackpots/awards/{of}/decline": _decline_award,
    "/desk/jackpots/awards/{of}/pay": _pay,
    "/desk/jackpots/ask": _ask,
    "/desk/jackpots/requests/{of}/approve": _approve,
    "/desk/jackpots/requests/{of}/decline": _decline,
    "/desk/jackpots/{of}/freeze": _freeze,
    "/desk/jackpots/{of}/thaw": _thaw,
    "/desk/prize-account": _deposit,
}
"""What each form does, and the words that say it is done."""


def _handler(act: Callable[[Sent], str]) -> Callable[..., Response]:
    def handle(request: Request, room: TheRoom, player: Player, fields: Annotated[Fields, Form()]) -> Response:
        """One step; the page that it was sent from says what was done, or why it was not."""
        show = desk_page if fields.back else _page
        of = str(request.path_params.get("of", ""))[:60]
        try:
            return show(request, room, player, done=act(Sent(room.jackpots, player, of, fields, origin_of(request))))
        except Forbidden:
            raise
        except HousewayError as fault:
            return show(request, room, player, status=422, fault=str(fault))

    return handle


for path, act in FORMS.items():
    pages.add_api_route(path, _handler(act), methods=["POST"], dependencies=[OurForm])


def acts_of(card: Card) -> tuple[str, ...]:
    """What may be asked for of a jackpot as it stands; a house jackpot holds no money that could move."""
    found = ASKED.get(card.state, ())
    return tuple(act for act in found if act in ("seizure", "replaced")) if card.kind == HOUSE else found


def _forecasts(room: Room, ids: Sequence[str], theories: Theories) -> dict[str, Forecast]:
    """What is to be expected of jackpots; of one whose changes nobody can read, nothing."""
    found = {}
    for id_ in ids:
        with suppress(Refused):
            found[id_] = forecast(room.store, id_, theories)
    return found


def _page(request: Request, room: Room, viewer: Person, *, status: int = 200, **more: str) -> Response:
    if viewer.role not in (*STAFF, SURVEILLANCE):
        raise Forbidden("the jackpots' desk is for staff")
    desk = room.jackpots
    cards, funds = desk.all(), desk.funds()
    theories = Remembered(theories_on(work_of(request)))
    watched = sorted(cards, key=lambda card: card.practice)[:WATCHED]
    forecasts = _forecasts(room, [card.id for card in watched], theories)
    prizes = {card.id for card in watched if card.kind == HOUSE}
    paid = [each for each in reversed(desk.awards(waiting=False)) if each["state"] in (PAID_, VOID, REFUSED)]
    return page(
        request,
        "jackpots.html",
        status=status,
        viewer=viewer,
        cards=cards,
        forecasts=forecasts,
        charts={id_: meter_chart(each) for id_, each in forecasts.items() if id_ not in prizes},
        liability=sum(card.shown_cents + card.reserve_cents + card.pending_cents for card in cards),
        paid=paid[:RECEIPTS],
        funds=funds,
        overdue=funds.overdue(datetime.now(UTC)),
        acts=IN_WORDS,
        asked={card.id: acts_of(card) for card in cards},
        promotions=promotions(room.store),
        manages=viewer.role == MANAGER,
        **awards_context(room, viewer, origin_of(request)),
        **more,
    )
