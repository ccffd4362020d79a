"""Seats at which nothing is done are freed and told; whoever plays keeps theirs, however many tables there are."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event

from honest import TURNS
from houseway.room import Command, Room, idle
from houseway.room.audit import when
from houseway.room.audit.room import audit
from houseway.room.table import rounds


@pytest.fixture(autouse=True)
def quick_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


def seated(room: Room, table: int) -> list[str]:
    return [seat["name"] for seat in room.view(table, None).json()["seats"] if seat["name"]]


def later(room: Room, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much later, a look of the clock."""
    monkeypatch.setattr(room._house._idle, "_wall", lambda: time.time() + seconds)
    monkeypatch.setattr(when, "SKEW", timedelta(seconds=seconds))  # entries are dated by the true clock
    room.tick()


def test_who_does_nothing_for_an_hour_alone_is_got_up_and_told(
    database: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1)
    later(room, monkeypatch, idle.ALONE - 60)
    assert seated(room, table.table) == ["Ann"]
    later(room, monkeypatch, idle.ALONE + 60)
    assert seated(room, table.table) == []
    assert room.view(table.table, None).json()["log"][-1] == "seat 1 is freed: nothing was done there for 60 minutes"
    assert [card.taken for card in room.tables()] == [0]
    table.do(table.people[0], "sit", seat=1)
    assert seated(room, table.table) == ["Ann"]
    room.close()
    assert audit(database) == []


def test_where_no_seat_is_free_five_minutes_without_playing_free_one_and_clearing_nothing_is_no_play(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", seats="2")
    with monkeypatch.context() as far:
        far.setattr("houseway.room.commands.doing.stamp", lambda: "2999-01-01T00:00:00.000+00:00")
        table.do(table.people[0], "bet", wagers={"main": 500})
        table.do(table.people[1], "clear")
    later(room, monkeypatch, idle.FULL - 60)
    assert seated(room, table.table) == ["Ann", "Bob"]
    later(room, monkeypatch, idle.FULL + 60)
    assert seated(room, table.table) == ["Ann"]


def test_a_round_that_lasts_long_costs_nobody_the_seat_when_it_ends(
    database: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a full table of two people and a bot both have played, and another's decision took an hour: they may bet."""
    room = opened(database)
    table = sitting(room, "super-pan-9", seats="3")
    table.do(table.people[0], "add-bot", seat=3)
    with monkeypatch.context() as ago:
        hour = datetime.fromtimestamp(time.time() - idle.ALONE, UTC).isoformat(timespec="milliseconds")
        ago.setattr("houseway.room.commands.doing.stamp", lambda: hour)
        table.ready()
    while table.answer():
        pass
    monkeypatch.setattr(
        idle, "PLAYING", ("sit", "bet", "ready", "seal", "open")
    )  # the answers were given long ago, too
    later(room, monkeypatch, idle.FULL - 60)
    assert [name for name in seated(room, table.table) if name in ("Ann", "Bob")] == ["Ann", "Bob"]
    later(room, monkeypatch, idle.FULL + 60)
    assert [name for name in seated(room, table.table) if name in ("Ann", "Bob")] == []


def test_who_plays_keeps_the_seat_and_who_only_sits_there_does_not(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half an hour where others sit: Bob last acted at a time when Ann did, and since then only Ann."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    with monkeypatch.context() as far:
        far.setattr("houseway.room.commands.doing.stamp", lambda: "2999-01-01T00:00:00.000+00:00")
        table.do(table.people[0], "bet", wagers={"main": 500})
    later(room, monkeypatch, idle.WITH_OTHERS - 60)
    assert seated(room, table.table) == ["Ann", "Bob"]
    later(room, monkeypatch, idle.WITH_OTHERS + 60)
    assert seated(room, table.table) == ["Ann"]
    room.close()


def test_nobody_is_got_up_in_mid_round_or_from_a_paused_table(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.ready()
    assert room.view(table.table, None).json()["phase"] == "playing"
    later(room, monkeypatch, 2 * idle.ALONE)
    assert seated(room, table.table) == ["Ann", "Bob"]
    while table.answer():
        pass
    boss = room.people.sign_in("manager", room.first_password)
    boss = room.people.set_password(boss, room.first_password, "a password of the manager")
    table.do(boss, "pause")
    later(room, monkeypatch, 3 * idle.ALONE)
    assert seated(room, table.table) == ["Ann", "Bob"]
    table.do(boss, "resume")
    later(room, monkeypatch, 4 * idle.ALONE)
    assert seated(room, table.table) == []
    room.close()
    assert audit(sqlite) == []


def test_a_look_reads_so_many_tables_and_comes_to_all_in_turn(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "AT_A_LOOK", 2)
    room = opened(sqlite)
    boss = room.people.sign_in("manager", room.first_password)
    boss = room.people.set_password(boss, room.first_password, "a password of the manager")
    ann = room.people.guest("Ann")
    for number in range(5):
        table = room.open_table(boss, "super-pan-9", {}, f"table {number}")
        room.do(Command(table, ann.id, f"sitting-{number}", None, "sit", {"seat": 1}))
    told: list[str] = []
    event.listen(room.store.engine, "before_cursor_execute", lambda *given: told.append(json.dumps(str(given[2]))))
    at = time.time() + idle.ALONE + 60
    looks = []
    for number in range(4):
        monkeypatch.setattr(room._house._idle, "_wall", lambda now=at + 60 * number: now)
        told.clear()
        looks.append([still.table for still in room._house._idle.look()])
        assert len(told) <= 3, "one query for the tables; none for a table that is still for all"
    assert looks == [[1, 2], [3, 4], [5], [1, 2]]
    room.close()
