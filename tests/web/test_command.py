"""`houseway room`: it opens, says where and how to come in, and closes when it is told to."""

import re
import signal
import socket
import subprocess
import sys
import time

import httpx


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def healthy(address, seconds=30):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            return httpx.get(f"{address}/health").json()["ok"]
        except httpx.TransportError:
            time.sleep(0.1)
    return False


def test_the_room_opens_and_says_how_to_come_in(folder):
    port = free_port()
    command = [sys.executable, "-m", "houseway", "room", "--port", str(port), "--database"]
    database = f"sqlite:///{folder / 'command.db'}"
    with subprocess.Popen([*command, database], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        assert healthy(f"http://127.0.0.1:{port}")
        started.send_signal(signal.SIGINT)
        told, faults = started.communicate(timeout=20)
    assert f"http://127.0.0.1:{port}/" in told
    assert re.search(r"manager  with the one-time password  \S{10,}", told)
    assert started.returncode in (0, -signal.SIGINT, 130), faults
    assert "Traceback" not in faults
