"""Every wager as it is counted, beside every deal of a small pack led through the order of play.

Fifteen cards: seven ranks in two suits and the joker. Dealer and seat are dealt every pair of disjoint hands; the other
five packets, of which nothing is seen and on which nothing rests, are filled with whatever cards.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import pytest

from houseway.cards import ACE, JACK, JOKER, KING, mask, parse_cards
from houseway.games import game
from houseway.games.dealer_open_pai_gow.bot import bot
from houseway.games.dealer_open_pai_gow.count.ace_high_tie import Deck
from houseway.games.dealer_open_pai_gow.count.deals import counts
from houseway.games.dealer_open_pai_gow.count.exact import rules_of, tally
from houseway.games.dealer_open_pai_gow.odds import ace_high_tie_ends, chan_chu_ends, envy_ends, jacks_beat_ends
from houseway.games.dealer_open_pai_gow.rules import hands, house_way, way_table
from houseway.games.dealer_open_pai_gow.rules.piles import wheel_of
from houseway.games.dealer_open_pai_gow.rules.ways import Way, way_of
from houseway.games.dealer_open_pai_gow.terms import envy_table, jacks_beat_table
from houseway.poker import value
from houseway.round import DEALER, Deal, Draw, Event, Reveal, Standing, Together, Voids

pytestmark = pytest.mark.compiled

PAI_GOW = game("dealer-open-pai-gow")
RANKS = (2, 3, 4, 5, JACK, KING, ACE)
SMALL = Deck(RANKS, 2)
CARDS = (*(13 * suit + rank for suit in range(2) for rank in RANKS), JOKER)
FILLER = (0, 1, 6, 7, 8, 10, 13)  # of no place that plays
STAKE = 100_00
OTHERS = {"jacks-beat": True, "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100", "games-above": 9}


def played(setup, packets):
    """The ruling on a round in which places are dealt these hands; seats are set as bots set them."""
    events: list[Event] = []
    dealt = {place: iter(packets.get(place, FILLER)) for place in range(7)}
    round_, answer = PAI_GOW.round(setup), None
    try:
        while True:
            step = round_.send(answer)
            match step:
                case Draw():
                    answer = step.least
                case Deal():
                    answer = next(dealt[step.to])
                    events.append((step, answer))
                case Together():
                    standing = Standing(step.questions, tuple(events), None)
                    answer = tuple(bot(question, standing, setup) for question in step.questions)
                case Voids():
                    answer = frozenset()
                case Reveal():
                    answer = None
    except StopIteration as end:
        return end.value


def deals(pack):
    """Every pair of disjoint hands of a pack."""
    for dealer in combinations(pack, 7):
        rest = [card for card in pack if card not in dealer]
        for player in combinations(rest, 7):
            yield dealer, player


def ends(found):
    """Ways by award and what a stake wins."""
    ways = Counter()
    for terms, count in found:
        ways[terms.award, terms.unit(None, STAKE) * STAKE] += count
    return {end: count for end, count in ways.items() if count}


@pytest.fixture
def remembering(monkeypatch):
    """The few thousand hands of the pack are valued and set once each: rules are functions of the cards alone."""

    def remember():
        for module in (hands, house_way, way_table):
            monkeypatch.setattr(module, "value", cache(value))
        monkeypatch.setattr(Way, "set", cache(Way.set))

    return remember


def main_counted(settings, pack):
    """Deals won, pushed and lost, by the count."""
    found = counts(way_of(settings), wheel_of(settings), deck=mask(pack))
    every = [(kind, count) for (_, kind), count in found.items()]
    return tally(every, rules_of(settings), players=comb(len(pack) - 7, 7))


def test_main_ace_high_tie_and_jacks_beat_are_counted_as_they_are_played(remembering):
    settings = PAI_GOW.configure(OTHERS)
    setup = PAI_GOW.setup(settings, {1: dict.fromkeys(("main", "ace-high-tie", "jacks-beat"), STAKE)})
    main = main_counted(settings, CARDS)
    jacks = jacks_beat_ends(jacks_beat_table(settings), wheel_of(settings), mask(CARDS))

    remembering()
    seen = {wager: Counter() for wager in setup.seats[0].wagers}
    for dealer, player in deals(CARDS):
        for payout in played(setup, {DEALER: dealer, 1: player}):
            seen[payout.wager][payout.award, payout.net] += 1

    assert main.deals == comb(15, 7) * 8 == 51_480
    assert all(main), "some deals are won, some pushed, some lost"
    assert seen["main"] == ends(main.ends(settings.in_force("main")))
    assert seen["ace-high-tie"] == ends(ace_high_tie_ends(settings.in_force("ace-high-tie"), SMALL))
    assert seen["jacks-beat"] == ends((terms, 8 * ways) for terms, ways in jacks)


OURS = """name = "ours"
[[line]]
name = "front"
when = { pairs = "1+" }
place = "highest-front"
says = "With a pair the highest front."
[[line]]
name = "rest"
place = "highest-back"
says = "Else the highest back."
"""
COMPARED = {"two-jacks-lose": "no", "ace-high-push": "no"}
MAIN = {
    "always compared": ({}, COMPARED),
    "other pays": ({"win": 2, "push": "1:4"}, {"ace-high-push": "no"}),
    "a push that loses": ({"push": "lose"}, COMPARED),
    "the conventional way": ({}, {"house-way": "conventional"} | COMPARED),
    "a way of the house's own": ({"win": "3:2"}, {"house-way": OURS, "wheel": "second-highest"}),
}


@pytest.mark.parametrize("pays, given", MAIN.values(), ids=MAIN)
def test_main_is_counted_as_it_is_played_by_other_pays_rules_and_house_ways(pays, given, remembering):
    variant = PAI_GOW.with_pays("main", pays) if pays else PAI_GOW
    settings = variant.configure(given)
    setup = variant.setup(settings, {1: {"main": STAKE}})
    pack = parse_cards("2c 3c 4c 5c Jc Kc Ac 2d 3d 6d Jd Kh Qs Jk")
    main = main_counted(settings, pack)

    remembering()
    seen = Counter()
    for dealer, player in deals(pack):
        (payout,) = played(setup, {DEALER: dealer, 1: player})
        seen[payout.award, payout.net] += 1
    assert sum(seen.values()) == comb(14, 7)
    assert seen == ends(main.ends(settings.in_force("main")))


def test_chan_chu_and_envy_are_counted_as_they_are_played(remembering):
    settings = PAI_GOW.configure()
    pack = parse_cards("As Ks Qs Js Ts 9s 8s Ah Kh Qh Ad Ac 9c Jk")
    setup = PAI_GOW.setup(settings, {seat: {"main": STAKE, "chan-chu": STAKE} for seat in (1, 2)})
    chan_chu = chan_chu_ends(settings.in_force("chan-chu"), settings, mask(pack))
    envy = envy_ends(envy_table(settings), settings, mask(pack))

    remembering()
    seen = {"chan-chu": Counter(), "chan-chu-envy": Counter()}
    for hand in combinations(pack, 7):
        ruled = {(payout.seat, payout.wager): payout for payout in played(setup, {2: hand})}
        paid, envied = ruled[2, "chan-chu"], ruled.get((1, "chan-chu-envy"))
        seen["chan-chu"][paid.award, paid.net] += 1
        seen["chan-chu-envy"][(envied.award, envied.net) if envied else ("nothing", 0)] += 1

    assert len(seen["chan-chu"]) > 10, "most rows are met"
    assert len(seen["chan-chu-envy"]) > 6
    assert seen["chan-chu"] == ends(chan_chu)
    assert seen["chan-chu-envy"] == ends(envy)
