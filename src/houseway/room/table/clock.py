"""How long a table waits for people before the house acts, on this process's own monotonic clock."""

from collections.abc import Callable
from typing import Any, NamedTuple

from houseway.room.table.seats import BETTING, ENDED, PLAYING, SEALING
from houseway.room.table.state import LiveTable
from houseway.room.table.turn import turn


class Clock(NamedTuple):
    """Seconds that a table waits for people before the house acts."""

    deciding: float = 45.0
    betting: float = 25.0
    ended: float = 20.0
    sealing: float = 6.0
    opening: float = 6.0
    alone: float = 1800.0
    """Alone with bots nobody else is kept waiting; only who has gone for good is."""

    def waiting(self, table: LiveTable) -> tuple[tuple[Any, ...], float] | None:
        """What a table waits for, and how long it may."""
        people = table.people
        if table.paused or table.closed:
            return None
        if table.phase == SEALING:
            return (SEALING, table.closing), self.sealing
        if table.unopened:
            return ("opening", table.round), self.opening
        if table.phase == PLAYING:
            return (PLAYING, turn(table)), self.alone if _plays_alone(table) else self.deciding
        if table.phase == ENDED and people:
            return (ENDED, table.round), self.alone if len(people) == 1 else self.ended
        if table.phase == BETTING and any(place.ready and place.wagers for place in people):
            return (BETTING, table.started), self.betting
        return None


def _plays_alone(table: LiveTable) -> bool:
    """Whether nobody else waits for a round: neither who sits there nor who has got up and has a stake in it."""
    staked = {account for account in table.accounts.values() if account.startswith("person:")}
    return len(table.people) == 1 and len(staked) <= 1


class Waits:
    """Since when each table waits; a wait starts when this process first sees it."""

    def __init__(self, clock: Clock, now: Callable[[], float]) -> None:
        self._clock = clock
        self.now = now
        self._since: dict[int, tuple[tuple[Any, ...], float]] = {}

    def left(self, table: LiveTable, now: float | None = None) -> float | None:
        """Seconds until the house acts; none where nobody is waited for."""
        wait = self._clock.waiting(table)
        if wait is None:
            self._since.pop(table.id, None)
            return None
        seconds = wait[1]  # is part of what is waited for: with less of it, since somebody came, it begins anew
        at = self.now() if now is None else now
        known = self._since.get(table.id)
        if known is None or known[0] != wait:
            known = self._since[table.id] = (wait, at)
        return known[1] + seconds - at

    def over(self, table: LiveTable, now: float) -> bool:
        """Whether the time has run out of what a table was seen to wait for, and waits for still."""
        wait, known = self._clock.waiting(table), self._since.get(table.id)
        return wait is not None and known is not None and known[0] == wait and known[1] + wait[1] <= now

    def anew(self, table: int) -> None:
        """Let a table wait once more."""
        self._since.pop(table, None)
