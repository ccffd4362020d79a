"""Joint risk: what a seat wins on several wagers of one hand together, not each by itself."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from houseway.document.settings import Settings
from houseway.errors import IllegalBet, UnknownName
from houseway.game import Game, Progress
from houseway.lab import law as laws
from houseway.lab.law import Law, law_of
from houseway.lab.result import exact
from houseway.lab.session import Session, session_of
from houseway.round.terms import Terms
from houseway.tabular import Rows, Tabular

Ends = Iterable[tuple[tuple[Terms, ...], int]]
"""How several wagers of a hand end together, and in how many ways."""


class Measured(NamedTuple):
    """In how many rounds something was measured, and from which seed."""

    rounds: int
    seed: int


@dataclass(frozen=True)
class Joint(Tabular):
    """Several wagers of one seat: `stakes` in units, the law of their sum, and of each alone; counted, or measured."""

    title: str
    stakes: Mapping[str, Fraction]
    law: Law
    alone: Mapping[str, Law]
    covariance: Mapping[tuple[str, str], Fraction]
    measured: Measured | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """The wagers as people call them, where that is known."""

    def __repr__(self) -> str:
        return f"<{self.title}: edge {float(100 * self.edge):.4f} % of what is staked, deviation {self.sd:.4f} units>"

    @property
    def staked(self) -> Fraction:
        return sum(self.stakes.values(), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a unit staked, over all wagers."""
        return -laws.mean(self.law) / self.staked

    @property
    def variance(self) -> Fraction:
        """Of what the seat wins in a round."""
        return laws.central(self.law, 2)

    @property
    def sd(self) -> float:
        return sqrt(self.variance)

    @property
    def as_if_independent(self) -> float:
        """The deviation if the wagers had nothing to do with each other."""
        return sqrt(sum((laws.central(each, 2) for each in self.alone.values()), Fraction(0)))

    def correlation(self, one: str, other: str) -> float:
        """Of two of the wagers."""
        spread = laws.central(self.alone[one], 2) * laws.central(self.alone[other], 2)
        return float(self.covariance[one, other]) / sqrt(spread) if spread else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """What the deviation lies between whatever the wagers have to do with each other: by the parts alone."""
        parts = sorted(sqrt(laws.central(each, 2)) for each in self.alone.values())
        return max(0.0, parts[-1] - sum(parts[:-1])), sum(parts)

    def session(self, rounds: int, bankroll: int | None = None) -> Session:
        """What so many rounds of all these wagers win together, in units."""
        return session_of(self.law, rounds, self.title, bankroll)

    def tabulated(self) -> Rows:
        return Rows(repr(self).strip("<>"), ("worth", "probability"), list(self.law.items()), tuple(self.notes()))

    def _name(self, wager: str) -> str:
        return self.names.get(wager, wager)

    def notes(self) -> Iterable[str]:
        """How the wagers move together."""
        wagers = list(self.stakes)
        for index, one in enumerate(wagers):
            for other in wagers[index + 1 :]:
                yield f"{self._name(one)} and {self._name(other)}: correlation {self.correlation(one, other):+.4f}."
        yield f"Deviation {self.sd:.4f} units; {self.as_if_independent:.4f} if the wagers were independent."
        if self.measured is not None:
            low, high = self.bounds
            error = 100 * self.sd / sqrt(self.measured.rounds) / float(self.staked)
            yield (
                f"Measured in {self.measured.rounds:,} rounds (seed {self.measured.seed}), not counted: the standard "
                f"error of the edge is {error:.4f} points. The deviation lies between {low:.4f} and {high:.4f} units "
                "whatever the wagers have to do with each other."
            )

    def json(self) -> dict[str, Any]:
        """As `houseway joint --json` prints it."""
        wagers = list(self.stakes)
        return {
            "of": self.title,
            "stakes": {wager: str(units) for wager, units in self.stakes.items()},
            "edge": exact(self.edge),
            "standard_deviation": self.sd,
            "if_independent": self.as_if_independent,
            "correlations": {
                f"{one}, {other}": self.correlation(one, other)
                for index, one in enumerate(wagers)
                for other in wagers[index + 1 :]
            },
            "method": "exact" if self.measured is None else "measured",
            **({} if self.measured is None else {"measured": self.measured._asdict(), "bounds": list(self.bounds)}),
            "law": [{"wins": str(units), "probability": str(chance)} for units, chance in self.law.items()],
        }


def joint_of(title: str, stakes: Mapping[str, Fraction], ends: Ends, cents: int = 0) -> Joint:
    """The law of the sum, from how the wagers end together; `cents` is a unit, where prizes are in dollars."""
    if not stakes or any(each <= 0 for each in stakes.values()):
        raise IllegalBet("say how many units are on each wager, more than nothing")
    wagers = list(stakes)
    counted = [
        ([terms.worth(stake=int(stakes[w] * cents)) * stakes[w] for w, terms in zip(wagers, each, strict=True)], ways)
        for each, ways in ends
    ]
    total = sum(ways for _, ways in counted)
    alone = {wager: law_of((won[at], ways) for won, ways in counted) for at, wager in enumerate(wagers)}
    means = [laws.mean(alone[wager]) for wager in wagers]
    covariance = {
        (one, other): sum((won[a] * won[b] * ways for won, ways in counted), Fraction(0)) / total - means[a] * means[b]
        for a, one in enumerate(wagers)
        for b, other in enumerate(wagers)
    }
    return Joint(title, stakes, law_of((sum(won, Fraction(0)), ways) for won, ways in counted), alone, covariance)


def refuse_lacking(game: Game, wagers: Collection[str]) -> None:
    """Refuse wagers that nobody makes without others."""
    for wager in wagers:
        game.document.wager(wager)
    for lacks, sentence in game.lacking(wagers):
        raise IllegalBet(sentence, lacks.clause)


def joint(
    game: Game, stakes: Mapping[str, Fraction], settings: Settings, cents: int = 0, progress: Progress = None
) -> Joint:
    """What one seat wins on these wagers together."""
    wagers = tuple(stakes)
    refuse_lacking(game, wagers)
    ends = game.together(wagers, settings, progress) if len(wagers) > 1 else _alone(game, wagers[0], settings, progress)
    return named(game, joint_of(title_of(game, stakes), stakes, ends, cents))


def named(game: Game, found: Joint) -> Joint:
    """The same with the wagers' names."""
    return replace(found, names={wager: game.document.wager(wager).name for wager in found.stakes})


def title_of(game: Game, stakes: Mapping[str, Fraction]) -> str:
    """What is on which wager."""
    return f"{game.name}, " + " and ".join(
        f"{units} on {game.document.wager(wager).name}" for wager, units in stakes.items()
    )


def _alone(game: Game, wager: str, settings: Settings, progress: Progress) -> Ends:
    odds = game.odds_of(game.ask(wager, settings))
    if any(len(each.parts) > 1 for each in odds.outcomes):
        return game.together((wager,), settings, progress)
    if odds.law is None:
        raise UnknownName(f"{wager}: its ends do not stand apart, each with its own pay")
    return [((each.terms,), each.combinations) for each in odds.outcomes]
