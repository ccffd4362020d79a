"""What may be believed of the journal while a room runs: entries that one of the room's own keys has signed.

The audit checks every signature. A room goes by the rows of its database between two audits; what decides who may do
what, or is done in somebody's name, is looked at here first.
"""

import json
from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.room.errors import Broken
from houseway.room.evidence.signing import verify
from houseway.room.store.journal import ENTRY, PROOF, ROOM, START, canonical, link, signer_of
from houseway.room.store.schema import JOURNAL, ROOM_KEYS


def keys(connection: Connection) -> tuple[str, ...]:
    """The public keys of the room, the newest last: the one that signs now, and each that a later one vouches for."""
    listed = {row.public: row.seq for row in connection.execute(select(ROOM_KEYS))}
    found = [signer_of(connection).public.hex()]
    while (before := _before(_row(connection, ROOM, listed.get(found[0], 0)), found[0])) and before not in found:
        found.insert(0, before)
    return tuple(found)


def entry(connection: Connection, chain: int, seq: int) -> Any:
    """The body of an entry, if a key of the room has signed it; what is older than its first key is not looked at."""
    row, before = _row(connection, chain, seq), _row(connection, chain, seq - 1) if seq > 1 else None
    if row is None or (seq > 1 and before is None):
        raise Broken(f"journal {chain} has no entry {seq}")
    if link(before.hash if before is not None else START, chain, seq, row.body) != row.hash or not _signed(
        connection, row
    ):
        raise Broken(f"journal {chain}, entry {seq}: is not signed with the room's key")
    return json.loads(row.body)


def _signed(connection: Connection, row: Row[Any]) -> bool:
    try:
        signature = bytes.fromhex(row.signature or "")
    except ValueError:
        return False
    message = ENTRY + row.hash.encode()
    own = signer_of(connection).public
    return verify(own, message, signature) or any(
        verify(bytes.fromhex(public), message, signature) for public in keys(connection)
    )


def _row(connection: Connection, chain: int, seq: int) -> Row[Any] | None:
    return connection.execute(select(JOURNAL).where(JOURNAL.c.chain == chain, JOURNAL.c.seq == seq)).first()


def _before(row: Row[Any] | None, public: str) -> str | None:
    """The key before this one, by the entry that brought it, to which it has agreed."""
    try:
        body = json.loads(row.body) if row is not None else {}
        said = canonical({key: value for key, value in body.items() if key != "proof"})
        agreed = verify(bytes.fromhex(public), PROOF + said.encode(), bytes.fromhex(body.get("proof", "")))
    except (ValueError, TypeError, AttributeError):
        return None
    return body["before"] if agreed and body.get("public") == public and isinstance(body["before"], str) else None
