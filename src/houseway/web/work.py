"""What takes long is computed by processes of their own, so that no table ever waits for it.

Each lane has a few processes and a queue. Who asks for too much at once, and who comes when the queue is full, is told
to wait; what takes too long is given up with its process. The server itself computes nothing.
"""

import asyncio
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from houseway.errors import HousewayError
from houseway.game import Game
from houseway.games import OWN, games
from houseway.room.commands.thinking import Answers, thought
from houseway.room.table.view import Decision
from houseway.web.apart import GIVES_WAY, LESS
from houseway.web.requests_log import log
from houseway.web.turns import elsewhere

Found = TypeVar("Found")

ROOT = Path(__file__).parent.parent.parent
"""Where `houseway` is imported from: an isolated process does not look there by itself."""

OURS = (
    "import sys; at = [place.endswith('-packages') for place in [*sys.path, '-packages']].index(True); "
    "sys.path[at:at] = sys.argv[2:3]; sys.path += sys.argv[3:]; "
)
"""The houseway that starts it is the one that it imports, before any that is installed besides; then other games."""

ALONE = OURS + "from houseway.web.apart import main; main(int(sys.argv[1]))"
"""Isolated (-I): neither the folder it is started in nor the environment can give it another module."""

DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Ctrl-C is the server's to answer, from the first moment on."""

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
"""Without the compiler: the same functions as they are written, slower each time and at once the first time."""

ADVICE_SECONDS, ODDS_SECONDS, BOT_SECONDS = 60.0, 1800.0, 10.0
CLOSING = "the room is closing: ask again in a moment"
AT_ONCE, OF_PLACE, WAITING = 3, 12, 40
"""Questions that one person may have open in a lane, those of one address together, and how many may wait in all."""


MOST_KNOWN = 10_000
"""Addresses whose last turn is remembered."""


class Overloaded(HousewayError):
    """More is asked for than can be computed now."""


class TooLong(HousewayError):
    """A computation that was given up."""


class Who(NamedTuple):
    """Who asks: a person, where they have come in, and the address."""

    person: int | None
    place: str

    @property
    def quotas(self) -> tuple[tuple[object, int], ...]:
        """What is counted, and how many of it there may be."""
        return ((self.person or self.place, AT_ONCE), (("all of", self.place), OF_PLACE))


class Job(NamedTuple):
    """A function and what it is given, where the answer goes, how much it weighs, and from where it was asked for."""

    call: Callable[..., Any]
    given: tuple[Any, ...]
    answer: "Future[Any]"
    weight: int
    place: str


def isolated(code: str, given: str) -> list[str]:
    """How a process is started that works for this one: with the same games, wherever they come from."""
    code = f"{DEAF}; {code}"
    return [sys.executable, "-I", "-c", code, given, str(ROOT), *sorted({_home(each) for each in foreign()})]


def foreign() -> list[str]:
    """The modules of the games that are not our own."""
    return [type(each).__module__ for each in games() if each.id not in OWN]


def _home(module: str) -> str:
    """The folder that a module's package is imported from."""
    file = Path(sys.modules[module].__file__ or __file__).resolve()
    return str(file.parents[module.count(".")])


class Apart:
    """One process that computes, and the line to it; it may have more in its environment than this one."""

    def __init__(self, more: Mapping[str, str] | None = None, gives_way: int = GIVES_WAY) -> None:
        self._line, other = Pipe()
        with other:
            command = isolated(ALONE, str(other.fileno()))
            env = {**os.environ, **(more or {})}
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[other.fileno()], env=env)
        self._line.send((os.getpid(), foreign(), gives_way))

    def asked(self, call: Callable[..., Any], given: tuple[Any, ...], seconds: float) -> Any:
        """What a function finds there; a process that does not answer in time is ended."""
        try:
            self._line.send((call, given))
            if not self._line.poll(seconds):
                raise TooLong(f"that was given up after {seconds:.0f} seconds: ask for something smaller")
            found = self._line.recv()
        except TooLong:
            self.end()
            raise
        except (EOFError, OSError):
            self.end()
            raise TooLong("that could not be computed: it may need more memory than there is") from None
        return answered(found)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> None:
        """End it, whoever waits for it: they find its line closed."""
        self._process.kill()

    def end(self) -> None:
        """End it, when nobody waits for it."""
        self._process.kill()
        self._process.wait()
        self._line.close()


def answered(found: tuple[Any, ...]) -> Any:
    """A value, or the refusal or fault that came in its place."""
    what, *rest = found
    if what == "refused":
        kind, sentence, clause = rest
        raise kind(sentence, clause)
    if what == "failed":
        raise RuntimeError(f"computed apart: {rest[0]}")
    return rest[0]


class Lane:
    """A few processes and the questions that wait for them: the lighter first, then each address in its turn.

    Neither one address nor what weighs more has all processes at once: whoever asks for little from elsewhere waits for
    nobody's half hour.
    """

    def __init__(
        self,
        name: str,
        processes: int,
        seconds: float,
        waiting: int = WAITING,
        more: Mapping[str, str] | None = None,
        gives_way: int = GIVES_WAY,
    ) -> None:
        self._name, self._processes, self._seconds, self._most = name, processes, seconds, waiting
        self._more, self._gives_way = more, gives_way
        self._jobs: list[Job] = []
        self._at_work: list[Job] = []
        self._served: dict[str, int] = {}
        self._open: Counter[object] = Counter()
        self._lock = threading.Lock()
        self._news = threading.Condition(self._lock)
        self._crew: list[threading.Thread] = []
        self._apart: set[Apart] = set()
        self._turns = 0
        self._ends = False

    @property
    def waiting(self) -> int:
        """How many questions no process has begun with."""
        return len(self._jobs)

    def ask(self, who: Who | None, call: Callable[..., Found], *given: Any, weight: int = 0) -> "Future[Found]":
        """Have something computed, for somebody or for the room itself, after all that weighs less."""
        answer: Future[Found] = Future()
        quotas = () if who is None else who.quotas
        with self._lock:
            if self._ends:
                raise Overloaded(CLOSING)
            if any(self._open[key] >= most for key, most in quotas):
                raise Overloaded("several questions of yours are being computed: wait for an answer")
            if len(self._jobs) >= self._most:
                raise Overloaded("the room is computing for others: try again in a moment")
            self._open.update(key for key, _ in quotas)
            self._jobs.append(Job(call, given, answer, weight, "" if who is None else who.place))
            self._man()
            self._news.notify_all()
        answer.add_done_callback(lambda _: self._done([key for key, _ in quotas]))
        return answer

    def _man(self) -> None:
        """Have another thread wait for a process, where there are not enough."""
        if len(self._crew) < self._processes:
            name = f"{self._name} {len(self._crew)}"
            self._crew.append(threading.Thread(target=self._work, args=[self._crew], name=name, daemon=True))
            self._crew[-1].start()

    def _next(self, crew: list[threading.Thread]) -> Job | None:
        """The next question, when there is one that may be begun with; None when the lane has been closed."""
        with self._news:
            while self._crew is crew:
                if (job := self._chosen()) is not None:
                    self._jobs.remove(job)
                    self._at_work.append(job)
                    self._turns += 1
                    self._served.pop(job.place, None)
                    self._served[job.place] = self._turns
                    if len(self._served) > MOST_KNOWN:
                        del self._served[next(iter(self._served))]
                    return job
                self._news.wait()
        return None

    def _chosen(self) -> Job | None:
        """Whose turn it is, of what may be begun with now."""
        most = max(1, self._processes - 1)
        places = Counter(each.place for each in self._at_work if each.place)  # the room itself is nobody's address
        heavy = sum(each.weight > 0 for each in self._at_work)
        free = [each for each in self._jobs if places[each.place] < most and (each.weight == 0 or heavy < most)]
        return min(free, key=lambda each: (each.weight, self._served.get(each.place, 0)), default=None)

    def _ended(self, job: Job) -> None:
        with self._news:
            self._at_work = [each for each in self._at_work if each is not job]
            self._news.notify_all()

    async def answer(self, who: Who | None, call: Callable[..., Found], *given: Any) -> Found:
        """What is found, when it is found; nobody else waits meanwhile."""
        asked = asyncio.wrap_future(self.ask(who, call, *given))
        async with elsewhere():
            return await asked

    def close(self) -> None:
        """End all processes at once, and what waits for them; whoever asks again begins anew."""
        with self._news:
            waiting, self._jobs, self._at_work, self._crew = self._jobs, [], [], []
            for each in self._apart:
                each.kill()
            self._apart = set()
            self._news.notify_all()
        for job in waiting:
            if job.answer.set_running_or_notify_cancel():  # who has gone meanwhile is told nothing
                job.answer.set_exception(TooLong(CLOSING))

    def rest(self) -> None:
        """Let processes go that nobody waits for; one that computes answers first, and who asks again begins anew."""
        with self._news:
            if not self._jobs:
                self._crew = []
                self._news.notify_all()

    def end(self) -> None:
        """End all, and nobody asks again."""
        with self._lock:
            self._ends = True
        self.close()

    def _done(self, keys: list[object]) -> None:
        with self._lock:
            self._open.subtract(keys)
            self._open += Counter()

    def _work(self, crew: list[threading.Thread]) -> None:
        apart: Apart | None = None
        while (job := self._next(crew)) is not None:
            try:
                if not job.answer.set_running_or_notify_cancel():
                    continue
                if apart is None or apart.ended:
                    apart = self._start(job)
                job.answer.set_result(apart.asked(job.call, job.given, self._seconds))
            except Exception as fault:  # noqa: BLE001  # whatever it is, who asked is told
                if self._wanted(job) and not isinstance(fault, HousewayError):
                    log.error("%s: %s", self._name, fault)
                job.answer.set_exception(fault if self._wanted(job) else TooLong(CLOSING))
            finally:
                self._ended(job)
        if apart is not None:
            apart.end()

    def _start(self, job: Job) -> Apart:
        """A process for a question; none where all was closed meanwhile: nobody would end it."""
        started = Apart(self._more, self._gives_way)
        with self._lock:
            self._apart = {each for each in self._apart if not each.ended}
            if self._wanted(job):
                self._apart.add(started)
                return started
        started.end()
        raise TooLong(CLOSING)

    def _wanted(self, job: Job) -> bool:
        """Whether a question that was begun with has not been closed meanwhile."""
        return any(each is job for each in self._at_work)


class Work:
    """All that is computed for a room: advice, which somebody waits for, odds, which come when they come, and bots.

    `plain` advises without the compiler: on a game that is still being compiled.
    """

    def __init__(self, processes: int = 0) -> None:
        cores = os.cpu_count() or 1
        self.advice = Lane("advice", processes or max(2, min(4, cores // 2)), ADVICE_SECONDS, gives_way=LESS)
        self.plain = Lane("plain advice", processes or 2, ADVICE_SECONDS, more=PLAIN, gives_way=LESS)
        self.odds = Lane("odds", processes or 2, ODDS_SECONDS, waiting=200)
        self.bots = Lane("bots", processes or max(1, min(2, cores // 2)), BOT_SECONDS, waiting=8)

    @property
    def lanes(self) -> tuple[Lane, ...]:
        return self.advice, self.plain, self.odds, self.bots

    def close(self) -> None:
        for lane in self.lanes:
            lane.close()

    def end(self) -> None:
        """The same for good: the process ends."""
        for lane in self.lanes:
            lane.end()

    def think(self, address: str, game: Game, decisions: Sequence[Decision]) -> "Future[Answers]":
        """What bots answer, when they have thought; `Overloaded` where many do, of one address or in all."""
        return self.bots.ask(Who(None, address) if address else None, thought, game, decisions)


@cache
def usual() -> Work:
    """The processes of this one, for whichever application asks; none is started before somebody does."""
    return Work()
