"""A record in which a fault was planted is never accepted in silence: Hypothesis keeps looking for one that is."""

import copy
import json
import os
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houseway as hw
from houseway.errors import HousewayError
from houseway.games import games
from houseway.round.auditing import audit_record
from houseway.round.shapes import SHAPES
from houseway.round.shuffle import pack_of
from test_dealt import each_dealt

EXAMPLES = int(os.environ.get("HOUSEWAY_EXAMPLES", "60"))
IDS = [game.id for game in games()]
WORDS = st.text("abcdefghijklmnopqrstuvwxyz-_ ", min_size=1, max_size=12)
WRONG = st.sampled_from([None, True, -1, 2.5, [], {}, "no such thing", [[1]], {"a": 1}])


@cache
def records(game: str) -> list[dict[str, Any]]:
    """Sound records of a few rounds, as they would be read from a file."""
    return [json.loads(json.dumps(dealt.settled().json())) for dealt in each_dealt(hw.game(game), rounds=2)]


def tables(value: Any) -> list[dict[str, Any]]:
    """Every table of a record, the top one first; a document's own content is another test's."""
    found = []
    if isinstance(value, dict):
        found = [value, *(each for key, inner in value.items() if key != "content" for each in tables(inner))]
    elif isinstance(value, list):
        found = [each for inner in value for each in tables(inner)]
    return found


def one_more_field(told: dict[str, Any], data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(tables(told)))
    name = data.draw(WORDS.filter(lambda word: word not in table and word not in SHAPES))
    table[name] = data.draw(WRONG)


def a_wrong_place_in_the_shoe(told: dict[str, Any], data: st.DataObject) -> None:
    told[data.draw(st.sampled_from(["position", "cut", "turns"]))] = data.draw(WRONG)


def another_pack(told: dict[str, Any], data: st.DataObject) -> None:
    game = hw.game(told["game"])
    pack = pack_of(game, game.configure(**told["settings"]))
    card = data.draw(st.sampled_from(sorted(pack)))
    told["pack"] = data.draw(
        st.one_of(WRONG, st.sampled_from([{**pack, card: pack[card] + 1}, {**pack, card: 0}, {**pack, "Xx": 1}]))
    )


def another_display(told: dict[str, Any], data: st.DataObject) -> None:
    told["displayed"] = data.draw(
        st.one_of(WRONG.filter(lambda wrong: wrong != []), st.lists(WORDS, min_size=1, max_size=2))
    )


def a_wrong_type(told: dict[str, Any], data: st.DataObject) -> None:
    fields = ["game", "format", "settings", "paytables", "seat", "entries", "payouts", "document", "dealer"]
    field = data.draw(st.sampled_from([each for each in fields if each in told]))
    told[field] = data.draw(
        WRONG.filter(lambda wrong: wrong not in ({}, []) or field in ("game", "format", "document"))
    )


def a_card_that_was_not_dealt(told: dict[str, Any], data: st.DataObject) -> None:
    hand = data.draw(st.sampled_from([*told["seat"], *([told["dealer"]] if "dealer" in told else [])]))
    at = data.draw(st.integers(0, len(hand["cards"]) - 1))
    others = [card for seat in told["seat"] for card in seat["cards"] if card != hand["cards"][at]]
    hand["cards"][at] = data.draw(st.sampled_from(others))


def an_entry_less(told: dict[str, Any], data: st.DataObject) -> None:
    del told["entries"][data.draw(st.integers(0, len(told["entries"]) - 1))]


def an_entry_twice(told: dict[str, Any], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(told["entries"]) - 1))
    told["entries"].insert(at, copy.deepcopy(told["entries"][at]))


def a_cent_more(told: dict[str, Any], data: st.DataObject) -> None:
    payout = data.draw(st.sampled_from(told["payouts"]))
    payout["cents"] += data.draw(st.sampled_from([-1, 1, 100]))


def a_setting_that_there_is_not(told: dict[str, Any], data: st.DataObject) -> None:
    told["settings"][data.draw(WORDS.filter(lambda word: word not in told["settings"]))] = "1"


def an_amount_of_a_payout(told: dict[str, Any], data: st.DataObject) -> None:
    payout = data.draw(st.sampled_from(told["payouts"]))
    field = data.draw(st.sampled_from([key for key in payout if key.endswith("_cents")]))
    payout[field] += data.draw(st.sampled_from([-1, 1, 100]))


def another_award(told: dict[str, Any], data: st.DataObject) -> None:
    payout = data.draw(st.sampled_from(told["payouts"]))
    payout["award"] = data.draw(WORDS.filter(lambda word: word != payout["award"]))


def a_payout_less_or_twice(told: dict[str, Any], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(told["payouts"]) - 1))
    told["payouts"][at : at + 1] = [copy.deepcopy(told["payouts"][at])] * data.draw(st.sampled_from([0, 2]))


def a_posting(told: dict[str, Any], data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(told["postings"]))
    if data.draw(st.booleans()):
        line["cents"] += 1
    else:
        told["postings"].remove(line)


def a_card_burnt_by_nobody(told: dict[str, Any], data: st.DataObject) -> None:
    told["burnt"] = [data.draw(st.sampled_from(told["seat"][0]["cards"]))]


def another_number_drawn(told: dict[str, Any], data: st.DataObject) -> None:
    told["drawn"] = told.get("drawn", 0) + data.draw(st.sampled_from([-1, 1, 7]))


def a_call_that_nobody_made(told: dict[str, Any], data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["misdeal", "exposed-card"]))
    told["irregularity"] = [{"kind": kind, "seat": data.draw(st.integers(0, 2))}]


def another_seat(told: dict[str, Any], data: st.DataObject) -> None:
    data.draw(st.sampled_from(told["seat"]))["number"] = data.draw(st.sampled_from([0, 3, 4, 77]))


def another_stake(told: dict[str, Any], data: st.DataObject) -> None:
    wagers = data.draw(st.sampled_from(told["seat"]))["wagers"]
    wager = data.draw(st.sampled_from(sorted(wagers)))
    wagers[wager] = data.draw(st.sampled_from(["0.01", "7.77", "-5.00", "1e3", "٢٥", "9" * 30, ""]))


PLANTED = (
    one_more_field,
    a_wrong_place_in_the_shoe,
    another_pack,
    another_display,
    a_wrong_type,
    a_card_that_was_not_dealt,
    an_entry_less,
    an_entry_twice,
    a_cent_more,
    a_setting_that_there_is_not,
    an_amount_of_a_payout,
    another_award,
    a_payout_less_or_twice,
    a_posting,
    a_card_burnt_by_nobody,
    another_number_drawn,
    a_call_that_nobody_made,
    another_seat,
    another_stake,
)


@pytest.mark.parametrize("game", IDS)
def test_a_sound_record_is_accepted(game):
    for told in records(game):
        assert audit_record(json.dumps(told)) == []


@pytest.mark.parametrize("game", IDS)
def test_a_pack_of_its_own_is_found(game):
    """Its shape is right, and no shoe of this game holds such cards: who rules alone told nothing of it."""
    told = {**records(game)[0], "pack": {"2c": 52}}
    (finding,) = audit_record(json.dumps(told))
    assert finding.what == "the pack is not the one that the document has"


@pytest.mark.parametrize("game", IDS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_a_planted_fault_is_refused_or_found(game, data):
    told = copy.deepcopy(data.draw(st.sampled_from(records(game))))
    plant = data.draw(st.sampled_from(PLANTED))
    plant(told, data)
    try:
        findings = audit_record(json.dumps(told))
    except HousewayError:
        return
    assert findings, f"{plant.__name__} was accepted"
