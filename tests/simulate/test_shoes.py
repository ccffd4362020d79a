"""Whole shoes: the cut card, burn cards, a counter; voids by the shoe."""

from fractions import Fraction

import pytest

import houseway as hw
from houseway.errors import IllegalSetting
from houseway.simulate import Shoe, simulate
from houseway.simulate.counting import HI_LO, bets_of, counted_by, tags_of
from houseway.simulate.model import Plan
from simulated import ROUNDS, agree

PAN, PAIRS = hw.game("super-pan-9"), hw.game("super-pairs")
WHOLE = ("blackjack", "insurance", "bust-bonus", "super-pairs", "lucky-ladies", "21-plus-3", "top-3")


def test_a_shoe_of_super_pan_9_is_dealt_to_the_cut_and_agrees_with_the_table():
    shoe = Shoe(Fraction(3, 4), burnt=2)
    plan = Plan(PAN.configure(decks=2), ("main", "tie"), "best", 2, shoe)
    agree(PAN, PAN.simulation(plan), {"main": 10000, "tie": 10000}, ROUNDS or 400)


def test_a_shoe_that_runs_out_voids_the_round():
    settings = PAN.configure(decks=1, out_of_cards="void")
    plan = Plan(settings, ("main", "tie"), "house-way", 9)
    codes = agree(PAN, PAN.simulation(plan), {"main": 10000, "tie": 10000}, ROUNDS or 200)
    assert 3 in codes["main"]  # the code of a void round


@pytest.mark.parametrize("stays", ["won", "void-with-round"])
@pytest.mark.parametrize("peek", [True, False])
def test_a_shoe_of_super_pairs_to_its_last_card(stays, peek):
    """What is void, and which bonuses stay won, when the cards run out in mid-round."""
    settings = PAIRS.configure(decks=1, reconciled_bonuses=stays, peek=peek, offer_top_3=False, offer_bust_bonus=True)
    wagers = [wager for wager in WHOLE if wager != "top-3" and settings.paytable(wager) is not None]
    plan = Plan(settings, tuple(wagers), "best", 2, Shoe(Fraction(1)))
    stakes = {"blackjack": 10000, **dict.fromkeys([w for w in wagers if w not in WHOLE[:3]], 100)}
    codes = agree(PAIRS, PAIRS.simulation(plan), stakes, ROUNDS or 250)
    assert 4 in codes["blackjack"]


def test_jackpots_agree_with_the_table():
    """Awards that take a share of the meter come once in thousands of rounds: the seed is one that has some."""
    settings = PAIRS.configure(offer_super_pairs_jackpot=True, offer_lucky_ladies_jackpot=True)
    wagers = ("super-pairs-jackpot", "lucky-ladies-jackpot")
    plan = Plan(settings, wagers, "best")
    simulation = PAIRS.simulation(plan)
    shares = [[bool(parts[0][0].share) for parts in each.ends] for each in simulation.wagers]
    assert any(map(any, shares))
    codes = agree(PAIRS, simulation, {"blackjack": 10000, **dict.fromkeys(wagers, 100)}, ROUNDS or 300)
    assert len(codes["super-pairs-jackpot"]) > 2


@pytest.mark.parametrize("rounds", [50, 5000])
def test_whole_shoes_are_dealt_until_so_many_rounds_are_played_and_a_few_more(rounds):
    shoe = Shoe(Fraction(3, 4), 1)
    found = simulate(PAN, PAN.configure(), rounds=rounds, seed=5, shoe=shoe, strategy="house-way")
    assert rounds <= found.rounds < 1.1 * rounds + 60, "a shoe has some thirty"


def test_a_fresh_pack_and_a_shoe_have_the_same_edge():
    """Without a counter the cut card changes nothing but a little: the mean over a shoe is that of a fresh pack."""
    shoe = simulate(PAN, PAN.configure(), rounds=300_000, seed=5, shoe=Shoe(Fraction(3, 4), 1), strategy="house-way")
    fresh = simulate(PAN, PAN.configure(), rounds=300_000, seed=5, strategy="house-way")
    assert shoe.rounds >= 300_000
    apart = float(shoe["main"].edge - fresh["main"].edge)
    assert abs(apart) < 5 * (shoe["main"].error ** 2 + fresh["main"].error ** 2) ** 0.5
    assert shoe["main"].exact is None


def test_a_counter_wins_more_where_the_count_is_high():
    """Blackjack, hi-lo: the edge falls as the count rises, and a spread wins more than a flat bet."""
    shoe = Shoe(Fraction(4, 5), 1, tags_of("hi-lo"))
    result = simulate(
        PAIRS, PAIRS.configure(), wagers=["blackjack"], strategy="basic", rounds=400_000, seed=9, shoe=shoe
    )
    flat, wide = (counted_by(result, bets_of(bets)) for bets in ("", "-10:1,2:8,4:16"))
    assert sum(each.made for each in flat.rows) == result.rounds
    low = [each for each in flat.rows if each.true <= -2]
    high = [each for each in flat.rows if each.true >= 2]
    mean = [sum(each.made * each.edge for each in rows) / sum(each.made for each in rows) for rows in (low, high)]
    assert mean[1] < mean[0]
    assert wide.per_hundred > flat.per_hundred
    assert flat.json()["wagered_per_hundred"] == pytest.approx(100)


def test_a_joker_counts_nothing():
    """A counter of a pack with a joker came to a traceback."""
    game = hw.game("dealer-open-pai-gow")
    plan = Plan(game.configure(), ("chan-chu",), "best", 1, Shoe(Fraction(4, 5), tags=tags_of("hi-lo")))
    tags = game.simulation(plan).tags
    assert len(tags) == 53
    assert sum(tags) == 0


def test_tags_and_spreads_are_read():
    assert tags_of("hi-lo") == tags_of(",".join(f"{rank}={tag}" for rank, tag in HI_LO.items()))
    assert sum(tags_of("hi-lo")) == 0
    assert bets_of("2:4,1:1") == ((1, Fraction(1)), (2, Fraction(4)))
    for wrong in ("low", "A=x", "1=1", "A", "A=+-1", "A=10", "A=²"):
        with pytest.raises(IllegalSetting, match="a count is"):
            tags_of(wrong)
    for wrong in ("1", "x:1", "1:0/0"):
        with pytest.raises(IllegalSetting, match="a spread reads"):
            bets_of(wrong)
