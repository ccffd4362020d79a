"""A document that somebody brings fits its game, or says where it does not: every fault at once, each at its place."""

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway as hw
from houseway.document.reader import document_from
from houseway.errors import Faulty, HousewayError, IllegalSetting
from houseway.game import Game
from houseway.games import games
from houseway.room.own_paytables import with_paytables
from houseway.web.lab_contents import Content, faults_of

PAN = hw.game("super-pan-9")
ROYAL = ("paytable tie-8.rows.royal", "is no award of tie: it knows tie")
RECORD = {
    "game": "super-pan-9",
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [{"number": 1, "cards": "6h Kc Qc", "wagers": {"main": "25.00", "tie": "5.00"}}],
}


def file_of(game):
    return Path(hw.__file__).parent / "games" / game.id.replace("-", "_") / "document.toml"


TEXT = file_of(PAN).read_text()


def content(**changes):
    """The content of Super Pan 9, to change."""
    return copy.deepcopy(dict(PAN.document.content)) | changes


def royal():
    table = content()
    table["paytable"][1]["rows"][0]["award"] = "royal"
    return table


def faults(table, game=PAN):
    with pytest.raises(Faulty) as refused:
        game.read_document(table, "own.toml")
    return refused.value.faults


# ------------------------------------------------------------------------------------------------ awards


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_ships_fits(game):
    for each in game.document.versions:
        assert game.read_document(each.content, "again") == each
    if file_of(game).exists():
        assert hw.load(file_of(game)) == game.document


def test_an_award_that_no_wager_knows_is_a_fault_wherever_a_document_comes_in(tmp_path):
    assert faults(royal()) == (ROYAL,)
    path = tmp_path / "document.toml"
    path.write_text(TEXT.replace('award = "tie"', 'award = "royal"'))
    for read in (lambda: hw.load(path), lambda: hw.document_from(royal(), "own")):
        with pytest.raises(Faulty) as refused:
            read()
        assert refused.value.faults == (ROYAL,)
    document = {"title": "t", "date": "d", "hash": "", "content": royal()}
    with pytest.raises(HousewayError, match=r"paytable tie-8\.rows\.royal: is no award of tie: it knows tie"):
        hw.settle(RECORD | {"document": document})
    assert faults_of(Content("variation", "super-pan-9", path.read_text())) == (ROYAL,)


def test_a_paytable_without_an_id_is_told_by_its_number():
    table = royal()
    del table["paytable"][1]["id"]
    assert set(faults(table)) >= {("paytable 2.id", "is missing"), ("paytable 2.rows.royal", ROYAL[1])}


def test_an_award_that_no_wager_knows_is_a_fault_of_a_paytable():
    own = {"wager": "tie", "rows": [{"award": "royal", "pays": 8}]}
    with pytest.raises(Faulty, match=r"rows.royal: is no award of tie: it knows tie"):
        PAN.with_paytable(own)
    assert with_paytables(PAN, [own])[1] == [("paytable", f"paytable 1, rows.royal: {ROYAL[1]}")]


def test_an_award_may_be_without_a_row_and_then_pays_nothing():
    table = content()
    table["paytable"][0]["rows"] = table["paytable"][0]["rows"][:1]
    own = PAN.with_document(PAN.read_document(table, "own"))
    rows = {outcome.award: outcome.pays for outcome in own.odds("main").outcomes}
    assert "push" not in rows
    whole = own.with_paytable({"wager": "main", "rows": [{"award": a, "pays": 1} for a in ("win", "push")]})
    assert {row.award for row in whole.configure().in_force("main").rows} == {"win", "push"}, "it is still known"


def test_a_wager_that_nothing_in_a_paytable_pays_has_none():
    poker = hw.game("chinese-poker")
    with pytest.raises(Faulty, match="wager: the game knows no award of main: no paytable pays it"):
        poker.with_paytable({"wager": "main", "clause": "6", "rows": [{"award": "win", "pays": 1}]})


def test_a_near_award_is_named():
    own = {"wager": "pair-fortunes", "rows": [{"award": "four-of-kind", "pays": 1}]}
    with pytest.raises(Faulty, match=r"nine-nine, pair; did you mean four-of-a-kind\?"):
        hw.game("supreme-99").with_paytable(own)


def test_a_document_of_no_game_that_is_known_is_read_by_itself():
    table = royal() | {"game": "nobodys"}
    assert hw.document_from(table, "own").game == "nobodys"
    assert faults(table) == (("game", "is super-pan-9 here, not 'nobodys': choose its game, or write it so"),)


# ------------------------------------------------------------------------------------------------ all at once


def every_kind():
    """A fault of every kind, each somewhere else."""
    table = royal() | {"surprise": 1}
    table["clause"][0]["says"] = 7
    table["setting"][0]["default"] = 12
    table["setting"][1]["most"] = "x"
    table["setting"][2]["layer"] = "county"
    table["wager"][1]["colour"] = "red"
    table["paytable"][0]["rows"][0]["pays"] = "lots"
    table["ruling"][2]["readings"][0]["settings"] = {"tie-commission": "maybe", "decks": "4"}
    table["figure"][0]["settings"] = {"moon": "1"}
    return table


PLACES = {
    "surprise",
    "clause 1.says",
    "setting decks.default",
    "setting seats.most",
    "setting commission.layer",
    "wager tie.colour",
    "paytable even-money.rows 1.pays",
    "paytable tie-8.rows.royal",
    "ruling commission-on-ties, reading main-only.settings",
    "figure example-6-4-3.settings",
}


def test_faults_of_every_kind_are_told_at_once_and_none_that_is_not_there():
    told = faults(every_kind())
    assert {place for place, _ in told} == PLACES
    assert len(told) == len(PLACES), told


def test_what_somebody_brings_to_the_lab_has_all_faults_at_once_too():
    text = TEXT.replace('award = "tie"', 'award = "royal"').replace("default = 8\nleast = 1", "default = 12\nleast = 1")
    text = text.replace("default = 9\nleast = 1\nmost = 9", "default = 9\nleast = 1\nmost = 99")
    told = dict(faults_of(Content("variation", "super-pan-9", "surprise = 1\n" + text)))
    assert set(told) == {"surprise", "setting decks.default", "setting seats", ROYAL[0]}, told


@pytest.mark.parametrize(
    "key, value, says",
    [
        ("most", "x", "decks is an integer, as in 8, not 'x'"),
        ("least", "x", "decks is an integer, as in 8, not 'x'"),
        ("most", [8], "decks is an integer"),
        ("default", "x", "decks is an integer, as in 8, not 'x'"),
        ("approved-most", "x", "decks is an integer, as in 8, not 'x'"),
        ("approved", ["x"], "decks is an integer, as in 8, not 'x'"),
    ],
)
def test_a_bound_that_cannot_be_read_is_told_at_its_own_field(key, value, says):
    table = content()
    table["setting"][0][key] = value
    ((place, told),) = faults(table)
    assert place == f"setting decks.{key}"
    assert told.startswith(says)


def test_a_default_that_is_missing_is_told_once():
    table = content()
    del table["setting"][0]["default"]
    assert faults(table) == (("setting decks.default", "is missing"),)


JUNK = (7, "junk", "", [], {}, [7], [[]], True, 1.5)


def fields(value, path=()) -> Iterator[tuple]:
    """Every field of a document, by its path."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        yield (*path, key)
        yield from fields(each, (*path, key))


PLANTED = {
    "surprise": [("surprise",)],
    "setting seats.most": [("setting", 1)],
    "paytable tie-8.rows.royal": [("paytable", 1), ("game",), ("wager", 1)],
}
"""Faults, and the paths of what they rest on."""


def test_whatever_stands_in_a_field_is_a_fault_beside_the_others_and_nothing_breaks():
    """A sentence is all that ever comes of a wrong field, and it hides no other."""
    start = royal() | {"surprise": 1}
    start["setting"][1]["most"] = "x"
    for number, path in enumerate(fields(start)):
        table = copy.deepcopy(start)
        at = table
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = JUNK[number % len(JUNK)]
        told = {place for place, _ in faults(table)}
        for place, rests in PLANTED.items():
            touched = any(path[: len(each)] == each[: len(path)] for each in rests)
            assert touched or place in told, path


# ------------------------------------------------------------------------------------------------ what is left out


def test_a_setting_that_the_game_needs_and_the_document_leaves_out_is_named():
    table = content()
    table["setting"] = [each for each in table["setting"] if each["id"] != "decks"]
    table["figure"] = []
    own: Game = PAN.with_document(document_from(table, "own"))
    with pytest.raises(IllegalSetting, match="Super Pan 9 has no setting 'decks', and the game needs it"):
        own.odds("tie")
    assert "decks" not in own.configure()
    with pytest.raises(KeyError):
        own.configure()["decks"]


def test_the_text_is_what_the_tests_change():
    assert tomllib.loads(TEXT) == PAN.document.content
