"""The daily report: every sum against a clerk beside it, refused where the ledger differs, cheap in an old room."""

import csv
import io
import os
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.room import Command, Person, Room
from houseway.room.books import period as periods
from houseway.room.books import proof
from houseway.room.books import report as told
from houseway.room.books.day import DayReport, Line, day_report
from houseway.room.books.period import Period
from houseway.room.books.proof import Unproved
from houseway.room.books.theory import End, Theory, theory_of
from houseway.room.books.workbook import workbook
from houseway.room.jackpots.plan import Plan
from houseway.room.store import journal
from houseway.room.store.backup import restore
from houseway.room.store.ledger import balances
from houseway.room.table.metering import Sensor
from houseway.round.terms import lost, pushed
from houseway.sheet.typeset import pdf_of

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}
FAIR = Theory((End(lost("1"), 1), End(pushed("1")._replace(pays=Fraction(1)), 1)))
"""A coin: the house expects nothing, and one unit has one unit of deviation."""


def fair(*_: object) -> Theory:
    return FAIR


class Floor:
    """A room with two managers, a pair of tables, and people who play whatever is asked."""

    def __init__(self, room: Room) -> None:
        self.room, self.keys, self.random = room, count(1), random.Random(4)
        self.mia, self.max = (
            room.people.add(name, "manager", "no hash", by="command: tests") for name in ("Mia", "Max")
        )
        self.ann, self.bob = room.people.guest("Ann"), room.people.guest("Bob")

    def pairs(self, name: str = "Pairs") -> int:
        plan = Plan(seed=500_00, increment=Fraction(3, 40), reserve=Fraction(1, 40), practice=False)
        table = self.room.open_table(self.mia, "super-pairs", SETTINGS, name, jackpots={JACKPOT: Sensor("aces", plan)})
        self.seat(table)
        return table

    def pan(self, name: str = "Pan", **settings: str) -> int:
        table = self.room.open_table(self.mia, "super-pan-9", settings, name)
        self.seat(table)
        return table

    def seat(self, table: int) -> None:
        for number, person in enumerate((self.ann, self.bob), 1):
            self.do(table, person, "sit", seat=number)

    def do(self, table: int, by: Person, kind: str, **data: Any) -> None:
        self.room.do(Command(table, by.id, f"key-{next(self.keys)}", None, kind, data), str(by.id))

    def start(self, table: int, wagers: dict[str, int]) -> None:
        for kind, data in (("bet", {"wagers": wagers}), ("ready", {})):
            for person in (self.ann, self.bob):
                self.do(table, person, kind, **data)

    def finish(self, table: int) -> int:
        while asked := [
            (person, each)
            for person in (self.ann, self.bob)
            for each in self.room.view(table, person).json()["asked"]
            if each["yours"]
        ]:
            person, each = asked[0]
            answer = 0 if each["kind"] == "wager" else self.random.choice(each["options"])
            self.do(table, person, "answer", answer=answer)
        return int(self.room.view(table, None).json()["round"])

    def play(self, table: int, wagers: dict[str, int], rounds: int = 1) -> int:
        for _ in range(rounds):
            self.start(table, wagers)
            last = self.finish(table)
        return last

    def agree(self, table: int, **asked: Any) -> None:
        self.do(table, self.mia, "request", **asked)
        self.do(table, self.max, "approve", request=self.room.waiting(self.max)[0].number)

    def chips(self) -> int:
        with self.room.store.transaction() as connection:
            return sum(balances(connection, [f"person:{each.id}" for each in (self.ann, self.bob)]).values())

    def report(self, period: Period | None = None, theories: Any = fair) -> DayReport:
        return day_report(self.room.store, period or Period.read(), theories)


BETS = {"blackjack": 500, "super-pairs": 100, JACKPOT: 100}


@pytest.fixture
def floor(database: str, opened: Callable[..., Room]) -> Floor:
    return Floor(opened(database))


@pytest.fixture
def small(sqlite: str, opened: Callable[..., Room]) -> Floor:
    return Floor(opened(sqlite))


class Calendar:
    """The time that the journal is told."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def stamp(self) -> str:
        self.at += timedelta(milliseconds=1)
        return periods.stamp_of(self.at)

    def to(self, day: int, hour: int = 12, minute: int = 0) -> None:
        self.at = datetime(2026, 3, day, hour, minute, tzinfo=UTC)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    made = Calendar()
    real = journal.stamp
    for name, module in list(sys.modules.items()):
        if name.startswith("houseway.room") and vars(module).get("stamp") is real:
            monkeypatch.setattr(module, "stamp", made.stamp)
    return made


def line_of(report: DayReport, wager: str) -> Line:
    (found,) = [line for line in report.lines if line.wager == wager]
    return found


def test_what_the_house_won_is_what_the_players_lost_and_the_meter_got(floor: Floor) -> None:
    before, table = floor.chips(), floor.pairs()
    floor.play(table, BETS, 6)
    report = floor.report()
    (line,) = report.tables
    assert line.win == before - floor.chips(), "nobody has won the meter in these rounds"
    assert line.accrued == 12 * 10, "ten cents of a dollar, of two seats in six rounds"
    assert (line.rounds, line.seeded, line.adjusted, line.other) == (6, 500_00, 0, 0)
    assert line.booked == line.win - 120 - 500_00
    jackpot = line_of(report, JACKPOT)
    assert (jackpot.bets, jackpot.wagered, jackpot.accrued) == (12, 12_00, 120)
    assert line_of(report, "blackjack").first == 12 * 500 <= line_of(report, "blackjack").wagered
    assert sum(each.win for each in report.lines) == line.win
    (aces,) = report.jackpots
    assert (aces.opened, aces.closed, aces.total.reserve) == (0, 500_00 + 90, 30)


def test_voids_and_corrections_are_adjustments_with_their_reasons(floor: Floor) -> None:
    before, table = floor.chips(), floor.pairs()
    first = floor.play(table, BETS)
    after_first = floor.chips()
    second = floor.play(table, BETS)
    floor.agree(table, round=first, what="void", reason="the wrong shoe")
    floor.agree(table, round=second, what="correction", reason="paid short", seat=1, cents=125)
    report = floor.report()
    void, correction = report.adjustments
    assert (void.reason, correction.reason, correction.cents) == ("the wrong shoe", "paid short", -125)
    assert void.cents == -(before - after_first) + 20, (
        "the round's win is given back, and the meter gives back its share"
    )
    (line,) = report.tables
    assert line.adjusted == void.cents - 125
    assert line.booked == before - floor.chips() - 500_00 - 20
    assert "the wrong shoe" in told.csv_text(report)


def test_voids_and_corrections_are_told_by_wager_where_an_entry_tells_one(floor: Floor) -> None:
    """A void gives back what each wager of its round had won, the jackpot's with the share that it fed; a correction
    names the jackpot that owes it, or no wager."""
    table = floor.pairs()
    first = floor.play(table, BETS)
    won = {line.wager: line.win for line in floor.report().lines}
    second = floor.play(table, BETS)
    floor.agree(table, round=second, what="correction", reason="paid short", seat=1, cents=125)
    floor.agree(table, round=first, what="void", reason="the wrong shoe")
    floor.agree(table, round=second, what="correction", reason="a hit was missed", seat=1, cents=300, wager=JACKPOT)
    floor.agree(table, round=second, what="void", reason="and another")
    report = floor.report()
    short, void, missed, other = report.adjustments
    assert short.parts == (("", -125),)
    assert missed.parts == ((JACKPOT, -285),), (
        "the meter has 15 cents above its seed, and the house makes good the rest"
    )
    back = {wager: -cents for wager, cents in won.items()}
    back[JACKPOT] += 20
    assert dict(void.parts) == {wager: cents for wager, cents in back.items() if cents}
    assert dict(other.parts)[""] == 125, "what was corrected before is undone with the round, of no wager that was told"
    for line in report.lines:
        assert line.adjusted == sum(each.of(line.wager) for each in report.adjustments)
    assert sum(line.adjusted for line in report.lines) == report.tables[0].adjusted, "nothing of no wager is left"
    sheet = told.sheet_of(report)
    (table_,) = next(each for each in sheet.sections if each.title == "Adjustments").blocks
    wagers = {(row[0], row[5]): row[6] for row in table_.rows}
    assert wagers["paid short", ""] == "-$1.25"
    name = find_game("super-pairs").document.wager(JACKPOT).name
    assert wagers["a hit was missed", name] == "-$2.85"
    rows = list(csv.DictReader(told.csv_text(report).splitlines()))
    assert {row["wager"] for row in rows if row["line"] == "correction"} == {"", JACKPOT}
    net = sum(round(100 * float(row["net"])) for row in rows)
    assert net == report.tables[0].booked
    json_ = told.report_json(report)["adjustments"]
    assert [sum(each["parts"].values()) for each in json_] == [each.cents for each in report.adjustments]


@pytest.mark.parametrize(
    "planted",
    [
        "UPDATE postings SET cents = cents + 1 WHERE account = 'house:{table}' AND \"transaction\" = "
        "(SELECT MAX(id) FROM transactions WHERE what = 'settle')",
        "UPDATE postings SET cents = cents + 5 WHERE account LIKE 'person:%' AND \"transaction\" = "
        "(SELECT MAX(id) FROM transactions WHERE what = 'settle')",
        "UPDATE postings SET cents = cents - 1 WHERE account = 'hold:{table}' AND \"transaction\" = "
        "(SELECT MIN(id) FROM transactions WHERE what = 'hold')",
        "UPDATE postings SET cents = cents + 7 WHERE account = 'meter:aces' AND \"transaction\" = "
        "(SELECT MAX(id) FROM transactions WHERE what = 'contribution')",
        "UPDATE postings SET account = 'commission:{table}' WHERE account = 'house:{table}' AND \"transaction\" = "
        "(SELECT MAX(id) FROM transactions WHERE what = 'settle')",
        "DELETE FROM postings WHERE \"transaction\" = (SELECT MAX(id) FROM transactions WHERE what = 'contribution')",
        "UPDATE transactions SET what = 'void' WHERE what = 'contribution'",
    ],
)
@pytest.mark.parametrize("slice_", [proof.SLICE, 1])
def test_a_difference_from_the_ledger_is_refused_with_its_place(
    small: Floor, planted: str, slice_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "SLICE", slice_)
    table = small.pairs()
    small.play(table, BETS, 2)
    small.report()
    with small.room.store.transaction() as connection:
        connection.execute(
            text("INSERT OR IGNORE INTO accounts (id, open_ended, balance) VALUES ('commission:1', true, 0)")
        )
        assert connection.execute(text(planted.format(table=table))).rowcount
    with pytest.raises(Unproved, match=rf"table {table}.*do not agree"):
        small.report()


HOLD = "INSERT INTO transactions (id, chain, seq, what, round) VALUES (9999, {chain}, {seq}, '{what}', {round})"
FROM_HOUSE = ("house:{table}", "person:{ann}")
FROM_BOB = ("person:{bob}", "person:{ann}")


@pytest.mark.parametrize(
    ("what", "chain", "seq", "round_", "accounts"),
    [
        ("hold", "{table}", "{last}", "NULL", FROM_HOUSE),
        ("hold", "{table}", "{last}", "{round}", FROM_BOB),
        ("hold", "{table}", "{last}", "{running}", FROM_BOB),
        ("hold", "{table}", "{last}", "777", FROM_BOB),
        ("hold", "0", "1", "{round}", FROM_BOB),
        ("hold", "0", "1", "NULL", FROM_HOUSE),
        ("settle", "{table}", "{last} + 100", "NULL", FROM_HOUSE),
        ("settle", "77", "1", "NULL", FROM_HOUSE),
        ("settle", "-1", "1", "NULL", FROM_HOUSE),
    ],
)
def test_money_that_no_journal_tells_of_is_refused_wherever_it_is_booked(
    small: Floor, what: str, chain: str, seq: str, round_: str, accounts: tuple[str, str]
) -> None:
    table = small.pan()
    names = {"table": table, "ann": small.ann.id, "bob": small.bob.id, "round": small.play(table, {"main": 500})}
    small.start(table, {"main": 700})
    small.report()
    with small.room.store.transaction() as connection:
        names["running"] = connection.execute(text("SELECT MAX(id) FROM rounds")).scalar_one()
        names["last"] = connection.execute(text(f"SELECT seq FROM chains WHERE chain = {table}")).scalar_one()
        planted = HOLD.format(what=what, chain=chain, seq=seq, round=round_).format(**names)
        connection.execute(text(planted))
        for account, cents in zip(accounts, (-5000, 5000), strict=True):
            name = account.format(**names)
            connection.execute(text(f"INSERT INTO postings VALUES (9999, '{name}', {cents})"))
            connection.execute(text(f"UPDATE accounts SET balance = balance + {cents} WHERE id = '{name}'"))
    with pytest.raises(HousewayError, match=r"do not agree|the ledger is refused"):
        small.report()
    assert not small.room.store.stopped, "a wrong row stops no room"


@pytest.mark.parametrize(
    "planted",
    [
        "UPDATE accounts SET balance = balance + 5 WHERE id = 'house:{table}' OR id = 'person:{ann}'",
        "UPDATE transactions SET round = {last} WHERE what = 'settle' AND round < {last}",
    ],
)
@pytest.mark.parametrize("slice_", [proof.SLICE, 1])
def test_balances_and_the_rounds_of_settlements_are_proved_too(
    small: Floor, planted: str, slice_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "SLICE", slice_)
    table = small.pan()
    last = small.play(table, {"main": 500}, 2)
    small.report()
    with small.room.store.transaction() as connection:
        assert connection.execute(text(planted.format(table=table, ann=small.ann.id, last=last))).rowcount
    with pytest.raises(Unproved, match="do not agree"):
        small.report()


@pytest.mark.parametrize("slice_", [proof.SLICE, 1])
def test_an_account_that_is_gone_is_refused_with_its_place(
    small: Floor, slice_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "SLICE", slice_)
    table = small.pan()
    small.play(table, {"main": 500}, 2)
    small.report()
    with closing(sqlite3.connect(small.room.store.engine.url.database or "")) as without_key, without_key:
        without_key.execute(f"DELETE FROM accounts WHERE id = 'house:{table}'")
    with pytest.raises(Unproved, match=rf"account house:{table}: it is gone, and its postings give"):
        small.report()


def test_movements_with_numbers_far_apart_are_summed_row_by_row(small: Floor) -> None:
    """It went from one number to the next, and never ended after one that somebody had planted for a moment."""
    table = small.pan()
    small.play(table, {"main": 500}, 2)
    period = Period.read()
    small.report(period)
    with closing(sqlite3.connect(small.room.store.engine.url.database or "")) as without_key, without_key:
        (last,) = without_key.execute("SELECT MAX(id) FROM transactions").fetchone()
        without_key.execute("UPDATE transactions SET id = ? WHERE id = ?", (2**30, last))
        without_key.execute('UPDATE postings SET "transaction" = ? WHERE "transaction" = ?', (2**30, last))
    told = small.report(period)
    small.play(table, {"main": 500})
    assert small.report(period).tables[0].rounds == told.tables[0].rounds + 1


def test_others_write_between_two_slices_of_the_ledger(small: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was summed whole, and everybody waited for as long as the room is old."""
    table = small.pan()
    small.play(table, {"main": 500}, 3)
    period, reading, moments = Period.read(), small.room.store.reading, list[Connection]()
    whole = small.report(period)
    with reading() as connection:
        movements = connection.execute(text("SELECT COUNT(*) FROM transactions")).scalar_one()

    @contextmanager
    def in_turn() -> Iterator[Connection]:
        if moments:
            small.room.people.guest(f"Guest {len(moments)}")
        with reading() as connection:
            moments.append(connection)
            yield connection

    monkeypatch.setattr(proof, "SLICE", 2)
    monkeypatch.setattr(small.room.store, "reading", in_turn)
    assert small.report(period) == whole
    assert len(moments) > movements / 2


def test_a_change_of_a_jackpot_that_no_journal_tells_is_refused(small: Floor, monkeypatch: Any) -> None:
    first, second = small.pairs("one"), small.pairs("two")
    for table in (first, second, first):
        small.play(table, BETS)
    period = Period.read()
    whole = small.report(period)
    assert len(whole.tables) == 2
    monkeypatch.setattr(Period, "tables", lambda *_: [first])  # a report that does not see the other table
    with pytest.raises(Unproved, match=r"jackpot aces: after change \d+ comes change \d+"):
        small.report(period)


def test_days_add_up_and_a_round_belongs_to_the_day_it_ends_on(small: Floor, calendar: Calendar) -> None:
    table = small.pan()
    for day in (1, 2, 3):
        calendar.to(day)
        small.play(table, {"main": 500}, day)
    calendar.to(3, 23, 59)
    small.start(table, {"main": 700})
    calendar.to(4, 0, 1)
    small.finish(table)
    days = [small.report(Period.read(f"2026-03-0{day}")) for day in range(1, 6)]
    assert [report.tables[0].rounds for report in days] == [1, 2, 3, 1, 0]
    assert [line_of(report, "main").wagered for report in days] == [1000, 2000, 3000, 1400, 0]
    whole = small.report(Period.read("2026-03-01", "2026-03-05"))
    assert whole.tables[0].booked == sum(report.tables[0].booked for report in days)
    assert line_of(whole, "main").win == sum(line_of(report, "main").win for report in days)
    west = small.report(Period.read("2026-03-03", zone="America/Los_Angeles"))
    assert west.tables[0].rounds == 4, "in Seattle it was still the third when the round ended"
    assert days[4].tables[0].wagered == 0, "a day without play has its report too"
    calendar.to(6)
    small.do(table, small.mia, "close")
    closed = [small.report(Period.read(f"2026-03-0{day}")).tables for day in range(1, 8)]
    assert closed[:5] == [report.tables for report in days], "what is closed later is reported still, played or not"
    assert (closed[5][0].rounds, closed[6]) == (0, ())


def test_expected_goes_by_the_settings_that_each_wager_was_made_under(small: Floor, calendar: Calendar) -> None:
    asked = []

    def theories(game: Any, wager: str, settings: Any) -> Theory:
        del game
        asked.append((wager, settings.show()["maximum"]))
        pays = Fraction(1) if settings.show()["maximum"] == "$100.00" else Fraction(1, 2)
        return Theory((End(lost("1"), 1), End(pushed("1")._replace(pays=pays), 1)))

    table = small.pan(maximum="100.00")
    calendar.to(1)
    small.play(table, {"main": 500})
    small.do(table, small.mia, "change", settings={"maximum": "50.00"}, reason="a quiet evening")
    calendar.to(2)
    small.play(table, {"main": 500}, 2)
    small.do(table, small.mia, "change", settings={"maximum": "100.00"}, reason="a busy night")
    small.play(table, {"main": 500})
    line = line_of(small.report(Period.read("2026-03-02"), theories), "main")
    assert line.expected == 4 * 500 * Fraction(1, 4), "four of six wagers were made under the lower limit"
    assert {each for each in asked if each[0] == "main"} == {("main", "$50.00"), ("main", "$100.00")}


def test_limits_assume_nothing_of_how_seats_of_a_round_hang_together(small: Floor) -> None:
    table = small.pan()
    small.play(table, {"main": 500}, 3)
    line = line_of(small.report(), "main")
    assert line.expected == 0
    assert line.variance == 3 * (500 + 500) ** 2, "two coins that may always fall alike, three times"
    assert line.limits == pytest.approx((-3 * 3**0.5 * 1000, 3 * 3**0.5 * 1000))


def test_theory_is_the_products_own_odds() -> None:
    game = find_game("super-pan-9")
    settings = game.configure({"decks": "8"})
    theory = theory_of(game, "tie", settings)
    assert theory.edge(500) == game.odds("tie", decks=8).edge
    assert theory.variance(500) == game.odds("tie", decks=8).variance
    assert theory.exact


def test_what_is_not_at_hand_is_said_in_words(small: Floor) -> None:
    table = small.pan()
    small.play(table, {"main": 500})
    report = small.report(theories=lambda *_: Theory(says="takes minutes to count"))
    line = line_of(report, "main")
    assert (line.expected, line.limits, line.standing) == (None, None, "")
    words = [each.text for part in told.sheet_of(report).sections for each in part.blocks if "text" in each._fields]
    assert any("Pan, main wager: takes minutes to count." in each for each in words)
    assert theory_of(find_game("chinese-poker"), "main", find_game("chinese-poker").configure()).says


def test_ends_told_by_their_average_are_spread_as_wide_as_they_may_be() -> None:
    split = Theory((End(lost("1"), 3), End(pushed("1")._replace(pays=Fraction(1, 2)), 1, reach=6)))
    law = split.law(100)
    assert sum(law.values()) == 1
    assert sum(amount * chance for amount, chance in law.items()) == Fraction(-3, 4) + Fraction(1, 8)
    assert law[Fraction(6)] + law[Fraction(-6)] == Fraction(1, 4)
    assert not split.exact


def test_a_day_costs_no_more_in_an_old_room(small: Floor, calendar: Calendar, monkeypatch: pytest.MonkeyPatch) -> None:
    table = small.pan()
    small.play(table, {"main": 500}, 2)
    looks: list[int] = []
    whole, single = journal.entries, journal.entry

    def entries(*given: Any) -> Any:
        for each in whole(*given):
            looks.append(each[0])
            yield each

    def entry(*given: Any) -> Any:
        looks.append(given[2])
        return single(*given)

    def cost(day: str) -> int:
        looks.clear()
        with monkeypatch.context() as counting:
            counting.setattr(journal, "entries", entries)
            counting.setattr(journal, "entry", entry)
            assert small.report(Period.read(day)).tables[0].rounds == 2
        return len(looks)

    young = cost("2026-03-01")
    calendar.to(2)
    small.play(table, {"main": 500}, 20)
    calendar.to(3)
    small.play(table, {"main": 500}, 2)
    assert cost("2026-03-03") < young + 60, "a few looks more to find the day, and none through the days before"


def test_a_table_that_is_named_like_a_formula_stays_text(small: Floor) -> None:
    table = small.pan("=1+1")
    small.play(table, {"main": 500})
    report = small.report()
    rows = list(csv.DictReader(io.StringIO(told.csv_text(report))))
    assert {row["name"] for row in rows} == {"'=1+1"}
    assert sum(float(row["net"]) for row in rows) == report.tables[0].booked / 100
    lost = report._replace(lines=tuple(line._replace(paid=3 * line.wagered) for line in report.lines))
    holds = [row["hold"] for row in csv.DictReader(io.StringIO(told.csv_text(lost)))]
    assert holds == ["-2.000000", ""], "a hold below nothing is a number"
    with zipfile.ZipFile(io.BytesIO(workbook(report))) as book:
        assert b"=1+1" in book.read("xl/sharedStrings.xml"), "a text, and no formula"


def test_the_spreadsheet_has_live_sums_and_the_papers_are_made(small: Floor) -> None:
    table = small.pairs()
    small.play(table, BETS, 2)
    report = small.report()
    with zipfile.ZipFile(io.BytesIO(workbook(report))) as book:
        first = book.read("xl/worksheets/sheet1.xml").decode()
        second = book.read("xl/worksheets/sheet2.xml").decode()
    assert re.search(r"<f>ROUND\(M4-N4,2\)</f><v>0</v>", first)
    assert "<f>SUMIFS(Wagers!F" in first
    assert "SQRT(M4)" in second
    assert all('fitToHeight="0" orientation="landscape"' in each for each in (first, second)), (
        "a page is as wide as they"
    )
    assert workbook(report) == workbook(report)
    assert pdf_of(told.sheet_of(report)).startswith(b"%PDF")
    assert told.report_json(report)["tables"][0]["booked"] == report.tables[0].booked


@pytest.mark.parametrize(
    "given",
    [
        ("yesterday",),
        ("2026-03-02", "2026-03-01"),
        ("2026-03-01", "", "Mars/Olympus"),
        *(("2026-13-01",), ("9999-12-31",), ("0001-01-01",)),
        ("8031-01-01",),
    ],
)
def test_days_that_are_none_are_refused_in_a_sentence(given: tuple[str, ...]) -> None:
    with pytest.raises(HousewayError, match=r"write|a period is|still to come"):
        Period.read(*given)


def test_awards_are_players_money_and_what_the_desk_moves_is_proved_too(
    sqlite: str, opened: Callable[..., Room], arranged: Any
) -> None:
    game = find_game("super-pairs")
    draw = arranged(game.pack(game.configure(SETTINGS)), parse_cards("As As As 2c 9c 9d 9h"))
    floor = Floor(opened(sqlite, draw=draw))
    desk, before = floor.room.jackpots, floor.chips()
    plan = Plan(seed=500_00, increment=Fraction(3, 40), practice=False)
    table = floor.room.open_table(floor.mia, "super-pairs", SETTINGS, "t", jackpots={JACKPOT: Sensor("aces", plan)})
    floor.do(table, floor.ann, "sit", seat=1)
    floor.do(table, floor.ann, "bet", wagers={"blackjack": 500, JACKPOT: 100})
    floor.do(table, floor.ann, "ready")
    floor.finish(table)
    (award,) = desk.awards()
    desk.deposit(floor.mia, 1_000_00, "the first week")
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": award["cents"], "player": "Ann"}
    desk.verify(floor.mia, award["award"], seen)
    desk.approve_award(floor.max, award["award"])
    desk.pay(floor.mia, award["award"])
    report = floor.report()
    (line,) = report.tables
    assert award["cents"] == 500_07
    assert line.win == before - floor.chips() + award["cents"], "the award came off the meter, not out of the win"
    assert line_of(report, JACKPOT).awarded == award["cents"]
    assert line.seeded == 1_000_00, "the seed, and the next"
    assert (report.awards_paid, report.awards_voided) == (award["cents"], 0)
    (aces,) = report.jackpots
    assert {what for what, _, _ in aces.moved} == {"seed", "contribution", "won", "paid"}
    assert aces.total.off == 0
    assert "void" not in str(told.sheet_of(report).about)
    floor.agree(table, round=award["round"], what="void", reason="the wrong shoe")
    report = floor.report()
    assert (report.awards_paid, report.awards_voided) == (award["cents"], award["cents"])
    assert ("Given back of jackpots paid, their rounds being void", "$500.07") in told.sheet_of(report).about
    assert told.report_json(report)["awards_voided_cents"] == award["cents"]
    with floor.room.store.transaction() as connection:
        deposit = "(SELECT id FROM transactions WHERE what = 'deposit')"
        connection.execute(text(f'UPDATE postings SET cents = 2 * cents WHERE "transaction" = {deposit}'))
    with pytest.raises(Unproved, match="the room's journal: the journal says that bank:prizes gained"):
        floor.report()


def test_a_hand_void_in_play_is_no_amendment_and_one_void_is_told_once(small: Floor) -> None:
    table = small.room.open_table(
        small.mia, "super-pairs", SETTINGS | {"reconciled-bonuses": "void-with-round"}, "practice"
    )
    small.seat(table)
    small.start(table, {"blackjack": 500, JACKPOT: 100})
    call = {"kind": "misdeal", "seat": 0, "reason": "a card fell"}
    small.room.do(Command(table, small.mia.id, "call", None, "irregularity", call))
    (told_,) = small.room.history(table)
    assert (told_["calls"], told_["amended"]) == (["misdeal"], [])
    second = small.play(table, {"blackjack": 500, JACKPOT: 100})
    small.agree(table, round=second, what="void", reason="the wrong shoe")
    assert [each["reason"] for each in small.room.history(table)[0]["amended"]] == ["the wrong shoe"]
    report = small.report()
    assert line_of(report, JACKPOT).bets == 2, "void wagers are no wagers; the void round's stay, and are adjusted"
    assert (report.tables[0].accrued, len(report.adjustments)) == (15, 1)


@pytest.mark.parametrize("kept", ["older-room", "room-of-version-3", "jackpot-room"])
def test_older_journals_are_reported_or_refused_in_a_sentence(
    kept: str, sqlite: str, opened: Callable[..., Room]
) -> None:
    restore(Path(__file__).with_name("data") / f"{kept}.gz", sqlite)
    room = opened(sqlite)
    with room.store.transaction() as connection:
        days = {str(body.get("at", ""))[:10] for _, body in journal.entries(connection, 1)} - {""}
    period = Period.read(min(days), max(days))
    if kept == "room-of-version-3":
        assert all(line.rounds and not line.off for line in day_report(room.store, period, fair).tables)
        return
    with pytest.raises(HousewayError, match="from before jackpots had accounts of their own"):
        day_report(room.store, period, fair)


def test_what_bots_wager_is_told_apart(small: Floor) -> None:
    table = small.pan()
    small.do(table, small.ann, "add-bot", seat=3)
    small.play(table, {"main": 500})
    report = small.report()
    (line,) = report.tables
    assert (line.wagered, line.bots) == (1000 + line.bots, line.bots)
    assert line.bots > 0
    assert "bots have wagered" in str(told.sheet_of(report))


def test_what_takes_minutes_is_not_begun(tmp_path: Path) -> None:
    """In a process that has kept nothing: this one may have counted it before."""
    code = (
        "from houseway.games import game; from houseway.room.books.theory import kept_theory\n"
        "found = game('dealer-open-pai-gow')\n"
        "print(kept_theory(found, 'main', found.configure(house_way='conventional')).says)\n"
        "print(kept_theory(found, 'main', found.configure()).known)\n"
        "print(kept_theory(found, 'ace-high-tie', found.configure()).known)"
    )
    environment = {**os.environ, "HOUSEWAY_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    says, *known = done.stdout.splitlines()
    assert says.startswith("takes minutes to count and is not kept")
    assert known == ["True", "True"], "what the document's own House Way gives comes with the package"


def test_without_the_lab_there_is_a_sentence_and_no_theory() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from houseway.games import game; from houseway.room.books.theory import kept_theory\n"
        "print(kept_theory(game('super-pan-9'), 'main', game('super-pan-9').configure()).says)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'houseway[lab]'" in done.stdout


@pytest.mark.parametrize("game", ["super-pan-9", "supreme-99", "chinese-poker", "dealer-open-pai-gow", "super-pairs"])
def test_the_books_of_every_game_are_proved(game: str, sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """With a round that is void, one in mid-play, and people who come and go."""
    room = opened(sqlite)
    table = sitting(room, game)
    manager = room.people.add("Mia", "manager", "no hash", by="command: tests")
    for _ in range(3):
        table.play_round()
    table.ready()
    call = {"kind": "misdeal", "seat": 0, "reason": "a card fell"}
    if room.view(table.table, None).json()["phase"] == "playing":
        room.do(Command(table.table, manager.id, "call", None, "irregularity", call))
    table.ready()
    report = day_report(room.store, Period.read(), fair)
    (line,) = report.tables
    assert line.rounds >= 3
    assert line.off == 0
    assert line.wagered == sum(each.wagered for each in report.lines)
    assert workbook(report)
