"""Questions that take long, asked in forms: whole-number pays for a wanted edge, and several wagers together."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.document import WagerSpec
from houseway.document.paytables import Row
from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer, IllegalBet, UnknownName
from houseway.game import Game
from houseway.games import game as find
from houseway.room import Person
from houseway.web.figures import offered
from houseway.web.guard import OurForm
from houseway.web.lab import ByContent, Table, WagerId, chosen
from houseway.web.lab_counting import designed, joined
from houseway.web.lab_fields import Fields, keywords, units
from houseway.web.lab_forms import Form
from houseway.web.lab_offers import joins
from houseway.web.lobby import GameId
from houseway.web.people import TheRoom, Viewer
from houseway.web.wire import fields_of

if TYPE_CHECKING:
    from houseway.lab.design import Wish

pages = APIRouter(include_in_schema=False, dependencies=[ByContent])

MOST_PAY, MOST_DROPPED, MOST_ROUNDS = 100_000, 8, 100_000


# ------------------------------------------------------------------------------------------------ design


@pages.get("/lab/{game_id}/{wager}/design")
def design_page(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """What is wanted of a paytable: an edge, how often it wins, its top award, bounds on each row."""
    game, settings = chosen(request, room, find(game_id), table)
    return _design(request, viewer, game, settings, wager, Fields(request.query_params)).page()


def rows_of(settings: Settings, wager: str) -> Sequence[Row]:
    """The rows whose pays can be designed."""
    table = settings.in_force(wager)
    rows = [row for row in table.rows if row.pay.kind == "ratio"]
    if not rows:
        raise UnknownName(f"{table.id} pays dollars or shares of a meter: there are no pays to 1 to design")
    return rows


def _design(
    request: Request, viewer: Person | None, game: Game, settings: Settings, wager: str, fields: Fields
) -> Form:
    game.ask(wager, settings)
    if wager in game.in_parts:
        raise UnknownName(f"{wager}: its ends do not stand apart, each with its own pay: nothing to design")
    more = {"rows": rows_of(settings, wager), "wager": game.document.wager(wager)}
    return Form(request, viewer, "lab_design.html", game, settings, fields, more)


@pages.post("/lab/{game_id}/{wager}/design", dependencies=[OurForm])
async def design(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """Look for the pays, as a job; what is wrong with the form is said beside each field."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    fields = Fields(await fields_of(request))
    wish = wished(fields, rows_of(settings, wager))
    given = {"wager": wager, "settings": settings, "given": keywords(settings), "wish": wish}
    form = _design(request, viewer, game, settings, wager, fields)
    return form.begun(designed, "lab_job_design.html", given)


def wished(fields: Fields, rows: Sequence[Row]) -> "Wish":
    """What the form asks for; every fault of it stands at its field."""
    from houseway.lab.design import Wish

    low, high = fields.percent("low", Fraction(0)), fields.percent("high", Fraction(0))
    for name in ("low", "high"):
        fields.judge(name, _some_edge, fields[name])
    if not fields.faults:
        fields.judge("high", _an_edge, low, high)
    hits = fields.percent("hits", Fraction(0))
    fields.judge("hits", _a_share, hits)
    most = fields.whole("most", 1, MOST_PAY, 1000)
    gap = None if fields.flag("any-order") else fields.whole("gap", 0, 1000, 0)
    bounds = {row.award: found for row in rows if (found := _bounds(fields, row.award, most)) is not None}
    drop = tuple(row.award for row in rows if fields.flag(f"drop-{row.award}"))
    fields.judge("drop", _few_dropped, drop)
    return Wish(low, high, bounds, most, hits, drop, gap, fields.flag("lively"))


def _bounds(fields: Fields, award: str, most: int) -> tuple[int, int] | None:
    """The bounds of one row; none where neither is typed. One alone leaves the other open."""
    names = f"least-{award}", f"most-{award}"
    if not any(fields[name] for name in names):
        return None
    least, greatest = fields.whole(names[0], 0, MOST_PAY, 1), fields.whole(names[1], 0, MOST_PAY, most)
    fields.judge(names[1], _in_order, least, greatest)
    return least, greatest


def _some_edge(typed: str) -> None:
    if not typed:
        raise IllegalAnswer("say between which percentages the house's edge lies, as in 4 and 4.5")


def _an_edge(low: Fraction, high: Fraction) -> None:
    if not -1 <= low <= high <= 1:
        raise IllegalAnswer("the edge lies between -100 and 100, the lower bound first")


def _a_share(hits: Fraction) -> None:
    if not 0 <= hits <= 1:
        raise IllegalAnswer("how often it wins lies between 0 and 100")


def _few_dropped(drop: Sequence[str]) -> None:
    if len(drop) > MOST_DROPPED:
        raise IllegalAnswer(f"at most {MOST_DROPPED} rows may be dropped: each doubles the work")


def _in_order(least: int, most: int) -> None:
    if least > most:
        raise IllegalAnswer("a row pays at least as much as its lower bound: write the lesser first")


# ------------------------------------------------------------------------------------------------ joint risk


@pages.get("/lab/{game_id}/joint")
def joint_page(request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0) -> Response:
    """Which wagers one seat makes, with how many units on each."""
    game, settings = chosen(request, room, find(game_id), table)
    return _joint(request, viewer, game, settings, Fields(request.query_params)).page()


def _joint(request: Request, viewer: Person | None, game: Game, settings: Settings, fields: Fields) -> Form:
    more = {"wagers": _joined(game, settings)}
    return Form(request, viewer, "lab_joint.html", game, settings, fields, more)


@pages.post("/lab/{game_id}/joint", dependencies=[OurForm])
async def joint(request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0) -> Response:
    """Count the wagers together, as a job."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    fields = Fields(await fields_of(request))
    nothing = Fraction(0)
    typed = {each.id: fields.read(f"on-{each.id}", units, nothing) for each in _joined(game, settings)}
    stakes = {wager: each for wager, each in typed.items() if each}
    if not fields.faults:
        fields.judge("stakes", _something, stakes)
    for wager, sentence in game.lacking([each for each in typed if fields[f"on-{each}"]]):
        fields.fault(f"on-{wager.id}", IllegalBet(sentence, wager.clause))
    rounds = fields.whole("rounds", 1, MOST_ROUNDS, 500)
    bankroll = fields.whole("bankroll", 1, MOST_ROUNDS, 0)
    cents = 100 * fields.whole("unit", 1, 100_000, 1)
    given = {"settings": settings, "stakes": stakes, "cents": cents, "rounds": rounds, "bankroll": bankroll}
    return _joint(request, viewer, game, settings, fields).begun(joined, "lab_job_joint.html", given)


def _joined(game: Game, settings: Settings) -> Sequence[WagerSpec]:
    """The wagers on offer that are counted together."""
    return [each for each in offered(game, settings) if joins(game, each)]


def _something(stakes: Mapping[str, Fraction]) -> None:
    if not stakes:
        raise IllegalAnswer("say how many units are on at least one wager")
