"""Every wager on a meter feeds its jackpot: a house that has the key and keeps some of it is found by its journal."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.room import Person
from houseway.room.acts import refunds
from houseway.room.audit.room import audit
from houseway.room.jackpots import changes
from houseway.room.store.jackpots import Book
from houseway.room.table import metering
from linked_jackpots import BETS, JACKPOT, SETTINGS, House, Seat, amend, approve, open_linked, request

WHOLE = {"reconciled-bonuses": "void-with-round"}


def two_at(house: House, **more: Any) -> tuple[Seat, Seat]:
    table = open_linked(house, **more)
    return Seat(house.room, table, "Ann", 1), Seat(house.room, table, "Bob", 2)


def begin(*seats: Seat) -> None:
    for each in seats:
        each.do("bet", wagers=BETS)
    for each in seats:
        each.do("ready")


def play(*seats: Seat) -> int:
    begin(*seats)
    for _ in range(10):
        for each in seats:
            each.end()
    return int(seats[0].view()["round"])


def said(database: str) -> str:
    return "\n".join(f"{each.where}: {each.what}" for each in audit(database))


def test_who_bets_on_the_jackpot_or_not_while_it_is_open_or_not_is_as_it_must_be(sqlite: str, house: House) -> None:
    ann, bob = two_at(house)
    first = play(ann, bob)
    ann.do("bet", wagers=BETS)
    bob.do("bet", wagers={"blackjack": 500})
    for each in (ann, bob):
        each.do("ready")
    assert said(sqlite) == "", "in mid-round"
    for each in (ann, bob, ann, bob):
        each.end()
    ann.do("bet", wagers=BETS)
    house.room.jackpots.freeze(house.mia, "aces", "a pause")
    bob.do("bet", wagers={"blackjack": 500})
    for each in (ann, bob):
        each.do("ready")
    for each in (ann, bob, ann, bob):
        each.end()
    house.room.jackpots.deposit(house.mia, 10**8, "all that is required")
    house.room.jackpots.thaw(house.mia, "aces", "it goes on")
    amend(house, ann.table, round=first, what="void")
    amend(house, ann.table, round=play(ann, bob), what="correction", seat=1, cents=500, wager=JACKPOT)
    assert said(sqlite) == ""


def test_a_jackpot_that_no_wager_has_fed_is_found(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = two_at(house)
    monkeypatch.setattr(metering, "fed", lambda *_: None)
    round_ = play(*seats)
    says = f"the wagers on the {JACKPOT} are seat 1 $1.00, seat 2 $1.00 in round {round_}, and the jackpot aces is not"
    assert says in said(sqlite)


@pytest.mark.parametrize("kept", [lambda stakes: dict.fromkeys(stakes, 1), lambda stakes: {1: stakes[1]}])
def test_a_jackpot_that_some_of_the_wagers_have_fed_is_found(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch, kept: Callable[[dict[int, int]], dict[int, int]]
) -> None:
    seats = two_at(house)
    honest = changes.contributions
    with monkeypatch.context() as patch:
        patch.setattr(changes, "contributions", lambda account, plan, stakes: honest(account, plan, kept(stakes)))
        play(*seats)
    found = said(sqlite)
    assert (
        f"the wagers on the {JACKPOT} are seat 1 $1.00, seat 2 $1.00 in round 1, and the jackpot aces is not" in found
    )
    assert f"on the {JACKPOT} in round 1, which was not staked" in found


def test_what_nobody_has_staked_feeds_no_jackpot(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another's seat is told to have bet, so that its meter may owe it something later."""
    ann, bob = two_at(house)
    honest = metering.stakes_on
    more = {JACKPOT: {1: 100, 2: 100}}
    monkeypatch.setattr(metering, "stakes_on", lambda table, start: honest(table, start) and more)
    ann.do("bet", wagers=BETS)
    bob.do("bet", wagers={"blackjack": 500})
    for each in (ann, bob):
        each.do("ready")
    assert "the jackpot aces is fed by seat 1 $1.00, seat 2 $1.00 on the" in said(sqlite)


@pytest.mark.parametrize("what", ["contribution", "seed", "malfunction"])
def test_a_change_of_a_jackpot_moves_nobody_elses_money_and_is_booked_with_the_house(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    ann = house.room.people.guest("Ann")
    honest = Book.change
    purse = f"person:{ann.id}"
    change: dict[str, Any] = {"lines": ((purse, -5_00),)}

    def changed(self: Book, jackpot: Any, why: str, by: Any, house: str, lines: Any = (), **more: Any) -> Any:
        other = {"house": house, "lines": lines} | (change if why == what else {})
        return honest(self, jackpot, why, by, other["house"], other["lines"], **more)

    monkeypatch.setattr(Book, "change", changed)
    for wrong, says in (
        ({"lines": ((purse, -5_00),)}, f"moves money of {purse}, and nobody else's moves for that"),
        ({"house": purse}, f"is booked with {purse}, and the house's account here is house:"),
    ):
        change.clear()
        change.update(wrong)
        id_ = f"aces of {next(iter(wrong))}"
        seat = Seat(house.room, open_linked(house, id_), "Bob", 1 + len(id_) % 2)
        seat.play()
        desk = house.room.jackpots
        desk.approve(house.max, desk.ask(house.mia, "malfunction", id_, "it stood still", cents=5))
        assert f"jackpot {id_}: jackpot {id_}, change" in (found := said(sqlite))
        assert says in found


def practice(sqlite: str, opened: Any, sitting: Any, stacked: Any) -> tuple[Any, Person]:
    """A practice table where two people play, and a dealer."""
    room = opened(sqlite, draw=stacked("As As As As As 2c 9c 9d 9h"))
    dora = room.people.add("Dora", "dealer", "no hash", by="command: tests")
    return sitting(room, "super-pairs", **SETTINGS | WHOLE), dora


def hit(table: Any, dora: Person) -> None:
    """Both make their wagers; one hand is void, the other wins."""
    for person in table.people:
        table.do(person, "bet", wagers=BETS)
    for person in table.people:
        table.do(person, "ready")
    table.do(dora, "irregularity", kind="wrong-number-of-cards", seat=1, reason="three cards")
    for _ in range(20):
        for person in table.people:
            for asked in table.view(person)["asked"]:
                if asked["yours"]:
                    table.do(person, "answer", answer=0 if asked["kind"] == "wager" else asked["options"][0])


def test_what_a_void_wager_has_fed_is_undone(
    sqlite: str, opened: Any, sitting: Any, stacked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metering, "void_parts", lambda table: {})
    hit(*practice(sqlite, opened, sitting, stacked))
    assert f"the wagers on the {JACKPOT} of seat 1 $1.00 are void in round 1, and its jackpot keeps them" in said(
        sqlite
    )


def test_what_a_void_wager_has_fed_is_undone_once(
    sqlite: str, opened: Any, sitting: Any, stacked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Twice(dict[str, Any]):
        def items(self) -> Any:
            return [*super().items()] * 2

    honest = metering.void_parts
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "void_parts", lambda table: Twice(honest(table)))
        hit(*practice(sqlite, opened, sitting, stacked))
    assert "undoes wagers that were undone before" in said(sqlite)


def test_a_practice_table_pays_who_has_won(
    sqlite: str, opened: Any, sitting: Any, stacked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, dora = practice(sqlite, opened, sitting, stacked)
    honest, other = metering.payment, f"person:{table.people[0].id}"
    monkeypatch.setattr(metering, "payment", lambda *of: honest(*of[:3], dict.fromkeys(of[3], other)))
    hit(table, dora)
    assert "does not pay who has won it" in said(sqlite)


def test_a_correction_of_a_meter_is_not_slipped_into_a_void(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people void a round, and the entry corrects another one, too."""
    ann, bob = two_at(house)
    first, second = play(ann, bob), play(ann, bob)
    number = request(house, ann.table, round=first, what="void")
    honest = refunds.voided

    def voided(table: Any, round_: int, room: Any) -> Any:
        lines = honest(table, round_, room)
        asked = next(iter(table.requests.values()))
        refunds.corrected(table, asked._replace(round=second, seat=1, cents=500, wager=JACKPOT), room)
        return lines

    monkeypatch.setattr(refunds, "voided", voided)
    approve(house, ann.table, number)
    assert f"undoes or corrects what round {second} did to the jackpot aces, and nobody has approved" in said(sqlite)
