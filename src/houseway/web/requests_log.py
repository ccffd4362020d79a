"""A line for each request: no cookies, no query, no body, so no secret and no card."""

import json
import logging
import time
from collections.abc import Callable

from starlette.types import Scope

EVERY = 60.0
"""Seconds between two lines on what an address was refused for its rate."""

MOST = 10_000
"""Addresses that are remembered."""

log = logging.getLogger("houseway.web")


class Log:
    """The log of an application. Whoever asks too often fills no disk: one line a minute tells how often."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._refused: dict[str, tuple[float, int]] = {}

    def write(self, scope: Scope, status: int, seconds: float, place: str) -> None:
        """Tell of a request that was answered."""
        line = {
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(1000 * seconds, 1),
            "person": scope.get("state", {}).get("person"),
        }
        if status == 429:
            if not (times := self._times(place)):
                return
            line["refused"] = times
        level = logging.WARNING if status in (429, 503) else logging.ERROR if status >= 500 else logging.INFO
        log.log(level, json.dumps(line))

    def _times(self, place: str) -> int:
        """How often an address was refused since the last line on it; nothing where that was a moment ago."""
        now = self._clock()
        last, times = self._refused.pop(place, (now - EVERY, 0))
        due = now - last >= EVERY
        self._refused[place] = (now, 0) if due else (last, times + 1)
        if len(self._refused) > MOST:
            del self._refused[next(iter(self._refused))]
        return times + 1 if due else 0
