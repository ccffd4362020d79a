"""Jackpots that an operator runs: linked, frozen, verified, paid, reduced for a lawful reason, moved and closed."""

import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import func, update

from houseway.cards import parse_cards
from houseway.errors import HousewayError, IllegalBet, IllegalSetting
from houseway.games import game as find_game
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.acts.desk import MOST_ASKED
from houseway.room.archive.reading import room_with
from houseway.room.archive.writing import archive
from houseway.room.audit.room import audit
from houseway.room.books.day import day_report
from houseway.room.books.period import Period, stamp_of
from houseway.room.books.reading import read
from houseway.room.books.theory import Theory
from houseway.room.commands.command import Sender
from houseway.room.errors import Archived
from houseway.room.jackpots.account import Unlawful
from houseway.room.jackpots.desk_audit import desk_faults
from houseway.room.jackpots.funds import Funds, Prize, cover
from houseway.room.jackpots.funds import prizes as prizes_of
from houseway.room.jackpots.plan import Plan
from houseway.room.store import journal
from houseway.room.store.journal import canonical
from houseway.room.store.ledger import balances
from houseway.room.store.meters import METERED
from houseway.room.store.schema import AWARDS, JACKPOT_CHANGES, JOURNAL
from houseway.room.table import entry as entries
from houseway.room.table import following
from houseway.room.table.metering import Sensor

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}
FIXED = {"offer-super-pairs-jackpot": "yes", "jackpot-kind": "house", "super-pairs-jackpot-meter": "100.00"}
BETS = {"blackjack": 500, JACKPOT: 100}
PAIRS = find_game("super-pairs")


def plan(**more: Any) -> Plan:
    given = {
        "seed": 500_00,
        "increment": Fraction(3, 40),
        "practice": False,
    }
    return Plan(**given | more)


class House(NamedTuple):
    """A room with two managers and two dealers."""

    room: Room
    mia: Person
    max: Person
    dora: Person
    dan: Person


@pytest.fixture
def stacked(arranged: Any) -> Callable[[str], Callable[[int], int]]:
    pack = PAIRS.pack(PAIRS.configure(SETTINGS))
    return lambda first: arranged(pack, parse_cards(first))


def house_of(room: Room) -> House:
    made = [
        room.people.add(name, role, "no hash", by="command: tests")
        for name, role in (("Mia", "manager"), ("Max", "manager"), ("Dora", "dealer"), ("Dan", "dealer"))
    ]
    return House(room, *made)


def money(room: Room, *accounts: str) -> list[int]:
    with room.store.transaction() as connection:
        return list(balances(connection, accounts).values())


class Seat:
    """Somebody at a table who bets and answers."""

    def __init__(self, room: Room, table: int, name: str, seat: int = 1) -> None:
        self.room, self.table, self.keys = room, table, iter(range(10**6))
        self.person = room.people.guest(name)
        self.do("sit", seat=seat)

    def do(self, kind: str, **data: Any) -> None:
        key = f"{self.person.id}-{next(self.keys)}-{kind}"
        self.room.do(Command(self.table, self.person.id, key, None, kind, data))

    def view(self) -> dict[str, Any]:
        return self.room.view(self.table, self.person).json()

    def play(self, wagers: dict[str, int] = BETS) -> int:
        self.do("bet", wagers=wagers)
        self.do("ready")
        for _ in range(20):
            for asked in self.view()["asked"]:
                if asked["yours"]:
                    self.do("answer", answer=0 if asked["kind"] == "wager" else asked["options"][0])
        return int(self.view()["round"])


def open_linked(house: House, id_: str = "aces", settings: dict[str, str] = SETTINGS, **more: Any) -> int:
    return house.room.open_table(house.mia, "super-pairs", settings, "t", jackpots={JACKPOT: Sensor(id_, plan(**more))})


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
    "settings, more, says",
    [
        (SETTINGS | {"decks": "4"}, {}, "differs: the game and its configuration, or the probability"),
        (SETTINGS | {"super-pairs-jackpot-wager": "2.00"}, {}, "differs: the game and its configuration"),
        (FIXED, {"kind": "house", "seed": 0, "increment": Fraction(0)}, "never linked"),
        (SETTINGS, {"seed": 1}, "differs: seed"),
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


HIT = "As As As 2c 9c 9d 9h"
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


def again(arranged: Any, first: str) -> Callable[[int], int]:
    """Every shoe with these cards in front."""
    pack = PAIRS.pack(PAIRS.configure(SETTINGS))
    draws: list[int] = []

    def draw(bound: int) -> int:
        if bound == len(pack):
            given = arranged(pack, parse_cards(first))
            draws[:] = [given(n) for n in range(len(pack), 1, -1)]
        return draws.pop(0) if draws else 0

    return draw


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
        ({"what": "plan", "reserve": "1/100"}, {"jackpots": [{"plan": {"reserve": "1/5"}, "cents": [0, 0]}]}),
        ({"what": "plan", "maximum": 500}, {"jackpots": [{"plan": {"maximum": 600}, "cents": [0, 0]}]}),
        ({"what": "transfer", "to": "kings"}, {"jackpots": [{"meter": "aces"}, {"meter": "eights"}]}),
        (
            {"what": "seed-recovered", "cents": 7, "displayed": False},
            {"jackpots": [{"by": {"displayed": "-7"}, "cents": [-7, 0]}]},
        ),
    ],
)
def test_the_audit_finds_what_was_done_otherwise_than_asked_for(asked: dict[str, Any], done: dict[str, Any]) -> None:
    request = {"jackpot": "aces", "by": 3, **asked}
    body = {"act": asked["what"], "jackpot": "aces", "asked_by": 3, "request": 1, **done}
    (found,) = desk_faults([(1, {"act": "asked", "request": request}), (2, body)], {"ann": 5})
    assert "was asked for" in found[1]


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
    with pytest.raises(HousewayError, match="what is on disk of it does not hold"):
        house.room.jackpots.pay(house.dora, waiting["award"])


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


# ---------------------------------------------------------------------------------------------------- paths that cross


SEEN = {"hand": "As As As", "wager_cents": 100, "payout_cents": 500_07, "player": "Ann"}


@pytest.fixture
def house(sqlite: str, opened: Callable[..., Room]) -> House:
    return house_of(opened(sqlite))


@pytest.fixture
def hit(sqlite: str, opened: Callable[..., Room], arranged: Any) -> House:
    """A house whose first shoe deals the aces."""
    pack = PAIRS.pack(PAIRS.configure(SETTINGS))
    return house_of(opened(sqlite, draw=arranged(pack, parse_cards("As As As 2c 9c 9d 9h"))))


def at_desk(house: House, what: str, id_: str = "aces", **data: Any) -> None:
    desk = house.room.jackpots
    desk.approve(house.max, desk.ask(house.mia, what, id_, "as the order says", **data))


def amend(house: House, table: int, **asked: Any) -> None:
    what = asked["what"]
    house.room.do(Command(table, house.dora.id, f"ask {what}", None, "request", {"reason": "a cut card", **asked}))
    number = house.room.view(table, house.dora).json()["requests"][0]["request"]
    house.room.do(Command(table, house.dan.id, f"yes {what}", None, "approve", {"request": number}))


def test_a_jackpot_that_is_thawed_without_its_money_is_suspended(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    house.room._checks.threshold = 150_00
    ann = Seat(house.room, open_linked(house), "Ann")
    desk.review(house.mia)
    desk.freeze(house.mia, "aces", "a new sign is hung")
    desk.thaw(house.mia, "aces", "the sign hangs")
    assert desk.one("aces").state == "suspended"
    with pytest.raises(IllegalBet, match=r"it is suspended(?!.*prize account)"):
        ann.do("bet", wagers=BETS)
    assert audit(sqlite) == []


def test_a_refused_change_has_nobody_read_all_tables(house: House) -> None:
    """Somebody without a session sent ten a second, and each had the clock read every open table."""
    table, told = open_linked(house), threading.Event()
    change = Command(table, 0, "nobody", None, "change", {"settings": {}, "reason": "none"})
    house.room.soon(change, Sender("no session"), lambda _: told.set())
    assert told.wait(30)
    with pytest.raises(HousewayError):
        house.room.do(Command(table, house.dora.id, "a dealer", None, "change", {"settings": {}, "reason": "none"}))
    assert not house.room._to_review


def test_nobody_fills_the_desk_with_requests_of_theirs(sqlite: str, house: House) -> None:
    table = open_linked(house)
    Seat(house.room, table, "Ann").play()
    asked = {"round": 1, "what": "correction", "seat": 1, "cents": 100, "reason": "paid short"}
    for key in range(MOST_ASKED):
        house.room.do(Command(table, house.dora.id, f"ask {key}", None, "request", asked))
    with pytest.raises(HousewayError, match="20 requests of yours wait at this table"):
        house.room.do(Command(table, house.dora.id, "once more", None, "request", asked))
    house.room.do(Command(table, house.dan.id, "his", None, "request", asked))
    found = house.room.waiting(house.max)
    assert [each.by for each in found] == ["Dora"] * MOST_ASKED + ["Dan"]
    assert audit(sqlite) == []


def test_money_that_is_seized_or_not_all_replaced_suspends_what_it_stood_behind(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    house.room._checks.threshold = 150_00
    Seat(house.room, open_linked(house), "Ann")
    Seat(house.room, open_linked(house, "kings"), "Bob")
    required = desk.funds().required
    desk.deposit(house.mia, required, "the first week")
    at_desk(house, "seizure", cents=required)
    assert [desk.one(id_).state for id_ in ("aces", "kings")] == ["seized", "suspended"]
    at_desk(house, "replaced", cents=500_00)
    assert desk.one("aces").state == ("suspended" if required > 500_00 else "open")
    desk.deposit(house.mia, required, "the second week")
    assert [desk.one(id_).state for id_ in ("aces", "kings")] == ["open", "open"]
    assert audit(sqlite) == []


def test_a_prize_that_grows_beyond_the_account_suspends_the_jackpots_and_the_table_says_so(
    sqlite: str, house: House
) -> None:
    room, desk = house.room, house.room.jackpots
    ann = Seat(room, open_linked(house), "Ann")
    desk.deposit(house.mia, desk.funds().required, "the first week")
    room.do(Command(ann.table, house.mia.id, "more", None, "change", {"settings": MORE, "reason": "a big weekend"}))
    assert desk.funds().short > 0
    room.tick()
    assert desk.one("aces").state == "suspended"
    assert ann.view()["jackpots_say"][JACKPOT] == "closed for now", "what the house lacks is no player's business"
    told = room.view(ann.table, house.mia).json()["jackpots_say"][JACKPOT]
    assert told.startswith("suspended: the prize account holds")
    assert room.view(ann.table, None).json()["jackpots_say"][JACKPOT] == "closed for now"
    assert audit(sqlite) == []


MORE = {"offer-lucky-ladies": "yes", "lucky-ladies-maximum": "400.00"}


NOT_DONE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("malfunction", {}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": 0}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": True}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": 2**53}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": -(2**53)}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": 1}, "malfunction: the display does not fall below"),
    ("receipts", {"cents": -1}, "say how many dollars: an amount above nothing, without a minus"),
    ("receipts", {"cents": 1}, "not displayed: reserve cannot fall below nothing"),
    ("seed-recovered", {"cents": -1}, "say how many dollars: an amount above nothing, without a minus"),
    ("seed-recovered", {"cents": 1}, "seed recovered: reserve cannot fall below nothing"),
    ("seed-recovered", {"cents": 1, "displayed": True}, "seed recovered: the display does not fall below"),
    ("transfer", {"to": "kings"}, "the jackpot aces is open: freeze it with a notice to players first"),
    ("promotion", {}, "the jackpot aces is open: freeze it with a notice to players first"),
    ("give", {"cents": 1, "person": "Ann"}, "the promotion of aces holds $0.00, which is less than $0.01"),
    ("give", {"cents": 1, "person": "Nobody"}, "there is nobody called 'Nobody'"),
    ("give", {"cents": 1, "person": 10**6}, "there is nobody with the number 1000000"),
    ("give", {"cents": -1, "person": "Ann"}, "say how many dollars: an amount above nothing, without a minus"),
    ("plan", {}, "say another maximum in dollars, or another reserve in percent"),
    ("plan", {"maximum": 500_00}, "aces: its maximum of $500.00 leaves it nothing to grow"),
    ("plan", {"maximum": -1}, "a maximum is whole cents, 0 for none, not -1"),
    ("plan", {"maximum": True}, "a maximum is whole cents, 0 for none, not True"),
    ("plan", {"maximum": 2**53}, "a maximum is whole cents, 0 for none, not 9007199254740992"),
    ("plan", {"reserve": "1"}, "aces: increment and reserve together are more than the wager"),
    ("seizure", {"cents": 100_01}, "the prize account holds $100.00, which is less than $100.01"),
    ("seizure", {"cents": -1}, "say how many dollars: an amount above nothing, without a minus"),
    ("replaced", {"cents": 500_00}, "the jackpot aces is open, not seized"),
    ("gone", {}, "there is no 'gone' of a jackpot; there is malfunction, receipts, seed-recovered"),
)


def test_what_two_people_may_not_do_is_refused_as_it_is_asked_for_and_nothing_moves(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    ann = Seat(house.room, open_linked(house, reserve=Fraction(1, 20)), "Ann")
    Seat(house.room, open_linked(house, "kings", maximum=500_50), "Bob")
    fixed_at(house)
    house.room._checks.threshold = 10**9
    desk.deposit(house.mia, 100_00, "the first week")
    before = [card.json for card in desk.all()]

    def refused(what: str, says: str, **data: Any) -> None:
        with pytest.raises(HousewayError) as why:
            desk.ask(house.mia, what, "aces", "as the order says", **data)
        assert str(why.value).startswith(says), (what, data)

    for what, data, says in NOT_DONE:
        refused(what, says, **data)
    for reason in ("", "no", "x" * 201, "two\nlines", 7):
        with pytest.raises(HousewayError, match="give a reason of 3 to 200 characters"):
            desk.ask(house.mia, "malfunction", "aces", reason, cents=-1)  # type: ignore[arg-type]
    assert ([card.json for card in desk.all()], desk.requests(), desk.funds().held) == (before, [], 100_00)
    ann.play()
    at_desk(house, "malfunction", cents=-40)
    at_desk(house, "seed-recovered", cents=10, displayed=True)
    with pytest.raises(IllegalSetting, match=r"a maximum is not set below what is displayed, \$500\.37"):
        desk.ask(house.mia, "plan", "aces", "a lower one", maximum=500_37)
    at_desk(house, "plan", maximum=500_38, reserve="1/10")
    desk.freeze(house.mia, "aces", "it moves")
    refused("transfer", "say to which jackpot the players' money goes")
    for to in ("aces", "prize"):
        refused("transfer", f"players' money goes to another progressive that is open, not to {to}", to=to)
    at_desk(house, "transfer", to="kings")
    card = desk.one("kings")
    assert (card.shown_cents, card.reserve_cents) == (500_50, 499_92), "beyond its maximum it is in reserve"
    assert desk.one("aces").notice == "as the order says"
    assert (desk.one("aces").state, card.identity["carried"], card.identity["off"]) == ("closed", "1/2", "0")
    for id_, done in (("aces", ["malfunction", "seed recovered", "plan", "transferred"]), ("kings", ["received"])):
        why = [(each["what"], each["reason"]) for each in desk.history(id_) if each["reason"]]
        assert why == [(what, "as the order says") for what in done], "each change tells its reason"
    desk.freeze(house.mia, "kings", "it ends")
    with pytest.raises(HousewayError, match="players' money goes to another progressive that is open, not to aces"):
        desk.ask(house.mia, "transfer", "kings", "back again", to="aces")
    at_desk(house, "seizure", "prize", cents=100_00)
    assert money(house.room, "bank:prizes", "seized:prizes", "cage:prizes") == [0, 100_00, -100_00]
    with pytest.raises(HousewayError, match="the jackpot prize is seized already"):
        desk.ask(house.mia, "seizure", "prize", "once more", cents=1)
    at_desk(house, "replaced", "prize", cents=1)
    assert money(house.room, "bank:prizes", "cage:prizes") == [1, -100_01]
    assert audit(sqlite) == []


def test_a_void_after_the_jackpot_has_moved_takes_nothing_from_where_it_went(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    ann, bob = Seat(house.room, open_linked(house), "Ann"), Seat(house.room, open_linked(house, "kings"), "Bob")
    round_ = ann.play()
    bob.play()
    desk.freeze(house.mia, "aces", "it moves to the kings")
    at_desk(house, "transfer", to="kings")
    assert desk.one("kings").shown_cents == 1000_15
    amend(house, ann.table, round=round_, what="void")
    assert desk.one("kings").shown_cents == 1000_15, "the players' money stays where it went"
    assert [desk.one(id_).identity["off"] for id_ in ("aces", "kings")] == ["0", "0"]
    assert audit(sqlite) == []


def test_an_award_is_paid_although_its_table_is_closed_and_nothing_ends_while_it_waits(sqlite: str, hit: House) -> None:
    desk = hit.room.jackpots
    ann, bob = (Seat(hit.room, open_linked(hit), name) for name in ("Ann", "Bob"))
    Seat(hit.room, open_linked(hit, "kings"), "Cyd")
    round_ = ann.play()
    (waiting,) = desk.awards()
    with pytest.raises(HousewayError, match="is not paid yet: pay it first, or ask for a void of the round"):
        amend(hit, ann.table, round=round_, what="correction", seat=1, cents=-1_00, wager=JACKPOT)
    number = hit.room.view(ann.table, hit.dora).json()["requests"][0]["request"]
    hit.room.do(Command(ann.table, hit.dan.id, "no", None, "decline", {"request": number, "reason": "not yet"}))
    desk.freeze(hit.mia, "aces", "it moves to the kings")
    with pytest.raises(Unlawful, match="an award waits to be paid"):
        desk.ask(hit.mia, "transfer", "aces", "moving", to="kings")
    hit.room.do(Command(ann.table, hit.dora.id, "close", None, "close", {}))
    desk.verify(hit.dora, waiting["award"], SEEN)
    desk.approve_award(hit.max, waiting["award"])
    before = money(hit.room, f"person:{ann.person.id}")[0]
    desk.pay(hit.dora, waiting["award"])
    assert money(hit.room, f"person:{ann.person.id}")[0] == before + 500_07
    at_desk(hit, "transfer", to="kings")
    hit.room.do(Command(bob.table, hit.dora.id, "close too", None, "close", {}))
    assert desk.one("kings").shown_cents == 1000_00
    assert [desk.one(id_).identity["off"] for id_ in ("aces", "kings")] == ["0", "0"]
    assert audit(sqlite) == []


GROWS = {"seed": 500_00, "increment": Fraction(3, 40), "practice": False}


@pytest.mark.parametrize(
    ("settings", "sensors", "says"),
    [
        (SETTINGS, {JACKPOT: Plan(**GROWS | {"increment": Fraction(0)})}, "cannot grow is not one"),
        (SETTINGS, {JACKPOT: Plan(**GROWS | {"maximum": 1})}, "leaves it nothing to grow"),
        (
            SETTINGS,
            {JACKPOT: Plan("house", practice=False)},
            "is house, and the super-pairs-jackpot of this table is not",
        ),
        (
            FIXED,
            {JACKPOT: Plan(**GROWS)},
            "is progressive, and the super-pairs-jackpot of this table is not",
        ),
        ({}, {JACKPOT: Plan(**GROWS)}, "no jackpot 'super-pairs-jackpot' is on offer at this table: it has none"),
        ({}, {"blackjack": Plan(**GROWS)}, "no jackpot 'blackjack' is on offer"),
        (
            SETTINGS | {"offer-lucky-ladies-jackpot": "yes"},
            {JACKPOT: Plan(**GROWS), "lucky-ladies-jackpot": Plan(**GROWS)},
            "two sensors of a table serve the jackpot aces: each is for one game",
        ),
    ],
)
def test_the_engine_checks_every_sensor_wherever_a_table_is_opened(
    house: House, settings: dict[str, str], sensors: dict[str, Plan], says: str
) -> None:
    served = {wager: Sensor("aces", each) for wager, each in sensors.items()}
    with pytest.raises(IllegalSetting, match=says):
        house.room.open_table(house.mia, "super-pairs", settings, "t", jackpots=served)
    assert house.room.tables() == []
    assert house.room.stopped == ""


OFTEN = SETTINGS | {"decks": "4", "penetration": "10%"}
"""Shuffled anew after some three rounds."""


def untold(*_: Any) -> Theory:
    return Theory(says="not asked")


def pairs_at(house: House, name: str) -> Seat:
    """A table of somebody's own that is linked to the jackpot `aces`."""
    return Seat(house.room, open_linked(house, settings=OFTEN), name)


def test_a_table_that_fed_a_jackpot_goes_and_the_jackpot_is_proved_without_it(
    sqlite: str, opened: Callable[..., Room], folder: Path
) -> None:
    """By the changes that stay listed under a signed hash: with the file, without it, and after more play."""
    room = opened(sqlite)
    house = house_of(room)
    ann, bob = (pairs_at(house, name) for name in ("Ann", "Bob"))
    for seat in (ann, bob) * 7:
        seat.play()
    practice = Seat(room, room.open_table(house.mia, "super-pairs", OFTEN, "p"), "Cy")
    for _ in range(7):
        practice.play()
    before = room.jackpots.one("aces")
    changed = [each["change"] for each in room.jackpots.history("aces")]
    done = archive(room.store, folder / "old", "9999-01-01", "command: tests")
    assert (done.tables, done.kept) == (3, ())
    assert room.jackpots.one("aces") == before
    again = room.jackpots.history("aces")
    assert [each["change"] for each in again] == changed
    assert {each.get("archived") for each in again} == {None, "old"}
    for seat in (ann, bob) * 4:
        seat.play()
    assert room.jackpots.one("aces").identity["off"] == "0"
    assert audit(sqlite) == []
    assert audit(sqlite, archives=[folder / "old"]) == []
    with pytest.raises(Archived, match="ask for days after that"):
        read(room.store, Period.read())
    days = [str(datetime.now(UTC).date() + timedelta(days=by)) for by in (-1, 1, 2)]
    with room_with(sqlite, [folder / "old"]) as put_back:
        told = day_report(put_back.store, Period.read(*days[:2]), untold).jackpots
    (line,) = [each for each in told if each.id == "aces"]
    assert line.opened + line.total.displayed == line.closed
    assert int(line.closed) == room.jackpots.one("aces").shown_cents
    assert day_report(room.store, Period.read(days[2]), untold).jackpots == ()
    archive(room.store, folder / "more", "9999-01-01", "command: tests")
    assert audit(sqlite) == []
    assert audit(sqlite, archives=[folder / "old", folder / "more"]) == []
    more = update(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.number == 3, JACKPOT_CHANGES.c.jackpot == "aces")
    body = func.replace(JACKPOT_CHANGES.c.body, '"15/2"', '"17/2"')
    with room.store.transaction() as connection:
        assert connection.execute(more.values(body=body)).rowcount == 1
    says = [finding.what for finding in audit(sqlite)]
    assert any("is not listed as it was when they went into the archive" in each for each in says), says
    assert any("the wagers did not add that" in each for each in says), says


def test_a_round_whose_award_waits_to_be_paid_stays(
    sqlite: str, opened: Callable[..., Room], folder: Path, arranged: Any
) -> None:
    """Its cards are looked at before it is paid; once it is, they may go, and who won stays proved."""
    room = opened(sqlite, draw=arranged(PAIRS.pack(PAIRS.configure(OFTEN)), parse_cards("As As As 2c 9c 9d 9h")))
    house = house_of(room)
    ann = pairs_at(house, "Ann")
    for _ in range(9):
        ann.play()
    (waits,) = room.jackpots.awards()
    with pytest.raises(HousewayError, match="has an award of a jackpot that waits to be verified and paid"):
        archive(room.store, folder / "none", "9999-01-01", "command: tests")
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": waits["cents"], "player": "Ann"}
    room.jackpots.verify(house.dora, waits["award"], seen)
    room.jackpots.approve_award(house.max, waits["award"])
    room.jackpots.pay(house.dora, waits["award"])
    assert archive(room.store, folder / "old", "9999-01-01", "command: tests").rounds > 0
    assert audit(sqlite) == []
    assert audit(sqlite, archives=[folder / "old"]) == []
    with room.store.transaction() as connection:
        connection.execute(update(AWARDS).values(account="person:1"))
    says = [finding.what for finding in audit(sqlite)]
    assert any("is not listed as it was when they went into the archive" in each for each in says), says


# ---------------------------------------------------------------------------------------------------- house jackpots


LONG = Period(date.today() - timedelta(days=2), date.today() + timedelta(days=30))
"""However long a run lasts."""

PRIZE = SEEN | {"payout_cents": 100_00}


def fixed_at(house: House) -> int:
    return open_linked(house, "prize", FIXED, kind="house", seed=0, increment=Fraction(0))


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
    assert [each["state"] for each in house.room.jackpots.awards(waiting=False)] == ["paid", "cancelled"]
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
