"""The public log of roots: append-only, so that two people are not shown two rooms (RFC 6962; RFC 9162, section 2.1).

Every shoe that is committed to is a leaf, in the transaction that commits to it. The entries are a chain of the
journal; over them stands a Merkle tree, whose head the room signs. Who keeps a head can have it proved that any later
one only adds to it, and that the shoe of their round is in it.

The text of a leaf is its canonical JSON.
"""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import Connection, Engine, Transaction, select

from houseway.errors import HousewayError, UnknownName
from houseway.room.errors import LOG, SPOILT, Broken
from houseway.room.evidence.signing import Signer
from houseway.room.evidence.tree import Tree
from houseway.room.lasting import Lasting
from houseway.room.store import journal, numbers, reading_on, trusted
from houseway.room.store.covered import covered
from houseway.room.store.database import Store
from houseway.room.store.prepared import inserting
from houseway.room.store.schema import LOG_NODES, SHOES
from houseway.room.table.entry import NewShoe

CHAIN = journal.LOG
"""The chain of the journal that the log is kept in."""

MESSAGE = b"houseway log\n"
"""What the message begins with that is signed for a head; its canonical JSON follows."""

MOST = 1000
"""Entries that are told at once."""

PARTS = 50
"""So many parts of so many entries are remembered."""

LEAF = ("after", "root", "shoe", "size", "table")
"""What a leaf holds of an entry. `after` is the last round that the table had dealt before the shoe, 0 for none: so no
round can be of two shoes. Older entries do not tell it."""


def leaf_of(entry: Mapping[str, Any]) -> str:
    """The leaf of a shoe: one text for one shoe."""
    return journal.canonical({key: entry[key] for key in LEAF if key in entry})


def begin(connection: Connection, at: str) -> None:
    """The log of a room that has none, with what was committed to before it; who had one gets no other."""
    head = journal.head(connection, CHAIN, lock=False)
    _check_not_behind(connection, head)
    if head is not None:
        _filled(connection)
        return
    journal.begin(connection, CHAIN)
    for row in connection.execute(select(SHOES).order_by(SHOES.c.id)).all():
        append(connection, row.chain, NewShoe(row.id, row.root, len(row.cards)), at)


def _check_not_behind(connection: Connection, head: journal.Head | None) -> None:
    """Refuse to open a room that would sign another log than the one that it has signed before.

    A checkpoint tells how long it was; and a room that was made since there are logs has had one from its beginning,
    with a shoe for each table.
    """
    size, says = 0 if head is None else head.seq, ""
    try:
        had = covered(connection, [CHAIN]).get(CHAIN, 0)
        if size < had:
            says = f"has {size} entries, and had {had}"
        elif not size and not trusted.older(connection) and reading_on.told(connection, reading_on.TABLE):
            says = "has no entries, and tables were opened"
    except SPOILT as fault:
        if head is not None:
            LOG.error("how long the log of roots was is not known: %s", fault)
            return
        says = f"is gone, and how long it was is not known: {fault}"
    if says:
        raise HousewayError(f"the room is not opened: its log of roots {says}; put it back: houseway audit says more")


def _filled(connection: Connection) -> None:
    """The nodes of a log from before it had any."""
    if connection.execute(select(LOG_NODES.c.level).limit(1)).first() is not None:
        return
    peaks: list[str] = []
    for seq, body in journal.entries(connection, CHAIN):
        peaks, nodes = grown(peaks, seq - 1, body)
        _NODE.each(connection, [node._asdict() for node in nodes])


def append(connection: Connection, table: int, shoe: NewShoe, at: str, after: int | None = None) -> None:
    """Add a shoe that a table deals from after this round; last in a transaction, for who holds the log waits for
    nobody."""
    seen = _SEEN.get(connection.engine)
    head = journal.head(connection, CHAIN, lock=True)
    assert head is not None
    last = trusted.read(connection, CHAIN, head.seq - 1, head)[0][1] if head.seq else {"peaks": []}
    if "shoe" in last:
        numbers.check_shoe(connection, shoe.id, last["shoe"])
    begun = connection.get_transaction()
    if begun is not None and begun not in _ADDING:  # what comes after it in this transaction may never be committed
        _ADDING.add(begun)
        remember(connection, seen, head)
    body = {"kind": "root", "table": table, "shoe": shoe.id, "root": shoe.root, "size": shoe.size, "at": at, "by": None}
    body |= {} if after is None else {"after": after}
    before = list(last["peaks"]) if "peaks" in last else peaks_at(connection, head.seq)
    peaks, nodes = grown(before, head.seq, body)
    journal.append(connection, CHAIN, head, {**body, "peaks": peaks})
    _NODE.each(connection, [node._asdict() for node in nodes])


_SEEN: WeakKeyDictionary[Engine, journal.Head] = WeakKeyDictionary()
"""How far this process has seen the log of a room, and told of it."""


def furthest(engine: Engine) -> int:
    """How far this process has seen the log of a room."""
    seen = _SEEN.get(engine)
    return 0 if seen is None else seen.seq


_ADDING: WeakSet[Transaction] = WeakSet()


_NOTING = threading.Lock()


def remember(connection: Connection, seen: journal.Head | None, head: journal.Head) -> None:
    """Refuse a log that has lost what this process had `seen` of it before it read its head: a head that was told can
    only be added to. Others may have read on meanwhile, and the furthest is what was seen."""
    if seen is not None and (head.seq < seen.seq or (seen.seq and not trusted.has(connection, CHAIN, seen))):
        raise Broken(f"the log of roots had {seen.seq} entries, and was set back or rewritten since")
    with _NOTING:
        now = _SEEN.get(connection.engine)
        if now is None or now.seq < head.seq:
            _SEEN[connection.engine] = journal.Head(head.seq, head.hash)


class Node(NamedTuple):
    """The hash over a whole part of the log, of 2 to the power of `level` entries; at level 0 the shoe of the entry."""

    level: int
    place: int
    hash: str
    shoe: int | None = None


_NODE = inserting(LOG_NODES, "level", "place", "hash", "shoe")


def grown(peaks: Sequence[str], size: int, body: Mapping[str, Any]) -> tuple[list[str], list[Node]]:
    """The peaks of a log of one entry more, and the nodes that it makes.

    Peaks are the hashes over the whole parts that a log of some size is made of, the largest first.
    """
    leaf = hashlib.sha256(b"\x00" + leaf_of(body).encode()).hexdigest()
    nodes, left, level = [Node(0, size, leaf, body["shoe"])], list(peaks), 0
    while size >> level & 1:
        both = bytes.fromhex(left.pop()) + bytes.fromhex(nodes[-1].hash)
        level += 1
        nodes.append(Node(level, size >> level, hashlib.sha256(b"\x01" + both).hexdigest()))
    return [*left, nodes[-1].hash], nodes


def root_of(peaks: Sequence[str]) -> str:
    """The root over a log with these peaks."""
    if not peaks:
        return hashlib.sha256().hexdigest()
    found = bytes.fromhex(peaks[-1])
    for peak in reversed(peaks[:-1]):
        found = hashlib.sha256(b"\x01" + bytes.fromhex(peak) + found).digest()
    return found.hex()


def peaks_at(connection: Connection, size: int, older: Tree | None = None) -> list[str]:
    """The peaks of the first so many entries: the last of them tells, and is signed. Older entries do not tell: then
    all are read that are not in the tree of the `older` ones yet, and must be those that the room has signed."""
    if size == 0:
        return []
    body = trusted.entry(connection, CHAIN, size)
    if "peaks" in body:
        return list(body["peaks"])
    tree = Tree() if older is None else older
    if len(tree) < size:
        new = trusted.read(connection, CHAIN, len(tree), trusted.head_at(connection, CHAIN, size))
        with _NOTING:
            for seq, each in new:
                if seq == len(tree) + 1:  # others may have read on meanwhile
                    tree.add(leaf_of(each))
    return tree.peaks(size)


class Kept(Tree):
    """The tree as the database keeps it: of each whole part one hash is read, and no leaf."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection

    def _hash(self, low: int, high: int) -> bytes:
        size = high - low
        if size & (size - 1):
            return super()._hash(low, high)
        at = (LOG_NODES.c.level == size.bit_length() - 1) & (LOG_NODES.c.place == low // size)
        found = self._connection.execute(select(LOG_NODES.c.hash).where(at)).scalar()
        if found is None:
            raise Broken(f"the log of roots has lost the hash over its entries {low + 1} to {high}")
        return bytes.fromhex(found)


class _Part(NamedTuple):
    """Entries of the log as they were told before, and those that are to be looked at."""

    number: int
    known: list[dict[str, Any]]
    new: trusted.Taken | None


TOLD = ("table", "shoe", "root", "size", "at", "after")
"""What everybody is told of an entry."""


class Log:
    """The log of a room as its database has it: what is asked for is read, however long it is. What was told once never
    changes, and is remembered.

    A head is signed over what a signed entry tells of the whole log. The hashes of a path are not: whoever checks it
    finds a wrong one out.
    """

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._older = Tree()
        self._told: Lasting[int, list[dict[str, Any]]] = Lasting(PARTS)
        """Entries that were told, in parts of so many, by the number of the part."""

    def head(self, size: int | None = None) -> dict[str, Any]:
        """The signed head over the first so many entries, or over all."""
        with self._store.reading() as connection:
            return self._head(connection, self._size(connection, size))

    def entries(self, start: int = 0) -> list[dict[str, Any]]:
        """Entries from a place on, the first is 0."""
        with self._store.reading() as connection:
            first, last = max(0, start), self._size(connection, None)
            end = min(first + MOST, last)
            parts = [self._part(connection, at, last) for at in range(first // MOST, -(-end // MOST)) if first < last]
        told: list[dict[str, Any]] = []
        for part in parts:
            if part.new is not None:
                fresh = ({key: body[key] for key in TOLD if key in body} for _, body in part.new.entries())
                part = part._replace(known=[*part.known, *fresh])
                self._told.keep(part.number, part.known)
            told += part.known
        return told[first % MOST :][: end - first]

    def _part(self, connection: Connection, number: int, last: int) -> "_Part":
        """What is remembered of a part, and what has come to it since."""
        known = self._told.get(number) or []
        after, to = number * MOST + len(known), min(number * MOST + MOST, last)
        new = trusted.taken(connection, CHAIN, after, trusted.head_at(connection, CHAIN, to)) if after < to else None
        return _Part(number, known, new)

    def inclusion(self, shoe: int, size: int | None = None) -> dict[str, Any]:
        """The proof that a shoe is in the log."""
        with self._store.reading() as connection:
            of = self._size(connection, size)
            leaf = select(LOG_NODES.c.place).where(LOG_NODES.c.shoe == shoe, LOG_NODES.c.level == 0)
            index = connection.execute(leaf.order_by(LOG_NODES.c.place).limit(1)).scalar() if shoe < 2**31 else None
            if index is None or index >= of:
                raise UnknownName(f"shoe {shoe} is not among the first {of} entries of the log")
            path, body = Kept(connection).inclusion(index, of), trusted.entry(connection, CHAIN, index + 1)
            after = {"after": body["after"]} if "after" in body else {}
            return {"index": index, "path": path, "head": self._head(connection, of), **after}

    def growth(self, first: int, second: int | None = None) -> dict[str, Any]:
        """The proof that a head only adds to an earlier one."""
        with self._store.reading() as connection:
            of = self._size(connection, second)
            if not 1 <= first <= of:
                raise HousewayError(f"name an earlier head of the log by its size, 1 to {of}")
            told = {"size": first, "root": root_of(peaks_at(connection, first, self._older))}
            path = Kept(connection).consistency(first, of)
            return {"first": told, "second": self._head(connection, of), "path": path}

    def _size(self, connection: Connection, asked: int | None) -> int:
        """How many entries are meant; the last one must be the room's own, for it signs what is read here."""
        seen = _SEEN.get(connection.engine)
        head = journal.head(connection, CHAIN, lock=False) or journal.Head(0, journal.START)
        if head.seq:
            trusted.check(connection, CHAIN, head.seq - 1, head)
        remember(connection, seen, head)
        size = head.seq
        if asked is not None and not 1 <= asked <= size:
            raise HousewayError(f"the log has {size} entries")
        return size if asked is None else asked

    def _head(self, connection: Connection, size: int) -> dict[str, Any]:
        at = trusted.entry(connection, CHAIN, size)["at"] if size else ""
        told = {"at": at, "root": root_of(peaks_at(connection, size, self._older)), "size": size}
        signature = self._signer.sign(MESSAGE + journal.canonical(told).encode()).hex()
        return {**told, "key": self._signer.public.hex(), "signature": signature}
