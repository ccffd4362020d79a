"""A seat whose wager lies plays the round, or had not the money for it: the audit tells where a house left one out."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from every_kind import days
from honest import TURNS, Honest
from houseway.errors import IllegalBet
from houseway.game import Game
from houseway.room import Room
from houseway.room.acts.play import Timeout
from houseway.room.archive.writing import archive
from houseway.room.audit import when
from houseway.room.audit.left_out import LONG_AGO, NEVER, Moved, Purse
from houseway.room.audit.room import How, audit, report
from houseway.room.commands import command
from houseway.room.table import rounds
from houseway.room.table.clock import Clock
from houseway.room.table.entry import Start
from houseway.room.table.state import LiveTable


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def room(sqlite: str, opened: Callable[..., Room]) -> Room:
    return opened(sqlite)


def said(database: str) -> list[str]:
    return [f"{each.where}: {each.what}" for each in audit(database)]


def without(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that begins without a seat that is ready."""
    honest = command.starting

    def starting(table: LiveTable, *given: Any) -> Start | None:
        start = honest(table, *given)
        if start is None:
            return None
        return start._replace(
            wagers={number: bets for number, bets in start.wagers.items() if number != seat},
            accounts={number: account for number, account in start.accounts.items() if number != seat},
        )

    monkeypatch.setattr(command, "starting", starting)


@pytest.mark.parametrize("number", [1, 2], ids=["the first", "after another"])
def test_a_ready_seat_that_the_house_leaves_out_of_a_round_is_found(
    number: int, room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(room, "super-pan-9")
    for _ in range(number - 1):
        table.play_round()
    assert said(sqlite) == []
    without(2, monkeypatch)
    table.ready()
    (fault,) = said(sqlite)
    assert fault.startswith("table 1, entry ")
    assert fault.endswith(f"seat 2 had laid $5.00, which person 3 had, and round {number} began without it")


def test_a_seat_that_has_sealed_is_left_out_no_less(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Honest(sitting(room, "super-pan-9"))
    without(1, monkeypatch)
    people.close()
    for person in people.table.people:
        people.seal(person)
    assert any("seat 1 had laid $5.00" in fault for fault in said(sqlite))


def test_a_seat_that_has_sealed_is_told_to_sit_out(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three have bet; the first and the second have sealed, and the house says that the second had not."""
    people = Honest(sitting(room, "super-pan-9", people=3))
    people.close()
    for person in people.table.people[:2]:
        people.seal(person)
    monkeypatch.setattr(command, "sitting_out", lambda *_: [2, 3])
    room.tick(1.0e9)
    room.tick(2.0e9)
    (fault,) = said(sqlite)
    assert fault.endswith("seat 2 had laid $5.00, which person 3 had, and was told to sit the round out")


def test_nobody_sits_out_where_no_seals_are_waited_for(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(room, "super-pan-9")
    for person in table.people:
        table.bet(person)
    table.do(table.people[0], "ready")
    monkeypatch.setattr(Timeout, "check", lambda act, *_: replace(act, out=[2]))
    room.tick(1.0e9)
    room.tick(2.0e9)
    assert any("seat 2 had laid $5.00" in fault and "told to sit the round out" in fault for fault in said(sqlite))


def test_nobody_who_was_ready_sits_out_while_wagers_are_made(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(room, "super-pan-9", people=3)
    for person in table.people:
        table.bet(person)
    for person in table.people[:2]:
        table.do(person, "ready")
    monkeypatch.setattr(Timeout, "check", lambda act, *_: replace(act, out=[2]))
    room.tick(1.0e9)
    room.tick(2.0e9)
    assert any("seat 2 is told to sit out, and no seal was waited for nor was it late" in each for each in said(sqlite))


FIVE = dict.fromkeys(("blackjack", "super-pairs", "lucky-ladies", "21-plus-3"), 10_00)
"""Four games above $5 on one hand, where the state allows three: each of them may be made."""


def test_wagers_that_no_round_begins_with_are_refused_where_they_are_laid(room: Room, sitting: Any) -> None:
    table = sitting(room, "super-pairs", people=2)
    with pytest.raises(IllegalBet, match="games above"):
        table.do(table.people[0], "bet", wagers=FIVE)
    table.do(table.people[0], "bet", wagers={**FIVE, "super-pairs": 5_00, "21-plus-3": 5_00})


def test_wagers_that_no_round_begins_with_keep_nobody_from_playing(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older room took them: nobody at that table played again until they were taken back."""
    table = sitting(room, "super-pairs", people=2)
    ann, bob = table.people
    with monkeypatch.context() as older:
        older.setattr(Game, "unplayable", lambda *_: "")
        table.do(bob, "bet", wagers=FIVE)
    table.bet(ann)
    table.do(ann, "ready")
    room.tick(1.0e9)
    room.tick(2.0e9)
    view = table.view()
    assert [seat["number"] for seat in view["seats"] if seat["cards"]] == [1]
    assert any("seat 2 sits out" in line for line in view["log"])
    assert said(sqlite) == []


def test_only_who_the_others_cannot_play_with_sits_out(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob is not ready and lays what all can play with, Cyd what nobody can: Bob is dealt in."""
    table = sitting(room, "super-pairs", people=3)
    ann, bob, cyd = table.people
    with monkeypatch.context() as older:
        older.setattr(Game, "unplayable", lambda *_: "")
        table.do(cyd, "bet", wagers=FIVE)
    table.bet(ann)
    table.bet(bob)
    table.do(ann, "ready")
    room.tick(1.0e9)
    room.tick(2.0e9)
    assert [seat["number"] for seat in table.view()["seats"] if seat["cards"]] == [1, 2]
    assert said(sqlite) == []


@pytest.mark.parametrize("covered", [True, False])
def test_somebody_whose_wagers_no_round_takes_is_no_excuse_to_leave_out_another(
    covered: bool, room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cyd has laid what nobody can play with, and may have no money left for it: the house has Bob sit out as well."""
    monkeypatch.setattr(Game, "unplayable", lambda *_: "")
    table = sitting(room, "super-pairs", people=3)
    ann, bob, cyd = table.people
    table.do(cyd, "bet", wagers=FIVE)
    for number, stake in enumerate(() if covered else (400_00, 400_00, 170_00)):
        other = sitting(room, "super-pan-9", people=1)
        other.keys = count(20_000 + 1_000 * number)
        other.do(other.people[0], "leave")
        other.do(cyd, "sit", seat=1)
        other.do(cyd, "bet", wagers={"main": stake})
        other.do(cyd, "ready")
    table.bet(ann)
    table.bet(bob)
    table.do(ann, "ready")
    monkeypatch.setattr(command, "sitting_out", lambda at, _: [2, 3] if at.id == table.table else [])
    room.tick(1.0e9)
    room.tick(2.0e9)
    (fault,) = said(sqlite)
    assert fault.endswith("seat 2 had laid $5.00, which person 3 had, and was told to sit the round out")


def test_who_has_laid_more_than_there_is_is_left_out_by_the_rules(room: Room, sqlite: str, sitting: Any) -> None:
    """Ann has $1,000 and lays $400 at each of three tables: the last begins without her, and nobody is to blame."""
    tables = [sitting(room, "super-pan-9") for _ in range(3)]
    ann = room.people.guest("Ann of three tables")
    for number, table in enumerate(tables):
        table.keys = count(1000 * (number + 1))
        table.do(ann, "sit", seat=3)
        table.do(ann, "bet", wagers={"main": 400_00})
        table.do(ann, "ready")
    for table in tables:
        table.ready()
    playing = [len([seat for seat in table.view()["seats"] if seat["cards"]]) for table in tables]
    assert playing == [3, 3, 2]
    assert said(sqlite) == []


def test_where_the_others_cannot_play_without_who_has_not_sealed_all_sit_out(
    room: Room, sqlite: str, sitting: Any
) -> None:
    people = Honest(sitting(room, "chinese-poker"))
    people.close()
    people.seal(people.table.people[0])
    room.tick(1.0e9)
    room.tick(2.0e9)
    assert people.table.view()["phase"] == "betting"
    assert said(sqlite) == []


def test_what_came_or_went_just_then_is_not_counted_upon() -> None:
    """Two tables settle and begin at once: whether the one saw what the other paid is not in the journal."""
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    after = [noon + timedelta(seconds=each) for each in (0, 60, 120)]
    moves = [(LONG_AGO, 1000), (after[0], 200), (after[1], -300), (after[2], 50)]
    purse = Purse([Moved(at, at, cents) for at, cents in moves])
    sure = {-31: 1000, -30: 1000, 29: 1000, 30: 700, 31: 900, 89: 900, 150: 900, 151: 950}
    assert {second: purse.surely(noon + timedelta(seconds=second)) for second in sure} == sure
    assert purse.surely(LONG_AGO) == -300, "an entry that tells no time tells nothing"


@pytest.mark.parametrize(("waited", "found"), [(0.2, True), (1.5, False)])
def test_a_house_that_does_not_wait_for_seals_is_found(
    waited: float, found: bool, room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who were ready sat out at once when bets were closed; clocks may differ by five seconds of six."""
    monkeypatch.setattr(when, "SEALS", Clock().sealing)
    people = Honest(sitting(room, "super-pan-9", people=3))
    with days() as time_:
        people.close()
        people.seal(people.table.people[1])
        time_.on(seconds=waited)
        room.tick(1.0e6)
        room.tick(2.0e6)
        people.open(people.table.people[1])
    says = "seals are waited for 6 seconds, and bets were closed a moment before"
    assert any(says in each for each in said(sqlite)) is found


def test_a_house_that_begins_no_round_when_all_have_sealed_is_found(
    room: Room, sqlite: str, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had nine minutes to find what the numbers give, and a seat of its own to get up with."""
    people = Honest(sitting(room, "super-pan-9", people=3))
    honest = command.starting
    people.close()
    monkeypatch.setattr(command, "starting", lambda table, act, *given: None)
    for person in people.table.people:
        people.seal(person)
    monkeypatch.setattr(command, "starting", honest)
    room.tick(1.0e6)
    room.tick(2.0e6)
    for person in people.table.people:
        people.open(person)
    while people.table.answer():
        pass
    held = [each for each in said(sqlite) if "all had sealed, and no round began" in each]
    assert [each.split("seat ")[1][0] for each in held] == ["1", "2", "3"]


def test_what_tells_no_time_is_there_surely_once_what_follows_it_is() -> None:
    noon = datetime(2026, 11, 19, 12, tzinfo=UTC)
    hour = timedelta(hours=1)
    purse = Purse([Moved(LONG_AGO, LONG_AGO, 1000), Moved(noon, noon + hour, 200), Moved(noon, NEVER, -300)])
    assert [purse.surely(at) for at in (noon - hour, noon + hour / 2, noon + 2 * hour)] == [1000, 700, 900]
    assert [purse.perhaps(at) for at in (noon - hour, noon + hour / 2, noon + 2 * hour)] == [1000, 1200, 1200]


@pytest.mark.parametrize("luck", [1, 3, 5])
def test_what_lies_in_an_archive_was_not_there_long_ago(
    luck: int, sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    """What somebody won at another table after they had too little was taken for theirs from the beginning."""
    with days() as time_:
        room = opened(sqlite, draw=random.Random(luck).randrange)
        short, long = sitting(room, "super-pan-9"), sitting(room, "supreme-99", people=1)
        third = sitting(room, "super-pan-9", people=1)
        for each, keys in ((long, 5000), (third, 7000)):
            each.keys = count(keys)
        ann, keys = room.people.guest("Rich Ann"), (f"ann-{number}" for number in count())
        for each, seat in ((short, 3), (long, 4), (third, 4)):
            each.do(ann, "sit", seat=seat, key=next(keys))
        short.do(ann, "bet", wagers={"main": 400_00}, key=next(keys))
        for person in short.people:
            short.bet(person)
        most = {wager["id"]: wager["most_cents"] for wager in long.view(ann)["wagers"] if wager["before_deal"]}
        for each, wagers in (
            (long, dict(list(most.items())[:1]) | {"pair-fortunes": 300_00}),
            (third, {"main": 400_00}),
        ):
            wagers = {name: min(cents, most.get(name, cents)) for name, cents in wagers.items()}
            each.bet(each.people[0])
            each.do(ann, "bet", wagers=wagers, key=next(keys))
            each.do(ann, "ready", key=next(keys))
            each.do(each.people[0], "ready")
        time_.on(minutes=5)
        short.do(ann, "ready", key=next(keys))
        for person in short.people:
            short.do(person, "ready")
        assert not any(seat["cards"] for seat in short.view()["seats"] if seat["number"] == 3), "she has too little"
        while short.answer():
            pass
        time_.on(minutes=5)
        for each in (third, long):
            each.people.append(ann)
            while each.answer():
                pass
            each.people.remove(ann)
        for each in (third, short):
            each.do(ann, "leave", key=next(keys))
        long.do(ann, "leave", key=next(keys))
        for _ in range(3):
            time_.on(minutes=2)
            long.play_round()
        assert said(sqlite) == []
        time_.on(minutes=5)
        archive(room.store, folder / "old.archive", "9999-01-01", "command: tests")
        assert said(sqlite) == []
        assert [str(each) for each in report(sqlite, How(archives=[folder / "old.archive"])).findings] == []
