"""Accounts, guests, roles, sessions, lock-out."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Room
from houseway.room.audit import audit
from houseway.room.people import LOCKED_FOR, TRIES, People
from houseway.room.schema import PEOPLE, SESSIONS


def test_the_first_start_makes_a_manager_who_must_choose_a_password(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    assert room.first_password
    assert opened(database).first_password == ""
    manager = room.sign_in("manager", room.first_password)
    assert (manager.role, manager.provisional) == ("manager", True)
    with pytest.raises(Forbidden):
        room.register("Dora", "a long password", "dealer", by=manager)
    with pytest.raises(Forbidden):
        room.open_table(manager, "super-pan-9", {}, "t")
    manager = room.set_password(manager, room.first_password, "a long password")
    with pytest.raises(Forbidden):
        room.sign_in("manager", room.first_password)
    assert room.register("Dora", "a long password", "dealer", by=manager).role == "dealer"
    with pytest.raises(Forbidden):
        room.register("Eve", "a long password", "manager")


def test_names_are_unique_whatever_their_case_and_a_guest_gets_a_number(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    room.register("Ann", "a long password")
    assert room.guest("  ANN ").name == "ANN 2"
    assert room.guest("Ann").name == "Ann 3"
    with pytest.raises(HousewayError, match="taken"):
        room.register("ann", "a long password")
    for name in ("", " ", "x" * 25, "a\x00b", "a\u202eb"):
        with pytest.raises(HousewayError, match="1 to 24"):
            room.guest(name)
    with pytest.raises(HousewayError, match="8 to 200"):
        room.register("Bob", "short")


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
    ann = room.register("Ann", "a long password")
    token = room.session(ann)
    assert room.person(token) == ann
    assert room.person("another") is None
    with room.store.transaction() as connection:
        assert token not in connection.execute(select(SESSIONS.c.token)).scalars().all()
        password = connection.execute(select(PEOPLE.c.password).where(PEOPLE.c.id == ann.id)).scalar_one()
    assert password.startswith("$argon2id$")
    room.end_session(token)
    assert room.person(token) is None
    old = room.session(ann)
    room.set_password(ann, "a long password", "another password")
    assert room.person(old) is None, "a new password ends the sessions of the old"


def test_a_player_without_chips_gets_more_and_the_audit_knows(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.guest("Ann")
    with pytest.raises(HousewayError, match="or less"):
        room.more_chips(ann)
    for number in range(3):
        table = room.open_table(ann, "super-pan-9", {}, "t")
        for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 300_00}}), ("ready", {})):
            room.do(Command(table, ann.id, f"{kind} {number}", None, kind, data))
    assert room.more_chips(ann).chips == 1000_00
    assert audit(database) == []


def test_only_players_sit_and_surveillance_only_watches(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    manager = room.set_password(room.sign_in("manager", room.first_password), room.first_password, "a long password")
    sue = room.register("Sue", "a long password", "surveillance", by=manager)
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
