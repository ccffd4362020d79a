"""The law of what a unit wins: each amount with its chance, and what it says of spread and skew.

Exact: fractions throughout, but for the root that a skewness ends in.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt

Law = Mapping[Fraction, Fraction]
"""What is won, below zero where it is lost, and with which probability: together one."""


def law_of(ways: Iterable[tuple[Fraction, int]]) -> dict[Fraction, Fraction]:
    """Amounts with the number of ways in which each is won, as a law in ascending order."""
    found: dict[Fraction, int] = {}
    for pays, count in ways:
        if count:
            found[pays] = found.get(pays, 0) + count
    total = sum(found.values())
    return {pays: Fraction(found[pays], total) for pays in sorted(found)}


def mean(law: Law) -> Fraction:
    """What is won on average."""
    return sum((pays * chance for pays, chance in law.items()), Fraction(0))


def central(law: Law, power: int) -> Fraction:
    """A central moment; the second is the variance."""
    middle = mean(law)
    return sum(((pays - middle) ** power * chance for pays, chance in law.items()), Fraction(0))


def skewness(law: Law) -> float | None:
    """The third standardised moment; None where nothing varies."""
    variance = central(law, 2)
    return float(central(law, 3)) / sqrt(variance) ** 3 if variance else None


def n_zero(edge: Fraction | float, variance: Fraction | float) -> Fraction | float | None:
    """N0: after how many rounds what is expected equals one standard deviation; None where nothing is expected."""
    return variance / edge**2 if edge else None
