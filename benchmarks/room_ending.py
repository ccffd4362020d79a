"""How long a process takes to end when it is told to (SIGTERM), whatever it is doing.

    python benchmarks/room_ending.py [--times 3] [--streams 50]

A room is served by `houseway room` on a free port, as people start it: with nothing to do, with live streams open, with
every game's odds being computed and advice being prepared from nothing (an empty cache, so the compiler is at work),
and with all of it at once. Told are the seconds from the signal to the end, the median and the longest.
"""

import argparse
import contextlib
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from houseway.games import ids

CASES = ("nothing to do", "streams open", "odds and advice computed", "all at once")


def stream(address: str, opened: threading.Semaphore) -> None:
    """Follow a table until the line is cut."""
    with (
        contextlib.suppress(httpx.HTTPError),
        httpx.stream("GET", f"{address}/api/tables/1/events", timeout=60) as line,
    ):
        opened.release()
        for _ in line.iter_raw():
            pass


def healthy(address: str) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{address}/health").status_code == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the room does not open")


def busy(address: str, case: str, streams: int) -> None:
    """Bring the process into this state."""
    with httpx.Client(base_url=address, timeout=60) as client:
        found = re.search(r'name="csrf" content="([0-9a-f]+)"', client.get("/sign-in").text)
        assert found is not None
        client.post("/sign-in", data={"csrf": found[1], "how": "guest", "name": "Ann"})
        client.post("/tables/new", data={"csrf": found[1], "game": "super-pan-9"})
        if case in ("odds and advice computed", "all at once"):
            for game in ids():
                client.get(f"/api/games/{game}/odds")
    if case in ("streams open", "all at once"):
        opened = threading.Semaphore(0)
        for _ in range(streams):
            threading.Thread(target=stream, args=[address, opened], daemon=True).start()
        for _ in range(streams):
            opened.acquire()
    time.sleep(2)


def ended(case: str, streams: int) -> float:
    """Seconds from the signal to the end."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
        names = {"HOUSEWAY_CACHE": str(Path(folder) / "cache"), "XDG_DATA_HOME": folder}
        command = [sys.executable, "-m", "houseway", "room", "--port", str(port), "--database"]
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": os.environ | names}
        with subprocess.Popen([*command, f"sqlite:///{folder}/room.db"], **options) as started:
            address = f"http://127.0.0.1:{port}"
            healthy(address)
            busy(address, case, streams)
            begun = time.perf_counter()
            started.send_signal(signal.SIGTERM)
            started.wait(60)
            took = time.perf_counter() - begun
        if started.returncode:
            raise SystemExit(f"{case}: it ended with {started.returncode}")
        return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--streams", type=int, default=50)
    given = parser.parse_args()
    print(f"{'':<28}{'median':>10}{'longest':>10}")
    for case in CASES:
        took = [ended(case, given.streams) for _ in range(given.times)]
        print(f"{case:<28}{statistics.median(took):>8.2f} s{max(took):>8.2f} s")


if __name__ == "__main__":
    main()
