"""Advice needs compiled code: it is compiled apart from the server, so that no table ever waits for the compiler.

A process of its own, isolated and at low priority, asks each game for some advice and leaves the compiled code on disk;
those that give advice then load it. Until that is done what somebody decides now is answered by the same functions as
they are written, in seconds; what looks back on many decisions answers that it is being prepared. Where the code lies
on disk from an earlier start, it is loaded at once.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from houseway.academy import decisions
from houseway.errors import HousewayError
from houseway.extras import extras_named
from houseway.game import Game
from houseway.games import game as find
from houseway.games import games, ids
from houseway.room.table.view import Decision
from houseway.web.apart import end_with, know
from houseway.web.requests_log import log
from houseway.web.trainer import advice_on
from houseway.web.work import OURS, Work, isolated, usual

ALONE = "import os; os.nice(15); " + OURS + "from houseway.web.prepare import alone; alone()"
"""The other process gives way to everybody before it does anything."""


class Preparation:
    """Which games can give advice at once. Until it is started, what is asked for is compiled on the spot."""

    def __init__(
        self,
        chosen: Iterable[Game] | None = None,
        work: Callable[[Game], None] | None = None,
        apart: Work | None = None,
    ) -> None:
        asked = games() if chosen is None else chosen
        self._games = tuple(sorted(asked, key=lambda game: game.advice_compiles_long))
        self._work = work or self._compiled
        self._apart = apart or usual()
        self._waiting: dict[str, float] = {}
        self._asked: dict[str, None] = {}
        """The games that somebody waits for, the first who came first."""

        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin, in the background."""
        now = time.monotonic()
        self._waiting = {game.id: now for game in self._games}
        threading.Thread(target=self._run, name="preparation", daemon=True).start()

    def close(self) -> None:
        self._closed = True
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def waiting(self, game: Game) -> dict[str, Any] | None:
        """What to answer while a game is being prepared; None once it is ready."""
        since = self._waiting.get(game.id)
        if since is None:
            return None
        self._asked.setdefault(game.id)
        says = f"the advice on {game.name} is being prepared: the first start compiles it"
        return {"state": "preparing", "says": says, "seconds": round(time.monotonic() - since)}

    def _run(self) -> None:
        left = {game.id: game for game in self._games}
        try:
            while left and not self._closed:
                wanted = next((id_ for id_ in list(self._asked) if id_ in left), next(iter(left)))
                self._prepare(left.pop(wanted))
        finally:  # whatever went wrong, who asks is not put off for ever
            self._waiting.clear()
            self._apart.plain.rest()

    def _prepare(self, game: Game) -> None:
        try:
            self._work(game)
        except HousewayError as fault:  # without the lab there is no advice: who asks is told so
            log.info(json.dumps({"not prepared": game.id, "why": str(fault)}))
        self._waiting.pop(game.id, None)

    def _compiled(self, game: Game) -> None:
        """Compile in another process, then load."""
        with extras_named():
            from houseway.lab.kernel import cache_folder, package_of
        folder = cache_folder(package_of(type(game).__module__))
        mark = None if folder is None else folder / f"advice-{game.id}"
        if mark is not None and not mark.exists():
            command = isolated(ALONE, f"{game.id}:{type(game).__module__}:{os.getpid()}")
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True)
            if self._closed:
                self._process.terminate()
            if self._process.wait() == 0:
                mark.touch()
        if not self._closed:
            dealt = self._apart.advice.ask(None, advise, game, weight=1).result()
            for each in () if game.bots_think else dealt:  # bots that think have processes of their own
                game.bot(*each)  # what they have to read is read


def advise(game: Game) -> list[Decision]:
    """Ask for advice on a decision of every kind: whatever it needs is compiled, or loaded, by the way; the decisions.

    To deal them takes a second or two, and whoever gives advice has the time.
    """
    dealt = [decisions.deal(game, kind) for kind in decisions.kinds(game)]
    found = [Decision(each.question, each.standing, each.setup) for each in dealt]
    for each in found:
        advice_on(game, *each)
    return found


def alone() -> None:
    """What the other process does; a game that cannot be found there is compiled by who gives advice on it."""
    id_, module, server = sys.argv[1].split(":")
    end_with(int(server))
    know([module])
    if id_ not in ids():
        raise SystemExit(1)
    advise(find(id_))
