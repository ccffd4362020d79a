"""The desk: the floor, what waits for a second person at all tables, and the doors to jackpots and books."""

from secrets import token_hex
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import Response

from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.web import books, floor
from houseway.web.guard import OurForm
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, origin_of
from houseway.web.wire import Number

pages = APIRouter(include_in_schema=False)
pages.include_router(books.pages)

DONE = {"approve": "approved", "decline": "declined"}


@pages.get("/desk")
def desk_page(request: Request, room: TheRoom, player: Player) -> Response:
    return _page(request, room, player)


@pages.post("/desk/tables/{what}", dependencies=[OurForm])
def at_all_tables(
    request: Request,
    room: TheRoom,
    player: Player,
    what: Literal["pause", "resume", "close-idle"],
    minutes: Annotated[int, Form(ge=0, le=100_000)] = 15,
) -> Response:
    """Pause all tables, let them go on, or close those where nobody plays: commands at each table like any other."""
    origin = origin_of(request)
    if what == "close-idle":
        return _page(request, room, player, done=floor.close_idle(room, player, origin, minutes))
    act = floor.pause_all if what == "pause" else floor.resume_all
    return _page(request, room, player, done=act(room, player, origin))


@pages.post("/desk/requests/{table}/{number}/{what}", dependencies=[OurForm])
def decide(
    request: Request,
    room: TheRoom,
    player: Player,
    table: Annotated[Number, Path()],
    number: Annotated[Number, Path()],
    what: Literal["approve", "decline"],
    reason: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Approve or decline what was asked for at a table."""
    data = {"request": number} | ({"reason": reason} if what == "decline" else {})
    try:
        room.do(Command(table, player.id, f"desk-{token_hex(8)}", None, what, data), origin_of(request))
    except HousewayError as fault:
        return _page(request, room, player, status=422, fault=str(fault))
    return _page(request, room, player, done=f"Request {number} at table {table} is {DONE[what]}")


def _page(request: Request, room: Room, viewer: Person, *, status: int = 200, **more: str) -> Response:
    waiting = room.waiting(viewer, origin_of(request))
    troubles, refused = room.troubles(viewer), room.refused_tables(viewer)
    owed = room.jackpots.awards(), room.jackpots.requests()
    context = {
        "awards": len(owed[0]),
        "asked": len(owed[1]),
        "waiting": waiting,
        "troubles": troubles,
        "refused": refused,
        **floor.context(room, viewer),
    }
    return page(request, "desk.html", status=status, viewer=viewer, **context, **more)
