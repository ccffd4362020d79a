"""One bad thing stops one thing: locks, numbers too large for the database, and long readings."""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from houseway.errors import HousewayError, IllegalSetting
from houseway.room import Busy, Room
from houseway.room.store import ledger
from houseway.room.store.backup import STEP, snapshot
from houseway.room.store.database import PRAGMAS, tuned
from houseway.room.store.journal import Seal

IMPATIENT = tuple(f"busy_timeout={50}" if each.startswith("busy") else each for each in PRAGMAS)


@pytest.fixture
def hasty(folder: Path) -> Iterator[Room]:
    """A room that waits a twentieth of a second for a lock, not twenty seconds."""
    one = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    room = Room(tuned(create_engine(f"sqlite:///{folder}/room.db", **one), IMPATIENT), Seal(b"key"))
    yield room
    room.store.close()


@contextlib.contextmanager
def locking(file: Path, *statements: str) -> Iterator[None]:
    """Somebody else who holds a lock on the file."""
    other = sqlite3.connect(file, isolation_level=None)
    try:
        for statement in statements:
            other.execute(statement).fetchone()
        yield
    finally:
        other.close()


@pytest.mark.parametrize("held", [("BEGIN", "SELECT * FROM chains"), ("BEGIN IMMEDIATE",), ("BEGIN EXCLUSIVE",)])
def test_who_holds_a_lock_for_long_is_waited_for_and_stops_no_room(
    held: tuple[str, ...], hasty: Room, folder: Path
) -> None:
    ann = hasty.people.guest("Ann")
    with locking(folder / "room.db", *held):
        with pytest.raises(Busy, match="try again"):
            hasty.people.guest("Ben")
        with pytest.raises(Busy):
            hasty.open_table(ann, "super-pan-9", {}, "t")
        hasty.tick()
        assert not hasty.stopped
    table = hasty.open_table(ann, "super-pan-9", {}, "t")
    assert hasty.view(table, ann).json()["phase"] == "betting"
    assert hasty.people.guest("Ben").name == "Ben", "what was refused had not happened"


def test_a_storage_error_still_stops_the_room(hasty: Room, folder: Path) -> None:
    with locking(folder / "room.db", "ALTER TABLE people RENAME TO gone"):
        pass
    with pytest.raises(RuntimeError, match="storage error"):
        hasty.people.guest("Ann")
    assert hasty.stopped


def test_what_the_database_cannot_hold_is_refused_and_stops_nothing(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
    for cents in (2**63, 10**22, 10**400):
        moved = ledger.movement("chips", [(f"person:{ann.id}", cents), ("chips", -cents)])
        with pytest.raises(HousewayError, match="cannot hold"), room.store.transaction() as connection:
            ledger.post(connection, [moved], 0, 1)
    assert not room.stopped
    assert room.people.guest("Ben").chips == 1_000_00
    with room.store.transaction() as connection:
        assert ledger.balances(connection, [f"person:{ann.id}"]) == {f"person:{ann.id}": 1_000_00}


DOLLARS = "1" + "0" * 20


@pytest.mark.parametrize(
    "game, settings",
    [
        ("super-pairs", {"super-pairs-jackpot-seed": DOLLARS}),
        ("super-pairs", {"super-pairs-jackpot-seed": "999,999,999,999,999"}),
        ("super-pairs", {"super-pairs-jackpot-meter": "1,000,000,000.01"}),
        ("chinese-poker", {"stake-maximum": "999999999999999"}),
    ],
)
def test_an_amount_that_no_ledger_can_hold_is_refused_at_its_setting(
    game: str, settings: dict[str, str], sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    (fault,) = room.opening_faults(game, settings)
    assert fault[0] in settings
    with pytest.raises(IllegalSetting):
        room.open_table(room.people.guest("Ann"), game, settings, "t")
    assert not room.stopped


@pytest.mark.parametrize("pays", ["1000001", "999999999999", "$999999999999", "999999999999%"])
def test_a_pay_that_no_ledger_can_hold_is_refused(pays: str, sqlite: str, opened: Callable[..., Room]) -> None:
    rows = [{"award": "win", "pays": pays}, {"award": "push", "pays": "push"}]
    faults = opened(sqlite).opening_faults("super-pan-9", {}, [{"wager": "main", "rows": rows}])
    assert [place for place, _ in faults] == ["paytable"]


def test_a_long_copy_lets_writers_in_between(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    """A writer that waits for no lock comes through while a copy of many steps is made, and the copy is whole."""
    room = opened(sqlite)
    ann = room.people.guest("Ann")
    with locking(folder / "room.db", "CREATE TABLE much (x)"):
        pass
    other = sqlite3.connect(folder / "room.db", isolation_level=None, timeout=0)
    other.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
        "INSERT INTO much SELECT zeroblob(3000) FROM n",
        (3 * STEP,),
    )
    written, ending = threading.Event(), threading.Event()

    def write() -> None:
        mine = sqlite3.connect(folder / "room.db", isolation_level=None, timeout=0)
        while not ending.is_set():
            with contextlib.suppress(sqlite3.OperationalError):
                mine.execute("INSERT INTO much VALUES (1)")
                written.set()
        mine.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with snapshot(sqlite) as engine, engine.connect() as connection:
            assert written.wait(60)
            ((name,),) = connection.exec_driver_sql(f"SELECT name FROM people WHERE id = {ann.id}").fetchall()
            ((checked,),) = connection.exec_driver_sql("PRAGMA integrity_check").fetchall()
    finally:
        ending.set()
        writer.join()
        other.close()
    assert (name, checked) == ("Ann", "ok")
