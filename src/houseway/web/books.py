"""The books on the desk: the daily report, posting sheets, exposure, and whether it is luck; on pages and on paper."""

from asyncio import sleep
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.games import games
from houseway.room import Forbidden, Person, Room
from houseway.room.books.day import DayReport, day_report, proved, reported
from houseway.room.books.exposure import exposure_sheet, exposures
from houseway.room.books.luck import DIVISIONS, Choice, looked, looks_in, luck_sheet, questions
from houseway.room.books.period import Period
from houseway.room.books.posting import posting_sheet
from houseway.room.books.report import csv_text, sheet_of
from houseway.room.books.tables import tables_set
from houseway.room.books.theory import Remembered, Theories, Theory, theory_of
from houseway.room.books.workbook import workbook
from houseway.room.people.people import STAFF, SURVEILLANCE
from houseway.sheet import Section, Sheet, Words
from houseway.sheet.typeset import pdf_of
from houseway.web.lobby import who_asks, work_of
from houseway.web.pages import clauses_named, page
from houseway.web.people import Player, TheRoom, Viewer
from houseway.web.places import booked, read
from houseway.web.streams import TooMany
from houseway.web.tables import TableId
from houseway.web.words import ENGLISH, language
from houseway.web.work import Overloaded, Who, Work

pages = APIRouter(include_in_schema=False)

Day = Annotated[str, Query(max_length=10)]
Zone = Annotated[str, Query(max_length=40)]
Kind = Annotated[str, Path(pattern="^(csv|xlsx|pdf)$")]
Text = Annotated[str, Query(max_length=60)]

MOST_KNOWN = 2_000
"""Figures that are remembered."""

ON_ITS_WAY = "is being counted: look again in a moment"
NOT_COUNTED = "was not counted yet when this file was made: save it again"
WAITS, LOOKS_EVERY = 20.0, 0.25
"""How long a file waits for figures that are on their way, and how often it looks for them; seconds."""

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


def staff_only(viewer: Person) -> None:
    if viewer.role not in (*STAFF, SURVEILLANCE) or viewer.provisional:
        raise Forbidden("the desk is for those who work here")


@cache
def _counted_by(work: Work) -> dict[tuple[str, str, str], Any]:
    """Figures that were asked for, for whoever asks for them next."""
    del work
    return {}


def theories_on(work: Work, asks: Who | None = None) -> Theories:
    """Figures that are counted by processes of their own: what is not ready yet is a sentence, and no page waits.

    Whoever asks has as many counted at once as may be, and the others when they look again; the desk asks for the room.
    """
    known = _counted_by(work)

    def find(game: Game, wager: str, settings: Settings) -> Theory:
        key = game.document.hash, wager, str(sorted(settings.show().items()))
        if key not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            weight = int(game.document.wager(wager).required)
            try:
                known[key] = work.odds.ask(asks, theory_of, game, wager, settings, weight=weight)
            except Overloaded as fault:
                return Theory(says=str(fault) if asks is None else ON_ITS_WAY, later=True)
            except HousewayError as fault:
                return Theory(says=str(fault))
        if not known[key].done():
            return Theory(says=ON_ITS_WAY, later=True)
        try:
            found: Theory = known[key].result()
        except (HousewayError, RuntimeError) as fault:
            del known[key]
            return Theory(says=str(fault))
        return found

    return find


# ---------------------------------------------------------------------------------------------------- the daily report


class Sought:
    """The theories of a report as they stand, each asked for once; `away` is whether one of them is on its way."""

    def __init__(self, request: Request) -> None:
        self._find = Remembered(theories_on(work_of(request)))
        self.away = False

    def __call__(self, game: Game, wager: str, settings: Settings) -> Theory:
        theory = self._find(game, wager, settings)
        self.away |= theory.later
        return theory


def _for_a_file(find: Theories) -> Theories:
    """The same in words that still hold when a file is read."""

    def found(game: Game, wager: str, settings: Settings) -> Theory:
        theory = find(game, wager, settings)
        return Theory(says=NOT_COUNTED) if theory.later else theory

    return found


async def _report_for_a_file(request: Request, room: Room, period: Period) -> DayReport:
    """The report with the theory that is on its way, if it comes in time; the books are read and proved once."""
    reading = await booked(request, proved, room.store, period)
    until = monotonic() + WAITS
    while True:
        sought = Sought(request)
        report = await booked(request, reported, reading, _for_a_file(sought))
        if not sought.away or monotonic() >= until:
            return report
        await sleep(LOOKS_EVERY)


@pages.get("/desk/books")
async def books_page(
    request: Request, room: TheRoom, player: Player, day: Day = "", to: Day = "", zone: Zone = "UTC"
) -> Response:
    staff_only(player)
    more: dict[str, Any] = {"viewer": player, "day": day, "to": to, "zone": zone}
    try:
        period = Period.read(day, to, zone)
        sought = Sought(request)
        sheet = await booked(request, _books, room, period, sought)
    except TooMany:
        raise
    except HousewayError as fault:
        return page(request, "books.html", status=422, fault=str(fault), sheet=None, **more)
    more |= {"day": str(period.first), "to": str(period.last), "away": sought.away, "waits": round(WAITS)}
    return page(request, "books.html", sheet=sheet, **more)


@pages.get("/desk/books.{kind}")
async def books_file(
    request: Request, room: TheRoom, player: Player, kind: Kind, day: Day = "", to: Day = "", zone: Zone = "UTC"
) -> Response:
    """The same as a file."""
    staff_only(player)
    period = Period.read(day, to, zone)
    report = await _report_for_a_file(request, room, period)
    made = await _made(request, player, kind, report)
    days = str(period.first) if period.first == period.last else f"{period.first}-to-{period.last}"
    return _file(made, kind, f"master-games-report-{days}")


def _books(room: Room, period: Period, theories: Theories) -> Sheet:
    return sheet_of(day_report(room.store, period, theories))


async def _made(request: Request, viewer: Person, kind: str, report: DayReport) -> str | bytes:
    if kind == "csv":
        return await booked(request, csv_text, report)
    return await work_of(request).advice.answer(who_asks(request, viewer), _MADE[kind], report)


def _on_paper(report: DayReport) -> bytes:
    return pdf_of(sheet_of(report))


_MADE: dict[str, Callable[[DayReport], bytes]] = {"xlsx": workbook, "pdf": _on_paper}
"""Set where nobody at a table waits for it."""


def _file(content: str | bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(content, media_type=TYPES[kind], headers=headers)


# ---------------------------------------------------------------------------------------------------- on the wall


@pages.get("/posting/{table}")
async def posting_page(request: Request, room: TheRoom, viewer: Viewer, table: TableId) -> Response:
    """What hangs at a table, for everybody to read and to print."""
    sheet = await read(request, _posting, room, table)
    return page(request, "posting.html", viewer=viewer, sheet=sheet, table=table)


@pages.get("/posting/{table}/sheet.pdf")
async def posting_pdf(request: Request, room: TheRoom, viewer: Viewer, table: TableId) -> Response:
    """The same on paper, set where nobody at a table waits for it."""
    sheet = await read(request, on_paper, room, table)
    return await _pdf(request, viewer, sheet, f"posting-{table}")


async def _pdf(request: Request, viewer: Person | None, sheet: Sheet, name: str) -> Response:
    made = await work_of(request).advice.answer(who_asks(request, viewer), pdf_of, sheet)
    return _file(made, "pdf", name)


def _posting(room: Room, table: int) -> Sheet:
    return posting_sheet(room.store, tables_set(room.store, table)[0])


def on_paper(room: Room, table: int) -> Sheet:
    """The posting sheet with its clauses as people call them; a page does the same in its own language."""
    sheet, own = _posting(room, table), language(ENGLISH)
    named = [
        Section(
            title,
            [each._replace(text=clauses_named(own, each.text)) if isinstance(each, Words) else each for each in said],
        )
        for title, said in sheet.sections
    ]
    return sheet._replace(sections=named)


@pages.get("/desk/posting")
def postings(request: Request, room: TheRoom, player: Player) -> Response:
    """The sheets of all tables."""
    staff_only(player)
    names = {game.id: game.name for game in games()}
    return page(request, "postings.html", viewer=player, tables=room.tables(), names=names)


@pages.get("/desk/exposure")
async def exposure_page(request: Request, room: TheRoom, player: Player) -> Response:
    staff_only(player)
    sheet = await booked(request, _exposure, room)
    return page(request, "sheet.html", viewer=player, sheet=sheet, paper="/desk/exposure.pdf")


@pages.get("/desk/exposure.pdf")
async def exposure_pdf(request: Request, room: TheRoom, player: Player) -> Response:
    staff_only(player)
    return await _pdf(request, player, await booked(request, _exposure, room), "exposure")


def _exposure(room: Room) -> Sheet:
    return exposure_sheet(exposures(room.store))


# ---------------------------------------------------------------------------------------------------- is it luck?


@pages.get("/desk/luck")
async def luck_page(
    request: Request,
    room: TheRoom,
    player: Player,
    day: Day = "",
    to: Day = "",
    zone: Zone = "UTC",
    table: Text = "",
    who: Text = "",
    wager: Text = "",
    by: Annotated[str, Query(max_length=10)] = "table",
    looks: Text = "1",
) -> Response:
    """How likely results are, for a table, a player, a wager, a period."""
    staff_only(player)
    more: dict[str, Any] = {"viewer": player, "day": day, "to": to, "zone": zone, "table": table, "who": who}
    more |= {"wager": wager, "by": by, "looks": looks, "divisions": DIVISIONS}
    try:
        period = Period.read(day, to, zone)
        more |= {"day": str(period.first), "to": str(period.last)}
        choice = Choice(_number(table), who.strip(), wager.strip(), "" if by == "all" else by, looks_in(looks))
        theories = Remembered(theories_on(work_of(request)))
        asked = await booked(request, questions, room.store, period, choice, theories)
        found = await work_of(request).advice.answer(who_asks(request, player), looked, asked)
    except TooMany:
        raise
    except HousewayError as fault:
        return page(request, "luck.html", status=422, fault=str(fault), sheet=None, **more)
    return page(request, "luck.html", sheet=luck_sheet(asked, found), **more)


def _number(text: str) -> int | None:
    """A table's number, where one is given."""
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 9:
        raise HousewayError(f"a table is named by its number, not {text!r}")
    return int(text)
