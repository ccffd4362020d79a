"""Advice needs compiled code: it is compiled apart from the server, so that no table ever waits for the compiler.

A process of its own, at low priority, asks each game for some advice and leaves the compiled code on disk; a thread of
the server then loads it. Until that is done hints answer that they are being prepared. Where the code lies on disk from
an earlier start, it is loaded at once.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from houseway.errors import HousewayError
from houseway.game import Game
from houseway.games import GAMES
from houseway.games import game as find
from houseway.web import drill
from houseway.web.guard import log

NICE = 15
LONGEST = ("super-pairs", "chinese-poker")
"""They compile for some ten seconds and more: the others do not wait for them."""


class Preparation:
    """Which games can give advice at once. Until it is started, what is asked for is compiled on the spot."""

    def __init__(self, games: Iterable[Game] = GAMES, work: Callable[[Game], None] | None = None) -> None:
        self._games = tuple(sorted(games, key=lambda game: game.id in LONGEST))
        self._work = work or self._compiled
        self._waiting: dict[str, float] = {}
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
        says = f"the advice on {game.name} is being prepared: the first start compiles it"
        return {"state": "preparing", "says": says, "seconds": round(time.monotonic() - since)}

    def _run(self) -> None:
        for game in self._games:
            if self._closed:
                return
            try:
                self._work(game)
            except HousewayError as fault:  # without the lab there is no advice: who asks is told so
                log.info(json.dumps({"not prepared": game.id, "why": str(fault)}))
            self._waiting.pop(game.id, None)

    def _compiled(self, game: Game) -> None:
        """Compile in another process, then load."""
        from houseway.lab.kernel import kept_folder

        folder = kept_folder()
        mark = None if folder is None else folder / f"advice-{game.id}"
        if mark is not None and not mark.exists():
            command = [sys.executable, "-c", "from houseway.web.prepare import alone; alone()", game.id]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True)
            if self._process.wait() == 0:
                mark.touch()
        if not self._closed:
            advise(game)


def advise(game: Game) -> None:
    """Ask for advice on a decision of every kind: whatever it needs is compiled, or loaded, by the way."""
    for kind in drill.kinds(game):
        dealt = drill.deal(game, kind)
        game.odds.advice(dealt.question, dealt.standing, dealt.setup)


def alone() -> None:
    """What the other process does."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    advise(find(sys.argv[1]))
