"""The lobby and the clock's list, from rows that are kept in step with each commit: no table is read to be listed.

A row is what a table looks like from outside. Tables from before there were rows get theirs when they are first looked
at, a few at each look of the clock; so does what does not hold get found out.
"""

import contextlib
import json
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from houseway.document.settings import Settings
from houseway.errors import UnknownName
from houseway.room import quota
from houseway.room.errors import UNREADABLE, Refused, Stale
from houseway.room.live_tables import LiveTables
from houseway.room.opening import seats_of
from houseway.room.people.people import Person
from houseway.room.sought import ANY, NOBODY, Sought, sits
from houseway.room.store import journal
from houseway.room.store.database import Store
from houseway.room.store.prepared import Prepared
from houseway.room.store.schema import CHAINS, LOBBY, TABLES
from houseway.room.table.clock import Clock
from houseway.room.table.seats import BETTING
from houseway.room.table.state import LiveTable
from houseway.room.table.view import withheld

MOST_LISTED = 1_000
"""Tables in the lobby at once, those where something happened last; who looks for another finds it."""

AT_A_LOOK = 8
"""Tables that are read for the first time at one look at the lobby."""

AT_A_TICK = 4
"""The same at one look of the clock."""

IDLE, ABANDONED = 3600.0, 86_400.0
"""Seconds without an act after which a table that nobody sits at closes; and one where somebody does."""


LOOKS, MOST_CLOSED = 10.0, 50
"""Seconds between two looks for such tables, and how many are closed at one."""


FOLLOWED = ("taken", "free", "seated", "phase", "waits", "active", "unseen")
"""What of a row changes with acts."""

_FOLLOW = Prepared(
    update(LOBBY).where(LOBBY.c.table == bindparam("of")).values({each: bindparam(f"now_{each}") for each in FOLLOWED})
)


_OPEN = TABLES.join(LOBBY, LOBBY.c.table == TABLES.c.id)
_OUTSIDE = select(TABLES, LOBBY, CHAINS.c.seq).select_from(_OPEN.join(CHAINS, CHAINS.c.chain == TABLES.c.id))
_COUNTED = select(func.count()).select_from(_OPEN)


class TableCard(NamedTuple):
    """A table as the lobby shows it."""

    id: int
    game: str
    name: str
    written: str
    taken: int
    free: int
    phase: str
    version: int
    seated: tuple[int, ...] = ()
    """The people who sit there, by number."""

    least: int = 0
    """The least cents of a round."""

    opened_by: int = 0
    """Who has opened it, by number."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Every setting in a few words; none where somebody else has written them."""
        with contextlib.suppress(*UNREADABLE):
            shown = json.loads(self.written)
            return shown if isinstance(shown, dict) else {}
        return {}


def _card(row: Row[Any]) -> TableCard:
    seated = tuple(int(each) for each in str(row.seated).split(",") if each.isdecimal() and len(each) < 20)
    known = (row.taken, row.free, row.phase, row.seq, seated, row.least, row.opened_by)
    return TableCard(row.id, row.game, row.name, row.settings, *known)


class Lobby:
    """The tables of a room from outside."""

    def __init__(self, store: Store, live: LiveTables, clock: Clock, wall: Callable[[], float] = time.time) -> None:
        self._store, self._live, self._clock, self._wall = store, live, clock, wall
        self._unread: list[int] | None = None
        self._looked = 0.0

    def opened(self, connection: Connection, id_: int, by: int, settings: Settings) -> None:
        """A new table, where nobody sits."""
        seats = seats_of(settings)
        row = {"table": id_, "opened_by": by, **_chosen(settings), "taken": 0, "free": seats, "seated": NOBODY}
        connection.execute(LOBBY.insert().values(**row, phase=BETTING, waits=False, active=self._wall()))

    def note(self, connection: Connection, table: LiveTable) -> None:
        """Follow a commit."""
        if table.closed:
            connection.execute(delete(LOBBY).where(LOBBY.c.table == table.id))
            return
        row = {f"now_{column}": value for column, value in self._row(table).items() if column in FOLLOWED}
        if table.chosen:
            connection.execute(update(LOBBY).where(LOBBY.c.table == table.id).values(_chosen(table.settings)))
        if _FOLLOW.change(connection, of=table.id, **row) == 0:
            self._write(connection, table)

    def _write(self, connection: Connection, table: LiveTable) -> None:
        """The first row of a table; who opened it says its first entry."""
        opened = journal.entry(connection, table.id, 1)
        first = {"table": table.id, "opened_by": opened["by"], **_chosen(table.settings)}
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another process may have been first
            connection.execute(LOBBY.insert().values(first | self._row(table)))

    def _row(self, table: LiveTable) -> dict[str, Any]:
        return outside(table, self._clock) | {"active": self._wall()}

    def cards(self, sought: Sought = ANY, me: int = 0) -> tuple[list[TableCard], int]:
        """The open tables that somebody looks for, by number, and how many there are; not those known to be refused.

        Of many, those where something happened last, and where they sit.
        """
        self._read_on(AT_A_LOOK)
        with self._store.reading() as connection:
            there = [~TABLES.c.closed, TABLES.c.id.not_in(list(self._live.refused)), *sought.conditions(connection, me)]
            last = _OUTSIDE.where(*there).order_by(LOBBY.c.active.desc()).limit(MOST_LISTED)
            rows = {row.id: row for row in connection.execute(last)}
            count = len(rows)
            if count == MOST_LISTED:
                count = connection.execute(_COUNTED.where(*there)).scalar_one()
                mine = connection.execute(_OUTSIDE.where(*there, sits(me))) if me else ()
                rows |= {row.id: row for row in mine}
        return [_card(rows[id_]) for id_ in sorted(rows)], count

    def of(self, person: int) -> list[int]:
        """The tables where somebody sits."""
        with self._store.reading() as connection:
            there = select(LOBBY.c.table).where(sits(person)).order_by(LOBBY.c.table)
            return list(connection.execute(there).scalars())

    def due(self, connection: Connection, watched: Collection[int]) -> list[tuple[int, int]]:
        """What the clock has to look at, with versions: tables that wait for somebody or are watched."""
        waiting = connection.execute(select(LOBBY.c.table).where(LOBBY.c.waits)).scalars()
        wanted = sorted({*waiting, *watched})
        return [pair for part in _parts(wanted) for pair in _versions(connection, part)]

    def read_on(self) -> None:
        """Read a few tables that this process has not read yet: what does not hold is found out before it is played."""
        self._read_on(AT_A_TICK)

    def _read_on(self, most: int) -> None:
        if self._unread is None:
            with self._store.transaction() as connection:
                query = select(TABLES.c.id).where(~TABLES.c.closed).order_by(TABLES.c.id.desc())
                self._unread = list(connection.execute(query).scalars())
        for _ in range(most):
            try:
                id_ = self._unread.pop()
            except IndexError:  # whoever else reads on may have taken the last
                return
            self._read(id_)

    def _read(self, id_: int) -> None:
        try:
            if id_ not in self._live:
                with self._live.looking(id_, wait=False, write=True) as (connection, table):
                    there = select(LOBBY.c.table).where(LOBBY.c.table == id_)
                    if connection.execute(there).first() is None:
                        self._write(connection, table)
        except (Refused, Stale, UnknownName):  # a row may be of no table
            return

    def check_quota(self, connection: Connection, by: Person) -> None:
        """Refuse one table more than somebody may open now."""
        quota.check(connection, by, self._wall())

    def expired(self, connection: Connection) -> list[tuple[int, int]]:
        """Tables to close, with their versions: nobody has played there for a while, or somebody has sat there for
        very long."""
        now = self._wall()
        if now - self._looked < LOOKS:
            return []
        self._looked = now
        idle = LOBBY.c.active < now - IDLE
        old = idle & ~LOBBY.c.waits & ((LOBBY.c.taken == 0) | (LOBBY.c.active < now - ABANDONED))
        there = select(LOBBY.c.table, CHAINS.c.seq).join(CHAINS, CHAINS.c.chain == LOBBY.c.table)
        found = connection.execute(there.where(old).order_by(LOBBY.c.active).limit(MOST_CLOSED))
        return [(row.table, row.seq) for row in found if row.table not in self._live.refused]

    def keep(self, id_: int) -> None:
        """Leave a table that cannot be closed alone for as long again."""
        with self._store.transaction() as connection:
            connection.execute(update(LOBBY).where(LOBBY.c.table == id_).values(active=self._wall()))

    def refused(self) -> list[tuple[int, str]]:
        """The tables that are refused, by number, with their names: for staff."""
        with self._store.reading() as connection:
            rows = connection.execute(select(TABLES.c.id, TABLES.c.name).where(TABLES.c.id.in_(self._live.refused)))
            return [(row.id, row.name) for row in rows]


def outside(table: LiveTable, clock: Clock) -> dict[str, Any]:
    """What a table looks like from outside: who sits there, and where it stands."""
    free = sum(place.free for place in table.places.values())
    return {
        "taken": len(table.places) - free,
        "free": free,
        "seated": "".join(f",{place.person}" for place in table.people) + ",",
        "phase": table.phase,
        "waits": clock.waiting(table) is not None,
        "unseen": unseen(table),
    }


def unseen(table: LiveTable) -> str:
    """What people have wagered here that nobody else knows of yet, as the row has it."""
    owners = {seat: account.split(":")[1] for seat, account in table.accounts.items() if account.startswith("person:")}
    told = {owner: sum(withheld(table, seat).values()) for seat, owner in owners.items()}
    return "".join(f",{owner}:{cents}" for owner, cents in sorted(told.items()) if cents)


def _chosen(settings: Settings) -> dict[str, Any]:
    """How a table is set, and the least that a round costs: the least of every wager that must be made."""
    required = [wager for wager in settings.document.wagers if wager.required and wager.least]
    least = sum(settings.integer(wager.least) for wager in required)
    return {"settings": json.dumps(settings.titles()), "least": least}


def listed(table: LiveTable, opened_by: object) -> dict[str, Any]:
    """The row of a table as its journal has it, for the audit; when it was last acted at is left out."""
    return {"opened_by": opened_by, **_chosen(table.settings), **outside(table, Clock())}


def _parts(ids: list[int], size: int = 500) -> Iterable[list[int]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))


def _versions(connection: Connection, ids: list[int]) -> list[tuple[int, int]]:
    rows = connection.execute(select(CHAINS.c.chain, CHAINS.c.seq).where(CHAINS.c.chain.in_(ids)))
    return [(row.chain, row.seq) for row in rows if isinstance(row.seq, int)]  # another is refused when it is read
