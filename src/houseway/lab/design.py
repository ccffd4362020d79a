"""Design: whole-number pays for a wager, found and proved best by an integer solver (`whole_pays`).

The counts of a wager are taken once for every set of rows that is kept; what remains is a problem in integers: an edge
within a window, bounds on each row, the least mean square of what a unit wins, and how often it wins. What the solver
finds is counted again by the game itself before it is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, gcd, lcm, sqrt
from typing import Any, NamedTuple

from houseway.errors import IllegalAnswer, IllegalSetting, UnknownName
from houseway.game import Game, Progress
from houseway.lab.result import Odds, exact
from houseway.lab.whatif import table_of
from houseway.lab.whole_pays import Line, Problem, solved
from houseway.tabular import Rows, Tabular


class Wish(NamedTuple):
    """What is wanted: an edge between `low` and `high`, bounds on the pay of each award, how often it wins at least.

    `drop` are awards that need not be paid at all; a row pays at least `gap` less than the one above it, or, where that
    is None, whatever it likes. `lively` wants the greatest swings instead of the least.
    """

    low: Fraction
    high: Fraction
    bounds: Mapping[str, tuple[int, int]] = {}
    most: int = 1000
    hits: Fraction = Fraction(0)
    drop: tuple[str, ...] = ()
    gap: int | None = 0
    lively: bool = False


class Design(NamedTuple):
    """Pays by award, "lose" where an award is dropped, and what they come to; `proved` the best of their kind."""

    pays: Mapping[str, int | str]
    odds: Odds
    proved: bool

    @property
    def square(self) -> Fraction:
        """The mean square of what a unit wins: the variance and the square of the edge together."""
        return Fraction(self.odds.variance or 0) + (self.odds.edge or Fraction(0)) ** 2

    @property
    def hits(self) -> Fraction:
        return Fraction(self.odds.hit_frequency or 0)

    def json(self) -> dict[str, Any]:
        edge, variance = self.odds.edge, self.odds.variance
        return {
            "pays": dict(self.pays),
            "edge": None if edge is None else exact(edge),
            "standard_deviation": None if variance is None else sqrt(variance),
            "hit_frequency": exact(self.hits),
            "proved": self.proved,
        }


@dataclass(frozen=True)
class Frontier(Tabular):
    """The designs that no other one betters: one that wins as often and swings as little, and does better in one."""

    wager: str
    wish: Wish
    designs: tuple[Design, ...]

    def __repr__(self) -> str:
        window = f"{float(100 * self.wish.low):g} % to {float(100 * self.wish.high):g} %"
        return f"<{len(self.designs)} designs of {self.wager} with an edge of {window}>"

    def tabulated(self) -> Rows:
        awards = list(dict.fromkeys(award for each in self.designs for award in each.pays))
        rows = [
            (*(str(each.pays[award]) for award in awards), each.odds.edge, sqrt(each.odds.variance or 0), each.hits)
            for each in self.designs
        ]
        return Rows(repr(self).strip("<>"), (*awards, "edge", "standard deviation", "hit frequency"), rows)

    def json(self) -> dict[str, Any]:
        """As `houseway design --json` prints it."""
        return {
            "wager": self.wager,
            "edge": [float(100 * self.wish.low), float(100 * self.wish.high)],
            "designs": [each.json() for each in self.designs],
        }


def frontier(game: Game, wager: str, wish: Wish, *, progress: Progress = None, **asked: Any) -> Frontier:
    """Every design on the frontier, over all sets of the rows that may be dropped."""
    base = game.odds(wager, **asked)
    rows = tuple(row.award for row in table_of(base).rows if row.pay.kind == "ratio")
    _check(wish, rows, base)
    found: list[Design] = []
    kept = [each for size in range(len(wish.drop) + 1) for each in combinations(wish.drop, size)]
    for number, dropped in enumerate(kept, 1):
        if len(dropped) < len(rows):
            pays = dict.fromkeys(dropped, "lose")
            counted = game.odds(wager, pays=pays, **asked) if dropped else base
            found += _front(game, wager, wish, counted, rows, dropped, asked)
        if progress is not None:
            progress(number / len(kept))
    best = [each for each in found if not any(_betters(other, each, wish) for other in found)]
    return Frontier(wager, wish, tuple(sorted(best, key=lambda each: (-each.hits, each.square))))


def _betters(one: Design, other: Design, wish: Wish) -> bool:
    """Whether one design is as good in both and better in one."""
    calm = one.square - other.square if wish.lively else other.square - one.square
    return one.hits >= other.hits and calm >= 0 and (one.hits > other.hits or calm > 0)


def _check(wish: Wish, rows: Sequence[str], odds: Odds) -> None:
    if not odds.stands_apart:
        raise UnknownName(f"{odds.wager}: its ends do not stand apart, each with its own pay: nothing to design")
    if not rows:
        raise IllegalSetting(f"{odds.paytable} pays dollars or shares of a meter: there are no pays to 1 to design")
    unknown = [each for each in (*wish.bounds, *wish.drop) if each not in rows]
    if unknown:
        raise UnknownName(f"{odds.paytable} has no row {unknown[0]!r}; those that can be designed: {', '.join(rows)}")
    if not -1 <= wish.low <= wish.high <= 1:
        raise IllegalAnswer("an edge lies between -100 % and 100 %, the lower bound first")
    if len(wish.drop) > 8:
        raise IllegalAnswer("at most eight rows may be dropped: each doubles the work")
    for award, (least, most) in wish.bounds.items():
        if not 0 <= least <= most <= 100_000:
            raise IllegalAnswer(f"the bounds of {award} are two whole numbers, the lesser first: 1..20")


# ------------------------------------------------------------------------------------------------ in integers


def problem_of(odds: Odds, rows: Sequence[str], wish: Wish) -> Problem:
    """The counts of a wager in whole numbers, as small as they get; an award that cannot come has none."""
    table = table_of(odds) if odds.paytable in {each.id for each in odds.settings.document.paytables} else None
    basis = table.basis if table is not None else "to 1"
    ends = {each.award: each for each in odds.outcomes if each.award in rows and each.terms.paytable == odds.paytable}
    others = [each for each in odds.outcomes if each.award not in ends]
    shares = [1 - each.terms.commission for each in ends.values()]
    parts = lcm(*(each.denominator for each in [*shares, *((o.pays or Fraction(0)) for o in others)]))
    common = gcd(*(each.combinations for each in odds.outcomes))
    lines = tuple(
        _line(row, end.combinations // common, int((1 - end.terms.commission) * parts), basis, wish)
        if (end := ends.get(row)) is not None
        else _line(row, 0, parts, basis, wish)
        for row in rows
    )
    units = [(int((each.pays or 0) * parts), each.combinations // common) for each in others]
    return Problem(
        lines,
        parts,
        odds.total // common,
        sum(won * ways for won, ways in units),
        sum(won**2 * ways for won, ways in units),
        sum(ways for won, ways in units if won > 0),
    )


def _line(award: str, ways: int, slope: int, basis: str, wish: Wish) -> Line:
    floor_ = 2 if basis == "for 1" else 1  # the least that wins something
    least, most = wish.bounds.get(award, (floor_, wish.most))
    return Line(award, ways, slope, -slope if basis == "for 1" else 0, least, most)


def _front(
    game: Game,
    wager: str,
    wish: Wish,
    odds: Odds,
    rows: Sequence[str],
    dropped: Sequence[str],
    asked: Mapping[str, Any],
) -> Iterator[Design]:
    """The frontier of one set of rows: the best mean square for every frequency of winning that there is."""
    problem = problem_of(odds, [row for row in rows if row not in dropped], wish)
    hits = ceil(wish.hits * problem.total)
    while (answer := solved(problem, wish, hits)) is not None:
        pays: dict[str, int | str] = {**answer.pays, **dict.fromkeys(dropped, "lose")}
        in_order = {award: pays[award] for award in rows}
        counted = game.odds(wager, pays=in_order, **asked)
        if counted.edge is None or not wish.low <= counted.edge <= wish.high:
            raise IllegalAnswer(f"{wager}: what was designed does not count as it was solved: say so to its authors")
        yield Design(in_order, counted, answer.proved)
        hits = answer.hits + 1
