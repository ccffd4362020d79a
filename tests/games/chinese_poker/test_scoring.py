"""What two players settle between them, part by part, under every setting that an operator may choose."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.cards import mask, parse_cards
from houseway.errors import Faulty, IllegalBet, IllegalSetting
from houseway.games import game
from houseway.games.chinese_poker.rules.hands import fouled
from houseway.games.chinese_poker.rules.naturals import (
    DRAGON,
    NO_NATURAL,
    SIX_PAIRS,
    THREE_FLUSHES,
    THREE_STRAIGHTS,
    dearer,
    dragon,
    holds,
    natural,
    rank_counts,
    run,
    six_pairs,
    three_flushes,
    three_straights,
)
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.chinese_poker.rules.scoring import (
    EVEN,
    MORE_HANDS,
    NEITHER,
    ONE_A_HAND,
    ONE_SIX,
    RANKED,
    SWEEP,
    TWO_FOUR,
    Exposed,
    Scoring,
    Units,
    document_score,
    exposed,
    net,
    score_of_each,
    settled,
)
from houseway.games.chinese_poker.terms import BETWEEN_PLAYERS, Part, ruling, says, settle, terms
from houseway.poker import LOWEST, SECOND_HIGHEST
from houseway.round import Bet
from houseway.round.ruling import Seat, Setup

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
WON, TIED, LOST = (f"Front {end}, Middle {end}, Back {end}" for end in ("won", "tied", "lost"))
MIXED = set_as("2h 3h 4c", "Qh Qd 7h 8h 9h", "Kh Kd Ac As 3d")


def test_a_scoring_is_what_the_settings_come_to():
    assert by() == Scoring(
        unit=100,
        scheme=ONE_A_HAND,
        scores=(1, 1, 2, 3),
        wheel=LOWEST,
        equal_is_legal=False,
        foul=3,
        bonuses=((0,) * 10,) * 3,
        bonus_won_only=False,
        prices=(0, 0, 0, 0, 0),
        dearest=(0, 0, 0, 0, 0),
        two_naturals=EVEN,
        natural_also=False,
        natural_declared=False,
        four_is_two_pairs=True,
        naturals=False,
        surrender=0,
        surrender_offered=False,
        surrender_shown=True,
    )
    changed = {
        "unit": "2.50",
        "scoring": "1-6",
        "ties": "sweep",
        "wheel": "second-highest",
        "equal_middle_back": "yes",
        "foul": "units",
        "foul_units": 2,
        "natural_settles": "also",
        "two_naturals": "ranked",
        "four_is_two_pairs": "no",
        "natural_declared": "yes",
        "natural_dragon": "13",
        "bonus_royal_flush": "10",
        "bonus_won_only": "yes",
        "surrender_shown": "no",
    }
    assert by(**EXTRAS, **changed) == Scoring(
        unit=250,
        scheme=ONE_SIX,
        scores=(6, 1, 6, 6),
        wheel=SECOND_HIGHEST,
        equal_is_legal=True,
        foul=2,
        bonuses=((0, 0, 0, 2, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 1, 3, 4, 10), (0, 0, 0, 0, 0, 0, 0, 3, 4, 10)),
        bonus_won_only=True,
        prices=(0, 3, 3, 3, 13),
        dearest=(0, 0, 0, 0, 0),
        two_naturals=RANKED,
        natural_also=True,
        natural_declared=True,
        four_is_two_pairs=False,
        naturals=True,
        surrender=2,
        surrender_offered=True,
        surrender_shown=False,
    )
    assert by(scoring="2-4", ties="more-hands")[1:3] == (TWO_FOUR, (2, 2, 2, 4))


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
        ({"naturals": "yes", "natural_dragon": "20"}, 20),
        ({"bonuses": "yes", "bonus_royal_flush": "50"}, 3 + 50 + 50 + 2),
        ({"scoring": "table", "scoring_table": "2-1=0, 3-0=25"}, 25),
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
    assert set_as(*equal).fouled, "by the letter, an equal hand is not higher"
    assert not set_as(*equal, equal_middle_back="yes").fouled


@pytest.mark.parametrize(
    "scoring, clause, swept, two",
    [("1-a-hand", "6", 3, 1), ("2-4", "scoring.2-4", 4, 2), ("1-6", "scoring.1-6", 6, 1)],
)
def test_6_hands_are_compared_one_by_one(scoring, clause, swept, two):
    posted = by(scoring=scoring)
    assert settle(HIGH, LOW, posted) == (Part(swept, WON, clause),)
    assert settle(LOW, HIGH, posted) == (Part(-swept, LOST, clause),)
    assert settle(MIXED, LOW, posted) == (Part(two, "Front lost, Middle won, Back won", clause),)
    assert settle(LOW, MIXED, posted) == (Part(-two, "Front won, Middle lost, Back lost", clause),)
    assert settle(LOW, LOW, posted) == (Part(0, TIED, clause),)
    assert net(HIGH, LOW, posted) == swept


def test_bonuses_are_paid_besides_and_set_off():
    posted = by(bonuses="yes")
    assert (CLAIMS.bonus, HIGH.bonus, set_as(*LOWS, bonuses="yes")) == ((0, 1, 3), (0, 0, 0), LOW)
    assert settle(CLAIMS, LOW, posted) == (Part(3, WON, "6"), Part(1 + 3, "bonuses", "bonuses"))
    assert settle(LOW, CLAIMS, posted)[1] == Part(-4, "their bonuses", "bonuses")
    assert settle(CLAIMS, CLAIMS, posted) == (Part(0, TIED, "6"), Part(0, "bonuses 4 less 4", "bonuses"))
    assert net(CLAIMS, LOW, posted) == 7


def test_5_a_foul_is_paid_and_claims_no_bonus():
    posted, foul = by(bonuses="yes"), set_as(HIGHS[0], HIGHS[2], HIGHS[1], bonuses="yes")
    assert (foul.fouled, foul.bonus) == (True, (0, 0, 0))
    assert settle(foul, LOW, posted) == (Part(-3, "foul", "5"),)
    assert settle(LOW, foul, posted) == (Part(3, "their foul", "5"),)
    assert settle(foul, foul, posted) == (Part(0, "both fouled", "5"),)
    assert settle(foul, CLAIMS, posted) == (Part(-3, "foul", "5"), Part(-4, "their bonuses", "bonuses"))
    assert says(foul, posted).startswith("a foul, whose bonus of 3 is unpaid: Front ace high")


def test_naturals_settle_alone_or_also():
    posted = by(naturals="yes")
    dragon_, pairs = Exposed(natural=DRAGON), Exposed(natural=SIX_PAIRS)
    assert settle(dragon_, LOW, posted) == (Part(3, "a dragon", "naturals"),)
    assert settle(LOW, pairs, posted) == (Part(-3, "their six pairs", "naturals"),)
    assert settle(LOW, dragon_, posted) == (Part(-3, "their dragon", "naturals"),)
    even = "two naturals, six pairs and a dragon, are even"
    assert settle(pairs, dragon_, posted) == (Part(0, even, "naturals"),)
    ranked = by(naturals="yes", two_naturals="ranked")
    assert settle(pairs, dragon_, ranked) == (Part(-3, "six pairs against a dragon", "naturals"),)
    assert settle(CLAIMS, dragon_, posted)[1] == Part(0, "bonus of 4 unpaid against a natural", "naturals")
    assert settle(dragon_, CLAIMS, posted)[1] == Part(0, "their bonus of 4 unpaid against a natural", "naturals")
    also = by(naturals="yes", natural_settles="also")
    assert settle(LOW._replace(natural=SIX_PAIRS), HIGH, also) == (
        Part(3, "six pairs", "naturals"),
        Part(-3, LOST, "6"),
    )


def test_naturals_each_have_a_price_of_their_own():
    priced = {"naturals": "yes", "natural_dragon": "13", "natural_units": 2}
    dragon_, pairs = Exposed(natural=DRAGON), Exposed(natural=SIX_PAIRS)
    assert by(**priced).prices == (0, 2, 2, 2, 13)
    assert [net(each, LOW, by(**priced)) for each in (dragon_, pairs)] == [13, 2]
    assert net(dragon_, pairs, by(**priced)) == 0
    assert net(pairs, dragon_, by(**priced, two_naturals="ranked")) == -13
    offset = by(**priced, two_naturals="offset")
    assert settle(pairs, dragon_, offset) == (Part(-11, "six pairs of 2 less a dragon of 13", "naturals"),)
    both = hand("2c 3c 4c 5c 6c 7d 8d 9d Td Jd Qh Kh Ah")
    assert natural(both, True, (0, 3, 3, 3, 3)) == DRAGON
    assert natural(both, True, (0, 3, 4, 3, 3)) == THREE_FLUSHES, "the dearest that is held"
    assert natural(both, True, (0, 5, 4, 3, 3)) == THREE_STRAIGHTS


@pytest.mark.parametrize("wrong", ["-1", "101", "many", "3.5"])
def test_naturals_a_price_is_a_number_of_units(wrong):
    for key in ("natural_dragon", "natural_six_pairs", "natural_three_straights", "natural_three_flushes"):
        with pytest.raises(IllegalSetting, match=rf"{key.replace('_', '-')} is natural-units or a number.*naturals"):
            by(naturals="yes", **{key: wrong})
    with pytest.raises(IllegalSetting, match="bonus-royal-flush is bonus-straight-flush or a number"):
        by(bonuses="yes", bonus_royal_flush=wrong)


def test_bonuses_for_winning_hands_only():
    posted = by(bonuses="yes", bonus_won_only="yes")
    assert settle(CLAIMS, LOW, posted) == (Part(3, WON, "6"), Part(4, "bonuses", "bonuses"))
    unpaid = "bonus of 4 unpaid for a hand that did not win"
    assert settle(CLAIMS, CLAIMS, posted) == (
        Part(0, TIED, "6"),
        Part(0, unpaid, "bonuses"),
        Part(0, f"their {unpaid}", "bonuses"),
    )
    better = CLAIMS._replace(values=(CLAIMS.values[0], CLAIMS.values[1], CLAIMS.values[2] + 1))
    assert settle(CLAIMS, better, posted) == (
        Part(-1, "Front tied, Middle tied, Back lost", "6"),
        Part(-3, "their bonuses", "bonuses"),
        Part(0, unpaid, "bonuses"),
        Part(0, "their bonus of 1 unpaid for a hand that did not win", "bonuses"),
    )
    foul = set_as(HIGHS[0], HIGHS[2], HIGHS[1], bonuses="yes")
    assert net(CLAIMS, foul, posted) == 3 + 4, "every hand wins against a foul"


OWN = """
name = "our bonuses"
[[bonus]]
pile = "front"
hand = "pair"
units = 1
[[bonus]]
pile = "back"
hand = "straight-flush"
units = 6
[[bonus]]
pile = "middle"
hand = "full-house"
units = 0
"""


def test_bonuses_of_ones_own_stand_in_the_place_of_the_documents():
    front, middle, back = by(bonuses="yes", bonuses_own=OWN).bonuses
    assert front == (0, 1, 0, 2, 0, 0, 0, 0, 0, 0)
    assert middle == (0, 0, 0, 0, 0, 0, 0, 3, 4, 4)
    assert back == (0, 0, 0, 0, 0, 0, 0, 3, 6, 6), "a royal flush is a straight flush"
    assert by(bonuses="yes", bonuses_own=OWN, bonus_royal_flush="4").bonuses[2][8:] == (6, 4), "unless it is posted"
    assert by(bonuses_own=OWN).bonuses == by().bonuses, "where bonuses are not paid, neither are these"


@pytest.mark.parametrize(
    "change, fault",
    [
        (("pair", "flush"), "three cards in Front make pair or three-of-a-kind at most, not flush"),
        (("pair", "nothing"), "hand: is one of pair, two-pairs"),
        (('"front"', '"top"'), "pile: is one of front, middle, back, not 'top'"),
        (("units = 6", "units = -6"), "units: are 0 to 100, not -6"),
        (("units = 6", "units = 6.5"), "units: is a whole number"),
        (("units = 6", ""), "units: is missing"),
        (("units = 6", "units = 6\nwhen = 1"), "when: is not a field"),
        (('"full-house"', '"full-house"\nunits = 2\n[[bonus]]\npile = "back"\nhand = "straight-flush"'), "twice"),
        (("[[bonus]]", "[[bonus"), "bonuses-own: 1 fault"),
    ],
)
def test_bonuses_of_ones_own_that_cannot_be_read_are_refused(change, fault):
    with pytest.raises(Faulty, match=fault):
        by(bonuses="yes", bonuses_own=OWN.replace(*change))


def test_modifications_a_table_of_units():
    assert by(scoring="table", scoring_table="2-1=1, 3-0=3").scores == (0, 1, 1, 3)
    assert by(scoring="table", scoring_table="2-1=1,3-0=3", ties="more-hands").scores == (1, 1, 1, 3)
    assert by(scoring="table", scoring_table=" 3-0=3 , 2-1=1 ", ties="sweep").scores == (3, 1, 3, 3)
    posted = by(scoring="table", scoring_table="1-0=1, 2-1=1, 2-0=2, 3-0=9")
    assert (posted.scores, posted.foul, posted.most) == ((1, 1, 2, 9), 9, 9)
    assert settle(HIGH, LOW, posted) == (Part(9, WON, "modifications"),)
    assert net(LOW, MIXED, posted) == -1


@pytest.mark.parametrize(
    "table, fault",
    [
        ("none", "scoring-table reads as in 2-1=1, 3-0=3.*not 'none'.*clause modifications"),
        ("2-1=1", "needs 2-1 and 3-0"),
        ("2-1=1, 3-0=3, 3-0=4", "each once.*not '3-0=4'"),
        ("2-1=1, 3-0=-3", "not '3-0=-3'"),
        ("2-1=1, 3-0=101", "not '3-0=101'"),
        ("2-1=1, 3-0=3, 1-2=1", "not '1-2=1'"),
        ("2-1=1, 3-0=3, 1-1=1", "not '1-1=1'"),
        ("2-1=1, 3-0=3, 3-1=1", "not '3-1=1'"),
        ("2-1=1; 3-0=3", "not '2-1=1; 3-0=3'"),
        ("2-1=4, 3-0=3", "more units for fewer hands: 1-0=0, 2-1=4, 2-0=4, 3-0=3"),
        ("2-1=1, 2-0=0, 3-0=3", "more units for fewer hands"),
        ("1-0=5, 2-1=1, 3-0=9", "more units for fewer hands"),
    ],
)
def test_modifications_a_table_that_cannot_be_is_refused(table, fault):
    with pytest.raises(IllegalSetting, match=fault):
        by(scoring="table", scoring_table=table)
    settings = DOCUMENT.configure({"scoring": "table", "scoring-table": table})
    with pytest.raises(IllegalBet, match=fault):
        game("chinese-poker").setup(settings, {1: {"main": 60_00}, 2: {"main": 60_00}})


def test_surrender_goes_before_all_else():
    posted = by(**EXTRAS)
    gone = Exposed(surrendered=True)
    assert settle(gone, Exposed(natural=DRAGON), posted) == (Part(-2, "surrendered", "surrender"),)
    assert settle(HIGH, gone, posted) == (Part(2, "their surrender", "surrender"),)
    assert settle(gone, gone, posted) == (Part(0, "both surrendered", "surrender"),)


def test_surrender_leaves_bonuses_unpaid_and_says_so():
    posted, gone = by(**EXTRAS), Exposed(surrendered=True)
    unpaid = "bonus of 4 unpaid against surrender"
    assert settle(CLAIMS, gone, posted) == (Part(2, "their surrender", "surrender"), Part(0, unpaid, "surrender"))
    assert settle(gone, CLAIMS, posted)[1] == Part(0, f"their {unpaid}", "surrender")


# ------------------------------------------------------------------------------------ terms


@pytest.mark.parametrize(
    "units, award, returned",
    [(7, "win", 77_50), (1, "win", 62_50), (0, "even", 60_00), (-1, "lose", 57_50), (-7, "lose", 42_50)],
)
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
    assert natural(hand(cards), False, (0, 3, 3, 3, 3)) == THREE_FLUSHES


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
    won = document_score
    assert won(3, 0, scoring, NEITHER) == sweep
    assert won(2, 0, scoring, SWEEP) == won(1, 0, scoring, SWEEP) == sweep
    assert won(2, 1, scoring, SWEEP) == won(2, 0, scoring, NEITHER) == won(1, 0, scoring, MORE_HANDS) == lesser
    assert won(1, 0, scoring, NEITHER) == won(0, 0, scoring, SWEEP) == won(1, 1, scoring, MORE_HANDS) == 0


@pytest.mark.parametrize("scoring", ["1-a-hand", "2-4", "1-6"])
def test_6_each_of_the_27_results_scores_as_the_hands_that_make_it(scoring):
    """Hands worth 1 to 3 against hands worth 2: lower, equal or higher in each place."""
    found = score_of_each(by(scoring=scoring))
    assert len(found) == 27
    theirs = Exposed((2, 2, 2))
    for front, middle, back in product((-1, 0, 1), repeat=3):
        mine = Exposed((2 + front, 2 + middle, 2 + back))
        assert found[9 * front + 3 * middle + back + 13] == net(mine, theirs, by(scoring=scoring))


def test_naturals_the_dearer_is_paid_and_of_equal_prices_the_later_in_the_list():
    prices = (0, 3, 5, 3, 2)
    assert dearer(THREE_FLUSHES, SIX_PAIRS, prices)
    assert not dearer(SIX_PAIRS, THREE_FLUSHES, prices)
    assert not dearer(DRAGON, THREE_STRAIGHTS, prices), "later in the list, and cheaper"
    assert dearer(SIX_PAIRS, THREE_STRAIGHTS, prices)
    assert not dearer(THREE_STRAIGHTS, SIX_PAIRS, prices)
    assert not dearer(SIX_PAIRS, SIX_PAIRS, prices)
    assert all(dearer(kind, NO_NATURAL, prices) for kind in (THREE_STRAIGHTS, DRAGON))


def test_what_a_seat_has_exposed_in_words():
    scoring = by(**EXTRAS)
    piles = "Front ace high, king, Middle a full house, fives over eights, Back four of a kind, jacks"
    assert says(HIGH, scoring) == piles
    assert says(HIGH._replace(natural=SIX_PAIRS), scoring) == f"six pairs: {piles}"
    assert says(HIGH._replace(surrendered=True), scoring) == "surrendered"
    assert says(Exposed(natural=DRAGON), scoring) == "a dragon"
    foul = HIGH._replace(fouled=True)
    assert says(foul, by()) == f"a foul: {piles}"
    assert says(foul, scoring) == f"a foul, whose bonus of 4 is unpaid: {piles}"


def test_6_a_ruling_tells_every_part_of_every_pair():
    setup = Setup(DOCUMENT.configure(EXTRAS), (Seat(1, {"main": 100_00}), Seat(3, {"main": 100_00})))
    claims, low = set_as(*HIGHS, **EXTRAS), set_as(*LOWS, **EXTRAS)
    first, second = ruling(setup, {1: claims, 3: low}, by(**EXTRAS))
    assert (first.seat, first.wager, first.returned, second.returned) == (1, "main", 107_00, 93_00)
    won = f"+7 against seat 3 ({WON} +3; bonuses +4); +7 in all, +$7.00"
    lost = f"-7 against seat 1 ({LOST} -3; their bonuses -4); -7 in all, -$7.00"
    assert (first.why, second.why) == (f"{says(claims, by(**EXTRAS))}: {won}", f"{says(low, by(**EXTRAS))}: {lost}")


def test_surrender_is_all_that_is_paid_between_two_of_whom_one_surrenders():
    posted, gone = by(**EXTRAS), Exposed(surrendered=True)
    claims = set_as(*HIGHS, **EXTRAS)._replace(natural=DRAGON)
    assert settled(gone, claims, posted) == Units(-2, 0, 0, 0)
    assert settled(claims, gone, posted) == Units(2, 0, 0, 0)
    assert (net(gone, claims, posted), net(claims, gone, posted), net(gone, gone, posted)) == (-2, 2, 0)


@pytest.mark.parametrize("equal_is_legal", [True, False])
def test_5_the_middle_must_be_higher_than_the_front(equal_is_legal):
    assert fouled(5, 5, 9, equal_is_legal)
    assert fouled(6, 5, 9, equal_is_legal)
    assert not fouled(4, 5, 9, equal_is_legal)
    assert fouled(4, 5, 5, equal_is_legal) is not equal_is_legal
