"""Readings: the printed figure decides, and a figure that somebody prints is found under the reading that gives it."""

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import comb

import pytest

import houseway as hw
from houseway.cards import CLUBS, DECK, parse_cards, rank, suit
from houseway.errors import IllegalAnswer, UnknownName
from houseway.games.dealer_open_pai_gow.count.otherwise import way_read
from houseway.games.super_pairs.count.otherwise import READINGS
from houseway.games.super_pan_9.count.shoe import dealer_totals, full_shoe, shoe_of, threes
from houseway.games.supreme_99.count.deals import counts_of
from houseway.games.supreme_99.count.otherwise import best_by_it
from houseway.games.supreme_99.rules import high_and_low, house_way
from houseway.lab.readings import Place, Question, _effects, expressed, questions, read_as, search
from houseway.proofs import no_figure

NINES = hw.game("supreme-99")
PRINTED = "4.70%"
"""Supreme 99, the edge of Pair Fortunes as the approved document prints it."""


@cache
def by_ruling(game):
    return {each.ruling.id: each for each in questions(game)}


def test_each_reading_has_its_figure_and_the_printed_one_stands_beside():
    question = by_ruling(NINES)["nine-nine"]
    (effect,) = question.effects
    assert effect[:2] == ("pair-fortunes", "pair-fortunes")
    shown = {reading: f"{float(100 * edge):.2f}%" for reading, edge in effect.edges.items()}
    assert [reading for reading, figure in shown.items() if figure == PRINTED] == [question.ruling.choice]
    (check,) = question.printed
    assert (check.printed, check.agrees) == (PRINTED, True)
    assert len(effect.edges) == len(set(effect.edges.values())) == len(question.ruling.readings)
    told = question.json()
    assert [each["reading"] for each in told["readings"]] == [each.id for each in question.ruling.readings]
    assert "nine-nine" in repr(question)
    assert str(question).startswith(question.ruling.question)


def test_a_full_deck_has_its_figure_and_what_has_none_says_why():
    asked = by_ruling(pan := hw.game("super-pan-9"))
    assert len(asked) == len(pan.document.rulings)
    found = {each.wager: each.edges for each in asked["cards-a-deck"].effects}
    assert found["main"]["removed"] == pan.odds("main").edge
    assert {wager: f"{float(100 * edges['full']):.4f}" for wager, edges in found.items()} == FULL_DECK
    assert [each.wager for each in asked["commission-on-ties"].effects] == ["tie"]
    assert "not the default" in asked["commission-of-what"].why
    assert asked["commission-of-what"].json()["no_figure"] == asked["commission-of-what"].why
    assert asked["cards-a-deck"].why == ""


FULL_DECK = {"main": "2.2160", "tie": "-2.2509"}
"""Eight whole decks, as `draw`, `stand` and the dealer's hands below count them."""


def test_the_dealers_hands_are_counted_one_by_one():
    for shoe in (full_shoe(1), shoe_of(DECK), (3, 1, 0, 2, 1, 0, 5, 1, 2, 3)):
        ends = [0] * 10
        for cards, ways, rest in threes(shoe):
            start = sum(cards) % 10
            for v, count in enumerate(rest):
                ends[(start + v) % 10 if start <= 5 else start] += ways * count
        assert dealer_totals(shoe) == ends


@pytest.mark.parametrize("game", hw.games(), ids=lambda game: game.id)
def test_every_ruling_has_figures_or_says_why_it_has_none(game):
    """Those that are counted: what settings express, and what the game reads otherwise."""
    for ruling in game.document.rulings:
        counted = len(expressed(ruling)) > 1 or (game.id, ruling.id) in APART
        assert counted or no_figure(game.packages[0], ruling.id), ruling.id
    reasons = tomllib.loads((files(game.packages[0]) / "data" / "no-figure.toml").read_text("utf-8"))
    assert set(reasons) <= {"*", *(ruling.id for ruling in game.document.rulings)}


APART = {("super-pan-9", "cards-a-deck"), ("super-pan-9", "tie-and-main"), ("supreme-99", "win-and-copy")}
APART |= {("super-pairs", ruling) for ruling, _ in READINGS}


def test_a_paytable_for_other_decks_is_read_with_those():
    """One deck: of six pairs of aces one is of two red ones, and four of one red ace are paid 12 or 300 to 1."""
    question = Question("super-pairs", told := PAIRS.document.ruling("red-aces"), tuple(effects(told)), ())
    one = next(each for each in question.effects if each.paytable == "PT-FLT-SP-02")
    assert (one.decks, one.where) == (1, "PT-FLT-SP-02, 1 deck")
    assert one.edges["both-red"] - one.edges["one-red"] == Fraction(4 * (300 - 12), comb(52, 2))
    assert question.json()["readings"][0]["edges"][0]["decks"] == 1


def effects(ruling):
    return _effects(PAIRS, ruling, [Place("super-pairs", each) for each in ("PT-FLT-SP-01", "PT-FLT-SP-02")])


def test_a_line_of_the_house_way_read_otherwise_is_a_way_of_lines():
    """What the sweeps of these come to stands in docs/lab.md; here, which hands they set otherwise."""
    pai_gow = hw.game("dealer-open-pai-gow")
    ours = pai_gow.configure()
    for (ruling, reading), (cards, front) in READ_OTHERWISE.items():
        assert reading in {each.id for each in pai_gow.document.ruling(ruling).readings}
        other = pai_gow.configure({"house-way": way_read(ruling, reading)})
        held = parse_cards(cards)
        assert [rank(card) for card in pai_gow.house_way(held, ours).piles["front"]] != [front, front]
        assert [rank(card) for card in pai_gow.house_way(held, other).piles["front"]] == [front, front]
    assert way_read("which-cards", "natural-first") is None


SEVEN, NINE = 5, 7
READ_OTHERWISE = {
    ("super-full-house", "full-house"): ("7c 7d 7h 7s 9c 9d 9h", SEVEN),
    ("highest-possible-pair", "pairs-only"): ("Kc Kd Kh 9c 9d 4h 4s", NINE),
}


@pytest.mark.parametrize("reading", ["unpaired", "top-down", "pair-of-nines", "unpaired-no-threes"])
def test_the_search_finds_the_reading_behind_a_figure(reading):
    edge = by_ruling(NINES)["nine-nine"].effects[0].edges[reading]
    found = search(NINES, f"{float(100 * edge):.3f} %", wager="pair-fortunes")
    threes = "nothing" if reading.endswith("no-threes") else "pair"
    assert any(
        each.quantity == "edge"
        and NINES.odds("pair-fortunes", **settings_of(each)).edge == edge
        and settings_of(each)["three_of_a_kind"] == threes
        for each in found
    )
    assert all(each.chosen == (reading == "unpaired") for each in found)


def settings_of(match):
    chosen = {}
    for ruling, reading in match.readings.items():
        readings = {each.id: each.settings for each in NINES.document.ruling(ruling).readings}
        chosen |= {key.replace("-", "_"): value for key, value in readings[reading].items()}
    return chosen


def test_the_search_tells_the_number_of_decks_and_the_quantity():
    pan = hw.game("super-pan-9")
    edge = pan.odds("tie", decks=3).edge
    found = search(pan, f"{float(100 * edge):.5f}%", wager="tie")
    assert {(each.wager, each.decks, each.quantity) for each in found} == {("tie", 3, "edge")}
    back = search(pan, f"{float(100 - 100 * edge):.5f}%", wager="tie", decks=3)
    assert [each.quantity for each in back] == ["return"]
    assert back[0].json()["value"]["percent"] == pytest.approx(float(100 - 100 * edge))


def test_a_figure_that_nothing_gives_is_not_found():
    assert search(NINES, "12.3456%", wager="pair-fortunes") == []
    with pytest.raises(IllegalAnswer, match="is no figure"):
        search(NINES, "four")
    with pytest.raises(UnknownName, match="has no wager 'tie'"):
        search(NINES, "1%", wager="tie")


def test_a_copy_that_decides_nothing_and_a_tie_that_loses_have_their_figures():
    """Supreme 99: every deal of two hands of a short pack, set each way. Super Pan 9: a tie loses the wager."""
    found = by_ruling(NINES)["win-and-copy"].effects[0].edges
    assert found["copy-loses"] == NINES.odds("main").edge > found["copy-ties"]
    pack = [card for card in DECK if rank(card) in (0, 3, 8, 12) and suit(card) != CLUBS]
    units = (Fraction(-1), Fraction(0), Fraction(1), Fraction(4))
    assert best_by_it(counts_of(pack), units).worth(units) == by_force(pack, units)
    pan = hw.game("super-pan-9")
    main = by_ruling(pan)["tie-and-main"].effects[0].edges
    ties = next(each for each in pan.odds("main").outcomes if each.award == "push")
    assert main["lose"] - main["push"] == Fraction(ties.combinations, pan.odds("main").total)


def by_force(cards, units):
    """What the best setting of every four cards wins against every other four, a copied matchup left out."""
    won = Fraction(0)
    for own in combinations(cards, 4):
        theirs = list(combinations([card for card in cards if card not in own], 4))
        won += max(sum(met(ways, dealt, units) for dealt in theirs) for ways in {set_as(own, way) for way in range(3)})
    return won


def set_as(cards, way):
    return high_and_low(*cards, way)


def met(own, dealt, units):
    (high, low), (other_high, other_low) = own, high_and_low(*dealt, house_way(*dealt))
    if (high, low) == (other_high, other_low):
        return units[3]
    signs = [(a > b) - (a < b) for a, b in ((high, other_high), (low, other_low)) if a != b]
    return units[1] if sum(signs) == 0 else units[2] if sum(signs) > 0 else units[0]


PAIRS = hw.game("super-pairs")


def edges(ruling, wager, paytable, decks=6):
    """What a wager keeps by each reading of a ruling."""
    place, told = Place(wager, paytable), PAIRS.document.ruling(ruling)
    found = {each.id: read_as(PAIRS, place, {"decks": decks}, told, each) for each in told.readings}
    return {id_: odds.edge for id_, odds in found.items() if odds is not None}


@pytest.mark.parametrize(
    "ruling, wager, paytable, reading, loses",
    [
        # ace-nine no 20: of 48,516 hands 144 are suited and lose 10 and the wager, 432 lose 4 and the wager
        ("any-20", "lucky-ladies", "PT-FLT-LL-01", "tens-only", Fraction(144 * 11 + 432 * 5, comb(312, 2))),
        # as many dealer's blackjacks have the ten up: of 67,680 deals half pay 200 for 1,000
        ("dealers-blackjack", "lucky-ladies", "PT-FLT-LL-01", "ace-up", Fraction(67_680 // 2 * 800, 4_647_347_640)),
        # ace-deuce-three no straight: 24^3 hands, of which 4 * 6^3 are flushes still, at 9 to 1
        ("straights", "21-plus-3", "PT-FLT-213-03", "high-only", Fraction(10 * (24**3 - 4 * 6**3), comb(312, 3))),
        # two of a rank matched: in each of four ranks 24 * 23 / 2 pairs less the 4 * 15 identical ones, at 25 for 4
        ("matched-20", "lucky-ladies", "PT-FLT-LL-01", "rank-only", -Fraction(4 * (276 - 60) * 21, comb(312, 2))),
    ],
)
def test_a_reading_that_no_setting_expresses_is_counted_by_its_cards(ruling, wager, paytable, reading, loses):
    found = edges(ruling, wager, paytable)
    assert found[PAIRS.document.ruling(ruling).choice] == PAIRS.odds(wager, paytable=paytable, decks=6).edge
    assert found[reading] - found[PAIRS.document.ruling(ruling).choice] == loses


def test_every_reading_of_cards_changes_a_wager_or_is_the_same_in_other_words():
    """Each has a paytable with a row that it is about; none is a paytable's own that it is not about."""
    for ruling, reading in READINGS:
        assert reading in {each.id for each in PAIRS.document.ruling(ruling).readings}
    assert edges("straights", "lucky-ladies", "PT-FLT-LL-01").keys() == {"high-or-low"}
    three = edges("suited-three-without-row", "21-plus-3", "PT-FLT-213-03")
    assert three["flush"] == three["three-of-a-kind"], "all pay alike there"
    jackpot = edges("three-suited", "21-plus-3-jackpot", "PT-BJS-213-01")
    assert not jackpot or jackpot["mixture"] <= jackpot["one-rank"]


def test_the_search_finds_a_reading_that_no_setting_expresses():
    printed = f"{float(100 * edges('straights', '21-plus-3', 'PT-FLT-213-03')['high-only']):.3f}%"
    found = search(PAIRS, printed, wager="21-plus-3", decks=6)
    assert {(each.paytable, tuple(each.readings.items()), each.chosen) for each in found} == {
        ("PT-FLT-213-03", (("straights", "high-only"),), False)
    }
