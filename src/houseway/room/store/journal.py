"""Append-only chains of entries. Each hash covers the one before and the entry's canonical JSON, and is signed.

The key that signs lies outside the database: `signer_of` finds it with the engine. So nobody without it writes an entry
that the audit takes for the room's.
"""

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Transaction, bindparam, select, update

from houseway.room.errors import UNREADABLE, Broken, Refused, Stopped
from houseway.room.evidence.signing import Signer, verify
from houseway.room.store.prepared import Prepared, inserting
from houseway.room.store.schema import CHAINS, JOURNAL, NOTED, NOTED_KINDS, ROOM_KEYS

ROOM, LOG = 0, -1
"""The room's own chain, people and tables; and that of the log of roots."""

START = "0" * 64
OPTION = "houseway_signer"
ENTRY = b"houseway entry\n"
"""What the message begins with that is signed for an entry; its hash follows."""

PROOF = b"houseway key\n"
"""What the message begins with that a new key signs; the entry without its proof follows."""


SET_BACK = timedelta(seconds=5)
"""So far a clock may be set back while a process runs; where it is set back further, time ran backwards."""

_STAMPING, _LATEST = threading.Lock(), [datetime.min.replace(tzinfo=UTC)]

_HEAD = select(CHAINS.c.seq, CHAINS.c.hash, CHAINS.c.key).where(CHAINS.c.chain == bindparam("of"))
_HEADS = {
    (lock, wait): Prepared(_HEAD.with_for_update(skip_locked=not wait) if lock else _HEAD)
    for lock in (False, True)
    for wait in (False, True)
}
_WRITE = inserting(JOURNAL, "chain", "seq", "body", "hash", "signature")
_NOTE = inserting(NOTED, "kind", "seq")
_MOVE = Prepared(
    update(CHAINS)
    .where(CHAINS.c.chain == bindparam("of"), CHAINS.c.seq == bindparam("at"))
    .values(seq=bindparam("new"), hash=bindparam("now"))
)


def canonical(value: Any) -> str:
    """One text for one value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def link(before: str, chain: int, seq: int, body: str) -> str:
    """The hash of an entry."""
    return hashlib.sha256(f"{before}\n{chain}\n{seq}\n{body}".encode()).hexdigest()


def stamp(now: float | None = None) -> str:
    """The time for the record, UTC. A clock that is set back a little has the last time stand until it is past it."""
    with _STAMPING:
        found = datetime.now(UTC) if now is None else datetime.fromtimestamp(now, UTC)
        _LATEST[0] = max(found, _LATEST[0]) if _LATEST[0] - found <= SET_BACK else found
        return _LATEST[0].isoformat(timespec="milliseconds")


def saw(at: object) -> None:
    """An entry of this time was read: the next is not dated before it, where the clock was set back a little since."""
    try:
        found = datetime.fromisoformat(str(at))
        found = found.astimezone(UTC) if found.tzinfo is not None else _LATEST[0]
    except (ValueError, OverflowError):
        return
    with _STAMPING:
        if _LATEST[0] < found <= datetime.now(UTC) + SET_BACK:
            _LATEST[0] = found


NOWHERE = -1
"""The last entry of a chain whose row tells no number: no chain ends there, and what it has is refused."""


class Head(NamedTuple):
    """The last entry of a chain, and the key that signs the next."""

    seq: int
    hash: str
    key: str | None = None


_BEFORE: WeakKeyDictionary[Transaction, Head] = WeakKeyDictionary()
"""The head of the room's own chain before each transaction that has added to it."""


def before(connection: Connection) -> Head | None:
    """Where the room's own chain stood before this transaction added to it; none where it has not."""
    begun = connection.get_transaction()
    return None if begun is None else _BEFORE.get(begun)


def sign_with(engine: Engine, signer: Signer) -> None:
    """Have everything that is written over this engine signed."""
    engine.update_execution_options(**{OPTION: signer})


def signer_of(connection: Connection) -> Signer:
    """The key that signs what is written over this connection."""
    found = connection.get_execution_options().get(OPTION)
    if not isinstance(found, Signer):
        raise Broken("nothing is written without the room's key")
    return found


def begin(connection: Connection, chain: int) -> None:
    """An empty chain."""
    connection.execute(CHAINS.insert().values(chain=chain, seq=0, hash=START, key=signer_of(connection).name))


def head(connection: Connection, chain: int, *, lock: bool, wait: bool = True) -> Head | None:
    """The head of a chain; locked, nobody else can append to it until the transaction ends.

    Who does not wait gets none where another process holds the lock.
    """
    return seek_head(connection, chain, lock=lock, wait=wait)()


def seek_head(connection: Connection, chain: int, *, lock: bool, wait: bool = True) -> Callable[[], Head | None]:
    """The same, asked for now and read when it is called."""
    sent = _HEADS[lock, wait].send(connection, of=chain)

    def found() -> Head | None:
        row = sent.row()
        return None if row is None else Head(row[0] if isinstance(row[0], int) else NOWHERE, *row[1:])

    return found


LEFT = "the room signs with another key since this process began: open it again to go on"


def check_key(connection: Connection, at: Head, signer: Signer) -> None:
    """Refuse to go on with a key that the room has left, as an entry tells that this key has signed; and to write where
    a row alone says so."""
    if at.key is None or at.key == signer.name:
        return
    check_stays(connection, signer)
    raise Broken(f"its row says that {at.key} signs it, and the room has brought no such key")


def check_stays(connection: Connection, signer: Signer, after: int | None = None) -> None:
    """Refuse to go on with a key that the room has left, as an entry tells which a row lists, or which came after one
    that was read: rows may be those of before."""
    wanted = list(connection.execute(select(ROOM_KEYS.c.seq)).scalars())
    if after is not None:
        told = select(JOURNAL.c.seq).where(JOURNAL.c.chain == ROOM, JOURNAL.c.seq > after)
        wanted += connection.execute(told.where(JOURNAL.c.body.contains('"kind":"key"'))).scalars()
    if any(_leaves(connection, seq, signer) for seq in wanted):
        raise Stopped(LEFT)


def check_read(read: Sequence[tuple[int, Any]], signer: Signer) -> None:
    """Refuse to go on where an entry of the room's own chain, which was looked at, has brought another key."""
    if any(leaves(body, signer) for _, body in read):
        raise Stopped(LEFT)


def leaves(body: Mapping[str, Any], signer: Signer) -> bool:
    """Whether an entry of the room's own chain has brought another key after this one."""
    return body.get("kind") == "key" and body.get("before") == signer.public.hex()


def _leaves(connection: Connection, seq: int, signer: Signer) -> bool:
    """The same of an entry that this key has signed."""
    try:
        query = select(JOURNAL).where(JOURNAL.c.chain == ROOM, JOURNAL.c.seq.in_((seq - 1, seq)))
        rows = {row.seq: row for row in connection.execute(query)}
        before, row = rows[seq - 1], rows[seq]
        signed = verify(signer.public, ENTRY + row.hash.encode(), bytes.fromhex(row.signature))
        return signed and link(before.hash, ROOM, seq, row.body) == row.hash and leaves(json.loads(row.body), signer)
    except UNREADABLE:
        return False


def append(connection: Connection, chain: int, at: Head, body: Mapping[str, Any]) -> Head:
    """Write the next entry after the head `at`, which the caller has locked."""
    signer = signer_of(connection)
    try:
        check_key(connection, at, signer)
    except Broken as fault:
        raise Refused(f"journal {chain} is not written to: {fault}; houseway audit says more") from fault
    text = canonical(body)
    new = Head(at.seq + 1, link(at.hash, chain, at.seq + 1, text), at.key)
    signature = signer.sign(ENTRY + new.hash.encode()).hex()
    _WRITE.change(connection, chain=chain, seq=new.seq, body=text, hash=new.hash, signature=signature)
    if _MOVE.change(connection, of=chain, at=at.seq, new=new.seq, now=new.hash) == 0:
        raise Broken(f"chain {chain} moved under its writer")
    begun = connection.get_transaction()
    if chain == ROOM and begun is not None:
        _BEFORE.setdefault(begun, at)
    if chain == ROOM and body["kind"] in NOTED_KINDS:
        _NOTE.change(connection, kind=body["kind"], seq=new.seq)
    return new


def noted(connection: Connection, kind: str, after: int = 0) -> list[int]:
    """The entries of the room's own chain of a kind, after one, the newest first."""
    query = select(NOTED.c.seq).where(NOTED.c.kind == kind, NOTED.c.seq > after).order_by(NOTED.c.seq.desc())
    return list(connection.execute(query).scalars())


def entries(connection: Connection, chain: int, after: int = 0, to: int | None = None) -> Iterator[tuple[int, Any]]:
    """The entries of a chain in order: number and body."""
    query = select(JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain == chain, JOURNAL.c.seq > after)
    if to is not None:
        query = query.where(JOURNAL.c.seq <= to)
    for row in connection.execute(query.order_by(JOURNAL.c.seq)):
        yield row.seq, json.loads(row.body)


def entry(connection: Connection, chain: int, seq: int) -> Any:
    """The body of one entry."""
    body = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == chain, JOURNAL.c.seq == seq)).scalar()
    if body is None:
        raise Broken(f"journal {chain} has no entry {seq}")
    return json.loads(body)


def heads(connection: Connection) -> dict[str, list[Any]]:
    """The heads of all chains."""
    rows = connection.execute(select(CHAINS).order_by(CHAINS.c.chain))
    return {str(row.chain): [row.seq, row.hash] for row in rows}
