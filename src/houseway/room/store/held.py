"""What a table holds to, as the schema says it of each kind of database."""

from functools import cache
from typing import NamedTuple

from sqlalchemy import CheckConstraint, DefaultClause, Dialect, Table, UniqueConstraint
from sqlalchemy.dialects import registry

from houseway.room.store.schema import META

Columns = frozenset[str]
SEQUENCE = "the next of its sequence"
"""What PostgreSQL writes into a number that counts on."""


class Index(NamedTuple):
    """An index over columns, in any order; over all rows, or over some."""

    name: str
    columns: Columns
    unique: bool = False
    partial: bool = False


class Reference(NamedTuple):
    """A column whose rows stand in a column of another table, and how otherwise than at once and by refusing."""

    column: str
    table: str
    to: str
    how: str = ""


class Held(NamedTuple):
    """What a table holds to; `kinds` are the columns with their types."""

    key: Columns = frozenset()
    unique: frozenset[Columns] = frozenset()
    checks: frozenset[str] = frozenset()
    filled: Columns = frozenset()
    indexes: frozenset[Index] = frozenset()
    kinds: frozenset[tuple[str, str]] = frozenset()
    refers: frozenset[Reference] = frozenset()
    fills: frozenset[tuple[str, str]] = frozenset()
    """Columns with what the database writes into them where nothing is given."""
    odd: frozenset[str] = frozenset()
    """Whatever else it is made with, as the database spells it."""


EARLIER = {"checkpoints": {("signature", "VARCHAR(64)")}}
"""Columns of tables that older houseways have made with another type."""


@cache
def wanted(kind: str) -> dict[str, Held]:
    """What the schema says of each table in this kind of database."""
    dialect: Dialect = registry.load(kind)()
    return {name: _of(table, dialect) for name, table in META.tables.items()}


def _of(table: Table, dialect: Dialect) -> Held:
    all_ = table.constraints
    kinds = {(column.name, column.type.compile(dialect)) for column in table.columns}
    return Held(
        frozenset(column.name for column in table.primary_key.columns),
        frozenset(
            frozenset(column.name for column in each.columns) for each in all_ if isinstance(each, UniqueConstraint)
        ),
        frozenset(plain(str(each.sqltext)) for each in all_ if isinstance(each, CheckConstraint)),
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
        frozenset(kinds | EARLIER.get(table.name, set())),
        frozenset(
            Reference(column.name, each.column.table.name, each.column.name)
            for column in table.columns
            for each in column.foreign_keys
        ),
        _filled(table, dialect),
    )


def _filled(table: Table, dialect: Dialect) -> frozenset[tuple[str, str]]:
    defaults = ((column.name, column.server_default) for column in table.columns)
    told = {(name, f"'{default.arg}'") for name, default in defaults if isinstance(default, DefaultClause)}
    counted = table.autoincrement_column
    if dialect.name == "postgresql" and counted is not None:
        told.add((counted.name, SEQUENCE))
    return frozenset(told)


def plain(condition: str) -> str:
    """A condition without the brackets that a database writes around its parts."""
    return " ".join(condition.replace("(", " ").replace(")", " ").split())
