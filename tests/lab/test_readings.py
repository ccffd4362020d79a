"""Readings: the printed figure decides, and a figure that somebody prints is found under the reading that gives it."""

from functools import cache

import pytest

import houseway as hw
from houseway.errors import IllegalAnswer, UnknownName
from houseway.lab.readings import questions, search

NINES = hw.game("supreme-99")
PRINTED = "4.70%"
"""Supreme 99, the edge of Pair Fortunes as the approved document prints it."""


@cache
def by_ruling(game):
    return {each.ruling.id: each for each in questions(game)}


def test_each_reading_has_its_figure_and_the_printed_one_stands_beside():
    question = by_ruling(NINES)["nine-nine"]
    (effect,) = question.effects
    assert effect[:2] == ("pair-fortunes", "pair-fortunes")
    shown = {reading: f"{float(100 * edge):.2f}%" for reading, edge in effect.edges.items()}
    assert [reading for reading, figure in shown.items() if figure == PRINTED] == [question.ruling.choice]
    (check,) = question.printed
    assert (check.printed, check.agrees) == (PRINTED, True)
    assert len(effect.edges) == len(set(effect.edges.values())) == len(question.ruling.readings)
    told = question.json()
    assert [each["reading"] for each in told["readings"]] == [each.id for each in question.ruling.readings]
    assert "nine-nine" in repr(question)
    assert str(question).startswith(question.ruling.question)


def test_a_reading_that_no_setting_expresses_has_no_figure_and_is_told_all_the_same():
    asked = by_ruling(hw.game("super-pan-9"))
    assert len(asked) == len(hw.game("super-pan-9").document.rulings)
    assert asked["tie-and-main"].effects == ()
    assert [each.wager for each in asked["commission-on-ties"].effects] == ["tie"]


@pytest.mark.parametrize("reading", ["unpaired", "top-down", "pair-of-nines", "unpaired-no-threes"])
def test_the_search_finds_the_reading_behind_a_figure(reading):
    edge = by_ruling(NINES)["nine-nine"].effects[0].edges[reading]
    found = search(NINES, f"{float(100 * edge):.3f} %", wager="pair-fortunes")
    threes = "nothing" if reading.endswith("no-threes") else "pair"
    assert any(
        each.quantity == "edge"
        and NINES.odds("pair-fortunes", **settings_of(each)).edge == edge
        and settings_of(each)["three_of_a_kind"] == threes
        for each in found
    )
    assert all(each.chosen == (reading == "unpaired") for each in found)


def settings_of(match):
    chosen = {}
    for ruling, reading in match.readings.items():
        readings = {each.id: each.settings for each in NINES.document.ruling(ruling).readings}
        chosen |= {key.replace("-", "_"): value for key, value in readings[reading].items()}
    return chosen


def test_the_search_tells_the_number_of_decks_and_the_quantity():
    pan = hw.game("super-pan-9")
    edge = pan.odds("tie", decks=3).edge
    found = search(pan, f"{float(100 * edge):.5f}%", wager="tie")
    assert {(each.wager, each.decks, each.quantity) for each in found} == {("tie", 3, "edge")}
    back = search(pan, f"{float(100 - 100 * edge):.5f}%", wager="tie", decks=3)
    assert [each.quantity for each in back] == ["return"]
    assert back[0].json()["value"]["percent"] == pytest.approx(float(100 - 100 * edge))


def test_a_figure_that_nothing_gives_is_not_found():
    assert search(NINES, "12.3456%", wager="pair-fortunes") == []
    with pytest.raises(IllegalAnswer, match="is no figure"):
        search(NINES, "four")
    with pytest.raises(UnknownName, match="has no wager 'tie'"):
        search(NINES, "1%", wager="tie")
