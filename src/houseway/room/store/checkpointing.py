"""Signing a checkpoint: of heads that were looked at, after a checkpoint that the room has signed.

What is signed here is kept elsewhere, for ever: a head that was another for a moment would convict an honest room. One
that does not hold, or is further back than this process knows it, is left out and said in the log; the next checkpoint
has it once it is right.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, or_, select

from houseway.room.errors import Broken, Stopped
from houseway.room.evidence.signing import Signer
from houseway.room.store import trusted
from houseway.room.store.checkpoints import MESSAGE, Line, hash_of, last_line
from houseway.room.store.database import LOG
from houseway.room.store.journal import START, Head, canonical
from houseway.room.store.schema import CHAINS, CHECKPOINTS, ROOM_KEYS, SEALED


class Known(NamedTuple):
    """What a process knows before it signs: how far each chain goes, the last checkpoint that it has signed, and heads
    that it has looked at while nobody waited for the database."""

    versions: Mapping[int, int] = {}
    number: int = 0
    heads: Mapping[int, Head] = {}


NOTHING = Known()


def looked_at(connection: Connection) -> dict[int, Head]:
    """The heads that no checkpoint covers and that hold."""
    return {chain: head for chain, head in _moved(connection).items() if _holds(connection, chain, head, NOTHING)}


def checkpoint(connection: Connection, signer: Signer, at: str, known: Known = NOTHING) -> Line | None:
    """Sign what has moved since the last checkpoint; nothing where nothing has."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(98)")
    newest = connection.execute(select(ROOM_KEYS.c.public).order_by(ROOM_KEYS.c.seq.desc()).limit(1)).scalar()
    if newest != signer.public.hex():
        raise Stopped("the room signs with another key since this process began: open it again to go on")
    moved = {
        str(chain): head[:2] for chain, head in _moved(connection).items() if _holds(connection, chain, head, known)
    }
    if not moved:
        return None
    try:
        keys = trusted.keys(connection)
        last = _last(connection, keys, known.number)
    except Broken as fault:
        LOG.error("no checkpoint is signed: %s", fault)
        return None
    heads = canonical(moved)
    body = canonical(
        {
            "at": at,
            "before": START if last is None else last.hash,
            "heads": hash_of(heads),
            "key": signer.public.hex(),
            "number": 1 + (last.told.get("number", 0) if last is not None else 0),
            "room": keys[0],
        }
    )
    signature = signer.sign(MESSAGE + body.encode()).hex()
    connection.execute(CHECKPOINTS.insert().values(body=body, signature=signature, heads=heads))
    connection.execute(delete(SEALED).where(SEALED.c.chain.in_([int(chain) for chain in moved])))
    connection.execute(SEALED.insert(), [{"chain": int(chain), "seq": seq} for chain, (seq, _) in moved.items()])
    return Line(signature, body)


def _moved(connection: Connection) -> dict[int, Head]:
    """The heads that no checkpoint covers."""
    both = CHAINS.join(SEALED, SEALED.c.chain == CHAINS.c.chain, isouter=True)
    query = select(CHAINS.c.chain, CHAINS.c.seq, CHAINS.c.hash).select_from(both).where(CHAINS.c.seq > 0)
    uncovered = query.where(or_(SEALED.c.seq.is_(None), SEALED.c.seq != CHAINS.c.seq)).order_by(CHAINS.c.chain)
    return {row.chain: Head(row.seq, row.hash) for row in connection.execute(uncovered)}


def _holds(connection: Connection, chain: int, head: Head, known: Known) -> bool:
    """Whether a head is the last entry of its chain, as the room has written it, and was not set back."""
    try:
        if known.heads.get(chain) != head:
            trusted.check_head(connection, chain, head)
        if head.seq < (had := max(known.versions.get(chain, 0), _sealed(connection, chain))):
            raise Broken(f"journal {chain} ends at entry {head.seq}, and had entry {had}: it was set back")
    except Broken as fault:
        LOG.error("a head is left out of a checkpoint: %s", fault)
        return False
    return True


def _sealed(connection: Connection, chain: int) -> int:
    """How far a chain went at the last checkpoints, by the list of what they cover and by the newest of them itself."""
    listed = connection.execute(select(SEALED.c.seq).where(SEALED.c.chain == chain)).scalar() or 0
    newest = connection.execute(select(CHECKPOINTS.c.heads).order_by(CHECKPOINTS.c.id.desc()).limit(1)).scalar()
    return max(listed, *json.loads(newest or "{}").get(str(chain), [0])[:1])


def _last(connection: Connection, keys: Sequence[str], number: int) -> Line | None:
    """The checkpoint that the next one follows, which the room has signed, or an older room kept."""
    line = last_line(connection)
    told = {} if line is None else line.told
    if told.get("number", 0) < number:
        raise Broken(f"the last is {told.get('number')}, and this process has signed {number}: they were set back")
    if line is not None and "number" in told and not any(line.signed_by(key) for key in reversed(keys)):
        raise Broken(f"the last, {told['number']}, is not signed with the room's key")
    return line
