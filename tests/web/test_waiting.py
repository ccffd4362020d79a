"""Who waits for one of few places keeps nobody else waiting, neither by threads nor by places held meanwhile."""

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from houseway.room.people import people
from houseway.web import pages
from houseway.web.guard import ACTS
from houseway.web.places import PLACES
from houseway.web.prepare import Preparation
from houseway.web.turns import MOST_WAITING, OF_ADDRESS, THREADS, Place, Turns

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"

ADDRESSES = THREADS // ACTS + 2
"""So many that their forms would have all threads."""


class Slow(PasswordHasher):
    """Looks at passwords once it is told to, two at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.places, self.let_go = threading.BoundedSemaphore(2), threading.Event()

    def verify(self, *given: Any) -> Any:
        with self.places:
            self.let_go.wait(90)
            return super().verify(*given)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow()
    monkeypatch.setattr(people, "HASHER", made)
    yield made
    made.let_go.set()


def at(house: Any, number: int, crowd: ExitStack) -> httpx.Client:
    """A browser at an address of its own."""
    elsewhere = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    return crowd.enter_context(httpx.Client(base_url=house.address, transport=elsewhere, timeout=90))


def test_forms_that_wait_for_a_password_to_be_looked_at_hold_no_thread(
    room: Any, house_of: Any, slow: Slow, monkeypatch: Any
) -> None:
    """Forms of ten addresses had all threads, and everybody else's view waited as long as they did."""
    came, take = threading.Semaphore(0), Place.take

    async def noted(place: Place) -> None:
        came.release()
        await take(place)

    house = house_of(room, Preparation(()))
    ann = house.visitor("Ann")
    table = ann.open_table("super-pan-9")
    with ExitStack() as lines, ThreadPoolExecutor(ADDRESSES * ACTS) as crowd:
        doors = [house.visitor(client=at(house, 20 + number, lines)) for number in range(ADDRESSES)]
        assert all(door.token for door in doors)
        monkeypatch.setattr(Place, "take", noted)
        names = [(door, f"Nobody {number} {line}") for line, door in enumerate(doors) for number in range(ACTS)]
        try:
            wrong = {"how": "account", "password": "nine of hearts"}
            asked = [crowd.submit(door.form, "/sign-in", name=name, **wrong) for door, name in names]
            assert all(came.acquire(timeout=60) for _ in asked)
            ann.client.timeout = 20
            for _ in range(10):
                assert ann.view(table)["table"] == table
            assert house.visitor(client=at(house, 20, lines)).come_in("Zed"), "one that needs no password, from there"
        finally:
            slow.let_go.set()
        assert {each.result().status_code for each in asked} == {422}


def test_a_place_to_read_waits_for_no_thread_of_its_address(room: Any, house_of: Any, monkeypatch: Any) -> None:
    """One address had both of them while it waited behind what else it had asked for, and nobody read anything."""
    let_go, waiting, came, full = threading.Event(), threading.Semaphore(0), threading.Event(), threading.Event()

    class Kept(Turns):
        """Gives a place, and has who got it wait until all threads of the address are taken."""

        @asynccontextmanager
        async def turn(self, address: str) -> AsyncIterator[None]:
            async with super().turn(address):
                came.set()
                while not full.is_set():
                    await asyncio.sleep(0.01)
                yield

    def more_chips(*_: Any) -> None:
        waiting.release()
        let_go.wait(90)

    monkeypatch.setattr(room.people, "more_chips", more_chips)
    house = house_of(room, Preparation(()))
    app = house._server.app
    ann = house.visitor("Ann")
    table = ann.open_table("super-pan-9")
    monkeypatch.setattr(room, "decision", more_chips)
    app.state.readers = Kept(1, MOST_WAITING, rest=True)
    ann.client.timeout = 90
    with ThreadPoolExecutor(2 * OF_ADDRESS) as crowd:
        try:
            read = crowd.submit(ann.client.get, f"/api/tables/{table}/history")
            assert came.wait(60)
            asked = [crowd.submit(ann.form, "/chips") for _ in range(ACTS)]
            asked += [crowd.submit(ann.client.get, f"/api/tables/{table}/hint") for _ in range(OF_ADDRESS - ACTS)]
            assert all(waiting.acquire(timeout=60) for _ in range(OF_ADDRESS))
            full.set()
            assert read.result(20).json() == {"rounds": []}
        finally:
            full.set()
            let_go.set()
    assert len(asked) == OF_ADDRESS


def test_as_many_of_an_address_wait_as_the_page_on_security_says(app: Any) -> None:
    """For pages that are written and for each of the few places: a club may come from one address."""
    told = re.findall(r"(\d+)(?: of an address)?(?: wait)? at most \(429\)", SECURITY.read_text("utf-8"))
    most = [getattr(app.state, kind)._most for kind in PLACES] + [pages.MOST_WAITING]
    assert {*map(int, told)} == {*most} == {256}
    assert len(told) == len(PLACES)
