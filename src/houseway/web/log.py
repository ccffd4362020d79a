"""The log of roots: its page, its head, its entries, and the proof that it only grows."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from houseway.room import Person, Room
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.places import read
from houseway.web.wire import FAULTS, AsWritten, Number

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/log", responses=FAULTS, tags=["log"])

LATEST = 50


@pages.get("/log")
async def log_page(request: Request, room: TheRoom, viewer: Viewer) -> Response:
    return await read(request, _log_page, request, room, viewer)


def _log_page(request: Request, room: Room, viewer: Person | None) -> Response:
    head = room.log.head()
    latest = room.log.entries(head["size"] - LATEST)
    return page(request, "log.html", viewer=viewer, head=head, latest=latest[::-1])


@api.get("")
def head(room: TheRoom) -> dict[str, Any]:
    """The signed head: how many entries there are, and the root of the tree over them. Note it."""
    return room.log.head()


@api.get("/entries", response_model=list[dict[str, Any]])
async def entries(
    request: Request, room: TheRoom, start: Annotated[int, Query(ge=0, le=2**53 - 1), AsWritten] = 0
) -> JSONResponse:
    """Entries from a place on, at most a thousand; the first is 0."""
    return await read(request, lambda: JSONResponse(room.log.entries(start)))


@api.get("/growth")
def growth(
    room: TheRoom, first: Annotated[Number, Query()], second: Annotated[Number | None, Query()] = None
) -> dict[str, Any]:
    """The proof that the log of `second` entries, or of all, begins with that of `first`."""
    return room.log.growth(first, second)


@api.get("/shoes/{shoe}")
def inclusion(
    room: TheRoom, shoe: Annotated[Number, Path()], size: Annotated[Number | None, Query()] = None
) -> dict[str, Any]:
    """The proof that a shoe is in the log of `size` entries, or of all."""
    return room.log.inclusion(shoe, size)
