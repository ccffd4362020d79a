"""A crowd at the door: half-sent requests, endless bodies, answers that nobody reads. The room plays on."""

import asyncio
import contextlib
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from types import SimpleNamespace

import h11
import httpx
import pytest

from houseway.room import Room
from houseway.web.door import capacity, door
from houseway.web.guard import own_cookies
from houseway.web.turns import Full, Turns

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


CHUNKED = b"\r\nTransfer-Encoding: chunked\r\n\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
CLOSING = b"\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize("parts", [[], [b"G"], [b"GET / HTTP/1.1\r\n"], [b"GET / HTTP/1.1\r\nX-A: "] + [b"x"] * 40])
def test_a_request_whose_headers_do_not_end_is_not_waited_for(hasty, parts):
    assert said(hasty.port, *parts).startswith(b"HTTP/1.1 408 ")


def test_nor_is_the_second_on_the_same_line(hasty):
    told = said(hasty.port, GET, b"GET / HT", *[b"x"] * 40)
    assert told.startswith(b"HTTP/1.1 200 ")
    assert told.count(b"HTTP/1.1 408 ") == 1


def test_headers_have_a_size(hasty):
    told = said(hasty.port, b"GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"c" * 40_000)
    assert told.startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "asked, status, says",
    [
        (GET.replace(b"\r\n\r\n", b"\r\nCookie: " + b"c" * 33_000 + b"\r\n\r\n"), 431, "32,768 bytes"),
        (GET.replace(b"\r\n\r\n", b"\r\nCookie: " + b"c" * 100_000 + b"\r\n\r\n"), 431, "32,768 bytes"),
        (GET.replace(b"\r\n\r\n", b"\r\n" + b"a:b\r\n" * 6000 + b"\r\n"), 431, "at most 100 headers"),
        (GET.replace(b"health", b"health?" + b"a&" * 15_000), 414, "500 parameters"),
        (GET.replace(b"health", b"health?" + b"a" * 20_000), 414, "16,384 bytes"),
        (GET.replace(b"\r\n\r\n", CHUNKED + b"1\r\na\r\n" * 4000), 411, "Content-Length"),
    ],
    ids=["a long head", "a longer head", "headers", "parameters", "address", "chunks"],
)
def test_a_head_that_takes_long_to_read_is_not_read(hasty, monkeypatch, asked, status, says):
    """Nor what comes behind it: no application is asked, and no event made of it."""
    monkeypatch.setattr("uvicorn.protocols.http.h11_impl.RequestResponseCycle", None)
    told = said(hasty.port, asked).decode()
    assert told.startswith(f"HTTP/1.1 {status} ")
    assert says in told


def test_cookies_of_others_are_not_unquoted(hasty, monkeypatch):
    """That takes seconds in many a Python that is in use."""
    monkeypatch.setattr("http.cookies._unquote", None)
    cookie = b'\r\nCookie: a="' + rb"\\" * 8000 + b'"\r\nConnection: close\r\n\r\n'
    assert said(hasty.port, GET.replace(b"\r\n\r\n", cookie)).startswith(b"HTTP/1.1 200 ")
    jar = b'x="1;2"; houseway_language=es;houseway-session-80=a-_9; houseway-visit=v;; houseway-x="a\\073"; y'
    kept = b"houseway_language=es; houseway-session-80=a-_9; houseway-visit=v; houseway-x="
    assert own_cookies([(b"cookie", jar), (b"host", b"h")]) == [(b"host", b"h"), (b"cookie", kept)]


def test_addresses_wait_for_a_place_in_turn():
    """Whatever one of them has asked for before, and nobody has more than so many wait."""

    async def crowd() -> list[str]:
        turns, served, ends = Turns(1, 3), [], asyncio.Event()

        async def come(address: str) -> None:
            async with turns.turn(address):
                served.append(address)
                await (ends.wait() if len(served) == 1 else asyncio.sleep(0))

        asked = [asyncio.create_task(come(address)) for address in "AAAABBC"]
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await come("A")
        asked[5].cancel()
        ends.set()
        await asyncio.gather(*asked, return_exceptions=True)
        await come("D")
        return served

    assert asyncio.run(crowd()) == ["A", "A", "B", "C", "A", "A", "D"]


def test_a_place_rests_as_long_as_it_was_worked_in(monkeypatch):
    """A second at most; whoever waits for it comes after that, and nobody's answer is kept back."""

    async def crowd() -> tuple[list[float], list[str]]:
        turns, later, served, clock = Turns(1, 3, rest=True), [], [], iter([0.0, 0.25, 10.0, 15.0])
        monkeypatch.setattr("houseway.web.turns.perf_counter", lambda: next(clock))
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda *given: later.append(given))

        async def come(address: str) -> None:
            async with turns.turn(address):
                served.append(address)

        await come("A")
        waiting = asyncio.create_task(come("B"))
        await asyncio.sleep(0)
        assert served == ["A"]
        later[0][1]()
        await waiting
        return [seconds for seconds, _ in later], served

    assert asyncio.run(crowd()) == ([0.25, 1.0], ["A", "B"])


def test_a_place_that_rested_when_its_event_loop_ended_is_there_in_the_next():
    async def come() -> bool:
        async with turns.turn("A"):
            return True

    turns = Turns(1, 1, rest=True)
    assert [asyncio.run(asyncio.wait_for(come(), 20)) for _ in range(2)] == [True, True]


def test_so_much_may_lie_behind_a_request_that_is_being_answered(hasty):
    """Behind each static file 256 KiB more were read, and kept while the line was open."""
    static = GET.replace(b"health", b"static/icon.svg")
    assert said(hasty.port, static * 20 + GET.replace(b"\r\n\r\n", CLOSING)).count(b"HTTP/1.1 200 OK") == 21
    few = 40_000 // len(static)
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=60) as line:
        line.sendall(static * few)
        came = 0
        with contextlib.suppress(ConnectionResetError):
            while (part := line.recv(65_536)) and came < few:
                came += part.count(b"HTTP/1.1 200 OK")
    assert came < few, "the line is cut"


def test_what_is_no_request_fills_no_log(hasty):
    told = []
    handler = logging.Handler()
    handler.emit = told.append
    logger = logging.getLogger("uvicorn.error")
    logger.addHandler(handler)
    try:
        assert said(hasty.port, b"X\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        upgrade = b"\r\nConnection: upgrade, close\r\nUpgrade: x\r\n\r\n"
        assert said(hasty.port, GET.replace(b"\r\n\r\n", upgrade)).startswith(b"HTTP/1.1 200 ")
    finally:
        logger.removeHandler(handler)
    assert told == []


def test_what_follows_an_answer_is_not_read(hasty):
    """A request that is answered before its body has come is the last on its line."""
    head = GET.replace(b"\r\n\r\n", b"\r\nContent-Length: 10\r\n\r\n")
    told = said(hasty.port, head + b"abcde")
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


@pytest.fixture
def coming():
    """Lets connections come to a door that takes six, one proxy's as many as come; who is there, by number."""
    kind, crowd = door(6, ["192.0.2.0/28"]), set()
    loop = SimpleNamespace(time=lambda: len(there), call_later=lambda *_: SimpleNamespace(cancel=lambda: None))
    there = {}

    class Line:
        """A transport that is told to go; what was said before."""

        said = b""
        closed = False

        def __init__(self, address):
            self.get_extra_info = {"peername": (address, 1), "sockname": ("127.0.0.1", 1)}.get

        def write(self, data):
            self.said += data

        def close(self):
            self.closed = True

        abort, is_closing = close, lambda self: self.closed

    def come(address, state=None):
        each = kind.__new__(kind)
        each.connections, each.loop, each.logger, each._timer = crowd, loop, logging.getLogger("none"), None
        each.conn = SimpleNamespace(their_state=state)
        each.cycle = SimpleNamespace(response_complete=False) if state else None
        there[len(there)] = each
        each.connection_made(Line(address))
        return {number for number, one in there.items() if one in crowd}, each.transport.said

    come.kind = kind
    return come


WAITS, ASKED, HALF = None, h11.DONE, h11.SEND_BODY


def test_the_longest_waiting_of_the_greediest_address_goes_first(coming):
    for address, state in (("a", WAITS), ("b", ASKED), ("c", WAITS), ("c", WAITS), ("a", ASKED)):
        coming(address, state)
    coming("d", ASKED)
    assert coming("e") == ({0, 1, 3, 4, 5, 6}, b""), "c has two that wait, and a but one"


def test_half_a_body_is_nothing_to_answer_yet(coming):
    for address, state in (("a", ASKED), ("b", HALF), ("b", HALF), ("c", ASKED), ("d", ASKED), ("e", ASKED)):
        coming(address, state)
    assert coming("f", ASKED) == ({0, 2, 3, 4, 5, 6}, b"")
    assert coming("g", ASKED) == ({0, 3, 4, 5, 6, 7}, b"")
    there, said = coming("h", ASKED)
    assert (there, said.startswith(b"HTTP/1.1 503 ")) == ({0, 3, 4, 5, 6, 7}, True)


def test_no_address_has_more_than_half_of_the_connections_but_a_proxy(coming):
    network = ["2001:db8:1:2::7", "2001:db8:1:2::8", "2001:db8:1:2::9", "2001:db8:1:2::a"]
    for address in network[:3]:
        coming(address, ASKED)
    there, said = coming(network[3])
    assert (there, said.startswith(b"HTTP/1.1 503 ")) == ({0, 1, 2}, True)
    assert coming("192.0.2.1", ASKED) == ({0, 1, 2, 4}, b"")
    there, said = coming(network[3])
    assert (there, said.startswith(b"HTTP/1.1 503 ")) == ({0, 1, 2, 4}, True)


def test_where_an_address_has_its_half_its_own_make_place(coming):
    for address, state in (("b", WAITS), ("a", ASKED), ("a", HALF), ("a", ASKED)):
        coming(address, state)
    assert coming("a", ASKED) == ({0, 1, 3, 4}, b"")
    assert sorted(coming.kind.held.items()) == [("a", 3), ("b", 1)]


def test_through_a_proxy_that_is_named_all_may_come(coming):
    for _ in range(6):
        there, said = coming("192.0.2.1", ASKED)
    assert (len(there), said) == (6, b"")
    there, said = coming("192.0.2.1", ASKED)
    assert (len(there), said.startswith(b"HTTP/1.1 503 ")) == (6, True)


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
