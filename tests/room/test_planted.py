"""What somebody plants who writes to the database without the room's key, has used, and takes away again.

The audit looks at the rows that are there when it looks. What was used in between the room itself must not believe, or
its signed entries must tell of it.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Person, Room, SignInFirst, Stopped
from houseway.room.audit.room import audit
from houseway.room.controls.running import running
from houseway.room.errors import Broken, Refused
from houseway.room.evidence import log
from houseway.room.jackpots import audit as jackpots_audit
from houseway.room.jackpots.plan import Plan
from houseway.room.people import people
from houseway.room.people.accounts import Accounts
from houseway.room.people.believed import MOST
from houseway.room.people.people import LOCKED
from houseway.room.people.second_factor import code_at
from houseway.room.store import seals
from houseway.room.store.backup import restore
from houseway.room.store.documents import Documents
from houseway.room.store.journal import canonical, link, signer_of, stamp
from houseway.room.store.schema import PEOPLE, SESSIONS
from houseway.room.store.signatures import rotate
from houseway.room.table.metering import Sensor

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

    def audit(self) -> str:
        return "\n".join(map(str, audit(self.url)))


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


# ---------------------------------------------------------------------------------------------------- sessions


def test_a_session_that_was_planted_is_nobodys_and_the_desk_is_told(house: House) -> None:
    until = time.time() + 1000
    for seal in (None, "", "0" * 64):
        house.put("sessions", (hashed("planted"), house.mia.id, until, None, 99, seal))
        assert house.room.people.of_session("planted") is None
        assert house.room.people.half_session("planted") is None
    with house.room.store.transaction() as connection, pytest.raises(SignInFirst):
        house.room.people.seek(connection, 0, "planted")()
    assert house.room.people.doubts == [
        f"person {house.mia.id}: a session is not as the room has sealed it, and is not believed"
    ]
    house.room.people.end_session("planted")
    assert house.audit() == ""


@pytest.mark.parametrize("column", ["person", "expires", "stage", "entry", "seal"])
def test_a_session_that_was_changed_opens_nothing(house: House, column: str) -> None:
    token = house.room.people.session(house.dan)
    values = {"person": house.mia.id, "expires": time.time() + 1e9, "stage": "code", "entry": 10_000, "seal": "f" * 64}
    with house.planted(f"sessions.{column}", "token", hashed(token), values[column]):
        assert house.room.people.half_session(token) is None
    assert house.room.people.of_session(token) == house.dan._replace(came_by="")


def test_a_session_that_lacks_a_code_does_not_come_to_have_had_one(house: House) -> None:
    house.enrol(house.mia)
    token = house.room.people.session(house.mia)
    with house.planted("sessions.stage", "token", hashed(token), None):
        assert house.room.people.of_session(token) is None
    assert house.room.people.half_session(token) == (house.mia, "code")


def test_who_sets_up_a_second_factor_is_signed_out_wherever_no_code_was_given(house: House) -> None:
    before = house.room.people.session(house.mia)
    row = house.row("sessions", "token", hashed(before))
    house.enrol(house.mia)
    assert house.room.people.of_session(before) is None
    house.put("sessions", row)
    assert house.room.people.of_session(before) is None


@pytest.mark.parametrize("how", ["reset", "lock", "end_sessions", "remove_factor"])
def test_a_session_that_has_ended_is_not_put_back(house: House, how: str) -> None:
    """Its seal is right: it is older than what has ended it."""
    house.enrol(house.mia)
    token = house.room.people.session(house.mia, checked=True)
    row = house.row("sessions", "token", hashed(token))
    {
        "reset": house.accounts.reset,
        "lock": house.accounts.lock,
        "end_sessions": house.accounts.end_sessions,
        "remove_factor": house.accounts.remove_factor,
    }[how]("Mia")
    if how == "lock":
        house.accounts.unlock("Mia")
    house.put("sessions", row)
    assert house.room.people.of_session(token) is None
    house.again()
    assert house.room.people.of_session(token) is None


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("how", ["end_sessions", "role", "password", "guest"])
def test_a_session_that_has_ended_is_not_put_back_with_its_persons_row(house: House, how: str, again: bool) -> None:
    """Both seals are right: this process has ended the session itself, another reads so in the signed journal."""
    people, person = house.room.people, house.dan if how != "guest" else house.room.people.guest("Gus")
    token = people.session(person)
    rows = {"people": house.row("people", "id", person.id), "sessions": house.row("sessions", "token", hashed(token))}
    {
        "end_sessions": lambda: house.accounts.end_sessions("Dan"),
        "guest": lambda: house.accounts.end_sessions("Gus"),
        "role": lambda: house.accounts.role("Dan", "surveillance"),
        "password": lambda: people.set_password(person, OWN, OTHER),
    }[how]()
    now = house.row("people", "id", person.id)
    fresh = house.room.people.session(house.mia)
    if again:
        house.again()
        assert house.room.people.of_session(fresh) is not None  # the newest first: what is older is read when asked for
    for table, row in rows.items():
        house.put(table, row)
    assert house.room.people.of_session(token) is None
    house.put("people", now)
    assert house.room.people.of_session(token) is None
    assert house.room.people.of_session(fresh) is not None
    house.sql("DELETE FROM sessions WHERE token = ?", hashed(token))
    assert house.audit() == ""


def test_a_session_is_not_believed_by_a_journal_that_does_not_hold(house: House) -> None:
    """The entry that has ended it is another for as long as the room starts."""
    token = house.room.people.session(house.dan)
    rows = {
        "people": house.row("people", "id", house.dan.id),
        "sessions": house.row("sessions", "token", hashed(token)),
    }
    house.accounts.end_sessions("Dan")
    fresh = house.room.people.session(house.mia)
    for table, row in rows.items():
        house.put(table, row)
    house.sql("UPDATE journal SET body = replace(body, 'end-sessions', 'nothing') WHERE chain = 0")
    house.again()
    assert house.room.people.of_session(token) is None
    assert any("does not" in each or "is not what the room has written" in each for each in house.room.people.doubts)
    assert house.room.people.of_session(fresh) == house.mia


def test_what_came_to_nothing_has_ended_no_session(house: House) -> None:
    token = house.room.people.session(house.dan)

    def changed() -> None:
        with house.room.store.transaction() as connection:
            row = house.room.people.held(connection, house.dan.id)
            house.room.people.change(connection, row, {"kind": "end-sessions"}, by=COMMAND, ends=True)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        changed()
    assert house.room.people.of_session(token) == house.dan
    house.accounts.end_sessions("Dan")
    assert house.room.people.of_session(token) is None


@pytest.mark.parametrize("how", ["end_sessions", "lock", "role", "password", "sign out"])
def test_a_session_that_another_process_has_ended_is_not_put_back_here(
    house: House, opened: Callable[..., Room], how: str
) -> None:
    """Rows of person and session are put back with their seals before this process has seen what ended them."""
    there = opened(house.url)
    token = house.room.people.session(house.dan)
    kept = [("people", house.row("people", "id", house.dan.id))]
    kept.append(("sessions", house.row("sessions", "token", hashed(token))))
    assert house.room.people.of_session(token) == house.dan
    accounts = Accounts(there.store, there.people, COMMAND)
    {
        "end_sessions": lambda: accounts.end_sessions("Dan"),
        "lock": lambda: accounts.lock("Dan"),
        "role": lambda: accounts.role("Dan", "surveillance"),
        "password": lambda: there.people.set_password(house.dan, OWN, OTHER),
        "sign out": lambda: there.people.end_session(token),
    }[how]()
    for table, row in kept:
        house.put(table, row)
    assert house.room.people.of_session(token) is None
    with house.room.store.transaction() as connection, pytest.raises(SignInFirst):
        house.room.people.seek(connection, 0, token)()
    if how != "sign out":
        with pytest.raises(Forbidden, match=DOUBTED):
            house.room.people.sign_in("Dan", OWN)
        with house.room.store.transaction() as connection, pytest.raises(Forbidden, match=DOUBTED):
            house.room.people.by_id(connection, house.dan.id)


def read_and_undone(house: House, token: str) -> None:
    """A session is looked up in a transaction that has added an entry, and comes to nothing."""
    with suppress(ZeroDivisionError), house.room.store.transaction() as connection:
        house.room.people.note(connection, {"kind": "nothing"}, by=None)
        assert house.room.people.in_session(connection, token) is not None
        raise ZeroDivisionError


def test_entries_that_came_to_nothing_hide_none_that_come_in_their_place(
    house: House, opened: Callable[..., Room]
) -> None:
    """What this process has read in a transaction of its own that was undone is not the journal."""
    there, token = opened(house.url), house.room.people.session(house.dan)
    kept = {"people": house.row("people", "id", house.dan.id)}
    kept["sessions"] = house.row("sessions", "token", hashed(token))
    read_and_undone(house, token)
    Accounts(there.store, there.people, COMMAND).end_sessions("Dan")
    for table, row in kept.items():
        house.put(table, row)
    assert house.room.people.of_session(token) is None


@pytest.mark.parametrize("cut", [False, True])
def test_who_sets_back_the_head_of_the_rooms_journal_too_lets_nobody_in(house: House, cut: bool) -> None:
    """The process has read on: it remembers how far, whether or not the entries after the head are there."""
    token = house.room.people.session(house.dan)
    kept = [("people", house.row("people", "id", house.dan.id)), ("chains", house.row("chains", "chain", 0))]
    kept.append(("sessions", house.row("sessions", "token", hashed(token))))
    house.accounts.end_sessions("Dan")
    house.again()
    fresh = house.room.people.session(house.mia)
    assert house.room.people.of_session(fresh) == house.mia
    now = [("people", house.row("people", "id", house.dan.id)), ("chains", house.row("chains", "chain", 0))]
    after = house.sql("SELECT * FROM journal WHERE chain = 0 AND seq > ?", kept[1][1][1]) if cut else []
    for table, row in kept:
        house.put(table, row)
    for entry in after:
        house.sql("DELETE FROM journal WHERE chain = 0 AND seq = ?", entry[1])
    for each in (token, fresh):
        assert house.room.people.of_session(each) is None
        with house.room.store.transaction() as connection, pytest.raises(SignInFirst):
            house.room.people.seek(connection, 0, each)()
    with pytest.raises(Forbidden, match=DOUBTED):
        house.room.people.sign_in("Mia", OWN)
    assert any("it was set back" in each for each in house.room.people.doubts)
    for table, row in [*now, *(("journal", entry) for entry in after)]:
        house.put(table, row)
    assert house.room.people.of_session(token) is None
    assert house.room.people.of_session(fresh) == house.mia
    house.sql("DELETE FROM sessions WHERE token = ?", hashed(token))
    assert house.audit() == ""


def test_what_came_to_nothing_is_no_head_that_is_remembered(house: House) -> None:
    """The first that a process reads is an entry of its own, which is undone."""
    token = house.room.people.session(house.dan)
    house.again()
    read_and_undone(house, token)
    assert house.room.people.of_session(token) == house.dan
    house.room.people.guest("Gus")
    assert house.room.people.of_session(token) == house.dan
    assert house.room.people.doubts == []


def test_a_command_asks_the_database_no_more_often_for_it(house: House) -> None:
    """Where the room's journal stands comes with the row of the session."""
    token, asked = house.room.people.session(house.dan), []
    assert house.room.people.of_session(token) == house.dan
    with house.room.store.reading() as connection:
        connection.connection.driver_connection.set_trace_callback(asked.append)
        assert house.room.people.in_session(connection, token) is not None
        connection.connection.driver_connection.set_trace_callback(None)
    assert len(asked) == 1


def test_a_session_that_was_signed_out_of_is_not_put_back(house: House) -> None:
    token = house.room.people.session(house.dan)
    row = house.row("sessions", "token", hashed(token))
    house.room.people.end_session(token)
    house.put("sessions", row)
    assert house.room.people.of_session(token) is None
    house.again()
    assert house.room.people.of_session(token) is None


# ---------------------------------------------------------------------------------------------------- people

OTHERWISE: dict[str, Any] = {
    "id": 77,
    "name": "Max",
    "key": "max",
    "role": "manager",
    "guest": 1,
    "password": "planted",
    "provisional": 1,
    "locked_until": LOCKED,
    "factor": "f" * 64,
    "since": 2,
}


def test_every_column_that_is_sealed_is_changed_below() -> None:
    assert tuple(OTHERWISE) == seals.OF_PERSON
    assert {*seals.OF_PERSON, "failures", "seal"} == {column.name for column in PEOPLE.columns}
    assert {*seals.OF_SESSION, "seal"} == {column.name for column in SESSIONS.columns}


@pytest.mark.parametrize("column", OTHERWISE)
def test_a_row_of_a_person_that_was_changed_is_not_believed(house: House, column: str) -> None:
    token, value = house.room.people.session(house.dan), OTHERWISE[column]
    if column == "password":
        value = people.HASHER.hash(OTHER)
    if column != "id":
        with house.planted(f"people.{column}", "id", house.dan.id, value):
            refused(house, token)
    else:
        row = house.row("people", "id", house.dan.id)
        house.put("people", (0, row[1], "nobody", *row[3:]))  # the row of another number
        with house.room.store.transaction() as connection, pytest.raises(Forbidden, match=DOUBTED):
            house.room.people.by_id(connection, 0)
        house.sql("DELETE FROM people WHERE id = 0")
    assert house.room.people.of_session(token) == house.dan
    assert house.audit() == ""


def refused(house: House, token: str) -> None:
    """Dan, whose row is another, cannot come in, act, or be changed."""
    room = house.room
    assert room.people.of_session(token) is None
    with room.store.transaction() as connection, pytest.raises(Forbidden, match=DOUBTED):
        room.people.by_id(connection, house.dan.id)
    with pytest.raises(Forbidden):
        room.people.sign_in("Dan", OTHER)
    with pytest.raises(Forbidden):
        room.people.sign_in("Dan", OWN)
    with pytest.raises(Forbidden, match=DOUBTED):
        room.people.session(house.dan)
    assert any(f"person {house.dan.id}, " in each for each in room.people.doubts)


def test_a_password_that_was_planted_lets_nobody_in(house: House) -> None:
    with house.planted("people.password", "id", house.mia.id, people.HASHER.hash(OTHER)):
        with pytest.raises(Forbidden, match=DOUBTED):
            house.room.people.sign_in("Mia", OTHER)
        with pytest.raises(Forbidden, match="no account has"):
            house.room.people.sign_in("Mia", OWN)
    assert house.room.people.sign_in("Mia", OWN).id == house.mia.id


def test_a_role_that_was_planted_changes_no_account_and_moves_no_money(house: House, sitting: Any) -> None:
    table = sitting(house.room, "super-pan-9")
    table.play_round()
    lent = house.dan._replace(role="manager")
    with house.planted("people.role", "id", house.dan.id, "manager"):
        with pytest.raises(Forbidden, match=DOUBTED):
            Accounts(house.room.store, house.room.people, lent).lock("Mia")
        with pytest.raises(Forbidden, match=DOUBTED):
            table.do(house.dan, "pause")
        with pytest.raises(Forbidden, match=DOUBTED):
            house.room.jackpots.deposit(lent, 100, "a deposit of my own")
    assert house.audit() == ""


def test_a_manager_as_they_were_does_nothing_at_the_jackpots_desk(house: House) -> None:
    """The row with its seal from before they got another role."""
    accounts = house.accounts
    max_ = house.account("Max", "manager")
    was = house.row("people", "id", max_.id)
    accounts.role("Max", "dealer")
    now = house.row("people", "id", max_.id)
    house.put("people", was)
    with pytest.raises(Forbidden, match=DOUBTED):
        house.room.jackpots.deposit(max_, 100, "a deposit of my own")
    house.put("people", now)
    assert house.audit() == ""


def test_an_account_as_it_was_lets_nobody_in_who_has_the_old_password(house: House) -> None:
    """The row with its seal, from before the password was reset: this process knows better, another leaves a trace."""
    was = house.row("people", "id", house.mia.id)
    house.accounts.reset("Mia")
    house.room.people.doubts.clear()
    with pytest.raises(Forbidden):
        house.room.people.sign_in("Mia", OWN)
    now = house.row("people", "id", house.mia.id)
    house.put("people", was)
    with pytest.raises(Forbidden):
        house.room.people.sign_in("Mia", OWN)
    house.again()
    house.room.people.session(house.room.people.sign_in("Mia", OWN))
    house.sql("DELETE FROM sessions")
    house.put("people", now)
    assert "who came in by another password than the one that was set" in house.audit()


def test_a_second_factor_that_was_taken_away_is_asked_for_still(house: House) -> None:
    house.enrol(house.mia)
    row = house.row("factors", "person", house.mia.id)
    house.sql("DELETE FROM factors")
    token = house.room.people.session(house.room.people.sign_in("Mia", OWN))
    assert house.room.people.half_session(token) == (house.mia, "code")
    with pytest.raises(Forbidden, match=DOUBTED):
        house.room.factors.check(house.mia, "000000")
    house.put("factors", row)
    assert house.audit() == ""


def test_a_second_factor_that_was_lost_opens_nothing_when_it_is_put_back(house: House) -> None:
    house.enrol(house.mia)
    old = house.row("factors", "person", house.mia.id)
    house.accounts.remove_factor("Mia")
    house.enrol(house.mia)
    house.put("factors", old)
    with pytest.raises(Forbidden, match=DOUBTED):
        house.room.factors.check(house.mia, "000000")


def test_a_second_factor_that_the_room_asks_for_is_missed_by_the_audit(house: House) -> None:
    """The setting is taken away for as long as a manager signs in without one."""
    house.accounts.require("managers")
    row = house.row("room_settings", "name", "second-factor")
    house.sql("DELETE FROM room_settings")
    house.room.people.session(house.mia)
    house.put("room_settings", row)
    assert "without a second factor, which the room asked for" in house.audit()


def test_the_doubts_that_are_told_are_so_many_at_most(house: House) -> None:
    row = house.row("people", "id", house.dan.id)
    for number in range(100, 110 + MOST):
        house.put("people", (number, row[1], f"nobody {number}", *row[3:]))
        with house.room.store.transaction() as connection, pytest.raises(Forbidden):
            house.room.people.by_id(connection, number)
    assert len(house.room.people.doubts) == MOST


# ---------------------------------------------------------------------------------------------------- keys and seals


def test_under_another_key_people_stay_signed_in_and_an_old_process_stops(house: House) -> None:
    token = house.room.people.session(house.dan)
    other = house._open(house.url)
    with other.store.transaction() as connection:
        rotate(connection, other._keys, stamp(), COMMAND)
    with pytest.raises(Stopped, match="another key"):
        house.room.people.of_session(token)
    assert house._open(house.url).people.of_session(token) == house.dan
    assert house.audit() == ""


def test_a_row_without_a_seal_gets_one_where_the_journal_bears_it_out(house: House) -> None:
    token = house.room.people.session(house.dan)
    house.sql("UPDATE people SET seal = NULL, since = NULL, factor = NULL")
    house.sql("UPDATE sessions SET seal = NULL, entry = NULL")
    house.sql("UPDATE people SET role = 'manager' WHERE id = ?", house.dan.id)
    house.again()
    assert house.room.people.of_session(token) is None
    assert house.room.people.sign_in("Mia", OWN).id == house.mia.id
    with pytest.raises(Forbidden, match=DOUBTED):
        house.room.people.sign_in("Dan", OWN)
    house.sql("UPDATE people SET role = 'dealer' WHERE id = ?", house.dan.id)
    house.again()
    assert house.room.people.of_session(token) == house.dan
    assert house.audit() == ""


@pytest.mark.parametrize("all_", [False, True])
def test_an_older_account_is_sealed_with_the_password_that_it_was_first_found_with(
    sqlite: str, folder: Path, opened: Callable[..., Room], all_: bool
) -> None:
    """Its journal tells no password: an entry does since the first seal, and another is not sealed in its place."""
    restore(Path(__file__).with_name("data") / "older-room.gz", sqlite)
    opened(sqlite).close()
    with sqlite3.connect(folder / "room.db") as connection:
        (was,) = connection.execute("SELECT password FROM people WHERE id = 1").fetchone()
        connection.execute("UPDATE people SET password = ? WHERE id = 1", (people.HASHER.hash(OTHER),))
        connection.execute("UPDATE people SET seal = NULL" + ("" if all_ else " WHERE id = 1"))
    room = opened(sqlite)
    with pytest.raises(Forbidden, match=DOUBTED):
        room.people.sign_in("manager", OTHER)
    assert any(each.startswith("person 1, ") for each in room.people.doubts)
    assert "another password than the one that the journal tells of" in str(audit(sqlite)[0])
    room.close()
    with sqlite3.connect(folder / "room.db") as connection:
        connection.execute("UPDATE people SET password = ? WHERE id = 1", (was,))
    connection.close()
    assert opened(sqlite).people.sign_in("manager", "a long password").id == 1  # sealed anew, by the entry
    assert audit(sqlite) == []


def test_no_row_is_sealed_by_a_journal_that_does_not_hold(house: House) -> None:
    house.sql("UPDATE people SET seal = NULL, role = 'manager' WHERE id = ?", house.dan.id)
    house.sql("UPDATE journal SET body = replace(body, '\"dealer\"', '\"manager\"') WHERE chain = 0")
    house.again()
    with pytest.raises(Forbidden, match=DOUBTED):
        house.room.people.sign_in("Dan", OWN)


def test_a_seal_is_of_one_row_under_one_key(house: House) -> None:
    with house.room.store.transaction() as connection:
        row = connection.execute(PEOPLE.select().where(PEOPLE.c.id == house.dan.id)).one()._mapping
        signer = signer_of(connection)
    assert seals.right(seals.of_person, signer, row)
    assert not seals.right(seals.of_person, type(signer).fresh(), row)
    assert not seals.right(seals.of_person, signer, {**row, "locked_until": "never"})
    assert not seals.right(seals.of_person, signer, {**row, "password": b"\0"})


# ---------------------------------------------------------------------------------------------------- cards


@pytest.fixture
def live(house: House, sitting: Any) -> Any:
    """Two tables where a round is over and the shoe goes on."""
    tables = [sitting(house.room, "super-pan-9", decks="8") for _ in range(2)]
    for each in tables:
        each.play_round()
    return tables


def shoes_of(house: House) -> list[int]:
    return [id_ for (id_,) in house.sql("SELECT id FROM shoes WHERE NOT ended ORDER BY id")]


def test_a_shoe_in_use_is_not_opened_because_a_row_says_that_it_has_ended(house: House, live: Any) -> None:
    one, _ = shoes_of(house)
    before = house.room.proof(one, None).json()
    assert len(before["openings"]) < before["size"]
    junk = {"ended": 1, "cards": bytes(before["size"]), "salts": bytes(16 * before["size"])}
    for planted in ({"ended": 1}, junk):
        kept = {name: house.sql(f"SELECT {name} FROM shoes WHERE id = ?", one)[0][0] for name in planted}
        for name, value in planted.items():
            house.sql(f"UPDATE shoes SET {name} = ? WHERE id = ?", value, one)
        assert len(house.room.proof(one, None).json()["openings"]) == len(before["openings"])
        for name, value in kept.items():
            house.sql(f"UPDATE shoes SET {name} = ? WHERE id = ?", value, one)
    assert house.audit() == ""


def test_a_shoe_in_use_is_not_opened_by_another_tables_rounds(house: House, live: Any) -> None:
    one, two = shoes_of(house)
    with house.planted("shoes.chain", "id", two, live[0].table), pytest.raises(Refused):
        house.room.proof(two, None)
    house.again()
    (other,) = house.sql("SELECT id FROM rounds WHERE shoe = ?", one)[0]
    with house.planted("rounds.shoe", "id", other, two), pytest.raises(Refused):
        house.room.proof(two, None)
    assert house.room.proof(two, None).json()["shoe"] == two


def test_a_round_that_is_being_played_is_not_told_because_a_row_says_that_it_has_ended(
    house: House, sitting: Any
) -> None:
    table = sitting(house.room, "super-pairs")
    for person in table.people:
        table.bet(person)
    for person in table.people:
        table.do(person, "ready")
    found = house.sql("SELECT id FROM rounds WHERE ended IS NULL")
    assert found, "the round is over at once: deal another"
    (last,) = house.sql("SELECT seq FROM chains WHERE chain = ?", table.table)[0]
    with house.planted("rounds.ended", "id", found[0][0], last):
        for deed in (house.room.round, house.room.record):
            with pytest.raises(HousewayError):
                deed(found[0][0], None)


def test_a_document_that_was_changed_rules_nothing(house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9")
    ((hash_, content),) = house.sql("SELECT hash, content FROM documents")
    other = content.replace("Super", "Souper", 1)
    with (
        house.planted("documents.content", "hash", hash_, other),
        house.room.store.transaction() as connection,
        pytest.raises(Broken, match="was changed"),
    ):
        Documents().over(connection)(hash_)
    with house.room.store.transaction() as connection:
        assert Documents().over(connection)(hash_).hash == hash_


# ---------------------------------------------------------------------------------------------------- the journal


def planted_entry(house: House, chain: int, body: dict[str, Any]) -> None:
    """One more entry, with every hash as it should be, and no signature: nobody has the key."""
    seq, before = house.sql("SELECT seq, hash FROM chains WHERE chain = ?", chain)[0]
    text = canonical(body)
    now = link(before, chain, seq + 1, text)
    house.sql("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", chain, seq + 1, text, now, "00" * 64)
    house.sql("UPDATE chains SET seq = ?, hash = ? WHERE chain = ?", seq + 1, now, chain)


def taken_away(house: House, chain: int) -> None:
    """The last entry of a chain is gone again."""
    house.sql("DELETE FROM journal WHERE chain = ? AND seq = (SELECT seq FROM chains WHERE chain = ?)", chain, chain)
    last = "(SELECT {} FROM journal WHERE chain = ? ORDER BY seq DESC LIMIT 1)"
    statement = f"UPDATE chains SET seq = {last.format('seq')}, hash = {last.format('hash')} WHERE chain = ?"
    house.sql(statement, chain, chain, chain)


def last_entry(house: House, chain: int) -> dict[str, Any]:
    query = "SELECT body FROM journal WHERE chain = ? ORDER BY seq DESC LIMIT 1"
    return dict(json.loads(house.sql(query, chain)[0][0]))


@pytest.mark.parametrize("again", [False, True])
def test_an_entry_that_the_room_has_not_signed_is_not_dealt_by(house: House, sitting: Any, again: bool) -> None:
    table = sitting(house.room, "super-pan-9")
    planted_entry(house, table.table, last_entry(house, table.table) | {"kind": "leave", "data": {"seat": 2}})
    if again:
        house.room = house._open(house.url)
    with pytest.raises(Refused, match="does not hold"):
        house.room.view(table.table, None)
    taken_away(house, table.table)
    assert house.room.view(table.table, None).json()["seats"][1]["name"] == "Bob"


def test_a_table_that_is_set_back_while_it_is_played_at_is_refused(house: House, sitting: Any) -> None:
    """Its last entry is cut off before any checkpoint tells of it: this process remembers."""
    table, other = sitting(house.room, "super-pan-9"), sitting(house.room, "super-pan-9")
    taken_away(house, table.table)
    with pytest.raises(Refused, match="does not hold"):
        table.do(table.people[0], "leave")
    assert house.room.refused_tables(house.dan) == [(table.table, "a table")]
    other.play_round()


@pytest.mark.parametrize("which", [1, -1])
def test_an_entry_that_was_changed_is_not_dealt_by(house: House, sitting: Any, which: int) -> None:
    table = sitting(house.room, "super-pan-9")
    table.play_round()
    seqs = [seq for (seq,) in house.sql("SELECT seq FROM journal WHERE chain = ? ORDER BY seq", table.table)]
    seq = seqs[which] if which < 0 else seqs[0]
    (body,) = house.sql("SELECT body FROM journal WHERE chain = ? AND seq = ?", table.table, seq)[0]
    house.sql("UPDATE journal SET body = ? WHERE chain = ? AND seq = ?", body[:-1] + ',"z":1}', table.table, seq)
    other = house._open(house.url)
    with pytest.raises(Refused, match="does not hold"):
        other.view(table.table, None)


def test_what_waits_by_an_entry_that_was_planted_is_not_done(house: House, sitting: Any) -> None:
    """In the name of the manager, who knows of nothing."""
    table = sitting(house.room, "super-pan-9").table
    data = {"settings": {"maximum": "300.00"}, "reason": "nobody asked", "paytables": []}
    body = {"kind": "waits", "by": house.mia.id, "at": stamp(), "table": table, "act": "change", "data": data}
    planted_entry(house, 0, body)
    assert house.room.pending.listed() == []
    assert not house.room.pending.carry_out(house.room)
    taken_away(house, 0)
    assert house.room.settings_at(table)["maximum"] != "300.00"
    assert house.audit() == ""


def test_controls_that_were_planted_are_not_in_force(house: House) -> None:
    told = {"guests": [], "covered": 0, "verified": 10**9, "tables": {}, "hash": "", "by": COMMAND, "at": stamp()}
    planted_entry(house, 0, {"kind": "controls", **told})
    with house.room.store.transaction() as connection:
        assert running(connection) is None
    taken_away(house, 0)


def test_the_head_of_the_log_is_signed_over_what_the_room_has_logged(house: House, live: Any) -> None:
    before = house.room.log.head()
    planted_entry(house, log.CHAIN, last_entry(house, log.CHAIN) | {"root": "f" * 64})
    with pytest.raises(Broken):
        house.room.log.head()
    taken_away(house, log.CHAIN)
    assert house.room.log.head() == before


def test_a_command_that_was_not_done_is_not_answered_as_done(house: House, sitting: Any) -> None:
    """Its key is planted, with the version that it would have led to."""
    table = sitting(house.room, "super-pan-9")
    ann = table.people[0]
    command = Command(table.table, ann.id, "mine", None, "leave", {})
    house.put("commands", (ann.id, "mine", table.table, command.digest, 2))
    with pytest.raises(HousewayError, match="used for another"):
        house.room.do(command)
    house.put("commands", (ann.id, "mine", table.table, command.digest, 99))
    with pytest.raises(HousewayError, match="used for another"):
        house.room.do(command)
    house.sql("DELETE FROM commands WHERE key = 'mine'")
    assert not house.room.do(command).repeated
    assert house.room.do(command).repeated
    assert house.audit() == ""


# ---------------------------------------------------------------------------------------------------- jackpots, names

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}


class Aces:
    """A jackpot of the house, and somebody who plays for it."""

    def __init__(self, house: House) -> None:
        sensor = Sensor("aces", Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
        self.room, self._keys = house.room, iter(range(100))
        self.table = house.room.open_table(house.mia, "super-pairs", SETTINGS, "aces", jackpots={JACKPOT: sensor})
        self.ann = house.room.people.guest("Ann")
        self.do("sit", seat=1)

    def do(self, kind: str, **data: Any) -> None:
        self.room.do(Command(self.table, self.ann.id, f"ann-{next(self._keys)}", None, kind, data))

    def play(self) -> None:
        self.do("bet", wagers={"blackjack": 500, JACKPOT: 100})
        self.do("ready")
        while asked := [each for each in self.room.view(self.table, self.ann).json()["asked"] if each["yours"]]:
            self.do("answer", answer=0 if asked[0]["kind"] == "wager" else asked[0]["options"][0])


@pytest.fixture
def aces(house: House) -> Aces:
    return Aces(house)


def test_a_jackpot_that_is_frozen_takes_no_wager_by_its_row_alone(
    house: House, aces: Aces, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.room.jackpots.freeze(house.mia, "aces", "it is moved on Monday")
    with house.planted("jackpots.state", "id", "aces", "open"):
        aces.play()
    monkeypatch.setattr(jackpots_audit, "SKEW", timedelta())
    assert "jackpot aces, change 2: a wager was taken while it was frozen" in house.audit()


@pytest.mark.parametrize("column", ["account", "plan", "number"])
def test_a_jackpot_follows_from_its_changes_whatever_its_row_was(house: House, aces: Aces, column: str) -> None:
    ((kept,),) = house.sql(f"SELECT {column} FROM jackpots")
    other = {
        "account": kept and str(kept).replace("50000", "90000"),
        "plan": str(kept).replace("3/40", "3/4"),
        "number": 7,
    }
    house.sql(f"UPDATE jackpots SET {column} = ?", other[column])
    assert house.sql(f"SELECT {column} FROM jackpots") != [(kept,)]
    aces.play()
    said = house.audit()
    assert "jackpot aces" in said
    assert any(each in said for each in ("does not follow", "did not add that"))


def test_nobody_is_made_with_a_name_that_looks_like_anothers(house: House) -> None:
    with house.planted("identities.skeleton", "person", house.mia.id, "another"):
        house.room.people.add("Mía", "player", "no hash", by=None)
    assert f"is made with a name that looks like that of person {house.mia.id}" in house.audit()
