"""The odds of the Pai Gow wager follow from the counts and the paytable in force."""

import random
from fractions import Fraction

import pytest

from houseway.cards import DECK_WITH_JOKER, JOKER, cards_of, mask, parse_cards
from houseway.errors import IllegalSetting, UnknownName
from houseway.games import game
from houseway.games.dealer_open_pai_gow.count import exact
from houseway.games.dealer_open_pai_gow.count.costs import Cost
from houseway.games.dealer_open_pai_gow.count.deals import Count, counts
from houseway.games.dealer_open_pai_gow.count.exact import PLAYERS, branch_values, house_way_costs
from houseway.games.dealer_open_pai_gow.count.staircases import ACE_HIGH, JACKS, ORDINARY
from houseway.games.dealer_open_pai_gow.rules.hands import back_value, front_value
from houseway.games.dealer_open_pai_gow.rules.house_way import Branch
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.poker import LOWEST

pytestmark = pytest.mark.compiled

PAI_GOW = game("dealer-open-pai-gow")
FOUND = {
    (Branch.PAIR, ORDINARY): Count(2, 50, 30, 40, 35),
    (Branch.PAIR, JACKS): Count(1, 7, 9, 5, 6),
    (Branch.HIGH_CARD, ACE_HIGH): Count(1, 20, 3, 18, 4),
}


def asked(**settings):
    return PAI_GOW.ask("main", PAI_GOW.configure(**settings))


@pytest.mark.parametrize(
    "jacks,ace,expected",
    [
        ("no", "no", (77, 4 * PLAYERS - 119, 42)),
        ("yes", "no", (70, 3 * PLAYERS - 103, 33 + PLAYERS)),
        ("no", "yes", (57, 4 * PLAYERS - 96, 39)),
        ("yes", "yes", (50, 3 * PLAYERS - 80, 30 + PLAYERS)),
    ],
)
def test_jacks_lose_and_ace_high_pushes_before_hands_are_compared(monkeypatch, jacks, ace, expected):
    monkeypatch.setattr(exact, "cached_counts", lambda *_: FOUND)
    found = PAI_GOW.odds("main", two_jacks_lose=jacks, ace_high_push=ace)
    assert [outcome.award for outcome in found.outcomes] == ["win", "push", "lose"]
    assert tuple(outcome.combinations for outcome in found.outcomes) == expected
    assert found.edge == Fraction(expected[2] - expected[0], 4 * PLAYERS)
    told = found.json()
    assert told["two_jacks_losses"] == str(PLAYERS if jacks == "yes" else 0)
    assert told["ace_high_pushes"] == str(PLAYERS if ace == "yes" else 0)
    fired = {line["branch"]: line["hands"] for line in told["house_way"] if line["hands"] != "0"}
    assert fired == {"pair": "3", "high-card": "1"}
    assert sum(Fraction(line["win"]) for line in told["house_way"]) == expected[0]


def test_branch_values_are_what_the_player_wins_per_unit(monkeypatch):
    monkeypatch.setattr(exact, "cached_counts", lambda *_: FOUND)
    values = branch_values(asked(two_jacks_lose="no", ace_high_push="yes"))
    assert values == {
        Branch.PAIR: (Fraction(57 - 39, 3 * PLAYERS), Fraction(45 - 41, 3 * PLAYERS)),
        Branch.HIGH_CARD: (0, 0),
    }


def test_pai_gow_wager_what_it_pays_moves_the_odds_by_exactly_that_much(monkeypatch):
    monkeypatch.setattr(exact, "cached_counts", lambda *_: FOUND)
    printed, double = PAI_GOW.odds("main"), PAI_GOW.odds("main", pays={"win": 2})
    won = Fraction(50, 4 * PLAYERS)
    assert double.edge == printed.edge - won
    assert [(each.award, each.pays) for each in double.outcomes] == [("win", 2), ("push", 0), ("lose", -1)]
    assert double.paytable == "even-money with win=2"
    told, before = double.json(), printed.json()
    copied = Fraction(40, 4 * PLAYERS)
    assert edge_of(told["edge_when_copying"]) == edge_of(before["edge_when_copying"]) - copied
    assert [edge_of(each["edge"]) for each in told["edge_by_rules"]][-1] == double.edge
    assert sum(edge_of(each["share_of_edge"]) for each in told["house_way"]) == Fraction(4, 154_143_080) * double.edge
    half = PAI_GOW.odds("main", pays={"push": "1:2"})
    assert half.edge == printed.edge - Fraction(3 * PLAYERS - 80, 2 * 4 * PLAYERS)


def edge_of(told):
    return Fraction(told["exact"])


def test_pai_gow_wager_a_push_above_a_win_has_no_odds():
    with pytest.raises(IllegalSetting, match="no less than a push"):
        PAI_GOW.odds("main", pays={"push": 2})


def test_house_way_strategy_is_of_the_pai_gow_wager_alone():
    with pytest.raises(UnknownName, match="Chan Chu does not rest on how a hand is set"):
        PAI_GOW.strategy("chan-chu")


def test_costs_leave_out_hands_that_are_decided_before_they_are_compared(monkeypatch):
    found = {(Branch.PAIR, ORDINARY): Cost(9, 2, 100, 130), (Branch.PAIR, JACKS): Cost(3, 1, 10, 15)}
    monkeypatch.setattr(exact, "cached_costs", lambda *_: found)
    deals = 8_250_459_031_214_400
    for jacks, cost, improvable in (("no", 35, "3"), ("yes", 30, "2")):
        told = house_way_costs(asked(two_jacks_lose=jacks))
        assert Fraction(told["cost"]["exact"]) == Fraction(cost, deals)
        (line,) = (line for line in told["branches"] if line["branch"] == "pair")
        assert line["improvable_hands"] == improvable
        assert Fraction(line["cost"]["exact"]) == Fraction(cost, deals)


def test_a_count_can_be_cancelled():
    def cancel(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counts(way("document"), LOWEST, cancel, deck=mask(parse_cards("2c 3c Tc Jc Ac 2d 3d Td Jd Ad 2h 3h Th Jh Ah")))


@pytest.mark.parametrize("house", ["document", "conventional"])
def test_house_way_does_not_tell_suits_apart(house):
    chance = random.Random(3)
    for _ in range(60):
        cards = chance.sample(DECK_WITH_JOKER, 7)
        order = chance.sample(range(4), 4)
        moved = [card if card == JOKER else 13 * order[card // 13] + card % 13 for card in cards]
        assert _set(house, mask(cards)) == _set(house, mask(moved))


def test_house_way_does_not_tell_suits_apart_where_flushes_compete():
    cards = parse_cards("Kc Qc 9c 8c 7c Kd Jk")
    moved = [card if card == JOKER else (card + 26) % 52 for card in cards]
    assert _set("document", mask(cards)) == _set("document", mask(moved))


def _set(house, hand):
    front, branch = way(house).set(hand, LOWEST)
    assert len(cards_of(front)) == 2
    return front_value(front, LOWEST), back_value(hand ^ front, LOWEST), branch
