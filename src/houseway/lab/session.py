"""A session: what so many rounds of one wager win together, with its percentiles, and how long a bankroll lasts.

Rounds are independent and each stakes one unit. What they win together stands on a lattice; its law is a power of the
law of one round, taken by a fast Fourier transform of known error, and where the lattice is longer than is kept, the
mass that is folded back is bounded by Chernoff. Ruin is counted round by round with sums of positive numbers only.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log, log2, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.errors import IllegalAnswer
from houseway.lab import law as laws
from houseway.lab.law import Law
from houseway.tabular import Rows, Tabular

Floats = NDArray[np.float64]

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
LONGEST = 1 << 24
"""Points of the lattice that are kept at most."""

MOST_WORK = 6_000_000_000
"""Additions for a bankroll at most: half a minute."""

ROUNDING = 2.0**-53


class Ruin(NamedTuple):
    """How often a bankroll of so many units does not last: between `low` and `high`."""

    bankroll: int
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Session(Tabular):
    """What `rounds` rounds win together, in units: `mass[i]` is the chance of `low + i * step`.

    No chance of winning at most so much is further from the truth than `bound`.
    """

    title: str
    rounds: int
    mean: Fraction
    variance: Fraction
    low: Fraction
    step: Fraction
    mass: Floats
    bound: float
    ruin: Ruin | None = None

    def __repr__(self) -> str:
        return f"<{self.rounds:,} rounds of {self.title}: {float(self.mean):+.2f} units, give or take {self.sd:.2f}>"

    @property
    def sd(self) -> float:
        """The standard deviation, in units."""
        return sqrt(self.variance)

    def at(self, index: int) -> Fraction:
        """What is won at a point of the lattice."""
        return self.low + index * self.step

    def chance(self, *, below: Fraction = Fraction(0)) -> float:
        """How often less than this is won."""
        index = min(max(0, ceil((below - self.low) / self.step)), len(self.mass))
        return float(self.mass[:index].sum())

    @property
    def behind(self) -> float:
        """How often the session loses."""
        return self.chance()

    @property
    def even(self) -> float:
        """How often it ends where it began."""
        index = -self.low / self.step
        return float(self.mass[int(index)]) if index.denominator == 1 and 0 <= index < len(self.mass) else 0.0

    @property
    def ahead(self) -> float:
        """How often it wins."""
        return max(0.0, 1 - self.behind - self.even)

    @property
    def shares(self) -> dict[str, float]:
        """How often it ends ahead, even and behind."""
        return {"ahead": self.ahead, "even": self.even, "behind": self.behind}

    def percentile(self, percent: float) -> Fraction:
        """The least amount that, with this chance, is not exceeded."""
        return self.at(min(int(np.searchsorted(np.cumsum(self.mass), percent / 100)), len(self.mass) - 1))

    def tabulated(self) -> Rows:
        rows: list[tuple[Any, ...]] = [(f"{each} %", self.percentile(each)) for each in PERCENTILES]
        return Rows(repr(self).strip("<>"), ("percentile", "worth"), rows, tuple(self.notes()))

    def notes(self) -> Iterator[str]:
        """Ahead, even, behind and ruin, in sentences."""
        shares = ", ".join(f"{each} {100 * share:.2f} %" for each, share in self.shares.items())
        yield f"Of all sessions: {shares}."
        if self.ruin is not None:
            yield f"A bankroll of {self.ruin.bankroll:,} units does not last {_between(self.ruin)} of the time."
        yield f"No chance told here is wrong by more than {self.bound:.0e}."

    def chart(self, word: Callable[[str], str] = str) -> Any:
        """The distribution, with its percentiles marked; `word` says its texts in another language."""
        from houseway.lab.chart import session

        return session(self, word)

    def json(self) -> dict[str, Any]:
        """As `houseway session --json` prints it."""
        ruin = self.ruin
        return {
            "of": self.title,
            "rounds": self.rounds,
            "mean": float(self.mean),
            "standard_deviation": self.sd,
            **self.shares,
            "percentiles": {str(each): float(self.percentile(each)) for each in PERCENTILES},
            "ruin": None if ruin is None else {"bankroll": ruin.bankroll, "low": ruin.low, "high": ruin.high},
            "bound": self.bound,
        }


def _between(ruin: Ruin) -> str:
    low, high = f"{100 * ruin.low:.2f} %", f"{100 * ruin.high:.2f} %"
    return low if low == high else f"{low} to {high}"


def refuse_rounds(rounds: int) -> None:
    """Refuse a session of no rounds, or of more than are computed."""
    if not 1 <= rounds <= 1_000_000:
        raise IllegalAnswer(f"a session has between 1 and 1,000,000 rounds, not {rounds:,}")


def session_of(law: Law, rounds: int, title: str, bankroll: int | None = None) -> Session:
    """The law of so many rounds, and the ruin of a bankroll where one is given."""
    refuse_rounds(rounds)
    step = _step(law)
    low = min(law)
    window = _window(law, low, step, rounds)
    return Session(
        title,
        rounds,
        rounds * laws.mean(law),
        rounds * laws.central(law, 2),
        rounds * low + window.start * step,
        step,
        *_power(law, low, step, rounds, window),
        None if bankroll is None else ruin_of(law, rounds, bankroll),
    )


def _common(amounts: Iterator[Fraction]) -> Fraction:
    """The greatest step of which all amounts are whole multiples."""
    known = list(amounts)
    below = lcm(*(each.denominator for each in known))
    return Fraction(gcd(*(int(each * below) for each in known)), below)


def _step(law: Law) -> Fraction:
    """The distance of the lattice on which sums stand; one unit where nothing varies."""
    low = min(law)
    return _common(pays - low for pays in law) or Fraction(1)


class _Window(NamedTuple):
    """The points of the lattice that are kept, and the mass at most that lies outside of them."""

    start: int
    points: int
    outside: float


def _window(law: Law, low: Fraction, step: Fraction, rounds: int) -> _Window:
    """All points, or a power of two of them around the mean."""
    jumps = {int((pays - low) / step): float(chance) for pays, chance in law.items()}
    whole = max(jumps) * rounds + 1
    if whole <= 1 << 16:
        return _Window(0, 1 << max(0, (whole - 1).bit_length()), 0.0)
    middle = float(rounds * (laws.mean(law) - low) / step)
    spread = sqrt(rounds * laws.central(law, 2)) / float(step)
    points = 1 << 16
    while points <= LONGEST:
        if points >= whole:
            return _Window(0, points, 0.0)
        start = max(0, int(middle - points / 4))
        outside = _above(jumps, rounds, start + points, spread) + _below(jumps, rounds, start, spread)
        if outside < 1e-12:
            return _Window(start, points, outside)
        points *= 2
    raise IllegalAnswer(f"{rounds:,} rounds of pays so far apart do not fit: ask for fewer rounds")


def _tilts(largest: float) -> Iterator[float]:
    return (largest * 10 ** (-each / 8) for each in range(80))


def _above(jumps: dict[int, float], rounds: int, point: int, spread: float) -> float:
    """At most the chance of sums at or above a point: the best of many exponential bounds."""
    return min((_tilted(jumps, rounds, point, tilt) for tilt in _tilts(60 / max(jumps))), default=1.0)


def _below(jumps: dict[int, float], rounds: int, point: int, spread: float) -> float:
    """At most the chance of sums below a point."""
    return 0.0 if point == 0 else min(_tilted(jumps, rounds, point, -tilt) for tilt in _tilts(60 / max(spread, 1.0)))


def _tilted(jumps: dict[int, float], rounds: int, point: int, tilt: float) -> float:
    """Chernoff: E[exp(t J)]^n exp(-t a)."""
    largest = max(tilt * jump for jump in jumps)
    moment = largest + log(sum(chance * exp(tilt * jump - largest) for jump, chance in jumps.items()))
    exponent = rounds * moment - tilt * point
    return exp(exponent) if exponent < 0 else 1.0


def _power(law: Law, low: Fraction, step: Fraction, rounds: int, window: _Window) -> tuple[Floats, float]:
    """The mass of so many rounds on the window, and how far a sum of it may be from the truth.

    The transform's error is at most 6 log2(L) roundings in the 2-norm (Higham, Accuracy and Stability, 24.1); a power
    multiplies it by the rounds, since no value lies outside the unit circle; a sum of m points by the root of m.
    """
    points = window.points
    one = np.zeros(points)
    for pays, chance in law.items():
        one[int((pays - low) / step) % points] += float(chance)
    waves = np.fft.rfft(one)
    size = np.abs(waves)
    waves = np.where(size > 1, waves / np.where(size > 0, size, 1), waves)
    folded = np.fft.irfft(raised(waves, rounds), points)
    mass = np.clip(np.roll(folded, -(window.start % points)), 0.0, None)
    each = 6 * max(1.0, log2(points)) * ROUNDING
    bound = sqrt(points) * (rounds * (each + 8 * ROUNDING) + each) + 2 * window.outside
    return mass, bound


def raised(waves: NDArray[np.complex128], power: int) -> NDArray[np.complex128]:
    """By squaring: every product's error is known."""
    result = np.ones_like(waves)
    while power:
        if power & 1:
            result = result * waves
        power >>= 1
        if power:
            waves = waves * waves
    return result


def ruin_of(law: Law, rounds: int, bankroll: int) -> Ruin:
    """How often a bankroll cannot make the next wager of one unit, before so many rounds are played.

    Whoever comes past the top of the lattice stays there (which can only ruin more) or is safe (only less).
    """
    if not 1 <= bankroll <= 1_000_000:
        raise IllegalAnswer(f"a bankroll has between 1 and 1,000,000 units, not {bankroll:,}")
    step = _common(iter([*law, Fraction(1)]))
    needed, start = int(1 / step), int(bankroll / step)
    top = _top(law, rounds, start, step)
    moves = [(int(pays / step), float(chance)) for pays, chance in law.items()]
    if rounds * len(moves) * top * 2 > MOST_WORK:
        raise IllegalAnswer("this bankroll and so many rounds take too long to follow: ask for fewer of either")
    held = np.zeros((2, top + 1))
    held[:, start] = 1.0
    lost = np.zeros(2)
    for _ in range(rounds):
        held = _moved(held, moves, top)
        lost += held[:, :needed].sum(axis=1)
        held[:, :needed] = 0.0
    slack = rounds * (len(moves) + 2) * ROUNDING
    return Ruin(bankroll, max(0.0, float(lost[0]) * (1 - slack)), min(1.0, float(lost[1]) * (1 + slack)))


def _top(law: Law, rounds: int, start: int, step: Fraction) -> int:
    """Where the lattice of a bankroll ends: twelve standard deviations up, or what can be reached at all."""
    reached = start + rounds * max(0, int(max(law) / step))
    likely = start + ceil(12 * sqrt(rounds * laws.central(law, 2)) / float(step))
    return max(start, min(reached, likely, 1 << 18))


def _moved(held: Floats, moves: list[tuple[int, float]], top: int) -> Floats:
    """One round: the first row forgets what passes the top, the second keeps it there."""
    after = np.zeros_like(held)
    for move, chance in moves:
        if move >= 0:
            after[:, min(move, top + 1) :] += chance * held[:, : max(0, top + 1 - move)]
            after[1, top] += chance * held[1, max(0, top + 1 - move) :].sum()
        else:
            after[:, : max(0, top + 1 + move)] += chance * held[:, min(-move, top + 1) :]
            after[:, 0] += chance * held[:, : min(-move, top + 1)].sum(axis=1)
    return after
