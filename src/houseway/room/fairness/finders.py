"""Numbers that nobody opens, found by processes of their own: a few at once, and nobody's silence holds up another's.

First come those that others at the table wait for; one process is kept for them. Among equals each address has its
turn, then each person, and no address has two at once. One that cannot be looked for is tried again: it is the trouble
of its table alone.
"""

import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from houseway.room.fairness import squaring
from houseway.room.fairness.nonces import Puzzle
from houseway.room.store.database import LOG

AT_ONCE = 2
"""Processes, at a lower priority than everybody else."""

AGAIN = 20
"""Looks of the clock until what could not be looked for is tried again."""

FORGOTTEN = 240
"""Looks of the clock after which a number that no table asks for is given up: its owner may have opened it."""

MOST_KNOWN = 20_000
"""People whose address is remembered."""


class Silent(NamedTuple):
    """Whose number it is, at which table, and how many others there wait for it."""

    table: int
    person: int
    others: int


class Unopened(NamedTuple):
    """A puzzle that was not opened, and whose silence it is."""

    puzzle: Puzzle
    silent: Silent

    @property
    def key(self) -> "Key":
        """By which it is looked for: one who seals what another has sealed waits for the same search."""
        return self.silent.table, self.puzzle


Key: TypeAlias = tuple[int, Puzzle]


@dataclass
class Search:
    """A number that is looked for."""

    silent: Silent
    turns: int
    asked: int
    process: subprocess.Popen[str] | None = None
    number: int | None = None
    trouble: str = ""
    not_before: int = 0


class Finders:
    """The numbers that are being looked for in a room."""

    def __init__(self) -> None:
        self._searches: dict[Key, Search] = {}
        self._addresses: dict[int, str] = {}
        self._served: dict[str | int, int] = {}
        self._looks = self._starts = 0
        self._lock = threading.Lock()

    def came_from(self, person: int, address: str) -> None:
        """Where somebody seals from: all of one address together have one turn."""
        with self._lock:
            self._addresses.pop(person, None)
            self._addresses[person] = address
            if len(self._addresses) > MOST_KNOWN:
                del self._addresses[next(iter(self._addresses))]

    def found(self, wanted: Mapping[int, Unopened], turns: int) -> dict[int, int] | None:
        """The numbers of these seats, kept until nobody asks for them any more, since the house may have to act once
        more; None while one of them is being looked for."""
        for each in wanted.values():
            search = self._searches.setdefault(each.key, Search(each.silent, turns, self._looks))
            search.silent, search.asked = each.silent, self._looks
        found = {seat: self._searches[each.key].number for seat, each in wanted.items()}
        numbers = {seat: number for seat, number in found.items() if number is not None}
        return numbers if len(numbers) == len(wanted) else None

    def forget(self, table: int) -> None:
        """What was found for a table did not serve: it is looked for anew."""
        for key, search in list(self._searches.items()):
            if search.silent.table == table and search.number is not None:
                del self._searches[key]

    def look(self) -> None:
        """One look of the clock: what has ended is read, what nobody asks for any more is given up, the next begins."""
        self._looks += 1
        for key, search in list(self._searches.items()):
            if search.process is not None and search.process.poll() is not None:
                self._read(search, search.process)
            if self._looks - search.asked > FORGOTTEN:
                _end(search)
                del self._searches[key]
        while (following := self._next()) is not None:
            self._start(following[1], self._searches[following])

    def troubles(self) -> list[tuple[int, str]]:
        """The tables whose numbers cannot be looked for now, and why."""
        return sorted((each.silent.table, each.trouble) for each in list(self._searches.values()) if each.trouble)

    def close(self) -> None:
        for search in self._searches.values():
            _end(search)
        self._searches.clear()

    def _address(self, search: Search) -> str | int:
        """Whom a turn is given to: an address, or a person where it is not known."""
        return self._addresses.get(search.silent.person) or search.silent.person

    def _next(self) -> Key | None:
        """What is looked for next; None where as many as may be are at work."""
        at_work = {self._address(each) for each in self._searches.values() if each.process is not None}
        if len(at_work) >= AT_ONCE:
            return None
        waiting = {
            key: each
            for key, each in self._searches.items()
            if each.process is None and each.number is None and each.not_before <= self._looks
        }
        last = len(at_work) == AT_ONCE - 1
        free = (
            key
            for key, each in waiting.items()
            if self._address(each) not in at_work and (each.silent.others or not last)
        )
        return min(free, key=lambda key: self._order(waiting[key]), default=None)

    def _order(self, search: Search) -> tuple[bool, int, int]:
        """Whom others wait for first; then whose last turn is the longest ago."""
        silent = search.silent
        return not silent.others, self._served.get(self._address(search), 0), self._served.get(silent.person, 0)

    def _start(self, puzzle: Puzzle, search: Search) -> None:
        self._starts += 1
        for who in (self._address(search), search.silent.person):
            self._served.pop(who, None)
            self._served[who] = self._starts
        for who in list(self._served)[:-MOST_KNOWN]:
            del self._served[who]
        numbers = (f"{puzzle.base:x}", str(search.turns), f"{puzzle.modulus:x}")
        command = [sys.executable, "-I", "-S", squaring.__file__, *numbers]
        try:
            search.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        except OSError as fault:  # no process, no memory, no descriptor: for now
            self._failed(search, fault.strerror or type(fault).__name__)

    def _read(self, search: Search, process: subprocess.Popen[str]) -> None:
        """What a process has found."""
        search.process = None
        told, _ = process.communicate()
        try:
            search.number, search.trouble = int(told, 16), ""
        except ValueError:
            self._failed(search, f"its process ended with {process.returncode}")

    def _failed(self, search: Search, why: str) -> None:
        search.not_before = self._looks + AGAIN
        search.trouble = f"a number that was not opened cannot be looked for ({why}): it is tried again in a moment"
        LOG.warning("table %d: %s", search.silent.table, search.trouble)


def _end(search: Search) -> None:
    if search.process is not None:
        search.process.kill()
        search.process.communicate()


def silent_at(table: int, seats: Iterable[int], accounts: Mapping[int, str]) -> dict[int, Silent]:
    """Whose silence it is, by seat, and how many people with cards wait for them."""
    people = {seat: int(account.split(":")[1]) for seat, account in accounts.items() if account.startswith("person:")}
    silent = set(seats)
    others = len(people.keys() - silent)
    return {seat: Silent(table, people.get(seat, 0), others) for seat in silent}
