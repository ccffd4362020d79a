"""A document is checked whole: every fault with its place."""

import copy
import tomllib
from pathlib import Path

import pytest

import houseway
from houseway.document import load
from houseway.document.reader import document_from, toml_from
from houseway.errors import Faulty, HousewayError, UnknownName
from houseway.games import game, games
from houseway.simulate.strategies import lines_of

TABLE = tomllib.loads((Path(houseway.__file__).parent / "games/super_pan_9/document.toml").read_text())


def faults(change):
    table = copy.deepcopy(TABLE)
    change(table)
    with pytest.raises(Faulty) as refused:
        document_from(table, "document.toml")
    return dict(refused.value.faults), refused.value


def test_the_games_documents_are_sound():
    for each in games():
        assert each.document.game == each.id


def test_all_faults_are_listed_with_their_places():
    def break_it(table):
        del table["source"]["title"]
        table["clause"][0]["says"] = ""
        table["clause"].append(dict(table["clause"][1]))
        table["setting"][0]["default"] = 12
        table["setting"][1]["layer"] = "county"
        table["setting"][2]["clause"] = "77"
        table["wager"][1]["offered"] = "no-such"
        table["paytable"][0]["rows"][0]["pays"] = "lots"
        table["paytable"][1]["decks"] = [8, 1]
        table["ruling"][0]["choice"] = "neither"
        table["figure"][0]["ruling"] = "nothing"
        table["surprise"] = 1

    found, error = faults(break_it)
    expected = {
        "source.title": "is missing",
        "clause 1.says": "is a text",
        "clause": "'2' stands there more than once",
        "setting decks.default": "decks lies between 1 and 8, not 12",
        "setting seats.layer": "is one of state, game, house, analysis",
        "setting commission.clause": "there is no clause '77'",
        "wager tie.offered": "there is no setting 'no-such'",
        "paytable even-money.rows 1.pays": 'is a number, "3:2"',
        "paytable tie-8.decks": "the least and the greatest",
        "ruling cards-a-deck.choice": "'neither' is none of the readings",
        "figure example-6-4-3.ruling": "there is no ruling 'nothing'",
        "surprise": "is not a field that belongs here",
    }
    for place, words in expected.items():
        assert words in found[place], place
    assert f"{len(error.faults)} faults" in str(error)
    assert str(error).startswith("document.toml: ")


@pytest.mark.parametrize(
    "change, place, words",
    [
        (lambda t: t.update(clause="none"), "clause", "is a list of tables"),
        (lambda t: t.update(source=7), "source", "is a table of fields"),
        (lambda t: t["clause"][2].update(procedure="yes"), "clause 3.procedure", "is true or false"),
        (lambda t: t["wager"][1].update(needs="main"), "wager tie.needs", "is a list of texts"),
        (lambda t: t["wager"][1].update(needs=["faro"]), "wager tie.needs", "there is no wager 'faro'"),
        (lambda t: t["setting"][0].update(type="colour"), "setting decks.type", "is one of integer"),
        (lambda t: t["setting"][5].pop("choices"), "setting commission-rounding.choices", "needs its choices"),
        (lambda t: t["setting"][7].pop("source"), "setting maximum.source", "names its rule"),
        (lambda t: t["setting"][0].update(follows="packs"), "setting decks.follows", "there is no setting 'packs'"),
        (
            lambda t: t["setting"][0].update(follows="seats"),
            "setting decks.follows",
            "seats has another type or default",
        ),
        (
            lambda t: t["ruling"][2]["readings"][0].update(settings={"tie-commission": "maybe"}),
            "ruling commission-on-ties, reading main-only.settings",
            "tie-commission is a flag",
        ),
        (
            lambda t: t["ruling"][2]["readings"][0].update(settings=3),
            "ruling commission-on-ties.readings main-only.settings",
            "table of names",
        ),
        (lambda t: t.pop("wager"), "wager", "is missing"),
    ],
)
def test_single_faults(change, place, words):
    found, _ = faults(change)
    assert words in found[place]


def test_a_file_that_is_no_toml_or_not_there(tmp_path):
    broken = tmp_path / "document.toml"
    broken.write_text("game = ")
    with pytest.raises(Faulty, match=r"document.toml: 1 fault"):
        load(broken)
    with pytest.raises(Faulty, match="No such file"):
        load(tmp_path / "absent.toml")


def test_what_is_not_in_a_document_is_said_with_what_is():
    document = game("super-pan-9").document
    with pytest.raises(UnknownName, match="its wagers are: main, tie"):
        document.wager("lucky")
    with pytest.raises(UnknownName, match="its paytables are: even-money, tie-8"):
        document.paytable("x")
    with pytest.raises(UnknownName, match="its clauses are: 1, 2"):
        document.clause("99")
    with pytest.raises(UnknownName, match="there is no game 'faro'; the games are super-pan-9"):
        game("faro")


@pytest.mark.parametrize(
    "pays, shown", [(8, "8"), ("3:2", "3/2"), ("$200", "$200"), ("100%", "100%"), ("push", "push")]
)
def test_pays_are_read_and_shown(pays, shown):
    table = copy.deepcopy(TABLE)
    table["paytable"][0]["rows"][0]["pays"] = pays
    assert str(document_from(table, "it").paytables[0].rows[0].pay) == shown


def test_a_key_of_very_many_parts_is_refused_before_it_is_read():
    with pytest.raises(Faulty, match="more than 400 dots"):
        toml_from("a." * 20_000 + "a = 1", "dots.toml")


def test_no_other_sign_that_ends_a_line_hides_a_key_of_many_parts():
    with pytest.raises(Faulty, match="more than 400 dots"):
        toml_from("'\u2028'." * 20_000 + "a = 1", "dots.toml")


def test_a_strategy_with_a_key_of_many_parts_is_refused_before_it_is_read():
    with pytest.raises(Faulty, match=r"(?s)strategy.*more than 20 dots"):
        lines_of("a." * 21 + "a = 1")
    with pytest.raises(Faulty, match="strategy"):
        lines_of("x = ")


def test_controls_of_ones_own_with_a_key_of_many_parts_are_refused_before_they_are_read():
    with pytest.raises(HousewayError, match="more than 20 dots"):
        game("supreme-99").configure(irregularities="a." * 49_000 + "a=1\nb=2\n")
