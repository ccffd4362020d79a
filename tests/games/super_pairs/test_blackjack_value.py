"""The value of the base game: against the generator on small shoes, against brute force, against published figures."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np
import pytest

from houseway.cards import parse_cards
from houseway.errors import IllegalSetting
from houseway.games import game
from houseway.games.super_pairs.count.advice import hand_advice
from houseway.games.super_pairs.count.base_game import (
    NO_SPLIT,
    BaseGame,
    Plan,
    best_plan,
    full_shoe,
    shoe_of,
    value_in_doubles,
)
from houseway.games.super_pairs.count.base_odds import BaseOdds, insurance_ways, outcomes, value_of
from houseway.games.super_pairs.count.base_rules import ends_of, rules_of
from houseway.games.super_pairs.count.dealer_tree import ends, hand_index, hands
from houseway.games.super_pairs.count.residues import JOINED
from houseway.games.super_pairs.count.round_law import rounds_of
from houseway.games.super_pairs.count.split_rounds import played_together
from houseway.games.super_pairs.count.split_weights import weights
from houseway.games.super_pairs.count.tally import Count, exact_value
from houseway.games.super_pairs.play import play
from houseway.games.super_pairs.rules.blackjack import SPLIT, dealer_draws, natural, outcome, pair, total, value
from houseway.games.super_pairs.rules.spot import DECLINE, spot_in, spot_of
from houseway.games.super_pairs.terms.blackjack import BUSTED, DEALER_NATURAL, LOST, hand_terms
from houseway.round import DEALER, Wager, spread

pytestmark = pytest.mark.compiled

SUPER_PAIRS = game("super-pairs")
MOVES = ("stand", "hit", "double")


def settings(**given):
    return SUPER_PAIRS.configure(**given)


def base_game(pack, table):
    return BaseGame(shoe_of(pack), rules_of(table))


def counts_of(cards):
    values = [value(card) for card in cards]
    return tuple(values.count(v) for v in range(1, 11))


class Player:
    """Plays a round of the generator by a plan."""

    def __init__(self, base: BaseGame, plan: Plan, pack, table_settings) -> None:
        self.base, self.plan, self.pack, self.settings = base, plan, pack, table_settings

    def start(self, standing):
        up = value(standing.shown(DEALER)[0]) - 1
        first, second = standing.cards(1)[:2]
        low, high = sorted((value(first) - 1, value(second) - 1))
        seen = [first, second, standing.shown(DEALER)[0]]
        left = [card for card in self.pack if not (card in seen and seen.remove(card) is None)]
        by_value = self.settings.text("split-by") == "value"
        kind = sum(pair(card, first, by_value) for card in left) if pair(first, second, by_value) else NO_SPLIT
        return next(s for s in self.base.starts if s[:4] == (up, low, high, kind))

    def __call__(self, question, standing):
        if isinstance(question, Wager):
            return 0
        if DECLINE in question.options:
            return DECLINE
        spot, start = spot_in(standing, 1, self.settings), self.start(standing)
        hand = spot.hand
        if len(spot.hands) == 1 and len(hand.cards) == 2:
            return self.plan.choice[start]
        place = hand_index()[counts_of(hand.cards)]
        if not hand.from_split:
            return MOVES[self.plan.moves[start.up][place]]
        if SPLIT in question.options:
            return SPLIT
        other, kind = self.plan.splits[start.up, start.first, start.kind]
        paired = pair(hand.cards[0], hand.cards[1], self.settings.text("split-by") == "value")
        return MOVES[(kind if paired else other)[place]]


class Walked(NamedTuple):
    """Over all rounds that come to an end: the law of what they win, their chance, its mean, its wins, its square."""

    law: dict[Fraction, Fraction]
    chance: Fraction
    won: Fraction
    wins: Fraction
    squares: Fraction


def by_generator(pack, player, table):
    """Every deal through the order of play."""
    setup = SUPER_PAIRS.setup(table, {1: {"blackjack": 500}})
    nets = Counter()
    for chance, ruling in spread(play, setup, pack, player):
        nets[Fraction(sum(payout.net for payout in ruling), 500)] += chance
    return Walked(
        {net: Fraction(chance) for net, chance in sorted(nets.items()) if chance},
        sum(nets.values()),
        sum(net * chance for net, chance in nets.items()),
        sum(chance for net, chance in nets.items() if net > 0),
        sum(net**2 * chance for net, chance in nets.items()),
    )


SMALL = {"offer_bust_bonus": "no", "insurance": "no", "even_money": "no"}

SHOES = [
    ("8 5 K 6", {}),
    ("8 5 K 6", {"split_hands": 4, "peek": "no"}),
    ("8 5 K 4 3 1", {"surrender": "late"}),
    ("A 3 K 8", {"resplit_aces": "yes"}),
    ("A 2 6 4 K 5", {"peek": "no", "surrender": "late", "soft_17": "hit", "split_aces_one_card": "no"}),
    ("9 9 2 3", {"double": "9-11"}),
    ("9 9 2 3", {"split_play": "as-unsplit", "double_after_split": "no"}),
    ("K 4 Q 3 6 4", {"split_by": "rank"}),
    ("K 3 Q 2 6 5", {"split_by": "value"}),
    ("2 2 9 4 K 4", {"split_hands": 2, "blackjack_pays": "6:5"}),
]


def pack_of(text):
    """`8 5 K 6`: five eights and six kings."""
    words = text.split()
    return tuple(
        card
        for rank, count in zip(words[::2], words[1::2], strict=True)
        for card in parse_cards(rank + "c") * int(count)
    )


@pytest.mark.parametrize("shoe, given", SHOES)
def test_the_exact_value_equals_the_generator_deal_by_deal(shoe, given):
    equals_the_generator(pack_of(shoe), settings(**given, **SMALL))


@pytest.mark.parametrize(
    "shoe, given, pays",
    [
        ("8 5 K 6", {}, {"win": 2}),
        ("9 9 2 3", {"double": "9-11"}, {"win": "6:5", "push": "1:2"}),
        ("8 5 K 4 3 1", {"surrender": "late", "peek": "no"}, {"win": "3:2", "push": "lose"}),
    ],
)
def test_with_other_pays_too(shoe, given, pays):
    table = SUPER_PAIRS.with_pays("blackjack", pays).configure(**given, **SMALL)
    plain = equals_the_generator(pack_of(shoe), settings(**given, **SMALL))
    assert equals_the_generator(pack_of(shoe), table) != plain


def equals_the_generator(pack, table):
    """Every deal of a small shoe under the best play: the value and the whole law, exactly, and as they were drawn."""
    base = base_game(pack, table)
    solved = base.solve()
    plan = best_plan(base, solved)
    tally = exact_value(base, plan)
    exact = value_of(tally, base.rules.ends)
    assert sum(tally.ways.values()) == tally.total
    assert SPLIT in plan.choice.values()
    walked = by_generator(pack, Player(base, plan, pack, table), table)
    assert walked.chance == 1, "the shoe is too small: a round runs out of cards"
    assert exact == walked.won
    counted = rounds_of(base, plan)
    assert counted.law() == walked.law
    assert all(sum(results.values()) == 1 for results in counted.starts.values())
    assert value_in_doubles(base, solved, plan) == pytest.approx(float(exact), abs=1e-13)
    drawn = BaseOdds(
        game="super-pairs",
        wager="blackjack",
        settings=table,
        outcomes=outcomes(tally, base.rules.ends),
        together=played_together(base, plan, 40_000),
    )
    assert drawn.hit_frequency == pytest.approx(float(walked.wins), abs=5 * drawn.together.wins.error)
    spread_of = float(walked.squares - walked.won**2)
    assert drawn.variance == pytest.approx(spread_of, abs=5 * drawn.together.squares.error)
    return exact


def test_a_win_that_pays_two_is_counted_as_two():
    one, two = (SUPER_PAIRS.odds("blackjack", pays={"win": pays}, split_rounds=10_000) for pays in (1, 2))
    assert one.edge == SUPER_PAIRS.odds("blackjack", split_rounds=10_000).edge
    assert {o.award: o.pays for o in two.outcomes if "win" in o.award} == {"double-win": 4, "win": 2}
    assert two.edge < one.edge - Fraction(42, 100), "a hand wins more than 42 times in a hundred"


def test_every_way_to_lose_a_hand_loses_the_same():
    """What `HandRules.lose` stands for: a bust, a lower total, a dealer's blackjack."""
    table = settings()
    assert {hand_terms(end, table).worth() for end in (LOST, BUSTED, DEALER_NATURAL)} == {-1}


def test_a_paytable_that_limits_what_is_won_is_refused_by_its_assumption():
    limited = {"wager": "blackjack", "limit": "100.00", "rows": [{"award": "win", "pays": 1}]}
    table = SUPER_PAIRS.with_paytable(limited).configure()
    with pytest.raises(IllegalSetting, match="assumes that a double wins twice what a hand wins"):
        ends_of(table)


@pytest.mark.parametrize("even_money", ["yes", "no"])
def test_insurance_equals_the_generator_deal_by_deal(even_money):
    pack = parse_cards("Ac Ad Kc Kd 9c 9d 5c 5d")
    table = settings(offer_bust_bonus="no", even_money=even_money)
    setup = SUPER_PAIRS.setup(table, {1: {"blackjack": 500}})
    found = Counter()

    def decide(question, standing):
        return question.most if isinstance(question, Wager) else question.default

    for chance, ruling in spread(play, setup, pack, decide):
        found.update({payout.award: chance for payout in ruling if payout.wager == "insurance"})
    ways = insurance_ways(shoe_of(pack), even_money == "yes")
    assert Fraction(ways[True], sum(ways.values())) == found["insured"] / found.total()


def test_insurance_in_closed_form():
    """Where no even money is offered, the hole card is any card but the ace that is up."""
    result = SUPER_PAIRS.odds("insurance", decks=6, even_money="no")
    assert result.edge == 1 - 3 * Fraction(96, 311)
    (insured, _) = result.outcomes
    three = SUPER_PAIRS.odds("insurance", pays={"insured": 3}, decks=6, even_money="no")
    assert three.edge == result.edge - result.probability(insured)


@pytest.mark.parametrize("decks, given", [(1, {"split_hands": 4}), (6, {}), (8, {"peek": "no", "resplit_aces": "yes"})])
def test_drawn_splits_net_what_is_counted_and_the_error_is_stated(decks, given):
    base = BaseGame(full_shoe(settings(decks=decks, **given)), rules_of(settings(decks=decks, **given)))
    plan = best_plan(base, base.solve())
    tally = exact_value(base, plan)
    net = float((tally.split.won - tally.split.lost) / tally.total)
    few, many = (played_together(base, plan, rounds) for rounds in (20_000, 320_000))
    assert few == played_together(base, plan, 20_000), "a seed determines what is drawn"
    for drawn in (few, many):
        assert drawn.net.mean == pytest.approx(net, abs=5 * drawn.net.error)
    for name in ("wins", "net", "squares"):
        assert getattr(few, name).error / getattr(many, name).error == pytest.approx(4, rel=0.1)


def test_without_splits_the_spread_is_counted():
    told = SUPER_PAIRS.odds("blackjack", split_hands=1).json()
    assert Fraction(told["hit_frequency"]["exact"]) == sum(
        Fraction(each["probability"]) for each in told["outcomes"] if Fraction(each["pays"]) > 0
    )
    assert told["standard_deviation"] < 1.13
    assert "drawn" not in told


def test_with_splits_the_spread_is_drawn_and_says_so():
    told = SUPER_PAIRS.odds("blackjack", split_rounds=50_000).json()
    assert told["hit_frequency"]["exact"] is None
    counted = sum(
        100 * float(Fraction(each["probability"]))
        for each in told["outcomes"]
        if each["award"] != "split" and Fraction(each["pays"]) > 0
    )
    assert counted < told["hit_frequency"]["percent"] < counted + 2.5
    assert told["standard_deviation"] == pytest.approx(1.153, abs=0.002), "about 1.15, as always printed for blackjack"
    assert 0 < told["drawn"]["standard_deviation_error"] < 0.001
    assert 0 < told["drawn"]["hit_frequency_error"] < 0.01
    assert any("drawn in" in note for note in told["notes"])


@pytest.mark.parametrize("shoe, given", [("8 5 K 4 3 1", {}), ("2 5 9 4 K 4", {"split_hands": 3})])
def test_no_single_change_of_a_decision_improves_the_best_play(shoe, given):
    """Split hands included: the planted fault is every other legal move of every hand that can come up."""
    base = base_game(pack_of(shoe), settings(**given))
    plan = best_plan(base, base.solve())
    best = value_of(exact_value(base, plan), base.rules.ends)
    changes = [*changed_choices(base, plan), *changed_moves(plan)]
    assert len(changes) > 50
    worse = [value_of(exact_value(base, changed), base.rules.ends) for changed in changes[::3]]
    assert max(worse) <= best + Fraction(1, 10**12)
    assert min(worse) < best


def changed_choices(base, plan):
    for start, choice in plan.choice.items():
        for other in ("stand", "hit", "double", SPLIT):
            if other != choice and (other != SPLIT or base.splittable(start)):
                moves = {up: moves.copy() for up, moves in plan.moves.items()}
                if other != SPLIT:
                    moves[start.up][hand_index()[start.cards]] = MOVES.index(other)
                yield Plan({**plan.choice, start: other}, moves, plan.splits)


def changed_moves(plan):
    for key, sides in plan.splits.items():
        for side in range(2):
            for hand in np.flatnonzero((hands().cards[:, key[1]] > 0) & (hands().size == 2) & (hands().total < 21)):
                for move in range(3):
                    if move != sides[side][hand]:
                        changed = [moves.copy() for moves in sides]
                        changed[side][hand] = move
                        yield Plan(plan.choice, plan.moves, {**plan.splits, key: np.stack(changed)})


# ---------------------------------------------------------------------------- brute force, with conditional chances


@cache
def dealer_by_force(hard, aces, left, first):
    """The dealer's totals from these values left, card by card; a blackjack is impossible with the first card."""
    if not first and not dealer_draws(hard, aces, False):
        return {min(total(hard, aces), 22): Fraction(1)}
    able = [v for v in range(1, 11) if left[v - 1] and not (first and natural(hard, v))]
    ways = sum(left[v - 1] for v in able)
    found = {}
    for v in able:
        rest = (*left[: v - 1], left[v - 1] - 1, *left[v:])
        for end, chance in dealer_by_force(hard + v, aces + (v == 1), rest, False).items():
            found[end] = found.get(end, 0) + chance * Fraction(left[v - 1], ways)
    return found


def stand_by_force(points, up, left):
    return sum(chance * outcome(points, end) for end, chance in dealer_by_force(up, up == 1, left, True).items())


@pytest.mark.parametrize("cards, up", [((10, 6), 10), ((10, 2), 4), ((1, 7), 1), ((9, 8), 9)])
def test_standing_in_one_deck_equals_the_dealers_hand_played_card_by_card(cards, up):
    left = list(full_shoe(settings(decks=1)).values)
    for v in (*cards, up):
        left[v - 1] -= 1
    points = total(sum(cards), cards.count(1))
    base = BaseGame(full_shoe(settings(decks=1)), rules_of(settings(decks=1)))
    start = next(s for s in base.starts if (s.up, s.first, s.second) == (up - 1, min(cards) - 1, max(cards) - 1))
    stand = base.options(start, base.solve_up(up - 1, with_splits=False))["stand"] / float(base.alive(start))
    assert stand == pytest.approx(float(stand_by_force(points, up, tuple(left))), abs=1e-13)


# ---------------------------------------------------------------------------- published figures


def test_published_value_of_splitting_twos_against_a_six():
    """0.1189818683947885, E. Farmer at blackjacktheforum.com, thread 42312: one deck, soft 17 stands, split once, no
    double after it, split hands played as unsplit (there called CDZ-); agreed with two other analysers."""
    given = settings(decks=1, double_after_split="no", split_hands=2, split_play="as-unsplit")
    base = BaseGame(full_shoe(given), rules_of(given))
    assert base.solve_up(5).splits[1, 2].value == pytest.approx(0.1189818683947885, abs=1e-14)


def test_published_value_of_splitting_twos_with_doubles_after_the_split():
    """25.87 %, the same program quoted at blackjackinfo.com, thread 22385: doubles on 9 to 11, after a split too."""
    given = settings(decks=1, double="9-11", split_hands=2, split_play="as-unsplit")
    base = BaseGame(full_shoe(given), rules_of(given))
    assert round(100 * base.solve_up(5).splits[1, 2].value, 2) == 25.87


@pytest.mark.parametrize(
    "decks, hands, value",
    [(8, 2, -0.004857803589473), (8, 3, -0.004385498826143), (8, 4, -0.004305806289704), (1, 3, 0.001804330471656)],
)
def test_the_whole_game_by_another_analyser(decks, hands, value):
    """What E. Farmer's analyser (github.com/possibly-wrong/blackjack, the engine of 2016) prints to 15 decimals when it
    is built and run for these rules: soft 17 stands, double any two and after a split, aces split once, CDZ-."""
    given = settings(decks=decks, split_hands=hands, split_play="as-unsplit", split_by="value")
    assert float(value_of_best(given)) == pytest.approx(value, abs=1e-15)


# ---------------------------------------------------------------------------- what must hold


@pytest.mark.parametrize("decks", [1, 8])
def test_best_play_of_split_hands_is_at_least_that_of_unsplit_ones(decks):
    best, as_unsplit = (
        value_of_best(settings(decks=decks, split_play=how)) for how in ("best", "as-unsplit")
    )  # fmt: skip  # what belongs together shares a line
    assert best >= as_unsplit
    assert (best > as_unsplit) == (decks < 8)


def value_of_best(table_settings):
    result = SUPER_PAIRS.odds_of(SUPER_PAIRS.ask("blackjack", table_settings))
    assert result.more["value_in_doubles"] == pytest.approx(-float(result.edge), abs=1e-13)
    return -result.edge


def test_favourable_rules_favour_the_player():
    plain = in_doubles()
    assert in_doubles(surrender="late") > plain
    assert in_doubles(soft_17="hit") < plain
    assert in_doubles(double="10-11") < plain
    assert in_doubles(blackjack_pays="6:5") < plain
    assert in_doubles(split_hands=1) < in_doubles(split_hands=2) < plain


def in_doubles(**given):
    """What a unit wins in one deck, split hands played as unsplit."""
    table = settings(decks=1, split_play="as-unsplit", **given)
    base = BaseGame(full_shoe(table), rules_of(table))
    solved = base.solve()
    return value_in_doubles(base, solved, best_plan(base, solved))


def test_the_dealers_tree_fits_into_64_bits():
    """What `solver.walk` adds up at most: all ends of one number of cards, from eight full decks."""
    for hits in (False, True):
        for up in range(10):
            sums = {}
            for cards, orders, _ in ends(up, hits):
                ways = orders
                for index, count in enumerate(cards):
                    ways *= perm(128 if index == 9 else 32, count)
                sums[sum(cards)] = sums.get(sum(cards), 0) + ways
            assert max(sums.values()) < 2**63
    assert perm(8 * 52 - 1, JOINED) < 2**61, "what `residues.join` adds up at most"


@pytest.mark.parametrize("decks, hands_", [(1, 3), (8, 1), (8, 2)])
def test_the_cards_that_decide_an_end_are_counted_in_full(decks, hands_, monkeypatch):
    """With more cards, and so more primes, the whole numbers stay as they are; with half of them they are others."""
    table = settings(decks=decks, split_hands=hands_, split_play="as-unsplit")
    base, cards = BaseGame(full_shoe(table), rules_of(table)), Count._cards
    plan = best_plan(base, base.solve())
    found = exact_value(base, plan)
    monkeypatch.setattr(Count, "_cards", lambda count: cards(count) + 6)
    assert exact_value(base, plan) == found
    monkeypatch.setattr(Count, "_cards", lambda count: cards(count) // 2)
    assert exact_value(base, plan) != found


def test_the_chances_of_a_split_are_those_of_its_hands():
    """With every hand worth 1, a split is worth its expected number of hands: 2 + chance of a third, and so on."""
    a, b = weights(49, 2, 2)
    assert sum(a) + sum(b) == 2
    a, b = weights(49, 2, 3)
    third = 1 - Fraction(47, 49) * Fraction(46, 48)
    assert sum(a) + sum(b) == 2 + third


def test_the_chart_of_eight_decks_is_the_one_that_everybody_knows():
    """Basic strategy for four decks and more, dealer stands on soft 17, double after split (any book)."""
    result = SUPER_PAIRS.strategy(decks=8)
    chart = result.more["chart"]
    doubled = [up for up, move in chart["hard 11"].items() if move == "double, else hit"]
    assert doubled == [str(up) for up in range(2, 11)]
    assert [up for up, move in chart["hard 12"].items() if move == "stand"] == ["4", "5", "6"]
    assert [up for up, move in chart["hard 16"].items() if move == "stand"] == ["2", "3", "4", "5", "6"]
    assert [up for up, move in chart["soft 18"].items() if move == "hit"] == ["9", "10", "A"]
    assert [up for up, move in chart["soft 18"].items() if move == "double, else stand"] == ["3", "4", "5", "6"]
    assert [up for up, move in chart["soft 17"].items() if move == "double, else hit"] == ["3", "4", "5", "6"]
    assert [up for up, move in chart["9-9"].items() if move == "split"] == ["2", "3", "4", "5", "6", "8", "9"]
    assert [up for up, move in chart["4-4"].items() if move == "split"] == ["5", "6"]
    by_chart, best = (Fraction(result.more[key]["exact"]) for key in ("edge_of_chart", "edge_by_composition"))
    assert 0 < best < by_chart < best + Fraction(1, 10_000)


def test_advice_at_the_table_is_the_value_of_the_solved_game():
    given = settings(decks=1)
    base = BaseGame(full_shoe(given), rules_of(given))
    start = next(s for s in base.starts if (s.up, s.first, s.second) == (9, 7, 7))
    values = base.options(start, base.solve_up(9))
    eights, up = parse_cards("8c 8d"), parse_cards("Kh")[0]
    advice = hand_advice(spot_of(*eights), up, ("stand", "hit", "double", "split"), given)
    assert advice.best.answer == "split"
    for option in advice.options:
        assert option.value == pytest.approx(values[option.answer] / float(base.alive(start)), abs=1e-13)
