"""A room on each database, and people who sit down and play whatever is asked."""

import os
import random
import tempfile
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine

from honest import PHONE, TURNS
from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.room import Command, Done, Person, Room, Ticket
from houseway.room.audit import when
from houseway.room.audit.version import WRITTEN
from houseway.room.controls.choices import not_theirs
from houseway.room.people import people
from houseway.room.store import signatures
from houseway.room.store.migrations import MIGRATIONS
from houseway.room.table import rounds
from houseway.room.table.entry import VERSION
from linked_jackpots import HIT, PAIRS, SETTINGS, House, house_of

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one: most of these tests are not about the disk."""

LUCK = int(os.environ.get("HOUSEWAY_LUCK", "0"))
"""Another number gives the long form other cards, choices and points of failure."""

SLOWER = 25
"""On PostgreSQL, where a command takes several times as long, the long form tries one in so many."""


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hash with the least work: these tests are not about its cost."""
    monkeypatch.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test's own."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        monkeypatch.setenv("XDG_DATA_HOME", name)
        yield Path(name)


@pytest.fixture
def stacked(arranged: Any) -> Callable[[str], Callable[[int], int]]:
    """Draws that put these cards at the front of the first shoe of a table with a jackpot."""
    pack = PAIRS.pack(PAIRS.configure(SETTINGS))
    return lambda first: arranged(pack, parse_cards(first))


@pytest.fixture
def of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms that are made meanwhile are an older houseway's, by what their first entry tells of the database."""
    monkeypatch.setattr(signatures, "MIGRATIONS", MIGRATIONS[: WRITTEN[VERSION] - 1])


@pytest.fixture
def house(sqlite: str, opened: Callable[..., Room]) -> House:
    """A room with two managers and two dealers."""
    return house_of(opened(sqlite))


@pytest.fixture
def hit(sqlite: str, opened: Callable[..., Room], stacked: Any) -> House:
    """A house whose first shoe deals the aces."""
    return house_of(opened(sqlite, draw=stacked(HIT)))


@pytest.fixture
def postgresql(cluster: str, folder: Path) -> str:
    """The database of the private server, emptied."""
    engine = create_engine(cluster, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP SCHEMA IF EXISTS public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, folder: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{folder}/room.db"
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
def luck() -> int:
    return LUCK


@pytest.fixture
def turns(database: str) -> Callable[[str, int], int]:
    """How often to try something on this database: as the variable says, or the quick number."""

    def number(variable: str, quick: int) -> int:
        wanted = int(os.environ.get(variable, quick))
        return wanted if database.startswith("sqlite") else max(min(wanted, quick), wanted // SLOWER)

    return number


@pytest.fixture
def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder}/room.db"


@pytest.fixture
def opened() -> Iterator[Callable[..., Room]]:
    """Open rooms that are closed when the test ends; their shoes are repeatable."""
    rooms: list[Room] = []

    def open_(database: str, **options: Any) -> Room:
        rooms.append(Room.open(database, **{"draw": random.Random(len(rooms)).randrange} | options))
        return rooms[-1]

    yield open_
    for room in rooms:
        room._finders.close()  # or what it looks for runs on, and is found open by another test
        room.store.close()


def boss(room: Room) -> Person:
    """The first manager, who has chosen a password: who opens a table with limits and jackpots of the house's own."""
    with room.store.transaction() as connection:
        provisional = room.people.held(connection, 1).provisional
    if provisional:
        first = room.people.sign_in("manager", room.first_password)
        room.people.set_password(first, room.first_password, "a long password")
    return Person(1, "manager", "manager", 0)


class Sitting:
    """People at a table, who play whatever is asked; repeatable from a seed."""

    def __init__(self, room: Room, game: str, people: int = 2, seed: int = 1, **settings: str) -> None:
        self.room = room
        self.random = random.Random(seed)
        self.keys = count(1)
        self.people = [room.people.guest(name) for name in ("Ann", "Bob", "Cyd", "Dee")[:people]]
        managers = any(not_theirs(find_game(game), settings))
        opener = boss(room) if managers else self.people[0]
        self.table = room.open_table(opener, game, settings, "a table")
        for seat, person in enumerate(self.people, 1):
            self.do(person, "sit", seat=seat)

    @classmethod
    def back(cls, room: Room, table: int, people: list[Person], seed: int) -> "Sitting":
        """The same people at a table that they sit at already."""
        sitting = cls.__new__(cls)
        sitting.room, sitting.table, sitting.people = room, table, people
        sitting.random, sitting.keys = random.Random(seed), count(seed * 1_000_000)
        return sitting

    def step(self) -> None:
        """One thing that goes on: an answer, or wagers and the next round."""
        if not self.answer():
            for person in self.people:
                seat = next(seat for seat in self.view(person)["seats"] if seat["you"])
                if not seat["wagers"] or self.view()["phase"] == "ended":
                    return self.bet(person)
                if not seat["ready"]:
                    self.do(person, "ready")
                    return None
        return None

    def wants(self, person: Person) -> Command | None:
        """What somebody does next: an answer, the required wagers, or being ready for the round."""
        view = self.view(person)
        own = next(seat for seat in view["seats"] if seat["you"])
        asked = next((each for each in view["asked"] if each["yours"]), None)
        kind, data = "ready", {}
        if asked is not None:
            kind, data = "answer", {"answer": self.some(asked)}
        elif view["phase"] == "playing":
            return None
        elif view["phase"] == "ended" or not own["wagers"]:
            required = [w for w in view["wagers"] if w["required"] and w["before_deal"]]
            kind, data = "bet", {"wagers": {w["id"]: w["least_cents"] for w in required}}
        return Command(self.table, person.id, f"key-{next(self.keys)}", None, kind, data)

    def together(self, told: Callable[[Ticket], None]) -> None:
        """What everybody wants next, all in one commit."""
        settled = threading.Semaphore(0)

        def tell(ticket: Ticket) -> None:
            try:
                told(ticket)
            finally:
                settled.release()

        wanted = [command for person in self.people if (command := self.wants(person)) is not None]
        tickets = [Ticket(self.room._asked(command, ""), tell) for command in wanted]
        self.room._commits.lines[self.table % len(self.room._commits.lines)].add(*tickets)
        for _ in wanted:
            assert settled.acquire(timeout=300)

    def do(self, person: Person, deed: str, /, version: int | None = None, key: str = "", **data: Any) -> Done:
        return self.room.do(Command(self.table, person.id, key or f"key-{next(self.keys)}", version, deed, data))

    def view(self, person: Person | None = None) -> dict[str, Any]:
        return self.room.view(self.table, person).json()

    def bet(self, person: Person) -> None:
        """The required wagers, as low as the game allows."""
        wagers = [w for w in self.view(person)["wagers"] if w["required"] and w["before_deal"]]
        self.do(person, "bet", wagers={w["id"]: w["least_cents"] for w in wagers})

    def ready(self) -> None:
        """Wagers of all, and everybody ready; as much as it takes."""
        for person in self.people:
            self.bet(person)
        for person in self.people[:-1]:
            self.do(person, "ready")
        try:
            self.do(self.people[-1], "ready")
        except HousewayError:
            for person in self.people:
                wagers = [w for w in self.view(person)["wagers"] if w["required"] and w["before_deal"]]
                self.do(person, "bet", wagers={w["id"]: min(w["most_cents"], 900_00) for w in wagers})
            for person in self.people:
                self.do(person, "ready")

    def answer(self) -> bool:
        """One person who is asked answers somehow; whether anybody was."""
        for person in self.people:
            for asked in self.view(person)["asked"]:
                if asked["yours"]:
                    self.do(person, "answer", answer=self.some(asked))
                    return True
        return False

    def some(self, asked: dict[str, Any]) -> Any:
        """An answer that the question allows."""
        if asked["kind"] == "choose":
            return self.random.choice(asked["options"])
        if asked["kind"] == "wager":
            return self.random.choice([0, asked["least_cents"]])
        cards = self.random.sample(asked["cards"], len(asked["cards"]))
        piles = []
        for size in asked["sizes"]:
            piles.append(cards[:size])
            cards = cards[size:]
        return piles

    def play_round(self) -> None:
        self.ready()
        while self.answer():
            pass
        assert self.view()["phase"] == "ended"


@pytest.fixture(scope="session")
def sitting() -> type[Sitting]:
    return Sitting


@pytest.fixture(autouse=True)
def seals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The audit takes it that time runs out whenever a test says so."""
    monkeypatch.setattr(when, "SEALS", 0.0)


@pytest.fixture
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players' numbers that are opened at once."""
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def table(few_turns: None, sqlite: str, opened: Callable[..., Room]) -> Sitting:
    """Two people who have played a round."""
    table = Sitting(opened(sqlite), "super-pan-9", decks="8", irregularities=PHONE)
    table.play_round()
    return table
