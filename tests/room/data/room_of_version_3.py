"""Made `room-of-version-3.gz`: a room from before players brought numbers of their own, for `test_older.py` to read.

It ran with houseway as it was then (entries of version 3, nothing signed, orders in the open), and is kept to say what
happened in that room: rounds with dice, a cut, bots, one table in mid-shoe, one in mid-round.
"""

import random
import sys
import tempfile
from itertools import count
from pathlib import Path

from houseway.room import Command, Room
from houseway.room.store.backup import backup

KEYS, LUCK = count(1), random.Random(7)


def do(room, table, person, what, /, **data):
    return room.do(Command(table, person.id, f"key-{next(KEYS)}", None, what, data))


def begin(room, table, people):
    for person in people:
        shown = room.view(table, person).json()["wagers"]
        bets = {w["id"]: w["least_cents"] for w in shown if w["required"] and w["before_deal"]}
        do(room, table, person, "bet", wagers=bets)
    if room.view(table, None).json()["shoe"]["cut"] is None:
        do(room, table, people[0], "cut", position=13)
    for person in people:
        do(room, table, person, "ready")


def some(asked):
    if asked["kind"] == "choose":
        return LUCK.choice(asked["options"])
    if asked["kind"] == "wager":
        return 0
    cards = LUCK.sample(asked["cards"], len(asked["cards"]))
    return [[cards.pop() for _ in range(size)] for size in asked["sizes"]]


def play(room, table, people):
    begin(room, table, people)
    while asked := [(p, q) for p in people for q in room.view(table, p).json()["asked"] if q["yours"]]:
        person, question = asked[0]
        do(room, table, person, "answer", answer=some(question))
    assert room.view(table, None).json()["phase"] == "ended"


def main(target):
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/room.db"
        room = Room.open(database, draw=random.Random(5).randrange)
        people = [room.people.guest("Ann"), room.people.guest("Bob")]
        for game in ("super-pan-9", "supreme-99", "dealer-open-pai-gow"):
            table = room.open_table(people[0], game, {}, f"version 3 {game}")
            for seat, person in enumerate(people, 1):
                do(room, table, person, "sit", seat=seat)
            do(room, table, people[0], "add-bot", seat=4)
            for _ in range(2):
                play(room, table, people)
            if game == "supreme-99":
                begin(room, table, people)  # it stands in mid-round
        room.close()
        backup(database, Path(target))


if __name__ == "__main__":
    main(sys.argv[1])
