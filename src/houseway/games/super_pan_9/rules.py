"""The rules of Super Pan 9, clause by clause."""

from collections.abc import Iterable

from houseway.cards import SEVEN, TEN, rank
from houseway.points import last_digit, point
from houseway.rule import rule

LOSE, TIE, WIN = -1, 0, 1


@rule("1")
def in_pack(card: int) -> bool:
    """Sevens, eights, nines and tens are removed; there is no joker."""
    return card < 52 and not SEVEN <= rank(card) <= TEN


@rule("2")
def value(card: int) -> int:
    """Pictures count nothing, aces one, the other cards their face."""
    return point(card)


@rule("4", "5")
def total(values: int) -> int:
    """The last digit of the sum of a hand's values, 0 to 9."""
    return last_digit(values)


@rule("5", "6")
def hand_size(drew: bool) -> int:
    """Three cards, and one more for who draws."""
    return 4 if drew else 3


@rule("7", "7.i", "7.ii")
def dealer_draws(three_cards: int) -> bool:
    """Draw on 0 through 5, stand on 6 through 9."""
    return three_cards <= 5


@rule("4", "8", "9")
def outcome(player: int, dealer: int) -> int:
    """The hand closer to nine wins; equal totals are a tie."""
    if player > dealer:
        return WIN
    return TIE if player == dealer else LOSE


@rule("9")
def tie_bet_wins(result: int) -> bool:
    """The Tie Bet wins on equal totals and loses otherwise."""
    return result == TIE


def hand_total(cards: Iterable[int]) -> int:
    """What a hand totals."""
    return total(sum(value(card) for card in cards))
