"""Accounts, guests, roles, sessions, and how often a door may be tried."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, event, select, text, update

from houseway.errors import HousewayError, UnknownName
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.audit.room import audit
from houseway.room.people import people, tries
from houseway.room.people.accounts import Accounts
from houseway.room.people.passwords import checked_password, guesses
from houseway.room.people.people import People
from houseway.room.people.second_factor import STEP, code_at
from houseway.room.store import journal
from houseway.room.store.backup import restore
from houseway.room.store.schema import IDENTITIES, PEOPLE, SESSIONS, TRIES

COMMAND = "command: ann"


def manager_of(room: Room) -> Person:
    first = room.people.sign_in("manager", room.first_password)
    return room.people.set_password(first, room.first_password, "a long password")


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


def test_a_name_that_looks_like_another_is_taken(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    room.people.register("papa", "a long password")
    with pytest.raises(HousewayError, match="looks like one that is"):
        room.people.register("\u0440\u0430\u0440\u0430", "a long password")
    assert room.people.guest("\u0440\u0430\u0440\u0430").name == "\u0440\u0430\u0440\u0430 2"
    for name in ("Bot 2", "the house", "m\u0430nager", "\u3164"):
        with pytest.raises(HousewayError):
            room.people.guest(name)
        with pytest.raises(HousewayError):
            room.people.register(name, "a long password")


def test_a_common_name_costs_a_guest_no_more_than_a_rare_one(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    assert [room.people.guest("Bob").name for _ in range(40)] == ["Bob", *(f"Bob {n}" for n in range(2, 41))]
    asked: list[str] = []
    event.listen(room.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    room.people.guest("Bob")
    assert sum("FROM people" in each for each in asked) < 20


@pytest.mark.parametrize("name", ["Official room, managerxx", "I am your nice, dealerxx", f"The house{'.' * 13}xx"])
def test_a_name_that_is_cut_for_its_number_is_none_of_the_staff_s(
    name: str, sqlite: str, opened: Callable[..., Room]
) -> None:
    """The room itself made a guest `Official room, manager 2`, whom it refuses by that name."""
    room = opened(sqlite)
    assert room.people.guest(name).name == name
    with pytest.raises(HousewayError, match=r"of the staff|of the house"):
        room.people.guest(name)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "10 to 200"),
        ("x" * 201, "10 to 200"),
        ("tabs\tare not seen", "10 to 200"),
        ("Annabel Lee", "is made of the name"),
        ("eel lebanna", "is made of the name"),
        ("annabel lee99", "is made of the name"),
        ("annabellee annabellee", "is made of the name"),
        ("Lee.Annabel-lee_LEBANNA 7", "is made of the name"),
        ("lee lee lee annabel lee", "is made of the name"),
        ("password123", "soon guessed"),
        ("Password2026!", "soon guessed"),
        ("qwertyuiop", "soon guessed"),
        ("1234567890", "soon guessed"),
        ("aaaaaaaaaaaa", "soon guessed"),
        ("bcdefghijklm", "soon guessed"),
        ("lee annabel lee", "is made of the name"),
        ("manager manager", "soon guessed"),
        ("dealerdealer99", "soon guessed"),
        ("1q2w3e4r5t6y7u8i", "soon guessed"),
        ("zaq12wsxcde3", "soon guessed"),
        ("qwertyqwerty", "soon guessed"),
        ("letmeinletmein", "soon guessed"),
        ("passwordpass", "soon guessed"),
        ("tinkerbell", "soon guessed"),
        ("jesuschrist", "soon guessed"),
        ("contraseña123", "soon guessed"),
    ],
)
def test_a_password_that_is_guessed_first_is_refused(password: str, why: str) -> None:
    with pytest.raises(HousewayError, match=why):
        checked_password(password, "Annabel Lee")
    assert checked_password("Zoe kranz met an owl", "Zoe Kranz") == "Zoe kranz met an owl"
    for other in ("nine of hearts", "passwordpasswordpasswordXq8#kfLw9v2TzR"):
        assert checked_password(other) == other


def test_a_password_is_judged_by_its_own_name_whoever_else_is_judged_meanwhile() -> None:
    """The judge keeps names in one place for all, and had somebody else's there."""
    own, slow = "Krzysztofina.Wolanska", "4@8({[<369!1|70$5+%2zzzz"
    with ThreadPoolExecutor(3) as others:
        beside = [others.submit(guesses, slow, f"somebody else {number}") for number in range(12)]
        judged = {guesses(own, "krzysztofina wolanska") for _ in range(400)}
        assert all(each.result() for each in beside)
    assert len(judged) == 1


def test_tries_are_counted_by_name_and_place_and_nobody_else_can_shut_a_person_out(
    database: str, opened: Callable[..., Room]
) -> None:
    room = opened(database)
    now = [1000.0]
    people = People(room.store, wall=lambda: now[0])
    people.register("Ann", "a long password")
    people.sign_in("Ann", "a long password", "home")
    for place in range(40):
        for _ in range(tries.BY_BOTH + 1):
            with pytest.raises(Forbidden):
                people.sign_in("Ann", "a wrong password", f"elsewhere {place}")
    with pytest.raises(Forbidden, match="too many"):
        people.sign_in("Ann", "a long password", "elsewhere 3")
    with pytest.raises(Forbidden, match="too many"):
        people.sign_in("Ann", "a long password", "a new place")
    assert people.sign_in("Ann", "a long password", "home").name == "Ann"
    now[0] += tries.WINDOW + 1
    assert people.sign_in("Ann", "a long password", "elsewhere 3").name == "Ann"


def test_many_people_come_in_from_behind_one_address(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "BY_ADDRESS", 8)
    room = opened(sqlite)
    for number in range(tries.BY_ADDRESS + 5):
        room.people.register(f"P{number}", "a long password")
        assert room.people.sign_in(f"P{number}", "a long password", "the gate")
    for number in range(tries.BY_ADDRESS):
        with pytest.raises(Forbidden, match="no account"):
            room.people.sign_in(f"Q{number}", "a long password", "the gate")
    with pytest.raises(Forbidden, match="too many"):
        room.people.sign_in("R", "a long password", "the gate")


def test_a_name_without_an_account_is_refused_as_one_with_it(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same sentences, and a hash is tried as often."""
    room = opened(sqlite)
    room.people.register("Ann", "a long password")
    hashed: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Any:
            hashed.append(str(hash).split("$")[1])
            return super().verify(hash, password)

    monkeypatch.setattr(people, "HASHER", Counting(time_cost=1, memory_cost=8, parallelism=1))
    said: dict[str, list[str]] = {}
    commits: list[str] = []
    asking = ["nobody yet"]
    event.listen(room.store.engine, "commit", lambda _connection: commits.append(asking[-1]))
    for name in ("Ann", "Nobody", room.people.guest("Guest").name):
        said[name] = []
        for _ in range(tries.BY_BOTH + 2):
            asking.append(name)
            with pytest.raises(Forbidden) as fault:
                room.people.sign_in(name, "a wrong password", f"from {name}")
            said[name].append(str(fault.value))
    assert said["Ann"] == said["Nobody"] == said["Guest"]
    assert hashed == ["argon2id"] * (3 * tries.BY_BOTH)
    assert commits.count("Ann") == commits.count("Nobody") == commits.count("Guest"), (
        "nor does the disk tell them apart"
    )


def test_tries_at_once_do_not_get_past_the_count(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    room.people.register("Ann", "a long password")

    def attempt(_number: int) -> str:
        with pytest.raises(Forbidden) as fault:
            room.people.sign_in("Ann", "a wrong password", "a place")
        return str(fault.value)

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(attempt, range(30)))
    assert sum(each.startswith("no account") for each in said) == tries.BY_BOTH
    with room.store.transaction() as connection:
        assert sorted(connection.execute(select(TRIES.c.count)).scalars())[-1] == 30
        assert connection.execute(select(PEOPLE.c.failures).where(PEOPLE.c.key == "ann")).scalar() == tries.BY_BOTH


def test_sessions_are_kept_as_hashes_and_end(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.register("Ann", "a long password")
    token = room.people.session(ann)
    assert room.people.of_session(token)[:6] == ann[:6]
    assert room.people.of_session("another") is None
    with room.store.transaction() as connection:
        assert token not in connection.execute(select(SESSIONS.c.token)).scalars().all()
        password = connection.execute(select(PEOPLE.c.password).where(PEOPLE.c.id == ann.id)).scalar_one()
    assert password.startswith("$argon2id$")
    room.people.end_session(token)
    assert room.people.of_session(token) is None
    old = room.people.session(ann)
    room.people.set_password(ann, "a long password", "another good password")
    assert room.people.of_session(old) is None, "a new password ends the sessions of the old"


def test_a_player_without_chips_gets_more_and_the_audit_knows(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
    with pytest.raises(HousewayError, match="or less"):
        room.people.more_chips(ann)
    key = count()

    def do(kind: str, **data: Any) -> None:
        room.do(Command(table, ann.id, f"{kind} {next(key)}", None, kind, data))

    table = room.open_table(ann, "super-pan-9", {}, "t")
    do("sit", seat=1)
    while (has := room.view(table, ann).json()["seats"][0]["chips_cents"]) > 100_00:
        do("bet", wagers={"main": min(has, 300_00)})
        do("ready")
        while room.view(table, ann).json()["asked"]:
            do("answer", answer="draw")
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


# ---------------------------------------------------------------------------------------------------- accounts


def test_a_manager_makes_accounts_and_each_step_is_in_the_journal(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    manager = manager_of(room)
    accounts = Accounts(room.store, room.people, manager)
    _, once = accounts.add("Dora", "dealer")
    dora = room.people.sign_in("Dora", once)
    assert (dora.role, dora.provisional) == ("dealer", True)
    dora = room.people.set_password(dora, once, "nine of hearts")
    token = room.people.session(dora)
    assert accounts.role("dora", "surveillance") == "Dora"
    assert room.people.of_session(token) is None
    token = room.people.session(dora)
    assert accounts.end_sessions("Dora") == ("Dora", 1)
    assert room.people.of_session(token) is None
    token = room.people.session(dora)
    accounts.lock("Dora")
    assert room.people.of_session(token) is None
    with pytest.raises(Forbidden, match="locked"):
        room.people.sign_in("Dora", "nine of hearts")
    with pytest.raises(Forbidden, match="no account"):
        room.people.sign_in("Dora", "another password")
    accounts.unlock("Dora")
    _, again = accounts.reset("Dora")
    with pytest.raises(Forbidden):
        room.people.sign_in("Dora", "nine of hearts")
    assert room.people.sign_in("Dora", again).provisional
    with room.store.transaction() as connection:
        bodies = [body for _, body in journal.entries(connection, journal.ROOM)]
    told = [body for body in bodies if body["kind"] not in ("key", "session")][1:]
    kinds = ["password", "person", "password", "role", "end-sessions", "lock", "unlock", "reset"]
    assert [body["kind"] for body in told] == kinds
    assert {body["by"] for body in told} == {manager.id, dora.id}
    assert all(body["at"] for body in told)
    assert not any(once in json.dumps(body) or again in json.dumps(body) for body in told)
    (row,) = accounts.all("dor")
    assert (row.role, row.made_by, row.provisional, row.locked) == ("surveillance", "manager", True, False)
    room.people.add("Dirk", "dealer", "no hash", by="command: tests")
    assert {each.name: each.made_by for each in accounts.all()} == {
        "manager": "",
        "Dora": "manager",
        "Dirk": "a command",
    }
    assert audit(database) == []


def test_accounts_are_for_managers_and_a_room_keeps_one(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    provisional = room.people.sign_in("manager", room.first_password)
    manager = manager_of(room)
    accounts = Accounts(room.store, room.people, manager)
    dora = room.people.register("Dora", "nine of hearts", "dealer", by=manager)
    for person in (provisional, dora, room.people.guest("Ann")):
        with pytest.raises(Forbidden, match="for a manager"):
            Accounts(room.store, room.people, person)
    for refused in (accounts.lock, accounts.reset, lambda name: accounts.role(name, "dealer")):
        with pytest.raises(Forbidden, match="one's own"):
            refused("manager")
    by_command = Accounts(room.store, room.people, COMMAND)
    for last in (by_command.lock, lambda name: by_command.role(name, "dealer")):
        with pytest.raises(HousewayError, match="the last manager"):
            last("manager")
    room.people.register("Pat", "nine of hearts")
    with pytest.raises(HousewayError, match="stays a player"):
        accounts.role("Pat", "manager")
    with pytest.raises(UnknownName, match="no account"):
        accounts.reset("Ann")
    with pytest.raises(UnknownName, match="no role"):
        accounts.add("Eve", "king")
    with pytest.raises(HousewayError, match="taken"):
        accounts.add("DORA", "dealer")
    by_command.add("Max", "manager")
    by_command.lock("manager")
    with pytest.raises(Forbidden, match="is locked: ask a manager"):
        accounts.lock("Max")
    assert audit(sqlite) == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (
            "UPDATE people SET role = 'manager' WHERE name = 'Dora'",
            "is 'Dora', a manager, and the journal says 'Dora', a",
        ),
        ("DELETE FROM people WHERE name = 'Dora'", "is nobody, and the journal says 'Dora', a dealer"),
        ("UPDATE people SET locked_until = 0 WHERE name = 'Max'", "locked by the journal alone"),
        ("UPDATE people SET locked_until = 2e15 WHERE name = 'Dora'", "locked without an entry"),
        ("UPDATE people SET password = 'planted' WHERE name = 'Dora'", "another password"),
        (
            "UPDATE identities SET made_by = NULL WHERE person = 2",
            "made by nobody, and the journal says by person 1",
        ),
    ],
)
def test_what_is_written_past_the_journal_is_found(
    statement: str, found: str, sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    accounts = Accounts(room.store, room.people, manager_of(room))
    accounts.add("Dora", "dealer")
    accounts.add("Max", "manager")
    accounts.lock("Max")
    assert audit(sqlite) == []
    room.close()
    with create_engine(sqlite).begin() as connection:
        connection.execute(text(statement))
    assert [found in finding.what for finding in audit(sqlite)] == [True]


def test_entries_that_nobody_was_entitled_to_are_found(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    manager = manager_of(room)
    dora = room.people.register("Dora", "nine of hearts", "dealer", by=manager)
    with room.store.transaction() as connection:
        row = room.people.held(connection, dora.id)
        told = {"kind": "role", "role": "manager", "ends": True}
        room.people.change(connection, row, told, by=dora.id, ends=True, role="manager")
    room.people.add("Eve", "manager", "a digest", by=None)
    assert [finding.what.split(" by ")[1] for finding in audit(sqlite)] == [
        f"{dora.id}, who was no manager",
        "themselves",
        "None, who was no manager",
    ]


def test_nobody_approves_what_an_account_of_theirs_has_asked_for(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    manager = manager_of(room)
    max_ = room.people.register("Max", "nine of hearts", "manager", by=manager)
    dora = room.people.register("Dora", "nine of hearts", "dealer", by=max_)
    table = sitting(room, "super-pan-9")
    table.play_round()
    asked = table.do(dora, "request", round=1, what="void", reason="the wrong shoe").version
    for person in (dora, max_):
        with pytest.raises(Forbidden, match="two people"):
            table.do(person, "approve", request=asked)
    for _ in range(2):  # who made the maker, and then who gave the last one-time password
        with pytest.raises(Forbidden, match="made or reset by you"):
            table.do(manager, "approve", request=asked)
        Accounts(room.store, room.people, manager).reset("Dora")
    above = table.do(manager, "request", round=1, what="correction", seat=1, cents=125, reason="paid short").version
    with pytest.raises(Forbidden, match="your account was made or reset by who asked"):
        table.do(max_, "approve", request=above)
    ida = room.people.add("Ida", "dealer", "no hash", by=COMMAND)
    table.do(ida, "approve", request=asked)
    assert audit(database) == []


def test_another_reset_does_not_hide_who_reset_an_account_before(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """A manager resets another, makes a third as the other, and resets the other once more as the third."""
    room = opened(database)
    manager = manager_of(room)
    maud = room.people.add("Maud", "manager", "no hash", by=COMMAND)
    table = sitting(room, "super-pan-9")
    table.play_round()
    for word in ("nine of hearts", "ten of hearts"):
        by = manager if word[0] == "n" else room.people.register("Third", "nine of hearts", "manager", by=maud)
        once = Accounts(room.store, room.people, by).reset("Maud")[1]
        maud = room.people.set_password(room.people.sign_in("Maud", once), once, word)
    asked = table.do(manager, "request", round=1, what="void", reason="the wrong shoe").version
    maud = room.people.register("Maud's own", "nine of hearts", "manager", by=maud)
    with pytest.raises(Forbidden, match="your account was made or reset by who asked"):
        table.do(maud, "approve", request=asked)
    Accounts(room.store, room.people, COMMAND).reset("Maud")  # on the room's machine: it begins anew
    table.do(maud, "approve", request=asked)
    assert audit(database) == []


def own(room: Room, name: str, once: str, now: float | None = None) -> tuple[Person, bytes]:
    """Somebody who has chosen a password and set up a second factor; its secret."""
    person = room.people.set_password(room.people.sign_in(name, once), once, f"the hearts of {name}")
    secret, ticket = room.factors.offer(person)
    room.factors.enrol(person, ticket, code_at(secret, int(now or time.time()) // STEP))
    return person, secret


def test_two_whom_one_manager_made_approve_for_each_other_once_their_accounts_are_their_own(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    accounts = Accounts(room.store, room.people, manager_of(room))
    once = {name: accounts.add(name, "dealer")[1] for name in ("Dora", "Dan")}
    table = sitting(room, "super-pan-9")
    table.play_round()
    dora, _ = own(room, "Dora", once["Dora"])
    dan = room.people.set_password(room.people.sign_in("Dan", once["Dan"]), once["Dan"], "ten of hearts")
    asked = table.do(dora, "request", round=1, what="void", reason="the wrong shoe").version
    with pytest.raises(Forbidden, match="one manager has made or reset both accounts"):
        table.do(dan, "approve", request=asked)
    secret, ticket = room.factors.offer(dan)
    room.factors.enrol(dan, ticket, code_at(secret, int(time.time()) // STEP))
    table.do(dan, "approve", request=asked)
    again = table.do(dan, "request", round=1, what="correction", seat=1, cents=5, reason="paid short").version
    accounts.remove_factor("Dora")
    with pytest.raises(Forbidden, match="sets up a second factor"):
        table.do(dora, "approve", request=again)
    assert audit(database) == []


def test_what_was_asked_for_from_a_browser_is_not_approved_from_it(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    ida, ina = (room.people.add(name, "dealer", "no hash", by=COMMAND) for name in ("Ida", "Ina"))
    table = sitting(room, "super-pan-9")
    table.play_round()
    data = {"round": 1, "what": "void", "reason": "the wrong shoe"}
    asked = room.do(Command(table.table, ida.id, "asked", None, "request", data), "browser 1").version
    with pytest.raises(Forbidden, match="from this very browser"):
        room.do(Command(table.table, ina.id, "no", None, "approve", {"request": asked}), "browser 1")
    assert "browser" not in json.dumps(table.view())
    room.do(Command(table.table, ina.id, "yes", None, "approve", {"request": asked}), "browser 2")
    assert audit(sqlite) == []


def test_a_request_is_declined_with_a_reason_or_taken_back_and_a_table_waits_for_it(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    ida, ina = (room.people.add(name, "dealer", "no hash", by=COMMAND) for name in ("Ida", "Ina"))
    table = sitting(room, "super-pan-9")
    table.play_round()
    asked = [table.do(ida, "request", round=1, what="void", reason="reason 0").version]
    asked += [table.do(ida, "request", round=1, what="correction", seat=1, cents=125, reason="reason 1").version]
    with pytest.raises(HousewayError, match="approve or decline it first"):
        table.do(ina, "close")
    with pytest.raises(HousewayError, match="give a reason"):
        table.do(ina, "decline", request=asked[0], reason="")
    with pytest.raises(Forbidden):
        table.do(table.people[0], "decline", request=asked[0], reason="because")
    table.do(ina, "decline", request=asked[0], reason="the camera says otherwise")
    assert table.view()["log"][-1] == "the void of round 1 is declined: the camera says otherwise"
    with pytest.raises(UnknownName, match="nothing is asked for"):
        table.do(ina, "approve", request=asked[0])
    table.do(ida, "decline", request=asked[1], reason="a mistake")
    assert table.view()["log"][-1] == "the correction of round 1 is taken back: a mistake"
    table.do(ina, "close")
    assert audit(sqlite) == []


def test_an_approval_by_who_made_the_account_is_found(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    manager = manager_of(room)
    dora = room.people.register("Dora", "nine of hearts", "dealer", by=manager)
    table = sitting(room, "super-pan-9")
    table.play_round()
    asked = table.do(dora, "request", round=1, what="void", reason="the wrong shoe").version
    with room.store.transaction() as connection:
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.person == dora.id).values(made_by=None))
    table.do(manager, "approve", request=asked)
    with room.store.transaction() as connection:
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.person == dora.id).values(made_by=manager.id))
    assert ["made or reset by you" in finding.what for finding in audit(sqlite)] == [True]


def test_an_older_room_learns_who_made_whom_from_its_journal(sqlite: str, opened: Callable[..., Room]) -> None:
    restore(Path(__file__).with_name("data") / "older-room.gz", sqlite)
    room = opened(sqlite)
    made = {each.name: each.made_by for each in Accounts(room.store, room.people, COMMAND).all()}
    assert made == {"manager": "", "Max": "manager"}
    assert room.people.sign_in("manager", "a long password").role == "manager"
    with pytest.raises(HousewayError, match="looks like"):
        room.people.register("M\u0101x", "a long password")
    assert audit(sqlite) == []


def test_two_names_that_were_swapped_in_the_index_are_found(sqlite: str, opened: Callable[..., Room]) -> None:
    """Without the key, a command about one person would be carried out on another."""
    room = opened(sqlite)
    ann, bob = (room.people.add(name, "dealer", "no hash", by="command: tests") for name in ("Ann", "Bob"))
    assert audit(sqlite) == []
    with room.store.transaction() as connection:
        for id_, key in ((ann.id, "x"), (bob.id, "ann"), (ann.id, "bob")):
            connection.exec_driver_sql(f"UPDATE people SET key = '{key}' WHERE id = {id_}")
    assert sum("is found under" in str(each) for each in audit(sqlite)) == 2
