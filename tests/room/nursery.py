"""Bears children that play at a table until they are killed. Run by test_crash.py; a line on stdin asks for one more.

Each acknowledgement is written the moment it is made: "ack PERSON KEY VERSION".
"""

import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from conftest import Sitting
from houseway.room import Command, Done, Person, Room


class Telling(Room):
    """A room that says aloud what it has acknowledged."""

    def do(self, command: Command) -> Done:
        done = super().do(command)
        os.write(1, f"ack {command.person} {command.key} {done.version}\n".encode())
        return done


class Boasting(Room):
    """The planted fault: it acknowledges before it has written."""

    def do(self, command: Command) -> Done:
        os.write(1, f"ack {command.person} {command.key} 0\n".encode())
        return super().do(command)


def play(database: str, room: type[Room], people: list[Person], seed: int) -> None:
    table = Sitting.back(room.open(database, draw=random.Random(seed).randrange), 1, people, seed)
    while True:
        table.step()


def main(database: str, kind: str, *ids: str) -> None:
    people = [Person(int(id_), "", "player", 0) for id_ in ids]
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            play(database, {"telling": Telling, "boasting": Boasting}[kind], people, int(line))
        os.write(1, f"child {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
