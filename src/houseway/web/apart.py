"""A process that computes for the server: what it is asked for comes through a pipe, and so does the answer.

It gives way to everybody else, writes nothing where answers are read, and ends with the server.
"""

import contextlib
import importlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from houseway.errors import Faulty, HousewayError
from houseway.extras import extras_named
from houseway.game import Game
from houseway.games import add

GIVES_WAY, LESS = 10, 4
"""How far a process stands back for everybody else, and one that answers somebody who waits."""

LOOKS = 0.5
"""Seconds between two looks whether the server is there."""


def main(pipe: int) -> None:
    """Answer until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to answer
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with Connection(pipe) as line, contextlib.suppress(EOFError, OSError):
        server, modules, gives_way = line.recv()
        with contextlib.suppress(OSError):  # where that is forbidden, it takes its turn as others do
            os.nice(gives_way)
        end_with(server)
        know(modules)
        while True:
            call, given = line.recv()
            line.send(answer(call, given))


def end_with(server: int) -> None:
    """End in the midst of whatever is computed when the server has ended, were it before this process had begun."""

    def look() -> None:
        while os.getppid() == server:
            time.sleep(LOOKS)
        os._exit(0)

    threading.Thread(target=look, daemon=True).start()


def know(modules: list[str]) -> None:
    """Make the server's other games known; one that cannot be is not asked for here."""
    for module in modules:
        with contextlib.suppress(Exception):  # whatever another package does wrong is its own fault
            found = vars(importlib.import_module(module)).get("GAME")
            if isinstance(found, Game):
                add(found)


def answer(call: Callable[..., Any], given: tuple[Any, ...]) -> tuple[Any, ...]:
    """A value, a refusal, or what went wrong, in a form that travels."""
    try:
        with extras_named():
            return "found", call(*given)
    except HousewayError as fault:
        kind = HousewayError if isinstance(fault, Faulty) else type(fault)
        return "refused", kind, fault.sentence, fault.clause
    except Exception:  # noqa: BLE001  # told to the server, which logs it
        return "failed", traceback.format_exc(limit=-3)
