"""Is it luck? Every method against brute force: all rounds dealt out, in fractions."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from houseway.lab import luck as module
from houseway.lab.luck import BOUNDED, EXACT, TRANSFORM, Chance, Luck, luck

F = Fraction
COIN = {F(-100): F(1, 2), F(100): F(1, 2)}
PAN = {F(-500): F(23, 50), F(0): F(1, 10), F(475): F(22, 50)}
LONG = {F(-100): F(39, 40), F(3000): F(1, 40)}
ODD = {F(-700, 3): F(2, 3), F(1000, 3): F(1, 3)}
LAWS = (COIN, PAN, LONG, ODD)


def brute(rounds: Mapping[tuple[int, ...], int], of: Sequence[Any], test: Callable[[Fraction], bool]) -> Fraction:
    """The chance of a sum that passes a test: every way in which independent wagers can end."""
    wagers = [each for group, n in rounds.items() for each in group * n]
    found = F(0)
    for ends in product(*(of[each].items() for each in wagers)):
        if test(sum((amount for amount, _ in ends), F(0))):
            chance = F(1)
            for _, each in ends:
                chance *= each
            found += chance
    return found


@pytest.mark.parametrize("counts", [{0: 7}, {1: 6}, {2: 5}, {3: 5}, {0: 2, 1: 2, 3: 2}, {2: 3, 3: 2, 0: 1}])
def test_exact_is_what_dealing_it_all_out_gives(counts: dict[int, int]) -> None:
    rounds = {(kind,): n for kind, n in counts.items()}
    for result in (F(-300), F(0), F(475), F(25), F(100), F(1000, 3), F(2900)):
        told = luck(rounds, LAWS, result, F(0), exact=True)
        assert told.method == EXACT
        high = float(brute(rounds, LAWS, lambda total, at=result: total >= at))  # type: ignore[misc]  # a default binds it
        low = float(brute(rounds, LAWS, lambda total, at=result: total <= at))  # type: ignore[misc]  # a default binds it
        assert told.as_high == pytest.approx((high, high), rel=1e-12)
        assert told.as_low == pytest.approx((low, low), rel=1e-12)
        assert told.as_extreme.high == pytest.approx(min(1, 2 * min(high, low)), rel=1e-12)


def test_broken_cents_are_told_as_bounds() -> None:
    told = luck({(0,): 4}, LAWS, F(200), F(1), exact=True)
    assert told.as_high == (0.0625, 0.3125), "it may have been 199 or 201"
    assert told.as_low == (0.6875, 0.9375)


def sure(told: Luck, high: Fraction, low: Fraction) -> bool:
    """Whether the truth lies within what is told."""
    return told.as_high.low <= high <= told.as_high.high and told.as_low.low <= low <= told.as_low.high


@pytest.mark.parametrize("method", [TRANSFORM, BOUNDED])
def test_a_transform_and_a_bound_hold_the_truth(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = {}
    luck_ = Random(7)
    cases = [
        ({(kind,): n for kind in kinds}, luck_.randrange(-2000, 3000))
        for kinds in ((0,), (1, 3), (2,))
        for n in (3, 40)
    ]
    for number, (rounds, result) in enumerate(cases):
        exact[number] = luck(rounds, LAWS, F(result), F(0), exact=True)
        assert exact[number].method == EXACT
    monkeypatch.setattr(module, "MOST_EXACT", 0)
    if method == BOUNDED:
        monkeypatch.setattr(module, "LONGEST", 0)
    for number, (rounds, result) in enumerate(cases):
        told = luck(rounds, LAWS, F(result), F(0), exact=True)
        assert told.method == method
        assert sure(told, F(exact[number].as_high.high), F(exact[number].as_low.high))
        if method == TRANSFORM:
            assert told.as_high.high - told.as_high.low < 1e-9


@pytest.mark.parametrize("result", [400, 600, 800, 1000, -1000])
def test_a_bound_holds_however_the_wagers_of_a_round_hang_together(result: int) -> None:
    """Five rounds of two coins each: falling alike, against each other, and on their own."""
    told = luck({(0, 0): 5}, LAWS, F(result), F(0), exact=True)
    assert told.method == BOUNDED
    alike = {F(-200): F(1, 2), F(200): F(1, 2)}
    against = {F(0): F(1)}
    for joint in (alike, against):
        high = brute({(0,): 5}, (joint,), lambda total: total >= result)
        low = brute({(0,): 5}, (joint,), lambda total: total <= result)
        assert sure(told, high, low)
    own = {(0,): 10}
    high = brute(own, LAWS, lambda total: total >= result)
    low = brute(own, LAWS, lambda total: total <= result)
    assert sure(told, high, low)
    assert told.as_high.high < 1 or result <= 0


def test_the_bound_is_of_use() -> None:
    """Ten coins that all fall for the player, as pairs that may hang together: the truth is 1 in 32 at worst."""
    told = luck({(0, 0): 5}, LAWS, F(1000), F(0), exact=True)
    assert 1 / 32 <= told.as_high.high < 1 / 31


def test_laws_that_are_too_wide_give_bounds_only() -> None:
    told = luck({(0,): 5}, LAWS, F(500), F(0), exact=False)
    assert told.method == BOUNDED
    assert told.as_high.low == 0
    assert told.as_high.high >= 1 / 32


def test_looks_add_up_and_never_exceed_certainty() -> None:
    chance = Chance(0.01, 0.01)
    assert chance.times(1) == chance
    assert chance.times(7) == (0.0, pytest.approx(0.07))
    assert chance.times(1000) == (0.0, 1.0)
    looks = 20
    truth = 1 - (1 - 0.01) ** looks
    assert chance.times(looks).high >= truth, "independent looks, where the chance is known"


def test_many_wagers_are_judged_quickly_and_by_the_right_method() -> None:
    told = luck({(1,): 3000}, LAWS, F(60_000), F(0), exact=True)
    assert told.method == TRANSFORM
    assert told.as_high.high - told.as_high.low < 1e-6
    mixed = {(0,): 100_000, (2,): 50_000}
    far = luck(
        mixed, (COIN, PAN, {amount * F(1, 7): chance for amount, chance in LONG.items()}), F(0), F(0), exact=True
    )
    assert far.method in (TRANSFORM, BOUNDED)
    assert Counter(mixed).total() == 150_000
    assert luck({}, (), F(0), F(0), exact=True).as_extreme == (1.0, 1.0)


@pytest.mark.parametrize(
    "chance, says",
    [(0.5, "50 %"), (0.999, "100 %"), (1 / 1000, "1 in 1,000"), (0.0, "0"), (1e-15, "1e-15")],
)
def test_chances_in_words(chance: float, says: str) -> None:
    assert str(Chance(chance, chance)) == says
    assert str(Chance(0.0, 0.25)) == "at most 25 %"
    assert str(Chance(0.2, 0.25)) == "20 % to 25 %"
    assert str(Chance(0.2, 0.2000001)) == "20 %"
