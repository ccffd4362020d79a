"""The law of a round of blackjack: counted, against what is drawn, and where some of it cannot be counted."""

import os
from fractions import Fraction

import pytest

from houseway.errors import HousewayError
from houseway.games import game
from houseway.games.super_pairs.count import split_terms
from houseway.games.super_pairs.count.base_game import BaseGame, best_plan, shoe_of
from houseway.games.super_pairs.count.base_odds import BaseOdds, outcomes
from houseway.games.super_pairs.count.base_rules import rules_of
from houseway.games.super_pairs.count.round_law import _count, rounds_of
from houseway.games.super_pairs.count.split_rounds import played_together
from houseway.games.super_pairs.count.tally import exact_value
from houseway.lab import law as laws
from houseway.lab.whatif import switches

pytestmark = pytest.mark.compiled

PAIRS = game("super-pairs")
FAST = {"decks": 1, "split_hands": 2, "double_after_split": "no"}


@pytest.fixture(scope="module")
def counted():
    """One deck, split once: all of it is counted."""
    return PAIRS.odds("blackjack", split_rounds=0, **FAST)


def test_the_counted_law_is_that_of_the_edge_and_of_what_is_drawn(counted):
    law = counted.law
    assert sum(law.values()) == 1
    assert laws.mean(law) == -counted.edge
    assert laws.central(law, 2) == counted.variance
    assert isinstance(counted.hit_frequency, Fraction)
    drawn = PAIRS.odds("blackjack", split_rounds=200_000, **FAST)
    assert float(counted.hit_frequency) == pytest.approx(drawn.hit_frequency, abs=5 * drawn.together.wins.error)
    assert float(counted.variance) == pytest.approx(drawn.variance, abs=5 * drawn.together.squares.error)
    told = counted.json()
    assert "drawn" not in told
    assert Fraction(told["hit_frequency"]["exact"]) == counted.hit_frequency
    assert counted.skewness == pytest.approx(laws.skewness(law))


def test_the_simulation_falls_where_the_counted_law_says(counted):
    """Rounds dealt by chance, by the simulation's own order of play: every amount as often as its chance says."""
    found = PAIRS.simulate("blackjack", rounds=400_000, seed=5, **FAST)["blackjack"]
    times = dict.fromkeys(counted.law, 0)
    for share in found.distribution:
        times[share.pays] += share.times
    assert sum(times.values()) == found.made
    for pays, chance in counted.law.items():
        expected, spread = found.made * chance, (found.made * chance * (1 - chance)) ** 0.5
        assert abs(times[pays] - expected) < 5 * spread, pays


def test_a_session_is_counted_whatever_is_drawn_for_the_odds(counted):
    drawn = PAIRS.odds("blackjack", split_rounds=10_000, **FAST)
    assert drawn.law is None
    assert drawn.session(100).variance == 100 * counted.variance


def test_other_pays_move_the_spread_too(counted):
    """A push of nothing and a win of two: the law by the same counts, against the odds asked for anew."""
    asked = counted.whatif(win=2)
    assert sum(pays * chance for pays, chance in asked.after.law.items()) == -asked.after.edge
    assert asked.after.variance > counted.variance
    drawn = PAIRS.odds("blackjack", split_rounds=10_000, **FAST)
    assert drawn.whatif(win=2).after.variance is None, "what was drawn for other pays is not told"


def test_what_comes_about_in_too_many_ways_is_bounded_and_drawn(monkeypatch):
    """Rounds of three hands are left out: their chance is told, and the rest with what is drawn agrees."""
    table = PAIRS.configure(split_hands=3, offer_bust_bonus="no", insurance="no", even_money="no")
    base = BaseGame(shoe_of([card for card in range(52) if card // 4 in (6, 11)] * 2), rules_of(table))
    plan = best_plan(base, base.solve())
    whole = rounds_of(base, plan)
    assert not whole.partly
    assert whole.missing == 0
    monkeypatch.setattr(split_terms, "MOST_WORK", 20)
    some = _count(base, plan, None)
    assert set(some.partly.values()) == {1}
    assert some.missing > 0
    with pytest.raises(HousewayError, match="too many ways to count"):
        some.law()
    drawn = played_together(base, plan, 100_000, None, some.partly)
    told = BaseOdds(
        game="super-pairs", wager="blackjack", settings=table,
        outcomes=outcomes(exact_value(base, plan), base.rules.ends), base=base, plan=plan, together=drawn, rounds=some,
    )  # fmt: skip  # what belongs together shares a line
    wins = sum(chance for pays, chance in whole.law().items() if pays > 0)
    assert told.hit_frequency == pytest.approx(float(wins), abs=5 * drawn.wins.error)
    assert told.variance == pytest.approx(float(laws.central(whole.law(), 2)), abs=5 * drawn.squares.error)
    assert told.json()["drawn"]["share_of_rounds"]["percent"] == pytest.approx(float(100 * some.missing))


def test_what_the_chart_costs_is_the_sum_over_the_hands_it_plays_otherwise():
    """Two exact counts of the whole game beside a sum over hands; with nothing split they are the same."""
    found = PAIRS.strategy("blackjack", decks=1, split_hands=1)
    costs = found.more["chart_costs"]
    chart, best = (Fraction(found.more[key]["exact"]) for key in ("edge_of_chart", "edge_by_composition"))
    assert Fraction(costs["all"]["exact"]) == chart - best > 0
    assert costs["in_split_hands"] == pytest.approx(0, abs=1e-10)
    assert sum(each["cost"] for each in costs["hands"]) == pytest.approx(float(100 * (chart - best)), abs=1e-10)
    dearest = costs["hands"][0]
    assert dearest["best"] != dearest["chart"]
    named = {each["hand"]: each for each in costs["hands"]}
    assert named["2-10 against 4"]["best"] == "hit", "in one deck 10-2 hits a four, as every book says"


def test_rules_as_switches_with_their_worth(monkeypatch):
    """Each switch alone is the difference of two games solved, and favours whom the books say; decks are left out."""
    monkeypatch.setattr("houseway.lab.whatif.FEW", 5)
    base = {"decks": "1", "split-hands": "1", "offer-bust-bonus": "no"}
    found = {str(each.change): each.alone for each in switches(PAIRS, "blackjack", base)}
    other = PAIRS.odds("blackjack", decks=1, split_hands=1, blackjack_pays="6:5").edge
    assert found["blackjack-pays=6:5"] == other - PAIRS.odds("blackjack", decks=1, split_hands=1).edge
    for worse in ("soft-17=hit", "double=9-11", "double=10-11", "blackjack-pays=1:1", "peek=no"):
        assert found[worse] > 0, worse
    for better in ("surrender=late", "blackjack-pays=2:1", "split-hands=2"):
        assert found[better] < 0, better
    assert "offer-bust-bonus=yes" not in found


@pytest.mark.skipif(not os.environ.get("HOUSEWAY_ALL_DEALS"), reason="minutes: under make soak")
def test_six_decks_to_three_hands_are_counted_whole():
    """The law beside the edge, which is counted without it, and beside what is drawn in a million rounds."""
    whole, drawn = (PAIRS.odds("blackjack", split_rounds=rounds) for rounds in (0, 1_000_000))
    assert laws.mean(whole.law) == -whole.edge == -drawn.edge
    assert float(whole.hit_frequency) == pytest.approx(drawn.hit_frequency, abs=5 * drawn.together.wins.error)
    assert float(whole.variance) == pytest.approx(drawn.variance, abs=5 * drawn.together.squares.error)
    assert f"{float(whole.hit_frequency):.6f} {float(whole.variance) ** 0.5:.6f}" == "0.433806 1.152838"
