"""A table by its own entries: what was asked for is what was done, by whose it was to do, with money that was there."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.acts import ACTS, OF_HOUSE, desk
from houseway.room.acts.wagers import Bet
from houseway.room.audit import chain
from houseway.room.audit import people as audit_people
from houseway.room.audit.room import audit
from houseway.room.commands import command
from houseway.room.commands.command import THE_HOUSE, Asked
from houseway.room.people.accounts import Accounts
from houseway.room.people.passwords import fingerprint
from houseway.room.people.people import CHIPS, People
from houseway.room.store import journal, seals
from houseway.room.store.transaction import Transaction
from houseway.room.table import rounds


def said(database: str) -> str:
    return "\n".join(map(str, audit(database)))


def change(folder: Path, *statements: str) -> None:
    """Change the database behind the room's back."""
    with sqlite3.connect(folder / "room.db") as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for each in statements:
            connection.execute(each)
    connection.close()


def lowest(folder: Path, person: Person) -> int:
    """The least that somebody ever had, by the ledger's order."""
    with sqlite3.connect(folder / "room.db") as connection:
        query = 'SELECT cents FROM postings WHERE account = ? ORDER BY "transaction"'
        rows = connection.execute(query, (f"person:{person.id}",)).fetchall()
    connection.close()
    return min(accumulate(cents for (cents,) in rows))


@pytest.fixture
def room(sqlite: str, opened: Callable[..., Room]) -> Room:
    return opened(sqlite)


@pytest.fixture
def table(room: Room, sitting: Any) -> Any:
    """Ann and Bob have played a round."""
    found = sitting(room, "super-pan-9", decks="8")
    found.play_round()
    return found


def supervisor(room: Room, name: str, role: str = "dealer", by: int | str = "command: tests") -> Person:
    return room.people.add(name, role, "no hash", by=by)


def corrected(table: Any, asks: Person, approves: Person, **asked: Any) -> None:
    asked = {"round": 1, "what": "correction", "reason": "paid short", "seat": 1, "cents": 100} | asked
    number = table.do(asks, "request", **asked).version
    table.do(approves, "approve", request=number)


@pytest.mark.parametrize(
    "lines",
    [
        {"person:3": 100, "house:1": -100},
        {"person:2": 100, "person:3": 100_00, "house:1": -101_00},
        {"person:2": 100, "chips": -100},
        {"person:2": 100_00, "bots:1": 100, "house:1": -101_00},
    ],
    ids=["to another", "more besides", "from elsewhere", "more"],
)
def test_a_correction_moves_what_was_asked_for_and_nothing_else(
    sqlite: str, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch, lines: dict[str, int]
) -> None:
    assert [person.id for person in table.people] == [2, 3]
    dan, dot = supervisor(room, "Dan"), supervisor(room, "Dot")
    corrected(table, dan, dot)
    assert said(sqlite) == ""
    monkeypatch.setattr(desk, "_lines", lambda table, asked, room: [list(line) for line in lines.items()])
    corrected(table, dan, dot)
    assert "is not the $1.00 for seat 1 that was asked for, and nothing else" in said(sqlite)


@pytest.mark.parametrize(
    "what, round_, seat, account, says",
    [
        ("bonus", 1, 1, "person:2", "approves a bonus, and there are only voids and corrections"),
        ("fee", 1, 1, "person:2", "approves a fee, and there are only voids and corrections"),
        ("correction", 77, 3, "", "is not the $234.00 for seat 3 that was asked for, and nothing else"),
        ("void", 77, None, "meter:aces", "moves money of meter:aces, which moves with its jackpot"),
    ],
)
def test_two_people_do_what_there_is_to_rounds_that_there_were(
    sqlite: str,
    room: Room,
    table: Any,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    round_: int,
    seat: int | None,
    account: str,
    says: str,
) -> None:
    """The house writes a request of its own kind, or of no round, and whatever it moves."""
    dan, dot = supervisor(room, "Dan"), supervisor(room, "Dot")
    monkeypatch.setattr(
        desk.Request, "check", lambda self, table, by, room: replace(self, name=by.name, room=room.stands(), at="")
    )
    lines = [[account, 234_00], [f"house:{table.table}", -234_00]]
    monkeypatch.setattr(desk, "_lines", lambda *_: lines)
    more = {} if seat is None else {"seat": seat, "cents": 234_00}
    table.do(dan, "request", round=round_, what=what, reason="because we can", **more)
    table.do(dot, "approve", request=table.view()["version"])
    assert says in said(sqlite)


@pytest.mark.parametrize("act", [desk.Request, desk.Approve])
def test_two_people_tell_where_the_rooms_journal_stood(
    act: type[desk.Request | desk.Approve], sqlite: str, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An approval that does not is judged by an older rule, which lets two dealers of one manager agree."""
    check = act.check
    monkeypatch.setattr(act, "check", lambda *given: replace(check(*given), room=0))
    corrected(table, supervisor(room, "Dan"), supervisor(room, "Dot"))
    assert f"the act '{act.__name__.lower()}' does not say where the room's journal stood" in said(sqlite)


def test_nobody_stakes_what_they_do_not_have(sqlite: str, folder: Path, room: Room, table: Any) -> None:
    """Without the key: a balance is higher for a moment, and put back when the wager lies."""
    ann = table.people[0]
    assert said(sqlite) == ""
    for _ in range(40):
        change(folder, f"UPDATE accounts SET balance = balance + 100000000 WHERE id = 'person:{ann.id}'")
        for person, cents in zip(table.people, (400_00, 5_00), strict=True):
            table.do(person, "bet", wagers={"main": cents})
            table.do(person, "ready")
        while table.answer():
            pass
        change(folder, f"UPDATE accounts SET balance = balance - 100000000 WHERE id = 'person:{ann.id}'")
        if lowest(folder, ann) < 0:
            break
    else:
        pytest.fail("Ann always wins")
    (finding,) = audit(sqlite)
    assert finding.where.startswith(f"account person:{ann.id}, table {table.table}, entry ")
    assert "nobody stakes or pays what is not there" in finding.what


def renumber(folder: Path, old: int, new: int) -> None:
    of = 'UPDATE postings SET "transaction" = {} WHERE "transaction" = {}'
    change(folder, f"UPDATE transactions SET id = {new} WHERE id = {old}", of.format(new, old))


def newest(folder: Path) -> int:
    with sqlite3.connect(folder / "room.db") as connection:
        (found,) = connection.execute("SELECT max(id) FROM transactions").fetchone()
    connection.close()
    return int(found)


def test_chips_are_not_numbered_before_what_their_player_had(sqlite: str, folder: Path, room: Room) -> None:
    """Without the key: Ann has nothing for a moment, and what she gets is made the first that ever moved."""
    ann = room.people.guest("Ann")
    change(folder, f"UPDATE accounts SET balance = 0 WHERE id = 'person:{ann.id}'")
    room.people.more_chips(ann)
    change(folder, f"UPDATE accounts SET balance = {2 * CHIPS} WHERE id = 'person:{ann.id}'")
    renumber(folder, newest(folder), -1)
    assert "is numbered after what came later" in said(sqlite)


def test_transactions_of_two_chains_are_numbered_by_their_time(
    sqlite: str, folder: Path, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = newest(folder)
    monkeypatch.setattr(room.people, "_stamp", lambda: (datetime.now(UTC) - timedelta(hours=1)).isoformat())
    room.people.guest("Cyd")
    monkeypatch.undo()
    assert f"transaction {first + 1}: of the room's journal" in said(sqlite)


def test_a_stake_is_not_covered_by_what_came_later(
    sqlite: str, folder: Path, room: Room, table: Any, sitting: Any
) -> None:
    """Without the key: Ann stakes what she has for a moment, and what comes to her at another table a few milliseconds
    later is numbered before it."""
    dan, dot, ann = supervisor(room, "Dan"), supervisor(room, "Dot"), table.people[0]
    corrected(table, dan, dot, cents=-900_00)
    other = sitting.back(room, room.open_table(ann, "super-pan-9", {}, "another"), [ann], 2)
    other.do(ann, "sit", seat=1)
    with_chips = f"UPDATE accounts SET balance = balance + {{}} WHERE id = 'person:{ann.id}'"
    change(folder, with_chips.format(400_00))
    other.do(ann, "bet", wagers={"main": 400_00})
    other.do(ann, "ready")
    change(folder, with_chips.format(-400_00))
    stake = newest(folder)
    corrected(table, dan, dot, cents=900_00)
    told = said(sqlite)
    assert f"account person:{ann.id}, table {other.table}, entry" in told
    came = newest(folder)
    assert (stake, came) == (came - 1, stake + 1)
    for old, new in ((stake, -1), (came, stake), (-1, came)):
        renumber(folder, old, new)
    assert lowest(folder, ann) >= 0
    assert said(sqlite) == told


def test_chips_are_not_given_for_what_went_later(sqlite: str, folder: Path, room: Room, table: Any) -> None:
    """Without the key: Ann has nothing for a moment and gets chips; what she loses later is numbered before them."""
    dan, dot, ann = supervisor(room, "Dan"), supervisor(room, "Dot"), table.people[0]
    with room.store.transaction() as connection:
        had = room.people.by_id(connection, ann.id).chips
    change(folder, f"UPDATE accounts SET balance = 0 WHERE id = 'person:{ann.id}'")
    room.people.more_chips(ann)
    change(folder, f"UPDATE accounts SET balance = {CHIPS + had} WHERE id = 'person:{ann.id}'")
    chips = newest(folder)
    corrected(table, dan, dot, cents=-had)
    told = said(sqlite)
    assert f"person {ann.id}: had" in told
    for old, new in ((chips, -1), (chips + 1, chips), (-1, chips + 1)):
        renumber(folder, old, new)
    assert said(sqlite) == told


def test_what_is_a_supervisors_was_done_by_one(
    sqlite: str, folder: Path, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players are dealers for a moment, by their rows alone, in a room that believes them."""
    monkeypatch.setattr(seals, "right", lambda *_: True)
    ann, bob = table.people
    ids = f"({ann.id}, {bob.id})"
    change(folder, f"UPDATE people SET role = 'dealer' WHERE id IN {ids}")
    corrected(table, ann, bob)
    number = table.do(ann, "request", round=1, what="void", reason="no reason").version
    table.do(bob, "decline", request=number, reason="no reason")
    for kind in ("pause", "resume", "close"):
        table.do(ann, kind)
    change(folder, f"UPDATE people SET role = 'player' WHERE id IN {ids}")
    monkeypatch.undo()
    found = said(sqlite)
    for kind, who in (("request", ann), ("approve", bob), ("decline", bob), ("pause", ann), ("resume", ann)):
        assert f"the act '{kind}' of person {who.id}, who was no dealer or manager then" in found
    assert f"the act 'close' of person {ann.id}, who was no dealer or manager then" in found


def by_nobody(table: Any, kind: str, told: object = "house", /, **data: Any) -> int:
    """A house that cheats: what people do is told as its own, or as a text's."""
    act = ACTS[kind].read(data, "wire")
    with pytest.MonkeyPatch.context() as cheats:
        cheats.setattr(type(act), "whose", OF_HOUSE)
        cheats.setattr(command, "HOUSE", told)
        cheats.setattr(Transaction, "second", lambda room, *_: room.stands())
        done = table.room._do(Asked(Command(table.table, THE_HOUSE.id, "", None, kind), act))
    return int(done.version)


@pytest.mark.parametrize("told", ["5", "house"])
def test_two_people_are_two_people(sqlite: str, room: Room, table: Any, told: str) -> None:
    """A correction and a void that somebody asks for and nobody approves; and what a text asks for and approves."""
    dan = supervisor(room, "Dan")
    asked: dict[str, Any] = {"round": 1, "what": "correction", "reason": "paid short", "seat": 1, "cents": 500_00}
    void = {"round": 1, "what": "void", "reason": "we do not like it"}
    numbers = [by_nobody(table, "request", "5", **asked), table.do(dan, "request", **void).version]
    approved = [by_nobody(table, "approve", told, request=number) for number in numbers]
    found = said(sqlite)
    assert f"table 1, entry {numbers[0]}: the act 'request' of '5', which only a person does" in found
    for entry in approved:
        assert f"table 1, entry {entry}: the act 'approve' of '{told}', which only a person does" in found


@pytest.mark.parametrize(
    "kind, data",
    [
        ("change", {"settings": {"commission": "4%"}, "reason": "we like it so"}),
        ("irregularity", {"kind": "misdeal", "reason": "we know the cards"}),
        ("pause", {}),
        ("close", {}),
        ("decline", {"reason": "we like it so"}),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_people_do_is_not_done_by_nobody(
    sqlite: str, room: Room, table: Any, kind: str, data: dict[str, Any]
) -> None:
    if kind == "irregularity":
        table.ready()
    if kind == "decline":
        asked = table.do(supervisor(room, "Dan"), "request", round=1, what="void", reason="paid short")
        data = data | {"request": asked.version}
    assert said(sqlite) == ""
    entry = by_nobody(table, kind, **data)
    assert said(sqlite) == f"table 1, entry {entry}: the act '{kind}' of 'house', which only a person does"


def test_what_the_house_does_is_not_done_by_a_person(sqlite: str, table: Any) -> None:
    table.ready()
    by_nobody(table, "timeout")
    assert said(sqlite) == ""
    by_nobody(table, "timeout", table.people[0].id)
    assert f"the act 'timeout' of {table.people[0].id}, which is the house's alone" in said(sqlite)


def test_who_has_opened_a_table_does_not_close_it_while_it_is_paused(
    sqlite: str, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = table.people
    table.do(bob, "leave")
    table.do(supervisor(room, "Dan"), "pause")
    with pytest.raises(HousewayError, match="paused"):
        table.do(ann, "close")
    monkeypatch.setattr(desk, "_own", lambda *_: None)
    table.do(ann, "close")
    assert f"the act 'close' of person {ann.id}, who was no dealer or manager then" in said(sqlite)


def test_nobody_plays_beyond_the_limits(sqlite: str, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are those of the round: what was laid within others before, and changed since, is no finding."""
    mia = supervisor(room, "Mia", "manager")

    def played(cents: int) -> None:
        for person in table.people:
            table.do(person, "bet", wagers={"main": cents})
        for person in table.people:
            table.do(person, "ready")
        while table.answer():
            pass

    played(300_00)
    table.do(mia, "change", settings={"maximum": "200.00"}, reason="a quiet day")
    played(200_00)
    table.do(mia, "change", settings={"maximum": "300.00", "minimum": "10.00"}, reason="a good day")
    played(10_00)
    assert said(sqlite) == ""
    with monkeypatch.context() as cheats:
        cheats.setattr(Bet, "check", lambda bet, *_: bet)
        cheats.setattr(rounds, "bot_wagers", lambda *_: {})
        played(300_01)
    found = [str(each) for each in audit(sqlite)]
    assert [each.partition(" is over")[0] for each in found] == [
        f"table 1, round 5: seat {seat}: main wager of $300.01" for seat in (1, 2)
    ]


def test_who_was_a_supervisor_then_need_not_be_one_now(sqlite: str, room: Room, table: Any) -> None:
    dan, dot = supervisor(room, "Dan"), supervisor(room, "Dot")
    corrected(table, dan, dot)
    accounts = Accounts(room.store, room.people, "command: tests")
    for each in (dan, dot):
        accounts.role(each.name, "surveillance")
    assert said(sqlite) == ""


def test_a_change_of_settings_is_a_managers(
    sqlite: str, folder: Path, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dealer is a manager for a moment, by the row alone, in a room that believes it."""
    dan = supervisor(room, "Dan")
    monkeypatch.setattr(seals, "right", lambda *_: True)
    change(folder, f"UPDATE people SET role = 'manager' WHERE id = {dan.id}")
    table.do(dan, "change", settings={"maximum": "300.00"}, reason="because I can")
    change(folder, f"UPDATE people SET role = 'dealer' WHERE id = {dan.id}")
    monkeypatch.undo()
    assert f"the act 'change' of person {dan.id}, who was no manager then" in said(sqlite)


def test_the_house_changes_and_closes_what_the_rooms_file_has_named(sqlite: str, room: Room, table: Any) -> None:
    """Person 0 is the house, for the room's file; a room without one has no such person."""
    room.act(table.table, "change", {"settings": {"maximum": "300.00"}, "reason": "nobody did"})
    room.act(table.table, "close", {})
    found = said(sqlite)
    for kind in ("change", "close"):
        assert f"the act '{kind}' of person 0, whom the room's file alone acts as" in found


def test_a_command_of_person_0_is_nobodys(sqlite: str, folder: Path, room: Room, table: Any) -> None:
    """A row and a session of a person 0 are planted: not even where the room believes all seals."""
    with pytest.MonkeyPatch.context() as believing:
        believing.setattr(seals, "right", lambda *_: True)
        dan = supervisor(room, "Dan", "manager")
        change(folder, f"UPDATE people SET id = 0, key = 'nobody' WHERE id = {dan.id}")
        with room.store.transaction() as connection, pytest.raises(HousewayError):
            room.people.by_id(connection, 0)


def test_who_is_locked_out_or_has_a_one_time_password_does_nothing_at_a_table(
    sqlite: str, folder: Path, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dan, dot = supervisor(room, "Dan"), supervisor(room, "Dot")
    accounts = Accounts(room.store, room.people, "command: tests")
    accounts.lock("Dan")
    accounts.reset("Dot")
    for each in (dan, dot):
        with pytest.raises(Forbidden):
            table.do(each, "pause")
    assert said(sqlite) == ""
    monkeypatch.setattr(chain, "SKEW", timedelta())
    monkeypatch.setattr(audit_people, "SKEW", timedelta())
    monkeypatch.setattr(seals, "right", lambda *_: True)
    rows = f"UPDATE people SET locked_until = {{}}, provisional = {{}} WHERE id IN ({dan.id}, {dot.id})"
    change(folder, rows.format(0, 0))
    table.do(dan, "pause")
    table.do(dot, "resume")
    found = said(sqlite)
    for each, kind in ((dan, "pause"), (dot, "resume")):
        assert f"the act '{kind}' of person {each.id}, who was locked out, or had a one-time password then" in found


def test_an_approval_is_not_dated_back_to_before_two_people_were_tied(
    sqlite: str, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that cheats: the room's journal stood at entry 1 then, it says, before either account was made."""
    mia = supervisor(room, "Mia", "manager")
    dan = supervisor(room, "Dan", by=mia.id)
    with pytest.raises(Forbidden, match="two people"):
        corrected(table, dan, mia)
    monkeypatch.setattr(Transaction, "second", lambda *_: 1)
    corrected(table, dan, mia)
    found = said(sqlite)
    assert "says that the room's journal stood at entry 1, and it had come to" in found
    assert f"says that the room's journal stood at entry 1, before person {mia.id} was made" in found


def test_an_approval_is_judged_by_what_was_long_so_whatever_position_it_names(
    sqlite: str, room: Room, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request names no position, as older ones do; the reset that ties them came ten seconds before."""
    mia, dan = supervisor(room, "Mia", "manager"), supervisor(room, "Dan")
    position = room_entries(room)
    ago = (datetime.now(UTC) - timedelta(seconds=10)).isoformat(timespec="milliseconds")
    with monkeypatch.context() as earlier:
        earlier.setattr(room.people, "_stamp", lambda: ago)
        with room.store.transaction() as connection:
            row = room.people.held(connection, dan.id)
            told = {"kind": "reset", "password": fingerprint("no hash")}
            room.people.change(connection, row, told, by=mia.id, ends=True, provisional=True)
            row = room.people.held(connection, dan.id)
            told = {"kind": "password", "password": fingerprint("no hash")}
            room.people.change(connection, row, told, by=dan.id, ends=True, provisional=False)
            connection.exec_driver_sql(
                f"UPDATE identities SET reset_by = {mia.id}, own_password = 1 WHERE person = {dan.id}"
            )
    monkeypatch.setattr(Transaction, "stands", lambda *_: 0)
    monkeypatch.setattr(Transaction, "second", lambda *_: position)
    corrected(table, dan, mia)
    found = said(sqlite)
    assert "and should not have been: two people: the account that asked for it was made or reset by you" in found


def room_entries(room: Room) -> int:
    with room.store.transaction() as connection:
        head = journal.head(connection, journal.ROOM, lock=False)
    assert head is not None
    return head.seq


def test_a_table_with_limits_of_its_own_was_opened_by_who_may(
    sqlite: str, folder: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.people.guest("Ann")
    monkeypatch.setattr(People, "check_acting", lambda *_: None)
    room.open_table(ann._replace(role="dealer"), "super-pan-9", {"maximum": "350.00"}, "mine")
    assert f"the act 'opened' of person {ann.id}, who was no dealer or manager then" in said(sqlite)
