"""What grows with history: a start, the lobby, pages of history, of a round and of one's own, proofs, tables, commands.

    python benchmarks/room_history.py [--rounds 100,1000,10000] [--svg docs/images/history.svg]

One room is played on, and looked at whenever it has so many rounds behind it. Each figure is the median of several, in
milliseconds of processor time, which a busy machine changes little; the ratio to the fewest rounds says whether it is
flat.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count
from math import log10
from pathlib import Path

from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.room.evidence.log import Log
from houseway.room.my_rounds import rounds_before, summary

TIMES = 7
KEYS = count(1)
KINDS = ("start", "lobby", "history", "round", "new table", "command", "own page", "proof")
COLOURS = ("#1b6ca8", "#b5482f", "#3b7d4f", "#7a4fa3", "#8a6d1d", "#444444", "#0f8a8a", "#a33b6f")


def act(room: Room, person: Person, kind: str, **data: object) -> None:
    room.do(Command(1, person.id, f"k{next(KEYS)}", None, kind, data))


def play(room: Room, person: Person, rounds: int) -> None:
    """So many rounds of one seat at the first table."""
    for number in range(rounds):
        if number % 20 == 0:
            with suppress(HousewayError):
                room.people.more_chips(person)
        act(room, person, "bet", wagers={"main": 500})
        act(room, person, "ready")
        if room._live[1].phase == "playing":
            act(room, person, "answer", answer="stand")


def taken(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def median(work: Callable[[], object]) -> float:
    return 1000 * statistics.median(taken(work) for _ in range(TIMES))


def looked(database: str, person: Person) -> Iterator[float]:
    """Milliseconds of each kind, after the room has been opened anew."""
    yield median(lambda: Room.open(database).close())
    with closing(Room.open(database)) as room:
        room.view(1, person)
        yield median(room.tables)
        yield median(lambda: room.history(1))
        last = room.history(1)[0]["round"]
        yield median(lambda: room.round(last, person))
        opener = [room.people.guest(f"opener {number}") for number in range(TIMES)]
        yield median(lambda: room.open_table(opener.pop(), "super-pan-9", {}, "another"))
        yield median(lambda: act(room, person, "bet", wagers={"main": 500}))
        yield median(lambda: (summary(room, person), rounds_before(room, person, None, 12)))
        shoe = room.history(1)[0]["shoe"]
        yield median(lambda: (Log(room.store, room.signer).inclusion(shoe), room.proof(1)))


def measured(folder: str, sizes: list[int]) -> dict[int, list[float]]:
    database, found, behind = f"sqlite:///{folder}/room.db", {}, 0
    with closing(Room.open(database)) as room:
        person = room.people.guest("Ann")
        room.open_table(person, "super-pan-9", {}, "a table")
        act(room, person, "sit", seat=1)
    for rounds in sizes:
        with closing(Room.open(database)) as room:
            room.view(1, person)
            play(room, person, rounds - behind)
        behind = rounds
        found[rounds] = list(looked(database, person))
        print(f"{rounds:>8}" + "".join(f"{each:>11.2f}" for each in found[rounds]), flush=True)
    return found


def drawn(found: dict[int, list[float]]) -> str:
    """The curves, both axes by powers of ten."""
    first, last = log10(min(found)), log10(max(found))
    every = [each for times in found.values() for each in times]
    low, high = log10(min(every)) - 0.2, log10(max(every)) + 0.2

    def at(rounds: int, ms: float) -> tuple[float, float]:
        across = (log10(rounds) - first) / (last - first)
        return 70 + 420 * across, 270 - 240 * (log10(ms) - low) / (high - low)

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 310" font-family="sans-serif" font-size="12">']
    lines.append("<title>Milliseconds of processor time, by rounds behind the room</title>")
    for rounds in found:
        across = at(rounds, 10**low)[0]
        lines.append(f'<text x="{across:.0f}" y="290" text-anchor="middle" fill="#777">{rounds:,}</text>')
    for number in range(len(KINDS)):
        points = [at(rounds, times[number]) for rounds, times in found.items()]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[number]}" stroke-width="2"/>')
    beside = 0.0
    for y, number in sorted((at(max(found), each)[1], number) for number, each in enumerate(found[max(found)])):
        beside = max(beside + 14, y + 4)
        told = f"{KINDS[number]}, {found[max(found)][number]:.1f} ms"
        lines.append(f'<text x="498" y="{beside:.0f}" fill="{COLOURS[number]}">{told}</text>')
    lines.append('<text x="280" y="306" text-anchor="middle" fill="#777">rounds behind the room</text>')
    return "\n".join([*lines, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", default="100,1000,10000")
    parser.add_argument("--svg", default="")
    given = parser.parse_args()
    print("  rounds" + "".join(f"{kind:>11}" for kind in KINDS) + "   (ms)")
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:  # on a disk, which /tmp may not be
        found = measured(folder, [int(each) for each in given.rounds.split(",")])
    ratios = [last / first for first, last in zip(found[min(found)], found[max(found)], strict=True)]
    print("   ratio" + "".join(f"{each:>11.1f}" for each in ratios))
    if given.svg:
        Path(given.svg).write_text(drawn(found), encoding="utf-8")


if __name__ == "__main__":
    main()
