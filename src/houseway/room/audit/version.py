"""Is the database of the version that it tells? A lower one would have the audit compare less of it.

Nobody signs the number in the database. What its journal tells, though, no houseway has written to a database of a
lower version than its own.
"""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, select

from houseway.room.audit.chain import Told
from houseway.room.store.meters import HELD, METERED, STATED
from houseway.room.store.migrations import MIGRATIONS
from houseway.room.store.schema import VERSION
from houseway.room.table.entry import HOUSES, UNCOVERED

WRITTEN = {UNCOVERED: 4, HOUSES: 4, METERED: 5, HELD: 15, STATED: 16}
"""The version of the database that the first houseway had which wrote entries of each version at its tables."""

SIGNING, ARCHIVING = 7, 14
"""And the first that signed, and that archived."""


def version_faults(connection: Connection, least: int) -> Iterator[Told]:
    """The version of the tables is one that this houseway knows, and none below the `least` that the journal tells."""
    at = connection.execute(select(VERSION.c.number)).scalar_one()
    if not 0 < at <= len(MIGRATIONS):
        yield "the database", f"is at version {at}, and this houseway knows {len(MIGRATIONS)}"
    elif at < least:
        yield "the database", f"is at version {at}, and its journal was written at version {least} or a later one"


def least(forms: Iterable[int], told: int, *, signed: bool, archived: bool) -> int:
    """The lowest version of the database that a journal can be of: with entries of these forms at its tables, the one
    that it has `told`, entries that are signed, and something in archives."""
    written = [WRITTEN.get(form, 1) for form in forms]
    return max(1, *written, told, SIGNING if signed else 1, ARCHIVING if archived else 1)
