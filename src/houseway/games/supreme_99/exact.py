"""Supreme 99 counted exactly: every four cards, set every way, against every hand of the dealer.

Suits do not matter, so a pack is how many cards it holds of each rank, and a holding is four ranks: 1,820 of them in a
full deck, each in a known number of ways. A deal is the player's four cards and the dealer's four of the rest. The
packets of other places are unseen cards like those left over and change no probability. A rank stands for the card
of that number (a club) where a rule asks for cards. Counts are Python integers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from houseway.cards import RANKS, rank
from houseway.games.supreme_99.play import MAIN, READINGS
from houseway.games.supreme_99.rules import fortune, high_and_low, house_way, outcome
from houseway.games.supreme_99.simple import simple_way
from houseway.document.settings import Settings

Counts = tuple[int, ...]
"""How many cards of each rank, deuce to ace."""

Holding = tuple[int, int, int, int]
"""Four ranks in ascending order."""

Scores = tuple[int, int]
"""High and Low."""


class Tally(NamedTuple):
    """In how many ways a wager loses, pushes, wins and copies both hands: in the order of the rule's results."""

    lose: int = 0
    push: int = 0
    win: int = 0
    both_copy: int = 0

    @property
    def unit(self) -> Fraction:
        """What a unit wins over all these ways together."""
        return sum((count * MAIN[result].pays for result, count in enumerate(self)), Fraction(0))

    @property
    def value(self) -> Fraction:
        """What a unit wins on average."""
        return self.unit / sum(self)


class Line(NamedTuple):
    """A holding: in how many ways it is dealt, and what each of its three splits leads to."""

    ways: int
    splits: tuple[Tally, Tally, Tally]


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
    return tuple(outcome(*scores, *dealer) for dealer in _dealer_hands()[0])


def against(scores: Scores, ends: list[int]) -> Tally:
    """A set hand against every hand of the dealer."""
    counts = [0, 0, 0, 0]
    for result, ways in zip(_results(scores), ends, strict=True):
        counts[result] += ways
    return Tally(*counts)


def splits_of(holding: Holding, counts: Counts) -> tuple[Tally, Tally, Tally]:
    """What each split of a holding leads to against the dealer's four cards of the rest."""
    ends = dealer_ends(less(counts, holding))
    first, second, third = (against(high_and_low(*holding, split), ends) for split in range(3))
    return first, second, third


@cache
def table_of(counts: Counts) -> dict[Holding, Line]:
    """Every holding of a pack."""
    return {holding: Line(ways, splits_of(holding, counts)) for holding, ways in holdings(counts)}


def best_split(holding: Holding, splits: tuple[Tally, Tally, Tally]) -> int:
    """The split that is worth most; the dealer's way where it is as good as another."""
    house = house_way(*holding)
    return max(range(3), key=lambda split: (splits[split].unit, split == house))


PLAYS: dict[str, Callable[[Holding, tuple[Tally, Tally, Tally]], int]] = {
    "best": best_split,
    "dealer-way": lambda holding, splits: house_way(*holding),
    "simple": lambda holding, splits: simple_way(*holding),
}
"""The setting `play`: which split of a holding is played."""


def result_of(counts: Counts, play: str) -> Tally:
    """All deals of a pack under a way to play."""
    choose = PLAYS[play]
    lines = table_of(counts).items()
    return total((line.ways, line.splits[choose(holding, line.splits)]) for holding, line in lines)


def fortunes_of(counts: Counts, settings: Settings) -> dict[int, int]:
    """In how many ways each row of Pair Fortunes pays, and none."""
    reading = READINGS[settings.text("nine-nine")]
    three_is_pair = settings.text("three-of-a-kind") == "pair"
    ways_of: dict[int, int] = {}
    for holding, ways in holdings(counts):
        row = fortune(*holding, reading, three_is_pair)
        ways_of[row] = ways_of.get(row, 0) + ways
    return ways_of
