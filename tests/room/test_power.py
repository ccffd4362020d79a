"""Power loss and failing disks, simulated below SQLite: writes that were not synced are dropped, torn or kept at will.

Killing a process cannot tell synchronous=EXTRA from OFF, for the system keeps what was written. Here a file system of
our own keeps a log of every write, sync, truncation and deletion, and from it makes the disk as a power loss at any
point might leave it. The room is then opened on that disk with the ordinary driver.
"""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from houseway.errors import HousewayError
from houseway.room import Person, Room, Stopped, Ticket
from houseway.room.audit.room import audit
from houseway.room.store.database import AHEAD, PRAGMAS, ROLLBACK, SOUND, pragmas_for, tuned
from houseway.room.store.keyring import Keyring

IMAGES = int(os.environ.get("HOUSEWAY_IMAGES", "36"))
"""Crash images of each kind; the long form sets it to five thousand."""

WAYS = {"rollback": ROLLBACK, "ahead": (*AHEAD, "wal_autocheckpoint=25")}
"""How a room is kept on disk, by the version of SQLite; here what was written ahead is put in its place often."""

OF_ONE_PLAY = 90
"""Crash images of one stretch of play: the points of a stretch are few, so many images need many stretches."""


class Deed(NamedTuple):
    """One thing done to a file."""

    what: str
    file: str
    at: int = 0
    data: bytes = b""


class Disk(apsw.VFS):
    """A file system that remembers everything done to it, and fails at the operation it is told to."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")
        self.name = name
        self.log: list[Deed] = []
        self.fails_at = -1
        self.once = False
        self.fault: type[Exception] = apsw.FullError

    def note(self, deed: Deed) -> None:
        if len(self.log) == self.fails_at:
            self.fails_at = -1 if self.once else self.fails_at
            raise self.fault("planted")
        self.log.append(deed)

    def xOpen(self, name: Any, flags: list[int]) -> "DiskFile":
        return DiskFile(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        self.note(Deed("delete", Path(name).name, int(sync)))
        super().xDelete(name, sync)


class DiskFile(apsw.VFSFile):
    """A file whose changes are remembered."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._file = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "temporary").name
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, at: int) -> None:
        self._disk.note(Deed("write", self._file, at, bytes(data)))
        super().xWrite(data, at)

    def xTruncate(self, size: int) -> None:
        self._disk.note(Deed("truncate", self._file, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self._disk.note(Deed("sync", self._file))
        super().xSync(flags)


# ---------------------------------------------------------------------------------------------------- the driver


class Cursor:
    """The standard interface of a cursor, on APSW."""

    arraysize = 1

    def __init__(self, connection: "Driver") -> None:
        self._connection = connection
        self._rows: Iterator[Any] = iter(())
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    def execute(self, statement: str, values: Any = ()) -> "Cursor":
        try:
            cursor = self._connection.raw.cursor()
            cursor.exec_trace = self._described
            self._rows = iter(cursor.execute(statement, tuple(values)).fetchall())
        except apsw.Error as fault:
            raise sqlite3.OperationalError(str(fault)) from fault
        self.rowcount, self.lastrowid = self._connection.raw.changes(), self._connection.raw.last_insert_rowid()
        return self

    def _described(self, cursor: apsw.Cursor, _statement: str, _values: Any) -> bool:
        """The columns can only be asked for before the first row."""
        columns = cursor.get_description()
        self.description = [(name, *[None] * 6) for name, *_ in columns] or None
        return True

    def executemany(self, statement: str, values: Any) -> None:
        for each in values:
            self.execute(statement, each)

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def fetchmany(self, size: int = 1) -> list[Any]:
        return [row for _, row in zip(range(size), self._rows, strict=False)]

    def close(self) -> None:
        self._rows = iter(())


class Driver:
    """The standard interface of a connection, on APSW and a disk of ours."""

    isolation_level = None

    def __init__(self, path: Path, disk: Disk) -> None:
        self.raw = apsw.Connection(str(path), vfs=disk.name)

    def cursor(self) -> Cursor:
        return Cursor(self)

    def execute(self, statement: str) -> Cursor:
        return self.cursor().execute(statement)

    def create_function(self, *_given: Any, **_more: Any) -> None:
        """None of ours is needed."""

    def commit(self) -> None:
        if self.raw.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.raw.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        self.raw.close()


def engine_on(disk: Disk, path: Path, pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: Driver(path, disk), poolclass=StaticPool)
    return tuned(engine, pragmas)


# ---------------------------------------------------------------------------------------------------- crash images


class Surface:
    """What is surely on the disk, and what has been done since and may or may not be."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.sure: dict[str, bytes] = dict(files)
        self.loose: list[Deed] = []
        self.now: set[str] = set(files)

    def take(self, deed: Deed) -> None:
        """A sync makes sure of all that was done to that file, and of the folder if the file is new to it."""
        if deed.what == "sync":
            fresh = deed.file not in self.sure
            made_sure = [d for d in self.loose if d.file == deed.file or (fresh and d.what == "delete")]
            self.sure = changed(self.sure, made_sure)
            self.sure.setdefault(deed.file, b"")
            self.loose = [d for d in self.loose if d not in made_sure]
        elif deed.what == "delete" and deed.at:
            self.sure.pop(deed.file, None)
            self.loose = [d for d in self.loose if d.file != deed.file and d.what != "delete"]
        else:
            self.loose.append(deed)

    def images(self, source: random.Random) -> Iterator[dict[str, bytes]]:
        """The disk as a power loss now might leave it: nothing loose survives, all does, or some, perhaps torn."""
        yield dict(self.sure)
        yield changed(self.sure, self.loose)
        some = [torn(deed, source) for deed in self.loose if source.random() < 0.5]
        yield changed(self.sure, some)


def torn(deed: Deed, source: random.Random) -> Deed:
    """Sometimes only the first sectors of a write are there."""
    if deed.what == "write" and len(deed.data) > 512 and source.random() < 0.3:
        return deed._replace(data=deed.data[: 512 * source.randrange(1, len(deed.data) // 512 + 1)])
    return deed


def changed(files: dict[str, bytes], deeds: list[Deed]) -> dict[str, bytes]:
    """Files after some deeds."""
    after = dict(files)
    for deed in deeds:
        if deed.what == "delete":
            after.pop(deed.file, None)
            continue
        content = bytearray(after.get(deed.file, b""))
        if deed.what == "truncate":
            content = content[: deed.at].ljust(deed.at, b"\0")
        else:
            content = content.ljust(deed.at, b"\0")
            content[deed.at : deed.at + len(deed.data)] = deed.data
        after[deed.file] = bytes(content)
    return after


class Played(NamedTuple):
    """What was done to the disk while some rounds were played, and how far it had come at each acknowledgement."""

    before: dict[str, bytes]
    log: list[Deed]
    acks: list[tuple[int, int, str]]
    key: Path


class Listening(Room):
    """Notes each acknowledgement with the length of the disk's log."""

    disk: Disk
    acks: list[tuple[int, int, str]]

    def do(self, command: Any) -> Any:
        done = super().do(command)
        self.acks.append((len(self.disk.log), command.person, command.key))
        return done


@pytest.fixture
def begun(folder: Path, opened: Callable[..., Room], sitting: Any) -> tuple[Path, list[Person], type[Any]]:
    """A room with a table on an ordinary disk, closed."""
    room = opened(f"sqlite:///{folder}/room.db")
    table = sitting(room, "super-pan-9")
    room.close()
    return folder / "room.db", table.people, sitting


def together(table: Any) -> None:
    """What both people want next, in one commit; acknowledged as they are told."""
    room = table.room

    def told(ticket: Ticket) -> None:
        assert ticket.result()
        room.acks.append((len(room.disk.log), ticket.asked.command.person, ticket.asked.command.key))

    table.together(told)


def play_on(
    disk: Disk, begun: Any, pragmas: tuple[str, ...], steps: int, seed: int = 3, *, shared: bool = False
) -> Played:
    """Play on a disk of ours; where commits are shared, people act together."""
    path, people, sitting = begun
    before = {path.name: path.read_bytes()}
    room = Listening(
        engine_on(disk, path, pragmas), Keyring.at(path.with_name("room.db.key")), draw=random.Random(seed).randrange
    )
    room.disk, room.acks = disk, []
    table = sitting.back(room, 1, people, 7 + seed)
    try:
        for _ in range(steps):
            together(table) if shared else table.step()
    finally:
        room._commits.close()
        room.store.close()
    return Played(before, list(disk.log), room.acks, path.with_name("room.db.key"))


def lost_in(played: Played, folder: Path, images: int, seed: int = 5) -> tuple[int, list[str]]:
    """Whether an acknowledged command is gone in any crash image, and what the audit finds in them."""
    source = random.Random(seed)
    surface = Surface(played.before)
    points = set(source.sample(range(len(played.log)), min(len(played.log), images // 3)))
    folder.mkdir(exist_ok=True)
    shutil.copy(played.key, folder / "room.db.key")
    findings: list[str] = []
    for number, deed in enumerate(played.log):
        surface.take(deed)
        if number not in points:
            continue
        acked = {(person, key) for at, person, key in played.acks if at <= number + 1}
        for image in surface.images(source):
            gone, found = examined(image, folder, acked)
            if gone:
                return 1, []
            findings += found
    return 0, findings


def examined(image: dict[str, bytes], folder: Path, acked: set[tuple[int, str]]) -> tuple[bool, list[str]]:
    """Open a crash image; whether an acknowledged command is gone, and what the audit says."""
    for name in ("room.db", *(f"room.db-{each}" for each in ("journal", "wal", "shm"))):
        (folder / name).unlink(missing_ok=True)
    for name, content in image.items():
        (folder / name).write_bytes(content)
    connection = sqlite3.connect(folder / "room.db")
    try:
        kept = {tuple(row) for row in connection.execute("SELECT person, key FROM commands")}
        found = [str(each) for each in audit(f"sqlite:///{folder}/room.db") if "not signed" not in each.what]
    except (sqlite3.DatabaseError, SQLAlchemyError):
        return True, []
    finally:
        connection.close()
    return bool(acked - kept), found


@pytest.mark.parametrize("shared", [False, True], ids=["alone", "shared"])
@pytest.mark.parametrize("way", WAYS)
def test_a_power_loss_at_any_point_loses_nothing_acknowledged(
    way: str, shared: bool, begun: Any, folder: Path, luck: int
) -> None:
    """Stretches of 8 to 20 commands, each from the same beginning with other cards, until there are enough images."""
    path = begun[0]
    whole = path.read_bytes()
    for stretch, done in enumerate(range(0, IMAGES, OF_ONE_PLAY)):
        restored(path, whole)
        steps, seed = 8 + 4 * (stretch % 4), 1000 * luck + stretch
        played = play_on(Disk(f"durable-{way}-{shared}-{seed}"), begun, WAYS[way], steps, seed, shared=shared)
        assert len(played.acks) >= steps
        written = {deed.file.removeprefix(path.name) for deed in played.log if deed.what == "sync"}
        assert {"rollback": "-journal", "ahead": "-wal"}[way] in written
        assert "" in written, "what was written ahead was put in its place, too"
        images = min(OF_ONE_PLAY, IMAGES - done)
        assert len(played.log) >= images // 3, "a point for every three images"
        assert lost_in(played, folder / "images", images, seed) == (0, [])
        if shared:
            assert len(played.acks) > len({at for at, _, _ in played.acks}), "some were acknowledged together"


def restored(path: Path, whole: bytes) -> None:
    """The disk as it was."""
    path.write_bytes(whole)
    for each in ("journal", "wal", "shm"):
        Path(f"{path}-{each}").unlink(missing_ok=True)


@pytest.mark.parametrize("way, weaker", [*(("rollback", w) for w in ("OFF", "NORMAL", "FULL")), ("ahead", "NORMAL")])
def test_weaker_settings_are_caught(way: str, weaker: str, begun: Any, folder: Path) -> None:
    """OFF never syncs. NORMAL and FULL do not sync the folder after the journal of a commit is deleted.

    NORMAL does not sync what was written ahead.
    """
    pragmas = tuple(f"synchronous={weaker}" if p.startswith("synchronous") else p for p in WAYS[way])
    assert pragmas != WAYS[way]
    lost, _ = lost_in(play_on(Disk(f"weak-{way}-{weaker}"), begun, pragmas, 8), folder / "images", 45)
    assert lost > 0


def test_what_is_written_ahead_needs_a_sound_version() -> None:
    assert pragmas_for(SOUND) == pragmas_for((3, 54, 1)) == AHEAD
    assert pragmas_for((3, 51, 2)) == pragmas_for((3, 40, 1)) == ROLLBACK
    assert sqlite3.sqlite_version_info >= SOUND or PRAGMAS == ROLLBACK
    assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= SOUND, "what is tried here"


@pytest.mark.parametrize(
    "way, fault", [("rollback", apsw.FullError), ("rollback", apsw.IOError), ("ahead", apsw.IOError)]
)
def test_a_failing_disk_stops_the_room_without_a_false_acknowledgement(
    way: str, fault: type[Exception], begun: Any, folder: Path, opened: Callable[..., Room]
) -> None:
    """The fault strikes at one operation after the other; then the room is opened again and goes on."""
    path, people, sitting = begun
    whole = path.read_bytes()
    disk = Disk(f"failing-{way}-{fault.__name__}")
    length = len(play_on(disk, begun, WAYS[way], 4).log)
    stopped = 0
    for point in range(0, length, max(1, length // 14)):
        restored(path, whole)
        disk.log, disk.fails_at, disk.fault = [], point, fault
        acks = fail_and_refuse(disk, begun, WAYS[way])
        stopped += acks is not None
        database = f"sqlite:///{path}"
        connection = sqlite3.connect(path)
        kept = {tuple(row) for row in connection.execute("SELECT person, key FROM commands")}
        connection.close()
        assert not {(person, key) for _, person, key in acks or ()} - kept
        assert [each for each in audit(database) if "not signed" not in each.what] == []
    room = opened(f"sqlite:///{path}")
    table = sitting.back(room, 1, people, 9)
    table.step()
    assert stopped > 8


def fail_and_refuse(disk: Disk, begun: Any, pragmas: tuple[str, ...]) -> list[tuple[int, int, str]] | None:
    """Play until the planted fault; the room must stop and refuse. What it had acknowledged; None if it went unhurt."""
    path, people, sitting = begun
    try:
        room = Listening(
            engine_on(disk, path, pragmas), Keyring.at(path.with_name("room.db.key")), draw=random.Random(3).randrange
        )
    except (Stopped, sqlite3.OperationalError):
        return []
    room.disk, room.acks = disk, []
    table = sitting.back(room, 1, people, 7)
    try:
        for _ in range(4):
            table.step()
    except Stopped:
        disk.fails_at = -1
        for refused in (table.step, table.view, lambda: room.people.guest("Eve"), room.tick):
            with pytest.raises(Stopped, match="storage error"):
                refused()
        return room.acks
    finally:
        room.store.close()
    return None


def test_a_room_that_swallows_storage_errors_is_caught(begun: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: an error at the commit is passed over, and the command acknowledged."""
    commit = Driver.commit

    def careless(self: Driver) -> None:
        try:
            commit(self)
        except sqlite3.OperationalError:
            self.rollback()

    monkeypatch.setattr(Driver, "commit", careless)
    path, _, _ = begun
    disk = Disk("careless")
    disk.once = True
    whole = path.read_bytes()
    length = len(play_on(disk, begun, ROLLBACK, 4).log)
    false = 0
    for point in range(1, length, 5):
        path.write_bytes(whole)
        Path(f"{path}-journal").unlink(missing_ok=True)
        disk.log, disk.fails_at = [], point
        try:
            acks = play_on(disk, begun, ROLLBACK, 3).acks
        except (Stopped, HousewayError, sqlite3.Error):
            continue
        connection = sqlite3.connect(path)
        kept = {tuple(row) for row in connection.execute("SELECT person, key FROM commands")}
        connection.close()
        false += bool({(person, key) for _, person, key in acks} - kept)
    assert false > 0
