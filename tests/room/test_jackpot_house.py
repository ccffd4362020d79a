"""Prizes of house jackpots: they wait for two people as the progressive ones do."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Room
from houseway.room.audit.room import audit
from houseway.room.books.day import day_report
from houseway.room.books.period import Period, stamp_of
from houseway.room.store import journal
from houseway.room.store.meters import METERED
from houseway.room.table import entry as entries
from houseway.room.table import following
from linked_jackpots import (
    BETS,
    FIXED,
    HIT,
    JACKPOT,
    PAIRS,
    SEEN,
    House,
    Seat,
    again,
    amend,
    fixed_at,
    house_of,
    money,
    untold,
)

LONG = Period(date.today() - timedelta(days=2), date.today() + timedelta(days=30))
"""However long a run lasts."""

PRIZE = SEEN | {"payout_cents": 100_00}


def play_two(first: Seat, second: Seat) -> int:
    """A round of two at one table, who always stand."""
    for seat in (first, second):
        seat.do("bet", wagers=BETS)
    for seat in (first, second):
        seat.do("ready")
    while first.view()["phase"] == "playing":
        for seat in (first, second):
            for asked in seat.view()["asked"]:
                if asked["yours"]:
                    seat.do("answer", answer=0 if asked["kind"] == "wager" else "stand")
    return int(first.view()["round"])


def paid_by_two(house: House, award: int, seen: dict[str, Any]) -> dict[str, Any]:
    house.room.jackpots.verify(house.dora, award, seen)
    with pytest.raises(Forbidden, match="two people"):
        house.room.jackpots.approve_award(house.dora, award)
    house.room.jackpots.approve_award(house.max, award)
    return house.room.jackpots.pay(house.dora, award)


def test_two_hits_of_a_house_jackpot_in_one_deal_wait_for_two_people_and_a_void_undoes_them_to_the_cent(
    database: str, opened: Callable[..., Room], stacked: Any
) -> None:
    house = house_of(opened(database, draw=stacked("As As As As As 2c 9c 9d 9h")))
    table = fixed_at(house)
    ann, bob = Seat(house.room, table, "Ann"), Seat(house.room, table, "Bob", 2)
    whose = [f"person:{seat.person.id}" for seat in (ann, bob)]
    before = money(house.room, *whose, f"house:{table}")
    round_ = play_two(ann, bob)
    held = [f"award:{round_}:{seat}:{JACKPOT}" for seat in (1, 2)]
    assert money(house.room, *held) == [100_00, 100_00], "every winner in full"
    ruled = {each["seat"]: each["returned_cents"] for each in ann.view()["ruling"] if each["wager"] == JACKPOT}
    assert ruled == {1: 100_00, 2: 100_00}
    held_ = [(each["seat"], each["held_cents"]) for each in ann.view()["ruling"] if "held_cents" in each]
    assert held_ == [(1, 100_00), (2, 100_00)], "and each is told that it waits"
    others = sum(each["cents"] for each in ann.view()["ruling"] if each["wager"] != JACKPOT)
    assert sum(money(house.room, *whose)) == sum(before[:2]) - 2_00 + others, "nobody has the prize yet"
    assert "waits to be verified" in " ".join(ann.view()["log"])
    assert PAIRS.prizes(house.room.set_at(table).settings) == {JACKPOT: 100_00}, "the display stays"
    card = house.room.jackpots.one("prize")
    assert card.identity == {**dict.fromkeys(card.identity, "0"), "seed": "20000", "pending": "20000"}
    assert house.room.jackpots.funds().owed == 200_00
    with pytest.raises(HousewayError, match=r"\$200\.00 of the jackpot prize was won and waits to be paid"):
        house.room.do(Command(table, house.dora.id, "close", None, "close", {}))
    house.room.close()
    house = house._replace(room=opened(database))
    first, _ = house.room.jackpots.awards()
    had = money(house.room, whose[0])[0]
    receipt = paid_by_two(house, first["award"], PRIZE)
    assert (receipt["cents"], house.room.jackpots.receipt(first["award"])) == (100_00, receipt)
    assert money(house.room, whose[0], *held) == [had + 100_00, 0, 100_00]
    report = day_report(house.room.store, LONG, untold)
    (line,) = [each for each in report.lines if each.wager == JACKPOT]
    assert (line.wagered, line.paid, line.awarded, report.jackpots) == (2_00, 200_00, 0, ()), "among the wagers"
    assert (report.awards_paid, [each.off for each in report.tables]) == (100_00, [0])
    assert audit(database) == []
    amend(house, table, round=round_, what="void")
    assert money(house.room, *whose, f"house:{table}", *held) == [*before, 0, 0]
    assert [each["state"] for each in house.room.jackpots.awards(waiting=False)] == ["void", "cancelled"]
    identity = house.room.jackpots.one("prize").identity
    assert identity == dict.fromkeys(identity, "0")
    report = day_report(house.room.store, LONG, untold)
    (void,) = report.adjustments
    assert (void.of(JACKPOT), void.of("")) == (198_00, 0)
    house.room.do(Command(table, house.dora.id, "close now", None, "close", {}))
    assert audit(database) == []


def test_a_void_cancels_a_prize_that_waits_and_over_the_threshold_the_cards_are_counted(
    sqlite: str, opened: Callable[..., Room], arranged: Any
) -> None:
    house = house_of(opened(sqlite, draw=again(arranged, HIT)))
    desk = house.room.jackpots
    desk.threshold = 99_99
    ann = Seat(house.room, fixed_at(house), "Ann")
    accounts = (f"person:{ann.person.id}", f"house:{ann.table}")
    before = money(house.room, *accounts)
    round_ = ann.play()
    (waiting,) = desk.awards()
    for wrong in ({"hand": "As As Kd"}, {"wager_cents": 200}, {"payout_cents": 99_00}, {"player": "Bob"}):
        with pytest.raises(HousewayError, match="not"):
            desk.verify(house.dora, waiting["award"], PRIZE | wrong)
    with pytest.raises(HousewayError, match="the cards are counted, and these are not as many"):
        desk.verify(house.dora, waiting["award"], PRIZE)
    desk.verify(house.dora, waiting["award"], PRIZE | {"counted": 312})
    amend(house, ann.table, round=round_, what="void")
    assert money(house.room, *accounts, f"award:{round_}:1:{JACKPOT}") == [*before, 0]
    with pytest.raises(HousewayError, match="is cancelled, not verified"):
        desk.approve_award(house.max, waiting["award"])
    (void,) = day_report(house.room.store, LONG, untold).adjustments
    assert (void.of(JACKPOT), void.of("")) == (99_00, 0)
    assert audit(sqlite) == []


@pytest.mark.usefixtures("of_before")
def test_what_was_paid_with_the_ruling_before_prizes_were_held_stays_so_and_a_practice_table_pays_at_once(
    sqlite: str, opened: Callable[..., Room], arranged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(opened(sqlite, draw=again(arranged, HIT)))
    with monkeypatch.context() as older:
        older.setattr(following, "HELD", 99)
        older.setattr(entries, "VERSION", METERED)
        ann = Seat(house.room, fixed_at(house), "Ann")
        round_ = ann.play()
    ann.play()
    assert house.room.jackpots.awards() == []
    practice = Seat(house.room, house.room.open_table(house.mia, "super-pairs", FIXED, "p"), "Bob")
    before = money(house.room, f"person:{practice.person.id}")[0]
    practice.play()
    won = sum(each["cents"] for each in practice.view()["ruling"])
    assert money(house.room, f"person:{practice.person.id}") == [before + won]
    assert won > 90_00
    assert house.room.jackpots.awards() == []
    Seat(house.room, fixed_at(house), "Cyd").play()
    assert [each["cents"] for each in house.room.jackpots.awards()] == [100_00]
    assert [each.off for each in day_report(house.room.store, LONG, untold).tables] == [0, 0, 0]
    assert audit(sqlite) == []
    amend(house, ann.table, round=round_, what="void")
    assert [each.of("") for each in day_report(house.room.store, LONG, untold).adjustments] == [0]
    assert audit(sqlite) == []


def test_a_prize_paid_on_a_day_without_its_table_is_no_progressive_of_the_report(
    sqlite: str, opened: Callable[..., Room], stacked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(opened(sqlite, draw=stacked(HIT)))
    ann = Seat(house.room, fixed_at(house), "Ann")
    ann.play()
    later = datetime.now(UTC) + timedelta(days=5)
    with monkeypatch.context() as days:
        days.setattr(journal, "stamp", lambda: stamp_of(later))
        paid_by_two(house, 1, PRIZE)
    house.room.do(Command(ann.table, house.dora.id, "close", None, "close", {}))
    report = day_report(house.room.store, Period(later.date(), later.date()), untold)
    assert (report.awards_paid, report.tables, report.jackpots) == (100_00, (), ())


def test_a_prize_that_is_paid_past_the_two_people_is_found(
    sqlite: str, opened: Callable[..., Room], stacked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(opened(sqlite, draw=stacked(HIT)))
    ann = Seat(house.room, fixed_at(house), "Ann")
    with monkeypatch.context() as cheat:
        cheat.setattr(following, "HELD", 99)
        ann.play()
    assert any("is paid of a jackpot that holds nothing for it" in str(each) for each in audit(sqlite))
