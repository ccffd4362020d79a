"""The example that learns blackjack: what it has learned costs little, and what knows nothing costs much."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from houseway.errors import HousewayError

PLACE = Path(__file__).parents[2] / "examples" / "learn_blackjack.py"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("learn_blackjack", PLACE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cost(mistakes):
    return float(sum(each.cost for each in mistakes))


def test_it_learns_and_is_judged_by_the_exact_cost_of_its_mistakes(example):
    """Standing on everything costs 14.8 % of a unit; 150,000 rounds leave a few."""
    knows_nothing = example.mistakes(np.zeros((example.POINTS, 2, example.UPS, 2, example.MOVES)))
    assert 0.147 < cost(knows_nothing) < 0.149
    assert {each.chosen for each in knows_nothing} == {"stand"}
    found = example.mistakes(example.learned(150_000, 1))
    assert cost(found) < 0.04
    assert found == sorted(found, key=lambda each: -each.cost)


def test_one_planted_mistake_costs_what_is_exactly_counted(example):
    """To hit hard 20 against a ten, which stands at 0.5591 and is hit at -0.8471 in 1.99 % of all rounds."""
    values = np.zeros((example.POINTS, 2, example.UPS, 2, example.MOVES))
    before = {each.situation: each for each in example.mistakes(values)}
    assert "hard 20 against 10" not in before
    values[20, 0, 10, 0, example.WORDS.index("hit")] = 1
    (only,) = [each for each in example.mistakes(values) if each.situation not in before]
    assert only[:3] == ("hard 20 against 10", "hit", "stand")
    pairs = 0.0063640945956864115  # of tens, which may be split, are told apart
    assert float(only.cost) == pytest.approx((0.01992238308214877 - pairs) * (0.5591450775 + 0.8471415161), rel=1e-6)


def test_settings_reach_the_table(example):
    with pytest.raises(HousewayError, match="decks lies between"):
        example.learned(10, 1, decks=99)
