"""What the room's own journal, or a table's, tells of something, found by a text in entries that are read one by one.

A search by the database finds what lies there: an entry that was misspelt for a moment is passed over. Here each entry
is hashed after the one before it, up to a head that the room has signed, once a process; none is passed over, and none
that was read is forgotten.
"""

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from houseway.room.errors import Broken
from houseway.room.store import journal, trusted
from houseway.room.store.journal import ROOM, Head

TABLE = '"kind":"table"'
"""What stands in each entry of the room's own journal that opens a table."""


class ReadOn:
    """The entries of a chain that have a text, from one to the last that was read."""

    def __init__(self, chain: int, text: str) -> None:
        self._chain, self._text, self._lock = chain, text, Lock()
        self._first = self._last = -1
        self._found: dict[int, Any] = {}

    def after(self, connection: Connection, entry: int) -> dict[int, Any]:
        """Those after an entry, by number, the oldest first; not those that this transaction has added itself.

        Who looks by an older snapshot is told what others have read since, too.
        """
        with self._lock:
            head = _head(connection, self._chain)
            if self._last < 0 or (self._last < entry and trusted.in_archive(connection, self._chain, self._last)):
                self._first = self._last = min(entry, head.seq)
            if head.seq > self._last:
                self._found |= trusted.about(connection, self._chain, self._last, head, self._text)
                self._last = head.seq
            if entry < self._first:
                first = trusted.head_at(connection, self._chain, self._first)
                self._found |= trusted.about(connection, self._chain, entry, first, self._text)
                self._first = entry
            return {seq: self._found[seq] for seq in sorted(self._found) if seq > entry}


def _head(connection: Connection, chain: int) -> Head:
    """Where the journal stood before this transaction; a head that entries follow was set back."""
    if chain == ROOM and (before := journal.before(connection)) is not None:
        return before
    head = trusted.standing(connection, chain)
    if head is None:
        raise Broken(f"there is no journal {chain}")
    return head


_READ: WeakKeyDictionary[Engine, dict[tuple[int, str], ReadOn]] = WeakKeyDictionary()


def told(connection: Connection, text: str, after: int = 0, chain: int = ROOM) -> dict[int, Any]:
    """The entries of a journal, the room's own or a table's, after one that have a text, by number.

    Each is read once a process. Of a table's, who has added to it in this transaction does not ask.
    """
    read = _READ.setdefault(connection.engine, {})
    return read.setdefault((chain, text), ReadOn(chain, text)).after(connection, after)
