"""What grows with the number of tables: a start, the lobby, a look of the clock and a checkpoint.

    python benchmarks/room_tables.py [--tables 100,1000,10000]

Each is taken several times after the room has been opened anew, and the median told; the ratio to the fewest tables
says whether it is flat.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import select

from houseway.room import Command, Person, Room
from houseway.room.store.schema import CHECKPOINTS

TIMES = 5
LINE = "{:>8} {:>10} {:>12} {:>10} {:>10} {:>14} {:>14}"


def filled(database: str, tables: int) -> tuple[Person, int]:
    """A room with so many tables; somebody of the staff, and a table."""
    with closing(Room.open(database)) as room:
        boss = room.people.sign_in("manager", room.first_password)
        boss = room.people.set_password(boss, room.first_password, "a password of the manager")
        for number in range(tables):
            table = room.open_table(boss, "super-pan-9", {"decks": "1", "seats": "4"}, f"table {number}")
        return room.people.guest("Ann"), table


def took(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def measured(database: str, ann: Person, table: int, number: int) -> tuple[float, float, float, float, float, int]:
    """Milliseconds of a start, two looks at the lobby, one of the clock and a checkpoint of one act; and its bytes."""
    opened: list[Room] = []
    start = took(lambda: opened.append(Room.open(database)))
    with closing(opened[0]) as room:
        first, lobby = took(room.tables), took(room.tables)
        room.tick()
        tick = took(room.tick)
        kind, data = ("sit", {"seat": 1}) if number % 2 == 0 else ("leave", {})
        room.do(Command(table, ann.id, f"key-{number}", None, kind, data))
        signed = took(room.checkpoint)
        with room.store.transaction() as connection:
            last = select(CHECKPOINTS.c.body, CHECKPOINTS.c.heads).order_by(CHECKPOINTS.c.id.desc()).limit(1)
            size = sum(len(each or "") for each in connection.execute(last).one())
    return start, first, lobby, tick, signed, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default="100,1000,10000")
    fewest: list[float] = []
    print(LINE.format("tables", "start ms", "1st lobby ms", "lobby ms", "clock ms", "checkpoint ms", "checkpoint B"))
    for tables in map(int, parser.parse_args().tables.split(",")):
        with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
            database = f"sqlite:///{folder}/room.db"
            ann, table = filled(database, tables)
            runs = [measured(database, ann, table, number) for number in range(TIMES)]
        medians = [statistics.median(each) for each in zip(*runs, strict=True)]
        fewest = fewest or medians
        print(LINE.format(tables, *(f"{each:.1f}" for each in medians)))
        print(LINE.format("", *(f"x {each / least:.1f}" for each, least in zip(medians, fewest, strict=True))))


if __name__ == "__main__":
    main()
