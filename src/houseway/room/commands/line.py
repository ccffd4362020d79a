"""Where commands wait to be written: whoever finds nobody writing takes all that wait, in the order of their coming."""

import threading
from collections import deque
from collections.abc import Callable

from houseway.room.commands.command import Asked, Done
from houseway.room.people.people import Person
from houseway.room.store.database import LOG

MOST = 64
"""Commands that are taken at once."""


class Ticket:
    """A command that waits: what it asks and who asks it, and then what came of it.

    It is `alone` where it has to wait for somebody else, and nobody shall wait with it.
    """

    def __init__(self, asked: Asked, told: "Callable[[Ticket], None] | None" = None) -> None:
        self.asked = asked
        self.by: Person | None = None
        self.done: Done | None = None
        self.fault: BaseException | None = None
        self.alone = self.settled = False
        self.then: Callable[[], None] | None = None
        """What is to be done when it is on disk."""

        self._told = told

    @property
    def table(self) -> int:
        return self.asked.command.table

    @property
    def awaited(self) -> bool:
        """Whether a thread waits for it."""
        return self._told is None

    def again(self) -> None:
        """Nothing has come of it yet."""
        self.by = self.done = self.fault = self.then = None
        self.alone = False

    def settle(self) -> None:
        """It is known what came of it: tell whoever wants to know; whether they can be told changes nothing."""
        self.settled = True
        if self._told is not None:
            try:
                self._told(self)
            except Exception as fault:  # noqa: BLE001  # the others are told all the same
                LOG.error("nobody hears what came of a command at table %s: %r", self.table, fault)

    def result(self) -> Done:
        if self.fault is not None:
            raise self.fault
        assert self.done is not None
        return self.done


class Line:
    """Tickets that wait, and one writer at a time."""

    def __init__(self, write: Callable[[list[Ticket]], None]) -> None:
        """`write` does what these ask, and settles each."""
        self._write = write
        self._waiting: deque[Ticket] = deque()
        self.writing = threading.Lock()
        self._wanted = threading.Event()
        self._beginning = threading.Lock()
        self._writer: threading.Thread | None = None
        self._closing = False

    def add(self, *tickets: Ticket) -> None:
        """Have these written by the line's own thread."""
        self._waiting.extend(tickets)
        if self._writer is None:
            self._begin()
        self._wanted.set()

    def write(self, ticket: Ticket) -> None:
        """Have this one written, by this thread where no other does it; returns when it is settled."""
        self._waiting.append(ticket)
        while not ticket.settled:
            with self.writing:
                if not ticket.settled:
                    self._write_some()

    def close(self) -> None:
        """Write what waits, and end."""
        self._closing = True
        self._wanted.set()
        if self._writer is not None:
            self._writer.join()

    def _begin(self) -> None:
        with self._beginning:
            if self._writer is None:
                self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
                self._writer.start()

    def _write_on(self) -> None:
        while not self._closing:
            self._wanted.wait()
            self._wanted.clear()
            while self._waiting:
                with self.writing:
                    self._write_some()

    def _write_some(self) -> None:
        self._write([self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))])
