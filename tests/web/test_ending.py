"""A process that is told to end waits for nobody: not for the pool, not for who waits for it, not for open streams."""

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from test_command import healthy
from test_work import alive

from houseway.web.work import Lane, TooLong, Who

BUSY = """
import sys, time
from houseway.room import Command, Room
from houseway.web import Outside, serve, work
from houseway.web.prepare import Preparation

Preparation.start = lambda self: None
work.usual().odds.ask(None, time.sleep, 3600)
work.Lane._man = lambda self: None  # whoever asks from now on waits for a process that never comes
room = Room.open("sqlite://")
table = room.open_table(room.people.guest("Eve"), "super-pan-9", {}, "t")
serve(room, Outside(port=int(sys.argv[1])))
"""


class Waits(threading.Thread):
    """Somebody who asks for something, and what came of it; `begun` is set when it is on its way."""

    def __init__(self, address: str, path: str, cookies: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self._address, self._path, self._cookies = address, path, cookies
        self.begun, self.came = threading.Event(), ""

    def run(self) -> None:
        try:
            with httpx.stream("GET", f"{self._address}{self._path}", cookies=self._cookies, timeout=60) as answer:
                self.begun.set()
                self.came = str(answer.status_code)
                for _ in answer.iter_raw():
                    self.came += "."
        except httpx.HTTPError as fault:
            self.came = type(fault).__name__
        self.begun.set()


def played(address: str) -> dict[str, str]:
    """Somebody with a round behind them; their cookies."""
    with httpx.Client(base_url=address, timeout=60) as client:
        token = re.search(r'name="csrf" content="([0-9a-f]+)"', client.get("/sign-in").text)[1]
        client.post("/sign-in", data={"csrf": token, "how": "guest", "name": "Ann"})
        for number, (kind, data) in enumerate(
            [("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {}), ("answer", {"answer": "stand"})]
        ):
            order = {"key": f"key-ending-{number}", "version": None, "kind": kind, "data": data}
            client.post("/api/tables/1/commands", json=order, headers={"X-CSRF-Token": token})
        return dict(client.cookies)


def children_of(process: int) -> list[int]:
    """Its processes, whichever thread has started them."""
    told = [file.read_text() for file in Path(f"/proc/{process}/task").glob("*/children")]
    return [int(child) for each in told for child in each.split()]


@pytest.mark.parametrize("signals, status", [([signal.SIGTERM], 0), ([signal.SIGINT] * 2, 130)])
def test_a_signal_ends_the_process_with_streams_open_and_people_waiting_for_the_pool(signals, status):
    """A second Ctrl-C waits for nothing, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen([sys.executable, "-c", BUSY, str(port)], stderr=subprocess.PIPE, text=True) as started:
        try:
            assert healthy(address, 60)
            cookies = played(address)
            streams = [Waits(address, "/api/tables/1/events", cookies) for _ in range(5)]
            advice = Waits(address, "/api/me/rounds/1/cost", cookies)
            for each in (*streams, advice):
                each.start()
            assert all(each.begun.wait(60) for each in streams)
            children = children_of(started.pid)
            assert children, "somebody computes for an hour"
            for number in signals:
                started.send_signal(number)
                time.sleep(0.05)
            _, faults = started.communicate(timeout=60)
        finally:
            started.kill()
    for each in (*streams, advice):
        each.join(60)
        assert not each.is_alive(), "the server is gone, and so is everybody's line to it"
    assert started.returncode == status, faults
    assert "Traceback" not in faults, faults
    assert "InvalidStateError" not in faults
    if len(signals) == 1:
        assert [each.came.strip(".") for each in streams] == ["200"] * 5, "a stream ends as one that has nothing more"
        assert advice.came.startswith("503"), "who waits for the pool is told"
    assert not any(alive(child) for child in children)


STUCK = """
import sys, threading, time
from types import SimpleNamespace
from houseway.web import ending

def close():
    sys.stdout.write("closing\\n")
    sys.stdout.flush()
    while stays:
        time.sleep(3600)

stays, ending.PATIENCE = sys.argv[1] == "stays", float(sys.argv[2])
one = ending.Ending(SimpleNamespace(stopped="", close=close))
with one.in_order():
    sys.stdout.write("open\\n")
    sys.stdout.flush()
    while not one._first or sys.argv[1] == "computes":
        time.sleep(0.01)
"""


@pytest.mark.parametrize(
    "how, patience, signals, status",
    [
        ("closes", "3600", [signal.SIGINT], 130),
        ("computes", "0.1", [signal.SIGTERM], 0),
        ("stays", "0.1", [signal.SIGINT, signal.SIGTERM], 130),
        ("stays", "3600", [signal.SIGINT, signal.SIGTERM, signal.SIGINT], 130),
    ],
)
def test_ctrl_c_ends_the_process_as_sigterm_does_and_a_second_one_at_once(how, patience, signals, status):
    """The room is closed, by who watches where something goes on; whatever stays, the process ends without a word."""
    command = [sys.executable, "-c", STUCK, how, patience]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout.readline() == "open\n"
            started.send_signal(signals[0])
            assert started.stdout.readline() == "closing\n"
            for number in signals[1:]:
                started.send_signal(number)
            _, faults = started.communicate(timeout=60)
        finally:
            started.kill()
    assert (started.returncode, faults) == (status, "")


def test_closing_a_lane_tells_who_waits_and_not_who_has_gone():
    lane = Lane("test", 1, 60.0)
    lane._man = lambda: None
    waits, gone = (lane.ask(Who(1, "here"), time.sleep, 0) for _ in range(2))
    gone.cancel()
    lane.close()
    assert isinstance(waits.exception(10), TooLong)
    assert gone.cancelled()
