"""Who waits for one of a few places, address by address in turn: nobody waits for all that another has asked for."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from importlib.metadata import version
from time import perf_counter

import anyio.to_thread
from anyio._backends import _asyncio as backend

PLACE: ContextVar[str] = ContextVar("place", default="")
"""The address whose request this is."""

THREADS = 64
"""Of all requests together."""

OF_ADDRESS = 16
"""Of those of one address, whatever it asks for: each may wait for a lock on the database."""


MOST_WAITING = 256
"""Answers of one kind that an address may wait for: a club may come from one."""

MOST_REST = 1.0
"""Seconds that a place rests at most."""


class Full(Exception):
    """As many of an address wait as may."""


class Turns:
    """So many places at once, and so many of an address who wait for one; each event loop begins with all of them.

    Where places `rest`, each is given on after as long as it was worked in, a second at most: commands have at least
    half of the time.
    """

    def __init__(self, places: int, most: int, *, rest: bool = False) -> None:
        self._places, self._most, self._rest = places, most, rest
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begin()

    def _begin(self) -> None:
        self._free = self._places
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """A place, when it is this address's turn."""
        if self._loop is not (loop := asyncio.get_running_loop()):
            self._loop = loop
            self._begin()
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        begun = perf_counter()
        try:
            yield
        finally:
            if self._rest:
                loop.call_later(min(perf_counter() - begun, MOST_REST), self._pass_on)
            else:
                self._pass_on()

    async def _wait(self, address: str) -> None:
        line = self._waiting.setdefault(address, deque())
        if len(line) >= self._most:
            raise Full
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a place to the first of the address whose turn it is, which then waits for the others."""
        if self._loop is not asyncio.get_running_loop():
            return
        while self._waiting:
            address, line = next(iter(self._waiting.items()))
            del self._waiting[address]
            first = line.popleft()
            if line:
                self._waiting[address] = line
            if not first.done():
                first.set_result(None)
                return
        self._free += 1


class Lines:
    """Of each address so many at once; what it asks for besides waits for those."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: dict[str, tuple[asyncio.Semaphore, int]] = {}

    async def enter(self, address: str) -> None:
        """Wait for a place among those of an address."""
        places, here = self._lines.get(address) or (asyncio.Semaphore(self._most), 0)
        self._lines[address] = places, here + 1
        try:
            await places.acquire()
        except asyncio.CancelledError:
            self._go(address)
            raise

    def leave(self, address: str) -> None:
        """Let the next one of the address have it."""
        self._lines[address][0].release()
        self._go(address)

    def _go(self, address: str) -> None:
        places, here = self._lines.pop(address)
        if here > 1:
            self._lines[address] = places, here - 1


class Place:
    """The place of one request in a line: taken when there is something to work on, and let go once it is done."""

    def __init__(self, lines: Lines, address: str) -> None:
        self._lines, self._address, self._held = lines, address, False

    async def take(self) -> None:
        await self._lines.enter(self._address)
        self._held = True

    def leave(self) -> bool:
        """Let it go, where it was taken; whether it was."""
        held, self._held = self._held, False
        if held:
            self._lines.leave(self._address)
        return held


FORM: ContextVar[Place | None] = ContextVar("form", default=None)
"""The place of the form that is worked on."""


@asynccontextmanager
async def elsewhere() -> AsyncIterator[None]:
    """While a process computes, a form holds no place among those of its address."""
    place = FORM.get()
    held = place is not None and place.leave()
    yield
    if place is not None and held:
        await place.take()


def _refusal() -> str:
    other = f"anyio {version('anyio')} gives out its threads in another way"
    return f"{other}: install the one that constraints.txt names"


class Threads(backend.CapacityLimiter):
    """The threads that requests are worked on in: an address has so many, and what it asks for besides waits for those.

    A thread is counted, not a request: who waits for a process, a writer or the disk without one holds up nobody.

    Routes and dependencies that are no coroutines are run by Starlette, which asks anyio for a thread and names no
    limiter. anyio lets everybody ask for the one that it takes then, and has no public way to put another in its place:
    so the private one is used, and what came of it is looked at in the public way, as the room starts.
    """

    def __init__(self, total_tokens: float) -> None:
        super().__init__(total_tokens)
        self._lines = Lines(OF_ADDRESS)

    def serve(self) -> None:
        """Be those of this event loop, for whoever asks for none in particular."""
        try:
            backend._default_thread_limiter.set(self)  # private: the docstring says why
            right = anyio.to_thread.current_default_thread_limiter() is self
        except AttributeError:
            right = False
        if not right:
            raise RuntimeError(_refusal())

    async def acquire_on_behalf_of(self, borrower: object) -> None:
        place = PLACE.get()
        if place:
            await self._lines.enter(place)
        try:
            await super().acquire_on_behalf_of(borrower)
        except BaseException:
            if place:
                self._lines.leave(place)
            raise

    def release_on_behalf_of(self, borrower: object) -> None:
        super().release_on_behalf_of(borrower)
        if place := PLACE.get():
            self._lines.leave(place)
