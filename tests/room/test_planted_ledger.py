"""Rows with numbers out of turn, planted by who has no key: what the database numbers after them is not written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from houseway.academy import Item, usual_plan
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.store.numbered import MOST
from planting import House

OUT_OF_TURN = "numbers new rows out of turn"


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def planted(house: House, table: str, number: int) -> None:
    """The last row of a table once more, under this number; a token is another."""
    names = [name for _, name, *_ in house.sql(f"PRAGMA table_info({table})")]
    row = house.sql(f"SELECT * FROM {table} ORDER BY id DESC LIMIT 1")[0]
    more = dict(zip(names, row, strict=True)) | {"id": number} | ({"token": "another"} if "token" in names else {})
    house.put(table, tuple(more.values()))


@pytest.mark.parametrize("number", [MOST, 2**63 - 2, 2**63 - 1])
def test_no_money_moves_under_a_number_out_of_turn(house: House, sitting: Any, number: int) -> None:
    """After the highest number of all SQLite draws lots, and the ledger had no order any more."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    before = [id_ for (id_,) in house.sql("SELECT id FROM transactions")]
    planted(house, "transactions", number)
    for refused in (table.play_round, lambda: house.room.people.guest("Gus")):
        with pytest.raises(HousewayError, match=OUT_OF_TURN):
            refused()
    house.sql("DELETE FROM transactions WHERE id = ?", number)
    assert [id_ for (id_,) in house.sql("SELECT id FROM transactions")] == before
    table.play_round()
    house.room.people.guest("Gus")
    numbers = [id_ for (id_,) in house.sql("SELECT id FROM transactions ORDER BY chain, seq, id")]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert house.audit() == ""


def test_a_sequence_that_is_at_its_end_stops_no_room(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(postgresql)
    table = sitting(room, "super-pan-9", decks="8")
    table.play_round()

    def number(at: str) -> None:
        with room.store.transaction() as connection:
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('transactions', 'id'), {at})"))

    number(str(MOST))
    with pytest.raises(HousewayError, match="cannot hold"):
        table.play_round()
    number("(SELECT max(id) FROM transactions)")
    table.play_round()
    assert audit(postgresql) == []


def test_no_checkpoint_is_signed_under_a_number_out_of_turn(house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9").play_round()
    house.room.checkpoint()
    ((many, last),) = house.sql("SELECT count(*), max(id) FROM checkpoints")
    for _ in range(2):
        house.room.people.guest("Gus")
        house.sql("UPDATE checkpoints SET id = ? WHERE id = ?", 2**63 - 1, last)
        house.room.checkpoint()
        house.sql("UPDATE checkpoints SET id = ? WHERE id = ?", last, 2**63 - 1)
        assert house.sql("SELECT count(*), max(id) FROM checkpoints") == [(many, last)]
    house.room.checkpoint()
    assert house.sql("SELECT count(*), max(id) FROM checkpoints") == [(many + 1, last + 1)]
    assert house.audit() == ""


def test_no_decision_of_the_drill_is_kept_under_a_number_out_of_turn(house: House) -> None:
    """Those that wait are forgotten by number: all were, after one that is very high."""
    waits = house.room.drills.keep(Item("super-pan-9", "decide", 1), [])
    planted(house, "drills_dealt", 2**63 - 1)
    with pytest.raises(HousewayError, match=OUT_OF_TURN):
        house.room.drills.keep(Item("super-pan-9", "decide", 2), [])
    assert house.room.drills.dealt(waits)[0].seed == 1


def test_no_exam_is_begun_under_a_number_out_of_turn(house: House) -> None:
    """A person's latest are found by number."""
    plan = usual_plan(["super-pan-9"])
    house.room.academy.begin(house.mia, plan)
    house.sql("UPDATE academy_exams SET id = ?", 2**63 - 1)
    with pytest.raises(HousewayError, match=OUT_OF_TURN):
        house.room.academy.begin(house.dan, plan)
    house.sql("UPDATE academy_exams SET id = 1")
    house.room.academy.begin(house.dan, plan)
    assert house.audit() == ""
