"""What the verifier takes on nobody's word: the log, the key, the bounds of numbers, how a number is spelled."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway.verifier as verifier
from honest import HIDING, TURNS, Honest, told_by_house
from houseway.cli import main
from houseway.document.controls import CONTROLS
from houseway.games import game as find_game
from houseway.room import Person, Room
from houseway.room.evidence.log import MESSAGE, Tree
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.nonces import prime
from houseway.room.store import journal
from houseway.room.table import rounds
from houseway.round import codec
from houseway.verifier import answer, checked, own_numbers
from houseway.verifier.own_numbers import METERS

FOLDER = Path(verifier.__file__).parent
SUE = Person(9, "Sue", "surveillance", 0)
KINDS = ["supreme-99", "dealer-open-pai-gow"]
Round = tuple[dict[str, Any], dict[str, Any], str]


@pytest.fixture(scope="module")
def played(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Round]:
    """A round of a game, the proof of its shoe, and the room's public key."""
    known: dict[str, Round] = {}

    def of(game: str) -> Round:
        if game not in known:
            with pytest.MonkeyPatch.context() as quick:
                quick.setattr(rounds, "TURNS", TURNS)
                room = Room.open(f"sqlite:///{tmp_path_factory.mktemp(game)}/room.db", draw=random.Random(1).randrange)
                people = Honest(sitting(room, game))
                shoe = people.table.view()["shoe"]["id"]
                people.play_round()
                known[game] = room.record(1, SUE), room.proof(shoe, SUE).json(), room.signer.public.hex()
                room.close()
        return json.loads(json.dumps(known[game]))  # type: ignore[no-any-return]  # a copy to spoil

    return of


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where houseway is not installed."""
    monkeypatch.setattr(answer, "ruled_again", lambda record: None)


def faults(record: dict[str, Any], proof: dict[str, Any], **more: Any) -> list[str]:
    told = record if "key" in more else told_by_house(record)
    return checked([told], proof, proof["root"], None, turns=TURNS, **more)[0]


# ---------------------------------------------------------------------------------------------------- the log


def test_a_proof_that_leaves_the_log_out_is_refused(played: Callable[[str], Round]) -> None:
    """A house that has no entry for this root, or two, leaves the field out."""
    record, proof, _ = played("super-pan-9")
    assert faults(record, proof) == []
    del proof["log"]
    (fault,) = faults(record, proof)
    assert "does not tell where its root stands in the log" in fault
    found, says = checked([record], proof, None, None, turns=TURNS, need_log=False)
    assert found == []
    assert any("NOT CHECKED" in each for each in says)


def test_a_log_that_another_key_has_signed_is_refused(played: Callable[[str], Round]) -> None:
    record, proof, key = played("super-pan-9")
    assert faults(record, proof, key=key.upper()) == []
    found = faults(record, proof, key="ab" * 32)
    assert len(found) == 2, "the log, and who answered"
    assert all(f"signed with the key {key}, not with the one that you know" in fault for fault in found)
    assert any(f"the key {key} that it names itself" in s for s in checked([record], proof, None, None, turns=TURNS)[1])


def ran(folder: Path, files: dict[str, Any], *more: str, how: tuple[str, ...] = (str(FOLDER),)) -> tuple[int, str]:
    for name, content in files.items():
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    command = [sys.executable, "-I", "-S", *how, *files, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout + done.stderr


def test_the_commands_say_so_too(
    played: Callable[[str], Round], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, proof, key = played("super-pan-9")
    assert ran(folder, {"p.json": proof}, "--key", key)[0] == 0
    assert ran(folder, {"p.json": proof}, "--key", "ab" * 32)[0] == 1
    head = proof.pop("log")["head"]
    assert ran(folder, {"p.json": proof})[0] == 1
    assert ran(folder, {"p.json": proof}, "--without-log")[0] == 0
    assert ran(folder, {"p.json": proof}, "--without-log", "--head", f"{head['size']}:{head['root']}")[0] == 1
    for more, code in ((["--without-log"], 0), ([], 1)):
        with pytest.raises(SystemExit) as left:
            main(["verify-round", str(folder / "p.json"), *more])
        assert left.value.code == code
    assert "the log of roots" in capsys.readouterr().out


def test_a_head_that_somebody_kept_is_compared(played: Callable[[str], Round], folder: Path) -> None:
    _, proof, _ = played("super-pan-9")
    size, root = proof["log"]["head"]["size"], proof["log"]["head"]["root"]
    for noted, says in (
        (f"{size}:{root}", "its head is the one that you noted"),
        (f"{size}:{'ab' * 32}", "NO: there are two logs"),
        (f"{size + 1}:{root}", "take a newer proof"),
    ):
        code, said = ran(folder, {"p.json": proof}, "--head", noted)
        assert (code, says in said) == (0 if noted == f"{size}:{root}" else 1, True), said


def test_one_log_that_tells_a_shoe_twice_is_found_out_by_its_entries(
    played: Callable[[str], Round], folder: Path
) -> None:
    """One log, one head, two roots: inclusion proves each to another person."""
    _, proof, _ = played("super-pan-9")
    signer = Signer.fresh()
    fields = {key: proof[key] for key in ("root", "shoe", "size", "table")}
    other = {**fields, "shoe": 7, "root": "cd" * 32}
    for twice in (False, True):
        last = {**fields, "root": "ab" * 32} if twice else {**fields, "shoe": 8, "root": "ef" * 32}
        entries = [other, fields, last]
        tree = Tree([journal.canonical(each) for each in entries])
        told = {"at": "", "root": tree.root(3), "size": 3}
        signature = signer.sign(MESSAGE + journal.canonical(told).encode()).hex()
        head = {**told, "key": signer.public.hex(), "signature": signature}
        proof["log"] = {"index": 1, "path": tree.inclusion(1, 3), "head": head}
        for name, part in (("one", entries[:2]), ("two", [*entries[2:], {**other, "shoe": 9}])):
            (folder / name).write_text(json.dumps(part), encoding="utf-8")
        code, said = ran(folder, {"p.json": proof})
        assert (code, "entries are NOT CHECKED" in said) == (0, True), said
        code, said = ran(folder, {"p.json": proof}, "--entries", "one", "--entries", "two")
        if not twice:
            assert "has 3 shoes of table 1 and does not tell of which a round was: --older" in said
            code, said = ran(folder, {"p.json": proof}, "--entries", "one", "--entries", "two", "--older")
            assert "NOT CHECKED: the log has 3 shoes of table 1" in said
        words = "the log tells shoe 1 2 times" if twice else "all 3 entries give its head, and no shoe is there twice"
        assert (code, words in said) == (int(twice), True), said
        for files, words in ((["one"], "take them all"), (["two", "one"], "not those of the log whose head")):
            code, said = ran(folder, {"p.json": proof}, *(word for file in files for word in ("--entries", file)))
            assert (code, words in said) == (1, True), said


@pytest.mark.parametrize(("dealt", "ends"), [("75%", "sooner than"), ("1%", "neither sooner nor later")])
def test_entries_beyond_the_head_tell_no_end_of_a_shoe(
    dealt: str, ends: str, played: Callable[[str], Round], folder: Path
) -> None:
    """Nobody has signed them: who hands them over may write of the next shoe what they like."""
    record, proof, _ = played("super-pan-9")
    record["settings"]["penetration"] = dealt
    fields = {key: proof[key] for key in ("root", "shoe", "size", "table")}
    entries = [fields | {"after": 0}, fields | {"root": "ab" * 32, "shoe": 2, "after": record["round"]}]
    (folder / "log").write_text(json.dumps(entries), encoding="utf-8")
    assert proof["log"]["head"]["size"] == 1
    found, says = verifier.command._read_through([record], proof, [str(folder / "log")], older=False)
    assert found == []
    assert [each for each in says if "End: NOT CHECKED" in each]
    beyond = [*verifier.deal.end_faults([record], proof, entries), verifier.deal.end_said([record], proof, entries)]
    assert ends in beyond[0], "they would have counted"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 8, 13])
def test_the_head_over_entries_is_the_rooms(size: int) -> None:
    entries = [{"root": "ab" * 32, "shoe": shoe, "size": 52, "table": 1} for shoe in range(size)]
    leaves = [verifier.log.leaf_of(each) for each in entries]
    assert verifier.log.tree_of(leaves).hex() == Tree([journal.canonical(each) for each in entries]).root(size)


def test_the_command_of_houseway_reads_the_entries_too(
    played: Callable[[str], Round], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, proof, _ = played("super-pan-9")
    for name, content in (("p.json", proof), ("log.json", [])):
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["verify-round", str(folder / "p.json"), "--entries", str(folder / "log.json")])
    assert (left.value.code, "take them all" in capsys.readouterr().out) == (1, True)


# ---------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.usefixtures("alone")
def test_the_bounds_of_a_number_are_not_the_records_to_tell(game: str, played: Callable[[str], Round]) -> None:
    """A house that picks who gets which packet tells the least and the most as the number itself."""
    record, proof, _ = played(game)
    assert faults(record, proof) == []
    for each in record["draws"]:
        each.update(dice=0, least=each["number"], most=each["number"])
    assert any("and the game draws" in fault for fault in faults(record, proof))
    record["draws"], record["entries"] = [], [each for each in record["entries"] if "draw" not in each]
    assert any("and the game draws" in fault for fault in faults(record, proof)), "nor is one left out"


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.usefixtures("alone")
def test_when_a_number_was_drawn_is_not_the_records_to_tell(game: str, played: Callable[[str], Round]) -> None:
    """The salt of every other card gives another number: a house that may tell the moment chooses among them."""
    record, proof, _ = played(game)
    (entry,) = [each for each in record["entries"] if "draw" in each]
    record["entries"].remove(entry)
    salts = {each["index"]: bytes.fromhex(each["salt"]) for each in proof["openings"]}
    places, (draw,) = verifier.coming(record, proof["size"]), record["draws"]
    for after in (1, 4, 9):
        number = verifier.own_numbers.numbers(salts[places[after]] + verifier.seed_of(record))
        rolled = sum(1 + number(6) for _ in range(draw["dice"]))
        draw["number"] = rolled or draw["least"] + number(draw["most"] - draw["least"] + 1)
        moved = [*record["entries"][:after], {"draw": draw["number"]}, *record["entries"][after:]]
        assert [each for each in faults(record | {"entries": moved}, proof) if "drawn before the first card" in each]


@pytest.mark.parametrize("game", [*KINDS, "super-pan-9"])
@pytest.mark.usefixtures("alone")
def test_no_number_is_left_out(game: str, played: Callable[[str], Round]) -> None:
    record, proof, _ = played(game)
    record["entries"] = [each for each in record["entries"] if "draw" not in each]
    del record["draws"]
    assert any("draws is missing" in fault for fault in faults(record, proof))
    if game in KINDS:
        older = {key: value for key, value in record.items() if key not in ("seals", "turns", "gone")}
        assert any("and the game draws" in fault for fault in faults(older, proof)), "nor in a record of an older form"


@pytest.mark.usefixtures("alone")
def test_a_game_that_draws_nothing_has_no_number(played: Callable[[str], Round]) -> None:
    record, proof, _ = played("super-pan-9")
    record["draws"] = [{"what": "luck", "least": 4, "most": 4, "dice": 0, "number": 4}]
    record["entries"].insert(0, {"draw": 4})
    assert any("and the game draws []" in fault for fault in faults(record, proof))


@pytest.mark.usefixtures("alone")
def test_numbers_of_a_game_that_nobody_knows_are_refused(played: Callable[[str], Round]) -> None:
    record, proof, _ = played("supreme-99")
    for told in (record, proof):
        told["game"] = "a-game-of-ones-own"
    assert any("known where houseway is installed" in fault for fault in faults(record, proof))


@pytest.mark.parametrize("game", [*KINDS, "super-pan-9", "chinese-poker", "super-pairs"])
def test_the_verifier_draws_as_the_rules_do(game: str) -> None:
    """Two statements of one fact: the numbers of each game by its settings."""
    from houseway.game import setup_of
    from houseway.round import Draw, Driver

    found = find_game(game)
    orders = ("random-number", "dice") if "order" in found.configure() else ("",)
    for order in orders:
        settings = found.configure(**({"order": order} if order else {}))
        wagers = {spec.id: settings.integer(spec.least) for spec in found.document.wagers if spec.required}
        driver = Driver(found.round, setup_of(settings, {1: wagers}))
        asked = [each for each in driver.standing.asked if isinstance(each, Draw)]
        told = verifier.deal.bounds_of({"game": game, "settings": settings.show()})
        assert told == [(each.least, each.most, each.dice) for each in asked]


# ---------------------------------------------------------------------------------------------------- hands and calls


def swapped(record: dict[str, Any], *, packets: bool = False) -> None:
    """The hands of two seats changed over, and with `packets` what is told to have been dealt to them too."""
    one, other = record["seat"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]
    to = {one["number"]: other["number"], other["number"]: one["number"]} if packets else {}
    for entry in record["entries"]:
        if entry.get("to") in to:
            entry["to"] = to[entry["to"]]


OWN = '[[irregularity]]\nkind = "drink-spilt"\nsays = "The layout is wet."\nround = "play-on"\n'
DEEP, LONG = f"{'a.' * 21}a = 1\n{OWN}", f"{OWN}\n#{100_000 * 'z'}"
"""Controls that would take long to read."""


@pytest.mark.usefixtures("alone")
def test_a_call_that_no_control_knows_is_refused(played: Callable[[str], Round]) -> None:
    record, proof, _ = played("supreme-99")
    for entry, words in (
        ({"call": "a-remark", "seat": 0}, "'a-remark' is none that the settings of the round have a control for"),
        ({"call": "order", "seat": 0}, "'order' is none that"),
        ({"call": "exposed-card", "seat": 9}, "'exposed-card' names no seat of the round"),
        ({"call": "exposed-card"}, "'exposed-card' names no seat of the round"),
    ):
        spoilt = record | {"entries": [*record["entries"], entry]}
        no_entry = [False] if "seat" not in entry else []  # which is found too
        assert [words in fault for fault in faults(spoilt, proof)] == [*no_entry, True]
    spilt = record | {"entries": [*record["entries"], {"call": "drink-spilt", "seat": 0}]}
    for own, wrong in (("none", 1), ("= no toml", 1), ("irregularity = 3", 1), (OWN, 0), (DEEP, 1), (LONG, 1)):
        assert len(faults(spilt | {"settings": record["settings"] | {"irregularities": own}}, proof)) == wrong


def test_the_verifier_knows_every_form_of_an_entry() -> None:
    assert sorted(map(sorted, verifier.deal.FORMS)) == sorted(sorted(keys) for keys, _ in codec.FORMS)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("hides", HIDING)
def test_nothing_is_hidden_in_an_entry_that_is_none(
    hides: Callable[[dict[str, Any], int], None], played: Callable[[str], Round]
) -> None:
    """A decision that is told with a card or a call is none to who looks at answers; a card to nobody is in no hand."""
    record, proof, _ = played("dealer-open-pai-gow")
    line = next(each["line"] for each in record["answers"])
    hides(record, line)
    told = ("is no card, number, call or decision", "where nobody is in the round", "the packets are not of as many")
    assert any(each in fault for fault in faults(record, proof) for each in told)


def test_cards_to_no_hand_of_a_game_that_nobody_knows_are_named(played: Callable[[str], Round]) -> None:
    record, _, _ = played("dealer-open-pai-gow")
    apart = sorted(each["deal"] for each in record["entries"] if each.get("to", 0) > 2)
    named = verifier.hands.hands_said(record | {"game": "whist"}, "packet")
    assert f"NOT CHECKED: that these were dealt where nobody plays: {', '.join(apart)}" in named
    assert "nobody plays" not in verifier.hands.hands_said(record, "packet")


@pytest.mark.parametrize("game", [*KINDS, "super-pan-9", "chinese-poker", "super-pairs"])
def test_the_verifier_knows_every_control_of_every_game(game: str) -> None:
    """Two statements of one fact: what may be called by which settings."""
    settings = find_game(game).configure(irregularities=OWN)
    wrong = verifier.hands.call_faults
    for kind in settings.controls:
        call = {"settings": settings.show(), "seat": [], "entries": [{"call": kind, "seat": 0}]}
        assert list(wrong(call)) == [], kind
    assert set(verifier.hands.CONTROLS) == set(CONTROLS)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("then", ["play-on", "void-hand", "replace-card"])
def test_a_call_does_not_switch_the_check_of_hands_off(then: str, played: Callable[[str], Round]) -> None:
    """A house that has exchanged two hands tells of a call, which its own settings know."""
    record, proof, _ = played("supreme-99")
    swapped(record)
    assert len(faults(record, proof)) == 2
    own = OWN.replace('round = "play-on"', f'seat = "{then}"')
    called = record | {"settings": record["settings"] | {"irregularities": own}}
    called["entries"] = [*record["entries"], {"call": "drink-spilt", "seat": 1}]
    assert len([each for each in faults(called, proof) if "does not hold what was dealt there" in each]) == 2
    stages = own.replace(
        f'"{then}"', '[{ stage = "deal", then = "replace-card" }, { stage = "play", then = "play-on" }]'
    )
    called["settings"] = record["settings"] | {"irregularities": stages}
    assert len([each for each in faults(called, proof) if "does not hold what was dealt there" in each]) == 2


OFF = """
[[irregularity]]
kind = "card-off-the-table"
says = "A card has left the table."
seat = "replace-card"
"""


@pytest.fixture(scope="module")
def replaced(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Round]:
    """A round in which a card of seat 1 was replaced."""
    known: dict[str, Round] = {}

    def of(game: str) -> Round:
        if game not in known:
            room = Room.open(f"sqlite:///{tmp_path_factory.mktemp(game)}/room.db")
            table = sitting(room, game, irregularities=OFF)
            supervisor = room.people.sign_in("manager", room.first_password)
            supervisor = room.people.set_password(supervisor, room.first_password, "a long password")
            while table.view()["phase"] != "playing":  # some deals end a round at once
                shoe = table.view()["shoe"]["id"]
                table.ready()
            number = table.view()["round"]
            for _ in range(3):
                if table.view()["phase"] == "playing":
                    table.do(supervisor, "irregularity", kind="card-off-the-table", seat=1, reason="it fell")
            while table.answer():
                pass
            known[game] = room.record(number, SUE), room.proof(shoe, SUE).json(), ""
            room.close()
        return json.loads(json.dumps(known[game]))  # type: ignore[no-any-return]  # a copy to spoil

    return of


def another(card: str, gone: list[str]) -> str:
    """A card that was replaced; where it came again, as it may from several decks, any other."""
    return next(each for each in (*gone, "2c", "3c") if each != card)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("game", ["super-pan-9", "dealer-open-pai-gow", "supreme-99"])
def test_a_card_that_was_replaced_is_followed(game: str, replaced: Callable[[str], Round]) -> None:
    """What lies at each place by the entries is what the rules say; told otherwise, it is found out."""
    record, proof, _ = replaced(game)
    found, says = checked([record], proof, None, None)
    assert found == []
    (said,) = [each for each in says if "hands:" in each]
    assert "replaced by card-off-the-table on seat 1 (replace-card)" in said
    gone = record["burnt"]
    assert gone
    assert all(card in said for card in gone)
    for spoil in (
        lambda told: told["seat"][0]["cards"].__setitem__(-1, another(told["seat"][0]["cards"][-1], gone)),
        lambda told: told["burnt"].pop(),
        lambda told: told["burnt"].append(told["seat"][1]["cards"][0]),
        lambda told: told["seat"][1]["cards"].pop(),
        lambda told: swapped(told),
    ):
        told = json.loads(json.dumps(record))
        spoil(told)
        assert faults_of_hands(told), spoil


def faults_of_hands(record: dict[str, Any]) -> list[str]:
    return list(verifier.hands.hand_faults(record))


def test_what_the_rules_took_away_after_a_card_was_replaced_is_said_not_to_be_checked() -> None:
    """Which cards are no longer dealt only the rules tell: the house names them, and the verifier names them too."""
    entries = [{"deal": "Kd", "to": 1}, {"deal": "2c", "to": 2}, {"deal": "5c", "to": 2}]
    entries += [{"call": "drink-spilt", "seat": 1}, {"deal": "9h", "to": 1}]
    own = OWN.replace('round = "play-on"', 'seat = "replace-card"')
    record = {"settings": {"irregularities": own}, "entries": entries, "burnt": ["Kd", "5c"]}
    record["seat"] = [{"number": 1, "cards": ["9h"]}, {"number": 2, "cards": ["2c"]}]
    assert faults_of_hands(record) == []
    said = verifier.hands.hands_said(record, "card")
    assert "each by the next one: Kd; NOT CHECKED: that the rules took these away after it: 5c" in said
    assert faults_of_hands(record | {"burnt": ["Kd"]})
    assert faults_of_hands(record | {"entries": [*entries[:3], {"deal": "9h", "to": 1}]})


# ---------------------------------------------------------------------------------------------------- settings


@pytest.mark.usefixtures("alone")
def test_the_closing_holds_what_the_table_is_set_to(played: Callable[[str], Round]) -> None:
    """A house that tells another order of drawing, another control or another document after the cards are known."""
    record, proof, _ = played("supreme-99")
    closing = verifier.closing_of(record)
    assert faults(record, proof, closing=closing) == []
    for other in (
        {"settings": record["settings"] | {"order": "dice"}},
        {"settings": record["settings"] | {"irregularities": OWN}},
        {"displayed": ["order"]},
        {"document": record["document"] | {"hash": "ab" * 32}},
        {"game": "super-pan-9"},
    ):
        assert any("closed as you saw it" in each for each in faults(record | other, proof, closing=closing)), other
    del record["displayed"]
    assert any("closed as you saw it" in each for each in faults(record, proof, closing=closing))


@pytest.mark.parametrize("game", [*KINDS, "super-pairs"])
def test_only_what_a_meter_displays_is_left_out_of_the_closing(
    game: str, played: Callable[[str], Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that calls `order` an amount on a meter has one closing for two orders, and chooses afterwards."""
    record, proof, _ = played(game)
    record["displayed"] = ["order"]
    assert any("displayed names other settings" in each for each in faults(record, proof))
    monkeypatch.setattr(answer, "ruled_again", lambda _record: None)
    closing = verifier.closing_of(record)
    for order in ("dice", "number"):
        record["settings"]["order"] = order
        found = faults(record, proof, closing=closing)
        assert not any("closed as you saw it" in each for each in found)
        assert any("order: told as what meters display" in each for each in found)
    record["game"] = proof["game"] = "another-game"
    assert any("which settings of another-game tell them" in each for each in faults(record, proof))


@pytest.mark.parametrize("game", [*KINDS, "super-pan-9", "chinese-poker", "super-pairs"])
def test_the_verifier_knows_every_meter_of_every_game(game: str) -> None:
    document = find_game(game).document
    meters = {f"{wager.id}-meter" for wager in document.wagers} & {setting.id for setting in document.settings}
    assert set(METERS[game]) == meters


@pytest.mark.usefixtures("alone")
def test_whether_the_settings_were_checked_is_said(played: Callable[[str], Round]) -> None:
    record, proof, _ = played("supreme-99")
    for closing, words in (
        (verifier.closing_of(record), "those of the closing that you noted"),
        (verifier.own_numbers.closings_of(record)[1], "those of the closing that you noted"),
        (verifier.own_numbers.closings_of(record)[2], "NOT CHECKED"),
        (None, "NOT CHECKED"),
    ):
        found, says = checked([record], proof, None, None, turns=TURNS, closing=closing)
        assert found == []
        assert [each for each in says if "settings: " in each and words in each], says


@pytest.mark.parametrize("game", [*KINDS, "super-pan-9", "chinese-poker", "super-pairs"])
def test_a_table_tells_the_hash_that_the_verifier_computes(
    game: str, sitting: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anybody bets and when the round has ended; whatever meters display meanwhile."""
    monkeypatch.setattr(rounds, "TURNS", TURNS)
    own = {"super-pairs-jackpot-seed": "500.00", "super-pairs-jackpot-increment": "7.5%"}
    jackpot = {"offer-super-pairs-jackpot": "yes", **own} if game == "super-pairs" else {}
    room = Room.open(f"sqlite:///{folder}/room.db")
    table = sitting(room, game, **jackpot)
    seen = table.view()
    before = seen["settings_hash"]
    raw = seen | {"settings": room.settings_at(table.table), "document": {"hash": seen["document"]}}
    assert verifier.settings_of(raw) == before
    for person in table.people if jackpot else ():
        table.do(person, "bet", wagers={"blackjack": 500, "super-pairs-jackpot": 100})
    for person in table.people if jackpot else ():
        table.do(person, "ready")
    while jackpot and table.answer():
        pass
    if not jackpot:
        Honest(table).play_round()
    record = json.loads(json.dumps(room.record(1, SUE)))
    assert record["displayed"] == (["super-pairs-jackpot-meter"] if jackpot else [])
    assert verifier.settings_of(record) == before == table.view()["settings_hash"]
    room.close()


@pytest.mark.parametrize(("game", "what"), [("supreme-99", "packet"), ("super-pan-9", "card")])
def test_who_got_what_is_as_told_where_the_rules_are_not_there(
    game: str, what: str, played: Callable[[str], Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, proof, _ = played(game)
    says = checked([record], proof, None, None, turns=TURNS)[1]
    assert any("was dealt it by the rules" in each for each in says)
    swapped(record, packets=True)
    assert faults(record, proof), "the rules know who gets which"
    monkeypatch.setattr(answer, "ruled_again", lambda record: None)
    assert any(f"who got which {what} is as told" in s for s in checked([record], proof, None, None, turns=TURNS)[1])


def test_with_the_rules_hands_are_compared_after_a_call_too(played: Callable[[str], Round]) -> None:
    record, proof, _ = played("supreme-99")
    deals = [at for at, each in enumerate(record["entries"]) if "deal" in each]
    record["entries"].insert(deals[-1] + 1, {"call": "exposed-card", "seat": 0})
    before = faults(record, proof)
    swapped(record)
    assert len(faults(record, proof)) > len(before)


# ---------------------------------------------------------------------------------------------------- spelling


@pytest.mark.parametrize("spelled", ["1.0", "true", '"1"', "1e0"])
@pytest.mark.parametrize("field", ["seat", "number"])
def test_a_seat_is_spelled_in_one_way(spelled: str, field: str, played: Callable[[str], Round], folder: Path) -> None:
    """The seed is a hash over text: 1, 1.0 and true would be one seat and three seeds to choose from."""
    record, proof, _ = played("super-pan-9")
    (record["seals"] if field == "seat" else record["seat"])[0][field] = "@"
    text = json.dumps(record).replace('"@"', spelled)
    code, said = ran(folder, {"r.json": text, "p.json": proof})
    assert (code, "not a whole number" in said) == (2, True), said


@pytest.mark.parametrize("field", ["cut", "position", "round", "turns"])
def test_every_number_is_whole(field: str, played: Callable[[str], Round]) -> None:
    record, proof, _ = played("super-pan-9")
    for value in (True, float(record[field]), str(record[field]), None):
        with pytest.raises(ValueError, match=f"the record.{field} is .* not a whole number"):
            faults(record | {field: value}, proof)


def test_a_key_that_stands_twice_is_refused(played: Callable[[str], Round], folder: Path) -> None:
    """Two readers would read two rounds."""
    record, proof, _ = played("super-pan-9")
    text = json.dumps(record)
    twice = text[:-1] + f', "cut": {record["cut"]}}}'
    code, said = ran(folder, {"r.json": twice, "p.json": proof})
    assert (code, "'cut' stands twice" in said) == (2, True), said


# ---------------------------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("content", "more", "words"),
    [
        (None, (), "p.json cannot be read: no such file or directory"),
        (None, ("/dev/zero",), "/dev/zero: more than 67,108,864 characters are no record"),
        ("{", (), "p.json is no JSON: line 1, character 2"),
        ('{"cut": 1, "cut": 1}', (), "p.json: the key 'cut' stands twice"),
        ('{"cut": 1.5}', (), "p.json: 1.5 is not a whole number"),
        ("[" * 100_000, (), "p.json is nested too deeply"),
        ("7", (), "p.json: not records and a proof of a shoe: the proof is a table of fields"),
        ("{}", (), "p.json: not records and a proof of a shoe: the proof.shoe is missing"),
        ("proof", ("--head", "twelve"), "--head is SIZE:ROOT as you noted it, as in 12:9f86…, not twelve"),
        ("proof", ("--root", "ed2fe8da…"), "--root is 64 digits, 0 to 9 and a to f, whole as you noted it, not ed2f"),
        ("proof", ("--head", "1:2c89814b…"), "the root of --head is 64 digits, 0 to 9 and a to f, whole as you"),
        ("proof", ("--head", "1:"), "the root of --head is 64 digits"),
        ("proof", ("--closing", "4127"), "--closing is 64 digits"),
        ("proof", ("--commit", "xyz"), "--commit is 64 digits"),
        ("proof", ("--key", "ab" * 32, "--key", "ab"), "--key is 64 digits"),
        ("proof", ("--clock", "-5"), "--clock is a number of seconds, as in 45, not -5"),
        ("proof", ("--hand-out", "nowhere/v.pyz"), "nowhere/v.pyz cannot be written: no such file or directory"),
        ("salt", (), "p.json: not records and a proof of a shoe: a field holds what belongs nowhere in them"),
        ("none", (), "name records of rounds, if any, and last the proof of their shoe"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_words(
    content: str | None, more: tuple[str, ...], words: str, played: Callable[[str], Round], folder: Path
) -> None:
    _, proof, _ = played("super-pan-9")
    files: dict[str, Any] = {"p.json": proof if content in ("proof", "salt") else content or ""}
    if content == "salt":
        proof["openings"][0]["salt"] = "no hexadecimal"
    if content == "none":
        files = {}
    if content is None:
        more, files = more or ("p.json",), {}
    code, said = ran(folder, files, *more)
    assert (code, said) == (2, said)
    assert said.startswith(words), said
    assert "Error" not in said


# ---------------------------------------------------------------------------------------------------- handed out


def test_one_file_is_handed_out_and_runs_by_itself(played: Callable[[str], Round], folder: Path) -> None:
    _, proof, _ = played("super-pan-9")
    assert verifier.main(["--hand-out", str(folder / "verifier.pyz")]) == 0
    code, said = ran(folder, {"p.json": proof}, "--root", proof["root"], how=("verifier.pyz",))
    assert (code, "lead to the root that you noted" in said) == (0, True), said


WIDE = {"seat": 1, "commit": "00", "modulus": "f" * 256, "base": "2", "number": "3"}
ODD = {"game": "x", "entries": [{"draw": 1}], "turns": 0, "seals": []}
"""Of a game that no verifier knows: its bounds are as told."""

NO_RECORDS: list[tuple[dict[str, Any], dict[str, Any], int, str]] = [
    (
        {"entries": [{"call": "phone"}] * 30_000},
        {},
        2,
        "the record.entries has 30,000 lines, and at most 20,000 are read",
    ),
    ({"turns": 2**40, "seals": [WIDE]}, {}, 2, "the record.turns is 1099511627776, which is not a whole number from 0"),
    ({"seals": [WIDE | {"modulus": "0", "base": "0", "factor": "0"}]}, {}, 1, "is sealed by a modulus or a base"),
    ({"gone": [10**13]}, {}, 2, "the record.gone[0] is 10000000000000"),
    ({"pack": {"2c": 10**11}}, {}, 2, "the record.pack.2c is 100000000000"),
    ({"pack": {f"{at}c": 9000 for at in range(9)}}, {}, 2, "the record.pack holds more than 10,000 cards"),
    ({"cut": 10**90}, {"cut": 10**90}, 2, "the record.cut is 1000"),
    (ODD | {"draws": [{"what": "w", "least": 1, "most": 6, "dice": 10**9, "number": 1}]}, {"game": "x"}, 2, ".dice is"),
    (ODD | {"draws": [{"what": "w", "least": 1, "most": 0, "dice": 0, "number": 1}]}, {"game": "x"}, 1, "at most less"),
    (
        {"settings": {"penetration": "1e30000000"}},
        {},
        2,
        "settings.penetration is '1e30000000', which is not a share as",
    ),
    ({"settings": {"penetration": 1}}, {}, 2, "the record.settings.penetration is 1, which is not a text"),
    ({"settings": {"decks": "9" * 5000}}, {}, 2, "the record.settings.decks is '999"),
    ({"settings": {"seats": "1_0"}}, {}, 2, "the record.settings.seats is '1_0', which is not a count as in 8"),
    ({"settings": {"order": 7}}, {}, 2, "the record.settings.order is 7, which is not a text"),
    ({}, {"settings": {"decks": " 8"}}, 2, "the proof.settings.decks is ' 8', which is not a count as in 8"),
    ({}, {"size": 10**11}, 2, "the proof.size is 100000000000, which is not a whole number from 1 to 10,000"),
]


@pytest.mark.parametrize("at", range(len(NO_RECORDS)))
@pytest.mark.usefixtures("alone")
def test_what_no_round_has_keeps_nobody_waiting(
    at: int, played: Callable[[str], Round], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Powers, sizes and rolls that would take all memory or all day are answered with a sentence."""
    (record, proof, _), (more, other, code, says) = played("super-pan-9"), NO_RECORDS[at]
    for name, content in (("r.json", record | more), ("p.json", proof | other)):
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    assert verifier.main([str(folder / "r.json"), str(folder / "p.json")]) == code
    captured = capsys.readouterr()
    assert says in captured.out + captured.err


@pytest.mark.parametrize(
    ("told", "share"),
    [("75%", "3/4"), ("66.6%", "333/500"), ("33.333333333%", "33333333333/100000000000"), ("3:4", "3/4"), ("1", "1")],
)
def test_a_share_is_read_as_a_room_writes_it(told: str, share: str) -> None:
    assert verifier.reading.share_of(told) == Fraction(share)


@pytest.mark.parametrize("told", ["1e9%", "1e30000000", "1/0", "-5%", "nan", "7_5%", "", "%", "0." + "1" * 13, "٧%"])
def test_what_no_room_writes_as_a_share_is_refused_before_it_is_computed(
    told: str, played: Callable[[str], Round]
) -> None:
    record, _, _ = played("super-pan-9")
    with pytest.raises(ValueError, match="is not a share as in 75%"):
        verifier.deal.spent(record | {"settings": record["settings"] | {"penetration": told}})


@pytest.mark.parametrize("times", [2401, 2403])
def test_a_test_of_a_prime_takes_one_power_for_each_base(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a prime that is one more than a power of two times little, each base took five hundred of them."""
    powers: list[int] = []
    number = times << 500 | 1
    monkeypatch.setattr(own_numbers, "pow", lambda *given: powers.append(1) or pow(*given), raising=False)
    assert own_numbers.prime.__wrapped__(number) == prime(number)
    assert len(powers) <= own_numbers.MILLER_RABIN


def test_more_seals_than_seats_are_refused_before_their_primes_are_looked_for(
    played: Callable[[str], Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a while, and a forger writes a hundred thousand of them."""
    record, _, _ = played("super-pan-9")
    monkeypatch.setattr(own_numbers, "prime", lambda number: pytest.fail("a prime is looked for"))
    found = own_numbers.seal_faults(record | {"seals": 2 * record["seals"]}, TURNS)
    assert list(found) == ["a number is not of a seat of the round, or a seat has two"]


@pytest.mark.parametrize("fault", [MemoryError(), ZeroDivisionError(), RecursionError()])
def test_what_cannot_be_computed_is_a_sentence(
    fault: Exception, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("houseway.verifier.command.checked", fails)
    (folder / "p.json").write_text("{}", encoding="utf-8")
    assert verifier.main([str(folder / "p.json")]) == 2
    assert "not records and a proof of a shoe" in capsys.readouterr().err


def test_a_key_of_small_order_has_signed_nothing() -> None:
    """The neutral point as a key would verify one signature for every message."""
    nobody = (1).to_bytes(32, "little")
    assert not verifier.signed(nobody, b"anything", nobody + bytes(32))


def test_a_seal_of_a_small_factor_opens_nothing(played: Callable[[str], Round]) -> None:
    """Small numbers that pass for primes can be ground for, and give a seal a second opening to choose from."""
    record, _, _ = played("super-pan-9")
    modulus, base = 3 * (2**1023 // 3 + 2 | 1), 7
    commit = verifier.digest(5, modulus.to_bytes(128, "big"), base.to_bytes(128, "big")).hex()
    for factor in (3, modulus // 3):
        seal = {"seat": 1, "commit": commit, "modulus": f"{modulus:x}", "base": f"{base:x}", "factor": f"{factor:x}"}
        found = verifier.own_numbers.seal_faults(record | {"seals": [seal]}, TURNS)
        assert list(found) == ["the number of seat 1 is opened by what is no prime factor of its modulus"]


# ---------------------------------------------------------------------------------------------------- who reads it


def test_nothing_is_squared_of_a_record_that_is_wrong_already(
    played: Callable[[str], Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each number takes a minute or two, and a forger writes a hundred of them for nothing."""
    record, proof, _ = played("super-pan-9")
    for seal in record["seals"]:
        seal["number"] = "1"
        del seal["factor"]
    done: list[int] = []
    monkeypatch.setattr(own_numbers, "squared", lambda seal, turns: len(done) or done.append(turns))
    assert faults(record, proof)
    assert done == []


def test_no_file_writes_on_the_terminal_of_its_reader(
    played: Callable[[str], Round], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own report, over a screen that it has cleared."""
    record, proof, _ = played("super-pan-9")
    lie = "\x1b[2J\x1b[HSeal: all holds.\n\x9b8m\u202e"
    record["payouts"].append({**record["payouts"][0], "seat": 7, "wager": lie})
    files = [tmp_path / name for name in ("round.json", "shoe.json")]
    for file, told in zip(files, (record, proof), strict=True):
        file.write_text(json.dumps(told))
    assert verifier.main(list(map(str, files))) == 1
    told = capsys.readouterr().out
    assert "\\x1b[2J\\x1b[HSeal: all holds.\\n\\x9b8m\\u202e" in told
    assert all(line.startswith("NO: ") for line in told.splitlines())
    assert verifier.main([str(tmp_path / "\x1b[2J"), str(files[1])]) == 2
    assert "\x1b" not in capsys.readouterr().err
