"""The rules of High Card, clause by clause: pure functions of small integers."""

from houseway.cards import SEVEN, rank
from houseway.rule import rule


@rule("2")
def height(card: int) -> int:
    """0 for a deuce to 12 for an ace."""
    return rank(card)


@rule("4")
def dealer_swaps(high: int) -> bool:
    """The dealer swaps a seven or less."""
    return high <= SEVEN


@rule("5")
def player_wins(player: int, dealer: int) -> bool:
    """The higher card wins; the dealer wins equal cards."""
    return player > dealer
