"""The jackpots' desk by its own entries: a house that has the key and skips a person is found out by its journal."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from houseway.cards import parse_cards
from houseway.games import game as find_game
from houseway.room import Command, Forbidden, Person, Room
from houseway.room.audit.room import audit
from houseway.room.controls.running import THE_FILE
from houseway.room.jackpots import act as acts
from houseway.room.jackpots import desk as desks
from houseway.room.jackpots.act import Act
from houseway.room.jackpots.event import HOUSE_ACCOUNT, award_account
from houseway.room.jackpots.plan import Plan
from houseway.room.people.people import People
from houseway.room.table.metering import Sensor

JACKPOT = "super-pairs-jackpot"
PAIRS = find_game("super-pairs")
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}


class House(NamedTuple):
    room: Room
    mia: Person
    max: Person
    dora: Person
    ann: Person
    award: int
    seen: dict[str, Any]


@pytest.fixture
def house(sqlite: str, opened: Callable[..., Room], arranged: Any) -> House:
    """A room where Ann has won a jackpot that nobody has verified yet."""
    draws = arranged(PAIRS.pack(PAIRS.configure(SETTINGS)), parse_cards("As As As 2c 9c 9d 9h"))
    room = opened(sqlite, draw=draws)
    staff = (("Mia", "manager"), ("Max", "manager"), ("Dora", "dealer"))
    mia, max_, dora = (room.people.add(*who, "no hash", by="command: tests") for who in staff)
    sensor = Sensor("aces", Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
    table = room.open_table(mia, "super-pairs", SETTINGS, "t", jackpots={JACKPOT: sensor})
    ann = room.people.guest("Ann")
    for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"blackjack": 500, JACKPOT: 100}}), ("ready", {})):
        room.do(Command(table, ann.id, f"key {kind}", None, kind, data))
    while asked := [each for each in room.view(table, ann).json()["asked"] if each["yours"]]:
        answer = 0 if asked[0]["kind"] == "wager" else asked[0]["options"][0]
        room.do(Command(table, ann.id, f"key {len(asked)}{asked}"[:80], None, "answer", {"answer": answer}))
    (award,) = room.jackpots.awards()
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": award["cents"], "player": "Ann"}
    return House(room, mia, max_, dora, ann, award["award"], seen)


def said(sqlite: str) -> str:
    return "\n".join(map(str, audit(sqlite)))


def test_what_two_people_agreed_on_holds_at_every_step(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    assert said(sqlite) == ""
    for step in (
        lambda: desk.verify(house.dora, house.award, house.seen),
        lambda: desk.approve_award(house.max, house.award),
        lambda: desk.pay(house.dora, house.award),
        lambda: desk.approve(house.max, desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5)),
        lambda: desk.decline(
            house.max, desk.ask(house.mia, "malfunction", "aces", "no reason at all", cents=-1), "why?"
        ),
    ):
        step()
        assert said(sqlite) == ""


def test_an_award_that_nobody_approved_is_not_paid_in_silence(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Act, "award", lambda act, number, state: acts.award_row(act.connection, number))
    house.room.jackpots.verify(house.dora, house.award, house.seen)
    house.room.jackpots.pay(house.dora, house.award)
    assert f"award {house.award} is paid, and was verified" in said(sqlite)


@pytest.mark.parametrize("wrong", [{"player": "Eve"}, {"payout_cents": 1}])
def test_an_award_is_verified_as_it_was_won(sqlite: str, house: House, wrong: dict[str, Any]) -> None:
    house.room.jackpots._verifier = lambda *_: {"cards": 312}
    house.room.jackpots.verify(house.dora, house.award, house.seen | wrong)
    assert f"award {house.award}: was verified as" in said(sqlite)


def test_an_award_is_not_verified_in_an_older_form_that_names_none(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.room.jackpots.verify(house.dora, house.award, house.seen)
    house.room.jackpots.decline_award(house.max, house.award, "not the hand")
    assert said(sqlite) == ""
    note = Act.note
    monkeypatch.setattr(Act, "note", lambda act, what, *, of, **more: note(act, what, **more))
    house.room.jackpots.verify(house.dora, house.award, house.seen)
    assert "the verified of a jackpot leaves out of" in said(sqlite)


def test_an_award_is_paid_to_who_has_won_it(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house pays Ann's award to a guest of its own."""
    eve = house.room.people.guest("Eve")
    house.room.jackpots.verify(house.dora, house.award, house.seen)
    house.room.jackpots.approve_award(house.max, house.award)

    def diverted(act: Act, number: int, state: str) -> SimpleNamespace:
        return SimpleNamespace(**{**acts.award_row(act.connection, number)._mapping, "account": f"person:{eve.id}"})

    monkeypatch.setattr(Act, "award", diverted)
    house.room.jackpots.pay(house.dora, house.award)
    assert f"jackpot aces, award {house.award}" in said(sqlite)


def test_a_request_is_done_as_it_was_asked_for(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    number = house.room.jackpots.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5)
    honest = Act.request
    monkeypatch.setattr(Act, "request", lambda act, of: {**honest(act, of), "cents": -400_00})
    house.room.jackpots.approve(house.max, number)
    assert "does not move the 5 cents that were asked for" in said(sqlite)


def test_what_two_people_do_is_numbered_by_its_time(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entry tells who asked before it tells the time."""
    number = house.room.jackpots.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5)
    monkeypatch.setattr(acts.journal, "stamp", lambda: (datetime.now(UTC) - timedelta(hours=1)).isoformat())
    house.room.jackpots.approve(house.max, number)
    monkeypatch.undo()
    assert f"of the room's journal, entry {number + 1}, is numbered after what came later" in said(sqlite)


def test_what_nobody_has_asked_for_is_found(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"what": "malfunction", "jackpot": "aces", "reason": "it stood still", "by": house.mia.id, "cents": -5}
    monkeypatch.setattr(Act, "request", lambda act, of: asked)
    monkeypatch.setattr(Act, "second", lambda act, entry: house.mia.id)
    house.room.jackpots.approve(house.max, 3)
    assert "deals with request 3, which nobody has made" in said(sqlite)


def test_the_desk_is_for_its_people(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer freezes no jackpot, and a player verifies no award, whatever the pages allow."""
    monkeypatch.setattr(desks, "STAFF", ("player", "dealer", "manager"))
    monkeypatch.setattr(desks, "MANAGER", "dealer")
    house.room.jackpots.verify(house.ann, house.award, house.seen)
    house.room.jackpots.freeze(house.dora, "aces", "because I can")
    found = said(sqlite)
    assert f"the verified of a jackpot by person {house.ann.id}, a player" in found
    assert f"the frozen of a jackpot by person {house.dora.id}, a dealer" in found


def test_no_command_and_no_file_acts_in_the_place_of_people(sqlite: str, house: House) -> None:
    """By command money comes to the prize account, and the room itself compares that; all else is done by somebody."""
    desk, command = house.room.jackpots, Person(0, "command: tests", "manager", 0)
    house.room._checks.threshold = 0
    assert desk.review(THE_FILE) == ["aces"]
    desk.deposit(command, desk.funds().required, "the first week")
    assert (desk.one("aces").state, said(sqlite)) == ("open", "")
    desk.verify(command, house.award, house.seen)
    desk.freeze(THE_FILE, "aces", "because it can")
    found = said(sqlite)
    assert "the verified of a jackpot by 'command: tests', which only a person does" in found
    assert 'the frozen of a jackpot by "the room\'s file", which only a person does' in found


def test_who_has_a_one_time_password_still_does_nothing_at_the_desk(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = house.room.people.add("New", "manager", "no hash", by="command: tests", provisional=True)
    with pytest.raises(Forbidden, match="a password of your own first"):
        house.room.jackpots.freeze(new._replace(provisional=False), "aces", "because it can")
    assert said(sqlite) == ""
    monkeypatch.setattr(People, "check_acting", lambda *_: None)
    house.room.jackpots.freeze(new._replace(provisional=False), "aces", "because it can")
    assert f"by person {new.id}, a manager locked out or with a one-time password" in said(sqlite)


def done(house: House, act_: str, lines: tuple[tuple[str, int], ...], by: Person | None = None, **more: Any) -> None:
    """The house writes an entry of the desk as it likes."""
    with house.room.jackpots._act(by or house.mia, manager=True) as act:
        act.move(act_, lines)
        act.note(act_, **more)


def test_every_act_that_moves_money_moves_its_own(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    for step in (
        lambda: desk.deposit(house.mia, 900_00, "the week's money"),
        lambda: desk.verify(house.dora, house.award, house.seen),
        lambda: desk.approve_award(house.max, house.award),
        lambda: desk.pay(house.dora, house.award),
        lambda: desk.approve(house.max, desk.ask(house.mia, "seizure", "aces", "by a warrant", cents=600_00)),
        lambda: desk.approve(house.max, desk.ask(house.mia, "replaced", "aces", "all of it", cents=600_00)),
        lambda: desk.freeze(house.mia, "aces", "it ends today"),
        lambda: desk.approve(house.max, desk.ask(house.mia, "promotion", "aces", "to players")),
        lambda: desk.approve(house.max, desk.ask(house.mia, "give", "aces", "she won it", cents=3_00, person="Ann")),
        lambda: desk.approve(
            house.max, desk.ask(house.mia, "give", "aces", "by number", cents=4_00, person=house.ann.id)
        ),
    ):
        step()
        assert said(sqlite) == ""


def test_a_deposit_takes_nobodys_chips(sqlite: str, house: House) -> None:
    ann = f"person:{house.ann.id}"
    done(house, "deposit", ((ann, -500_00), ("bank:prizes", 500_00)), cents=500_00, reason="weekly")
    found = said(sqlite)
    assert f"the deposit moves deposit: bank:prizes +$500.00, {ann} -$500.00; an act of that name moves " in found
    assert "deposit: bank:prizes +$500.00, cage:prizes -$500.00" in found


@pytest.mark.parametrize("cents", [100, -1_00, 0, "1", None])
def test_a_deposit_pays_nobody_and_takes_nothing_off_the_prize_account(
    sqlite: str, house: House, cents: object
) -> None:
    house.room.jackpots.deposit(house.mia, 900_00, "the week's money")
    done(house, "deposit", (("bank:prizes", -100), ("cage:prizes", 100)), cents=cents, reason="weekly")
    assert "the deposit moves deposit: bank:prizes -$1.00, cage:prizes +$1.00; an act of that name" in said(sqlite)


def test_an_act_that_there_is_not_is_found(sqlite: str, house: House) -> None:
    with house.room.jackpots._act(house.mia, manager=True) as act:
        act.note("petty-cash", reason="no such act")
    assert "does 'petty-cash', and the jackpots' desk has no such act" in said(sqlite)


def test_an_act_that_moves_no_money_moves_none(sqlite: str, house: House) -> None:
    lines = ((f"person:{house.ann.id}", 7_00), ("chips", -7_00))
    done(house, "reviewed", lines, reason="the prize account was compared")
    assert "the reviewed moves reviewed: chips -$7.00, person:" in (found := said(sqlite))
    assert "; an act of that name moves nothing" in found


def test_what_two_people_do_is_not_done_unasked(sqlite: str, house: House) -> None:
    house.room.jackpots.deposit(house.mia, 900_00, "the week's money")
    done(house, "seizure", (("bank:prizes", -5_00), ("seized:prizes", 5_00)), jackpot="aces", reason="by a warrant")
    found = said(sqlite)
    assert "the seizure was not asked for" in found
    assert "the seizure moves seizure: bank:prizes -$5.00, seized:prizes +$5.00; what was asked for moves no" in found


def test_a_gift_is_taken_from_the_promotion(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = house.room.people.guest("Eve")
    ann = f"person:{house.ann.id}"

    def give(act: Act, *_: object) -> None:
        act.move("promotion", ((ann, -3_00), (f"person:{eve.id}", 3_00)))

    monkeypatch.setattr(desks, "ACTS", {**desks.ACTS, "give": give})
    desk = house.room.jackpots
    desk.approve(house.max, desk.ask(house.mia, "give", "aces", "she won it", cents=3_00, person="Eve"))
    assert f"the give moves promotion: {ann} -$3.00, person:{eve.id} +$3.00; what was asked for moves " in said(sqlite)


def test_an_award_is_not_paid_by_another_act(sqlite: str, house: House) -> None:
    """Nobody has verified it, and its row says so still."""
    eve = house.room.people.guest("Eve")
    with house.room.jackpots._act(house.mia, manager=True) as act:
        row = acts.award_row(act.connection, house.award)
        held = award_account(row.round, row.seat, row.wager)
        cents = Fraction(row.cents)
        by = desks.Account(pending=-cents, paid=cents)
        lines = ((held, -row.cents), (f"person:{eve.id}", row.cents))
        jackpot = act.book.one("aces")
        act.book.change(jackpot, "paid", by, HOUSE_ACCOUNT, lines, wager=row.wager, round=row.round)
        act.note("reviewed", reason="the prize account was compared")
    assert "the reviewed changes jackpots for paid; an act of that name does for nothing" in said(sqlite)
