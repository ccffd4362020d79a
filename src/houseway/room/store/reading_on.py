"""What the room's own journal tells of something, found by a text, in entries that are read and checked one by one.

A search by the database finds what lies there: an entry that was misspelt for a moment is passed over. Here each entry
is hashed after the one before it, up to a head that the room has signed, once a process; none is passed over, and none
that was read is forgotten.
"""

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from houseway.room.store import journal, trusted
from houseway.room.store.journal import ROOM, Head


class ReadOn:
    """The entries that have a text, from one to the last that was read."""

    def __init__(self, text: str) -> None:
        self._text, self._lock = text, Lock()
        self._first = self._last = -1
        self._found: dict[int, Any] = {}

    def after(self, connection: Connection, entry: int) -> dict[int, Any]:
        """Those after an entry, by number, the oldest first; not those that this transaction has added itself.

        Who looks by an older snapshot is told what others have read since, too.
        """
        with self._lock:
            head = _head(connection)
            if self._last < 0:
                self._first = self._last = min(entry, head.seq)
            if head.seq > self._last:
                self._found |= trusted.about(connection, ROOM, self._last, head, self._text)
                self._last = head.seq
            if entry < self._first:
                first = trusted.head_at(connection, ROOM, self._first)
                self._found |= trusted.about(connection, ROOM, entry, first, self._text)
                self._first = entry
            return {seq: self._found[seq] for seq in sorted(self._found) if seq > entry}


def _head(connection: Connection) -> Head:
    """Where the journal stood before this transaction; a head that entries follow was set back."""
    if (before := journal.before(connection)) is not None:
        return before
    head = trusted.standing(connection, ROOM)
    assert head is not None
    return head


_READ: WeakKeyDictionary[Engine, dict[str, ReadOn]] = WeakKeyDictionary()


def told(connection: Connection, text: str, after: int = 0) -> dict[int, Any]:
    """The entries of the room's own journal after one that have a text, by number: each is read once a process."""
    return _READ.setdefault(connection.engine, {}).setdefault(text, ReadOn(text)).after(connection, after)
