"""The manager's list of certificates: who has passed which exam, each checked anew apart."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.games import games
from houseway.room import Forbidden, Room
from houseway.room.academy import public_keys
from houseway.room.certificates import MOST, Held, Issued, held, issued
from houseway.room.people.people import MANAGER
from houseway.web.lobby import who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom
from houseway.web.wire import Number

pages = APIRouter(include_in_schema=False)


@pages.get("/desk/certificates")
async def certificates_page(
    request: Request,
    room: TheRoom,
    player: Player,
    name: Annotated[str, Query(max_length=60)] = "",
    before: Annotated[Number | None, Query()] = None,
) -> Response:
    """The latest, or those before one; of everybody, or of one account."""
    if player.role != MANAGER or player.provisional:
        raise Forbidden("the list of certificates is a manager's")
    found, keys = await run_in_threadpool(_found, room, name.strip(), before)
    listed: list[Held] = await work_of(request).advice.answer(who_asks(request, player), held, found, keys)
    names = {game.id: game.name for game in games()}
    older = found[-1].number if len(found) == MOST else None
    context: dict[str, Any] = {"listed": listed, "names": names, "wanted": name.strip(), "older": older}
    return page(request, "certificates.html", viewer=player, **context)


def _found(room: Room, name: str, before: int | None) -> tuple[list[Issued], tuple[str, ...]]:
    with room.store.transaction() as connection:
        return issued(connection, name, before), public_keys(connection)
