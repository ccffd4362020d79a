"""What a command costs over HTTP: full tables, every action on disk, beside a bare endpoint that commits one row.

    python benchmarks/room_load.py [--tables 10] [--seats 6] [--turns 6] [--database URL] [--ahead] [--folder /var/tmp]

Both are servers of the same stack in processes of their own: uvicorn with the room's door, FastAPI, SQLAlchemy, and
the collector told to leave alone what is loaded. The bare one takes a small JSON body and commits one row: on SQLite in
WAL mode with synchronous=FULL, on PostgreSQL as it comes.
The same clients ask them in turn, a round at every table and then as many requests of the bare one, in the same order
and as many at once, so that a busy machine weighs on both alike. Six clients wait for each other after each request,
as six players do, and so do those of the bare one. The room has just been started, and makes its games ready meanwhile.
What counts are the ratios; processor time is the servers' own.

Files go to a folder under /var/tmp, which outlives a restart and so is on a disk; /tmp is memory on many machines, and
a commit costs nothing there. The folder is gone afterwards, however the benchmark ends, unless it is killed.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import Column, Engine, Integer, MetaData, Table, create_engine
from sqlalchemy.pool import StaticPool

from houseway.room import Command, Room
from houseway.room.store.database import AHEAD, Store, tuned
from houseway.room.store.keyring import Keyring
from houseway.web.app import Outside, create_app, server
from houseway.web.guard import Limits, Rate, token_of
from houseway.web.memory import settled

KEYS = count(1)
ROW = Table("bare", MetaData(), Column("id", Integer, primary_key=True), Column("number", Integer))
WAL = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=20000")
ENDLESS = Rate(1e9, 1e9)
VISIT = "benchmark"


class Served(NamedTuple):
    """A server in a process of its own, and what its clients are known by."""

    process: BaseProcess
    port: int
    clients: list[tuple[str, str]]
    """Path and cookies of each."""

    def seconds(self) -> float:
        """Processor time so far, of all its threads."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Number(BaseModel):
    """The body of the bare endpoint."""

    number: int


def bare_app(database: str) -> FastAPI:
    """One endpoint, written as one would write it."""
    app = FastAPI()
    store = Bare(database)
    with store.transaction() as connection:
        ROW.create(connection, checkfirst=True)

    @app.post("/row")
    def row(given: Number) -> Number:
        with store.transaction() as connection:
            connection.execute(ROW.insert().values(number=given.number))
        return given

    return app


def _engine(database: str, pragmas: tuple[str, ...]) -> Engine:
    one = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    return tuned(create_engine(database, **one), pragmas)


class Bare(Store):
    """Transactions on a database that is no room's."""

    def __init__(self, database: str) -> None:
        sqlite = database.startswith("sqlite")
        super().__init__(_engine(database, WAL) if sqlite else create_engine(database, pool_size=8, max_overflow=8))

    def make_ready(self) -> None:
        """It has one table, which its application makes."""


def serve_bare(pipe: Pipe, database: str, clients: int) -> None:
    run(pipe, bare_app(database), [("/row", "")] * clients)


def serve_room(pipe: Pipe, database: str, tables: int, seats: int, ahead: bool) -> None:
    """Full tables, whose people have come in."""
    room = Room(_engine(database, AHEAD), Keyring.of(database)) if ahead else Room.open(database)
    clients = []
    for number in range(tables):
        people = [room.people.guest(f"P{number}-{seat}") for seat in range(seats)]
        table = room.open_table(people[0], "super-pan-9", {}, f"table {number}")
        for seat, person in enumerate(people, 1):
            room.do(Command(table, person.id, f"sit-{person.id}", None, "sit", {"seat": seat}))
            cookies = f"houseway-visit={VISIT}; houseway-session={room.people.session(person)}"
            clients.append((f"/api/tables/{table}/commands", cookies))
    limits = Limits(*[ENDLESS] * len(Limits._fields))
    run(pipe, create_app(room, limits), clients)


def run(pipe: Pipe, app: FastAPI, clients: list[tuple[str, str]]) -> None:
    """Serve until the process is ended."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serving: uvicorn.Server = server(app, Outside(port=port))
    pipe.send((port, clients))
    with settled():
        serving.run()


def started(ending: ExitStack, target: Callable[..., None], *given: Any) -> Served:
    """A server that is ended with the rest."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=target, args=(there, *given), daemon=True)
    process.start()
    ending.callback(ended, process)
    there.close()
    port, clients = here.recv()
    return Served(process, port, clients)


def ended(process: BaseProcess) -> None:
    """End a process before its files are removed."""
    process.terminate()
    process.join(5)
    process.kill()
    process.join()


class Client:
    """One connection, one request at a time."""

    def __init__(self, served: Served, path: str, cookies: str) -> None:
        self._served, self._path = served, path
        self._head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n"
            f"X-CSRF-Token: {token_of(VISIT)}\r\nContent-Type: application/json\r\n"
        )
        self.times: list[float] = []

    async def open(self) -> None:
        for _ in range(200):
            try:
                self._in, self._out = await asyncio.open_connection("127.0.0.1", self._served.port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                return

    async def post(self, body: dict[str, Any]) -> None:
        text = json.dumps(body)
        begun = time.perf_counter()
        self._out.write(f"{self._head}Content-Length: {len(text)}\r\n\r\n{text}".encode())
        head = await self._in.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        answer = await self._in.readexactly(length)
        self.times.append(time.perf_counter() - begun)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{body} was answered {head.splitlines()[0]!r} {answer!r}")

    async def act(self, kind: str, data: dict[str, Any]) -> None:
        await self.post({"key": f"key-{next(KEYS):08}", "kind": kind, "data": data})


ROUND: tuple[tuple[str, dict[str, Any]], ...] = (
    ("bet", {"wagers": {"main": 500}}),
    ("ready", {}),
    ("answer", {"answer": "stand"}),
)


class Load:
    """The clients of one server, in groups as they sit at tables; what they took."""

    def __init__(self, served: Served, seats: int) -> None:
        self.served = served
        clients = [Client(served, *each) for each in served.clients]
        self.tables = [clients[at : at + seats] for at in range(0, len(clients), seats)]
        self.wall = self.busy = 0.0
        self.done = 0

    async def turn(self, measured: bool, bare: bool) -> None:
        """One round at every table, or as many rows."""
        wall, busy = time.perf_counter(), self.served.seconds()
        await asyncio.gather(*(self.rows(table) if bare else self.round(table) for table in self.tables))
        if measured:
            self.wall += time.perf_counter() - wall
            self.busy += self.served.seconds() - busy
            self.done += len(ROUND) * sum(map(len, self.tables))
        else:
            for client in self.clients:
                client.times.clear()

    @property
    def clients(self) -> list[Client]:
        return [client for table in self.tables for client in table]

    @staticmethod
    async def round(table: list[Client]) -> None:
        for kind, data in ROUND:
            await asyncio.gather(*(client.act(kind, dict(data)) for client in table))

    @staticmethod
    async def rows(table: list[Client]) -> None:
        for _ in ROUND:
            await asyncio.gather(*(client.post({"number": 1}) for client in table))

    def told(self, name: str) -> tuple[float, float, float]:
        cuts = statistics.quantiles([each for client in self.clients for each in client.times], n=100)
        rate, cost = self.done / self.wall, 1000 * self.busy / self.done
        print(
            f"{name:<22} {self.done:>6} commits  {rate:7.1f} a second   p50 {1000 * cuts[49]:7.1f} ms   "
            f"p99 {1000 * cuts[98]:7.1f} ms   processor {cost:5.2f} ms each"
        )
        return rate, cuts[98], cost


async def measure(room: Load, bare: Load, turns: int) -> None:
    for client in (*room.clients, *bare.clients):
        await client.open()
    for number in range(turns + 1):
        await bare.turn(number > 0, bare=True)
        await room.turn(number > 0, bare=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--database", default="")
    parser.add_argument("--bare", default="")
    parser.add_argument("--ahead", action="store_true", help="the room as a sound SQLite keeps it, whichever is here")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"), help="where files go for the time: on a disk")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as Ctrl-C: what was begun is ended, and its files removed
    with tempfile.TemporaryDirectory(dir=given.folder) as folder, ExitStack() as ending:
        os.environ["XDG_DATA_HOME"] = folder
        bare = given.bare or given.database or f"sqlite:///{folder}/bare.db"
        database = given.database or f"sqlite:///{folder}/room.db"
        rows = started(ending, serve_bare, bare, given.tables * given.seats)
        served = started(ending, serve_room, database, given.tables, given.seats, given.ahead)
        loads = Load(served, given.seats), Load(rows, given.seats)
        asyncio.run(measure(*loads, given.turns))
        print(f"{given.tables} tables of {given.seats} seats, {given.turns} rounds at each")
        ours, theirs = loads[0].told("commands of the room"), loads[1].told("bare commit of one row")
        print(
            f"ratios: throughput {ours[0] / theirs[0]:.2f} of the bare one, p99 {ours[1] / theirs[1]:.2f} times, "
            f"processor {ours[2] / theirs[2]:.1f} times"
        )


if __name__ == "__main__":
    main()
