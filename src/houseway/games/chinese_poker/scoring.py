"""What one player owes another: every pair at the table settles by itself, so the sum of all is zero."""

from typing import NamedTuple

from houseway.games.chinese_poker.rules import (
    FRONT_CARDS,
    LONG_CARDS,
    LOSE,
    MORE_HANDS,
    NEITHER,
    ONE_A_HAND,
    ONE_SIX,
    SWEEP,
    TWO_FOUR,
    WIN,
    bonus,
    compare,
    foul_units,
    fouled,
    natural_units,
    pile_value,
    score,
    surrender_units,
)
from houseway.poker import LOWEST, SECOND_HIGHEST
from houseway.document.settings import Settings

PILES = ("Front", "Middle", "Back")
SIZES = (FRONT_CARDS, LONG_CARDS, LONG_CARDS)
NATURALS = ("", "three straights", "three flushes", "six pairs", "a dragon")
CLAUSES = {ONE_A_HAND: "6", TWO_FOUR: "scoring.2-4", ONE_SIX: "scoring.1-6"}

_SCORINGS = {"1-a-hand": ONE_A_HAND, "2-4": TWO_FOUR, "1-6": ONE_SIX}
_TIES = {"neither": NEITHER, "more-hands": MORE_HANDS, "sweep": SWEEP}
_WHEELS = {"lowest": LOWEST, "second-highest": SECOND_HIGHEST}


class Terms(NamedTuple):
    """What a table's settings come to, as the integers that the rules take; what is not offered costs nothing."""

    unit: int
    scoring: int
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
        return score(3, 0, self.scoring, self.ties)

    @property
    def most(self) -> int:
        """No player can lose more units than this to one other."""
        straight_flush, four, full_house, three = self.bonuses
        high = max(straight_flush, four)
        compared = max(self.sweep, self.foul) + high + max(high, full_house) + three
        with_natural = compared + self.natural if self.natural_also else max(compared, self.natural)
        return max(with_natural, self.surrender)


def terms_of(settings: Settings) -> Terms:
    """The terms of these settings."""
    scoring, ties = _SCORINGS[settings.text("scoring")], _TIES[settings.text("ties")]
    bonuses, naturals, surrender = (settings.flag(each) for each in ("bonuses", "naturals", "surrender"))
    swept = score(3, 0, scoring, ties)
    return Terms(
        unit=settings.integer("unit"),
        scoring=scoring,
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


class Shown(NamedTuple):
    """What a player brings to the comparison: the values of the three hands, a declared natural, or a surrender."""

    values: tuple[int, int, int] = (0, 0, 0)
    fouled: bool = False
    natural: int = 0
    surrendered: bool = False


def shown(piles: tuple[int, ...], terms: Terms, natural: int = 0) -> Shown:
    """A hand as it was set; a declared natural that settles alone is not set."""
    if not piles:
        return Shown(natural=natural)
    front, middle, back = (pile_value(pile, terms.wheel) for pile in piles)
    return Shown((front, middle, back), fouled(front, middle, back, terms.equal_is_legal), natural)


class Part(NamedTuple):
    """Units that one player wins from another (below zero: loses), for what, and the clause."""

    units: int
    what: str
    clause: str


def settle(mine: Shown, theirs: Shown, terms: Terms) -> tuple[Part, ...]:
    """What a player wins from another, in parts; the other way round gives the opposite."""
    if mine.surrendered or theirs.surrendered:
        units = surrender_units(mine.surrendered, theirs.surrendered, terms.surrender)
        return (Part(units, "surrender", "surrender"),)
    parts = []
    if mine.natural or theirs.natural:
        units = natural_units(mine.natural, theirs.natural, terms.natural, terms.natural_ranked)
        parts.append(Part(units, NATURALS[mine.natural or theirs.natural], "naturals"))
        if not terms.natural_also:
            return tuple(parts)
    parts.append(_compared(mine, theirs, terms))
    extra = _bonus(mine, terms) - _bonus(theirs, terms)
    return (*parts, Part(extra, "bonuses", "bonuses")) if extra else tuple(parts)


def _compared(mine: Shown, theirs: Shown, terms: Terms) -> Part:
    if mine.fouled or theirs.fouled:
        return Part(foul_units(mine.fouled, theirs.fouled, terms.foul), "foul", "5")
    results = [compare(a, b) for a, b in zip(mine.values, theirs.values, strict=True)]
    wins, losses = results.count(WIN), results.count(LOSE)
    units = score(wins, losses, terms.scoring, terms.ties)
    return Part(units, f"{wins} won, {losses} lost", CLAUSES[terms.scoring])


def _bonus(hand: Shown, terms: Terms) -> int:
    return 0 if hand.fouled else bonus(*hand.values, *terms.bonuses)


def net(mine: Shown, theirs: Shown, terms: Terms) -> int:
    """The units that a player wins from another in all."""
    return sum(part.units for part in settle(mine, theirs, terms))
