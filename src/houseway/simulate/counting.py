"""A counter at the table: wagers by the true count before the round, and what a spread of bets wins.

The rounds are counted apart by the true count, so that any spread is a sum over what was counted once.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from houseway.cards import DECK, RANKS, rank
from houseway.errors import IllegalSetting, short
from houseway.lab.result import percent
from houseway.simulate.model import MOST_COUNT
from houseway.simulate.result import Result
from houseway.tabular import Rows, Tabular

MOST_UNITS = 1_000_000
POOLED = f"+{MOST_COUNT} means {MOST_COUNT} or more, -{MOST_COUNT} means -{MOST_COUNT} or less."
HI_LO = {**dict.fromkeys("23456", 1), **dict.fromkeys("789", 0), **dict.fromkeys("TJQKA", -1)}
NAMED = {"hi-lo": HI_LO}

TAG = re.compile(r"[+-]?\d")
UNITS = re.compile(r"\d{1,7}(\.\d{1,6})?(/\d{1,7})?")
"""What a card counts, and how much is wagered; nothing that takes long to read."""

Bets = tuple[tuple[int, Fraction], ...]
"""From which true count on how many units are wagered, lowest first; none below the first."""


def tags_of(text: str) -> tuple[int, ...]:
    """What each card counts: a count's name, or a tag for each rank, `A=-1,2=1`; a rank that is not named counts 0."""
    if text in NAMED:
        return tuple(NAMED[text][RANKS[rank(card)]] for card in DECK)
    tags = dict.fromkeys(RANKS, 0)
    for each in text.split(","):
        name, equals, tag = each.strip().partition("=")
        name = "T" if name == "10" else name.upper()
        if name not in tags or not equals or not TAG.fullmatch(tag):
            raise IllegalSetting(
                f"a count is {', '.join(NAMED)}, or tags by rank as in A=-1,2=1,T=-1; not {each.strip()!r}"
            )
        tags[name] = int(tag)
    return tuple(tags[RANKS[rank(card)]] for card in DECK)


def bets_of(text: str) -> Bets:
    """`1:1,2:4,4:8`: one unit from a true count of 1, four from 2, eight from 4; always a unit where it is empty."""
    if not text:
        return ((-MOST_COUNT, Fraction(1)),)
    found = []
    for each in text.split(","):
        count, colon, units = each.strip().partition(":")
        try:
            if not colon or not UNITS.fullmatch(units) or Fraction(units) > MOST_UNITS or abs(int(count)) > MOST_COUNT:
                raise ValueError
            found.append((int(count), Fraction(units)))
        except (ValueError, ZeroDivisionError):
            raise IllegalSetting(
                f"a spread reads as in 1:1,2:4,4:8, with true counts from -{MOST_COUNT} to {MOST_COUNT} (those beyond "
                f"are counted with them) and 0 to {MOST_UNITS:,} units, not {short(each.strip())!r}"
            ) from None
    return tuple(sorted(found))


def bet_at(count: int, bets: Bets) -> Fraction:
    """The units wagered at a true count."""
    return next((units for least, units in reversed(bets) if count >= least), Fraction(0))


class AtCount(NamedTuple):
    """A wager at one true count: how often it was made, and what the house keeps of a unit then."""

    true: int
    made: int
    edge: Fraction


@dataclass(frozen=True)
class Counting(Tabular):
    """A wager by the true count, and what a spread of bets wins in a hundred rounds, with its standard error."""

    wager: str
    rows: tuple[AtCount, ...]
    bets: Bets
    rounds: int
    won: Fraction
    error: float
    wagered: Fraction

    @property
    def per_hundred(self) -> Fraction:
        return 100 * self.won / self.rounds

    def tabulated(self) -> Rows:
        rows = [
            (f"{each.true:+d}", each.made, percent(each.edge), str(bet_at(each.true, self.bets))) for each in self.rows
        ]
        says = (
            f"By this spread {float(self.per_hundred):+.3f} units are won in 100 rounds, standard error "
            f"{100 * self.error / self.rounds:.3f}; {float(100 * self.wagered / self.rounds):.1f} are wagered."
        )
        notes = (*((POOLED,) if any(abs(each.true) == MOST_COUNT for each in self.rows) else ()), says)
        return Rows(f"{self.wager} by the true count", ("count", "made", "house edge", "bet"), rows, notes)

    def json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "per_hundred": float(self.per_hundred),
            "error": 100 * self.error / self.rounds,
            "wagered_per_hundred": float(100 * self.wagered / self.rounds),
            "by_count": [{"count": each.true, "made": each.made, "edge": float(100 * each.edge)} for each in self.rows],
        }


def counted_by(result: Result, bets: Bets, wager: str = "") -> Counting:
    """A wager of a run, the first where none is named, under a spread of bets."""
    counts = result.run.counts
    names = [each.wager for each in result.run.simulation.wagers]
    at = names.index(wager) if wager else 0
    span, worths = counts.scale.spans()[at], counts.scale.worths[at]
    rows, won, square, wagered = [], Fraction(0), Fraction(0), Fraction(0)
    for bucket, row in enumerate(counts.ends):
        made = sum(row[span])
        if not made:
            continue
        count = bucket - MOST_COUNT
        units = sum((ways * worth for ways, worth in zip(row[span], worths, strict=True)), Fraction(0))
        squares = sum((ways * worth * worth for ways, worth in zip(row[span], worths, strict=True)), Fraction(0))
        bet = bet_at(count, bets)
        won += bet * units
        square += bet * bet * squares
        wagered += bet * made
        rows.append(AtCount(count, made, -units / made))
    return Counting(names[at], tuple(rows), bets, result.rounds, won, sqrt(square), wagered)
