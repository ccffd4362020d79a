"""Super Pan 9, settled a second time."""

import math
from fractions import Fraction

from .cards import cards, last_digit
from .reading import Paid, Record, dealt, ratio, stakes, void, won


def settle(record: Record) -> list[Paid]:
    """The hand nearer to nine wins 1 to 1 less commission; equal totals push, and pay the Tie Bet."""
    bets = stakes(record)
    paid = [Paid(seat, wager, 0) for seat in bets for wager in bets[seat] if void(record, seat)]
    if all(void(record, seat) for seat in bets):
        return paid
    dealer = _dealer(cards(dealt(record, 0)))
    for seat in bets:
        if not void(record, seat):
            paid += _seat(record, seat, bets[seat], dealer)
    return paid


def _dealer(hand: list) -> int:
    draws = last_digit(hand[:3]) <= 5
    if len(hand) != 3 + draws:
        raise ValueError("the dealer has drawn wrongly (7.i, 7.ii)")
    return last_digit(hand)


def _seat(record: Record, seat: int, bets: dict[str, int], dealer: int) -> list[Paid]:
    hand = cards(dealt(record, seat))
    if len(hand) != 3 + ({"seat": seat, "choose": "draw"} in record["entries"]):
        raise ValueError("a card too many or too few (6)")
    player = last_digit(hand)
    held = {"main": {"win"} if player > dealer else {"push"} if player == dealer else set()}
    held["tie"] = {"tie"} if player == dealer else set()
    charged = {"main", "tie"} if record["settings"]["tie-commission"] == "yes" else {"main"}
    paid = []
    for wager, stake in bets.items():
        gain = won(record, wager, held[wager], stake)
        commission = _commission(record["settings"], gain) if gain > 0 and wager in charged else 0
        paid.append(Paid(seat, wager, gain - commission, commission))
    return paid


def _commission(settings: dict[str, str], gain: int) -> int:
    """Rounded as posted, but never above the five percent of clause 8."""
    exact = ratio(settings["commission"]) * gain
    rounded = {"nearest": math.floor(exact + Fraction(1, 2)), "up": math.ceil(exact), "down": math.floor(exact)}
    return min(rounded[settings["commission-rounding"]], gain // 20)
