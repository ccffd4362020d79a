"""What waits for a second person, at all tables: who asked, when, for what, and whether this viewer may approve it."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.room.errors import Forbidden
from houseway.room.people.independence import objection
from houseway.room.people.people import PLAYER, STAFF, Person
from houseway.room.store.schema import JOURNAL, PEOPLE, REQUESTS, TABLES
from houseway.room.store.transaction import ties_in
from houseway.room.table.entry import JournalEntry

MOST = 200


class Waiting(NamedTuple):
    """A request as the desk shows it; `why` says why this viewer may not approve it."""

    table: int
    name: str
    number: int
    what: str
    round: int
    reason: str
    seat: int | None
    cents: int | None
    by: str
    at: str
    yours: bool
    why: str


def waiting(connection: Connection, viewer: Person, origin: str = "") -> list[Waiting]:
    """The oldest first, over all tables; for those who work here."""
    if viewer.role == PLAYER or viewer.provisional:
        raise Forbidden("the desk is for those who work here")
    both = REQUESTS.join(TABLES, TABLES.c.id == REQUESTS.c.chain).join(
        JOURNAL, (JOURNAL.c.chain == REQUESTS.c.chain) & (JOURNAL.c.seq == REQUESTS.c.seq)
    )
    query = select(REQUESTS.c.chain, REQUESTS.c.seq, TABLES.c.name, JOURNAL.c.body).select_from(both)
    rows = connection.execute(query.limit(MOST)).all()
    found = [_waiting(connection, row, viewer, origin) for row in rows]
    return sorted(found, key=lambda each: (each.at, each.table, each.number))


def _waiting(connection: Connection, row: Any, viewer: Person, origin: str) -> Waiting:
    entry = JournalEntry.read(json.loads(row.body))
    act: Any = entry.act
    who = connection.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == entry.by)).scalar() or f"person {entry.by}"
    why = objection(int(entry.by), viewer.id, ties_in(connection))
    if viewer.role not in STAFF:
        why = "that is for a supervisor"
    elif not why and act.origin and act.origin == origin:
        why = "two people: it was asked for from this very browser"
    told = (act.what, act.round, act.reason, act.seat, act.cents)
    return Waiting(row.chain, row.name, row.seq, *told, who, entry.at, entry.by == viewer.id, why)
