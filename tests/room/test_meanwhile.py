"""What somebody has begun is refused where their account was locked, reset or given another password meanwhile."""

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine, select, text

from houseway.academy import usual_plan
from houseway.errors import HousewayError
from houseway.room import Forbidden, Person, Room
from houseway.room.audit.room import audit
from houseway.room.commands import doing
from houseway.room.commands.commits import LINES
from houseway.room.controls.changing import change_table
from houseway.room.controls.file import read_controls
from houseway.room.controls.pending import BY_FILE
from houseway.room.people import people as people_module
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import People
from houseway.room.people.second_factor import STEP, code_at
from houseway.room.store import journal
from houseway.room.store.schema import FACTORS, IDENTITIES, PEOPLE, SESSIONS
from houseway.web.floor import at_each

COMMAND = "command: tests"
PASSWORD, BETTER = "the hearts of somebody", "a better secret 42"
EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"


class Desk(NamedTuple):
    """A room with a manager, a dealer and a player, each of whom has come in by a session."""

    room: Room
    owner: Accounts
    mia: Person
    dora: Person
    ann: Person

    def entries(self) -> list[str]:
        with self.room.store.reading() as connection:
            return [json.dumps(body) for _, body in journal.entries(connection, journal.ROOM)]


def made(room: Room, name: str, role: str) -> Person:
    """Somebody with a password of their own, as a request with their session finds them."""
    _, once = Accounts(room.store, room.people, COMMAND).add(name, role)
    person = room.people.set_password(room.people.sign_in(name, once), once, PASSWORD)
    found = room.people.of_session(room.people.session(person))
    assert found is not None
    return found


@pytest.fixture
def desk(sqlite: str, opened: Callable[..., Room]) -> Desk:
    room = opened(sqlite)
    owner = Accounts(room.store, room.people, COMMAND)
    mia, dora, ann = (made(room, *who) for who in (("Mia", "manager"), ("Dora", "dealer"), ("Ann", "player")))
    room.pending.add(BY_FILE, room.open_table(dora, "super-pan-9", {}, "t"), "close", {}, "a round")
    return Desk(room, owner, mia, dora, ann)


@pytest.fixture
def while_hashing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Have something done while a password is hashed, once."""

    def having(done: Callable[[], Any]) -> None:
        hasher = people_module.HASHER

        class Slow:
            verify = staticmethod(hasher.verify)

            def hash(self, password: str) -> str:
                monkeypatch.setattr(people_module, "HASHER", hasher)
                done()
                return str(hasher.hash(password))

        monkeypatch.setattr(people_module, "HASHER", Slow())

    return having


def new_password(desk: Desk, name: str) -> None:
    desk.room.people.set_password(desk.room.people.sign_in(name, PASSWORD), PASSWORD, BETTER)


MEANWHILE: dict[str, Callable[[Desk, str], Any]] = {
    "locked": lambda desk, name: desk.owner.lock(name),
    "reset": lambda desk, name: desk.owner.reset(name),
    "signed out": lambda desk, name: desk.owner.end_sessions(name),
    "another password": new_password,
}


# ---------------------------------------------------------------------------------------------------- accounts


@pytest.mark.parametrize("what", ["locked", "reset", "signed out", "another password"])
def test_a_manager_makes_no_account_while_theirs_is_taken_from_them(
    what: str, desk: Desk, while_hashing: Callable[..., None], sqlite: str
) -> None:
    while_hashing(lambda: MEANWHILE[what](desk, "Mia"))
    accounts = Accounts(desk.room.store, desk.room.people, desk.mia)
    with pytest.raises(Forbidden):
        accounts.add("Backdoor", "manager")
    assert not any("Backdoor" in each for each in desk.entries())
    with pytest.raises(Forbidden):
        desk.room.people.register("Backdoor", PASSWORD, "manager", by=desk.mia)
    with desk.room.store.reading() as connection:
        assert connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.name == "Backdoor")).first() is None
    assert audit(sqlite) == []


def test_a_manager_who_still_is_one_makes_accounts(desk: Desk) -> None:
    made_, once = Accounts(desk.room.store, desk.room.people, desk.mia).add("Dan", "dealer")
    assert desk.room.people.sign_in(made_, once).provisional
    assert desk.room.people.register("Eve", PASSWORD, "dealer", by=desk.mia).role == "dealer"


def test_a_password_that_is_being_changed_does_not_undo_a_reset(
    desk: Desk, while_hashing: Callable[..., None], sqlite: str
) -> None:
    given: list[str] = []
    while_hashing(lambda: given.append(desk.room.people.sign_in("Dora", PASSWORD).came_by))
    thief = desk.room.people.set_password(desk.dora, PASSWORD, BETTER)  # nothing happens meanwhile: it is changed
    while_hashing(lambda: while_hashing(lambda: given.append(desk.owner.reset("Dora")[1])))
    desk.owner.reset("Ann")  # takes the first hash
    with pytest.raises(Forbidden, match="the password has changed: sign in again"):
        desk.room.people.set_password(thief, BETTER, "stolen for good 77")
    assert desk.room.people.sign_in("Dora", given[-1]).provisional
    with pytest.raises(Forbidden):
        desk.room.people.sign_in("Dora", "stolen for good 77")
    with desk.room.store.reading() as connection:
        dora = select(IDENTITIES.c.own_password).where(IDENTITIES.c.person == desk.dora.id)
        assert not connection.execute(dora).scalar()
    assert audit(sqlite) == []


def test_no_password_is_changed_of_an_account_that_was_locked_meanwhile(
    desk: Desk, while_hashing: Callable[..., None], sqlite: str
) -> None:
    while_hashing(lambda: desk.owner.lock("Dora"))
    with pytest.raises(Forbidden, match="is locked"):
        desk.room.people.set_password(desk.dora, PASSWORD, BETTER)
    desk.owner.unlock("Dora")
    assert desk.room.people.sign_in("Dora", PASSWORD).id == desk.dora.id
    assert audit(sqlite) == []


def test_who_has_changed_a_password_opens_no_session_by_it_once_it_was_reset(desk: Desk) -> None:
    changed = desk.room.people.set_password(desk.dora, PASSWORD, BETTER)
    desk.owner.reset("Dora")
    with pytest.raises(Forbidden, match="the password has changed"):
        desk.room.people.session(changed, checked=True)


# ---------------------------------------------------------------------------------------------------- second factor


def enrolled(desk: Desk) -> bytes:
    """Dora's second factor, set up half a minute ago."""
    secret, ticket = desk.room.factors.offer(desk.dora)
    desk.room.factors.enrol(desk.dora, ticket, code_at(secret, int(time.time()) // STEP - 1))
    return secret


@pytest.mark.parametrize("checked", ["before", "after"])
def test_a_code_opens_no_session_that_was_begun_by_a_password_of_before(desk: Desk, checked: str, sqlite: str) -> None:
    room, secret = desk.room, enrolled(desk)
    half = room.people.half_session(room.people.session(room.people.sign_in("Dora", PASSWORD)))
    assert half is not None
    code = code_at(secret, int(time.time()) // STEP + 1)
    if checked == "before":
        room.factors.check(half[0], code)
    new_password(desk, "Dora")
    entries = desk.entries()
    if checked == "after":
        with pytest.raises(Forbidden, match="sign in again"):
            room.factors.check(half[0], code)
        step = select(FACTORS.c.step).where(FACTORS.c.person == desk.dora.id)
        with room.store.reading() as connection:
            assert connection.execute(step).scalar() < int(time.time()) // STEP, "the code is not used up"
    with pytest.raises(Forbidden, match="sign in again"):
        room.people.session(half[0], checked=True)
    assert desk.entries() == entries
    with room.store.reading() as connection:
        assert connection.execute(select(SESSIONS.c.token).where(SESSIONS.c.person == desk.dora.id)).first() is None
    assert audit(sqlite) == []


@pytest.mark.parametrize("what", MEANWHILE)
def test_no_second_factor_is_set_up_from_a_session_that_has_ended(desk: Desk, what: str, sqlite: str) -> None:
    secret, ticket = desk.room.factors.offer(desk.dora)
    MEANWHILE[what](desk, "Dora")
    entries = desk.entries()
    with pytest.raises(Forbidden):
        desk.room.factors.enrol(desk.dora, ticket, code_at(secret, int(time.time()) // STEP))
    assert desk.entries() == entries
    with desk.room.store.reading() as connection:
        assert connection.execute(select(FACTORS)).first() is None
    assert audit(sqlite) == []


def test_who_sets_one_up_goes_on_from_there_unless_the_account_changes_again(desk: Desk) -> None:
    secret, ticket = desk.room.factors.offer(desk.dora)
    after = desk.room.factors.enrol(desk.dora, ticket, code_at(secret, int(time.time()) // STEP))
    token = desk.room.people.session(after, checked=True)
    assert desk.room.people.of_session(token) == after
    new_password(desk, "Dora")
    with pytest.raises(Forbidden, match="sign in again"):
        desk.room.people.session(after, checked=True)


# ---------------------------------------------------------------------------------------------------- acts of people


def drop(desk: Desk) -> None:
    desk.room.pending.drop(desk.mia, desk.room.pending.listed()[0].waits.number, "not wanted")


def let_wait(desk: Desk) -> None:
    desk.room.pending.add(desk.mia, 1, "close", {}, "a round")


ACTS: dict[str, tuple[str, Callable[[Desk], Any]]] = {
    "deposit": ("Mia", lambda desk: desk.room.jackpots.deposit(desk.mia, 1000_00, "because I can")),
    "open a table": ("Ann", lambda desk: desk.room.open_table(desk.ann, "super-pan-9", {}, "mine")),
    "drop": ("Mia", drop),
    "let wait": ("Mia", let_wait),
    "put in force": ("Mia", lambda desk: desk.room.put_in_force(read_controls(EXAMPLE), desk.mia, "because I can")),
    "lock": ("Mia", lambda desk: Accounts(desk.room.store, desk.room.people, desk.mia).lock("Dora")),
    "require": ("Mia", lambda desk: Accounts(desk.room.store, desk.room.people, desk.mia).require("nobody")),
    "begin an exam": ("Dora", lambda desk: desk.room.academy.begin(desk.dora, usual_plan(["super-pan-9"]))),
    "more chips": ("Ann", lambda desk: desk.room.people.more_chips(desk.ann)),
    "a new session": ("Ann", lambda desk: desk.room.people.session(desk.ann)),
}
"""What is an entry in the room's own journal in somebody's name: whose, and the act."""


@pytest.mark.parametrize("what", MEANWHILE)
@pytest.mark.parametrize("act", ACTS)
def test_who_was_shut_out_meanwhile_acts_no_more(
    desk: Desk, act: str, what: str, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, does = ACTS[act]
    monkeypatch.setattr(people_module, "CHIPS", 100_000_00)  # Ann has few now
    MEANWHILE[what](desk, name)
    entries = desk.entries()
    with pytest.raises(Forbidden, match=r"locked|changed|sign in again|one-time"):
        does(desk)
    assert desk.entries() == entries, "nothing is half done"
    assert audit(sqlite) == []


def test_an_exam_takes_no_answer_of_who_was_shut_out_meanwhile(desk: Desk) -> None:
    academy = desk.room.academy
    sitting = academy.begin(desk.dora, usual_plan(["super-pan-9"]))
    desk.owner.reset("Dora")
    entries = desk.entries()
    with pytest.raises(Forbidden):
        academy.finish(sitting.token, desk.dora)
    with pytest.raises(HousewayError):
        academy.answer(sitting.token, desk.dora, 0, {})
    assert desk.entries() == entries


@pytest.mark.parametrize("what", MEANWHILE)
def test_a_form_at_a_table_is_refused_as_well(desk: Desk, what: str, sqlite: str) -> None:
    table = desk.room.open_table(desk.mia, "super-pan-9", {}, "t")
    MEANWHILE[what](desk, "Mia")
    told = at_each(desk.room, desk.mia, [table], "pause", "a browser")
    assert (told.done, len(told.refused)) == (0, 1)
    with pytest.raises(Forbidden):
        change_table(
            desk.room, desk.mia, table, {"settings": {"maximum": "350.00"}, "reason": "because", "paytables": []}
        )
    assert desk.room.view(table, None).json()["paused"] is False
    assert audit(sqlite) == []


@pytest.mark.parametrize("part", ["running._record", "pending.Pending.renew"])
def test_the_rooms_file_is_put_in_force_whole_or_not_at_all(
    desk: Desk, sqlite: str, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Where it cannot be recorded, or what it changes cannot wait, none of its tables was opened."""

    def refused(*_given: Any) -> None:
        raise Forbidden("not now")

    entries = desk.entries()
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(f"houseway.room.controls.{part}", refused)
        with pytest.raises(Forbidden, match="not now"):
            desk.room.put_in_force(read_controls(EXAMPLE), desk.mia, "the first evening")
    assert desk.entries() == entries
    opened = desk.room.put_in_force(read_controls(EXAMPLE), desk.mia, "the first evening").opened
    kinds = [json.loads(each)["kind"] for each in desk.entries()[len(entries) :]]
    assert kinds[: len(opened) + 1] == ["table"] * len(opened) + ["controls"]
    assert audit(sqlite) == []


LONG = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '0.2 seconds'"
)


def test_who_asks_is_looked_up_once_the_turn_of_their_command_has_come(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Locked out while another process is at the table, they have done nothing there."""
    room = opened(postgresql)
    dan, table, engine = made(room, "Dan", "dealer"), sitting(room, "super-pan-9"), create_engine(postgresql)
    told: list[Any] = []

    def pause() -> None:
        try:
            told.append(table.do(dan, "pause"))
        except HousewayError as fault:
            told.append(fault)

    with engine.begin() as elsewhere:
        assert journal.head(elsewhere, table.table, lock=True) is not None
        sending = threading.Thread(target=pause)
        sending.start()
        end = time.monotonic() + 60
        while not elsewhere.execute(LONG).scalar_one():
            assert time.monotonic() < end, "it never waited"
            time.sleep(0.02)
        Accounts(room.store, room.people, COMMAND).lock("Dan")
    sending.join(60)
    engine.dispose()
    assert [type(each) for each in told] == [Forbidden]
    assert audit(postgresql) == []


@pytest.mark.parametrize("how", ["together", "apart", "alone"])
def test_nobody_who_was_locked_out_while_a_command_is_done_has_done_it(
    how: str, postgresql: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shares a commit with another that takes long, or is done alone, and they are locked out meanwhile."""
    room = opened(postgresql)
    dan, ended = made(room, "Dan", "dealer"), threading.Event()
    first, *_, last = [sitting(room, "super-pan-9") for _ in range(1 + LINES)]
    ann, inside, told, real = first.people[0], threading.Event(), dict[str, Any](), doing.perform

    def slow(table: Any, kind: str, *given: Any) -> Any:
        if kind == ("pause" if how == "alone" else "bet") and not inside.is_set():
            inside.set()
            assert ended.wait(60)
        return real(table, kind, *given)

    def send(at: Any, person: Person, kind: str, **data: Any) -> threading.Thread:
        def do() -> None:
            try:
                told[kind] = at.do(person, kind, **data)
            except HousewayError as fault:
                told[kind] = fault

        sending = threading.Thread(target=do)
        sending.start()
        return sending

    monkeypatch.setattr(doing, "perform", slow)
    line = room._commits.lines[first.table % LINES]
    with line.writing:  # both wait for their turn, as they do while a commit is on its way
        both = [send(first, ann, "bet", wagers={"main": 1000}), send(last, dan, "pause")]
        end = time.monotonic() + 60
        while len(line._waiting) < 2:
            assert time.monotonic() < end, "they never came"
            time.sleep(0.01)
        for ticket in line._waiting:
            ticket.alone = how == "alone"
        if how == "alone":
            monkeypatch.setattr(room._commits, "_held", lambda *_: [])
        if how == "apart":
            monkeypatch.setattr(room._commits, "_at_a_stretch", room._commits._apart)
    assert inside.wait(60)
    Accounts(room.store, room.people, COMMAND).lock("Dan")
    ended.set()
    for each in both:
        each.join(60)
    assert isinstance(told["pause"], Forbidden), told
    assert told["bet"].version == 4
    assert not last.view()["paused"]
    assert audit(postgresql) == []


def test_who_locks_somebody_out_waits_for_what_they_have_done(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """What they did is on disk, and dated, before the entry that locks them out."""
    room = opened(postgresql)
    dan, engine = made(room, "Dan", "dealer"), create_engine(postgresql)
    locking = threading.Thread(target=Accounts(room.store, room.people, COMMAND).lock, args=("Dan",))
    with engine.begin() as elsewhere:
        room.people.hold(elsewhere, [dan])
        locking.start()
        end = time.monotonic() + 60
        while not elsewhere.execute(LONG).scalar_one():
            assert time.monotonic() < end, "it never waited"
            time.sleep(0.02)
        done = journal.stamp()
    locking.join(60)
    engine.dispose()
    with room.store.reading() as connection:
        *_, (_, body) = journal.entries(connection, journal.ROOM)
    assert (body["kind"], body["id"]) == ("lock", dan.id)
    assert body["at"] >= done


# ---------------------------------------------------------------------------------------------------- the audit


@pytest.mark.parametrize("what", ["locked", "reset"])
def test_the_audit_finds_a_table_opened_by_who_was_shut_out(
    desk: Desk, what: str, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    MEANWHILE[what](desk, "Mia")
    monkeypatch.setattr(People, "check_acting", lambda *_: None, raising=False)
    table = desk.room.open_table(desk.mia, "super-pan-9", {}, "mine")
    told = [str(each) for each in audit(sqlite)]
    assert any(f"table {table} is opened by person {desk.mia.id}, a manager locked out" in each for each in told), told


def chosen(desk: Desk) -> None:
    desk.room.people.sign_in = lambda *_: desk.ann  # type: ignore[method-assign]  # a room that does not ask
    desk.room.people.set_password(desk.ann, PASSWORD, BETTER)


def enrols(desk: Desk) -> None:
    secret, ticket = desk.room.factors.offer(desk.dora)
    desk.room.factors.enrol(desk.dora, ticket, code_at(secret, int(time.time()) // STEP))


@pytest.mark.parametrize(
    ("name", "what", "does", "says"),
    [
        ("Mia", "locked", drop, "is dropped by 2, who was no manager"),
        ("Dora", "reset", ACTS["begin an exam"][1], "an exam of person 3, a dealer locked out"),
        ("Dora", "locked", enrols, "a factor of person 3, a dealer locked out"),
        ("Dora", "reset", enrols, "a factor of person 3, a dealer locked out or with a one-time password"),
        ("Ann", "reset", ACTS["more chips"][1], "a chips of person 4, a player locked out"),
        ("Ann", "locked", chosen, "a password of person 4, a player locked out"),
    ],
)
def test_the_audit_finds_what_who_was_shut_out_has_done(
    desk: Desk, name: str, what: str, does: Callable[[Desk], Any], says: str, sqlite: str, monkeypatch: Any
) -> None:
    MEANWHILE[what](desk, name)
    monkeypatch.setattr(people_module, "check_same", lambda *_: None, raising=False)
    monkeypatch.setattr(people_module, "check_may_act", lambda *_: None, raising=False)
    monkeypatch.setattr(people_module, "CHIPS", 100_000_00)
    does(desk)
    told = [str(each) for each in audit(sqlite)]
    assert any(says in each for each in told), told


def test_the_audit_lets_who_was_reset_choose_a_password(desk: Desk, sqlite: str) -> None:
    _, once = desk.owner.reset("Dora")
    desk.room.people.set_password(desk.room.people.sign_in("Dora", once), once, BETTER)
    assert audit(sqlite) == []


def test_the_audit_finds_a_table_that_one_has_opened_in_anothers_name(
    desk: Desk, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = journal.append

    def other(connection: Any, chain: int, at: Any, body: Any) -> Any:
        named = {**body, "by": desk.dora.id} if body["kind"] == "table" else body
        return append(connection, chain, at, named)

    monkeypatch.setattr(journal, "append", other)
    desk.room.open_table(desk.mia, "super-pan-9", {}, "mine")
    assert "by another" in "".join(map(str, audit(sqlite)))
