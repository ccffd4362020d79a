"""Two processes of the card room on one PostgreSQL: a browser at each, one process killed in mid-round."""

import asyncio
import contextlib
import os
import re
import socket
import subprocess
import sys
import time

import httpx
import pytest
from browsing import HELD, Player
from playwright.sync_api import expect
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

PATIENCE = 180.0
"""Seconds after which a test gives up; what it waits for comes in one or two, on a busy machine in many."""

SERVER = """
from houseway.cli import main
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.table.clock import Clock
from houseway.web.figures import Figures
from houseway.web.prepare import Preparation


def nothing(_self, _job):
    raise HousewayError("not in this test")


Figures.computed = nothing
Preparation.start = lambda _self: None
Room.__init__.__kwdefaults__["clock"] = Clock(900, 900, 900)
main()
"""
"""The command itself, with hours that do not run out on a busy machine, and without figures and advice."""


class Process:
    """`houseway room` in a process of its own, on a free port of this machine."""

    def __init__(self, database):
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-c", SERVER, "room", "--port", str(self.port), "--database", database]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def healthy(self):
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/health").json()["ok"]

    def view(self, table):
        return httpx.get(f"{self.address}/api/tables/{table}/view", timeout=PATIENCE).json()

    def kill(self):
        """kill -9."""
        self._process.kill()
        self._process.wait()

    def end(self):
        """As Ctrl-C or a service manager does; how it ended."""
        self._process.terminate()
        return self._process.wait(PATIENCE)


class Balancer:
    """One address that leads to the first of some processes that lives, as a load balancer does."""

    def __init__(self, portal, *processes):
        self._portal = portal
        self._processes = processes
        self._lines = set()
        self.led_to = []
        self._server = portal.call(self._open)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _open(self):
        return await asyncio.start_server(self._lead, "127.0.0.1", 0)

    async def _lead(self, reader, writer):
        self._lines.add(asyncio.current_task())
        with contextlib.closing(writer), contextlib.suppress(OSError, asyncio.CancelledError):
            for process in self._processes:
                with contextlib.suppress(ConnectionRefusedError):
                    back, on = await asyncio.open_connection("127.0.0.1", process.port)
                    self.led_to.append(process)
                    with contextlib.closing(on):
                        await asyncio.gather(self._pass(reader, on), self._pass(back, writer))
                    return

    async def _pass(self, reader, writer):
        """All that comes; when no more comes, neither way is of use."""
        with contextlib.closing(writer):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    def close(self):
        self._portal.call(self._close)

    async def _close(self):
        self._server.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await asyncio.sleep(0.05)  # sockets are closed a turn later


def until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.05)


@pytest.fixture
def database(cluster, tmp_path, monkeypatch):
    """A database of its own on the tests' PostgreSQL, and a folder for the key of its room."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    engine = create_engine(cluster, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE processes"))
        yield make_url(cluster).set(database="processes").render_as_string()
        connection.execute(text("DROP DATABASE processes WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def processes(database):
    started = [Process(database), Process(database)]
    try:
        until(lambda: all(process.healthy() for process in started))
        yield started
    finally:
        for process in started:
            process.kill()


@pytest.fixture
def ways(processes, portal):
    """An address for each of two browsers: the first leads to the first process, the second to the second."""
    opened = [Balancer(portal, *processes), Balancer(portal, *reversed(processes))]
    yield opened
    for way in opened:
        way.close()


def audited(database):
    command = [sys.executable, "-m", "houseway", "audit", "--database", database]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"}, check=False)


def bet(player, cents):
    player.at("[data-key=type-main]").fill(str(cents // 100))
    player.at("[data-key=type-main]").press("Enter")


def test_a_process_killed_in_mid_round_is_taken_over_and_the_round_goes_on(processes, ways, database, browser):
    first, second = processes
    ann, ben = (Player(way, browser, name) for way, name in zip(ways, ("Ann", "Ben"), strict=True))
    table = int(ann.open_table("super-pan-9").rsplit("/", 1)[1])
    ben.page.goto(f"/tables/{table}")
    ann.sit(1)
    expect(ben.at("[data-seat='1']")).to_contain_text("Ann")
    ben.sit(2)
    expect(ann.at("[data-seat='2']")).to_contain_text("Ben")
    bet(ann, 2500)
    expect(ben.at("[data-seat='1']")).to_contain_text("$25")
    bet(ben, 500)
    for player, other in ((ann, 2), (ben, 1)):
        expect(player.at(".choice")).to_have_count(2)
        expect(player.at(f"[data-seat='{other}'].acting")).to_have_count(1)
    held = {player: player.page.evaluate(HELD) for player in (ann, ben)}
    assert [len(cards) for cards in held.values()] == [3, 3]
    ben.at("[data-key=choose-stand]").click()
    expect(ann.at("[data-seat='2'].acting")).to_have_count(0)
    assert set(ways[0].led_to) == {first}

    first.kill()
    until(lambda: second in ways[0].led_to)
    expect(ann.at("body[data-line=live]")).to_have_count(1)
    expect(ann.at(".choice")).to_have_count(2)
    assert ann.page.evaluate(HELD) == held[ann]
    ann.at("[data-key=choose-draw]").click()
    for player in (ann, ben):
        expect(player.at(".paper-slip")).to_be_visible()
    check_the_end(second.view(table), [held[ann], held[ben]])
    done = audited(database)
    assert (done.returncode, "everything holds" in done.stdout) == (0, True), done.stdout
    for player in (ann, ben):
        player.close()
    assert second.end() == 0


def check_the_end(view, held):
    """The cards that were held, one more for Ann, and the money where the ruling says."""
    assert view["phase"] == "ended"
    for seat, before, drawn in zip(view["seats"], held, (1, 0), strict=False):
        cards = seat["cards"]
        assert cards[:3] == before
        assert len(cards) == 3 + drawn
        net = sum(line["cents"] for line in view["ruling"] if line["seat"] == seat["number"])
        assert seat["chips_cents"] == 100_000 + net
        assert re.fullmatch(r"Ann|Ben", seat["name"])


def test_a_command_that_meets_a_process_that_ends_is_sent_again_under_its_key(players):
    """What a balancer answers when its process has gone in mid-command: the command may have been done, or not."""
    ann = players("Balanced Ann")
    ann.open_table("super-pan-9")
    answers = [502, 503, 504]
    sent = []

    def gone(route):
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            route.fetch()
        if answers:
            route.fulfill(status=answers.pop(0), body="<h1>Bad gateway</h1>")
        else:
            route.continue_()

    ann.page.route("**/commands", gone)
    with ann.page.expect_response(lambda answer: "/commands" in answer.url and answer.ok, timeout=60_000):
        ann.sit(1)
    expect(ann.at("#toast")).not_to_be_visible()
    assert len(sent) == 4
    assert all(order == sent[0] for order in sent)
