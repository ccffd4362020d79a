"""Which rows of people and sessions are believed: those that the room has sealed, and that are not older than known."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event

from houseway.room.errors import Broken
from houseway.room.evidence.signing import Signer
from houseway.room.people.told import ON_SOMEBODY, ends
from houseway.room.store import journal, seals, trusted
from houseway.room.store.seals import Fields

DOUBTED = "what is on disk of this account is not what the room has sealed: ask a manager; houseway audit says more"
MOST = 20
"""Doubts that are told."""

MOST_KNOWN = 10_000
"""Rows whose seals were right that are remembered."""

MOST_ENDED = 100_000
"""Sessions that are remembered to have ended, before those that have expired are forgotten."""


class Believed:
    """The rows of a room's people, as far as this process can tell."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}
        self._read: journal.Head | None = None
        """The entry of the room's journal after which nobody's sessions have ended that is not in `_since`."""

        self._ended: dict[str, float] = {}
        self._doubts: dict[str, None] = {}
        self._known: set[tuple[Any, ...]] = set()

    @property
    def doubts(self) -> list[str]:
        """What was found on disk and not believed, a sentence each: for the desk."""
        return list(self._doubts)

    def person(self, connection: Connection, row: Fields) -> bool:
        """Whether the room has sealed this row of a person, and has seen none that is newer."""
        signer = journal.signer_of(connection)
        if not self._right(seals.of_person, signer, row) or row["id"] < 1:
            name = str(row["name"])[:40]
            self._doubt(connection, f"person {row['id']}, {name!r}: the row is not as the room has sealed it")
            return False
        since = self._since.get(row["id"], 0)
        if row["since"] > since and not row["guest"]:
            self._since[row["id"]] = row["since"]
        return bool(row["since"] >= since)

    def session(self, connection: Connection, row: Fields, person: Fields) -> bool:
        """Whether the room has sealed this row of a session, of a person whose row is believed, and not ended it."""
        signer = journal.signer_of(connection)
        if not self._right(seals.of_session, signer, row):
            self._doubt(connection, f"person {row['person']}: a session is not as the room has sealed it")
            return False
        if (self._read is None or row["entry"] < self._read.seq) and not self._read_back(connection, row["entry"]):
            return False
        since = max(person["since"], self._since.get(person["id"], 0))
        return bool(row["person"] == person["id"] and row["entry"] > since and row["token"] not in self._ended)

    def ended(self, connection: Connection, person: int, seq: int) -> None:
        """This entry ends all sessions of somebody, unless its transaction comes to nothing."""
        before = self._since.get(person, 0)
        self._since[person] = max(before, seq)

        @event.listens_for(connection, "rollback")
        def undone(_connection: Connection) -> None:
            self._since[person] = before

    def end(self, row: Fields, now: float) -> None:
        """A session has ended by itself: what is put back of it before it expires is not believed here."""
        self._ended[row["token"]] = row["expires"]
        if len(self._ended) > MOST_ENDED:
            self._ended = {token: until for token, until in self._ended.items() if until > now}

    def _read_back(self, connection: Connection, entry: int) -> bool:
        """Whether the journal tells, signed, whose sessions have ended since an entry: each is read once a process."""
        head = self._read or journal.head(connection, journal.ROOM, lock=False)
        assert head is not None
        found: dict[int, int] = {}
        try:
            begin = trusted.head_at(connection, journal.ROOM, entry)
            for seq, body in trusted.read(connection, journal.ROOM, entry, head):
                if body.get("kind") in ON_SOMEBODY and ends(body):
                    found[body["id"]] = seq
        except (Broken, ValueError, KeyError, TypeError, AttributeError) as fault:
            self._doubt(connection, f"sessions from before entry {head.seq} of the room's journal: {fault}; none holds")
            return False
        for person, seq in found.items():
            self._since[person] = max(seq, self._since.get(person, 0))
        self._read = begin
        return True

    def _right(self, of: Callable[[Signer, Fields], str], signer: Signer, row: Fields) -> bool:
        """Whether a row carries its seal; one that did is known again, to the last character, without a hash."""
        told = (of, *row.values())
        if told in self._known:
            return True
        if not seals.right(of, signer, row):
            return False
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.add(told)
        return True

    def _doubt(self, connection: Connection, says: str) -> None:
        """Tell of a row, unless another key of the room's has sealed it: then this process stops."""
        head = journal.head(connection, journal.ROOM, lock=False)
        if head is not None:
            journal.check_key(head, journal.signer_of(connection))
        self._doubts.setdefault(f"{says}, and is not believed")
        while len(self._doubts) > MOST:
            del self._doubts[next(iter(self._doubts))]
