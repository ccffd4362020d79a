"""The database: how it is opened, and the rule that a storage error stops the room.

SQLite since 3.51.3 writes ahead (WAL) and is synchronous=FULL: a commit is one sync. Before that version two
connections that write and checkpoint at once could corrupt a WAL; there it keeps a rollback journal and is
synchronous=EXTRA: FULL would not sync the folder after the journal is unlinked, and a power loss just after the commit
could then roll an acknowledged transaction back.
"""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DataError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from houseway.errors import HousewayError
from houseway.room.errors import Busy, Nested, Refused, Stopped
from houseway.room.store import private, shape
from houseway.room.store.keys import url_of
from houseway.room.store.migrations import migrate
from houseway.room.store.prepared import leave_pipeline
from houseway.room.store.watched import Watched

LOG = logging.getLogger("houseway.room")
FROZEN = "10s"
"""How long a process may hold a table in mid-transaction and do nothing."""

PATIENCE = 20.0
"""Seconds that who wants the database waits for its turn among those of this process, and then for other processes."""

ALWAYS = ("foreign_keys=ON", f"busy_timeout={PATIENCE * 1000:.0f}", "trusted_schema=OFF")
ROLLBACK = ("journal_mode=DELETE", "synchronous=EXTRA", *ALWAYS)
AHEAD = ("journal_mode=WAL", "synchronous=FULL", *ALWAYS)
SOUND = (3, 51, 3)
"""The version of SQLite since which several connections may share a WAL (sqlite.org/wal.html, the WAL-reset bug)."""


def pragmas_for(version: tuple[int, ...]) -> tuple[str, ...]:
    """How a room is kept on disk by this version of SQLite."""
    return AHEAD if version >= SOUND else ROLLBACK


PRAGMAS = pragmas_for(sqlite3.sqlite_version_info)
OTHERWISE = (
    "another process has the room's database open in another journal mode, by another version of SQLite: "
    "end it first, or run both by the same version"
)
IN_THE_WAY = "what lies in the database is in the way: nothing has changed; houseway audit says more"
CLOSED = "the room is closed: nothing of this request has happened"
CLOSED_WITHIN = 5.0
"""Seconds that closing waits for who is inside a transaction."""

READS = "houseway_reads"
"""The option of a connection that only reads: its transaction takes no lock to write."""


def engine_for(database: str) -> Engine:
    """An engine for `sqlite:///room.db` or `postgresql+psycopg://…`. What it says of an error tells no card or salt."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        if url.database and url.database != ":memory:":
            private.made(Path(url.database))
        one = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
        return tuned(create_engine(url, hide_parameters=True, **one))
    return impatient(create_engine(url, hide_parameters=True, pool_size=8, max_overflow=8, pool_pre_ping=True))


def impatient(engine: Engine) -> Engine:
    """Have PostgreSQL end a transaction that its process has left lying: frozen, or on a machine that is gone.

    A process that dies lets go at once. The setting of whoever runs the server or writes the URL stands, 0 too.
    """

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.execute(
            "SELECT set_config(name, %s, false) FROM pg_settings "
            "WHERE name = 'idle_in_transaction_session_timeout' AND source = 'default'",
            (FROZEN,),
        )
        connection.commit()

    @event.listens_for(engine, "before_cursor_execute")
    def execute(connection: Connection, *_given: Any) -> None:
        leave_pipeline(connection)  # SQLAlchemy reads its answers at once

    return engine


def _text(raw: bytes) -> str:
    """A text of SQLite's. One that is none stops nothing: it comes as what no room has written."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return f"\N{REPLACEMENT CHARACTER}{raw.hex()}"


def tuned(engine: Engine, pragmas: tuple[str, ...] = PRAGMAS) -> Engine:
    """One SQLite connection with durable settings, whose transactions take the write lock at once."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level, connection.text_factory = None, _text
        for pragma in pragmas:
            try:
                connection.execute(f"PRAGMA {pragma}").close()
            except sqlite3.OperationalError as fault:
                if pragma.startswith("journal_mode") and locked(fault):
                    raise Busy(OTHERWISE) from fault
                raise

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get(READS, False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


class Store:
    """Transactions on one database, until the first storage error; a thread has one at a time."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.sqlite = engine.dialect.name == "sqlite"
        self._lock = threading.Lock()
        self._inside = threading.local()
        self._empty = threading.Condition()
        self._now_inside: set[object] = set()
        self.stopped = ""
        self.closed = False
        if self.sqlite:
            LOG.info("SQLite %s: %s", sqlite3.sqlite_version, ", ".join(PRAGMAS[:2]))
        self._watched = Watched()
        self.make_ready()

    def make_ready(self) -> None:
        """Refuse a database that is not as a room makes it, and bring an older one up to date."""
        with self._begun(opens=True) as connection:
            shape.check(connection)
            migrate(connection)

    def look(self, now: float) -> None:
        """Look at what a database of PostgreSQL's is made of, now and then; one of SQLite's says when."""
        if not self.sqlite and self._watched.due(now):
            with self.reading() as connection:
                self._watched.holds(connection)

    @property
    def doubts(self) -> list[str]:
        """What the database was found to be made of that no room's is, a sentence each: for the desk."""
        return self._watched.doubts

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All or nothing. It has happened when the block has been left without an exception, and not before."""
        with self._begun() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """All as it stood at one moment; other processes write meanwhile."""
        with self._begun(reads=True) as connection:
            yield connection

    @contextmanager
    def _begun(self, *, reads: bool = False, opens: bool = False) -> Iterator[Connection]:
        if vars(self._inside).get("now"):
            raise Nested("a transaction was begun inside another: nothing of this request has happened")
        vars(self._inside)["now"] = True
        try:
            with (
                self._turn() if self.sqlite else nullcontext(),
                self._entered(),
                self.guarded(opens=opens),
                self.engine.connect() as connection,
            ):
                if self.sqlite:
                    _leave(connection)
                    connection = connection.execution_options(**{READS: reads})
                with connection.begin():
                    if self.sqlite and not opens:
                        self._watched.begun(connection)
                    yield connection
        finally:
            vars(self._inside)["now"] = False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One transaction at a time on SQLite's one connection."""
        if not self._lock.acquire(timeout=PATIENCE):
            raise Busy("others of this room hold its database: nothing has changed; try again")
        try:
            yield
        finally:
            self._lock.release()

    @contextmanager
    def _entered(self) -> Iterator[None]:
        """Be one of those inside, for whom closing waits; whatever interrupts this, nobody is left there."""
        mark = object()
        try:
            with self._empty:
                if self.stopped or self.closed:
                    raise Stopped(self.stopped or CLOSED)
                self._now_inside.add(mark)
            yield
        finally:
            with self._empty:
                self._now_inside.discard(mark)
                self._empty.notify_all()

    @contextmanager
    def guarded(self, *, opens: bool = False) -> Iterator[None]:
        """A storage error in here stops the room; a lock that is not let go, a value too large, or a row that somebody
        has put where the next one belongs, does not. A room that `opens` has not run: whoever opens it is told.
        """
        try:
            yield
        except (DataError, OverflowError) as fault:
            raise HousewayError("the database cannot hold a value as large as that: ask for less") from fault
        except (SQLAlchemyError, OSError) as fault:
            if held_elsewhere(fault):
                raise Busy("somebody else holds the room's database: nothing has changed; try again") from fault
            if in_the_way(fault):
                LOG.error("a row lies where another was to be written: %s", vars(fault)["orig"])
                raise Refused(IN_THE_WAY) from fault
            if opens:
                raise Stopped(f"the room's database cannot be opened ({type(fault).__name__})") from fault
            self.stop(f"the room has stopped after a storage error ({type(fault).__name__}); open it again to go on")
            raise Stopped(self.stopped) from fault

    def stop(self, why: str) -> None:
        """Accept nothing more."""
        LOG.error("%s", why)
        self.stopped = why

    def close(self) -> None:
        """Let go of the database, once nobody is inside a transaction; who comes later is told.

        Somebody who stays inside, waiting for another process's lock, has it let go when this process ends.
        """
        with self._empty:
            self.closed = True
            alone = self._empty.wait_for(lambda: not self._now_inside, CLOSED_WITHIN)
        if alone:
            self.engine.dispose()  # SQLite's one connection, closed in use, would take the process down
        else:
            LOG.error("the room is closed while a transaction waits: the database is let go when the process ends")


def _leave(connection: Connection) -> None:
    """Undo what somebody began on the one connection and never ended: nobody was told that it happened."""
    raw = connection.connection.dbapi_connection
    if isinstance(raw, sqlite3.Connection) and raw.in_transaction:
        LOG.error("a transaction was left open: it is undone")
        raw.rollback()


SQLITE_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
POSTGRESQL_LOCKED = ("40001", "40P01", "55P03", "57014")
"""A conflict of two writers, a deadlock, a lock not had in time, a statement that took too long: all undone."""


TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID)


def in_the_way(fault: Exception) -> bool:
    """Whether a fault says that a row lies already where another was to be written; storage is sound."""
    cause = fault.orig if isinstance(fault, DBAPIError) else None
    if isinstance(cause, sqlite3.IntegrityError):
        return vars(cause).get("sqlite_errorcode") in TAKEN
    return isinstance(cause, Exception) and vars(type(cause)).get("sqlstate") == "23505"


def held_elsewhere(fault: Exception) -> bool:
    """Whether a fault says that a lock was not to be had; what was begun is undone, and storage is sound."""
    cause = fault.orig if isinstance(fault, DBAPIError) else None
    if isinstance(cause, sqlite3.OperationalError):
        return locked(cause)
    return isinstance(cause, Exception) and vars(type(cause)).get("sqlstate") in POSTGRESQL_LOCKED


def locked(fault: sqlite3.OperationalError) -> bool:
    return (vars(fault).get("sqlite_errorcode", 0) & 0xFF) in SQLITE_LOCKED
