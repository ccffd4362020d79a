"""An archive: lines of JSON in a gzip file. The first says what it is, the last how many rows it has.

    {"format": "houseway-archive-1", "room": "…", "at": "…", "before": "…", "tables": {"3": {"first": 2, "last": 41}}}
    ["journal", [3, 2, "{…}", "hash", "signature"]]
    ["shoes", [7, {"bytes": "…"}, {"bytes": "…"}]]
    {"rows": 2}

Rows of the journal are chain, number, body, hash and signature, as they stood; of a shoe number, cards and salts.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Container, Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, update

from houseway.errors import Faulty, HousewayError
from houseway.room.errors import UNREADABLE
from houseway.room.store.backup import read_value, written
from houseway.room.store.schema import JOURNAL, SHOES

FORMAT = "houseway-archive-1"

STRANGE = "is not a file that this room has written, or a byte of it was changed"

LEAST, RATIO = 24, 100
"""Bytes of the file that a row takes at least: the hash of an entry alone is 32 that nothing packs, the order of a shoe
28. And how many bytes a byte of the file unpacks to at most: archives of all games have some 4, a gzip bomb 1,000."""

WIDTHS = {JOURNAL.name: len(JOURNAL.columns), SHOES.name: 3}
"""How many values a row of each table has."""

Row = tuple[str, list[Any]]


class Archive(NamedTuple):
    """An archive as it was read, and the hash of its file."""

    head: dict[str, Any]
    rows: list[Row]
    sha256: str

    @property
    def journal(self) -> list[list[Any]]:
        return [row for table, row in self.rows if table == JOURNAL.name]


def write(path: Path, head: dict[str, Any], rows: Iterable[Row]) -> str:
    """Write an archive where no file is, and see it on the disk; the hash of the file."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise HousewayError(f"{path} is there already: an archive is never written over, name another file") from None
    except OSError as fault:
        raise HousewayError(f"{path} cannot be written ({fault.strerror})") from None
    count = 0
    with os.fdopen(handle, "wb") as raw:
        with gzip.open(raw, "wt", encoding="ascii") as out:
            out.write(json.dumps({"format": FORMAT, **head}) + "\n")
            for table, row in rows:
                out.write(json.dumps([table, [written(value) for value in row]]) + "\n")
                count += 1
            out.write(json.dumps({"rows": count}) + "\n")
        raw.flush()
        os.fsync(raw.fileno())
    _synced(path.parent)
    with path.open("rb") as raw:
        return _sha256(raw)


def _sha256(raw: BufferedReader) -> str:
    """The hash of a file, however large it is."""
    return hashlib.file_digest(raw, "sha256").hexdigest()


def _synced(folder: Path) -> None:
    """The name of a new file is on the disk, too."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read(path: Path, known: Container[str] | None = None) -> Archive:
    """An archive, whole; a file that is none is refused in words, and so is, before it is unpacked, one whose hash is
    not among those that a room names."""
    try:
        with path.open("rb") as raw:
            sha256 = _sha256(raw)
            if known is not None and sha256 not in known:
                raise Faulty(str(path), [("file", f"{STRANGE}: its SHA-256 is {sha256}")])
            raw.seek(0)
            head, rows = _unpacked(raw)
    except Faulty:
        raise
    except MemoryError:
        raise Faulty(str(path), [("file", "is no whole archive: it does not fit into the memory")]) from None
    except (*UNREADABLE, OSError, EOFError, zlib.error) as fault:
        raise Faulty(str(path), [("file", f"is no whole archive: {fault}")]) from None
    return Archive(head, rows, sha256)


def _unpacked(raw: BufferedReader) -> tuple[dict[str, Any], list[Row]]:
    """The first line of an archive and its rows; each is looked at before the next is unpacked."""
    lines, rows, last = _lines(raw), list[Row](), None
    head = next(lines, {"format": None})
    for line in lines if head["format"] == FORMAT else ():
        if isinstance(line, dict):
            last = line
            break
        rows.append(_row(line))
    if last != {"rows": len(rows)} or any(True for _ in lines):
        raise ValueError("its first or last line is not that of an archive")
    return head, rows


def _lines(raw: BufferedReader) -> Iterator[Any]:
    """What each line says; no more and no longer ones than a file of this size can hold."""
    size = os.fstat(raw.fileno()).st_size
    left, most = size * RATIO, size // LEAST + 2
    with gzip.open(raw) as unpacked:
        while line := unpacked.readline(left + 1):
            left, most = left - len(line), most - 1
            if left < 0 or most < 0:
                raise ValueError("it unpacks to more than an archive of its size can hold")
            yield json.loads(line.decode("ascii"))


def _row(line: Any) -> Row:
    table, row = line
    if len(row) != WIDTHS.get(table):
        raise ValueError("a row of it is none of a journal or of shoes")
    return table, [read_value(value) for value in row]


def put_back(connection: Connection, archive: Archive) -> None:
    """Write the rows of an archive into a copy of its room."""
    columns = [column.name for column in JOURNAL.columns]
    for table, row in archive.rows:
        if table == JOURNAL.name:
            connection.execute(JOURNAL.insert().values(**dict(zip(columns, row, strict=True))))
        else:
            id_, cards, salts = row
            connection.execute(update(SHOES).where(SHOES.c.id == id_).values(cards=cards, salts=salts))
