"""Rows of people and sessions that have no seal yet get one where the room's signed journal bears them out.

A room from before there were seals is sealed so when it is next opened. What the journal does not tell of, or tells
otherwise, stays without: nobody comes in by it. Where an older journal does not tell a password, an entry does from the
first seal on, so that no other is sealed in its place.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, Row, select, update

from houseway.room.errors import Broken
from houseway.room.evidence.signing import Signer, verify
from houseway.room.people.names import name_key
from houseway.room.people.passwords import fingerprint
from houseway.room.people.told import SEALED, Somebody, everybody
from houseway.room.store import journal, seals
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.database import LOG
from houseway.room.store.journal import ENTRY, PROOF, ROOM, START, canonical, link, signer_of
from houseway.room.store.schema import JOURNAL, PEOPLE, SESSIONS


def seal_rows(connection: Connection) -> None:
    """Seal the rows without a seal, as far as the journal has them so."""
    unsealed = [select(each.c.seal).where(each.c.seal.is_(None)) for each in (PEOPLE, SESSIONS)]
    if not any(connection.execute(query.limit(1)).first() for query in unsealed):
        return
    try:
        known = everybody(_entries(connection))
    except (Broken, ValueError, KeyError, TypeError) as fault:
        LOG.error("rows of people stay without a seal, and are not believed: %s", fault)
        return
    signer = signer_of(connection)
    first = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.seal.is_not(None)).limit(1)).first() is None
    first = first and not any(who.sealed for who in known.values())
    for row in connection.execute(select(PEOPLE).where(PEOPLE.c.seal.is_(None)).order_by(PEOPLE.c.id)).all():
        who = known.get(row.id)
        if who is not None and _as_told(row, who, first=first):
            if row.password and not who.password:
                _tell(connection, row)
            told = {"factor": who.factor, "since": who.since}
            told["seal"] = seals.of_person(signer, {**row._mapping, **told})
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(**told))
    for row in connection.execute(select(SESSIONS).where(SESSIONS.c.seal.is_(None))).all():
        session = known[row.person].sessions.get(hash_of(row.token)) if row.person in known else None
        if session is not None and (row.expires, row.stage) == session[:2]:
            entry: dict[str, Any] = {"entry": session.entry}
            entry["seal"] = seals.of_session(signer, {**row._mapping, **entry})
            connection.execute(update(SESSIONS).where(SESSIONS.c.token == row.token).values(**entry))


def _tell(connection: Connection, row: Row[Any]) -> None:
    """The entry that tells the password of an older account, and whether it is for once."""
    head = journal.head(connection, ROOM, lock=True)
    assert head is not None
    password = {"password": fingerprint(row.password), "provisional": bool(row.provisional)}
    body = {"kind": SEALED, "id": row.id, **password, "by": None, "at": journal.stamp()}
    journal.append(connection, ROOM, head, body)


def _as_told(row: Row[Any], who: Somebody, *, first: bool) -> bool:
    """Whether a row is what the journal has; an older one tells neither passwords nor whether they are for once, and
    is taken at its word when a room is `first` sealed."""
    is_ = (row.name, row.key, row.role, row.guest, row.locked_until >= seals.LOCKED)
    password = who.password == (fingerprint(row.password) if row.password else "")
    return (
        is_ == (who.name, name_key(who.name), who.role, who.guest, who.locked)
        and (password or (first and bool(row.password) and not (who.password or who.guest)))
        and who.provisional in (None, row.provisional)
    )


def _entries(connection: Connection) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The room's own journal from its first entry, each after the one before, the last vouched for by its key."""
    query = select(JOURNAL).where(JOURNAL.c.chain == ROOM).order_by(JOURNAL.c.seq)
    seq, before, last = 0, START, None
    for last in connection.execute(query):
        if last.seq != seq + 1 or link(before, ROOM, last.seq, last.body) != last.hash:
            raise Broken(f"the room's journal does not hold at entry {last.seq}: houseway audit says more")
        seq, before = last.seq, last.hash
        yield seq, json.loads(last.body)
    if last is not None and not _vouched(signer_of(connection), last):
        raise Broken("the room's journal does not end as its key has signed it: houseway audit says more")


def _vouched(signer: Signer, row: Row[Any]) -> bool:
    """Whether this key has signed an entry, or has agreed to be brought by it."""
    body = json.loads(row.body)
    if body.get("kind") == "key" and body.get("public") == signer.public.hex():
        said = {key: value for key, value in body.items() if key != "proof"}
        return verify(signer.public, PROOF + canonical(said).encode(), bytes.fromhex(body["proof"]))
    return verify(signer.public, ENTRY + row.hash.encode(), bytes.fromhex(row.signature or ""))
