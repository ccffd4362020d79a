"""The floor now and jackpots to come: the figures of the desk against the report, the odds, and a clock of our own."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from houseway.errors import HousewayError, UnknownName
from houseway.games import game as find_game
from houseway.room import Command, Person, Room
from houseway.room.books.day import day_report
from houseway.room.books.exposure import exposures
from houseway.room.books.forecast import chances, forecast
from houseway.room.books.period import Period
from houseway.room.books.tables import tables_set
from houseway.room.books.theory import Theory, theory_of
from houseway.room.books.today import Today
from houseway.room.jackpots.plan import Plan
from houseway.room.store import journal
from houseway.room.table.metering import Sensor

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}


class Floor:
    """Somebody who plays, and who runs the place."""

    def __init__(self, room: Room) -> None:
        self.room, self.keys, self.random = room, count(1), random.Random(2)
        self.ann = room.people.guest("Ann")
        self.mia = room.people.add("Mia", "manager", "no hash", by="command: tests")

    def do(self, table: int, by: Person, kind: str, **data: Any) -> None:
        self.room.do(Command(table, by.id, f"key-{next(self.keys)}", None, kind, data))

    def play(self, table: int, wagers: dict[str, int], rounds: int = 1) -> None:
        for _ in range(rounds):
            self.do(table, self.ann, "bet", wagers=wagers)
            self.do(table, self.ann, "ready")
            while asked := [each for each in self.room.view(table, self.ann).json()["asked"] if each["yours"]]:
                answer = 0 if asked[0]["kind"] == "wager" else self.random.choice(asked[0]["options"])
                self.do(table, self.ann, "answer", answer=answer)


@pytest.fixture
def floor(sqlite: str, opened: Callable[..., Room]) -> Floor:
    return Floor(opened(sqlite))


@pytest.fixture
def anywhere(database: str, opened: Callable[..., Room]) -> Floor:
    """On each database."""
    return Floor(opened(database))


def test_the_desk_shows_what_the_report_says_and_reads_each_entry_once(
    anywhere: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = anywhere
    table = floor.room.open_table(floor.mia, "super-pan-9", {}, "Pan")
    floor.room.open_table(floor.mia, "supreme-99", {}, "Empty")
    floor.do(table, floor.ann, "sit", seat=1)
    today, store = Today(), floor.room.store
    seen: list[int] = []
    entries = journal.entries

    def counted(*given: Any) -> Any:
        for each in entries(*given):
            seen.append(each[0])
            yield each

    for rounds in (2, 0, 1):
        floor.play(table, {"main": 500}, rounds)
        monkeypatch.setattr(journal, "entries", counted)
        shown, empty = today.tables(store)
        monkeypatch.setattr(journal, "entries", entries)
        line = day_report(store, Period.read(), lambda *_: Theory(says="not now")).tables[0]
        assert (shown.rounds, shown.wagered, shown.win) == (line.rounds, line.wagered, line.win)
        assert (empty.rounds, empty.hold, empty.state) == (0, None, "betting")
    assert len(seen) == len(set(seen)) + 1, "the first entry of the empty table has the number of the other's"
    assert (shown.hands, shown.taken, shown.hold) == (3, 1, Fraction(shown.win, shown.wagered))


def test_hands_are_those_of_the_last_hour_and_a_new_day_begins_with_nothing(floor: Floor) -> None:
    table = floor.room.open_table(floor.mia, "super-pan-9", {}, "Pan")
    floor.do(table, floor.ann, "sit", seat=1)
    floor.play(table, {"main": 500}, 2)
    now = [0.0]
    day = datetime.fromtimestamp(time.time(), UTC).date()
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    with floor.room.store.transaction() as connection:
        for seq, body in list(journal.entries(connection, table)):
            at = (noon + timedelta(minutes=seq)).isoformat(timespec="milliseconds")
            connection.exec_driver_sql(
                "UPDATE journal SET body = ? WHERE chain = ? AND seq = ?",
                (journal.canonical(body | {"at": at}), table, seq),
            )
    today = Today(lambda: now[0])
    now[0] = (noon + timedelta(minutes=30)).timestamp()
    assert today.tables(floor.room.store)[0].hands == 2
    now[0] = (noon + timedelta(minutes=120)).timestamp()
    (late,) = today.tables(floor.room.store)
    assert (late.hands, late.rounds) == (0, 2)
    now[0] = (noon + timedelta(days=1)).timestamp()
    (morning,) = today.tables(floor.room.store)
    assert (morning.rounds, morning.wagered, morning.win) == (0, 0, 0)


def test_a_pause_is_seen_whenever_it_was_and_closed_tables_are_gone(floor: Floor) -> None:
    first, second = (floor.room.open_table(floor.mia, "super-pan-9", {}, name) for name in ("one", "two"))
    floor.do(first, floor.ann, "sit", seat=1)
    floor.play(first, {"main": 500})
    for table in (first, second):
        floor.do(table, floor.mia, "pause")
    today = Today()
    assert [each.paused for each in today.tables(floor.room.store)] == [True, True]
    tomorrow = Today(lambda: time.time() + 86_400)
    assert [each.paused for each in tomorrow.tables(floor.room.store)] == [True, True], "paused on an earlier day"
    floor.do(first, floor.mia, "resume")
    floor.do(second, floor.mia, "close")
    (left,) = today.tables(floor.room.store)
    assert (left.id, left.paused) == (first, False)


def test_the_next_hit_and_the_fair_meter_are_those_of_the_odds() -> None:
    game = find_game("super-pairs")
    settings = game.configure(SETTINGS)
    odds = game.odds(JACKPOT, **{key.replace("-", "_"): value for key, value in SETTINGS.items()})
    hit, whole, fair = chances(theory_of(game, JACKPOT, settings), settings.integer(f"{JACKPOT}-wager"))
    awards = odds.more["percentage_awards"]
    assert hit == sum(Fraction(each["probability"]) for each in awards)
    assert whole == sum(Fraction(each["probability"]) for each in awards if each["percent"] == 100)
    assert fair == int(100 * odds.more["break_even_meter_at_wager"])
    assert chances(Theory(says="not now"), 100) == (None, None, None)


def test_a_jackpot_is_forecast_by_its_pace_and_tells_what_is_owed(anywhere: Floor) -> None:
    floor = anywhere
    plan = Plan(seed=500_00, increment=Fraction(3, 40), reserve=Fraction(1, 40), practice=False)
    table = floor.room.open_table(floor.mia, "super-pairs", SETTINGS, "t", jackpots={JACKPOT: Sensor("aces", plan)})
    floor.do(table, floor.ann, "sit", seat=1)
    store = floor.room.store
    before = forecast(store, "aces", theory_of)
    assert (before.an_hour, before.hours_to_hit, before.liability) == (None, None, 500_00)
    assert "nobody feeds it now" in before.in_words
    floor.play(table, {"blackjack": 500, JACKPOT: 100}, 3)
    first = datetime.fromisoformat(forecast(store, "aces", theory_of).history[1].at)
    soon = forecast(store, "aces", theory_of, first + timedelta(minutes=4))
    assert (soon.an_hour, soon.hours_to_hit) == (None, None), "a pace needs a span"
    assert soon.in_words.endswith(" wagers on average; how many are made an hour is not known yet")
    told = forecast(store, "aces", theory_of, first + timedelta(hours=2))
    assert told.an_hour == pytest.approx(1.5), "three wagers in two hours"
    assert told.wagers_to_hit is not None
    assert told.hours_to_hit == pytest.approx(told.wagers_to_hit / 1.5)
    assert told.liability == 500_00 + 30
    assert [each.cents for each in told.history] == [500_00, 500_07, 500_15, 500_22]
    assert "years at 2 wagers an hour" in told.in_words
    often = f"the whole prize falls once in {told.wagers_to_hit:,.0f} wagers on average"
    assert told._replace(prize=250_00).in_words == often, "a house jackpot is fed by nobody"
    waiting = forecast(store, "aces", lambda *_: Theory(says="is being counted"))
    assert waiting.in_words == "how often it falls is being counted"
    with pytest.raises(UnknownName, match="there is no jackpot 'kings'"):
        forecast(store, "kings", theory_of)


def test_a_table_that_cannot_be_read_keeps_nobody_from_the_others(floor: Floor) -> None:
    first, second = (floor.room.open_table(floor.mia, "super-pan-9", {}, name) for name in ("one", "two"))
    for table in (first, second):
        floor.do(table, floor.ann, "sit", seat=1)
        floor.play(table, {"main": 500})
    with floor.room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE journal SET body = '{\"kind\": 7' WHERE chain = 1 AND seq IN (1, 4)")
    assert [each.table.id for each in exposures(floor.room.store)] == [second]
    with pytest.raises(HousewayError, match="table 1 is refused"):
        tables_set(floor.room.store, first)
    one, two = Today().tables(floor.room.store)
    assert (one.state, one.rounds) == ("cannot be read", 0)
    assert (two.rounds, two.wagered) == (1, 500)
    with pytest.raises(HousewayError, match="table 1 cannot be read; houseway audit says why"):
        day_report(floor.room.store, Period.read(), lambda *_: Theory(says="not now"))
    assert floor.room.stopped == ""
