"""The figures: the census of all hands, the printed edges, the Ace High Tie beside brute force."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.cards import ACE, DECK_WITH_JOKER, JOKER, mask, parse_cards
from houseway.document import Pay, Paytable, Row
from houseway.errors import HousewayError
from houseway.games import game
from houseway.games.dealer_open_pai_gow.count import census
from houseway.games.dealer_open_pai_gow.count.ace_high_tie import Deck, ace_high_hands, deals_by_award
from houseway.games.dealer_open_pai_gow.odds import branch_table, row_counts
from houseway.games.dealer_open_pai_gow.rules.bonuses import CHAN_CHU_AWARDS, chan_chu_awards
from houseway.games.dealer_open_pai_gow.rules.hands import ace_high, dealer_jacks
from houseway.games.dealer_open_pai_gow.rules.house_way import Branch
from houseway.games.dealer_open_pai_gow.rules.ways import way

pytestmark = pytest.mark.compiled

PAI_GOW = game("dealer-open-pai-gow")
DOCUMENT = PAI_GOW.document
DEFAULT = PAI_GOW.configure()
HANDS = 154_143_080
DEALS = 8_250_459_031_214_400


def edge(wager, paytable="", **settings):
    return PAI_GOW.odds(wager, paytable=paytable, **settings).edge


def test_the_census_has_every_class_and_every_hand_once():
    hands, weights = census.classes()
    assert len(hands) == 6_972_147
    assert int(weights.sum()) == HANDS == comb(53, 7)


def test_the_census_holds_each_hand_of_a_class_of_each_size():
    # A class with its suits permuted has as many hands as its weight says.
    hands, weights = census.classes()
    from itertools import permutations

    for at in range(0, len(hands), 500_000):
        suits = [int(hands[at]) >> 13 * suit & 0x1FFF for suit in range(4)]
        assert len(set(permutations(suits))) == weights[at]


@pytest.mark.parametrize("wheel", [0, 1])
def test_the_marginal_counts_of_the_dealers_hand(wheel):
    counts = census.dealer_counts(wheel)
    assert sum(ways for (_, _, jacks), ways in counts.items() if jacks >= 2) == 12_307_232
    assert sum(ways for (_, high, _), ways in counts.items() if high) == 14_430_780
    assert sum(ways for (joker, _, _), ways in counts.items() if joker) == comb(52, 6)


def test_two_jacks_by_direct_counting():
    assert sum(comb(4, jacks) * comb(49, 7 - jacks) for jacks in (2, 3, 4)) == 12_307_232


@pytest.mark.parametrize(
    "paytable, printed",
    [
        ("chan-chu-1", "4.35"),
        ("chan-chu-2", "5.84"),
        ("chan-chu-3", "8.00"),
        ("chan-chu-4", "7.77"),
        ("chan-chu-5", "8.49"),
    ],
)
@pytest.mark.clause("chan-chu", "chan-chu.1", "chan-chu.2", "chan-chu.3", "chan-chu.4", "chan-chu.5")
def test_chan_chu_printed_edges(paytable, printed):
    assert f"{float(100 * edge('chan-chu', paytable)):.2f}" == printed


@pytest.mark.clause("envy", "envy.3")
def test_envy_printed_reduction_is_of_table_3_at_5_dollars():
    reduction = PAI_GOW.figure("envy-reduction", "", PAI_GOW.ask("chan-chu-envy", DEFAULT, paytable="chan-chu-envy-3"))
    assert f"{float(100 * reduction):.2f}" == "0.54"
    assert edge("chan-chu-envy", "chan-chu-envy-3") == -reduction
    assert edge("chan-chu-envy", "chan-chu-envy-3", envy_wager="10.00") == -reduction / 2
    for other in ("chan-chu-envy-4", "chan-chu-envy-5"):
        assert f"{float(-100 * edge('chan-chu-envy', other)):.2f}" != "0.54"


def test_chan_chu_other_readings_miss_the_print():
    assert f"{float(100 * edge('chan-chu', 'chan-chu-1', chan_chu_precedence='highest-hand')):.2f}" != "4.35"
    assert f"{float(100 * edge('chan-chu', 'chan-chu-4', royal_match='natural-royal')):.2f}" != "7.77"


def test_chan_chu_seven_cards_as_published():
    """M. Shackleford, wizardofodds.com/games/pai-gow-poker/appendix/5, "Pai Gow Mania", the seven-card hand: how many
    hands have each rank at best, three of a kind before a straight."""
    published = {
        "five-aces": 1_128,
        "any-4-of-a-kind": 307_472,
        "any-full-house": 4_188_528,
        "any-flush": 6_172_088,
        "any-3-of-a-kind": 7_672_500,
        "any-straight": 11_034_204,
    }
    found = {each.award: each.combinations for each in PAI_GOW.odds("chan-chu", paytable="chan-chu-4").outcomes}
    assert {award: found[award] for award in published} == published
    flushes = ("natural-7-card-straight-flush", "royal-flush-royal-match", "wild-7-card-straight-flush",
               "any-royal-flush", "any-straight-flush")  # fmt: skip  # what belongs together shares a line
    assert sum(found[award] for award in flushes) == 26_132 + 184_832
    assert sum(found.values()) - sum(published.values()) - 26_132 - 184_832 == 124_556_196


def test_chan_chu_rare_awards_by_direct_counting():
    rows = {row.award: ways for row, ways in row_counts(DOCUMENT.paytable("chan-chu-3"), DEFAULT) if row}
    assert rows["natural-7-card-straight-flush"] == 4 * 8
    # Six of seven in a row and the joker: 8 windows less one card each, the same six of two windows counted once.
    windows = [frozenset(rank % 13 for rank in range(low, low + 7)) for low in (12, *range(7))]
    sixes = {window - {gone} for window in windows for gone in window}
    assert rows["wild-7-card-straight-flush"] == 4 * len(sixes)
    assert rows["royal-flush-royal-match"] == 4 * 3 + 4 * 5 * 3
    assert rows["five-aces"] == comb(48, 2)


def test_chan_chu_super_full_house_by_direct_counting():
    rows = {row.award: ways for row, ways in row_counts(DOCUMENT.paytable("chan-chu-1"), DEFAULT) if row}
    natural = 13 * 12 * comb(4, 3)
    four_aces_wild = comb(4, 3) * 12 * comb(4, 3)
    three_aces_wild = 12 * comb(4, 2)
    assert rows["super-full-house"] == natural + four_aces_wild + three_aces_wild


def test_chan_chu_patterns_beside_brute_force_on_a_small_deck():
    deck = parse_cards("As Ks Qs Js Ts 9s Ah Kh Qh Jk Ad Kd Ac 5h 4h 3h")
    counts = {}
    for cards in combinations(deck, 7):
        awards = chan_chu_awards(mask(cards))
        counts[awards] = counts.get(awards, 0) + 1
    known = set(census.chan_chu_patterns())
    assert set(counts) <= known  # no pattern that the census of all hands has missed
    assert sum(census.chan_chu_patterns().values()) == HANDS
    assert all(pattern < 1 << len(CHAN_CHU_AWARDS) for pattern in known)


def test_chan_chu_a_hypothetical_paytable_is_a_sum_over_the_same_patterns():
    rows = (
        Row("five-aces", "Five Aces", Pay("ratio", Fraction(1000))),
        Row("three-pair", "", Pay("push", Fraction(0))),
    )
    mine = Paytable("mine", "chan-chu", "chan-chu", "to 1", None, rows)
    (_, aces), (_, pairs), (none, rest) = row_counts(mine, DEFAULT)
    assert none is None
    assert aces == comb(48, 2)
    assert aces + pairs + rest == HANDS


def test_ace_high_tie_counts_every_deal_and_agrees_with_the_census():
    result = PAI_GOW.odds("ace-high-tie")
    assert result.total == DEALS
    counts = census.dealer_counts(0)
    for joker in (False, True):
        ways = sum(n for (with_joker, high, _), n in counts.items() if high and with_joker == joker)
        assert ace_high_hands(Deck(), joker) == ways


def ranks(text):
    return tuple("23456789TJQKA".index(rank) for rank in text)


@pytest.mark.parametrize("deck", [Deck(ranks("2467JQKA"), 2), Deck(ranks("2345789QA"), 2), Deck(ranks("24689QA"), 3)])
def test_ace_high_tie_beside_brute_force_on_reduced_decks(deck):
    cards = [13 * suit + rank for suit in range(deck.suits) for rank in deck.ranks] + [JOKER]
    distinct = (c for c in combinations(cards, 7) if len({ACE if x == JOKER else x % 13 for x in c}) == 7)
    hands = np.array([hand for c in distinct if ace_high(hand := mask(c), 0)], dtype=np.int64)
    joker = hands >> JOKER & 1 == 1
    others = comb(len(cards) - 7, 7)
    both = np.array([int(((hands & hand) == 0).sum()) for hand in hands])
    expected = {
        3: int(both.sum()),
        2: int(joker.sum()) * others - int(both[joker].sum()),
        1: int((~joker).sum()) * others - int(both[~joker].sum()),
    }
    found = deals_by_award(deck)
    assert {award: found[award] for award in expected} == expected
    assert sum(found.values()) == comb(len(cards), 7) * others
    assert expected[3] > 0


def test_ace_high_tie_a_hand_with_two_equal_ranks_is_not_ace_high():
    # The brute force above looks at seven different ranks only: here is why it may.
    for card in DECK_WITH_JOKER[:13]:
        pair = mask((card, card + 13))
        assert not ace_high(pair | mask(parse_cards("Ah Ks 9h 4s Th")), 0)


def test_jacks_beat_by_the_operators_paytable():
    result = PAI_GOW.odds("jacks-beat", jacks_beat=True, jacks_beat_pays="2 jacks=4, 3 jacks=20, 4 jacks=100")
    ways = {outcome.award: outcome.combinations for outcome in result.outcomes}
    assert ways == {f"{jacks}-jacks": comb(4, jacks) * comb(49, 7 - jacks) for jacks in (2, 3, 4)} | {
        "lose": HANDS - 12_307_232
    }
    assert result.edge == 1 - Fraction(
        sum(ways[f"{n}-jacks"] * (pay + 1) for n, pay in ((2, 4), (3, 20), (4, 100))), HANDS
    )


@pytest.mark.parametrize("pays", ["none", "2 jacks", "5 jacks=1", "2 jacks=1, 2 jacks=2", "two jacks=1"])
def test_jacks_beat_without_readable_pays_is_refused(pays):
    with pytest.raises(HousewayError, match="jacks-beat"):
        PAI_GOW.odds("jacks-beat", jacks_beat=True, jacks_beat_pays=pays)


@pytest.mark.clause("9", "9.a", "introduction.setting")
def test_9_a_the_house_way_sets_every_hand_legally():
    found = census.fired(way("document"), 0)
    assert found.faults == 0
    assert sum(found.counts) == HANDS


@pytest.mark.parametrize("wheel", [0, 1])
def test_house_way_the_documents_table_sets_hands_like_its_functions(wheel):
    hands = census.classes().hands[wheel::9]
    by_functions = census.fronts_of(hands, way("document"), wheel)
    by_table = census.fronts_of(hands, way("document"), wheel, by_table=True)
    assert by_functions.faults == by_table.faults == 0
    assert (by_functions.fronts == by_table.fronts).all()
    assert (by_functions.branches == by_table.branches).all()


@pytest.mark.clause("9.a", "house-way.another")
def test_9_a_the_conventional_way_sets_hands_legally():
    hands = census.classes().hands[::9]
    assert census.fronts_of(hands, way("conventional"), 0).faults == 0


@pytest.mark.clause("9.a")
def test_9_a_a_way_that_is_not_legal_is_noticed():
    hands = np.array([mask(parse_cards("Ac Ad Kc 9d 7h 5s 3h"))])
    assert not census.legal(int(hands[0]), mask(parse_cards("Ac Ad")), 0)
    assert not census.legal(int(hands[0]), mask(parse_cards("Kc 9c")), 0)
    assert not census.legal(int(hands[0]), 0, 0)
    assert census.legal(int(hands[0]), mask(parse_cards("Kc 9d")), 0)


def test_house_way_every_branch_fires_and_all_hands_are_set():
    counts = census.fired(way("document"), 0).counts
    assert all(counts[branch] > 0 for branch in Branch)
    assert counts[len(Branch)] == 0, "no hand comes to the last line"
    # By direct counting: five aces and a pair of kings; five aces without.
    assert counts[Branch.FIVE_ACES_KINGS] == comb(4, 2)
    assert counts[Branch.FIVE_ACES_ACES] == comb(48, 2) - comb(4, 2)
    assert counts[Branch.SUPER_FULL_HOUSE_PAIR] + counts[Branch.SUPER_FULL_HOUSE_SPLIT] == 888
    assert counts[Branch.FULL_HOUSE_TWO_TRIPS] == (
        comb(13, 2) * 4 * 4 * 44
        + 12 * comb(4, 3) * comb(4, 2) * 44  # and with the joker as an ace
        + comb(12, 2) * 4 * 4  # or the joker as the seventh card
    )
    assert [row["hands"] for row in branch_table(DEFAULT)] == [str(count) for count in counts]


def test_the_rules_of_the_census_are_those_of_the_table():
    hands, _ = census.classes()
    for hand in (int(each) for each in hands[:: len(hands) // 300]):
        front, branch = way("document").set(hand, 0)
        found = census.fronts_of(np.array([hand]), way("document"), 0)
        assert (int(found.fronts[0]), int(found.branches[0])) == (front, branch)
        assert dealer_jacks(hand) <= 4
