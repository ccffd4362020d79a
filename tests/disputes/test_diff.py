"""Two documents side by side: what differs, what each difference does to each edge, which rounds are paid otherwise."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import main
from houseway.disputes.diff import Difference, applied, differences
from houseway.disputes.effects import edges, effects, otherwise
from houseway.disputes.files import rounds_in
from houseway.document import Document, document_from
from houseway.errors import Faulty, IllegalSetting
from houseway.games import game

PAN = game("super-pan-9")
OLD = PAN.document
FILE = Path(houseway.__file__).parent / "games" / "super_pan_9" / "document.toml"
TIE = {
    "game": "super-pan-9",
    "dealer": {"cards": "2c 2d 4h"},
    "seat": [{"number": 1, "cards": "2h 2s 4c", "wagers": {"main": "25.00", "tie": "5.00"}}],
}
WON = TIE | {"dealer": {"cards": "2c 2d 2h"}}


def changed(*changes: Callable[[dict[str, Any]], object], document: Document = OLD) -> Document:
    content = json.loads(json.dumps(document.content))
    for change in changes:
        change(content)
    return document_from(content, "own")


def entry(content: dict[str, Any], part: str, id_: str) -> dict[str, Any]:
    return next(each for each in content[part] if each["id"] == id_)


def tie_pays(pay: object) -> Callable[[dict[str, Any]], object]:
    return lambda content: entry(content, "paytable", "tie-8")["rows"][0].update(pays=pay)


def commission(rate: str) -> Callable[[dict[str, Any]], object]:
    return lambda content: entry(content, "setting", "commission").update(default=rate)


def told(found: list[Difference]) -> list[tuple[str, str, str, str]]:
    return [(each.kind, each.id, each.change, each.field) for each in found]


def test_the_same_document_differs_in_nothing():
    assert differences(OLD, changed()) == []


def test_what_was_changed_added_and_removed_is_told_by_its_place():
    new = changed(
        tie_pays(9),
        commission("4%"),
        lambda content: entry(content, "clause", "9").update(says="Otherwise."),
        lambda content: entry(content, "setting", "maximum").update(default="300.00"),
        lambda content: content["clause"].append({"id": "99", "says": "New."}),
        lambda content: content["figure"].pop(),
        lambda content: content["source"].update({"in-force": "2024-01-01"}),
        lambda content: content.update(summary="Another."),
        lambda content: entry(content, "paytable", "tie-8").update(limit="500.00"),
    )
    assert told(differences(OLD, new)) == [
        ("document", "", "changed", "summary"),
        ("source", "", "added", "in-force"),
        ("clause", "9", "changed", "says"),
        ("clause", "99", "added", ""),
        ("limit", "tie-8", "added", "limit"),
        ("pay", "tie-8: tie", "changed", "pays"),
        ("setting", "commission", "changed", "default"),
        ("limit", "maximum", "changed", "default"),
        ("figure", "example-7-6-8", "removed", ""),
    ]


def test_a_difference_reads_as_a_line_from_and_to():
    pay, rate = differences(OLD, changed(tie_pays(9), commission("4%")))
    assert pay.says == "pay tie-8: tie: from 8 to 9"
    assert rate.says == "setting commission, default: from 5% to 4%"
    assert (pay.counts, rate.counts) == (True, True)
    (word,) = differences(OLD, changed(lambda content: entry(content, "clause", "9").update(says="Otherwise.")))
    assert not word.counts


def test_documents_of_two_games_are_not_compared():
    with pytest.raises(IllegalSetting, match="documents of two games"):
        differences(OLD, game("supreme-99").document)


def rows(document: Document, id_: str) -> list[tuple[str, str]]:
    return [(row.award, str(row.pay)) for row in document.paytable(id_).rows]


def test_rows_are_added_removed_and_moved_with_their_precedence():
    old = game("supreme-99").document

    def change(content: dict[str, Any]) -> None:
        listed = entry(content, "paytable", "pair-fortunes")["rows"]
        listed[0], listed[1] = listed[1], listed[0]
        listed[2:3] = [{"award": "three-of-a-kind", "label": "Three of a Kind", "pays": 3}]

    new = changed(change, document=old)
    found = differences(old, new)
    assert told(found) == [
        ("pay", "pair-fortunes: nine-nine", "removed", "row"),
        ("pay", "pair-fortunes: three-of-a-kind", "added", "row"),
        ("paytable", "pair-fortunes", "changed", "order of rows"),
    ]
    names = [[award for award, _ in rows(applied(old, each), "pair-fortunes")] for each in found]
    assert names[0] == ["four-of-a-kind", "two-pair", "pair"]
    assert names[1] == ["four-of-a-kind", "two-pair", "three-of-a-kind", "nine-nine", "pair"]
    assert names[2] == ["two-pair", "four-of-a-kind", "pair", "nine-nine"]


def test_every_difference_alone_and_all_together():
    new = changed(tie_pays(9), commission("4%"))
    pay, rate = differences(OLD, new)
    assert rows(applied(OLD, pay), "tie-8") == [("tie", "9")]
    assert applied(OLD, pay).configure({})["commission"] == Fraction(5, 100)
    assert applied(OLD, rate).configure({})["commission"] == Fraction(4, 100)
    assert applied(applied(OLD, pay), rate) == new


def test_a_field_that_is_gone_is_taken_out():
    new = changed(lambda content: entry(content, "setting", "minimum").pop("least"))
    (gone,) = differences(OLD, new)
    assert (gone.change, gone.old, gone.new) == ("removed", "0.01", None)
    assert applied(OLD, gone) == new


def test_what_leans_on_another_difference_does_not_stand_alone():
    def change(content: dict[str, Any]) -> None:
        content["clause"].append({"id": "lucky", "says": "A wager."})
        content["wager"].append({"id": "lucky", "name": "Lucky", "clause": "lucky", "analysed": False})

    _, wager = differences(OLD, changed(change))
    with pytest.raises(Faulty, match="there is no clause 'lucky'"):
        applied(OLD, wager)
    (effect,) = effects(PAN, OLD, [wager])
    assert effect.why.startswith("does not stand alone")


@pytest.mark.compiled
def test_what_each_difference_does_to_each_edge():
    new = changed(tie_pays(9), commission("4%"), lambda content: content.update(summary="Another."))
    pay, rate = effects(PAN, OLD, differences(OLD, new))
    before, after = edges(PAN), edges(PAN.with_document(new))
    assert list(pay.edges) == ["tie"]
    assert list(rate.edges) == ["main"]
    assert pay.edges["tie"] == after["tie"]
    assert pay.edges["tie"].value == PAN.odds("tie", pays={"tie": 9}).edge
    assert rate.edges["main"].value == PAN.odds("main", commission="4%").edge
    assert before["tie"].value == PAN.odds("tie").edge


@pytest.mark.compiled
def test_a_pay_of_a_printed_table_that_is_not_in_force_moves_the_edge_of_that_table():
    pairs = game("super-pairs")

    def change(content: dict[str, Any]) -> None:
        entry(content, "paytable", "PT-FLT-SP-01")["rows"][0]["pays"] = 31
        entry(content, "paytable", "PT-FLT-SP-09")["rows"][0]["pays"] = 101

    new = changed(change, document=pairs.document)
    one, six = effects(pairs, pairs.document, differences(pairs.document, new))
    assert list(one.edges) == ["super-pairs by PT-FLT-SP-01, decks=1"]
    assert list(six.edges) == ["super-pairs by PT-FLT-SP-09"]
    computed = pairs.with_document(new).odds("super-pairs", paytable="PT-FLT-SP-01", decks=1).edge
    assert one.edges["super-pairs by PT-FLT-SP-01, decks=1"].value == computed


@pytest.mark.compiled
def test_an_edge_that_takes_minutes_is_left_out_and_said_to_be():
    assert edges(game("dealer-open-pai-gow"))["main"] == (None, "takes minutes: ask with --slow")


# ---------------------------------------------------------------------------------------------------- rounds


def paid(tmp_path: Path, new: Document, *records: object, name: str = "rounds.jsonl") -> list[tuple[Any, ...]]:
    file = tmp_path / name
    lines = "\n".join(json.dumps(each) for each in records)
    file.write_text(json.dumps(records) if name.endswith(".json") else lines)
    found = [each for each in otherwise(PAN, OLD, new, rounds_in(str(file))) if each is not None]
    return [(each.place, each.seat, each.wager, each.old_cents, each.new_cents, each.cents) for each in found]


def test_the_rounds_that_are_paid_otherwise_and_by_how_much(tmp_path):
    new = changed(tie_pays(9), commission("4%"))
    assert paid(tmp_path, new, TIE, WON) == [
        ("line 1", 1, "tie", 40_00, 45_00, 5_00),
        ("line 2", 1, "main", 23_75, 24_00, 25),
    ]
    assert [each[1:] for each in paid(tmp_path, new, TIE, WON, name="rounds.json")] == [
        (1, "tie", 40_00, 45_00, 5_00),
        (1, "main", 23_75, 24_00, 25),
    ]
    assert paid(tmp_path, changed(), TIE, WON) == []


def test_a_setting_at_its_old_default_takes_the_new_one_and_a_chosen_one_stands(tmp_path):
    whole = PAN.settle(WON).json()
    assert whole["settings"]["commission"] == "5%"
    assert paid(tmp_path, changed(commission("4%")), whole) == [("line 1", 1, "main", 23_75, 24_00, 25)]
    assert paid(tmp_path, changed(commission("4%")), WON | {"settings": {"commission": "3%"}}) == []


def test_both_versions_of_a_record_that_names_one_rule_in_turn(tmp_path):
    whole = PAN.settle(TIE).json() | {"started": "2020-01-01T00:00:00Z"}
    assert [each[3:5] for each in paid(tmp_path, changed(tie_pays(9)), whole)] == [(40_00, 45_00)]


def test_a_round_that_cannot_be_ruled_upon_is_said_and_the_others_go_on(tmp_path):
    file = tmp_path / "rounds.jsonl"
    other = {"game": "supreme-99"}
    file.write_text("\n".join(json.dumps(each) for each in ({"game": "super-pan-9"}, other, TIE)))
    found = [each for each in otherwise(PAN, OLD, changed(tie_pays(9)), rounds_in(str(file))) if each is not None]
    assert [bool(each.why) for each in found] == [True, True, False]
    assert "under the old document" in found[0].why
    assert "is a round of 'supreme-99'" in found[1].why

    def no_tie(content: dict[str, Any]) -> None:
        entry(content, "setting", "tie-bet").update(default="no")

    file.write_text(json.dumps(TIE))
    (refused,) = [each for each in otherwise(PAN, OLD, changed(no_tie), rounds_in(str(file))) if each is not None]
    assert "under the new document" in refused.why
    assert "not offered" in refused.why


# ---------------------------------------------------------------------------------------------------- the command


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["diff", *args])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


@pytest.fixture
def nine(tmp_path: Path) -> str:
    file = tmp_path / "nine.toml"
    text = FILE.read_text(encoding="utf-8")
    file.write_text(
        text.replace('label = "Equal totals", pays = 8', 'label = "Equal totals", pays = 9'), encoding="utf-8"
    )
    return str(file)


@pytest.mark.compiled
def test_the_command_tells_people_and_programs(capsys, nine, tmp_path):
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text(json.dumps(TIE) + "\n" + json.dumps(WON) + "\n" + '{"game": "super-pan-9"}\n')
    code, out, _ = run(capsys, "super-pan-9", nine, "--rounds", str(rounds))
    assert code == 0
    assert "pay tie-8: tie: from 8 to 9" in out
    assert "3 rounds, 1 paid otherwise, 1 not ruled upon: +$5.00 to the players." in " ".join(out.split())
    code, out, _ = run(capsys, f"super-pan-9@{OLD.hash[:10]}", nine, "--rounds", str(rounds), "--json")
    view = json.loads(out)
    (only,) = view["differences"]
    assert (only["from"], only["to"], list(only["edges"])) == (8, 9, ["tie"])
    assert view["edges"]["tie"]["new"] == only["edges"]["tie"]
    assert (view["rounds"]["count"], view["rounds"]["cents"]) == (3, 5_00)


def test_the_command_says_that_two_documents_are_the_same(capsys):
    code, out, _ = run(capsys, "super-pan-9", str(FILE))
    assert (code, "The two documents are the same." in out) == (0, True)


@pytest.mark.parametrize(
    "words, says",
    [
        (("nosuch", "super-pan-9"), "neither a file nor a game"),
        (("super-pan-9", "nosuch.toml"), "No such file"),
        (("super-pan-9", "supreme-99"), "documents of two games"),
        (("super-pan-9@ffffffff", "super-pan-9"), "no version has this hash"),
    ],
)
def test_wrong_words_are_refused_in_a_sentence(capsys, words, says):
    code, _, err = run(capsys, *words)
    assert code == 2
    assert says in err
