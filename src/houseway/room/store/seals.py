"""Rows that a request believes carry a seal: who writes to the database without the room's key makes none that is used.

A seal is an HMAC under a key derived from the room's. It covers whom a row is of, so that none stands in for another.
What it cannot tell is whether a row is the newest: see `people.since`, and the session's entry for what they came by.
"""

import hmac
import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, select, update

from houseway.room.evidence.signing import Signer
from houseway.room.store.schema import PEOPLE, SESSIONS

Fields: TypeAlias = Mapping[Any, Any]
"""A row by the names of its columns."""

LOCKED = 1e15
"""Locked until then: until a manager unlocks the account."""

_TEXT = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""One text for one row; made once, for it is made at every request."""

OF_PERSON = ("id", "name", "key", "role", "guest", "password", "provisional", "locked_until", "factor", "since")
OF_SESSION = ("token", "person", "expires", "stage", "entry")
"""The columns that a seal covers, in their order."""


def of_person(signer: Signer, row: Fields) -> str:
    """The seal of a person's row; it says whether the account is locked, and not how it came to be so."""
    id_, name, key, role, guest, password, provisional, until, factor, since = [row[column] for column in OF_PERSON]
    told = [id_, name, key, role, bool(guest), password, bool(provisional), until >= LOCKED, factor, since]
    return signer.tag("the row of a person", _TEXT(told))


def of_session(signer: Signer, row: Fields) -> str:
    """The seal of a session's row."""
    return signer.tag("the row of a session", _TEXT([row[column] for column in OF_SESSION]))


def right(of: Callable[[Signer, Fields], str], signer: Signer, row: Fields) -> bool:
    """Whether a row carries its seal; what is written there may be anything."""
    try:
        return hmac.compare_digest(str(row["seal"]), of(signer, row))
    except (TypeError, ValueError):
        return False


def seal_again(connection: Connection, before: Signer, signer: Signer) -> None:
    """Seal under another key what holds under the one before; the rest stays as it is, and is refused."""
    for table, key, of in ((PEOPLE, PEOPLE.c.id, of_person), (SESSIONS, SESSIONS.c.token, of_session)):
        for row in connection.execute(select(table).with_for_update()).all():
            told = row._mapping
            if right(of, before, told):
                mine = key == told[key.name]
                connection.execute(update(table).where(mine).values(seal=of(signer, told)))
