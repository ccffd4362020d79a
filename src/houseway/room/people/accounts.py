"""What a manager does to accounts, on a page or by command: made, given a role, reset, locked, signed out.

Each is an entry in the room's journal with who and when. An account for play stays one, and one for work too.
"""

import secrets
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, select, update

from houseway.errors import HousewayError, UnknownName
from houseway.room.errors import Forbidden
from houseway.room.people import people
from houseway.room.people.names import clean_name, name_key
from houseway.room.people.passwords import fingerprint
from houseway.room.people.people import (
    LOCKED,
    MANAGER,
    PLAYER,
    ROLES,
    SECOND_FACTOR,
    WHO_NEEDS_ONE,
    By,
    People,
    Person,
)
from houseway.room.store import journal
from houseway.room.store.database import Store
from houseway.room.store.schema import FACTORS, IDENTITIES, PEOPLE, ROOM_SETTINGS, SESSIONS

MOST_LISTED = 500


COMMAND = "a command"
"""Who made an account for work that no manager has made."""


class Account(NamedTuple):
    """An account as managers see it."""

    id: int
    name: str
    role: str
    locked: bool
    provisional: bool
    failures: int
    sessions: int
    made_by: str
    second_factor: bool


class Accounts:
    """The accounts of a room, in the hands of a manager or of a command on the room's own machine."""

    def __init__(self, store: Store, of: People, by: Person | str) -> None:
        if isinstance(by, Person) and (by.role != MANAGER or by.provisional):
            raise Forbidden("accounts are for a manager")
        self._store = store
        self._people = of
        self._person = by if isinstance(by, Person) else None
        self._by: By = by.id if isinstance(by, Person) else by

    def all(self, like: str = "") -> list[Account]:
        """The accounts with a password, staff first; guests have none. `like` is a part of the name."""
        maker = PEOPLE.alias()
        open_ = select(func.count()).where(SESSIONS.c.person == PEOPLE.c.id).scalar_subquery()
        of = PEOPLE.join(IDENTITIES, IDENTITIES.c.person == PEOPLE.c.id, isouter=True)
        of = of.join(maker, maker.c.id == IDENTITIES.c.made_by, isouter=True)
        of = of.join(FACTORS, FACTORS.c.person == PEOPLE.c.id, isouter=True)
        query = select(PEOPLE, open_.label("sessions"), maker.c.name.label("maker"), FACTORS.c.step).select_from(of)
        query = query.where(PEOPLE.c.guest.is_(False), PEOPLE.c.key.contains(name_key(like), autoescape=True))
        staff_first = query.order_by(PEOPLE.c.role == PLAYER, PEOPLE.c.id).limit(MOST_LISTED)
        with self._store.transaction() as connection:
            return [_account(row) for row in connection.execute(staff_first)]

    def add(self, name: str, role: str) -> tuple[str, str]:
        """A new account: its name, and its one-time password, which is not to be had again."""
        wanted = clean_name(name, by_manager=True)
        _known(role)
        password = one_time()
        by = self._person or str(self._by)
        self._people.add(wanted, role, people.HASHER.hash(password), by=by, provisional=True)
        return wanted, password

    def role(self, name: str, role: str) -> str:
        """Another role among the staff; every session ends. The name."""
        _known(role)
        with self._store.transaction() as connection:
            row = self._of(connection, name)
            if PLAYER in (row.role, role):
                raise HousewayError("a player stays a player, and staff stays staff: make another account")
            if row.role == role:
                raise HousewayError(f"{row.name} is {role} already")
            self._not_self(row)
            self._not_the_last(connection, row)
            self._ended(connection, row, {"kind": "role", "role": role, "ends": True}, role=role)
            return str(row.name)

    def reset(self, name: str) -> tuple[str, str]:
        """The name and a new one-time password, to be changed at the next sign-in; every session ends."""
        password = one_time()
        digest = people.HASHER.hash(password)
        with self._store.transaction() as connection:
            row = self._of(connection, name)
            self._not_self(row)
            body = {"kind": "reset", "password": fingerprint(digest)}
            self._ended(connection, row, body, password=digest, provisional=True, failures=0)
            given = update(IDENTITIES).where(IDENTITIES.c.person == row.id)
            who = self._person.id if self._person else None
            connection.execute(given.values(reset_by=who, own_password=False))
            return str(row.name), password

    def lock(self, name: str) -> str:
        """Nobody signs in with this account until it is unlocked; every session ends. The name."""
        with self._store.transaction() as connection:
            row = self._of(connection, name)
            self._not_self(row)
            if row.locked_until >= LOCKED:
                raise HousewayError(f"{row.name} is locked already")
            self._not_the_last(connection, row)
            self._ended(connection, row, {"kind": "lock"}, locked_until=LOCKED)
            return str(row.name)

    def unlock(self, name: str) -> str:
        """The account may sign in again; the name."""
        with self._store.transaction() as connection:
            row = self._of(connection, name)
            if row.locked_until < LOCKED:
                raise HousewayError(f"{row.name} is not locked")
            self._people.change(connection, row, {"kind": "unlock"}, by=self._by, locked_until=0.0, failures=0)
            return str(row.name)

    def end_sessions(self, name: str) -> tuple[str, int]:
        """Sign a person out everywhere; the name, and how many sessions there were."""
        with self._store.transaction() as connection:
            row = self._of(connection, name, guests=True)
            return str(row.name), self._ended(connection, row, {"kind": "end-sessions"})

    def remove_factor(self, name: str) -> str:
        """Take a second factor away that its person has lost; every session ends. The name."""
        with self._store.transaction() as connection:
            row = self._of(connection, name)
            self._not_self(row)
            if not row.factor:
                raise HousewayError(f"{row.name} has no second factor")
            connection.execute(delete(FACTORS).where(FACTORS.c.person == row.id))
            self._ended(connection, row, {"kind": "factor-off"}, factor="")
            return str(row.name)

    def required(self) -> str:
        """Who must have a second factor."""
        query = select(ROOM_SETTINGS.c.value).where(ROOM_SETTINGS.c.name == SECOND_FACTOR)
        with self._store.transaction() as connection:
            return connection.execute(query).scalar() or "nobody"

    def require(self, who: str) -> str:
        """Have these roles need a second factor, from their next sign-in on; those who have none are signed out."""
        if who not in WHO_NEEDS_ONE:
            raise UnknownName(f"a second factor is for {', '.join(WHO_NEEDS_ONE)}, not {who!r}")
        with self._store.transaction() as connection:
            self._allowed(connection)
            if self._person is not None and MANAGER in WHO_NEEDS_ONE[who] and not self._factor(connection):
                raise HousewayError("set up a second factor of your own first")
            body = {"kind": "setting", "name": SECOND_FACTOR, "value": who}
            self._people.note(connection, body, by=self._by)
            connection.execute(delete(ROOM_SETTINGS).where(ROOM_SETTINGS.c.name == SECOND_FACTOR))
            connection.execute(ROOM_SETTINGS.insert().values(name=SECOND_FACTOR, value=who))
            without = select(PEOPLE).where(PEOPLE.c.role.in_(WHO_NEEDS_ONE[who]), PEOPLE.c.factor == "")
            for row in connection.execute(without.order_by(PEOPLE.c.id)).all():
                with suppress(Forbidden):  # a row that is not believed opens nothing anyway
                    self._ended(connection, self._people.sound(connection, row), {"kind": "end-sessions"})
        return who

    # ------------------------------------------------------------------------------------------------ inside

    def _factor(self, connection: Connection) -> bool:
        """Whether the manager who asks has a second factor."""
        return self._person is not None and bool(self._people.held(connection, self._person.id).factor)

    def _allowed(self, connection: Connection) -> None:
        """Refuse who is no manager any more."""
        journal.head(connection, journal.ROOM, lock=True)
        self._people.check_acting(connection, self._person)

    def _of(self, connection: Connection, name: str, *, guests: bool = False) -> Row[Any]:
        """The account of this name, once the manager who asks is one still."""
        self._allowed(connection)
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.key == name_key(name))).first()
        if row is None or (row.guest and not guests):
            raise UnknownName(f"there is no account {name[:40]!r}")
        return self._people.sound(connection, row, key=name_key(name))

    def _not_self(self, row: Row[Any]) -> None:
        if self._person is not None and row.id == self._person.id:
            raise Forbidden("not one's own account: ask another manager")

    def _not_the_last(self, connection: Connection, row: Row[Any]) -> None:
        """A room keeps a manager who can sign in."""
        others = select(PEOPLE.c.id).where(PEOPLE.c.role == MANAGER, PEOPLE.c.locked_until < LOCKED)
        if row.role == MANAGER and not connection.execute(others.where(PEOPLE.c.id != row.id)).first():
            raise HousewayError(f"{row.name} is the last manager who can sign in: make another first")

    def _ended(self, connection: Connection, row: Row[Any], body: dict[str, Any], **values: Any) -> int:
        """Change an account so that every session ends; how many there were."""
        return self._people.change(connection, row, body, by=self._by, ends=True, **values)


def one_time() -> str:
    """A password to be changed at the first sign-in."""
    return secrets.token_urlsafe(12)


def _known(role: str) -> None:
    if role not in ROLES:
        raise UnknownName(f"there is no role {role!r}; the roles are {', '.join(ROLES)}")


def _account(row: Row[Any]) -> Account:
    locked = row.locked_until >= LOCKED
    by_command = COMMAND if row.role != PLAYER and row.id > 1 else ""
    told = (row.provisional, row.failures, row.sessions, row.maker or by_command, row.step is not None)
    return Account(row.id, row.name, row.role, locked, *told)
