"""The figures on the pages for players are those that the rulebook computes, at the settings that they tell."""

import os
import re
import sys
from pathlib import Path

import pytest

import houseway as hw

ROOT = Path(__file__).parents[2]
ALL = bool(os.environ.get("HOUSEWAY_ALL_DOCS"))
"""Half a minute or more each for the first time: `make soak` computes them too."""


@pytest.fixture(scope="module")
def tool():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import players as found
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return found


GAMES = ["super-pan-9", "supreme-99", "chinese-poker", "dealer-open-pai-gow", "super-pairs"]


@pytest.mark.parametrize("id_", GAMES)
def test_a_page_has_every_figure_as_it_is_computed(tool, id_):
    game, told = hw.game(id_), tool.blocks(id_)
    assert list(told) == list(tool.COMPUTED[id_])
    for name, compute in tool.COMPUTED[id_].items():
        if ALL or (id_, name) not in tool.SLOW:
            assert told[name] == compute(game), f"run tools/players.py {id_}"


@pytest.mark.parametrize("id_", GAMES)
def test_no_other_figure_is_typed_into_a_page(tool, id_):
    """Outside the computed blocks: rules, and amounts that the document or its defaults state."""
    rest = tool.BLOCK.sub("", tool.page_of(id_).read_text())
    assert re.findall(r"\d+\.\d+ %|\$\d+\.\d\d", rest) == []


def test_what_the_pages_take_for_granted_is_the_default():
    pan, pairs, pai_gow = (hw.game(each).configure() for each in ("super-pan-9", "super-pairs", "dealer-open-pai-gow"))
    assert (pan["decks"], pan.fraction("commission")) == (
        8,
        hw.game("super-pan-9").configure(commission="5%")["commission"],
    )
    assert (pairs["decks"], pairs.text("soft-17"), pairs.text("double")) == (6, "stand", "any")
    assert pairs.flag("peek")
    assert pairs.flag("double-after-split")
    assert pairs.fraction("blackjack-pays") * 2 == 3
    assert pai_gow.flag("two-jacks-lose")
    assert pai_gow["envy-least"] == 5_00
    assert (
        hw.game("super-pairs").odds("super-pairs-jackpot").edge
        == hw.odds("super-pairs", "super-pairs-jackpot", meter="1,000.00").edge
    )
    paid = {each.award: str(each.pays) for each in hw.odds("supreme-99", "main").outcomes}
    assert paid["both-copy"] == "4"
    assert hw.odds("super-pan-9", "tie").outcomes[-1].pays == 8


def test_a_wrong_figure_is_caught(tool, monkeypatch, tmp_path):
    page = tool.page_of("super-pan-9").read_text()
    planted = tmp_path / "play-super-pan-9.md"
    planted.write_text(page.replace("$2.20", "$2.21"))
    monkeypatch.setattr(tool, "DOCS", tmp_path)
    assert tool.blocks("super-pan-9")["wagers"] != tool.COMPUTED["super-pan-9"]["wagers"](hw.game("super-pan-9"))
