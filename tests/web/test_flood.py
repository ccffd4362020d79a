"""A crowd at the door: half-sent requests, endless bodies, answers that nobody reads. The room plays on."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest

from houseway.room import Room
from houseway.web.door import Door, capacity

DESCRIPTORS = 256
HALF_SENT = int(os.environ.get("HOUSEWAY_HALF_SENT", "400"))
"""More than there are descriptors; the room may have half of them for connections."""

LIMITED = "import resource as r, sys; r.setrlimit(r.RLIMIT_NOFILE, (int(sys.argv[1]),) * 2); sys.argv[1:2] = []; "
STARTED = LIMITED + "from houseway.cli import main; main()"


@pytest.fixture
def narrow(folder):
    """A room in a process that may open few files; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    command = [sys.executable, "-c", STARTED, str(DESCRIPTORS), "room", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder}/narrow.db"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as started:
        until = time.monotonic() + 60
        while time.monotonic() < until and not answers(port):
            time.sleep(0.1)
        yield port
        started.send_signal(signal.SIGTERM)
        _, faults = started.communicate(timeout=60)
    assert started.returncode == 0, faults
    assert "Traceback" not in faults


def answers(port):
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/health").json()["ok"]
    return False


def play(port):
    """Come in, open a table, play a round."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        token = re.search(r'name="csrf" content="([0-9a-f]+)"', client.get("/sign-in").text)[1]
        client.post("/sign-in", data={"csrf": token, "how": "guest", "name": "Ann"})
        opened = client.post("/tables/new", data={"csrf": token, "game": "super-pan-9", "name": ""})
        table = opened.headers["location"].rsplit("/", 1)[1]
        orders = [("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("leave", {})]
        for number, (kind, data) in enumerate(orders):
            order = {"key": f"key-of-{table}-{number}", "kind": kind, "data": data}
            done = client.post(f"/api/tables/{table}/commands", json=order, headers={"X-CSRF-Token": token})
            assert done.status_code == 200, done.text


def test_half_sent_requests_and_an_endless_body_keep_nobody_from_playing(narrow):
    with contextlib.ExitStack() as crowd:
        for number in range(HALF_SENT):
            sent = crowd.enter_context(socket.create_connection(("127.0.0.1", narrow), timeout=30))
            with contextlib.suppress(OSError):
                sent.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"x" * (number % 7))
            if number % 100 == 50:
                play(narrow)
        play(narrow)
    assert swallowed(narrow, 300_000_000) < 20_000_000
    play(narrow)


def swallowed(port, size):
    """How many bytes of a body without a length are taken before the line is cut."""
    head = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(head + b"Content-Type: application/x-www-form-urlencoded\r\n\r\n")
        for sent in range(0, size, 65_536):
            try:
                line.sendall(chunk)
            except OSError:
                return sent
    return size


@pytest.fixture
def hasty(monkeypatch, house_of, folder, request):
    """A room whose door waits a moment only, once it is open: a busy machine may take longer to open it."""
    from houseway.web.prepare import Preparation

    file = re.sub(r"[^a-z]+", "-", request.node.name)[:60]
    house = house_of(Room.open(f"sqlite:///{folder}/{file}.db"), Preparation(()))
    monkeypatch.setattr("houseway.web.door.HEADERS_WITHIN", 0.3)
    monkeypatch.setattr("houseway.web.door.READ_WITHIN", 0.3)
    return house


def said(port, *parts, pause=0.05):
    """What is answered to bytes that come one part after the other."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        with contextlib.suppress(OSError):
            for part in parts:
                line.sendall(part)
                time.sleep(pause)
        return b"".join(iter(lambda: line.recv(65_536), b""))


GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("parts", [[], [b"G"], [b"GET / HTTP/1.1\r\n"], [b"GET / HTTP/1.1\r\nX-A: "] + [b"x"] * 40])
def test_a_request_whose_headers_do_not_end_is_not_waited_for(hasty, parts):
    assert said(hasty.port, *parts).startswith(b"HTTP/1.1 408 ")


def test_nor_is_the_second_on_the_same_line(hasty):
    told = said(hasty.port, GET, b"GET / HT", *[b"x"] * 40)
    assert told.startswith(b"HTTP/1.1 200 ")
    assert told.count(b"HTTP/1.1 408 ") == 1


def test_headers_have_a_size(hasty):
    told = said(hasty.port, b"GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"c" * 40_000)
    assert told.startswith(b"HTTP/1.1 400 ")


def test_what_follows_an_answer_is_not_read(hasty):
    """A request that is answered before its body has come is the last on its line."""
    head = GET.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    told = said(hasty.port, head, b"5\r\nabcde\r\n", pause=0.2)
    assert told.count(b"HTTP/1.1 ") == 1
    assert b"200 OK" in told


def test_an_answer_that_nobody_reads_is_given_up(hasty):
    ann = hasty.visitor("Ann")
    table = ann.open_table("super-pan-9")
    cookie = "; ".join(f"{name}={value}" for name, value in ann.client.cookies.items())
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(60)
        line.connect(("127.0.0.1", hasty.port))
        asked = f"GET /tables/{table} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode()
        with pytest.raises(ConnectionError):
            line.sendall(asked * 100_000)


def test_the_longest_waiting_of_the_greediest_address_goes_first(monkeypatch):
    class Line:
        """A connection as the door sees it."""

        def abort(self):
            self.gone = True

    def standing(address, since, *, waiting=True):
        each = Door.__new__(Door)
        each.client, each.since, each.connections, each._timer = (address, 1), since, crowd, None
        each.transport, each.cycle = Line(), None if waiting else type("", (), {"response_complete": False})()
        crowd.add(each)
        return each

    crowd = set()
    monkeypatch.setattr(Door, "most", 6)
    greedy = [standing("a", since) for since in (3, 1, 2)]
    busy = standing("a", 0, waiting=False)
    quiet = standing("b", 0)
    assert standing("b", 9)._make_place()
    assert {each.since for each in (greedy[0], greedy[2], busy, quiet)} == {each.since for each in crowd} - {9}
    assert greedy[1] not in crowd


@pytest.mark.parametrize("limit, most", [(256, 86), (1024, 768)])
def test_descriptors_are_kept_back_for_the_store(limit, most):
    told = subprocess.run(
        [sys.executable, "-c", LIMITED + "from houseway.web.door import capacity; print(capacity())", str(limit)],
        capture_output=True,
        text=True,
    )
    assert told.stdout.strip() in {str(most), ""}
    assert told.stdout or "exceeds" in told.stderr or "not allowed" in told.stderr
    assert json.loads(str(capacity())) > 8
