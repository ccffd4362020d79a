"""Bears children that play at a table until they are killed. Run by test_crash.py; a line on stdin asks for one more.

Each acknowledgement is written the moment it is made: "ack PERSON KEY VERSION".
"""

import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from conftest import Sitting
from houseway.room import Command, Done, Person, Room, Ticket


class Telling(Room):
    """A room that says aloud what it has acknowledged."""

    def do(self, command: Command) -> Done:
        done = super().do(command)
        os.write(1, f"ack {command.person} {command.key} {done.version}\n".encode())
        return done


def crowding(table: Sitting) -> None:
    """Everybody acts at once: several are acknowledged after one commit."""

    def told(ticket: Ticket) -> None:
        command = ticket.asked.command
        os.write(1, f"ack {command.person} {command.key} {ticket.result().version}\n".encode())

    table.together(told)


class Boasting(Room):
    """The planted fault: it acknowledges before it has written."""

    def do(self, command: Command) -> Done:
        os.write(1, f"ack {command.person} {command.key} 0\n".encode())
        return super().do(command)


def play(database: str, kind: str, people: list[Person], seed: int) -> None:
    room = {"telling": Telling, "boasting": Boasting, "crowding": Room}[kind]
    table = Sitting.back(room.open(database, draw=random.Random(seed).randrange), 1, people, seed)
    while True:
        crowding(table) if kind == "crowding" else table.step()


def main(database: str, kind: str, *ids: str) -> None:
    people = [Person(int(id_), "", "player", 0) for id_ in ids]
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            play(database, kind, people, int(line))
        os.write(1, f"child {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
