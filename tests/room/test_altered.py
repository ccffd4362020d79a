"""What a database is made of, while its room runs: somebody makes it otherwise for a moment, and puts it back."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from houseway.room import Busy, Person, Room
from houseway.room.audit.room import audit
from planting import House, hashed

VIEW = "CREATE VIEW sessions AS SELECT {token} AS token, person, expires, stage, entry, seal FROM kept"


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def change(house: House, *statements: str) -> None:
    """Run these in one transaction, from elsewhere."""
    with closing(sqlite3.connect(house.file, isolation_level=None)) as connection:
        for each in ("foreign_keys = off", "legacy_alter_table = on", "writable_schema = on"):
            connection.execute(f"PRAGMA {each}")
        for statement in ("BEGIN IMMEDIATE", *statements, "COMMIT"):
            connection.execute(statement)


@contextmanager
def altered(house: House, *statements: str, back: tuple[str, ...]) -> Iterator[None]:
    change(house, *statements)
    yield
    change(house, *back)


def viewed(house: House, token: str = "token") -> AbstractContextManager[None]:
    """A view in the place of the sessions."""
    back = ("DROP VIEW sessions", "ALTER TABLE kept RENAME TO sessions")
    return altered(house, "ALTER TABLE sessions RENAME TO kept", VIEW.format(token=token), back=back)


def who(house: House, token: str) -> Person | None:
    return house.room.people.of_session(token)


def test_nothing_is_done_while_a_view_stands_in_a_tables_place_and_the_room_goes_on_after(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """One that tells of another token than it is asked for: the row beside it is a manager's own, as it was sealed."""
    token = house.room.people.session(house.mia)
    tells = f"CASE WHEN token = '{hashed(token)}' THEN '{hashed('planted')}' ELSE token END"
    with viewed(house, tells):
        for _ in range(3):
            with pytest.raises(Busy, match="the room's database is made of was changed while the room runs"):
                who(house, "planted")
        with pytest.raises(Busy):
            house.account("Eve", "manager")
        house.room.tick(time.monotonic())
        assert not house.room.stopped
    assert who(house, "planted") is None
    assert who(house, token) is not None
    (says,) = house.room.doubts(house.dan)
    assert "sessions: is a view, and a room has none" in says
    assert house.room.doubts(None) == []
    assert sum("sessions: is a view" in record.message for record in caplog.records) == 1
    assert "as it was made again" in caplog.text
    assert house.audit() == ""


def test_who_sets_the_count_of_changes_back_is_seen_too(house: House) -> None:
    """SQLite counts them; whoever writes to the file may write another number."""
    ((count,),) = house.sql("PRAGMA schema_version")
    with viewed(house):
        for now in (None, count, count, count + 7):
            if now is not None:
                change(house, f"PRAGMA schema_version = {now}")
            with pytest.raises(Busy):
                who(house, "planted")
    assert who(house, "planted") is None


def test_a_trigger_that_was_looked_at_does_nothing_once_it_is_gone_uncounted(house: House) -> None:
    """A connection goes by what it has read of the schema for as long as the count stays."""
    change(house, "CREATE TABLE planted (n)")
    trigger = "CREATE TRIGGER t AFTER INSERT ON journal BEGIN INSERT INTO planted VALUES (1); END"
    with altered(house, trigger, back=("DELETE FROM sqlite_master WHERE type = 'trigger'",)), pytest.raises(Busy):
        house.account("Eve", "dealer")
    house.account("Eve", "dealer")
    assert house.sql("SELECT * FROM planted") == []


def test_an_index_for_speed_and_another_pages_order_keep_nobody_waiting(house: House) -> None:
    token = house.room.people.session(house.mia)
    change(house, "CREATE INDEX quicker ON rounds (started)")
    assert who(house, token) is not None
    house.sql("ANALYZE")
    with closing(sqlite3.connect(house.file, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    assert who(house, token) is not None
    assert house.room.doubts(house.dan) == []


def test_a_view_that_cannot_be_read_is_none_that_a_room_has(house: House) -> None:
    """Of a table that is not there: SQLite itself cannot say what its columns are."""
    with altered(house, "CREATE VIEW v AS SELECT * FROM nowhere", back=("DROP VIEW v",)):
        with pytest.raises(Busy):
            who(house, "planted")
        assert "v: is a view" in house.audit()
    assert who(house, "planted") is None
    assert not house.room.stopped


def test_postgresql_is_looked_at_by_the_clock(
    postgresql: str, opened: Callable[..., Room], caplog: pytest.LogCaptureFixture
) -> None:
    room = opened(postgresql)
    staff = Person(1, "manager", "manager", 0)
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    at = time.monotonic()
    room.tick(at)
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE RULE r AS ON DELETE TO postings DO INSTEAD NOTHING")
        room.tick(at + 3600)
        room.tick(at + 7200)
        connection.exec_driver_sql("DROP RULE r ON postings")
    engine.dispose()
    room.tick(at + 10800)
    (says,) = room.doubts(staff)
    assert "postings: has a rule" in says
    assert sum("postings: has a rule" in record.message for record in caplog.records) == 1
    assert not room.stopped
    room.close()
    assert audit(postgresql) == []
