"""The jackpots: what a winning hand takes from the meter, what is paid besides, and who is paid first.

All amounts are cents. The printed pays are for a wager of $1, so a prize in dollars is as many times the wager.
"""

from collections.abc import Iterable
from typing import NamedTuple

from houseway.rule import rule

HOUSE, PROGRESSIVE = 0, 1

JACKPOTS = ("super-pairs-jackpot", "lucky-ladies-jackpot", "21-plus-3-jackpot")


@rule("E.1", "E.7", "E.8", "F.1", "F.5", "F.6", "G.1", "G.6", "G.7")
def fixed_prize(dollars: int, wager: int) -> int:
    """A prize printed in dollars for $1, at this fixed wager; the wager itself is not returned."""
    return dollars * wager


@rule("E.6", "F.4", "G.5")
def share_of_meter(meter: int, percent: int, whole: int) -> int:
    """A percentage of the displayed jackpot in whole cents; a broken cent stays on the meter.

    `whole` is 100 unless winners share a meter that their percentages exceed.
    """
    return meter * percent // whole


@rule("E.6", "F.4", "G.5")
def left_on_meter(meter: int, taken: int) -> int:
    """What a progressive meter shows after a percentage was paid; prizes in dollars never come off it."""
    return meter - taken


@rule("house-jackpot")
def house_prize(displayed: int, percent: int) -> int:
    """A house jackpot pays every winner in full, and its display does not change."""
    return share_of_meter(displayed, percent, 100)


@rule("house-jackpot", "progressive-jackpot")
def accrual(wager: int, rate: int, kind: int) -> int:
    """What one wager adds to a meter, in ten-thousandths of a cent so that nothing is lost; house jackpots never grow.

    The rate is in hundredths of a percent.
    """
    return wager * rate if kind == PROGRESSIVE else 0


class Claim(NamedTuple):
    """A seat that has won a percentage of a jackpot."""

    seat: int
    percent: int


class Customs(NamedTuple):
    """How the operator pays several winners of one round from one progressive meter (ruling several-winners)."""

    seed: int
    last_seat_first: bool = True
    shared: bool = False
    reseed_at_once: bool = True


class Prizes(NamedTuple):
    """What each seat takes, in the order of payment, and what the meter shows afterwards."""

    taken: tuple[tuple[int, int], ...]
    meter: int


def house_prizes(claims: Iterable[Claim], displayed: int) -> Prizes:
    """Every winner in full; the display stays."""
    return Prizes(tuple((claim.seat, house_prize(displayed, claim.percent)) for claim in claims), displayed)


def progressive_prizes(claims: Iterable[Claim], meter: int, customs: Customs) -> Prizes:
    """The winners of one round in their order, each from what is then on the meter, or all sharing what was on it."""
    order = sorted(claims, key=lambda claim: claim.seat, reverse=customs.last_seat_first)
    return _shared(order, meter, customs) if customs.shared else _in_turn(order, meter, customs)


def _in_turn(order: list[Claim], meter: int, customs: Customs) -> Prizes:
    taken = []
    won_whole = False
    for claim in order:
        prize = share_of_meter(meter, claim.percent, 100)
        taken.append((claim.seat, prize))
        meter = left_on_meter(meter, prize)
        if claim.percent == 100:
            won_whole = True
            meter += customs.seed if customs.reseed_at_once else 0
    if won_whole and not customs.reseed_at_once:
        meter += customs.seed
    return Prizes(tuple(taken), meter)


def _shared(order: list[Claim], meter: int, customs: Customs) -> Prizes:
    """Each percentage of the amount displayed; where they exceed it together, in their proportion."""
    whole = max(100, sum(claim.percent for claim in order))
    taken = tuple((claim.seat, share_of_meter(meter, claim.percent, whole)) for claim in order)
    left = meter - sum(prize for _, prize in taken)
    won_whole = sum(claim.percent for claim in order) >= 100
    return Prizes(taken, left + customs.seed if won_whole else left)
