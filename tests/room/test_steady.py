"""A room keeps its clock, its locks and its secrets: what stops it, who waits for whom, what a refusal tells."""

import errno
import queue
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import UnknownName
from houseway.room import Command, Person, Room, Stopped
from houseway.room.audit.room import audit, report
from houseway.room.errors import Broken, Refused
from houseway.room.store import checkpoints, journal, notices
from houseway.room.store.database import engine_for
from houseway.room.store.shoes import Shoes
from houseway.room.table import rounds
from houseway.room.table.clock import Clock
from houseway.room.table.state import LiveTable

PATIENCE = 100.0
"""Seconds after which a test gives up; what it waits for comes in a few at most."""


def test_a_checkpoint_that_cannot_be_written_stops_the_room(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    room.people.guest("Ann")

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(checkpoints, "write", full)
    with pytest.raises(Stopped, match="storage error"):
        room.tick(1e6)
    assert "storage error" in room.stopped
    with pytest.raises(Stopped):
        room.people.guest("Bob")
    room.close()


@pytest.mark.parametrize("left", [1, 60, 64, 65, 90, -2, -1])
def test_a_checkpoint_that_was_torn_spoils_no_other(
    left: int, sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """A crash or a full disk leaves the beginning of a line; the room is opened again and goes on below it."""
    file = folder / "room.db.checkpoints"
    room = opened(sqlite)
    whole = file.read_text()
    room.people.guest("Ann")
    room.close()
    assert file.read_text().startswith(whole)
    torn = file.read_text()[len(whole) :][:left]
    file.write_text(whole + torn)
    room = opened(sqlite)
    room.people.guest("Ben")
    room.close()
    kept = checkpoints.written(file)
    assert len(kept) >= 2
    assert audit(sqlite) == []
    file.write_text(file.read_text().replace(kept[-1].signature, "0" * 128))
    found = report(sqlite)
    assert found.findings == [], "whoever wrote that line is not the room"
    assert any("room.db.checkpoints" in note for note in map(str, found.notes))


# ---------------------------------------------------------------------------------------------------- locks and memory


def test_a_table_that_there_is_not_leaves_no_lock(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    for number in (0, -1, 2, 3, 2**31, 2**70, True, "1", [1], None):
        with pytest.raises(UnknownName, match="there is no table"):
            room.view(number, None)
        with pytest.raises(UnknownName, match="there is no table"):
            room.do(Command(number, table.people[0].id, "key", None, "ready", {}))
    assert len(room._live.locks) == 1


def test_all_who_come_first_get_the_same_lock(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9").table
    fresh = opened(sqlite)
    gate, met = threading.Barrier(8), []

    def come() -> None:
        gate.wait()
        met.append(fresh._live.locks.of(table))

    threads = [threading.Thread(target=come) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(met) == 8
    assert len({id(lock) for lock in met}) == 1


def test_a_shoe_is_found_although_the_memory_is_emptied_meanwhile(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    class Emptied(dict[int, Any]):
        """Another thread empties it whenever something is put into it."""

        def __setitem__(self, key: int, value: Any) -> None:
            super().__setitem__(key, value)
            self.clear()

    room = opened(sqlite)
    root = sitting(room, "super-pan-9").view()["shoe"]["root"]
    shoes = Shoes()
    shoes._known = Emptied()
    with room.store.transaction() as connection:
        assert shoes.over(connection)(1).root == root


def test_a_table_left_loose_is_read_again(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    live = room._live[table.table]
    live.loose, live.name = True, "what never happened"
    assert table.view()["name"] == "a table"
    live = room._live[table.table]
    live.loose, live.paused = True, True
    room.tick(0.0)
    table.play_round()


def test_spectators_see_chips_that_move_elsewhere_and_share_what_they_see(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    before = room.public(table.table)
    assert room.public(table.table) is before
    other = room.open_table(ann, "super-pan-9", {}, "another")
    for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 25_00}}), ("ready", {})):
        room.do(Command(other, ann.id, f"{kind}-elsewhere", None, kind, data))
    after = room.public(table.table)
    assert after.version == before.version
    assert [each.view.json()["seats"][0]["chips_cents"] for each in (before, after)] == [1000_00, 975_00]
    assert room.view(table.table, None) is after.view


# ---------------------------------------------------------------------------------------------------- time


class Due:
    """Two tables in one room, at both of which time has run out."""

    def __init__(self, database: str, opened: Callable[..., Room], sitting: Any) -> None:
        self.room = opened(database, now=lambda: 0.0, clock=Clock(30, 1000, 1000, alone=30))
        self.tables = [sitting(self.room, "super-pan-9", people=1) for _ in range(2)]
        for table in self.tables:
            table.ready()
        self.room.tick(0.0)

    def tick(self) -> list[str]:
        """The clock strikes; where the tables stand then. It must come back, whoever is at a table."""
        ticked: queue.Queue[bool] = queue.Queue()
        threading.Thread(target=lambda: (self.room.tick(30.0), ticked.put(True)), daemon=True).start()
        assert ticked.get(timeout=PATIENCE)
        return [self.room._live[table.table].phase for table in self.tables]


def test_a_table_that_somebody_is_at_holds_up_no_other(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    due = Due(sqlite, opened, sitting)
    with due.room._live.locks.held(1):
        assert due.tick() == ["playing", "ended"]
    assert due.tick() == ["ended", "ended"]


@pytest.mark.parametrize("fault", [Broken("the ruling does not settle what is held"), ZeroDivisionError()], ids=repr)
def test_a_table_at_which_nothing_holds_when_time_runs_out_is_refused_and_the_others_play_on(
    fault: Exception, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A contradiction, or a fault in a game, is one table's: it stopped the whole room."""
    due = Due(sqlite, opened, sitting)
    settle = rounds.settle

    def contradicting(table: LiveTable, *given: Any) -> None:
        if table.id == 1:
            raise fault
        settle(table, *given)

    monkeypatch.setattr(rounds, "settle", contradicting)
    due.room.tick(30.0)
    assert due.room.stopped == ""
    assert due.room._live[2].phase == "ended"
    with pytest.raises(Refused, match="table 1 is refused"):
        due.tables[0].view()
    due.room.tick(60.0)
    dora = Person(9, "Dora", "dealer", 0)
    assert [number for number, _ in due.room.refused_tables(dora)] == [1]
    due.tables[1].play_round()


def test_a_table_that_another_process_writes_to_holds_up_no_other(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    due = Due(postgresql, opened, sitting)
    for_ever = f"{postgresql}&options=-c%20idle_in_transaction_session_timeout%3D0"
    with opened(for_ever).store.transaction() as elsewhere:
        journal.head(elsewhere, 1, lock=True)
        assert due.tick() == ["playing", "ended"]
    assert due.tick() == ["ended", "ended"]


def test_a_listener_ends_although_the_server_never_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine = engine_for(f"postgresql+psycopg://nobody@127.0.0.1:{silent.getsockname()[1]}/none?sslmode=disable")
        end = notices.listen(engine, lambda *_: None)
        line, _ = silent.accept()
        with line:
            ending = threading.Thread(target=end, daemon=True)
            ending.start()
            ending.join(PATIENCE)
            assert not ending.is_alive()
    engine.dispose()
