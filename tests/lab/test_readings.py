"""Readings: the printed figure decides, and a figure that somebody prints is found under the reading that gives it."""

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
import pytest

import houseway as hw
from houseway.cards import CLUBS, DECK, cards_of, mask, names, parse_cards, rank, suit
from houseway.errors import IllegalAnswer, UnknownName
from houseway.games.dealer_open_pai_gow.count.otherwise import CHANGES, jacks_ends, way_read
from houseway.games.dealer_open_pai_gow.count.read_way import READINGS as BY_FUNCTIONS
from houseway.games.dealer_open_pai_gow.count.read_way import differing, set_by_reading
from houseway.games.dealer_open_pai_gow.count.suits import classes
from houseway.games.dealer_open_pai_gow.rules.house_way import house_way as pai_gow_way
from houseway.games.super_pairs.count.bust_bonus import first_two_ways, left_of
from houseway.games.super_pairs.count.otherwise import READINGS
from houseway.games.super_pairs.play import play
from houseway.games.super_pairs.rules.blackjack import busted, dealer_draws, value
from houseway.games.super_pairs.rules.busting import bust_award
from houseway.games.super_pan_9.count.shoe import dealer_totals, full_shoe, shoe_of, threes
from houseway.games.supreme_99.count.deals import counts_of
from houseway.games.supreme_99.count.otherwise import best_by_it
from houseway.games.supreme_99.rules import high_and_low, house_way
from houseway.lab.readings import Place, Question, effects_of, expressed, questions, read_as, search
from houseway.poker import LOWEST
from houseway.proofs import no_figure
from houseway.round import spread

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
    assert [each.wager for each in asked["commission-on-ties"].effects] == ["tie"]
    assert "unseen cards are alike" in asked["one-deck-seats"].why
    assert asked["one-deck-seats"].json()["no_figure"] == asked["one-deck-seats"].why
    assert asked["cards-a-deck"].why == ""


def test_readings_that_part_at_other_settings_are_counted_there():
    """The Tie Bet at a commission of 5 %: of the 8 units that it wins, or of the one that is wagered."""
    pan = hw.game("super-pan-9")
    (found,) = by_ruling(pan)["commission-of-what"].effects
    assert found.where == "tie-8, tie-commission=yes"
    ties = pan.odds("tie").hit_frequency
    assert found.edges["winnings"] == pan.odds("tie", tie_commission=True).edge
    assert found.edges["winnings"] - found.edges["wager"] == ties * (8 - 1) * Fraction(1, 20)
    (edge,) = by_ruling(pan)["commission-of-what"].json()["readings"][1]["edges"]
    assert edge["settings"] == {"tie-commission": "yes"}
    shown = f"{float(100 * found.edges['wager']):.5f}%"
    assert {tuple(each.readings.items()) for each in search(pan, shown, wager="tie", decks=8)} == {
        (("commission-of-what", "wager"),)
    }


FOURS = np.indices((10,) * 4).reshape(4, -1)
"""Four cards by their values in every order: the dealer's three, and the next."""

BEFORE = np.array([(FOURS[:place] == FOURS[place]).sum(0) for place in range(4)])
"""For each of the four, how many of its value lie before it."""

THREE = FOURS[:3].sum(0) % 10
ENDS = np.where(THREE <= 5, (THREE + FOURS[3]) % 10, THREE)


def less(shoe, *cards):
    return tuple(have - cards.count(v) for v, have in enumerate(shoe))


@cache
def compared(points, shoe):
    """How often a total wins, ties and loses against a dealer from this shoe, in every order of four cards."""
    ways = np.prod(np.array(shoe)[FOURS] - BEFORE, axis=0)
    signs = np.sign(points - ENDS)
    return np.array([Fraction(int(ways[signs == sign].sum()), int(ways.sum())) for sign in (1, 0, -1)])


def counted_in_order(shoe, units):
    """How often a hand wins, ties and loses that stands or draws for the most of a win, a tie and a loss."""
    found = np.array([Fraction(0)] * 3)
    for cards in combinations_with_replacement(range(10), 3):
        left, points = less(shoe, *cards), sum(cards) % 10
        stands = compared(points, left)
        draws = sum(n * compared((points + v) % 10, less(left, v)) for v, n in enumerate(left)) / sum(left)
        ways = shoe[cards[0]] * less(shoe, cards[0])[cards[1]] * less(shoe, *cards[:2])[cards[2]]
        found += len(set(permutations(cards))) * ways * max(stands, draws, key=lambda each: each @ units)
    return found / found.sum()


def test_eight_whole_decks_are_counted_in_order_too():
    """The figures of the reading `full`, to the last digit, without the sums that the game counts by."""
    edges = {each.wager: each.edges["full"] for each in by_ruling(hw.game("super-pan-9"))["cards-a-deck"].effects}
    units = np.array([Fraction(19, 20), Fraction(0), Fraction(-1)])
    won = counted_in_order((128, *[32] * 9), units)
    assert edges == {"main": -(won @ units), "tie": 1 - 9 * won[1]}
    assert {wager: f"{float(100 * edge):.4f}" for wager, edge in edges.items()} == {"main": "2.2160", "tie": "-2.2509"}


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
APART |= {("super-pairs", ruling) for ruling in ("empty-cells", "bust-suited", "blackjack-found-late")}
APART |= {("super-pan-9", "commission-of-what"), ("dealer-open-pai-gow", "two-jacks-side-wagers")}
APART |= {("dealer-open-pai-gow", ruling) for ruling, _ in CHANGES}
APART |= {("dealer-open-pai-gow", ruling) for ruling in ("which-cards", "joker-in-the-house-way")}


def test_a_paytable_for_other_decks_is_read_with_those():
    """One deck: of six pairs of aces one is of two red ones, and four of one red ace are paid 12 or 300 to 1."""
    question = Question("super-pairs", told := PAIRS.document.ruling("red-aces"), tuple(effects(told)), ())
    one = next(each for each in question.effects if each.paytable == "PT-FLT-SP-02")
    assert (one.decks, one.where) == (1, "PT-FLT-SP-02, 1 deck")
    assert one.edges["both-red"] - one.edges["one-red"] == Fraction(4 * (300 - 12), comb(52, 2))
    assert question.json()["readings"][0]["edges"][0]["decks"] == 1


def effects(ruling):
    return effects_of(PAIRS, ruling, [Place("super-pairs", each) for each in ("PT-FLT-SP-01", "PT-FLT-SP-02")])[0]


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


@pytest.mark.compiled
def test_a_joker_that_completes_a_straight_is_no_ace_by_the_other_reading():
    """Two pair beside a straight with the joker: ours breaks it for the ace, the other keeps it."""
    hands = np.array([mask(parse_cards(f"2c 2d 3c 3d 4h 5h {last}")) for last in ("Jk", "6s")])
    fronts, branches = np.zeros_like(hands), np.zeros_like(hands)
    set_by_reading(hands, LOWEST, BY_FUNCTIONS.index("completing"), fronts, branches)
    ours = [pai_gow_way(int(hand), LOWEST)[0] for hand in hands]
    assert (names(cards_of(ours[0])), names(cards_of(int(fronts[0])))) == ("5h Jk", "2c 3c")
    assert ours[1] == fronts[1], "nothing without a joker"


@pytest.mark.compiled
def test_no_hand_puts_the_joker_in_front_where_a_natural_card_is_as_good():
    """So both readings of which-cards set every hand alike: here all of a deck with straights, flushes and fours."""
    hands, _ = classes(mask(parse_cards("Ac Kc Qc Jc Tc 9c Ad Kd Qd Jd Ah Kh As 2s 3s 4s Jk")), 7)
    assert len(hands) > 8000
    assert len(differing(hands, "natural-first", LOWEST)) == 0
    assert len(differing(hands, "completing", LOWEST)) > 0
    assert {"natural-first", "completing"} == set(BY_FUNCTIONS)


SWEPT = {
    ("ace-high-push", "compare"): "-0.080979",
    ("super-full-house", "full-house"): "5.708447",
    ("highest-possible-pair", "pairs-only"): "5.716096",
    ("joker-in-the-house-way", "completing"): "5.554570",
    ("wheel", "second-highest"): "5.704360",
}
"""As docs/lab.md tells them; the workshop counts two of them a second time (test_workshop.py)."""


def test_the_readings_of_the_house_way_come_with_the_package_as_they_were_swept():
    pai_gow = hw.game("dealer-open-pai-gow")
    for ruling, reading in SWEPT:
        (found,), _ = effects_of(pai_gow, pai_gow.document.ruling(ruling), [Place("main", "even-money")])
        assert f"{float(100 * found.edges[reading]):.6f}" == SWEPT[ruling, reading]
        assert found.edges[pai_gow.document.ruling(ruling).choice] == pai_gow.odds("main").edge
    assert effects_of(pai_gow, pai_gow.document.ruling("which-cards"), [Place("main", "even-money")]) == ((), 1)


@pytest.mark.compiled
def test_two_jacks_that_give_the_ace_high_tie_back_are_counted():
    pai_gow = hw.game("dealer-open-pai-gow")
    jacks = comb(53, 7) - comb(49, 7) - 4 * comb(49, 6)
    assert jacks_ends(LOWEST) == jacks
    ask = pai_gow.ask("ace-high-tie", pai_gow.configure())
    found = pai_gow.read_otherwise(ask, "two-jacks-side-wagers", "returned")
    assert found.total == pai_gow.odds("ace-high-tie").total
    assert pai_gow.odds("ace-high-tie").edge - found.edge == Fraction(jacks, comb(53, 7))
    without = ask._replace(settings=pai_gow.configure({"two-jacks-lose": "no"}))
    assert pai_gow.read_otherwise(without, "two-jacks-side-wagers", "returned") is None


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


def test_a_hand_that_reaches_an_empty_cell_loses_by_the_other_reading():
    """Suited three of a kind: 52 * C(6, 3) of all threes lose the 20 to 1 of three of a kind, and the wager."""
    found = edges("empty-cells", "21-plus-3", "PT-FLT-213XT-01")
    assert found["loses"] - found["absent"] == Fraction(21 * 52 * comb(6, 3), comb(312, 3))
    assert edges("empty-cells", "21-plus-3", "PT-FLT-213XT-03").keys() == {"absent"}, "no cell is empty"
    last = edges("empty-cells", "21-plus-3-jackpot", "PT-BJS-213-10")
    assert last["loses"] == last["absent"], "below the last row there is nothing"


@pytest.mark.parametrize("given", [{}, {"soft-17": "hit", "peek": "no"}])
def test_a_bust_that_two_cards_make_suited_is_counted_as_every_order_of_a_pack_deals_it(given):
    pack = parse_cards("8c 8c 8d Kc Kd Ac 6c 6d 5d")
    settings = PAIRS.configure({"decks": "6", **given})
    for up in sorted(set(pack)):
        rest = list(pack)
        rest.remove(up)
        ways = first_two_ways(value(up) - 1, left_of(rest, suit(up)), settings)
        told = {award: Fraction(count, ways.total) for award, count in ways.awards.items()}
        assert told == busts_by_hand(up, rest, settings)


def busts_by_hand(up, rest, settings):
    """The chances of each award, card by card; hole cards that a look rules out are left out."""
    found, hits = {}, settings.text("soft-17") == "hit"
    holes = [at for at, card in enumerate(rest) if not (settings.flag("peek") and {value(up), value(card)} == {1, 10})]

    def draw(cards, left, chance):
        values = [value(card) for card in cards]
        if dealer_draws(sum(values), values.count(1), hits):
            for at, card in enumerate(left):
                draw((*cards, card), left[:at] + left[at + 1 :], chance / len(left))
        elif busted(sum(values)):
            award = bust_award(values[0], sum(values), values.count(8), suit(cards[0]) == suit(cards[1]), 6)
            found[award] = found.get(award, 0) + chance

    for at in holes:
        draw((up, rest[at]), rest[:at] + rest[at + 1 :], Fraction(1, len(holes)))
    return found


def test_a_blackjack_that_is_found_late_and_takes_the_first_wager_alone_is_one_that_was_looked_for():
    """Every deal of a short pack, 11 doubled and pairs split: with what was added back, both games are one."""

    def decide(question, standing):
        eleven = sum(value(card) for card in standing.cards(1)) == 11
        wanted = ("double",) if eleven else ("split",)
        return next((each for each in wanted if each in question.options), "stand")

    def won(**given):
        table = {"decks": "6", "insurance": "no", "even-money": "no", "offer-bust-bonus": "no", **given}
        setup = PAIRS.setup(PAIRS.configure(table), {1: {"blackjack": 500}})
        total, late = Fraction(0), 0
        for chance, ruling in spread(play, setup, parse_cards("Ac Kc 5h 5d 6s 9h 8d"), decide):
            net = sum(each.returned - each.stake for each in ruling)
            found = given["peek"] == "no" and any(each.award == "dealer-blackjack" for each in ruling)
            late += found and net < -500
            total += chance * (max(net, -500) if found else net)
        return total, late

    looked, late = won(peek="yes"), won(peek="no")
    assert late[1] > 0 == looked[1]
    assert looked[0] == late[0]


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
