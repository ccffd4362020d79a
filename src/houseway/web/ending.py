"""How a process that serves a room ends: SIGTERM and Ctrl-C alike, in order, and within two seconds whatever goes on.

Nothing is raised in the midst of what is being done. A thread of its own hears of the signal from the system, whatever
the others do, and ends the process where something still goes on: what was acknowledged is on disk.
"""

import asyncio
import contextlib
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Generator, Iterator
from types import FrameType
from typing import NoReturn

import uvicorn
from fastapi import FastAPI

from houseway.room import Room

PATIENCE = 1.2
"""Seconds from the signal until the process is ended although something goes on; half as many more to sign."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)
INTERRUPTED = 130
"""The status of what Ctrl-C has ended, as shells know it."""


class Server(uvicorn.Server):
    """A server that leaves signals to who ends its process, where there is somebody."""

    app: FastAPI | None = None
    ending: "Ending | None" = None
    _loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        with contextlib.nullcontext() if self.ending is not None else super().capture_signals():
            yield

    def let_go(self) -> None:
        """Nobody waits for what is being computed, nor for what a stream may still bring."""
        if self.app is None or self._loop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self.app.state.streams.close)
        self.app.state.work.end()


class Ending:
    """The end of a process that serves a room: in success, of Ctrl-C with its own status, of a fault with 1."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._first = 0
        self._server: Server | None = None
        self._closed = False

    @contextlib.contextmanager
    def in_order(self) -> Iterator[None]:
        """Close the room at the end, and end the process where a signal has asked for it."""
        if threading.current_thread() is not threading.main_thread():
            with contextlib.closing(self._room):
                yield
            return
        heard, says = os.pipe()
        os.set_blocking(says, False)
        threading.Thread(target=self._watch, args=[heard], name="ending", daemon=True).start()
        before = {each: signal.signal(each, self._told) for each in SIGNALS}
        wakes = signal.set_wakeup_fd(says, warn_on_full_buffer=False)
        try:
            with contextlib.closing(self._room):
                yield
            self._closed = True
            if self._first:
                _exit(self.status)
        except SystemExit as ended:  # the server could not start
            _exit(ended.code if isinstance(ended.code, int) else 1)
        finally:
            signal.set_wakeup_fd(wakes)
            for each, handler in before.items():
                signal.signal(each, handler)
            os.close(says)

    def serve(self, server: Server) -> None:
        """Run a server until a signal comes, or has come."""
        self._server, server.ending = server, self
        server.should_exit = bool(self._first)
        server.run()

    @property
    def status(self) -> int:
        return 1 if self._room.stopped else INTERRUPTED if self._first == signal.SIGINT else 0

    def _told(self, number: int, _frame: FrameType | None) -> None:
        """Begin to end."""
        self._first = self._first or number
        if self._server is not None:
            self._server.should_exit = True

    def _watch(self, heard: int) -> None:
        """End the process all the same where something still goes on; a second Ctrl-C waits for nothing."""
        number = _next(heard)
        if number is None:
            return
        until = time.monotonic() + PATIENCE
        if self._server is not None:
            threading.Thread(target=self._server.let_go, daemon=True).start()
        if not _again(heard, until) and not self._closed:
            closing = threading.Thread(target=self._room.close, daemon=True)  # signs what has happened, if it can
            closing.start()
            closing.join(PATIENCE / 2)
        self._first = self._first or number  # the main thread may be too busy to have heard of it
        _exit(self.status)


def _next(heard: int) -> int | None:
    """The signal that comes; none where nobody listens any more."""
    while came := os.read(heard, 1):
        if came[0] in SIGNALS:
            return came[0]
    os.close(heard)
    return None


def _again(heard: int, until: float) -> bool:
    """Whether Ctrl-C comes once more before a moment."""
    while select.select([heard], [], [], max(0.0, until - time.monotonic()))[0]:
        if os.read(heard, 1)[0] == signal.SIGINT:
            return True
    return False


def _exit(status: int) -> NoReturn:
    """Nobody waits for the interpreter to take itself apart."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)
