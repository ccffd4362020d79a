"""Long work as jobs: each in a process of its own, which tells how far it is and ends when it is cancelled."""

import contextlib
import secrets
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from houseway.errors import HousewayError, UnknownName
from houseway.web.work import ODDS_SECONDS, Apart, Overloaded


class Bounds(NamedTuple):
    """Jobs that run at once, those that one owner, one address and all may have open, how many are kept, and who of
    all that ask for the same one are noted as its owners: the others see it, and cannot end it."""

    at_once: int = 2
    of_one: int = 3
    of_place: int = 12
    open: int = 200
    kept: int = 200
    owners: int = 100


WAITING, RUNNING, DONE, REFUSED, CANCELLED = "waiting", "running", "done", "refused", "cancelled"


class Task(NamedTuple):
    """What is to be done: in the other process `call(verb, given, file)`, which writes how far it is to the file.

    `about` is for whoever shows it; two tasks of one `id` are the same work.
    """

    verb: str
    given: Mapping[str, Any]
    call: Callable[[str, Mapping[str, Any], str], Any]
    id: str = ""
    about: Mapping[str, Any] = {}


class Seen(NamedTuple):
    """A job at one moment: it may be done before somebody has read this."""

    id: str
    verb: str
    state: str
    share: float
    says: str
    result: Any

    @property
    def open(self) -> bool:
        return self.state in (WAITING, RUNNING)

    def json(self) -> dict[str, Any]:
        told = {"id": self.id, "verb": self.verb, "state": self.state, "share": self.share, "error": self.says}
        return told | ({"result": self.result} if self.state == DONE else {})


class Job:
    """One piece of work, for all who have asked for it, and the address it was first asked for from."""

    def __init__(self, owner: str, task: Task, place: str = "") -> None:
        self.id, self.task, self.place = task.id or secrets.token_hex(16), task, place
        self.begun_by, self.owners, self.wanted_by_more = owner, {owner}, False
        self.state, self.says = WAITING, ""
        self.result: Any = None
        self._apart: Apart | None = None
        self._told = Path(tempfile.gettempdir()) / f"houseway-job-{secrets.token_hex(16)}"
        self._lock = threading.Lock()

    @property
    def open(self) -> bool:
        return self.state in (WAITING, RUNNING)

    def seen(self) -> Seen:
        """As it is now, of one moment."""
        with self._lock:
            share = 1.0 if self.state == DONE else self._share()
            return Seen(self.id, self.task.verb, self.state, share, self.says, self.result)

    def _share(self) -> float:
        """How much of it is done, as far as it tells."""
        try:
            return float(self._told.read_text())
        except (OSError, ValueError):
            return 0.0

    def run(self) -> None:
        """Compute it in a process of its own."""
        with self._lock:
            if self.state != WAITING:
                return
            self.state, self._apart = RUNNING, Apart()
            apart = self._apart
        try:
            found = apart.asked(self.task.call, (self.task.verb, dict(self.task.given), str(self._told)), ODDS_SECONDS)
            self._end(DONE, found)
        except HousewayError as fault:
            self._end(REFUSED, None, str(fault))
        except Exception:  # noqa: BLE001  # who asked is told, and nothing else is the matter
            self._end(REFUSED, None, "this is a fault of the lab, not yours")
        finally:
            if not apart.ended:
                apart.end()
            self._told.unlink(missing_ok=True)

    def _end(self, state: str, result: Any, says: str = "") -> None:
        with self._lock:
            if self.state == RUNNING:
                self.result, self.says, self.state = result, says, state  # last: who sees it done finds what came

    def cancel(self) -> None:
        """Not wanted any more: its process ends at once."""
        with self._lock:
            if self.open:
                self.state = CANCELLED
                if self._apart is not None:
                    self._apart.kill()


class Jobs:
    """The jobs of all owners: so many at once, each address in its turn where several ask."""

    def __init__(self, bounds: Bounds = Bounds()) -> None:  # noqa: B008  # immutable
        self._bounds = bounds
        self._jobs: dict[str, Job] = {}
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._lock = threading.Lock()

    def begin(self, owner: str, task: Task, place: str = "") -> Job:
        """A job that waits for its turn, or the one that does the same; refused where enough of them are open."""
        with self._lock:
            known = self._jobs.get(task.id)
            if known is not None and (known.open or known.state == DONE):
                self._join(owner, known)
                return known
            self._refuse(owner, place)
            job = Job(owner, task, place)
            self._jobs.pop(job.id, None)
            self._jobs[job.id] = job
            self._forget(len(self._jobs) - self._bounds.kept)
            self._waiting.append(job)
            self._man()
        return job

    def _join(self, owner: str, job: Job) -> None:
        """Who asks for what is under way is one of its owners, as long as there are few; one that is done has no use
        for them."""
        if not job.open or owner in job.owners:
            return
        if len(job.owners) < self._bounds.owners:
            job.owners.add(owner)
        else:
            job.wanted_by_more = True

    def _forget(self, spare: int) -> None:
        """So many jobs that have ended: always the oldest of the address that has most of them, so no other's."""
        ended = [job for job in self._jobs.values() if not job.open]
        for _ in range(min(spare, len(ended))):
            [(most, _)] = Counter(job.place for job in ended).most_common(1)
            oldest = next(job for job in ended if job.place == most)
            ended.remove(oldest)
            del self._jobs[oldest.id]

    def _refuse(self, owner: str, place: str) -> None:
        opened, most = [job for job in self._jobs.values() if job.open], self._bounds.of_one
        if sum(job.begun_by == owner for job in opened) >= most:
            raise Overloaded(f"{most} jobs of yours are open: wait for one, or cancel it")
        near = sum(bool(place) and job.place == place for job in opened)
        if near >= self._bounds.of_place or len(opened) >= self._bounds.open:
            raise Overloaded("the lab is computing for others: try again in a few minutes")

    def _man(self) -> None:
        """Begin with what may be begun: no address has every process where there are several."""
        most = max(1, self._bounds.at_once - 1)
        while len(self._running) < self._bounds.at_once:
            places = Counter(job.place for job in self._running if job.place)
            job = next((each for each in self._waiting if places[each.place] < most), None)
            if job is None:
                return
            self._waiting.remove(job)
            self._running.append(job)
            threading.Thread(target=self._run, args=[job], name=f"job {job.id[:8]}", daemon=True).start()

    def _run(self, job: Job) -> None:
        try:
            job.run()
        finally:
            with self._lock:
                self._running.remove(job)
                self._man()

    def of(self, owner: str, id_: str) -> Job:
        """A job of this owner; another's is not there."""
        job = self._jobs.get(id_)
        if job is None or owner not in job.owners:
            raise UnknownName("there is no such job: it is another's, or was long ago")
        return job

    def leave(self, owner: str, job: Job) -> None:
        """This owner wants it no more: it goes on while another does."""
        with self._lock:
            job.owners.discard(owner)
            if not job.owners and not job.wanted_by_more:
                job.cancel()

    def by_id(self, id_: str) -> Job:
        """A job whose answer is for whoever has its address."""
        if (job := self._jobs.get(id_)) is None:
            raise UnknownName("there is no such job: it was long ago, or the room was started anew; ask again")
        return job

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            self._waiting.clear()
        for job in list(self._jobs.values()):
            job.cancel()


def work(verb: str, given: Mapping[str, Any], told: str) -> Any:
    """In the other process: a verb, with its progress written where the server looks."""
    from houseway import verbs

    tell = teller(Path(told))
    if verb == "verify":
        return verbs.verify_told(tell, given["game"])
    return verbs.odds_told(tell, given["game"], given["wager"], given["settings"], asked_of(given))


def asked_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """What a question about odds says besides wager and settings."""
    return {key: given[key] or None for key in ("meter", "stake")} | {key: given[key] for key in ("paytable", "pays")}


def refuse(verb: str, given: Mapping[str, Any]) -> None:
    """Refuse, before it waits for its turn, what `work` would refuse."""
    from houseway import verbs
    from houseway.games import game

    if verb == "odds":
        verbs.refuse_odds(given["game"], given["wager"], given["settings"], asked_of(given))
    game(given["game"])


def teller(file: Path) -> Callable[[float], None]:
    """Write the share that is done, at most a few times a second."""
    last = [0.0]

    def tell(share: float) -> None:
        if time.monotonic() - last[0] > 0.2:
            last[0] = time.monotonic()
            with contextlib.suppress(OSError):
                draft = file.with_suffix(".new")
                draft.write_text(f"{share:.4f}")
                draft.replace(file)

    return tell
