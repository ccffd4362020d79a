"""The example games: their own tests, installed from a wheel, played in the terminal and in a card room."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import wheels
from wheels import EXAMPLES

NAMES = ("baccarat", "pan_alike")
pytestmark = pytest.mark.compiled


def run(args: Sequence[str], *, path: Path | None = None, cwd: Path | None = None, typed: str = "") -> str:
    """What a command of its own process prints."""
    env = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    ran = subprocess.run(
        [sys.executable, *args], cwd=cwd, env=env, input=typed, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("name", NAMES)
def test_its_own_tests_pass(name: str) -> None:
    folder = EXAMPLES / name
    plain = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder), "tests"]
    assert " passed" in run(plain, path=folder / "src", cwd=folder)


def test_the_bonus_takes_less_than_thirty_lines() -> None:
    assert len((EXAMPLES / "pan_alike" / "src" / "pan_alike" / "game.py").read_text().splitlines()) < 30


@pytest.fixture(scope="module", params=NAMES)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A package, built as a wheel and installed into a folder; the folder."""
    return request.param, wheels.installed(request.param, tmp_path_factory.mktemp("wheel"))


ROOM = """
import sys
from houseway.games import game
from houseway.room import Command, Room
from houseway.room.audit.room import audit

id_, database = sys.argv[1:]
room = Room.open(database)
ann = room.people.guest("Ann")
table = room.open_table(ann, id_, {}, "a table")
keys = iter(range(100))
wagers, settings = game(id_).document.wagers, game(id_).configure()


def do(act, **data):
    room.do(Command(table, ann.id, f"key-{next(keys)}", None, act, data))


do("sit", seat=1)
for _ in range(3):
    do("bet", wagers={wager.id: settings.integer(wager.least) for wager in (wagers[0], wagers[-1])})
    do("ready")
    while asked := [each for each in room.view(table, ann).json()["asked"] if each["yours"]]:
        do("answer", answer=asked[0]["options"][0])
    view = room.view(table, ann).json()
    assert view["phase"] == "ended", view["phase"]
room.store.close()
findings = audit(database)
assert findings == [], findings
print("played and audited")
"""


def test_it_is_found_and_played_from_a_wheel(installed: tuple[str, Path], tmp_path: Path) -> None:
    name, site = installed
    id_ = {"baccarat": "baccarat", "pan_alike": "super-pan-9-alike"}[name]
    known = {each["id"]: each for each in json.loads(run(["-m", "houseway", "games", "--json"], path=site))}
    assert id_ in known
    wager = known[id_]["wagers"][0]
    odds = json.loads(run(["-m", "houseway", "odds", id_, wager, "--json"], path=site))
    assert odds["method"] == "exact"
    lines = "10\n" + "0\n" * (len(known[id_]["wagers"]) - 1) + "s\nq\nq\n"
    screen = run(["-m", "houseway", "play", id_, "--seed", "5"], path=site, typed=lines)
    assert "Why" in screen
    assert "You leave with" in screen
    script = tmp_path / "room.py"
    script.write_text(ROOM)
    assert run([str(script), id_, f"sqlite:///{tmp_path}/room.db"], path=site) == "played and audited\n"
