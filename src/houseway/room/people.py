"""Who is in the room: accounts with passwords, guests with a name and play chips, roles, sessions, lock-out."""

import hashlib
import secrets
import time
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, Row, delete, func, select, update

from houseway.errors import HousewayError, UnknownName
from houseway.money import dollars
from houseway.room.errors import Forbidden
from houseway.room.store import journal, ledger
from houseway.room.store.database import Store
from houseway.room.store.schema import PEOPLE, SESSIONS

PLAYER, DEALER, SURVEILLANCE, MANAGER = ROLES = ("player", "dealer", "surveillance", "manager")
STAFF = (DEALER, MANAGER)
"""Who may call irregularities, pause a table, and ask for a correction."""

CHIPS = 1_000_00
"""Play chips that everybody starts with."""

TRIES, LOCKED_FOR = 5, 15 * 60.0
SESSION_FOR = 30 * 24 * 3600.0
LEAST_PASSWORD, MOST_PASSWORD = 8, 200

HASHER = PasswordHasher()


class Person(NamedTuple):
    """Somebody in the room. Who is `provisional` still has a one-time password and must choose another first."""

    id: int
    name: str
    role: str
    chips: int
    guest: bool = False
    provisional: bool = False


class People:
    """Accounts and sessions on a store."""

    def __init__(self, store: Store, wall: Callable[[], float] = time.time) -> None:
        self._store = store
        self._wall = wall

    def first_manager(self) -> str:
        """The one-time password of the first manager, made with the room; nothing if there is a manager already."""
        manager = select(PEOPLE.c.id).where(PEOPLE.c.role == MANAGER)
        with self._store.transaction() as connection:
            if connection.execute(manager).first():
                return ""
        password = secrets.token_urlsafe(12)
        digest = HASHER.hash(password)
        with self._store.transaction() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(99)")
            if connection.execute(manager).first():
                return ""
            if journal.head(connection, journal.ROOM, lock=True) is None:
                journal.begin(connection, journal.ROOM)
            self._add(connection, "manager", MANAGER, digest, provisional=True)
        return password

    def guest(self, name: str) -> Person:
        """A guest; a name that is taken gets a number."""
        wanted = clean_name(name)
        with self._store.transaction() as connection:
            journal.head(connection, journal.ROOM, lock=True)
            free, number = wanted, 2
            while self._row(connection, free) is not None:
                free, number = f"{wanted[:20]} {number}", number + 1
            return self._add(connection, free, PLAYER, None)

    def register(self, name: str, password: str, role: str = PLAYER, by: Person | None = None) -> Person:
        """An account with a password; other roles than player are given by a manager."""
        if role not in ROLES:
            raise UnknownName(f"there is no role {role!r}; the roles are {', '.join(ROLES)}")
        if role != PLAYER and (by is None or by.role != MANAGER or by.provisional):
            raise Forbidden(f"a manager makes a {role}")
        wanted, digest = clean_name(name), HASHER.hash(checked_password(password))
        with self._store.transaction() as connection:
            journal.head(connection, journal.ROOM, lock=True)
            if self._row(connection, wanted) is not None:
                raise HousewayError(f"the name {wanted!r} is taken: choose another")
            return self._add(connection, wanted, role, digest, by=by.id if by else None)

    def sign_in(self, name: str, password: str) -> Person:
        """The account of this name and password; after five failures it is locked for a quarter of an hour."""
        with self._store.transaction() as connection:
            row = self._row(connection, name)
        locked = row is not None and row.locked_until > self._wall()
        right = self._verify(row.password if row and row.password else _decoy(), password) and not locked
        if row is None or row.password is None or not right:
            if row is not None and not locked:
                self._failed(row.id)
            raise Forbidden(
                "no account has this name and password, or it is locked after too many tries: wait and retry"
            )
        with self._store.transaction() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(failures=0, locked_until=0.0))
            return self._person(connection, row)

    def more_chips(self, of: Person) -> Person:
        """Fill a player's chips up to what everybody starts with, once they are down to a tenth of it."""
        with self._store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            person = self.by_id(connection, of.id)
            assert at is not None
            if person.role != PLAYER or person.chips > CHIPS // 10:
                raise HousewayError(f"there are more chips for a player who has {dollars(CHIPS // 10)} or less")
            chips = CHIPS - person.chips
            new = journal.append(connection, journal.ROOM, at, {"kind": "chips", "id": of.id, "chips": chips})
            ledger.post(connection, [issue(of.id, chips)], journal.ROOM, new.seq)
            return person._replace(chips=CHIPS)

    def set_password(self, person: Person, old: str, new: str) -> Person:
        """A new password in the place of the old."""
        self.sign_in(person.name, old)
        if old == new:
            raise HousewayError("the new password is the old one: choose another")
        digest = HASHER.hash(checked_password(new))
        with self._store.transaction() as connection:
            changed = update(PEOPLE).where(PEOPLE.c.id == person.id)
            connection.execute(changed.values(password=digest, provisional=False))
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person.id))
        return person._replace(provisional=False)

    def session(self, person: Person) -> str:
        """A token for this person; only its hash is kept."""
        token = secrets.token_urlsafe(32)
        with self._store.transaction() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.expires < self._wall()))
            connection.execute(
                SESSIONS.insert().values(token=_hashed(token), person=person.id, expires=self._wall() + SESSION_FOR)
            )
        return token

    def end_session(self, token: str) -> None:
        with self._store.transaction() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.token == _hashed(token)))

    def of_session(self, token: str) -> Person | None:
        """Whose session this is."""
        query = select(PEOPLE).join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
        with self._store.transaction() as connection:
            row = connection.execute(
                query.where(SESSIONS.c.token == _hashed(token), SESSIONS.c.expires > self._wall())
            ).first()
            return None if row is None else self._person(connection, row)

    def by_id(self, connection: Connection, id_: int) -> Person:
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == id_)).first()
        if row is None:
            raise UnknownName(f"there is nobody with the number {id_}")
        return self._person(connection, row)

    # ------------------------------------------------------------------------------------------------ inside

    def _row(self, connection: Connection, name: str) -> Row[Any] | None:
        return connection.execute(select(PEOPLE).where(PEOPLE.c.key == name_key(name))).first()

    def _person(self, connection: Connection, row: Row[Any]) -> Person:
        account = f"person:{row.id}"
        chips = ledger.balances(connection, [account])[account]
        return Person(row.id, row.name, row.role, chips, row.guest, row.provisional)

    def _add(
        self,
        connection: Connection,
        name: str,
        role: str,
        password: str | None,
        *,
        provisional: bool = False,
        by: int | None = None,
    ) -> Person:
        """A person, their first chips, and the entry that says so."""
        at = journal.head(connection, journal.ROOM, lock=True)
        assert at is not None
        id_ = 1 + (connection.execute(select(func.max(PEOPLE.c.id))).scalar() or 0)
        guest = password is None
        values = {"id": id_, "name": name, "key": name_key(name), "role": role, "guest": guest, "password": password}
        connection.execute(PEOPLE.insert().values(**values, provisional=provisional, failures=0, locked_until=0.0))
        chips = CHIPS if role == PLAYER else 0
        body = {"kind": "person", "id": id_, "name": name, "role": role, "guest": guest, "by": by, "chips": chips}
        new = journal.append(connection, journal.ROOM, at, body)
        ledger.post(connection, [issue(id_, chips)], journal.ROOM, new.seq)
        return Person(id_, name, role, chips, guest, provisional)

    def _verify(self, digest: str, password: str) -> bool:
        try:
            return HASHER.verify(digest, password[: MOST_PASSWORD + 1])
        except (VerifyMismatchError, InvalidHashError, UnicodeEncodeError):
            return False

    def _failed(self, id_: int) -> None:
        with self._store.transaction() as connection:
            row = connection.execute(select(PEOPLE.c.failures).where(PEOPLE.c.id == id_).with_for_update()).one()
            failures = row.failures + 1
            locked = self._wall() + LOCKED_FOR if failures >= TRIES else 0.0
            values = {"failures": 0 if locked else failures, "locked_until": locked}
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == id_).values(**values))


def issue(person: int, chips: int) -> ledger.Movement:
    """Play chips handed out."""
    return ledger.movement("chips", [(f"person:{person}", chips), ("chips", -chips)])


def clean_name(name: str) -> str:
    """A name as it is shown: 1 to 24 printable characters."""
    shown = " ".join(unicodedata.normalize("NFKC", name[:100]).split())
    if not 1 <= len(shown) <= 24 or not shown.isprintable():
        raise HousewayError("a name has 1 to 24 printable characters")
    return shown


def name_key(name: str) -> str:
    """Names that differ in case or width only are one name."""
    key = " ".join(unicodedata.normalize("NFKC", name[:100]).casefold().split())[:80]
    return key if key.isprintable() else ""


def checked_password(password: str) -> str:
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD or not password.isprintable():
        raise HousewayError(f"a password has {LEAST_PASSWORD} to {MOST_PASSWORD} printable characters")
    return password


@cache
def _decoy() -> str:
    """A hash to try where there is none, so that a name without an account takes as long as one with it."""
    return HASHER.hash(secrets.token_urlsafe(12))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
