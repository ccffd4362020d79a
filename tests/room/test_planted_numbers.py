"""Rows that are planted or taken away for a moment give nobody another's number, and no round or shoe one twice."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.archive.writing import archive
from houseway.room.errors import Refused
from planting import COMMAND, House

OF_PEOPLE = (("people", "id"), ("identities", "person"), ("factors", "person"))
FOLLOWS = "does not follow the last that the room has signed"


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


@contextmanager
def away(house: House, first: int) -> Any:
    """All rows of people from a number on are gone for a while."""
    rows = {table: house.sql(f"SELECT * FROM {table} WHERE {key} >= ?", first) for table, key in OF_PEOPLE}
    for table, key in OF_PEOPLE:
        house.sql(f"DELETE FROM {table} WHERE {key} >= ?", first)
    yield
    for table, key in OF_PEOPLE:
        for row in rows[table]:
            house.sql(f"DELETE FROM {table} WHERE {key} = ?", row[0])
            house.put(table, row)


@pytest.mark.parametrize("role", ["manager", "surveillance", "player"])
@pytest.mark.parametrize("restarted", [False, True])
def test_nobody_is_given_the_number_of_another(house: House, role: str, restarted: bool) -> None:
    """A guest was given a manager's number, and was the manager once the rows were put back."""
    sue = house.account("Sue", role)
    house.enrol(sue)
    if restarted:
        house.again()
    with away(house, sue.id):
        eve = house.room.people.guest("Eve")
        token = house.room.people.session(eve)
    assert eve.id > sue.id
    found = house.room.people.of_session(token)
    assert found is not None
    assert (found.name, found.role) == ("Eve", "player")
    house.again()
    assert house.audit() == ""


def test_a_row_that_no_entry_tells_of_gives_nobody_a_number(house: House) -> None:
    row = list(house.row("people", "id", house.dan.id))
    row[:3] = [2**40, "Zed", "zed"]
    house.put("people", tuple(row))
    with pytest.raises(Refused, match=f"person {2**40} {FOLLOWS}"):
        house.room.people.guest("Ann")
    house.sql("DELETE FROM people WHERE id = ?", 2**40)
    assert house.room.people.guest("Ann").id == house.dan.id + 1
    assert house.audit() == ""


def test_a_table_that_is_taken_away_leaves_its_number_to_none(house: House, sitting: Any) -> None:
    first = sitting(house.room, "super-pan-9").table
    row = house.row("tables", "id", first)
    house.sql("DELETE FROM tables WHERE id = ?", first)
    second = sitting(house.room, "super-pan-9").table
    house.put("tables", row)
    assert second == first + 1
    assert house.audit() == ""


@pytest.mark.parametrize("planted", [2**20, 2**31 - 1, 2**63 - 1])
def test_a_round_that_was_never_played_gives_no_round_its_number(house: House, sitting: Any, planted: int) -> None:
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    row = house.row("rounds", "id", 1)
    house.put("rounds", (planted, *row[1:]))
    with pytest.raises(HousewayError, match=FOLLOWS):
        table.ready()
    house.sql("DELETE FROM rounds WHERE id = ?", planted)
    table.play_round()
    assert [each for (each,) in house.sql("SELECT id FROM rounds ORDER BY started")] == [1, 2]
    assert house.audit() == ""


def test_a_row_that_points_into_an_archive_gives_no_round_its_number(house: House, sitting: Any, folder: Path) -> None:
    """No entry tells there of which round it is."""
    table = sitting(house.room, "supreme-99")
    for _ in range(4):
        table.play_round()
    row = house.row("rounds", "id", 1)
    archive(house.room.store, folder / "old.archive", "9999-01-01", COMMAND)
    house.again()
    table.room = house.room
    house.put("rounds", (2**20, *row[1:]))
    with pytest.raises(HousewayError, match=FOLLOWS):
        table.ready()
    house.sql("DELETE FROM rounds WHERE id = ?", 2**20)
    table.play_round()
    assert [each for (each,) in house.sql("SELECT id FROM rounds ORDER BY id")] == [1, 2, 3, 4, 5]


def test_rounds_are_never_numbered_backwards(house: House, sitting: Any) -> None:
    """They were numbered 1, 2, 11, 3: the room had signed it, and the audit refused them for ever."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    row = house.row("rounds", "id", 1)
    house.put("rounds", (10, *row[1:]))
    table.play_round()
    house.sql("DELETE FROM rounds WHERE id = 10")
    assert house.audit() == "", "numbers may be left out"
    house.sql("UPDATE rounds SET id = 0 WHERE id = 11")
    with pytest.raises(HousewayError, match=FOLLOWS):
        table.ready()
    house.sql("UPDATE rounds SET id = 11 WHERE id = 0")
    table.play_round()
    assert house.audit() == ""


@pytest.mark.parametrize("restarted", [False, True])
def test_a_round_whose_entry_does_not_hold_keeps_no_other_table_from_playing(
    house: House, sitting: Any, restarted: bool
) -> None:
    good, spoilt = (sitting(house.room, "super-pan-9", decks="8", seed=seed) for seed in (3, 4))
    good.play_round()
    for _ in range(2):
        spoilt.play_round()
    started = house.row("rounds", "id", 3)[4]
    house.sql("UPDATE journal SET body = body || ' ' WHERE chain = ? AND seq = ?", spoilt.table, started)
    if restarted:
        house.again()
        good.room = house.room
    house.room._live.drop(good.table)
    good.play_round()
    sitting(house.room, "super-pan-9", decks="8", seed=9).play_round()


@pytest.mark.parametrize("tables", [1, 2])
def test_a_round_that_is_taken_away_leaves_its_number_to_none(house: House, sitting: Any, tables: int) -> None:
    seats = [sitting(house.room, "super-pan-9", decks="8", seed=seed) for seed in range(3, 3 + tables)]
    for each in seats:
        each.play_round()
    last = house.row("rounds", "id", tables)
    played = house.sql("SELECT * FROM played WHERE round = ?", tables)
    house.sql("DELETE FROM played WHERE round = ?", tables)
    house.sql("DELETE FROM rounds WHERE id = ?", tables)
    with pytest.raises(HousewayError, match=FOLLOWS):
        seats[0].ready()
    house.put("rounds", last)
    for row in played:
        house.put("played", row)
    seats[0].play_round()
    assert house.audit() == ""


@pytest.mark.parametrize("planted", [None, 2**31 - 1])
def test_no_shoe_has_the_number_of_another(house: House, sitting: Any, planted: int | None) -> None:
    """The log told shoe 1 once more."""
    sitting(house.room, "super-pan-9", decks="8")
    row = house.row("shoes", "id", 1)
    if planted is None:
        house.sql("DELETE FROM shoes WHERE id = 1")
    else:
        house.put("shoes", (planted, *row[1:]))
    with pytest.raises(HousewayError, match=FOLLOWS):
        sitting(house.room, "super-pan-9", decks="8")
    if planted is None:
        house.put("shoes", row)
    else:
        house.sql("DELETE FROM shoes WHERE id = ?", planted)
    sitting(house.room, "super-pan-9", decks="8").play_round()
    assert [entry["shoe"] for entry in house.room.log.entries()] == [1, 2]
    assert house.audit() == ""


def test_a_room_whose_log_is_not_in_the_order_of_its_numbers_goes_on_on_sqlite(house: House, sitting: Any) -> None:
    """As one does that was moved there from PostgreSQL, which numbers shoes before the log has its turn."""
    for _ in range(2):
        sitting(house.room, "super-pan-9", decks="8")
    last = house.row("shoes", "id", 2)
    house.sql("PRAGMA foreign_keys = off")
    house.put("shoes", (3, *last[1:]))
    sitting(house.room, "super-pan-9", decks="8")
    house.sql("DELETE FROM shoes WHERE id = 3")
    sitting(house.room, "super-pan-9", decks="8").play_round()
    assert [entry["shoe"] for entry in house.room.log.entries()] == [1, 2, 4, 5]
    assert house.audit() == ""
