"""Notebooks are kept without outputs, and results show themselves; the build of the site executes them."""

import json
import sys
from pathlib import Path

from houseway.games.super_pairs.count.base_odds import BaseOdds
from houseway.lab.result import Odds

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_notebooks_hold_what_people_wrote_alone():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from notebooks import stripped
    finally:
        sys.path.remove(str(ROOT / "tools"))
    assert len(NOTEBOOKS) == 4
    for path in NOTEBOOKS:
        text = path.read_text(encoding="utf-8")
        assert stripped(json.loads(text)) == text, "run tools/notebooks.py"
    planted = json.loads(NOTEBOOKS[0].read_text())
    planted["cells"][1] |= {
        "outputs": [{"output_type": "stream", "name": "stdout", "text": ["old"]}],
        "execution_count": 7,
    }
    assert stripped(planted) == NOTEBOOKS[0].read_text()


def test_odds_of_every_kind_are_told_in_one_line():
    """A data class writes itself out unless it is told not to."""
    assert BaseOdds in Odds.__subclasses__()
    assert [each for each in Odds.__subclasses__() if each.__repr__ is not Odds.__repr__] == []
