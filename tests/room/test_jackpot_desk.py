"""Jackpots that an operator runs: linked, frozen, verified, paid, reduced for a lawful reason, moved and closed."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, IllegalBet, IllegalSetting
from houseway.room import Command, Forbidden, Room
from houseway.room.audit.room import audit
from houseway.room.jackpots import desk as desk_module
from houseway.room.jackpots import two_people
from houseway.room.jackpots.account import Unlawful
from houseway.room.jackpots.desk_audit import desk_faults
from houseway.room.jackpots.funds import Funds, Prize, cover
from houseway.room.jackpots.funds import prizes as prizes_of
from houseway.room.people.accounts import Accounts
from houseway.room.store import reading_on
from houseway.room.store.journal import canonical
from houseway.room.store.schema import JOURNAL
from houseway.room.table import metering
from houseway.room.table.metering import Sensor
from houseway.round.meters import RECOVERED
from linked_jackpots import (
    BETS,
    FIXED,
    HIT,
    JACKPOT,
    PAIRS,
    SEEN,
    SETTINGS,
    Seat,
    again,
    house_of,
    money,
    open_linked,
    plan,
)


def test_two_tables_feed_one_meter_and_the_identity_holds(database: str, opened: Callable[..., Room]) -> None:
    house = house_of(opened(database))
    ann, bob = (Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob"))
    for seat in (ann, bob, ann):
        seat.play()
    card = house.room.jackpots.one("aces")
    assert card.shown_cents == 500_00 + 22
    assert card.identity["carried"] == "1/2"
    assert card.identity["off"] == "0"
    assert ann.view()["meters_cents"] == bob.view()["meters_cents"] == {JACKPOT: 500_22}, "one meter on both tables"
    assert money(house.room, "meter:aces") == [500_22]
    assert audit(database) == []


def test_a_hit_freezes_its_award_and_two_people_pay_it(
    database: str, opened: Callable[..., Room], stacked: Any
) -> None:
    house = house_of(opened(database, draw=stacked("As As As 2c 9c 9d 9h")))
    room, desk = house.room, house.room.jackpots
    ann, bob = (Seat(room, open_linked(house), name) for name in ("Ann", "Bob"))
    round_ = ann.play()
    award = f"award:{round_}:1:{JACKPOT}"
    assert money(room, "meter:aces", award) == [500_00, 500_07], "frozen, and the display shows the new seed"
    assert "waits to be verified" in " ".join(ann.view()["log"])
    bob.play()
    assert desk.one("aces").shown_cents == 500_08, "play elsewhere goes on: a half cent was left over"
    (waiting,) = desk.awards()
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": 500_07, "player": "Ann"}
    for wrong in ({"hand": "As As Kd"}, {"wager_cents": 200}, {"payout_cents": 500_08}, {"player": "Bob"}):
        with pytest.raises(HousewayError, match="not"):
            desk.verify(house.dora, waiting["award"], seen | wrong)
    with pytest.raises(HousewayError, match="is pending, not approved"):
        desk.pay(house.dora, waiting["award"])
    desk.verify(house.dora, waiting["award"], seen)
    with pytest.raises(Forbidden, match="two people"):
        desk.approve_award(house.dora, waiting["award"])
    desk.approve_award(house.max, waiting["award"])
    before = money(room, f"person:{ann.person.id}")[0]
    receipt = desk.pay(house.dora, waiting["award"])
    assert money(room, f"person:{ann.person.id}", award) == [before + 500_07, 0]
    assert (receipt["cents"], receipt["verified_by"], receipt["approved_by"]) == (500_07, house.dora.id, house.max.id)
    assert desk.receipt(waiting["award"]) == receipt
    with pytest.raises(HousewayError, match="is paid"):
        desk.pay(house.dora, waiting["award"])
    assert desk.awards() == []
    assert audit(database) == []


def test_what_was_verified_is_declined_with_a_reason_and_verified_anew(
    sqlite: str, opened: Callable[..., Room], stacked: Any
) -> None:
    house = house_of(opened(sqlite, draw=stacked("As As As 2c 9c 9d 9h")))
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    ann.play()
    with pytest.raises(HousewayError, match="award 1 is pending, not verified or approved"):
        desk.decline_award(house.dan, 1, "nobody has looked yet")
    desk.verify(house.dora, 1, SEEN)
    with pytest.raises(HousewayError, match="give a reason of 3 to 200 characters"):
        desk.decline_award(house.dan, 1, "no")
    assert desk.awards()[0]["state"] == "verified", "nothing is half done"
    desk.decline_award(house.dan, 1, "the camera shows another hand")
    said = {"declined_by": house.dan.id, "declined": "the camera shows another hand"}
    assert [(each["state"], each["said"]) for each in desk.awards()] == [("pending", said)]
    with pytest.raises(HousewayError, match="award 1 is pending, not verified"):
        desk.approve_award(house.max, 1)
    assert audit(sqlite) == []
    desk.verify(house.dan, 1, SEEN)
    with pytest.raises(Forbidden, match="two people"):
        desk.approve_award(house.dan, 1)
    desk.approve_award(house.dora, 1)
    desk.decline_award(house.max, 1, "the shoe is not closed")
    with pytest.raises(HousewayError, match="award 1 is pending, not approved"):
        desk.pay(house.max, 1)
    desk.verify(house.max, 1, SEEN)
    desk.approve_award(house.dan, 1)
    receipt = desk.pay(house.dora, 1)
    assert [receipt[key] for key in ("verified_by", "approved_by")] == [house.max.id, house.dan.id]
    with pytest.raises(HousewayError, match="award 1 is paid, not verified or approved"):
        desk.decline_award(house.dan, 1, "it is too late")
    assert audit(sqlite) == []


def test_over_the_threshold_the_cards_are_counted(sqlite: str, opened: Callable[..., Room], stacked: Any) -> None:
    house = house_of(opened(sqlite, draw=stacked("As As As 2c 9c 9d 9h")))
    desk = house.room.jackpots
    desk.threshold = 400_00
    Seat(house.room, open_linked(house), "Ann").play()
    (waiting,) = desk.awards()
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": 500_07, "player": "Ann"}
    with pytest.raises(HousewayError, match=r"over \$400\.00 the cards are counted, and these are not as many"):
        desk.verify(house.dora, waiting["award"], seen)
    desk.verify(house.dora, waiting["award"], seen | {"counted": 312})
    assert desk.awards()[0]["state"] == "verified"


def test_a_void_of_the_round_cancels_the_award_and_gives_it_back_to_the_meter(
    sqlite: str, opened: Callable[..., Room], stacked: Any
) -> None:
    house = house_of(opened(sqlite, draw=stacked("As As As 2c 9c 9d 9h")))
    ann, bob = (Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob"))
    round_ = ann.play()
    bob.play()
    table = ann.table
    house.room.do(
        Command(table, house.dora.id, "ask", None, "request", {"round": round_, "what": "void", "reason": "a cut card"})
    )
    request = house.room.view(table, house.dora).json()["requests"][0]["request"]
    house.room.do(Command(table, house.dan.id, "yes", None, "approve", {"request": request}))
    card = house.room.jackpots.one("aces")
    assert (card.shown_cents, card.pending_cents) == (500_07, 0), "as if only the other table had played"
    assert card.identity == {
        **dict.fromkeys(card.identity, "0"),
        "seed": "50000",
        "contributed": "15/2",
        "displayed": "50007",
        "carried": "1/2",
    }
    assert house.room.jackpots.awards() == []
    assert audit(sqlite) == []
    owed = {"round": round_, "what": "correction", "reason": "a missed hit", "seat": 1, "wager": JACKPOT, "cents": 5}
    with pytest.raises(HousewayError, match="with all its wagers: the meter of the Super Pairs jackpot owes nobody"):
        house.room.do(Command(table, house.dora.id, "void", None, "request", owed))


def test_a_missed_hit_is_paid_from_the_meter_that_owed_it(sqlite: str, opened: Callable[..., Room]) -> None:
    house = house_of(opened(sqlite))
    ann, bob = (Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob"))
    round_ = ann.play()
    bob.play()
    shown = 500_07
    asked = {"round": round_, "what": "correction", "reason": "a missed hit", "seat": 1, "wager": JACKPOT}

    def request(cents: int, key: str) -> None:
        house.room.do(Command(ann.table, house.dora.id, key, None, "request", asked | {"cents": cents}))

    with pytest.raises(HousewayError, match="cannot owe"):
        request(shown + 1, "too much")
    with pytest.raises(HousewayError, match=r"was awarded \$0\.00"):
        request(-1, "too little")
    before = money(house.room, f"person:{ann.person.id}", f"house:{ann.table}")
    request(shown, "ask")
    number = house.room.view(ann.table, house.dora).json()["requests"][0]["request"]
    house.room.do(Command(ann.table, house.dan.id, "yes", None, "approve", {"request": number}))
    assert money(house.room, f"person:{ann.person.id}")[0] == before[0] + shown
    assert house.room.jackpots.one("aces").shown_cents == 500_08, "seeded anew, with what came in since"
    assert house.room.jackpots.one("aces").identity["paid"] == str(shown)
    assert audit(sqlite) == []


def test_what_takes_money_off_a_jackpot_is_asked_for_by_one_and_approved_by_another(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    house = house_of(opened(sqlite))
    desk = house.room.jackpots
    ann = Seat(house.room, open_linked(house, reserve=Fraction(1, 20)), "Ann")
    for _ in range(4):
        ann.play()
    assert money(house.room, "meter:aces", "reserve:aces") == [500_30, 20]
    with pytest.raises(Unlawful, match="below"):
        desk.ask(house.mia, "seed-recovered", "aces", "too much", cents=31, displayed=True)
    with pytest.raises(Unlawful, match="below nothing"):
        desk.ask(house.mia, "receipts", "aces", "too much", cents=21)
    with pytest.raises(Forbidden, match="manager"):
        desk.ask(house.dora, "receipts", "aces", "not a dealer's", cents=1)
    number = desk.ask(house.mia, "receipts", "aces", "booked this week", cents=20)
    with pytest.raises(Forbidden, match="two people"):
        desk.approve(house.mia, number)
    desk.approve(house.max, number)
    with pytest.raises(HousewayError, match="nothing is asked"):
        desk.approve(house.max, number)
    declined = desk.ask(house.mia, "seed-recovered", "aces", "our own seed", cents=30, displayed=True)
    desk.decline(house.max, declined, "not now")
    max_ = house.room.people.register("Maximilian", "nine of hearts", "manager", by=house.mia)
    taken_back = desk.ask(max_, "seed-recovered", "aces", "our own seed", cents=30, displayed=True)
    Accounts(house.room.store, house.room.people, house.mia).role("Maximilian", "dealer")
    desk.decline(max_._replace(role="dealer"), taken_back, "a slip of the pen")
    with house.room.store.reading() as connection:
        acts = [body["act"] for body in reading_on.told(connection, '"request":').values()]
    assert acts[-4:] == ["asked", "declined", "asked", "taken-back"]
    assert money(house.room, "meter:aces", "reserve:aces") == [500_30, 0]
    desk.approve(house.max, desk.ask(house.mia, "malfunction", "aces", "the sensor counted twice", cents=30))
    assert money(house.room, "meter:aces") == [500_00]
    assert desk.one("aces").identity["malfunction"] == "30"
    reasons = [(each["what"], each["reason"]) for each in desk.history("aces")[-2:]]
    assert reasons == [("not displayed", "booked this week"), ("malfunction", "the sensor counted twice")]
    assert audit(sqlite) == []


def test_a_maximum_flows_on_into_the_reserve_and_is_not_set_below_the_display(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    house = house_of(opened(sqlite))
    desk = house.room.jackpots
    ann = Seat(house.room, open_linked(house, maximum=500_10), "Ann")
    ann.play()
    ann.play()
    card = desk.one("aces")
    assert (card.shown_cents, card.reserve_cents) == (500_10, 5)
    with pytest.raises(IllegalSetting, match="not set below what is displayed"):
        desk.ask(house.mia, "plan", "aces", "less", maximum=500_09)
    desk.approve(house.max, desk.ask(house.mia, "plan", "aces", "more", maximum=600_00))
    ann.play()
    assert desk.one("aces").shown_cents == 500_17
    assert audit(sqlite) == []


def test_a_jackpot_is_frozen_and_its_money_goes_to_another_meter_before_the_table_closes(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    house = house_of(opened(sqlite))
    desk = house.room.jackpots
    ann, bob = Seat(house.room, open_linked(house), "Ann"), Seat(house.room, open_linked(house, "kings"), "Bob")
    ann.play()
    bob.play()

    def close(key: str) -> None:
        house.room.do(Command(ann.table, house.dora.id, key, None, "close", {}))

    with pytest.raises(HousewayError, match=r"aces holds \$500\.07"):
        close("too early")
    with pytest.raises(HousewayError, match="freeze it"):
        desk.ask(house.mia, "transfer", "aces", "moving", to="kings")
    desk.freeze(house.mia, "aces", "this jackpot moves to the kings on Monday")
    with pytest.raises(IllegalBet, match=r"it is frozen .this jackpot moves"):
        ann.do("bet", wagers=BETS)
    desk.approve(house.max, desk.ask(house.mia, "transfer", "aces", "moving", to="kings"))
    assert money(house.room, "meter:aces", "meter:kings") == [0, 1000_15], "the two half cents are a cent"
    close("now")
    assert audit(sqlite) == []


def test_a_promotion_returns_the_players_money(sqlite: str, opened: Callable[..., Room]) -> None:
    house = house_of(opened(sqlite))
    desk = house.room.jackpots
    ann = Seat(house.room, open_linked(house, reserve=Fraction(1, 20)), "Ann")
    ann.play()
    desk.freeze(house.mia, "aces", "a promotion returns it")
    desk.approve(house.max, desk.ask(house.mia, "promotion", "aces", "a draw on Monday"))
    assert money(house.room, "meter:aces", "promotion:aces") == [0, 500_13], (
        "the reserve too, the broken cent in the players' favour"
    )
    assert [desk.history("aces")[-1][key] for key in ("what", "reason")] == ["promotion", "a draw on Monday"]
    assert [desk.one("aces").state, desk.one("aces").notice] == ["closed", "a draw on Monday"]
    before = money(house.room, f"person:{ann.person.id}")[0]
    desk.approve(house.max, desk.ask(house.mia, "give", "aces", "won the draw", cents=500_13, person=ann.person.id))
    assert money(house.room, f"person:{ann.person.id}", "promotion:aces") == [before + 500_13, 0]
    assert audit(sqlite) == []


def test_below_the_required_funds_no_wager_is_taken_until_they_are_there(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    house = house_of(opened(sqlite))
    desk = house.room.jackpots
    house.room._checks.threshold = 150_00
    ann = Seat(house.room, open_linked(house), "Ann")
    funds = desk.funds()
    assert [(prize.cents, prize.award) for prize in funds.cover] != []
    assert desk.review(house.mia) == ["aces"]
    with pytest.raises(IllegalBet, match=r"it is suspended(?!.*prize account)"):
        ann.do("bet", wagers=BETS)
    desk.deposit(house.mia, funds.required - 1, "the first week")
    assert desk.one("aces").state == "suspended"
    desk.deposit(house.mia, 1, "the missing cent")
    assert desk.one("aces").state == "open"
    ann.play()
    desk.approve(house.max, desk.ask(house.mia, "seizure", "aces", "order 12 of the state", cents=100))
    with pytest.raises(IllegalBet, match="it is seized"):
        ann.do("bet", wagers=BETS)
    with pytest.raises(HousewayError, match="in full"):
        desk.ask(house.mia, "replaced", "aces", "some of it", cents=100)
    desk.approve(house.max, desk.ask(house.mia, "replaced", "aces", "all of it", cents=500_07))
    ann.play()
    assert audit(sqlite) == []


def test_a_table_whose_round_cannot_be_replayed_stops_neither_the_clock_nor_the_desk(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    """What the prizes need is read from how tables are set: a shoe that does not hold is that table's alone."""
    house = house_of(opened(sqlite))
    first, second = open_linked(house), open_linked(house)
    before = house.room.jackpots.funds()
    Seat(house.room, second, "Ann").play()
    with house.room.store.transaction() as connection:
        broken = f'UPDATE journal SET body = replace(body, \'"deal":"\', \'"deal":"x\') WHERE chain = {second}'
        connection.exec_driver_sql(broken)
    change = {"settings": {"minimum": "6.00"}, "reason": "a busy evening"}
    house.room.do(Command(first, house.mia.id, "change", None, "change", change))
    house.room.tick()
    house.room.close()
    again = opened(sqlite)
    assert again.jackpots.funds().cover == before.cover
    again._to_review = True
    again.tick()
    with again.store.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE journal SET body = '{{}}' WHERE chain = {second} AND seq = 1")
    assert again.jackpots.funds().cover == before.cover, "the other table has the same prizes"
    assert not again.stopped


@pytest.mark.parametrize(
    ("planted", "undone"),
    [
        (
            "INSERT INTO journal SELECT 0, seq + 1, '{}', 'x', 'x' FROM chains WHERE chain = 0",
            "DELETE FROM journal WHERE hash = 'x'",
        ),
        ("UPDATE jackpots SET plan = 'x' || plan", "UPDATE jackpots SET plan = substr(plan, 2)"),
        (
            "UPDATE chains SET seq = 'x' || seq WHERE chain = 0",
            "UPDATE chains SET seq = substr(seq, 2) WHERE chain = 0",
        ),
    ],
)
def test_what_keeps_the_prize_account_from_being_compared_stops_no_clock(
    planted: str, undone: str, sqlite: str, opened: Callable[..., Room], caplog: pytest.LogCaptureFixture
) -> None:
    """A table was changed, and the clock was to compare it: it failed, and took the server down."""
    house = house_of(opened(sqlite))
    house.room._checks.threshold = 150_00
    change = {"settings": {"minimum": "6.00"}, "reason": "a busy evening"}
    house.room.do(Command(open_linked(house), house.mia.id, "change", None, "change", change))
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql(planted)
    for _ in range(3):
        house.room.tick()
    assert caplog.text.count("the prize account is not compared with what is required: ") == 1
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql(undone)
    house.room.tick()
    assert house.room.jackpots.one("aces").state == "suspended"


def test_a_week_after_the_last_deposit_what_is_owed_to_players_is_overdue() -> None:
    funds, then = Funds(99, 100, (), "2026-11-01T12:00:00.000+00:00"), datetime(2026, 11, 1, 12, tzinfo=UTC)
    assert not funds.overdue(then + timedelta(days=7))
    assert funds.overdue(then + timedelta(days=7, seconds=1))
    assert not funds._replace(held=100).overdue(then + timedelta(days=8))
    assert funds._replace(deposited_at="").overdue(then)


def test_the_second_highest_prize_over_the_threshold_is_covered_too() -> None:
    prizes = [Prize(cents, "g", "w", str(cents), "t") for cents in (300, 100, 200, 400)]
    assert [prize.cents for prize in cover(prizes, 250)] == [400, 300]
    assert [prize.cents for prize in cover(prizes, 300)] == [400]
    assert cover(prizes, 400) == ()
    pairs = {prize.award: prize for prize in prizes_of(PAIRS, PAIRS.configure({})) if prize.wager == "super-pairs"}
    table = PAIRS.configure({}).in_force("super-pairs")
    most = PAIRS.configure({}).integer(PAIRS.document.wager("super-pairs").most)
    assert {award: prize.cents for award, prize in pairs.items()} == {
        row.award: int(row.pay.amount * most) for row in table.rows
    }


def test_a_wager_that_lies_when_the_jackpot_is_suspended_is_returned(sqlite: str, opened: Callable[..., Room]) -> None:
    house = house_of(opened(sqlite))
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.do("bet", wagers=BETS)
    house.room.jackpots.freeze(house.mia, "aces", "a pause")
    ann.do("ready")
    assert JACKPOT not in next(seat for seat in ann.view()["seats"] if seat["you"])["wagers"]
    assert "takes no wagers now, it is returned" in " ".join(ann.view()["log"])
    assert money(house.room, "meter:aces") == [500_00]
    assert audit(sqlite) == []


@pytest.mark.parametrize(
    "seats, says",
    [
        ((1,), f"round 1: {JACKPOT} is taken from one seat, and returned to another"),
        ((1, 2), "table 1, round 1: wagers on the jackpot aces were returned, which was open"),
    ],
)
def test_wagers_on_a_jackpot_that_is_open_are_returned_to_nobody(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, seats: tuple[int, ...], says: str
) -> None:
    """A house that cheats: it knows the cards, and lets nobody play for the jackpot, or not who would win it."""
    honest = metering.accepted

    def accepted(*given: Any) -> dict[int, dict[str, int]]:
        back = {(seat, JACKPOT) for seat in seats}
        return {
            seat: {wager: cents for wager, cents in bets.items() if (seat, wager) not in back}
            for seat, bets in honest(*given).items()
        }

    house = house_of(opened(sqlite))
    table = open_linked(house)
    people = [Seat(house.room, table, name, seat) for seat, name in enumerate(("Ann", "Bob"), 1)]
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "accepted", accepted)
        for each in people:
            each.do("bet", wagers=BETS)
        for each in people:
            each.do("ready")
    assert says in "\n".join(map(str, audit(sqlite)))


@pytest.mark.parametrize(
    "settings, more, says",
    [
        (SETTINGS | {"decks": "4"}, {}, "differs: the game and its configuration, or the probability"),
        (SETTINGS | {"super-pairs-jackpot-wager": "2.00"}, {}, "differs: the game and its configuration"),
        (FIXED, {"kind": "house", "seed": 0, "increment": Fraction(0)}, "never linked"),
        (SETTINGS | {"super-pairs-jackpot-seed": "400.00"}, {"seed": 400_00}, "differs: seed"),
    ],
)
def test_tables_are_linked_only_where_they_run_the_same_jackpot(
    settings: dict[str, str], more: dict[str, Any], says: str, sqlite: str, opened: Callable[..., Room]
) -> None:
    house = house_of(opened(sqlite))
    open_linked(house)
    with pytest.raises(IllegalSetting, match=says):
        open_linked(house, settings=settings, **more)
    assert audit(sqlite) == []


def test_another_paytable_with_the_same_winning_hand_and_the_same_probability_may_be_linked(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    """PT-PRG-SP-01 and -02 differ in their fixed prizes; three suited aces take the meter in both."""
    house = house_of(opened(sqlite))
    other = SETTINGS | {f"{JACKPOT}-paytable": "PT-PRG-SP-02"}
    ann, bob = Seat(house.room, open_linked(house), "Ann"), Seat(house.room, open_linked(house, settings=other), "Bob")
    ann.play()
    bob.play()
    assert house.room.jackpots.one("aces").shown_cents == 500_15
    assert audit(sqlite) == []


def test_kinds_seeds_increments_and_limits_are_the_managers(sqlite: str, opened: Callable[..., Room]) -> None:
    house = house_of(opened(sqlite))
    ann = house.room.people.guest("Ann")
    for key, value in (
        ("super-pairs-jackpot-seed", "5.00"),
        ("super-pairs-jackpot-increment", "1%"),
        ("jackpot-kind", "house"),
        ("jackpot-wager", "5.00"),
        ("maximum", "300.00"),
    ):
        with pytest.raises(Forbidden, match=f"own {key}"):
            house.room.open_table(ann, "super-pairs", {"offer-super-pairs-jackpot": "yes", key: value}, "t")
    table = house.room.open_table(ann, "super-pairs", {"offer-super-pairs-jackpot": "yes"}, "t")
    assert house.room.jackpots.one(f"{table}:{JACKPOT}").practice
    with pytest.raises(Forbidden, match="a manager's"):
        house.room.open_table(ann, "super-pairs", {}, "t", jackpots={JACKPOT: Sensor("aces", plan())})


# ---------------------------------------------------------------------------------------------------- at once

PROCESS = """
import sys
from houseway.cards import parse_cards
from houseway.room import Command, Room

database, table, person, seed, gate = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
room = Room.open(database)
room.do(Command(table, person, f"bet-{seed}", None, "bet", {"wagers": {"blackjack": 500, "super-pairs-jackpot": 100}}))
print("waiting", flush=True)
sys.stdin.readline()
room.do(Command(table, person, f"ready-{seed}", None, "ready", {}))
print("done", flush=True)
room.close()
"""


def test_hits_from_two_processes_at_once_are_paid_in_recorded_order_and_nobody_twice(
    postgresql: str, opened: Callable[..., Room], arranged: Any, tmp_path: Path
) -> None:
    house = house_of(opened(postgresql, draw=again(arranged, HIT)))
    seats = [Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob", "Cyd")]
    script = tmp_path / "player.py"
    script.write_text(PROCESS)
    players = [
        subprocess.Popen(
            [sys.executable, str(script), postgresql, str(seat.table), str(seat.person.id), str(number), "gate"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number, seat in enumerate(seats)
    ]
    for player in players:
        assert player.stdout is not None
        assert player.stdout.readline() == "waiting\n"
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    for player in players:
        assert player.communicate(timeout=120)[0] == "done\n"
        assert player.returncode == 0
    waiting = house.room.jackpots.awards()
    assert len(waiting) == 3, "everybody holds three suited aces"
    first, *others = [award["cents"] for award in waiting]
    history = house.room.jackpots.history("aces")
    hits = [each for each in history if each["what"] == "won"]
    assert [award for each in hits for award in each["awards"].values()] == [first, *others], "in recorded order"
    total = sum(award["cents"] for award in waiting)
    card = house.room.jackpots.one("aces")
    assert int(card.identity["pending"]) == total == card.pending_cents
    assert Fraction(card.identity["seed"]) == 4 * 500_00, "the first seed, and one for each of three winners"
    assert Fraction(card.identity["contributed"]) == Fraction(45, 2)
    assert card.shown_cents >= 500_00
    assert min(award["cents"] for award in waiting) >= 500_00, "nobody short"
    assert card.identity["off"] == "0"
    assert audit(postgresql) == []


def test_a_request_is_what_the_journal_tells_and_not_its_row(sqlite: str, opened: Callable[..., Room]) -> None:
    """Without the key an amount and an asker were written into the row, and the next approval did it."""
    house = house_of(opened(sqlite))
    open_linked(house)
    number = house.room.jackpots.ask(house.mia, "malfunction", "aces", "the meter stood still", cents=-500)
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql(
            f"UPDATE jackpot_requests SET body = replace(replace(body, '-500', '-500000000'), "
            f"'\"by\": {house.mia.id}', '\"by\": {house.max.id}')"
        )
    with pytest.raises(HousewayError, match="not what the journal tells"):
        house.room.jackpots.approve(house.mia, number)


def test_a_request_that_is_another_for_a_moment_is_not_done(sqlite: str, opened: Callable[..., Room]) -> None:
    """Without the key the text of an entry and its row were another while the second person approved."""
    house = house_of(opened(sqlite))
    open_linked(house)
    number = house.room.jackpots.ask(house.mia, "plan", "aces", "more in reserve", reserve="1/100")
    house.room.jackpots.review(house.max)  # the process has read on past the request
    with house.room.store.transaction() as connection:
        for table in ("journal", "jackpot_requests"):
            connection.exec_driver_sql(
                f"UPDATE {table} SET body = replace(body, '1/100', '20/100') WHERE seq = {number}"
            )
    with pytest.raises(HousewayError, match="what is on disk of it does not hold"):
        house.room.jackpots.approve(house.max, number)


@pytest.mark.parametrize(
    ("asked", "done"),
    [
        (
            {"what": "give", "person": 5, "cents": 500},
            {"moves": [["promotion", [["p", -500], ["person:6", 500]], None]]},
        ),
        ({"what": "give", "person": "Ann", "cents": 5}, {"moves": [["promotion", [["p", -5], ["person:6", 5]], None]]}),
        (
            {"what": "plan", "reserve": "1/100"},
            {"jackpots": [{"what": "plan", "plan": {"reserve": "1/5"}}]},
        ),
        ({"what": "plan", "maximum": 500}, {"jackpots": [{"what": "plan", "plan": {"maximum": 600}}]}),
        (
            {"what": "transfer", "to": "kings"},
            {"jackpots": [{"what": "transferred", "meter": "aces"}, {"what": "received", "meter": "eights"}]},
        ),
        (
            {"what": "seed-recovered", "cents": 7, "displayed": False},
            {"jackpots": [{"what": RECOVERED, "by": {"displayed": "-7"}, "cents": [-7, 0]}]},
        ),
    ],
)
def test_the_audit_finds_what_was_done_otherwise_than_asked_for(asked: dict[str, Any], done: dict[str, Any]) -> None:
    request = {"jackpot": "aces", "by": 3, **asked}
    body = {"act": asked["what"], "jackpot": "aces", "asked_by": 3, "request": 1, **done}
    (found,) = desk_faults([(1, {"act": "asked", "by": 3, "request": request}), (2, body)], {"ann": 5})
    assert "was asked for" in found[1]


@pytest.mark.parametrize(
    ("act", "by", "told"),
    [("taken-back", 3, []), ("taken-back", 4, ["takes back what person 3 has asked for"]), ("declined", 3, [])],
)
def test_only_who_has_asked_takes_it_back_and_older_journals_call_that_declined(
    act: str, by: int, told: list[str]
) -> None:
    request = {"what": "plan", "jackpot": "aces", "by": 3, "maximum": 500}
    body = {"act": act, "jackpot": "aces", "by": by, "request": 1}
    found = list(desk_faults([(1, {"act": "asked", "by": 3, "request": request}), (2, body)], {}))
    assert [says for _, says in found] == told


def test_a_request_has_nothing_that_its_act_does_not_go_by(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is typed into a field that is not for it was approved, and never done: older requests hold."""
    house = house_of(opened(sqlite))
    desk = house.room.jackpots
    Seat(house.room, open_linked(house), "Ann").play()
    for what, data, says in (
        ("malfunction", {"cents": 1, "to": "kings"}, "to no other jackpot"),
        ("promotion", {"cents": 1}, "leave the dollars empty"),
        ("plan", {"maximum": 900_00, "person": 5}, "a request for plan has no person"),
    ):
        with pytest.raises(HousewayError, match=says):
            desk.ask(house.mia, what, "aces", "a reason", **data)
    assert two_people.TAKES.keys() == two_people.ACTS.keys()
    monkeypatch.setattr(desk_module, "check_fields", lambda *given: None)
    desk.approve(house.max, desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=1, to="kings"))
    assert audit(sqlite) == []


def test_nobody_pays_by_entries_that_the_room_has_not_signed(
    sqlite: str, opened: Callable[..., Room], stacked: Any
) -> None:
    house = house_of(opened(sqlite, draw=stacked("As As As 2c 9c 9d 9h")))
    Seat(house.room, open_linked(house), "Ann").play()
    (waiting,) = house.room.jackpots.awards()
    with house.room.store.transaction() as connection:
        for seq, act, by in ((10**6, "verified", house.dora.id), (10**6 + 1, "approved", house.max.id)):
            body = canonical({"kind": "jackpot", "act": act, "award": waiting["award"], "by": by})
            connection.execute(JOURNAL.insert().values(chain=0, seq=seq, body=body, hash="00"))
        connection.exec_driver_sql("UPDATE awards SET state = 'approved'")
    with pytest.raises(HousewayError, match="award 1 is not what the journal tells"):
        house.room.jackpots.pay(house.dora, waiting["award"])
    assert money(house.room, f"award:1:1:{JACKPOT}") == [500_07]


def test_an_award_is_paid_by_what_two_people_agreed_on_and_to_whom_it_is_owed(
    sqlite: str, opened: Callable[..., Room], stacked: Any
) -> None:
    """Without the key an award was marked as approved and given to somebody else; one dealer paid it."""
    house = house_of(opened(sqlite, draw=stacked("As As As 2c 9c 9d 9h")))
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.play()
    eve = house.room.people.guest("Eve")
    (waiting,) = house.room.jackpots.awards()
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE awards SET state = 'approved'")
    with pytest.raises(HousewayError, match="not what the journal tells"):
        house.room.jackpots.pay(house.dora, waiting["award"])
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE awards SET state = 'pending', account = 'person:{eve.id}'")
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": 500_07, "player": "Eve"}
    with pytest.raises(HousewayError, match="not what the journal tells"):
        house.room.jackpots.verify(house.dora, waiting["award"], seen)
