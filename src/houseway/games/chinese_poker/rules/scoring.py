"""What one player owes another: every pair at the table settles by itself, so the sum of all is zero."""

from typing import NamedTuple, TypeAlias

from houseway.games.chinese_poker.rules.hands import (
    LOSE,
    WIN,
    Bonuses,
    Claims,
    bonus,
    compare,
    fouled,
    pile_value,
)
from houseway.games.chinese_poker.rules.naturals import Prices
from houseway.rule import rule

ONE_A_HAND, TWO_FOUR, ONE_SIX, OWN = range(4)
"""The scorings that the document names, and an operator's own."""

NEITHER, MORE_HANDS, SWEEP = range(3)
"""What a tied hand does where two hands of three, or all three, must be won."""

EVEN, RANKED, OFFSET = range(3)
"""Two naturals: neither pays, the later in the list wins, or each pays the other's price."""

Scores: TypeAlias = tuple[int, int, int, int]
"""The units for winning one hand and losing none, two and one, two and none, and all three."""

RESULTS = ((1, 0), (2, 1), (2, 0), (3, 0))
"""Hands won and lost, in the order of `Scores`."""


class Scoring(NamedTuple):
    """What a table's settings come to, as the integers that the rules take; what is not offered costs nothing.

    Of several naturals a hand is paid for the first by `dearest`: by price or, where naturals are ranked, by the list.
    """

    unit: int
    scheme: int
    scores: Scores
    wheel: int
    equal_is_legal: bool
    foul: int
    bonuses: Bonuses
    bonus_won_only: bool
    prices: Prices
    dearest: Prices
    two_naturals: int
    natural_also: bool
    natural_declared: bool
    four_is_two_pairs: bool
    naturals: bool
    surrender: int
    surrender_offered: bool
    surrender_shown: bool

    @property
    def sweep(self) -> int:
        """What winning all three hands wins."""
        return score(3, 0, self.scores)

    @property
    def most(self) -> int:
        """No player can lose more units than this to one other."""
        compared = max(*self.scores, self.foul) + sum(max(pile) for pile in self.bonuses)
        dearest = max(self.prices)
        with_natural = compared + dearest if self.natural_also else max(compared, dearest)
        return max(with_natural, self.surrender)


class Exposed(NamedTuple):
    """What a player exposes: the values of the three hands, a foul, a natural that is paid, or a surrender.

    `bonus` is what the three hands claim from every other player.
    """

    values: tuple[int, int, int] = (0, 0, 0)
    fouled: bool = False
    natural: int = 0
    surrendered: bool = False
    bonus: Claims = (0, 0, 0)


class Units(NamedTuple):
    """The units that a player wins from another (below zero: loses), by what they are for."""

    surrender: int
    natural: int
    compared: int
    bonuses: int


@rule("6", "scoring.2-4", "scoring.1-6", "modifications")
def score(wins: int, losses: int, scores: Scores) -> int:
    """The units that a player wins from another (below zero: loses) by how many of the three hands each of them won."""
    if wins == losses:
        return 0
    if wins < losses:
        return -score_won(losses, wins, scores)
    return score_won(wins, losses, scores)


@rule("6")
def score_won(wins: int, losses: int, scores: Scores) -> int:
    """The units of who has won more hands than the other."""
    if losses == 1:
        return scores[1]
    return scores[0] if wins == 1 else scores[wins]


@rule("6", "scoring.2-4", "scoring.1-6")
def document_score(wins: int, losses: int, scoring: int, ties: int) -> int:
    """What the document's scorings give who wins more hands than the other: a unit a hand, 2 and 4, or 1 and 6."""
    if scoring == ONE_A_HAND:
        return wins - losses
    if scoring == TWO_FOUR:
        return of_three(wins, losses, 2, 4, ties)
    return of_three(wins, losses, 1, 6, ties)


@rule("scoring.2-4", "scoring.1-6")
def of_three(wins: int, losses: int, lesser: int, sweep: int, ties: int) -> int:
    """Two hands of three win the lesser amount, all three the greater; `ties` says what a tied hand does to that."""
    if wins == 3 or (ties == SWEEP and wins > 0 and losses == 0):
        return sweep
    if wins == 2 or (ties != NEITHER and wins > losses):
        return lesser
    return 0


@rule("6")
def foul_units(mine: bool, theirs: bool, price: int) -> int:
    """A fouled hand pays its price to every hand that is not fouled; two fouled hands are even."""
    return price * (int(theirs) - int(mine))


@rule("naturals")
def natural_units(mine: int, theirs: int, prices: Prices, two: int) -> int:
    """A natural is paid by every other player; two naturals are even, ranked by the list, or each paid for."""
    if mine and theirs:
        if two == EVEN:
            return 0
        if two == RANKED:
            return compare(mine, theirs) * prices[max(mine, theirs)]
    return prices[mine] - prices[theirs]


@rule("surrender")
def surrender_units(mine: bool, theirs: bool, price: int) -> int:
    """Who surrenders pays the price to every player who does not."""
    return price * (int(theirs) - int(mine))


@rule("5", "6", "scoring.2-4", "scoring.1-6")
def compared_units(mine: Exposed, theirs: Exposed, scoring: Scoring) -> int:
    """The three hands one by one, unless one of the players has fouled."""
    if mine.fouled or theirs.fouled:
        return foul_units(mine.fouled, theirs.fouled, scoring.foul)
    wins, losses = 0, 0
    for place in range(3):
        result = compare(mine.values[place], theirs.values[place])
        wins += int(result == WIN)
        losses += int(result == LOSE)
    return score(wins, losses, scoring.scores)


@rule("bonuses")
def claimed(mine: Exposed, theirs: Exposed, won_only: bool) -> int:
    """What a player's bonuses bring from another: all, or by a setting those of hands that win; a foul wins none."""
    units = 0
    for place in range(3):
        if not won_only or theirs.fouled or mine.values[place] > theirs.values[place]:
            units += mine.bonus[place]
    return units


@rule("5", "bonuses")
def set_so(front: int, middle: int, back: int, natural: int, scoring: Scoring) -> Exposed:
    """A hand whose piles are worth so much, with the natural that is paid; a foul claims no bonus."""
    if fouled(front, middle, back, scoring.equal_is_legal):
        return Exposed((front, middle, back), True, natural, False, (0, 0, 0))
    return Exposed((front, middle, back), False, natural, False, bonus(front, middle, back, scoring.bonuses))


@rule("naturals")
def natural_alone(mine: int, theirs: int, also: bool) -> bool:
    """A natural takes the place of the comparison and the bonuses or, by a setting, is paid besides them."""
    return (mine != 0 or theirs != 0) and not also


@rule("6", "bonuses", "naturals", "surrender")
def settled(mine: Exposed, theirs: Exposed, scoring: Scoring) -> Units:
    """Surrender goes before a natural, a natural before the comparison; the bonuses of two players are set off."""
    if mine.surrendered or theirs.surrendered:
        return Units(surrender_units(mine.surrendered, theirs.surrendered, scoring.surrender), 0, 0, 0)
    paid = natural_units(mine.natural, theirs.natural, scoring.prices, scoring.two_naturals)
    if natural_alone(mine.natural, theirs.natural, scoring.natural_also):
        return Units(0, paid, 0, 0)
    bonuses = claimed(mine, theirs, scoring.bonus_won_only) - claimed(theirs, mine, scoring.bonus_won_only)
    return Units(0, paid, compared_units(mine, theirs, scoring), bonuses)


@rule("6")
def net(mine: Exposed, theirs: Exposed, scoring: Scoring) -> int:
    """The units that a player wins from another in all; the other way round gives the opposite."""
    units = settled(mine, theirs, scoring)
    return units.surrender + units.natural + units.compared + units.bonuses


def exposed(piles: tuple[int, ...], scoring: Scoring, natural: int = 0) -> Exposed:
    """A hand as it was set; a natural that settles alone is not set."""
    if not piles:
        return Exposed(natural=natural)
    front, middle, back = (pile_value(pile, scoring.wheel) for pile in piles)
    return set_so(front, middle, back, natural, scoring)


def score_of_each(scoring: Scoring) -> tuple[int, ...]:
    """What each of the 27 results of three comparisons scores: at `9 * front + 3 * middle + back + 13`."""
    results = [(code // 9 - 1, code // 3 % 3 - 1, code % 3 - 1) for code in range(27)]
    return tuple(score(each.count(WIN), each.count(LOSE), scoring.scores) for each in results)
