"""The exact odds of Super Pan 9 against brute force through the generator, an independent count, and simulation."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import pytest

from houseway.cards import parse_cards
from houseway.document.reader import document_from
from houseway.errors import IllegalBet, IllegalSetting, UnknownName
from houseway.games import game
from houseway.games.super_pan_9 import odds as lab
from houseway.games.super_pan_9.count import shoe as count
from houseway.games.super_pan_9.play import DRAW, STAND, pack
from houseway.games.super_pan_9.rules import value
from houseway.round import CHANCE, Entry, spread

PAN = game("super-pan-9")
SETTINGS = PAN.configure()
STAKE = 100_00

SMALL_PACKS = (
    "Ks Ks Ks 6h 6h 3c 3c 5d",
    "As As 2d 4h 4h 6s 6s 6s",
    "Ks As 2d 2d 6s 6s 5c 5c",
)


def holding(cards):
    return count.Holding(tuple(sorted(value(card) for card in cards)))


def unit(tally, wager):
    """What a unit on one wager wins on average."""
    return tally.worth(lab.units_of({wager: Fraction(1)}, SETTINGS)) / sum(tally)


def walk(cards, decide, seats=(1,)):
    """Brute force: what each wager of seat 1 wins on average, per unit, over every deal of the pack."""
    setup = PAN.setup(SETTINGS, {seat: {"main": STAKE, "tie": STAKE} for seat in seats})
    won = Counter()
    whole = Fraction(0)
    for chance, ruling in spread(PAN.round, setup, cards, decide):
        whole += chance
        for payout in ruling:
            if payout.seat == 1:
                won[payout.wager] += chance * Fraction(payout.net, STAKE)
    assert whole == 1
    return won


@pytest.mark.parametrize("text", SMALL_PACKS)
@pytest.mark.parametrize("name", ["always stand", "always draw", "best for main", "best for tie"])
def test_agreement_with_the_generator(text, name):
    cards = parse_cards(text)
    shoe = count.shoe_of(cards)
    plans = {
        "always stand": dict.fromkeys(count.table_of(shoe), STAND),
        "always draw": dict.fromkeys(count.table_of(shoe), DRAW),
        "best for main": lab.best_plan(shoe, SETTINGS, "main"),
        "best for tie": lab.best_plan(shoe, SETTINGS, "tie"),
    }
    plan = plans[name]
    tally = lab.result_of(shoe, plan)
    won = walk(cards, lambda question, standing: plan[holding(standing.cards(1))])
    for wager in ("main", "tie"):
        assert unit(tally, wager) == won[wager]


@pytest.mark.parametrize("choice", [STAND, DRAW])
def test_agreement_for_each_decision_of_each_holding(choice):
    cards = parse_cards(SMALL_PACKS[0])
    setup = PAN.setup(SETTINGS, {1: {"main": STAKE, "tie": STAKE}})
    for held, (_, tallies) in count.table_of(count.shoe_of(cards)).items():
        mine, left = [], list(cards)
        for v in held.values:
            mine.append(next(card for card in left if value(card) == v))
            left.remove(mine[-1])
        won = Counter()
        for chance, ruling in spread(PAN.round, setup, left, lambda *_: choice, [Entry(CHANCE, card) for card in mine]):
            for payout in ruling:
                won[payout.wager] += chance * Fraction(payout.net, STAKE)
        for wager in ("main", "tie"):
            assert unit(tallies[choice], wager) == won[wager]


def test_another_seat_changes_no_probability():
    cards = parse_cards(" ".join(["Ks"] * 6 + ["6h"] * 6))
    plan = lab.best_plan(count.shoe_of(cards), SETTINGS, "main")

    def decide(question, standing):
        return plan[holding(standing.cards(question.seat)[:3])]

    assert walk(cards, decide, seats=(1, 2)) == walk(cards, decide, seats=(1,))


@pytest.mark.parametrize("decks", [1, 2])
def test_deals_are_counted_once_each(decks):
    cards = 36 * decks
    deals = comb(cards, 3) * comb(cards - 3, 3) * (cards - 6) * (cards - 7)
    for wager in ("main", "tie"):
        assert PAN.odds(wager, decks=decks).total == deals


def test_a_second_count_of_dealer_totals_with_one_deck():
    """Every three cards of the deck one by one, rather than by value."""
    cards = pack(1)
    ends = Counter()
    for three in combinations(range(36), 3):
        start = sum(value(cards[i]) for i in three) % 10
        for i in range(36):
            if i not in three:
                ends[(start + value(cards[i])) % 10 if start <= 5 else start] += 1
    assert count.dealer_totals(count.full_shoe(1)) == [ends[points] for points in range(10)]


def test_without_commission_the_best_play_is_the_dealers_and_the_game_is_even():
    """The dealer draws to 5 as the player would; wins and losses mirror each other."""
    settings = SETTINGS.but(commission=Fraction(0), decks=3)
    assert PAN.odds_of(PAN.ask("main", settings)).edge == 0


def test_8_commission_lowers_what_a_win_pays():
    rates = (Fraction(0), Fraction(1, 20))
    free, charged = (PAN.odds_of(PAN.ask("main", SETTINGS.but(commission=rate, decks=2))) for rate in rates)
    wins = next(each for each in charged.outcomes if each.award == "win")
    assert wins.pays == Fraction(19, 20)
    assert charged.edge - free.edge == charged.probability(wins) / 20


@pytest.mark.parametrize("charged, pays", [(False, 8), (True, 8 * Fraction(19, 20))])
def test_8_commission_on_the_tie_bet_is_a_setting(charged, pays):
    result = PAN.odds_of(PAN.ask("tie", SETTINGS.but(tie_commission=charged, decks=2)))
    assert {each.award: each.pays for each in result.outcomes} == {"tie": pays, "lose": -1}


def test_9_the_tie_bet_at_eight_decks_by_simulation():
    """Within four standard errors; the fourth place of the edge is far above that."""
    rng = random.Random(9)
    cards = [value(card) for card in pack(8)]
    rounds, ties = 200_000, 0
    for _ in range(rounds):
        a, b, c, d, e, f, g, h = rng.sample(cards, 8)
        player, dealer = (a + b + c) % 10, (d + e + f) % 10
        player = (player + g) % 10 if player <= 5 else player
        dealer = (dealer + h) % 10 if dealer <= 5 else dealer
        ties += player == dealer
    result = PAN.odds_of(PAN.ask("tie", SETTINGS))
    chance = result.hit_frequency
    assert abs(ties / rounds - chance) < 4 * sqrt(chance * (1 - chance) / rounds)
    assert result.edge < 0, "the Tie Bet favours the player"


def test_seeing_the_cards_is_never_worse_than_seeing_the_total():
    for aim in ("main", "tie", "both"):
        for decks in (1, 8):
            shoe = count.full_shoe(decks)
            by_cards, by_total = (
                lab.edges(shoe, SETTINGS.but(player_sees=sees), aim)[aim] for sees in ("composition", "total")
            )
            assert by_cards <= by_total


def test_strategy_lists_every_holding_and_what_the_other_choice_costs():
    result = PAN.plan(PAN.ask("main", SETTINGS))
    (_, totals), (_, holdings) = result.parts
    assert [each.situation for each in totals] == [f"total {points}" for points in range(10)]
    assert len(holdings) == comb(7 + 2, 3)
    assert sum(each.frequency for each in totals) == sum(each.frequency for each in holdings) == 1
    for each in (*totals, *holdings):
        assert each.advice.options[0].value >= each.advice.options[1].value


def test_a_pay_of_ones_own_moves_the_odds_the_play_and_the_table():
    ours = PAN.with_pays("tie", {"tie": 9})
    before, after = (each.odds("tie", decks=2) for each in (PAN, ours))
    ties = next(each for each in after.outcomes if each.award == "tie")
    assert ties.pays == 9
    assert before.edge - after.edge == after.probability(ties)
    record = {
        "game": "super-pan-9",
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": 1, "cards": "6h Qc Ks", "wagers": {"main": "25.00", "tie": "5.00"}}],
    }
    assert [payout.net for payout in ours.settle(record)] == [0, 45_00]
    free = PAN.with_pays("main", {"push": "lose"}).odds("main", decks=2)
    assert {each.award: each.pays for each in free.outcomes} == {"win": Fraction(19, 20), "lose": -1}


def test_a_paytable_that_is_asked_for_is_counted_even_where_another_is_in_force():
    content = {**PAN.document.content, "paytable": [*PAN.document.content["paytable"], NINE]}
    both = PAN.with_document(document_from(content, "two tables"))
    asked, printed = both.odds("tie", paytable="tie-9", decks=1), both.odds("tie", decks=1)
    assert (asked.paytable, printed.paytable) == ("tie-9", "tie-8")
    assert asked.edge == PAN.odds("tie", pays={"tie": 9}, decks=1).edge < printed.edge


def test_a_prize_in_dollars_is_weighed_by_the_stake_and_refused_without_one():
    ours = PAN.with_paytable(NINE | {"basis": "dollars", "rows": [NINE["rows"][0] | {"pays": "$40"}]})
    assert ours.odds("tie", stake="5.00", decks=1).edge == PAN.odds("tie", decks=1).edge
    with pytest.raises(IllegalBet, match="say the meter and the stake"):
        ours.odds("tie", decks=1)


def test_a_paytable_that_does_not_allow_the_decks_is_refused_by_the_lab_and_before_the_deal():
    ours = PAN.with_paytable(NINE | {"decks": [1, 2]})
    assert ours.odds("tie", decks=2).edge == PAN.odds("tie", pays={"tie": 9}, decks=2).edge
    with pytest.raises(IllegalSetting, match=r"Tie Bet has no paytable with 8 decks \(clause 9\)"):
        ours.odds("tie", decks=8)
    with pytest.raises(IllegalBet, match=r"Tie Bet has no paytable with 8 decks \(clause 9\)"):
        ours.deal({1: {"main": "5.00", "tie": "1.00"}}, decks=8)


def test_wagers_that_there_are_not_have_no_odds():
    with pytest.raises(UnknownName, match="no wager 'lucky'"):
        PAN.odds("lucky")


NINE = {
    "id": "tie-9",
    "wager": "tie",
    "clause": "9",
    "basis": "to 1",
    "rows": [{"award": "tie", "label": "Equal totals", "pays": 9}],
}
