"""A meter over many rounds: what went in is what came out and what is left."""

from fractions import Fraction

import pytest

import houseway as hw
from houseway.errors import IllegalSetting
from houseway.simulate.jackpots import meter
from houseway.simulate.model import Plan

PAIRS = hw.game("super-pairs")
WAGER = "lucky-ladies-jackpot"


def test_nothing_is_lost_between_wagers_seats_and_the_meter():
    settings = PAIRS.configure(offer_lucky_ladies_jackpot=True)
    plan = Plan(settings, (WAGER,), "best", seats=3)
    rounds = 150_000
    found = meter(PAIRS, plan, WAGER, rounds, 7)
    stake = settings.integer(settings.document.wager(WAGER).least)
    fed = 3 * rounds * Fraction(stake) * settings.fraction(f"{WAGER}-increment")
    out = sum(hit.taken - hit.seeded for hit in found.hits)
    assert found.start + fed - out == found.end
    assert len(found.hits) > 3
    assert all(0 < hit.taken <= hit.shown for hit in found.hits)
    exact = PAIRS.odds(WAGER, offer_lucky_ladies_jackpot=True)
    chance = sum(exact.probability(each) for each in exact.outcomes if each.terms.share)
    assert abs(len(found.hits) - float(3 * rounds * chance)) < 5 * float(3 * rounds * chance) ** 0.5
    assert found.json()["rounds_between"] == pytest.approx(rounds / len(found.hits))


def test_a_wager_without_a_meter_is_refused():
    with pytest.raises(IllegalSetting, match="feeds no progressive meter"):
        meter(PAIRS, Plan(PAIRS.configure(), ("super-pairs",)), "super-pairs", 10, 1)
