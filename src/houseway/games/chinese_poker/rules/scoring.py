"""What one player owes another: every pair at the table settles by itself, so the sum of all is zero."""

from typing import NamedTuple

from houseway.document.settings import Settings
from houseway.games.chinese_poker.rules.hands import LOSE, WIN, bonus, compare, fouled, pile_value
from houseway.poker import LOWEST, SECOND_HIGHEST
from houseway.rule import rule

ONE_A_HAND, TWO_FOUR, ONE_SIX = range(3)
"""The scorings that the document names."""

NEITHER, MORE_HANDS, SWEEP = range(3)
"""What a tied hand does under 2-4 and 1-6 scoring."""

SCHEMES = {"1-a-hand": ONE_A_HAND, "2-4": TWO_FOUR, "1-6": ONE_SIX}
_TIES = {"neither": NEITHER, "more-hands": MORE_HANDS, "sweep": SWEEP}
_WHEELS = {"lowest": LOWEST, "second-highest": SECOND_HIGHEST}


class Scoring(NamedTuple):
    """What a table's settings come to, as the integers that the rules take; what is not offered costs nothing."""

    unit: int
    scheme: int
    ties: int
    wheel: int
    equal_is_legal: bool
    foul: int
    bonuses: tuple[int, int, int, int]
    natural: int
    natural_also: bool
    natural_ranked: bool
    four_is_two_pairs: bool
    naturals: bool
    surrender: int
    surrender_offered: bool

    @property
    def sweep(self) -> int:
        """What winning all three hands wins."""
        return score(3, 0, self.scheme, self.ties)

    @property
    def most(self) -> int:
        """No player can lose more units than this to one other."""
        straight_flush, four, full_house, three = self.bonuses
        high = max(straight_flush, four)
        compared = max(self.sweep, self.foul) + high + max(high, full_house) + three
        with_natural = compared + self.natural if self.natural_also else max(compared, self.natural)
        return max(with_natural, self.surrender)


class Exposed(NamedTuple):
    """What a player exposes: the values of the three hands, a foul, a declared natural, or a surrender.

    `bonus` is what the hands claim from every other player.
    """

    values: tuple[int, int, int] = (0, 0, 0)
    fouled: bool = False
    natural: int = 0
    surrendered: bool = False
    bonus: int = 0


class Units(NamedTuple):
    """The units that a player wins from another (below zero: loses), by what they are for."""

    surrender: int
    natural: int
    compared: int
    bonuses: int


@rule("6", "scoring.2-4", "scoring.1-6")
def score(wins: int, losses: int, scoring: int, ties: int) -> int:
    """The units that a player wins from another (below zero: loses) by how many of the three hands each of them won."""
    if scoring == ONE_A_HAND:
        return wins - losses
    if wins < losses:
        return -won(losses, wins, scoring, ties)
    return won(wins, losses, scoring, ties)


@rule("scoring.2-4", "scoring.1-6")
def won(wins: int, losses: int, scoring: int, ties: int) -> int:
    """Two hands of three win 2 units or 1, all three win 4 or 6; `ties` says what a tied hand does to that."""
    if wins == 3 or (ties == SWEEP and wins > 0 and losses == 0):
        return 4 if scoring == TWO_FOUR else 6
    if wins == 2 or (ties != NEITHER and wins > losses):
        return 2 if scoring == TWO_FOUR else 1
    return 0


@rule("6")
def foul_units(mine: bool, theirs: bool, price: int) -> int:
    """A fouled hand pays its price to every hand that is not fouled; two fouled hands are even."""
    return price * (int(theirs) - int(mine))


@rule("naturals")
def natural_units(mine: int, theirs: int, units: int, ranked: bool) -> int:
    """A natural is paid by every other player; two naturals are even, or by a setting the later in the list wins."""
    if mine and theirs and not ranked:
        return 0
    return units * compare(mine, theirs)


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
    return score(wins, losses, scoring.scheme, scoring.ties)


@rule("5", "bonuses")
def set_so(front: int, middle: int, back: int, natural: int, scoring: Scoring) -> Exposed:
    """A hand whose piles are worth so much, with the natural that was declared; a foul claims no bonus."""
    foul = fouled(front, middle, back, scoring.equal_is_legal)
    straight_flush, four, full_house, three = scoring.bonuses
    claimed = 0 if foul else bonus(front, middle, back, straight_flush, four, full_house, three)
    return Exposed((front, middle, back), foul, natural, False, claimed)


@rule("naturals")
def natural_alone(mine: int, theirs: int, also: bool) -> bool:
    """A natural takes the place of the comparison and the bonuses or, by a setting, is paid besides them."""
    return (mine != 0 or theirs != 0) and not also


@rule("6", "bonuses", "naturals", "surrender")
def settled(mine: Exposed, theirs: Exposed, scoring: Scoring) -> Units:
    """Surrender goes before a natural, a natural before the comparison; the bonuses of two players are set off."""
    if mine.surrendered or theirs.surrendered:
        return Units(surrender_units(mine.surrendered, theirs.surrendered, scoring.surrender), 0, 0, 0)
    declared = natural_units(mine.natural, theirs.natural, scoring.natural, scoring.natural_ranked)
    if natural_alone(mine.natural, theirs.natural, scoring.natural_also):
        return Units(0, declared, 0, 0)
    return Units(0, declared, compared_units(mine, theirs, scoring), mine.bonus - theirs.bonus)


@rule("6")
def net(mine: Exposed, theirs: Exposed, scoring: Scoring) -> int:
    """The units that a player wins from another in all; the other way round gives the opposite."""
    units = settled(mine, theirs, scoring)
    return units.surrender + units.natural + units.compared + units.bonuses


def scoring_of(settings: Settings) -> Scoring:
    """What these settings come to."""
    scheme, ties = SCHEMES[settings.text("scoring")], _TIES[settings.text("ties")]
    bonuses, naturals, surrender = (settings.flag(each) for each in ("bonuses", "naturals", "surrender"))
    swept = score(3, 0, scheme, ties)
    return Scoring(
        unit=settings.integer("unit"),
        scheme=scheme,
        ties=ties,
        wheel=_WHEELS[settings.text("wheel")],
        equal_is_legal=settings.flag("equal-middle-back"),
        foul=swept if settings.text("foul") == "swept" else settings.integer("foul-units"),
        bonuses=(
            settings.integer("bonus-straight-flush") * bonuses,
            settings.integer("bonus-four-of-a-kind") * bonuses,
            settings.integer("bonus-full-house") * bonuses,
            settings.integer("bonus-three-of-a-kind") * bonuses,
        ),
        natural=settings.integer("natural-units") * naturals,
        natural_also=settings.text("natural-settles") == "also",
        natural_ranked=settings.text("two-naturals") == "ranked",
        four_is_two_pairs=settings.flag("four-is-two-pairs"),
        naturals=naturals,
        surrender=settings.integer("surrender-units") * surrender,
        surrender_offered=surrender,
    )


def exposed(piles: tuple[int, ...], scoring: Scoring, natural: int = 0) -> Exposed:
    """A hand as it was set; a declared natural that settles alone is not set."""
    if not piles:
        return Exposed(natural=natural)
    front, middle, back = (pile_value(pile, scoring.wheel) for pile in piles)
    return set_so(front, middle, back, natural, scoring)


def score_of_each(scoring: Scoring) -> tuple[int, ...]:
    """What each of the 27 results of three comparisons scores: at `9 * front + 3 * middle + back + 13`."""
    results = [(code // 9 - 1, code // 3 % 3 - 1, code % 3 - 1) for code in range(27)]
    return tuple(score(each.count(WIN), each.count(LOSE), scoring.scheme, scoring.ties) for each in results)
