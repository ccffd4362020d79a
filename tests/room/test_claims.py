"""The page of a proof takes no more on anybody's word than the verifier does: both are asked about the same files."""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway.web as web
from houseway.room import Person, Room
from houseway.verifier import log_faults, settings_of
from houseway.verifier.deal import bound_faults
from houseway.verifier.own_numbers import displayed_faults
from houseway.verifier.shoe import deck_faults

SCRIPT = Path(web.__file__).parent / "static" / "claims.js"
SUE = Person(9, "Sue", "surveillance", 0)
Files = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def played(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> list[Files]:
    """A record and a proof of every game, from one room: the log has many entries."""
    room = Room.open(f"sqlite:///{tmp_path_factory.mktemp('room')}/room.db", draw=random.Random(3).randrange)
    found = []
    for game in ("super-pan-9", "supreme-99", "dealer-open-pai-gow", "chinese-poker", "super-pairs"):
        table = sitting(room, game, **({"order": "dice"} if game == "dealer-open-pai-gow" else {}))
        shoe = table.view()["shoe"]["id"]
        table.play_round()
        last = room.history(table.table)[0]["round"]
        found.append((room.record(last, SUE), room.proof(shoe, SUE).json()))
    room.close()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]  # a copy to spoil


def told(files: list[Files], folder: Path) -> list[list[bool]]:
    """What the script of the page finds wrong: pack, bounds, log, displayed."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    code = (
        f'import {{ boundsFault, displayedFault, logFault, packFault }} from "{SCRIPT.as_uri()}";\n'
        "const files = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "const all = (r, p) => [packFault(p), boundsFault(r), logFault(p), displayedFault(r)];\n"
        "const found = files.map(([r, p]) => all(r, p).map((each) => each !== ''));\n"
        "console.log(JSON.stringify(found));\n"
    )
    (folder / "ask.js").write_text(code, encoding="utf-8")
    words = [deno, "run", "--quiet", "--no-config", str(folder / "ask.js")]
    done = subprocess.run(words, input=json.dumps(files), capture_output=True, text=True, check=True, timeout=300)
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # as the script prints it


def expected(record: dict[str, Any], proof: dict[str, Any]) -> list[bool]:
    logged = "log" in proof and not any(log_faults(proof))
    return [any(deck_faults(proof)), any(bound_faults(record)), not logged, any(displayed_faults(record))]


def one_card_more(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["pack"]["As"] += 1


def another_pack(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["pack"] = dict.fromkeys(("2c", "2d", "2h", "2s"), 52)


def picked(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["draws"] = [{"least": 4, "most": 4, "dice": 0, "number": 4}]


def drawn_late(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """The salt of another card gives another number to choose from; where the game draws none, one is made up."""
    entry = next((each for each in record["entries"] if "draw" in each), None)
    if entry is None:
        record["draws"], entry = [{"least": 1, "most": 7, "dice": 0, "number": 4}], {"draw": 4}
    else:
        record["entries"].remove(entry)
    first = next(at for at, each in enumerate(record["entries"]) if "deal" in each)
    record["entries"].insert(first + 3, entry)


def not_drawn(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["entries"] = [each for each in record["entries"] if "draw" not in each]
    del record["draws"]


def without_log(record: dict[str, Any], proof: dict[str, Any]) -> None:
    del proof["log"]


def another_root(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["root"] = "ab" * 32


def another_place(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["log"]["index"] += 1


def a_step_too_many(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["log"]["path"].append("ab" * 32)


def another_head(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["log"]["head"]["root"] = "ab" * 32


def on_a_meter(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["displayed"] = ["order"]


CHEATS: list[Callable[[dict[str, Any], dict[str, Any]], None]] = [
    one_card_more,
    another_pack,
    picked,
    drawn_late,
    not_drawn,
    without_log,
    another_root,
    another_place,
    a_step_too_many,
    another_head,
    on_a_meter,
]


def test_the_page_finds_what_the_verifier_finds(played: list[Files], tmp_path: Path) -> None:
    files = list(played)
    for cheat in CHEATS:
        for record, proof in json.loads(json.dumps(played)):
            cheat(record, proof)
            files.append((record, proof))
    found = told(files, tmp_path)
    assert found == [expected(*each) for each in files]
    assert found[: len(played)] == [[False] * 4] * len(played), "what is honest holds"
    assert all(any(each) for each in found[len(played) :]), "and no cheat does"


def test_page_and_verifier_hash_the_same_settings(played: list[Files], tmp_path: Path) -> None:
    """Whatever letters a control of the house's own is written in, and whichever amounts move."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    record, _ = played[0]
    odd = 'says = "¡Una carta! \u2028 \U0001f0a1 \\ \x7f \x01 </script>\n\t"'
    moving = {"displayed": ["a"], "settings": {"b": odd, "a": "1", "Z": "", "é": "x"}}
    files = [each for each, _ in played] + [record | moving, record | moving | {"settings": {"b": odd, "a": "2"}}]
    code = (
        f'import {{ settingsOf }} from "{(SCRIPT.parent / "puzzles.js").as_uri()}";\n'
        "const files = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "console.log(JSON.stringify(files.map(settingsOf)));\n"
    )
    (tmp_path / "ask.js").write_text(code, encoding="utf-8")
    words = [deno, "run", "--quiet", "--no-config", str(tmp_path / "ask.js")]
    done = subprocess.run(words, input=json.dumps(files), capture_output=True, text=True, check=True, timeout=300)
    assert json.loads(done.stdout) == [settings_of(each) for each in files]
