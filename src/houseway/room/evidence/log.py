"""The public log of roots: append-only, so that two people are not shown two rooms (RFC 6962; RFC 9162, section 2.1).

Every shoe that is committed to is a leaf, in the transaction that commits to it. The entries are a chain of the
journal; over them stands a Merkle tree, whose head the room signs. Who keeps a head can have it proved that any later
one only adds to it, and that the shoe of their round is in it.

A leaf is SHA-256(00 | its canonical JSON), a node SHA-256(01 | left | right), left being the greatest power of two.
"""

import hashlib
from collections.abc import Sequence
from threading import Lock
from typing import Any

from sqlalchemy import Connection, select

from houseway.errors import HousewayError, UnknownName
from houseway.room.evidence.signing import Signer
from houseway.room.store import journal, trusted
from houseway.room.store.database import Store
from houseway.room.store.schema import SHOES
from houseway.room.table.entry import NewShoe

CHAIN = -1
"""The chain of the journal that the log is kept in."""

MESSAGE = b"houseway log\n"
"""What the message begins with that is signed for a head; its canonical JSON follows."""

MOST = 1000
"""Entries that are told at once."""


def leaf_of(table: int, shoe: int, root: str, size: int) -> str:
    """The leaf of a shoe: one text for one shoe."""
    return journal.canonical({"root": root, "shoe": shoe, "size": size, "table": table})


def begin(connection: Connection, at: str) -> None:
    """The log of a room that has none; what was committed to before it comes first."""
    if journal.head(connection, CHAIN, lock=False) is not None:
        return
    journal.begin(connection, CHAIN)
    for row in connection.execute(select(SHOES).order_by(SHOES.c.id)).all():
        append(connection, row.chain, NewShoe(row.id, row.root, len(row.cards)), at)


def append(connection: Connection, table: int, shoe: NewShoe, at: str) -> None:
    """Add a shoe; last in a transaction, for who holds the log waits for nobody."""
    head = journal.head(connection, CHAIN, lock=True)
    assert head is not None
    body = {"kind": "root", "table": table, "shoe": shoe.id, "root": shoe.root, "size": shoe.size, "at": at, "by": None}
    journal.append(connection, CHAIN, head, body)


class Tree:
    """A Merkle tree that grows; whole parts of it are hashed once."""

    def __init__(self, leaves: Sequence[str] = ()) -> None:
        self._leaves: list[bytes] = []
        self._whole: dict[tuple[int, int], bytes] = {}
        for leaf in leaves:
            self.add(leaf)

    def __len__(self) -> int:
        return len(self._leaves)

    def add(self, leaf: str) -> None:
        self._leaves.append(hashlib.sha256(b"\x00" + leaf.encode()).digest())

    def root(self, size: int) -> str:
        """The hash over the first so many leaves."""
        return (self._hash(0, size) if size else hashlib.sha256().digest()).hex()

    def inclusion(self, index: int, size: int) -> list[str]:
        """What leads from a leaf to the root of the first so many."""
        return [each.hex() for each in self._path(index, 0, size)]

    def consistency(self, first: int, second: int) -> list[str]:
        """What shows that the first so many leaves are the beginning of more."""
        return [each.hex() for each in self._growth(first, 0, second, whole=True)] if 0 < first < second else []

    def _hash(self, low: int, high: int) -> bytes:
        if high - low == 1:
            return self._leaves[low]
        if (low, high) in self._whole:
            return self._whole[low, high]
        middle = low + _left(high - low)
        found = hashlib.sha256(b"\x01" + self._hash(low, middle) + self._hash(middle, high)).digest()
        if (high - low) & (high - low - 1) == 0:
            self._whole[low, high] = found
        return found

    def _path(self, index: int, low: int, high: int) -> list[bytes]:
        if high - low == 1:
            return []
        middle = low + _left(high - low)
        if index < middle:
            return [*self._path(index, low, middle), self._hash(middle, high)]
        return [*self._path(index, middle, high), self._hash(low, middle)]

    def _growth(self, first: int, low: int, high: int, *, whole: bool) -> list[bytes]:
        if first == high:
            return [] if whole else [self._hash(low, high)]
        middle = low + _left(high - low)
        if first <= middle:
            return [*self._growth(first, low, middle, whole=whole), self._hash(middle, high)]
        return [*self._growth(first, middle, high, whole=False), self._hash(low, middle)]


def _left(size: int) -> int:
    """The greatest power of two below a size."""
    return int(1 << (size - 1).bit_length() - 1)


class Log:
    """The log of a room as its database has it, read on when somebody asks."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._reading = Lock()
        self._tree = Tree()
        self._entries: list[dict[str, Any]] = []
        self._index: dict[int, int] = {}

    def head(self, size: int | None = None) -> dict[str, Any]:
        """The signed head over the first so many entries, or over all."""
        self._read()
        return self._head(self._size(size))

    def entries(self, start: int = 0) -> list[dict[str, Any]]:
        """Entries from a place on, the first is 0."""
        self._read()
        return self._entries[max(0, start) : max(0, start) + MOST]

    def inclusion(self, shoe: int, size: int | None = None) -> dict[str, Any]:
        """The proof that a shoe is in the log."""
        self._read()
        of = self._size(size)
        if self._index.get(shoe, of) >= of:
            raise UnknownName(f"shoe {shoe} is not among the first {of} entries of the log")
        index = self._index[shoe]
        return {"index": index, "path": self._tree.inclusion(index, of), "head": self._head(of)}

    def growth(self, first: int, second: int | None = None) -> dict[str, Any]:
        """The proof that a head only adds to an earlier one."""
        self._read()
        of = self._size(second)
        if not 1 <= first <= of:
            raise HousewayError(f"name an earlier head of the log by its size, 1 to {of}")
        told = {"size": first, "root": self._tree.root(first)}
        return {"first": told, "second": self._head(of), "path": self._tree.consistency(first, of)}

    def _size(self, asked: int | None) -> int:
        if asked is not None and not 1 <= asked <= len(self._tree):
            raise HousewayError(f"the log has {len(self._tree)} entries")
        return len(self._tree) if asked is None else asked

    def _head(self, size: int) -> dict[str, Any]:
        at = self._entries[size - 1]["at"] if size else ""
        told = {"at": at, "root": self._tree.root(size), "size": size}
        signature = self._signer.sign(MESSAGE + journal.canonical(told).encode()).hex()
        return {**told, "key": self._signer.public.hex(), "signature": signature}

    def _read(self) -> None:
        with self._reading, self._store.transaction() as connection:
            head = journal.head(connection, CHAIN, lock=False)
            if head is None or head.seq == len(self._entries):
                return
            trusted.check(connection, CHAIN, len(self._entries), head)  # the room signs what it reads here
            for _, body in journal.entries(connection, CHAIN, len(self._entries), head.seq):
                self._index[body["shoe"]] = len(self._entries)
                self._entries.append({key: body[key] for key in ("table", "shoe", "root", "size", "at")})
                self._tree.add(leaf_of(body["table"], body["shoe"], body["root"], body["size"]))
