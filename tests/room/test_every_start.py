"""Every table of the schema, away for one start and put back: the room refuses to open, or signs what it would have.

What a start signs is kept for ever. Rows that somebody has taken away decide none of it: what was signed before does.
"""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from every_kind import another_key
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import How, audit
from houseway.room.errors import SPOILT
from houseway.room.evidence.signing import name_of
from houseway.room.evidence.witness import Witness
from houseway.room.store import journal, signatures
from houseway.room.store.journal import START
from houseway.room.store.keyring import Keyring
from houseway.room.store.migrations import MIGRATIONS
from houseway.room.store.schema import META
from planting import House

TABLES = sorted(META.tables)
ROW = tuple[Any, ...]


@pytest.fixture(scope="module")
def clean(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with a second key, accounts, two tables and rounds; nothing runs."""
    folder = tmp_path_factory.mktemp("clean")
    house = House(folder / "room.db", lambda url, **how: Room.open(url, draw=random.Random(1).randrange, **how))
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    house.room.close()
    another_key(house.url)
    room = Room.open(house.url, witnesses=[str(folder / "witness")])
    sitting.back(room, table.table, table.people, 3).play_round()
    sitting(room, "supreme-99", people=1).play_round()
    room.people.session(room.people.guest("Zoe"))
    room.close()
    assert audit(house.url) == []
    return folder


@pytest.fixture
def stopped(clean: Path, folder: Path) -> Path:
    """A copy of it."""
    for file in clean.iterdir():
        shutil.copy(file, folder / file.name)
    return folder


def sql(folder: Path, *statements: str) -> list[ROW]:
    with closing(sqlite3.connect(folder / "room.db")) as connection, connection:
        return [tuple(row) for each in statements for row in connection.execute(each).fetchall()]


@contextmanager
def away(folder: Path, *tables: str, where: str = "true") -> Iterator[None]:
    """Rows of these are not there for a while. Put back, they stand beside what came meanwhile."""
    was = {table: sql(folder, f'SELECT * FROM "{table}" WHERE {where}') for table in tables}
    sql(folder, *(f'DELETE FROM "{table}" WHERE {where}' for table in tables))
    yield
    with closing(sqlite3.connect(folder / "room.db")) as connection, connection:
        for table, rows in was.items():
            for row in rows:
                marks = ", ".join("?" * len(row))
                connection.execute(f'INSERT OR IGNORE INTO "{table}" VALUES ({marks})', row)


def signed(folder: Path) -> dict[Any, Any]:
    """All that the room has signed, by its place."""
    entries = sql(folder, "SELECT chain, seq, body, signature FROM journal")
    lines = (folder / "witness").read_text().splitlines() + (folder / "room.db.checkpoints").read_text().splitlines()
    return {(chain, seq): rest for chain, seq, *rest in entries} | {line: line for line in lines}


def started(folder: Path) -> str:
    """One start of the room, which is asked for what it signs; what it says where it does not."""
    url = f"sqlite:///{folder}/room.db"
    try:
        room = Room.open(url, witnesses=[str(folder / "witness")])
    except HousewayError as fault:
        return str(fault)
    try:
        room.log.head()
        room.tick(0.0)
    except SPOILT as fault:
        return str(fault)
    finally:
        room.close()
    return ""


def holds(folder: Path) -> None:
    url = f"sqlite:///{folder}/room.db"
    lines = Witness(str(folder / "witness")).lines()
    assert [str(finding) for finding in audit(url, How(lines))] == []
    assert started(folder) == ""
    assert [str(finding) for finding in audit(url, How(Witness(str(folder / "witness")).lines()))] == []


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_is_away_for_one_start_has_the_room_sign_nothing_else(table: str, stopped: Path) -> None:
    key, before = (stopped / "room.db.key").read_text(), signed(stopped)
    with away(stopped, table):
        says = started(stopped)
    assert (stopped / "room.db.key").read_text() == key
    after = signed(stopped)
    assert {place: after.get(place) for place in before} == before, says
    holds(stopped)


def refused(folder: Path, *tables: str, where: str = "true") -> str:
    """What the room says as it is not opened without these rows; put back, all holds, and it had signed nothing."""
    before = signed(folder)
    with away(folder, *tables, where=where):
        says = started(folder)
    assert signed(folder) == before
    holds(folder)
    return says


def test_no_second_log_of_roots_is_signed(stopped: Path) -> None:
    """Two heads of one size that differed, both signed, convicted the room; the audit had nothing to say."""
    (size,) = sql(stopped, "SELECT seq FROM chains WHERE chain = -1")[0]
    before = signed(stopped)
    with away(stopped, "journal", "chains", where="chain = -1"), away(stopped, "log_nodes"):
        says = started(stopped)
    assert f"its log of roots has 0 entries, and had {size}; put it back" in says
    assert signed(stopped) == before
    holds(stopped)


@pytest.mark.parametrize("to", [0, 1])
def test_no_log_is_added_to_where_it_was_set_back(to: int, stopped: Path) -> None:
    row = sql(stopped, "SELECT seq, hash FROM chains WHERE chain = -1")[0]
    before = signed(stopped)
    with away(stopped, "journal", where=f"chain = -1 AND seq > {to}"):
        hash_ = sql(stopped, "SELECT hash FROM journal WHERE chain = -1")[0][0] if to else START
        sql(stopped, f"UPDATE chains SET seq = {to}, hash = '{hash_}' WHERE chain = -1")
        says = started(stopped)
        sql(stopped, f"UPDATE chains SET seq = {row[0]}, hash = '{row[1]}' WHERE chain = -1")
    assert f"its log of roots has {to} entries, and had {row[0]}; put it back" in says
    assert signed(stopped) == before
    holds(stopped)


def test_a_log_that_no_checkpoint_covers_yet_is_not_begun_anew(
    folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    house = House(folder / "room.db", opened)
    sitting(house.room, "super-pan-9", decks="8")
    house.room.store.close()  # cut off
    before = (house.sql("SELECT * FROM journal ORDER BY chain, seq"), house.sql("SELECT * FROM checkpoints"))
    with away(folder, "journal", "chains", where="chain = -1"), away(folder, "log_nodes"):
        assert "its log of roots has no entries, and tables were opened" in started(folder)
    assert (house.sql("SELECT * FROM journal ORDER BY chain, seq"), house.sql("SELECT * FROM checkpoints")) == before
    house.again()
    assert house.audit() == ""


@pytest.mark.parametrize("misspelt", [False, True])
def test_the_room_does_not_sign_with_a_key_that_it_has_left(misspelt: bool, stopped: Path) -> None:
    """Its newest row was away, and all that was signed with the old key since accused it for ever."""
    rows = sql(stopped, "SELECT seq, public FROM room_keys ORDER BY seq")
    (name,) = sql(stopped, "SELECT DISTINCT key FROM chains")[0]
    (body,) = sql(stopped, f"SELECT body FROM journal WHERE chain = 0 AND seq = {rows[-1][0]}")[0]
    before = signed(stopped)
    with away(stopped, "room_keys", where=f"seq = {rows[-1][0]}"):
        sql(stopped, f"UPDATE chains SET key = '{name_of(bytes.fromhex(rows[0][1]))}'")
        if misspelt:
            sql(stopped, f"UPDATE journal SET body = '' WHERE chain = 0 AND seq = {rows[-1][0]}")
        says = started(stopped)
        sql(stopped, f"UPDATE journal SET body = '{body}' WHERE chain = 0 AND seq = {rows[-1][0]}")
        sql(stopped, f"UPDATE chains SET key = '{name}'")
    assert f"the room signs with the key {rows[-1][1]} since entry" in says
    assert signed(stopped) == before
    holds(stopped)


def test_a_change_of_keys_that_came_to_nothing_keeps_no_room_from_opening(stopped: Path) -> None:
    """The file has a key more, and no entry tells of it."""
    Keyring.of(f"sqlite:///{stopped}/room.db").make()
    holds(stopped)


def test_a_journal_and_its_keys_that_are_away_make_no_new_room(stopped: Path) -> None:
    """The key was set aside, and another made."""
    key = (stopped / "room.db.key").read_text()
    assert "is in" not in refused(stopped, "journal", "room_keys")
    assert (stopped / "room.db.key").read_text() == key


def test_a_room_tells_once_that_it_was_brought_up_to_date(
    folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row that finds the entry was away, and a second one accused the room for ever."""
    with monkeypatch.context() as older:
        older.setattr(signatures, "MIGRATIONS", MIGRATIONS[:-1])
        house = House(folder / "room.db", opened)
        house.room.close()
    house.again()
    house.room.close()
    told = house.sql('SELECT seq FROM journal WHERE chain = 0 AND body LIKE \'%"kind":"database"%\'')
    assert len(told) == 1
    with away(folder, "room_noted", where="kind = 'database'"):
        house.again()
        house.room.close()
    assert house.sql('SELECT seq FROM journal WHERE chain = 0 AND body LIKE \'%"kind":"database"%\'') == told
    assert house.audit() == ""


def test_a_room_that_has_told_a_version_twice_is_not_accused_and_one_that_goes_back_is(
    folder: Path, opened: Callable[..., Room]
) -> None:
    house = House(folder / "room.db", opened)
    for version, found in (
        (len(MIGRATIONS), ""),
        (len(MIGRATIONS) - 1, f"to version {len(MIGRATIONS) - 1}, and it was"),
    ):
        with house.room.store.transaction() as connection:
            head = journal.head(connection, journal.ROOM, lock=True)
            assert head is not None
            body = {"kind": "database", "database": version, "at": journal.stamp(), "by": None}
            journal.append(connection, journal.ROOM, head, body)
        assert found in house.audit()
        assert bool(found) == bool(house.audit())


def test_the_room_makes_no_second_first_manager(folder: Path, opened: Callable[..., Room], stopped: Path) -> None:
    """Its row was another for one start: the room made and signed a second one, with a password for once."""
    before, was = signed(stopped), sql(stopped, "SELECT id, role, key FROM people WHERE role = 'manager'")
    sql(stopped, "UPDATE people SET role = 'player', key = 'zzz' || id WHERE role = 'manager'")
    room = opened(f"sqlite:///{stopped}/room.db", witnesses=[str(stopped / "witness")])
    assert room.first_password == ""
    room.close()
    for id_, role, key in was:
        sql(stopped, f"UPDATE people SET role = '{role}', key = '{key}' WHERE id = {id_}")
    assert signed(stopped) == before
    holds(stopped)


DECIDING = (
    "chains.seq",
    "chains.key",
    "checkpoints.body",
    "checkpoints.heads",
    "lobby.seated",
    "people.role",
    "people.seal",
    "room_keys.public",
    "room_noted.kind",
    "sealed.seq",
    "sessions.seal",
    "shoes.ended",
    "shoes.salts",
)
"""Columns that a start looks at; none is the number of its row."""


@pytest.mark.parametrize("value", ["0", "'x'"])
@pytest.mark.parametrize("name", DECIDING)
def test_a_column_that_is_another_for_one_start_has_the_room_sign_nothing_else(
    name: str, value: str, stopped: Path
) -> None:
    table, _, column = name.partition(".")
    before, was = signed(stopped), sql(stopped, f'SELECT rowid, "{column}" FROM "{table}"')
    sql(stopped, f'UPDATE OR IGNORE "{table}" SET "{column}" = {value}')
    says = started(stopped)
    with closing(sqlite3.connect(stopped / "room.db")) as connection, connection:
        put = f'UPDATE OR IGNORE "{table}" SET "{column}" = ? WHERE rowid = ?'
        connection.executemany(put, [(is_, row) for row, is_ in was])
    after = signed(stopped)
    assert {place: after.get(place) for place in before} == before, says
    holds(stopped)
