"""Every way to deal player and dealer, counted by the values of the cards.

Suits and pictures do not matter, so a shoe is a few counts: how many cards it holds of each value. A deal is the
player's three cards, the dealer's three cards, and the next card for each, whether it is drawn or not, so that every
deal weighs the same. The hands of other seats are unseen cards like those left in the shoe and change no probability.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

from houseway.games.super_pan_9.play import DRAW, STAND, pack
from houseway.games.super_pan_9.rules import LOSE, TIE, WIN, dealer_draws, outcome, total, value

Shoe = tuple[int, ...]
"""How many cards of each value are left."""

Units = tuple[Fraction, Fraction, Fraction]
"""What a win, a tie and a loss are worth."""

Plan = dict["Holding", str]
"""A decision for every holding."""


class Holding(NamedTuple):
    """Three cards by their values, in ascending order."""

    values: tuple[int, int, int]

    @property
    def total(self) -> int:
        return total(sum(self.values))

    def __str__(self) -> str:
        return "-".join("A" if v == 1 else str(v) for v in reversed(self.values))


class Tally(NamedTuple):
    """In how many ways a hand wins, ties and loses."""

    win: int
    tie: int
    lose: int

    def worth(self, units: "Units") -> Fraction:
        """What is won over all these ways together, where a win, a tie and a loss are worth so many units."""
        return self.win * units[0] + self.tie * units[1] + self.lose * units[2]

    def times(self, ways: int) -> "Tally":
        return Tally(self.win * ways, self.tie * ways, self.lose * ways)


def sum_of(tallies: Iterator[Tally]) -> Tally:
    """Ways added up."""
    wins, ties, losses = zip(*tallies, strict=True)
    return Tally(sum(wins), sum(ties), sum(losses))


@cache
def full_shoe(decks: int) -> Shoe:
    """The shoe of so many decks, from the very cards of the table's pack."""
    return shoe_of(pack(decks))


def shoe_of(cards: Iterable[int]) -> Shoe:
    """Cards counted by their values."""
    counts = Counter(value(card) for card in cards)
    return tuple(counts[v] for v in range(10))


def threes(shoe: Shoe) -> Iterator[tuple[tuple[int, int, int], int, Shoe]]:
    """Every three cards by value, in how many ways the shoe holds them, and what is left of it."""
    for a, b, c in combinations_with_replacement(range(len(shoe)), 3):
        taken = Counter((a, b, c))
        ways = 1
        for v, count in taken.items():
            ways *= comb(shoe[v], count)
        if ways:
            yield (a, b, c), ways, tuple(have - taken[v] for v, have in enumerate(shoe))


@lru_cache(maxsize=4096)
def dealer_totals(shoe: Shoe) -> list[int]:
    """In how many ways the dealer ends on each total 0 to 9: three cards, and the next card, drawn or not.

    Whoever draws: the next card is laid aside first, then the three are taken from the rest.
    """
    ends = [0] * 10
    pairs, three = _pairs_and_threes(shoe)
    for start in range(10):
        if not dealer_draws(start):
            ends[start] += three[start] * (sum(shoe) - 3)
    for v, count in enumerate(shoe):
        for start in range(10) if count else ():
            if dealer_draws(start):
                ends[total(start + v)] += count * _without(shoe, pairs, three, v, start)
    return ends


def _pairs_and_threes(shoe: Shoe) -> tuple[list[int], list[int]]:
    """In how many ways two and three cards come to each total, by Newton's identities between sums of powers."""
    twice, thrice, pairs, three = ([0] * 10 for _ in range(4))
    for v, count in enumerate(shoe):
        twice[total(2 * v)] += count
        thrice[total(3 * v)] += count
    for v, count in enumerate(shoe):
        for other, more in enumerate(shoe):
            pairs[total(v + other)] += count * more
    pairs = [(both - same) // 2 for both, same in zip(pairs, twice, strict=True)]
    for v, count in enumerate(shoe):
        for points in range(10):
            three[total(v + points)] += count * (pairs[points] - twice[points])
    return pairs, [(each + same) // 3 for each, same in zip(three, thrice, strict=True)]


def _without(shoe: Shoe, pairs: list[int], three: list[int], v: int, points: int) -> int:
    """In how many ways three cards come to a total while one of value v lies aside."""
    left = total(points + 20 - 2 * v)
    one = shoe[left] - (left == v)
    return three[points] - (pairs[total(points + 10 - v)] - one)


def against(player: int, dealer: list[int]) -> Tally:
    """A player's total against every end of the dealer."""
    ways = {WIN: 0, TIE: 0, LOSE: 0}
    for end, count in enumerate(dealer):
        ways[outcome(player, end)] += count
    return Tally(ways[WIN], ways[TIE], ways[LOSE])


def stand(holding: Holding, shoe: Shoe) -> Tally:
    """Over all deals of this holding when it stands; the player's next card is any of those that are left."""
    return against(holding.total, dealer_totals(shoe)).times(sum(shoe) - 4)


def draw(holding: Holding, shoe: Shoe) -> Tally:
    """Over all deals of this holding when it draws."""
    return sum_of(
        against(total(holding.total + v), dealer_totals(_less(shoe, v))).times(count)
        for v, count in enumerate(shoe)
        if count
    )


def _less(shoe: Shoe, v: int) -> Shoe:
    return (*shoe[:v], shoe[v] - 1, *shoe[v + 1 :])


@cache
def table_of(shoe: Shoe) -> dict[Holding, tuple[int, dict[str, Tally]]]:
    """For every holding: in how many ways it is dealt, and what standing and drawing lead to."""
    return {
        holding: (ways, {STAND: stand(holding, rest), DRAW: draw(holding, rest)})
        for cards, ways, rest in threes(shoe)
        for holding in (Holding(cards),)
    }
