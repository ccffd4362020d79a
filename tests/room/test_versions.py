"""The version of a database: what it has by then, and what says that it is not below it."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.audit.values import value_faults
from houseway.room.audit.version import least
from houseway.room.people import people
from houseway.room.people.names import skeleton
from houseway.room.store import shape, signatures
from houseway.room.store.backup import restore
from houseway.room.store.migrations import LOOKS_AT_SHAPES, MIGRATIONS, migrate
from houseway.room.store.schema import META, columns_of
from houseway.room.store.since import COLUMNS, TABLES, had_by
from houseway.room.table.entry import VERSION

NEWEST = len(MIGRATIONS)
KEPT = {"older-room": 3, "room-of-version-3": 5, "jackpot-room": 5}


@pytest.fixture
def empty() -> Iterator[Connection]:
    """A database as it is made today."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        yield connection
    engine.dispose()


def stripped(connection: Connection, version: int) -> None:
    """Take away what a database of this version has not."""
    for name in META.tables.keys() - had_by(version).keys():
        connection.exec_driver_sql(f'DROP TABLE IF EXISTS "{name}"')
    for name, columns in had_by(version).items():
        for column in columns_of(connection, name) - columns:
            if column == "unseen":
                connection.exec_driver_sql("DROP INDEX IF EXISTS lobby_unseen")
            connection.exec_driver_sql(f'ALTER TABLE "{name}" DROP COLUMN "{column}"')


def test_every_step_brings_what_its_version_is_said_to_have(empty: Connection) -> None:
    stripped(empty, 1)
    for version, step in enumerate(MIGRATIONS[1:], 2):
        stripped(empty, version - 1)
        step(empty)
        has = {name: frozenset(columns_of(empty, name)) for name in inspect(empty).get_table_names()}
        assert has.keys() == had_by(version).keys(), version
        assert all(columns <= has[name] for name, columns in had_by(version).items()), version
    assert has == had_by(NEWEST)
    assert max(*TABLES.values(), *COLUMNS.values()) <= NEWEST


@pytest.mark.parametrize("version", range(1, NEWEST))
def test_an_older_room_that_is_brought_up_to_date_is_made_as_a_rooms_is(empty: Connection, version: int) -> None:
    """Columns that were added stand in its statements where SQLite puts them."""
    stripped(empty, version)
    empty.exec_driver_sql(f"UPDATE schema_version SET number = {version}")
    migrate(empty)
    assert list(shape.faults(empty)) == []


def test_a_signature_of_the_first_houseways_has_their_type(database: str, opened: Callable[..., Room]) -> None:
    opened(database).close()
    engine = create_engine(database)
    with engine.begin() as connection:
        if database.startswith("sqlite"):
            connection.exec_driver_sql("DROP TABLE checkpoints")
            connection.exec_driver_sql(
                "CREATE TABLE checkpoints (\n\tid INTEGER NOT NULL, \n\tbody TEXT NOT NULL, "
                "\n\tsignature VARCHAR(64) NOT NULL, heads TEXT, \n\tPRIMARY KEY (id)\n)"
            )
        else:
            connection.exec_driver_sql("TRUNCATE checkpoints")
            connection.exec_driver_sql("ALTER TABLE checkpoints ALTER signature TYPE varchar(64)")
        assert list(shape.faults(connection)) == []
    engine.dispose()


@pytest.mark.parametrize("kept", KEPT)
def test_an_older_room_lacks_what_is_younger_and_holds(kept: str, sqlite: str, folder: Path) -> None:
    restore(Path(__file__).with_name("data") / f"{kept}.gz", sqlite)
    engine = create_engine(sqlite)
    with engine.begin() as connection:
        stripped(connection, KEPT[kept])
    engine.dispose()
    assert audit(sqlite) == []
    with closing(sqlite3.connect(folder / "room.db")) as connection_:
        connection_.execute("DROP TABLE drills_dealt")
    says = f"the database, drills_dealt: is gone, and a database of version {KEPT[kept]} has it"
    assert [str(each) for each in audit(sqlite)] == [says]


def test_the_key_tells_the_version_of_a_room_in_which_nothing_was_played(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    assert audit(sqlite) == []
    says = set_back(folder)
    assert [str(each) for each in audit(sqlite)] == [says]


def test_what_a_journal_tells_is_not_of_a_lower_version() -> None:
    """As the houseways were that wrote it first."""
    forms = [least([form], 0, signed=False, archived=False) for form in range(VERSION + 1)]
    assert forms == [1, 1, 4, 4, 5, 15, 16]
    told = [least([], told, signed=signed, archived=False) for told, signed in ((0, False), (0, True), (16, True))]
    assert told == [1, 7, 16]
    assert [least([4], 0, signed=True, archived=archived) for archived in (False, True)] == [7, 14]


def set_back(folder: Path) -> str:
    """Tell an older version of the database; what the audit is to say."""
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        connection.execute(f"UPDATE schema_version SET number = {NEWEST - 1}")
        connection.commit()
    says = f"is at version {NEWEST - 1}, and its journal was written at version {NEWEST} or a later one"
    return f"the database: {says}"


def test_an_older_room_that_is_opened_tells_the_version_that_it_is_brought_to(
    sqlite: str, folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, though nobody plays there."""
    with monkeypatch.context() as older:
        older.setattr(signatures, "MIGRATIONS", MIGRATIONS[:-1])
        opened(sqlite).close()
    for _ in range(2):
        opened(sqlite).close()
        assert audit(sqlite) == []
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        bodies = [json.loads(text) for (text,) in connection.execute("SELECT body FROM journal WHERE chain = 0")]
    assert [body["database"] for body in bodies if "database" in body] == [NEWEST - 1, NEWEST]
    says = set_back(folder)
    assert [str(each) for each in audit(sqlite)] == [says]


def test_what_names_look_like_is_brought_up_to_date(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    """In an older room names that differ in a vowel looked alike."""
    room = opened(sqlite)
    room.people.guest("มิน")
    room.close()
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        connection.execute("UPDATE identities SET skeleton = 'มน' WHERE skeleton = 'มิน'")
        connection.execute(f"UPDATE schema_version SET number = {LOOKS_AT_SHAPES - 1}")
        connection.commit()
    assert all("looks like" not in str(each) for each in audit(sqlite)), "nobody has opened it since"
    room = opened(sqlite)
    assert room.people.guest("มีน").name == "มีน"
    assert room.people.guest("มิน").name != "มิน"
    assert audit(sqlite) == []


def test_names_that_looked_otherwise_to_an_older_room_accuse_nobody(
    sqlite: str, folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It let both in, and has signed it."""
    with monkeypatch.context() as older:
        older.setattr(signatures, "MIGRATIONS", MIGRATIONS[: LOOKS_AT_SHAPES - 1])
        older.setattr(people, "skeleton", partial(skeleton, shapes=False))
        room = opened(sqlite)
        assert [room.people.guest(name).name for name in ("Gudrun", "Guðrún")] == ["Gudrun", "Guðrún"]
        room.close()
    with closing(sqlite3.connect(folder / "room.db")) as connection, connection:
        connection.execute(f"UPDATE schema_version SET number = {LOOKS_AT_SHAPES - 1}")
    assert audit(sqlite) == []
    room = opened(sqlite)
    assert audit(sqlite) == []
    assert room.people.guest("Guðrun").name == "Guðrun 2"
    assert audit(sqlite) == []


def test_a_room_is_not_opened_on_a_database_that_lacks_something_and_the_audit_says_what(
    database: str, opened: Callable[..., Room]
) -> None:
    opened(database).close()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE people DROP COLUMN seal")
        connection.exec_driver_sql("DROP TABLE requests")
        connection.exec_driver_sql("DROP TABLE commands")
    engine.dispose()
    with pytest.raises(HousewayError, match=r"people: has no column 'seal', .*; the database, requests: is gone"):
        opened(database)
    gone = [f"the database, {each}, and a database of version {NEWEST} has it" for each in GONE]
    *told, unread = [str(each) for each in audit(database)]
    assert told == gone
    assert unread.startswith("the database: cannot be read: "), "and the rest is not audited"


GONE = ("commands: is gone", "people: has no column 'seal'", "requests: is gone")


@pytest.mark.parametrize(
    ("table", "values", "says"),
    [
        ("accounts", "'bank', 1, 5", ""),
        ("accounts", "'bank', '', 5", "'open_ended' holds a text, where yes (1) or no (0) belongs"),
        ("accounts", "'bank', 2, 5", "'open_ended' holds a whole number, where yes (1) or no (0) belongs"),
        ("accounts", "'bank', 0.5, 5", "'open_ended' holds a number, where yes (1) or no (0) belongs"),
        ("accounts", "'bank', 1, 0.5", "'balance' holds a number, where a whole number belongs"),
        ("accounts", "'bank', 1, x'00'", "'balance' holds a string of bytes, where a whole number belongs"),
        ("accounts", "x'00', 1, 5", "'id' holds a string of bytes, where a text belongs"),
        ("tries", "'key', 1, 2, 0", ""),
        ("tries", "'key', 1, 'x', 0", "'since' holds a text, where a number belongs"),
        ("factors", "1, x'00', 1", ""),
        ("factors", "1, '00', 1", "'sealed' holds a text, where a string of bytes belongs"),
        ("identities", "1, 'ann', NULL, NULL, NULL", ""),
        ("identities", "1, 'ann', NULL, NULL, 'x'", "'own_password' holds a text, where yes (1) or no (0) belongs"),
    ],
)
def test_a_value_is_of_the_type_of_its_column(empty: Connection, table: str, values: str, says: str) -> None:
    empty.exec_driver_sql(f"INSERT INTO {table} VALUES ({values})")
    found = [what for _, what in value_faults(empty)]
    assert found == ([f"its column {says}"] if says else [])


def test_the_row_of_a_wrong_value_is_named_by_its_key(empty: Connection) -> None:
    empty.exec_driver_sql("INSERT INTO journal VALUES (3, 7, x'00', 'hash', NULL)")
    ((where, _),) = value_faults(empty)
    assert where == "the database, journal, chain 3, seq 7"
