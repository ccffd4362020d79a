"""Somebody who writes to a room's database without its key, and takes away again what they have planted."""

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from houseway.room import Person, Room
from houseway.room.audit.room import audit
from houseway.room.people.accounts import Accounts
from houseway.room.people.second_factor import code_at
from houseway.room.waiting import OfJackpot, asked_of_jackpots

COMMAND = "command: tests"
OWN, OTHER = "a long one of Mia's", "a long one of Eve's"
DOUBTED = "is not what the room has sealed"


class House:
    """A room with a manager, and its file for who has no key."""

    def __init__(self, file: Path, open_: Callable[..., Room]) -> None:
        self.file, self.url, self._open = file, f"sqlite:///{file}", open_
        self.room = open_(self.url)
        self.mia = self.account("Mia", "manager")
        self.dan = self.account("Dan", "dealer")

    def account(self, name: str, role: str) -> Person:
        once = self.accounts.add(name, role)[1]
        return self.room.people.set_password(self.room.people.sign_in(name, once), once, OWN)

    @property
    def accounts(self) -> Accounts:
        return Accounts(self.room.store, self.room.people, COMMAND)

    def again(self) -> None:
        """End the process, and begin another."""
        self.room.close()
        self.room = self._open(self.url)

    def sql(self, statement: str, *values: Any) -> list[Any]:
        connection = sqlite3.connect(self.file)
        with connection:
            connection.execute("PRAGMA ignore_check_constraints = on")
            found = connection.execute(statement, values).fetchall()
        connection.close()
        return found

    def row(self, table: str, key: str, value: Any) -> tuple[Any, ...]:
        (row,) = self.sql(f'SELECT * FROM "{table}" WHERE "{key}" = ?', value)
        return tuple(row)

    def put(self, table: str, row: tuple[Any, ...]) -> None:
        self.sql(f'INSERT OR REPLACE INTO "{table}" VALUES ({", ".join("?" * len(row))})', *row)

    @contextmanager
    def planted(self, column: str, key: str, of: Any, value: Any) -> Iterator[None]:
        """A column is another one for a while."""
        table, _, name = column.partition(".")
        (was,) = self.sql(f'SELECT "{name}" FROM "{table}" WHERE "{key}" = ?', of)[0]
        self.sql(f'UPDATE "{table}" SET "{name}" = ? WHERE "{key}" = ?', value, of)
        yield
        self.sql(f'UPDATE "{table}" SET "{name}" = ? WHERE "{key}" = ?', was, of)

    def enrol(self, person: Person) -> None:
        secret, ticket = self.room.factors.offer(person)
        self.room.factors.enrol(person, ticket, code_at(secret, int(time.time()) // 30))

    def shown_to(self, viewer: Person) -> list[OfJackpot]:
        """What waits at the jackpots' desk, as somebody is shown it."""
        with self.room.store.reading() as connection:
            return asked_of_jackpots(connection, viewer)

    def audit(self) -> str:
        return "\n".join(map(str, audit(self.url)))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
