"""How far a strategy is from unexploitable: what a best response wins from it on fresh hands, with an error bar.

Fresh hands are set by the strategy; each of them is also one of the opponents that the others face. A best response
knows the strategy and its own thirteen cards. The opponents are split into two halves: it picks its setting against one
half and is paid by the other, so that no luck in picking is paid for. That is what a best response that has seen so
many opponents wins. What a perfect one wins lies below the gain of each half's pick against the half that it was picked
on, which counts all the luck of picking. The interval spans both, with 95 % of chance on either side: of the hands,
and of the opponents, who are sampled as well.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from houseway.games.chinese_poker.count.field import (
    Answers,
    Field,
    Rates,
    opponent,
    possible,
    rates_of,
    respond,
    units_from,
)
from houseway.games.chinese_poker.count.solver import SLICE, Population, answers, deal, field_of, kinds_for
from houseway.games.chinese_poker.count.ways import MOST_WAYS, Array, pile_values, undominated
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, set_so, settled
from houseway.lab.kernel import kernel
from houseway.lab.spread import spread

NORMAL = 1.96


class Exploitability(NamedTuple):
    """What a best response wins a hand: measured on the other half, at most, and the 95 % interval of both."""

    hands: int
    opponents: int
    gain: float
    at_most: float
    low: float
    high: float
    changed: float


class Sample(NamedTuple):
    """Fresh hands as the strategy sets them, and the units it expects of each."""

    population: Population
    units: Array

    def part(self, start: int, end: int) -> "Sample":
        """Some of them."""
        return Sample(self.population.part(start, end), self.units[start:end])


@kernel
def _credit(
    one: Exposed, other: Exposed, field: Field, faced: Array, found: int, scoring: Scoring, credit: Array
) -> None:
    """Add to each opponent's credit what one setting wins by comparison beyond another, as a share of all weights."""
    total = 0
    for place in range(found):
        total += faced[3, place]
    for place in range(found):
        theirs = opponent(field, faced, place)
        more = settled(one, theirs, scoring).compared - settled(other, theirs, scoring).compared
        credit[faced[4, place]] += 0.5 * more * faced[3, place] / total


@kernel
def _halves(faced: Array, found: int, halves: Array) -> tuple[int, int]:
    """Part the opponents by even and odd places in the field."""
    counts = [0, 0]
    for place in range(found):
        half = faced[4, place] & 1
        halves[half, :, counts[half]] = faced[:, place]
        counts[half] += 1
    return counts[0], counts[1]


@kernel
def gains(
    hands: Array,
    kinds: Array,
    set_by: Answers,
    start: int,
    field: Field,
    rates: Rates,
    gain: Array,
    credit: Array,
) -> None:
    """For each hand: what the pick of one half wins from the other half, and what each pick wins from its own.

    `gain` has three columns: across the halves, within them, and whether a pick differs from the strategy.
    """
    scoring = rates.scoring
    worth = np.zeros(8192, np.int64)
    piles, ways = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    units, each = np.empty(MOST_WAYS, np.float64), np.empty(len(field.suits), np.int64)
    faced = np.empty((5, len(field.suits)), np.int32)
    halves = np.empty((2, 5, len(field.suits)), np.int32)
    used = np.empty((5, len(field.suits)), np.int32)
    for at in range(len(hands)):
        pile_values(hands[at], rates.worths, worth)
        count = undominated(worth, scoring.equal_is_legal, piles, ways)
        found = possible(hands[at], field, start + at, faced)
        counts = _halves(faced, found, halves)
        ours = set_so(set_by.values[at, 0], set_by.values[at, 1], set_by.values[at, 2], kinds[at], scoring)
        won = (
            units_from(ours, field, halves[0], counts[0], scoring, each),
            units_from(ours, field, halves[1], counts[1], scoring, each),
        )
        for half in range(2):
            used[:, : counts[half]] = halves[half, :, : counts[half]]
            best, most, alone = respond(ways[:count], kinds[at], field, used, counts[half], rates, units)
            gain[at, 1] += 0.5 * ((alone if kinds[at] else most) - won[half])
            if (kinds[at] and not scoring.natural_also) or np.all(ways[best] == set_by.values[at]):
                continue
            gain[at, 2] = 1
            across, others = halves[1 - half], counts[1 - half]
            pick = set_so(ways[best, 0], ways[best, 1], ways[best, 2], kinds[at], scoring)
            gain[at, 0] += 0.5 * (units_from(pick, field, across, others, scoring, each) - won[1 - half])
            _credit(pick, ours, field, across, others, scoring, credit)


def sample(
    strategy: Population, scoring: Scoring, count: int, seed: int, progress: Callable[[float], None] | None = None
) -> Sample:
    """Fresh hands, set by the strategy: each the best answer to the stored population."""
    hands = deal(count, seed)
    kinds = kinds_for(hands, scoring)
    out = answers(hands, kinds, field_of(strategy, scoring), scoring, members=False, progress=progress)
    return Sample(Population(hands, kinds, out.piles, out.values), out.units)


def _gained(given: tuple[Field, Rates], part: tuple[int, Sample]) -> tuple[int, Array, Array]:
    """What a best response gains on a slice, and from whom; with where it begins."""
    (field, rates), (start, (people, units)) = given, part
    gain, credit = np.zeros((len(people), 3)), np.zeros(len(field.suits))
    set_by = Answers(people.piles, people.values, units)
    gains(people.hands, people.kinds, set_by, start, field, rates, gain, credit)
    return start, gain, credit


def exploitability(
    fresh: Sample, scoring: Scoring, opponents: int = 50000, progress: Callable[[float], None] | None = None
) -> Exploitability:
    """What a best response wins from the strategy that has set these hands; the first of them are the opponents."""
    people, rates = fresh.population, rates_of(scoring)
    field = field_of(people.first(opponents), scoring)
    faced, count = len(field.suits), len(people)
    gain, credit = np.zeros((count, 3)), np.zeros(faced)
    parts = [(start, fresh.part(start, start + SLICE)) for start in range(0, count, SLICE)]
    for start, mine, each in spread(_gained, (field, rates), parts, progress):
        gain[start : start + len(mine)] = mine
        credit += each
    across, within, changed = gain.mean(axis=0)
    luck = faced * float(np.var(credit / count))
    errors = [float(np.sqrt(np.var(gain[:, column]) / count + luck)) for column in (0, 1)]
    return Exploitability(
        count,
        faced,
        float(across),
        float(within),
        float(across) - NORMAL * errors[0],
        float(within) + NORMAL * errors[1],
        float(changed),
    )
