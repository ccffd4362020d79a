"""Several processes on one PostgreSQL: commits heard at once, and a writer that dies or freezes holds nobody up."""

import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text

from every_kind import another_key
from houseway.room import Command, Person, Room, quota
from houseway.room.audit import chain, checkpoints
from houseway.room.audit.room import audit
from houseway.room.commands import doing
from houseway.room.errors import Enough
from houseway.room.opening import wanted_table
from houseway.room.store import journal

PATIENCE = 180.0
"""Seconds after which a test gives up; what it waits for comes in a fraction of one."""

SETTING = "idle_in_transaction_session_timeout"

HOLDER = """
import sys, time
from houseway.room import Command, Person, Room, quota
from houseway.room.store import journal

room = Room.open(sys.argv[1])
with room.store.transaction() as connection:
    journal.head(connection, int(sys.argv[2]), lock=True)
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def connection(postgresql: str) -> Iterator[Connection]:
    """A look at the server from outside the rooms."""
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def until(holds: Callable[[], Any]) -> Any:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)
    return found


def listeners(connection: Connection) -> list[int]:
    """The server's processes that listen."""
    query = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND state = 'idle'"
    return list(connection.execute(text(query)).scalars())


def test_what_one_process_commits_wakes_the_watchers_of_another_without_its_clock(
    postgresql: str, connection: Connection, opened: Callable[..., Room], sitting: Any
) -> None:
    first, second, deaf = opened(postgresql), opened(postgresql), opened(postgresql)
    table = sitting(first, "super-pan-9")
    woken: queue.Queue[int] = queue.Queue()
    unwoken: list[int] = []
    second.watch(table.table, woken.put)
    deaf.watch(table.table, unwoken.append)
    end = second.listen()
    until(lambda: listeners(connection))
    for kind, data in (("bet", {"wagers": {"main": 500}}), ("ready", {})):
        done = table.do(table.people[0], kind, **data)
        assert woken.get(timeout=PATIENCE) == done.version
    end()
    assert unwoken == [], "who does not listen has to look at the clock"
    assert until(lambda: not listeners(connection))
    assert "houseway-notices" not in {thread.name for thread in threading.enumerate()}


def test_a_refused_command_sends_no_notice_and_nonsense_is_passed_over(
    postgresql: str, connection: Connection, opened: Callable[..., Room], sitting: Any
) -> None:
    first, second = opened(postgresql), opened(postgresql)
    table = sitting(first, "super-pan-9")
    woken: queue.Queue[int] = queue.Queue()
    second.watch(table.table, woken.put)
    end = second.listen()
    until(lambda: listeners(connection))
    for nonsense in ("", "1", "1 2 3", "-1 5", "9" * 5000 + " 1", f"{table.table} 999", "77 1", "0 5", "one two"):
        connection.execute(text("SELECT pg_notify('houseway', :payload)"), {"payload": nonsense})
    assert woken.get(timeout=PATIENCE) == table.view()["version"], "a notice says where to look, not what is so"
    with pytest.raises(ValueError, match="below the limit"):
        table.do(table.people[0], "bet", wagers={"main": 1})
    done = table.do(table.people[0], "bet", wagers={"main": 500})
    assert woken.get(timeout=PATIENCE) == done.version
    end()
    assert woken.empty()


def test_a_listener_whose_connection_is_lost_takes_another(
    postgresql: str, connection: Connection, opened: Callable[..., Room], sitting: Any
) -> None:
    first, second = opened(postgresql), opened(postgresql)
    table = sitting(first, "super-pan-9")
    woken: queue.Queue[int] = queue.Queue()
    second.watch(table.table, woken.put)
    end = second.listen()
    (old,) = until(lambda: listeners(connection))
    connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": old})
    until(lambda: [pid for pid in listeners(connection) if pid != old])
    done = table.do(table.people[0], "bet", wagers={"main": 500})
    assert woken.get(timeout=PATIENCE) == done.version
    end()
    assert second.stopped == "", "a lost listener is no storage error"
    second.tick(0.0)


class Holder:
    """A process that has taken the writer's place of a table and does nothing with it."""

    def __init__(self, database: str, table: int) -> None:
        command = [sys.executable, "-c", HOLDER, database, str(table)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "held\n"

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def waiting(connection: Connection) -> bool:
    """Whether anybody waits for a lock."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    return bool(connection.execute(text(query)).scalar_one())


@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
def test_a_process_that_holds_the_writers_place_and_is_gone_holds_nobody_up(
    fate: int, postgresql: str, connection: Connection, opened: Callable[..., Room], sitting: Any
) -> None:
    table = sitting(opened(postgresql), "super-pan-9")
    holder = Holder(f"{postgresql}&options=-c%20{SETTING}%3D{'1h' if fate == signal.SIGKILL else '2s'}", table.table)
    done: queue.Queue[int] = queue.Queue()

    def bet() -> None:
        done.put(table.do(table.people[0], "bet", wagers={"main": 500}).version)

    writer = threading.Thread(target=bet)
    try:
        before = table.room.public(table.table).version
        writer.start()
        until(lambda: waiting(connection))
        assert done.empty(), "one writer at a time"
        holder.send(fate)
        assert done.get(timeout=PATIENCE) == before + 1
    finally:
        holder.end()
        writer.join(PATIENCE)
    table.play_round()
    assert audit(postgresql) == []


def test_every_connection_of_a_room_lets_go_of_a_transaction_that_is_left_lying(
    postgresql: str, opened: Callable[..., Room]
) -> None:
    for told, expected in (("", "10s"), (f"&options=-c%20{SETTING}%3D7s", "7s"), (f"&options=-c%20{SETTING}%3D0", "0")):
        with opened(postgresql + told).store.transaction() as connection:
            assert connection.execute(text(f"SHOW {SETTING}")).scalar_one() == expected


def test_people_at_two_tables_never_make_them_wait_for_each_other(
    postgresql: str, connection: Connection, opened: Callable[..., Room], sitting: Any
) -> None:
    """Ann and Ben sit the other way round at another table: all their accounts are taken in one order everywhere."""
    table = sitting(opened(postgresql), "super-pan-9")
    ann, ben = table.people
    for person in (ann, ben):
        table.do(person, "leave")
    for person, seat in ((ann, 2), (ben, 1)):
        table.do(person, "sit", seat=seat)
        table.bet(person)
    table.do(ann, "ready")
    dealing = threading.Thread(target=table.do, args=(ben, "ready"))
    engine = create_engine(postgresql)
    taken = text("SELECT id FROM accounts WHERE id = :id FOR UPDATE SKIP LOCKED")

    def free() -> list[str]:
        """Whose account nobody has; a command tries for a moment in company first, and then waits alone."""
        return [each.name for each in (ann, ben) if connection.execute(taken, {"id": f"person:{each.id}"}).all()]

    try:
        with engine.begin() as elsewhere:
            assert elsewhere.execute(taken, {"id": f"person:{ben.id}"}).all()
            dealing.start()
            until(lambda: waiting(connection) and not free())  # who waits for Ben's account has taken Ann's before
    finally:
        engine.dispose()
        dealing.join(PATIENCE)
    assert table.view()["phase"] == "playing"


def test_time_that_runs_out_while_somebody_elsewhere_has_an_account_begins_not_anew(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Another process had it for a moment, as whoever plays at many tables can have it do: all waited once more."""
    table = sitting(opened(postgresql), "super-pan-9")
    ann, _ = table.people
    table.bet(ann)
    table.do(ann, "ready")
    table.room.tick(1000.0)
    engine = create_engine(postgresql)
    with engine.begin() as elsewhere:
        elsewhere.execute(text("SELECT id FROM accounts WHERE id = :id FOR UPDATE"), {"id": f"person:{ann.id}"})
        table.room.tick(1025.0)
    engine.dispose()
    assert table.view()["phase"] == "betting"
    table.room.tick(1025.25)
    assert table.view()["phase"] == "playing"


# -------------------------------------------------------------------------------------------- who waits is dated


SHORT = 0.5
"""Seconds that somebody waits here, where clocks may differ by less."""


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (chain, checkpoints):
        monkeypatch.setattr(module, "SKEW", timedelta(seconds=SHORT / 2))


@contextmanager
def kept_waiting(connection: Connection, lock: int, act: Callable[[], Any]) -> Iterator[None]:
    """Somebody else holds a lock of the room's, as a process does that is frozen amid what it guards."""
    connection.execute(text(f"SELECT pg_advisory_lock({lock})"))
    thread = threading.Thread(target=act)
    thread.start()
    time.sleep(2 * SHORT)
    yield
    connection.execute(text(f"SELECT pg_advisory_unlock({lock})"))
    thread.join(PATIENCE)


def test_a_checkpoint_that_had_to_wait_is_dated_after_what_it_covers(
    postgresql: str, opened: Callable[..., Room], sitting: Any, connection: Connection, exact: None
) -> None:
    """It was dated before: an entry was "signed already" before it was written, and the audit said so for ever."""
    room = opened(postgresql)
    table = sitting(room, "super-pan-9", decks="8")
    room.checkpoint()
    table.play_round()
    with kept_waiting(connection, 98, room.checkpoint):
        table.play_round()
    room.close()
    assert audit(postgresql) == []


def test_a_key_that_had_to_wait_is_dated_after_what_came_before_it(
    postgresql: str, opened: Callable[..., Room], connection: Connection, exact: None
) -> None:
    room = opened(postgresql)
    with kept_waiting(connection, 99, lambda: another_key(postgresql, "")):
        room.people.guest("Zoe")
    room.store.close()
    opened(postgresql).close()
    assert audit(postgresql) == []


def test_an_entry_of_a_process_that_was_frozen_before_its_commit_fits_the_checkpoints(
    postgresql: str,
    opened: Callable[..., Room],
    sitting: Any,
    exact: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another process had signed the entry before it meanwhile: it "was not there", and the audit said so for ever."""
    one, two = opened(postgresql), opened(postgresql)
    table = sitting(two, "super-pan-9", decks="8")
    table.play_round()
    note, freezes = doing.index.note, [True]

    def frozen(*given: Any) -> None:
        if freezes.pop() if freezes else False:
            time.sleep(2 * SHORT)
            one.checkpoint()
        note(*given)

    monkeypatch.setattr(doing.index, "note", frozen)
    table.play_round()
    for room in (one, two):
        room.close()
    assert audit(postgresql) == []


def test_a_table_that_another_process_has_moved_is_looked_at_though_it_is_not_remembered(
    postgresql: str, opened: Callable[..., Room]
) -> None:
    """What is known of how long it waits is of the version that was looked at, and of no other."""
    first, second = opened(postgresql), opened(postgresql)
    people = [first.people.guest(name) for name in ("Ann", "Ben")]
    table = first.open_table(people[0], "super-pan-9", {}, "t")

    def do(who: int, kind: str, **data: Any) -> None:
        first.do(Command(table, people[who].id, f"{kind}-of-{who}", None, kind, data))

    for who in (0, 1):
        do(who, "sit", seat=who + 1)
        do(who, "bet", wagers={"main": 500})
    do(0, "ready")
    second.tick(1000.0)  # bets are open for 25 seconds
    second._live.drop(table)
    do(1, "ready")
    assert first.view(table, None).json()["phase"] == "playing"
    second.tick(1001.0)
    assert table in second._live, "it has moved: it is looked at"
    second._live.drop(table)
    at = second.view(table, None).json()["version"]
    second._live.drop(table)
    second.tick(1045.0)
    assert table not in second._live, "who is asked has 45 seconds"
    second.tick(1046.0)
    assert second.view(table, None).json()["version"] > at


class Undone(Exception):
    """What was begun is not committed."""


def open_in_vain(room: Room, by: Person) -> None:
    with room.store.transaction() as connection:
        journal.head(connection, journal.ROOM, lock=True)
        room.open_in(connection, by, wanted_table(by, "super-pan-9", {}, "t"))
        raise Undone


def test_tables_that_were_opened_by_another_process_count_within_the_hour(
    postgresql: str, opened: Callable[..., Room]
) -> None:
    """So do those of before a start; one that was not committed counts nowhere."""
    first, second = opened(postgresql), opened(postgresql)
    ann = first.people.guest("Ann")
    for number in range(quota.TIMES * quota.OF_GUEST):
        room = (first, second)[number % 2]
        with pytest.raises(Undone):
            open_in_vain(room, ann)
        table = room.open_table(ann, "super-pan-9", {}, "t")
        room.do(Command(table, ann.id, f"close-of-{table}", None, "close", {}))
    for room in (first, second, opened(postgresql)):
        with pytest.raises(Enough, match="you have opened 15 tables within an hour"):
            room.open_table(ann, "super-pan-9", {}, "t")
