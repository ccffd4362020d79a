"""Super Pan 9 with Three Alike: the bonus by hand, by count and by the order of play."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from pan_alike.game import GAME, alike

from houseway.cards import parse_cards
from houseway.conform import CHECKS, findings, name_of
from houseway.errors import MissingExtra
from houseway.games import game
from houseway.lab.deals import bonus_odds
from houseway.round import spread

STAKE = 1_00


@pytest.mark.parametrize("cards, counts", [("2c 2c 2c", 3), ("2c 2d 2h", 2), ("2c 3c 4c", 1), ("2c 2d 3c", 0)])
def test_alike(cards, counts):
    assert alike(*parse_cards(cards)) == counts


def test_the_odds_are_those_of_a_count_by_hand():
    """36 cards eight times: one of them, then of its rank, then of its suit."""
    found = {end.award: end.combinations for end in GAME.odds("alike", decks=8).outcomes}
    both = 36 * comb(8, 3)
    rank = 9 * comb(32, 3) - both
    suit = 4 * comb(72, 3) - both
    assert found == {"both": both, "rank": rank, "suit": suit, "lose": comb(288, 3) - both - rank - suit}


def test_what_is_played_is_what_is_counted():
    cards = parse_cards("Ks Ks Ks Qs Kh 6h 6h 2c")
    settings = GAME.configure()
    setup = GAME.setup(settings, {1: {"main": 5_00, "alike": STAKE}})
    won: Counter[str] = Counter()
    for chance, ruling in spread(GAME.round, setup, cards, lambda *_: "stand"):
        for payout in ruling:
            won[payout.award if payout.wager == "alike" else "main"] += chance
    counted = bonus_odds(GAME.id, GAME.bonuses[0], cards, GAME.ask("alike", settings))
    assert {end.award: Fraction(end.combinations, counted.total) for end in counted.outcomes} == {
        award: chance for award, chance in won.items() if award != "main"
    }


def test_the_other_wagers_are_as_they_were():
    plain = game("super-pan-9")
    for wager in ("main", "tie"):
        assert GAME.odds(wager, decks=2).edge == plain.odds(wager, decks=2).edge


def test_a_record_is_ruled_upon():
    record = {
        "game": GAME.id,
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": 1, "cards": "5h 5h 5h", "wagers": {"main": "25.00", "alike": "2.00"}}],
    }
    main, bonus = GAME.settle(record)
    assert (main.wager, bonus.net, bonus.clause) == ("main", 200_00, "alike")
    assert bonus.why == "5h 5h 5h: Three of one rank and suit: pays 100 to 1"


def test_advice_is_for_the_wagers_that_drawing_decides():
    table = GAME.deal({1: {"main": 5_00, "alike": STAKE}}, seed=3)
    plain = game("super-pan-9").deal({1: {"main": 5_00}}, seed=3)
    asked = [each.game.advise(each.asked[0], each._driver.standing, each.setup) for each in (table, plain)]
    assert asked[0] == asked[1]


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_what_every_game_must_keep(check):
    try:
        assert findings(check, GAME) == []
    except MissingExtra as missing:
        pytest.skip(str(missing))
