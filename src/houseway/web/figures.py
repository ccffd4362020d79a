"""The exact edges of a table's wagers, computed apart from the tables: asked for at once, answered when ready."""

import json
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.document import WagerSpec
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.lab.result import Outcome
from houseway.web.requests_log import log
from houseway.web.work import Work, usual

FULL = "many figures are being computed: ask again in a few minutes"


class Job(NamedTuple):
    """One wager of a game under these settings."""

    game: Game
    wager: str
    settings: Settings


class Figures:
    """Figures that wait, each game's apart so that a slow one keeps no other waiting; and what was computed, kept.

    Whoever waits asks again and again: what was asked for just now comes before what nobody waits for any more.
    """

    MOST, WAITING = 2_000, 200
    """Figures that are remembered; and those of one game that may wait."""

    STILL = 20.0
    """Seconds since somebody has asked for a figure until nobody is taken to wait for it."""

    def __init__(self, work: Work | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self._apart, self._now = work or usual(), now
        self._known: dict[Job, dict[str, Any]] = {}
        self._jobs: dict[str, dict[Job, float]] = {}
        self._lock = threading.Lock()
        self._news = threading.Condition(self._lock)
        self._closed = False

    def of(self, game: Game, settings: Settings) -> dict[str, Any]:
        """What is known of every wager that is offered; what is not is on its way, the long main wager last."""
        wagers = offered(game, settings)
        by_work = sorted(wagers, key=lambda wager: wager.required)
        found = {wager.id: self._line(Job(game, wager.id, settings), wager) for wager in by_work}
        lines = [found[wager.id] for wager in wagers]
        return {"wagers": lines, "complete": all(line["state"] != "pending" for line in lines)}

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify_all()

    def _line(self, job: Job, wager: WagerSpec) -> dict[str, Any]:
        head = {"id": wager.id, "name": wager.name, "clause": wager.clause}
        with self._news:
            waiting = self._waiting(job.game.id)
            if job not in self._known:
                if len(waiting) >= self.WAITING:
                    return head | {"state": "unavailable", "says": FULL}
                if len(self._known) >= self.MOST:
                    self._known = {each: {"state": "pending"} for jobs in self._jobs.values() for each in jobs}
                self._known[job] = {"state": "pending"}
                waiting[job] = self._now()
                self._news.notify_all()
            elif job in waiting:
                waiting[job] = self._now()
            return head | self._known[job]

    def _waiting(self, game: str) -> dict[Job, float]:
        """The figures of a game that wait, in the order in which they were first asked for, and when they were last."""
        if game not in self._jobs:
            self._jobs[game] = {}
            threading.Thread(target=self._work, args=[self._jobs[game]], name=f"figures {game}", daemon=True).start()
        return self._jobs[game]

    def _next(self, waiting: dict[Job, float]) -> Job | None:
        """The first that somebody still waits for, else the first; None when all is closed."""
        with self._news:
            while not self._closed:
                if waiting:
                    since = self._now() - self.STILL
                    job = next((each for each, asked in waiting.items() if asked >= since), next(iter(waiting)))
                    del waiting[job]
                    return job
                self._news.wait()
        return None

    def _work(self, waiting: dict[Job, float]) -> None:
        while (job := self._next(waiting)) is not None:
            try:
                line = self.computed(job)
            except HousewayError as fault:
                line = {"state": "unavailable", "says": str(fault)}
            except RuntimeError as fault:  # a fault of ours, which the others' figures do not wait for
                log.error(json.dumps({"figure": job.wager, "of": job.game.id, "failed": str(fault)}))
                line = {"state": "unavailable", "says": "this figure could not be computed"}
            with self._lock:
                self._known[job] = line

    def computed(self, job: Job) -> dict[str, Any]:
        """The figure of one wager, computed apart, the long main wager after the others."""
        weight = int(job.game.document.wager(job.wager).required)
        return self._apart.odds.ask(None, computed, job, weight=weight).result()


def offered(game: Game, settings: Settings) -> list[WagerSpec]:
    """The wagers with odds of their own that this table offers."""
    return [wager for wager in game.document.wagers if wager.analysed and wager.on_offer(settings)]


def computed(job: Job) -> dict[str, Any]:
    """The figure of one wager, exact and for people."""
    from houseway.lab.result import exact

    odds = job.game.odds_of(job.game.ask(job.wager, job.settings))
    edge = odds.edge
    return {
        "state": "ready",
        "edge": None if edge is None else exact(edge),
        "hit": None if odds.hit_frequency is None else exact(odds.hit_frequency),
        "favoured": _favoured(edge),
        "paytable": odds.paytable,
        "method": odds.method,
        "break_even": odds.more.get("break_even_meter"),
        "notes": list(odds.notes),
        "outcomes": [_outcome(each, odds.total) for each in odds.outcomes] if odds.apart else [],
    }


def _outcome(end: Outcome, total: int) -> dict[str, Any]:
    """One end of a wager for people: what it is called, how often it comes, what a unit wins."""
    pays = end.pays
    wins = "by the meter" if pays is None else f"{float(pays):+g}".replace("-", "−")
    return {
        "label": end.terms.label or end.award.replace("-", " "),
        "percent": 100 * end.combinations / total,
        "wins": wins,
    }


def _favoured(edge: Fraction | None) -> str:
    if edge is None:
        return "meter"
    return "nobody" if edge == 0 else "house" if edge > 0 else "player"
