"""What takes a round back takes back what it did to a meter, to the fraction, and takes no meter below its seed."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.games import game as find_game
from houseway.room import Person, Room
from houseway.room.audit import audit
from houseway.room.store.ledger import balances

JACKPOT = "super-pairs-jackpot"
METER = f"meter:1:{JACKPOT}"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}
WHOLE = {"reconciled-bonuses": "void-with-round"}
BETS = {"blackjack": 500, JACKPOT: 100}


@pytest.fixture
def stacked(arranged: Any) -> Callable[[str], Callable[[int], int]]:
    """Draws that put these cards at the front of the first shoe."""
    pack = find_game("super-pairs").pack(find_game("super-pairs").document.configure(SETTINGS))
    return lambda first: arranged(pack, parse_cards(first))


def staff(room: Room) -> list[Person]:
    """Two dealers, made by command."""
    return [room.people.add(name, "dealer", "no hash", by="command: tests") for name in ("Dora", "Dan")]


def money(room: Room, *accounts: str) -> list[int]:
    with room.store.transaction() as connection:
        return list(balances(connection, accounts).values())


def begin(table: Any, wagers: dict[str, int]) -> None:
    for person in table.people:
        table.do(person, "bet", wagers=wagers)
    for person in table.people:
        table.do(person, "ready")


def go_on(table: Any) -> None:
    for _ in range(20):
        for person in table.people:
            for asked in table.view(person)["asked"]:
                if asked["yours"]:
                    table.do(person, "answer", answer=0 if asked["kind"] == "wager" else asked["options"][0])


def play(table: Any, wagers: dict[str, int]) -> int:
    begin(table, wagers)
    go_on(table)
    return int(table.view()["round"])


def amend(table: Any, two: list[Person], **asked: Any) -> None:
    dora, dan = two
    table.do(dora, "request", reason="found later", **asked)
    table.do(dan, "approve", request=table.view(dora)["requests"][0]["request"])


def test_a_hand_void_after_the_meter_was_seeded_anew_does_not_take_it_below_its_seed(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked("As As As As As 2c 9c 9d 9h"))
    two = staff(room)
    table = sitting(room, "super-pairs", **SETTINGS | WHOLE)
    begin(table, BETS)
    table.do(two[0], "irregularity", kind="wrong-number-of-cards", seat=1, reason="three cards")
    go_on(table)
    won = next(each for each in table.view()["ruling"] if (each["seat"], each["wager"]) == (2, JACKPOT))
    assert won["returned_cents"] == 500_15, "what the winner was shown, and took, is theirs"
    assert money(room, METER) == [500_00]
    assert audit(database) == []


def test_a_void_of_a_settled_round_takes_back_the_broken_cent_too(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked("2c 9h 3c Tc 9c 9d 9h"))
    two = staff(room)
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    amend(table, two, round=play(table, BETS), what="void")
    assert money(room, METER) == [500_00]
    play(table, BETS)
    assert money(room, METER) == [500_07], "7.5 cents of this round, and nothing of the one that is void"
    play(table, BETS)
    assert money(room, METER) == [500_15]
    assert audit(database) == []


def test_a_void_of_a_round_whose_share_somebody_has_won_since_does_not_take_the_meter_below_its_seed(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked("2c 9h 3c Tc 9c 9d 9h As As As 2c 9c 9d 9h"))
    two = staff(room)
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    first = play(table, BETS)
    for _ in range(6):
        if money(room, f"person:{table.people[0].id}")[0] > 1400_00:
            break
        play(table, BETS)
    shown = money(room, METER)[0]
    amend(table, two, round=first, what="void")
    assert money(room, METER)[0] >= min(shown, 500_00)
    assert audit(database) == []
