"""Seats at which nothing is done any more: found a few tables at a time, by who has acted last in each journal."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, or_, select

from houseway.room.books.period import stamp_of
from houseway.room.errors import UNREADABLE
from houseway.room.store.database import Store
from houseway.room.store.index import countable
from houseway.room.store.schema import CHAINS, JOURNAL, LOBBY, PLAYED, ROUNDS

FULL, WITH_OTHERS, ALONE = 300.0, 1800.0, 3600.0
"""Seconds for which somebody has not played after which their seat is freed: where no other is free, where others sit,
and where nobody does. They are counted from what one has done last, or from the end of one's last round there."""

PLAYING = ("sit", "bet", "ready", "seal", "open", "answer")
"""What keeps a seat."""

LOOKS, AT_A_LOOK = 10.0, 50
"""Seconds between two looks, and how many tables are looked at in one, in turn."""

READ = 300
"""Entries of a table that are looked through for those who have acted, and rounds for those who were in them."""

DONE = re.compile(r'\{"at":"(?P<at>[^"]+)","by":(?P<by>[^,}]+)')
"""How an entry of a table begins; its keys are in the order of the alphabet."""


class Still(NamedTuple):
    """People who had done nothing at a table for so many minutes, as it was in this version."""

    table: int
    version: int
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
        wanted = (LOBBY.c.table, LOBBY.c.seated, LOBBY.c.active, LOBBY.c.free, CHAINS.c.seq)
        query = select(*wanted).join(CHAINS, CHAINS.c.chain == LOBBY.c.table).where(LOBBY.c.table > self._last)
        rows = connection.execute(query.where(LOBBY.c.seated != ",").order_by(LOBBY.c.table).limit(AT_A_LOOK)).all()
        self._last = rows[-1].table if len(rows) == AT_A_LOOK else 0
        for row in rows:
            try:
                people, alone = frozenset(int(each) for each in row.seated.split(",") if each), row.active < now - ALONE
            except UNREADABLE:  # somebody has written it: it is made anew when the table is next acted at
                continue
            if not all(map(countable, people)):
                continue
            if alone:
                yield Still(row.table, row.seq, people, round(ALONE / 60))
            elif len(people) > 1:
                most = WITH_OTHERS if row.free else FULL
                if quiet := self._quiet(connection, row.table, people, now - most):
                    yield Still(row.table, row.seq, quiet, round(most / 60))

    def _quiet(self, connection: Connection, table: int, people: frozenset[int], since: float) -> frozenset[int]:
        """Those who have not played since a moment, and were in no round that has ended since."""
        moment = stamp_of(datetime.fromtimestamp(since, UTC))
        people = self._inactive(connection, table, people, moment)
        return people - _in_rounds(connection, table, people, moment) if people else people

    def _inactive(self, connection: Connection, table: int, people: frozenset[int], moment: str) -> frozenset[int]:
        """Those who have done nothing since a moment; nobody where more was done than is looked through."""
        begins = func.substr(JOURNAL.c.body, 1, 120)
        played = or_(*(JOURNAL.c.body.like(f'%"kind":"{kind}"%') for kind in PLAYING))
        query = select(begins, played).where(JOURNAL.c.chain == table).order_by(JOURNAL.c.seq.desc()).limit(READ)
        for text, keeps in connection.execute(query):
            told = DONE.match(str(text))
            if told is None or told["at"] < moment:
                return people
            if keeps and told["by"].isdecimal():
                people -= {int(told["by"])}
        return frozenset()


def _in_rounds(connection: Connection, table: int, people: frozenset[int], moment: str) -> frozenset[int]:
    """Those of these people who were in a round of the table that has ended since a moment: others took their time."""
    last = select(ROUNDS.c.id, ROUNDS.c.ended).where(ROUNDS.c.chain == table, ROUNDS.c.ended.is_not(None))
    rounds = last.order_by(ROUNDS.c.id.desc()).limit(READ).subquery()
    both = rounds.join(JOURNAL, (JOURNAL.c.chain == table) & (JOURNAL.c.seq == rounds.c.ended))
    query = select(func.substr(JOURNAL.c.body, 1, 120), PLAYED.c.person)
    query = query.select_from(both.join(PLAYED, PLAYED.c.round == rounds.c.id)).where(PLAYED.c.person.in_(people))
    found = [(DONE.match(str(text)), person) for text, person in connection.execute(query)]
    return frozenset(person for told, person in found if told is not None and told["at"] >= moment)
