"""What takes a round back takes back what it did to a meter, to the fraction, and takes no meter below its seed."""

import sqlite3
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.room.audit.room import audit
from houseway.room.jackpots.plan import Plan
from houseway.room.store.backup import restore
from houseway.room.table.metering import Sensor
from linked_jackpots import BETS, JACKPOT, SETTINGS, again, money

METER = f"meter:1:{JACKPOT}"
WHOLE = {"reconciled-bonuses": "void-with-round"}


def staff(room: Room) -> list[Person]:
    """Two dealers, made by command."""
    return [room.people.add(name, "dealer", "no hash", by="command: tests") for name in ("Dora", "Dan")]


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


def test_a_meter_from_before_jackpots_had_accounts_is_taken_over_as_it_stands_and_goes_on(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    """A room of version 0.1 with a table in mid-round: five rounds and this one have added 7.5 cents each to $500."""
    restore(Path(__file__).with_name("data") / "jackpot-room.gz", sqlite)
    assert audit(sqlite) == []
    room, keys = opened(sqlite), iter(range(1000))
    people = [Person(2, "Ann", "player", 0), Person(3, "Bob", "player", 0)]

    def do(person: Person, kind: str, **data: Any) -> None:
        room.do(Command(1, person.id, f"new-{next(keys)}", None, kind, data))

    def play_on() -> None:
        while room.view(1, None).json()["phase"] == "playing":
            for person in people:
                for asked in room.view(1, person).json()["asked"]:
                    if asked["yours"]:
                        do(person, "answer", answer=0 if asked["kind"] == "wager" else asked["options"][0])

    play_on()
    before = room.view(1, None).json()["meters_cents"][JACKPOT]
    assert before == 500_45
    for person in people:
        do(person, "bet", wagers=BETS)
    for person in people:
        do(person, "ready")
    play_on()
    card = room.jackpots.one(f"1:{JACKPOT}")
    assert (card.identity["seed"], card.identity["contributed"], card.identity["off"]) == ("50000", "60", "0")
    assert card.shown_cents == money(room, METER)[0] == 500_60
    two = staff(room)
    room.do(Command(1, two[0].id, "ask", None, "request", {"round": 1, "what": "void", "reason": "found later"}))
    request = room.view(1, two[0]).json()["requests"][0]["request"]
    with pytest.raises(HousewayError, match="from before jackpots had accounts"):
        room.do(Command(1, two[1].id, "yes", None, "approve", {"request": request}))
    assert audit(sqlite) == []


def test_a_winner_takes_what_a_linked_meter_shows_when_the_round_is_decided(
    database: str, opened: Callable[..., Room], arranged: Any
) -> None:
    """By the reading that decides bonuses with the round: Ann has the aces first, and Bob's round ends before hers."""
    room = opened(database, draw=again(arranged, "As As As 2c 9c 9d 9h"))
    manager = room.people.add("Mia", "manager", "no hash", by="command: tests")
    plan = Plan(seed=500_00, increment=Fraction(3, 40), practice=False)
    seats, keys = {}, iter(range(1000))

    def do(table: int, person: Person, kind: str, **data: Any) -> None:
        room.do(Command(table, person.id, f"k{next(keys)}", None, kind, data))

    for name in ("Ann", "Bob"):
        table = room.open_table(
            manager, "super-pairs", SETTINGS | WHOLE, name, jackpots={JACKPOT: Sensor("aces", plan)}
        )
        seats[name] = (table, room.people.guest(name))
        do(*seats[name], "sit", seat=1)
        do(*seats[name], "bet", wagers=BETS)
    do(*seats["Ann"], "ready")
    do(*seats["Bob"], "ready")
    for name in ("Bob", "Ann"):
        table, person = seats[name]
        while room.view(table, None).json()["phase"] == "playing":
            for asked in room.view(table, person).json()["asked"]:
                do(table, person, "answer", answer=0 if asked["kind"] == "wager" else "stand")
    first, second = room.jackpots.awards()
    assert (first["table"], first["cents"]) == (seats["Bob"][0], 500_15), "all that was on the meter then"
    assert (second["table"], second["cents"]) == (seats["Ann"][0], 500_00), (
        "what it was seeded with anew, and not twice"
    )
    card = room.jackpots.one("aces")
    assert (card.shown_cents, card.pending_cents, card.identity["off"]) == (500_00, 1000_15, "0")
    ruling = room.view(seats["Ann"][0], None).json()["ruling"]
    assert next(each for each in ruling if each["wager"] == JACKPOT)["meter_cents"] == 500_00
    assert audit(database) == []


CASES = {
    "more on it": 'UPDATE jackpots SET account = replace(account, \'"displayed":"\', \'"displayed":"1\')',
    "another seed": "UPDATE jackpots SET plan = replace(plan, '\"seed\":50000', '\"seed\":40000')",
    "a state": "UPDATE jackpots SET state = 'frozen'",
    "a change gone": "DELETE FROM jackpot_changes WHERE number = 2",
    "a change of another round": "UPDATE jackpot_changes SET entry = 1 WHERE number = 2",
    "a change worded anew": "UPDATE jackpot_changes SET body = replace(body, 'contribution', 'malfunction')",
    "a jackpot nobody opened": (
        "INSERT INTO jackpots SELECT 'mine', wager, kind, state, plan, account, number, notice FROM jackpots"
    ),
    "an award": "UPDATE awards SET cents = cents + 1",
    "an award paid by hand": "UPDATE awards SET state = 'paid'",
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_changed_behind_the_rooms_back_is_found(
    case: str, sqlite: str, folder: Path, opened: Callable[..., Room], arranged: Any
) -> None:
    room = opened(sqlite, draw=again(arranged, "As As As 2c 9c 9d 9h"))
    manager = room.people.add("Mia", "manager", "no hash", by="command: tests")
    sensor = Sensor("aces", Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
    table = room.open_table(manager, "super-pairs", SETTINGS, "t", jackpots={JACKPOT: sensor})
    ann = room.people.guest("Ann")
    for number, (kind, data) in enumerate((("sit", {"seat": 1}), ("bet", {"wagers": BETS}), ("ready", {}))):
        room.do(Command(table, ann.id, f"k{number}", None, kind, data))
    assert len(room.jackpots.awards()) == 1
    room.close()
    assert audit(sqlite) == []
    with sqlite3.connect(folder / "room.db") as connection:
        assert connection.execute(CASES[case]).rowcount
    connection.close()
    assert any("jackpot" in finding.where for finding in audit(sqlite))
