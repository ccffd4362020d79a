"""Files of a room: nobody but its user changes or reads them, and what others may have written is not read.

Whatever opens a room's SQLite file looks at it first, for SQLite plays a journal that lies beside it into the database.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO

from houseway.errors import HousewayError
from houseway.folders import exchanged

OPEN_TO_OTHERS = stat.S_IRWXG | stat.S_IRWXO
CHANGED_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH

BESIDE = ("-journal", "-wal", "-shm", ".checkpoints")
"""What SQLite writes beside a database, and reads as a part of it; and what the room compares it with."""

PATIENCE = 60.0
"""Seconds that who reads a room's file waits for who writes to it."""

UNREAD = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says where a file must be brought to rights before it can be read."""


def made(file: Path) -> None:
    """A room's file, looked at, and made for its user alone where it is not there yet; in a folder into which not
    everybody may put a journal for a room that runs."""
    look_at(file)
    _check_folder(file)
    with suppress(OSError):  # where it cannot be made, the database says so
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _check_folder(file: Path) -> None:
    """Refuse a file where others may put a journal beside it, or a folder of theirs in the place of its own."""
    folder = file.resolve().parent
    with suppress(OSError):
        if os.name == "posix" and folder.stat().st_mode & stat.S_IWOTH:
            raise HousewayError(
                f"everybody may put files into {folder}, where the database is: choose a folder of your own"
            )
    if (above := exchanged(file)) is not None:
        raise HousewayError(
            f"{above} is another user's, or everybody may write to it: they could put a folder of theirs in the place "
            f"of {folder}, where the database is; choose one that is yours all the way"
        )


def look_at(file: Path) -> None:
    """Refuse a room's file, or what is read with it, that is another's or that others may have written.

    SQLite looks for its journal where the file lies that a link leads to.
    """
    try:
        found = file.stat()
    except OSError:
        return
    if not stat.S_ISREG(found.st_mode):
        return
    for name in dict.fromkeys((file, file.resolve())):
        for end in ("", *BESIDE):
            check(name.with_name(f"{name.name}{end}"), "the database")


def check(file: Path, what: str) -> None:
    """Refuse a file that is another's, or that others may change; one that they may only read is closed to them."""
    if of_another(file):
        raise HousewayError(f"{what} {file} is another user's: run houseway as that user, or name another file")
    mode = _mode(file)
    if mode & CHANGED_BY_OTHERS:
        raise HousewayError(f"others may change {what} {file}: chmod 600 it, and start again")
    if mode & OPEN_TO_OTHERS:
        with suppress(OSError):
            file.chmod(0o600)


def of_another(file: Path) -> bool:
    """Whether a file, or the link that leads to it, is another user's; the machine's own links are nobody's."""
    if os.name != "posix":
        return False
    with suppress(OSError):
        if file.lstat().st_uid not in ((os.geteuid(), 0) if file.is_symlink() else (os.geteuid(),)):
            return True
    with suppress(OSError):
        return file.stat().st_uid != os.geteuid()
    return False


def _mode(file: Path) -> int:
    """What who may do with a file; nothing where there is none, as with a journal that a room has just ended."""
    if os.name != "posix":
        return 0
    with suppress(OSError):
        return stat.S_IMODE(file.stat().st_mode)
    return 0


@contextmanager
def replacing(file: Path) -> Iterator[IO[bytes]]:
    """Write a file for its user alone, which takes the place of the one before once it is whole and on disk.

    Meanwhile it lies beside it as `FILE.part`. One that is there already, or a link, is somebody's: it is taken away
    and not written through.
    """
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync(folder: Path) -> None:
    """Have the names of a folder on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(file: Path, name: str) -> None:
    """Keep a file under a name besides its own, and never in the place of another that was kept before."""
    if not file.exists():
        return
    aside = file.with_name(f"{file.name}.{name}")
    for number in count(2):
        if not aside.exists() or aside.read_bytes() == file.read_bytes():
            break
        aside = file.with_name(f"{file.name}.{name}.{number}")
    file.replace(aside)


def reading(file: Path) -> sqlite3.Connection:
    """A room's file, looked at, to read.

    Nothing is written to it, but where its last writer was cut off: its own journal is then played back, as the room's
    next start does.
    """
    look_at(file)
    source = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
    try:
        source.execute("SELECT count(*) FROM sqlite_master").close()
    except sqlite3.OperationalError as fault:
        source.close()
        if vars(fault).get("sqlite_errorcode", 0) & 0xFF not in UNREAD:
            raise
        _check_folder(file)
        return sqlite3.connect(file, timeout=PATIENCE)
    except BaseException:
        source.close()
        raise
    return source
