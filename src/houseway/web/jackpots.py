"""The jackpots on the desk: what each holds and owes, awards on their way, and what two people do to them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import Response

from houseway.document.settings import parse_value
from houseway.errors import HousewayError
from houseway.money import dollars, parse_cents
from houseway.room import Forbidden, Person, Room
from houseway.room.books.exposure import PLAY_CHIPS
from houseway.room.books.forecast import forecast
from houseway.room.books.theory import Remembered
from houseway.room.jackpots.desk import ACTS
from houseway.room.jackpots.plan import OPEN
from houseway.room.people.people import MANAGER, STAFF, SURVEILLANCE
from houseway.sheet import Sheet
from houseway.web.books import theories_on
from houseway.web.charts import meter_chart
from houseway.web.guard import OurForm
from houseway.web.lobby import work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, origin_of
from houseway.web.wire import Number

pages = APIRouter(include_in_schema=False)

Words = Annotated[str, Form(max_length=200)]
Id = Annotated[str, Path(max_length=60)]
WATCHED = 50
"""Jackpots whose history is drawn, those of the house before those of practice tables."""

RECEIPTS = 20
"""Awards that were paid last, whose receipts are listed."""

IN_WORDS = {
    "malfunction": "correct a malfunction",
    "receipts": "book what was not displayed as receipts",
    "seed-recovered": "recover the seed",
    "transfer": "transfer to another jackpot",
    "promotion": "return it by a promotion",
    "give": "give a player money of its promotion",
    "plan": "another maximum (dollars) or reserve (to, in percent)",
    "seizure": "the state has seized",
    "replaced": "what was seized is replaced",
}
"""What may be asked for, for people; the engine says what each needs."""


@pages.get("/desk/jackpots")
def jackpots_page(request: Request, room: TheRoom, player: Player) -> Response:
    return _page(request, room, player)


@pages.post("/desk/jackpots/awards/{award}/verify", dependencies=[OurForm])
def verify(
    request: Request,
    room: TheRoom,
    player: Player,
    award: Annotated[Number, Path()],
    hand: Words = "",
    wager: Words = "",
    payout: Words = "",
    who: Words = "",
    counted: Words = "",
) -> Response:
    """What somebody has seen of a winning hand; the room compares it with the round as it was played."""

    def act() -> str:
        seen: dict[str, Any] = {"hand": hand, "wager_cents": parse_cents(wager), "payout_cents": parse_cents(payout)}
        seen |= {"player": who} | ({"counted": int(counted)} if counted.isdecimal() and len(counted) < 6 else {})
        room.jackpots.verify(player, award, seen, origin=origin_of(request))
        return f"Award {award} is verified; another person approves it"

    return _done(request, room, player, act)


@pages.post("/desk/jackpots/awards/{award}/approve", dependencies=[OurForm])
def approve_award(request: Request, room: TheRoom, player: Player, award: Annotated[Number, Path()]) -> Response:
    def act() -> str:
        room.jackpots.approve_award(player, award, origin=origin_of(request))
        return f"Award {award} is approved"

    return _done(request, room, player, act)


@pages.post("/desk/jackpots/awards/{award}/pay", dependencies=[OurForm])
def pay(request: Request, room: TheRoom, player: Player, award: Annotated[Number, Path()]) -> Response:
    def act() -> str:
        receipt = room.jackpots.pay(player, award)
        return f"Award {award} is paid; the receipt is entry {receipt['entry']}, {receipt['hash'][:16]}"

    return _done(request, room, player, act)


@pages.get("/desk/jackpots/awards/{award}/receipt")
def receipt_page(request: Request, room: TheRoom, player: Player, award: Annotated[Number, Path()]) -> Response:
    """What was paid, for what, by whom it was verified and approved, and where the journal tells it."""
    if player.role not in (*STAFF, SURVEILLANCE):
        raise Forbidden("receipts of awards are for those who work here")
    return page(request, "sheet.html", viewer=player, sheet=_receipt(room, award))


def _receipt(room: Room, award: int) -> Sheet:
    told = room.jackpots.receipt(award)
    seen = told["verified"]
    names = room.jackpots.names([told[key] for key in ("verified_by", "approved_by", "paid_by")])
    about = [
        ("Paid", dollars(told["cents"])),
        ("To", f"{seen['player']}, seat {told['seat']}"),
        (
            "For",
            f"{seen['award']} ({seen['hand']}) on a wager of {dollars(seen['wager_cents'])}, clause {seen['clause']}",
        ),
        ("Jackpot", told["jackpot"]),
        ("Table and round", f"table {told['table']}, round {told['round']}"),
        ("Verified by", names[told["verified_by"]]),
        ("Approved by", names[told["approved_by"]]),
        ("Paid by", f"{names[told['paid_by']]}, {told['paid_at'][:19]}"),
        ("Root of the shoe", seen["root"]),
        ("Entry of the room's journal", f"{told['entry']}, {told['hash']}"),
    ]
    return Sheet(f"Receipt of award {award}", PLAY_CHIPS, about, [])


@pages.post("/desk/jackpots/ask", dependencies=[OurForm])
def ask(
    request: Request,
    room: TheRoom,
    player: Player,
    what: Annotated[str, Form(max_length=20)],
    jackpot: Annotated[str, Form(max_length=60)],
    reason: Words = "",
    amount: Words = "",
    to: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Ask for what takes another person's word."""

    def act() -> str:
        data: dict[str, Any] = {}
        if amount.strip():
            cents = -parse_cents(amount.strip()[1:]) if amount.strip().startswith("-") else parse_cents(amount)
            data["maximum" if what == "plan" else "cents"] = cents
        if to.strip() and what == "plan":
            data["reserve"] = str(parse_value("percent", to.strip(), "reserve"))
        elif to.strip():
            data["person" if what == "give" else "to"] = int(to) if what == "give" and to.isdecimal() else to.strip()
        number = room.jackpots.ask(player, what, jackpot, reason, origin=origin_of(request), **data)
        return f"Request {number} waits for a second person"

    return _done(request, room, player, act)


@pages.post("/desk/jackpots/requests/{number}/{what}", dependencies=[OurForm])
def decide(
    request: Request,
    room: TheRoom,
    player: Player,
    number: Annotated[Number, Path()],
    what: Annotated[str, Path(pattern="^(approve|decline)$")],
    reason: Words = "",
) -> Response:
    def act() -> str:
        if what == "approve":
            room.jackpots.approve(player, number, origin=origin_of(request))
        else:
            room.jackpots.decline(player, number, reason)
        return f"Request {number} is {what}d"

    return _done(request, room, player, act)


@pages.post("/desk/jackpots/{jackpot}/{state}", dependencies=[OurForm])
def state(
    request: Request,
    room: TheRoom,
    player: Player,
    jackpot: Id,
    state: Annotated[str, Path(pattern="^(freeze|thaw)$")],
    reason: Words = "",
) -> Response:
    """No wager is taken, or wagers are taken again; everybody at the tables is told why."""

    def act() -> str:
        if state == "freeze":
            room.jackpots.freeze(player, jackpot, reason)
            return f"{jackpot} is frozen"
        room.jackpots.thaw(player, jackpot, reason)
        found = room.jackpots.one(jackpot)
        return f"{jackpot} takes wagers again" if found.state == OPEN else f"{jackpot} is {found.state}: {found.notice}"

    return _done(request, room, player, act)


@pages.post("/desk/prize-account", dependencies=[OurForm])
def deposit(request: Request, room: TheRoom, player: Player, amount: Words = "", reason: Words = "") -> Response:
    """Money put on the prize account."""

    def act() -> str:
        room.jackpots.deposit(player, parse_cents(amount), reason)
        return "The deposit is recorded"

    return _done(request, room, player, act)


def _done(request: Request, room: Room, player: Person, act: Callable[[], str]) -> Response:
    """One step; the page says what was done, or why it was not."""
    try:
        return _page(request, room, player, done=act())
    except Forbidden:
        raise
    except HousewayError as fault:
        return _page(request, room, player, status=422, fault=str(fault))


def _page(request: Request, room: Room, viewer: Person, *, status: int = 200, **more: str) -> Response:
    if viewer.role not in (*STAFF, SURVEILLANCE):
        raise Forbidden("the jackpots' desk is for staff")
    desk = room.jackpots
    cards = desk.all()
    funds = desk.funds()
    awards, every = desk.awards(), desk.awards(waiting=False)
    people = {each["said"][key] for each in awards for key in ("verified_by", "approved_by") if key in each["said"]}
    theories = Remembered(theories_on(work_of(request)))
    watched = sorted(cards, key=lambda card: card.practice)[:WATCHED]
    forecasts = {card.id: forecast(room.store, card.id, theories) for card in watched}
    return page(
        request,
        "jackpots.html",
        status=status,
        viewer=viewer,
        cards=cards,
        forecasts=forecasts,
        charts={id_: meter_chart(each) for id_, each in forecasts.items()},
        liability=sum(card.shown_cents + card.reserve_cents + card.pending_cents for card in cards),
        awards=awards,
        paid=[each for each in reversed(every) if each["state"] == "paid"][:RECEIPTS],
        names=desk.names(people),
        requests=desk.requests(),
        funds=funds,
        overdue=funds.overdue(datetime.now(UTC)),
        acts={key: IN_WORDS.get(key, key) for key in ACTS},
        may=viewer.role in STAFF,
        manages=viewer.role == MANAGER,
        **more,
    )
