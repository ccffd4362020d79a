"""The desk: the floor, what waits for a second person at all tables, and the doors to jackpots and books."""

from secrets import token_hex
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import Response

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Person, Room
from houseway.web import books, certificates, changing, floor
from houseway.web.desk_page import desk_page
from houseway.web.guard import OurForm
from houseway.web.people import Player, TheRoom, origin_of
from houseway.web.wire import Number

pages = APIRouter(include_in_schema=False)
pages.include_router(books.pages)
pages.include_router(certificates.pages)
pages.include_router(changing.pages)
api = changing.api

Reason = Annotated[str, Form(max_length=200)]
Shown = Annotated[str, Form(max_length=64)]


@pages.get("/desk")
def desk(
    request: Request, room: TheRoom, player: Player, changed: Number | None = None, waits: Number | None = None
) -> Response:
    """The desk; who has changed a table reads what came of it."""
    if changed is not None:
        return desk_page(request, room, player, done=f"Table {changed} is changed; everybody there reads it")
    if waits is not None:
        return desk_page(request, room, player, done=f"The change of table {waits} waits for the end of a round")
    return desk_page(request, room, player)


@pages.post("/desk/tables/{what}", dependencies=[OurForm])
def at_all_tables(
    request: Request,
    room: TheRoom,
    player: Player,
    what: Literal["pause", "resume", "close-idle"],
    minutes: Annotated[str, Form(max_length=200)] = "15",
) -> Response:
    """Pause all tables, let them go on, or close those where nobody plays: commands at each table like any other."""
    origin = origin_of(request)
    if what == "close-idle":
        try:
            long = floor.minutes_in(minutes)
        except HousewayError as fault:
            return desk_page(request, room, player, status=422, fault=str(fault))
        return desk_page(request, room, player, done=floor.close_idle(room, player, origin, long))
    act = floor.pause_all if what == "pause" else floor.resume_all
    return desk_page(request, room, player, done=act(room, player, origin))


@pages.post("/desk/requests/{table}/{number}/{what}", dependencies=[OurForm])
def decide(
    request: Request,
    room: TheRoom,
    player: Player,
    table: Annotated[Number, Path()],
    number: Annotated[Number, Path()],
    what: Literal["approve", "decline"],
    reason: Reason = "",
    shown: Shown = "",
) -> Response:
    """Approve what was asked for at a table, as it was shown, or decline it; who has asked for it takes it back."""
    data = {"request": number} | ({"reason": reason} if what == "decline" else {"shown": shown})
    told = "approved" if what == "approve" else "taken back" if _theirs(room, player, table, number) else "declined"
    try:
        command = Command(table, player.id, f"desk-{token_hex(8)}", None, what, data)
        room.do(command, origin_of(request), since=player.since)
    except HousewayError as fault:
        return desk_page(request, room, player, status=422, fault=str(fault))
    return desk_page(request, room, player, done=f"Request {number} at table {table} is {told}")


def _theirs(room: Room, player: Person, table: int, number: int) -> bool:
    """Whether it is they who have asked for it."""
    return any(each.yours for each in room.waiting(player) if (each.table, each.number) == (table, number))


@pages.post("/desk/pending/{number}/drop", dependencies=[OurForm])
def drop(
    request: Request, room: TheRoom, player: Player, number: Annotated[Number, Path()], reason: Reason = ""
) -> Response:
    """What waits for a round waits no longer."""
    try:
        room.pending.drop(player, number, reason)
    except Forbidden:
        raise
    except HousewayError as fault:
        return desk_page(request, room, player, status=422, fault=str(fault))
    return desk_page(request, room, player, done="It waits no longer")
