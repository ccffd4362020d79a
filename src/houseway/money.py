"""Money is integer cents; a pay is an exact ratio "to 1" or "for 1"; every rounding has a name."""

import re
from fractions import Fraction

from houseway.errors import IllegalMoney

_DOLLARS = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.([0-9][0-9]))?")
"""Digits of our own script, and no more of them than a ledger can hold."""

_MORE = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9][0-9])?")
"""The same with as many digits as somebody writes."""


def parse_cents(text: str | int) -> int:
    """Cents of `25`, `25.00`, `$1,250.50`; a whole number is dollars."""
    match = _DOLLARS.fullmatch(str(text).strip())
    if match is None and _MORE.fullmatch(str(text).strip()):
        raise IllegalMoney(f"{brief(text)} is too large an amount: it may have 15 digits of dollars")
    if match is None:
        raise IllegalMoney(f'{brief(text)} is not an amount: write dollars and cents, as in "25.00"')
    return int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def brief(given: object) -> str:
    """What was given, for a sentence: its beginning where it is long."""
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:50]}… ({len(text)} characters)"


def dollars(cents: int) -> str:
    """`$1,250.50`, with a minus sign where it is owed."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def signed(cents: int) -> str:
    """`+$8.00`, `-$25.00`, `$0.00`: a change rather than an amount."""
    return dollars(cents) if cents <= 0 else "+" + dollars(cents)


def rounded(amount: Fraction, rounding: str = "down") -> int:
    """Whole cents of an amount of no less than nothing: `down`, `up`, or `nearest` with a half up."""
    whole, rest = divmod(amount.numerator, amount.denominator)
    if rounding == "down":
        return whole
    if rounding == "up":
        return whole + (rest > 0)
    if rounding == "nearest":
        return whole + (2 * rest >= amount.denominator)
    raise IllegalMoney(f'{rounding!r} is not a rounding: write "down", "up" or "nearest"')


def winnings(stake: int, pays: Fraction) -> int:
    """What a wager wins besides its stake at `pays` to 1, rounded down."""
    return rounded(stake * pays)


def commission(won: int, rate: Fraction, rounding: str = "down", most: Fraction | None = None) -> int:
    """What the house keeps of winnings; no rounding takes more than the greatest rate does in whole cents."""
    fee = rounded(won * rate, rounding)
    return fee if most is None else min(fee, rounded(won * most))
