"""A room run by its file: tables are opened, changed between rounds and closed as it says, with who and why."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, func, select

from houseway.errors import HousewayError
from houseway.room.controls_file import Controls, Table
from houseway.room.errors import Forbidden
from houseway.room.people import LOCKED, MANAGER, Person
from houseway.room.store import journal
from houseway.room.store.journal import stamp
from houseway.room.store.schema import JOURNAL, PEOPLE, TABLES

if TYPE_CHECKING:
    from houseway.room.room import Room

KIND = "controls"
THE_FILE = Person(0, "the room's file", MANAGER, 0)
"""Who opens the tables of a file that a command names."""


class Running(NamedTuple):
    """The controls in force, as the room's journal has them."""

    hash: str
    guests: tuple[str, ...]
    covered: int
    verified: int
    tables: Mapping[str, int]


def running(connection: Connection) -> Running | None:
    """The controls that were put in force last; None where a room has none."""
    told = select(JOURNAL.c.body).where(JOURNAL.c.chain == journal.ROOM, JOURNAL.c.body.like('%"kind":"controls"%'))
    body = connection.execute(told.order_by(JOURNAL.c.seq.desc()).limit(1)).scalar()
    if body is None:
        return None
    said = json.loads(body)
    return Running(said["hash"], tuple(said["guests"]), said["covered"], said["verified"], said["tables"])


def lacking(connection: Connection, controls: Controls) -> list[str]:
    """The roles that too few accounts have for these controls, in words."""
    query = select(PEOPLE.c.role, func.count()).where(PEOPLE.c.locked_until < LOCKED).group_by(PEOPLE.c.role)
    there: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
    return [
        f"the file wants {number} accounts of the role {role}, and there are {there.get(role, 0)}"
        for role, number in controls.staff.items()
        if there.get(role, 0) < number
    ]


class Outcome(NamedTuple):
    """What came of putting controls in force: tables opened and changed, and what waits for the end of a round."""

    opened: tuple[str, ...]
    changed: tuple[str, ...]
    waiting: Mapping[str, str]
    lacking: tuple[str, ...] = ()


def put_in_force(room: "Room", controls: Controls, by: Person | str, why: str) -> Outcome:
    """Open the tables that are new, change those that are set otherwise, close those that are gone; told and recorded.

    What a table in play cannot do yet is done after its round: `catch_up` tries again.
    """
    if isinstance(by, Person) and (by.role != MANAGER or by.provisional):
        raise Forbidden("the room's file is a manager's")
    with room.store.transaction() as connection:
        before = running(connection)
        closed = set(connection.execute(select(TABLES.c.id).where(TABLES.c.closed)).scalars())
    known = {name: id_ for name, id_ in (before.tables if before else {}).items() if id_ not in closed}
    opener = by if isinstance(by, Person) else THE_FILE
    tables = dict(known)
    opened = []
    for table in controls.tables:
        if table.name not in known:
            tables[table.name] = room.open_table(
                opener, table.game.id, table.given, table.name, table.paytables, table.sensors
            )
            opened.append(table.name)
    if before is None or before.hash != controls.hash or opened:
        _record(room, controls, tables, by, why)
    room.controls = controls
    room.jackpots.review(THE_FILE)
    changed, waiting = catch_up(room, controls, tables, why)
    with room.store.transaction() as connection:
        return Outcome(tuple(opened), tuple(changed), waiting, tuple(lacking(connection, controls)))


def _record(room: "Room", controls: Controls, tables: Mapping[str, int], by: Person | str, why: str) -> None:
    body: dict[str, Any] = {
        "kind": KIND,
        "by": by.id if isinstance(by, Person) else by,
        "at": stamp(),
        "why": " ".join(why.split())[:200],
        "name": controls.name,
        "hash": controls.hash,
        "text": controls.text,
        "guests": list(controls.guests),
        "covered": controls.covered,
        "verified": controls.verified,
        "posting": {key: list(sentences) for key, sentences in controls.posting.items()},
        "tables": dict(tables),
    }
    with room.store.transaction() as connection:
        at = journal.head(connection, journal.ROOM, lock=True)
        assert at is not None
        journal.append(connection, journal.ROOM, at, body)


def catch_up(room: "Room", controls: Controls, tables: Mapping[str, int], why: str) -> tuple[list[str], dict[str, str]]:
    """Bring open tables to what the file says, as far as their rounds allow; those changed, and why others wait."""
    wanted = {table.name: table for table in controls.tables}
    changed, waiting = [], {}
    for name, id_ in tables.items():
        try:
            if name in wanted:
                if _change(room, id_, wanted[name], why):
                    changed.append(name)
            else:
                room.act(id_, "close", {})
                changed.append(name)
        except HousewayError as fault:
            waiting[name] = str(fault)
    return changed, waiting


def _change(room: "Room", id_: int, table: Table, why: str) -> bool:
    """Whether a table had to be changed, and was."""
    now = room.settings_at(id_)
    want = table.settings.show()
    meters = {f"{wager}-meter" for wager in table.game.seeds(table.settings)}
    other = {key: value for key, value in want.items() if now.get(key) != value and key not in meters}
    if other:
        room.act(id_, "change", {"settings": other, "reason": why})
    return bool(other)
