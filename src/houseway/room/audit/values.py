"""Is every value of the type of its column?

SQLite keeps a text where a number belongs, and then who reads it and who asks for it by SQL do not see the same: a flag
that is a text is true to the one, and neither yes nor no to the other.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Boolean, Column, Connection, Float, Integer, LargeBinary, Row, Table, inspect, text

from houseway.room.audit.chain import Told
from houseway.room.store.schema import META, columns_of

KINDS = ((Boolean, "integer", "yes (1) or no (0)"), (Integer, "integer", "a whole number"), (Float, "real", "a number"))
BYTES, LETTERS = ("blob", "a string of bytes"), ("text", "a text")
IS = {"null": "nothing", "integer": "a whole number", "real": "a number", "text": "a text", "blob": "a string of bytes"}


def value_faults(connection: Connection) -> Iterator[Told]:
    """Every value is of the type of its column, looked at in one pass over each table; PostgreSQL sees to it itself."""
    if connection.dialect.name != "sqlite":
        return
    there = inspect(connection).get_table_names()
    for table in (each for each in META.sorted_tables if each.name in there):
        held = columns_of(connection, table.name)
        yield from _of(connection, table, [column for column in table.columns if column.name in held])


def _of(connection: Connection, table: Table, columns: list[Column[Any]]) -> Iterator[Told]:
    keys = [column for column in columns if column.primary_key]
    asked = [f"quote({_name(each)})" for each in keys]
    asked += [f"CASE WHEN {_right(each)} THEN '' ELSE typeof({_name(each)}) END" for each in columns]
    right = " AND ".join(f"({_right(each)})" for each in columns)
    query = f'SELECT {", ".join(asked)} FROM "{table.name}" WHERE NOT ({right})'
    for row in connection.execute(text(query)):
        where = f"the database, {table.name}, {_key(keys, row)}"
        for column, is_ in zip(columns, row[len(keys) :], strict=True):
            if is_:
                yield where, f"its column {column.name!r} holds {_said(column, is_)}"


def _key(keys: list[Column[Any]], row: Row[Any]) -> str:
    """The key of a row; of a text as much as tells it apart."""
    return ", ".join(f"{column.name} {str(value)[:70]}" for column, value in zip(keys, row, strict=False))


def _name(column: Column[Any]) -> str:
    return f'"{column.name}"'


def _kind(column: Column[Any]) -> tuple[str, str]:
    """What SQLite keeps the values of a column as, and in words."""
    for type_, kind, words in KINDS:
        if isinstance(column.type, type_):
            return kind, words
    return BYTES if isinstance(column.type, LargeBinary) else LETTERS


def _right(column: Column[Any]) -> str:
    """The condition that a value is of its column's type."""
    name = _name(column)
    right = f"typeof({name}) = '{_kind(column)[0]}'"
    if isinstance(column.type, Boolean):
        right = f"{right} AND {name} IN (0, 1)"
    return f"typeof({name}) = 'null' OR {right}" if column.nullable else right


def _said(column: Column[Any], is_: str) -> str:
    return f"{IS[is_]}, where {_kind(column)[1]} belongs"
