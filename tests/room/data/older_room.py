"""Made `older-room.gz`: a room as it was written before journal entries had a version, for `test_older.py` to read.

It ran with houseway as it was then (schema 3), and is kept to say what happened in that room.
"""

import random
import sys
import tempfile
from itertools import count
from pathlib import Path

from houseway.room.copies import backup

from houseway.cards import parse_cards
from houseway.games import game
from houseway.room import Command, Room

JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}
KEYS, LUCK = count(1), random.Random(9)


def arranged(pack, first):
    """Draws that bring these cards to the front of the first shoe."""
    cards, rest = list(pack), list(pack)
    for card in first:
        rest.remove(card)
    target, draws = [*first, *rest], []
    for last in range(len(cards) - 1, 0, -1):
        at = next(place for place in range(last, -1, -1) if cards[place] == target[last])
        draws.append(at)
        cards[last], cards[at] = cards[at], cards[last]
    given = iter(draws)
    return lambda bound: next(given, 0)


def do(room, table, person, what, /, **data):
    return room.do(Command(table, person.id, f"key-{next(KEYS)}", None, what, data))


def wager(room, table, person, extra):
    shown = room.view(table, person).json()
    bets = {w["id"]: w["least"] for w in shown["wagers"] if w["required"] and w["before_deal"]}
    do(room, table, person, "bet", wagers=bets | extra)


def answer(room, table, people):
    for person in people:
        for asked in room.view(table, person).json()["asked"]:
            if asked["yours"]:
                do(room, table, person, "answer", answer=some(asked))
                return True
    return False


def some(asked):
    if asked["kind"] == "choose":
        return LUCK.choice(asked["options"])
    if asked["kind"] == "wager":
        return LUCK.choice([0, asked["least"]])
    cards = LUCK.sample(asked["cards"], len(asked["cards"]))
    piles = []
    for size in asked["sizes"]:
        piles.append(cards[:size])
        cards = cards[size:]
    return piles


def begin(room, table, people, extra):
    for person in people:
        wager(room, table, person, extra)
    for person in people:
        do(room, table, person, "ready")


def rounds(room, table, people, times, extra):
    for _ in range(times):
        begin(room, table, people, extra)
        while answer(room, table, people):
            pass
        assert room.view(table, None).json()["phase"] == "ended"


def seated(room, people, id_, settings):
    table = room.open_table(people[0], id_, settings, f"older {id_}")
    for seat, person in enumerate(people, 1):
        do(room, table, person, "sit", seat=seat)
    return table


def manager_of(room, name):
    first = room.sign_in("manager", "a long password")
    room.register(name, "a one-time password", "manager", first)
    return room.sign_in(name, "a one-time password")


def main(target):
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/room.db"
        pairs = game("super-pairs")
        pack = pairs.table.pack(pairs.document.configure(SETTINGS))
        room = Room.open(database, draw=arranged(pack, parse_cards("As As As 2c 9c 9d 9h")))
        room.set_password(room.sign_in("manager", room.first_password), room.first_password, "a long password")
        ann, bob = room.guest("Ann"), room.guest("Bob")
        jackpot = seated(room, [ann], "super-pairs", SETTINGS)
        room.close()
        room = Room.open(database, draw=random.Random(5).randrange)
        rounds(room, jackpot, [ann], 3, {JACKPOT: 100})
        first, second = room.sign_in("manager", "a long password"), manager_of(room, "Max")
        pan = seated(room, [ann, bob], "super-pan-9", {"commission": "4%", "decks": "8"})
        do(room, pan, ann, "cut", position=17)
        do(room, pan, ann, "add-bot", seat=3)
        rounds(room, pan, [ann, bob], 3, {"tie": 500})
        begin(room, pan, [ann, bob], {})
        do(room, pan, first, "irregularity", kind="misdeal", seat=0, reason="a card fell")
        ended = room.history(pan)
        for asked in ({"what": "void"}, {"what": "correction", "seat": 1, "cents": 250}):
            done = do(room, pan, first, "request", round=ended[1]["round"], reason="the camera says so", **asked)
            do(room, pan, second, "approve", request=done.version)
        for id_, times in (("supreme-99", 3), ("dealer-open-pai-gow", 2), ("chinese-poker", 1)):
            table = seated(room, [ann, bob], id_, {})
            do(room, table, bob, "add-bot", seat=4)
            rounds(room, table, [ann, bob], times, {})
            if id_ != "chinese-poker":
                begin(room, table, [ann, bob], {})  # it stands in mid-round
                do(room, table, bob, "leave")
        room.close()
        backup(database, Path(target))


if __name__ == "__main__":
    main(sys.argv[1])
