"""Which tables feed a jackpot, where they stand, and whether one of them plays for it now: by signed entries alone."""

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from houseway.room.errors import Broken, legible
from houseway.room.store import archived, reading_on, trusted
from houseway.room.store.covered import check_not_behind, covered
from houseway.room.store.journal import Head

STEP = 64
"""Entries of a table that are read at a time."""

_FED: WeakKeyDictionary[Engine, dict[int, Mapping[str, str]]] = WeakKeyDictionary()
"""The jackpots that each table was opened with, and the wager on each: it is read once a process."""


def tables_of(connection: Connection, id_: str) -> dict[int, Head]:
    """The tables that feed a jackpot, by the entries that opened them, each with its head."""
    found = {}
    with legible(f"jackpot {id_}"):
        opened = reading_on.told(connection, '"kind":"table"').values()
        for table in (body["id"] for body in opened if body["kind"] == "table"):
            if id_ in _fed(connection, table) or id_.startswith(f"{table}:"):  # an older table has its own since later
                found[table] = _head(connection, table)
        for table, seq in covered(connection, found).items():
            check_not_behind(table, found[table], seq)
    return found


def _fed(connection: Connection, table: int) -> Mapping[str, str]:
    known = _FED.setdefault(connection.engine, {})
    if table not in known:
        told = trusted.entry(connection, table, 1).get("jackpots", ())
        known[table] = {each["meter"]: each.get("wager", "") for each in told}
    return known[table]


def _head(connection: Connection, table: int) -> Head:
    found = trusted.standing(connection, table)
    if found is None:
        raise Broken(f"the journal of table {table} is gone")
    return found


def played_for(connection: Connection, id_: str, heads: Mapping[int, Head]) -> int | None:
    """One of these tables that plays a round with wagers on a jackpot now."""
    with legible(f"jackpot {id_}"):
        return next((table for table, head in heads.items() if _in_play(connection, table, head, id_)), None)


def _in_play(connection: Connection, table: int, head: Head, id_: str) -> bool:
    """Whether a round that has begun at a table and not ended has a wager on a jackpot, or has changed it.

    The newest entries are read.
    """
    last = archived.last_of(connection, table)
    first = last + 1 if trusted.in_archive(connection, table, last) else 1  # what is archived has ended
    to, changed, wager = head.seq, False, _fed(connection, table).get(id_)
    while to > first:
        after = max(first, to - STEP)
        for _, body in reversed(trusted.between(connection, table, after, to)):
            if "end" in body:
                return False
            changed |= any(each["meter"] == id_ for each in body.get("jackpots", ()))
            if "start" in body:  # one on a house jackpot changes nothing before it is won
                return changed or any(wager in bets for bets in body["start"]["wagers"].values())
        to = after
    return False
