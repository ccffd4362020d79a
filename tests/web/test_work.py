"""What takes long is computed apart: bounded, counted by who asks, given up in time, and never in anybody's way."""

import contextlib
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from ast import literal_eval
from concurrent.futures import FIRST_COMPLETED, wait
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from houseway.errors import HousewayError, MissingExtra, UnknownName
from houseway.games import game
from houseway.room.people import people
from houseway.web import create_app, serve
from houseway.web.apart import answer
from houseway.web.app import Server
from houseway.web.figures import FULL, Figures
from houseway.web.lab_work import images
from houseway.web.prepare import Preparation
from houseway.web.work import AT_ONCE, OF_PLACE, OURS, Lane, Overloaded, TooLong, Who, Work, isolated

ANN = Who(1, "here")


@pytest.fixture(scope="module")
def lane():
    """One process, and a handful that may wait."""
    opened = Lane("test", 1, 120.0, waiting=30)
    yield opened
    opened.close()


def test_a_value_and_a_refusal_come_back_as_they_are(lane):
    assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2)
    with pytest.raises(UnknownName, match="there is no game 'moon'"):
        lane.ask(ANN, game, "moon").result(60)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        lane.ask(ANN, divmod, 1, 0).result(60)
    assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2), "a fault ends nothing"


def test_what_takes_too_long_is_given_up_with_its_process_and_the_next_is_answered():
    lane = Lane("test", 1, 0.5)
    try:
        with pytest.raises(TooLong, match="given up"):
            lane.ask(ANN, time.sleep, 3600).result(60)
        lane._seconds = 60.0
        assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2)
    finally:
        lane.close()


def test_nobody_has_more_than_a_few_questions_open_and_nor_has_an_address(lane):
    asked = [lane.ask(ANN, time.sleep, 0.01) for _ in range(AT_ONCE)]
    with pytest.raises(Overloaded, match="wait for an answer"):
        lane.ask(ANN, divmod, 1, 1)
    asked += [lane.ask(Who(n, "here"), divmod, 1, 1) for n in range(2, 2 + OF_PLACE - AT_ONCE)]
    with pytest.raises(Overloaded):
        lane.ask(Who(99, "here"), divmod, 1, 1)
    asked.append(lane.ask(Who(99, "there"), divmod, 1, 1))
    assert not wait(asked, 60).not_done
    assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2)


def test_a_full_queue_says_so_and_what_weighs_less_comes_first(lane, tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    asked = [lane.ask(None, Path.read_text, gate)]
    while lane.waiting:
        time.sleep(0.01)
    order = []
    for name, weight in [("heavy", 1)] * 20 + [("light", 0)]:
        asked.append(lane.ask(None, divmod, 17, 5, weight=weight))
        asked[-1].add_done_callback(lambda _, name=name: order.append(name))
    asked += [lane.ask(None, divmod, 17, 5, weight=2) for _ in range(9)]
    with pytest.raises(Overloaded, match="computing for others"):
        lane.ask(ANN, divmod, 1, 1)
    gate.write_text("open")
    assert not wait(asked, 60).not_done
    assert order == ["light"] + ["heavy"] * 20


def test_neither_an_address_nor_what_weighs_more_has_all_processes(tmp_path):
    """Else whoever asks for three half hours keeps everybody from a figure of a second."""
    lane = Lane("test", 2, 120.0)
    gates = [tmp_path / f"gate {n}" for n in range(3)]
    for gate in gates:
        os.mkfifo(gate)
    try:
        long = [lane.ask(Who(None, "here"), Path.read_text, gate) for gate in gates]
        assert lane.ask(Who(None, "there"), divmod, 17, 5).result(60) == (3, 2)
        heavy = lane.ask(Who(None, "there"), divmod, 17, 5, weight=1)
        assert heavy.result(60) == (3, 2)
        assert [each.running() for each in long] == [True, False, False]
        for gate in gates:
            gate.write_text("open")
        assert [each.result(60) for each in long] == ["open"] * 3
        blocked = [lane.ask(Who(None, place), Path.read_text, gates[0], weight=1) for place in ("here", "there")]
        assert lane.ask(None, divmod, 17, 5).result(60) == (3, 2), "a process is left for what is light"
        assert lane.waiting == 1
        for _ in blocked:
            gates[0].write_text("open")
            wait(blocked, 60, FIRST_COMPLETED)
            blocked = [each for each in blocked if not each.done()]
        assert blocked == []
    finally:
        lane.close()


def test_what_the_room_itself_asks_for_has_all_processes_but_for_what_is_heavy(tmp_path):
    """A slow game's main wager keeps no other game's figures waiting."""
    lane, gate = Lane("test", 2, 120.0), tmp_path / "gate"
    os.mkfifo(gate)
    try:
        slow = lane.ask(None, Path.read_text, gate, weight=1)
        assert lane.ask(None, divmod, 17, 5).result(60) == (3, 2)
        assert not slow.done()
        gate.write_text("open")
        assert slow.result(60) == "open"
    finally:
        lane.close()


def test_each_address_has_its_turn(tmp_path):
    lane, gate, order = Lane("test", 1, 120.0), tmp_path / "gate", []
    os.mkfifo(gate)
    try:
        asked = [lane.ask(Who(None, "here"), Path.read_text, gate)]
        while lane.waiting:
            time.sleep(0.01)
        for place in ("here", "here", "there"):
            asked.append(lane.ask(Who(None, place), divmod, 17, 5))
            asked[-1].add_done_callback(lambda _, place=place: order.append(place))
        gate.write_text("open")
        assert not wait(asked, 60).not_done
        assert order == ["there", "here", "here"]
    finally:
        lane.close()


@pytest.mark.parametrize("started", [True, False], ids=["at work", "starting"])
def test_closing_ends_what_is_computed(lane, started):
    lane.close()
    if started:
        assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2)
    asked = lane.ask(ANN, time.sleep, 3600)
    waiting = lane.ask(ANN, divmod, 17, 5)
    while not asked.running():
        time.sleep(0.01)
    lane.close()
    for each in (asked, waiting):
        with pytest.raises(TooLong, match="the room is closing"):
            each.result(60)
    assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2), "whoever asks again begins anew"


PLANTED = "raise SystemExit('planted: this folder is nobody to import from')"


def test_no_module_of_the_folder_or_the_environment_gets_in(tmp_path, monkeypatch):
    """What lies where the room is started is not code of ours."""
    for name in ("random", "numba", "houseway"):
        (tmp_path / f"{name}.py").write_text(PLANTED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "random.py"))
    lane = Lane("test", 1, 60.0)
    try:
        assert lane.ask(ANN, divmod, 17, 5).result(60) == (3, 2)
        assert str(tmp_path) not in lane.ask(ANN, eval, "__import__('sys').path").result(60)
    finally:
        lane.close()


def test_who_computes_apart_is_the_houseway_that_asks(tmp_path):
    """One that is installed besides comes after it; games of other packages come after everything."""
    code = OURS + "print([place in sys.argv[2:] or place.endswith('-packages') and '-packages' for place in sys.path])"
    places = [str(tmp_path / name) for name in ("ours", "game")]
    told = subprocess.run([sys.executable, "-I", "-c", code, "", *places], capture_output=True, text=True, check=True)
    found = [each for each in literal_eval(told.stdout) if each]
    assert (found[0], found[-1], "-packages" in found) == (True, True, True)


def needs_charts() -> None:
    raise ModuleNotFoundError("No module named 'altair'", name="altair")


def test_what_an_extra_lacks_is_told_in_a_sentence(app, room, visitor, monkeypatch):
    """A card room without the lab has no page that fails."""
    what, kind, sentence, _ = answer(needs_charts, ())
    assert (what, kind, "pip install 'houseway[lab]'" in sentence) == ("refused", MissingExtra, True)
    assert images(lambda _: needs_charts()) == {}
    monkeypatch.setattr(app.state.room, "find_tables", lambda *_: needs_charts())
    boss = visitor()
    room.people.add("Boss", "manager", people.HASHER.hash("nine of hearts"), by="command: tests")
    assert boss.form("/sign-in", how="account", name="Boss", password="nine of hearts").status_code == 303
    plain = "This room runs without the lab: what would have to be computed is left out."
    for who, installs in ((visitor(), False), (visitor("Ann"), False), (boss, True)):
        shown = who.client.get("/")
        told = ("houseway[lab]" in shown.text, plain in shown.text)
        assert (shown.status_code, told) == (422, (installs, not installs)), "who works here reads how to add it"


def test_the_compiler_is_as_isolated(tmp_path, monkeypatch):
    """It compiles what others then run."""
    started = []

    class Ended:
        """A process that found nothing to compile."""

        def __init__(self, command, **_):
            started.append(command)

        def wait(self):
            return 1

    class Nobody:
        """Nobody gives advice here."""

        def ask(self, *_, **__):
            raise HousewayError("not in this test")

    monkeypatch.setattr("houseway.web.prepare.subprocess.Popen", Ended)
    monkeypatch.setattr("houseway.lab.kernel.cache_folder", lambda _package: tmp_path)
    work = SimpleNamespace(advice=Nobody())
    with pytest.raises(HousewayError, match="not in this test"):
        Preparation((), apart=work)._compiled(game("super-pan-9"))
    ((python, flag, *_),) = started
    assert (python, flag) == (sys.executable, "-I")
    assert not (tmp_path / "advice-super-pan-9").exists(), "what failed is not marked as done"


def test_readers_of_slow_pages_keep_no_command_waiting(room, visitor, monkeypatch):
    """More slow questions than there are threads: every command is answered before the first of them is."""
    work = Work(processes=1)
    monkeypatch.setattr("houseway.web.work.AT_ONCE", 100)
    monkeypatch.setattr("houseway.web.work.OF_PLACE", 1000)
    monkeypatch.setattr(work.advice, "_most", 1000)
    monkeypatch.setattr("houseway.web.tables.hint", eval)
    monkeypatch.setattr("houseway.web.lobby.preparing", lambda *_: None)
    monkeypatch.setattr("houseway.web.tables._decision", lambda *_: (SLOW, {}))
    app = create_app(room, work=work)
    ann = visitor("Ann", to=app)
    table = ann.open_table("super-pan-9")
    answered = []
    readers = [
        threading.Thread(target=lambda: answered.append(ann.client.get(f"/api/tables/{table}/hint").status_code))
        for _ in range(60)
    ]
    try:
        for each in readers:
            each.start()
        until = time.monotonic() + 60
        while work.advice.waiting < 59 and time.monotonic() < until:
            time.sleep(0.01)
        for number in range(5):
            ann.do(table, "sit" if number % 2 == 0 else "leave", **({"seat": 1} if number % 2 == 0 else {}))
        assert answered == []
    finally:
        work.close()
        for each in readers:
            each.join(60)


SLOW = "__import__('time').sleep(3600)"


def test_who_asks_too_much_is_told_in_words(room, visitor, monkeypatch):
    def refused(*_):
        raise Overloaded("the room is computing for others: try again in a moment")

    work = Work(processes=1)
    monkeypatch.setattr(work.advice, "ask", refused)
    ann = visitor("Ann", to=create_app(room, work=work))
    answer = ann.post("/api/games/super-pan-9/drill", {"kind": "any"})
    assert answer.status_code == 503
    assert "try again" in answer.json()["error"]


def test_the_figures_of_a_game_that_wait_are_bounded(monkeypatch):
    class Waiting(Figures):
        """Nothing is ever found."""

        def computed(self, job):
            ending.wait(60)
            raise HousewayError("ended")

    ending = threading.Event()
    monkeypatch.setattr(Figures, "WAITING", 3)
    figures, pan = Waiting(), game("super-pan-9")
    lines = [line for decks in range(1, 9) for line in figures.of(pan, pan.configure({"decks": decks}))["wagers"]]
    ending.set()
    figures.close()
    assert {line.get("says", "") for line in lines} == {"", FULL}


ENDLESS = """
import sys, threading, time
from houseway.room import Room
from houseway.web import Outside, serve, work
from houseway.web.prepare import Preparation

Preparation.start = lambda self: None
work.usual().odds.ask(None, time.sleep, 3600)
room = Room.open("sqlite://")
table = room.open_table(room.people.guest("Ann"), "super-pan-9", {}, "t")
threading.Thread(target=time.sleep, args=[3600]).start()  # somebody computes for ever in the server itself
serve(room, Outside(port=int(sys.argv[1])))
"""


def test_a_signal_ends_the_process_whatever_is_being_computed():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with subprocess.Popen([sys.executable, "-c", ENDLESS, str(port)], stderr=subprocess.PIPE) as started:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                    break
            time.sleep(0.05)
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
        began = time.monotonic()
        started.send_signal(signal.SIGTERM)
        _, faults = started.communicate(timeout=30)
        took = time.monotonic() - began
    assert started.returncode == 0, faults
    assert took < 15, "hours of work do not keep it"
    assert not any(alive(int(child)) for child in children)


def alive(process, seconds=10):
    """Whether a process still runs after a while; one that nobody has buried does not."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


def test_ctrl_c_is_the_servers_to_answer_before_a_process_has_loaded_anything():
    """It goes to every process of the terminal; one that is still importing would tell its whole stack."""
    code = "import sys, time; print('up', flush=True); sys.stdin.readline(); print('there')"
    with subprocess.Popen(isolated(code, ""), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate("\n", timeout=120)[0] == "there\n"
    assert process.returncode == 0


def test_no_collection_looks_through_what_was_loaded_before_a_room_is_served(room, monkeypatch):
    """A full one takes a tenth of a second with it, and every command waits meanwhile."""
    before, heap, counts = gc.get_freeze_count(), len(gc.get_objects()), []
    monkeypatch.setattr(Server, "run", lambda _server: counts.append((gc.get_freeze_count(), len(gc.get_objects()))))
    serve(room)
    ((frozen, looked_at),) = counts
    assert frozen - before > heap / 2 > looked_at
    assert gc.get_freeze_count() == 0, "afterwards all is as anywhere"
