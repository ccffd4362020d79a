"""Play now: from the lobby to a table of one's own, seated between two bots, with one form."""

from secrets import token_hex
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from houseway.errors import HousewayError
from houseway.games import game as find
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.people.people import PLAYER
from houseway.web.guard import OurForm
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer, come_back, known_of, remember

pages = APIRouter(include_in_schema=False)

COMPANY = 2
"""How many bots are called."""


@pages.post("/play", dependencies=[OurForm])
def play(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Sit down at a table of this game; who has no name yet is asked for one, and the wish is kept."""
    found, known = find(game), known_of(request, room)
    person = known if viewer is None and not name.strip() else viewer
    if person is None:
        try:
            person = room.people.guest(name) if name.strip() else None
        except HousewayError as fault:
            return page(request, "play_now.html", status=422, game=found, fault=str(fault), name=name)
    if person is None:
        return page(request, "play_now.html", game=found)
    if person.role != PLAYER:
        raise Forbidden(f"a {person.role} does not play: come as a guest to sit down")
    path = f"/tables/{_seated(room, person, found.id)}#least"
    if viewer is None and person == known:
        return come_back(request, path)
    answer = RedirectResponse(path, 303)
    if viewer is None:
        remember(request, answer, room.people.session(person))
    return answer


def _seated(room: Room, person: Person, game: str) -> int:
    """The number of a new table where this person sits with a bot on each side."""
    table = room.open_table(person, game, {}, "")
    seats = [seat["number"] for seat in room.view(table, person).json()["seats"]]
    own = seats[1] if len(seats) > COMPANY else seats[0]
    _do(room, table, person, "sit", own)
    for seat in [each for each in seats if each != own][:COMPANY]:
        _do(room, table, person, "add-bot", seat)
    return table


def _do(room: Room, table: int, person: Person, kind: str, seat: int) -> None:
    room.do(Command(table, person.id, token_hex(8), None, kind, {"seat": seat}))
