"""Accounts, guests, roles, sessions, lock-out."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Room
from houseway.room.audit import audit
from houseway.room.people import LOCKED_FOR, TRIES, People
from houseway.room.store.schema import PEOPLE, SESSIONS


def test_the_first_start_makes_a_manager_who_must_choose_a_password(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    assert room.first_password
    assert opened(database).first_password == ""
    manager = room.people.sign_in("manager", room.first_password)
    assert (manager.role, manager.provisional) == ("manager", True)
    with pytest.raises(Forbidden):
        room.people.register("Dora", "a long password", "dealer", by=manager)
    with pytest.raises(Forbidden):
        room.open_table(manager, "super-pan-9", {}, "t")
    manager = room.people.set_password(manager, room.first_password, "a long password")
    with pytest.raises(Forbidden):
        room.people.sign_in("manager", room.first_password)
    assert room.people.register("Dora", "a long password", "dealer", by=manager).role == "dealer"
    with pytest.raises(Forbidden):
        room.people.register("Eve", "a long password", "manager")


def test_names_are_unique_whatever_their_case_and_a_guest_gets_a_number(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    room.people.register("Ann", "a long password")
    assert room.people.guest("  ANN ").name == "ANN 2"
    assert room.people.guest("Ann").name == "Ann 3"
    with pytest.raises(HousewayError, match="taken"):
        room.people.register("ann", "a long password")
    for name in ("", " ", "x" * 25, "a\x00b", "a\u202eb"):
        with pytest.raises(HousewayError, match="1 to 24"):
            room.people.guest(name)
    with pytest.raises(HousewayError, match="8 to 200"):
        room.people.register("Bob", "short")


def test_five_failures_lock_an_account_for_a_while(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    now = [1000.0]
    people = People(room.store, wall=lambda: now[0])
    people.register("Ann", "a long password")
    for _ in range(TRIES):
        with pytest.raises(Forbidden):
            people.sign_in("Ann", "a wrong password")
    with pytest.raises(Forbidden):
        people.sign_in("Ann", "a long password")
    now[0] += LOCKED_FOR + 1
    assert people.sign_in("Ann", "a long password").name == "Ann"
    with pytest.raises(Forbidden):
        people.sign_in("Nobody", "a long password")
    with pytest.raises(Forbidden):
        people.sign_in(people.guest("Guest").name, "")


def test_sessions_are_kept_as_hashes_and_end(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.register("Ann", "a long password")
    token = room.people.session(ann)
    assert room.people.of_session(token) == ann
    assert room.people.of_session("another") is None
    with room.store.transaction() as connection:
        assert token not in connection.execute(select(SESSIONS.c.token)).scalars().all()
        password = connection.execute(select(PEOPLE.c.password).where(PEOPLE.c.id == ann.id)).scalar_one()
    assert password.startswith("$argon2id$")
    room.people.end_session(token)
    assert room.people.of_session(token) is None
    old = room.people.session(ann)
    room.people.set_password(ann, "a long password", "another password")
    assert room.people.of_session(old) is None, "a new password ends the sessions of the old"


def test_a_player_without_chips_gets_more_and_the_audit_knows(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
    with pytest.raises(HousewayError, match="or less"):
        room.people.more_chips(ann)
    for number in range(3):
        table = room.open_table(ann, "super-pan-9", {}, "t")
        for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 300_00}}), ("ready", {})):
            room.do(Command(table, ann.id, f"{kind} {number}", None, kind, data))
    assert room.people.more_chips(ann).chips == 1000_00
    assert audit(database) == []


def test_only_players_sit_and_surveillance_only_watches(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    sue = room.people.register("Sue", "a long password", "surveillance", by=manager)
    table = room.open_table(manager, "super-pan-9", {}, "t")
    for person in (manager, sue):
        with pytest.raises(Forbidden, match="does not play"):
            room.do(Command(table, person.id, "k", None, "sit", {"seat": 1}))
    with pytest.raises(Forbidden):
        room.open_table(sue, "super-pan-9", {}, "t")
    with pytest.raises(Forbidden):
        room.do(Command(table, sue.id, "k", None, "add-bot", {"seat": 1}))
    with pytest.raises(Forbidden):
        room.do(Command(table, sue.id, "k", None, "pause", {}))
