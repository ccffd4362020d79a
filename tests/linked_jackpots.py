"""Tables with one jackpot, two managers and two dealers beside them, and people who bet on it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from houseway.cards import parse_cards
from houseway.games import game as find_game
from houseway.room import Command, Person, Room
from houseway.room.books.theory import Theory
from houseway.room.jackpots.plan import Plan
from houseway.room.store.ledger import balances
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
SEEN = {"hand": "As As As", "wager_cents": 100, "payout_cents": 500_07, "player": "Ann"}
HIT = "As As As 2c 9c 9d 9h"
KEYS = count()


def plan(**more: Any) -> Plan:
    given: dict[str, Any] = {
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
        return self.end()

    def end(self) -> int:
        """Answer what is asked until the round is over; its number."""
        for _ in range(20):
            for asked in self.view()["asked"]:
                if asked["yours"]:
                    self.do("answer", answer=0 if asked["kind"] == "wager" else asked["options"][0])
        return int(self.view()["round"])


def open_linked(house: House, id_: str = "aces", settings: dict[str, str] = SETTINGS, **more: Any) -> int:
    return house.room.open_table(house.mia, "super-pairs", settings, "t", jackpots={JACKPOT: Sensor(id_, plan(**more))})


PACK = PAIRS.pack(PAIRS.configure(SETTINGS))


def again(arranged: Any, first: str, pack: Sequence[int] = PACK) -> Callable[[int], int]:
    """Every shoe with these cards in front, and salts of its own."""
    draws: list[int] = []
    salts = arranged((), ())

    def draw(bound: int) -> int:
        if bound == len(pack):
            front = arranged(pack, parse_cards(first))
            draws[:] = [front(n) for n in range(len(pack), 1, -1)]
        return draws.pop(0) if draws else int(salts(bound))

    return draw


def at_desk(house: House, what: str, id_: str = "aces", **data: Any) -> None:
    desk = house.room.jackpots
    desk.approve(house.max, desk.ask(house.mia, what, id_, "as the order says", **data))


def amend(house: House, table: int, **asked: Any) -> None:
    approve(house, table, request(house, table, **asked))


def request(house: House, table: int, **asked: Any) -> int:
    """Dora asks for a void or a correction; the number that it waits under."""
    key = f"ask {next(KEYS)}"
    house.room.do(Command(table, house.dora.id, key, None, "request", {"reason": "a cut card", **asked}))
    return int(house.room.view(table, house.dora).json()["requests"][0]["request"])


def approve(house: House, table: int, number: int) -> None:
    house.room.do(Command(table, house.dan.id, f"yes {next(KEYS)}", None, "approve", {"request": number}))


def pay(house: House) -> None:
    """The one award that waits is verified, approved and paid."""
    desk = house.room.jackpots
    (waits,) = desk.awards()
    desk.verify(house.dora, waits["award"], SEEN | {"payout_cents": waits["cents"]})
    desk.approve_award(house.max, waits["award"])
    desk.pay(house.dora, waits["award"])


def fixed_at(house: House) -> int:
    return open_linked(house, "prize", FIXED, kind="house", seed=0, increment=Fraction(0))


def untold(*_: Any) -> Theory:
    return Theory(says="not asked")
