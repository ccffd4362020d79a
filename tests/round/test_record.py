"""A record is read strictly and written whole: what is not known is a fault with its place, never ignored."""

import contextlib
import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway as hw
from houseway.errors import Faulty, HousewayError
from houseway.round.record import FORMAT, read, record_from

ROUND = {
    "game": "super-pan-9",
    "settings": {"decks": 8, "commission": "5%"},
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [{"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00", "tie": "5.00"}}],
}
TEXT = """
game = "super-pan-9"
settings = { decks = 8, commission = "5%" }
dealer = { cards = ["Kd", "2c", "4h"] }
[[seat]]
number = 1
cards = "6h 2d As"
wagers = { main = "25.00", tie = "5.00" }
"""


def changed(**fields):
    return {**copy.deepcopy(ROUND), **fields}


def places(table):
    with pytest.raises(Faulty) as refused:
        record_from(table)
    return dict(refused.value.faults)


def test_a_file_a_text_and_fields_are_one_record(tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(TEXT)
    as_json = tmp_path / "round.json"
    as_json.write_text(json.dumps(ROUND))
    rulings = {hw.settle(each).ruling for each in (path, str(path), TEXT, as_json, json.dumps(ROUND), ROUND)}
    assert len(rulings) == 1


def test_a_record_says_all_of_itself():
    told = hw.settle(ROUND).json()
    pan = hw.game("super-pan-9")
    assert told["format"] == FORMAT
    assert told["engine"] == hw.__version__
    assert told["settings"].keys() == {spec.id for spec in pan.document.settings}
    assert told["document"] == {
        "title": pan.document.source.title,
        "date": pan.document.source.date,
        "hash": pan.document.hash,
    }
    assert [row["pays"] for row in told["paytables"]["tie"]["rows"]] == ["8"]
    assert {"seat": 1, "choose": "stand"} in told["entries"]
    assert hw.settle(told).ruling == hw.settle(ROUND).ruling
    assert hw.settle(json.dumps(told)).json() == told


def test_a_round_by_a_paytable_of_ones_own_is_ruled_by_it_wherever_it_is_read():
    ours = hw.game("super-pan-9").with_paytable({"wager": "tie", "id": "tie-9", "rows": [{"award": "tie", "pays": 9}]})
    tied = {**ROUND, "seat": [{**ROUND["seat"][0], "cards": "6h Kc Qc"}]}
    told = ours.settle(tied).json()
    assert told["document"]["content"] == ours.document.content
    for each in (told, {key: value for key, value in told.items() if key != "document"}):
        (tie,) = [payout for payout in hw.settle(json.loads(json.dumps(each))) if payout.wager == "tie"]
        assert (tie.net, tie.paytable) == (45_00, "tie-9")


@pytest.mark.parametrize(
    "table, place, words",
    [
        (changed(setings={}), "setings", "is not a field that belongs here"),
        (changed(irregularities=[]), "irregularities", "is not a field"),
        (changed(dealer={"cards": "Kd 2c 4h", "high": "Kd 2c"}), "dealer.high", "is not a field"),
        (changed(dealer={"cards": 7}), "dealer.cards", "cards are a text or a list of names"),
        (changed(settings={"decks": [8]}), "settings.decks", "is a text or a number"),
        (changed(settings={"deks": 8}), "game and settings", "there is no setting 'deks'"),
        (changed(format="houseway-record/9"), "format", "is one of houseway-record/2"),
        (changed(entries={}), "entries", "is a list"),
        (changed(document={"title": "x"}), "document.date", "is missing"),
        (changed(paytables=[1]), "paytables", "are tables by wager"),
        (changed(payouts=[{"seat": 1}]), "payouts 1.award", "is missing"),
        (changed(seat=[{**ROUND["seat"][0], "play": "hit"}]), "seat 1.play", "is not a field"),
        (changed(seat=[{**ROUND["seat"][0], "number": "1"}]), "seat 1.number", "is a whole number"),
        (changed(seat=[{**ROUND["seat"][0], "wagers": {"main": "x"}}]), "seat 1.wagers.main", "is not an amount"),
        (changed(irregularity=[{"kind": "misdeal", "who": 1}]), "irregularity 1.who", "is not a field"),
    ],
)
def test_what_is_not_known_is_a_fault_with_its_place(table, place, words):
    assert words in places(table)[place]


def test_no_key_stands_twice_and_nothing_is_half_read():
    with pytest.raises(Faulty, match="decks: stands there twice"):
        read('{"game": "super-pan-9", "settings": {"decks": 1, "decks": 8}}')
    with pytest.raises(Faulty, match="NaN is not a number"):
        read('{"game": NaN}')
    with pytest.raises(Faulty):
        read("[" * 100_000 + "\n")
    with pytest.raises(Faulty):
        read('{"a": ' * 100_000)
    with pytest.raises(Faulty, match="No such file"):
        read("no-such-file.toml")


def entries():
    return copy.deepcopy(hw.settle(ROUND).json())


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda told: told["entries"][0].update(deal="Kd"), "Kd 2d As by its entries"),
        (lambda told: told["entries"][0].update(to=0), "the next card goes to seat 1"),
        (lambda told: told["entries"].pop(), "the entries end before the round does"),
        (lambda told: told["entries"].append({"seat": 1, "choose": "draw"}), "answers nothing that is asked"),
        (lambda told: told["entries"][-1].update(choose="fold"), "may stand or draw, not 'fold'"),
        (lambda told: told["entries"][-1].update(extra=1), "is no entry"),
        (lambda told: told["entries"][-1].update(seat="1"), "is no seat"),
        (lambda told: told["entries"].insert(0, {"call": 7, "seat": 0}), "is no call"),
        (lambda told: told["entries"].insert(0, [1, "draw"]), "is no entry"),
    ],
)
def test_an_entry_that_cannot_be_is_refused(change, words):
    told = entries()
    change(told)
    with pytest.raises(HousewayError, match=words):
        hw.settle(told)


def test_a_record_of_the_first_format_is_still_read():
    """Entries as pairs of a seat and an answer, cards by number, payouts under the name `ruling`."""
    old = changed(
        entries=[[-1, 30], [-1, 13], [-1, 51], [-1, 24], [-1, 0], [-1, 28], [1, "stand"]],
        ruling=[{"seat": 1, "wager": "main", "stake": 2500, "returned": 4875, "award": "win", "net": 2375}],
        round=7,
    )
    record = record_from(old)
    assert record.payouts[0]["returned_cents"] == 4875
    assert hw.settle(old).ruling == hw.settle(ROUND).ruling


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from([*ROUND, "entries", "payouts", "document", "paytables", "irregularity", "x"]), JSON)
def test_whatever_stands_in_a_field_is_read_or_refused_in_a_sentence(field, value):
    with contextlib.suppress(HousewayError):
        hw.settle(changed(**{field: value}))


def test_a_wrong_setting_does_not_hide_what_else_is_wrong():
    with pytest.raises(Faulty) as fault:
        record_from(changed(settings={"deks": 8}, setings={}, dealer={"cards": "Kd 2x"}))
    assert [place for place, _ in fault.value.faults] == ["game and settings", "dealer.cards", "setings"]
