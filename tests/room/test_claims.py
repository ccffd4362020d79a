"""The page of a proof takes no more on anybody's word than the verifier does: both are asked about the same files."""

import hashlib
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
from houseway.room.fairness.receipts import receipt
from houseway.verifier import closing_of, digest, gone_before, log_faults, receipt_faults, settings_of
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


BROWSER = """
const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
Object.defineProperty(globalThis, "localStorage", { value: storage });
const element = { content: "", dataset: {} };
const root = { classList: { toggle() {} }, lang: "en" };
globalThis.document = { querySelector: () => element, documentElement: root, addEventListener() {} };
"""
"""As much of a browser as the script of one's own number looks at."""


def shown(record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A round to which the first seat has brought a number, and its table as it was before that was opened."""
    seat, wide = record["seat"][0]["number"], {"modulus": "9" * 256, "base": "7" * 256}
    commit = digest(5, *(bytes.fromhex(each) for each in wide.values())).hex()
    record["settings"]["irregularities"] = 40 * "¡"  # a long one, told by its hash
    record |= {"turns": 2**25, "seals": [{"seat": seat, "commit": commit, **wide}]}
    size = sum(record["pack"].values())
    shoe = {"root": record["root"], "size": size, "left": size - record["position"], "cut": record["cut"]}
    shoe["gone"] = f"{sum(1 << place for place in gone_before(record, size)):x}"
    seats = [{"number": each["number"], "wagers": {"main": 500}, "commit": None} for each in record["seat"]]
    seats[0] |= {"you": True, "commit": commit}
    view = {"phase": "playing", "round": record["round"], "seats": seats, "shoe": shoe, "game": record["game"]}
    view |= {"numbers": {"all": True, "turns": 2**25, "seats": [{"seat": seat, "seal": wide, "open": False}]}}
    view |= {"document": record["document"]["hash"], "displayed": record["displayed"]}
    view |= {"contents": {"irregularities": f"sha256 {hashlib.sha256((40 * '¡').encode()).hexdigest()}"}}
    return record, view | {"settings": record["settings"], "settings_hash": settings_of(record)}


def test_a_browser_notes_the_settings_that_it_was_shown_whatever_hash_is_told(
    played: list[Files], tmp_path: Path
) -> None:
    """A house that shows one list and commits to another has shown the list that the browser hashes."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    record, honest = shown(json.loads(json.dumps(played[0][0])))
    whole = {
        "contents": honest["contents"] | {"decks": record["settings"]["decks"]},
        "settings": record["settings"] | {"decks": "8 (title)"},
    }
    other = {"settings": record["settings"] | {"decks": "1"}}
    views = [honest, honest | {"settings_hash": "0" * 64}, honest | whole, honest | other]
    own = {"commit": record["seals"][0]["commit"], "seal": {"modulus": "9" * 256}, "factor": "1", "used": False}
    numbers = (SCRIPT.parent / "numbers.js").as_uri()
    code = (
        f'{BROWSER}const {{ Numbers }} = await import("{numbers}");\n'
        "const [views, own] = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "const found = views.map((view) => {\n"
        '  kept.clear();\n  kept.set("houseway.number", JSON.stringify(own));\n'
        '  const more = { name: "number", line: { act: async () => {} }, warn() {}, done: new Set() };\n'
        "  const mine = Object.assign(Object.create(Numbers.prototype), more);\n"
        "  Object.assign(mine, { sent: null, commits: null, settings: null });\n"
        "  mine.take(null, view);\n"
        '  return JSON.parse(kept.get("houseway.commits"))[view.round].closing;\n'
        "});\nconsole.log(JSON.stringify(found));\n"
    )
    (tmp_path / "ask.js").write_text(code, encoding="utf-8")
    words = [deno, "run", "--quiet", "--no-config", f"--allow-read={SCRIPT.parent}", str(tmp_path / "ask.js")]
    told = json.dumps([views, own])
    done = subprocess.run(words, input=told, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    closings = json.loads(done.stdout)
    assert [each == closing_of(record) for each in closings] == [True, True, True, False]


def receipts_of(record: dict[str, Any], room: Room) -> list[dict[str, Any]]:
    """As the players of a round were given them."""
    return [
        receipt(room.signer, {"table": record["table"], "entry": each["entry"], "at": each["at"]} | {"answer": answer})
        for each in record["answers"]
        for answer in [record["entries"][each["line"]]]
    ]


def test_page_and_verifier_hold_receipts_to_the_record(played: list[Files], tmp_path: Path) -> None:
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    room = Room.open("sqlite://")
    asked: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    for record, _ in played:
        kept = receipts_of(record, room)
        late, other, silent = (json.loads(json.dumps(record)) for _ in range(3))
        late["answers"][0] |= {"by": "house", "why": "time"}
        other["answers"][-1]["at"] = record["started"]
        del silent["answers"]
        turned = [each | {"answer": dict(reversed(each["answer"].items()))} for each in kept]
        asked += [(record, kept), (record, turned), (late, kept), (other, kept), (silent, kept), (silent, [])]
    room.close()
    code = (
        f'import {{ receiptFault }} from "{SCRIPT.as_uri()}";\n'
        "const files = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "console.log(JSON.stringify(files.map(([record, kept]) => receiptFault(record, kept) !== '')));\n"
    )
    (tmp_path / "ask.js").write_text(code, encoding="utf-8")
    words = [deno, "run", "--quiet", "--no-config", str(tmp_path / "ask.js")]
    done = subprocess.run(words, input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=300)
    found = [any(receipt_faults(kept, [record])) for record, kept in asked]
    assert json.loads(done.stdout) == found == [False, False, True, True, True, False] * len(played)
