"""What a run has come to: the edge of each wager with its error, beside the exact figure; the distribution, arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.lab.result import exact as both_forms
from houseway.lab.result import percent
from houseway.simulate.loop import Ints
from houseway.simulate.run import Run
from houseway.simulate.work import codes_of
from houseway.tabular import Rows, Tabular
from houseway.version import __version__

LEVEL = 0.95
"""Of the confidence intervals."""


def _rounds(many: int) -> str:
    return "1 round" if many == 1 else f"{many:,} rounds"


class Share(NamedTuple):
    """One end of a wager: what it is, what a unit wins by it, how often it came."""

    award: str
    pays: Fraction
    times: int


class Arrays(NamedTuple):
    """The distribution of a wager as arrays, one place an end."""

    pays: npt.NDArray[np.float64]
    counts: Ints


@dataclass(frozen=True)
class Simulated:
    """A wager as it was simulated."""

    wager: str
    made: int
    edge: Fraction
    error: float
    exact: Fraction | None
    distribution: tuple[Share, ...]

    @property
    def known(self) -> bool:
        """Whether there is an error: of a single drawing, as one round is, there is none."""
        return isfinite(self.error)

    @property
    def in_points(self) -> str:
        """The error in percentage points, in words; nothing where there is none."""
        return f"{100 * self.error:.4f}" if self.known else ""

    @property
    def z(self) -> float | None:
        """How many standard errors the edge is from the exact figure; None where there is none, or no error."""
        if self.exact is None or not self.error or not self.known:
            return None
        return float(self.edge - self.exact) / self.error

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Where the edge lies, at this confidence."""
        reach = NormalDist().inv_cdf((1 + level) / 2) * self.error
        return float(self.edge) - reach, float(self.edge) + reach

    @property
    def arrays(self) -> Arrays:
        return Arrays(
            np.array([float(each.pays) for each in self.distribution]),
            np.array([each.times for each in self.distribution], np.int64),
        )

    def json(self) -> dict[str, Any]:
        low, high = self.interval()
        return {
            "made": self.made,
            "edge": {"percent": float(100 * self.edge), "error": 100 * self.error if self.known else None},
            "interval": {"level": LEVEL, "low": 100 * low, "high": 100 * high} if self.known else None,
            "exact": None if self.exact is None else both_forms(self.exact),
            "z": self.z,
            "distribution": [
                {"award": each.award, "pays": str(each.pays), "count": each.times} for each in self.distribution
            ],
        }


@dataclass(frozen=True)
class Result(Tabular):
    """A run that has ended, or was cancelled: a wager is `result["main"]`."""

    run: Run

    @cached_property
    def wagers(self) -> Mapping[str, Simulated]:
        """Every wager that was made at all."""
        simulation, counts = self.run.simulation, self.run.counts
        found = {}
        for at, wagered in enumerate(simulation.wagers):
            edge = counts.edge(at)
            if edge is None:
                continue
            exact = simulation.exact(wagered.wager) if simulation.comparable else None
            shares = zip(wagered.awards(), wagered.worths(), counts.ends_of(at), strict=True)
            ends: dict[tuple[str, Fraction], int] = {}
            for award, pays, count in shares:
                if count:
                    ends[award, pays] = ends.get((award, pays), 0) + count
            spread = tuple(Share(*key, count) for key, count in sorted(ends.items(), key=lambda end: -end[0][1]))
            found[wagered.wager] = Simulated(wagered.wager, edge.wagers, edge.edge, edge.error, exact, spread)
        return found

    def __getitem__(self, wager: str) -> Simulated:
        return self.wagers[wager]

    @property
    def rounds(self) -> int:
        return self.run.counts.rounds

    @property
    def seed(self) -> int:
        return self.run.seed

    @property
    def rate(self) -> float:
        return self.run.rate

    def codes(self, rounds: int, first: int = 0) -> Ints:
        """The ends of the first rounds one by one, a row a round and a column a wager of each seat; -1: not made."""
        return codes_of(self.run.simulation, self.seed, rounds, first)

    def __repr__(self) -> str:
        plan = self.run.simulation.plan
        edges = ", ".join(
            f"{each.wager} {percent(each.edge)}" + (f" ± {each.in_points}" if each.known else "")
            for each in self.wagers.values()
        )
        return f"<{_rounds(self.rounds)} of {plan.settings.document.game}, seed {self.seed}: {edges}>"

    def tabulated(self) -> Rows:
        plan = self.run.simulation.plan
        rows = [
            (
                each.wager,
                each.made,
                percent(each.edge),
                each.in_points,
                "" if each.exact is None else percent(each.exact),
                "" if each.z is None else f"{each.z:+.2f}",
            )
            for each in self.wagers.values()
        ]
        title = f"{plan.settings.document.name}, {plan.strategy_name}: {_rounds(self.rounds)}, seed {self.seed}"
        notes = (*self.run.simulation.notes, *(("Cancelled: this is what was done.",) if self.run.cancelled else ()))
        return Rows(title, ("wager", "made", "house edge", "±", "exact", "z"), rows, notes)

    def json(self) -> dict[str, Any]:
        """As `houseway simulate --json` prints it."""
        run, plan = self.run, self.run.simulation.plan
        shoe = plan.shoe
        return {
            "game": plan.settings.document.game,
            "settings": plan.settings.show(),
            "document": plan.settings.document.hash,
            "strategy": plan.strategy_name,
            "seats": plan.seats,
            "shoe": {"penetration": float(100 * shoe.penetration), "burnt": shoe.burnt} if shoe.penetration else None,
            "rounds": self.rounds,
            "seed": self.seed,
            "rate": self.rate,
            "seconds": run.seconds,
            "where": run.where,
            "cancelled": run.cancelled,
            "wagers": {wager: each.json() for wager, each in self.wagers.items()},
            "notes": list(run.simulation.notes),
            "version": __version__,
        }
