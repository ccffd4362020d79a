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
