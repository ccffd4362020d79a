"""Super Pan 9, settled a second time."""

import math
from fractions import Fraction

from .calls import Counted, dealt_so_far
from .cards import cards, last_digit
from .reading import Paid, Record, check_told, dealt, ratio, stakes, void, won


def stage(counted: Counted) -> str:
    """Three cards to each, or so many as a hand lies with; then seats draw; then the dealer's hand is shown."""
    if dealt_so_far(counted) < sum(counted.sizes.get(place, 3) for place in (0, *counted.seats)):
        return "deal"
    asked = [seat for seat in counted.seats if seat not in counted.sizes]
    return "reveal" if all(_has_chosen(counted, seat) for seat in asked) else "play"


def _has_chosen(counted: Counted, seat: int) -> bool:
    chosen = counted.said(seat, "choose")
    return len(counted.cards(seat)) == 4 if chosen == ["draw"] else bool(chosen) or seat in counted.dead


def settle(record: Record) -> list[Paid]:
    """The hand nearer to nine wins 1 to 1 less commission; equal totals push, and pay the Tie Bet."""
    bets = stakes(record)
    check_told(record)
    paid: list[Paid] = []
    if all(void(record, seat) for seat in bets):
        return paid
    dealer = _dealer(record, cards(dealt(record, 0)))
    for seat in bets:
        if not void(record, seat):
            paid += _seat(record, seat, bets[seat], dealer)
    return paid


def _dealer(record: Record, hand: list) -> int:
    draws = last_digit(hand[:3]) <= 5
    if len(hand) != record["counted"].sizes.get(0, 3 + draws):
        raise ValueError("the dealer has drawn wrongly (7.i, 7.ii)")
    return last_digit(hand)


def _seat(record: Record, seat: int, bets: dict[str, int], dealer: int) -> list[Paid]:
    hand = cards(dealt(record, seat))
    drawn = "draw" in record["counted"].said(seat, "choose")
    if len(hand) != record["counted"].sizes.get(seat, 3) + drawn:
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
