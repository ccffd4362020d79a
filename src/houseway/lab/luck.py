"""Is it luck? How likely a result as extreme is: exactly, by a transform of known error, or bounded.

Rounds are independent. Within a round several wagers may hang together in any way: where one has, nothing is assumed of
how, and the chance is bounded. Never is a normal law taken for the truth: where it is used, its error is bounded too.

    exact      the convolution of the laws of all wagers, in whole numbers
    transform  the same by a fast Fourier transform, whose error is told (see `session`)
    bounded    Chernoff's bound; wagers of one round together by Hoelder's inequality, E[exp(t(X+Y))] is at most
               (E[exp(2tX)] E[exp(2tY)])^(1/2), whatever X has to do with Y. Where all wagers are independent, the
               theorem of Berry and Esseen bounds it from both sides, with the constant 0.56 (Shevtsova, 2010).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import erfc, exp, gcd, inf, lcm, log, log2, sqrt
from typing import NamedTuple

from houseway.lab import law as laws
from houseway.lab.law import Law
from houseway.lab.session import ROUNDING, raised

BERRY_ESSEEN = 0.56
MOST_EXACT = 1_500_000
"""Products of whole numbers for an exact answer at most, long ones counted as several: a few seconds."""

LONGEST = 1 << 21
"""Points of the lattice of a transform at most."""

EXACT, TRANSFORM, BOUNDED = METHODS = ("exact", "transform", "bounded")

Group = tuple[int, ...]
"""The wagers of one round, by the numbers of their laws."""


class Chance(NamedTuple):
    """A probability between two bounds; one number where it is exact."""

    low: float
    high: float

    def times(self, looks: int) -> "Chance":
        """Of at least one in so many looks, at most: the sum of all (Bonferroni), whatever they have in common."""
        return self if looks == 1 else Chance(0.0, min(1.0, self.high * looks))

    def __str__(self) -> str:
        low, high = in_words(self.low), in_words(self.high)
        if self.low == self.high or (self.low > 0 and low == high):
            return high
        return f"at most {high}" if self.low <= 0 else f"{low} to {high}"


def in_words(chance: float) -> str:
    """A probability as a percentage, or as one in so many where it is small."""
    if chance >= 0.0095:
        return f"{100 * chance:.2g} %" if chance < 0.995 else "100 %"
    return "0" if chance <= 0 else f"1 in {1 / chance:,.0f}" if chance > 1e-12 else f"{chance:.0e}"


class Luck(NamedTuple):
    """How likely a result as high, as low, and as extreme is."""

    result: Fraction
    expected: Fraction
    deviation: float
    method: str
    as_high: Chance
    as_low: Chance

    @property
    def as_extreme(self) -> Chance:
        """Both sides: twice the rarer one."""
        high = min(self.as_high.high, self.as_low.high)
        low = min(self.as_high.low, self.as_low.low)
        return Chance(min(1.0, 2 * low), min(1.0, 2 * high))


def luck(rounds: Mapping[Group, int], of: Sequence[Law], result: Fraction, slack: Fraction, *, exact: bool) -> Luck:
    """How likely it is that these rounds come to a result as extreme.

    `rounds` counts rounds by the wagers in them, `of` are the laws of what each wager wins. `slack` is how far the
    result may be from what the laws call it (broken cents), and `exact` says whether the laws are so, or spread too
    wide.
    """
    expected = sum((n * laws.mean(of[each]) for group, n in rounds.items() for each in group), Fraction(0))
    spread = sqrt(sum(n * sum(_sd(of[each]) for each in group) ** 2 for group, n in rounds.items()))
    alone = exact and all(len(group) == 1 for group in rounds)
    kinds = Counter({group[0]: n for group, n in rounds.items()}) if alone else Counter[int]()
    if not rounds:
        return Luck(result, expected, 0.0, EXACT, Chance(1.0, 1.0), Chance(1.0, 1.0))
    if alone and _effort(kinds, of) <= MOST_EXACT:
        return Luck(result, expected, spread, EXACT, *_exact(kinds, of, result, slack))
    if alone and _points(kinds, of) <= LONGEST:
        return Luck(result, expected, spread, TRANSFORM, *_transformed(kinds, of, result, slack))
    return Luck(result, expected, spread, BOUNDED, *_bounded(rounds, of, result, slack, alone=alone))


def _sd(law: Law) -> float:
    return sqrt(laws.central(law, 2))


# ---------------------------------------------------------------------------------------------------- exactly


def _step(kinds: Mapping[int, int], of: Sequence[Law]) -> Fraction:
    """The distance of the lattice on which all sums stand."""
    amounts = [amount - min(of[kind]) for kind in kinds for amount in of[kind]]
    below = lcm(*(each.denominator for each in amounts))
    return Fraction(gcd(*(int(each * below) for each in amounts)), below) or Fraction(1)


def _points(kinds: Mapping[int, int], of: Sequence[Law]) -> int:
    step = _step(kinds, of)
    return 1 + sum(n * int((max(of[kind]) - min(of[kind])) / step) for kind, n in kinds.items())


def _effort(kinds: Mapping[int, int], of: Sequence[Law]) -> float:
    """About how many products of short numbers an exact convolution takes."""
    step, support, bits, work = _step(kinds, of), 1, 0.0, 0.0
    for kind, n in sorted(kinds.items()):
        law = of[kind]
        wide = int((max(law) - min(law)) / step)
        each = log2(lcm(*(chance.denominator for chance in law.values())))
        ends = support + n * wide
        work += n * len(law) * (support + ends) / 2 * (1 + (bits + n * each / 2) / 4000)
        support, bits = ends, bits + n * each
        if work > MOST_EXACT:
            return inf
    return work


def _exact(kinds: Mapping[int, int], of: Sequence[Law], result: Fraction, slack: Fraction) -> tuple[Chance, Chance]:
    """The chances of a sum as high and as low, counted in whole numbers; floats only at the end."""
    step = _step(kinds, of)
    least = sum((n * min(of[kind]) for kind, n in kinds.items()), Fraction(0))
    ways: dict[int, int] = {0: 1}
    for kind, n in kinds.items():
        law = of[kind]
        whole = lcm(*(chance.denominator for chance in law.values()))
        moves = [(int((amount - min(law)) / step), int(chance * whole)) for amount, chance in law.items()]
        for _ in range(n):
            after: dict[int, int] = {}
            for at, count in ways.items():
                for move, weight in moves:
                    after[at + move] = after.get(at + move, 0) + count * weight
            ways = after
    total = sum(ways.values())

    def above(bound: Fraction) -> float:
        return float(Fraction(sum(count for at, count in ways.items() if least + at * step >= bound), total))

    def below(bound: Fraction) -> float:
        return float(Fraction(sum(count for at, count in ways.items() if least + at * step <= bound), total))

    high = Chance(above(result + slack), above(result - slack))
    return high, Chance(below(result - slack), below(result + slack))


# ---------------------------------------------------------------------------------------------------- by a transform


def _transformed(
    kinds: Mapping[int, int], of: Sequence[Law], result: Fraction, slack: Fraction
) -> tuple[Chance, Chance]:
    """The same on a lattice that holds every sum; the error is that of `session`, over all wagers together."""
    import numpy as np

    step = _step(kinds, of)
    points = 1 << max(1, (_points(kinds, of) - 1).bit_length())
    least = sum((n * min(of[kind]) for kind, n in kinds.items()), Fraction(0))
    waves = np.ones(points // 2 + 1, dtype=np.complex128)
    for kind, n in kinds.items():
        law = of[kind]
        one = np.zeros(points)
        for amount, chance in law.items():
            one[int((amount - min(law)) / step)] += float(chance)
        wave = np.fft.rfft(one)
        size = np.abs(wave)
        waves *= raised(np.where(size > 1, wave / np.where(size > 0, size, 1), wave), n)
    mass = np.clip(np.fft.irfft(waves, points), 0.0, None)
    each = 6 * log2(points) * ROUNDING
    bound = sqrt(points) * (sum(kinds.values()) * (each + 8 * ROUNDING) + each)

    def above(amount: Fraction) -> float:
        return float(mass[max(0, -int(-(amount - least) // step)) :].sum())

    def below(amount: Fraction) -> float:
        return float(mass[: max(0, int((amount - least) // step) + 1)].sum())

    high = _between(above(result + slack), above(result - slack), bound)
    return high, _between(below(result - slack), below(result + slack), bound)


def _between(low: float, high: float, error: float) -> Chance:
    return Chance(max(0.0, low - error), min(1.0, high + error))


# ---------------------------------------------------------------------------------------------------- bounded


def _bounded(
    rounds: Mapping[Group, int], of: Sequence[Law], result: Fraction, slack: Fraction, *, alone: bool
) -> tuple[Chance, Chance]:
    used = sorted({each for group in rounds for each in group})
    law = {each: [(float(amount), float(chance)) for amount, chance in of[each].items()] for each in used}
    upper = chernoff(rounds, law, float(result - slack))
    turned = {each: [(-amount, chance) for amount, chance in pairs] for each, pairs in law.items()}
    lower = chernoff(rounds, turned, float(-(result + slack)))
    if not alone:
        return Chance(0.0, upper), Chance(0.0, lower)
    error, deviation, expected = _berry_esseen(rounds, of)
    if not deviation:
        return Chance(0.0, upper), Chance(0.0, lower)

    def tighter(from_mean: Fraction, chernoffs: float) -> Chance:
        widest, least = (normal_above(float(from_mean + by) / deviation) for by in (-slack, slack))
        high = min(widest + error, chernoffs)
        return Chance(min(high, max(0.0, least - error)), high)

    middle = Fraction(expected)
    return tighter(result - middle, upper), tighter(middle - result, lower)


def normal_above(deviations: float) -> float:
    """The chance that a normal law gives to so many deviations above its mean, or more."""
    return erfc(deviations / sqrt(2)) / 2


def _berry_esseen(rounds: Mapping[Group, int], of: Sequence[Law]) -> tuple[float, float, float]:
    """By how much a normal law may be wrong anywhere, with its deviation and mean."""
    variance = third = expected = 0.0
    for group, n in rounds.items():
        middle = laws.mean(of[group[0]])
        expected += n * float(middle)
        variance += n * float(laws.central(of[group[0]], 2))
        third += n * sum(float(abs(amount - middle) ** 3 * chance) for amount, chance in of[group[0]].items())
    return (BERRY_ESSEEN * third / variance**1.5 if variance else 1.0), sqrt(variance), expected


Pairs = Sequence[tuple[float, float]]


def chernoff(rounds: Mapping[Group, int], law: Mapping[int, Pairs], result: float) -> float:
    """At most the chance of a sum as high: the least of exp(K(t) - t r), K summed over rounds by Hoelder's inequality.

    Any t gives a bound, so none is wrong for not being the best; a billionth is added for roundings.
    """
    reach = max(abs(amount) for pairs in law.values() for amount, _ in pairs) or 1.0
    low, high = 0.0, 1.0 / reach
    while _exponent(rounds, law, high, result) < _exponent(rounds, law, high / 2, result) and high < 1e6 / reach:
        high *= 2
    for _ in range(80):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if _exponent(rounds, law, left, result) < _exponent(rounds, law, right, result):
            high = right
        else:
            low = left
    best = min(0.0, _exponent(rounds, law, (low + high) / 2, result))
    return min(1.0, exp(best) * (1 + 1e-9))


def _exponent(rounds: Mapping[Group, int], law: Mapping[int, Pairs], tilt: float, result: float) -> float:
    return sum(n * _round(group, law, tilt) for group, n in rounds.items()) - tilt * result


def _round(group: Group, law: Mapping[int, Pairs], tilt: float) -> float:
    """The logarithm of E[exp(t S)] of a round, at most."""
    many = len(group)
    return sum(_moment(law[each], tilt * many) for each in group) / many


def _moment(pairs: Pairs, tilt: float) -> float:
    largest = max(tilt * amount for amount, _ in pairs)
    return largest + log(sum(chance * exp(tilt * amount - largest) for amount, chance in pairs))
