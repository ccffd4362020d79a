"""Every column of every table: whoever changes a value behind the room's back is found out, or it is no evidence.

One played room has rows in all tables. Each column is changed in a copy of it, a row of each table is deleted and a row
is planted; the audit finds it, but for the columns that `NOT_EVIDENCE` names. It also finds each table and each column
that is gone, a version that was set back, and a value of another type than its column's.
"""

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Boolean, Float, Integer, LargeBinary, String

from honest import TURNS, Honest
from houseway.academy import Item
from houseway.cards import parse_cards
from houseway.document import Document, document_from
from houseway.errors import UnknownName
from houseway.games import game as find_game
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.archive.writing import archive
from houseway.room.audit import chain
from houseway.room.audit.room import NOT_EVIDENCE, audit
from houseway.room.controls.file import read_controls
from houseway.room.errors import Refused
from houseway.room.fairness import nonces
from houseway.room.jackpots.plan import Plan
from houseway.room.people import people
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import LOCKED
from houseway.room.people.second_factor import code_at
from houseway.room.store import documents
from houseway.room.store.migrations import MIGRATIONS
from houseway.room.store.schema import META
from houseway.room.table import rounds
from houseway.room.table.metering import Sensor

JACKPOT = "super-pairs-jackpot"
PAIRS = find_game("super-pairs")
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}
TABLES = [table.name for table in META.sorted_tables]
COLUMNS = [f"{table.name}.{column.name}" for table in META.sorted_tables for column in table.columns]
PLANTED = {"people.locked_until": LOCKED}
"""Where not every other value says something else."""

LONG = "a long password"
ALL_ROWS = bool(os.environ.get("HOUSEWAY_ALL_ROWS"))
"""The long form changes every row, not the first alone."""

ORDERS = {"checkpoints.id"}
"""What says the order of rows and nothing else: the last may have any higher number."""

ROW_IDS = {
    f"{table.name}.{column.name}"
    for table in META.sorted_tables
    for column in table.primary_key.columns
    if isinstance(column.type, Integer) and len(table.primary_key.columns) == 1
}
"""Keys of which SQLite itself takes whole numbers alone."""

HEALS = {"lobby": "a table without a row gets one when it is next looked at"}
"""Rows that may be missing."""


@pytest.fixture(scope="module")
def files(arranged: Any, sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a room in which everything has happened that a table of the database is for."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(rounds, "TURNS", TURNS)
        quick.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        draws = arranged(PAIRS.pack(PAIRS.configure(SETTINGS)), parse_cards("As As As 2c 9c 9d 9h"))
        room = Room.open(f"sqlite:///{folder}/room.db", draw=draws)
        happened(room, sitting, example(tmp_path_factory.mktemp("controls")))
        room.close()
        assert audit(f"sqlite:///{folder}/room.db") == []
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def example(folder: Path) -> Path:
    """The example of a room's file; in the quick form with one table, since every audit reads each."""
    whole = Path(__file__).parents[2] / "examples" / "room.toml"
    head, *tables = whole.read_text(encoding="utf-8").split("[[table]]")
    (folder / "room.toml").write_text(f"{head}[[table]]{tables[-1]}", encoding="utf-8")
    return whole if ALL_ROWS else folder / "room.toml"


def happened(room: Room, sitting: Any, controls: Path) -> None:
    staff = (("Mia", "manager"), ("Max", "manager"), ("Dora", "dealer"), ("Dan", "dealer"))
    mia, max_, dora, dan = (room.people.add(*who, people.HASHER.hash(LONG), by="command: tests") for who in staff)
    won(room, mia, dora)
    room.jackpots.ask(mia, "malfunction", "aces", "the meter stood still", cents=-5)
    room.jackpots.freeze(max_, "aces", "it is moved on Monday")
    table = sitting(room, "super-pan-9")
    for _ in range(2):
        Honest(table).play_round()
        room.checkpoint()
    table.do(dan, "request", round=2, what="void", reason="a misdeal")
    old = sitting(room, "supreme-99", people=1)
    for _ in range(2):
        Honest(old).play_round()
    room.put_in_force(read_controls(controls), "command: tests", "a new year")
    archive(room.store, Path(str(room.store.engine.url.database)).with_name("old.archive"), "9999", "command: tests")
    came_in(room, dora)
    room.drills.keep(Item("super-pan-9", "decide", 1), [])
    room.drills.count(mia.id, "super-pan-9", "draw", Fraction(1, 4))


def won(room: Room, mia: Person, dora: Person) -> None:
    """Somebody wins a jackpot of the house, and one of two people has verified it."""
    sensor = Sensor("aces", Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
    table = room.open_table(mia, "super-pairs", SETTINGS, "aces high", jackpots={JACKPOT: sensor})
    ann, keys = room.people.guest("Ann Other"), iter(range(1000))

    def do(kind: str, **data: Any) -> None:
        room.do(Command(table, ann.id, f"ann-{next(keys)}", None, kind, data))

    do("sit", seat=1)
    do("bet", wagers={"blackjack": 500, JACKPOT: 100})
    do("ready")
    while asked := [each for each in room.view(table, ann).json()["asked"] if each["yours"]]:
        do("answer", answer=0 if asked[0]["kind"] == "wager" else asked[0]["options"][0])
    (award,) = room.jackpots.awards()
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": award["cents"], "player": "Ann Other"}
    room.jackpots.verify(dora, award["award"], seen)


def came_in(room: Room, dora: Person) -> None:
    """A wrong password, a second factor, a session, and a setting of the room."""
    with pytest.raises(Forbidden):
        room.people.sign_in("Dora", "not this one")
    secret, ticket = room.factors.offer(dora)
    room.factors.enrol(dora, ticket, code_at(secret, int(room.factors._wall()) // 30))
    Accounts(room.store, room.people, "command: tests").require("managers")
    room.people.session(dora, checked=True)


def other(value: Any, *, yes_or_no: bool) -> Any:
    """Another value in the place of this one: as well formed as it was."""
    if yes_or_no:
        return 1 - (value or 0)
    if value is None:
        return 1
    if isinstance(value, int | float):
        return value + 7919
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"\1"
    try:
        told = json.loads(value)
    except ValueError:
        told = None
    if isinstance(told, dict):
        return json.dumps(changed_leaf(told), sort_keys=True, separators=(",", ":"))
    return value[:-1] + ("b" if value[-1:] != "b" else "c")


def changed_leaf(told: dict[str, Any]) -> dict[str, Any]:
    """The same with its last value another one."""
    if not told:
        return {"more": 1}
    key = max(told)
    inner = told[key]
    if isinstance(inner, dict):
        return told | {key: changed_leaf(inner)}
    return told | {key: inner + 1 if isinstance(inner, int) and not isinstance(inner, bool) else f"{inner}!"}


class Spoilt:
    """Copies of a room, each changed behind its back; what the audit says."""

    def __init__(self, files: dict[str, bytes], folder: Path) -> None:
        self.folder = folder
        for name, content in files.items():
            (folder / name).write_bytes(content)
            (folder / name).chmod(0o600)
        shutil.copy(folder / "room.db", folder / "whole.db")
        self.whole = sqlite3.connect(folder / "whole.db")

    def rows(self, table: str, column: str = "*") -> list[Any]:
        return self.whole.execute(
            f'SELECT rowid, "{column}" FROM "{table}" ORDER BY rowid'.replace('"*"', "*")
        ).fetchall()

    def audited(self, statement: str, values: tuple[Any, ...]) -> list[str]:
        shutil.copy(self.folder / "whole.db", self.folder / "room.db")
        connection = sqlite3.connect(self.folder / "room.db")
        connection.execute("PRAGMA ignore_check_constraints = on")
        with connection:
            assert connection.execute(statement, values).rowcount == 1
        connection.close()
        return [str(finding) for finding in audit(f"sqlite:///{self.folder}/room.db")]

    def made_otherwise(self, statement: str) -> list[str] | None:
        """What the audit says of tables that are made otherwise; nothing where SQLite refuses the statement."""
        shutil.copy(self.folder / "whole.db", self.folder / "room.db")
        with closing(sqlite3.connect(self.folder / "room.db")) as connection:
            try:
                connection.execute(statement)
            except sqlite3.OperationalError:
                return None
        return [str(finding) for finding in audit(f"sqlite:///{self.folder}/room.db")]


@pytest.fixture
def spoilt(files: dict[str, bytes], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoilt]:
    monkeypatch.setattr(rounds, "TURNS", TURNS)
    for where, name in ((nonces, "prime"), (nonces.Puzzle, "opened"), (chain, "verify")):
        monkeypatch.setattr(where, name, cache(vars(where)[name]))  # the same few numbers and signatures in every copy
    monkeypatch.setattr(documents, "document_from", lambda table, file: read_once(json.dumps(table), file))
    found = Spoilt(files, folder)
    yield found
    found.whole.close()


@cache
def read_once(content: str, file: str) -> Document:
    """The same few documents lie in every copy."""
    return document_from(json.loads(content), file)


def is_evidence(name: str) -> bool:
    return name not in NOT_EVIDENCE and name.partition(".")[0] not in NOT_EVIDENCE


def changes(spoilt: Spoilt, name: str) -> Iterator[list[str]]:
    """A column of one row changed, of each row in the long form; what the audit says."""
    table, _, column = name.partition(".")
    yes_or_no = isinstance(META.tables[table].c[column].type, Boolean)
    rows = spoilt.rows(table, column)
    rows = rows[:-1] if name in ORDERS else rows
    assert rows or not is_evidence(table), f"the room of this test has no {table}: play something that makes one"
    valued = [row for row in rows if row[1] is not None] or rows
    if not rows:
        yield []
    for rowid, value in rows if ALL_ROWS else valued[:1]:
        planted = PLANTED.get(name, other(value, yes_or_no=yes_or_no))
        yield spoilt.audited(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (planted, rowid))


def test_a_change_of_any_column_is_found_or_is_said_to_be_no_evidence(spoilt: Spoilt) -> None:
    silent = [name for name in COLUMNS if not all(changes(spoilt, name))]
    assert silent == [name for name in COLUMNS if not is_evidence(name)]


def test_a_row_that_is_deleted_is_found(spoilt: Spoilt) -> None:
    silent = []
    for table in filter(is_evidence, TABLES):
        (rowid, *_), *_ = spoilt.rows(table)
        if not spoilt.audited(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,)):
            silent.append(table)
    assert silent == list(HEALS)


def test_a_row_that_is_planted_is_found(spoilt: Spoilt) -> None:
    """The first row once more, under another key."""
    for table in filter(is_evidence, TABLES):
        (_, *row), *_ = spoilt.rows(table)
        keys = [column.primary_key or column.unique for column in META.tables[table].columns]
        values = [other(value, yes_or_no=False) if key else value for value, key in zip(row, keys, strict=True)]
        places = ", ".join("?" * len(values))
        assert spoilt.audited(f'INSERT INTO "{table}" VALUES ({places})', tuple(values)), table


def test_a_version_that_is_set_back_is_found(spoilt: Spoilt) -> None:
    """Else the audit would take the room for one that nobody has opened since, and compare less of it."""
    for number in range(1, len(MIGRATIONS)):
        found = spoilt.audited("UPDATE schema_version SET number = ?", (number,))
        assert any(each.startswith(f"the database: is at version {number}, ") for each in found), (number, found)


def test_a_table_that_is_gone_is_found(spoilt: Spoilt) -> None:
    for table in TABLES:
        if table == "schema_version":
            with pytest.raises(UnknownName, match="there is no room"):
                spoilt.made_otherwise(f'DROP TABLE "{table}"')
        else:
            found = spoilt.made_otherwise(f'DROP TABLE "{table}"') or []
            assert any(each.startswith(f"the database, {table}: is gone") for each in found), (table, found)


def test_a_column_that_is_gone_is_found(spoilt: Spoilt) -> None:
    kept = []
    for name in COLUMNS:
        table, _, column = name.partition(".")
        found = spoilt.made_otherwise(f'ALTER TABLE "{table}" DROP COLUMN "{column}"')
        if found is None:
            kept.append(name)
        else:
            says = f"the database, {table}: has no column {column!r}"
            assert any(each.startswith(says) for each in found), (name, found)
    assert not {"people.seal", "identities.own_password", "journal.signature"} & {*kept}
    assert len(kept) < len(COLUMNS) / 2, "those that a key, an index or a condition is of"


WRONG: Mapping[type[Any], tuple[Any, ...]] = {
    Boolean: ("", "x", 2),
    Integer: ("x",),
    Float: ("x",),
    String: (b"x",),
    LargeBinary: ("x",),
}
"""By what a column is of: values that SQLite keeps there, and that are none."""


def test_a_value_of_another_type_than_its_column_is_found_and_named(spoilt: Spoilt) -> None:
    """A flag that is a text is true to who reads it here, and neither yes nor no to who asks for it by SQL."""
    tried = set()
    for name in COLUMNS:
        table, _, column = name.partition(".")
        kind = next(kind for kind in WRONG if isinstance(META.tables[table].c[column].type, kind))
        rows = spoilt.rows(table, column)[:1]
        for value in WRONG[kind] if rows and name not in ROW_IDS else ():
            found = spoilt.audited(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (value, rows[0][0]))
            told = [each for each in found if f"its column {column!r} holds" in each]
            assert len(told) == 1, (name, value, found)
            assert told[0].startswith(f"the database, {table}, "), told
            tried.add(name)
    assert {*filter(is_evidence, COLUMNS)} - ROW_IDS <= tried


def nobody_can_read(spoilt: Spoilt) -> Iterator[tuple[str, int, str]]:
    """In each column that holds JSON, a value nested too deep; where it tells fractions, one by nothing."""
    for name in filter(is_evidence, COLUMNS):
        table, _, column = name.partition(".")
        told = [row for row in spoilt.rows(table, column) if isinstance(row[1], str) and row[1][:1] == "{"]
        for rowid, _ in told[-1:]:
            yield name, rowid, "[" * 100_000
        divided = [(rowid, re.sub(r'"\d+/\d+"', '"1/0"', value)) for rowid, value in told if "/40" in value]
        yield from ((name, *each) for each in divided[-1:])


def test_a_value_that_nobody_can_read_is_found_and_hides_no_other_finding(spoilt: Spoilt) -> None:
    with spoilt.whole:
        spoilt.whole.execute("UPDATE accounts SET balance = balance + 7 WHERE id = (SELECT max(id) FROM accounts)")
        spoilt.whole.execute("UPDATE awards SET cents = cents + 7")
    account, award = spoilt.audited("UPDATE awards SET id = id WHERE id = ?", (1,))
    planted = list(nobody_can_read(spoilt))
    assert {"journal.body", "jackpots.account", "jackpots.plan", "jackpot_changes.body"} <= {
        name for name, *_ in planted
    }
    for name, rowid, value in planted:
        table, _, column = name.partition(".")
        found = spoilt.audited(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (value, rowid))
        told = {account, award} if name.startswith("jackpot") else {account}
        assert told < {*found}, (name, value[:80], found)


def test_who_asks_for_what_nobody_can_read_is_told_so(spoilt: Spoilt, opened: Callable[..., Room]) -> None:
    """The room runs on; what it was asked for is refused in a sentence."""
    room = opened(f"sqlite:///{spoilt.folder}/room.db")
    (chain, ended), *_ = spoilt.whole.execute("SELECT chain, ended FROM rounds WHERE id = 1").fetchall()

    def awards() -> None:
        """A list says it beside the award that it is of."""
        for fault in (each["fault"] for each in room.jackpots.awards() if each["fault"]):
            raise Refused(fault)

    asked: dict[str, Callable[[], object]] = {
        f"journal.body WHERE chain = {chain} AND seq = {ended}": lambda: room.history(chain),
        f"journal.body WHERE chain = {chain} AND seq = {ended} ": lambda: room.round(1, None),
        "jackpots.account": lambda: room.jackpots.one("aces"),
        "jackpots.plan": room.jackpots.all,
        "jackpot_changes.body WHERE number = 2": lambda: room.jackpots.history("aces"),
        "awards.said": awards,
    }
    for name, ask in asked.items():
        table, _, rest = name.partition(".")
        column, _, where = rest.partition(" WHERE ")
        fractions = '{"by": {"seed": "1/0"}, "seed": "1/0", "increment": "1/0", "reserve": "0"}'
        for value in ("[" * 100_000, "x", *([] if table == "awards" else [fractions])):
            changed = f"{table} SET {column} = ? WHERE {where or 'true'}"
            with sqlite3.connect(spoilt.folder / "room.db") as connection:
                (was,) = connection.execute(f"SELECT {column} FROM {table} WHERE {where or 'true'}").fetchone()
                connection.execute(f"UPDATE {changed}", (value,))
            with pytest.raises(Refused, match="what is on disk of it does not hold"):
                ask()
            with sqlite3.connect(spoilt.folder / "room.db") as connection:
                connection.execute(f"UPDATE {changed}", (was,))
        ask()


def test_what_is_no_evidence_is_said_where_the_audit_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "accounts.md").read_text(encoding="utf-8")
    for name in NOT_EVIDENCE:
        assert f"`{name}`" in page, name
