"""Signing a checkpoint: of heads that were looked at, after a checkpoint that the room has signed.

What is signed here is kept elsewhere, for ever: a head that was another for a moment would convict an honest room. One
that does not hold, or is further back than this process or any signed checkpoint knows it, is left out and said in the
log; the next checkpoint has it once it is right.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, or_, select

from houseway.room.errors import Broken, Stopped
from houseway.room.evidence.signing import Signer
from houseway.room.store import trusted
from houseway.room.store.checkpoints import MESSAGE, Line, hash_of, last_line
from houseway.room.store.covered import check_not_behind, covered
from houseway.room.store.database import LOG
from houseway.room.store.journal import START, Head, canonical
from houseway.room.store.numbered import MOST
from houseway.room.store.schema import CHAINS, CHECKPOINTS, ROOM_KEYS, SEALED


class Known(NamedTuple):
    """What a process knows before it signs: how far each chain goes, the last checkpoint that it has signed or
    that lies beside the key, and heads that it has looked at while nobody waited for the database."""

    versions: Mapping[int, int] = {}
    number: int = 0
    heads: Mapping[int, Head] = {}


NOTHING = Known()


def looked_at(connection: Connection) -> dict[int, Head]:
    """The heads that no checkpoint covers and that hold."""
    return _holding(connection, NOTHING)


def checkpoint(connection: Connection, signer: Signer, at: str, known: Known = NOTHING) -> Line | None:
    """Sign what has moved since the last checkpoint; nothing where nothing has."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(98)")
    newest = connection.execute(select(ROOM_KEYS.c.public).order_by(ROOM_KEYS.c.seq.desc()).limit(1)).scalar()
    if newest != signer.public.hex():
        raise Stopped("the room signs with another key since this process began: open it again to go on")
    moved = {str(chain): head[:2] for chain, head in _holding(connection, known).items()}
    if not moved:
        return None
    try:
        keys = trusted.keys(connection)
        last = check_newest(connection, keys, known.number)
        _check_numbers(connection)
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


def _check_numbers(connection: Connection) -> None:
    """Refuse to sign where the next row has no number, or one that is drawn by lot."""
    if (connection.execute(select(func.max(CHECKPOINTS.c.id))).scalar() or 0) >= MOST:
        raise Broken("somebody has put one there that is numbered out of turn")


def _moved(connection: Connection) -> dict[int, Head]:
    """The heads that no checkpoint covers."""
    both = CHAINS.join(SEALED, SEALED.c.chain == CHAINS.c.chain, isouter=True)
    query = select(CHAINS.c.chain, CHAINS.c.seq, CHAINS.c.hash).select_from(both).where(CHAINS.c.seq > 0)
    uncovered = query.where(or_(SEALED.c.seq.is_(None), SEALED.c.seq != CHAINS.c.seq)).order_by(CHAINS.c.chain)
    return {row.chain: Head(row.seq, row.hash) for row in connection.execute(uncovered)}


def _holding(connection: Connection, known: Known) -> dict[int, Head]:
    """The heads that no checkpoint covers, and that may be signed."""
    moved = _moved(connection)
    try:
        had = covered(connection, moved)
    except Broken as fault:
        LOG.error("no checkpoint is signed: %s", fault)
        return {}
    return {chain: head for chain, head in moved.items() if _holds(connection, chain, head, known, had.get(chain, 0))}


def _holds(connection: Connection, chain: int, head: Head, known: Known, had: int) -> bool:
    """Whether a head is the last entry of its chain, as the room has written it, and was not set back."""
    try:
        if known.heads.get(chain) != head:
            trusted.check_head(connection, chain, head)
        check_not_behind(chain, head, max(known.versions.get(chain, 0), had))
    except Broken as fault:
        LOG.error("a head is left out of a checkpoint: %s", fault)
        return False
    return True


def check_newest(connection: Connection, keys: Sequence[str], number: int) -> Line | None:
    """The checkpoint that the next one follows: signed by the room or an older room's, not before `number`."""
    line = last_line(connection)
    told = {} if line is None else line.told
    if told.get("number", 0) < number:
        raise Broken(f"the last is {told.get('number')}, and {number} was signed: they were set back")
    if line is not None and "number" in told and not any(line.signed_by(key) for key in reversed(keys)):
        raise Broken(f"the last, {told['number']}, is not signed with the room's key")
    return line
