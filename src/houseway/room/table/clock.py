"""How long a table waits for people before the house acts, on this process's own monotonic clock."""

from collections.abc import Callable
from typing import Any, NamedTuple

from houseway.room.table.state import Live
from houseway.room.table.seats import BETTING, ENDED, PLAYING


class Clock(NamedTuple):
    """Seconds that a table waits for people before the house acts."""

    deciding: float = 45.0
    betting: float = 25.0
    ended: float = 20.0

    def waiting(self, live: Live) -> tuple[tuple[Any, ...], float] | None:
        """What a table waits for, and how long it may."""
        people = [place for place in live.places.values() if place.person is not None and not place.left]
        if live.paused or live.closed:
            return None
        if live.phase == PLAYING:
            return (PLAYING, live.round, len(live.by)), self.deciding
        if live.phase == ENDED and people:
            return (ENDED, live.round), self.ended
        if live.phase == BETTING and any(place.ready for place in people):
            return (BETTING, live.started), self.betting
        return None


class Waits:
    """Since when each table waits; a wait starts when this process first sees it."""

    def __init__(self, clock: Clock, now: Callable[[], float]) -> None:
        self._clock = clock
        self.now = now
        self._since: dict[int, tuple[tuple[Any, ...], float]] = {}

    def left(self, live: Live, now: float | None = None) -> float | None:
        """Seconds until the house acts; none where nobody is waited for."""
        wait = self._clock.waiting(live)
        if wait is None:
            self._since.pop(live.id, None)
            return None
        what, seconds = wait
        at = self.now() if now is None else now
        known = self._since.get(live.id)
        if known is None or known[0] != what:
            known = self._since[live.id] = (what, at)
        return known[1] + seconds - at

    def anew(self, table: int) -> None:
        """Let a table wait once more."""
        self._since.pop(table, None)
