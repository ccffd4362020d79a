"""The clock of the server: what ends it ends the server too, aloud, and whatever is open is closed."""

import asyncio
import errno
import logging
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.room import Command, Room, Stopped
from houseway.room.store import checkpoints
from houseway.room.table.clock import Clock
from houseway.web import create_app
from houseway.web.figures import Figures
from houseway.web.prepare import Preparation

PATIENCE = 120.0
"""Seconds after which a test gives up; what it waits for comes in a fraction of one."""


class Closing(Figures):
    """Figures that tell whether they have been closed."""

    closed = False

    def close(self) -> None:
        self.closed = True
        super().close()


@pytest.fixture
def told() -> Iterator[list[int]]:
    """What the process is told: SIGTERM, noted and not obeyed."""
    numbers: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: numbers.append(number))
    yield numbers
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def waiting(folder: Path) -> Iterator[Room]:
    """A room with a round in which nobody has time to decide."""
    room = Room.open(f"sqlite:///{folder / 'waiting.db'}", clock=Clock(0, 1000, 1000, alone=0))
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "")
    for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {})):
        room.do(Command(table, ann.id, kind, None, kind, data))
    yield room
    room.store.close()
    (folder / "waiting.db").unlink()


async def served(app: Any, told: list[int]) -> int:
    """Serve until the process is told to end; what `/health` says then."""
    async with app.router.lifespan_context(app):
        until = time.monotonic() + PATIENCE
        while not told:
            assert time.monotonic() < until, "nobody was told to end"
            await asyncio.sleep(0.02)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return (await client.get("/health")).status_code


def full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, "no space left on device")


def failing(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    "where, fault, why",
    [
        ("checkpoints.write", full, "storage error"),
        ("_lobby.due", failing, "its clock has failed"),
    ],
    ids=["disk full", "anything else"],
)
def test_whatever_ends_the_clock_stops_the_room_and_ends_the_server(
    where: str,
    fault: Callable[..., None],
    why: str,
    waiting: Room,
    told: list[int],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    figures = Closing()
    *part, name = where.split(".")
    places = {"checkpoints": checkpoints, "_lobby": waiting._lobby}
    monkeypatch.setattr(places[part[0]] if part else waiting, name, fault)
    with caplog.at_level(logging.CRITICAL):
        health = asyncio.run(served(create_app(waiting, None, figures, Preparation(())), told))
    assert (told, health) == ([signal.SIGTERM], 503)
    assert why in waiting.stopped
    assert why in caplog.text
    assert figures.closed
    with pytest.raises(Stopped):
        waiting.people.guest("Bob")


def test_what_cannot_be_closed_keeps_nothing_else_open(waiting: Room, told: list[int]) -> None:
    class Stuck(Preparation):
        def close(self) -> None:
            raise RuntimeError("stuck")

    figures = Closing()
    told.append(signal.SIGTERM)
    with pytest.raises(RuntimeError, match="stuck"):
        asyncio.run(served(create_app(waiting, None, figures, Stuck(())), told))
    assert figures.closed
