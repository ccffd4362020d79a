"""The floor on the desk: every open table with its state and today's figures; what is done at all of them at once."""

from collections.abc import Iterable
from secrets import token_hex
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from houseway.errors import HousewayError, short
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.books.today import MOST, OnFloor, Today, idle_tables
from houseway.room.people.people import STAFF
from houseway.room.store import index
from houseway.room.store.database import Store

_TODAY: "WeakKeyDictionary[Store, Today]" = WeakKeyDictionary()
"""What was read of each room so far today."""

IN_WORDS = {"pause": "paused", "resume": "going on", "close": "closed"}
PAUSED = {"pause": True, "resume": False}
"""Where a table is so already, nothing is done."""

MOST_IDLE = 100_000
"""Minutes."""

SHOWN = 3
"""Refusals that are told on the page."""


def on_floor(room: Room) -> list[OnFloor]:
    """The open tables of a room with today's figures."""
    return _TODAY.setdefault(room.store, Today()).tables(room.store)


def context(room: Room, viewer: Person) -> dict[str, Any]:
    """What the desk shows of the floor."""
    tables = on_floor(room)
    wagered, win = sum(each.wagered for each in tables), sum(each.win for each in tables)
    sums = {"wagered": wagered, "win": win, "hold": percent(win, wagered), "hands": sum(each.hands for each in tables)}
    sums |= {"rounds": sum(each.rounds for each in tables), "paused": sum(each.paused for each in tables)}
    return {"floor": tables, "sums": sums, "supervises": viewer.role in STAFF, "percent": percent, "most": MOST}


def percent(win: int, wagered: int) -> str:
    return f"{100 * win / wagered:,.1f} %" if wagered else ""


class Told(NamedTuple):
    """What came of an act at many tables."""

    done: int
    refused: tuple[str, ...]

    def words(self, kind: str) -> str:
        tables = f"{self.done:,} table{'s are' if self.done != 1 else ' is'} {IN_WORDS[kind]}"
        if not self.refused:
            return tables
        more = f", and {len(self.refused) - SHOWN:,} more" if len(self.refused) > SHOWN else ""
        return f"{tables}; not so: {'; '.join(self.refused[:SHOWN])}{more}"


def at_each(room: Room, by: Person, tables: Iterable[int], kind: str, origin: str) -> Told:
    """One act at each of these tables, as a command of this person: journalled there like any other."""
    if by.role not in STAFF or by.provisional:
        raise Forbidden("that is for a supervisor")
    done, refused = 0, []
    for table in tables:
        try:
            if PAUSED.get(kind) == room.view(table, None).json()["paused"]:
                continue
            room.do(Command(table, by.id, f"desk-{token_hex(8)}", None, kind, {}), origin, since=by.since)
            done += 1
        except HousewayError as fault:
            refused.append(f"table {table}: {fault}")
    return Told(done, tuple(refused))


def _every(room: Room) -> list[int]:
    with room.store.transaction() as connection:
        return index.open_tables(connection)


def pause_all(room: Room, by: Person, origin: str) -> str:
    """Nothing goes on at any table until it is resumed; what came of it in words."""
    return at_each(room, by, _every(room), "pause", origin).words("pause")


def resume_all(room: Room, by: Person, origin: str) -> str:
    """Every table that is paused goes on."""
    return at_each(room, by, _every(room), "resume", origin).words("resume")


def minutes_in(text: str) -> int:
    """How long is idle, as somebody writes it."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= MOST_IDLE):
        raise HousewayError(f"idle is so many whole minutes, 0 to {MOST_IDLE:,}, not {short(text)!r}")
    return int(text)


def close_idle(room: Room, by: Person, origin: str, minutes: int) -> str:
    """Close the tables that nobody sits at and where nothing has happened for so long."""
    return at_each(room, by, idle_tables(room.store, 60.0 * minutes), "close", origin).words("close")
