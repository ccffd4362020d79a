"""Our own cards: what is drawn on them stands apart."""

import pytest

from houseway.faces import HEIGHT, INDEX, PIP, PIPS, WIDTH

BESIDE = 15
"""The width of a corner index's suit."""


@pytest.mark.parametrize("points", PIPS)
def test_a_card_has_as_many_pips_as_points_the_same_from_both_ends(points):
    assert len(PIPS[points]) == len(set(PIPS[points])) == points
    if points != 7:  # as on every pack: the odd one stands in the upper half
        assert {(WIDTH - x, HEIGHT - y) for x, y in PIPS[points]} == set(PIPS[points])


@pytest.mark.parametrize("points", PIPS)
def test_pips_are_clear_of_the_corner_indices_and_of_each_other(points):
    for x, y in PIPS[points]:
        assert x - PIP / 2 > INDEX + BESIDE / 2 + PIP / 2
        for other in PIPS[points]:
            assert other == (x, y) or max(abs(other[0] - x), abs(other[1] - y)) >= PIP * 0.75
