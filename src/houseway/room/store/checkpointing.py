"""Signing a checkpoint: of heads that were looked at, after a checkpoint that the room has signed.

What is signed here is kept elsewhere, for ever: a head that was another for a moment would convict an honest room. One
that does not hold, or is further back than this process or any signed checkpoint knows it, is left out and said in the
log and at the desk; the next checkpoint has it once it is right.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, or_, select

from houseway.room.errors import SPOILT, Broken
from houseway.room.evidence.signing import Signer
from houseway.room.store import covered, journal, trusted
from houseway.room.store.checkpoints import MESSAGE, Line, hash_of
from houseway.room.store.covered import check_not_behind, newest_signed
from houseway.room.store.database import LOG
from houseway.room.store.journal import START, Head, canonical
from houseway.room.store.numbered import MOST
from houseway.room.store.schema import CHAINS, CHECKPOINTS, ROOM_KEYS, SEALED


def _log(says: str) -> None:
    LOG.error("%s", says)


class Known(NamedTuple):
    """What a process knows before it signs: how far each chain goes, the last checkpoint that it has signed or
    that lies beside the key, and heads that it has looked at while nobody waited for the database. To `tell` is what is
    left out, and why nothing is signed."""

    versions: Mapping[int, int] = {}
    number: int = 0
    heads: Mapping[int, Head] = {}
    tell: Callable[[str], None] = _log


NOTHING = Known()


def looked_at(connection: Connection) -> dict[int, Head]:
    """The heads that no checkpoint covers and that hold; what does not is told by who signs."""
    silent = Known(tell=lambda _: None)
    found = _read(connection, silent)
    return {} if found is None else _holding(connection, silent, found)


def read_all(connection: Connection, known: Known = NOTHING) -> None:
    """Read all checkpoints, for who goes by no row that lists how far they cover each chain."""
    try:
        covered.moved(connection)
        while covered.read_on(connection):
            pass
    except Broken as fault:
        known.tell(f"how far checkpoints cover the journals was not read to the first: {fault}")


def checkpoint(connection: Connection, signer: Signer, known: Known = NOTHING) -> Line | None:
    """Sign what has moved since the last checkpoint; nothing where nothing has. It is dated once all heads are known:
    whoever waited for another process, or looked at many, has heads of that time too."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(98)")
    newest = connection.execute(select(ROOM_KEYS.c.public).order_by(ROOM_KEYS.c.seq.desc()).limit(1)).scalar()
    if newest != signer.public.hex():
        try:
            journal.check_key(connection, Head(0, START, str(newest)), signer)
        except Broken:
            known.tell("a key is listed as the room's last that no entry has brought: nothing is signed with it")
    found = _read(connection, known)
    if found is None:
        return None
    moved = {str(chain): head[:2] for chain, head in _holding(connection, known, found).items()}
    _list_right(connection, known, found.moved)
    if not moved:
        return None
    last, heads = found.last, canonical(moved)
    body = canonical(
        {
            "at": journal.stamp(),
            "before": START if last is None else last.hash,
            "heads": hash_of(heads),
            "key": signer.public.hex(),
            "number": 1 + (last.told.get("number", 0) if last is not None else 0),
            "room": found.room,
        }
    )
    signature = signer.sign(MESSAGE + body.encode()).hex()
    connection.execute(CHECKPOINTS.insert().values(body=body, signature=signature, heads=heads))
    connection.execute(delete(SEALED).where(SEALED.c.chain.in_([int(chain) for chain in moved])))
    connection.execute(SEALED.insert(), [{"chain": int(chain), "seq": seq} for chain, (seq, _) in moved.items()])
    return Line(signature, body)


def _check_numbers(connection: Connection) -> None:
    """Refuse to sign where the next row has no number, or one that is drawn by lot."""
    if (connection.execute(select(func.max(CHECKPOINTS.c.id))).scalar() or 0) >= MOST:
        raise Broken("somebody has put one there that is numbered out of turn")


class _Found(NamedTuple):
    """What the room is called, the checkpoint that the next one follows, what has moved since, and how far it was
    covered."""

    room: str
    last: Line | None
    moved: covered.Moved
    had: Mapping[int, int]


def _read(connection: Connection, known: Known) -> _Found | None:
    """What a checkpoint goes by; none where none can be signed, which is told."""
    try:
        room = trusted.room(connection)
        last = check_newest(connection, known.number)
        _check_numbers(connection)
        moved = covered.moved(connection)
        had = covered.covered(connection, moved.heads)
        _, strange = newest_signed(connection)
    except Broken as fault:
        known.tell(f"no checkpoint was signed: {fault}")
        return None
    if strange:
        known.tell(f"{strange} rows after the last checkpoint are not signed with the room's key: they are passed over")
    return _Found(room, last, moved, had)


def _holding(connection: Connection, known: Known, found: _Found) -> dict[int, Head]:
    """The heads that no checkpoint covers, and that may be signed."""
    for says in _lost(found.moved, known.versions):
        known.tell(f"a head was left out of a checkpoint: {says}")
    heads = found.moved.heads.items()
    holding = {chain: _looked(connection, chain, head, known, found.had.get(chain, 0)) for chain, head in heads}
    return {chain: head for chain, head in holding.items() if head is not None}


def _list_right(connection: Connection, known: Known, moved: covered.Moved) -> None:
    """List again how far chains are covered that have not moved, where somebody has listed them otherwise. One that
    others have moved since the heads were read is listed by the next checkpoint."""
    both = CHAINS.join(SEALED, SEALED.c.chain == CHAINS.c.chain, isouter=True)
    other = or_(SEALED.c.seq.is_(None), SEALED.c.seq != CHAINS.c.seq)
    wrong = connection.execute(select(CHAINS.c.chain, CHAINS.c.seq).select_from(both).where(CHAINS.c.seq > 0, other))
    still = [{"chain": row.chain, "seq": row.seq} for row in wrong.all() if moved.signed.get(row.chain) == row.seq]
    if still:
        known.tell(f"{len(still)} rows that list how far checkpoints cover a journal were others, and are put right")
        connection.execute(delete(SEALED).where(SEALED.c.chain.in_([row["chain"] for row in still])))
        connection.execute(SEALED.insert(), still)


def _lost(moved: covered.Moved, versions: Mapping[int, int]) -> Iterator[str]:
    """The chains that are gone, and those that stand where they were signed before and were further since."""
    for chain, had in sorted(moved.gone.items()):
        yield f"journal {chain} had entry {had}, and is gone"
    for chain, read in sorted(versions.items()):
        stands = moved.stood.get(chain, 0)
        if chain not in moved.heads and chain not in moved.gone and stands < read:
            yield f"journal {chain} ends at entry {stands}, and had entry {read}: it was set back"


def _looked(connection: Connection, chain: int, head: Head, known: Known, had: int) -> Head | None:
    """A head that is the last entry of its chain, as the room has written it, and was not set back."""
    try:
        if known.heads.get(chain) != head:
            trusted.check_head(connection, chain, head)
        check_not_behind(chain, head, max(known.versions.get(chain, 0), had))
    except SPOILT as fault:
        known.tell(f"a head was left out of a checkpoint: {fault}")
        return None
    return head


def check_newest(connection: Connection, number: int) -> Line | None:
    """The checkpoint that the next one follows: signed by the room or an older room's, not before `number`."""
    row, _ = newest_signed(connection)
    line = None if row is None else Line(row.signature, row.body)
    last = 0 if line is None else line.told.get("number", 0)
    if last < number:
        raise Broken(f"the last is {last}, and {number} was signed: they were set back")
    return line
