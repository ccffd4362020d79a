"""Witnesses: whoever keeps a room's checkpoints elsewhere. A file, an address that takes a POST, or a printed line.

A witness that is slow or away never holds the room up. Each line stands for all before it, so the newest is told again
until it is taken.
"""

import base64
import sys
import threading
import urllib.request
from collections.abc import Iterable
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from sqlalchemy import Connection, select

from houseway.errors import HousewayError
from houseway.room.store import checkpoints
from houseway.room.store.checkpoints import Line
from houseway.room.store.database import LOG
from houseway.room.store.schema import CHECKPOINTS

PRINTED = "-"
PATIENCE = 10.0
"""Seconds that a witness may take to answer."""

AGAIN = 30.0
"""Seconds until a witness that was away is told again."""

MOST = 64 * 1024 * 1024
"""Bytes that are read of a witness."""


class Witness(NamedTuple):
    """Where lines are kept: `-` prints them, an address with http or https takes them by POST, else it is a file."""

    place: str

    @property
    def address(self) -> bool:
        return urlsplit(self.place).scheme in ("http", "https")

    @property
    def name(self) -> str:
        """The place as people may read it: an address may carry a password or a token."""
        if not self.address:
            return self.place
        parts = urlsplit(self.place)
        return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}/…"

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
        """Have it keep a line; an OSError where it does not."""
        if self.place == PRINTED:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
        elif self.address:
            with urllib.request.urlopen(self._request(f"{line}\n".encode()), timeout=PATIENCE):
                pass  # whatever is no success is raised
        else:
            checkpoints.write(Path(self.place), line)

    def lines(self) -> list[Line]:
        """What it keeps; `-` is standard input."""
        try:
            if self.place == PRINTED:
                text = sys.stdin.read()
            elif self.address:
                with urllib.request.urlopen(self._request(None), timeout=PATIENCE) as answer:
                    text = answer.read(MOST).decode("ascii", "replace")
            else:
                text = Path(self.place).read_text(encoding="ascii", errors="replace")
        except (OSError, ValueError) as fault:
            raise HousewayError(f"the witness {self.name} cannot be read ({type(fault).__name__})") from None
        found = [Line.read(line) for line in text.splitlines()]
        whole = [line for line in found if line is not None]
        if not whole:
            raise HousewayError(f"the witness {self.name} keeps no checkpoint")
        return whole


class Witnesses:
    """All witnesses of a room, told in a thread of its own."""

    def __init__(self, places: Iterable[str] = ()) -> None:
        self._all = [Witness(place) for place in places]
        for each in self._all:
            if each.address and not urlsplit(each.place).hostname:
                raise HousewayError(f"{each.name} is no address of a witness: write https://host/path, a file or -")
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

    def contradictions(self, connection: Connection) -> list[str]:
        """What files keep that this database has not: a sentence each. Only what is at hand is looked at."""
        told = []
        for witness in self._all:
            if witness.address or witness.place == PRINTED or not Path(witness.place).exists():
                continue
            kept = [line for line in checkpoints.written(Path(witness.place)) if "number" in line.told]
            there = select(CHECKPOINTS.c.id).where(CHECKPOINTS.c.body == kept[-1].body) if kept else None
            if there is not None and connection.execute(there).first() is None:
                last = kept[-1].told
                says = f"the witness {witness.name} has checkpoint {last['number']} of {last['at']}"
                told.append(f"{says}, which this database has not: it was set back, or is another room's")
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
    except (OSError, ValueError, HTTPException) as fault:
        number = line.told.get("number")
        LOG.warning("the witness %s was not told of checkpoint %s: %s", witness.name, number, type(fault).__name__)
        return False
    return True
