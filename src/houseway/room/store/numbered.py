"""Numbers that the database gives new rows."""

from typing import Any

from sqlalchemy import Connection, Table

from houseway.errors import HousewayError

MOST = 2**31 - 1
"""The highest number of a row: PostgreSQL has no higher one, and SQLite draws lots where its own highest is taken."""


def next_in_line(number: int) -> int:
    """The number of a new row; refused, and with it all that was begun, where somebody has taken one out of turn."""
    if not 0 < number <= MOST:
        raise HousewayError(
            "the room's database numbers new rows out of turn, since somebody has put one there: nothing has changed; "
            "houseway audit says more"
        )
    return number


def inserted(connection: Connection, table: Table, **row: Any) -> int:
    """Write a row that the database numbers by itself; its number."""
    (number,) = connection.execute(table.insert().values(**row)).inserted_primary_key or (0,)
    return next_in_line(int(number))
