"""The live streams of a table: what all spectators see is made once a version and sent to each as it is.

What a viewer may see is decided in `houseway.room.view` alone: an event is made of a `View`, and a spectator is who the
room's `Public` serves. Everybody else has a view of their own, made in a thread.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple
from weakref import WeakValueDictionary

from houseway.room import Person, Public, Room, Stopped, View

HEARTBEAT = 15.0
"""Seconds of silence after which the stream says that it is still there."""

RETRY = b"retry: 1000\n\n"
STILL_HERE = b": still here\n\n"


class Event(NamedTuple):
    """A view on the stream: its version is the id."""

    version: int
    data: bytes


def event_of(view: View, version: int) -> Event:
    return Event(version, f"id: {version}\nevent: view\ndata: {view.text()}\n\n".encode())


class Channel:
    """The streams of one table on one event loop: the newest public event, and the news that there is another."""

    def __init__(self, room: Room, table: int) -> None:
        self._room = room
        self._table = table
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._news = asyncio.Event()
        self._reading = asyncio.Lock()
        self._next: asyncio.Task[None] | None = None
        self._public: Public | None = None
        self._event = Event(-1, b"")
        self._streams = 0
        self._following: asyncio.Task[None] | None = None

    async def first(self, viewer: Person | None) -> Event:
        """What the viewer may see now, read after this was asked; once for all spectators who ask meanwhile."""
        await self._look()
        return await self._newest(viewer)

    async def stream(self, viewer: Person | None, first: Event) -> AsyncIterator[bytes]:
        """Each new version as an event; a comment now and then so that nobody thinks the line is dead."""
        sent = first.version
        with self._joined() as following, contextlib.suppress(Stopped):
            yield RETRY + first.data
            while not following.done():
                news = self._news
                if self._event.version > sent:
                    event = await self._newest(viewer)
                    sent = event.version
                    yield event.data
                else:
                    yield STILL_HERE
                await news.wait()

    async def _newest(self, viewer: Person | None) -> Event:
        if self._public is not None and self._public.serves(viewer):
            return self._event
        return await asyncio.to_thread(self._own, viewer)

    def _own(self, viewer: Person | None) -> Event:
        view = self._room.view(self._table, viewer)
        return event_of(view, int(view.json()["version"]))

    async def _look(self) -> None:
        """Read the table anew. Who asks before the reading starts shares it; who asks later waits for the next."""
        if self._next is None:
            self._next = self._loop.create_task(self._read())
        await asyncio.shield(self._next)

    async def _read(self) -> None:
        async with self._reading:
            self._next = None
            public = await asyncio.to_thread(self._room.public, self._table)
            newer = public.version > self._event.version
            self._public, self._event = public, event_of(public.view, public.version)
            if newer:
                self._tell()

    def _tell(self) -> None:
        """Wake every stream, and have the next news on another bell."""
        self._news.set()
        self._news = asyncio.Event()

    @contextlib.contextmanager
    def _joined(self) -> Iterator[asyncio.Task[None]]:
        """Be one of the streams; the table is followed as long as there is one."""
        self._streams += 1
        if self._following is None:
            self._following = self._loop.create_task(self._follow())
        try:
            yield self._following
        finally:
            self._streams -= 1
            if self._streams == 0:
                self._following.cancel()
                self._following = None

    async def _follow(self) -> None:
        """Read what is committed, when it is committed; where the room has stopped, let the streams end."""
        unsubscribe = self._room.watch(self._table, self._wake)
        self._woken.set()  # something may have been committed before anybody watched
        try:
            with contextlib.suppress(Stopped):
                while True:
                    try:
                        await asyncio.wait_for(self._woken.wait(), HEARTBEAT)
                    except TimeoutError:
                        self._tell()
                    else:
                        self._woken.clear()
                        await self._look()
        finally:
            unsubscribe()
            self._loop.call_soon(self._tell)

    def _wake(self, _version: int) -> None:
        """Called by whichever thread has committed."""
        self._loop.call_soon_threadsafe(self._woken.set)


class Streams:
    """The channels of a room: one for each table that somebody looks at, gone when nobody does."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._channels: WeakValueDictionary[int, Channel] = WeakValueDictionary()

    def of(self, table: int) -> Channel:
        channel = self._channels.get(table)
        if channel is None:
            channel = self._channels[table] = Channel(self._room, table)
        return channel
