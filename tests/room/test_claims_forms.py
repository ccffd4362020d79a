"""Records and proofs that are misspelt: the page of a proof refuses what the verifier does not read."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from honest import told_by_house
from houseway.room import Person, Room
from houseway.verifier import answer, checked
from houseway.verifier.hands import hand_faults
from scripts import READ, ask_deno, pages

SUE = Person(9, "Sue", "surveillance", 0)
Record = dict[str, Any]
Files = tuple[Record, dict[str, Any]]


@pytest.fixture(scope="module")
def honest(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A round with stakes, decisions and a number that was drawn for nobody."""
    room = Room.open(f"sqlite:///{tmp_path_factory.mktemp('room')}/room.db", draw=random.Random(3).randrange)
    table = sitting(room, "super-pan-9")
    shoe = table.view()["shoe"]["id"]
    table.play_round()
    found = room.record(room.history(table.table)[0]["round"], SUE), room.proof(shoe, SUE).json()
    room.close()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]  # a copy to spoil


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where houseway is not installed."""
    monkeypatch.setattr(answer, "ruled_again", lambda record: None)


def stake_of(record: Record) -> tuple[dict[str, str], str]:
    wagers = record["seat"][0]["wagers"]
    return wagers, next(iter(wagers))


def a_stake_in_words(record: Record, proof: Record) -> None:
    wagers, wager = stake_of(record)
    wagers[wager] = "five"


def a_stake_in_hexadecimal(record: Record, proof: Record) -> None:
    wagers, wager = stake_of(record)
    wagers[wager] = hex(int(wagers[wager].replace(".", "")))


def a_step_in_two_parts(record: Record, proof: Record) -> None:
    """Put together as a text its side reads as two: a node over two places would be a leaf of one."""
    one = next(each for each in proof["openings"] if [side for side, _ in each["path"]][:2] == ["right", "right"])
    one["path"][:2] = [["right,right", one["path"][0][1]]]


def a_step_of_three(record: Record, proof: Record) -> None:
    proof["openings"][0]["path"][0].append("left")


def a_digit_too_many(record: Record, proof: Record) -> None:
    proof["openings"][0]["path"][0][1] += "0"


def an_entry_in_a_list(record: Record, proof: Record) -> None:
    record["answers"][0]["entry"] = [record["answers"][0]["entry"]]


def fields_in_one(record: Record, proof: Record) -> None:
    last = record["answers"][-1]
    record["answers"].append(last | {"line": len(record["entries"]), "entry": last["entry"] + 1})
    record["entries"].append({"call cards": 1, "seat": last["seat"]})


def ended_as_a_number(record: Record, proof: Record) -> None:
    proof["ended"] = 0


def no_log_after(record: Record, proof: Record) -> None:
    proof["log"]["after"] = None


def cards_in_a_table(record: Record, proof: Record) -> None:
    cards = record["seat"][0]["cards"]
    record["seat"][0]["cards"] = {str(at): card for at, card in enumerate(cards)} | {"length": len(cards)}


def of_the_record(field: str, value: Any) -> Callable[[Record, Record], None]:
    def spoil(record: Record, proof: Record) -> None:
        record[field] = value

    spoil.__name__ = f"{field}_{value}"
    return spoil


def a_setting_that_is_no_text(record: Record, proof: Record) -> None:
    record["settings"]["penetration"] = 75


def a_share_that_is_none(record: Record, proof: Record) -> None:
    record["settings"]["penetration"] = "abc"


MISSPELT = [
    *(a_stake_in_words, a_stake_in_hexadecimal, a_step_in_two_parts, a_step_of_three, a_digit_too_many),
    *(an_entry_in_a_list, fields_in_one, ended_as_a_number, no_log_after, cards_in_a_table),
    *(a_setting_that_is_no_text, a_share_that_is_none),
    *(of_the_record(field, None) for field in ("seals", "draws", "signed", "round", "payouts", "burnt", "dealer")),
    *(of_the_record("started", 0), of_the_record("round", "01"), of_the_record("turns", -1)),
    *(of_the_record("gone", [True]), of_the_record("seat", {})),
]


def refused(record: Record, proof: Record) -> bool:
    try:
        return bool(checked([record], proof, None, None)[0])
    except (ValueError, KeyError, TypeError):
        return True


def spoilt(honest: Files, spoil: Callable[[Record, Record], None]) -> Files:
    record, proof = json.loads(json.dumps(honest))
    spoil(record, proof)
    return (record if record.get("signed", 1) is None else told_by_house(record)), proof


def test_what_is_misspelt_is_refused_by_page_and_verifier(honest: Files, tmp_path: Any) -> None:
    files = [honest, *(spoilt(honest, each) for each in MISSPELT)]
    found = pages(files, tmp_path)
    assert found[0] == ""
    assert not refused(*honest)
    taken = [spoil.__name__ for spoil, says in zip(MISSPELT, found[1:], strict=True) if not says]
    assert taken == []
    assert [spoil.__name__ for spoil, each in zip(MISSPELT, files[1:], strict=True) if not refused(*each)] == []


# ---------------------------------------------------------------------------------------------------- stakes


def wagers_left_out(record: Record, proof: Record) -> None:
    seat = record["seat"][0]
    del seat["wagers"]
    record["payouts"] = [each for each in record["payouts"] if each["seat"] != seat["number"]]


def a_higher_stake(record: Record, proof: Record) -> None:
    paid = record["payouts"][0]
    paid |= {"stake_cents": 900_000, "returned_cents": 0, "cents": -900_000}


def less_than_nothing(record: Record, proof: Record) -> None:
    paid = record["payouts"][0]
    paid |= {"returned_cents": -100, "cents": -100 - paid["stake_cents"]}


def a_return_of_no_wager(record: Record, proof: Record) -> None:
    made = {"wager": "sun-moon", "stake_cents": 0, "returned_cents": 500_000, "cents": 500_000}
    record["payouts"].append(record["payouts"][0] | made)


STAKES = {
    wagers_left_out: "that was laid there is left out",
    a_higher_stake: "a higher stake than was laid and added",
    less_than_nothing: "less than nothing is told to have come back",
    a_return_of_no_wager: "a stake or a return is told, and the round has no such wager",
}


def test_payouts_are_of_what_was_laid_and_added(honest: Files, tmp_path: Any) -> None:
    found = pages([spoilt(honest, each) for each in STAKES], tmp_path)
    assert [words in says for words, says in zip(STAKES.values(), found, strict=True)] == [True] * len(STAKES), found


def test_numbers_of_a_game_that_nobody_knows_are_refused(honest: Files, tmp_path: Any) -> None:
    record, _ = json.loads(json.dumps(honest))
    drawn = {"what": "the dice", "least": 7, "most": 7, "dice": 0, "number": 7}
    code = (
        f"{READ}const {{ boundsFault }} = await import(`${{S}}/claims.js`);\n"
        "console.log(JSON.stringify(files.map(boundsFault)));\n"
    )
    other = record | {"game": "super-pan-9b"}
    found = ask_deno(tmp_path, code, [other | {"draws": []}, other | {"draws": [drawn]}])
    assert found == ["", "numbers were drawn, and this page does not know how its game draws"]


def test_what_a_control_prescribes_is_a_text(tmp_path: Any) -> None:
    """A list of one text is none of the controls that there are: no card is taken away by it."""
    own = '[[irregularity]]\nkind = "smoke"\nsays = "."\nseat = [{then = %s}]\n'
    dealt = [{"deal": "2c", "to": 1}, {"deal": "3c", "to": 1}, {"call": "smoke", "seat": 1}, {"deal": "4c", "to": 1}]
    seat, game = [{"number": 1, "cards": ["2c", "4c"]}], {"game": "super-pan-9", "burnt": ["3c"], "entries": dealt}
    asked = [
        game | {"seat": seat, "settings": {"irregularities": own % then}}
        for then in ('"replace-card"', '["replace-card"]')
    ]
    code = (
        f"{READ}const {{ handFault }} = await import(`${{S}}/hands.js`);\n"
        "console.log(JSON.stringify(files.map((each) => handFault(each) !== '')));\n"
    )
    assert ask_deno(tmp_path, code, asked) == [any(hand_faults(each)) for each in asked] == [False, True]
