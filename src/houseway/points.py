"""Baccarat points: what a card counts and what a hand totals."""

from houseway.cards import ACE, NINE, rank
from houseway.rule import common


@common
def point(card: int) -> int:
    """Aces count one, two to nine their face, tens and pictures nothing."""
    r = rank(card)
    if r == ACE:
        return 1
    return r + 2 if r <= NINE else 0


@common
def last_digit(total: int) -> int:
    """A total of ten or more drops its first digit."""
    return total % 10
