"""The latest rounds of a table in short: each is read once, for what has ended never changes."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from houseway.room.errors import Broken, legible
from houseway.room.history import amended_by, amendment
from houseway.room.lasting import Lasting
from houseway.room.store import archived, trusted
from houseway.room.store.database import Store
from houseway.room.store.index import countable
from houseway.room.store.schema import ROUNDS
from houseway.room.table.entry import JournalEntry

MOST = 10_000
"""Rounds that are remembered, and as many amendments."""

Told = dict[str, Any]

Began = dict[int, tuple[int, int] | None]
"""The shoe and the position that rounds began with."""


class Asked(NamedTuple):
    """What was read for an answer in one go: rows, what is remembered of them, in which archive a round lies, what has
    amended it, and the entries of those that are not remembered."""

    rows: Sequence[Row[Any]]
    known: Mapping[int, Told]
    elsewhere: Mapping[int, str]
    amended: Mapping[int, Sequence[Told]]
    entries: Sequence[trusted.Taken]


class Latest:
    """Rounds that have ended, as everybody may know them: number, and every seat's result in cents."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rounds: Lasting[tuple[Any, ...], Told] = Lasting(MOST)
        """By all that the row of a round tells: of another one its entries were not looked at."""

        self._amendments: Lasting[tuple[int, int, int], Told] = Lasting(MOST)
        """By round and entry; an entry that is none is remembered as nothing."""

    def of(self, table: int, before: int | None, most: int = 20) -> list[Told]:
        """Those of a table, the newest first."""
        with legible(f"table {table}"):
            with self._store.reading() as connection:
                asked = self._read(connection, table, before, most)
            known = {**asked.known, **self._new(asked)}
            return [_told(row, asked, known) for row in asked.rows]

    def _new(self, asked: Asked) -> dict[int, Told]:
        """Those that are not remembered: looked at while nobody waits for the database, and remembered."""
        bodies = {seq: body for each in asked.entries for seq, body in each.entries()}
        rows = [row for row in asked.rows if row.id not in asked.known and row.id not in asked.elsewhere]
        of = {row.id: [bodies[seq] for seq in range(row.started, row.ended + 1)] for row in rows}
        told = {row.id: in_short(row, of[row.id]) for row in rows}
        began: Began = {row.id: dealt_from(of[row.id]) for row in rows}
        began |= self._before([row for row in rows if began[row.id] is None])
        for row in rows:
            if began[row.id] != (row.shoe, row.position):
                raise Broken(f"round {row.id} is listed otherwise than its entries tell it")
            self._rounds.keep(tuple(row), told[row.id])
        return told

    def _before(self, rounds: Sequence[Row[Any]]) -> Began:
        """The shoe and the position that rounds began with, as the entries before them tell."""
        if not rounds:
            return {}
        with self._store.reading() as connection:
            wanted = {row.id: (_ended_before(connection, row) - 1, row.started) for row in rounds}
            entries = trusted.stretches(connection, rounds[0].chain, list(wanted.values()))
        rows = {each.seq: each.body for part in entries for each in part.checked()}
        return {id_: _left_at(rows, after, started) for id_, (after, started) in wanted.items()}

    def _read(self, connection: Connection, table: int, before: int | None, most: int) -> Asked:
        query = select(ROUNDS).where(ROUNDS.c.chain == table, ROUNDS.c.ended.is_not(None))
        if not countable(table):
            return Asked((), {}, {}, {}, ())
        if before is not None and countable(before):
            query = query.where(ROUNDS.c.id < before)
        rows = connection.execute(query.order_by(ROUNDS.c.id.desc()).limit(most)).all()
        gone = archived.last_of(connection, table)
        here = [row for row in rows if row.ended > gone + 1]
        known = {row.id: told for row in here if (told := self._rounds.get(tuple(row))) is not None}
        new = [(row.started - 1, row.ended) for row in here if row.id not in known]
        return Asked(
            rows,
            known,
            _elsewhere(connection, [row for row in rows if row.ended <= gone + 1]),
            self._amended(connection, [row.id for row in here]),
            trusted.stretches(connection, table, new),
        )

    def _amended(self, connection: Connection, rounds: Sequence[int]) -> dict[int, list[Told]]:
        found: dict[int, list[Told]] = {}
        for entry in amended_by(connection, rounds):
            told = self._amendments.get(entry)
            if told is None:
                told = amendment(connection, *entry) or {}
                self._amendments.keep(entry, told)
            if told:
                found.setdefault(entry[0], []).append(told)
        return found


def _told(row: Row[Any], asked: Asked, known: Mapping[int, Told]) -> Told:
    if row.id in asked.elsewhere:
        told = {"round": row.id, "shoe": None, "ended": "", "nets": {}, "calls": [], "amended": []}
        return told | {"archived": asked.elsewhere[row.id]}
    return known[row.id] | {"amended": asked.amended.get(row.id, [])}


def _elsewhere(connection: Connection, rows: Iterable[Row[Any]]) -> dict[int, str]:
    """The archives that rounds lie in; what the room has written of each is read once."""
    names: dict[int | None, str] = {}
    found = {}
    for row in rows:
        entry = archived.entry_of(connection, row.chain, row.ended - 1)
        if entry not in names:
            names[entry] = archived.name_of(connection, entry)
        found[row.id] = names[entry]
    return found


def _ended_before(connection: Connection, row: Row[Any]) -> int:
    """The entry that ended the round before one, as rows list it; the first of all where there is none."""
    query = select(ROUNDS.c.ended).where(ROUNDS.c.chain == row.chain, ROUNDS.c.ended < row.started)
    return connection.execute(query.order_by(ROUNDS.c.id.desc()).limit(1)).scalar() or 1


def _left_at(rows: Mapping[int, str], after: int, started: int) -> tuple[int, int]:
    """The shoe of a table, and how far it was dealt, by the last of these entries that ended a round; before the first
    round by the opening."""
    for seq in range(started - 1, after, -1):
        if seq == 1 or '"end"' in rows[seq]:
            entry = JournalEntry.read(json.loads(rows[seq]))
            if entry.end is not None:
                return entry.end.state.shoe, entry.end.state.position
            if entry.committed is not None:
                return entry.committed.id, 0
    raise Broken(f"entry {started} begins a round, and none before it tells of what shoe")


def dealt_from(bodies: Sequence[Mapping[str, Any]]) -> tuple[int, int] | None:
    """The shoe of a round and its first position, by its own entries: where the shoe stood at the end, and every card.

    Nothing where the end brought another shoe, or entries are too old to tell cards from answers.
    """
    end = bodies[-1]["end"]
    if end["shoe"] is not None or any("v" not in body for body in bodies):
        return None
    cards = sum("deal" in line for body in bodies for line in body.get("entries", ()))
    return end["state"]["shoe"], end["state"]["position"] - cards


def in_short(row: Row[Any], bodies: Sequence[Mapping[str, Any]]) -> Told:
    """A round as its signed entries tell it, the row only says where they are: when it ended, what each seat has of it,
    and what was called in it."""
    if bodies[0].get("start", {}).get("round") != row.id or any("end" in each for each in bodies[:-1]):
        raise Broken(f"round {row.id} is listed otherwise than its entries tell it")
    last = JournalEntry.read(bodies[-1])
    if last.end is None:
        raise Broken(f"round {row.id} has not ended")
    calls = [body["data"]["kind"] for body in bodies if body["kind"] == "irregularity"]
    nets: dict[str, int] = {}
    for payout in last.end.payouts:
        nets[str(payout.seat)] = nets.get(str(payout.seat), 0) + payout.net
    return {"round": row.id, "shoe": row.shoe, "ended": last.at, "nets": nets, "calls": calls}
