"""A bonus wager added to a game: paid by the function that is counted."""

from collections import Counter
from fractions import Fraction

import pytest

import houseway as hw
from houseway.cards import parse_cards, rank
from houseway.document import document_from
from houseway.errors import IllegalSetting, UnknownName
from houseway.game import Game
from houseway.games.super_pan_9.game import SuperPan9
from houseway.round import Driver, Entry, Irregularity, spread


def trips(cards):
    return "trips" if len({rank(card) for card in cards}) == 1 else ""


def extended(content):
    wager = {"id": "trips", "name": "Trips", "clause": "5", "least": "minimum", "most": "maximum"}
    table = {
        "id": "trips-30",
        "wager": "trips",
        "clause": "5",
        "basis": "to 1",
        "rows": [{"award": "trips", "label": "Three of a kind", "pays": 30}],
    }
    return {**content, "wager": [*content["wager"], wager], "paytable": [*content["paytable"], table]}


class Trips(SuperPan9):
    bonuses = (hw.Bonus("trips", 3, trips),)


class Small(Trips):
    """The same with seven cards: three deuces, two threes, two fours."""

    def pack(self, settings):
        return tuple(parse_cards("2c 2d 2h 3c 3d 4c 4d"))


@pytest.fixture
def game() -> Game:
    return Trips(document_from(extended(hw.game("super-pan-9").document.content), "trips"))


def test_it_is_paid_and_lost_beside_the_other_wagers(game):
    def ruled(cards):
        told = game.settle(
            {
                "game": "super-pan-9",
                "dealer": {"cards": "Kd 2c 4h"},
                "seat": [{"number": 1, "cards": cards, "wagers": {"main": "25.00", "trips": "5.00"}}],
            }
        )
        return {payout.wager: payout for payout in told}

    won, lost = ruled("6h 6d 6s"), ruled("6h 2d As")
    assert (won["trips"].net, won["trips"].paytable) == (150_00, "trips-30")
    assert won["trips"].why == "6h 6d 6s: Three of a kind: pays 30 to 1"
    assert (lost["trips"].net, lost["main"].net) == (-5_00, 23_75)


def test_its_odds_are_the_order_of_plays(game):
    small = Small(game.document)
    settings = small.configure(minimum="1.00")
    setup = small.setup(settings, {1: {"main": 1_00, "trips": 1_00}})
    ends = Counter()
    for chance, ruling in spread(small.round, setup, small.pack(settings), lambda question, standing: "stand"):
        ends[next(payout.award for payout in ruling if payout.wager == "trips")] += chance
    counted = small.odds_of(small.ask("trips", settings))
    assert {each.award: counted.probability(each) for each in counted.outcomes} == dict(ends)
    assert ends["trips"] == Fraction(1, 35)


def test_its_exact_odds_at_eight_decks(game):
    odds = game.odds("trips", decks=8)
    trips_ = next(each for each in odds.outcomes if each.award == "trips")
    assert odds.probability(trips_) == Fraction(31 * 30, 287 * 286)


def test_a_void_hand_wins_no_bonus(game):
    settings = game.configure(misdeal="void-hand")
    driver = Driver(game.round, game.setup(settings, {1: {"main": 25_00, "trips": 5_00}}))
    for card in parse_cards("6h 6d 6s Kd 2c 4h"):
        driver.enter(Entry(-1, card))
    driver.enter(Entry(-1, Irregularity("misdeal", 1)))
    assert {(p.wager, p.award, p.net) for p in driver.standing.ruling} == {("main", "void", 0), ("trips", "void", 0)}


def test_a_bonus_is_one_of_the_documents_wagers(game):
    class Misspelt(SuperPan9):
        bonuses = (hw.Bonus("trip", 3, trips),)

    with pytest.raises(UnknownName, match="has no wager 'trip'; its wagers are: main, tie, trips"):
        Misspelt(game.document)


def test_a_function_that_wants_other_cards_is_told_so(game):
    class Greedy(SuperPan9):
        bonuses = (hw.Bonus("trips", 2, lambda cards: trips(*cards)),)

    with pytest.raises(IllegalSetting, match="the bonus trips is decided by 2 cards"):
        Greedy(game.document).odds("trips")
