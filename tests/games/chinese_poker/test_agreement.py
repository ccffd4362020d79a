"""One definition of what two players owe each other: the order of play, the bots and the compiled lab agree with it."""

import random
from itertools import product

import numba
import numpy as np
import pytest

from houseway.cards import DECK, mask, parse_cards
from houseway.games import game
from houseway.games.chinese_poker.bot.greedy import greedy
from houseway.games.chinese_poker.bot.player import mean, means
from houseway.games.chinese_poker.count.field import Field, rates_of, respond, units_from
from houseway.games.chinese_poker.play import brought, natural_of, paid_for
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.chinese_poker.rules.scoring import Exposed, exposed, natural_alone, net
from houseway.games.chinese_poker.terms import settle, terms
from houseway.round import Arrange, Choose, Deal, run
from houseway.round.ruling import Bet
from houseway.shoe import Shoe, shuffled

GAME = game("chinese-poker")
PRICED = {"natural-dragon": "13", "natural-three-flushes": "5", "natural-six-pairs": "0"}
NATURALS = (
    {},
    *(
        {"naturals": "yes", "natural-settles": settles, "two-naturals": two, "natural-declared": declared} | prices
        for settles, two, declared, prices in (
            ("alone", "even", "no", {}),
            ("alone", "ranked", "yes", {}),
            ("also", "even", "yes", PRICED),
            ("also", "ranked", "no", PRICED),
            ("alone", "offset", "no", PRICED),
            ("also", "offset", "no", {}),
        )
    ),
)
OWN_BONUSES = """
name = "ours"
bonus = [
  { pile = "front", hand = "pair", units = 1 },
  { pile = "back", hand = "full-house", units = 2 },
  { pile = "middle", hand = "straight-flush", units = 9 },
]
"""
BONUSES = (
    {"bonuses": "no"},
    {"bonuses": "yes"},
    {"bonuses": "yes", "bonus-won-only": "yes"},
    {"bonuses": "yes", "bonuses-own": OWN_BONUSES, "bonus-royal-flush": "20"},
    {"bonuses": "yes", "bonuses-own": OWN_BONUSES, "bonus-won-only": "yes"},
)
EXTRAS = [bonuses | naturals for at, (bonuses, naturals) in enumerate(product(BONUSES, NATURALS)) if at % 2 == 0]
EVERY_SETTING = [
    {
        "scoring": scheme,
        "ties": ties,
        "wheel": wheel,
        "equal-middle-back": equal,
        "foul": foul,
        "surrender": surrender,
        "scoring-table": "2-1=2, 3-0=7",
        **extras,
    }
    for scheme, ties, wheel, equal, foul, surrender, extras in product(
        ("1-a-hand", "2-4", "1-6", "table"),
        ("neither", "more-hands", "sweep"),
        ("lowest", "second-highest"),
        ("yes", "no"),
        ("swept", "units"),
        ("no", "yes"),
        EXTRAS,
    )
]
HIGH_HANDS = (
    ("2c 2d 2h", "4h 4d 4c 8s 9s", "Tc Td Th Ks 2s"),
    ("2c 3c 5d", "4h 4d 4c 8s 8d", "Tc Td Th Ks Kd"),
    ("2h 3h 5h", "4h 4d 4c 9s 9d", "Tc Td Th Qs Qd"),
    ("2c 3c 5d", "4h 4d 4c 4s 9s", "Th 9h 8h 7h 6h"),
    ("Ac Ad Kd", "Ah 2d 3c 4d 5h", "2h 3s 4c 5d 6h"),
    ("Ac Kc Qd", "9c 8d 7h 6s 5s", "9d 8c 7s 6h 5c"),
    ("Kc Kd Qd", "9c 8c 7c 6c 5c", "Ah Kh Qh Jh Th"),
)


def piles():
    """Settings of all kinds: high hands, legal ones, random ones that mostly foul."""
    source = random.Random(7)
    found = [tuple(mask(parse_cards(pile)) for pile in each) for each in HIGH_HANDS]
    for at in range(40):
        cards = source.sample(DECK, 13)
        by_chance = (mask(cards[:3]), mask(cards[3:8]), mask(cards[8:]))
        found.append(greedy(mask(cards), 0, True) if at % 3 else by_chance)
    return found


PILES = piles()


def hand(source, scoring):
    """What a player may expose at such a table."""
    if scoring.surrender_offered and source.random() < 0.1:
        return Exposed(surrendered=True)
    kind = source.randrange(1, 5) if scoring.naturals and source.random() < 0.3 else 0
    return exposed(() if natural_alone(kind, 0, scoring.natural_also) else source.choice(PILES), scoring, kind)


SCORINGS = [scoring_of(GAME.configure(settings)) for settings in EVERY_SETTING]


def pairs(count=5):
    """Random pairs of players under every setting."""
    source = random.Random(11)
    for scoring in SCORINGS:
        for _ in range(count):
            yield scoring, hand(source, scoring), hand(source, scoring)


def test_6_what_one_wins_the_other_loses_and_never_more_than_the_stake_covers():
    for scoring, mine, theirs in pairs():
        units = net(mine, theirs, scoring)
        assert units == -net(theirs, mine, scoring) == sum(part.units for part in settle(mine, theirs, scoring))
        assert abs(units) <= scoring.most


@pytest.mark.compiled
def test_6_the_compiled_rule_is_the_plain_one():
    compiled = numba.njit(net)
    for scoring, mine, theirs in pairs(3):
        assert compiled(mine, theirs, scoring) == net(mine, theirs, scoring)


def of_a_strategy(hand_):
    """Stored strategies neither foul nor surrender."""
    return not hand_.fouled and not hand_.surrendered


def alone_in_a_field(theirs, weight):
    """A field of one opponent, and how it is faced."""
    field = Field(
        np.zeros((1, 4), np.uint16),
        np.array([theirs.values], np.int32),
        np.array([theirs.bonus], np.int64),
        np.array([theirs.natural]),
    )
    return field, np.array([[value] for value in (*theirs.values, weight, 0)], np.int32)


def responds(mine, theirs, rates, weight=7):
    """What the compiled lab makes of a setting and of a natural against one opponent."""
    field, faced = alone_in_a_field(theirs, weight)
    units = np.empty(1)
    _, _, alone = respond(np.array([mine.values]), mine.natural, field, faced, 1, rates, units)
    return float(units[0]), alone


@pytest.mark.compiled
def test_6_the_compiled_best_answer_values_settings_and_naturals_as_the_table_pays():
    met = 0
    for scoring, mine, theirs in pairs():
        if of_a_strategy(mine) and of_a_strategy(theirs):
            plain, alone = responds(mine, theirs, rates_of(scoring), weight=1 + met % 24)
            met += 1
            if any(mine.values):
                assert plain == net(mine._replace(natural=0), theirs, scoring)
            if mine.natural:
                assert alone == net(mine, theirs, scoring)
    assert met > 1500


@pytest.mark.compiled
def test_6_a_wrong_score_does_not_pass():
    """The planted fault: 2-4 scored as 1-6."""
    wrong = 0
    for scoring, mine, theirs in pairs(2):
        if of_a_strategy(mine) and of_a_strategy(theirs) and any(mine.values) and scoring.scheme == 1:
            planted = rates_of(scoring)._replace(scores=rates_of(scoring._replace(scores=(0, 1, 1, 6))).scores)
            wrong += responds(mine, theirs, planted)[0] != net(mine._replace(natural=0), theirs, scoring)
    assert wrong


@pytest.mark.compiled
def test_6_the_lab_values_any_hand_by_the_rule_a_foul_too():
    for scoring, mine, theirs in pairs(3):
        if of_a_strategy(theirs):
            field, faced = alone_in_a_field(theirs, 5)
            units = np.empty(1, np.int64)
            assert units_from(mine, field, faced, 1, scoring, units) == units[0] == net(mine, theirs, scoring)


def test_6_bots_value_many_settings_at_once_as_the_table_pays():
    met = 0
    for scoring, mine, theirs in pairs():
        if of_a_strategy(mine) and of_a_strategy(theirs) and any(mine.values):
            mine = mine._replace(natural=0)
            expected = net(mine, theirs, scoring)
            assert mean(mine, [(7, theirs)], scoring) == expected
            if not natural_alone(0, theirs.natural, scoring.natural_also):
                met += 1
                assert means([mine], [(7, theirs)], scoring) == [expected]
                both = means([mine, theirs], [(2, theirs), (6, theirs)], scoring)
                assert both[0] == expected
    assert met > 1500


def played(seed, settings):
    """A round with random answers, and what each seat chose and set."""
    source = random.Random(seed)
    setup = GAME.setup(GAME.configure(settings), {seat: {"main": 100000} for seat in range(1, 3 + seed % 3)})
    shoe = Shoe(shuffled(GAME.pack(setup.settings), seed))
    dealt, chosen, piles = {}, {}, {}

    def answer(question, standing):
        if isinstance(question, Deal):
            card = shoe.deal()
            dealt[question.to] = dealt.get(question.to, 0) | 1 << card
            return card
        if isinstance(question, Choose):
            chosen[question.seat] = source.choice(question.options)
            return chosen[question.seat]
        assert isinstance(question, Arrange)
        cards = list(question.cards)
        source.shuffle(cards)
        at_random = (mask(cards[:3]), mask(cards[3:8]), mask(cards[8:]))
        piles[question.seat] = source.choice((question.default, at_random))
        return piles[question.seat]

    return setup, run(GAME.round, setup, answer)[0], dealt, chosen, piles


def test_6_the_order_of_play_pays_what_the_rule_says():
    """Settings of all kinds, with random deals, choices, settings and fouls."""
    for seed in range(0, len(EVERY_SETTING), 23):
        setup, ruling, dealt, chosen, piles = played(seed, EVERY_SETTING[seed])
        scoring = scoring_of(setup.settings)
        hands = {
            seat: brought(
                chosen.get(seat, "set"),
                piles.get(seat, ()),
                paid_for(natural_of(cards, scoring), chosen.get(seat, "set"), scoring),
                scoring,
            )
            for seat, cards in dealt.items()
        }
        for payout in ruling:
            mine = hands.pop(payout.seat)
            units = sum(net(mine, theirs, scoring) for theirs in hands.values())
            hands[payout.seat] = mine
            ends = terms(units, payout.stake, scoring.unit, payout.clause)
            assert payout.net == units * scoring.unit == payout.stake * ends.unit()
            assert payout == ends.payout(Bet(payout.seat, "main", payout.stake), "")._replace(why=payout.why)
        assert sum(payout.net for payout in ruling) == 0
