"""The jackpots: what a winning hand takes from what is displayed, and what a wager adds to it. Amounts are cents."""

from houseway.rule import rule

HOUSE, PROGRESSIVE = 0, 1

JACKPOTS = ("super-pairs-jackpot", "lucky-ladies-jackpot", "21-plus-3-jackpot")

SENSORS = 2
"""How many jackpots a layout has at most, each with a sensor of its own."""


@rule("E.6", "F.4", "G.5")
def share_of_meter(meter: int, part: int, whole: int) -> int:
    """So many parts of the displayed jackpot in whole cents; a broken cent stays on the meter."""
    return meter * part // whole


@rule("E.6", "F.4", "G.5")
def left_on_meter(meter: int, taken: int) -> int:
    """What a progressive meter shows after a percentage was paid; prizes in dollars never come off it."""
    return meter - taken


@rule("house-jackpot")
def house_prize(displayed: int, part: int, whole: int) -> int:
    """A house jackpot pays every winner in full, and its display does not change."""
    return share_of_meter(displayed, part, whole)


@rule("house-jackpot", "progressive-jackpot")
def accrual(wager: int, increment: int, kind: int) -> int:
    """What one wager adds to a meter; house jackpots never grow.

    The increment is given by its numerator, and what is added is over its denominator, so that nothing is lost.
    """
    return wager * increment if kind == PROGRESSIVE else 0
