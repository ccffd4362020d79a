"""A whole round checked by who trusts nobody; every check meets a house that cheats and must be caught."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway.verifier as verifier
from honest import told_by_house
from houseway.cards import name
from houseway.cli import main
from houseway.games import game as find_game
from houseway.games import games
from houseway.room import Command, Room
from houseway.room.fairness.commitments import Commitment
from houseway.verifier import answer, checked, deck_of, shoe_faults

FOLDER = Path(verifier.__file__).parent
IDS = [game.id for game in games()]

Files = tuple[dict[str, Any], dict[str, Any]]


def room_of(folder: Path) -> str:
    return f"sqlite:///{folder}/room.db"


@pytest.fixture(scope="module")
def rounds(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Files]:
    """The record of the second round of a shoe that has ended, and its proof, of any game."""
    known: dict[str, Files] = {}

    def of(game: str) -> Files:
        if game not in known:
            known[game] = played(game, Room.open(room_of(tmp_path_factory.mktemp(game))), sitting)
        return json.loads(json.dumps(known[game]))  # type: ignore[no-any-return]  # a copy to spoil

    return of


def played(game: str, room: Room, sitting: Any) -> Files:
    known = {spec.id for spec in find_game(game).document.settings}
    chosen = {id_: value for id_, value in (("decks", "2"), ("order", "dice")) if id_ in known}
    table = sitting(room, game, seed=4, **chosen if game != "supreme-99" else {})
    shoe = table.view()["shoe"]["id"]
    table.bet(table.people[0])
    table.do(table.people[0], "cut", position=11)
    table.play_round()
    for _ in range(60):
        if room.proof(shoe).json()["ended"]:
            break
        table.play_round()
    last = max(told["round"] for told in room.history(table.table) if told["shoe"] == shoe and told["round"] <= 2)
    files = room.record(last), room.proof(shoe).json()
    room.close()
    return files


def faults(files: Files, root: str | None = None, cut: int | None = None) -> list[str]:
    record, proof = files
    return checked([told_by_house(record)], proof, root, cut)[0]


def run(folder: Path, files: tuple[Any, ...], *more: str, alone: bool = True) -> tuple[int, str]:
    """What the verifier says: alone, without houseway or any other package, or as it is installed."""
    paths = []
    for number, content in enumerate(files):
        paths.append(folder / f"{number}.json")
        paths[-1].write_text(json.dumps(content), encoding="utf-8")
    how = ["-I", "-S", str(FOLDER)] if alone else ["-m", "houseway.verifier"]
    ran = subprocess.run(
        [sys.executable, *how, *map(str, paths), *more], capture_output=True, text=True, check=False, cwd=folder
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("game", IDS)
def test_a_round_of_every_game_holds_with_the_standard_library_alone_and_with_the_rules(
    game: str, rounds: Callable[[str], Files], folder: Path
) -> None:
    record, proof = rounds(game)
    noted = ("--root", proof["root"], "--cut", "11")
    code, said = run(folder, (record, proof), *noted)
    assert code == 0, said
    assert "install houseway to have them computed again" in said
    code, said = run(folder, (record, proof), *noted, alone=False)
    assert code == 0, said
    assert "computed again by the rules" in said
    assert "lead to the root that you noted" in said
    assert run(folder, (proof,), *noted)[0] == 0


@pytest.mark.parametrize("game", IDS)
def test_the_packs_that_the_verifier_knows_are_those_of_the_documents(game: str) -> None:
    found = find_game(game)
    for decks in ({"decks": "4"}, {}) if "decks" in found.configure() else ({},):
        settings = found.configure(**decks)
        assert deck_of(game, settings.show()) == Counter(map(name, found.pack(settings)))


# ---------------------------------------------------------------------------------------------------- houses that cheat


def proof_of(shoe: Commitment, game: str, **more: Any) -> dict[str, Any]:
    told = {"shoe": 1, "table": 1, "game": game, "settings": {}, "root": shoe.root, "size": len(shoe)}
    told |= {"pack": dict(Counter(map(name, shoe.order))), "cut": 0, "ended": True}
    told["openings"] = [shoe.opening(index).json() for index in range(len(shoe))]
    return told | more


def test_a_shoe_of_52_deuces_of_clubs_is_found_out() -> None:
    deuces = Commitment.fresh([0] * 52)
    whole = dict(Counter(map(name, range(52))))
    for proof in (proof_of(deuces, "supreme-99"), proof_of(deuces, "supreme-99", pack=whole)):
        assert any("2c" in fault for fault in shoe_faults(proof, deuces.root))


def test_a_whole_pack_holds_and_one_with_a_card_changed_does_not() -> None:
    good = Commitment.fresh(range(52))
    assert list(shoe_faults(proof_of(good, "supreme-99"), good.root)) == []
    bad = Commitment.fresh([*range(51), 0])
    assert list(shoe_faults(proof_of(bad, "supreme-99"), bad.root))


def another_cut(record: dict[str, Any], proof: dict[str, Any]) -> None:
    proof["cut"] = 12


def another_cut_everywhere(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["cut"] = proof["cut"] = 12


def a_card_left_out(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """As if the shoe went on, and one dealt card were not opened."""
    proof["ended"] = False
    dealt_at = (proof["cut"] + record["position"] + 2) % proof["size"]
    proof["openings"] = [each for each in proof["openings"] if each["index"] != dealt_at]


def a_card_not_told(record: dict[str, Any], proof: dict[str, Any]) -> None:
    first = next(entry for entry in record["entries"] if "deal" in entry)
    record["entries"].remove(first)
    for hand in (*record["seat"], record.get("dealer", {"cards": []})):
        if first["deal"] in hand["cards"]:
            hand["cards"].remove(first["deal"])


def another_card(record: dict[str, Any], proof: dict[str, Any]) -> None:
    first = next(entry for entry in record["entries"] if "deal" in entry)
    first["deal"] = "2c" if first["deal"] != "2c" else "3c"


def hands_changed_over(record: dict[str, Any], proof: dict[str, Any]) -> None:
    one, other = record["seat"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]


def another_position(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["position"] += 1


def past_the_end(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["position"] = proof["size"]


def another_shoe(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["shoe"] += 1


def another_root(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["root"] = "00" * 32


def another_pack(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["pack"]["As"] += 1


def a_seat_twice(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["seat"].append(dict(record["seat"][0]))


def run_out_early(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["entries"].append({"call": "out-of-cards", "seat": 0})


def a_cent(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["payouts"][0]["returned_cents"] += 1


def a_stranger_is_paid(record: dict[str, Any], proof: dict[str, Any]) -> None:
    record["payouts"].append({**record["payouts"][0], "seat": 6})


def a_wager_that_nobody_made(record: dict[str, Any], proof: dict[str, Any]) -> None:
    """A stake that was returned moves nothing, and may move a meter."""
    made = {"wager": "sun-moon", "stake_cents": 500, "returned_cents": 500, "cents": 0}
    record["payouts"].append(record["payouts"][0] | made)


def a_wager_left_out(record: dict[str, Any], proof: dict[str, Any]) -> None:
    del record["payouts"][0]


CHEATS = [
    another_cut,
    another_cut_everywhere,
    a_card_left_out,
    a_card_not_told,
    another_card,
    hands_changed_over,
    another_position,
    past_the_end,
    another_shoe,
    another_root,
    another_pack,
    a_seat_twice,
    run_out_early,
    a_cent,
    a_stranger_is_paid,
    a_wager_that_nobody_made,
    a_wager_left_out,
]


@pytest.mark.parametrize("cheat", CHEATS)
@pytest.mark.parametrize("game", IDS)
def test_every_cheat_is_found_out_without_the_rules(
    game: str,
    cheat: Callable[..., None],
    rounds: Callable[[str], Files],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer, "ruled_again", lambda record: None)
    files = rounds(game)
    assert faults(files) == []
    cheat(*files)
    assert faults(files)


DICE = ["supreme-99", "dealer-open-pai-gow"]


@pytest.mark.parametrize("game", DICE)
def test_a_number_that_the_shoe_does_not_give_is_found_out(
    game: str, rounds: Callable[[str], Files], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "ruled_again", lambda record: None)
    record, proof = rounds(game)
    (draw,) = record["draws"]
    other = draw["least"] if draw["number"] != draw["least"] else draw["most"]
    (entry,) = [entry for entry in record["entries"] if "draw" in entry]
    entry["draw"] = other
    assert "round 1: the numbers of the record are not those of its entries" in faults((record, proof))
    draw["number"] = other
    assert any("and the shoe gives" in fault for fault in faults((record, proof)))
    record["draws"] = []
    assert "round 1: the numbers of the record are not those of its entries" in faults((record, proof))
    del record["draws"]
    assert "round 1: numbers were drawn, and nothing that was committed to covers them" in faults((record, proof))


@pytest.mark.parametrize("game", IDS)
def test_with_the_rules_a_payment_that_adds_up_and_is_wrong_is_found_out(
    game: str, rounds: Callable[[str], Files]
) -> None:
    record, proof = rounds(game)
    for field in ("returned_cents", "cents"):
        record["payouts"][0][field] += 100
    assert faults((record, proof))


def test_no_card_is_passed_over_between_two_rounds(sitting: Any, folder: Path) -> None:
    room = Room.open(room_of(folder))
    table = sitting(room, "super-pan-9", decks="8")
    for _ in range(4):
        table.play_round()
    room.do(Command(table.table, supervisor(room), "close-it", None, "close"))
    proof = room.proof(1).json()
    records = [room.record(number) for number in range(1, 5)]
    room.close()
    assert checked(records[::-1], proof, proof["root"], 0)[0] == []
    (fault,) = checked([records[0], records[2], records[3]], proof, None, None)[0]
    assert "a round is not among the files, or cards were passed over" in fault
    assert checked([records[1], records[1]], proof, None, None)[0]
    assert run(folder, (*records, proof))[0] == 0


def supervisor(room: Room) -> int:
    """Somebody who may close a table, so that its shoe ends."""
    manager = room.people.sign_in("manager", room.first_password)
    room.people.set_password(manager, room.first_password, "a long password")
    return manager.id


def test_what_somebody_noted_is_what_counts(rounds: Callable[[str], Files], folder: Path) -> None:
    record, proof = rounds("super-pan-9")
    assert faults((record, proof), "00" * 32)
    assert faults((record, proof), proof["root"], 12) == ["the cut is told at 11, and you saw it at 12"]
    code, said = run(folder, (record, proof), "--root", "00" * 32)
    assert (code, said.splitlines()[0][:4]) == (1, "NO: ")


def test_the_command_line_verifies_a_round(
    rounds: Callable[[str], Files], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, proof = rounds("supreme-99")
    for name_, content in (("record", record), ("proof", proof)):
        (folder / f"{name_}.json").write_text(json.dumps(content), encoding="utf-8")
    given = ["verify-round", str(folder / "record.json"), str(folder / "proof.json"), "--root", proof["root"]]
    for cut, code in (("11", 0), ("12", 1)):
        with pytest.raises(SystemExit) as left:
            main([*given, "--cut", cut])
        assert left.value.code == code
    assert "computed again by the rules" in capsys.readouterr().out


def test_what_is_no_record_and_no_proof_is_said_to_be_none(folder: Path, rounds: Callable[[str], Files]) -> None:
    record, proof = rounds("super-pan-9")
    for files in (({"no": "proof"},), (proof, record), ([1], proof), (record, {**proof, "openings": 7})):
        code, said = run(folder, files)
        assert (code, "not records and a proof" in said) == (2, True), said
