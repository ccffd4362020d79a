"""Copies of a room: a frozen one to read at leisure, and a backup file that any database can be restored from."""

import base64
import gzip
import json
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Integer, create_engine, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import Faulty, HousewayError, UnknownName
from houseway.folders import exchanged
from houseway.room.errors import UNREADABLE
from houseway.room.store import private
from houseway.room.store.database import engine_for
from houseway.room.store.keyring import Keyring
from houseway.room.store.keys import in_a_line, shown, url_of
from houseway.room.store.migrations import migrate
from houseway.room.store.schema import META, ROOM_KEYS, VERSION, columns_of
from houseway.room.store.signatures import key_in_force

FORMAT = "houseway-room-1"
AT_ONCE, LONGEST, THIN = 500, 1 << 26, 16
"""Rows that are written together; characters of a row at most, of which the longest have some ten thousand; and how
many times the file's bytes the first line may have besides: it holds all checkpoints, which are mostly of hashes."""


@contextmanager
def snapshot(database: str) -> Iterator[Engine]:
    """The room as it is now, for reading: an SQLite file is copied first, so that a long reading holds nobody up."""
    url = url_of(database)
    if url.get_backend_name() != "sqlite":
        engine = create_engine(url, isolation_level="REPEATABLE READ", hide_parameters=True)
        try:
            _check(engine, database)
            yield engine
        finally:
            engine.dispose()
        return
    if not url.database or not Path(url.database).exists():
        raise _no_room(database)
    with tempfile.TemporaryDirectory() as folder:
        if (above := exchanged(Path(folder))) is not None:
            raise HousewayError(
                f"the room is copied into a folder for temporary files, and others could exchange that: {above} is "
                "another user's, or everybody may write to it; name another folder by TMPDIR"
            )
        copy = Path(folder) / "room.db"
        _copied(Path(url.database), copy)
        engine = engine_for(f"sqlite:///{copy}")
        try:
            _check(engine, database)
            yield engine
        finally:
            engine.dispose()


def frozen(connection: Connection) -> None:
    """From here on it is one moment that is read: PostgreSQL begins it with the first question."""
    connection.execute(select(func.count()).select_from(VERSION))


STEP, RESTARTS = 256, 20
"""Pages that are read under one lock; and how often a copy is begun anew because somebody has written meanwhile."""


class _Restarted(Exception):
    """The copy has begun anew too often."""


def _copied(file: Path, copy: Path) -> None:
    """Copy an SQLite file in small steps, with no lock between them; where it is always being written to, in one go."""
    left, restarts = 0, 0

    def watched(_status: int, remaining: int, _total: int) -> None:
        nonlocal left, restarts
        restarts += remaining >= left > 0
        left = remaining
        if restarts > RESTARTS:
            raise _Restarted

    source, target = private.reading(file), sqlite3.connect(copy)
    try:
        try:
            source.backup(target, pages=STEP, progress=watched, sleep=0.002)
        except _Restarted:
            source.backup(target)
    finally:
        source.close()
        target.close()


def check_there(database: str) -> None:
    """Refuse where there is no room; looking for one makes none."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite" and (not url.database or not Path(url.database).exists()):
        raise _no_room(database)
    engine = engine_for(database)
    try:
        _check(engine, database)
    except SQLAlchemyError as fault:
        says = in_a_line(fault, database)
        raise HousewayError(f"the database {shown(database)} cannot be read: {says}") from None
    finally:
        engine.dispose()


def _no_room(database: str) -> UnknownName:
    """That none is there, and what to do."""
    where = shown(database)
    return UnknownName(f"there is no room at {where}: houseway room opens one there, and --database names another")


def _check(engine: Engine, database: str) -> None:
    if not inspect(engine).has_table(VERSION.name):
        raise _no_room(database)


def backup(database: str, target: Path, key: Path | None = None) -> int:
    """Write the whole room, its key and checkpoints too, to one file to guard well; how many rows it holds."""
    count = 0
    told = _file(database, CHECKPOINTS, key)  # before the rows: the room signs on, and no line may be ahead of them
    with private.replacing(target) as raw, snapshot(database) as engine, engine.begin() as connection:
        frozen(connection)
        with gzip.open(raw, "wt", encoding="ascii") as out:
            files = {**_file(database, KEY, key), **told}  # after them: one brought meanwhile leaves them theirs
            held = inspect(connection).get_table_names()  # a room that nobody has opened since may lack the newest
            if ROOM_KEYS.name in held:
                _check_key(connection, Keyring.of(database, key))
            out.write(json.dumps({"format": FORMAT, "files": files}) + "\n")
            for table in (each for each in META.sorted_tables if each.name in held):
                columns = columns_of(connection, table.name)
                for row in connection.execute(select(*(each for each in table.columns if each.name in columns))):
                    out.write(json.dumps([table.name, [written(value) for value in row]]) + "\n")
                    count += 1
            out.write(json.dumps({"rows": count}) + "\n")
    return count


def _check_key(connection: Connection, keys: Keyring) -> None:
    """Refuse a backup without the key that the room signs with: nobody could open what is restored from it."""
    public = key_in_force(connection)
    if public is not None and keys.signer(public) is None:
        where = "is nowhere" if keys.path is None else f"is not in {keys.path}"
        raise HousewayError(
            f"no backup is written: the room signs with the key {public}, which {where}, and without it nobody could "
            "open the room again: name its file by --key or HOUSEWAY_KEY"
        )


def restore(source: Path, database: str, key: Path | None = None) -> int:
    """Fill an empty database from a backup; how many rows came.

    The file is read twice, a line at a time: whether it is whole before anything is written, and then its rows.
    """
    with _legible(source):
        files, count = _whole(source)
    keys = Keyring.of(database, key)
    engine = engine_for(database)
    try:
        with engine.begin() as connection:
            if inspect(connection).has_table(VERSION.name):
                raise UnknownName(f"{shown(database)} holds a room already: restore into an empty database")
            migrate(connection)
            connection.execute(VERSION.delete())
            for name, rows in groupby(_rows(source, count), itemgetter(0)):
                while part := [row for _, row in islice(rows, AT_ONCE)]:
                    connection.execute(META.tables[name].insert(), part)
            _sequences(connection)
            _write_files(keys, files)  # before the rows are there for good: without its key nobody opens them
    except HousewayError:
        raise
    except OSError as fault:
        says = f"nothing was restored: {fault.filename} cannot be written ({(fault.strerror or 'it failed').lower()})"
        raise HousewayError(f"{says}; --key or HOUSEWAY_KEY names another place for the room's key") from None
    except (SQLAlchemyError, OverflowError, ValueError) as fault:
        raise Faulty(str(source), [("file", f"does not fit into {shown(database)} ({type(fault).__name__})")]) from None
    finally:
        engine.dispose()
    return count


@contextmanager
def _legible(source: Path) -> Iterator[None]:
    """Say so where a file is no backup."""
    try:
        yield
    except (*UNREADABLE, OSError, EOFError, zlib.error) as fault:
        raise Faulty(str(source), [("file", f"is no whole backup of a room: {fault}")]) from None


def _whole(source: Path) -> tuple[dict[str, str], int]:
    """The files of a backup by name, and how many rows it has; it must be whole, and of a room."""
    first: Any = None
    last: Any = None
    count = -1
    for number, line in enumerate(_lines(source)):
        if number == 0:
            first = line
        elif number > 1:
            _row(last)
        last, count = line, number - 1
    if count < 0 or first["format"] != FORMAT or last != {"rows": count}:
        raise ValueError("its first or last line is not that of a backup of a room")
    files = {_name_of(str(name)): str(content) for name, content in first["files"].items()}
    if len(files) < len(first["files"]):
        raise ValueError("it has two files of one name")
    if not all(content.isascii() for content in files.values()):
        raise ValueError("a file in it holds what no file of a room does")
    return files, count


def _lines(source: Path) -> Iterator[Any]:
    with gzip.open(source, "rt", encoding="ascii") as file:
        most = LONGEST + THIN * source.stat().st_size
        while line := file.readline(most):
            if len(line) == most:
                raise ValueError("it has a line that is longer than any row of a room")
            most = LONGEST
            yield json.loads(line)


def _rows(source: Path, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a backup by table."""
    with _legible(source):
        yield from map(_row, islice(_lines(source), 1, count + 1))


def _row(line: Any) -> tuple[str, dict[str, Any]]:
    """A row and its table; an older backup lacks the newest columns."""
    name, values = line
    return name, dict(zip(META.tables[name].columns.keys(), map(read_value, values), strict=False))


def written(value: Any) -> Any:
    """A value as JSON has it."""
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def read_value(value: Any) -> Any:
    """What `written` wrote."""
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


KEY, CHECKPOINTS = "key", "checkpoints"
"""The files of a room by the names that a backup has for them, whatever they are called where it is restored."""


def _name_of(name: str) -> str:
    """A file of a backup by today's name; an older one has the suffix that it had, and the key may have had any."""
    if name.strip(".") == CHECKPOINTS:
        return CHECKPOINTS
    if name not in (KEY, "") and (name[0] != "." or "/" in name):
        raise ValueError(f"a file {name!r} is none of a room")
    return KEY


def _places(keys: Keyring) -> dict[str, Path]:
    """Where the files of a room lie; nowhere for a room in memory."""
    return {} if keys.path is None else {KEY: keys.path, CHECKPOINTS: keys.checkpoints}


def _file(database: str, name: str, key: Path | None) -> dict[str, str]:
    """One file of a room by its name; none where it is not there."""
    place = _places(Keyring.of(database, key)).get(name)
    return {name: place.read_text(encoding="ascii")} if place is not None and place.exists() else {}


def _write_files(keys: Keyring, files: dict[str, str]) -> None:
    """The files of a room where they belong, on disk; what lay there is set aside under its own key's name, but for a
    key whose file somebody has named."""
    if keys.chosen and keys.path is not None and keys.path.exists() and keys.path.read_text("ascii") != files.get(KEY):
        raise HousewayError(
            f"nothing was restored: the key {keys.path} is another room's; name a file that is not there yet by --key "
            "or HOUSEWAY_KEY"
        )
    for name, file in _places(keys).items():
        if (content := files.get(name)) is None:
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        private.set_aside(file, keys.name)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        private.sync(file.parent)


def _sequences(connection: Connection) -> None:
    """PostgreSQL counts on from the highest number that came."""
    if connection.dialect.name != "postgresql":
        return
    for table in META.sorted_tables:
        for column in table.primary_key.columns:
            if not isinstance(column.type, Integer) or column.name != "id":
                continue
            most = connection.execute(select(func.max(column))).scalar()
            if most is not None:
                setting = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :most)")
                connection.execute(setting, {"table": table.name, "most": most})
