"""Game protection: sums over all deals against brute force, effects of removal against smaller shoes."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest

import houseway as hw
from houseway.errors import HousewayError, UnknownName
from houseway.games.super_pan_9.count.shoe import full_shoe
from houseway.games.super_pan_9.odds import best_plan, result_of, units_of
from houseway.lab import protect
from houseway.lab.deals import Deals
from houseway.lab.depths import depths
from houseway.lab.protect import best_count, protection, surveyed

PAN, PAIRS = hw.game("super-pan-9"), hw.game("super-pairs")

SMALL = Deals(
    ("a", "b", "c"),
    (3, 2, 3),
    {(0, 0): {"two": 1}, (0, 1): {"one": 1, "none": 1}, (1, 2): {"lose": 2}, (0, 2): {"lose": 1}, (2, 2): {"lose": 1}},
    {"two": Fraction(4), "one": Fraction(1), "none": Fraction(0), "lose": Fraction(-1)},
)
"""Two cards decide; a pair of b is worth nothing."""


def less(counts, kind):
    return tuple(count - (each == kind) for each, count in enumerate(counts))


def deals_of(game, wager, **settings):
    return game.deals(game.ask(wager, game.configure(**settings)))


@pytest.mark.parametrize("wager", ["super-pairs", "lucky-ladies", "21-plus-3", "super-pairs-jackpot"])
def test_from_a_full_shoe_a_wager_is_worth_its_edge(wager):
    deals = deals_of(PAIRS, wager, decks=6)
    assert deals.value(deals.counts) == -PAIRS.odds(wager, decks=6).edge


def test_the_shoe_of_super_pan_9_without_a_card_is_counted_alike():
    """The plan of the full shoe, played from a shoe that lacks a card."""
    deals, settings, shoe = deals_of(PAN, "tie", decks=1), PAN.configure(decks=1), full_shoe(1)
    plan = best_plan(shoe, settings, "main")
    assert deals.value(deals.counts) == -PAN.odds("tie", decks=1).edge
    for kind, name in ((0, "0"), (4, "4")):
        assert deals.kinds[kind] == name
        smaller = (*shoe[: int(name)], shoe[int(name)] - 1, *shoe[int(name) + 1 :])
        tally = result_of(smaller, plan)
        worth = tally.worth(units_of({"tie": Fraction(1)}, settings)) / sum(tally)
        assert deals.removal[kind] == worth - deals.value(deals.counts)


@pytest.mark.parametrize("deals", [SMALL, deals_of(PAIRS, "super-pairs", decks=2)])
def test_removal_is_the_value_of_the_smaller_shoe(deals):
    whole = deals.value(deals.counts)
    for kind in (0, 1, len(deals.kinds) - 1):
        assert deals.removal[kind] == deals.value(less(deals.counts, kind)) - whole


@pytest.mark.parametrize("tags", [(1, 0, -1), (2, -1, -1), (0, 1, 0)])
def test_the_wager_given_a_count_is_what_brute_force_finds(tags):
    cards = [kind for kind, count in enumerate(SMALL.counts) for _ in range(count)]
    seen = {}
    for order in permutations(range(len(cards)), 5):
        kinds = [cards[each] for each in order]
        count = sum(tags[kind] for kind in kinds[:3])
        worth = SMALL.worth.get(tuple(sorted(kinds[3:])), Fraction(0))
        # what a set of cards is worth is over all their orders: two, or one of a pair
        won = worth / (1 if kinds[3] == kinds[4] else 2)
        ways, total = seen.get(count, (0, Fraction(0)))
        seen[count] = ways + 1, total + won
    every = sum(ways for ways, _ in seen.values())
    (depth,) = depths(SMALL, tags, [3])
    assert sorted(depth.counts) == sorted(seen)
    for count, chance, worth in zip(depth.counts, depth.chances, depth.worth, strict=True):
        ways, total = seen[int(count)]
        assert chance == pytest.approx(ways / every)
        assert worth == pytest.approx(float(total / ways))


def test_before_any_card_is_gone_the_count_tells_nothing():
    deals = deals_of(PAIRS, "lucky-ladies", decks=6)
    count = best_count(deals.removal, deals.counts, 1)
    (depth,) = depths(deals, count.tags, [0])
    assert list(depth.counts) == [0]
    assert depth.worth[0] == pytest.approx(-float(PAIRS.odds("lucky-ladies", decks=6).edge))


def test_at_every_depth_the_wager_is_worth_the_same_on_average():
    """A martingale: what is not looked at changes nothing."""
    deals = deals_of(PAIRS, "21-plus-3", decks=2)
    count = best_count(deals.removal, deals.counts, 2)
    for depth in depths(deals, count.tags, [1, 20, 70]):
        assert float((depth.chances * depth.worth).sum()) == pytest.approx(float(deals.value(deals.counts)), abs=1e-10)


def test_rounding_finds_nearly_as_good_a_count_as_trying_them_all(monkeypatch):
    deals = deals_of(PAN, "tie", decks=2)
    best = best_count(deals.removal, deals.counts, 2)
    monkeypatch.setattr(protect, "FEW", 0)
    rounded = best_count(deals.removal, deals.counts, 2)
    assert best.correlation - 0.01 < rounded.correlation <= best.correlation + 1e-9


def test_two_kinds_are_followed_perfectly_and_stay_near_zero():
    deals = deals_of(PAIRS, "insurance", decks=6)
    count = best_count(deals.removal, deals.counts, 2)
    assert count.tags == (-2, 1)  # ten-valued cards, and all others
    assert count.correlation == pytest.approx(1)


def test_insurance_is_good_where_more_than_a_third_of_the_cards_are_tens():
    deals = deals_of(PAIRS, "insurance", decks=1)
    assert deals.value((16, 32)) == 0
    assert deals.value((16, 31)) > 0 > deals.value((16, 33))
    told = protection("insurance", deals)
    assert told.other_seats[5] > 0
    assert not told.cares


def test_insurance_is_told_for_a_hundred_hands_and_not_for_a_hundred_offers():
    """It is offered against an ace: in one hand of thirteen."""
    deals = deals_of(PAIRS, "insurance", decks=6)
    assert deals.offered == Fraction(1, 13)
    told = protection("insurance", deals)
    assert told.by_trigger.per_hundred == pytest.approx(0.04736, abs=5e-5)
    assert not told.cares
    assert told.per_hundred_offers == pytest.approx(0.6156, abs=5e-4)
    notes = " ".join(told.notes())
    assert "0.047 units won in 100 hands" in notes
    assert "Offered in 1 of 13 hands: 0.616 units won in 100 offers." in notes
    assert "should care" not in notes
    assert told.json()["offered"]["exact"] == "1/13"
    assert told.json()["trigger"]["per_hundred_offers"] == told.per_hundred_offers


@pytest.mark.parametrize(("decks", "cut"), [(1, Fraction(1, 2)), (6, Fraction(3, 4))])
def test_what_insurance_wins_is_the_sum_over_every_card_of_the_shoe(decks, cut):
    """A second way: so many tens of so many cards by their closed form, as fractions, at each card up to the cut."""
    tens, others = 16 * decks, 36 * decks - 1
    last, won = int(cut * (tens + others)), Fraction(0)
    for gone in range(last + 1):
        for seen in range(min(gone, tens) + 1):
            ways = comb(tens, seen) * comb(others, gone - seen)
            win = Fraction(3 * (tens - seen), tens + others - gone) - 1
            won += max(win, Fraction(0)) * Fraction(ways, comb(tens + others, gone))
    told = protection("insurance", deals_of(PAIRS, "insurance", decks=decks), cut=cut)
    assert told.known.per_hundred == pytest.approx(float(100 * won / (last + 1) / 13), rel=1e-9)


@pytest.mark.parametrize("cut", [Fraction(1, 2), Fraction(3, 4)])
def test_what_counting_wins_is_what_every_order_of_a_small_shoe_wins(cut):
    """A third way: every order of eight cards, a hand begun at each card up to the cut, at every trigger."""
    told = protection("small", SMALL, cut=cut)
    tags, drift = told.count.tags, Fraction(sum(t * n for t, n in zip(told.count.tags, SMALL.counts, strict=True)), 8)
    cards = [kind for kind, count in enumerate(SMALL.counts) for _ in range(count)]
    last = int(cut * 8)
    won, made, known = Counter(), Counter(), Counter()
    for gone in range(last + 1):
        orders = Counter(tuple(cards[each] for each in order) for order in permutations(range(8), gone + 2))
        every = sum(orders.values())
        by_count = Counter()
        for kinds, ways in orders.items():
            count = sum(tags[kind] for kind in kinds[:gone])
            worth = SMALL.worth.get(tuple(sorted(kinds[gone:])), 0) / (1 if kinds[gone] == kinds[gone + 1] else 2)
            by_count[count] += worth * Fraction(ways, every)
            for trigger in range(-60, 61):
                if (count - drift * gone) * 52 >= trigger * (8 - gone):
                    won[trigger] += worth * Fraction(ways, every)
                    made[trigger] += Fraction(ways, every)
        known[gone] = sum(max(each, 0) for each in by_count.values())
    best = max(won.values())
    assert told.by_trigger.per_hundred == pytest.approx(float(100 * best / (last + 1)))
    assert won[told.by_trigger.trigger] == best
    assert told.by_trigger.good == pytest.approx(float(made[told.by_trigger.trigger] / (last + 1)))
    assert told.known.per_hundred == pytest.approx(float(100 * sum(known.values()) / (last + 1)))


def test_a_survey_tells_where_a_room_should_care():
    found = {each.title.split(",")[0]: each for each in surveyed(PAIRS, PAIRS.configure(), cut=Fraction(3, 4), most=1)}
    assert {"super-pairs", "lucky-ladies", "21-plus-3", "top-3", "insurance"} <= set(found)
    assert found["lucky-ladies"].cares
    assert not found["21-plus-3"].cares
    assert not found["super-pairs"].cares
    told = found["lucky-ladies"]
    assert 0 <= told.by_trigger.per_hundred <= told.known.per_hundred + 1e-9
    assert told.json()["should_care"]
    assert any("A room should care" in note for note in told.notes())
    assert "lucky-ladies" in repr(told)
    assert np.isfinite(told.by_trigger.good)


@pytest.mark.parametrize("every", [False, True])
def test_a_survey_leaves_out_a_wager_that_no_paytable_pays_at_these_decks(every):
    settings = PAIRS.configure(decks=2)
    found = {each.title.split(",")[0] for each in surveyed(PAIRS, settings, cut=Fraction(1, 4), most=1, every=every)}
    assert {"super-pairs", "lucky-ladies", "insurance"} <= found
    assert "top-3" not in found
    with pytest.raises(HousewayError, match="Top 3 has no paytable with 2 decks"):
        surveyed(PAIRS, settings, "top-3", cut=Fraction(1, 4), most=1)


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(UnknownName, match="nothing to count"):
        deals_of(hw.game("supreme-99"), "pair-fortunes")
    with pytest.raises(UnknownName, match="played out"):
        deals_of(PAIRS, "blackjack")
    with pytest.raises(HousewayError, match="the cut"):
        protection("x", SMALL, cut=Fraction(1))
    with pytest.raises(HousewayError, match="tags"):
        protection("x", SMALL, most=9)
    level = Deals(("a", "b"), (4, 4), {(0,): {"lose": 1}, (1,): {"lose": 1}}, {"lose": Fraction(-1)})
    assert any("no count by single cards helps" in note for note in protection("x", level).notes())
