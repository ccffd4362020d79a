"""A machine's clock is set right, by a few seconds: an honest room is not accused of what it has written then."""

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from houseway.room import Command, Person, Room
from houseway.room.audit.room import audit
from houseway.room.evidence.signing import Signer
from houseway.room.store import journal, trusted
from houseway.verifier import checked

SUE = Person(9, "Sue", "surveillance", 0)


class Machine:
    """The clock of a machine that is ahead for a while, and what a process has stamped last."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        machine = self

        class Clock(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return datetime.now(tz) + timedelta(seconds=machine.ahead)

        self._patch = monkeypatch
        monkeypatch.setattr(journal, "datetime", Clock)
        self.begins_anew()

    def wall(self) -> float:
        return datetime.now(UTC).timestamp() + self.ahead

    def begins_anew(self) -> None:
        """Another process begins, which has stamped nothing yet."""
        self._patch.setattr(journal, "_LATEST", [datetime.min.replace(tzinfo=UTC)])


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


KEYS = count()


def do(room: Room, person: Person, kind: str, **data: Any) -> None:
    room.do(Command(1, person.id, f"key {next(KEYS)}", None, kind, data))


def bet(room: Room, person: Person) -> None:
    do(room, person, "bet", wagers={"main": 5_00})
    do(room, person, "ready")


@pytest.mark.parametrize("ahead", [1.0, 3.0])
def test_who_came_before_and_bets_after(
    ahead: float, machine: Machine, sqlite: str, opened: Callable[..., Room]
) -> None:
    """Their chips came by a clock of their own, and the stake was taken from what was not there yet."""
    room = opened(sqlite)
    room.people._wall = machine.wall
    machine.ahead = ahead
    ann = room.people.guest("Ann")
    room.open_table(ann, "super-pan-9", {"decks": "8"}, "a table")
    bob = room.people.guest("Bob")
    machine.ahead = 0.0
    do(room, bob, "sit", seat=1)
    bet(room, bob)
    assert audit(sqlite) == []


@pytest.mark.parametrize("ahead", [1.5, 4.5])
def test_who_has_won_and_bets_elsewhere_after_a_restart(
    ahead: float, machine: Machine, sqlite: str, opened: Callable[..., Room]
) -> None:
    """All that Ann has came by chips of before: her stake was taken from what was not there yet."""
    room = opened(sqlite)
    room.people._wall = machine.wall
    machine.ahead = ahead
    ann, bob = room.people.guest("Ann"), room.people.guest("Bob")
    room.open_table(bob, "super-pan-9", {"decks": "8"}, "a table")
    do(room, bob, "sit", seat=1)
    room.close()
    machine.ahead = 0.0
    machine.begins_anew()
    room = opened(sqlite)
    room.people._wall = machine.wall
    do(room, ann, "sit", seat=2)
    bet(room, ann)
    assert audit(sqlite) == []


@pytest.mark.parametrize("ahead", [1.5, 4.5])
def test_a_room_is_stopped_in_mid_round_and_goes_on_by_the_right_clock(
    ahead: float, machine: Machine, sqlite: str, opened: Callable[..., Room]
) -> None:
    """Its answers were dated before the round, and the verifier refused an honest record."""
    room = opened(sqlite)
    machine.ahead = ahead
    ann = room.people.guest("Ann")
    room.open_table(ann, "super-pan-9", {"decks": "8"}, "a table")
    do(room, ann, "sit", seat=1)
    bet(room, ann)
    room.close()
    machine.ahead = 0.0
    machine.begins_anew()
    room = opened(sqlite)
    while any(each["yours"] for each in room.view(1, ann).json()["asked"]):
        do(room, ann, "answer", answer="stand")
    record = json.loads(json.dumps(room.record(1, SUE)))
    assert record["started"] <= record["answers"][0]["at"] <= record["ended"]
    proof = json.loads(json.dumps(room.proof(record["shoe"], SUE).json()))
    assert checked([record], proof, proof["root"], None)[0] == []
    assert audit(sqlite) == []


@pytest.mark.parametrize("ahead", [0.5, 4.5])
def test_who_came_by_one_machine_and_bets_at_another(
    ahead: float, machine: Machine, database: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process knows what it has stamped itself, and nothing of the clock of the other."""
    rooms, stamped = {}, {}

    def at(name: str, seconds: float) -> Room:
        stamped.setdefault(name, [datetime.min.replace(tzinfo=UTC)])
        monkeypatch.setattr(journal, "_LATEST", stamped[name])
        machine.ahead = seconds
        if name not in rooms:
            rooms[name] = opened(database)
            rooms[name].people._wall = machine.wall
        return rooms[name]

    at("one", 0.0), at("another", 0.0)
    room = at("one", ahead)
    room.open_table(room.people.guest("Ann"), "super-pan-9", {"decks": "8"}, "a table")
    bob = room.people.guest("Bob")
    room = at("another", 0.0)
    do(room, bob, "sit", seat=1)
    bet(room, bob)
    assert audit(database) == []


@pytest.mark.parametrize("body", ["[" * 200_000, '{"at":"0001-01-01T00:00:00+09:00"}', '{"at":7}', "null"])
def test_an_entry_that_somebody_has_planted_moves_no_clock_and_stops_no_start(
    body: str, sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    with sqlite3.connect(folder / "room.db") as raw:
        raw.execute("UPDATE journal SET body = ? WHERE chain = 0 AND seq = 1", (body,))
    raw.close()
    engine = create_engine(sqlite)
    with engine.connect() as connection:
        trusted.saw_last(connection.execution_options(**{journal.OPTION: Signer(bytes(range(32)))}))
    engine.dispose()
    assert journal.stamp().endswith("+00:00")


def test_a_time_of_another_zone_is_stamped_as_ours(machine: Machine) -> None:
    there = timezone(timedelta(hours=9, minutes=30))
    journal.saw((datetime.now(UTC) + timedelta(seconds=3)).astimezone(there).isoformat())
    assert journal.stamp().endswith("+00:00")


def test_a_clock_that_runs_for_another_year_is_not_followed(machine: Machine) -> None:
    """A journal that was written then must not hold today's dates there."""
    now = journal.stamp()
    journal.saw((datetime.now(UTC) + timedelta(days=400)).isoformat())
    journal.saw("yesterday")
    assert now <= journal.stamp() < (datetime.now(UTC) + timedelta(minutes=1)).isoformat()
