"""A page of one's own: the curve of one's rounds, what mistakes have cost, whether it was luck, and the rounds."""

import asyncio
import csv
import io
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Any, NamedTuple, cast

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from houseway import money
from houseway.games import game as find
from houseway.games import games
from houseway.room import Person, Room
from houseway.room.books.luck import Look, Questions, looked
from houseway.room.books.own import Wagers, wagers_of
from houseway.room.books.theory import Remembered
from houseway.room.my_rounds import MyRound, Summary, all_rounds, numbers_before, rounds_before, seat_in, summary
from houseway.web.amounts import signed
from houseway.web.books import ON_ITS_WAY, theories_on
from houseway.web.charts import Frame
from houseway.web.lobby import preparing, who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, Viewer
from houseway.web.places import read
from houseway.web.streams import TooMany
from houseway.web.trainer import looked_back
from houseway.web.wire import FAULTS, Number

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/me", responses=FAULTS, tags=["me"])

AT_ONCE = 12
"""Rounds on one page."""

LOOKED_AT = 100
"""Lines whose decisions are looked at from the first page, and whose wagers are held to their odds."""

MOST_KNOWN = 5_000
"""Rounds whose decisions are remembered."""

LATER = 1
"""How much looking back weighs: whoever waits for advice at a table comes first."""

COLUMNS = ("number", "round", "table", "game", "ended", "what", "staked", "won", "total", "cards", "dealer")
FRAME = Frame(720, 220, 86, 700, 16, 180)
WIDEST = 13
"""How wide a letter of an amount is where the drawing is small, on a phone."""


class Curve(NamedTuple):
    """A drawing of what rounds have brought: a line, and the levels beside it."""

    frame: Frame
    points: str
    levels: tuple[tuple[float, str], ...]
    nothing: float
    last: tuple[float, float]
    high: str
    low: str


def curve_of(found: Summary) -> Curve | None:
    """What somebody has won or lost after each round, from nothing; None before the first."""
    if not found.curve:
        return None
    told = [(0, 0), *found.curve]
    frame = FRAME.holding(cents for _, cents in told)
    longest = max(len(signed(frame.low)), len(signed(frame.high)))
    frame = frame._replace(left=max(frame.left, 8 + WIDEST * longest))
    low, high, y = frame.low, frame.high, frame.y
    places = [(frame.x(number / found.lines), y(cents)) for number, cents in told]
    # What stands nearer to another level than a line of text is high would lie over it.
    levels = [each for each in ((y(high), signed(high)), (y(low), signed(low))) if abs(each[0] - y(0)) > frame.top]
    return Curve(
        frame,
        " ".join(f"{across},{down}" for across, down in places),
        (*levels, (y(0), "$0")),
        y(0),
        places[-1],
        signed(high),
        signed(low),
    )


@pages.get("/me")
async def my_page(
    request: Request, room: TheRoom, viewer: Viewer, before: Annotated[Number | None, Query()] = None
) -> Response:
    """One's own page; the rounds before a number, or the last."""
    if viewer is None:
        return RedirectResponse("/sign-in?next=/me", 303)
    return await read(request, _my_page, request, room, viewer, before)


def _my_page(request: Request, room: Room, viewer: Person, before: int | None) -> Response:
    found = summary(room, viewer)
    lines = rounds_before(room, viewer, before, AT_ONCE)
    older = lines[-1].number if lines and lines[-1].number > 1 else None
    names = {game.id: game.name for game in games()}
    more: dict[str, Any] = {"viewer": viewer, "summary": found, "curve": curve_of(found), "names": names}
    rest = numbers_before(room, viewer, older, LOOKED_AT - AT_ONCE) if older and before is None else []
    return page(request, "me.html", lines=lines, before=before, older=older, rest=rest, **more)


# ---------------------------------------------------------------------------------------------------- mistakes


class Looked:
    """What decisions have cost, by round and seat: computed once, and remembered for a while; and files underway."""

    def __init__(self) -> None:
        self.underway: set[int] = set()
        """To whom a file is on its way."""

        self._known: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def get(self, round_: int, seat: int) -> list[dict[str, Any]] | None:
        return self._known.get((round_, seat))

    def keep(self, round_: int, seat: int, decisions: list[dict[str, Any]]) -> None:
        if len(self._known) >= MOST_KNOWN:
            del self._known[next(iter(self._known))]
        self._known[round_, seat] = decisions


def _looked(request: Request) -> Looked:
    return cast(Looked, request.app.state.looked)


@api.get("/rounds/{round_id}/cost")
async def cost(request: Request, room: TheRoom, player: Player, round_id: Annotated[Number, Path()]) -> dict[str, Any]:
    """What the decisions of one's own seat have cost in a round, against the best, exactly where the lab can say."""
    seat = await run_in_threadpool(seat_in, room, player, round_id)
    kept = _looked(request)
    decisions = kept.get(round_id, seat)
    if decisions is None:
        record = await read(request, room.record, round_id, player)
        if waits := preparing(request, find(record["game"])):
            return waits
        lane = work_of(request).advice
        asked = lane.ask(who_asks(request, player), looked_back, record, seat, weight=LATER)
        decisions = [_decision(each) for each in await asyncio.wrap_future(asked)]
        kept.keep(round_id, seat, decisions)
    return {"state": "ready", "decisions": decisions, "cents": sum(each["cents"] for each in decisions)}


def _decision(told: dict[str, Any]) -> dict[str, Any]:
    """A decision without the worth of every answer, which the page of the round tells."""
    return {key: told[key] for key in ("hand", "chosen", "best", "right", "cost", "dollars", "cents")}


# ---------------------------------------------------------------------------------------------------- luck


@api.get("/luck")
async def luck(request: Request, room: TheRoom, player: Player) -> dict[str, Any]:
    """One's last wagers against what was to be expected, and how likely a result as extreme is."""
    wagers, asked = await read(request, _asked, request, room, player)
    waits = any(ON_ITS_WAY in each for each in asked.left_out)
    if not asked.asked[0].bets:
        told = {"says": _left_out(asked), "awaited": _awaited(asked), "of_rounds": sorted(wagers.numbers)}
        return told | {"state": "counting" if waits else "words"}
    found = await work_of(request).advice.answer(who_asks(request, player), looked, asked)
    return _luck(wagers, asked, found[0]) | {"state": "counting" if waits else "ready"}


def _asked(request: Request, room: Room, person: Person) -> tuple[Wagers, Questions]:
    wagers = wagers_of(room.store, person, LOOKED_AT)
    theories = theories_on(work_of(request), who_asks(request, person))
    return wagers, wagers.asked(person.name, Remembered(theories))


def _left_out(asked: Questions) -> list[str]:
    return [f"Left out, {each}." for each in asked.left_out if ON_ITS_WAY not in each]


def _awaited(asked: Questions) -> list[str]:
    """The wagers whose odds are being counted, by name."""
    return [each.partition(":")[0] for each in asked.left_out if ON_ITS_WAY in each]


def _luck(wagers: Wagers, asked: Questions, look: Look) -> dict[str, Any]:
    """The net result of all wagers of these rounds, what was expected of those with odds, and how extreme that is."""
    return {
        "rounds": wagers.rounds,
        "of_rounds": sorted(wagers.numbers),
        "net_cents": sum(bet.returned + bet.metered - bet.action for table in wagers.tables for bet in table.bets),
        "expected_cents": look.expected,
        "bets": look.bets,
        "of": sum(len(table.bets) for table in wagers.tables),
        "wagered": money.dollars(look.wagered),
        "result": money.signed(look.result),
        "expected": money.signed(look.expected),
        "difference_cents": look.result - look.expected,
        "deviation_cents": look.deviation,
        "deviation": money.dollars(look.deviation),
        "chance": look.cells[2],
        "bounds": list(look.as_extreme),
        "method": look.method,
        "says": _left_out(asked),
        "awaited": _awaited(asked),
    }


# ---------------------------------------------------------------------------------------------------- to take along


@pages.get("/me/rounds.csv")
async def as_csv(request: Request, room: TheRoom, player: Player) -> Response:
    """All of one's rounds, the newest first, as a table."""
    return _file(request, room, player, "text/csv; charset=utf-8", "csv", _csv)


@pages.get("/me/rounds.json")
async def as_json(request: Request, room: TheRoom, player: Player) -> Response:
    """The same as JSON; amounts in cents."""
    return _file(request, room, player, "application/json", "json", _json)


Form = Callable[[Iterator[list[MyRound]]], Iterator[str]]


class OneFile(StreamingResponse):
    """A file on its way to somebody: until it has come, or they have gone, they get no other."""

    def __init__(self, underway: set[int], person: int, parts: AsyncIterator[str], **told: Any) -> None:
        if person in underway:
            raise TooMany("a file of your rounds is on its way to you: wait until it has come, then ask for the next")
        super().__init__(parts, **told)
        underway.add(person)
        self._ended = partial(underway.discard, person)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


def _file(request: Request, room: Room, person: Person, kind: str, ending: str, form: Form) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="my-rounds.{ending}"'}
    parts = _sent(request, form(all_rounds(room, person)))
    return OneFile(_looked(request).underway, person.id, parts, media_type=kind, headers=headers)


async def _sent(request: Request, parts: Iterator[str]) -> AsyncIterator[str]:
    """A file as it is put together, in a thread, among the few that read for long; not while it is on its way.

    After each slice it rests for as long as the slice took: commands have at least half of the time.
    """
    while True:
        part, took = await read(request, _next, parts)
        if part is None:
            return
        yield part
        await asyncio.sleep(min(took, 1.0))


def _next(parts: Iterator[str]) -> tuple[str | None, float]:
    """The next slice of a file, and the seconds that it took."""
    begun = time.perf_counter()
    part = next(parts, None)
    return part, time.perf_counter() - begun


def _csv(slices: Iterable[list[MyRound]]) -> Iterator[str]:
    yield ",".join(COLUMNS) + "\r\n"
    for lines in slices:
        text = io.StringIO()
        csv.writer(text).writerows(map(_row, lines))
        yield text.getvalue()


def _row(line: MyRound) -> tuple[object, ...]:
    told = line.json()
    amounts = (f"{cents / 100:.2f}" for cents in (line.staked, line.cents, line.total))
    cards = (" ".join(card or "-" for card in told[key]) for key in ("cards", "dealer"))
    return (line.number, line.round, line.table, line.game, line.ended, line.what, *amounts, *cards)


def _json(slices: Iterable[list[MyRound]]) -> Iterator[str]:
    first = True
    yield "["
    for lines in slices:
        yield ("\n" if first else ",\n") + ",\n".join(json.dumps(line.json()) for line in lines)
        first = False
    yield "\n]\n"
