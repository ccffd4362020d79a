"""How soon a thousand spectators of one table see what has been committed, beside a table that nobody watches.

    python benchmarks/room_spectators.py [--spectators 1000] [--rounds 12]

The server runs in this process on loopback; each spectator holds its own live stream. For every command: how long it
takes to be answered (on disk), and how long until the last spectator has its view. Beside it, the same bytes written to
as many bare sockets: less than that no server can need here. What counts are the two ratios.
"""

import argparse
import asyncio
import contextlib
import socket
import statistics
import tempfile
import threading
import time
from itertools import count

from houseway.room import Command, Room, View
from houseway.web import create_app
from houseway.web.app import server
from houseway.web.guard import Limits, Rate
from houseway.web.streams import event_of

PLENTY = Limits(*(Rate(10_000_000, 1_000_000) for _ in range(6)))
KEYS = count()


class Spectators:
    """Streams of one table, and the newest version that each has got."""

    def __init__(self, port: int, table: int) -> None:
        self.port, self.table = port, table
        self.seen: list[int] = []

    async def watch(self, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        request = f"GET /api/tables/{self.table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        writer.write(request.encode())
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.seen[number] = int(line[4:])

    async def gather(self, spectators: int) -> list[asyncio.Task[None]]:
        self.seen = [-1] * spectators
        tasks = [asyncio.create_task(self.watch(number)) for number in range(spectators)]
        while min(self.seen, default=0) < 0:
            await asyncio.sleep(0.01)
        return tasks

    async def all_at(self, version: int) -> None:
        while min(self.seen, default=version) < version:
            await asyncio.sleep(0.001)


def commands(table: int, person: int, rounds: int):
    """Bet, deal, stand, again and again."""
    for _ in range(rounds):
        for kind, data in (("bet", {"wagers": {"main": 500}}), ("ready", {}), ("answer", {"answer": "stand"})):
            yield Command(table, person, f"key-{next(KEYS)}", None, kind, data)


async def measure(room: Room, port: int, spectators: int, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of each command, and until the last spectator has seen it."""
    ann = room.people.guest(f"Ann {spectators}")
    table = room.open_table(ann, "super-pan-9", {}, f"{spectators} look on")
    room.do(Command(table, ann.id, f"key-{next(KEYS)}", None, "sit", {"seat": 1}))
    crowd = Spectators(port, table)
    tasks = await crowd.gather(spectators)
    done, seen = [], []
    for command in commands(table, ann.id, rounds):
        start = time.perf_counter()
        version = (await asyncio.to_thread(room.do, command)).version
        done.append(time.perf_counter() - start)
        await asyncio.wait_for(crowd.all_at(version), 60)
        seen.append(time.perf_counter() - start)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return done, seen


class Bare:
    """A server that does nothing but write the same bytes to all who have connected."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.writers: list[asyncio.StreamWriter] = []
        self.server = self.loop.run_until_complete(asyncio.start_server(self.welcome, "127.0.0.1", 0, backlog=2048))
        self.port = self.server.sockets[0].getsockname()[1]
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()

    async def welcome(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        writer.write(b"id: 0\n\n")

    def send(self, data: bytes) -> None:
        for writer in self.writers:
            writer.write(data)

    async def end(self) -> None:
        self.server.close()
        for writer in self.writers:
            writer.close()
        self.loop.call_later(0.5, self.loop.stop)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self.end(), self.loop)
        self.thread.join()
        self.loop.close()


async def measure_bare(bare: Bare, spectators: int, times: int, view: View) -> list[float]:
    """Seconds until the last of as many bare sockets has got an event of this view."""
    crowd = Spectators(bare.port, 0)
    tasks = await crowd.gather(spectators)
    seen = []
    for version in range(1, times + 1):
        start = time.perf_counter()
        bare.loop.call_soon_threadsafe(bare.send, event_of(view, version).data)
        await asyncio.wait_for(crowd.all_at(version), 60)
        seen.append(time.perf_counter() - start)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


def told(times: list[float]) -> str:
    ordered = sorted(times)
    return (
        f"p50 {1000 * statistics.median(ordered):7.1f} ms, p99 {1000 * ordered[int(0.99 * (len(ordered) - 1))]:7.1f} ms"
    )


def ratio(times: list[float], others: list[float]) -> float:
    return statistics.median(times) / statistics.median(others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=12)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(2048)
        room = Room.open(f"sqlite:///{folder}/room.db")
        serving = server(create_app(room, PLENTY))
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listening]})
        thread.start()
        port = listening.getsockname()[1]
        alone, _ = asyncio.run(measure(room, port, 0, given.rounds))
        watched, seen = asyncio.run(measure(room, port, given.spectators, given.rounds))
        print(f"nobody looks on:  a command is on disk in {told(alone)}")
        print(
            f"{given.spectators} look on:  a command is on disk in {told(watched)}; all have seen it after {told(seen)}"
        )
        bare = Bare()
        got = asyncio.run(measure_bare(bare, given.spectators, len(seen), room.view(2, None)))
        bare.close()
        print(f"{given.spectators} bare sockets:  all have got as many bytes after {told(got)}")
        least = [command + bytes_ for command, bytes_ in zip(watched, got, strict=True)]
        print(f"a command that is watched, beside one that is not: {ratio(watched, alone):.1f}")
        print(f"until all have seen it, beside the command and bare sockets: {ratio(seen, least):.1f}")
        serving.should_exit = True
        thread.join(20)
        room.close()


if __name__ == "__main__":
    main()
