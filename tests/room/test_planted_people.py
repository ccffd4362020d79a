"""People whose rows were changed or put back as they were, and the seals and keys that tell."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.room import Forbidden, Room, Stopped
from houseway.room.audit.room import audit
from houseway.room.people import people
from houseway.room.people.accounts import Accounts
from houseway.room.people.believed import MOST
from houseway.room.people.people import LOCKED
from houseway.room.store import seals
from houseway.room.store.backup import restore
from houseway.room.store.journal import signer_of, stamp
from houseway.room.store.keyring import Keyring
from houseway.room.store.schema import PEOPLE, SESSIONS
from houseway.room.store.signatures import rotate
from planting import COMMAND, DOUBTED, OTHER, OWN, House


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


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
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
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
    found, lacks = house.room.people.half_session(token)
    assert (found[:6], lacks) == (house.mia[:6], "code")
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
        rotate(connection, Keyring.of(house.url), stamp(), COMMAND)
    with pytest.raises(Stopped, match="another key"):
        house.room.people.of_session(token)
    assert house._open(house.url).people.of_session(token)[:6] == house.dan[:6]
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
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
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
