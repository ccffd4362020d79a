"""Who is in the room: accounts with passwords, guests with a name and play chips, roles and sessions."""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import ARRAY, Connection, Integer, Row, String, bindparam, cast, delete, func, literal, select, update

from houseway.errors import HousewayError, UnknownName
from houseway.money import dollars
from houseway.room.errors import LOG, SPOILT, Forbidden, SignInFirst
from houseway.room.people import tries
from houseway.room.people.believed import DOUBTED, Believed
from houseway.room.people.meanwhile import check_may_act, check_same, check_since
from houseway.room.people.names import MOST as MOST_NAME
from houseway.room.people.names import clean_name, name_key, skeleton
from houseway.room.people.passwords import MOST as MOST_PASSWORD
from houseway.room.people.passwords import Hasher, checked_password, fingerprint
from houseway.room.store import journal, ledger, numbers, reading_on, seals
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.database import Store
from houseway.room.store.prepared import Prepared
from houseway.room.store.schema import ACCOUNTS, CHAINS, IDENTITIES, PEOPLE, ROOM_SETTINGS, SESSIONS
from houseway.room.store.signatures import session_entry

PLAYER, DEALER, SURVEILLANCE, MANAGER = ROLES = ("player", "dealer", "surveillance", "manager")
STAFF = (DEALER, MANAGER)
"""Who may call irregularities, pause a table, and ask for a correction."""

CHIPS = 1_000_00
"""Play chips that everybody starts with."""

LOCKED = seals.LOCKED
"""Locked until then: until a manager unlocks the account."""

SESSION_FOR, HALF_FOR = 30 * 24 * 3600.0, 15 * 60.0
CODE, ENROL = "code", "enrol"
"""What a session may lack: the code of a second factor, or a second factor at all."""

SECOND_FACTOR = "second-factor"
"""The room's setting of that name: who must have one."""

WHO_NEEDS_ONE = {"nobody": (), "managers": (MANAGER,), "staff": (DEALER, SURVEILLANCE, MANAGER)}

By: TypeAlias = int | str | None
"""Who did something to an account: a person by number, a command by its words, nobody for what people do themselves."""


HASHER = Hasher()


class NotThis(Forbidden):
    """A name and a password that do not belong together."""


class Person(NamedTuple):
    """Somebody in the room. Who is `provisional` still has a one-time password and must choose another first.

    `came_by` is what the journal knows the password by that they have just come in with; `since`, where they were found
    by a session, the last entry that had ended all of theirs. What they do is refused once either is so no longer.
    """

    id: int
    name: str
    role: str
    chips: int
    guest: bool = False
    provisional: bool = False
    came_by: str = ""
    since: int = 0


_OF_PERSON = (*seals.OF_PERSON, "seal")
_OF_SESSION = (*seals.OF_SESSION, "seal")
_PERSON = (func.coalesce(ACCOUNTS.c.balance, 0), CHAINS.c.seq, CHAINS.c.hash, *(PEOPLE.c[name] for name in _OF_PERSON))
_CHIPS = ACCOUNTS.c.id == literal("person:").concat(cast(PEOPLE.c.id, String))
_ROOM = CHAINS.c.chain == journal.ROOM
_QUERY = select(*_PERSON).select_from(PEOPLE.join(ACCOUNTS, _CHIPS, isouter=True).join(CHAINS, _ROOM))
_BY_ID = Prepared(_QUERY.where(PEOPLE.c.id == bindparam("of")))
_BY_SESSION = Prepared(
    _QUERY.add_columns(*(SESSIONS.c[name] for name in _OF_SESSION))
    .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
    .where(SESSIONS.c.token == bindparam("by"), SESSIONS.c.expires > bindparam("now"))
    .where(PEOPLE.c.locked_until < LOCKED)
)
_HELD = ("id", "role", "password", "provisional", "locked_until", "since")
_HOLD = Prepared(
    select(*(PEOPLE.c[name] for name in _HELD))
    .where(PEOPLE.c.id == func.any(bindparam("of", type_=ARRAY(Integer))))
    .order_by(PEOPLE.c.id)
    .with_for_update(read=True)
)
"""Several people on PostgreSQL, whose rows nobody changes until the transaction ends."""


class People:
    """Accounts and sessions on a store."""

    def __init__(self, store: Store, wall: Callable[[], float] = time.time) -> None:
        self._store = store
        self._wall = wall
        self._believed = Believed()
        _decoy()  # made now, so that the first name without an account takes no longer

    @property
    def doubts(self) -> list[str]:
        """Rows that were not believed, a sentence each."""
        return self._believed.doubts

    @property
    def furthest(self) -> int:
        """How far this process has read the room's own journal."""
        return self._believed.furthest

    def look(self, connection: Connection) -> None:
        """Read on in the room's own journal: a process stops whose key the room has left."""
        head = journal.head(connection, journal.ROOM, lock=False)
        if head is not None:
            self._believed.read_on(connection, head)

    def first_manager(self) -> str:
        """The one-time password of the first manager, made with the room; nothing if there is or was a manager."""
        with self._store.transaction() as connection:
            if self._managed(connection):
                return ""
        password = secrets.token_urlsafe(12)
        digest = HASHER.hash(password)
        with self._store.transaction() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(99)")
            if self._managed(connection):
                return ""
            self._add(connection, "manager", MANAGER, digest, provisional=True)
        return password

    def _managed(self, connection: Connection) -> bool:
        """Whether there is a manager, or the room's journal tells of one: rows alone make nobody another."""
        if connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.role == MANAGER)).first():
            return True
        try:
            known = reading_on.told(connection, f'"role":"{MANAGER}"')
        except SPOILT as fault:
            LOG.error("no first manager is made: %s", fault)
            return True
        if known:
            LOG.error("no first manager is made: the room's journal tells of one, and no row of people does")
        return bool(known)

    def guest(self, name: str) -> Person:
        """A guest; a name that is taken gets a number."""
        wanted = clean_name(name)
        with self._store.transaction() as connection:
            journal.head(connection, journal.ROOM, lock=True)
            return self._add(connection, self._free(connection, wanted), PLAYER, None)

    def register(self, name: str, password: str, role: str = PLAYER, by: Person | None = None) -> Person:
        """An account with a password; other roles than player are given by a manager."""
        if role not in ROLES:
            raise UnknownName(f"there is no role {role!r}; the roles are {', '.join(ROLES)}")
        if role != PLAYER and (by is None or by.role != MANAGER or by.provisional):
            raise Forbidden(f"a manager makes a {role}")
        wanted = clean_name(name, by_manager=by is not None)
        digest = HASHER.hash(checked_password(password, wanted))
        return self.add(wanted, role, digest, by=by)

    def add(self, name: str, role: str, digest: str, *, by: Person | str | None, provisional: bool = False) -> Person:
        """An account of this name, which nobody else's may look like; made by somebody, a command or its own person."""
        with self._store.transaction() as connection:
            journal.head(connection, journal.ROOM, lock=True)
            self.check_acting(connection, by)
            if self._taken(connection, name):
                raise HousewayError(f"the name {name!r} is taken, or looks like one that is: choose another")
            who = by.id if isinstance(by, Person) else by
            return self._add(connection, name, role, digest, provisional=provisional, by=who)

    def sign_in(self, name: str, password: str, address: str = "") -> Person:
        """The account of this name and password. Tries are counted, and too many from one place must wait."""
        with self._store.transaction() as connection:
            why = tries.take(connection, name, address, self._wall())
            row = self._row(connection, name)
            sound = row is not None and self._believed.person(connection, row._mapping) and row.key == name_key(name)
            if not why:  # for the managers to see, in the one write that every try makes, whoever it is for
                counted = update(PEOPLE).where(PEOPLE.c.key == name_key(name))
                connection.execute(counted.values(failures=PEOPLE.c.failures + 1))
        tries.refuse(why)
        right = self._verify(row.password if row and row.password else _decoy(), password)
        if row is None or row.password is None or not right:
            raise NotThis("no account has this name and password: look again, or ask a manager")
        if not sound:
            raise Forbidden(DOUBTED)
        if row.locked_until >= LOCKED:
            raise Forbidden("this account is locked: ask a manager")
        with self._store.transaction() as connection:
            tries.came_in(connection, name, address)
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(failures=0))
            return self.by_id(connection, row.id)._replace(came_by=fingerprint(row.password))

    def more_chips(self, of: Person) -> Person:
        """Fill a player's chips up to what everybody starts with, once they are down to a tenth of it.

        What lies in rounds that are being played is theirs until it is lost: it counts.
        """
        with self._store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            assert at is not None
            self.check_acting(connection, of)
            held, person = 0, self.by_id(connection, of.id)
            if person.role == PLAYER and person.chips <= CHIPS // 10:
                held = ledger.in_play(connection, f"person:{of.id}")
                person = self.by_id(connection, of.id)  # nothing moves any more
            if person.role != PLAYER or person.chips + held > CHIPS // 10:
                lies = f"; {dollars(held)} of yours lies in rounds that are being played" if held else ""
                raise HousewayError(f"there are more chips for a player who has {dollars(CHIPS // 10)} or less{lies}")
            chips = CHIPS - person.chips - held
            body = {"kind": "chips", "id": of.id, "chips": chips, "had": person.chips, "held": held}
            body |= {"at": self._stamp()}
            new = journal.append(connection, journal.ROOM, at, body)
            ledger.post(connection, [issue(of.id, chips)], journal.ROOM, new.seq)
            return person._replace(chips=person.chips + chips)

    def set_password(self, person: Person, old: str, new: str, address: str = "") -> Person:
        """A new password in the place of the old; it is judged before the old one is looked at, which costs more.

        Where the account has another by the time that the new one is hashed, or was locked, nothing changes.
        """
        wanted = checked_password(new, person.name)
        if old == new:
            raise HousewayError("the new password is the old one: choose another")
        try:
            came = self.sign_in(person.name, old, address)
        except NotThis:
            raise Forbidden("the old password is another one: type it again") from None
        digest = HASHER.hash(wanted)
        with self._store.transaction() as connection:
            row = self.still(connection, person._replace(came_by=came.came_by))
            body = {"kind": "password", "password": fingerprint(digest)}
            self.change(connection, row, body, by=person.id, ends=True, password=digest, provisional=False)
            own = update(IDENTITIES).where(IDENTITIES.c.person == person.id)
            connection.execute(own.values(own_password=True))
        return person._replace(provisional=False, came_by=fingerprint(digest), since=0)

    def note(self, connection: Connection, body: Mapping[str, Any], *, by: By) -> int:
        """An entry in the room's journal on a person: what, who and when; its number."""
        at = journal.head(connection, journal.ROOM, lock=True)
        assert at is not None
        return journal.append(connection, journal.ROOM, at, {**body, "by": by, "at": self._stamp()}).seq

    def held(self, connection: Connection, id_: int) -> Row[Any]:
        """The row of a person, which nobody changes meanwhile and which the room has sealed."""
        journal.head(connection, journal.ROOM, lock=True)
        return self.row_of(connection, id_)

    def still(self, connection: Connection, person: Person) -> Row[Any]:
        """The row of who was looked up before this transaction, if it is held by the same person still."""
        row = self.held(connection, person.id)
        check_same(person, row._mapping)
        return row

    def check_acting(self, connection: Connection, by: Person | str | None) -> None:
        """Refuse who may not do anything in this room any more, before something is written in their name.

        Asked in the transaction that writes, of whoever was looked up before it; a command and the room's file pass.
        """
        if isinstance(by, Person) and by.id:
            check_may_act(by, self.held(connection, by.id)._mapping)

    def hold(self, connection: Connection, acting: Sequence[Person]) -> None:
        """Refuse who may not act any more, of those looked up in this transaction, and let nobody be shut out before
        its end. Asked last, so that whoever shuts somebody out waits for a commit alone; SQLite has one writer."""
        if self._store.sqlite or not acting:
            return
        rows = _HOLD.rows(connection, of=sorted({person.id for person in acting}))
        found = {row[0]: dict(zip(_HELD, row, strict=True)) for row in rows}
        for person in acting:
            check_may_act(person, found[person.id])

    def row_of(self, connection: Connection, id_: int) -> Row[Any]:
        """The row of a person, to be read, which the room has sealed."""
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == id_)).first()
        if row is None:
            raise UnknownName(f"there is nobody with the number {id_}")
        return self.sound(connection, row, id=id_)

    def sound(self, connection: Connection, row: Row[Any], **asked: Any) -> Row[Any]:
        """The row of a person, if it is believed and the one that was asked for: a database may show another."""
        other = any(row._mapping[column] != value for column, value in asked.items())
        if other or not self._believed.person(connection, row._mapping):
            raise Forbidden(DOUBTED)
        return row

    def change(
        self,
        connection: Connection,
        row: Row[Any],
        body: Mapping[str, Any],
        *,
        by: By,
        ends: bool = False,
        **values: Any,
    ) -> int:
        """An entry on somebody whose row is sound, and the row as it is after it; how many sessions have ended.

        What they have done is on disk before the entry is dated: see `hold`.
        """
        own = select(PEOPLE.c.id).where(PEOPLE.c.id == row.id)
        connection.execute(own.with_for_update(key_share=True))
        seq = self.note(connection, {"id": row.id, **body}, by=by)
        values |= {"since": seq} if ends else {}
        seal = seals.of_person(journal.signer_of(connection), {**row._mapping, **values})
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(**values, seal=seal))
        if not ends:
            return 0
        self._believed.ended(connection, row.id, seq)
        return connection.execute(delete(SESSIONS).where(SESSIONS.c.person == row.id)).rowcount

    def session(self, person: Person, *, checked: bool = False) -> str:
        """A token for this person; only its hash is kept. It opens nothing while a code is wanted and not `checked`."""
        token = secrets.token_urlsafe(32)
        with self._store.transaction() as connection:
            row = self.still(connection, person)
            password = {"password": fingerprint(row.password)} if row.password is not None else {}
            stage = self._lacks(connection, row, checked=checked)
            came = password | ({"factor": row.factor} if checked and row.factor else {})
            new = {"token": _hashed(token), "person": row.id, "stage": stage}
            new["expires"] = until = self._wall() + (HALF_FOR if stage else SESSION_FOR)
            new["entry"] = self.note(
                connection, session_entry(row.id, new["token"], until, stage, **came), by=person.id
            )
            connection.execute(delete(SESSIONS).where(SESSIONS.c.expires < self._wall()))
            seal = seals.of_session(journal.signer_of(connection), new)
            connection.execute(SESSIONS.insert().values(**new, seal=seal))
        return token

    def _lacks(self, connection: Connection, row: Row[Any], *, checked: bool) -> str | None:
        """What a session of this person still lacks: a code, or a second factor at all."""
        if row.guest:
            return None
        if row.factor:
            return None if checked else CODE
        return ENROL if row.role in second_factor_for(connection) and not row.provisional else None

    def end_session(self, token: str) -> None:
        """End a session; one that the room has not sealed goes without a word."""
        with self._store.transaction() as connection:
            found = SESSIONS.c.token == _hashed(token)
            row = connection.execute(select(SESSIONS).where(found)).first()
            if row is not None and row.token == _hashed(token):
                if seals.right(seals.of_session, journal.signer_of(connection), row._mapping):
                    body = session_entry(row.person, row.token, row.expires, row.stage) | {"kind": "end-session"}
                    self.note(connection, body, by=row.person)
                connection.execute(delete(SESSIONS).where(found))
                self._believed.end(hash_of(row.token), row.expires, self._wall())

    def of_session(self, token: str) -> Person | None:
        """Whose session this is."""
        found = self.half_session(token)
        return None if found is None or found[1] else found[0]

    def half_session(self, token: str) -> tuple[Person, str] | None:
        """Whose session this is, and what it lacks before it opens anything."""
        with self._store.reading() as connection:
            return self.in_session(connection, token)

    def in_session(self, connection: Connection, token: str) -> tuple[Person, str] | None:
        """The same inside a transaction."""
        row = _BY_SESSION.row(connection, by=_hashed(token), now=self._wall())
        return None if row is None else self._in_session(connection, row, token)

    def _in_session(self, connection: Connection, row: tuple[Any, ...], token: str) -> tuple[Person, str] | None:
        """Who was found by a token, where what was found is what was asked for, and believed."""
        person, session = _told(row)
        asked = session["token"] == _hashed(token) and session["expires"] > self._wall()
        if not asked or person["locked_until"] >= LOCKED:
            return None
        if self._believed.person(connection, person, _head(row)) and self._believed.session(
            connection, session, person
        ):
            return _person(row)._replace(since=person["since"]), session["stage"] or ""
        return None

    def seek(
        self, connection: Connection, id_: int, session: str | None = None, since: int = 0
    ) -> Callable[[], Person]:
        """Somebody by number, or by a session that opens everything: asked for now, and read when it is called.

        `since` is of a session that they were found by before.
        """
        if session is None:
            sent = _BY_ID.send(connection, of=id_)
        else:
            sent = _BY_SESSION.send(connection, by=_hashed(session), now=self._wall())

        def found() -> Person:
            row = sent.row()
            if session is not None:
                found = None if row is None else self._in_session(connection, row, session)
                if found is None or found[1]:
                    raise SignInFirst("choose a name first: sign in, or come in as a guest")
                return found[0]
            if row is None:
                raise UnknownName(f"there is nobody with the number {id_}")
            told, _ = _told(row)
            if told["id"] != id_ or not self._believed.person(connection, told, _head(row)):
                raise Forbidden(DOUBTED)
            if told["locked_until"] >= LOCKED:
                raise Forbidden("this account is locked: ask a manager")
            check_since(since, told)
            return _person(row)

        return found

    def by_id(self, connection: Connection, id_: int) -> Person:
        return self.seek(connection, id_)()

    # ------------------------------------------------------------------------------------------------ inside

    def _row(self, connection: Connection, name: str) -> Row[Any] | None:
        return connection.execute(select(PEOPLE).where(PEOPLE.c.key == name_key(name))).first()

    def _taken(self, connection: Connection, name: str) -> bool:
        """Whether somebody has this name, or one that looks like it."""
        alike = select(IDENTITIES.c.person).where(IDENTITIES.c.skeleton == skeleton(name)).limit(1)
        return self._row(connection, name) is not None or connection.execute(alike).first() is not None

    def _free(self, connection: Connection, wanted: str) -> str:
        """The name itself or with a number, found in a few steps however many have it; cut for its number it may be one
        that nobody may have."""

        def numbered(number: int) -> str:
            return wanted if number < 2 else f"{wanted[: MOST_NAME - 1 - len(str(number))].rstrip()} {number}"

        taken, free = 0, 1
        while self._taken(connection, numbered(free)):
            taken, free = free, 2 * free
        while free - taken > 1:
            middle = (taken + free) // 2
            taken, free = (middle, free) if self._taken(connection, numbered(middle)) else (taken, middle)
        return clean_name(numbered(free))

    def _add(
        self,
        connection: Connection,
        name: str,
        role: str,
        password: str | None,
        *,
        provisional: bool = False,
        by: By = None,
    ) -> Person:
        """A person, their first chips, and the entry that says so."""
        at = journal.head(connection, journal.ROOM, lock=True)
        assert at is not None
        id_, guest = numbers.following(connection, "person", PEOPLE), password is None
        values = {"id": id_, "name": name, "key": name_key(name), "role": role, "guest": guest, "password": password}
        values |= {"provisional": provisional, "locked_until": 0.0, "factor": "", "since": at.seq + 1}
        seal = seals.of_person(journal.signer_of(connection), values)
        connection.execute(PEOPLE.insert().values(**values, failures=0, seal=seal))
        chips = CHIPS if role == PLAYER else 0
        maker = by if isinstance(by, int) else None
        own = by is None and role == PLAYER and not guest
        row = {"person": id_, "skeleton": skeleton(name), "made_by": maker, "own_password": own}
        connection.execute(IDENTITIES.insert().values(**row))
        body = {"kind": "person", "id": id_, "name": name, "role": role, "guest": guest, "by": by, "chips": chips}
        body |= {"at": self._stamp()}
        if password is not None:
            body |= {"password": fingerprint(password), "provisional": provisional}
        new = journal.append(connection, journal.ROOM, at, body)
        ledger.post(connection, [issue(id_, chips)], journal.ROOM, new.seq)
        return Person(id_, name, role, chips, guest, provisional)

    def _verify(self, digest: str, password: str) -> bool:
        try:
            return HASHER.verify(digest, password[: MOST_PASSWORD + 1])
        except (VerifyMismatchError, InvalidHashError, UnicodeEncodeError):
            return False

    def _stamp(self) -> str:
        return journal.stamp(self._wall())


def issue(person: int, chips: int) -> ledger.Movement:
    """Play chips handed out."""
    return ledger.movement("chips", [(f"person:{person}", chips), ("chips", -chips)])


def second_factor_for(connection: Connection) -> tuple[str, ...]:
    """The roles that must have a second factor."""
    set_ = connection.execute(select(ROOM_SETTINGS.c.value).where(ROOM_SETTINGS.c.name == SECOND_FACTOR)).scalar()
    return WHO_NEEDS_ONE.get(set_ or "nobody", ())


@cache
def _decoy() -> str:
    """A hash to try where there is none, so that a name without an account takes as long as one with it."""
    return HASHER.hash(secrets.token_urlsafe(12))


def _told(row: tuple[Any, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rows of a person and of a session in one as the driver has it."""
    _, _, _, *columns = row
    session = columns[len(_OF_PERSON) :]
    return dict(zip(_OF_PERSON, columns, strict=False)), dict(zip(_OF_SESSION, session, strict=False))


def _head(row: tuple[Any, ...]) -> journal.Head:
    """Where the room's own journal stood as the row was read: the same read tells it."""
    return journal.Head(row[1], row[2])


def _person(row: tuple[Any, ...]) -> Person:
    """Of a row as the driver has it."""
    told, _ = _told(row)
    more = bool(told["guest"]), bool(told["provisional"])
    return Person(told["id"], told["name"], told["role"], row[0], *more)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
