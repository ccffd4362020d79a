"""Who wants to know when a table has moved on, and what they have been told."""

import threading
from collections import defaultdict
from collections.abc import Callable

Wake = Callable[[int], None]


class Watchers:
    """Watchers by table. Each version is told once, whoever learns of it first: the writer, a notice or the clock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wakes: dict[int, list[Wake]] = defaultdict(list)
        self._told: dict[int, int] = {}

    def add(self, table: int, wake: Wake) -> Callable[[], None]:
        """Call `wake(version)` for each version from now on; returns how to stop it."""
        with self._lock:
            self._wakes[table].append(wake)

        def stop() -> None:
            with self._lock:
                if wake in self._wakes[table]:
                    self._wakes[table].remove(wake)
                if not self._wakes[table]:
                    del self._wakes[table]

        return stop

    def tell(self, table: int, version: int) -> None:
        """The table has come to this version: wake its watchers, unless they know."""
        with self._lock:
            if self.knows(table, version):
                return
            self._told[table] = version
            wakes = tuple(self._wakes.get(table, ()))
        for wake in wakes:
            wake(version)

    def knows(self, table: int, version: int) -> bool:
        return version <= self._told.get(table, -1)

    def tables(self) -> list[int]:
        """The tables that somebody watches."""
        with self._lock:
            return list(self._wakes)

    def __contains__(self, table: int) -> bool:
        """Whether anybody watches this table."""
        return table in self._wakes
