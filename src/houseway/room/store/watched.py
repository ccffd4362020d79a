"""What a database is made of while its room runs: SQLite counts each change of it; PostgreSQL, which does not, is
looked at now and then."""

import sqlite3

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from houseway.room.errors import LOG, Altered
from houseway.room.store import shape
from houseway.room.store.prepared import Prepared, run

_COUNT = Prepared(text("PRAGMA schema_version"))
_ANEW = "PRAGMA writable_schema = RESET"
"""Has a connection forget what it has read of the schema, which may be of before."""

MOST = 20
"""Sentences for the desk that are kept."""

EVERY = 5.0
"""Seconds from one look at what PostgreSQL's database is made of to the next."""


class Watched:
    """Whether a database is made as a room's is, each time that it may have come to be otherwise."""

    def __init__(self) -> None:
        self._count: int | None = None
        self._at = -EVERY
        self._says = ""
        self._told: dict[str, None] = {}

    @property
    def doubts(self) -> list[str]:
        """What was found otherwise since the room was opened, a sentence each: for the desk."""
        return list(self._told)

    def begun(self, connection: Connection) -> None:
        """Refuse a transaction of SQLite's that has just begun, if the database is not as it was made.

        The count is of the transaction's own moment. What was refused is looked at again, whatever its count: who
        changed it can set that back.
        """
        (count,) = _COUNT.row(connection) or (None,)
        if count == self._count:
            return
        self._count = None
        run(connection, _ANEW)
        if not self.holds(connection):
            raise Altered(
                "what the room's database is made of was changed while the room runs: nothing of this has happened, "
                "nor does anything until it is put right; tell whoever runs the room, whose log says what it is"
            )
        self._count = count

    def due(self, now: float) -> bool:
        """Whether it is time to look at a database whose changes nobody counts."""
        if now - self._at < EVERY:
            return False
        self._at = now
        return True

    def holds(self, connection: Connection) -> bool:
        """Whether the database is as it was made; log and desk are told where it is not."""
        try:
            says = "; ".join(": ".join(each) for each in shape.faults(connection))
        except DBAPIError as fault:
            if not _of_what_is_there(fault):
                raise
            says = f"the database: cannot be looked at: {fault.orig}"
        if says and says != self._says:
            LOG.error("the room's database is not as it was made: %s", says)
            self._told.setdefault(f"the database was not as it was made, while the room ran: {says}")
            while len(self._told) > MOST:
                del self._told[next(iter(self._told))]
        elif self._says and not says:
            LOG.warning("the room's database is as it was made again")
        self._says = says
        return not says


def _of_what_is_there(fault: DBAPIError) -> bool:
    """Whether a database could not say what it is made of, as of a view that reads from nowhere; storage is sound."""
    if isinstance(fault.orig, sqlite3.Error):
        return bool(vars(fault.orig).get("sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_ERROR)
    return str(vars(type(fault.orig)).get("sqlstate"))[:2] in ("22", "42")
