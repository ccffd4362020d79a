"""The books after a correction: what a round has moved, and meters that follow money moved by hand;
and which tables a report looks at."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count

import pytest
from sqlalchemy import Connection, create_engine

from houseway.games import game as find_game
from houseway.room import Command, Room
from houseway.room.books.period import Period
from houseway.room.store.ledger import movement, of_round, post
from houseway.room.store.meters import Meters
from houseway.room.store.schema import META


@pytest.fixture
def books() -> Iterator[Connection]:
    """An empty ledger in memory."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        META.create_all(connection)
        yield connection
    engine.dispose()


def test_what_a_round_has_moved_is_the_sum_of_its_movements_and_of_no_other(books: Connection) -> None:
    post(books, [movement("chips", [("chips", -1000), ("person:1", 1000)])], 0, 1)
    post(books, [movement("hold", [("person:1", -400), ("hold:7", 400)], 9)], 7, 1)
    post(books, [movement("hold", [("person:1", -100), ("hold:7", 100)], 10)], 7, 2)
    post(books, [movement("settle", [("hold:7", -400), ("person:1", 650), ("house:7", -250)], 9)], 7, 3)
    found = of_round(books, 9)
    assert found == {"person:1": 250, "hold:7": 0, "house:7": -250}
    assert {type(cents) for cents in found.values()} == {int}, "a sum of the database may be a decimal"
    assert of_round(books, 10) == {"person:1": -100, "hold:7": 100}
    assert of_round(books, 11) == {}


def test_a_meter_follows_money_that_supervisors_move_and_keeps_its_broken_cents() -> None:
    meters = Meters(4, find_game("super-pairs"), {"one": Fraction(21, 2), "two": Fraction(5), "three": Fraction(7)})
    meters.moved({"meter:4:one": -10, "meter:4:two": 3, "meter:5:three": 9, "house:4": 7})
    assert meters.exact == {"one": Fraction(1, 2), "two": 8, "three": 7}


def test_a_report_of_a_day_long_ago_looks_at_no_table_that_was_opened_since(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests open and close thousands: each would be read for every day before."""
    room = opened(sqlite)
    ann, keys = room.people.guest("Ann"), count()

    def at(day: int) -> None:
        for module in ("opening", "commands.doing"):
            monkeypatch.setattr(f"houseway.room.{module}.stamp", lambda: f"2026-03-{day:02}T12:00:00.000+00:00")

    def close(table: int) -> None:
        room.do(Command(table, ann.id, f"key {next(keys)}", None, "close", {}))

    at(1)
    open_, closed_later, closed = (room.open_table(ann, "super-pan-9", {}, "") for _ in range(3))
    close(closed)
    at(3)
    close(closed_later)
    later = room.open_table(ann, "super-pan-9", {}, "")
    close(room.open_table(ann, "super-pan-9", {}, ""))
    with room.store.reading() as connection:
        tables = [Period.read(f"2026-03-0{day}").tables(connection) for day in (1, 2, 3, 4)]
    assert tables == [[open_, closed_later, closed], [open_, closed_later], [1, 2, 4, 5], [open_, later]]
