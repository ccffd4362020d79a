"""How much a card room costs: full tables with every action committed to disk, beside a bare commit of one row.

    python benchmarks/room_load.py [--tables 4] [--seats 6] [--rounds 5] [--database sqlite:////tmp/load.db]

The bare commit uses the same stack, settings and disk, one row a transaction, in turn with the commands, so that a busy
machine weighs on both alike. What counts is the ratio.
"""

import argparse
import statistics
import tempfile
import time
from functools import partial
from itertools import count
from pathlib import Path

from sqlalchemy import Column, Integer, MetaData, Table

from houseway.room import Command, Person, Room
from houseway.room.store.database import Store, engine_for

KEYS = count(1)
BARE = Table("bare", MetaData(), Column("id", Integer, primary_key=True), Column("number", Integer))


def timed(work: object) -> float:
    start = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - start


class Load:
    """Full tables whose people bet, get ready and stand, one command after the other."""

    def __init__(self, database: str, bare: str, tables: int, seats: int) -> None:
        self.room = Room.open(database)
        self.store = Store(engine_for(bare))
        with self.store.transaction() as connection:
            BARE.create(connection)
        self.commands: list[float] = []
        self.bare: list[float] = []
        self.tables: list[tuple[int, list[Person]]] = []
        for number in range(tables):
            people = [self.room.people.guest(f"P{number}-{seat}") for seat in range(seats)]
            table = self.room.open_table(people[0], "super-pan-9", {}, f"table {number}")
            self.tables.append((table, people))
            for seat, person in enumerate(people, 1):
                self.do(table, person, "sit", {"seat": seat})

    def do(self, table: int, person: Person, kind: str, data: dict[str, object]) -> None:
        command = Command(table, person.id, f"k{next(KEYS)}", None, kind, data)
        self.commands.append(timed(lambda: self.room.do(command)))
        self.bare.append(timed(self.one_row))

    def one_row(self) -> None:
        with self.store.transaction() as connection:
            connection.execute(BARE.insert().values(number=1))

    def seen(self, table: int, person: Person) -> str:
        """A view as it is sent."""
        return self.room.view(table, person).text()

    def play(self) -> None:
        for kind, data in (("bet", {"wagers": {"main": 500}}), ("ready", {}), ("answer", {"answer": "stand"})):
            for table, people in self.tables:
                for person in people:
                    self.do(table, person, kind, data)


def told(name: str, times: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(times, n=100)
    print(f"{name:<22} {len(times):>6} commits   p50 {1000 * cuts[49]:7.2f} ms   p99 {1000 * cuts[98]:7.2f} ms")
    return cuts[49], cuts[98]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        bare = f"sqlite:///{folder}/bare.db"
        load = Load(given.database or f"sqlite:///{folder}/room.db", bare, given.tables, given.seats)
        start = time.perf_counter()
        load.commands.clear()
        load.bare.clear()
        for _ in range(given.rounds):
            load.play()
        views = [timed(partial(load.seen, table, people[0])) for table, people in load.tables * 50]
        print(
            f"{given.tables} tables of {given.seats} seats, {given.rounds} rounds, {time.perf_counter() - start:.1f} s"
        )
        ours, bare_ = told("commands of the room", load.commands), told("bare commit of one row", load.bare)
        told("views", views)
        print(f"ratio                  p50 {ours[0] / bare_[0]:.1f}   p99 {ours[1] / bare_[1]:.1f}")
        load.room.close()
        load.store.close()


if __name__ == "__main__":
    main()
