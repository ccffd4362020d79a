"""Checkpoints: what the chains stand at, signed, each with the hash of the one before.

A checkpoint tells the heads that have moved since the last, so it does not grow with the tables that lie idle. Its line
(signature and body) is short: whoever keeps the last one elsewhere has all of them, and a database that was set back or
rewritten has lost what the line names.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, or_, select

from houseway.room.errors import Stopped
from houseway.room.evidence.signing import Signer, verify
from houseway.room.store.journal import START, canonical
from houseway.room.store.schema import CHAINS, CHECKPOINTS, ROOM_KEYS, SEALED

MESSAGE = b"houseway checkpoint\n"
"""What the message begins with that is signed for a checkpoint; its body follows."""


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


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def checkpoint(connection: Connection, signer: Signer, at: str) -> Line | None:
    """Sign what has moved since the last checkpoint; nothing where nothing has."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(98)")
    keys = list(connection.execute(select(ROOM_KEYS.c.public).order_by(ROOM_KEYS.c.seq)).scalars())
    if keys[-1] != signer.public.hex():
        raise Stopped("the room signs with another key since this process began: open it again to go on")
    moved = _moved(connection)
    if not moved:
        return None
    last = connection.execute(select(CHECKPOINTS.c.body).order_by(CHECKPOINTS.c.id.desc()).limit(1)).scalar()
    heads = canonical(moved)
    body = canonical(
        {
            "at": at,
            "before": START if last is None else hash_of(last),
            "heads": hash_of(heads),
            "key": signer.public.hex(),
            "number": 1 + (json.loads(last).get("number", 0) if last is not None else 0),
            "room": keys[0],
        }
    )
    signature = signer.sign(MESSAGE + body.encode()).hex()
    connection.execute(CHECKPOINTS.insert().values(body=body, signature=signature, heads=heads))
    connection.execute(delete(SEALED).where(SEALED.c.chain.in_([int(chain) for chain in moved])))
    connection.execute(SEALED.insert(), [{"chain": int(chain), "seq": seq} for chain, (seq, _) in moved.items()])
    return Line(signature, body)


def _moved(connection: Connection) -> dict[str, tuple[int, str]]:
    """The heads that no checkpoint covers."""
    both = CHAINS.join(SEALED, SEALED.c.chain == CHAINS.c.chain, isouter=True)
    query = select(CHAINS.c.chain, CHAINS.c.seq, CHAINS.c.hash).select_from(both).where(CHAINS.c.seq > 0)
    uncovered = query.where(or_(SEALED.c.seq.is_(None), SEALED.c.seq != CHAINS.c.seq)).order_by(CHAINS.c.chain)
    return {str(row.chain): (row.seq, row.hash) for row in connection.execute(uncovered)}


def last_line(connection: Connection) -> Line | None:
    """The newest checkpoint."""
    query = select(CHECKPOINTS.c.signature, CHECKPOINTS.c.body).order_by(CHECKPOINTS.c.id.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else Line(row.signature, row.body)


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


def written(file: Path) -> list[Line]:
    """The lines of a file; one that was torn is left out."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="ascii", errors="replace").splitlines(keepends=True)
    return [found for found in (Line.read(line) for line in lines if line.endswith("\n")) if found is not None]
