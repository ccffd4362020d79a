"""How a table stake ends: what a seat wins from every other, in parts with their clauses, and the terms of it all.

A seat's wager is its table stake: money on the table that covers the most that the round can cost. It comes back with
what the seat has won from the others, or less what it has lost to them. The house is no party to it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.games.chinese_poker.rules.hands import LOSE, PILES, WIN, compare
from houseway.games.chinese_poker.rules.naturals import NATURALS
from houseway.games.chinese_poker.rules.scoring import (
    ONE_A_HAND,
    ONE_SIX,
    TWO_FOUR,
    Exposed,
    Scoring,
    natural_alone,
    settled,
)
from houseway.money import signed
from houseway.poker import describe
from houseway.round.ruling import Bet, Payout, Ruling, Setup
from houseway.round.terms import Terms, pushed

MAIN = "main"
CLAUSES = {ONE_A_HAND: "6", TWO_FOUR: "scoring.2-4", ONE_SIX: "scoring.1-6"}

BETWEEN_PLAYERS = pushed("6", award="settled between the players")
"""How the stakes of all seats end together: what one player wins the others lose."""


class Part(NamedTuple):
    """Units that one player wins from another (below zero: loses), for what, and the clause."""

    units: int
    what: str
    clause: str


def settle(mine: Exposed, theirs: Exposed, scoring: Scoring) -> tuple[Part, ...]:
    """What a player wins from another, in parts; the other way round gives the opposite."""
    units = settled(mine, theirs, scoring)
    if mine.surrendered or theirs.surrendered:
        return (Part(units.surrender, "surrender", "surrender"),)
    parts = []
    if mine.natural or theirs.natural:
        parts.append(Part(units.natural, NATURALS[mine.natural or theirs.natural], "naturals"))
    if not natural_alone(mine.natural, theirs.natural, scoring.natural_also):
        parts.append(_compared(units.compared, mine, theirs, scoring))
    if units.bonuses:
        parts.append(Part(units.bonuses, "bonuses", "bonuses"))
    return tuple(parts)


def _compared(units: int, mine: Exposed, theirs: Exposed, scoring: Scoring) -> Part:
    if mine.fouled or theirs.fouled:
        return Part(units, "foul", "5")
    results = [compare(a, b) for a, b in zip(mine.values, theirs.values, strict=True)]
    return Part(units, f"{results.count(WIN)} won, {results.count(LOSE)} lost", CLAUSES[scoring.scheme])


def terms(units: int, stake: int, unit: int, clause: str) -> Terms:
    """How a stake ends for a seat that has won so many units (below zero: lost) at so many cents each."""
    award = "win" if units > 0 else "lose" if units < 0 else "even"
    return Terms(award, Fraction(units * unit, stake), clause)


def ruling(setup: Setup, exposed: Mapping[int, Exposed], scoring: Scoring) -> Ruling:
    """Every player settles with every other; the nets sum to zero."""
    return tuple(_payout(Bet(seat.number, MAIN, seat.wagers[MAIN]), exposed, scoring) for seat in setup.seats)


def _payout(bet: Bet, exposed: Mapping[int, Exposed], scoring: Scoring) -> Payout:
    mine = exposed[bet.seat]
    against = {other: settle(mine, theirs, scoring) for other, theirs in exposed.items() if other != bet.seat}
    parts = [part for each in against.values() for part in each]
    units = sum(part.units for part in parts)
    ends = "; ".join(
        f"{sum(part.units for part in each):+d} against seat {other} ({', '.join(_in_words(part) for part in each)})"
        for other, each in against.items()
    )
    return terms(units, bet.stake, scoring.unit, parts[0].clause).payout(
        bet, says(mine), ends=f"{ends}; {units:+d} in all, {signed(units * scoring.unit)}"
    )


def _in_words(part: Part) -> str:
    return part.what if "won" in part.what else f"{part.what} {part.units:+d}"


def says(hand: Exposed) -> str:
    """What a seat has exposed, in words."""
    if hand.surrendered:
        return "surrendered"
    if not any(hand.values):
        return NATURALS[hand.natural]
    piles = ", ".join(f"{pile} {describe(worth)}" for pile, worth in zip(PILES, hand.values, strict=True))
    return ("a foul: " if hand.fouled else f"{NATURALS[hand.natural]}: " if hand.natural else "") + piles
