"""The tables of `docs/chinese-poker.md` are the figures that were measured and stored with the strategies."""

from pathlib import Path

import pytest

from houseway.games.chinese_poker.count.strategies import measured
from houseway.games.chinese_poker.game import GAME
from houseway.games.chinese_poker.odds import upwards

PAGE = Path(__file__).parents[3] / "docs" / "chinese-poker.md"
WORDS = {name: name.replace("-bonuses", ", bonuses and naturals") for name in measured()}


def table(header: str) -> dict[str, list[str]]:
    """The rows of the page's table that has this header, by their first cell."""
    lines = PAGE.read_text(encoding="utf-8").partition(f"\n| {header}")[2].splitlines()[2:]
    rows = lines[: lines.index("")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {name: rest for name, *rest in cells}


def test_every_strategy_is_documented_and_was_measured_as_it_is() -> None:
    assert set(table("strategy | hands | gain")) == set(table("strategy | hands that lose")) == set(WORDS.values())
    assert not any("mended" in known for known in measured().values())


@pytest.mark.parametrize("name", WORDS)
def test_how_far_each_can_be_exploited(name: str) -> None:
    known = measured()[name]["exploitability"]
    assert table("strategy | hands | gain")[WORDS[name]] == [
        f"{known['hands']:,}",
        f"{known['gain']:+.5f}",
        f"{known['at_most']:.5f}",
        f"{known['low']:.5f} to {known['high']:.5f}",
    ]


def test_a_bound_is_told_alike_everywhere_and_rounded_upwards() -> None:
    highs = {name: known["exploitability"]["high"] for name, known in measured().items()}
    assert upwards(0.00121) == upwards(0.0013) == "0.0013"
    plain, any_ = upwards(highs["1-a-hand"]), upwards(max(highs.values()))
    readme = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"for more than {plain} units a hand at one unit a hand, {any_} in any scoring" in readme
    assert f"for more than {plain} units a hand" in (PAGE.parent / "play-chinese-poker.md").read_text(encoding="utf-8")
    assert any(f"at most {plain} units a hand" in note for note in GAME.strategy().notes)


@pytest.mark.parametrize("name", WORDS)
def test_what_surrender_is_worth(name: str) -> None:
    known = measured()[name]["surrender"]
    one, two, three = (100 * price["share"] for price in known["prices"][:3])
    worst = (f"{known['loss_at_share'][share]:.2f}" for share in ("0.99", "0.999"))
    assert table("strategy | hands that lose")[WORDS[name]] == [
        f"{one:.2f} %",
        f"{two:.2f} %",
        f"{three:.3f} %",
        *worst,
    ]


def test_how_often_bonus_hands_are_set() -> None:
    known = [measured()[f"{scoring}-bonuses"]["bonus_hands"] for scoring in ("1-a-hand", "2-4", "1-6")]
    for hand, cells in table("hand | 1-a-hand").items():
        assert cells == [f"{100 * of[hand]['probability']:.3f} ± {100 * of[hand]['error']:.3f} %" for of in known]
