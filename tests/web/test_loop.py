"""No request makes the event loop wait for the room: whoever holds a lock on the database holds up commands alone."""

import asyncio
import inspect
import socket
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import wraps
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from jinja2 import Template

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.people import people
from houseway.web import books, create_app, lab_work
from houseway.web.figures import Figures
from houseway.web.guard import ACTS, Limits, Rate
from houseway.web.pages import WRITERS, Page
from houseway.web.prepare import Preparation
from houseway.web.turns import OF_ADDRESS, THREADS, Turns
from houseway.web.work import Lane, Work

AT_ONCE = {"soon", "watch", "listen", "think_by", "receipt", "stopped"}
"""What the room does without waiting: it hands on, subscribes, signs."""

GAME, TABLE = "super-pan-9", "table=1"
NOBODY = "0" * 64
READERS = 12


def test_whoever_waits_for_a_lock_holds_up_nobody_elsewhere(room, house_of, monkeypatch):
    """Forty posts of one address that wait for the database leave threads to everybody else."""
    let_go, waiting = threading.Event(), threading.Semaphore(0)

    def more_chips(*_: Any) -> None:
        waiting.release()
        let_go.wait(60)

    monkeypatch.setattr(room.people, "more_chips", more_chips)
    house = house_of(room, Preparation(()))
    ann = house.visitor("Ann")
    with ThreadPoolExecutor(70) as crowd:
        try:
            asked = [crowd.submit(ann.form, "/chips") for _ in range(55)]
            assert all(waiting.acquire(timeout=60) for _ in range(ACTS))
            elsewhere = httpx.HTTPTransport(local_address="127.0.0.9")
            with httpx.Client(base_url=f"http://127.0.0.1:{house.port}", transport=elsewhere, timeout=20) as ben:
                assert [ben.get(path).status_code for path in ("/health", "/static/base.css", "/lab")] == [200] * 3
            assert not waiting.acquire(blocking=False)
        finally:
            let_go.set()
    assert {each.result().status_code for each in asked} == {303}


HALF = (
    b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 9\r\n\r\nc"
)


def half_sent(house: Any, crowd: ExitStack, many: int) -> list[socket.socket]:
    """Forms of which a byte has come; they wait for nobody's word."""
    lines = [crowd.enter_context(socket.create_connection(("127.0.0.1", house.port), 60)) for _ in range(many)]
    for line in lines:
        line.sendall(HALF)
    return lines


def test_forms_that_have_not_come_whole_keep_no_neighbour_waiting(room, house_of, monkeypatch):
    """Eight of them had all places of an address for half a minute, and cost eight bytes."""
    monkeypatch.setattr("houseway.web.bodies.BODY_WITHIN", 3600)
    house = house_of(room, Preparation(()))
    with ExitStack() as crowd:
        lines = half_sent(house, crowd, ACTS)
        assert house.visitor("Ann").open_table(GAME) == 1
        for line in lines:
            line.sendall(b"ode=es&a")
            assert line.recv(65_536).startswith(b"HTTP/1.1 403 ")


def test_forms_that_do_not_come_whole_are_given_up_while_others_wait(room, house_of, monkeypatch):
    """Their time is counted from their first byte, whether there is a place for them or not."""
    let_go, waiting = threading.Event(), threading.Semaphore(0)

    def more_chips(*_: Any) -> None:
        waiting.release()
        let_go.wait(60)

    monkeypatch.setattr("houseway.web.bodies.BODY_WITHIN", 0.2)
    monkeypatch.setattr(room.people, "more_chips", more_chips)
    house = house_of(room, Preparation(()))
    ann = house.visitor("Ann")
    ann.client.timeout = 90
    with ExitStack() as lines, ThreadPoolExecutor(ACTS) as crowd:
        try:
            asked = [crowd.submit(ann.form, "/chips") for _ in range(ACTS)]
            assert all(waiting.acquire(timeout=60) for _ in range(ACTS))
            for line in half_sent(house, lines, 3):
                line.settimeout(20)
                assert line.recv(65_536).startswith(b"HTTP/1.1 408 ")
        finally:
            let_go.set()
    assert {each.result().status_code for each in asked} == {303}


class Later(Lane):
    """A lane that answers when it is told to."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.answers: list[Future[Any]] = []

    def ask(self, *_: Any, **__: Any) -> "Future[Any]":
        answer: Future[Any] = Future()
        self.answers.append(answer)
        self.asked.release()
        return answer


def test_a_form_that_waits_for_a_computation_holds_no_place_meanwhile(room, house_of):
    house, lane = house_of(room, Preparation(())), Later()
    house._server.app.state.work = SimpleNamespace(advice=lane)
    ann = house.visitor("Ann")
    ann.client.timeout = 90
    brought = {"kind": "paytable", "game": GAME, "text": "pays = 1"}
    with ThreadPoolExecutor(2 * ACTS) as crowd:
        asked = [crowd.submit(ann.form, "/lab/own", **brought) for _ in range(2 * ACTS)]
        try:
            assert all(lane.asked.acquire(timeout=20) for _ in range(2 * ACTS))
            assert ann.open_table(GAME) == 1
        finally:
            for answer in lane.answers:
                answer.set_result([("", "nothing is paid")])
    assert {each.result().status_code for each in asked} == {422}


def test_whoever_reads_while_somebody_waits_for_a_lock_takes_no_more_threads_than_an_address_has(
    room, house_of, monkeypatch
):
    """Pages, and what scripts send; files, words and other pages elsewhere are answered meanwhile."""
    let_go, waiting = threading.Event(), threading.Semaphore(0)
    house = house_of(room, Preparation(()))
    ann = house.visitor("Ann")
    of_session = room.people.of_session

    def slow(*given: Any) -> Any:
        if given == (known,):
            waiting.release()
            let_go.wait(60)
        return of_session(*given)

    known = next(value for name, value in ann.client.cookies.items() if name.startswith("houseway-session"))
    monkeypatch.setattr(room.people, "of_session", slow)
    asks = [lambda: ann.client.get("/me", timeout=90), lambda: ann.post("/api/games/super-pan-9/drill/forget", {})]
    with ThreadPoolExecutor(THREADS + 6) as crowd:
        try:
            asked = [crowd.submit(asks[number % 2]) for number in range(THREADS + 6)]
            assert all(waiting.acquire(timeout=60) for _ in range(OF_ADDRESS))
            elsewhere = httpx.HTTPTransport(local_address="127.0.0.9")
            paths = ("/health", "/static/base.css", "/words/es.json", "/faces.svg", "/worker.js", "/lab")
            with httpx.Client(base_url=f"http://127.0.0.1:{house.port}", transport=elsewhere, timeout=20) as ben:
                assert [ben.get(path).status_code for path in paths] == [200] * len(paths)
            assert not waiting.acquire(blocking=False)
        finally:
            let_go.set()
    assert {each.result().status_code for each in asked} <= {200, 204}


def test_files_and_words_wait_for_no_thread(waited_for: Any, visitor: Any, monkeypatch: Any) -> None:
    """However many addresses wait for the database."""
    anybody = visitor(to=waited_for)
    monkeypatch.setattr("anyio._backends._asyncio.AsyncIOBackend.current_default_thread_limiter", None)
    for path in ("/health", "/static/base.css", "/words/es.json", "/faces.svg", "/worker.js", "/verifier.pyz"):
        assert anybody.client.get(path).status_code == 200


def test_a_file_is_sent_whole_whatever_ranges_are_asked_for(waited_for: Any, visitor: Any) -> None:
    anybody = visitor(to=waited_for)
    ranges = {"Range": "bytes=" + ",".join(f"{at}-{at}" for at in range(0, 200, 2))}
    for path in ("/static/base.css", "/worker.js"):
        whole = anybody.client.get(path)
        asked = anybody.client.get(path, headers=ranges)
        assert (asked.status_code, asked.content) == (200, whole.content)
        known = anybody.client.get(path, headers={"If-None-Match": whole.headers["etag"]})
        assert (known.status_code, known.content) == (304, b"")
    for name in ("..%2Fapp.py", "words", "nothing.css", f"{'a' * 300}.js", f"{'a' * 15_000}.js"):
        assert anybody.client.get(f"/static/{name}").status_code == 404
    assert anybody.client.post("/static/base.css").status_code == 405


class Here:
    """A lane that computes in a thread; one that never does, where figures are asked for."""

    def __init__(self, *, never: bool = False) -> None:
        self._threads = None if never else ThreadPoolExecutor(1)

    def ask(self, _who: Any, call: Any, *given: Any, weight: int = 0) -> "Future[Any]":
        return Future() if self._threads is None else self._threads.submit(call, *given)

    async def answer(self, who: Any, call: Any, *given: Any) -> Any:
        return await asyncio.wrap_future(self.ask(who, call, *given))

    def close(self) -> None:
        if self._threads is not None:
            self._threads.shutdown()


class InThreads(Work):
    """All that is computed, without a process."""

    def __init__(self) -> None:
        self.advice = self.plain = self.bots = Here()  # type: ignore[assignment]
        self.odds = Here(never=True)  # type: ignore[assignment]


class NoFigures(Figures):
    """Figures that never arrive."""

    def computed(self, job: Any) -> Any:
        raise HousewayError("not in this test")


def shy(method: Any, where: str) -> Any:
    """A method that refuses to be called by the thread of an event loop."""

    @wraps(method)
    def asked(*given: Any, **named: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return method(*given, **named)
        raise AssertionError(f"{where} is called on the event loop: everybody waits with it")

    return asked


@pytest.fixture
def waited_for(room: Room, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An application whose room, and every part of it, is not to be waited for on the event loop."""
    monkeypatch.setattr(lab_work, "PATIENCE", 0.01)
    monkeypatch.setattr(books, "WAITS", 0.0)
    kinds = {type(each) for each in (room, *vars(room).values())}
    for kind in kinds:
        if kind.__module__.startswith("houseway.room"):
            for name, method in vars(kind).items():
                if inspect.isfunction(method) and not name.startswith("_") and name not in AT_ONCE:
                    monkeypatch.setattr(kind, name, shy(method, f"{kind.__name__}.{name}"))
    made = create_app(room, Limits(*[Rate(1e6, 1e6)] * 8), NoFigures(), Preparation(()), work=InThreads())
    made.state.lab_jobs = SimpleNamespace(begin=lambda *_: SimpleNamespace(id=NOBODY), by_id=lambda _: NOT_YET)
    yield made
    made.state.work.advice.close()


NOT_YET = SimpleNamespace(state="running")


def every_route(routes: Any, prefix: str = "") -> Any:
    for each in routes:
        if isinstance(each, APIRoute):
            yield each
        elif hasattr(each, "original_router"):
            yield from every_route(each.original_router.routes)


GETS = {
    "/": "/",
    "/api/tables": "/api/tables?name=t",
    "/lab/{game_id}/strategy": f"/lab/{GAME}/strategy?{TABLE}",
    "/lab/{game_id}/{wager}": f"/lab/{GAME}/tie?{TABLE}",
    "/api/lab/{game_id}/{wager}": f"/api/lab/{GAME}/tie?{TABLE}",
    "/lab/{game_id}/{wager}/compare": f"/lab/{GAME}/tie/compare?{TABLE}",
    "/lab/{game_id}/{wager}/protect": f"/lab/{GAME}/tie/protect?{TABLE}",
    "/lab/{game_id}/{wager}/by/{setting}": f"/lab/{GAME}/tie/by/decks?{TABLE}",
    "/lab/own/{hash_}/drill": f"/lab/own/{NOBODY}/drill?seed=1",
    "/lab/jobs/{job_id}/sheet.pdf": f"/lab/jobs/{NOBODY}/sheet.pdf",
    "/health": "/health",
    "/faces.svg": "/faces.svg",
    "/worker.js": "/worker.js",
    "/verifier.pyz": "/verifier.pyz",
    "/words/{code}.json": "/words/es.json",
    "/api/tables/{table}/hint": "/api/tables/1/hint",
    "/api/tables/{table}/house-way": "/api/tables/1/house-way",
    "/rounds/{round_id}/packet": "/rounds/1/packet",
    "/rounds/{round_id}/packet.pdf": "/rounds/1/packet.pdf",
    "/api/rounds/{round_id}/advice": "/api/rounds/1/advice",
    "/rounds/{round_id}": "/rounds/1",
    "/api/rounds/{round_id}": "/api/rounds/1",
    "/api/rounds/{round_id}/record": "/api/rounds/1/record",
    "/api/tables/{table}/history": "/api/tables/1/history",
    "/api/tables/{table}/rules": "/api/tables/1/rules",
    "/log": "/log",
    "/api/log/entries": "/api/log/entries",
    "/me": "/me",
    "/proof/{shoe}": "/proof/1",
    "/api/proof/{shoe}": "/api/proof/1",
    "/api/me/rounds/{round_id}/cost": "/api/me/rounds/1/cost",
    "/api/me/luck": "/api/me/luck",
    "/me/rounds.csv": "/me/rounds.csv",
    "/me/rounds.json": "/me/rounds.json",
    "/posting/{table}": "/posting/1",
    "/posting/{table}/sheet.pdf": "/posting/1/sheet.pdf",
    "/desk/books": "/desk/books",
    "/desk/books.{kind}": "/desk/books.csv",
    "/desk/exposure": "/desk/exposure",
    "/desk/exposure.pdf": "/desk/exposure.pdf",
    "/desk/luck": "/desk/luck",
    "/desk/certificates": "/desk/certificates",
    "/api/academy/exam/{token}": "/api/academy/exam/0123456789abcdef",
}
FORMS: dict[str, tuple[str, dict[str, str]]] = {
    "/lab/own": ("/lab/own", {"kind": "paytable", "game": GAME, "text": "pays = 1"}),
    "/lab/own/{hash_}/drill": (f"/lab/own/{NOBODY}/drill?seed=1", {}),
    "/lab/{game_id}/way": (f"/lab/dealer-open-pai-gow/way?{TABLE}", {}),
    "/lab/{game_id}/readings": (f"/lab/{GAME}/readings", {"ask.figure": "4.70%"}),
    "/lab/{game_id}/joint": (f"/lab/{GAME}/joint?{TABLE}", {"ask.on-main": "1"}),
    "/lab/{game_id}/protect": (f"/lab/{GAME}/protect?{TABLE}", {}),
    "/lab/{game_id}/{wager}/design": (f"/lab/{GAME}/tie/design?{TABLE}", {}),
    "/lab/{game_id}/{wager}/compare": (f"/lab/{GAME}/tie/compare?{TABLE}", {}),
    "/lab/{game_id}/{wager}/switches": (f"/lab/{GAME}/tie/switches?{TABLE}", {}),
    "/lab/{game_id}/{wager}/evidence": (f"/lab/{GAME}/tie/evidence?{TABLE}", {}),
    "/academy/check": ("/academy/check", {"text": "{}"}),
    "/tables/new": ("/tables/new", {"game": GAME, "paytable.tie": "pays = 1"}),
    "/desk/tables/{table}/change": ("/desk/tables/1/change", {"set.commission": "4%", "reason": "less"}),
    "/sign-in": ("/sign-in", {"how": "account", "name": "Nobody", "password": "nine of hearts"}),
    "/password": ("/password", {"old": "nine of hearts", "new": "ten of hearts"}),
    "/accounts/{what}": ("/accounts/reset", {"name": "Nobody"}),
}
SCRIPTS: dict[str, tuple[str, Any]] = {
    "/api/games/{game}/check": (f"/api/games/{GAME}/check", {"paytables": {"tie": "pays = 1"}}),
    "/api/desk/tables/{table}/check": ("/api/desk/tables/1/check", {"settings": {"commission": "4%"}}),
    "/api/tables/{table}/commands": (
        "/api/tables/1/commands",
        {"key": "key-in-time", "kind": "bet", "data": {"wagers": {"main": 500}}},
    ),
    "/api/lab/{game_id}/way": (f"/api/lab/{GAME}/way?{TABLE}", {"text": "pairs"}),
    "/api/games/{game}/drill": (f"/api/games/{GAME}/drill", {}),
    "/api/drill/{token}/answer": ("/api/drill/0123456789abcdef/answer", {"answer": "stand"}),
    "/api/academy/games/{game}/next": (f"/api/academy/games/{GAME}/next", {}),
    "/api/academy/games/{game}/{kind}/{seed}/answer": (f"/api/academy/games/{GAME}/payout/1/answer", {"answer": {}}),
    "/api/academy/games/{game}/{kind}/{seed}/hand": (
        f"/api/academy/games/{GAME}/payout/1/hand",
        {"piles": [["As"]]},
    ),
    "/api/academy/exam/{token}/{number}/answer": (
        "/api/academy/exam/0123456789abcdef/1/answer",
        {"answer": {}},
    ),
    "/api/academy/exam/{token}/{number}/hand": (
        "/api/academy/exam/0123456789abcdef/1/hand",
        {"piles": [["As"]]},
    ),
    "/api/academy/exam/{token}/finish": ("/api/academy/exam/0123456789abcdef/finish", {}),
}
ELSEWHERE = {"/api/tables/{table}/events"}
"""A stream does not end: `test_streams.py` follows it."""


def test_whatever_answers_on_the_event_loop_asks_the_room_in_a_thread(waited_for: Any, visitor: Any) -> None:
    """Every route that is asked there; one that is new wants a request of its own."""
    on_loop = [each for each in every_route(waited_for.routes) if inspect.iscoroutinefunction(each.endpoint)]
    asked = {("GET", path) for path in GETS} | {("POST", path) for path in (*FORMS, *SCRIPTS)}
    asked |= {("GET", path) for path in ELSEWHERE}
    assert {(method, each.path) for each in on_loop for method in each.methods or ()} == asked
    ann = visitor("Ann", to=waited_for)
    assert ann.open_table(GAME) == 1
    ann.do(1, "sit", seat=1)
    for who in (ann, manager(waited_for, visitor)):
        for path in GETS.values():
            assert who.client.get(path).status_code < 500, path
        for path, fields in FORMS.values():
            assert who.form(path, **fields).status_code < 500, path
        for path, body in SCRIPTS.values():
            assert who.post(path, body).status_code < 500, path


def manager(app: Any, visitor: Any) -> Any:
    """A manager who has come in."""
    found = visitor(to=app)
    app.state.room.people.add("Mel", "manager", people.HASHER.hash("nine of hearts"), by="command: tests")
    assert found.form("/sign-in", how="account", name="Mel", password="nine of hearts").status_code == 303
    return found


LONG = {
    path: GETS[path]
    for path in (
        "/rounds/{round_id}",
        "/rounds/{round_id}/packet",
        "/rounds/{round_id}/packet.pdf",
        "/api/rounds/{round_id}",
        "/api/rounds/{round_id}/record",
        "/api/rounds/{round_id}/advice",
        "/api/tables/{table}/history",
        "/api/tables/{table}/rules",
        "/log",
        "/api/log/entries",
        "/me",
        "/api/me/luck",
        "/me/rounds.csv",
        "/me/rounds.json",
        "/proof/{shoe}",
        "/api/proof/{shoe}",
        "/posting/{table}",
        "/posting/{table}/sheet.pdf",
    )
}
"""What grows with what was played or with what a table is set to, and is asked for by anybody or by a guest."""


LONG_FOR_STAFF = {
    path: GETS[path]
    for path in ("/desk/books", "/desk/books.{kind}", "/desk/exposure", "/desk/exposure.pdf", "/desk/luck")
}


class Noted(Turns):
    """Notes in whose name a place is taken."""

    def __init__(self) -> None:
        super().__init__(1, 1)
        self.took: list[str] = []

    def turn(self, address: str) -> Any:
        self.took.append(address)
        return super().turn(address)


def test_whatever_reads_what_was_played_is_among_those_who_rest(waited_for: Any, visitor: Any) -> None:
    """Each of them takes a place among few, in the name of its address; staff's are their own."""
    ann = visitor("Ann", to=waited_for)
    assert ann.open_table(GAME) == 1
    mel = manager(waited_for, visitor)
    lists = {path: GETS[path] for path in ("/", "/api/tables")}
    for kind, who, paths in (("readers", ann, LONG), ("lists", ann, lists), ("books", mel, LONG_FOR_STAFF)):
        assert getattr(waited_for.state, kind)._rest
        for path, asked in paths.items():
            noted = Noted()
            setattr(waited_for.state, kind, noted)
            assert who.client.get(asked).status_code < 500, path
            assert set(noted.took) == {"127.0.0.1"}, path


def test_texts_and_passwords_have_places_of_their_own_that_rest(waited_for: Any, visitor: Any) -> None:
    """Whoever sends a form without one takes none."""
    mel, ann = manager(waited_for, visitor), visitor(to=waited_for)
    own = {"set.commission": "4%", "reason": "less"}
    text = {"paytables": {"tie": "pays = 1"}}
    asked = {
        "texts": [
            lambda: mel.post(f"/api/games/{GAME}/check", text),
            lambda: mel.form("/tables/new", game=GAME),
            lambda: mel.post("/api/desk/tables/1/check", {"settings": {"commission": "4%"}}),
            lambda: mel.form("/desk/tables/1/change", **own),
        ],
        "passwords": [
            lambda: ann.form("/sign-in", how="account", name="Mel", password="ten of hearts"),
            lambda: ann.form("/sign-in", how="register", name="Zed", password="violet anchor pumpkin"),
            lambda: mel.form("/accounts/add", name="Dora", role="dealer"),
            lambda: mel.form("/accounts/reset", name="Dora"),
            lambda: mel.form("/password", old="ten of hearts", new="nine of hearts"),
        ],
        "none": [
            lambda: ann.form("/sign-in", how="guest", name="Ann"),
            lambda: mel.form("/accounts/lock", name="Zed"),
        ],
    }
    assert mel.open_table(GAME) == 1
    assert waited_for.state.texts._rest
    assert waited_for.state.passwords._rest
    for kind, asks in asked.items():
        for number, ask in enumerate(asks):
            waited_for.state.texts, waited_for.state.passwords = texts, passwords = Noted(), Noted()
            assert ask().status_code < 500
            took = {"texts": texts.took, "passwords": passwords.took}
            assert took == {each: ["127.0.0.1"] * (each == kind) for each in took}, (kind, number)


def test_who_waits_among_too_many_of_an_address_is_told_so(waited_for: Any, visitor: Any) -> None:
    """Of one kind: staff read the books while guests wait, and guests the log while staff do."""
    mel = manager(waited_for, visitor)
    waited_for.state.readers, readers = Turns(0, 0), waited_for.state.readers
    for path in ("/log", "/api/log/entries"):
        answer = visitor(to=waited_for).client.get(path)
        assert answer.status_code == 429
        assert "wait a moment and try again" in answer.text
    assert mel.client.get("/desk/books").status_code == 200
    waited_for.state.readers, waited_for.state.books = readers, Turns(0, 0)
    assert mel.client.get("/desk/books").status_code == 429
    assert mel.client.get("/log").status_code == 200


def test_two_pages_are_written_at_once_and_no_third(waited_for: Any, visitor: Any, monkeypatch: Any) -> None:
    """Forty who read a page of the lab made a command wait twenty times as long: each had a thread of its own."""
    lock, now, most, came = threading.Lock(), 0, 0, 0
    everybody, third = threading.Event(), threading.Barrier(WRITERS + 1)
    render, send = Template.render, Page.__call__

    async def sent(answer: Page, *given: Any) -> None:
        nonlocal came
        came += 1
        if came == READERS:
            everybody.set()
        await send(answer, *given)

    def held(*given: Any, **named: Any) -> str:
        nonlocal now, most
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        with lock:
            now += 1
            most = max(most, now)
        assert everybody.wait(300), "who reads does not come"
        with suppress(threading.BrokenBarrierError):  # once: a third who is let in is here by then
            third.wait(0.3)
        try:
            return render(*given, **named)
        finally:
            with lock:
                now -= 1

    monkeypatch.setattr(Page, "__call__", sent)
    monkeypatch.setattr(Template, "render", held)
    readers = [visitor(to=waited_for).client for _ in range(READERS)]
    with ThreadPoolExecutor(READERS) as crowd:
        told = list(crowd.map(lambda each: each.get(f"/lab/{GAME}").status_code, readers))
    assert told == [200] * READERS
    assert most == WRITERS
