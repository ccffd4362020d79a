"""The exact odds of Supreme 99 against formulas, brute force and the print."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.cards import DECK, RANKS, parse_cards
from houseway.errors import UnknownName
from houseway.games import game
from houseway.games.supreme_99.count.deals import (
    counts_of,
    dealer_ends,
    holding_of,
    holdings,
    less,
    splits_of,
    table_of,
)
from houseway.games.supreme_99.count.plays import units_of
from houseway.games.supreme_99.odds import edges
from houseway.lab.result import Odds

SUPREME = game("supreme-99")
FULL = counts_of(DECK)
DEALS = comb(52, 4) * comb(48, 4)


UNITS = units_of(SUPREME.configure())


def odds(wager: str, settings: Mapping[str, object] | None = None) -> Odds:
    return SUPREME.odds_of(SUPREME.ask(wager, SUPREME.configure(settings)))


def test_13_pair_fortunes_by_formula() -> None:
    counted = {outcome.award: outcome.combinations for outcome in odds("pair-fortunes").outcomes}
    unpaired = comb(13, 4) * 4**4
    assert counted == {
        "four-of-a-kind": 13,
        "two-pair": comb(13, 2) * comb(4, 2) ** 2,
        "nine-nine": NINES * 4**4,
        "pair": 13 * comb(4, 2) * comb(12, 2) * 4**2 + 13 * comb(4, 3) * 48,
        "lose": unpaired - NINES * 4**4,
    }
    assert sum(counted.values()) == comb(52, 4) == 270_725


def test_13_the_printed_edge_is_reproduced_by_one_reading_only() -> None:
    (check,) = SUPREME.verify()
    assert check.printed == "4.70%"
    assert [tried.reading for tried in check.tried if tried.agrees] == [check.reading] == ["unpaired"]
    assert len(check.tried) == 6


NINES = 4 * 4 + comb(4, 2)
"""Unpaired ranks that make nine twice: 9 with T, J, Q or K beside one of A-8, 2-7, 3-6, 4-5; or two of these."""
THREES = 13 * comb(4, 3) * 48
KEPT = comb(13, 4) * 4**4 - 7 * NINES * 4**4 - 300 * 13 - 15 * 2_808 - (82_368 + THREES)
"""Units that the house keeps over all hands: one of every hand without a pair, less what the rows pay."""
NINES_WITH_PAIR = comb(4, 2) * comb(4, 2) * 4**2
"""A pair that makes nine twice is a pair of nines beside two unlike of T, J, Q, K."""


@pytest.mark.parametrize(
    "reading, kept",
    [
        ("unpaired", KEPT),
        ("top-down", KEPT - 5 * NINES_WITH_PAIR),
        ("unpaired-no-threes", KEPT + 2 * THREES),
        ("top-down-no-threes", KEPT + 2 * THREES - 5 * NINES_WITH_PAIR),
    ],
)
def test_13_readings_of_the_paytable_by_formula(reading: str, kept: int) -> None:
    settings = next(r.settings for r in SUPREME.document.ruling("nine-nine").readings if r.id == reading)
    assert odds("pair-fortunes", settings).edge == Fraction(kept, comb(52, 4))


def test_the_deck_holds_1820_holdings_and_all_hands() -> None:
    found = list(holdings(FULL))
    assert len(found) == comb(16, 4) == 1_820
    assert sum(ways for _, ways in found) == comb(52, 4)


def test_every_deal_is_counted_under_every_play() -> None:
    for play in ("best", "dealer-way", "simple"):
        result = odds("main", {"play": play})
        assert result.total == DEALS == 52_677_670_500
        assert [outcome.award for outcome in result.outcomes] == ["win", "both-copy", "push", "lose"]
    assert all(sum(tally) == comb(48, 4) for line in table_of(FULL).values() for tally in line.splits)


def test_the_dealers_hands_are_those_of_the_rest_of_the_pack() -> None:
    holding = holding_of(parse_cards("9h 9d Th Kc"))
    assert sum(dealer_ends(less(FULL, holding))) == comb(48, 4)


def _strength(a: int, b: int) -> int:
    """A scoring of two cards written for this test: the pair's rank above ten, or the points."""
    one, other = RANKS[a % 13], RANKS[b % 13]
    if one == other:
        return 11 + RANKS.index(one)
    value = {"A": 1} | dict.fromkeys("TJQK", 0) | {str(n): n for n in range(2, 10)}
    return (value[one] + value[other]) % 10


def _dealer(hand: tuple[int, ...]) -> tuple[int, int]:
    """The dealer's way written for this test: the highest pair in High, else the greatest Low."""
    a, b, c, d = hand
    ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    scores = [sorted((_strength(*one), _strength(*other)), reverse=True) for one, other in ways]
    paired = [(high, low) for high, low in scores if high > 10]
    high, low = max(paired, key=lambda s: (s[1] > 10, s)) if paired else max(scores, key=lambda s: s[1])
    return high, low


@pytest.mark.parametrize("cards", ["9h 9d Th Kc", "Ac 6d 8h 3s"])
def test_values_of_a_hand_by_brute_force_over_all_194_580_dealers(cards: str) -> None:
    held = parse_cards(cards)
    a, b, c, d = sorted(held, key=lambda card: card % 13)
    ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    ours = [sorted((_strength(*one), _strength(*other)), reverse=True) for one, other in ways]
    units = [0, 0, 0]
    memo: dict[tuple[int, ...], tuple[int, int]] = {}
    for hand in combinations([card for card in DECK if card not in held], 4):
        key = tuple(card % 13 for card in hand)
        high, low = memo.get(key) or memo.setdefault(key, _dealer(hand))
        for way, (mine, other) in enumerate(ours):
            copied = mine == high and other == low
            won = (mine > high) + (other > low)
            units[way] += 4 if copied else won - 1
    assert [tally.worth(UNITS) for tally in splits_of(holding_of(held), FULL)] == units


def test_best_play_beats_the_short_strategy_and_that_the_dealers_way() -> None:
    edge = edges(UNITS)
    assert 0 < edge["best"] < edge["simple"] < edge["dealer-way"]
    more = odds("main").more["edge_by_play"]
    assert more["best"]["exact"] == f"{edge['best'].numerator}/{edge['best'].denominator}"


def test_strategy_accounts_for_every_unit() -> None:
    result = SUPREME.strategy("main")
    edge = edges(UNITS)
    (_, short), (_, differ) = result.parts
    assert sum(situation.frequency for situation in short) == 1
    for play in ("simple", "best", "dealer-way"):
        values = [
            situation.frequency * option.value
            for situation in short
            for option in situation.advice.options
            if option.answer == play
        ]
        assert -sum(values) == edge[play]
    gained = Fraction(0)
    for situation in differ:
        theirs = next(option for option in situation.advice.options if option.says.endswith("the dealer's way"))
        assert theirs.value < situation.advice.best.value
        gained += situation.frequency * (situation.advice.best.value - theirs.value)
    assert gained == edge["dealer-way"] - edge["best"]
    result.json()


def test_13_pair_fortunes_has_no_decision() -> None:
    assert SUPREME.strategy("pair-fortunes").parts == ()


def test_other_quantities_and_other_wagers_are_refused() -> None:
    with pytest.raises(UnknownName, match="no quantity 'total'"):
        SUPREME.figure("total", "", SUPREME.ask("main", SUPREME.configure()))
    with pytest.raises(UnknownName, match="no wager 'nosuch'; its wagers are: main, pair-fortunes"):
        SUPREME.odds("nosuch")


FULL_ROUND = """
game = "supreme-99"
dealer = { cards = "5c 5d 3h 4d" }
[[seat]]
number = 1
cards = "8c 8d 8h 8s"
high = "8c 8d"
wagers = { main = "10.00", pair-fortunes = "1.00" }
[[seat]]
number = 2
cards = "5h 5s 7c Th"
high = "5h 5s"
wagers = { main = "10.00", pair-fortunes = "1.00" }
"""
"""A win with four of a kind; both hands copied with a pair."""


@pytest.mark.parametrize(
    "wager, award, pay, seat",
    [
        ("main", "win", 2, 1),
        ("main", "both-copy", 5, 2),
        ("pair-fortunes", "four-of-a-kind", 301, 1),
        ("pair-fortunes", "pair", 2, 2),
    ],
)
def test_one_unit_more_moves_odds_and_table_alike(wager: str, award: str, pay: int, seat: int) -> None:
    ours = SUPREME.with_pays(wager, {award: pay})
    before, after = SUPREME.odds(wager, play="dealer-way"), ours.odds(wager, play="dealer-way")
    hit = next(outcome for outcome in after.outcomes if outcome.award == award)
    assert (hit.pays, after.paytable) == (pay, f"{before.paytable} with {award}={pay}")
    assert before.edge is not None
    assert after.edge is not None
    assert before.edge - after.edge == after.probability(hit)
    paid, plain = ({(p.seat, p.wager): p for p in each.settle(FULL_ROUND)} for each in (ours, SUPREME))
    moved = {key: paid[key].net - plain[key].net for key in paid if paid[key].net != plain[key].net}
    assert moved == {(seat, wager): plain[seat, wager].stake}
    assert paid[seat, wager].award == award


def test_the_best_setting_follows_the_pays() -> None:
    """Where two copies paid a thousand, hands would be set to copy."""
    dear = SUPREME.odds("main", pays={"both-copy": 1000})
    ways = {outcome.award: outcome.combinations for outcome in dear.outcomes}
    plain = {outcome.award: outcome.combinations for outcome in odds("main").outcomes}
    assert ways["both-copy"] > plain["both-copy"]
    assert SUPREME.with_pays("main", {"push": "lose"}).set("9h 9d Th Kc", "8c 8d Tc Jc").ways[0].value == -1
