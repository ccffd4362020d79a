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

from houseway.games.chinese_poker.field import DECLARED, Answers, Field, Rates, possible, rates_of, respond
from houseway.games.chinese_poker.rules import bonus, compare, natural_units
from houseway.games.chinese_poker.scoring import Terms
from houseway.games.chinese_poker.solver import SLICE, Population, answers, deal, field_of, kinds_for
from houseway.games.chinese_poker.ways import MOST_WAYS, Array, pile_values, undominated
from houseway.lab.kernel import kernel, over

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


@kernel
def value_against(declared: int, way: Array, field: Field, faced: Array, found: int, rates: Rates) -> float:
    """The mean units of one setting (or of a declared natural, where its kind is given) against these opponents."""
    units, total = 0, 0
    mine = bonus(way[0], way[1], way[2], *rates.bonuses)
    for place in range(found):
        at = faced[4, place]
        total += faced[3, place]
        one = natural_units(declared, field.naturals[at], rates.natural, rates.ranked)
        if rates.also or (declared == 0 and field.naturals[at] == 0):
            code = 9 * compare(way[0], faced[0, place]) + 3 * compare(way[1], faced[1, place])
            one += rates.scores[code + compare(way[2], faced[2, place]) + 13] + mine - field.bonuses[at]
        units += one * faced[3, place]
    return units / max(total, 1)


@kernel
def _credit(one: Array, other: Array, faced: Array, found: int, scores: Array, credit: Array) -> None:
    """Add to each opponent's credit what the one setting wins from it beyond the other, as a share of all weights."""
    total = 0
    for place in range(found):
        total += faced[3, place]
    for place in range(found):
        code = 9 * compare(one[0], faced[0, place]) + 3 * compare(one[1], faced[1, place])
        less = 9 * compare(other[0], faced[0, place]) + 3 * compare(other[1], faced[1, place])
        more = scores[code + compare(one[2], faced[2, place]) + 13]
        more -= scores[less + compare(other[2], faced[2, place]) + 13]
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
    wheel: int,
    equal_is_legal: bool,
    gain: Array,
    credit: Array,
) -> None:
    """For each hand: what the pick of one half wins from the other half, and what each pick wins from its own.

    `gain` has three columns: across the halves, within them, and whether a pick differs from the strategy.
    """
    worth = np.zeros(8192, np.int64)
    piles, ways = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    units = np.empty(MOST_WAYS, np.float64)
    faced = np.empty((5, len(field.suits)), np.int32)
    halves = np.empty((2, 5, len(field.suits)), np.int32)
    used = np.empty((5, len(field.suits)), np.int32)
    for at in range(len(hands)):
        pile_values(hands[at], wheel, worth)
        count = undominated(worth, equal_is_legal, piles, ways)
        found = possible(hands[at], field, start + at, faced)
        counts = _halves(faced, found, halves)
        own = kinds[at] if set_by.piles[at, 0] == DECLARED else 0
        for half in range(2):
            used[:, : counts[half]] = halves[half, :, : counts[half]]
            best, most, alone = respond(ways[:count], kinds[at], field, used, counts[half], rates, units)
            declares = kinds[at] if kinds[at] and alone > most else 0
            mine = value_against(own, set_by.values[at], field, halves[half], counts[half], rates)
            gain[at, 1] += 0.5 * (max(most, alone if kinds[at] else most) - mine)
            same = declares == own and np.all(ways[best] == set_by.values[at])
            if same or (declares and own):
                continue
            gain[at, 2] = 1
            across = halves[1 - half]
            other = value_against(own, set_by.values[at], field, across, counts[1 - half], rates)
            gain[at, 0] += 0.5 * (value_against(declares, ways[best], field, across, counts[1 - half], rates) - other)
            if declares == own:
                _credit(ways[best], set_by.values[at], across, counts[1 - half], rates.scores, credit)


def sample(
    strategy: Population, terms: Terms, count: int, seed: int, progress: Callable[[float], None] | None = None
) -> Sample:
    """Fresh hands, set by the strategy: each the best answer to the stored population."""
    hands = deal(count, seed)
    kinds = kinds_for(hands, terms)
    out = answers(hands, kinds, field_of(strategy, terms), terms, members=False, progress=progress)
    return Sample(Population(hands, kinds, out.piles, out.values), out.units)


def exploitability(
    fresh: Sample, terms: Terms, opponents: int = 50000, progress: Callable[[float], None] | None = None
) -> Exploitability:
    """What a best response wins from the strategy that has set these hands; the first of them are the opponents."""
    people, rates = fresh.population, rates_of(terms)
    field = field_of(people.first(opponents), terms)
    faced, count = len(field.suits), len(people)
    gain = np.zeros((count, 3))

    def work(start: int) -> Array:
        part = slice(start, min(start + SLICE, count))
        view = Answers(people.piles[part], people.values[part], fresh.units[part])
        credit = np.zeros(faced)
        settings = (terms.wheel, terms.equal_is_legal)
        gains(people.hands[part], people.kinds[part], view, start, field, rates, *settings, gain[part], credit)
        return credit

    credit = np.zeros(faced)
    for each in over(work, range(0, count, SLICE), progress):
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
