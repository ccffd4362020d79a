"""Long work as jobs: each in a process of its own, which tells how far it is and ends when it is cancelled."""

import contextlib
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError, UnknownName
from houseway.web.work import ODDS_SECONDS, Apart, Overloaded

AT_ONCE, OF_ONE, KEPT = 2, 3, 200
"""Jobs that run at once, those that one token may have open, and those that are remembered."""

WAITING, RUNNING, DONE, REFUSED, CANCELLED = "waiting", "running", "done", "refused", "cancelled"


class Job:
    """One piece of work, for whoever asked for it."""

    def __init__(self, owner: str, verb: str, given: Mapping[str, Any]) -> None:
        self.id, self.owner, self.verb, self.given = secrets.token_hex(16), owner, verb, dict(given)
        self.state, self.result, self.says = WAITING, None, ""
        self._apart: Apart | None = None
        self._told = Path(tempfile.gettempdir()) / f"houseway-job-{self.id}"
        self._lock = threading.Lock()

    @property
    def open(self) -> bool:
        return self.state in (WAITING, RUNNING)

    @property
    def share(self) -> float:
        """How much of it is done, as far as it tells."""
        if self.state == DONE:
            return 1.0
        try:
            return float(self._told.read_text())
        except (OSError, ValueError):
            return 0.0

    def json(self) -> dict[str, Any]:
        told = {"id": self.id, "verb": self.verb, "state": self.state, "share": self.share, "error": self.says}
        return told | ({"result": self.result} if self.state == DONE else {})

    def run(self) -> None:
        """Compute it in a process of its own."""
        with self._lock:
            if self.state != WAITING:
                return
            self.state, self._apart = RUNNING, Apart()
            apart = self._apart
        try:
            found = apart.asked(work, (self.verb, self.given, str(self._told)), ODDS_SECONDS)
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
                self.state, self.result, self.says = state, result, says

    def cancel(self) -> None:
        """Not wanted any more: its process ends at once."""
        with self._lock:
            if self.open:
                self.state = CANCELLED
                if self._apart is not None:
                    self._apart.kill()


class Jobs:
    """The jobs of all tokens."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._pool = ThreadPoolExecutor(AT_ONCE, "job")
        self._lock = threading.Lock()

    def begin(self, owner: str, verb: str, given: Mapping[str, Any]) -> Job:
        """A job that waits for its turn; refused where its owner has enough of them open."""
        with self._lock:
            mine = [job for job in self._jobs.values() if job.owner == owner and job.open]
            if len(mine) >= OF_ONE:
                raise Overloaded(f"{OF_ONE} jobs of yours are open: wait for one, or cancel it")
            job = Job(owner, verb, given)
            self._jobs[job.id] = job
            for old in [each.id for each in self._jobs.values() if not each.open][: max(0, len(self._jobs) - KEPT)]:
                del self._jobs[old]
        self._pool.submit(job.run)
        return job

    def of(self, owner: str, id_: str) -> Job:
        """A job of this owner; another's is not there."""
        job = self._jobs.get(id_)
        if job is None or job.owner != owner:
            raise UnknownName("there is no such job: it is another's, or was long ago")
        return job

    def close(self) -> None:
        """End all of them."""
        for job in list(self._jobs.values()):
            job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def work(verb: str, given: Mapping[str, Any], told: str) -> Any:
    """In the other process: a verb, with its progress written where the server looks."""
    from houseway import verbs

    tell = _teller(Path(told))
    if verb == "verify":
        return verbs.verify_told(tell, given["game"])
    asked = {key: given[key] or None for key in ("meter", "stake")} | {key: given[key] for key in ("paytable", "pays")}
    return verbs.odds_told(tell, given["game"], given["wager"], given["settings"], asked)


def _teller(file: Path) -> Callable[[float], None]:
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
