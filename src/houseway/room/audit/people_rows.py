"""What the database holds of people, their names, sessions and second factors, beside what the journal says."""

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, inspect, select

from houseway.room.audit.chips import chips_faults
from houseway.room.audit.people import People
from houseway.room.errors import Broken
from houseway.room.evidence.signing import Signer
from houseway.room.people import second_factor
from houseway.room.people.names import name_key, skeleton
from houseway.room.people.passwords import fingerprint
from houseway.room.people.people import LOCKED
from houseway.room.people.told import Somebody
from houseway.room.store import seals
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.migrations import LOOKS_AT_SHAPES
from houseway.room.store.schema import (
    FACTORS,
    IDENTITIES,
    PEOPLE,
    ROOM_SETTINGS,
    SESSIONS,
    VERSION,
    columns_of,
)

WITH_IDENTITIES = 5
"""The version of the database that tells who made whom."""


def against(people: People, connection: Connection, signer: Signer | None) -> Iterator[tuple[str, str]]:
    """Where the database has it otherwise: who, and a sentence. With the key, what is sealed is looked into."""
    yield from (("the room's settings", says) for says in people.still_in())
    there = inspect(connection).get_table_names()
    sealed = PEOPLE.c.seal.name in columns_of(connection, PEOPLE.name)
    wanted = [column for column in PEOPLE.columns if sealed or column.name not in ("factor", "since", "seal")]
    rows = {row.id: row for row in connection.execute(select(*wanted))}
    for id_ in sorted(rows.keys() | people.known.keys()):
        faults = list(_row(rows.get(id_), people.known.get(id_)))
        if sealed and not faults:
            faults += _sealed(rows[id_], people.known[id_], signer)
        for says in faults:
            yield f"person {id_}", says
    if connection.execute(select(VERSION.c.number)).scalar_one() >= WITH_IDENTITIES:
        yield from _identities(people, connection)
    yield from chips_faults(connection)
    if people.signed and FACTORS.name in there:
        yield from _sessions(people, connection, signer)
        yield from _factors(people, connection, signer)
        set_ = {row.name: row.value for row in connection.execute(select(ROOM_SETTINGS))}
        if set_ != people.settings:
            yield "the room's settings", f"are {_settings(set_)}, and the journal says {_settings(people.settings)}"


def _row(row: Any, who: Somebody | None) -> Iterator[str]:
    is_ = None if row is None else (row.name, row.role, row.guest)
    says = None if who is None else (who.name, who.role, who.guest)
    if is_ != says:
        yield f"is {_in_words(row)}, and the journal says {_in_words(who)}"
    if row is None or who is None:
        return
    if row.key != name_key(row.name):
        yield f"is found under {row.key!r}, which is not the name {row.name!r}"
    if who.locked != (row.locked_until >= LOCKED):
        yield "is locked by the journal alone" if who.locked else "is locked without an entry"
    if who.password and (row.password is None or fingerprint(row.password) != who.password):
        yield "has another password than the one that the journal tells of"
    if who.guest and row.password is not None:
        yield "is a guest, and has a password"
    if who.guest and row.provisional:
        yield "is a guest, and has a one-time password"
    if who.provisional is not None and who.provisional != row.provisional:
        yield "has a one-time password by the journal alone" if who.provisional else "has no password of their own"


def _in_words(who: Any) -> str:
    return "nobody" if who is None else f"{who.name!r}, a {who.role}{' and guest' if who.guest else ''}"


def _number(who: int | None) -> str:
    return "nobody" if who is None else f"person {who}"


def _settings(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(found.items(), key=str)) or "none"


def _identities(people: People, connection: Connection) -> Iterator[tuple[str, str]]:
    owned = "own_password" in columns_of(connection, IDENTITIES.name)
    seen = connection.execute(select(VERSION.c.number)).scalar_one() >= LOOKS_AT_SHAPES
    wanted = [column for column in IDENTITIES.columns if owned or column.name != "own_password"]
    rows = {row.person: row for row in connection.execute(select(*wanted))}
    for id_ in sorted(rows.keys() - people.known.keys()):
        yield f"person {id_}", "is told to have been made, and the journal names nobody of this number"
    for id_, who in sorted(people.known.items()):
        row = rows.get(id_)
        if row is not None and seen and row.skeleton != skeleton(who.name):
            yield f"person {id_}", f"looks like {row.skeleton!r}, which is not what {who.name!r} looks like"
        if row is None or row.made_by != who.made_by:
            was = "is not told to have been made" if row is None else f"was made by {_number(row.made_by)}"
            yield f"person {id_}", f"{was}, and the journal says by {_number(who.made_by)}"
        elif row.reset_by != who.reset_by:
            yield (
                f"person {id_}",
                (f"was last reset by {_number(row.reset_by)}, and the journal says by {_number(who.reset_by)}"),
            )
        elif owned and bool(row.own_password) != who.own_password:
            yield f"person {id_}", "has a password of whose choice the journal says otherwise"


def _session(of: Iterable[object] | None) -> str:
    """A session in words; a column may hold anything."""
    until, stage, entry = of or (None, None, None)
    return f"until {until}, of entry {entry}, that lacks {stage or 'nothing'}"


def _sessions(people: People, connection: Connection, signer: Signer | None) -> Iterator[tuple[str, str]]:
    told = {(id_, key): session for id_, who in people.known.items() for key, session in who.sessions.items()}
    sealed = SESSIONS.c.seal.name in columns_of(connection, SESSIONS.name)
    wanted = [column for column in SESSIONS.columns if sealed or column.name not in ("entry", "seal")]
    rows = {(row.person, hash_of(row.token)): row for row in connection.execute(select(*wanted))}
    for key in sorted(rows.keys() | told.keys()):
        row, who = rows.get(key), f"person {key[0]}"
        unsealed = not sealed or (row is not None and (row.entry, row.seal) == (None, None))
        is_ = None if row is None else (row.expires, row.stage, told.get(key, (0,))[-1] if unsealed else row.entry)
        if key not in told:
            yield who, "has a session that no entry tells of"
        elif row is None:
            if told[key].until > time.time():
                yield who, "has lost a session without an entry"
        elif is_ != told[key]:
            yield who, f"has a session {_session(is_)}, and the journal says {_session(told[key])}"
        elif not unsealed and signer is not None and not seals.right(seals.of_session, signer, row._mapping):
            yield who, "has a session that the room has not sealed"


def _factors(people: People, connection: Connection, signer: Signer | None) -> Iterator[tuple[str, str]]:
    rows = {row.person: bytes(row.sealed) for row in connection.execute(select(FACTORS))}
    for id_ in sorted(rows.keys() | {id_ for id_, who in people.known.items() if who.factor}):
        who = people.known.get(id_)
        if (id_ in rows) != (who is not None and bool(who.factor)):
            yield (
                f"person {id_}",
                "has a second factor by the " + ("database" if id_ in rows else "journal") + " alone",
            )
        elif signer is not None and who is not None and _opened(signer, id_, rows[id_]) != who.factor:
            yield f"person {id_}", "has another second factor than the one that the journal tells of"


def _sealed(row: Any, who: Somebody, signer: Signer | None) -> Iterator[str]:
    """What is wrong with the seal of a person's row, and with what is there for it alone; nothing where it has none
    yet, as in a room that was not opened since there are seals: nobody comes in by it."""
    if (row.since, row.factor, row.seal) == (None, None, None):
        return
    if (row.since, row.factor) != (who.since, who.factor):
        yield f"has sessions since entry {row.since}, and the journal says {who.since}; or another second factor"
    elif signer is not None and not seals.right(seals.of_person, signer, row._mapping):
        yield "is not as the room has sealed it"


def _opened(signer: Signer, person: int, sealed: bytes) -> str:
    """What the journal knows a sealed secret by."""
    try:
        return second_factor.fingerprint(signer.unseal(second_factor.purpose(person), sealed))
    except Broken:
        return ""
