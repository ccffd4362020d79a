"""`houseway room`: it opens, says where and how to come in, and closes when it is told to."""

import contextlib
import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import httpx
import pytest


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


def come_in(address):
    with httpx.Client(base_url=address, timeout=30) as client:
        token = re.search(r'name="csrf" content="([0-9a-f]+)"', client.get("/sign-in").text)[1]
        assert client.post("/sign-in", data={"csrf": token, "how": "guest", "name": "Ann"}).status_code == 303


def signed(file):
    """Whether the checkpoints sign all that has happened."""
    with contextlib.closing(sqlite3.connect(file)) as room:
        sealed = {}
        for (heads,) in room.execute("SELECT heads FROM checkpoints ORDER BY id"):
            sealed |= json.loads(heads)
        chains = room.execute("SELECT chain, seq, hash FROM chains WHERE seq > 0")  # one without an entry says nothing
        heads = {str(chain): [seq, hash_] for chain, seq, hash_ in chains}
    return sealed == heads


@pytest.mark.parametrize("number, ends", [(signal.SIGINT, (0, -signal.SIGINT, 130)), (signal.SIGTERM, (0,))])
def test_the_room_opens_says_how_to_come_in_and_closes_in_order_when_told(folder, number, ends):
    port = free_port()
    command = [sys.executable, "-m", "houseway", "room", "--port", str(port), "--database"]
    file = folder / f"command-{number}.db"
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, f"sqlite:///{file}"], **options) as started:
        assert healthy(f"http://127.0.0.1:{port}")
        come_in(f"http://127.0.0.1:{port}")
        started.send_signal(number)
        told, faults = started.communicate(timeout=60)
    assert f"http://127.0.0.1:{port}/" in told
    assert re.search(r"manager  with the one-time password  \S{10,}", told)
    assert started.returncode in ends, faults
    assert "Traceback" not in faults
    assert signed(file)


def test_a_room_that_stops_after_a_storage_error_ends_its_process_with_a_fault(folder):
    """So that whoever looks after the process starts it again."""
    port = free_port()
    command = [sys.executable, "-m", "houseway", "room", "--port", str(port), "--database"]
    file = folder / "faulty.db"
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, f"sqlite:///{file}"], **options) as started:
        assert healthy(f"http://127.0.0.1:{port}")
        with contextlib.closing(sqlite3.connect(file, timeout=60)) as room:
            room.execute("PRAGMA writable_schema = ON")
            room.execute("UPDATE sqlite_master SET sql = 'damaged' WHERE name = 'lobby'")
            room.commit()
            room.execute("PRAGMA schema_version = 9999")
        _, faults = started.communicate(timeout=60)
    assert started.returncode == 1
    assert "storage error" in faults
    assert "Traceback" not in faults


@pytest.mark.parametrize("command", ["room", "audit"])
@pytest.mark.parametrize(
    "database", ["nosuch://x", "mysql://x", "room.db", "postgresql://h:port/x", "postgresql://[::1/x"]
)
def test_an_address_that_is_no_database_is_told_in_a_sentence(command, database):
    at = ["--port", str(free_port())] if command == "room" else []
    told = subprocess.run([sys.executable, "-m", "houseway", command, *at, "--database", database], capture_output=True)
    assert told.returncode == 2
    assert (
        told.stderr.decode()
        == f"houseway: {database!r} is no database: write sqlite:///room.db or postgresql+psycopg://…\n"
    )


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("audit", "the database postgresql+psycopg://me:***@127.0.0.1:{port}/x does not answer: connection failed"),
        ("audit --json", "the database postgresql+psycopg://me:***@127.0.0.1:{port}/x does not answer: connection"),
        ("room", "the room's database cannot be opened: connection failed"),
        (
            "people list",
            "the database postgresql+psycopg://me:***@127.0.0.1:{port}/x cannot be read: connection failed",
        ),
    ],
)
def test_a_server_that_does_not_answer_is_told_in_one_line_and_is_no_finding(command, says):
    port = free_port()
    at = ["--port", str(free_port())] if command == "room" else []
    asked = [*command.split(), *at, "--database", f"postgresql+psycopg://me:secret@127.0.0.1:{port}/x"]
    told = subprocess.run([sys.executable, "-m", "houseway", *asked], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (2, "")
    (line,) = told.stderr.splitlines()
    assert line.startswith("houseway: " + says.format(port=port))
    assert not any(each in line for each in ("secret", "sqlalche.me", "\\n"))


def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(tmp_path):
    command = [sys.executable, "-m", "houseway", "room", "--port", str(free_port())]
    told = subprocess.run([*command, "--database", f"sqlite:///{tmp_path}"], capture_output=True, text=True)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1].startswith("houseway: the room's database cannot be opened: ")
    assert "Traceback" not in told.stderr
