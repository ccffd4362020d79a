"""What two players settle between them, part by part, under every setting that an operator may choose."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.cards import mask, parse_cards
from houseway.games import game
from houseway.games.chinese_poker.rules.naturals import (
    DRAGON,
    NO_NATURAL,
    SIX_PAIRS,
    THREE_FLUSHES,
    dragon,
    holds,
    natural,
    rank_counts,
    run,
    six_pairs,
    three_flushes,
    three_straights,
)
from houseway.games.chinese_poker.rules.scoring import (
    MORE_HANDS,
    NEITHER,
    ONE_A_HAND,
    ONE_SIX,
    SWEEP,
    TWO_FOUR,
    Exposed,
    Scoring,
    exposed,
    net,
    scoring_of,
    won,
)
from houseway.games.chinese_poker.terms import BETWEEN_PLAYERS, Part, settle, terms
from houseway.poker import LOWEST, SECOND_HIGHEST
from houseway.round import Bet

DOCUMENT = game("chinese-poker").document
EXTRAS = {"bonuses": "yes", "naturals": "yes", "surrender": "yes"}


def by(**given):
    return scoring_of(DOCUMENT.configure({key.replace("_", "-"): value for key, value in given.items()}))


def hand(text):
    return mask(parse_cards(text))


def set_as(front, middle, back, **given):
    return exposed((hand(front), hand(middle), hand(back)), by(**given))


LOWS = ("2c 3c 5d", "4h 4d 7c 8s 9s", "Tc Td Kc Ks 2d")
HIGHS = ("Ah Kd Qc", "5h 5d 5c 8d 8c", "Jc Jd Jh Js 2h")
LOW, HIGH = set_as(*LOWS), set_as(*HIGHS)
CLAIMS = set_as(*HIGHS, bonuses="yes")
MIXED = set_as("2h 3h 4c", "Qh Qd 7h 8h 9h", "Kh Kd Ac As 3d")


def test_a_scoring_is_what_the_settings_come_to():
    assert by() == Scoring(
        unit=100,
        scheme=ONE_A_HAND,
        ties=NEITHER,
        wheel=LOWEST,
        equal_is_legal=True,
        foul=3,
        bonuses=(0, 0, 0, 0),
        natural=0,
        natural_also=False,
        natural_ranked=False,
        four_is_two_pairs=True,
        naturals=False,
        surrender=0,
        surrender_offered=False,
    )
    changed = {
        "unit": "2.50",
        "scoring": "1-6",
        "ties": "sweep",
        "wheel": "second-highest",
        "equal_middle_back": "no",
        "foul": "units",
        "foul_units": 2,
        "natural_settles": "also",
        "two_naturals": "ranked",
        "four_is_two_pairs": "no",
    }
    assert by(**EXTRAS, **changed) == Scoring(
        unit=250,
        scheme=ONE_SIX,
        ties=SWEEP,
        wheel=SECOND_HIGHEST,
        equal_is_legal=False,
        foul=2,
        bonuses=(4, 3, 1, 2),
        natural=3,
        natural_also=True,
        natural_ranked=True,
        four_is_two_pairs=False,
        naturals=True,
        surrender=2,
        surrender_offered=True,
    )
    assert by(scoring="2-4", ties="more-hands")[1:3] == (TWO_FOUR, MORE_HANDS)


@pytest.mark.parametrize("scoring, swept", [("1-a-hand", 3), ("2-4", 4), ("1-6", 6)])
def test_5_a_foul_costs_what_a_sweep_costs_unless_posted(scoring, swept):
    assert (by(scoring=scoring).sweep, by(scoring=scoring).foul) == (swept, swept)
    assert by(scoring=scoring, foul="units", foul_units=1).foul == 1


@pytest.mark.parametrize(
    "given, most",
    [
        ({}, 3),
        ({"scoring": "1-6"}, 6),
        ({"foul": "units", "foul_units": 9}, 9),
        ({"bonuses": "yes"}, 3 + 4 + 4 + 2),
        ({"bonuses": "yes", "bonus_four_of_a_kind": 7}, 3 + 7 + 7 + 2),
        ({"bonuses": "yes", "bonus_full_house": 9}, 3 + 4 + 9 + 2),
        ({"naturals": "yes"}, 3),
        ({"naturals": "yes", "natural_units": 5}, 5),
        ({"naturals": "yes", "natural_units": 5, "natural_settles": "also"}, 8),
        ({"surrender": "yes", "surrender_units": 7}, 7),
    ],
)
def test_3_the_most_that_can_be_lost_to_one_other(given, most):
    assert by(**given).most == most


def test_a_hand_is_shown_as_it_was_set():
    assert set_as("2c 3c 5d", "Tc Td Kc Ks 2d", "4h 4d 7c 8s 9s").fouled
    assert not LOW.fouled
    assert (LOW.natural, LOW.surrendered) == (NO_NATURAL, False)
    assert LOW.values[0] < LOW.values[1] < LOW.values[2]
    assert exposed((), by(), DRAGON) == Exposed((0, 0, 0), False, DRAGON, False)
    piles = tuple(map(hand, ("2c 3c 5d", "4h 4d 7c 8s 9s", "Tc Td Kc Ks 2d")))
    assert exposed(piles, by(), SIX_PAIRS) == LOW._replace(natural=SIX_PAIRS)


def test_5_the_wheel_and_equal_hands_are_judged_by_the_settings():
    wheel, six = "Ah 2d 3c 4d 5h", "2h 3s 4c 5d 6h"
    assert not set_as("2c 3c 5d", wheel, six).fouled
    assert set_as("2c 3c 5d", wheel, six, wheel="second-highest").fouled
    equal = ("2c 3c 5d", "9c 8d 7h 6s 5s", "9d 8c 7s 6h 5c")
    assert not set_as(*equal).fouled
    assert set_as(*equal, equal_middle_back="no").fouled


@pytest.mark.parametrize(
    "scoring, clause, swept, two",
    [("1-a-hand", "6", 3, 1), ("2-4", "scoring.2-4", 4, 2), ("1-6", "scoring.1-6", 6, 1)],
)
def test_6_hands_are_compared_one_by_one(scoring, clause, swept, two):
    posted = by(scoring=scoring)
    assert settle(HIGH, LOW, posted) == (Part(swept, "3 won, 0 lost", clause),)
    assert settle(LOW, HIGH, posted) == (Part(-swept, "0 won, 3 lost", clause),)
    assert settle(MIXED, LOW, posted) == (Part(two, "2 won, 1 lost", clause),)
    assert settle(LOW, MIXED, posted) == (Part(-two, "1 won, 2 lost", clause),)
    assert settle(LOW, LOW, posted) == (Part(0, "0 won, 0 lost", clause),)
    assert net(HIGH, LOW, posted) == swept


def test_bonuses_are_paid_besides_and_set_off():
    posted = by(bonuses="yes")
    assert (CLAIMS.bonus, HIGH.bonus, set_as(*LOWS, bonuses="yes")) == (1 + 3, 0, LOW)
    assert settle(CLAIMS, LOW, posted) == (Part(3, "3 won, 0 lost", "6"), Part(1 + 3, "bonuses", "bonuses"))
    assert settle(LOW, CLAIMS, posted)[1] == Part(-4, "bonuses", "bonuses")
    assert settle(CLAIMS, CLAIMS, posted) == (Part(0, "0 won, 0 lost", "6"),)
    assert net(CLAIMS, LOW, posted) == 7


def test_5_a_foul_is_paid_and_claims_no_bonus():
    posted, foul = by(bonuses="yes"), set_as(HIGHS[0], HIGHS[2], HIGHS[1], bonuses="yes")
    assert (foul.fouled, foul.bonus) == (True, 0)
    assert settle(foul, LOW, posted) == (Part(-3, "foul", "5"),)
    assert settle(LOW, foul, posted) == (Part(3, "foul", "5"),)
    assert settle(foul, foul, posted) == (Part(0, "foul", "5"),)
    assert settle(foul, CLAIMS, posted) == (Part(-3, "foul", "5"), Part(-4, "bonuses", "bonuses"))


def test_naturals_settle_alone_or_also():
    posted = by(naturals="yes")
    dragon_, pairs = Exposed(natural=DRAGON), Exposed(natural=SIX_PAIRS)
    assert settle(dragon_, LOW, posted) == (Part(3, "a dragon", "naturals"),)
    assert settle(LOW, pairs, posted) == (Part(-3, "six pairs", "naturals"),)
    assert settle(pairs, dragon_, posted) == (Part(0, "six pairs", "naturals"),)
    assert settle(pairs, dragon_, by(naturals="yes", two_naturals="ranked"))[0].units == -3
    also = by(naturals="yes", natural_settles="also")
    assert settle(LOW._replace(natural=SIX_PAIRS), HIGH, also) == (
        Part(3, "six pairs", "naturals"),
        Part(-3, "0 won, 3 lost", "6"),
    )


def test_surrender_goes_before_all_else():
    posted = by(**EXTRAS)
    gone = Exposed(surrendered=True)
    assert settle(gone, Exposed(natural=DRAGON), posted) == (Part(-2, "surrender", "surrender"),)
    assert settle(HIGH, gone, posted) == (Part(2, "surrender", "surrender"),)
    assert settle(gone, gone, posted) == (Part(0, "surrender", "surrender"),)


# ------------------------------------------------------------------------------------ terms


@pytest.mark.parametrize("units, award, returned", [(7, "win", 60_00 + 17_50), (0, "even", 60_00), (-7, "lose", 42_50)])
def test_3_a_stake_ends_with_the_units_won_or_lost(units, award, returned):
    ends = terms(units, 60_00, 2_50, "6")
    payout = ends.payout(Bet(2, "main", 60_00), "why", ends="so")
    assert (payout.award, payout.returned, payout.clause, payout.why) == (award, returned, "6", "why: so")
    assert ends.unit() == Fraction(payout.net, payout.stake)


def test_what_the_lab_counts_of_all_stakes_together_is_nothing():
    assert (BETWEEN_PLAYERS.unit(), BETWEEN_PLAYERS.award) == (0, "settled between the players")


# ------------------------------------------------------------------------------------ counts of ranks


def counts_of(text):
    return rank_counts(hand(text))


def test_counts_of_ranks_straights_and_what_covers_what():
    assert counts_of("2c 2d 3h Ah") == 2 + (1 << 4) + (1 << 48)
    assert run(1, 3) == counts_of("2c 3c 4c")
    assert run(0, 5) == counts_of("Ac 2c 3c 4c 5c")
    assert run(9, 5) == counts_of("Tc Jc Qc Kc Ac")
    assert holds(counts_of("2c 2d 3h Ah"), counts_of("2h Ac"))
    assert holds(counts_of("2c 2d"), counts_of("2h 2s"))
    assert not holds(counts_of("2c 2d 3h Ah"), counts_of("2h 2c 2d"))
    assert not holds(counts_of("2c"), counts_of("Ac"))


@pytest.mark.parametrize("first, second, front", [(0, 0, 0), (0, 9, 11), (9, 9, 11), (4, 4, 4), (3, 8, 0), (1, 9, 5)])
def test_naturals_three_straights_wherever_they_begin(first, second, front):
    whole = run(first, 5) + run(second, 5) + run(front, 3)
    assert three_straights(whole)
    assert three_straights(run(second, 5) + run(front, 3) + run(first, 5))


def test_naturals_three_straights_do_not_go_round_the_ace():
    assert not three_straights(run(0, 5) + run(0, 5) + run(12, 3))
    assert not three_straights(run(10, 5) + run(0, 5) + run(0, 3))


def test_naturals_three_flushes_by_enumeration():
    """Thirteen cards by suit: the counts that part into five, five and three, worked out the other way round."""
    parts = set()
    for suits in product(range(4), repeat=3):
        held = [0, 0, 0, 0]
        for suit, size in zip(suits, (5, 5, 3), strict=True):
            held[suit] += size
        parts.add(tuple(held))
    every = [held for held in product(range(14), repeat=4) if sum(held) == 13]
    assert {held for held in every if three_flushes(*held)} == parts


@pytest.mark.parametrize("suits", ["cdh", "dhs", "hsc", "ssd"])
def test_naturals_three_flushes_in_every_suit(suits):
    ranks = ("2 4 6 8 T", "3 5 7 9 J", "2 4 7")
    cards = " ".join(rank + suit for row, suit in zip(ranks, suits, strict=True) for rank in row.split())
    assert natural(hand(cards), False) == THREE_FLUSHES


def test_naturals_pairs_and_the_dragon():
    assert dragon(run(0, 13))
    assert not dragon(run(0, 12) + (1 << 4))
    assert six_pairs(sum(2 << 4 * each for each in range(6)) + (1 << 48), False)
    assert six_pairs(sum(2 << 4 * each for each in range(7, 13)) + 1, False)
    assert not six_pairs(sum(2 << 4 * each for each in range(5)), True)
    assert six_pairs((4 << 48) + sum(2 << 4 * each for each in range(4)), True)
    assert not six_pairs((4 << 48) + sum(2 << 4 * each for each in range(4)), False)


@pytest.mark.parametrize("scoring, lesser, sweep", [(TWO_FOUR, 2, 4), (ONE_SIX, 1, 6)])
def test_scoring_what_is_won(scoring, lesser, sweep):
    assert won(3, 0, scoring, NEITHER) == sweep
    assert won(2, 0, scoring, SWEEP) == won(1, 0, scoring, SWEEP) == sweep
    assert won(2, 1, scoring, SWEEP) == won(2, 0, scoring, NEITHER) == won(1, 0, scoring, MORE_HANDS) == lesser
    assert won(1, 0, scoring, NEITHER) == won(0, 0, scoring, SWEEP) == won(1, 1, scoring, MORE_HANDS) == 0
