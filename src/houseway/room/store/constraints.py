"""What keeps a row from standing twice: primary keys, what is unique, checked and never empty, and indexes.

A table that was made anew without its key holds two rows where the room reads the first and an auditor the last. So
what every table holds to is compared with the schema; and a table or a column that is gone is found, since it would be
taken for one that a database has not come to yet.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from sqlalchemy import CheckConstraint, Connection, DefaultClause, Table, UniqueConstraint, text
from sqlalchemy.dialects import sqlite

from houseway.room.store.schema import META
from houseway.room.store.since import had_by

Columns = frozenset[str]


class Index(NamedTuple):
    """An index over columns, in any order; over all rows, or over some."""

    name: str
    columns: Columns
    unique: bool = False
    partial: bool = False


class Reference(NamedTuple):
    """A column whose rows stand in another table, and what else happens to a row where that one changes or goes."""

    column: str
    table: str
    happens: str = ""


class Held(NamedTuple):
    """What a table holds to; `kinds` are the columns with how SQLite compares their values, where that is looked at."""

    key: Columns = frozenset()
    unique: frozenset[Columns] = frozenset()
    checks: frozenset[str] = frozenset()
    filled: Columns = frozenset()
    indexes: frozenset[Index] = frozenset()
    kinds: frozenset[tuple[str, str]] = frozenset()
    refuses: bool = True
    """Whether it refuses a row that does not fit, and neither drops it nor another for it."""
    refers: frozenset["Reference"] = frozenset()
    fills: frozenset[tuple[str, str]] = frozenset()
    """Columns with what SQLite writes into them where nothing is given."""
    plain: bool = True
    """Whether its text is read to its end, and compares letter by letter."""


def faults(connection: Connection, *, version: int | None, indexed: bool) -> Iterator[tuple[str, str]]:
    """Where a table is gone that a database of this version has, or holds to less than the schema says; `indexed` where
    all indexes must be there."""
    found = _sqlite(connection) if connection.dialect.name == "sqlite" else _postgresql(connection)
    for name, columns in sorted(had_by(version).items()) if version is not None else ():
        for says in _gone(columns, found.get(name)):
            yield f"the database, {name}", f"{says}, and a database of version {version} has it"
    for name, held in sorted(found.items()):
        for says in _compared(_wanted()[name], held, indexed):
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
    for column in sorted((wanted.filled & there) - held.filled):
        yield f"its column {column!r} may be empty"
    for column, kind in sorted(held.kinds - wanted.kinds):
        if kind and column in dict(wanted.kinds):
            yield f"its column {column!r} compares its values as {kind.lower()}, and a room's does not"
    if not held.refuses:
        yield "drops rows that do not fit, or others for them (ON CONFLICT), and a room's refuses them"
    if not held.plain:
        yield "is made by a text that ends in its middle, or compares otherwise than letter by letter"
    for column, table, happens in sorted(held.refers - wanted.refers):
        yield f"its column {column!r} follows {table}{happens and ' '}{happens}, and a room's does not"
    for column, table, _ in sorted(wanted.refers - held.refers):
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


@cache
def _wanted() -> dict[str, Held]:
    return {name: _of(table) for name, table in META.tables.items()}


def _of(table: Table) -> Held:
    """What the schema says of a table."""
    all_ = table.constraints
    return Held(
        frozenset(column.name for column in table.primary_key.columns),
        frozenset(
            frozenset(column.name for column in each.columns) for each in all_ if isinstance(each, UniqueConstraint)
        ),
        frozenset(_plain(str(each.sqltext)) for each in all_ if isinstance(each, CheckConstraint)),
        frozenset(column.name for column in table.columns if not column.nullable),
        frozenset(
            Index(
                str(each.name),
                frozenset(column.name for column in each.columns),
                bool(each.unique),
                each.dialect_options["sqlite"]["where"] is not None,
            )
            for each in table.indexes
        ),
        frozenset((column.name, _kind(column.type.compile(sqlite.dialect()))) for column in table.columns),
        refers=frozenset(
            Reference(column.name, each.column.table.name) for column in table.columns for each in column.foreign_keys
        ),
        fills=frozenset(
            (column.name, f"'{default.arg}'")
            for column in table.columns
            if isinstance(default := column.server_default, DefaultClause)
        ),
    )


# ---------------------------------------------------------------------------------------------------- SQLite


def _sqlite(connection: Connection) -> dict[str, Held]:
    found: dict[str, Held] = defaultdict(Held)
    for table, column, type_, filled, key, default in connection.execute(text(_SQLITE_COLUMNS)):
        if table in META.tables:
            held = found[table]
            found[table] = held._replace(
                key=held.key | ({column} if key else set()),
                filled=held.filled | ({column} if filled else set()),
                kinds=held.kinds | {(column, _kind(type_))},
                fills=held.fills | ({(column, default)} if default is not None else set()),
            )
    for table, column, other, *happens in connection.execute(text(_SQLITE_REFERENCES)):
        if table in found:
            refers = found[table].refers | {_reference(column, other, *happens)}
            found[table] = found[table]._replace(refers=refers)
    for table, index in _sqlite_indexes(connection):
        if table in found:
            found[table] = _with(found[table], index)
    for table, sql in connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")):
        if table in found:
            bare = _bare(sql)
            checks = frozenset(_plain(each) for each in _CHECK.findall(bare))
            plain = "\0" not in sql and not _COLLATE.search(bare)
            found[table] = found[table]._replace(checks=checks, refuses=not _CONFLICT.search(bare), plain=plain)
    return found


def _reference(column: str, table: str, on_update: str, on_delete: str) -> Reference:
    """What a change or an end of the other row does besides being refused."""
    told = {"ON UPDATE": on_update, "ON DELETE": on_delete}
    return Reference(column, table, " ".join(f"{on} {does}" for on, does in told.items() if does != "NO ACTION"))


def _sqlite_indexes(connection: Connection) -> Iterator[tuple[str, Index]]:
    """The indexes of each table; one that compares text otherwise than letter by letter keeps nothing unique."""
    parts: dict[tuple[str, str, bool, bool], set[str]] = defaultdict(set)
    for table, name, unique, partial, column, collation in connection.execute(text(_SQLITE_INDEXES)):
        parts[table, name, bool(unique), bool(partial)].add(str(column) if collation == "BINARY" else f"{column}?")
    for (table, name, unique, partial), columns in parts.items():
        yield table, Index(name, frozenset(columns), unique, partial)


def _with(held: Held, index: Index) -> Held:
    """An index more; SQLite keeps by it what is unique."""
    if index.unique and not index.partial:
        held = held._replace(unique=held.unique | {index.columns})
    return held._replace(indexes=held.indexes | {index})


def _bare(sql: str) -> str:
    """A statement without what may look like another: texts, names in quotes and comments."""
    return _QUOTED.sub(" ", sql)


_QUOTED = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`|\[[^]]*\]|--[^\n]*|/\*.*?(?:\*/|$)""", re.DOTALL)
_CHECK = re.compile(r"\bCHECK\s*\(([^()]*)\)", re.IGNORECASE)
_CONFLICT = re.compile(r"\bON\s+CONFLICT\b", re.IGNORECASE)
_COLLATE = re.compile(r"\bCOLLATE\b", re.IGNORECASE)


def _kind(type_: str) -> str:
    """How SQLite compares the values of a column: its affinity, which follows from its type so."""
    for words, kind in _AFFINITIES:
        if any(word in type_.upper() for word in words):
            return kind
    return "NUMERIC" if type_ else "BLOB"


_AFFINITIES = (
    (("INT",), "INTEGER"),
    (("CHAR", "CLOB", "TEXT"), "TEXT"),
    (("BLOB",), "BLOB"),
    (("REAL", "FLOA", "DOUB"), "REAL"),
)
STORED = "m.type = 'table' AND m.rootpage > 0"
"""What has rows of its own: SQLite says nothing of a view that reads from nowhere but that it cannot."""

_SQLITE_COLUMNS = f"""
SELECT m.name, p.name, p.type, p."notnull", p.pk, p.dflt_value FROM sqlite_master m, pragma_table_xinfo(m.name) p
WHERE {STORED}
"""
_SQLITE_REFERENCES = f"""
SELECT m.name, f."from", f."table", f.on_update, f.on_delete
FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE {STORED}
"""
_SQLITE_INDEXES = f"""
SELECT m.name, l.name, l."unique", l.partial, x.name, x.coll
FROM sqlite_master m, pragma_index_list(m.name) l, pragma_index_xinfo(l.name) x WHERE {STORED} AND x.key
"""


# ------------------------------------------------------------------------------------------------ PostgreSQL


def _postgresql(connection: Connection) -> dict[str, Held]:
    found: dict[str, Held] = defaultdict(Held)
    names = {"names": list(META.tables)}
    for table, column, filled in connection.execute(text(_COLUMNS), names):
        held = found[table]
        filled_now = held.filled | ({column} if filled else set())
        found[table] = held._replace(filled=filled_now, kinds=held.kinds | {(column, "")})
    for table, kind, says, columns in connection.execute(text(_HOLDS), names):
        held, of = found[table], frozenset(columns)
        if kind == "p":
            found[table] = held._replace(key=of)
        elif kind == "u":
            found[table] = held._replace(unique=held.unique | {of})
        else:
            found[table] = held._replace(checks=held.checks | {_plain(says.removeprefix("CHECK"))})
    for table, column, other, *happens in connection.execute(text(_REFERENCES), names):
        refers = found[table].refers | {_reference(column, other, *happens)}
        found[table] = found[table]._replace(refers=refers)
    for table, name, columns, unique, partial in connection.execute(text(_INDEXES), names):
        index = Index(name, frozenset(columns), unique, partial)
        found[table] = found[table]._replace(indexes=found[table].indexes | {index})
    return found


def _plain(condition: str) -> str:
    """A condition without the brackets that a database writes around its parts."""
    return " ".join(condition.replace("(", " ").replace(")", " ").split())


_COLUMNS = """
SELECT c.relname, a.attname, a.attnotnull FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid) AND a.attnum > 0 AND NOT a.attisdropped
"""
_HOLDS = """
SELECT c.relname, n.contype::text, pg_get_constraintdef(n.oid),
  ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY(n.conkey))
FROM pg_class c JOIN pg_constraint n ON n.conrelid = c.oid LEFT JOIN pg_index x ON x.indexrelid = n.conindid
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid)
  AND (n.contype = 'c' OR n.contype IN ('p', 'u') AND x.indisvalid AND x.indisunique)
"""
_REFERENCES = """
SELECT c.relname, a.attname, o.relname,
  CASE n.confupdtype WHEN 'a' THEN 'NO ACTION' ELSE n.confupdtype::text END,
  CASE n.confdeltype WHEN 'a' THEN 'NO ACTION' ELSE n.confdeltype::text END
FROM pg_constraint n JOIN pg_class c ON n.conrelid = c.oid JOIN pg_class o ON n.confrelid = o.oid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(n.conkey)
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid) AND n.contype = 'f'
"""
_INDEXES = """
SELECT c.relname, i.relname,
  ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY(x.indkey)),
  x.indisunique, x.indpred IS NOT NULL
FROM pg_class c JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid) AND x.indisvalid
"""
