"""Supreme 99 counted exactly: every four cards, set every way, against every hand of the dealer.

Suits do not matter, so a pack is how many cards it holds of each rank, and a holding is four ranks: 1,820 of them in a
full deck, each in a known number of ways. A deal is the player's four cards and the dealer's four of the rest. The
packets of other places are unseen cards like those left over and change no probability. Counts are Python integers.
What the ends are worth is not asked here: see `plays`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from houseway.cards import RANKS, rank
from houseway.document.settings import Settings
from houseway.games.supreme_99.rules import SPLITS, high_and_low, house_way, outcome
from houseway.games.supreme_99.terms import fortune_of

Counts = tuple[int, ...]
"""How many cards of each rank, deuce to ace."""

Holding = tuple[int, int, int, int]
"""Four ranks in ascending order."""

Scores = tuple[int, int]
"""High and Low."""

Units = tuple[Fraction, Fraction, Fraction, Fraction]
"""What a loss, a push, a win and two copies are worth."""


class Tally(NamedTuple):
    """In how many ways a wager loses, pushes, wins and copies both hands: in the order of the rule's results."""

    lose: int = 0
    push: int = 0
    win: int = 0
    both_copy: int = 0

    def worth(self, units: Units) -> Fraction:
        """What is won over all these ways together, where each end is worth so many units."""
        return sum((count * unit for count, unit in zip(self, units, strict=True)), Fraction(0))

    def value(self, units: Units) -> Fraction:
        """What is won on average."""
        return self.worth(units) / sum(self)


Splits = tuple[Tally, Tally, Tally]
"""What each of the three splits of a holding leads to."""


class Line(NamedTuple):
    """A holding: in how many ways it is dealt, and what each of its three splits leads to."""

    ways: int
    splits: Splits


def total(tallies: Iterable[tuple[int, Tally]]) -> Tally:
    """Tallies added up, each so many times."""
    sums = [0, 0, 0, 0]
    for times, tally in tallies:
        for result, count in enumerate(tally):
            sums[result] += times * count
    return Tally(*sums)


def counts_of(pack: Iterable[int]) -> Counts:
    """A pack by its ranks."""
    held = Counter(rank(card) for card in pack)
    return tuple(held[r] for r in range(len(RANKS)))


def holding_of(cards: Iterable[int]) -> Holding:
    """Four cards by their ranks."""
    a, b, c, d = sorted(rank(card) for card in cards)
    return a, b, c, d


def less(counts: Counts, holding: Holding) -> Counts:
    """What is left of a pack."""
    return tuple(have - holding.count(r) for r, have in enumerate(counts))


def holdings(counts: Counts) -> Iterator[tuple[Holding, int]]:
    """Every holding that a pack can deal, in how many ways."""
    for holding in combinations_with_replacement(range(len(counts)), 4):
        ways = prod(comb(counts[r], times) for r, times in Counter(holding).items())
        if ways:
            yield holding, ways


@cache
def _dealer_hands() -> tuple[tuple[Scores, ...], tuple[tuple[int, int, int, int, int], ...]]:
    """What the dealer's hands score when set by clause 6, and for each holding its place there and its factors.

    A factor is the place in the list of `dealer_ends` of the ways to draw so many cards of one rank; a holding has up
    to four, and the place of a 1 for those it lacks.
    """
    scores: dict[Scores, int] = {}
    hands = []
    for holding in combinations_with_replacement(range(len(RANKS)), 4):
        end = scores.setdefault(high_and_low(*holding, house_way(*holding)), len(scores))
        w, x, y, z = [*(5 * r + times for r, times in Counter(holding).items()), 0, 0, 0][:4]
        hands.append((end, w, x, y, z))
    return tuple(scores), tuple(hands)


def dealer_scores() -> tuple[Scores, ...]:
    """What the dealer's hands score, in the order of `dealer_ends`."""
    return _dealer_hands()[0]


def dealer_ends(rest: Counts) -> list[int]:
    """In how many ways the dealer gets each of the scores of `_dealer_hands` from what is left of the pack."""
    scores, hands = _dealer_hands()
    ways = [comb(have, times) for have in rest for times in range(5)]  # ways[0] is 1: no card of a rank
    ends = [0] * len(scores)
    for end, w, x, y, z in hands:
        ends[end] += ways[w] * ways[x] * ways[y] * ways[z]
    return ends


@cache
def _results(scores: Scores) -> tuple[int, ...]:
    """How these scores meet each of the dealer's."""
    return tuple(outcome(*scores, *dealer) for dealer in dealer_scores())


def against(scores: Scores, ends: list[int]) -> Tally:
    """A set hand against every hand of the dealer."""
    counts = [0, 0, 0, 0]
    for result, ways in zip(_results(scores), ends, strict=True):
        counts[result] += ways
    return Tally(*counts)


def splits_of(holding: Holding, counts: Counts) -> Splits:
    """What each split of a holding leads to against the dealer's four cards of the rest."""
    ends = dealer_ends(less(counts, holding))
    first, second, third = (against(high_and_low(*holding, split), ends) for split in range(len(SPLITS)))
    return first, second, third


@cache
def table_of(counts: Counts) -> dict[Holding, Line]:
    """Every holding of a pack."""
    return {holding: Line(ways, splits_of(holding, counts)) for holding, ways in holdings(counts)}


def fortunes_of(counts: Counts, settings: Settings) -> dict[int, int]:
    """In how many ways each row of Pair Fortunes comes, and none."""
    ways_of: dict[int, int] = {}
    for holding, ways in holdings(counts):
        row = fortune_of(holding, settings)
        ways_of[row] = ways_of.get(row, 0) + ways
    return ways_of
