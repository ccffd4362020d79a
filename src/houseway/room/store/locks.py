"""One lock for each table of a room: in this process, whoever reads or changes a table holds it."""

import contextlib
import threading
from collections.abc import Callable, Iterator

from houseway.room.errors import Stale
from houseway.room.store.index import countable

SHORT = 0.05
"""Seconds that the clock of the room waits for a table before it turns to the others."""


class Locks:
    """The locks of the tables that there are, each made when it is first wanted."""

    def __init__(self, exists: Callable[[int], object]) -> None:
        """`exists(table)` refuses a table that there is not: nothing is kept for it."""
        self._exists = exists
        self._guard = threading.Lock()
        self._of: dict[int, threading.RLock] = {}

    def __len__(self) -> int:
        return len(self._of)

    def of(self, table: int, *, known: bool = False) -> threading.RLock:
        """The lock of a table; whether there is such a table is looked up once, unless it is known."""
        lock = self._of.get(table) if countable(table) else None
        if lock is None:
            if not known:
                self._exists(table)
            with self._guard:
                lock = self._of.setdefault(table, threading.RLock())
        return lock

    @contextlib.contextmanager
    def held(self, table: int, *, wait: bool = True, known: bool = False) -> Iterator[None]:
        """Alone at this table; who does not wait and finds it taken for longer than a moment is refused."""
        lock = self.of(table, known=known)
        if not lock.acquire(timeout=-1 if wait else SHORT):
            raise Stale(f"table {table} is being written to: look again")
        try:
            yield
        finally:
            lock.release()
