"""What an exam asks and what was answered, sealed under the room's key until it is over.

The room signs what it reads here: who writes to the database without the key gives nobody an answer or a pass mark.
What has its certificate lies open, and is signed no more. Each answer is an entry in the room's journal, and the body
names its own: one from before a later entry is an exam that was set back, and is refused.
"""

import contextlib

from sqlalchemy import Connection, select, update

from houseway.room.errors import SPOILT, Broken, Refused
from houseway.room.evidence.signing import Signer
from houseway.room.store import journal
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.database import LOG
from houseway.room.store.reading_on import told
from houseway.room.store.schema import EXAMS

KIND = "exam"


def sealed(signer: Signer, token: str, person: int, body: str) -> str:
    """The body of an exam that is sat: for this token and this person alone."""
    return signer.seal(_purpose(token, person), body.encode()).hex()


def opened(signer: Signer, token: str, person: int, kept: str) -> str:
    """The same again; what was not sealed by this room for this exam is refused."""
    try:
        return signer.unseal(_purpose(token, person), bytes.fromhex(kept)).decode()
    except (Broken, ValueError, TypeError):
        raise Refused(
            "what is on disk of this exam was not sealed by this room, or was changed: begin another one"
        ) from None


def note(connection: Connection, token: str, person: int, answered: int, *, over: bool = False) -> int:
    """An entry in the room's journal on how far an exam has come; its number."""
    at = journal.head(connection, journal.ROOM, lock=True)
    assert at is not None
    body = {"kind": KIND, "id": person, "exam": hash_of(token), "answered": answered, "by": person}
    return journal.append(connection, journal.ROOM, at, body | {"over": over, "at": journal.stamp()}).seq


def check_latest(connection: Connection, token: str, entry: int) -> None:
    """Refuse an exam that says it stands at this entry where a later one tells of it, or nobody can tell."""
    try:
        later = any(body["exam"] == hash_of(token) for body in told(connection, f'"kind":"{KIND}"', entry).values())
    except SPOILT as fault:
        LOG.error("an exam is refused: %r", fault)
        later = True
    if later:
        raise Refused("what is on disk of this exam is not what was answered last: it was set back; begin another one")


def seal_again(connection: Connection, before: Signer, signer: Signer) -> None:
    """Seal the exams that are sat under another key."""
    for row in connection.execute(select(EXAMS).where(EXAMS.c.certificate.is_(None)).with_for_update()).all():
        with contextlib.suppress(Refused):  # what was changed stays as it is, and is refused
            body = sealed(signer, row.token, row.person, opened(before, row.token, row.person, row.body))
            connection.execute(update(EXAMS).where(EXAMS.c.id == row.id).values(body=body))


def _purpose(token: str, person: int) -> str:
    return f"exam {token} of {person}"
