"""What is published as JSON Schema is what is written, and what is not in it is refused."""

import json
from pathlib import Path

import jsonschema
import pytest

import houseway as hw
from houseway.games import games
from houseway.round import CHANCE, Deal, Draw, Irregularity
from houseway.round.codec import (
    answer_json,
    entry_json,
    payout_json,
    question_json,
    read_answer,
    read_entry,
    read_payout,
)
from houseway.round.record import record_from
from test_dealt import each_dealt

FOLDER = Path(hw.__file__).parent / "schemas"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def valid(name, value):
    schema = json.loads((FOLDER / f"{name}.json").read_text())
    jsonschema.validate(json.loads(json.dumps(value)), schema)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one(name):
    schema = json.loads((FOLDER / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].startswith(f"houseway/{name}/")


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_a_round_is_told_in_the_published_forms(game):
    for dealt in each_dealt(game):
        told = dealt.json()
        valid("record", told)
        valid("record", dealt.settled().json())
        for payout in dealt.ruling:
            valid("payout", payout_json(payout))
            assert read_payout(json.loads(json.dumps(payout_json(payout)))) == payout
        for question, entry in dealt.settled().entries:
            valid("entry", entry_json(question, entry))
            if question is not None:
                valid("question", question_json(question))
                assert read_entry(entry_json(question, entry), [question]) == entry
                assert read_answer(question, answer_json(question, entry.answer)) == entry.answer
        assert record_from(json.loads(json.dumps(told))).setup == dealt.setup


def test_a_call_is_an_entry_too():
    from houseway.round import Entry

    call = Entry(CHANCE, Irregularity("misdeal", 2))
    valid("entry", entry_json(None, call))
    assert read_entry(entry_json(None, call), [Deal(1), Draw("it", 1, 2)]) == call


def told_by(capsys, *args):
    from houseway.cli import main

    with pytest.raises(SystemExit):
        main(args)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("sets", [(), ("--set", "maximum=50.00"), ("--set", "decks=99"), ("--set", "tie-bet=perhaps")])
def test_what_check_finds_is_published(capsys, sets):
    valid("departures", told_by(capsys, "check", "super-pan-9", *sets, "--json"))
    valid("departures", told_by(capsys, "check", "dealer-open-pai-gow", "--set", "two-jacks-lose=no", "--json"))


def test_what_diff_finds_is_published(capsys, tmp_path):
    document = (Path(hw.__file__).parent / "games/super_pan_9/document.toml").read_text()
    other = tmp_path / "other.toml"
    other.write_text(document.replace('label = "Equal totals", pays = 8', 'label = "Equal totals", pays = 9'))
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text(json.dumps(next(iter(each_dealt(hw.game("super-pan-9")))).settled().json()) + "\n")
    found = told_by(capsys, "diff", "super-pan-9", str(other), "--rounds", str(rounds), "--json")
    valid("diff", found)
    assert found["differences"]
    valid("diff", told_by(capsys, "diff", "super-pan-9", "super-pan-9", "--json"))


def test_a_packet_is_published(capsys, tmp_path):
    from houseway.disputes.packet import packet_of
    from houseway.disputes.packet_json import json_of

    for game in games():
        told = json.dumps(next(iter(each_dealt(game))).settled().json())
        packet = packet_of(told)
        valid("packet", json.loads(json_of(packet)))
        assert json_of(packet) == json_of(packet_of(told))
