"""What may be believed of the journal while a room runs: entries that one of the room's own keys has signed.

The audit checks every signature. A room goes by the rows of its database between two audits; what it deals by, and what
it does in somebody's name, is looked at here first. An entry is signed with its hash, which covers all before it: so
the last signature of a stretch vouches for the whole of it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from houseway.room.errors import UNREADABLE, Broken, Stopped
from houseway.room.evidence.signing import verify
from houseway.room.store import archived, journal
from houseway.room.store.journal import ENTRY, PROOF, ROOM, START, Head, canonical, link, signer_of
from houseway.room.store.prepared import Prepared
from houseway.room.store.schema import JOURNAL, ROOM_KEYS, TRANSACTIONS


class Signed(NamedTuple):
    """An entry as it is on disk."""

    chain: int
    seq: int
    body: str
    hash: str
    signature: str | None


class Taken(NamedTuple):
    """Entries of a chain as they lie on disk after one of this hash, the last of them vouched for.

    Whether each follows the one before is looked at by whoever reads them, when nobody waits for the database. Those
    after `to` only lead to the one that is vouched for.
    """

    chain: int
    after: int
    hash: str
    head: Head
    rows: Sequence[Signed]
    to: int

    def checked(self) -> Iterator[Signed]:
        """The entries, each after the one before; to be believed once the last has come."""
        at, before = self.after, self.hash
        for row in self.rows:
            if row.seq != at + 1 or link(before, self.chain, row.seq, row.body) != row.hash:
                raise Broken(f"journal {self.chain}, entry {row.seq}: is not what the room has written")
            at, before = row.seq, row.hash
            yield row
        if (at, before) != (self.head.seq, self.head.hash):
            raise Broken(f"journal {self.chain} ends at entry {at}, and its head says {self.head.seq}")

    def entries(self) -> list[tuple[int, Any]]:
        """Number and body of each that was asked for."""
        found = []
        for row in [row for row in self.checked() if row.seq <= self.to]:
            try:
                found.append((row.seq, json.loads(row.body)))
            except (ValueError, RecursionError) as fault:
                raise Broken(f"journal {self.chain}, entry {row.seq}: cannot be read") from fault
        return found


_ENTRY = select(*(JOURNAL.c[name] for name in Signed._fields)).where(JOURNAL.c.chain == bindparam("of"))
_ROW = Prepared(_ENTRY.where(JOURNAL.c.seq == bindparam("at")))
_STRETCH = Prepared(
    _ENTRY.where(JOURNAL.c.seq > bindparam("after"), JOURNAL.c.seq <= bindparam("to")).order_by(JOURNAL.c.seq)
)
_KEYS = Prepared(select(ROOM_KEYS.c.public, ROOM_KEYS.c.seq))
"""Prepared, since they are read amid others whose answers nobody has waited for yet."""


def keys(connection: Connection) -> tuple[str, ...]:
    """The public keys of the room, the newest last: the one that signs now, and each that a later one vouches for."""
    return tuple(_brought(connection))


def room(connection: Connection) -> str:
    """The room's first key, by which a checkpoint names it; the rows must list each since where it was brought."""
    first, body = next(iter(_brought(connection).items()))
    if not body:
        raise Broken(f"the key {first} is not listed with the entry that brought it")
    return first


def entry(connection: Connection, chain: int, seq: int) -> Any:
    """The body of an entry that the room has signed, or that is older than its first key and has not changed since."""
    row, before = _row(connection, chain, seq), _hash_at(connection, chain, seq - 1)
    if row is None or link(before, chain, seq, row.body) != row.hash:
        raise Broken(f"journal {chain}, entry {seq}: is not what the room has written")
    if not _signed(connection, row):
        _older(connection, row)
    return json.loads(row.body)


def _older(connection: Connection, row: Signed) -> None:
    """Refuse an entry without a signature that is not from before the room's first key, or has changed since."""
    seq_then, hash_then = _heads(connection).get(str(row.chain), (0, ""))
    last = archived.last_of(connection, row.chain) if row.seq == 1 and row.chain != ROOM and seq_then else 0
    if last == 0:
        head = Head(seq_then, hash_then) if row.seq <= seq_then else Head(row.seq, row.hash)
        check(connection, row.chain, row.seq - 1, head)
    elif _gone(connection, row.chain, last).get("opening") not in (None, row.hash):
        raise Broken(f"journal {row.chain}, entry 1: is not what the room has archived the table with")


def saw(connection: Connection, chain: int, head: Head) -> None:
    """Stamp nothing before a head that was looked at."""
    row = _row(connection, chain, head.seq)
    if row is not None and link(_hash_at(connection, chain, head.seq - 1), chain, head.seq, row.body) == head.hash:
        with suppress(*UNREADABLE):
            journal.saw(json.loads(row.body).get("at"))


def saw_last(connection: Connection) -> None:
    """Stamp nothing before the last signed entries that moved money and that the room's own journal has."""
    moved = select(TRANSACTIONS.c.chain, TRANSACTIONS.c.seq).order_by(TRANSACTIONS.c.id.desc())
    own = select(JOURNAL.c.chain, JOURNAL.c.seq).where(JOURNAL.c.chain == ROOM).order_by(JOURNAL.c.seq.desc())
    for last in (moved, own):
        row = connection.execute(last.limit(1)).first()
        with suppress(Broken, Stopped, *UNREADABLE):  # what does not hold is found by who goes by it
            journal.saw(entry(connection, row.chain, row.seq).get("at") if row is not None else None)


def head_at(connection: Connection, chain: int, seq: int) -> Head:
    """An entry of a chain with its hash, to read from or up to."""
    return Head(seq, _hash_at(connection, chain, seq))


def has(connection: Connection, chain: int, head: Head) -> bool:
    """Whether a chain has an entry that it was once read up to."""
    row = _row(connection, chain, head.seq)
    return row is not None and row.hash == head.hash


def in_archive(connection: Connection, chain: int, seq: int) -> bool:
    """Whether an entry of a table lies in an archive, as the room has signed; it is gone from the journal then."""
    if _row(connection, chain, seq) is not None or (told := archived.entry_of(connection, chain, seq)) is None:
        return False
    gone = entry(connection, ROOM, told).get("tables", {}).get(str(chain), {"first": 1, "last": 0})
    return bool(gone["first"] <= seq <= gone["last"])


def follows(connection: Connection, chain: int, head: Head) -> bool:
    """Whether an entry follows a head."""
    return _row(connection, chain, head.seq + 1) is not None


def standing(connection: Connection, chain: int) -> Head | None:
    """Where a chain stands now; a head that entries follow was set back."""
    at = journal.head(connection, chain, lock=False)
    if at is not None and follows(connection, chain, at) and _at(connection, chain) == at[:2]:
        raise Broken(f"journal {chain} has an entry after {at.seq}, which its head says is the last")
    return at


def _at(connection: Connection, chain: int) -> tuple[int, str] | None:
    """Where a chain's head says that it ends now."""
    at = journal.head(connection, chain, lock=False)
    return None if at is None else at[:2]


def check_head(connection: Connection, chain: int, head: Head) -> None:
    """Refuse a head that is not the last entry of its chain, or that the room has not signed. One that others have
    moved on since it was read was the last."""
    check(connection, chain, head.seq - 1, head)
    if follows(connection, chain, head) and _at(connection, chain) == head[:2]:
        raise Broken(f"journal {chain} has an entry after {head.seq}, which its head says is the last")


def check(connection: Connection, chain: int, after: int, head: Head) -> None:
    """Refuse the entries after one, up to the head, if they are not those that the room has signed."""
    for _ in taken(connection, chain, after, head).checked():
        pass


def read(connection: Connection, chain: int, after: int, head: Head) -> list[tuple[int, Any]]:
    """The same entries, number and body."""
    return taken(connection, chain, after, head).entries()


def about(connection: Connection, chain: int, after: int, head: Head, text: str) -> dict[int, Any]:
    """Those of the same entries that have a text, by number."""
    rows = [row for row in taken(connection, chain, after, head).checked() if text in row.body]
    return {row.seq: json.loads(row.body) for row in rows}


def between(connection: Connection, chain: int, after: int, to: int) -> list[tuple[int, Any]]:
    """The entries after one up to another, number and body: signed, or older than the room's first key and as then."""
    (found,) = stretches(connection, chain, [(after, to)])
    return found.entries()


def stretches(connection: Connection, chain: int, wanted: Sequence[tuple[int, int]]) -> list[Taken]:
    """The same for several parts of a chain, to be read later; those from before the first key come as one."""
    found, older = [], []
    for after, to in wanted:
        last = _row(connection, chain, to)
        if last is not None and last.signature:
            found.append(taken(connection, chain, after, Head(to, last.hash)))
        else:
            older.append((after, to))
    if older:
        first, last_of = min(after for after, _ in older), max(to for _, to in older)
        seq_then, hash_then = _heads(connection).get(str(chain), (0, ""))
        if last_of > seq_then:
            raise _unsigned(connection, chain, last_of)
        found.append(taken(connection, chain, first, Head(seq_then, hash_then))._replace(to=last_of))
    return found


def taken(connection: Connection, chain: int, after: int, head: Head) -> Taken:
    """The entries after one, up to the head, to be read when nobody waits for the database."""
    before = _hash_at(connection, chain, after)
    rows = list(map(Signed._make, _STRETCH.rows(connection, of=chain, after=after, to=head.seq)))
    vouched = not rows or (rows[-1].hash == head.hash and _signed(connection, rows[-1]))
    if not vouched and tuple(_heads(connection).get(str(chain), ())) != (head.seq, head.hash):
        raise _unsigned(connection, chain, head.seq)
    return Taken(chain, after, before, head, rows, head.seq)


def _signed(connection: Connection, row: Signed) -> bool:
    """Whether one of the room's keys has signed an entry; nearly always it is the one that signs now."""
    try:
        signature = bytes.fromhex(row.signature or "")
    except (ValueError, TypeError):
        return False
    message, own = ENTRY + row.hash.encode(), signer_of(connection).public
    if not signature or verify(own, message, signature):
        return bool(signature)
    return any(verify(bytes.fromhex(public), message, signature) for public in keys(connection)[:-1])


def _unsigned(connection: Connection, chain: int, seq: int) -> Broken:
    """What is wrong with an entry that none of the known keys has signed; stopped where this process has a key that is
    the room's no more."""
    head = journal.head(connection, chain, lock=False)
    if head is not None:
        journal.check_key(connection, head, signer_of(connection))
    return Broken(f"journal {chain}, entry {seq}: is not signed with the room's key")


def _hash_at(connection: Connection, chain: int, seq: int) -> str:
    """The hash of an entry; of one that lies in an archive, as the room has signed it."""
    if seq < 1:
        return START
    row = _row(connection, chain, seq)
    if row is not None:
        return str(row.hash)
    return str(_gone(connection, chain, seq)["hash"])


def _gone(connection: Connection, chain: int, last: int) -> Mapping[str, Any]:
    """What the room has signed of the archive that ends with this entry of a table."""
    told = archived.entry_of(connection, chain, last)
    gone = entry(connection, ROOM, told)["tables"].get(str(chain), {}) if told is not None and chain != ROOM else {}
    if gone.get("last") != last:
        raise Broken(f"journal {chain} has no entry {last}")
    found: Mapping[str, Any] = gone
    return found


def _row(connection: Connection, chain: int, seq: int) -> Signed | None:
    found = _ROW.row(connection, of=chain, at=seq)
    return None if found is None else Signed(*found)


# ---------------------------------------------------------------------------------------------------- keys


def _heads(connection: Connection) -> Mapping[str, Any]:
    """Where all chains stood when the room began to sign."""
    found: Mapping[str, Any] = next(iter(_brought(connection).values())).get("heads", {})
    return found


def older(connection: Connection) -> bool:
    """Whether the room is older than its first key."""
    return bool(_heads(connection))


def _brought(connection: Connection) -> dict[str, Mapping[str, Any]]:
    """The keys of the room, the newest last, each with the entry that brought it and that it has agreed to."""
    listed: dict[Any, Any] = dict(_KEYS.rows(connection))
    public: str | None = signer_of(connection).public.hex()
    found: dict[str, Mapping[str, Any]] = {}
    while public is not None and public not in found:
        row = _row(connection, ROOM, listed.get(public, 0))
        body = agreed("" if row is None else row.body, public)
        found = {public: body, **found}
        before = body.get("before")
        public = before if isinstance(before, str) else None
    return found


def agreed(text: str, public: str) -> Mapping[str, Any]:
    """The body of the entry that brought a key, if the key has agreed to it; empty where this is none."""
    try:
        body = json.loads(text)
        said = canonical({key: value for key, value in body.items() if key != "proof"})
        is_so = verify(bytes.fromhex(public), PROOF + said.encode(), bytes.fromhex(body.get("proof", "")))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
    return body if is_so and body.get("public") == public else {}
