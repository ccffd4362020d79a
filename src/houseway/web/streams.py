"""The live streams of a table: what all spectators see is made once a version and sent to each as it is.

What a viewer may see is decided in `houseway.room.table.view` alone: an event is made of a `View`, and a spectator is
who the room's `Public` serves. Everybody else has a view of their own, made in a thread once a version for all streams
of that person, and sent only while the session lasts.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from houseway.errors import HousewayError
from houseway.room import Person, Public, Room, Stopped, View
from houseway.room.errors import Refused
from houseway.web.door import capacity

Key = TypeVar("Key")
Made = TypeVar("Made")

HEARTBEAT = 6.0
"""Seconds of silence after which the stream says that it is still there; pages wait for two and a half of them."""

LOOK_AGAIN = 2.0
"""Seconds after which a table is read again whose jackpots are the room's: other tables and the desk move them too."""

MOST_OWN = 20
"""Streams that one person may have open at once."""

MOST_NAMELESS = 2_000
"""Streams that visitors without a name may have open at once from one address: all of them get the same bytes."""

RETRY = b"retry: 1000\n\n"
STILL_HERE = f"event: alive\ndata: {HEARTBEAT * 1000:.0f}\n\n".encode()
"""A sign of life that scripts see, with the milliseconds until the next."""


class TooMany(HousewayError):
    """One stream more than a person or an address may have open."""


class Onlooker(NamedTuple):
    """Who has a stream: the person, and the session that says so; nobody in particular without them."""

    person: Person | None = None
    session: str = ""


class Event(NamedTuple):
    """A view on the stream: its version is the id; and how often jackpots had moved elsewhere by then."""

    version: int
    data: bytes
    moved: int = 0


def event_of(view: View, version: int) -> Event:
    return Event(version, f"id: {version}\nevent: view\ndata: {view.text()}\n\n".encode())


async def shared(tasks: dict[Key, asyncio.Task[Made]], key: Key, make: Callable[..., Made], *given: Any) -> Made:
    """What is made in a thread, once for all who ask while its task is kept."""
    if key not in tasks:
        tasks[key] = asyncio.create_task(asyncio.to_thread(make, *given))
    return await asyncio.shield(tasks[key])


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
        self._told_at = self._loop.time()
        self._own: dict[tuple[int, str], asyncio.Task[Event]] = {}
        self._asked: dict[str, asyncio.Task[Person | None]] = {}
        self._streams = 0
        self._following: asyncio.Task[None] | None = None

    async def first(self, onlooker: Onlooker) -> Event:
        """What the onlooker may see now, read after this was asked; once for all spectators who ask meanwhile."""
        await self._look()
        return await self._newest(onlooker.person)

    async def stream(self, onlooker: Onlooker, first: Event) -> AsyncGenerator[bytes, None]:
        """Each new version as an event, and jackpots that moved elsewhere; a sign of life now and then so that
        nobody thinks the line is dead.

        A stream that shows more than everybody sees ends with its session.
        """
        sent = first
        with self._joined() as following, contextlib.suppress(Stopped, Refused):
            yield RETRY + first.data
            while not following.done():
                news = self._news
                if not await self._may_go_on(onlooker):
                    return
                if self._event.version > sent.version or self._event.moved > sent.moved:
                    sent = await self._newest(onlooker.person)
                    yield sent.data
                else:
                    yield STILL_HERE
                await news.wait()

    def _is_public(self, viewer: Person | None) -> bool:
        return self._public is not None and self._public.serves(viewer)

    async def _may_go_on(self, onlooker: Onlooker) -> bool:
        """Whether the session still is; who sees what everybody does needs none."""
        if self._is_public(onlooker.person):
            return True
        try:
            return (
                await shared(self._asked, onlooker.session, self._room.people.of_session, onlooker.session) is not None
            )
        finally:
            self._asked.pop(onlooker.session, None)

    async def _newest(self, viewer: Person | None) -> Event:
        if viewer is None or self._is_public(viewer):
            return self._event
        moved = self._event.moved
        own = await shared(self._own, (viewer.id, viewer.role), self._event_for, viewer)
        return own._replace(moved=moved)

    def _event_for(self, viewer: Person) -> Event:
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
            moved = not newer and self._public is not None and _jackpots(public) != _jackpots(self._public)
            event = event_of(public.view, public.version)._replace(moved=self._event.moved + moved)
            self._public, self._event = public, event
            self._own.clear()
            if newer or moved:
                self._tell()

    def _tell(self) -> None:
        """Wake every stream, and have the next news on another bell."""
        self._told_at = self._loop.time()
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
        """Read what is committed, when it is committed; where there is nothing more to see, let the streams end."""
        unsubscribe = self._room.watch(self._table, self._wake)
        self._woken.set()  # something may have been committed before anybody watched
        try:
            with contextlib.suppress(Stopped, Refused):
                while True:
                    linked = self._public is not None and self._public.linked
                    try:  # wait_for may swallow the end of the last stream
                        async with asyncio.timeout(min(LOOK_AGAIN, HEARTBEAT) if linked else HEARTBEAT):
                            await self._woken.wait()
                    except TimeoutError:
                        if linked:
                            await self._look()
                        if self._loop.time() - self._told_at >= HEARTBEAT or not linked:
                            self._tell()
                    else:
                        self._woken.clear()
                        await self._look()
        finally:
            unsubscribe()
            self._loop.call_soon(self._tell)

    def end(self) -> None:
        """Let all streams end: there is nothing more to come."""
        if self._following is not None:
            self._following.cancel()

    def _wake(self, _version: int) -> None:
        """Called by whichever thread has committed."""
        self._loop.call_soon_threadsafe(self._woken.set)


def _jackpots(public: Public) -> tuple[Any, ...]:
    """What a table shows and says of its jackpots, and which awards of its round are paid: chips have moved then."""
    view = public.view.json()
    return view["meters_cents"], view["jackpots_say"], view["ruling"]


class Live(StreamingResponse):
    """A stream on the wire; when it ends, however it ends, its place is free again."""

    def __init__(self, events: AsyncGenerator[bytes, None], place: contextlib.ExitStack) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._events, self._place = events, place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            async with contextlib.aclosing(self._events):
                await super().__call__(scope, receive, send)


class Streams:
    """The channels of a room, one for each table that is looked at, gone when nobody does; and who has how many."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._channels: WeakValueDictionary[int, Channel] = WeakValueDictionary()
        self._open: Counter[object] = Counter()
        self._total = 0
        connections = capacity()
        self._most = 3 * connections // 4  # the others are for who asks and acts
        self._of_place = self._most // 2
        self._nameless = min(MOST_NAMELESS, connections // 4)

    def of(self, table: int) -> Channel:
        channel = self._channels.get(table)
        if channel is None:
            channel = self._channels[table] = Channel(self._room, table)
        return channel

    def close(self) -> None:
        """Let every stream end; on their event loop."""
        for channel in list(self._channels.values()):
            channel.end()

    async def answer(self, table: int, onlooker: Onlooker, host: str) -> Live:
        """The stream of a table for somebody from this address, beginning with what there is now."""
        with contextlib.ExitStack() as place:
            place.enter_context(self.place(onlooker.person, host))
            channel = self.of(table)
            first = await channel.first(onlooker)
            return Live(channel.stream(onlooker, first), place.pop_all())

    @contextlib.contextmanager
    def place(self, person: Person | None, host: str) -> Iterator[None]:
        """One of the streams that a person, an address without a name, and all of an address may have open."""
        if self._total >= self._most:
            raise TooMany("the room shows as many live tables as it can: try again in a moment")
        key, most = (host, self._nameless) if person is None else (person.id, MOST_OWN)
        if self._open[key] >= most:
            whose = "you have" if person else "visitors without a name have"
            raise TooMany(f"{whose} {most} live tables open: close one, then try again")
        place = ("all of", host)
        if self._open[place] >= self._of_place:
            raise TooMany(
                f"{self._of_place} live tables are open at your address, half of all that the room can show: "
                "close one, then try again"
            )
        self._open.update((key, place))
        self._total += 1
        try:
            yield
        finally:
            self._total -= 1
            self._open.subtract((key, place))
            for each in (key, place):
                if not self._open[each]:
                    del self._open[each]
