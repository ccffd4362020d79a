"""A field: thousands of hands that a strategy has set, and what a hand of ours wins from those it leaves possible.

Card removal is exact: an opponent's hand is drawn from the 39 cards that we do not hold. Suits are alike, so each hand
of the field stands for its 24 changes of suits, and weighs as many of them as share no card with ours (0.31 of 24 on
average). Which those are is read from two tables: for each pattern of ranks in a suit, with which of our four suits
it shares nothing; and for the sixteen answers together, how many of the 24 changes of suits fit them.
"""

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from houseway.games.chinese_poker.count.ways import (
    MOST_WAYS,
    NOTHING,
    Array,
    Worths,
    pile_values,
    undominated,
    worths_of,
)
from houseway.games.chinese_poker.rules.hands import bonus, compare
from houseway.games.chinese_poker.rules.scoring import (
    Exposed,
    Scoring,
    natural_alone,
    natural_units,
    net,
    score_of_each,
    set_so,
    settled,
)
from houseway.lab.kernel import kernel

SAMPLES = (120, 800)
"""So many opponents are faced first, and then; ways far behind after them are not followed further."""


def _fits() -> Array:
    """For sixteen bits (their suit i shares nothing with our suit j): in how many of 24 ways suits can be changed."""
    codes = np.arange(1 << 16)
    fits = np.zeros(1 << 16, np.uint8)
    for change in permutations(range(4)):
        fits += np.all([codes >> (4 * i + j) & 1 for i, j in enumerate(change)], axis=0)
    return fits


FITS = _fits()


class Field(NamedTuple):
    """Hands as set: their four suits, the values of their three hands, the bonus of each, the naturals they hold."""

    suits: Array
    values: Array
    bonuses: Array
    naturals: Array


class Rates(NamedTuple):
    """The scoring as a kernel takes it, with what each of 27 results scores; how far behind a way may fall; tables."""

    scores: Array
    scoring: Scoring
    margin: float
    worths: Worths


def rates_of(scoring: Scoring) -> Rates:
    """Every result of three comparisons, scored by the rule that pays at the table."""
    scores = np.array(score_of_each(scoring), np.int32)
    return Rates(scores, scoring, 1.6 * scoring.sweep, worths_of(scoring.wheel))


def suits_of(hands: Array) -> Array:
    """The ranks of each hand in each suit."""
    return np.stack([hands >> 13 * suit & 8191 for suit in range(4)], axis=1).astype(np.uint16)


@kernel
def possible(hand: int, field: Field, skip: int, faced: Array) -> int:
    """The hands of a field (but `skip`) that some change of suits parts from ours: values, weight, place; how many.

    `faced` has a column for each: Front, Middle, Back, in how many changes of suits, and its place in the field.
    """
    free = np.empty(8192, np.uint8)
    ours = (hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39 & 8191)
    for ranks in range(8192):
        free[ranks] = (
            int(ranks & ours[0] == 0)
            | int(ranks & ours[1] == 0) << 1
            | int(ranks & ours[2] == 0) << 2
            | int(ranks & ours[3] == 0) << 3
        )
    found = _parted(free, field.suits, skip, faced[3], faced[4])
    for place in range(found):
        at = np.uint64(faced[4, place])
        faced[0, place] = field.values[at, 0]
        faced[1, place] = field.values[at, 1]
        faced[2, place] = field.values[at, 2]
    return found


@kernel
def _parted(free: Array, suits: Array, skip: int, weights: Array, places: Array) -> int:
    """The weight and the place of each hand that some change of suits parts from ours; how many.

    Every hand is written down, and the next one over it where it does not count: chance would guess the branch badly.
    What is read by a number without a sign is not asked whether it counts from the end.
    """
    found = 0
    for at in range(suits.shape[0]):
        low = int(free[suits[at, 0]]) | int(free[suits[at, 1]]) << 4
        high = int(free[suits[at, 2]]) | int(free[suits[at, 3]]) << 4
        weight = FITS[np.uint64(low | high << 8)]  # as whole numbers: without the compiler eight bits stay eight
        weights[np.uint64(found)], places[np.uint64(found)] = weight, at
        found += int(weight != 0) & int(at != skip)
    return found


@kernel
def opponent(field: Field, faced: Array, place: int) -> Exposed:
    """What one of the opponents exposes; a strategy does not foul, and surrender is not its to choose."""
    values = (int(faced[0, place]), int(faced[1, place]), int(faced[2, place]))
    at = faced[4, place]
    claims = (field.bonuses[at, 0], field.bonuses[at, 1], field.bonuses[at, 2])
    return Exposed(values, False, field.naturals[at], False, claims)


@kernel
def units_from(mine: Exposed, field: Field, faced: Array, found: int, scoring: Scoring, units: Array) -> float:
    """Write what a hand wins from each of these opponents, by the rule that settles at the table; the mean."""
    won, total = 0, 0
    for place in range(found):
        units[place] = net(mine, opponent(field, faced, place), scoring)
        won += units[place] * faced[3, place]
        total += faced[3, place]
    return won / max(total, 1)


@kernel
def won_from(way: Array, faced: Array, first: int, last: int, scores: Array) -> int:
    """The units, times weight, that a setting wins by comparison from some of the opponents it faces.

    In 32 bits, so that the processor takes eight opponents at a time: one of them counts at most 24 times a sweep.
    """
    front: Any = np.int32(way[0])
    middle: Any = np.int32(way[1])
    back: Any = np.int32(way[2])
    fronts, middles, backs, weights = (
        faced[0, first:last],
        faced[1, first:last],
        faced[2, first:last],
        faced[3, first:last],
    )
    units: Any = 0
    for place in range(last - first):
        code = 9 * compare(front, fronts[place]) + 3 * compare(middle, middles[place]) + compare(back, backs[place])
        units += np.int32(scores[np.int32(code + 13)] * weights[place])
    return int(units)


@kernel
def race(ways: Array, faced: Array, live: int, scores: Array, lead: float, units: Array) -> int:
    """Add to `units` what each way wins by comparison from the first opponents, from more, from all; the best way.

    A way that is further behind the best than chance explains keeps what it has; the margins, `lead` for one opponent,
    shrink as the root of the opponents faced.
    """
    count = ways.shape[0]
    won, running = np.zeros(count, np.int64), np.ones(count, np.bool_)
    before, weight, chosen = NOTHING, 0, 0
    for lap in range(3):
        after = live if lap == 2 else min(SAMPLES[lap], live)
        for place in range(before, after):
            weight += faced[3, place]
        most = -1e9
        for way in range(count):
            if running[way]:
                won[way] += won_from(ways[way], faced, before, after, scores)
                if units[way] + won[way] / max(weight, 1) > most:
                    chosen, most = way, units[way] + won[way] / max(weight, 1)
        margin = lead / np.sqrt(max(after, 1)) if lap < 2 else 1e9
        for way in range(count):
            if running[way] and units[way] + won[way] / max(weight, 1) < most - margin:
                running[way] = False
                units[way] += won[way] / max(weight, 1)
        before = after
    for way in range(count):
        if running[way]:
            units[way] += won[way] / max(weight, 1)
    return chosen


@kernel
def one_by_one(ways: Array, field: Field, faced: Array, live: int, scoring: Scoring, units: Array) -> int:
    """Write what each way wins by comparison and bonuses, opponent by opponent as the table settles; the best way.

    For bonuses that only a hand that wins is paid. Naturals are counted apart.
    """
    best = 0
    for way in range(ways.shape[0]):
        mine = set_so(ways[way, 0], ways[way, 1], ways[way, 2], 0, scoring)
        won, weight = 0, 0
        for place in range(live):
            between = settled(mine, opponent(field, faced, place), scoring)
            won += (between.compared + between.bonuses) * faced[3, place]
            weight += faced[3, place]
        units[way] = won / max(weight, 1)
        if units[way] > units[best]:
            best = way
    return best


@kernel
def respond(
    ways: Array, kind: int, field: Field, faced: Array, found: int, rates: Rates, units: Array
) -> tuple[int, float, float]:
    """The best way against these opponents, its units, and those of a natural; `units` of every way without it.

    Ways that fall far behind in a first sample keep that estimate. Opponents with a natural that settles alone are
    the same to every way. Sums stay far below 2**63: weights are at most 24 and units a few hundred.
    """
    scoring = rates.scoring
    total, facing, theirs, paid, live, alive = 0, 0, 0, 0, NOTHING, 0
    kinds = len(scoring.prices)
    lost, won, alone_ = np.empty(kinds, np.int64), np.empty(kinds, np.int64), np.empty(kinds, np.bool_)
    for other in range(kinds):
        lost[other] = natural_units(0, other, scoring.prices, scoring.two_naturals)
        won[other] = natural_units(kind, other, scoring.prices, scoring.two_naturals)
        alone_[other] = natural_alone(0, other, scoring.natural_also)
    for place in range(found):
        at, weight = faced[4, place], int(faced[3, place])
        other = field.naturals[at]
        total += weight
        theirs += weight * lost[other]
        paid += weight * won[other]
        if not alone_[other]:
            if not scoring.bonus_won_only:
                facing -= weight * (field.bonuses[at, 0] + field.bonuses[at, 1] + field.bonuses[at, 2])
            alive += weight
            if live != place:
                for row in range(5):
                    faced[row, live] = faced[row, place]
            live += 1
    total = max(total, 1)
    if scoring.bonus_won_only:
        best = one_by_one(ways, field, faced, live, scoring, units)
    else:
        for way in range(ways.shape[0]):
            claims = bonus(ways[way, 0], ways[way, 1], ways[way, 2], scoring.bonuses)
            units[way] = claims[0] + claims[1] + claims[2]
        best = race(ways, faced, live, rates.scores, rates.margin, units)
    for way in range(ways.shape[0]):
        units[way] = (units[way] * alive + facing + theirs) / total
    most = units[best]
    alone = paid / total
    return best, most, alone + most - theirs / total if scoring.natural_also else alone


class Answers(NamedTuple):
    """How hands were set: Front and Middle piles, the three values, the units expected, a natural's too."""

    piles: Array
    values: Array
    units: Array


def answers_for(count: int) -> Answers:
    """Room for the answers to so many hands."""
    return Answers(np.zeros((count, 2), np.int64), np.zeros((count, 3), np.int64), np.zeros(count))


@kernel
def answer_all(hands: Array, kinds: Array, field: Field, skip: int, rates: Rates, out: Answers) -> None:
    """Set each hand as well as possible against a field; `skip` is the place of the first hand in it, or below -2**60.

    A natural that is held is paid.
    """
    worth = np.zeros(8192, np.int64)
    piles, ways = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    units = np.empty(MOST_WAYS, np.float64)
    faced = np.empty((5, len(field.suits)), np.int32)
    for at in range(len(hands)):
        pile_values(hands[at], rates.worths, worth)
        count = undominated(worth, rates.scoring.equal_is_legal, piles, ways)
        found = possible(hands[at], field, skip + at, faced)
        best, most, alone = respond(ways[:count], kinds[at], field, faced, found, rates, units)
        out.piles[at] = piles[best]
        out.values[at] = ways[best]
        out.units[at] = alone if kinds[at] else most
