"""Houses with the key that deal too early, number twice, spell otherwise or hide what a table is are found out."""

import json
import random
import re
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from typing import Any

import pytest

from honest import Honest
from houseway.errors import HousewayError
from houseway.room import Command, Room, opening
from houseway.room.acts import Expire, play, wagers
from houseway.room.audit import opened as audit_opened
from houseway.room.audit.room import audit, report
from houseway.room.commands.command import THE_HOUSE, Asked
from houseway.room.fairness.nonces import WIDTH, Nonce, Puzzle
from houseway.room.jackpots.account import JOINED
from houseway.room.people.people import CHIPS, issue
from houseway.room.store import journal, ledger
from houseway.room.store.jackpots import Book
from houseway.room.store.schema import ROUNDS
from houseway.room.store.transaction import Transaction
from houseway.room.table import beginning, following, metering, rounds, state
from houseway.room.table.entry import JournalEntry
from houseway.room.table.state import LiveTable
from houseway.round.questions import default_of
from linked_jackpots import HIT, JACKPOT, SETTINGS, Seat, again, at_desk, house_of, open_linked, plan

OPEN_NUMBERS = "something was dealt, answered or called before every number was open"


pytestmark = pytest.mark.usefixtures("few_turns")


def said(sqlite: str) -> str:
    return "\n".join(map(str, audit(sqlite)))


# ---------------------------------------------------------------------------------------------------- players' numbers


def test_nothing_is_dealt_before_all_numbers_are_open(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be dealt by the numbers of the round before, which everybody knows."""
    people = Honest(table)
    people.play_round()
    people.close()
    with monkeypatch.context() as cheats:
        cheats.setattr(LiveTable, "unopened", {})
        for person in table.people:
            people.seal(person)
    assert OPEN_NUMBERS in said(sqlite)


def test_no_round_is_called_off_before_all_numbers_are_open(
    sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever knows what would be dealt would call a misdeal."""
    dan = table.room.people.add("Dan", "dealer", "no hash", by="command: tests")
    people = Honest(table)
    people.close()
    for person in table.people:
        people.seal(person)
    with monkeypatch.context() as cheats:
        cheats.setattr(LiveTable, "unopened", {})
        table.do(dan, "irregularity", kind="misdeal", reason="cards fell on the floor", seat=0)
    assert OPEN_NUMBERS in said(sqlite)


def test_a_number_is_that_of_its_own_seat(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seats with one modulus are opened by one prime; the number of the second is not what the house likes."""
    table = sitting(opened(sqlite), "super-pan-9", people=3, decks="8")
    people, one = Honest(table), Nonce.fresh(random.Random(5).getrandbits)
    ann, eve, friend = table.people
    for person, number in ((ann, None), (eve, one), (friend, Nonce(Puzzle(one.puzzle.modulus, 7), one.factor))):
        people.bet(person, number)
    for act in (people.ready, people.seal, people.open):
        for person in table.people[: 2 if act == people.open else 3]:
            act(person)
    with monkeypatch.context() as cheats:
        cheats.setattr(wagers.Open, "check", lambda self, *_: wagers.Open(self.factor, f"{4:0{WIDTH}x}"))
        people.open(friend)
    assert "the number is not the one that two primes of its seal give" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- how it is written


@pytest.mark.parametrize("version", [2.0, 4.0, 5.0, 6.0, True])
def test_a_version_is_a_whole_number(version: object, sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """5.0 equals 5, and was judged as an older form that nobody looked for."""
    told = JournalEntry.json
    with monkeypatch.context() as cheats:
        cheats.setattr(JournalEntry, "json", lambda self: told(self) | {"v": version})
        table.play_round()
    assert f"an entry of version {version!r}, which is no whole number" in said(sqlite)


def test_somebody_is_a_whole_number(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told = JournalEntry.json
    with monkeypatch.context() as cheats:
        cheats.setattr(JournalEntry, "json", lambda self: told(self) | {"by": float(self.by)})
        table.bet(table.people[0])
    assert "by 2.0, which nobody is known by" in (found := said(sqlite))
    assert "is not spelled as the room spells" in found


def test_an_entry_is_spelled_in_one_way(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chips for a friend who has plenty: whoever looks for such entries did not find one with a blank in it."""
    friend = table.people[0].id
    body = {"kind": "chips", "id": friend, "chips": CHIPS, "had": 0, "held": 0, "at": journal.stamp()}
    with table.room.store.transaction() as connection, monkeypatch.context() as cheats:
        head = journal.head(connection, journal.ROOM, lock=True)
        cheats.setattr(journal, "canonical", lambda value: json.dumps(value, sort_keys=True))
        new = journal.append(connection, journal.ROOM, head, body)
        ledger.post(connection, [issue(friend, CHIPS)], journal.ROOM, new.seq)
    assert "is not spelled as the room spells" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- tables and rounds


def test_rounds_have_numbers_of_their_own(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def same(self: Any, at: LiveTable) -> int:
        self.written, last = True, at.last or 0
        row = {"shoe": at.shoe, "position": at.position, "started": at.version + 1, "ended": None}
        self._connection.execute(ROUNDS.update().where(ROUNDS.c.id == last).values(**row))
        return last

    with monkeypatch.context() as cheats:
        cheats.setattr(Transaction, "new_round", same)
        table.play_round()
    assert "rounds are numbered as they begin, and round 1 had begun" in said(sqlite)


def test_no_time_runs_out_where_nobody_is_ready(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.bet(table.people[0])
    with pytest.raises(HousewayError, match="nobody is ready: the time for wagers has not begun"):
        table.room.act(table.table, "timeout", {})
    assert table.view()["phase"] == "betting"
    with monkeypatch.context() as cheats:
        cheats.setattr(play, "check_running", lambda _: None)
        for module in (beginning, rounds):
            cheats.setattr(module, "may_begin", lambda *_: True)
        table.room.act(table.table, "timeout", {})
    assert table.view()["phase"] == "playing"
    assert "it was begun by what begins none, or before everybody was ready" in said(sqlite)


def test_no_round_is_played_by_bots_alone(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house knows its shoe: it would deal away what is good for players."""
    table.do(table.people[0], "add-bot", seat=6)
    table.do(table.people[0], "ready")
    with monkeypatch.context() as cheats:
        cheats.setattr(play, "check_running", lambda _: None)
        cheats.setattr(rounds, "may_begin", lambda *_: True)
        cheats.setattr(rounds, "wagers_of", lambda at, *_: rounds.bot_wagers(at, {}))
        table.room.act(table.table, "timeout", {})
    assert table.room.view(table.table, table.people[0]).json()["round"] == 2
    monkeypatch.setattr(beginning, "may_begin", lambda *_: True)
    assert "round 2: nobody plays it but bots" in said(sqlite)


def test_a_call_is_in_its_round(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.ready()
    with monkeypatch.context() as cheats:
        cheats.setattr(play.Call, "entries", lambda *_: ())
        table.do(table.people[0], "irregularity", kind="phone-at-the-table", reason="he telephones", seat=2)
    assert "tells of the call phone-at-the-table, and it is not in the round" in said(sqlite)


def test_an_answer_is_in_its_round(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.ready()
    with monkeypatch.context() as cheats:
        cheats.setattr(play.Answer, "entries", lambda *_: ())
        table.answer()
    assert f"tells of an answer of person {table.people[0].id}, and it is not in the round" in said(sqlite)


def test_who_has_run_out_of_time_is_answered_for(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.ready()
    assert table.view()["asked"]
    with monkeypatch.context() as cheats:
        cheats.setattr(play.Timeout, "entries", lambda *_: ())
        table.room.act(table.table, "timeout", {})
    assert "tells of what the house answers for seat 1, whose time ran out" in said(sqlite)


def test_a_table_has_the_seats_that_it_is_set_to(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With sixty of them its shoe would end after every round."""
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "seats_of", lambda _: 60)
        sitting(opened(sqlite), "super-pan-9", decks="8").play_round()
    assert "is opened with 60 seats and not 9" in said(sqlite)


@pytest.mark.parametrize("engine", ["0.1.9", "", "9.0.0", "0.2.x"])
def test_a_table_is_of_a_houseway_that_writes_such_entries(
    engine: str, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots of another version are not judged: the house would name one, and answer for its bots."""
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "__version__", engine)
        sitting(opened(sqlite), "super-pan-9", decks="8").play_round()
    assert f"is of houseway {engine!r}, which writes no such entries" in said(sqlite)


def test_a_table_says_all_that_it_is_set_to(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = JournalEntry.json

    def less(self: JournalEntry) -> dict[str, Any]:
        body = told(self)
        if self.kind == "opened":
            body["data"] = body["data"] | {"settings": {"decks": "8"}}
        return body

    with monkeypatch.context() as cheats:
        cheats.setattr(JournalEntry, "json", less)
        sitting(opened(sqlite), "super-pan-9", decks="8")
    assert "is opened without saying all of its settings" in said(sqlite)


def test_an_entry_says_all_that_the_room_writes(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told = JournalEntry.json
    with monkeypatch.context() as cheats:
        cheats.setattr(JournalEntry, "json", lambda self: told(self) | {"entries": []})
        table.bet(table.people[0])
    assert "is not whole, or says more than the room writes: entries" in said(sqlite)


def test_who_is_newer_than_the_bots_of_a_table_says_so(
    sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        later.setattr(audit_opened, "__version__", "0.10.0")
        told = report(sqlite)
    assert told.findings == []
    assert "was opened by houseway 0.2.0: how its bots answered is not judged by houseway 0.10.0" in str(told.notes)
    assert report(sqlite).notes == []


# ---------------------------------------------------------------------------------------------------- jackpots


def test_an_award_is_ruled_upon_by_what_the_meter_showed(
    sqlite: str, opened: Callable[..., Room], arranged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(opened(sqlite, draw=again(arranged, HIT)))
    house.room.jackpots.deposit(house.mia, 100_000_00, "the prize account")
    ann = Seat(house.room, open_linked(house), "Ann")
    at_desk(house, "malfunction", cents=-19_500_00)
    display = following.display
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "display", lambda at, amounts: display(at, dict.fromkeys(amounts, 500_00)))
        ann.play()
    assert "was ruled upon by $500.00, and the meter showed $20,000.07" in said(sqlite)


def test_a_table_that_feeds_a_jackpot_has_joined_it(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its odds are compared as it joins: at another table any pair would take the whole meter."""
    house = house_of(opened(sqlite))
    house.room.jackpots.deposit(house.mia, 100_000_00, "the prize account")
    Seat(house.room, open_linked(house), "Ann").play()
    change = Book.change

    def silent(self: Any, jackpot: Any, what: str, *more: Any, **named: Any) -> Any:
        return (jackpot, None) if what == JOINED else change(self, jackpot, what, *more, **named)

    own = {"wager": JACKPOT, "rows": [{"award": "any-pair", "pays": "100%"}]}
    with monkeypatch.context() as cheats:
        cheats.setattr(Book, "change", silent)
        cheats.setattr(metering, "check_link", lambda *_: None)
        settings = SETTINGS | {f"{JACKPOT}-paytable": f"own-{JACKPOT}"}
        sensors = {JACKPOT: metering.Sensor("aces", plan())}
        other = house.room.open_table(house.mia, "super-pairs", settings, "t", [own], jackpots=sensors)
    assert audit(sqlite) == []
    Seat(house.room, other, "Eve").play()
    assert f"is of table {other}, which has not joined it" in said(sqlite)


@pytest.mark.parametrize("increment", [Fraction(1, 10_000), Fraction(1, 2)])
def test_a_jackpot_grows_as_its_tables_are_set_to(
    increment: Fraction, sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings tell 7.5 %, and so does the page."""
    house = house_of(opened(sqlite))
    says = f"are $500.00 and {float(100 * increment):.9g}%, and the table is set to $500.00 and 7.5%"
    with pytest.raises(HousewayError, match=re.escape(says)):
        open_linked(house, increment=increment)
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "sensor_faults", lambda *_: ())
        open_linked(house, increment=increment)
        open_linked(house, increment=increment)
    found = said(sqlite)
    assert f"table 1, entry 1: the jackpot aces: seed and increment {says}" in found
    assert f"change 2: joined by table 2: seed and increment {says}" in found


def test_a_practice_meter_grows_as_its_table_is_set_to(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = metering.practice_plan
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "practice_plan", lambda *of: own(*of)._replace(increment=Fraction(1, 10_000)))
        sitting(opened(sqlite), "super-pairs", **SETTINGS)
    assert "its plan is another than that of a practice table so set" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- nobody is accused


def test_a_change_is_compared_as_it_is_kept(sqlite: str, table: Any) -> None:
    """400.00 is kept as $400.00: it was taken for a change, and the audit for one that the room refuses."""
    mia = table.room.people.add("Mia", "manager", "no hash", by="command: tests")
    for amount in ("400.00", "$400.00", "400"):
        with pytest.raises(HousewayError, match="that is how the table is set already"):
            table.do(mia, "change", settings={"maximum": amount}, reason="as it was")
    table.do(mia, "change", settings={"maximum": "390"}, reason="a quiet evening")
    assert audit(sqlite) == []


def test_a_bot_that_thinks_is_thought_for_after_it_was_sent_away(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room, thinking = opened(sqlite), Future[dict[int, Any]]()
    decisions: list[Any] = []
    room.think_by(lambda _, __, asked: decisions.extend(asked) or thinking)
    table = sitting(room, "chinese-poker")
    table.do(table.people[0], "add-bot", seat=3)
    for person in table.people:
        table.bet(person)
    for person in table.people:
        table.do(person, "ready")
    table.do(table.people[0], "remove-bot", seat=3)
    assert audit(sqlite) == []
    thinking.set_result({each.question.seat: default_of(each.question) for each in decisions})
    while table.answer():
        pass
    assert audit(sqlite) == []


def test_bots_of_a_package_are_not_judged_which_is_noted(
    sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer one may answer otherwise, and its version stands in no entry."""
    table.do(table.people[0], "add-bot", seat=6)
    table.play_round()
    game = type(table.room.game_at(table.table))
    for module in (state, audit_opened):
        monkeypatch.setattr(module, "OWN", ())
    monkeypatch.setattr(game, "bot", lambda *_: "neither draw nor stand")
    told = report(sqlite)
    assert told.findings == []
    assert "is of super-pan-9, a game of somebody else's: how its bots answered is not judged" in str(told.notes)


def test_an_older_room_may_have_closed_a_table_under_somebody(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = JournalEntry.json
    for version, findings in ((5, 0), (6, 1)):
        monkeypatch.setattr(JournalEntry, "json", lambda self, v=version: told(self) | {"v": v})
        room = opened(sqlite)
        ann = room.people.guest(f"Ann {version}")
        number = room.open_table(ann, "super-pan-9", {}, "t")
        room.do(Command(number, ann.id, f"sit-{version}", None, "sit", {"seat": 1}))
        room._do(Asked(Command(number, THE_HOUSE.id, "", None, "expire"), Expire()))
        room.close()
        assert said(sqlite).count("something was done there less than") == findings


# ---------------------------------------------------------------------------------------------------- times


@pytest.mark.parametrize("offset", [timedelta(hours=14), timedelta(hours=-11), None])
def test_times_are_told_in_one_form(
    offset: timedelta | None, sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The books find the entries of a day by their texts: in another zone a round was in none, or in another."""
    told = JournalEntry.json

    def elsewhere(self: JournalEntry) -> dict[str, Any]:
        at = datetime.fromisoformat(self.at)
        other = at.astimezone(timezone(offset)) if offset is not None else at.astimezone().replace(tzinfo=None)
        return told(self) | {"at": other.isoformat(timespec="milliseconds")}

    with monkeypatch.context() as cheats:
        cheats.setattr(JournalEntry, "json", elsewhere)
        table.play_round()
    assert "is not spelled as the room spells" in said(sqlite)
