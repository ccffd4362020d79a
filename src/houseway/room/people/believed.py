"""Which rows of people and sessions are believed: those that the room has sealed, and that are not older than known."""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event

from houseway.room.errors import SPOILT
from houseway.room.evidence.signing import Signer
from houseway.room.people.told import ON_SOMEBODY, ends
from houseway.room.store import journal, seals, trusted
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.journal import Head
from houseway.room.store.seals import Fields

DOUBTED = "what is on disk of this account is not what the room has sealed: ask a manager; houseway audit says more"
MOST = 20
"""Doubts that are told."""

MOST_KNOWN = 10_000
"""Rows whose seals were right that are remembered."""

MOST_ENDED = 100_000
"""Sessions that are remembered to have ended, before those that have expired are forgotten."""

MOST_HEADS = 64
"""Heads of the room's journal up to which it was read that are remembered."""


class Believed:
    """The rows of a room's people, as far as this process can tell."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}
        self._read: Head | None = None
        """The entry of the room's journal after which nobody's sessions have ended that is not in `_since`."""

        self._heads: dict[str, int] = {}
        """How far the journal was read since, by hash: the newest last."""

        self._ended: dict[str, float] = {}
        self._doubts: dict[str, None] = {}
        self._known: set[tuple[Any, ...]] = set()

    @property
    def doubts(self) -> list[str]:
        """What was found on disk and not believed, a sentence each: for the desk."""
        return list(self._doubts)

    def person(self, connection: Connection, row: Fields, head: Head | None = None) -> bool:
        """Whether the room has sealed this row of a person, and no entry up to the head has made a newer one."""
        head = head or journal.head(connection, journal.ROOM, lock=False)
        if head is None or not self.read_on(connection, head):
            return False
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
        assert self._read is not None  # the person's row was looked at
        if row["entry"] < self._read.seq and not self._read_back(connection, row["entry"], self._read):
            return False
        since = max(person["since"], self._since.get(person["id"], 0))
        ended = hash_of(row["token"]) in self._ended
        return bool(row["person"] == person["id"] and row["entry"] > since and not ended)

    def ended(self, connection: Connection, person: int, seq: int) -> None:
        """This entry ends all sessions of somebody, unless its transaction comes to nothing."""
        before = self._since.get(person, 0)
        self._since[person] = max(before, seq)

        @event.listens_for(connection, "rollback")
        def undone(_connection: Connection) -> None:
            if self._since[person] == seq:
                self._since[person] = before

    def end(self, session: str, until: float, now: float) -> None:
        """A session, by its hash in the journal, has ended: put back before it expires it is not believed."""
        self._ended[session] = until
        if len(self._ended) > MOST_ENDED:
            self._ended = {each: expires for each, expires in self._ended.items() if expires > now}

    @property
    def furthest(self) -> int:
        """How far the room's journal was read."""
        return max(self._heads.values(), default=0)

    def read_on(self, connection: Connection, head: Head) -> bool:
        """Whether all is known that the journal tells up to its head: what other processes have added is read once.

        A head that is known and not the last was read by who asked a moment before: what came after it is known as
        well. One that follows from none that is known was set back, and nobody is let in by it. What this transaction
        has added itself may still come to nothing: it is no head that is remembered.
        """
        head = journal.before(connection) or head
        if head.hash in self._heads:
            return True
        if self._read is None:
            if not self._begin(connection, head):
                return False
            self._read = head
        for known, seq in reversed(list(self._heads.items())):
            if seq < head.seq and trusted.has(connection, journal.ROOM, Head(seq, known)):
                if not self._learn(connection, seq, head):
                    return False
                break
        else:
            if self._heads:
                furthest = max(self._heads.values())
                says = f"has entry {head.seq} as its head, and was read to entry {furthest}: it was set back"
                self._doubt(connection, f"the room's journal {says}")
                return False
        trusted.saw(connection, journal.ROOM, head)
        self._heads = dict([*self._heads.items(), (head.hash, head.seq)][-MOST_HEADS:])
        return True

    def _begin(self, connection: Connection, head: Head) -> bool:
        """Whether the first head that this process reads is one that the room has signed."""
        try:
            trusted.check(connection, journal.ROOM, head.seq - 1, head)
        except SPOILT as fault:
            self._doubt(connection, f"the room's journal: {fault}")
            return False
        return True

    def _read_back(self, connection: Connection, entry: int, head: Head) -> bool:
        """Whether the journal tells, signed, whose sessions have ended since an entry: each is read once a process."""
        if not self._learn(connection, entry, head):
            return False
        self._read = trusted.head_at(connection, journal.ROOM, entry)
        return True

    def _learn(self, connection: Connection, after: int, head: Head) -> bool:
        """Learn from the entries after one, up to the head, what has ended, if the room has signed them."""
        try:
            read = trusted.read(connection, journal.ROOM, after, head)
            journal.check_read(read, journal.signer_of(connection))
            told = [(seq, body) for seq, body in read if body.get("kind") in ON_SOMEBODY]
            everybodys = {body["id"]: seq for seq, body in told if ends(body)}
            one = {body["session"]: body["until"] for _, body in told if body["kind"] == "end-session"}
        except SPOILT as fault:
            self._doubt(connection, f"sessions from before entry {head.seq} of the room's journal: {fault}; none holds")
            return False
        for person, seq in everybodys.items():
            self._since[person] = max(seq, self._since.get(person, 0))
        for session, until in one.items():
            self.end(session, until, time.time())
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
        journal.check_stays(connection, journal.signer_of(connection), self.furthest)
        self._doubts.setdefault(f"{says}, and is not believed")
        while len(self._doubts) > MOST:
            del self._doubts[next(iter(self._doubts))]
