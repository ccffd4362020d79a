"""The page of a proof takes no more on anybody's word than the verifier does: both are asked about the same files."""

import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from honest import HIDING, NUMBERS, round_of, told_by_house
from houseway.games import game as find_game
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.room import Person, Room
from houseway.room.fairness.receipts import receipt
from houseway.room.store.journal import canonical
from houseway.round.meters import displayed_in
from houseway.verifier import (
    answer_faults,
    checked,
    closing_of,
    digest,
    gone_before,
    log_faults,
    receipt_faults,
    settings_of,
)
from houseway.verifier.answers import left_out_faults
from houseway.verifier.deal import bound_faults, form_faults
from houseway.verifier.own_numbers import displayed_faults, numbers, seal_faults
from houseway.verifier.shoe import deck_faults
from scripts import STATIC, ask_deno

SCRIPT = STATIC / "claims.js"
PAIRS = find_game("super-pairs")
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


# ---------------------------------------------------------------------------------------------------- shoe and round


def a_place_in_two_spellings(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """Place + 2**32 has the same four bytes, so the same leaf: a card opened twice may stand for one left out."""
    again = proof["openings"][0]
    proof["openings"].append({**again, "index": again["index"] + 2**32})


def a_place_as_a_text(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["openings"].append({**proof["openings"][0], "index": str(proof["openings"][0]["index"])})


def another_game(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """One that nobody knows the pack of."""
    proof["game"] = "super-pairs-washington"


def other_decks(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """Fewer than the table was set to."""
    record["settings"]["decks"] = "7"


def another_table(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["table"] += 1


def pack_of_its_own(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["pack"]["2c"] += 1


def from_further_on(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["position"] += 1


def a_place_gone_twice(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record |= {"position": 1, "gone": [0, 0]}


def places_that_no_shoe_has(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """Nothing of the shoe is gone by them: what was dealt in the round before is dealt once more."""
    record |= {"round": record["round"] + 1, "position": 1, "gone": [proof["size"]]}


def a_cut_beyond_the_shoe(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """Round the shoe twice it is the same, and another text in the closing."""
    record["cut"] = proof["cut"] = record["cut"] + 2 * proof["size"]


def decks_in_another_spelling(record: dict[str, Any], proof: dict[str, Any]) -> None:
    for each in (record, proof):
        each["settings"]["decks"] = f"{each['settings'].get('decks', 1)}.0"


def a_seat_as_a_text(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["seat"][0]["number"] = "1"


def a_shoe_that_ran_out(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["entries"].append({"call": "out-of-cards", "seat": 0})


DEALT: list[Callable[[dict[str, Any], dict[str, Any]], None]] = [
    a_place_in_two_spellings,
    a_place_as_a_text,
    another_game,
    other_decks,
    another_table,
    pack_of_its_own,
    from_further_on,
    a_place_gone_twice,
    places_that_no_shoe_has,
    a_cut_beyond_the_shoe,
    decks_in_another_spelling,
    a_seat_as_a_text,
    a_shoe_that_ran_out,
]


def refused(record: dict[str, Any], proof: dict[str, Any]) -> bool:
    """Whether the verifier does not say that all holds."""
    try:
        return bool(checked([told_by_house(record)], proof, None, None)[0])
    except ValueError:
        return True


def test_the_page_of_a_proof_holds_no_shoe_and_no_round_that_the_verifier_refuses(
    played: list[Files], tmp_path: Path
) -> None:
    files = [(record, proof, record["round"]) for record, proof in played]
    for cheat in DEALT:
        for record, proof in json.loads(json.dumps(played)):
            cheat(record, proof)
            files.append((record, proof, record["round"]))
    honest = len(played)
    assert [refused(*each[:2]) for each in files] == [at >= honest for at in range(len(files))]
    files += [(record, proof, record["round"] + 1000) for record, proof in played]
    code = (
        f'import {{ roundFault, shoeFault }} from "{(SCRIPT.parent / "dealt.js").as_uri()}";\n'
        "const files = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "const own = { noted: undefined, receipts: [] };\n"
        "const fault = ([r, p, round]) => shoeFault(p) || roundFault(r, p, { ...own, round });\n"
        "console.log(JSON.stringify(files.map(fault)));\n"
    )
    found = ask_deno(tmp_path, code, files)
    assert found[:honest] == [""] * honest, "what is honest holds"
    assert all(found[honest:]), "and no cheat does, nor a round that was not asked for"


def test_page_and_verifier_leave_out_of_the_closing_what_meters_display_and_no_prize(tmp_path: Path) -> None:
    """Of every table there can be, by what its room tells: a fixed prize has no meter, and what is not offered none."""
    asked, known = [], []
    for kind, offered in product(("house", "progressive"), product(("yes", "no"), repeat=len(JACKPOTS))):
        chosen = {f"offer-{each}": offer for each, offer in zip(JACKPOTS, offered, strict=True)}
        settings = PAIRS.configure(**{"jackpot-kind": kind, **chosen})
        honest, told = displayed_in(PAIRS, settings), {"game": PAIRS.id, "settings": settings.show()}
        asked += [told | {"displayed": each} for each in (honest, *([f"{jackpot}-meter"] for jackpot in JACKPOTS))]
        known += [False, *(f"{jackpot}-meter" not in honest for jackpot in JACKPOTS)]
    code = (
        f'import {{ displayedFault }} from "{SCRIPT.as_uri()}";\n'
        "const files = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "console.log(JSON.stringify(files.map((each) => displayedFault(each) !== '')));\n"
    )
    assert [any(displayed_faults(each)) for each in asked] == known
    assert ask_deno(tmp_path, code, asked) == known


def sealed_by(modulus: int, base: int, factor: int) -> dict[str, Any]:
    commit = digest(5, modulus.to_bytes(128, "big"), base.to_bytes(128, "big")).hex()
    return {"seat": 1, "commit": commit, "modulus": f"{modulus:x}", "base": f"{base:x}", "factor": f"{factor:x}"}


def test_page_and_verifier_take_the_same_base_of_a_seal(tmp_path: Path) -> None:
    """By a base of 1, or one that a prime of the modulus divides, the number is known to everybody at once."""
    (modulus, base), factor = NUMBERS[0]
    none = (0, 1, factor, 3 * factor, modulus - factor, modulus, modulus + 2)
    seals = [sealed_by(modulus, each, factor) for each in (base, 2, modulus - 1, *none)]
    code = (
        f'import {{ sealFault }} from "{(SCRIPT.parent / "puzzles.js").as_uri()}";\n'
        "const seals = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "console.log(JSON.stringify(seals.map(sealFault)));\n"
    )
    record = {"turns": 2**25, "seat": [{"number": 1}]}
    found = [any(seal_faults(record | {"seals": [each]})) for each in seals]
    assert found == [False] * 3 + [True] * len(none)
    assert ask_deno(tmp_path, code, seals) == [""] * 3 + ["is sealed by a modulus or a base that is none"] * len(none)


def spoilt(record: dict[str, Any], **more: Any) -> dict[str, Any]:
    """With the last answer told otherwise."""
    *others, last = record["answers"]
    return record | {"answers": [*others, last | more]}


HONEST = [
    round_of((4, 1, "player", 1), (4, 2, "bot", 1), (5, 2, "bot", 2), (6, 1, "time", 47), (7, 3, "left", 48)),
    round_of((4, 1, "player", 10), (5, 2, "player", 9.5), (6, 1, "time", 54.5), asked=9.5),
    round_of((4, 1, "bot", 1), (5, 1, "time", 46), game="chinese-poker"),
    {key: value for key, value in round_of((4, 1, "player", 1)).items() if key != "answers"} | {"signed": {}},
]
TOLD_OTHERWISE = [
    round_of((4, 1, "player", 1), (5, 1, "bot", 2)),
    round_of((4, 1, "bot", 1), (5, 1, "time", 46)),
    round_of((4, 1, "bot", 1), (5, 1, "left", 46), game="chinese-poker"),
    round_of((4, 1, "left", 1), (5, 1, "player", 2)),
    round_of((4, 1, "player", 1), (4, 2, "player", 1)),
    round_of((4, 1, "player", 1), (4, 2, "time", 1)),
    round_of((4, 1, "player", 1), (4, 2, "bot", 2)),
    round_of((4, 1, "time", 1), (4, 1, "time", 1)),
    round_of((4, 1, "player", 10), (5, 2, "player", 9), (6, 3, "player", 8)),
    round_of((4, 1, "player", 10), (5, 2, "player", 9), (6, 1, "time", 53), asked=8),
    round_of((5, 1, "player", 10), (4, 2, "player", 11)),
    round_of((4, 1, "player", 101)),
    round_of((4, 1, "nobody", 1)),
    spoilt(round_of((4, 1, "player", 1)), seat=2),
    spoilt(round_of((4, 1, "bot", 1)), why="it thought so"),
    spoilt(round_of((4, 1, "player", 1)), line=1),
    {key: value for key, value in HONEST[0].items() if key != "answers"} | {"signed": {}, "draws": []},
    {key: value for key, value in HONEST[0].items() if key != "started"},
]


def in_words(told: Callable[[dict[str, Any], int], None], record: dict[str, Any]) -> dict[str, Any]:
    copy = json.loads(json.dumps(record))
    told(copy, next(each["line"] for each in copy["answers"]))
    return dict(copy)


def test_the_page_holds_who_answered_to_what_the_verifier_does(played: list[Files], tmp_path: Path) -> None:
    seats = [{"number": number} for number in (1, 2, 3)]
    answered = [each | {"seat": seats} for each in (*HONEST, *TOLD_OTHERWISE)]
    (game,) = [record for record, _ in played if record["game"] == "dealer-open-pai-gow"]
    hidden = [in_words(each, game) for each in HIDING]
    code = (
        "import { answersFault, botsIn, formFault, unacknowledged } "
        f'from "{(SCRIPT.parent / "answered.js").as_uri()}";\n'
        "const [answered, hidden] = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "const mine = (...entries) => entries.map((entry) => ({ entry, answer: { seat: 1 } }));\n"
        "const kept = [mine(4), mine(3), []].map((each) => unacknowledged(answered[0], each));\n"
        "const faults = [answered.map(answersFault), hidden.map(formFault)];\n"
        "console.log(JSON.stringify([...faults, botsIn(answered[0]), kept]));\n"
    )
    of_answers, of_forms, bots, silent = ask_deno(tmp_path, code, [answered, [*(each for each, _ in played), *hidden]])
    checks = [[*answer_faults(each), *left_out_faults(each, asked=False)] for each in answered]
    assert list(map(bool, of_answers)) == list(map(bool, checks))
    assert list(map(bool, of_answers)) == [at >= len(HONEST) for at in range(len(answered))]
    assert list(map(bool, of_forms)) == [False] * len(played) + [True] * len(HIDING)
    assert all(any(form_faults(each)) for each in hidden)
    assert (bots, silent) == ([2], [False, True, False]), "a receipt for each of one's own answers, or it is said"


def test_the_page_of_a_proof_draws_from_any_bound_what_the_verifier_draws(tmp_path: Path) -> None:
    """Of two bytes alone, no number is drawn from more than 65,536: the page went on for ever."""
    bounds = [1, 2, 6, 255, 256, 257, 65_535, 65_536, 65_537, 1_000_000, 2_000_001]
    code = (
        f'import {{ numbers }} from "{(SCRIPT.parent / "dealt.js").as_uri()}";\n'
        "const [secret, bounds] = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "console.log(JSON.stringify(bounds.map(numbers(Uint8Array.from(secret)))));\n"
    )
    secret = bytes(range(16))
    assert ask_deno(tmp_path, code, [list(secret), bounds]) == list(map(numbers(secret), bounds))


def test_a_shoe_is_one_number_in_the_log_and_a_round_is_of_one_shoe(tmp_path: Path) -> None:
    """3 and "3" are two leaves, and would be two shoes; two shoes after one round would both hold the next."""
    turns = [
        [{"root": f"{at:064x}", "shoe": 3 + at, "size": 52, "table": 1, **after} for at, after in enumerate(each)]
        for each in (
            [{}, {"after": 6}, {"after": 7}],
            [{"after": 6}, {"after": 6}],
            [{"after": 7}, {"after": 6}],
            [{"after": 6}, {}],
            [{"after": None}, {"after": 6}],
        )
    ]
    entries = [
        {"root": root, "shoe": shoe, "size": 52, "table": 1} for root, shoe in (("aa" * 32, 3), ("bb" * 32, "3"))
    ]
    leaves = [hashlib.sha256(b"\0" + canonical(each).encode()).digest() for each in entries]
    root = hashlib.sha256(b"\1" + leaves[0] + leaves[1]).hexdigest()
    proofs = [
        each | {"log": {"index": at, "path": [leaves[1 - at].hex()], "head": {"size": 2, "root": root}}}
        for at, each in enumerate(entries)
    ]
    code = (
        f'{BROWSER}document.getElementById = () => ({{ textContent: "" }});\n'
        "globalThis.fetch = () => new Promise(() => {});\n"
        f'const {{ entriesFault }} = await import("{(SCRIPT.parent / "log.js").as_uri()}");\n'
        f'const {{ logFault }} = await import("{SCRIPT.as_uri()}");\n'
        "const [head, entries, proofs, turns] = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "const read = await entriesFault(head, () => Promise.resolve(entries));\n"
        "const each = turns.map((all) => entriesFault({ size: all.length, root: '' }, () => Promise.resolve(all)));\n"
        "console.log(JSON.stringify([read, ...proofs.map(logFault), ...await Promise.all(each)]));\n"
        "Deno.exit(0);\n"
    )
    told = "the log tells what is no whole number"
    found = ask_deno(tmp_path, code, [{"size": 2, "root": root}, entries, proofs, turns])
    assert found[:3] == [told, "", told]
    assert "not those of this head" in found[3], "one shoe after the other"
    assert ["came after no round" in each for each in found[4:]] == [True, True, True, False]
    assert found[7] == told


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
    view |= {"version": 9, "after": record["after"]}
    view |= {"numbers": {"all": True, "turns": 2**25, "seats": [{"seat": seat, "seal": wide, "open": False}]}}
    view |= {"document": record["document"]["hash"], "displayed": record["displayed"]}
    view |= {"contents": {"irregularities": f"sha256 {hashlib.sha256((40 * '¡').encode()).hexdigest()}"}}
    return record, view | {"settings": record["settings"], "settings_hash": settings_of(record)}


def noted_of(views: list[dict[str, Any]], own: dict[str, Any], folder: Path) -> list[tuple[str, list[str], int]]:
    """The closing that a browser notes of each view, what it sends, and how often it warns."""
    code = (
        f'{BROWSER}const {{ Numbers }} = await import("{(SCRIPT.parent / "numbers.js").as_uri()}");\n'
        "const [views, own] = JSON.parse(await new Response(Deno.stdin.readable).text());\n"
        "const found = views.map((view) => {\n"
        '  kept.clear();\n  kept.set("houseway.number", JSON.stringify(own));\n'
        "  const [sent, warned] = [[], []];\n"
        "  const line = { act: async (what) => sent.push(what) };\n"
        '  const more = { name: "number", line, warn: (what) => warned.push(what), done: new Set() };\n'
        "  const mine = Object.assign(Object.create(Numbers.prototype), more);\n"
        "  Object.assign(mine, { sent: null });\n"
        "  mine.take(null, view);\n"
        '  return [JSON.parse(kept.get("houseway.commits"))[`round ${view.round}`].closing, sent, warned.length];\n'
        "});\nconsole.log(JSON.stringify(found));\n"
    )
    return [tuple(each) for each in ask_deno(folder, code, [views, own])]


def test_a_browser_notes_what_it_was_shown_and_opens_its_number_where_all_are_those_that_were_sealed(
    played: list[Files], tmp_path: Path
) -> None:
    """A house that shows one list of settings, or stakes, and commits to another has shown what the browser hashes.

    Where another number is shown than was committed to, also to a page that was loaded again, one's own stays shut.
    """
    record, honest = shown(json.loads(json.dumps(played[0][0])))
    whole = {
        "contents": honest["contents"] | {"decks": record["settings"]["decks"]},
        "settings": record["settings"] | {"decks": "8 (title)"},
    }
    other = {"settings": record["settings"] | {"decks": "1"}}
    more = {"seats": [{**each, "wagers": {"main": 40000}} for each in honest["seats"]]}
    swapped = json.loads(json.dumps(honest))
    swapped["numbers"]["seats"][0]["seal"]["base"] = "5" * 256
    views = [honest, honest | {"settings_hash": "0" * 64}, honest | whole, honest | other, honest | more, swapped]
    commit = record["seals"][0]["commit"]
    seat = record["seals"][0]["seat"]
    laid = {"commit": commit, "seat": seat, "after": record["after"], "key": "", "nth": 1, "version": 1, "begun": 2**52}
    own = {
        "numbers": [{"commit": commit, "key": "", "nth": 1, "seal": {"modulus": "9" * 256}, "factor": "1"}],
        "laid": laid,
    }
    own |= {"sealed": {"commit": commit, "commits": {seat: commit}}, "hands": [], "refused": []}
    noted = noted_of(views, own, tmp_path)
    assert [closing == closing_of(record) for closing, _, _ in noted] == [True, True, True, False, False, False]
    assert [(sent, warned) for _, sent, warned in noted] == [(["open"], 0)] * 5 + [([], 1)]


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
