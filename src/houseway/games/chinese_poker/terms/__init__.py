"""How a table stake ends: what a seat wins from every other, in parts with their clauses, and the terms of it all.

A seat's wager is its table stake: money on the table that covers the most that the round can cost. It comes back with
what the seat has won from the others, or less what it has lost to them. The house is no party to it.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.games.chinese_poker.rules.hands import LOSE, PILES, TIE, WIN, bonus, compare
from houseway.games.chinese_poker.rules.naturals import NATURALS
from houseway.games.chinese_poker.rules.scoring import (
    EVEN,
    OFFSET,
    ONE_A_HAND,
    ONE_SIX,
    OWN,
    TWO_FOUR,
    Exposed,
    Scoring,
    Units,
    claimed,
    natural_alone,
    settled,
)
from houseway.money import signed
from houseway.poker import describe
from houseway.round.ruling import Bet, Payout, Ruling, Setup
from houseway.round.terms import Terms, pushed

MAIN = "main"
CLAUSES = {ONE_A_HAND: "6", TWO_FOUR: "scoring.2-4", ONE_SIX: "scoring.1-6", OWN: "modifications"}
RESULTS = {WIN: "won", TIE: "tied", LOSE: "lost"}

BETWEEN_PLAYERS = pushed("6", award="settled between the players")
"""How the stakes of all seats end together: what one player wins the others lose."""


class Part(NamedTuple):
    """Units that one player wins from another (below zero: loses), for what, and the clause; 0 for what is unpaid."""

    units: int
    what: str
    clause: str

    def __str__(self) -> str:
        return f"{self.what} {self.units:+d}"


def settle(mine: Exposed, theirs: Exposed, scoring: Scoring) -> tuple[Part, ...]:
    """What a player wins from another, in parts, what is unpaid or set off too; the other way round the opposite."""
    return tuple(_parts(mine, theirs, settled(mine, theirs, scoring), scoring))


def _parts(mine: Exposed, theirs: Exposed, units: Units, scoring: Scoring) -> Iterator[Part]:
    if mine.surrendered or theirs.surrendered:
        both = mine.surrendered and theirs.surrendered
        who = "both surrendered" if both else "surrendered" if mine.surrendered else "their surrender"
        yield Part(units.surrender, who, "surrender")
        yield from _unpaid(mine, theirs, "surrender", "surrender")
        return
    if mine.natural or theirs.natural:
        yield Part(units.natural, _naturals(mine.natural, theirs.natural, scoring), "naturals")
    if natural_alone(mine.natural, theirs.natural, scoring.natural_also):
        yield from _unpaid(mine, theirs, "a natural", "naturals")
        return
    yield _compared(units.compared, mine, theirs, scoring)
    yield from _bonuses(units.bonuses, mine, theirs, scoring)


def _naturals(mine: int, theirs: int, scoring: Scoring) -> str:
    """The natural that is paid, or how two of them meet."""
    if not (mine and theirs):
        return NATURALS[mine] if mine else f"their {NATURALS[theirs].removeprefix('a ')}"
    if scoring.two_naturals == EVEN:
        return f"two naturals, {NATURALS[mine]} and {NATURALS[theirs]}, are even"
    if scoring.two_naturals == OFFSET:
        return f"{NATURALS[mine]} of {scoring.prices[mine]} less {NATURALS[theirs]} of {scoring.prices[theirs]}"
    return f"{NATURALS[mine]} against {NATURALS[theirs]}"


def _compared(units: int, mine: Exposed, theirs: Exposed, scoring: Scoring) -> Part:
    if mine.fouled or theirs.fouled:
        both = mine.fouled and theirs.fouled
        return Part(units, "both fouled" if both else "foul" if mine.fouled else "their foul", "5")
    results = [compare(a, b) for a, b in zip(mine.values, theirs.values, strict=True)]
    said = ", ".join(f"{pile} {RESULTS[result]}" for pile, result in zip(PILES, results, strict=True))
    return Part(units, said, CLAUSES[scoring.scheme])


def _bonuses(units: int, mine: Exposed, theirs: Exposed, scoring: Scoring) -> Iterator[Part]:
    """Bonuses that are paid or set off, and those that are not paid because their hand has not won."""
    ours, others = claimed(mine, theirs, scoring.bonus_won_only), claimed(theirs, mine, scoring.bonus_won_only)
    if ours or others:
        said = f"bonuses {ours} less {others}" if ours and others else f"{'' if ours else 'their '}bonuses"
        yield Part(units, said, "bonuses")
    for who, all_, paid in (("", sum(mine.bonus), ours), ("their ", sum(theirs.bonus), others)):
        if all_ > paid:
            yield Part(0, f"{who}bonus of {all_ - paid} unpaid for a hand that did not win", "bonuses")


def _unpaid(mine: Exposed, theirs: Exposed, against: str, clause: str) -> Iterator[Part]:
    """Bonuses that are not paid because the hands are not compared."""
    for who, units in (("", sum(mine.bonus)), ("their ", sum(theirs.bonus))):
        if units:
            yield Part(0, f"{who}bonus of {units} unpaid against {against}", clause)


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
        f"{sum(part.units for part in each):+d} against seat {other} ({'; '.join(map(str, each))})"
        for other, each in against.items()
    )
    return terms(units, bet.stake, scoring.unit, parts[0].clause).payout(
        bet, says(mine, scoring), ends=f"{ends}; {units:+d} in all, {signed(units * scoring.unit)}"
    )


def says(hand: Exposed, scoring: Scoring) -> str:
    """What a seat has exposed, in words."""
    if hand.surrendered:
        return "surrendered"
    if not any(hand.values):
        return NATURALS[hand.natural]
    piles = ", ".join(f"{pile} {describe(worth)}" for pile, worth in zip(PILES, hand.values, strict=True))
    kind = f"{NATURALS[hand.natural]}: " if hand.natural else ""
    if not hand.fouled:
        return kind + piles
    lost = sum(bonus(*hand.values, scoring.bonuses))
    return f"{kind}a foul{f', whose bonus of {lost} is unpaid' if lost else ''}: {piles}"
