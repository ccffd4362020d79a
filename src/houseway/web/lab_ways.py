"""The workshop of house ways: lines to edit, the exact edge, what each line is worth, the best way of a few lines."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer, UnknownName
from houseway.game import Game
from houseway.games import game as find
from houseway.room import Busy, Person
from houseway.web.guard import OurForm, OurScript
from houseway.web.lab import ByContent, Table, chosen
from houseway.web.lab_contents import WAY, Content, faults_of
from houseway.web.lab_counting import way_told
from houseway.web.lab_fields import ASK, Fields
from houseway.web.lab_forms import Form
from houseway.web.lab_own import keep, ways_of
from houseway.web.lobby import GameId, lines_of, who_asks, work_of
from houseway.web.people import TheRoom, Viewer
from houseway.web.streams import TooMany
from houseway.web.wire import FAULTS, Sent, Text, fields_of
from houseway.web.work import Overloaded, TooLong

pages = APIRouter(include_in_schema=False, dependencies=[ByContent])
api = APIRouter(prefix="/api", responses=FAULTS, tags=["lab"], dependencies=[ByContent])

Short = Annotated[str, Query(max_length=60, alias=f"{ASK}like")]
MOST_LINES = 40


@pages.get("/lab/{game_id}/way")
def way_page(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0, like: Short = ""
) -> Response:
    """A way to edit: the one in force, one that ships, or what was brought."""
    game, settings = chosen(request, room, find(game_id), table)
    fields = Fields(request.query_params)
    if ways_of(game):
        now = settings.text(WAY)
        named = like if like in ways_of(game) else now
        fields.typed.setdefault("text", named if "\n" in named else game.content(WAY, named))
    return _form(request, viewer, game, fields, settings).page()


def _form(request: Request, viewer: Person | None, game: Game, fields: Fields, settings: Settings) -> Form:
    more = {"ways": ways_of(game), "most": MOST_LINES}
    return Form(request, viewer, "lab_way.html", game, settings, fields, more)


@pages.post("/lab/{game_id}/way", dependencies=[OurForm])
async def way(request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0) -> Response:
    """Count a way line by line, or look for the best way of a few lines, as a job."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    fields = Fields(await fields_of(request))
    form = _form(request, viewer, game, fields, settings)
    content = Content(WAY, game.id, lines_of(fields.typed.get("text", "")))
    try:
        faults = await keep(request, viewer, content)
        fields.faults |= {"text": "\n".join(": ".join(filter(None, each)) for each in faults)} if faults else {}
    except (TooMany, Overloaded, TooLong, Busy) as fault:
        fields.fault("", fault)
    best = fields.whole("best", 1, MOST_LINES, 0) if fields["search"] else 0
    if fields["search"] and not fields.faults:
        fields.judge("best", _some_lines, best)
    if fields.faults:
        return form.page(422)
    settings = game.configure({**settings.show(), WAY: content.text})
    others = tuple(each for each in ways_of(game) if fields.flag(f"with-{each}")) if best else ()
    given = {"settings": settings, "others": others, "best": best}
    return form.begun(way_told, "lab_job_way.html", given, f"own={content.hash}")


class Lines(Sent):
    """A house way as text."""

    text: Text


@api.post("/lab/{game_id}/way", dependencies=[OurScript])
async def lines(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, asked: Lines, table: Table = 0
) -> JSONResponse:
    """What each line of a way may do with every group of hands, for a page on which lines are moved."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    if not ways_of(game):
        raise UnknownName(f"{game.name} has no house way that is a list of lines: choose another game")
    content = Content(WAY, game.id, lines_of(asked.text))
    return JSONResponse(
        await work_of(request).advice.answer(who_asks(request, viewer), counted_lines, game, settings, content)
    )


def counted_lines(game: Game, settings: Settings, content: Content) -> dict[str, Any]:
    """In the other process, which remembers what it has read: the lines and their counts, where these are kept."""
    from houseway.lab.cache import NotKept, only_kept

    if faults := faults_of(content):
        return {"state": "faulty", "faults": [": ".join(filter(None, each)) for each in faults]}
    try:
        with only_kept():
            told = game.workshop(game.configure({**settings.show(), WAY: content.text}))
    except NotKept:
        return {"state": "uncounted"}
    named = [{key: str(told.lines[line][key]) for key in ("name", "says")} for line in told.order]
    return {"state": "counted", "lines": named, "bench": told.bench.of(told.order).json()}


def _some_lines(best: int) -> None:
    if not best:
        raise IllegalAnswer("say of how many lines at most, as in 6")
