"""One bad thing stops one thing: locks, numbers too large for the database, and long readings."""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from houseway.errors import HousewayError, IllegalSetting
from houseway.room import Busy, Command, Person, Room, house, live_tables, lobby, quota
from houseway.room.audit.room import audit
from houseway.room.errors import Broken, Enough, Nested, Stopped
from houseway.room.store import database as storage
from houseway.room.store import ledger, transaction
from houseway.room.store.backup import STEP, snapshot
from houseway.room.store.database import PRAGMAS, ROLLBACK, Store, tuned
from houseway.room.store.keyring import Keyring
from houseway.room.store.locks import Locks
from houseway.room.store.schema import LOBBY

IMPATIENT = tuple(f"busy_timeout={50}" if each.startswith("busy") else each for each in PRAGMAS)


@pytest.fixture
def hasty(folder: Path) -> Iterator[Room]:
    """A room that waits a twentieth of a second for a lock, not twenty seconds."""
    one = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    room = Room(tuned(create_engine(f"sqlite:///{folder}/room.db", **one), IMPATIENT), Keyring())
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


def test_a_room_that_is_open_in_another_journal_mode_is_refused_in_words(folder: Path) -> None:
    """As by a process whose SQLite is newer: what it has open is not changed under it."""
    other = sqlite3.connect(folder / "room.db", isolation_level=None)
    other.execute("PRAGMA journal_mode=WAL").fetchone()
    other.execute("CREATE TABLE one (n INTEGER)")
    one = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False, "timeout": 0.05}}
    with pytest.raises(Busy, match="another version of SQLite"):
        Store(tuned(create_engine(f"sqlite:///{folder}/room.db", **one), ROLLBACK))
    other.close()
    Store(tuned(create_engine(f"sqlite:///{folder}/room.db", **one), ROLLBACK)).close()


def test_who_reads_takes_no_lock_to_write(folder: Path, opened: Callable[..., Room], sitting: Any) -> None:
    """Another process is in the middle of writing: views and sessions are read meanwhile."""
    table = sitting(opened(f"sqlite:///{folder}/room.db"), "super-pan-9")
    token = table.room.people.session(table.people[0])
    with locking(folder / "room.db", "BEGIN IMMEDIATE"):
        assert table.view()["phase"] == "betting"
        assert table.room.people.of_session(token) is not None
        assert table.room.history(table.table) == []


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


def test_who_waits_for_others_of_the_room_is_told_so_in_the_same_time(
    hasty: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tenth in a row behind a lock does not wait ten times as long."""
    monkeypatch.setattr(storage, "PATIENCE", 0.05)
    told: list[str] = []

    def come() -> None:
        with pytest.raises(Busy, match="others of this room") as busy:
            hasty.people.guest("Ben")
        told.append(str(busy.value))

    with hasty.store.reading():
        thread = threading.Thread(target=come)
        thread.start()
        thread.join(20)
    assert told, "it waits no longer than that"
    assert not hasty.stopped
    assert hasty.people.guest("Ben").name == "Ben", "what was refused had not happened"


def test_a_storage_error_still_stops_the_room(hasty: Room, folder: Path) -> None:
    damaged = "UPDATE sqlite_master SET sql = 'damaged' WHERE name = 'people'"
    with locking(folder / "room.db", "PRAGMA writable_schema = ON", damaged, "PRAGMA schema_version = 9999"):
        pass
    with pytest.raises(RuntimeError, match="storage error"):
        hasty.people.guest("Ann")
    assert hasty.stopped


# ---------------------------------------------------------------------------------------------------- one at a time


def test_a_transaction_inside_another_is_a_mistake_of_one_request(database: str, opened: Callable[..., Room]) -> None:
    """It is refused before the database hears of it; what was begun is undone, and the room goes on."""
    room = opened(database)
    ann = room.people.guest("Ann")
    moved = ledger.movement("chips", [(f"person:{ann.id}", 500), ("chips", -500)])

    def nested(second: Callable[[], Any]) -> None:
        with room.store.transaction() as connection:
            ledger.post(connection, [moved], 0, 1)
            with second():
                pass

    for second in (room.store.transaction, room.store.reading):
        with pytest.raises(Nested, match="inside another"):
            nested(second)
        assert not room.stopped
    assert room.people.guest("Ben").name == "Ben"
    with room.store.reading() as connection:
        assert ledger.balances(connection, [f"person:{ann.id}"]) == {f"person:{ann.id}": 1_000_00}


def test_a_command_or_a_clock_that_nests_stops_nothing_else(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    room, ann = table.room, table.people[0]
    with monkeypatch.context() as mistaken:
        mistaken.setattr("houseway.room.acts.seats.Leave.check", lambda *_: room.people.guest("Eve"))
        mistaken.setattr(lobby.Lobby, "expired", lambda *_: room.people.guest("Eve"))
        with pytest.raises(Nested):
            room.do(Command(table.table, ann.id, "key-leave", None, "leave", {}))
        room.tick()
    assert not room.stopped
    room.do(Command(table.table, ann.id, "key-leave", None, "leave", {}))
    assert room.people.guest("Eve").name == "Eve"


def test_a_room_is_closed_once_nobody_is_inside_and_whoever_comes_later_is_told(
    database: str, opened: Callable[..., Room]
) -> None:
    room = opened(database)
    inside, leave, left = threading.Event(), threading.Event(), []

    def read() -> None:
        with room.store.reading() as connection:
            inside.set()
            leave.wait(60)
            left.append(connection.exec_driver_sql("SELECT count(*) FROM people").scalar_one())

    reader, closing = threading.Thread(target=read), threading.Thread(target=room.store.close)
    reader.start()
    assert inside.wait(60)
    closing.start()
    closing.join(0.1)  # a connection that is closed in use takes the process down
    leave.set()
    reader.join(60)
    closing.join(60)
    assert left == [1]
    with pytest.raises(Stopped, match="the room is closed"):
        room.people.guest("Eve")
    room.close()  # once more changes nothing


class Interrupted:
    """A condition that Ctrl-C comes upon as it is left for the first time."""

    def __init__(self) -> None:
        self._inside = threading.Condition()
        self.comes = True
        self.wait_for, self.notify_all = self._inside.wait_for, self._inside.notify_all

    def __enter__(self) -> None:
        self._inside.__enter__()

    def __exit__(self, *fault: Any) -> None:
        self._inside.__exit__(*fault)
        if self.comes:
            self.comes = False
            raise KeyboardInterrupt


def test_closing_waits_for_nobody_who_was_interrupted_nor_for_ever(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, other = opened(sqlite), opened(sqlite)
    room.store._empty = Interrupted()  # type: ignore[assignment]  # a lock whose leaving is interrupted
    with pytest.raises(KeyboardInterrupt):
        room.people.guest("Eve")
    room.people.guest("Eve")
    closing = threading.Thread(target=room.store.close, daemon=True)
    closing.start()
    closing.join(60)
    assert not closing.is_alive()
    monkeypatch.setattr("houseway.room.store.database.CLOSED_WITHIN", 0.01)
    assert "transaction waits" not in caplog.text
    with other.store.reading() as connection:
        other.store.close()
        assert connection.exec_driver_sql("SELECT count(*) FROM people").scalar_one() == 2
    assert "transaction waits" in caplog.text


def test_a_transaction_that_was_never_ended_is_undone_by_the_next(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    with room.store.engine.connect() as connection:
        raw = connection.connection.dbapi_connection
    raw.execute("BEGIN IMMEDIATE")
    raw.execute("UPDATE people SET name = 'Mallory'")
    assert room.people.guest("Ann").name == "Ann"
    assert not room.stopped
    assert raw.execute("SELECT count(*) FROM people WHERE name = 'Mallory'").fetchone() == (0,)


def test_the_lock_of_a_table_that_is_known_asks_the_database_nothing() -> None:
    """Tables that were read longest ago are let go inside a transaction."""

    def exists(table: int) -> None:
        raise Nested(f"table {table} was looked up")

    locks = Locks(exists)
    with pytest.raises(Nested), locks.held(3):
        pass
    with locks.held(3, wait=False, known=True):
        assert len(locks) == 1


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


# ---------------------------------------------------------------------------------------------------- many tables


def loads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that are read from their journals from now on."""
    read: list[int] = []

    def load(connection: Any, id_: int, sources: Any) -> Any:
        read.append(id_)
        return transaction.load(connection, id_, sources)

    monkeypatch.setattr("houseway.room.live_tables.load", load)
    return read


@pytest.fixture
def many(sqlite: str, opened: Callable[..., Room]) -> Room:
    """A room that has been opened anew, with sixty tables; somebody is waited for at the last."""
    room = opened(sqlite)
    boss = room.people.sign_in("manager", room.first_password)
    boss = room.people.set_password(boss, room.first_password, "a password of the manager")
    tables = [room.open_table(boss, "super-pan-9", {}, f"table {number}") for number in range(60)]
    ann = room.people.guest("Ann")
    for number, (kind, data) in enumerate((("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {}))):
        room.do(Command(tables[-1], ann.id, f"key-{number}", None, kind, data))
    room.close()
    return opened(sqlite)


def test_a_start_reads_no_table_the_lobby_and_the_clock_a_few(many: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    read = loads(monkeypatch)
    assert len(many.tables()) == 60
    assert len(read) <= lobby.AT_A_LOOK
    read.clear()
    many.tick()
    assert len(read) <= lobby.AT_A_TICK + 1
    for _ in range(60):
        many.tick()
    before = len(read)
    many.tick()
    assert len(many.tables()) == 60
    assert len(read) == before, "once each has been read, none is read to be listed"


def test_a_table_that_somebody_is_at_keeps_neither_clock_nor_lobby_waiting(many: Room) -> None:
    ticked = threading.Event()
    with many._live.locks.held(1):
        threading.Thread(target=lambda: (many.tick(), many.tables(), ticked.set()), daemon=True).start()
        assert ticked.wait(60)


def test_the_lobby_tells_what_the_tables_are(many: Room) -> None:
    for card in many.tables():
        view = many.view(card.id, None).json()
        taken = sum(seat["name"] is not None or bool(seat.get("bot")) for seat in view["seats"])
        assert (card.taken, card.taken + card.free) == (taken, len(view["seats"]))
        assert (card.phase, card.version) == (view["phase"], view["version"])
        assert card.settings == view["settings"]


def test_tables_from_before_there_were_rows_are_listed(many: Room) -> None:
    with many.store.transaction() as connection:
        connection.execute(LOBBY.delete())
    for _ in range(20):
        many.tick()
    assert len(many.tables()) == 60


def test_tables_that_nobody_has_been_at_for_long_are_forgotten(many: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.room.live_tables.MOST", 20)
    for card in many.tables():
        many.view(card.id, None)
    assert sum(id_ in many._live for id_ in range(1, 61)) <= 22
    ann = many.people.guest("Bob")
    assert many.do(Command(1, ann.id, "key-of-bob", None, "sit", {"seat": 1})).version == 2


def test_more_tables_that_wait_than_are_remembered_are_not_read_at_each_look(
    many: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred and forty guests who played alone, five tables each, made a look of the clock six seconds: with a
    thousand tables it was 0.04, and bets were closed as much later."""
    all_wait(many, 40)
    monkeypatch.setattr("houseway.room.live_tables.MOST", 20)
    many.tick()
    read: list[int] = []
    load = live_tables.load
    monkeypatch.setattr(live_tables, "load", lambda *given: read.append(given[1]) or load(*given))
    for _ in range(3):
        many.tick()
    assert len(read) <= 40  # each at most once more, the first time that it is looked at
    read.clear()
    many.tick()
    assert read == []
    for _ in range(5):
        many.tick(many._waits.now() + 1801)
    assert {card.phase for card in many.tables() if card.id <= 40} == {"ended"}


@pytest.fixture
def begun(many: Room, opened: Callable[..., Room], sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room that has just begun, where forty tables wait; five of those are read at a look."""
    all_wait(many, 40)
    many.close()
    monkeypatch.setattr(house, "AT_A_LOOK", 5)
    for each in ("AT_A_TICK", "AT_A_LOOK"):
        monkeypatch.setattr(lobby, each, 0)
    return opened(sqlite)


def all_wait(room: Room, most: int) -> None:
    """Somebody plays alone at each of so many tables, and may take half an hour for an answer."""
    ann = room.people.guest("Ann of many")
    for table in range(1, most + 1):
        for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {})):
            room.do(Command(table, ann.id, f"{kind}-of-{table}", None, kind, data))
    assert len([card for card in room.tables() if card.phase == "playing"]) > most - 10


def playing(room: Room) -> set[int]:
    return {card.id for card in room.tables() if card.phase == "playing"}


def test_after_a_start_the_clock_reads_a_few_tables_at_a_look_and_nobody_waits_longer(
    begun: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 1,200 tables the first look took five seconds, and the one at which their time had run out half a minute:
    everybody's bets were closed as much later."""
    waiting, last = playing(begun), max(playing(begun))
    stop = begun.watch(last, lambda _: None)
    read = loads(monkeypatch)
    begun.tick(1000.0)
    assert (len(read), last in read) == (5, True)
    for look in range(1, 10):
        begun.tick(1000.0 + look)
    assert set(read) == waiting
    assert len(read) == len(waiting)
    begun.tick(1000.0 + 1799)
    assert playing(begun) == waiting
    left = len(waiting)
    while left:
        begun.tick(1000.0 + 1800)  # all wait since the first look, whenever they were read
        assert left - len(playing(begun)) == min(5, left)
        assert last not in playing(begun)
        left = len(playing(begun))
    stop()


def test_none_waits_for_ever_behind_tables_that_are_watched(begun: Room) -> None:
    """Those are before it that have waited so much shorter, and no more."""
    waiting = sorted(playing(begun))
    stops = [begun.watch(table, lambda _: None) for table in waiting[1:]]
    for look in range(10):
        begun.tick(1000.0 + look)
    for table in waiting[1:]:  # they have waited since eleven seconds later
        begun._waits.anew(table)
        assert begun._house._waits.left(begun._live[table], 1011.0) == 1800.0
    begun.tick(1011.0 + 1800)
    assert len(playing(begun)) == len(waiting) - 5
    assert waiting[0] not in playing(begun)
    for stop in stops:
        stop()


def test_tables_that_are_refused_keep_none_from_being_read(begun: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    load = live_tables.load
    broken, read = set(sorted(playing(begun))[:5]), set[int]()

    def spoilt(connection: Any, id_: int, sources: Any) -> Any:
        if id_ in broken:
            raise Broken("it does not hold")
        read.add(id_)
        return load(connection, id_, sources)

    waiting = playing(begun) - broken
    monkeypatch.setattr(live_tables, "load", spoilt)
    for look in range(12):
        begun.tick(1000.0 + look)
    assert read == waiting
    assert set(begun._live.refused) == broken


def test_seals_that_are_being_opened_keep_no_other_table_waiting(begun: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have waited longest, and the house can do nothing there yet."""
    waiting = playing(begun)
    slow, time_out = set(sorted(waiting)[:5]), begun._house._time_out
    monkeypatch.setattr(begun._house, "_time_out", lambda table: None if table.id in slow else time_out(table))
    for look in range(10):
        begun.tick(1000.0 + look)
    for _ in range(8):
        begun.tick(3000.0)
    assert playing(begun) == slow


def test_a_table_that_moves_while_the_house_acts_elsewhere_is_acted_at_all_the_same(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All tables are looked at before the house acts at one: whoever changed a bet meanwhile put its time-out off."""
    room = opened(sqlite)
    ann, ben = room.people.guest("Ann"), room.people.guest("Ben")
    one, other = tables = [room.open_table(ann, "super-pan-9", {}, "t") for _ in range(2)]
    for table in tables:
        for who, kind, data in (
            (ann, "sit", {"seat": 1}),
            (ben, "sit", {"seat": 2}),
            (ann, "bet", {"wagers": {"main": 500}}),
            (ann, "ready", {}),
        ):
            room.do(Command(table, who.id, f"{kind}-of-{table}", None, kind, data))
    room.tick(1000.0)
    run_out = room._house._run_out

    def meanwhile(table: int, *given: Any) -> None:
        if table == one:
            room.do(Command(other, ben.id, "meanwhile", None, "bet", {"wagers": {"main": 500}}))
        run_out(table, *given)

    monkeypatch.setattr(room._house, "_run_out", meanwhile)
    room.tick(1025.0)
    assert playing(room) == {one, other}


def test_a_guest_opens_a_few_tables_and_no_more(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    ann, ben = room.people.guest("Ann"), room.people.guest("Ben")
    for _ in range(5):
        room.open_table(ann, "super-pan-9", {}, "t")
    with pytest.raises(HousewayError, match="you have 5 tables open"):
        room.open_table(ann, "super-pan-9", {}, "t")
    assert room.open_table(ben, "super-pan-9", {}, "t")


def test_tables_that_were_closed_again_count_for_an_hour(
    database: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who tries all five games and closes them is not refused, three times over; who fills the disk is."""
    room = opened(database)
    ann, ben = room.people.guest("Ann"), room.people.guest("Ben")

    def open_and_close(by: Person) -> None:
        table = room.open_table(by, "super-pan-9", {}, "t")
        room.do(Command(table, by.id, f"key-{table}", None, "close", {}))

    began = time.time()
    for _ in range(15):
        open_and_close(ann)
    with pytest.raises(Enough, match=r"15 tables within an hour, closed or not.* the next in \d+ minutes"):
        open_and_close(ann)
    open_and_close(ben)
    monkeypatch.setattr(room._lobby, "_wall", lambda: began + 3600 - 30)
    with pytest.raises(Enough, match=r"the next in (a minute|\d minutes)"):
        open_and_close(ann)
    monkeypatch.setattr(room._lobby, "_wall", lambda: time.time() + 3600)
    open_and_close(ann)
    assert len(room.tables()) == 0
    room.close()
    assert audit(database) == []


def test_what_others_have_opened_within_the_hour_is_read_once(sqlite: str, opened: Callable[..., Room]) -> None:
    """Whoever asked for a table had the writer look through all of them: with 4,200, six guests who were refused made
    everybody's commands take eight times as long."""
    room = opened(sqlite)
    people = [room.people.guest(f"Guest {number}") for number in range(4)]
    for each in people:
        for _ in range(3):
            room.open_table(each, "super-pan-9", {}, "t")
    read: list[str] = []
    with room.store.transaction() as connection:
        for each in people:
            quota.check(connection, each, time.time())
        raw = connection.connection.driver_connection
        raw.set_trace_callback(read.append)
        for each in people:
            quota.check(connection, each, time.time())
        raw.set_trace_callback(None)
    asked = [each for each in read if "journal" in each and "tables.id >" in each]
    assert len(asked) == len(people)
    assert all("tables.id > 12" in each for each in asked)


def test_a_first_entry_that_is_no_text_keeps_nobody_from_opening_a_table(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    """All tables of the hour are looked through for whoever asks: what was put into one is its trouble alone."""
    room = opened(sqlite)
    ann = room.people.guest("Ann")
    spoilt = room.open_table(ann, "super-pan-9", {}, "t")
    with room.store.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE journal SET body = CAST(body AS BLOB) WHERE chain = {spoilt} AND seq = 1")
    for _ in range(2):
        assert room.open_table(ann, "super-pan-9", {}, "t") > spoilt


def later(room: Room, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much time has gone by, for the lobby and for what is written down."""
    monkeypatch.setattr(room._lobby, "_wall", lambda: time.time() + seconds)
    ahead = timedelta(seconds=seconds)
    stamp = "houseway.room.commands.doing.stamp"
    monkeypatch.setattr(stamp, lambda: (datetime.now(UTC) + ahead).isoformat(timespec="milliseconds"))


def test_a_table_at_which_nobody_plays_closes_and_makes_place(
    database: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
    empty, taken, used = (room.open_table(ann, "super-pan-9", {}, name) for name in ("empty", "taken", "used"))
    room.do(Command(taken, ann.id, "key-1", None, "sit", {"seat": 1}))
    later(room, monkeypatch, lobby.IDLE + 60)
    room.do(Command(used, ann.id, "key-2", None, "sit", {"seat": 1}))
    room.tick()
    assert [card.id for card in room.tables()] == [taken, used]
    with pytest.raises(HousewayError, match="closed"):
        room.do(Command(empty, ann.id, "key-3", None, "sit", {"seat": 1}))
    later(room, monkeypatch, lobby.ABANDONED + 60)
    room.do(Command(used, ann.id, "key-4", None, "leave", {}))
    room.tick()
    assert [card.id for card in room.tables()] == [used]
    room.close()
    assert [each for each in audit(database) if not each.what.startswith("is dated")] == []


def test_a_table_that_is_paused_or_played_at_is_not_closed(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    played = sitting(room, "super-pan-9")
    played.ready()
    boss = room.people.sign_in("manager", room.first_password)
    boss = room.people.set_password(boss, room.first_password, "a password of the manager")
    paused = room.open_table(boss, "super-pan-9", {}, "paused")
    room.do(Command(paused, boss.id, "key-1", None, "pause", {}))
    monkeypatch.setattr(room._lobby, "_wall", lambda: time.time() + 2 * lobby.ABANDONED)
    room.tick()
    assert [card.id for card in room.tables()] == [played.table, paused]


def test_two_processes_may_write_the_first_row_of_a_table(database: str, opened: Callable[..., Room]) -> None:
    room, other = opened(database), opened(database)
    table = room.open_table(room.people.guest("Ann"), "super-pan-9", {}, "t")
    with room.store.transaction() as connection:
        found, _ = room._live.current(connection, table, lock=False)
        room._lobby._write(connection, found)
    assert not room.stopped
    assert len(room.tables()) == len(other.tables()) == 1


def test_staff_are_told_which_table_is_refused(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    ann = room.people.guest("Ann")
    for name in ("sound", "spoilt"):
        room.open_table(ann, "super-pan-9", {}, name)
    room.close()
    with locking(folder / "room.db", "UPDATE journal SET body = '{}' WHERE chain = 2"):
        pass
    room = opened(sqlite)
    room.tick()
    assert [card.name for card in room.tables()] == ["sound"]
    boss = Person(1, "manager", "manager", 0)
    assert room.refused_tables(boss) == [(2, "spoilt")]
    assert room.refused_tables(ann) == room.refused_tables(None) == []
    assert not room.stopped
