"""Checkpoints: what the chains stand at, signed, each with the hash of the one before.

A checkpoint tells the heads that have moved since the last, so it does not grow with the tables that lie idle. Its line
(signature and body) is short: whoever keeps the last one elsewhere has all of them, and a database that was set back or
rewritten has lost what the line names.
"""

import hashlib
import json
import os
from collections.abc import Collection, Iterable
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from houseway.room.evidence.signing import verify

MESSAGE = b"houseway checkpoint\n"
"""What the message begins with that is signed for a checkpoint; its body follows."""


TAIL, TIMES = 16384, 16
"""Bytes of a file that surely have its last line whole, torn ones after it or not; and as many times as many are read
where none of the room's is among them."""


class Line(NamedTuple):
    """A checkpoint as it is kept elsewhere."""

    signature: str
    body: str

    def __str__(self) -> str:
        return f"{self.signature} {self.body}"

    @classmethod
    def read(cls, text: str) -> "Line | None":
        """A line as it was written; None where it was torn, or is no checkpoint."""
        signature, _, body = text.strip().partition(" ")
        try:
            told = json.loads(body)
        except (ValueError, RecursionError):
            return None
        if not isinstance(told, dict) or not isinstance(told.get("at", ""), str):
            return None
        numbered = type(told.get("number", 0)) is int and "at" in told
        return cls(signature, body) if numbered or "number" not in told else None

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def hash(self) -> str:
        return hash_of(self.body)

    def signed_by(self, public: str) -> bool:
        try:
            return verify(bytes.fromhex(public), MESSAGE + self.body.encode(), bytes.fromhex(self.signature))
        except ValueError:
            return False

    def signed_by_one_of(self, keys: Collection[str]) -> bool:
        """Whether the key that it names is one of these, and has signed it."""
        named = str(self.told.get("key"))
        return named in keys and self.signed_by(named)


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write(file: Path, line: Line) -> None:
    """Keep a line in a file, on a line of its own although a crash or a full disk has torn the last."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "ab+") as out:
        size = out.seek(0, os.SEEK_END)
        out.seek(max(0, size - 1))
        start = "" if out.read() in (b"", b"\n") else "\n"
        out.write(f"{start}{line}\n".encode("ascii"))
        out.flush()
        os.fsync(out.fileno())


def last_number(file: Path, rooms: Collection[str], keys: Collection[str]) -> int:
    """The number of the last whole line of a room in a file, which a key of these names; 0 where there is none.

    A line that none of the room's keys has signed is none of the room's, whoever has put it there.
    """
    try:
        with file.open("rb") as kept:
            size, part, found = kept.seek(0, os.SEEK_END), 0, 0
            while not found and part < size:
                part = max(TAIL, part * TIMES)
                kept.seek(max(0, size - part))
                found = _last_signed(kept.read(), rooms, keys)
    except FileNotFoundError:
        return 0
    return found


def _last_signed(tail: bytes, rooms: Collection[str], keys: Collection[str]) -> int:
    """The highest number among the whole lines of a room that one of its keys has signed."""
    *lines, _ = tail.decode("ascii", errors="replace").split("\n")
    whole = (each for each in map(Line.read, lines) if each is not None and str(each.told.get("room")) in rooms)
    last = last_signed(whole, keys)
    return 0 if last is None else int(last.told["number"])


def last_signed(lines: Iterable[Line], keys: Collection[str]) -> Line | None:
    """The one with the highest number among those that one of these keys has signed."""
    numbered = [(told["number"], line) for told, line in ((line.told, line) for line in lines) if "number" in told]
    first = sorted(numbered, key=itemgetter(0), reverse=True)
    return next((line for _, line in first if line.signed_by_one_of(keys)), None)


def not_ours(first: Line, own: Collection[Line], room: str) -> str:
    """What is wrong with a witness whose first line is this, and these the lines of a room: nothing, or a sentence.

    A witness takes lines of strangers too, maybe, but after the room's; before them are those of the room in whose
    place this one was made.
    """
    if not own:
        says = "keeps no line that a key of this room has signed"
    elif first not in own and first.told.get("room") != room:
        says = "begins with a line of another room, whose key this one does not know"
    else:
        return ""
    return f"{says}: it is another room's witness, or this database was made anew in the place of its room"


def written(file: Path) -> list[Line]:
    """The lines of a file; one that was torn is left out."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="ascii", errors="replace").splitlines(keepends=True)
    return [found for found in (Line.read(line) for line in lines if line.endswith("\n")) if found is not None]
