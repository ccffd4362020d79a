"""The Bust Bonus: its exact odds against published ones, against the generator, and with own cards seen."""

from collections import Counter
from fractions import Fraction
from math import perm

import pytest

from houseway.cards import parse_card, parse_cards, suit
from houseway.games import game
from houseway.games.super_pairs.count.bust_bonus import by_up_card, left_of, overall, sights, ways
from houseway.games.super_pairs.count.dealer_tree import ends
from houseway.games.super_pairs.play import play
from houseway.games.super_pairs.rules.blackjack import value
from houseway.games.super_pairs.rules.busting import AWARDS, award_of
from houseway.round import Choose, Wager, spread

pytestmark = pytest.mark.compiled

SUPER_PAIRS = game("super-pairs")


def settings(**given):
    return SUPER_PAIRS.configure({key.replace("_", "-"): each for key, each in given.items()})


SIX_DECKS = (
    "ace -.090437 2 -.076644 3 -.084754 4 -.071892 5 -.089206 6 -.079793 7 -.061881 8 -.048772 9 -.103441 10 -.088547"
)


def test_published_returns_of_six_decks():
    """S. How, discountgambling.net, 14 May 2013: six decks, soft 17 hit, made after the look; to all six digits."""
    table = settings(decks=6, soft_17="hit")
    words = SIX_DECKS.split()
    for each, printed in zip(by_up_card(table), words[1::2], strict=True):
        assert round(float(-each.edge(table)), 6) == float(printed)


@pytest.mark.parametrize(
    "up, suited, unsuited",
    [(0, 0.002238, 0.198886), (1, 0.008834, 0.347843), (2, 0.011606, 0.365285), (3, 0.014647, 0.383472)],
)
def test_published_chances_of_eight_decks(up, suited, unsuited):
    """M. Shackleford, Wizard of Odds, Bust Bonus: eight decks, soft 17 hit, after the look."""
    table = settings(decks=8, soft_17="hit")
    found = by_up_card(table)[up]
    chances = {AWARDS[award].rsplit("-", 1)[1]: count / found.total for award, count in found.awards.items()}
    assert chances["suited"] == pytest.approx(suited, abs=1.1e-6)
    assert chances["unsuited"] == pytest.approx(unsuited, abs=1.1e-6)


@pytest.mark.parametrize("given", [{}, {"bust_bonus_offered": "before-peek", "soft_17": "hit"}, {"peek": "no"}])
def test_the_odds_equal_the_generator_deal_by_deal(given):
    pack = parse_cards("8c 8c 8c 8d Kc Kd Ac 6c")
    table = settings(decks=6, insurance="no", even_money="no", **given)
    setup = SUPER_PAIRS.setup(table, {1: {"blackjack": 500}})

    def decide(question, standing):
        return question.least if isinstance(question, Wager) else "stand"

    found, every, ended = Counter(), Fraction(0), Fraction(0)
    for chance, ruling in spread(play, setup, pack, decide):
        ended += chance
        for payout in ruling:
            if payout.wager == "bust-bonus":
                found[payout.award] += chance
                every += chance
    assert ended == 1
    counted, total = Counter(), 0
    for up in pack:
        rest = list(pack)
        rest.remove(up)
        each = ways(value(up) - 1, left_of(rest, suit(up)), table)
        total += each.total
        for award, count in each.awards.items():
            counted[AWARDS[award]] += count
    counted["lose"] = total - sum(counted.values())
    assert {award: Fraction(count, total) for award, count in counted.items()} == {
        award: chance / every for award, chance in found.items()
    }


@pytest.mark.parametrize("up", [0, 7, 9])
def test_sight_of_the_own_cards_changes_nothing_on_average(up):
    table = settings(decks=2)
    unseen, seen = by_up_card(table)[up], sights(up, table)
    total = sum(each.deals * each.ways.total for each in seen)
    awards = Counter()
    for each in seen:
        for award, count in each.ways.awards.items():
            awards[award] += each.deals * count
    assert {a: Fraction(n, total) for a, n in awards.items()} == {
        a: Fraction(n, unseen.total) for a, n in unseen.awards.items()
    }


def test_the_odds_tell_up_cards_windows_and_sight():
    table = settings(decks=1)
    result = SUPER_PAIRS.odds_of(SUPER_PAIRS.ask("bust-bonus", table))
    assert result.edge == overall(table).edge(table)
    assert sum(outcome.combinations for outcome in result.outcomes) == result.total
    assert "bust-with-three-suited-8s" not in [outcome.award for outcome in result.outcomes]
    rules = {key: Fraction(each["exact"]) for key, each in result.more["edge_by_rule"].items()}
    assert rules["soft-17=stand, after-peek"] == result.edge
    assert rules["soft-17=stand, before-peek"] > rules["soft-17=stand, after-peek"]
    assert set(result.more["with_own_cards"]["by_up_card"]) == set(result.more["edge_by_up_card"])
    # two eights of the own hand leave three eights no chance
    eights = next(each for each in sights(7, table) if str(each) == "8-8")
    assert not any("three" in AWARDS[award] for award in eights.ways.awards)


def test_a_dealers_blackjack_only_counts_before_the_look():
    table = settings(decks=6)
    before = settings(decks=6, bust_bonus_offered="before-peek")
    for up in range(10):
        same = by_up_card(table)[up].edge(table) == by_up_card(before)[up].edge(table)
        assert same == (up not in (0, 9))


def test_busts_fit_into_64_bits():
    """What `bust_counts` adds up at most: all busts with one number of cards, from eight full decks."""
    for hits in (False, True):
        for up in range(10):
            sums = Counter()
            for cards, orders, _ in ends(up, hits):
                count = orders
                for index, held in enumerate(cards):
                    count *= perm(128 if index == 9 else 32, held)
                sums[sum(cards)] += count
            assert max(sums.values()) < 2**63


def test_ten_as_an_up_card_includes_the_pictures():
    for name in ("Th", "Jh", "Qh", "Kh"):
        assert AWARDS[award_of((parse_card(name), *parse_cards("6d Ts")), 6)] == "bust-10-unsuited"


def test_a_choice_is_only_asked_of_who_plays():
    setup = SUPER_PAIRS.setup(settings(decks=6, offer_bust_bonus="no"), {1: {"blackjack": 500}})
    asked = []

    def decide(question, standing):
        asked.append(question)
        return "stand"

    list(spread(play, setup, parse_cards("8c 8c 8d Kc Kd Kd"), decide))
    assert all(isinstance(question, Choose) for question in asked)


def test_the_strategy_says_when_to_make_the_wager():
    table = settings(decks=6)
    result = SUPER_PAIRS.plan(SUPER_PAIRS.ask("bust-bonus", table))
    by_up, held = (situations for _, situations in result.parts)
    assert sum(each.frequency for each in by_up) == 1
    edge = sum(each.frequency * each.advice.cost("make") for each in by_up)
    assert edge == overall(table).edge(table)
    assert all(each.advice.best.answer == "none" for each in by_up)
    assert len(held) == 20


def test_a_paytable_of_ones_own_is_counted_by_its_own_rows_and_what_it_lacks_loses():
    rows = [{"award": "bust-6-unsuited", "pays": "3:2"}, {"award": "bust-with-three-8s", "pays": "push"}]
    own = {"id": "ours", "wager": "bust-bonus", "rows": rows}
    found = overall(settings(decks=2))
    six, eights = (found.awards[AWARDS.index(row["award"])] for row in rows)
    result = SUPER_PAIRS.odds("bust-bonus", paytable=own, decks=2)
    won = Fraction(3, 2) * six - (found.total - six - eights)
    assert result.edge == -won / found.total
    assert result.paytable == "ours"
    assert [outcome.award for outcome in result.outcomes] == ["bust-with-three-8s", "lose", "bust-6-unsuited"]


def test_a_changed_pay_moves_the_edge_by_its_probability():
    before = SUPER_PAIRS.odds("bust-bonus")
    (suited,) = (each for each in before.outcomes if each.award == "bust-2-suited")
    after = SUPER_PAIRS.odds("bust-bonus", pays={"bust-2-suited": 27})
    assert after.edge == before.edge - 2 * before.probability(suited)
