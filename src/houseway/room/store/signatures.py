"""How a room comes to its key, and to another: entries of its own chain, so that everybody can follow them.

    {"kind": "key", "public": "…", "before": null, "heads": {"3": [41, "…"]}, "database": 16, "proof": "…",
     "at": "…", "by": null}

`heads` is where every other chain stood: what is older was signed by the key before, or by none. The entry is signed by
the key before, the first by itself; `proof` shows that the new key was there and agreed. `database` is the version that
the tables had: nobody sets it back unseen. An older room that is opened is brought up to date, and says so:

    {"kind": "database", "database": 18, "at": "…", "by": null}
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, or_, select, update

from houseway.errors import HousewayError
from houseway.room.errors import SPOILT, Broken
from houseway.room.evidence.signing import Signer, verify
from houseway.room.people.sealing import seal_rows
from houseway.room.store import exams, journal, reading_on, seals, shoes, trusted
from houseway.room.store.checkpointing import check_newest
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.covered import check_not_behind, covered
from houseway.room.store.database import Store, engine_for
from houseway.room.store.journal import LOG, ROOM, canonical, sign_with, stamp
from houseway.room.store.keyring import Keyring
from houseway.room.store.migrations import MIGRATIONS
from houseway.room.store.schema import CHAINS, CHECKPOINTS, FACTORS, JOURNAL, ROOM_KEYS, SESSIONS

PROOF = journal.PROOF
BROUGHT = "database"
"""The kind of entry that tells of a database which was brought up to date."""


def key_in_force(connection: Connection) -> str | None:
    """The public key that the room signs with."""
    return connection.execute(select(ROOM_KEYS.c.public).order_by(ROOM_KEYS.c.seq.desc()).limit(1)).scalar()


def admit(connection: Connection, keys: Keyring) -> Signer:
    """The key of this room, made with it, or when an older room is first opened by a houseway that signs."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(99)")
    at, public = stamp(), key_in_force(connection)
    if keys.path is not None:
        keys.read_again()
    if public is not None:
        found = keys.signer(public)
        if found is None:
            where = f"is not in {keys.path}" if keys.path is not None else "is nowhere"
            raise HousewayError(
                f"the room signs with the key {public}, which {where}: "
                "put its file there, or name it by --key or HOUSEWAY_KEY"
            )
        _check_last(connection, keys, found)
        sign_with(connection.engine, found)
        with_key = connection.execution_options(**{journal.OPTION: found})
        seal_rows(with_key)
        _tell_version(with_key)
        return found
    older = any(connection.execute(select(table).limit(1)).first() for table in (JOURNAL, CHAINS, CHECKPOINTS))
    signer = keys.first(older=older)
    with_key = connection.execution_options(**{journal.OPTION: signer})
    if journal.head(connection, ROOM, lock=True) is None:
        journal.begin(with_key, ROOM)
    _bring(with_key, signer, None, at, None)
    _standing(with_key, at)
    seal_rows(with_key)
    sign_with(connection.engine, signer)
    return signer


def _check_last(connection: Connection, keys: Keyring, found: Signer) -> None:
    """Refuse a key that the room has left: a later one in the file has signed in its journal, or was brought by it. One
    that nothing tells of was made by a change of keys that came to nothing."""
    later = keys.signers[1 + keys.signers.index(found) :]
    if not later:
        return
    named = or_(*(JOURNAL.c.body.contains(each.public.hex(), autoescape=True) for each in later))
    last = select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.chain == ROOM).scalar_subquery()
    own = select(JOURNAL).where(JOURNAL.c.chain == ROOM)
    for row in connection.execute(own.where(or_(named, JOURNAL.c.seq == last))).all():
        for each in later:
            if trusted.agreed(row.body, each.public.hex()) or _has_signed(each, row):
                raise HousewayError(
                    f"the room signs with the key {each.public.hex()} since entry {row.seq} of its journal, and its "
                    "database lists an older one as the last: put that row back; houseway audit says more"
                )


def _has_signed(signer: Signer, row: Row[Any]) -> bool:
    with suppress(*SPOILT):
        return verify(signer.public, journal.ENTRY + row.hash.encode(), bytes.fromhex(row.signature))
    return False


def _tell_version(connection: Connection) -> None:
    """Have the journal tell the version of the database, where it was brought up to date since it last did.

    Rows tell at once where it does; where they do not, all of the journal is read, once after each such step.
    """
    last = [*journal.noted(connection, BROUGHT)[:1], *connection.execute(select(func.max(ROOM_KEYS.c.seq))).scalars()]
    try:
        told = [trusted.entry(connection, ROOM, seq).get("database", 0) for seq in last]
        if max(told) < len(MIGRATIONS):
            all_ = reading_on.told(connection, f'"{BROUGHT}":').values()
            told += [body[BROUGHT] for body in all_ if body["kind"] in (BROUGHT, "key") and BROUGHT in body]
    except SPOILT:  # nothing is built on it; the audit says what is wrong
        return
    if max(told) < len(MIGRATIONS):
        head = journal.head(connection, ROOM, lock=True)
        assert head is not None
        body = {"kind": BROUGHT, "database": len(MIGRATIONS), "at": stamp(), "by": None}
        journal.append(connection, ROOM, head, body)


def _standing(connection: Connection, at: str) -> None:
    """The sessions that an older room has open: from now on each has its entry."""
    for row in connection.execute(select(SESSIONS).order_by(SESSIONS.c.token)).all():
        body = session_entry(row.person, row.token, row.expires, row.stage) | {"at": at, "by": None}
        head = journal.head(connection, ROOM, lock=True)
        assert head is not None
        journal.append(connection, ROOM, head, body)


def session_entry(person: int, hashed: str, until: float, stage: str | None, **came: str) -> dict[str, Any]:
    """What the journal says of a session: whose, until when, what it lacks, and a hash of what it is known by.

    `came` tells what its person came in by: the `password` of an account, and the second `factor` whose code was right.
    """
    return {"kind": "session", "id": person, "session": hash_of(hashed), "until": until, "stage": stage, **came}


def open_store(database: str, key: Path | None = None) -> Store:
    """The database of a room, with its key, to write to."""
    store = Store(engine_for(database))
    try:
        with store.transaction() as connection:
            admit(connection, Keyring.of(database, key))
    except BaseException:
        store.close()
        raise
    return store


def rotate(connection: Connection, keys: Keyring, at: str, by: str) -> Signer:
    """Another key from now on. Processes that have the old one stop at their next command, and are opened again.

    It is dated, where nothing else is said, once nobody else can write.
    """
    if connection.dialect.name == "postgresql":  # whoever opens the room meanwhile waits, and finds this key
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(99)")
    before = journal.signer_of(connection)
    _check_heads(connection, keys)
    signer = keys.make()
    _bring(connection, signer, before, at or stamp(), by)
    for row in connection.execute(select(FACTORS).with_for_update()).all():
        purpose = f"second factor of {row.person}"
        with suppress(Broken):  # what was changed stays as it is, and opens nothing
            sealed = signer.seal(purpose, before.unseal(purpose, row.sealed))
            connection.execute(update(FACTORS).where(FACTORS.c.person == row.person).values(sealed=sealed))
    seals.seal_again(connection, before, signer)
    shoes.seal_again(connection, before, signer)
    exams.seal_again(connection, before, signer)
    return signer


def _bring(connection: Connection, signer: Signer, before: Signer | None, at: str, by: str | None) -> None:
    head = journal.head(connection, ROOM, lock=True)
    assert head is not None
    chains = connection.execute(select(CHAINS).order_by(CHAINS.c.chain).with_for_update()).all()
    body: dict[str, Any] = {"kind": "key", "public": signer.public.hex(), "at": at, "by": by}
    body |= {"before": None if before is None else before.public.hex()}
    body |= {"heads": {str(row.chain): [row.seq, row.hash] for row in chains if row.seq}}
    body |= {"database": len(MIGRATIONS)}
    proof = signer.sign(PROOF + canonical(body).encode()).hex()
    new = journal.append(connection, ROOM, head, {**body, "proof": proof})
    connection.execute(ROOM_KEYS.insert().values(seq=new.seq, public=signer.public.hex()))
    connection.execute(update(CHAINS).values(key=signer.name))


def _opened(connection: Connection) -> set[int]:
    """The tables that the room's journal tells of: each has a journal of its own."""
    return {body["id"] for body in reading_on.told(connection, reading_on.TABLE).values() if body["kind"] == "table"}


def _check_heads(connection: Connection, keys: Keyring) -> None:
    """Refuse to sign a head that the key before has not, or that is behind a checkpoint, and to leave one out: it would
    be there for ever."""
    journal.head(connection, ROOM, lock=True)
    rows = connection.execute(select(CHAINS).where(CHAINS.c.seq > 0).order_by(CHAINS.c.chain).with_for_update()).all()
    stand = {row.chain for row in rows}
    try:
        opened = _opened(connection)
        had = covered(connection, {*stand, *opened, LOG})
        for chain in sorted((opened | had.keys()) - stand):
            raise Broken(f"journal {chain} had entry {had.get(chain, 1)}, and is gone")
        trusted.room(connection)
        check_newest(connection, keys.last_checkpoint(trusted.keys(connection)))
        for row in rows:
            head = journal.Head(row.seq, row.hash)
            trusted.check_head(connection, row.chain, head)
            check_not_behind(row.chain, head, had.get(row.chain, 0))
    except SPOILT as fault:
        says = fault if isinstance(fault, Broken) else "what lies in the journal is nothing that the room has written"
        raise HousewayError(f"{says}: houseway audit says more; put it right, and change the key then") from None
