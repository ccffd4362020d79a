"""What keeps a row from standing twice, and as it is: primary keys, what is unique, checked and never empty, types,
what a column refers to or fills itself with, and indexes.

A table that was made anew without its key holds two rows where the room reads the first and an auditor the last. So
what every table holds to is compared with the schema; and a table or a column that is gone is found, since it would be
taken for one that a database has not come to yet.
"""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from houseway.room.store import held_postgresql, held_sqlite
from houseway.room.store.held import Columns, Held, wanted
from houseway.room.store.since import had_by


def faults(connection: Connection, *, version: int | None, indexed: bool) -> Iterator[tuple[str, str]]:
    """Where a table is gone that a database of this version has, or holds to something else than the schema says;
    `indexed` where all indexes must be there."""
    kind = connection.dialect.name
    found = held_sqlite.tables(connection) if kind == "sqlite" else held_postgresql.tables(connection)
    for name, columns in sorted(had_by(version).items()) if version is not None else ():
        for says in _gone(columns, found.get(name)):
            yield f"the database, {name}", f"{says}, and a database of version {version} has it"
    for name, held in sorted(found.items()):
        for says in _compared(wanted(kind)[name], held, indexed):
            yield f"the database, {name}", says


def _gone(columns: Columns, held: Held | None) -> Iterator[str]:
    if held is None:
        yield "is gone"
    else:
        yield from (f"has no column {column!r}" for column in sorted(columns - dict(held.kinds).keys()))


def _compared(wanted: Held, held: Held, indexed: bool) -> Iterator[str]:
    there = {column for column, _ in held.kinds}
    if held.key != wanted.key:
        yield f"its primary key is not {_listed(wanted.key)}: a row may stand there twice"
    for columns in sorted(wanted.unique - held.unique, key=sorted):
        yield f"its {_listed(columns)} is not unique: a row may stand there twice"
    for check in sorted(wanted.checks - held.checks):
        yield f"does not check {check}"
    for check in sorted(held.checks - wanted.checks):
        yield f"checks {check}, and a room's does not"
    for each in sorted(held.odd):
        yield f"is made with {each}, and a room's is not"
    for column in sorted((wanted.filled & there) - held.filled):
        yield f"its column {column!r} may be empty"
    for column, kind in sorted(held.kinds - wanted.kinds):
        if column in dict(wanted.kinds):
            yield f"its column {column!r} is of type {kind or 'none'}, and a room's is not"
    for column, table, to, how in sorted(held.refers - wanted.refers):
        yield f"its column {column!r} follows {table} ({to}){how and ' '}{how}, and a room's does not"
    for column, table, *_ in sorted(wanted.refers - held.refers):
        if column in there and not any(each.column == column for each in held.refers):
            yield f"its column {column!r} may name what is not in {table}"
    for column, value in sorted(held.fills - wanted.fills):
        yield f"its column {column!r} fills itself with {value}, and a room's does not"
    for index in sorted(wanted.indexes - held.indexes) if indexed else ():
        yield f"has no index {index.name} over {_listed(index.columns)}"
    for index in sorted(held.indexes):
        if index.unique and index.columns not in {wanted.key, *wanted.unique}:
            yield f"has an index {index.name} that lets no row stand beside another, and a room has none"


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(sorted(columns))
