"""Seats at which nothing is done any more: found a few tables at a time, by who has acted last in each journal."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from houseway.room.books.period import stamp_of
from houseway.room.store.database import Store
from houseway.room.store.schema import JOURNAL, LOBBY

WITH_OTHERS, ALONE = 1800.0, 3600.0
"""Seconds without an act of theirs after which somebody's seat is freed: where others sit, and where nobody does."""

LOOKS, AT_A_LOOK = 10.0, 50
"""Seconds between two looks, and how many tables are looked at in one, in turn."""

READ = 300
"""Entries of a table that are looked through for those who have acted."""

DONE = re.compile(r'\{"at":"(?P<at>[^"]+)","by":(?P<by>[^,}]+)')
"""How an entry of a table begins; its keys are in the order of the alphabet."""


class Still(NamedTuple):
    """People who have done nothing at a table for so many minutes."""

    table: int
    people: frozenset[int]
    minutes: int


class Idle:
    """The tables of a room where people sit, looked at in turn."""

    def __init__(self, store: Store, wall: Callable[[], float] = time.time) -> None:
        self._store, self._wall = store, wall
        self._looked, self._last = 0.0, 0

    def look(self) -> list[Still]:
        """Who has done nothing for a while, at the next few tables."""
        now = self._wall()
        if now - self._looked < LOOKS:
            return []
        self._looked = now
        with self._store.reading() as connection:
            return list(self._found(connection, now))

    def _found(self, connection: Connection, now: float) -> Iterator[Still]:
        query = select(LOBBY.c.table, LOBBY.c.seated, LOBBY.c.active).where(LOBBY.c.table > self._last)
        rows = connection.execute(query.where(LOBBY.c.seated != ",").order_by(LOBBY.c.table).limit(AT_A_LOOK)).all()
        self._last = rows[-1].table if len(rows) == AT_A_LOOK else 0
        for row in rows:
            people = frozenset(int(each) for each in row.seated.split(",") if each)
            if row.active < now - ALONE:
                yield Still(row.table, people, round(ALONE / 60))
            elif len(people) > 1 and (quiet := self._quiet(connection, row.table, people, now - WITH_OTHERS)):
                yield Still(row.table, quiet, round(WITH_OTHERS / 60))

    def _quiet(self, connection: Connection, table: int, people: frozenset[int], since: float) -> frozenset[int]:
        """Those who have not acted since a moment; nobody where more was done than is looked through."""
        moment = stamp_of(datetime.fromtimestamp(since, UTC))
        begins = func.substr(JOURNAL.c.body, 1, 120)
        query = select(begins).where(JOURNAL.c.chain == table).order_by(JOURNAL.c.seq.desc()).limit(READ)
        for text in connection.execute(query).scalars():
            told = DONE.match(text)
            if told is None or told["at"] < moment:
                return people
            if told["by"].isdecimal():
                people -= {int(told["by"])}
        return frozenset()
