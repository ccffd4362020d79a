"""What waits for the end of a round is done by what the room has signed, once, and not where it was dropped."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import create_engine

from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.controls.changing import change_table
from houseway.room.controls.pending import Ending, NoLonger, command_of
from houseway.room.errors import Refused, Stale
from houseway.room.store import journal
from linked_jackpots import House, Seat, house_of

CHANGE = {"settings": {"maximum": "280.00"}, "reason": "less on Sundays", "paytables": []}


def waiting(house: House, name: str = "Ann") -> Seat:
    """A table of its own with a wager on it, and Mia's other limit that waits for its round."""
    ann = Seat(house.room, house.room.open_table(house.mia, "super-pan-9", {}, f"the table of {name}"), name)
    ann.do("bet", wagers={"main": 1000})
    assert change_table(house.room, house.mia, ann.table, CHANGE)
    return ann


def number_at(room: Room, table: int) -> int:
    (found,) = [each.waits.number for each in room.pending.listed() if each.waits.table == table]
    return found


def told(room: Room) -> list[tuple[str, Any]]:
    """What the room's journal tells of what waits."""
    with room.store.reading() as connection:
        bodies = [body for _, body in journal.entries(connection, journal.ROOM)]
    return [(body["kind"], body.get("came")) for body in bodies if body["kind"].startswith("wait")]


def sql(database: str, text: str) -> None:
    """Somebody writes to the database, past the room."""
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql(text)
    engine.dispose()


MISSPELT, SPELT = '"kind": "waited"', '"kind":"waited"'
RESPELL = "UPDATE journal SET body = replace(body, '{}', '{}') WHERE chain = 0"


# ---------------------------------------------------------------------------------------------------- what is signed


def test_what_was_dropped_is_not_done_where_its_entry_is_misspelt_for_a_moment(
    sqlite: str, house: House, opened: Callable[..., Room], caplog: pytest.LogCaptureFixture
) -> None:
    """A process starts meanwhile: what it does not find signed it does not go by."""
    ann = waiting(house)
    before = house.room.settings_at(ann.table)
    house.room.pending.drop(house.mia, number_at(house.room, ann.table), "it stays as it is")
    ann.do("clear")
    house.room.people.guest("Zoe")
    sql(sqlite, RESPELL.format(SPELT, MISSPELT))
    other = opened(sqlite)
    other.tick()
    other.tick()
    assert other.settings_at(ann.table) == before
    doubts = [each for each in caplog.messages if each.startswith("what waits for the end of a round is not done")]
    assert len(doubts) == 1
    with pytest.raises(Refused, match="what waits for the end of a round is refused"):
        other.pending.drop(house.mia, 1, "it stays as it is")
    sql(sqlite, RESPELL.format(MISSPELT, SPELT))
    other.tick()
    assert other.settings_at(ann.table) == before
    assert told(other) == [("waits", None), ("waited", "dropped: it stays as it is")]
    assert audit(sqlite) == []


# ---------------------------------------------------------------------------------------------------- once, or not


def test_what_is_dropped_while_others_are_done_is_not_done(database: str, opened: Callable[..., Room]) -> None:
    """The clock goes by a list: what is dropped after that was read is looked for again as it comes to it."""
    house = house_of(opened(database))
    first, second = waiting(house), waiting(house, "Bob")
    number, before = number_at(house.room, second.table), house.room.settings_at(second.table)
    first.do("clear")
    second.do("clear")
    stop = house.room.watch(first.table, lambda _: house.room.pending.drop(house.max, number, "it stays as it is"))
    house.room.tick()
    stop()
    assert house.room.settings_at(first.table)["maximum"] == "$280.00"
    assert house.room.settings_at(second.table) == before
    assert [came for kind, came in told(house.room) if kind == "waited"] == ["done", "dropped: it stays as it is"]
    assert house.room.pending.listed() == []
    assert audit(database) == []


def test_what_is_done_and_that_it_is_done_are_written_together(
    database: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(opened(database))
    ann = waiting(house)
    before = house.room.settings_at(ann.table)
    ann.do("clear")

    def refused(*_: Any) -> None:
        raise Stale("not now")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("houseway.room.controls.pending._append", refused)
        house.room.tick()
    assert house.room.settings_at(ann.table) == before
    assert [each.why for each in house.room.pending.listed()] == ["not now"]
    house.room.tick()
    assert house.room.settings_at(ann.table)["maximum"] == "$280.00"
    assert told(house.room) == [("waits", None), ("waited", "done")]
    assert audit(database) == []


def test_what_waits_ends_once_in_a_transaction_that_commands_share(house: House) -> None:
    waiting(house)
    (listed,) = house.room.pending.listed()
    ending = Ending(listed.waits)
    with house.room.store.transaction() as connection:
        ending.check(connection)
        ending.write(connection)
        with pytest.raises(NoLonger, match="it is done, or was dropped"):
            ending.check(connection)


def test_what_no_end_of_a_round_makes_possible_ends_and_holds_up_nothing(
    database: str, opened: Callable[..., Room]
) -> None:
    """A reason longer than a table takes, which an older houseway had wait; a closing waits for what is open."""
    house = house_of(opened(database))
    ann = Seat(house.room, house.room.open_table(house.mia, "super-pan-9", {}, "a table"), "Ann")
    ann.do("bet", wagers={"main": 1000})
    house.room.pending.add(house.max, ann.table, "change", CHANGE | {"reason": "x" * 201}, "a round")
    change_table(house.room, house.mia, ann.table, CHANGE)
    house.room.tick()
    why = "a wager lies on the table: settings change before it, or after the round"
    assert [each.why for each in house.room.pending.listed()] == [why] * 2
    ann.do("clear")
    house.room.tick()
    came = ["it cannot be done: give a reason of 3 to 200 characters", "done"]
    assert [came for kind, came in told(house.room) if kind == "waited"] == came
    assert house.room.settings_at(ann.table)["maximum"] == "$280.00"
    ann.do("bet", wagers={"main": 1000})
    ann.do("ready")
    house.room.pending.add(house.mia, ann.table, "close", {}, "a round")
    house.room.tick()
    assert len(house.room.pending.listed()) == 1
    assert audit(database) == []


# ---------------------------------------------------------------------------------------------------- the audit


def test_the_audit_finds_what_was_dropped_and_is_done_all_the_same(sqlite: str, house: House) -> None:
    ann = waiting(house)
    (listed,) = house.room.pending.listed()
    house.room.pending.drop(house.max, listed.waits.number, "it stays as it is")
    ann.do("clear")
    assert audit(sqlite) == []
    house.room.do(command_of(listed.waits))
    says = f"what waits by entry {listed.waits.number} was dropped, and table 1 does it all the same"
    assert [each.what for each in audit(sqlite)] == [says]


def test_the_audit_finds_what_is_ended_a_second_time(sqlite: str, house: House) -> None:
    number = number_at(house.room, waiting(house).table)
    house.room.pending.drop(house.mia, number, "it stays as it is")
    assert audit(sqlite) == []
    with house.room.store.transaction() as connection:
        head = journal.head(connection, journal.ROOM, lock=True)
        assert head is not None
        again = {"kind": "waited", "by": house.mia.id, "at": journal.stamp(), "of": number, "came": "it is so already"}
        journal.append(connection, journal.ROOM, head, again)
    assert [each.what for each in audit(sqlite)] == [f"tells what came of entry {number}, which does not wait"]
