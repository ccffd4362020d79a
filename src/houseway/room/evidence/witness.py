"""Witnesses: whoever keeps a room's checkpoints elsewhere. A file, an address that takes a POST, or a printed line.

A witness that is slow or away never holds the room up. Each line stands for all before it, so the newest is told again
until it is taken. One that sends whoever asks elsewhere has taken nothing, and nobody follows: what an address hides is
for that address alone.
"""

import base64
import re
import sys
import threading
import urllib.request
from collections.abc import Iterable, Sequence
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit, urlunsplit

from sqlalchemy import Connection, bindparam, select

from houseway.errors import HousewayError
from houseway.room.store import checkpoints
from houseway.room.store.checkpoints import Line
from houseway.room.store.database import LOG
from houseway.room.store.schema import CHECKPOINTS

PRINTED = "-"
PATIENCE = 10.0
"""Seconds that a witness may take to answer."""

WHOLE = 60.0
"""Seconds for all of an answer, however little of it comes at a time."""

AGAIN = 30.0
"""Seconds until a witness that was away is told again."""

MOST = 64 * 1024 * 1024
"""Bytes that are read of a witness."""


ADDRESS = re.compile(r"(https?)://[!-~]+", re.IGNORECASE)
"""An address with no blank and no letter that has to be escaped."""

OTHER = re.compile("[a-z][a-z0-9+.-]*://", re.IGNORECASE)
"""An address that is no file's."""

FAULTS = (OSError, ValueError, HTTPException)
"""What a witness that is away, or answers oddly, comes to."""


class _Stays(urllib.request.HTTPRedirectHandler):
    """Whoever is sent elsewhere does not go."""

    def redirect_request(self, *_given: Any) -> None:
        return None


_THERE = select(CHECKPOINTS.c.id).where(CHECKPOINTS.c.body == bindparam("body"))
OPENER = urllib.request.build_opener(_Stays)


class Witness(NamedTuple):
    """Where lines are kept: `-` prints them, an address with http or https takes them by POST, else it is a file."""

    place: str

    @property
    def address(self) -> bool:
        return self.place.lower().startswith(("http:", "https:"))

    @property
    def name(self) -> str:
        """The place as people may read it: an address may carry a password or a token."""
        if not self.address:
            return self.place
        scheme = self.place.partition(":")[0].lower()
        try:
            parts = urlsplit(self.place)
            return f"{scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}/…"
        except ValueError:
            return f"{scheme}://…"

    def check(self) -> None:
        """Refuse an address that is none."""
        if not self.address:
            if OTHER.match(self.place):
                scheme = self.place.partition(":")[0]
                raise HousewayError(f"{scheme}://… is no address of a witness: write https://host/path, a file or -")
            return
        try:
            parts = urlsplit(self.place)
            good = bool(ADDRESS.fullmatch(self.place) and parts.hostname and parts.port != 0)
        except ValueError:
            good = False
        if not good:
            raise HousewayError(f"{self.name} is no address of a witness: write https://host/path, a file or -")

    def _request(self, body: bytes | None) -> urllib.request.Request:
        """A request to the address; a name and a password in it go where they belong."""
        parts = urlsplit(self.place)
        _, _, host = parts.netloc.rpartition("@")
        headers = {"Content-Type": "text/plain; charset=us-ascii"}
        if parts.username is not None:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        address = urlunsplit(parts._replace(netloc=host))
        return urllib.request.Request(address, body, headers, method="GET" if body is None else "POST")

    def tell(self, line: Line) -> None:
        """Have it keep a line; one of `FAULTS` where it does not."""
        self.check()
        if self.place == PRINTED:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
        elif self.address:
            _answer(self._request(f"{line}\n".encode()))  # whatever is no success is raised
        else:
            checkpoints.write(Path(self.place), line)

    def lines(self) -> list[Line]:
        """What it keeps; `-` is standard input."""
        self.check()
        try:
            if self.place == PRINTED:
                text = sys.stdin.read(MOST)
            elif self.address:
                text = _answer(self._request(None)).decode("ascii", "replace")
            else:
                with Path(self.place).open(encoding="ascii", errors="replace") as opened:
                    text = opened.read(MOST)
        except FAULTS as fault:
            raise HousewayError(f"the witness {self.name} cannot be read ({type(fault).__name__})") from None
        found = [Line.read(line) for line in text.splitlines()]
        whole = [line for line in found if line is not None]
        if not whole:
            raise HousewayError(f"the witness {self.name} keeps no checkpoint")
        return whole


def _answer(request: urllib.request.Request) -> bytes:
    """What a witness answers, in a thread that is left behind where it takes too long."""
    came: list[bytes | Exception] = []

    def ask() -> None:
        try:
            answer: IO[bytes]
            with OPENER.open(request, timeout=PATIENCE) as answer:
                came.append(b"" if request.data is not None else answer.read(MOST))
        except HTTPError as fault:
            fault.close()
            came.append(fault.with_traceback(None))
        except Exception as fault:  # noqa: BLE001  # raised where it is waited for
            came.append(fault.with_traceback(None))  # the frames hold its line open

    asking = threading.Thread(target=ask, name="houseway-asks-witness", daemon=True)
    asking.start()
    asking.join(WHOLE)
    if not came:
        raise TimeoutError
    found = came.pop()
    if isinstance(found, Exception):
        raise found
    return found


class Witnesses:
    """All witnesses of a room, told in a thread of its own."""

    def __init__(self, places: Iterable[str] = ()) -> None:
        self._all = [Witness(place) for place in places]
        for each in self._all:
            each.check()
        self._wake = threading.Condition()
        self._line: Line | None = None
        self._ending = False
        self._thread: threading.Thread | None = None

    def tell(self, line: Line) -> None:
        """Have all of them told, soon."""
        if not self._all:
            return
        with self._wake:
            self._line = line
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="houseway-witness", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Tell the newest line once more where it was not taken, and end; a witness that hangs is left behind."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(2 * PATIENCE)

    def contradictions(self, connection: Connection, keys: Sequence[str]) -> list[str]:
        """What files keep that this database has not: a sentence each. Only what is at hand is looked at.

        A room is judged by what its own keys have signed, the first of which names it.
        """
        told = []
        for witness in self._all:
            if witness.address or witness.place == PRINTED or not Path(witness.place).exists():
                continue
            kept = [line for line in checkpoints.written(Path(witness.place)) if "number" in line.told]
            last = checkpoints.last_signed(kept, keys)
            own = [line for line in (*kept[:1], last) if line is not None and line.signed_by_one_of(keys)]
            if kept and (says := checkpoints.not_ours(kept[0], own, keys[0])):
                told.append(f"the witness {witness.name} {says}")
            if last is not None and connection.execute(_THERE, {"body": last.body}).first() is None:
                says = f"the witness {witness.name} has checkpoint {last.told['number']} of {last.told['at']}"
                told.append(f"{says}, which this database has not: it was set back")
        return told

    def _news(self, before: Line | None) -> bool:
        return self._ending or self._line != before

    def _run(self) -> None:
        taken: dict[Witness, Line] = {}
        tried: Line | None = None
        while True:
            with self._wake:
                self._wake.wait_for(partial(self._news, tried), AGAIN)
                tried, ending = self._line, self._ending
            for witness in self._all:
                if tried is not None and taken.get(witness) != tried and _taken(witness, tried):
                    taken[witness] = tried
            if ending:
                return


def _taken(witness: Witness, line: Line) -> bool:
    """Whether a witness took a line; one that did not is in the log, without what its address hides."""
    try:
        witness.tell(line)
    except FAULTS as fault:
        number = line.told.get("number")
        LOG.warning("the witness %s was not told of checkpoint %s: %s", witness.name, number, type(fault).__name__)
        return False
    return True
