"""Every wager as it is counted, beside every deal of a small pack led through the order of play.

Fifteen cards: seven ranks in two suits and the joker. Dealer and seat are dealt every pair of disjoint hands; the other
five packets, of which nothing is seen and on which nothing rests, are filled with whatever cards.
"""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from houseway.cards import ACE, JACK, JOKER, KING, mask
from houseway.games import game
from houseway.games.dealer_open_pai_gow.bot import bot
from houseway.games.dealer_open_pai_gow.count.ace_high_tie import Deck
from houseway.games.dealer_open_pai_gow.count.deals import counts
from houseway.games.dealer_open_pai_gow.count.exact import rules_of, tally
from houseway.games.dealer_open_pai_gow.odds import ace_high_tie_ends, chan_chu_ends, envy_ends, jacks_beat_ends
from houseway.games.dealer_open_pai_gow.piles import wheel_of
from houseway.games.dealer_open_pai_gow.terms import envy_table, jacks_beat_table
from houseway.games.dealer_open_pai_gow.ways import way_of
from houseway.round import DEALER, Deal, Draw, Event, Reveal, Standing, Together, Voids

pytestmark = pytest.mark.compiled

PAI_GOW = game("dealer-open-pai-gow")
RANKS = (2, 3, 4, 5, JACK, KING, ACE)
SMALL = Deck(RANKS, 2)
CARDS = (*(13 * suit + rank for suit in range(2) for rank in RANKS), JOKER)
FILLER = (0, 1, 6, 7, 8, 10, 13)  # of no place that plays
STAKE = 100_00
OTHERS = {"jacks-beat": True, "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100", "games-above": 9}


def played(setup, hands):
    """The ruling on a round in which places are dealt these hands; seats are set as bots set them."""
    events: list[Event] = []
    packets = {place: iter(hands.get(place, FILLER)) for place in range(7)}
    round_, answer = PAI_GOW.round(setup), None
    try:
        while True:
            step = round_.send(answer)
            match step:
                case Draw():
                    answer = step.least
                case Deal():
                    answer = next(packets[step.to])
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


def deals():
    """Every pair of disjoint hands of the pack."""
    for dealer in combinations(CARDS, 7):
        rest = [card for card in CARDS if card not in dealer]
        for gone in rest:
            yield dealer, tuple(card for card in rest if card != gone)


def ends(found):
    """Ways by award and what a stake wins."""
    ways = Counter()
    for terms, count in found:
        ways[terms.award if terms.award != "foul" else "lose", terms.unit(None, STAKE) * STAKE] += count
    return {end: count for end, count in ways.items() if count}


def walked(game_, wager, rounds, settings, seats=1):
    """The same by playing rounds: a hand for each place, one round each."""
    setup = game_.setup(settings, dict.fromkeys(range(1, seats + 1), {"main": STAKE} | ({wager: STAKE} if wager else {})))
    return setup, rounds


VARIANTS = {
    "as printed": (PAI_GOW, {}),
    "hands always compared, another way, another wheel": (
        PAI_GOW.with_pays("main", {"win": 2, "push": "1:4"}),
        {"two-jacks-lose": "no", "ace-high-push": "no", "house-way": "conventional", "wheel": "second-highest"},
    ),
}


@pytest.mark.parametrize("variant, given", VARIANTS.values(), ids=VARIANTS)
def test_main_ace_high_tie_and_jacks_beat_are_counted_as_they_are_played(variant, given):
    settings = variant.configure(OTHERS | given | {"ace-high-tie-maximum": "400.00", "jacks-beat-maximum": "400.00"})
    setup = variant.setup(settings, {1: dict.fromkeys(("main", "ace-high-tie", "jacks-beat"), STAKE)})
    seen = {wager: Counter() for wager in setup.seats[0].wagers}
    for dealer, player in deals():
        for payout in played(setup, {DEALER: dealer, 1: player}):
            seen[payout.wager][payout.award, payout.net] += 1

    players, wheel = comb(8, 7), wheel_of(settings)
    found = [(kind, count) for (_, kind), count in counts(way_of(settings), wheel, deck=mask(CARDS)).items()]
    main = tally(found, rules_of(settings), players=players)
    jacks = jacks_beat_ends(jacks_beat_table(settings), wheel, mask(CARDS))
    assert main.deals == comb(15, 7) * players == 51_480
    assert all(main), "some deals are won, some pushed, some lost"
    assert seen["main"] == ends(main.ends(settings.in_force("main")))
    assert seen["ace-high-tie"] == ends(ace_high_tie_ends(settings.in_force("ace-high-tie"), SMALL))
    assert seen["jacks-beat"] == ends((terms, players * ways) for terms, ways in jacks)


@pytest.mark.parametrize("table", ["chan-chu-1", "chan-chu-3", "chan-chu-5"])
def test_chan_chu_and_envy_are_counted_as_they_are_played(table):
    settings = PAI_GOW.configure(chan_chu_paytable=table)
    setup = PAI_GOW.setup(settings, {seat: {"main": STAKE, "chan-chu": STAKE} for seat in (1, 2)})
    seen = {"chan-chu": Counter(), "chan-chu-envy": Counter()}
    for hand in combinations(CARDS, 7):
        ruled = {(payout.seat, payout.wager): payout for payout in played(setup, {2: hand})}
        paid = ruled[2, "chan-chu"]
        seen["chan-chu"][paid.award, paid.net] += 1
        envy = ruled.get((1, "chan-chu-envy"))
        seen["chan-chu-envy"][(envy.award, envy.net) if envy else ("nothing", 0)] += 1

    assert seen["chan-chu"] == ends(chan_chu_ends(settings.in_force("chan-chu"), settings, mask(CARDS)))
    envious = envy_table(settings)
    if envious is None:
        assert set(seen["chan-chu-envy"]) == {("nothing", 0)}
    else:
        assert seen["chan-chu-envy"] == ends(envy_ends(envious, settings, mask(CARDS)))
