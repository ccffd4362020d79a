"""What the head of a request may hold, counted before it is read: small as it is, it may take others' time.

Thirty-two kibibytes have room for six thousand headers or fifteen thousand parameters; a body in chunks makes an event
of every byte, before anybody can refuse it.
"""

import re
from typing import NamedTuple

import h11

MOST_LINES = 100
"""Lines of a head: browsers send some twenty."""

MOST_BYTES = 32 * 1024
"""Of a head, to its empty line."""

MOST_TARGET = 16 * 1024
MOST_PARAMETERS = 500
"""Bytes of an address, and parameters in its query."""

END = re.compile(rb"\n\r?\n")


class Refusal(NamedTuple):
    """Why a head is not read any further."""

    status: int
    phrase: str
    sentence: str

    def answer(self) -> bytes:
        """A last word on the line."""
        head = f"HTTP/1.1 {self.status} {self.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close"
        return f"{head}\r\n\r\n{self.sentence}\n".encode()


LINES = Refusal(431, "Request Header Fields Too Large", f"a request has at most {MOST_LINES} headers: send fewer")
BYTES = Refusal(
    431, "Request Header Fields Too Large", f"the head of a request has at most {MOST_BYTES:,} bytes: send less"
)
TARGET = Refusal(
    414, "URI Too Long", f"an address has at most {MOST_TARGET:,} bytes and {MOST_PARAMETERS} parameters: ask for less"
)
LENGTH = Refusal(411, "Length Required", "a body tells its length: send Content-Length, and no chunks")


class Heads(h11.Connection):
    """One side of a connection, which refuses such a head; `refusal` tells why."""

    refusal: Refusal | None = None

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is h11.IDLE:
            came, _ = self.trailing_data
            end = END.search(came)
            if came.count(b"\n", 0, None if end is None else end.start()) > MOST_LINES:
                self._refuse(LINES)
            if (len(came) if end is None else end.end()) > MOST_BYTES:
                self._refuse(BYTES)
        event = super().next_event()
        if isinstance(event, h11.Request):
            if len(event.target) > MOST_TARGET or event.target.count(b"&") >= MOST_PARAMETERS:
                self._refuse(TARGET)
            if any(name == b"transfer-encoding" for name, _ in event.headers):
                self._refuse(LENGTH)
        return event

    def _refuse(self, why: Refusal) -> None:
        self.refusal = why
        raise h11.RemoteProtocolError(why.sentence, why.status)
