"""The jackpots of Super Pairs at a live table: fed with the wager, paid by the rules, to the cent."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.errors import IllegalBet
from houseway.games import game as find_game
from houseway.room import Command, Room
from houseway.room.audit import audit
from houseway.room.ledger import balances

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}
METER = f"meter:1:{JACKPOT}"


@pytest.fixture
def stacked(arranged: Any) -> Callable[[str], Callable[[int], int]]:
    """Draws that put these cards at the front of the first shoe."""
    pack = find_game("super-pairs").table.pack(find_game("super-pairs").document.configure(SETTINGS))
    return lambda first: arranged(pack, parse_cards(first))


def money(room: Room, *accounts: str) -> list[int]:
    with room.store.transaction() as connection:
        return list(balances(connection, accounts).values())


def play(table: Any, wagers: dict[str, int]) -> None:
    for person in table.people:
        table.do(person, "bet", wagers=wagers)
    for person in table.people:
        table.do(person, "ready")
    for _ in range(20):
        for person in table.people:
            for asked in table.view(person)["asked"]:
                if asked["yours"]:
                    answer = 0 if asked["kind"] == "wager" else asked["options"][0]
                    table.do(person, "answer", answer=answer)


def test_a_meter_grows_with_each_wager_and_fractions_are_carried(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked("2c 7d 9h 3c 8d Tc"))
    table = sitting(room, "super-pairs", **SETTINGS)
    assert table.view()["meters"] == {JACKPOT: 500_00}
    assert money(room, METER) == [500_00]
    for grown in (15, 30, 45):
        play(table, {"blackjack": 500, JACKPOT: 100})
        assert table.view()["meters"] == {JACKPOT: 500_00 + grown}, "two wagers of $1 at 7.5 %"
    assert money(room, METER) == [500_45]
    table.do(table.people[1], "leave")
    table.people.pop()
    play(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters"] == {JACKPOT: 500_52}, "the half cent is carried"
    play(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters"] == {JACKPOT: 500_60}
    assert audit(database) == []


def test_a_percentage_comes_off_the_meter_and_a_whole_one_is_seeded_again(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    """PT-PRG-SP-01 pays three suited aces the whole meter: 500 dollars and 7.5 cents of this wager."""
    room = opened(database, draw=stacked("As As As 2c 9c 9d 9h"))
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    (ann,) = table.people
    play(table, {"blackjack": 500, JACKPOT: 100})
    payout = next(each for each in table.view(ann)["ruling"] if each["wager"] == JACKPOT)
    assert (payout["award"], payout["returned"]) == ("three-suited-aces", 500_07)
    assert table.view()["meters"] == {JACKPOT: 500_00}
    assert money(room, METER) == [500_00]
    play(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters"] == {JACKPOT: 500_08}, "the half cent that could not be paid is still there"
    assert audit(database) == []


def test_a_void_round_takes_back_what_it_added(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked("2c 9h 3c Tc"))
    manager = room.set_password(room.sign_in("manager", room.first_password), room.first_password, "a long password")
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    (ann,) = table.people
    table.do(ann, "bet", wagers={"blackjack": 500, JACKPOT: 100})
    table.do(ann, "ready")
    assert money(room, METER) == [500_07]
    table.do(manager, "irregularity", kind="misdeal", seat=0, reason="a card fell")
    assert table.view()["meters"] == {JACKPOT: 500_00}
    assert money(room, METER, f"person:{ann.id}") == [500_00, 1000_00]
    assert audit(database) == []


def test_a_jackpot_won_in_a_void_round_is_neither_paid_nor_seeded_again(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    """Three suited aces would take the whole meter; the dealer's ace has insurance asked for, and a card falls."""
    room = opened(database, draw=stacked("As As As 2c"))
    manager = room.set_password(room.sign_in("manager", room.first_password), room.first_password, "a long password")
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    (ann,) = table.people
    table.do(ann, "bet", wagers={"blackjack": 500, JACKPOT: 100})
    table.do(ann, "ready")
    table.do(manager, "irregularity", kind="misdeal", seat=0, reason="a card fell")
    assert table.view()["meters"] == {JACKPOT: 500_00}
    assert money(room, METER, f"person:{ann.id}") == [500_00, 1000_00]
    assert audit(database) == []


def test_a_double_that_cannot_be_covered_is_refused_and_the_hand_goes_on(
    sqlite: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(sqlite, draw=stacked("5c 9h 6d Tc 2c 3c"))
    table = sitting(room, "super-pairs", people=1)
    (ann,) = table.people
    elsewhere = room.open_table(ann, "super-pan-9", {}, "another")
    for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 300_00}}), ("ready", {})):
        room.do(Command(elsewhere, ann.id, f"{kind} elsewhere", None, kind, data))
    table.do(ann, "bet", wagers={"blackjack": 400_00})
    table.do(ann, "ready")
    (asked,) = table.view(ann)["asked"]
    if asked["kind"] == "wager":
        table.do(ann, "answer", answer=0)
        (asked,) = table.view(ann)["asked"]
    assert "double" in asked["options"]
    before = table.view(ann)
    with pytest.raises(IllegalBet, match="that takes"):
        table.do(ann, "answer", answer="double")
    assert table.view(ann) | {"deadline": 0} == before | {"deadline": 0}
    table.do(ann, "answer", answer="stand")
    assert table.view()["phase"] == "ended"
