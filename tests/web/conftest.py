"""A card room of its own for each test, visitors who talk to it as a browser does, and a server for real browsers."""

import os
import re
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from argon2 import PasswordHasher
from browsing import Player
from playwright.sync_api import Browser, expect, sync_playwright

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.people import people
from houseway.room.table.clock import Clock
from houseway.web import create_app
from houseway.web.app import HERE, Outside, server
from houseway.web.figures import Figures, Job
from houseway.web.guard import Limits, Rate
from houseway.web.prepare import Preparation
from houseway.web.work import usual

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENT = Clock(1000, 1000, 1000, sealing=1000, opening=1000)
"""A busy machine may take its time over a round: no test is about the clock but those that say so."""

PLENTY = Limits(*[Rate(100_000, 10_000)] * 6, deals=Rate(100_000, 10_000))


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """In memory where there is such a folder: these tests are not about the disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """The same hash with the least work: these tests are not about its cost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session", autouse=True)
def patient_work() -> Iterator[None]:
    """The first run compiles what others load; the usual processes may be there already, by a test elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.web.work.ADVICE_SECONDS", 900.0)
        for lane in (usual().advice, usual().plain):
            patch.setattr(lane, "_seconds", 900.0)
        yield


@pytest.fixture
def room(folder: Path, request: pytest.FixtureRequest) -> Iterator[Room]:
    file = folder / f"{re.sub(r'[^a-z0-9]+', '-', request.node.name.lower())[:80]}.db"
    opened = Room.open(f"sqlite:///{file}")
    yield opened
    opened.close()


@pytest.fixture
def app(room: Room) -> Any:
    return create_app(room, PLENTY)


class Visitor:
    """Somebody with a browser's cookies and the token of a page."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self._keys = 0

    @cached_property
    def token(self) -> str:
        found = re.search(r'name="csrf" content="([0-9a-f]+)"', self.client.get("/sign-in").text)
        assert found is not None
        return found[1]

    def form(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(path, data={"csrf": self.token, **fields}, follow_redirects=False)

    def approve(self, path: str, **fields: str) -> httpx.Response:
        """Send the form by which the desk has somebody approve; with all that it carries, where it is there."""
        found = re.search(rf'action="{path}">.*?name="shown" value="([0-9a-f]*)"', self.client.get("/desk").text)
        return self.form(path, **({"shown": found[1]} if found else {}) | fields)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.client.post(path, json=body, headers={"X-CSRF-Token": self.token})

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def come_in(self, name: str) -> "Visitor":
        assert self.form("/sign-in", how="guest", name=name).status_code == 303
        return self

    def open_table(self, game: str, **settings: str) -> int:
        fields = {f"set.{key.replace('_', '-')}": value for key, value in settings.items()}
        answer = self.form("/tables/new", game=game, name="", **fields)
        assert answer.status_code == 303, answer.text
        return int(answer.headers["location"].rsplit("/", 1)[1])

    def view(self, table: int) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/api/tables/{table}/view")
        return found

    def order(self, table: int, kind: str, key: str = "", version: int | None = None, **data: Any) -> httpx.Response:
        self._keys += 1
        body = {"key": key or f"key-{id(self)}-{self._keys}", "version": version, "kind": kind, "data": data}
        return self.post(f"/api/tables/{table}/commands", body)

    def do(self, table: int, kind: str, **data: Any) -> int:
        answer = self.order(table, kind, **data)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])


class Bridge(httpx.BaseTransport):
    """A client that waits, over an application that does not."""

    def __init__(self, app: Any, portal: BlockingPortal) -> None:
        self._inside = httpx.ASGITransport(app, raise_app_exceptions=True)
        self._portal = portal

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._portal.call(self._handle, request)

    async def _handle(self, request: httpx.Request) -> httpx.Response:
        answer = await self._inside.handle_async_request(request)
        sent = b"".join([part async for part in answer.aiter_raw()])
        return httpx.Response(answer.status_code, headers=answer.headers, content=sent)


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as opened:
        yield opened


@pytest.fixture
def visitor(app: Any, portal: BlockingPortal) -> Iterator[Any]:
    """Makes visitors, each with a browser of their own."""
    clients: list[httpx.Client] = []

    def make(name: str = "", to: Any = app) -> Visitor:
        client = httpx.Client(transport=Bridge(to, portal), base_url="http://localhost")
        clients.append(client)
        fresh = Visitor(client)
        return fresh.come_in(name) if name else fresh

    yield make
    for client in clients:
        client.close()


class QuickFigures(Figures):
    """Only what is computed in a moment: the browsers are not here to wait for the others."""

    def computed(self, job: Job) -> dict[str, Any]:
        if job.game.id != "super-pan-9":
            raise HousewayError("not in this test")
        return super().computed(job)


class House:
    """A room behind a real server on a free port of this machine; it ends with the test run."""

    def __init__(
        self,
        room: Room,
        port: int = 0,
        preparation: Preparation | None = None,
        app: Any = None,
        outside: Outside = HERE,
    ) -> None:
        app = app or create_app(room, PLENTY, QuickFigures(), preparation or Preparation(()))
        self.room = room
        self._clients: list[httpx.Client] = []
        listening = socket.create_server(("127.0.0.1", port))
        self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self._server = server(app, outside)
        self._thread = threading.Thread(target=self._server.run, args=([listening],), daemon=True)
        self._thread.start()
        until = time.monotonic() + 20
        while not self._server.started and time.monotonic() < until:
            time.sleep(0.02)

    def visitor(self, name: str = "", client: httpx.Client | None = None) -> Visitor:
        """Somebody who has come in under a name, or a guest who has not yet."""
        self._clients.append(client or httpx.Client(base_url=self.address))
        return Visitor(self._clients[-1]).come_in(name) if name else Visitor(self._clients[-1])

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join(timeout=10)


@pytest.fixture
def mortal_house(folder: Path) -> Iterator[Callable[[], House]]:
    """A server that can die: each call ends the one before and opens the room anew, at the same address."""
    opened: list[House] = []

    def rise() -> House:
        if opened:
            opened[-1].close()
            opened[-1].room.close()
        opened.append(
            House(Room.open(f"sqlite:///{folder / 'mortal.db'}", clock=PATIENT), opened[-1].port if opened else 0)
        )
        return opened[-1]

    yield rise
    opened[-1].close()
    opened[-1].room.close()


@pytest.fixture
def house_of() -> Iterator[Callable[..., House]]:
    """Serves a room of the test's own, with a preparation of its own."""
    opened: list[House] = []

    def serve(
        room: Room, preparation: Preparation | None = None, limits: Limits = PLENTY, outside: Outside = HERE
    ) -> House:
        app = create_app(room, limits, QuickFigures(), preparation or Preparation(()), outside.names)
        opened.append(House(room, app=app, outside=outside))
        return opened[-1]

    yield serve
    for each in opened:
        each.close()
        each.room.close()


@pytest.fixture(scope="module")
def serve() -> Iterator[Callable[[Room], House]]:
    """Serves rooms to all tests of a module."""
    opened: list[House] = []

    def make(room: Room) -> House:
        opened.append(House(room))
        return opened[-1]

    yield make
    for each in opened:
        each.close()
        each.room.close()


@pytest.fixture(scope="session")
def house(folder: Path) -> Iterator[House]:
    room = Room.open(
        f"sqlite:///{folder / 'house.db'}",
        clock=PATIENT,
        draw=Random(int(os.environ.get("HOUSEWAY_LUCK", "5"))).randrange,
    )
    served = House(room)
    yield served
    served.close()
    room.close()


class Chromium:
    """One Chromium for all modules in a row that play in it: while it is open, no test can run a loop of its own."""

    def __init__(self) -> None:
        self._opened: Browser | None = None
        self._playing = ExitStack()

    def opened(self) -> Browser:
        if self._opened is None or not self._opened.is_connected():
            self.close()
            expect.set_options(timeout=60_000)
            playwright = self._playing.enter_context(sync_playwright())
            self._opened = playwright.chromium.launch(executable_path=self._found(), args=["--no-sandbox"])
            self._playing.callback(self._opened.close)
        return self._opened

    def close(self) -> None:
        self._opened = None
        self._playing.close()

    @staticmethod
    def _found() -> str:
        found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
        if found is None:
            pytest.fail("these tests play in Chromium, and it is not on this machine: apt-get install chromium")
        return found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    one = Chromium()
    yield one
    one.close()


@pytest.fixture(scope="module", autouse=True)
def no_browser_where_nobody_plays(request: pytest.FixtureRequest, chromium: Chromium) -> None:
    here = [item for item in request.session.items if item.path == request.path]
    if not any("browser" in item.fixturenames for item in here if isinstance(item, pytest.Function)):
        chromium.close()


@pytest.fixture(scope="module")
def browser(chromium: Chromium) -> Iterator[Browser]:
    opened = chromium.opened()
    yield opened
    for context in opened.contexts:
        context.close()


@pytest.fixture
def players(house: House, browser: Browser) -> Iterator[Callable[..., Player]]:
    """Makes people with browsers of their own in the house; no page of theirs may report an error."""
    made: list[Player] = []

    def make(name: str, device: dict[str, Any] | None = None, **more: Any) -> Player:
        made.append(Player(house, browser, name, device, **more))
        return made[-1]

    yield make
    for player in made:
        player.close()
