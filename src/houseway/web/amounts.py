"""Amounts and counts as people read them on pages: a true minus sign, and separators; scripts write the same."""

from houseway import money
from houseway.sheet import minus


def dollars(cents: int) -> str:
    """`$1,250.50`, `−$25.00`."""
    return minus(money.dollars(cents))


def signed(cents: int) -> str:
    """`+$8.00`, `−$25.00`, `$0.00`: a change rather than an amount."""
    return minus(money.signed(cents))


def thousands(count: int) -> str:
    """`1,000`: how many, with separators as amounts have; not what is known by its number."""
    return f"{count:,}"


__all__ = ["dollars", "minus", "signed", "thousands"]
