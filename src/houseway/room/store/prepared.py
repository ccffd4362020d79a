"""Statements that every command runs: built once for each kind of database, and handed to its driver as they are.

To build a statement costs several times what it takes to run it. An error of the driver's comes as SQLAlchemy's: what a
storage error does is decided in one place.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Insert, Table, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

Row = tuple[Any, ...]


class Built(NamedTuple):
    """The text for one kind of database; its values in their order, or none where they go by name; and those it has."""

    text: str
    order: Sequence[str] | None
    fixed: Mapping[str, Any]

    def given(self, values: Mapping[str, Any]) -> Any:
        """Values as the driver wants them."""
        known = {**self.fixed, **values} if self.fixed else values
        return known if self.order is None else [known[name] for name in self.order]


class Prepared:
    """A statement whose values come by name. What it reads comes as the driver has it: truth as 0 and 1 on SQLite."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._built: dict[str, Built] = {}

    def send(self, connection: Connection, **values: Any) -> "Sent":
        """Run it; what it finds is read later."""
        return Sent(self._run(connection, values), connection)

    def rows(self, connection: Connection, **values: Any) -> list[Row]:
        """Everything that it finds."""
        return self.send(connection, **values).rows()

    def row(self, connection: Connection, **values: Any) -> Row | None:
        """The one that it finds, if there is one."""
        return self.send(connection, **values).row()

    def change(self, connection: Connection, **values: Any) -> int:
        """How many rows it has changed; -1 where that is not known before the end of a pipeline."""
        cursor = self._run(connection, values)
        changed: int = cursor.rowcount
        cursor.close()
        return changed

    def insert(self, connection: Connection, **values: Any) -> int:
        """The number that the new row was given."""
        return self.send(connection, **values).number()

    def each(self, connection: Connection, many: Sequence[Mapping[str, Any]]) -> None:
        """Run it for each of these."""
        if many:
            self._run(connection, many).close()

    def _run(self, connection: Connection, values: dict[str, Any] | Sequence[Mapping[str, Any]]) -> Any:
        built = self._for(connection)
        cursor = connection.connection.cursor()
        try:
            if isinstance(values, dict):
                cursor.execute(built.text, built.given(values))
            else:
                cursor.executemany(built.text, [built.given(each) for each in values])
        except connection.dialect.loaded_dbapi.Error as fault:
            cursor.close()
            raise _told(connection, built.text, fault) from fault
        return cursor

    def _for(self, connection: Connection) -> Built:
        dialect = connection.dialect
        known = self._built.get(dialect.name)
        if known is None:
            assert isinstance(self._statement, ClauseElement)
            text = self._statement.compile(dialect=dialect)
            assert isinstance(text, SQLCompiler)
            fixed = {name: value for name, value in text.params.items() if value is not None}
            known = self._built[dialect.name] = Built(
                str(text), text.positiontup if dialect.positional else None, fixed
            )
        return known


class Sent:
    """A statement that was sent: its answer is read once."""

    def __init__(self, cursor: Any, connection: Connection) -> None:
        self._cursor, self._connection = cursor, connection

    def rows(self) -> list[Row]:
        try:
            found: list[Row] = self._cursor.fetchall()
        except self._connection.dialect.loaded_dbapi.Error as fault:
            raise _told(self._connection, "", fault) from fault
        finally:
            self._cursor.close()
        return found

    def row(self) -> Row | None:
        found = self.rows()
        return found[0] if found else None

    def number(self) -> int:
        """What a new row was given."""
        if self._connection.dialect.name == "postgresql":
            return int(self.rows()[0][0])
        number = self._cursor.lastrowid
        self._cursor.close()
        return int(number)


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """On PostgreSQL, statements go without waiting for the answers to those before; reading one waits for all so far.

    What was wrong with one is told when an answer is read, or at the end.
    """
    dbapi = connection.dialect.loaded_dbapi
    if connection.dialect.driver != "psycopg" or not vars(dbapi)["Pipeline"].is_supported():
        yield
        return
    try:
        with connection.connection.driver_connection.pipeline():  # type: ignore[union-attr]  # it is connected
            yield
    except dbapi.Error as fault:
        raise _told(connection, "", fault) from fault


PIPELINE = "houseway_pipeline"


def enter_pipeline(connection: Connection) -> None:
    """The same from now on, until it is left, by `leave_pipeline` or by a statement that is not prepared."""
    dbapi = connection.dialect.loaded_dbapi
    if connection.dialect.driver != "psycopg" or PIPELINE in connection.info:
        return
    if vars(dbapi)["Pipeline"].is_supported():
        pipeline = connection.connection.driver_connection.pipeline()  # type: ignore[union-attr]  # it is connected
        pipeline.__enter__()
        connection.info[PIPELINE] = pipeline


def leave_pipeline(connection: Connection) -> None:
    """Wait for all answers; what was wrong is told."""
    pipeline = connection.info.pop(PIPELINE, None)
    if pipeline is None:
        return
    try:
        pipeline.__exit__(None, None, None)
    except connection.dialect.loaded_dbapi.Error as fault:
        raise _told(connection, "", fault) from fault


def inserting(table: Table, *columns: str) -> Prepared:
    """A new row with these columns."""
    insert: Insert = table.insert().values({column: bindparam(column) for column in columns})
    return Prepared(insert)


def run(connection: Connection, text: str) -> None:
    """A word to the database that has no values, as SAVEPOINT."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(text)
    except connection.dialect.loaded_dbapi.Error as fault:
        raise _told(connection, text, fault) from fault
    finally:
        cursor.close()


def _told(connection: Connection, text: str, fault: Exception) -> BaseException:
    dialect = connection.dialect
    return DBAPIError.instance(text, None, fault, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect)
