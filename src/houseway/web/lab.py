"""The lab in the browser: every wager, every strategy, every document; what is counted is counted apart."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.document import Document
from houseway.document.paytables import Row, parse_pay
from houseway.document.settings import Settings
from houseway.errors import IllegalSetting, UnknownName, short
from houseway.game import Game
from houseway.games import game as find
from houseway.games import games
from houseway.proofs import not_carried, proofs
from houseway.room import Person, Room
from houseway.web.lab_contents import Brought, Contents
from houseway.web.lab_fields import ASK, OURS, PAY, carried, differing, hidden
from houseway.web.lab_work import Asked, Studies, planned, study
from houseway.web.lobby import GameId, who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.rules import at_table
from houseway.web.wire import FAULTS, InDigits


def kept_in(request: Request) -> Contents:
    """What people have brought."""
    return cast(Contents, request.app.state.contents)


def brought(request: Request) -> Brought | None:
    """What somebody brought that the address names by its hash; its routes depend on `ByContent`."""
    return cast("Brought | None", request.state.brought)


async def at_hash(request: Request, viewer: Person | None, hash_: str) -> Brought:
    """What somebody brought, by its hash: remembered, or read apart from the tables."""
    kept, who = kept_in(request), who_asks(request, viewer)
    found = await run_in_threadpool(kept.get, hash_, who.place)
    return found if isinstance(found, Brought) else await kept.read_apart(found, work_of(request).advice, who)


async def read_apart(request: Request, viewer: Viewer) -> None:
    """What the address names is read before a page asks for it, where nobody else waits."""
    own = request.query_params.get("own", "")
    request.state.brought = await at_hash(request, viewer, own) if own else None


ByContent = Depends(read_apart)

pages = APIRouter(include_in_schema=False, dependencies=[ByContent])
api = APIRouter(prefix="/api", responses=FAULTS, tags=["lab"], dependencies=[ByContent])

WagerId = Annotated[str, Path(max_length=60, pattern="^[a-z0-9-]+$")]
Rounds = Annotated[int, Query(ge=1, le=100_000)]
Bankroll = Annotated[int, Query(ge=1, le=100_000)]
Table = Annotated[int, Query(ge=0, le=2**53), InDigits]
MOST = 60


def studies_of(request: Request) -> Studies:
    return cast(Studies, request.app.state.studies)


@pages.get("/lab")
def lab(request: Request, viewer: Viewer) -> Response:
    """The games, their wagers, and where to look further."""
    return page(request, "lab_index.html", viewer=viewer, games=games())


@pages.get("/lab/interpretations")
def interpretations(request: Request, viewer: Viewer) -> Response:
    """Where the documents are silent or contradict themselves, on one page."""
    found = [(game, ruling, _printed(game.document, ruling.id)) for game in games() for ruling in game.document.rulings]
    return page(request, "lab_interpretations.html", viewer=viewer, found=found, games=games())


def _printed(document: Document, ruling: str) -> list[Any]:
    return [figure for figure in document.figures if figure.ruling == ruling]


@pages.get("/lab/{game_id}")
def document_page(request: Request, viewer: Viewer, game_id: GameId) -> Response:
    """A document clause by clause: what it says, what carries it, the rulings on it, the tests that prove it."""
    game, own = find(game_id), brought(request)
    if own is not None:
        game = own.at(game)
    return page(request, "lab_document.html", viewer=viewer, game=game, own=own, clauses=_known_clauses(game))


@lru_cache(64)
def _known_clauses(game: Game) -> list[dict[str, Any]]:
    return list(_clauses(game))


def _clauses(game: Game) -> Iterator[dict[str, Any]]:
    """Each clause with all that rests on it; what a house has changed in its document has the tests of the game."""
    tests, why = proofs(game.packages[0]), not_carried(game.packages[0])
    document, all_ = game.document, game.carriers
    for clause in document.clauses:
        carriers = [each for each in all_ if clause.id in each.clauses]
        proving = tests.by_clause.get(clause.id, ())
        names = [f"{each.function.__module__}.{each.name}".removeprefix("houseway.") for each in carriers]
        calling = dict.fromkeys(test for name in names for test in tests.by_function.get(name, ()))
        yield {
            "id": clause.id,
            "says": clause.says,
            "carriers": carriers,
            "why": why.get(clause.id, "") or ("The product carries nothing of it." if clause.procedure else ""),
            "tests": proving,
            "calling": [each for each in calling if each not in proving],
            "wagers": [each for each in document.wagers if each.clause == clause.id],
            "paytables": [each for each in document.paytables if each.clause == clause.id],
            "rulings": [each for each in document.rulings if clause.id in each.clauses],
            "settings": [each for each in document.settings if each.clause == clause.id],
        }


@pages.get("/lab/{game_id}/strategy")
async def strategy_page(request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, table: Table = 0) -> Response:
    """The best decision for every situation, to look at and to print."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    key = ("strategy", game, settings)
    told = await studies_of(request).of(who_asks(request, viewer), key, planned, game, settings, "", weight=1)
    more: dict[str, Any] = {"chosen": differing(settings), "own": brought(request), "carried": carried(request)}
    more["table"] = table
    return shown(request, "lab_strategy.html", viewer=viewer, game=game, told=told, **more)


@pages.get("/lab/{game_id}/{wager}")
async def wager_page(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    game_id: GameId,
    wager: WagerId,
    table: Table = 0,
    rounds: Rounds = 1000,
    bankroll: Bankroll = 100,
) -> Response:
    """One wager: its return table, figures and charts, at a table's settings or at those of the address."""
    asked = await run_in_threadpool(asked_for, request, room, find(game_id), wager, table, rounds, bankroll)
    told = await studies_of(request).of(who_asks(request, viewer), asked, study, asked, weight=asked.weight)
    more: dict[str, Any] = {
        "game": asked.game,
        "wager": asked.game.document.wager(wager),
        "asked": asked,
        "told": told,
        "chosen": differing(asked.settings),
        "table": table,
        "query": request.url.query,
        "own": brought(request),
        "carried": carried(request),
        "hidden": hidden(request),
    }
    return shown(request, "lab_wager.html", viewer=viewer, **more)


def shown(request: Request, template: str, *, told: dict[str, Any] | None, **more: Any) -> Response:
    """A page, or (202) the same page that asks again while its figures are on their way."""
    return page(request, template, status=200 if told else 202, told=told, **more)


@api.get("/lab/{game_id}/{wager}", responses={202: {"description": "It is being counted: ask again."}})
async def wager_json(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    game_id: GameId,
    wager: WagerId,
    table: Table = 0,
) -> JSONResponse:
    """The odds of a wager, as `houseway odds --json` prints them; 202 while they are being counted."""
    asked = await run_in_threadpool(asked_for, request, room, find(game_id), wager, table, 1000, 100)
    told = await studies_of(request).of(who_asks(request, viewer), asked, study, asked, weight=asked.weight)
    return JSONResponse({"state": "pending"}, 202) if told is None else JSONResponse(told["json"])


def asked_for(request: Request, room: Room, game: Game, wager: str, table: int, rounds: int, bankroll: int) -> Asked:
    """What an address asks for, checked."""
    game, settings = chosen(request, room, game, table)
    game.ask(wager, settings)
    return Asked(game, settings, wager, _pays(request, settings, wager), rounds, bankroll)


def _pays(request: Request, settings: Settings, wager: str) -> tuple[tuple[str, str], ...]:
    """Other pays of the address, by award; those that are as printed are left out."""
    given = {key.removeprefix(PAY): text for key, text in _given(request).items() if key.startswith(PAY)}
    table = settings.paytable(wager)
    rows = {} if table is None else {row.award: row for row in table.rows}
    if faults := list(_pay_faults(wager, rows, given)):
        raise IllegalSetting("; ".join(faults))
    return tuple((award, text.strip()) for award, text in given.items() if parse_pay(text) != rows[award].pay)


def _pay_faults(wager: str, rows: Mapping[str, Row], given: Mapping[str, str]) -> Iterator[str]:
    """All that is wrong with the pays of an address, as with its settings."""
    for award, text in given.items():
        pay, row = parse_pay(text), rows.get(award)
        if row is not None and (pay is None or pay.kind != row.pay.kind):
            award = row.label or award.replace("-", " ")
            yield f"the pay of {award} is a number, as in 8 or 3:2, not {text!r}"
    if award := ", ".join(repr(each) for each in given if each not in rows):
        yield f"{wager} has no row {award} whose pay could be set"


def chosen(request: Request, room: Room, game: Game, table: int) -> tuple[Game, Settings]:
    """The game at the settings of the address, at those of a table with them in force, or by what somebody brought."""
    ours = (ASK, PAY)
    given = {key: text for key, text in _given(request).items() if key not in OURS and not key.startswith(ours)}
    if (own := brought(request)) is not None:
        if table:
            raise IllegalSetting("say own or table in an address, not both: a table has its own paytables")
        game = own.at(game)
        return game, game.configure({**own.settings, **given})
    if not table:
        return game, game.configure(given)
    at, settings = at_table(room, table)
    if at.id != game.id:
        raise UnknownName(f"table {table} plays {at.name}, not {game.name}")
    return at, at.configure({**settings.show(), **given})


def _given(request: Request) -> Mapping[str, str]:
    if len(request.query_params) > MOST or any(len(text) > 200 for text in request.query_params.values()):
        raise IllegalSetting(f"an address asks for at most {MOST} things, each in 200 characters")
    names = [key for key, _ in request.query_params.multi_items()]
    if twice := next((key for at, key in enumerate(names) if key in names[:at]), ""):
        raise IllegalSetting(f"{short(twice)} stands twice in the address: say it once")
    return dict(request.query_params)
