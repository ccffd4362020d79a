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
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, update

from houseway.errors import Faulty, HousewayError
from houseway.room.errors import UNREADABLE
from houseway.room.store.backup import read_value, written
from houseway.room.store.schema import JOURNAL, SHOES

FORMAT = "houseway-archive-1"

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
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _synced(folder: Path) -> None:
    """The name of a new file is on the disk, too."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read(path: Path) -> Archive:
    """An archive, whole; a file that is none is refused in words."""
    try:
        content = path.read_bytes()
        lines = [json.loads(line) for line in gzip.decompress(content).decode("ascii").splitlines()]
        if lines[0]["format"] != FORMAT or lines[-1] != {"rows": len(lines) - 2}:
            raise ValueError("its first or last line is not that of an archive")
        rows = [(str(table), [read_value(value) for value in row]) for table, row in lines[1:-1]]
    except (*UNREADABLE, OSError, EOFError, zlib.error) as fault:
        raise Faulty(str(path), [("file", f"is no whole archive: {fault}")]) from None
    return Archive(lines[0], rows, hashlib.sha256(content).hexdigest())


def put_back(connection: Connection, archive: Archive) -> None:
    """Write the rows of an archive into a copy of its room."""
    columns = [column.name for column in JOURNAL.columns]
    for table, row in archive.rows:
        if table == JOURNAL.name:
            connection.execute(JOURNAL.insert().values(**dict(zip(columns, row, strict=True))))
        else:
            id_, cards, salts = row
            connection.execute(update(SHOES).where(SHOES.c.id == id_).values(cards=cards, salts=salts))
