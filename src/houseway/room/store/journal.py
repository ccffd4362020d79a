"""Append-only chains of entries. Each hash covers the one before and the entry's canonical JSON.

A checkpoint is the heads of all chains, signed with a key that lies outside the database. It is kept in the database
and in a file beside the key, so that a journal cut short after a checkpoint is found out.
"""

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, update

from houseway.room.errors import Broken
from houseway.room.store.schema import CHAINS, CHECKPOINTS, JOURNAL

ROOM = 0
"""The room's own chain: people and tables."""

START = "0" * 64


def canonical(value: Any) -> str:
    """One text for one value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def link(before: str, chain: int, seq: int, body: str) -> str:
    """The hash of an entry."""
    return hashlib.sha256(f"{before}\n{chain}\n{seq}\n{body}".encode()).hexdigest()


class Head(NamedTuple):
    """The last entry of a chain."""

    seq: int
    hash: str


def begin(connection: Connection, chain: int) -> None:
    """An empty chain."""
    connection.execute(CHAINS.insert().values(chain=chain, seq=0, hash=START))


def head(connection: Connection, chain: int, *, lock: bool, wait: bool = True) -> Head | None:
    """The head of a chain; locked, nobody else can append to it until the transaction ends.

    Who does not wait gets none where another process holds the lock.
    """
    query = select(CHAINS.c.seq, CHAINS.c.hash).where(CHAINS.c.chain == chain)
    row = connection.execute(query.with_for_update(skip_locked=not wait) if lock else query).first()
    return None if row is None else Head(row.seq, row.hash)


def append(connection: Connection, chain: int, at: Head, body: Mapping[str, Any]) -> Head:
    """Write the next entry after the head `at`, which the caller has locked."""
    text = canonical(body)
    new = Head(at.seq + 1, link(at.hash, chain, at.seq + 1, text))
    connection.execute(JOURNAL.insert().values(chain=chain, seq=new.seq, body=text, hash=new.hash))
    moved = update(CHAINS).where(CHAINS.c.chain == chain, CHAINS.c.seq == at.seq).values(seq=new.seq, hash=new.hash)
    if connection.execute(moved).rowcount != 1:
        raise Broken(f"chain {chain} moved under its writer")
    return new


def entries(connection: Connection, chain: int, after: int = 0, to: int | None = None) -> Iterator[tuple[int, Any]]:
    """The entries of a chain in order: number and body."""
    query = select(JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain == chain, JOURNAL.c.seq > after)
    if to is not None:
        query = query.where(JOURNAL.c.seq <= to)
    for row in connection.execute(query.order_by(JOURNAL.c.seq)):
        yield row.seq, json.loads(row.body)


def entry(connection: Connection, chain: int, seq: int) -> Any:
    """The body of one entry."""
    body = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == chain, JOURNAL.c.seq == seq)).scalar_one()
    return json.loads(body)


class Seal:
    """The key that signs checkpoints, and the file of those it has signed."""

    def __init__(self, key: bytes, file: Path | None = None) -> None:
        self._key = key
        self.file = file

    @classmethod
    def at(cls, path: Path | None) -> "Seal":
        """The key in this file, made when it is first asked for; none for a room in memory."""
        if path is None:
            return cls(secrets.token_bytes(32))
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls(bytes.fromhex(path.read_text(encoding="ascii").strip()), path.with_suffix(".checkpoints"))
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(secrets.token_hex(32) + "\n")
            out.flush()
            os.fsync(out.fileno())
        return cls.at(path)

    def sign(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()

    def genuine(self, body: str, signature: str) -> bool:
        return hmac.compare_digest(self.sign(body), signature)

    def write(self, body: str, signature: str) -> None:
        """Keep a checkpoint beside the key, on a line of its own although a crash or a full disk has torn the last."""
        if self.file is not None:
            with self.file.open("ab+") as out:
                size = out.seek(0, os.SEEK_END)
                out.seek(max(0, size - 1))
                start = "" if out.read() in (b"", b"\n") else "\n"
                out.write(f"{start}{signature} {body}\n".encode("ascii"))
                out.flush()
                os.fsync(out.fileno())

    def written(self) -> list[tuple[str, str]]:
        """The checkpoints kept beside the key, body and signature; a line that was torn is left out."""
        if self.file is None or not self.file.exists():
            return []
        lines = self.file.read_text(encoding="ascii").splitlines(keepends=True)
        whole = [line.strip().partition(" ") for line in lines if line.endswith("\n")]
        return [(body, signature) for signature, _, body in whole if _is_json(body)]


def _is_json(text: str) -> bool:
    """Whether this is JSON to its end: what is left of a torn object is not."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def heads(connection: Connection) -> dict[str, list[Any]]:
    """The heads of all chains."""
    rows = connection.execute(select(CHAINS).order_by(CHAINS.c.chain))
    return {str(row.chain): [row.seq, row.hash] for row in rows}


def checkpoint(connection: Connection, seal: Seal, at: str, signed: Mapping[str, list[Any]]) -> tuple[str, str]:
    """Sign these heads of all chains; the caller writes it beside the key after the commit."""
    body = canonical({"at": at, "heads": signed})
    signature = seal.sign(body)
    connection.execute(CHECKPOINTS.insert().values(body=body, signature=signature))
    return body, signature
