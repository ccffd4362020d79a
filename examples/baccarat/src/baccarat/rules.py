"""The rules of minibaccarat, clause by clause."""

from collections.abc import Iterable

from houseway.cards import rank
from houseway.points import last_digit, point
from houseway.rule import rule

PLAYER, TIE, BANKER = -1, 0, 1
STOOD = -1
"""In the place of the player's third card, where the player's hand has drawn none."""


@rule("values")
def value(card: int) -> int:
    """Aces count one, two to nine their face, tens and pictures nothing."""
    return point(card)


@rule("values")
def total(values: int) -> int:
    """A total of ten or more drops its first digit."""
    return last_digit(values)


@rule("naturals")
def natural(player: int, banker: int) -> bool:
    """8 or 9 in two cards of either hand ends the deal."""
    return player >= 8 or banker >= 8


@rule("player-draws")
def player_draws(two_cards: int) -> bool:
    """Draw on 0 to 5, stand on 6 and 7."""
    return two_cards <= 5


@rule("banker-draws")
def banker_draws(two_cards: int, third: int) -> bool:
    """By the banker's total and what the player's third card counts."""
    if third == STOOD:
        return two_cards <= 5
    if two_cards <= 2:
        return True
    if two_cards == 3:
        return third != 8
    least = 2 * (two_cards - 3)
    return two_cards <= 6 and least <= third <= 7


@rule("result")
def winner(player: int, banker: int) -> int:
    """The hand closer to nine wins; equal totals are a tie."""
    if player > banker:
        return PLAYER
    return BANKER if banker > player else TIE


@rule("pairs")
def pair(first: int, second: int) -> bool:
    """Two cards of one rank."""
    return rank(first) == rank(second)


def hand_total(cards: Iterable[int]) -> int:
    """What a hand totals."""
    return total(sum(value(card) for card in cards))
