"""Sessions that were planted, or have ended and are put back, with the head of the journal too or beside a process."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from houseway.room import Forbidden, Room, SignInFirst
from houseway.room.people.accounts import Accounts
from planting import COMMAND, DOUBTED, OTHER, OWN, House, hashed


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


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
    assert house.room.people.of_session(token)[:6] == house.dan[:6]


def test_a_session_that_lacks_a_code_does_not_come_to_have_had_one(house: House) -> None:
    house.enrol(house.mia)
    token = house.room.people.session(house.mia)
    with house.planted("sessions.stage", "token", hashed(token), None):
        assert house.room.people.of_session(token) is None
    found, lacks = house.room.people.half_session(token)
    assert (found[:6], lacks) == (house.mia[:6], "code")


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
    assert house.room.people.of_session(fresh)[:6] == house.mia[:6]


def test_what_came_to_nothing_has_ended_no_session(house: House) -> None:
    token = house.room.people.session(house.dan)

    def changed() -> None:
        with house.room.store.transaction() as connection:
            row = house.room.people.held(connection, house.dan.id)
            house.room.people.change(connection, row, {"kind": "end-sessions"}, by=COMMAND, ends=True)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        changed()
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
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
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
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
    assert house.room.people.of_session(fresh)[:6] == house.mia[:6]
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
    assert house.room.people.of_session(fresh)[:6] == house.mia[:6]
    house.sql("DELETE FROM sessions WHERE token = ?", hashed(token))
    assert house.audit() == ""


def test_what_came_to_nothing_is_no_head_that_is_remembered(house: House) -> None:
    """The first that a process reads is an entry of its own, which is undone."""
    token = house.room.people.session(house.dan)
    house.again()
    read_and_undone(house, token)
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
    house.room.people.guest("Gus")
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
    assert house.room.people.doubts == []


def test_a_command_asks_the_database_no_more_often_for_it(house: House) -> None:
    """Where the room's journal stands comes with the row of the session."""
    token, asked = house.room.people.session(house.dan), []
    assert house.room.people.of_session(token)[:6] == house.dan[:6]
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
