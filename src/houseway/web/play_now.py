"""Play now: from the lobby to a table of one's own, seated between two bots, with one form.

Who has such a table goes back to it: nobody opens one table after another by the same button.
"""

from contextlib import suppress
from secrets import token_hex
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from houseway.errors import HousewayError
from houseway.games import game as find
from houseway.room import Command, Forbidden, Person, Room, Sought
from houseway.room.people.people import PLAYER
from houseway.web.guard import OurForm
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer, come_back, is_called, known_of, remember

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
    again = known is not None and (not name.strip() or is_called(known, name))
    person = known if viewer is None and again else viewer
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
    """The number of a table where this person sits with company: their own of this game, or a new one."""
    own, _ = room.find_tables(person, Sought(game=game, mine=True))
    for card in sorted(own, key=lambda card: (person.id not in card.seated, card.id)):
        with suppress(HousewayError):
            if _sit_down(room, card.id, person):
                return card.id
    table = room.open_table(person, game, {}, "")
    _sit_down(room, table, person)
    return table


def _sit_down(room: Room, table: int, person: Person) -> bool:
    """In a seat with one on each side where one is free, with bots where few others sit; whether they sit there."""
    seats = room.view(table, person).json()["seats"]
    free = [seat["number"] for seat in seats if seat["name"] is None]
    if any(seat["you"] for seat in seats):
        return True
    if not free:
        return False
    own = free[1] if len(free) > COMPANY else free[0]
    _do(room, table, person, "sit", own)
    for seat in [each for each in free if each != own][: max(0, COMPANY - len(seats) + len(free))]:
        with suppress(HousewayError):  # while a wager lies none is called: who sits, sits without
            _do(room, table, person, "add-bot", seat)
    return True


def _do(room: Room, table: int, person: Person, kind: str, seat: int) -> None:
    room.do(Command(table, person.id, token_hex(8), None, kind, {"seat": seat}), since=person.since)
