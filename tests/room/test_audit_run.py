"""How a room is run, audited where it was run by an older houseway first: nobody is accused of what it did not tell."""

from collections.abc import Callable
from typing import Any

import pytest

from every_kind import FILE
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.controls.changing import change_table
from houseway.room.controls.file import controls_from
from houseway.room.store import journal
from houseway.room.store.meters import HELD
from houseway.room.table import entry as entries
from linked_jackpots import House, Seat, house_of, open_linked

CHANGE = {"settings": {"maximum": "90.00"}, "reason": "lower limits", "paytables": []}


@pytest.mark.usefixtures("of_before")
def test_what_an_older_houseway_had_wait_is_ended_by_a_newer(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(opened(sqlite))
    with monkeypatch.context() as older:
        older.setattr(entries, "VERSION", HELD)
        ann = Seat(house.room, open_linked(house), "Ann")
        ann.do("bet", wagers={"blackjack": 500})
        change_table(house.room, house.mia, ann.table, CHANGE)
    open_linked(house, "kings")
    ann.do("clear")
    house.room.tick()
    assert house.room.pending.listed() == []
    assert audit(sqlite) == []


def waiting(house: House) -> Seat:
    """Something of Mia's waits at a table."""
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.do("bet", wagers={"blackjack": 500})
    change_table(house.room, house.mia, ann.table, CHANGE)
    return ann


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"came": "done"}, "is told to be done, and no entry of table 1 does it"),
        ({"came": "it was forgotten"}, "tells that 'it was forgotten' came of what waits"),
        ({"came": "the table is closed", "by": "the room's file"}, 'is ended by "the room\'s file"'),
        ({"came": "the room's file was put in force anew"}, "is a manager's, and no file ends it"),
        ({"came": "done", "of": 3}, "tells what came of entry 3, which does not wait"),
    ],
)
def test_what_came_of_what_waits_is_so(told: dict[str, Any], says: str, sqlite: str, house: House) -> None:
    waiting(house)
    (waits,) = house.room.pending.listed()
    assert audit(sqlite) == []
    with house.room.store.transaction() as connection:
        head = journal.head(connection, journal.ROOM, lock=True)
        assert head is not None
        body = {"kind": "waited", "by": house.mia.id, "at": journal.stamp(), "of": waits.waits.number, **told}
        journal.append(connection, journal.ROOM, head, body)
    assert any(says in each.what for each in audit(sqlite))


@pytest.mark.parametrize("other", [2, 99, 0])
def test_a_table_that_the_file_runs_is_the_one_of_that_name(other: int, sqlite: str, house: House) -> None:
    """Whoever names another's table has the house act there."""
    house.room.put_in_force(controls_from(FILE), "command: tests", "a new year")
    house.room.open_table(house.mia, "super-pan-9", {}, "another")
    assert audit(sqlite) == []
    with house.room.store.transaction() as connection:
        head = journal.head(connection, journal.ROOM, lock=True)
        (seq,) = journal.noted(connection, "controls")
        assert head is not None
        told = journal.entry(connection, journal.ROOM, seq)
        told |= {"at": journal.stamp(), "tables": {"Pairs": other}}
        journal.append(connection, journal.ROOM, head, told)
    says = f"the room's file is said to run 'Pairs' as table {other}, which is no such table"
    assert says in [each.what for each in audit(sqlite)]
