"""Pages of the lab that count and show: what counting cards wins on a wager, and the edge by each setting."""

from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer, IllegalSetting, UnknownName
from houseway.game import Game
from houseway.games import game as find
from houseway.room import Person
from houseway.web.guard import OurForm
from houseway.web.lab import ByContent, Table, WagerId, brought, chosen, shown, studies_of
from houseway.web.lab_counting import by_values, protected, settings_to_vary, surveyed, switched
from houseway.web.lab_fields import Fields, carried, differing, hidden, keywords
from houseway.web.lab_forms import Form
from houseway.web.lab_jobs import begun
from houseway.web.lab_offers import counts, refused
from houseway.web.lobby import GameId, who_asks
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.wire import fields_of

pages = APIRouter(include_in_schema=False, dependencies=[ByContent])

SettingId = Annotated[str, Path(max_length=60, pattern="^[a-z0-9-]+$")]
CUT = Fraction(3, 4)


def _cut(fields: Fields) -> tuple[Fraction, int]:
    """How much of the shoe is dealt, and the greatest tag; 0 for what suits the wager."""
    cut, tags = fields.percent("cut", CUT), fields.whole("tags", 1, 5, 0)
    fields.judge("cut", _a_part, cut)
    return cut if 0 < cut < 1 else CUT, tags


def _a_part(cut: Fraction) -> None:
    if not 0 < cut < 1:
        raise IllegalAnswer("of the shoe a part is dealt between 0 and 100")


@pages.get("/lab/{game_id}/protect")
def protect_page(request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0) -> Response:
    """The bonuses of a game, each with its page of what counting wins, and a survey of all of them."""
    game, settings = chosen(request, room, find(game_id), table)
    return _survey(request, viewer, game, settings, Fields(request.query_params)).page()


def _survey(request: Request, viewer: Person | None, game: Game, settings: Settings, fields: Fields) -> Form:
    fields.typed.setdefault("cut", "75")
    wagers = [(each, refused(game, settings, each)) for each in game.document.wagers if counts(game, each)]
    return Form(request, viewer, "lab_protect_all.html", game, settings, fields, {"wagers": wagers})


@pages.post("/lab/{game_id}/protect", dependencies=[OurForm])
async def survey(request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0) -> Response:
    """Count all wagers of a game, as a job."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    fields = Fields(await fields_of(request))
    cut, tags = _cut(fields)
    given = {"settings": settings, "cut": cut, "tags": tags, "every": fields.flag("every")}
    return _survey(request, viewer, game, settings, fields).begun(surveyed, "lab_job_protect.html", given)


@pages.get("/lab/{game_id}/{wager}/protect")
async def wager_protect(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """One wager: each card's effect, the best count, its trigger, how often it is good, and what it then wins."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    game.ask(wager, settings)
    spec = game.document.wager(wager)
    if counts(game, spec) and (why := refused(game, settings, spec)):
        raise IllegalSetting(why)
    fields = Fields(request.query_params)
    cut, tags = _cut(fields)
    fields.typed.setdefault("cut", "75")
    tables = [each for each in game.document.paytables_of(wager) if each.allows(settings.decks)]
    paytable = fields["paytable"] if fields["paytable"] in [each.id for each in tables] else ""
    told, fault = None, ""
    try:
        key = ("protect", game, settings, wager, paytable, cut, tags)
        args = game, settings, wager, paytable, cut, tags
        told = await studies_of(request).of(who_asks(request, viewer), key, protected, *args, weight=1)
    except UnknownName as why:
        fault = str(why)
    more: dict[str, Any] = {"fields": fields, "tables": tables, "paytable": paytable, "fault": fault}
    more["hidden"] = hidden(request)
    more |= {"carried": carried(request), "own": brought(request), "chosen": differing(settings), "table": table}
    if fault:
        return page(request, "lab_protect.html", viewer=viewer, game=game, wager=spec, told=None, **more)
    return shown(request, "lab_protect.html", told=told, viewer=viewer, game=game, wager=spec, **more)


# ------------------------------------------------------------------------------------------------ settings


@pages.get("/lab/{game_id}/{wager}/by/{setting}")
async def by_page(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    game_id: GameId,
    wager: WagerId,
    setting: SettingId,
    table: Table = 0,
) -> Response:
    """The edge of a wager by the values of a setting, as a chart with its figures."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    game.ask(wager, settings)
    vary = settings_to_vary(settings)
    if setting not in vary:
        raise UnknownName(f"there is no setting {setting!r} to go through; there are {', '.join(vary)}")
    given = keywords(settings)
    key = ("by", game, settings, wager, setting)
    args = game, wager, settings, setting, given
    told = await studies_of(request).of(who_asks(request, viewer), key, by_values, *args, weight=1)
    more: dict[str, Any] = {"setting": settings.spec(setting), "vary": vary, "chosen": differing(settings)}
    more |= {"carried": carried(request), "own": brought(request), "table": table}
    return shown(request, "lab_by.html", told=told, viewer=viewer, game=game, wager=game.document.wager(wager), **more)


@pages.post("/lab/{game_id}/{wager}/switches", dependencies=[OurForm])
async def switches(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """What every other value of every setting is worth, as a job."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    game.ask(wager, settings)
    back = f"/lab/{game.id}/{wager}?{carried(request)}"
    given = {"game": game, "wager": wager, "settings": settings, "given": keywords(settings)}
    return begun(request, viewer, switched, "lab_job_switches.html", back, **given)
