"""Sessions: the law of many rounds against exact convolution, ruin against exact fractions."""

from fractions import Fraction
from math import sqrt

import pytest

import houseway as hw
from houseway.errors import HousewayError, UnknownName
from houseway.lab import session as sessions
from houseway.lab.law import central, law_of, mean, n_zero, skewness
from houseway.lab.result import Odds, Outcome
from houseway.lab.session import session_of
from houseway.round.terms import lost, pushed

LAWS = {
    "coin": law_of([(Fraction(1), 1), (Fraction(-1), 1)]),
    "commission": law_of([(Fraction(19, 20), 9), (Fraction(0), 2), (Fraction(-1), 10)]),
    "award": law_of([(Fraction(30), 1), (Fraction(5), 6), (Fraction(1, 2), 11), (Fraction(-1), 82)]),
    "certain": law_of([(Fraction(-1, 4), 7)]),
}


def convolved(law, rounds):
    """Exactly, term by term."""
    found = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after = {}
        for sum_, chance in found.items():
            for pays, more in law.items():
                after[sum_ + pays] = after.get(sum_ + pays, 0) + chance * more
        found = after
    return found


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("rounds", [1, 2, 13])
def test_a_session_is_the_exact_convolution_within_its_bound(name, rounds):
    told, truth = session_of(LAWS[name], rounds, name), convolved(LAWS[name], rounds)
    assert told.bound < 1e-9
    for point in sorted(truth):
        at_most = float(sum(chance for sum_, chance in truth.items() if sum_ <= point))
        assert told.chance(below=point + told.step) == pytest.approx(at_most, abs=told.bound)
    assert told.mean == sum(sum_ * chance for sum_, chance in truth.items())
    assert told.ahead == pytest.approx(float(sum(c for s, c in truth.items() if s > 0)), abs=told.bound)
    assert told.even == pytest.approx(float(truth.get(Fraction(0), 0)), abs=told.bound)


def test_a_lattice_that_is_longer_than_is_kept_is_folded_within_its_bound(monkeypatch):
    law = law_of([(Fraction(3000), 1), (Fraction(2), 400), (Fraction(-1), 9599)])
    folded = session_of(law, 300, "folded")
    assert len(folded.mass) < 300 * 3001
    monkeypatch.setattr(sessions, "_window", lambda *_: sessions._Window(0, 1 << 20, 0.0))
    whole = session_of(law, 300, "whole")
    for units in (-300, -250, -100, 0, 2800, 6000):
        below = Fraction(units)
        assert folded.chance(below=below) == pytest.approx(whole.chance(below=below), abs=folded.bound + whole.bound)
    assert folded.percentile(50) == whole.percentile(50)


@pytest.mark.parametrize("name", ["coin", "commission", "award"])
def test_ruin_is_counted_exactly(name):
    law, rounds, bankroll = LAWS[name], 12, 3
    held, ruined = {Fraction(bankroll): Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        after = {}
        for units, chance in held.items():
            for pays, more in law.items():
                after[units + pays] = after.get(units + pays, 0) + chance * more
        ruined += sum(chance for units, chance in after.items() if units < 1)
        held = {units: chance for units, chance in after.items() if units >= 1}
    found = session_of(law, rounds, name, bankroll).ruin
    assert found.low - 1e-12 <= float(ruined) <= found.high + 1e-12
    assert found.high - found.low < 1e-9


def test_ruin_beyond_the_top_of_the_lattice_is_bounded_from_both_sides(monkeypatch):
    law = LAWS["award"]
    truth = session_of(law, 200, "award", 10).ruin
    monkeypatch.setattr(sessions, "_top", lambda law, rounds, start, step: start + 40)
    bounds = session_of(law, 200, "award", 10).ruin
    assert bounds.low < truth.low
    assert truth.high < bounds.high


def test_moments():
    law = LAWS["award"]
    odds = hw.odds("super-pan-9", "tie")
    chance = odds.hit_frequency
    assert skewness(LAWS["coin"]) == 0
    assert skewness(LAWS["certain"]) is None
    # Bernoulli: (1 - 2p) / sqrt(p q), whatever the scale
    assert odds.skewness == pytest.approx(float(1 - 2 * chance) / sqrt(chance * (1 - chance)))
    assert odds.n_zero == odds.variance / odds.edge**2
    assert n_zero(Fraction(0), Fraction(1)) is None
    assert central(law, 1) == 0
    assert mean(law) == -odds_of(law).edge


def odds_of(law):
    total = 100
    ends = [Outcome(pushed("1")._replace(award=str(p), pays=p), int(c * total)) for p, c in law.items()]
    return Odds("any", "main", hw.game("super-pan-9").configure(), tuple(ends))


def test_percentiles_print_and_go_along():
    told = odds_of(LAWS["commission"]).session(50, bankroll=20)
    assert told.percentile(1) < told.percentile(50) < told.percentile(99)
    assert told.json()["ruin"]["bankroll"] == 20
    assert told.json()["ahead"] + told.json()["even"] + told.json()["behind"] == pytest.approx(1)
    assert "50 rounds" in repr(told)
    assert str(told).splitlines()[1].split() == ["percentile", "worth"]
    assert "<svg" in told._repr_html_()


def test_what_cannot_be_told_is_refused():
    with pytest.raises(UnknownName, match="do not stand apart"):
        Odds("any", "main", hw.game("super-pan-9").configure(), (Outcome(lost("1"), 1),), apart=False).session(10)
    for rounds, bankroll in ((0, None), (2_000_000, None), (10, 0), (1_000_000, 1_000_000)):
        with pytest.raises(HousewayError):
            odds_of(LAWS["award"]).session(rounds, bankroll)
