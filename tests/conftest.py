"""Examples are found repeatably, and none is late: machines that test are busy.

And what several folders of tests need: shoes in an order of the test's own, a PostgreSQL of the tests' own, statements
that are compiled once.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import Connection, Engine, event

from houseway.cards import DECK, parse_cards

settings.register_profile("houseway", deadline=None, derandomize=True)
settings.load_profile("houseway")

# Who is started in the background hears no Ctrl-C, and some tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


class CompiledOnce(dict[tuple[Any, ...], Any]):
    """Compiled SQL by statement and kind of dialect: SQLAlchemy's own keys begin with the dialect of one engine."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """Thousands of rooms are opened in one process, each by an engine of its own; they say the same to the database."""
    shared = CompiledOnce()

    def share(connection: Connection) -> None:
        connection.execution_options(compiled_cache=shared)

    event.listen(Engine, "engine_connect", share)
    yield
    event.remove(Engine, "engine_connect", share)


BINARIES = [Path("/usr/lib/postgresql/15/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A private PostgreSQL server on a socket in a folder of its own."""
    found = shutil.which("initdb")
    binaries = Path(found).parent if found else next((b for b in BINARIES if (b / "initdb").exists()), None)
    if binaries is None:
        pytest.fail("these tests need a PostgreSQL server: install one, as in  apt-get install postgresql")
    home = Path(tempfile.mkdtemp(prefix="houseway-pg-", dir=MEMORY))
    run: list[str] = []
    if os.geteuid() == 0:  # initdb refuses root
        user = pwd.getpwnam("postgres")
        os.chown(home, user.pw_uid, user.pw_gid)
        run = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    data = home / "data"
    start = [*run, binaries / "initdb", "-D", data, "-U", "houseway", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL, cwd=home)
    options = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off -c max_connections=60"
    control = [*run, binaries / "pg_ctl", "-D", data, "-w", "-s"]
    subprocess.run([*control, "-o", options, "-l", home / "log", "start"], check=True, cwd=home)
    try:
        yield f"postgresql+psycopg://houseway@/postgres?host={home}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, cwd=home)
        shutil.rmtree(home)


@pytest.fixture(scope="session")
def arranged() -> Callable[[Sequence[int], Sequence[int]], Callable[[int], int]]:
    """Draws by which the room's first shuffle of a pack puts these cards in front; later ones come as they come.

    Every shoe has salts of its own, as in every room.
    """
    salts = count()

    def draws_for(pack: Sequence[int], first: Sequence[int]) -> Callable[[int], int]:
        cards, rest = list(pack), list(pack)
        for card in first:
            rest.remove(card)
        target = [*first, *rest]
        draws: list[int] = []
        for last in range(len(cards) - 1, 0, -1):
            at = next(place for place in range(last, -1, -1) if cards[place] == target[last])
            draws.append(at)
            cards[last], cards[at] = cards[at], cards[last]
        given = iter(draws)
        return lambda bound: next(salts) if bound > 2**64 else next(given, 0)

    return draws_for


NINE_ROUNDS = """
Tc Th 6c 7c  Td Ts 6d 7d  Jc Jh 6h 7h  Jd Js 6s 7s  Qc Qh 9c 8c  Qd Qs 9d 8d  Kc Kh 9h 8h  5c Kd 5d 8s  5h Ks 5s 9s
"""
"""Of one deck at a table of one seat: seat, dealer, seat, dealer; everybody may stand."""

LAST_ROUND = "2c 4c 2d 4d  2h 2s Ac Ad Ah As 3c 3d 3h 3s 4h 4s"
"""Sixteen cards, enough to begin another round: a pair of deuces to split, twice, and nothing that ends a hand soon."""


@pytest.fixture
def short_shoe(arranged: Callable[..., Callable[[int], int]]) -> Callable[[int], int]:
    """Draws of a one-deck shoe that runs out in its tenth round, where its one seat splits and hits."""
    return arranged(DECK, parse_cards(NINE_ROUNDS + LAST_ROUND))
