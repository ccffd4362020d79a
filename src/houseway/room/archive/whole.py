"""A room with its archives put back, in a copy that nobody plays in: to be audited, and to read old rounds from."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, select

from houseway.errors import Faulty, HousewayError
from houseway.room.archive import file
from houseway.room.audit.chain import Told
from houseway.room.errors import SPOILT
from houseway.room.store import archived, journal, shape
from houseway.room.store.archived import KIND
from houseway.room.store.backup import snapshot
from houseway.room.store.database import engine_for
from houseway.room.store.schema import ARCHIVED, META

SLICE = 1_000


@contextmanager
def whole(database: str, archives: Sequence[Path]) -> Iterator[tuple[Engine, list[Told]]]:
    """A copy of a room with everything in it, and what is wrong with its database and its archives, which are put back
    where nothing is."""
    with snapshot(database) as here, tempfile.TemporaryDirectory() as folder:
        with here.connect() as connection:
            strange = list(shape.faults(connection, whole=True))
        if not archives:
            yield here, strange
            return
        if here.dialect.name == "sqlite":
            yield here, strange + _put_back(here, archives)
            return
        copy = engine_for(f"sqlite:///{folder}/room.db")
        try:
            _copied(here, copy)
            yield copy, strange + _put_back(copy, archives)
        finally:
            copy.dispose()


def _copied(here: Engine, copy: Engine) -> None:
    """All rows of another database."""
    META.create_all(copy)
    with here.connect() as source, copy.begin() as target:
        for table in META.sorted_tables:
            rows = source.execute(select(table))
            while part := rows.fetchmany(SLICE):
                target.execute(insert(table), [dict(row._mapping) for row in part])


def _put_back(engine: Engine, archives: Sequence[Path]) -> list[Told]:
    faults: list[Told] = []
    with engine.begin() as connection:
        try:
            wanted = _told(connection)
        except SPOILT as fault:
            return [("archives", f"which of them the room has written cannot be read: {fault!r}")]
        found = {}
        for path in archives:
            try:
                each = file.read(path, wanted)
                found[each.sha256] = each
            except Faulty as fault:
                faults += [(f"archive {path.name}", what) for _, what in fault.faults]
        missing = sorted(name for sha256, name in wanted.items() if sha256 not in found)
        if missing and not faults:
            raise HousewayError(f"give all archives of the room, or none: {', '.join(missing)} is missing")
        for each in () if faults else found.values():
            file.put_back(connection, each)
    return faults


def _told(connection: Connection) -> dict[str, str]:
    """The archives of a room by their hashes, as its journal names them."""
    if not archived.known(connection):
        return {}
    entries = connection.execute(select(ARCHIVED.c.entry).distinct()).scalars().all()
    bodies = [journal.entry(connection, journal.ROOM, entry) for entry in entries]
    return {body["sha256"]: body["name"] for body in bodies if body["kind"] == KIND}
