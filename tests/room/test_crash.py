"""A round survives: a crash after every command, and processes killed while they play."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from houseway.games import games
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.table.state import LiveTable

NURSERY = Path(__file__).with_name("nursery.py")


def same_after_a_crash(database: str, table: Any) -> bool:
    """Whether a room that knows nothing but the database stands where this one does."""
    other = Room.open(database)
    viewers = [None, *table.people]
    seen = [table.room.view(table.table, viewer).json() | {"deadline": 0} for viewer in viewers]
    found = [other.view(table.table, viewer).json() | {"deadline": 0} for viewer in viewers]
    ours, theirs = table.room._live[table.table], other._live[table.table]
    other.store.close()
    alike = (ours.standing, ours.by, ours.held, ours.places, ours.carried()) == (
        *(theirs.standing, theirs.by, theirs.held, theirs.places, theirs.carried()),
    )
    return seen == found and alike


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_crash_after_any_command_changes_nothing(
    game: str, sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    table = sitting(opened(sqlite), game, seed=4)
    table.do(table.people[0], "add-bot", seat=3)
    table.bet(table.people[0])
    table.do(table.people[0], "cut", position=5)
    rounds = 0
    while rounds < 3:
        assert same_after_a_crash(sqlite, table)
        if table.view()["phase"] != "playing":
            table.ready()
        while table.answer():
            assert same_after_a_crash(sqlite, table)
        rounds += 1
    assert same_after_a_crash(sqlite, table)
    assert audit(sqlite) == []


def test_a_replay_that_forgets_something_is_caught(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(opened(sqlite), "super-pan-9", seed=4)
    for _ in range(2):
        table.play_round()
    restore = LiveTable.restore

    def forgetful(self: LiveTable, *given: Any) -> None:
        restore(self, *given)
        self.places[1].name = ""

    monkeypatch.setattr(LiveTable, "restore", forgetful)
    assert not same_after_a_crash(sqlite, table)


class Nursery:
    """A process that bears players, to be killed one after the other."""

    def __init__(self, database: str, kind: str, people: list[int]) -> None:
        command = [sys.executable, str(NURSERY), database, kind, *map(str, people)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def bear_and_kill(self, seed: int, after: int, wait: float) -> list[tuple[int, str]]:
        """Let a child play, kill it some time after so many acknowledgements; those it made: person and key."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(seed, file=self.process.stdin, flush=True)
        acks: list[tuple[int, str]] = []
        child = 0
        killed = False
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "child":
                child = int(words[1])
            elif words[0] == "ack":
                acks.append((int(words[1]), words[2]))
            elif words[0] == "dead":
                break
            if child and not killed and len(acks) >= after:
                time.sleep(wait)
                os.kill(child, signal.SIGKILL)
                killed = True
        return acks

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


def lost_after(database: str, people: list[int], kind: str, kills: int, luck: int = 0) -> int:
    """How many acknowledged commands are not there after so many kills."""
    nursery = Nursery(database, kind, people)
    engine = create_engine(database)
    source = random.Random(1 + luck)
    lost = 0
    try:
        for number in range(1, kills + 1):
            acks = nursery.bear_and_kill(number, source.randrange(1, 9), source.random() / 100)
            with engine.connect() as connection:
                kept = {tuple(row) for row in connection.execute(text("SELECT person, key FROM commands"))}
            lost += len(set(acks) - kept)
    finally:
        nursery.end()
        engine.dispose()
    return lost


@pytest.mark.parametrize("kind", ["telling", "crowding"])
def test_nothing_acknowledged_is_lost_when_processes_are_killed(
    kind: str, database: str, opened: Callable[..., Room], sitting: Any, turns: Callable[[str, int], int], luck: int
) -> None:
    """One command after the other, and several in one commit."""
    table = sitting(opened(database), "super-pan-9")
    people = [person.id for person in table.people]
    assert lost_after(database, people, kind, turns("HOUSEWAY_KILLS", 6), luck) == 0
    assert audit(database) == []
    assert table.view()["round"] is not None or table.room.history(1), "they have played"


def test_a_room_that_acknowledges_before_it_has_written_is_caught(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    assert lost_after(sqlite, [person.id for person in table.people], "boasting", kills=6) > 0
