"""A table: its page, its view, its commands and its live stream."""

from secrets import token_hex
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from houseway.errors import UnknownName
from houseway.game import Game
from houseway.room import Command, Decision, Person, Room, Sender, Sought
from houseway.room.people.people import PLAYER
from houseway.round import Arrange
from houseway.web.commands import Commands
from houseway.web.guard import OurForm, OurScript, session_in
from houseway.web.hands import said_of
from houseway.web.lobby import SHOWN, advised, figures_of, listed
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, Viewer, address_of, origin_of, room_of
from houseway.web.places import read, seek
from houseway.web.rules import at_table, in_force
from houseway.web.streams import Onlooker, Streams
from houseway.web.trainer import hint, house_way
from houseway.web.wire import FAULTS, AsWritten, Moved, Number, Order, Piles, Said

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["tables"])

TableId = Annotated[Number, Path()]


@pages.get("/tables/{table}")
def table_page(request: Request, room: TheRoom, viewer: Viewer, table: TableId) -> Response:
    view = room.view(table, viewer).json()
    if viewer is None:
        return RedirectResponse(f"/sign-in?next=/tables/{table}", 303)
    owner = viewer.role == PLAYER and room.opened_by(table, viewer)
    return page(request, "table.html", viewer=viewer, table=table, view=view, game=room.game_at(table), owner=owner)


@pages.post("/tables/{table}/close", dependencies=[OurForm])
def close(room: TheRoom, player: Player, table: TableId) -> Response:
    """Close a table of one's own from the lobby."""
    room.do(Command(table, player.id, token_hex(8), None, "close", {}), since=player.since)
    return RedirectResponse("/#open-tables", 303)


@api.get("/tables")
async def tables(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    game: Annotated[str, Query(max_length=40)] = "",
    free: bool = False,
    people: bool = False,
    most: Annotated[Number | None, Query()] = None,
    mine: bool = False,
    name: Annotated[str, Query(max_length=60)] = "",
    shown: Annotated[int, Query(ge=1, le=1000), AsWritten] = SHOWN,
) -> JSONResponse:
    """The open tables that fit: of a game, with a free seat, with people, for at most so much, one's own, by name.

    The first of them; how many there are says the head X-Tables.
    """
    sought = Sought(game, free, people, most, mine, name)
    return await seek(request, _listed, room, viewer, sought, shown)


def _listed(room: Room, viewer: Person | None, sought: Sought, shown: int) -> JSONResponse:
    found, count = listed(room, viewer, sought, shown)
    return JSONResponse(found, headers={"X-Tables": str(count)})


@api.get("/tables/{table}/view")
def view(room: TheRoom, viewer: Viewer, table: TableId) -> JSONResponse:
    """What this viewer may see of the table now."""
    return JSONResponse(room.view(table, viewer).json())


@api.post("/tables/{table}/commands", dependencies=[OurScript], response_model=Moved)
async def command(request: Request, table: TableId, order: Order) -> JSONResponse:
    """Do something at the table. The answer comes when it is on disk, to what was asked in a round with a receipt."""
    unseen = {"shown": ""} if order.kind == "approve" else {}  # nobody approves by the number alone
    asked = Command(table, 0, order.key, order.version, order.kind, unseen | order.data.given())
    sender = Sender(session_in(request), origin_of(request), address_of(request))
    ticket = await cast(Commands, request.app.state.commands).do(asked, sender)
    request.state.person = ticket.asked.command.person or None
    done = ticket.result()
    receipt = room_of(request).receipt(done)
    return JSONResponse({"version": done.version} | ({"receipt": receipt} if receipt is not None else {}))


@api.post("/tables/{table}/hand", dependencies=[OurScript])
def hand(room: TheRoom, player: Player, table: TableId, proposed: Piles) -> Said:
    """What the player's hand would make if it were set so, in words, and whether that is a foul."""
    decision = room.decision(table, player)
    if decision is None or not isinstance(decision.question, Arrange):
        raise UnknownName("you have no hand to set now")
    return said_of(room.game_at(table), decision.question, proposed, decision.setup)


@api.get("/tables/{table}/rules")
async def rules(request: Request, room: TheRoom, table: TableId) -> dict[str, Any]:
    """What this table is played by: clauses, the paytables in force, each setting with whose word it is."""
    return await read(request, lambda: in_force(*at_table(room, table)))


@api.get("/tables/{table}/settings/{setting}", response_class=PlainTextResponse)
def setting_at(room: TheRoom, table: TableId, setting: Annotated[str, Path(max_length=80)]) -> PlainTextResponse:
    """A setting of this table, whole: a view tells of a content of one's own its name and its hash."""
    settings = room.settings_at(table)
    if setting not in settings:
        raise UnknownName(f"there is no setting {setting!r} at table {table}")
    return PlainTextResponse(settings[setting])


@api.get("/tables/{table}/hint")
async def hint_for(request: Request, room: TheRoom, player: Player, table: TableId) -> dict[str, Any]:
    """What each answer to the question before the player is worth, from what the player sees and nothing else."""
    game, decision = await run_in_threadpool(_decision, room, player, table)
    return await advised(request, player, game, hint, game, decision)


@api.get("/tables/{table}/house-way")
async def house_way_for(request: Request, room: TheRoom, player: Player, table: TableId) -> dict[str, Any]:
    """How the house would set the cards that the player is asked to set."""
    game, decision = await run_in_threadpool(_decision, room, player, table)
    return await advised(request, player, game, house_way, game, decision)


def _decision(room: Room, player: Person, table: int) -> tuple[Game, Decision | None]:
    return room.game_at(table), room.decision(table, player)


@api.get("/tables/{table}/odds")
def table_odds(request: Request, room: TheRoom, table: TableId) -> dict[str, Any]:
    """The exact edges of the wagers at this table's settings; what is not computed yet is on its way."""
    game, settings = at_table(room, table)
    return figures_of(request).of(game, settings) | {"lab": f"/lab/{game.id}"}


@api.get("/tables/{table}/history")
async def history(
    request: Request, room: TheRoom, table: TableId, before: Annotated[Number | None, Query()] = None
) -> dict[str, Any]:
    """The rounds that have ended, the newest first."""
    return {"rounds": await read(request, room.history, table, before)}


@api.get("/tables/{table}/events", response_class=StreamingResponse)
async def events(request: Request, viewer: Viewer, table: TableId) -> StreamingResponse:
    """The live stream: a `view` event for each version. Whoever comes back gets the newest view at once."""
    streams = cast(Streams, request.app.state.streams)
    return await streams.answer(table, Onlooker(viewer, session_in(request)), address_of(request))
