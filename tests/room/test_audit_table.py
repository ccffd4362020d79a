"""A table by its own entries: what was asked for is what was done, by whose it was to do, with money that was there."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from houseway.room import Person, Room
from houseway.room.acts import desk
from houseway.room.audit.room import audit
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import CHIPS
from houseway.room.store import seals


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


def test_who_was_a_supervisor_then_need_not_be_one_now(sqlite: str, room: Room, table: Any) -> None:
    dan, dot = supervisor(room, "Dan"), supervisor(room, "Dot")
    corrected(table, dan, dot)
    accounts = Accounts(room.store, room.people, "command: tests")
    for each in (dan, dot):
        accounts.role(each.name, "surveillance")
    assert said(sqlite) == ""
