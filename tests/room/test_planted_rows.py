"""A row that somebody has put where the next one belongs, or that is no text, stops what it is in the way of alone."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from every_kind import another_key
from houseway.errors import HousewayError, UnknownName
from houseway.room import Person, Room, idle
from houseway.room.errors import Refused, Stopped
from planting import House

MANAGER = Person(1, "manager", "manager", 0)
NO_TEXT = "CAST(x'7bff7d' AS TEXT)"
"""What SQLite takes for a text, and is none."""


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def last(house: House, of: str, where: str = "1") -> int:
    return int(house.sql(f"SELECT max({of.split('.')[1]}) FROM {of.split('.')[0]} WHERE {where}")[0][0])


IN_THE_WAY = {
    "an entry of a table": ("ready", lambda house: ("INSERT INTO journal VALUES (1, ?, '{}', 'x', 'x')", house(1) + 1)),
    "an entry of the room's": (
        "guest",
        lambda house: ("INSERT INTO journal VALUES (0, ?, '{}', 'x', 'x')", house(0) + 1),
    ),
    "a journal": ("table", lambda _: ("INSERT INTO chains VALUES (?, 0, 'x', NULL)", 3)),
    "a part of the log": ("table", lambda house: ("INSERT INTO log_nodes VALUES (0, ?, 'x', NULL)", house(-1))),
}


@pytest.mark.parametrize("which", IN_THE_WAY)
def test_a_row_where_the_next_one_belongs_stops_nothing_else(which: str, house: House, sitting: Any) -> None:
    """It stopped the whole room, and again after each start."""
    spoilt, good = (sitting(house.room, "super-pan-9", decks="8", seed=seed) for seed in (3, 4))
    for each in (spoilt, good):
        each.play_round()
    refused, planted = IN_THE_WAY[which]
    statement, number = planted(lambda chain: last(house, "chains.seq", f"chain = {chain}"))
    house.sql(statement, number)
    acts: dict[str, Callable[[], Any]] = {
        "ready": spoilt.play_round,
        "guest": lambda: house.room.people.guest("Zoe"),
        "table": lambda: house.room.open_table(good.people[0], "super-pan-9", {}, ""),
    }
    for _ in range(2):
        with pytest.raises(Refused):
            acts[refused]()
        house.room.tick(1e4)
        good.play_round()
        assert house.room.stopped == ""
        house.again()
        spoilt.room = good.room = house.room


COLUMNS = (
    ("journal", "body", "chain = 1 AND seq = 3"),
    ("journal", "signature", "chain = 1 AND seq = (SELECT seq FROM chains WHERE chain = 1)"),
    ("chains", "hash", "chain = 1"),
    ("lobby", "settings", '"table" = 1'),
    ("tables", "name", "id = 1"),
    ("checkpoints", "body", "id = 1"),
    ("people", "name", "id = 2"),
)


@pytest.mark.parametrize("table, column, where", COLUMNS, ids=[f"{table}.{column}" for table, column, _ in COLUMNS])
@pytest.mark.parametrize("again", [False, True])
def test_a_text_that_is_none_stops_nothing_else(
    table: str, column: str, where: str, again: bool, house: House, sitting: Any
) -> None:
    """It was taken for a broken disk: the room stopped, and did not start any more."""
    spoilt, good = (sitting(house.room, "super-pan-9", decks="8", seed=seed) for seed in (3, 4))
    for each in (spoilt, good):
        each.play_round()
    house.sql(f"UPDATE {table} SET {column} = {NO_TEXT} WHERE {where}")
    if again:
        house.again()
        good.room = house.room
    house.room._live.drop(1)
    house.room.tables()
    house.room.tick(1e4)
    good.play_round()
    house.room.people.guest("Zoe")
    house.room.checkpoint()
    assert house.room.stopped == ""
    assert house.audit() != ""


def test_a_checkpoint_that_has_no_place_is_signed_later(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """PostgreSQL numbers rows by its own count."""
    room = opened(postgresql)
    table = sitting(room, "super-pan-9", decks="8")
    room.checkpoint()
    with room.store.transaction() as connection:
        copied = "INSERT INTO checkpoints SELECT max(id) + 1, 'x', 'x', NULL FROM checkpoints"
        connection.exec_driver_sql(copied)
    table.play_round()
    room.tick(1e4)
    assert "no checkpoint was signed: what lies in the database is in the way" in "\n".join(room.doubts(MANAGER))
    room.tick(1e5)
    table.play_round()
    assert room.stopped == ""


@pytest.mark.parametrize("value", ["x", "1:" + "9" * 5000, "9" * 5000])
@pytest.mark.parametrize("column", ["seated", "settings", "unseen"])
def test_a_row_of_the_lobby_that_nobody_can_read_keeps_nobody_from_the_others(
    column: str, value: str, house: House, sitting: Any
) -> None:
    """Of `unseen` no table could be looked at, of `seated` not the lobby: 500 for everybody."""
    sitting(house.room, "super-pan-9", decks="8")
    good = sitting(house.room, "super-pan-9", decks="8", seed=4)
    house.sql(f'UPDATE lobby SET {column} = ? WHERE "table" = 1', value)
    assert [dict(card.settings) is not None for card in house.room.tables()] == [True, True]
    good.play_round()
    assert good.view()["phase"] == "ended"


def test_seats_of_people_who_never_were_end_no_clock(
    house: House, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number of twenty digits is none that the database can look for: the clock failed, and took the server down."""
    for seed in (3, 4):
        sitting(house.room, "super-pan-9", decks="8", seed=seed)
    house.sql('UPDATE lobby SET seated = ? WHERE "table" = 1', f",1,{'9' * 20},")
    monkeypatch.setattr(house.room._house._idle, "_wall", lambda: time.time() + idle.WITH_OTHERS + 1)
    house.room.tick(1e4)
    taken = {card.id: card.taken for card in house.room.tables()}
    assert (taken[2], house.room.stopped) == (0, ""), "the seats of another table are freed"


def test_a_journal_whose_row_names_another_key_stops_nothing_else(house: House, sitting: Any) -> None:
    """The clock took it for a change of keys: the process ended, and so did the next."""
    spoilt, good = (sitting(house.room, "super-pan-9", decks="8", seed=seed) for seed in (3, 4))
    for each in (spoilt, good):
        each.play_round()
    with house.planted("chains.key", "chain", 1, "x"):
        for again in (False, True):
            if again:
                house.again()
                spoilt.room = good.room = house.room
            house.room.tick(1e4)
            with pytest.raises(Refused):
                spoilt.play_round()
            good.play_round()
            house.room.people.guest("Zoe")
    house.again()
    spoilt.room = house.room
    spoilt.play_round()
    assert house.audit() == ""


def test_a_key_that_no_entry_has_brought_ends_no_process(house: House, sitting: Any) -> None:
    table = sitting(house.room, "super-pan-9", decks="8")
    house.sql("INSERT INTO room_keys VALUES (999, ?)", "ab" * 32)
    house.room.tick(1e4)
    table.play_round()
    assert "a key is listed as the room's last that no entry has brought" in "\n".join(house.room.doubts(MANAGER))
    house.sql("DELETE FROM room_keys WHERE seq = 999")
    house.again()
    assert house.audit() == ""


def test_a_process_that_is_shown_the_rows_of_before_signs_with_no_key_that_the_room_has_left(
    house: House, sitting: Any
) -> None:
    """It signed on with the old key, and the audit accused the room of these entries for ever."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    before = {name: house.sql(f"SELECT * FROM {name}") for name in ("people", "chains")}
    another_key(house.url)
    after = {name: house.sql(f"SELECT * FROM {name}") for name in ("people", "chains")}
    for row in before["people"]:
        house.put("people", row)
    house.sql("UPDATE chains SET key = ?", before["chains"][0][3])
    with pytest.raises(Stopped, match="signs with another key"):
        table.play_round()
    for name, rows in after.items():
        for row in rows:
            house.put(name, row)
    house.room.store.close()
    house.room = house._open(house.url)
    table.room = house.room
    table.play_round()
    assert house.audit() == ""


NO_NUMBERS = {
    "a head": "UPDATE chains SET seq = 'x' WHERE chain = 1",
    "a table": "INSERT INTO tables SELECT 1 << 62, game, name, closed FROM tables WHERE id = 1",
    "an entry": "UPDATE journal SET body = x'00' WHERE chain = 1 AND seq = (SELECT seq FROM chains WHERE chain = 1)",
    "a signature": "UPDATE journal SET signature = x'00' WHERE chain = 1",
    "an archive": "DELETE FROM journal WHERE chain = 1 AND seq < 9; INSERT INTO archived VALUES (1, 8, 1, 'x')",
    "chips": "UPDATE accounts SET balance = 'x' WHERE id = 'person:4'",
}


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("which", NO_NUMBERS)
def test_what_is_of_another_kind_ends_neither_the_clock_nor_the_lobby(
    which: str, again: bool, house: House, sitting: Any
) -> None:
    """Text for a number, bytes for a text, a table that never was: the clock failed, and took the server down."""
    spoilt, good = (sitting(house.room, "super-pan-9", decks="8", seed=seed) for seed in (3, 4))
    for each in (spoilt, good):
        each.play_round()
    for statement in NO_NUMBERS[which].split(";"):
        house.sql(statement)
    if again:
        house.again()
        spoilt.room = good.room = house.room
    house.room._live.drop(1)
    looks: list[Callable[[], object]] = [lambda: house.room.tick(1e4), house.room.tables]
    for look in reversed(looks) if again else looks:
        look()
    for act in (lambda: house.room.view(1, None), spoilt.play_round):
        with suppress(HousewayError):
            act()
    good.play_round()
    house.room.tick(1e5)
    assert house.room.stopped == ""
    assert house.audit() != ""


def test_a_part_of_the_log_that_nobody_can_read_refuses_what_needs_it(house: House, sitting: Any) -> None:
    for seed in (3, 4):
        sitting(house.room, "super-pan-9", decks="8", seed=seed).play_round()
    house.sql("UPDATE log_nodes SET hash = 'x'")
    house.again()
    with pytest.raises(Refused, match="the log of roots"):
        house.room.proof(1)


def test_a_shoe_of_a_table_that_nobody_can_read_is_none(house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9", decks="8").play_round()
    house.sql("UPDATE shoes SET chain = 'x' WHERE id = 1")
    with pytest.raises(UnknownName, match="no shoe 1"):
        house.room.proof(1)
