"""What a connection meets before a request is understood: how many there may be, and how long each may take.

Descriptors are kept back for the database and for what the room opens besides: a crowd at the door may fill the room,
but a commit always finds a file to write to.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from houseway.web.guard import place_of
from houseway.web.heads import Heads

MOST = 8_192
"""Connections at once, where the system allows as many descriptors."""

KEPT = 256
"""Descriptors kept back; two thirds of all where there are few."""

BACKLOG = 64
"""Connections that are accepted in one go, before any of them can be refused."""

MOST_HEADERS = 32 * 1024
"""Bytes of a request's headers; and of what comes behind a request that is being answered."""

HEADERS_WITHIN = 10.0
"""Seconds from the first byte of a request, or from the connection, to the end of its headers."""

READ_WITHIN = 60.0
"""Seconds that somebody may leave an answer unread before the line is cut."""

BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"connection: close\r\n\r\nthe room has as many visitors as it can take: try again in a moment\n"
)
TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"connection: close\r\n\r\nthe request took too long to arrive: try again\n"
)


def descriptors() -> int:
    """How many files and connections this process may have open: as many as the system lets it ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + 2 * KEPT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (OSError, ValueError):  # forbidden: as many as there are
            soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else soft


def capacity() -> int:
    """How many connections there may be at once."""
    limit = descriptors()
    return max(8, min(MOST, limit - min(KEPT, 2 * limit // 3)))


class Door(H11Protocol):
    """A connection that may be one too many, too slow to ask, or too slow to read.

    Where the room is full, who has asked for nothing yet, or sent half of it, makes place for who comes, the longest
    waiting of the address that has the most of them first. No address has more than half of the connections: its own
    make place there. A proxy that is named is nobody's address.
    """

    most = 0
    """Connections at once; `capacity` says how many."""

    held: ClassVar[Counter[str]] = Counter()
    """How many an address has."""

    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """What others come through."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn: Heads = Heads(h11.SERVER, MOST_HEADERS)
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self.since = 0.0
        self.address = ""

    @property
    def waiting(self) -> bool:
        """Whether no request of this connection is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def idle(self) -> bool:
        """Whether there is nothing to answer yet: no request, or half of one."""
        return self.waiting or self.conn.their_state is h11.SEND_BODY

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above it
        super().connection_made(transport)
        self.since = self.loop.time()
        self._arm()
        self.address = place_of(self.client[0] if self.client else "")
        self.held[self.address] += 1
        greedy = self.held[self.address] > self.most // 2 and not self._is_proxy()
        if (greedy or len(self.connections) > self.most) and not self._make_place(greedy=greedy):
            self._end(BUSY)

    def _is_proxy(self) -> bool:
        try:
            return any(ip_address(self.client[0] if self.client else "") in each for each in self.proxies)
        except ValueError:
            return False

    def _make_place(self, *, greedy: bool = False) -> bool:
        """Close some that wait, of the address that has the most of them or of a greedy one; whether there were any."""
        waiting = [each for each in self.connections if isinstance(each, Door) and each.idle and each is not self]
        if greedy:
            waiting = [each for each in waiting if each.address == self.address]
        if not waiting:
            return False
        ((address, count),) = Counter(each.address for each in waiting).most_common(1)
        idle = sorted((each for each in waiting if each.address == address), key=lambda each: each.since)
        for each in idle[: max(1, min(count // 2, self.most // 16))]:
            each.leave()
        return True

    def leave(self) -> None:
        """Let go at once."""
        self._forget()
        self._disarm()
        self.transport.abort()

    def _forget(self) -> None:
        """Be none of the connections any more."""
        if self in self.connections:
            self.connections.discard(self)
            self.held[self.address] -= 1
            if not self.held[self.address]:
                del self.held[self.address]

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.waiting and len(self.conn.trailing_data[0]) > MOST_HEADERS:
            self.leave()  # an answer that listens for the end of the line would have ever more read behind its request
        if not self.waiting or self.transport.is_closing():
            self._disarm()
        elif self._timer is None:
            self._arm()

    def send_400_response(self, msg: str) -> None:
        if self.conn.refusal is None:
            super().send_400_response(msg)
        else:
            self._end(self.conn.refusal.answer())

    def on_response_complete(self) -> None:
        if self.conn.their_state is h11.SEND_BODY:  # what is left of a body that nobody wants is not read
            self.transport.close()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._disarm()
        self._read_on()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._unread = self._unread or self.loop.call_later(READ_WITHIN, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read_on()
        super().resume_writing()

    def _read_on(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _arm(self) -> None:
        self._timer = self.loop.call_later(HEADERS_WITHIN, self._too_slow)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self.waiting:
            self._end(TOO_SLOW)

    def _end(self, answer: bytes) -> None:
        """Say a last word and close."""
        self._disarm()
        self._forget()
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


def door(most: int, proxies: Iterable[str] = ()) -> type[Door]:
    """The door of a room that takes as many connections, and through these proxies as many as come."""
    networks = tuple(ip_network(each, strict=False) for each in proxies)
    return type("Door", (Door,), {"most": most, "held": Counter(), "proxies": networks})
