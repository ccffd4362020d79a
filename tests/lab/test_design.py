"""Design: what the solver finds is the best there is, shown by trying every table where that is possible."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

import houseway as hw
from houseway.errors import HousewayError, IllegalAnswer, UnknownName
from houseway.lab import whole_pays
from houseway.lab.design import Wish, frontier
from houseway.lab.whatif import repaid

PAIRS = hw.game("super-pairs")
AWARDS = ("pair-of-suit", "suited-pair", "any-pair")
LOW, HIGH = Fraction(3, 100), Fraction(6, 100)


def enumerated(wager, wish, droppable=()):
    """The frontier by brute force: every table within the bounds, as (hits, mean square)."""
    found = set()
    for size in range(len(droppable) + 1):
        for dropped in combinations(droppable, size):
            found |= set(_every(wager, wish, dropped))
    sign = -1 if wish.lively else 1
    return {
        each
        for each in found
        if not any(o != each and o[0] >= each[0] and sign * o[1] <= sign * each[1] for o in found)
    }


def _every(wager, wish, dropped):
    counted = PAIRS.odds(wager, pays=dict.fromkeys(dropped, "lose"))
    awards = [award for award in AWARDS if award not in dropped]
    for pays in product(*(range(wish.bounds[award][0], wish.bounds[award][1] + 1) for award in awards)):
        if wish.gap is None or all(a >= b + wish.gap for a, b in pairwise(pays)):
            odds = repaid(counted, dict(zip(awards, pays, strict=True)))
            if wish.low <= odds.edge <= wish.high and odds.hit_frequency >= wish.hits:
                yield odds.hit_frequency, odds.variance + odds.edge**2


@pytest.mark.parametrize("lively", [False, True])
@pytest.mark.parametrize("gap", [None, 0, 3])
def test_the_frontier_is_the_best_of_all_tables(lively, gap):
    bounds = {"pair-of-suit": (22, 28), "suited-pair": (14, 19), "any-pair": (9, 12)}
    wish = Wish(LOW, HIGH, bounds, gap=gap, lively=lively)
    told = frontier(PAIRS, "super-pairs", wish)
    assert {(each.hits, each.square) for each in told.designs} == enumerated("super-pairs", wish)
    assert all(each.proved for each in told.designs)
    assert told.designs


def test_with_pushes_and_dropped_rows_the_frontier_has_several_designs():
    """A row of 0 to 1 is a push and no win; a row that is dropped leaves its hands to the rows below it."""
    bounds = {"pair-of-suit": (0, 8), "suited-pair": (0, 6), "any-pair": (0, 3)}
    wish = Wish(Fraction(85, 100), Fraction(95, 100), bounds, gap=None, drop=("suited-pair", "any-pair"))
    told = frontier(PAIRS, "super-pairs", wish)
    truth = enumerated("super-pairs", wish, droppable=wish.drop)
    assert {(each.hits, each.square) for each in told.designs} == truth
    assert len(truth) > 1


def test_a_commission_is_in_the_sum():
    pan = hw.game("super-pan-9")
    wish = Wish(Fraction(-1), Fraction(1), {"tie": (5, 12)}, lively=True)
    told = frontier(pan, "tie", wish, tie_commission="yes")
    assert [each.pays for each in told.designs] == [{"tie": 12}]
    assert told.designs[0].odds.edge == pan.odds("tie", pays={"tie": 12}, tie_commission="yes").edge


def test_what_cannot_be_is_refused_or_empty():
    nothing = frontier(PAIRS, "super-pairs", Wish(Fraction(1, 10**9), Fraction(2, 10**9), most=20))
    assert nothing.designs == ()
    with pytest.raises(UnknownName, match="has no row 'royal'"):
        frontier(PAIRS, "super-pairs", Wish(LOW, HIGH, {"royal": (1, 2)}))
    with pytest.raises(IllegalAnswer, match="the lower bound first"):
        frontier(PAIRS, "super-pairs", Wish(HIGH, LOW))
    with pytest.raises(IllegalAnswer, match="two whole numbers"):
        frontier(PAIRS, "super-pairs", Wish(LOW, HIGH, {"any-pair": (3, 2)}))
    with pytest.raises(HousewayError, match="no pays to 1"):
        frontier(PAIRS, "super-pairs-jackpot", Wish(LOW, HIGH))


def test_an_award_that_cannot_come_has_a_pay_all_the_same():
    """One deck has no three suited eights; the row stays, in its order."""
    told = frontier(PAIRS, "bust-bonus", Wish(Fraction(5, 100), Fraction(6, 100), most=100), decks=1)
    rows = [row.award for row in PAIRS.configure(decks=1).in_force("bust-bonus").rows]
    assert told.designs
    for each in told.designs:
        assert list(each.pays) == rows
        assert all(above >= below for above, below in pairwise(each.pays.values()))


def test_pays_are_in_the_order_of_the_rows():
    """The standard wager ends in a win before both matchups copied; its paytable has them the other way round."""
    told = frontier(hw.game("supreme-99"), "main", Wish(Fraction(-1), Fraction(1), most=4, gap=3))
    assert [each.pays for each in told.designs] == [{"both-copy": 4, "win": 1}]


@pytest.mark.parametrize("lively", [False, True])
def test_where_counts_are_divided_for_the_solver_the_frontier_is_still_the_best_of_all_tables(monkeypatch, lively):
    """The solver sees eleven bits of the counts, and is asked again until nothing that is left could be better."""
    monkeypatch.setattr(whole_pays, "LARGEST", 1 << 20)
    bounds = {"pair-of-suit": (0, 8), "suited-pair": (0, 6), "any-pair": (0, 3)}
    wish = Wish(Fraction(85, 100), Fraction(95, 100), bounds, gap=None, drop=("suited-pair",), lively=lively)
    told = frontier(PAIRS, "super-pairs", wish)
    assert {(each.hits, each.square) for each in told.designs} == enumerated("super-pairs", wish, droppable=wish.drop)
    assert all(each.proved for each in told.designs)


def test_counts_beyond_64_bits_are_solved_and_proved():
    """Bust Bonus at six decks: 2.3e24 combinations; of three rows that are left open every table is tried."""
    base = PAIRS.odds("bust-bonus", decks=6)
    rows = [row.award for row in base.settings.in_force("bust-bonus").rows]
    held = {"bust-with-three-suited-8s": 50, "bust-with-three-8s": 25, "bust-10-unsuited": 1, "bust-9-unsuited": 2}
    free = {"bust-2-unsuited": (1, 6), "bust-6-unsuited": (1, 6), "bust-10-suited": (1, 9)}
    bounds = {row: free.get(row, (held.get(row, 3),) * 2) for row in rows}
    wish = Wish(Fraction(-5, 100), Fraction(5, 100), bounds, gap=None)
    told = frontier(PAIRS, "bust-bonus", wish, decks=6)
    (best,) = told.designs
    assert best.proved
    fixed = {row: least for row, (least, most) in bounds.items() if least == most}
    every = (
        repaid(base, fixed | dict(zip(free, pays, strict=True)))
        for pays in product(*(range(least, most + 1) for least, most in free.values()))
    )
    assert best.square == min(each.variance + each.edge**2 for each in every if wish.low <= each.edge <= wish.high)


def test_an_answer_that_is_not_proved_in_so_many_questions_says_so(monkeypatch):
    monkeypatch.setattr(whole_pays, "LARGEST", 1 << 12)
    monkeypatch.setattr(whole_pays, "MOST_ASKED", 2)
    bounds = {"pair-of-suit": (20, 40), "suited-pair": (10, 20), "any-pair": (5, 12)}
    told = frontier(PAIRS, "super-pairs", Wish(Fraction(-1, 2), Fraction(1, 2), bounds, lively=True))
    assert not any(each.proved for each in told.designs)


def test_a_frontier_prints_itself():
    told = frontier(PAIRS, "super-pairs", Wish(Fraction(4, 100), Fraction(45, 1000), {"pair-of-suit": (30, 30)}))
    assert told.json()["designs"][0]["pays"]["pair-of-suit"] == 30
    assert "1 designs of super-pairs" in repr(told)
    assert "hit frequency" in str(told)
