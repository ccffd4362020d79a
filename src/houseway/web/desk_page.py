"""The page of the desk: what waits for a second person and for a round, and the floor; for whoever shows it anew."""

from typing import Any

from fastapi import Request
from fastapi.responses import Response
from sqlalchemy import select

from houseway.games import games
from houseway.room import Person, Room
from houseway.room.controls.running import lacking, running
from houseway.room.jackpots.plan import SUSPENDED
from houseway.room.people.people import MANAGER, STAFF
from houseway.room.store.schema import TABLES
from houseway.room.waiting import asked_of_jackpots, award_objections
from houseway.web import floor
from houseway.web.pages import page
from houseway.web.people import origin_of

IN_WORDS = {
    "malfunction": "correct a malfunction: dollars off the display, with a minus onto it",
    "receipts": "book what was not displayed as receipts",
    "seed-recovered": "recover the seed",
    "seed-recovered displayed": "recover the seed, off the display",
    "transfer": "transfer it, to another jackpot",
    "promotion": "return it by a promotion",
    "give": "give a player money of its promotion",
    "plan": "another maximum (dollars) or reserve (to, in percent)",
    "seizure": "the state has seized",
    "replaced": "what was seized is replaced",
}
"""What may be asked for, for people; the engine says what each needs."""


def desk_page(request: Request, room: Room, viewer: Person, *, status: int = 200, **more: str) -> Response:
    """The desk, with what was done or why it was not."""
    origin = origin_of(request)
    at_tables = room.waiting(viewer, origin)
    context: dict[str, Any] = awards_context(room, viewer, origin) | floor.context(room, viewer)
    both = [*at_tables, *context["requests"]]
    context |= {
        "waiting": sorted(both, key=lambda each: (each.at, each.number)),
        "pending": room.pending.listed(),
        "troubles": room.troubles(viewer),
        "refused": room.refused_tables(viewer),
        "doubts": room.doubts(viewer),
        "lacking": lacking_in(room),
        "suspended": [card for card in room.jackpots.all() if card.state == SUSPENDED],
        "game_names": {game.id: game.name for game in games()},
        "acts": IN_WORDS,
        "manages": viewer.role == MANAGER,
        "back": "desk",
    }
    return page(request, "desk.html", status=status, viewer=viewer, **context, **more)


def lacking_in(room: Room) -> list[str]:
    """The roles that too few accounts have for the room's file, in words."""
    with room.store.reading() as connection:
        found = running(connection)
        return lacking(connection, found) if found is not None else []


def awards_context(room: Room, viewer: Person, origin: str) -> dict[str, Any]:
    """The awards that are on their way and what is asked for of the jackpots, for the templates of both."""
    awards = room.jackpots.awards()
    keys = ("verified_by", "approved_by", "declined_by")
    people = {each["said"][key] for each in awards for key in keys if key in each["said"]}
    with room.store.reading() as connection:
        requests = asked_of_jackpots(connection, viewer, origin)
        named = select(TABLES.c.id, TABLES.c.name).where(TABLES.c.id.in_({each["table"] for each in awards}))
        tables = {row.id: row.name for row in connection.execute(named)}
        objections = award_objections(connection, awards, viewer, origin)
    known = {"awards": awards, "names": room.jackpots.names(people), "objections": objections, "requests": requests}
    return known | {"may": viewer.role in STAFF, "tables": tables, "counted_above": room.jackpots.threshold}
