"""Chinese poker in the lab: naturals, settings, card removal, the stored strategies, the solver."""

import json
import math
import random
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest

from houseway.cards import cards_of, mask, parse_cards
from houseway.errors import IllegalCards, IllegalSetting, UnknownName
from houseway.games import game
from houseway.games.chinese_poker.bot.player import answer, worth
from houseway.games.chinese_poker.bot.stored import possible as possible_in_python
from houseway.games.chinese_poker.bot.stored import strategy_name
from houseway.games.chinese_poker.count import facts, measure, solver
from houseway.games.chinese_poker.count.field import (
    FITS,
    Field,
    answers_for,
    possible,
    race,
    rates_of,
    respond,
    suits_of,
    units_from,
)
from houseway.games.chinese_poker.count.naturals import HANDS, naturals
from houseway.games.chinese_poker.count.strategies import NAMES, field_for, measured, settings_for, stored
from houseway.games.chinese_poker.count.view import view
from houseway.games.chinese_poker.count.ways import (
    FIVES,
    FRONTS,
    PILES_13,
    SETTINGS,
    count_legal,
    pile_values,
    settings_of,
    worths_of,
)
from houseway.games.chinese_poker.play import natural_of, opening, question_to
from houseway.games.chinese_poker.rules.hands import fouled, pile_value
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.posted import SCHEMES, scoring_of
from houseway.games.chinese_poker.rules.scoring import OFFSET, Exposed, exposed, net, set_so
from houseway.poker import LOWEST, SECOND_HIGHEST
from houseway.round import Arrange, Choose, Deal, run
from houseway.shoe import Shoe, shuffled

pytestmark = pytest.mark.compiled

GAME = game("chinese-poker")
PLAIN = scoring_of(GAME.configure())
BONUS = scoring_of(GAME.document.configure({"bonuses": "yes", "naturals": "yes", "scoring": "1-6"}))


def hands(count, seed=1):
    source = random.Random(seed)
    return [mask(source.sample(range(52), 13)) for _ in range(count)]


# ------------------------------------------------------------------------------------------------ naturals


def test_naturals_count_every_hand_of_thirteen_cards():
    assert naturals().hands == comb(52, 13) == HANDS == 635_013_559_600


def test_naturals_three_straights_by_another_way():
    """Every triple of straights written down, and the suits of each distinct holding of ranks chosen freely."""
    long = [[(low + step) % 13 for step in range(5)] for low in (12, *range(9))]
    short = [[(low + step) % 13 for step in range(3)] for low in (12, *range(11))]
    held = {tuple(sorted(a + b + c)) for a, b, c in product(long, long, short)}
    ways = sum(math.prod(comb(4, cards.count(rank)) for rank in range(13)) for cards in held)
    assert naturals().held["three straights"] == ways


def test_naturals_three_flushes_by_another_way():
    """5-5-3 in three suits, 8-5, 10-3, or all in one suit."""
    fives = 12 * comb(13, 5) ** 2 * comb(13, 3)
    assert naturals().held["three flushes"] == (
        fives + 12 * comb(13, 8) * comb(13, 5) + 12 * comb(13, 10) * comb(13, 3) + 4
    )


def test_naturals_six_pairs_and_dragon_by_another_way():
    """Pairs, perhaps three of a kind; with four of a kind as two pairs one, two or three of them besides."""
    ranks = comb(13, 6) * 6**6 * 7 * 4 + 13 * comb(12, 5) * 4 * 6**5
    assert naturals(13, False).held["six pairs"] == ranks + 13 * comb(12, 5) * 6**5 * 0 + _six_with_fours(False)
    assert naturals().held["six pairs"] == ranks + _six_with_fours(True)
    assert naturals().held["dragon"] == 4**13


def _six_with_fours(two_pairs):
    """Six pairs among ranks held four times: every holding of ranks that adds up to thirteen."""
    total = 0
    for fours in range(1, 4):
        pairs = 6 - 2 * fours if two_pairs else 6 - fours
        left = 13 - 4 * fours - 2 * pairs
        if left < 0 or pairs < 0:
            continue
        some = comb(13, fours) * comb(13 - fours, pairs) * 6**pairs
        rest = 13 - fours - pairs
        if left == 1:  # a single card of another rank, or the third of a pair
            total += some * rest * 4 + comb(13, fours) * comb(13 - fours, pairs) * pairs * 4 * 6 ** max(pairs - 1, 0)
    return total


SAME, FALLING = (0, 3, 3, 3, 3), (0, 9, 7, 5, 3)


@pytest.mark.parametrize("ranks, four, prices", [(4, True, SAME), (5, True, FALLING), (5, False, SAME)])
def test_naturals_of_a_short_deck_by_brute_force(ranks, four, prices):
    deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    dealt = np.array([mask(cards) for cards in combinations(deck, 13)], np.int64)
    kinds = np.zeros(len(dealt), np.int64)
    solver.kinds_of(dealt, four, prices, kinds)
    counted = naturals(ranks, four, prices)
    assert counted.hands == len(kinds)
    assert [counted.paid[kind] for kind in counted.paid] == [int((kinds == kind).sum()) for kind in (1, 2, 3, 4)]
    for at in range(0, len(dealt), 5000):
        assert natural(int(dealt[at]), four, prices) == kinds[at], "compiled and plain rule agree"


# ------------------------------------------------------------------------------------------------ settings


def every_setting(hand):
    cards = cards_of(hand)
    for front in combinations(cards, 3):
        rest = hand & ~mask(front)
        for middle in combinations(cards_of(rest), 5):
            yield mask(front), mask(middle), rest & ~mask(middle)


FOURS = mask(parse_cards("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c"))
WHEELS = mask(parse_cards("Ac 2c 3c 4c 5c Ad 2d 3d 4h 5s Ah 6c Kd"))
TWINS = mask(parse_cards("5c 6c 7c 8c 9c 5d 6d 7d 8d 9d 2h Ks Ac"))


@pytest.mark.parametrize("hand", [*hands(1), FOURS, TWINS, WHEELS])
def test_4_5_all_settings_counted_and_reduced_by_brute_force(hand):
    worth, settings = {}, []
    for piles in every_setting(hand):
        for pile in piles:
            if pile not in worth:
                worth[pile] = pile_value(pile, 0)
        settings.append([worth[pile] for pile in piles])
    assert len(settings) == SETTINGS
    for equal in (True, False):
        legal = [each for each in settings if not fouled(*each, equal)]
        assert count_legal(hand, 0, equal_is_legal=equal) == len(legal)
        distinct = np.unique(np.array(legal), axis=0)
        best = [row for row in distinct if ((distinct >= row).all(axis=1)).sum() == 1]
        piles, values = settings_of(hand, 0, equal_is_legal=equal)
        assert sorted(map(tuple, values.tolist())) == sorted(tuple(row.tolist()) for row in best)
        for row, expected in zip(piles.tolist(), values.tolist(), strict=True):
            assert [worth[pile] for pile in row] == expected
            assert sum(row) == hand


@pytest.mark.parametrize("wheel", [LOWEST, SECOND_HIGHEST])
@pytest.mark.parametrize("hand", [*hands(2), FOURS, TWINS, WHEELS])
def test_4_5_what_every_pile_is_worth_is_read_as_the_rule_says_it(hand, wheel):
    worth, cards = np.full(PILES_13, -1), cards_of(hand)
    pile_values(hand, worths_of(wheel), worth)
    expected = np.full(PILES_13, -1)
    for pile in [*FRONTS.tolist(), *FIVES.tolist()]:
        expected[pile] = pile_value(mask(card for at, card in enumerate(cards) if pile >> at & 1), wheel)
    assert np.array_equal(worth, expected)


# ------------------------------------------------------------------------------------------------ card removal


def small_field(count, seed, scoring):
    dealt = np.array(hands(count, seed), np.int64)
    out = answers_for(count)
    solver.strongest_backs(dealt, worths_of(scoring.wheel), scoring.equal_is_legal, out)
    people = solver.Population(dealt, solver.kinds_for(dealt, scoring), out.piles, out.values)
    return people, solver.field_of(people, scoring)


def recoloured(hand, change):
    return sum((hand >> 13 * suit & 8191) << 13 * change[suit] for suit in range(4))


def test_6_opponents_hold_none_of_our_cards_whatever_the_suits():
    people, field = small_field(300, 5, PLAIN)
    assert FITS[(1 << 16) - 1] == 24
    for ours in hands(5, 9):
        faced = np.zeros((5, 300), np.int32)
        found = possible(ours, field, 7, faced)
        weights = dict(zip(faced[4, :found].tolist(), faced[3, :found].tolist(), strict=True))
        for at, theirs in enumerate(people.hands.tolist()):
            fit = sum(recoloured(theirs, change) & ours == 0 for change in permutations(range(4)))
            assert weights.get(at, 0) == (fit if at != 7 else 0)


@pytest.mark.parametrize(
    "scoring",
    [
        PLAIN,
        BONUS,
        BONUS._replace(natural_also=True),
        BONUS._replace(bonus_won_only=True),
        BONUS._replace(scores=(1, 2, 3, 9), prices=(0, 1, 2, 3, 13), two_naturals=OFFSET, natural_also=True),
    ],
)
def test_6_a_setting_is_worth_what_the_table_would_pay(scoring):
    """The compiled value is the mean of `net`, the function that settles at the table, over all opponents."""
    people, field = small_field(400, 3, scoring)
    rates = rates_of(scoring)._replace(margin=1e9)
    deal = [*hands(2, 17), mask(parse_cards("2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 9h 9s Ac"))]
    for ours in deal:
        faced = np.zeros((5, 400), np.int32)
        found = possible(ours, field, -1, faced)
        piles, values = settings_of(ours, scoring.wheel, equal_is_legal=scoring.equal_is_legal)
        kind = natural_of(ours, scoring)
        units = np.empty(len(values))
        used = faced.copy()
        best, most, alone = respond(values, kind, field, used, found, rates, units)
        theirs = [_as_set(people, at, scoring) for at in faced[4, :found].tolist()]
        weights = faced[3, :found].tolist()

        def mean(mine, theirs=theirs, weights=weights):
            return float(
                sum(w * Fraction(net(mine, other, scoring)) for w, other in zip(weights, theirs, strict=True))
                / sum(weights)
            )

        for at in (0, len(values) // 2, len(values) - 1, best):
            mine = exposed(tuple(int(pile) for pile in piles[at]), scoring)
            assert units[at] == pytest.approx(mean(mine))
            each = np.empty(found, np.int64)
            assert units_from(mine, field, faced, found, scoring, each) == pytest.approx(mean(mine))
            assert each.tolist() == [net(mine, other, scoring) for other in theirs]
        assert most == max(units)
        if kind:
            brought = exposed(tuple(int(pile) for pile in piles[best]), scoring) if scoring.natural_also else Exposed()
            assert alone == pytest.approx(mean(brought._replace(natural=kind)))


def _as_set(people, at, scoring):
    return set_so(*(int(each) for each in people.values[at]), int(people.kinds[at]), scoring)


def test_the_race_finds_the_best_setting_or_one_as_good():
    people, field = small_field(3000, 3, PLAIN)
    rates = rates_of(PLAIN)
    for ours in hands(12, 23):
        faced = np.zeros((5, len(people)), np.int32)
        found = possible(ours, field, -1, faced)
        _, values = settings_of(ours, 0, equal_is_legal=True)
        quickly, fully = np.zeros(len(values)), np.zeros(len(values))
        best = race(values, faced, found, rates.scores, rates.margin, quickly)
        race(values, faced, found, rates.scores, 1e9, fully)
        assert fully[best] == pytest.approx(fully.max(), abs=0.01)


# ------------------------------------------------------------------------------------------------ strategies


@pytest.mark.parametrize("name", NAMES)
def test_stored_strategies_set_every_hand_legally(name):
    scoring = scoring_of(settings_for(name, GAME.document))
    people = stored(name, scoring)
    front, middle, back = people.values.T
    assert (people.piles > 0).all()
    assert ((back > middle) & (middle > front)).all(), "equal Middle and Back foul by the letter"
    assert len(field_for(scoring).suits) == len(people) == measured()[name]["hands"]


@pytest.mark.parametrize("name", NAMES)
def test_stored_strategies_cannot_be_exploited_by_much(name):
    found = measured()[name]
    known = found["exploitability"]
    assert known["hands"] >= (100_000 if name in SCHEMES else 40_000)
    assert known["low"] <= known["gain"] <= known["at_most"] <= known["high"] < 0.005
    assert found["command"].startswith("houseway solve chinese-poker")
    assert found["seed"]


def test_a_pass_of_the_solver_is_repeatable_and_resumable(tmp_path, monkeypatch):
    monkeypatch.setattr(solver, "FIRST", 60)
    monkeypatch.setattr(solver, "SHARES", ((1.0, 0.5), (0.5,)))
    whole = solver.solve(PLAIN, 120, 3)
    assert whole.passes == len(solver.plan(120)) == 4
    path = tmp_path / "run.npz"
    state = solver.beginning(PLAIN, 120, 3)
    for _ in range(2):
        state = solver.advance(state, PLAIN, 3)
    solver.save(state, path)
    found = []
    resumed = solver.solve(PLAIN, 120, 3, path, found.append)
    assert np.array_equal(resumed.population.piles, whole.population.piles)
    assert resumed.gains == whole.gains
    assert found[-1] == 1.0
    assert found == sorted(found)


def test_a_strategy_is_solved_measured_and_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(solver, "FIRST", 60)
    monkeypatch.setattr(solver, "SHARES", ((1.0, 0.5), (0.5,)))
    found = dict(GAME.solve("2-4-bonuses", tmp_path, seed=3, hands=60, fresh=400))
    assert found.pop("name") == "2-4-bonuses"
    assert json.loads((tmp_path / "strategies.json").read_text(encoding="utf-8"))["2-4-bonuses"] == found
    assert {"hands.npz", "2-4-bonuses.npz", "quick.json"} <= {path.name for path in tmp_path.iterdir()}
    assert found["exploitability"]["gain"] <= found["exploitability"]["at_most"]
    with pytest.raises(UnknownName):
        GAME.solve("3-5", tmp_path, seed=3, hands=60, fresh=400)
    with pytest.raises(UnknownName, match="Super Pan 9 is played against the house: ask `houseway strategy"):
        game("super-pan-9").solve("", tmp_path, seed=3, hands=60, fresh=400)


def test_a_poor_strategy_is_seen_to_be_exploitable():
    """The planted fault: strongest Backs, whatever they leave for the rest."""
    people, _ = small_field(2000, 11, PLAIN)
    known = measure.exploitability(measure.Sample(people, np.zeros(2000)), PLAIN, 2000)
    assert known.low > 0.5


def test_bonus_hands_are_weighed_by_exact_strata():
    people, _ = small_field(3000, 13, PLAIN)
    shapes = {tuple(map(int, row)) for row in facts.shape_of(people.hands)}
    assert all(a + 2 * b + 3 * c + 4 * d == 13 for a, b, c, d in shapes)
    every = [
        (a, b, c, d)
        for a, b, c, d in product(range(14), range(7), range(5), range(4))
        if a + 2 * b + 3 * c + 4 * d == 13 and a + b + c + d <= 13
    ]
    assert sum(facts.shape_share(shape) for shape in every) == pytest.approx(1)
    found = facts.bonus_hands(people, PLAIN)
    raw = float((people.values[:, 2] >> 26 == 7).mean())
    assert found["four of a kind in the Back"]["probability"] == pytest.approx(raw, abs=0.01)


# ------------------------------------------------------------------------------------------------ advice


def test_4_the_best_settings_of_a_hand():
    cards = parse_cards("Ah Ad Kc Qd Jh Th 9s 8s 8c 5d 5h 3c 2c")
    found = GAME.arrange(cards, GAME.document.configure({"scoring": "2-4", "players": 3}), (), 4)
    assert len(found.ways) == 4
    values = [way.value for way in found.ways]
    assert values == sorted(values, reverse=True)
    assert all(sum(way.piles) == mask(cards) for way in found.ways)
    two = GAME.arrange(cards, GAME.document.configure({"scoring": "2-4"}), (), 4)
    assert values == pytest.approx([2 * way.value for way in two.ways]), "every pair settles by itself"
    assert json.dumps(found.json())
    assert found.json()["settings"]["scoring"] == "2-4"


def test_naturals_and_bonuses_are_claimed():
    settings = GAME.document.configure({"bonuses": "yes", "naturals": "yes", "players": 4})
    found = GAME.arrange(parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"), settings)
    assert (found.more["natural"], found.more["best"]) == ("a dragon", "natural")
    assert found.more["natural_paid"] == pytest.approx(9, abs=0.3), "3 units from each of three, but for their naturals"
    assert {way.value for way in found.ways} == {found.more["natural_paid"]}, "however it is set"
    assert "paid without being declared" in found.notes[0]
    declared = GAME.arrange(found.cards, GAME.configure({"naturals": "yes", "natural-declared": "yes"}))
    assert (declared.more["best"], declared.notes[0][:40]) == ("declare", "The hand holds a dragon: declared, it is")
    also = GAME.arrange(found.cards, GAME.configure({"naturals": "yes", "natural-settles": "also"}))
    plain = GAME.arrange(found.cards, GAME.configure({"naturals": "yes", "natural-declared": "yes"}), top=1)
    assert (also.more["best"], also.ways[0].value) == ("set", also.more["natural_paid"])
    assert also.ways[0].value > plain.ways[0].value
    quads = GAME.arrange(parse_cards("9c 9d 9h 9s 8c Kd Kh 4s 4c 2d Qh 5s 6c"), settings)
    assert "a bonus of 3" in quads.ways[0].says
    assert quads.more["bonus"] == 9


def test_surrender_is_advised_when_it_costs_less():
    weak = parse_cards("2c 3d 4h 6s 7c 8d 9h Js 2h 4c 7d Qs 9c")
    offered = GAME.document.configure({"surrender": "yes", "surrender-units": 1})
    found = GAME.arrange(weak, offered)
    fair = found.more["surrender"]["fair_price"]
    assert found.more["surrender"]["surrender"] == (fair > 1)
    free = GAME.arrange(weak, GAME.document.configure({"surrender": "yes", "surrender-units": 0}))
    assert free.more["best"] == ("surrender" if fair > 0 else "set")


@pytest.mark.parametrize(
    "cards, fault",
    [("Ac Ac 3d 4h 6s 7c 8d 9h Js 2h 4c 7d Qs", "one deck"), ("Ac 2c", "13 cards"), ("Jk " * 13, "joker")],
)
def test_2_a_hand_is_thirteen_different_cards(cards, fault):
    with pytest.raises(IllegalCards, match=fault):
        GAME.arrange(parse_cards(cards), GAME.configure())


def table_round(changes, players, seed, asked):
    settings = GAME.document.configure(changes)
    setup = GAME.setup(settings, {seat: {"main": 100000} for seat in range(1, players + 1)})
    shoe = Shoe(shuffled(GAME.pack(settings), seed))

    def answer(question, standing):
        if isinstance(question, Deal):
            return shoe.deal()
        asked.append((question, standing, setup))
        return GAME.bot(question, standing, setup)

    return run(GAME.round, setup, answer)[0]


def test_bots_play_the_strategy_and_advice_costs_any_setting():
    asked = []
    ruling = table_round({"surrender": "yes", "scoring": "1-6"}, 3, 5, asked)
    assert sum(payout.net for payout in ruling) == 0
    for question, standing, setup in asked:
        found = GAME.advise(question, standing, setup)
        answer = GAME.bot(question, standing, setup)
        assert found.cost(answer) == pytest.approx(0, abs=1e-9)
        if isinstance(question, Arrange):
            assert found.cost(question.default) >= 0
            front, middle, back = question.default
            assert found.cost((front, back, middle)) > 1, "a foul is dear"
            assert found.best.answer == view(mask(question.cards), setup_scoring(setup)).choices[0].piles
        else:
            assert isinstance(question, Choose)


def setup_scoring(setup):
    return scoring_of(setup.settings)._replace(unit=1)


@pytest.mark.parametrize("scoring", [PLAIN, BONUS, BONUS._replace(bonus_won_only=True)])
def test_bots_in_plain_python_play_what_the_lab_finds(scoring):
    """Likely settings only, but the same population and rules: the same values, and hardly ever another choice."""
    for hand in hands(8, 31):
        seen = view(hand, scoring)
        question = question_to(1, hand, scoring)
        assert seen.choices[0].units - seen.worth(answer(question, hand, scoring)) < 0.01
        faced = possible_in_python(hand, scoring)
        assert sum(weight for weight, _ in faced) == seen.opponents


DECLARED = BONUS._replace(natural_declared=True)


@pytest.mark.parametrize("scoring", [DECLARED, DECLARED._replace(natural_also=True)])
def test_bots_and_the_lab_value_a_declared_natural_alike(scoring):
    for cards in ("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac", "2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 9h 9s Ac"):
        hand = mask(parse_cards(cards))
        best, declared = worth(hand, scoring)
        seen = view(hand, scoring)
        assert seen.worth(best.piles) == pytest.approx(best.units)
        if best.piles == seen.choices[0].piles or not scoring.natural_also:
            assert declared == pytest.approx(seen.paid)


def test_bots_never_surrender_a_natural_that_is_paid_and_declare_one_that_must_be():
    hand = mask(parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"))
    automatic = BONUS._replace(surrender=1, surrender_offered=True)
    declared = automatic._replace(natural_declared=True)
    kind = natural_of(hand, automatic)
    assert answer(opening(1, kind, automatic), hand, automatic) == "set"
    assert answer(opening(1, kind, declared), hand, declared) == "declare"
    assert view(hand, automatic).best == "natural"
    assert view(hand, declared).best == "declare"


def test_bonuses_that_fall_with_the_rank_are_refused_in_the_lab_and_played_by_bots():
    own = """name = "odd"
[[bonus]]
pile = "middle"
hand = "flush"
units = 50
"""
    settings = GAME.configure({"bonuses": "yes", "bonuses-own": own})
    cards = parse_cards("Ah Ad Kc Qd Jh Th 9s 8s 8c 5d 5h 3c 2c")
    with pytest.raises(IllegalSetting, match=r"the bonus for flush in Middle \(50\) is above that for full-house"):
        GAME.arrange(cards, settings)
    asked = []
    ruling = table_round({"bonuses": "yes", "bonuses-own": own, "stake-maximum": "100000"}, 2, 5, asked)
    assert sum(payout.net for payout in ruling) == 0
    assert all(GAME.advise(*each) is None for each in asked)


def test_a_table_of_units_is_served_by_the_nearest_strategy():
    for table, name in (("2-1=1, 3-0=3", "1-a-hand"), ("2-1=3, 3-0=6", "2-4"), ("2-1=0, 3-0=1", "1-6")):
        scoring = scoring_of(GAME.configure({"scoring": "table", "scoring-table": table}))
        assert strategy_name(scoring) == name
    found = GAME.arrange(
        parse_cards("Ah Ad Kc Qd Jh Th 9s 8s 8c 5d 5h 3c 2c"),
        GAME.configure({"scoring": "table", "scoring-table": "2-1=1, 3-0=20"}),
    )
    assert any("yours are used to value your hand" in note for note in found.notes)


def test_the_house_has_no_edge_and_naturals_are_exact():
    found = GAME.odds_of(GAME.ask("main", GAME.configure()))
    assert found.edge == 0
    assert found.json()["naturals"]["dragon"]["held"] == str(4**13)
    assert json.dumps(found.json())
    assert json.dumps(GAME.plan(GAME.ask("", GAME.configure())).json())


def test_printed_figures_are_recomputed():
    ask = GAME.ask("", GAME.configure())
    for figure in GAME.document.figures:
        assert f"{GAME.figure(figure.quantity, figure.given, ask):+d}" == figure.printed
    with pytest.raises(UnknownName):
        GAME.figure("edge of the moon", "", ask)


def test_fields_hold_no_cards_twice():
    people, field = small_field(50, 2, PLAIN)
    assert isinstance(field, Field)
    assert np.array_equal(suits_of(people.hands), field.suits)
