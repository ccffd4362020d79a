"""The rounds of each person: listed as they end, amended as they are, on both databases, and from an old room."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from honest import TURNS, Honest
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.people import people
from houseway.room.store.backup import restore
from houseway.room.store.schema import PLAYED
from houseway.room.table import rounds

OLDER = Path(__file__).with_name("data") / "older-room.gz"


@pytest.fixture(autouse=True)
def quick_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


def lines(room: Room, person: int) -> list[Any]:
    with room.store.reading() as connection:
        query = select(PLAYED).where(PLAYED.c.person == person).order_by(PLAYED.c.number)
        return list(connection.execute(query).all())


def net(room: Room, round_: int, seat: int) -> tuple[int, int]:
    """What a seat staked and won in a round, as its page tells it."""
    told = [each for each in room.round(round_, None).json()["ruling"] if each["seat"] == seat]
    return sum(each["stake_cents"] for each in told), sum(each["cents"] for each in told)


def test_rounds_are_listed_as_they_end_and_amended_as_they_are(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9")
    for _ in range(3):
        Honest(table).play_round()
    ann = table.people[0]
    want = [(number, *net(room, number, 1)) for number in (1, 2, 3)]
    assert [(row.round, row.staked, row.cents) for row in lines(room, ann.id)] == want
    staff = [
        room.people.add(name, "dealer", people.HASHER.hash("a long password"), by="command: tests")
        for name in ("Di", "Do")
    ]
    for what in ({"what": "correction", "seat": 1, "cents": 700}, {"what": "void"}):
        asked = table.do(staff[0], "request", round=2, reason="a misdeal", **what).version
        table.do(staff[1], "approve", request=asked)
    rows = lines(room, ann.id)
    assert [row.what for row in rows] == ["round"] * 3 + ["correction", "void"]
    assert (rows[3].cents, rows[4].cents) == (700, -(rows[1].cents + 700))
    assert rows[4].total == rows[0].cents + rows[2].cents
    assert rows[4].wagered == rows[0].staked + rows[2].staked
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    room.close()
    assert audit(database) == []


def test_somebody_at_two_tables_has_one_list(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database)
    first = sitting(room, "super-pan-9", people=1)
    ann = first.people[0]
    other = room.open_table(ann, "super-pan-9", {}, "the other one")
    second = sitting.back(room, other, [ann], 5)
    second.do(ann, "sit", seat=1)
    for table in (first, second, first):
        Honest(table).play_round()
    rows = lines(room, ann.id)
    assert [row.number for row in rows] == [1, 2, 3]
    assert rows[-1].total == sum(row.cents for row in rows)
    room.close()
    assert audit(database) == []


def test_an_older_room_gets_its_lists_when_it_is_opened(sqlite: str, opened: Callable[..., Room]) -> None:
    restore(OLDER, sqlite)
    room = opened(sqlite)
    rows = lines(room, 2)
    assert {row.what for row in rows} == {"round", "void", "correction"}
    for row in rows:
        if row.what == "round":
            assert (row.staked, row.cents) == net(room, row.round, row.seat)
    room.close()
    assert audit(sqlite) == []


def test_a_line_that_another_table_has_dealt_is_found(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Rows that fit each other and not the journals."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1, seed=random.Random(3).randrange(100))
    for _ in range(2):
        Honest(table).play_round()
    with room.store.transaction() as connection:
        connection.execute(PLAYED.delete().where(PLAYED.c.person == table.people[0].id, PLAYED.c.number == 2))
    room.close()
    assert [finding.what for finding in audit(sqlite)] == [
        "the rounds of this person are not listed as the journal has them"
    ]
