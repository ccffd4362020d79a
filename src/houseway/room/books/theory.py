"""What a wager should win: the exact edge and spread under the settings of its table, from the product's own odds.

A figure that is not at hand is a sentence: a report never waits for one.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.document.settings import Settings
from houseway.errors import HousewayError, MissingExtra
from houseway.extras import extras_named
from houseway.game import Game
from houseway.round.terms import Terms

NONE = Fraction(0)
SPLITS = "split-hands"
"""The setting that says into how many hands a wager may be split; each may be doubled."""

Law = dict[Fraction, Fraction]


class End(NamedTuple):
    """One end of a wager and in how many ways; `reach` are the units that it may come to either way, where the lab
    tells only the average of many ends."""

    terms: Terms
    ways: int
    reach: int = 0


class Theory(NamedTuple):
    """What is known of a wager: how it ends, at what meter; or in words why nothing is."""

    ends: tuple[End, ...] = ()
    meter: int = 0
    says: str = ""
    later: bool = False
    """Whether it is on its way: who asks again finds it."""

    @property
    def known(self) -> bool:
        return bool(self.ends)

    @property
    def exact(self) -> bool:
        """Whether every end is told by itself; where not, spreads are bounds."""
        return not any(end.reach for end in self.ends)

    def law(self, stake: int) -> Law:
        """What a unit of a stake wins of the house, each amount with its chance.

        An end that is told by its average is put to its two extremes with the same average: of all laws in between that
        one has the greatest spread, and the greatest mean of every convex function.
        """
        found: dict[Fraction, Fraction] = {}
        total = sum(end.ways for end in self.ends)
        for amount, ways in self._amounts(stake):
            found[amount] = found.get(amount, NONE) + ways / total
        return {amount: found[amount] for amount in sorted(found) if found[amount]}

    def _amounts(self, stake: int) -> Iterator[tuple[Fraction, Fraction]]:
        for terms, ways, reach in self.ends:
            unit = terms.unit(self.meter, stake)
            assert unit is not None
            if not reach:
                yield unit, Fraction(ways)
                continue
            up = (unit + reach) / (2 * reach)
            yield Fraction(reach), ways * up
            yield Fraction(-reach), ways * (1 - up)

    def edge(self, stake: int) -> Fraction:
        """What the house keeps of a unit, what comes off a meter not counted."""
        return -sum((amount * chance for amount, chance in self.law(stake).items()), NONE)

    def variance(self, stake: int) -> Fraction:
        """Of what a unit wins; at most this where the law is not exact."""
        law = self.law(stake)
        return sum((amount**2 * chance for amount, chance in law.items()), NONE) - self.edge(stake) ** 2


Theories = Callable[[Game, str, Settings], Theory]
"""Where a report finds what it needs to know: at once, from what was computed before, or not at all."""


def theory_of(game: Game, wager: str, settings: Settings) -> Theory:
    """Computed now, by the very odds that `houseway odds` tells."""
    if not game.dealer_plays:
        return Theory(says="players meet only each other: the house expects nothing")
    meter = game.prizes(settings).get(wager, 0)
    try:
        odds = game.odds_of(game.ask(wager, settings, meter=meter, stake=_stake(game, wager, settings)))
    except HousewayError as fault:
        return Theory(says=str(fault))
    if not odds.apart:
        return Theory(says="its ends are not told one by one: nothing is said of its spread")
    hands = settings.integer(SPLITS) if SPLITS in settings else 0
    ends = []
    for each in odds.outcomes:
        several = len(each.parts) > 1
        if several and not hands:
            return Theory(says="some of its ends are told by their average alone")
        ends.append(End(each.terms, each.combinations, 2 * hands if several else 0))
    spec = game.document.wager(wager)
    return Theory(tuple(ends), meter, "at best play" if spec.required or not spec.before_deal else "")


def _stake(game: Game, wager: str, settings: Settings) -> int:
    """A stake to ask for: what pays in dollars is told for one."""
    spec = game.document.wager(wager)
    return settings.integer(spec.least) if spec.least else 100


def kept_theory(game: Game, wager: str, settings: Settings) -> Theory:
    """The same without beginning what takes minutes: from counts that are kept of an earlier run, or a sentence."""
    try:
        with extras_named():
            from houseway.lab.cache import only_kept
    except MissingExtra as fault:
        return Theory(says=str(fault))
    with only_kept():
        return theory_of(game, wager, settings)


class Remembered:
    """Theories that are found out once each."""

    def __init__(self, find: Theories = kept_theory) -> None:
        self._find = find
        self._known: dict[tuple[str, str, tuple[tuple[str, str], ...]], Theory] = {}

    def __call__(self, game: Game, wager: str, settings: Settings) -> Theory:
        key = game.document.hash, wager, tuple(sorted(settings.show().items()))
        if key not in self._known:
            self._known[key] = self._find(game, wager, settings)
        return self._known[key]
