"""How soon one process of a card room learns what another has committed: by PostgreSQL's notices, and by its clock.

    python benchmarks/room_notices.py --database postgresql+psycopg://user@/empty_database [--commits 60]

Two rooms on one database, as two processes have them; the second watches a table while the first writes to it. The time
runs from the acknowledgement of a command until the watcher is woken. Both ways are measured in turn, so that a busy
machine weighs on both alike.
"""

import argparse
import queue
import statistics
import threading
import time
from itertools import count

from houseway.room import Command, Room
from houseway.web.app import TICK

KEYS = count()


class Ticking:
    """The clock of a room, as its server keeps it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        while not self.ending.wait(TICK):
            self.room.tick()

    def end(self) -> None:
        self.ending.set()
        self.thread.join()


def delays(writer: Room, reader: Room, commits: int) -> list[float]:
    """Seconds from each acknowledgement until the other room's watcher is woken; nothing if it was there before."""
    ann = writer.people.guest("Ann")
    table = writer.open_table(ann, "super-pan-9", {}, "a table")
    woken: queue.Queue[tuple[int, float]] = queue.Queue()
    stop = reader.watch(table, lambda version: woken.put((version, time.perf_counter())))
    found = []
    for number in range(commits):
        kind, data = ("leave", {}) if number % 2 else ("sit", {"seat": 1})
        version = writer.do(Command(table, ann.id, f"key-{next(KEYS)}", None, kind, data)).version
        acknowledged = time.perf_counter()
        while (heard := woken.get(timeout=60))[0] < version:
            pass
        found.append(max(0.0, heard[1] - acknowledged))
        time.sleep(0.01 * (number % 7))
    stop()
    return found


def told(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * cuts[49]:7.1f} ms, p99 {1000 * cuts[98]:7.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True)
    parser.add_argument("--commits", type=int, default=60)
    given = parser.parse_args()
    writer, reader = Room.open(given.database), Room.open(given.database)
    heard, seen = [], []
    for _ in range(3):
        end = reader.listen()
        time.sleep(0.5)
        heard += delays(writer, reader, given.commits // 3)
        end()
        ticking = Ticking(reader)
        seen += delays(writer, reader, given.commits // 3)
        ticking.end()
    print(f"by notices:    {told(heard)}")
    print(f"by the clock:  {told(seen)}")
    print(f"ratio of the medians: {statistics.median(seen) / max(statistics.median(heard), 1e-6):.0f}")
    writer.close()
    reader.close()


if __name__ == "__main__":
    main()
