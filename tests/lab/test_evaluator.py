"""Poker values in bulk: the rule's own, hand by hand, and what is no hand is refused.

All hands are looked at with `HOUSEWAY_ALL_HANDS=1`: 154,143,080 of seven cards, for each place of the wheel.
"""

import os
from itertools import combinations

import numpy as np
import pytest

import houseway as hw
from houseway.cards import JOKER, mask
from houseway.errors import IllegalCards, IllegalSetting
from houseway.games.dealer_open_pai_gow.count.census import classes
from houseway.lab import evaluator
from houseway.poker import LOWEST, SECOND_HIGHEST, value

ALL = os.environ.get("HOUSEWAY_ALL_HANDS")
"""Every hand of six and seven cards, else those that go on from one in so many first cards."""


@pytest.mark.compiled
@pytest.mark.parametrize("wheel", (LOWEST, SECOND_HIGHEST))
@pytest.mark.parametrize("cards, hands, part", ((5, 2_869_685, 1), (6, 22_957_480, 37), (7, 154_143_080, 401)))
def test_tables_and_rule_agree(cards, hands, part, wheel):
    unequal, looked = evaluator.unequal(cards, wheel, 1 if ALL else part)
    assert unequal == 0
    assert looked == hands if ALL or part == 1 else looked > hands // (2 * part)


@pytest.mark.compiled
def test_a_hand_of_every_class_of_suits_is_valued_by_the_array_as_by_the_rule():
    """Of the 6,972,147 classes of seven cards those that fall to us, and each of them in all."""
    hands = classes().hands[:: 1 if ALL else 397]
    rows = np.argsort(hands[:, None] >> np.arange(53) & 1, axis=1, kind="stable")[:, -7:].astype(np.uint8)
    assert list(map(mask, rows[:50].tolist())) == hands[:50].tolist()
    assert hw.poker.values(rows).tolist() == [value(hand, LOWEST) for hand in hands.tolist()]


@pytest.mark.compiled
def test_the_counts_that_everyone_knows():
    """Of 2,598,960 hands of five cards, and of 133,784,560 of seven: B. Alspach, "7-card poker hands"."""
    assert evaluator.categories(5) == (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40, 0)
    if ALL:
        seven = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584, 0)
        assert evaluator.categories(7) == seven


@pytest.mark.compiled
def test_a_table_that_answers_wrongly_for_one_holding_is_caught(monkeypatch):
    planted = evaluator.tables_by_rule(5, LOWEST)
    planted.ranks[len(planted.ranks) // 2] += 1
    monkeypatch.setattr(evaluator, "tables", lambda cards, wheel: planted)
    unequal, _ = evaluator.unequal(5)
    assert unequal > 0


def test_shapes_and_dtypes():
    five = np.array(list(combinations(range(8), 5)))
    expected = [value(mask(hand), LOWEST) for hand in five.tolist()]
    for dtype in (np.uint8, np.int16, np.int64, np.uint64):
        found = hw.poker.values(five.astype(dtype))
        assert found.tolist() == expected
        assert found.dtype == np.int32
    assert hw.poker.values(five.reshape(7, 8, 5)).shape == (7, 8)
    assert hw.poker.values(five[0]).shape == ()
    assert hw.poker.values(np.zeros((0, 7), np.uint8)).tolist() == []
    assert hw.poker.values(five[::2, ::-1]).tolist() == expected[::2]
    wheel = [12, 13, 14, 15, 16]
    assert hw.poker.values([wheel], SECOND_HIGHEST)[0] == value(mask(wheel), SECOND_HIGHEST) != hw.poker.values(wheel)
    assert hw.poker.values([[0, 14, 28, 42, 4, JOKER]])[0] == value(mask([0, 14, 28, 42, 4, JOKER]), LOWEST)


@pytest.mark.parametrize(
    "hands, says",
    (
        ([[0, 1, 2, 3]], r"five, six or seven cards along the last axis: an array of shape \(1, 4\) has not"),
        (7, r"an array of shape \(\) has not"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3]], "rows of several lengths"),
        ([[0.0, 1, 2, 3, 4]], "cards are integers, .* not float64"),
        ([["As", "Ks", "Qs", "Js", "Ts"]], "cards are integers"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 53]], "hand 1 has 53, which is not a card"),
        ([[0, 1, 2, 3, -1]], "hand 0 has -1, which is not a card"),
        ([[0, 1, 2, 3, 256]], "hand 0 has 256, which is not a card"),
        (np.array([[0, 1, 2, 3, 200]], np.uint8), "hand 0 has 200, which is not a card"),
        (np.array([[0, 1, 2, 3, 64]], np.uint8), "hand 0 has 64, which is not a card"),
        ([[0, 1, 2, 3, 4, 5, 3]], r"hand 0 has card 3 \(5c\) twice"),
        ([[52, 1, 2, 3, 52, 5, 4]], r"hand 0 has card 52 \(Jk\) twice"),
        ([[1, 1, 1, 1, 2]], "hand 0 has card 1 .* twice"),
    ),
)
def test_what_is_no_hand_is_refused(hands, says):
    with pytest.raises(IllegalCards, match=says):
        hw.poker.values(hands)


def test_the_first_bad_hand_of_many_is_named():
    hands = np.tile(np.arange(7, dtype=np.uint8), (3 * evaluator.SLICE, 1))
    hands[evaluator.SLICE + 5, 0] = hands[2 * evaluator.SLICE + 1, 0] = 99
    with pytest.raises(IllegalCards, match=f"hand {evaluator.SLICE + 5} has 99"):
        hw.poker.values(hands)


def test_other_wheels_and_sizes_are_refused():
    with pytest.raises(IllegalSetting, match="lowest straight"):
        hw.poker.values([[0, 1, 2, 3, 4]], 2)
    with pytest.raises(IllegalCards, match="not of 4"):
        evaluator.categories(4)


def test_tables_are_kept_and_a_spoilt_file_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(evaluator, "cache_folder", lambda: tmp_path)
    evaluator.tables.cache_clear()
    made = evaluator.tables(5, LOWEST)
    (path,) = tmp_path.iterdir()
    asked = []
    monkeypatch.setattr(evaluator, "tables_by_rule", lambda *given: asked.append(given) or made)
    evaluator.tables.cache_clear()
    kept = evaluator.tables(5, LOWEST)
    assert asked == []
    assert all(np.array_equal(one, other) for one, other in zip(made, kept, strict=True))
    path.write_bytes(path.read_bytes()[:1000])
    evaluator.tables.cache_clear()
    assert evaluator.tables(5, LOWEST) is made
    assert asked == [(5, LOWEST)]
    evaluator.tables.cache_clear()
