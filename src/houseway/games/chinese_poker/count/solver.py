"""Finds a strategy that is hard to exploit: a population of hands, each set as well as it can be against the others.

The population is the strategy. A few thousand hands begin with their strongest Backs; in every pass some of them,
drawn at random, are set anew as the best answer to the whole population, with the cards they hold removed from it;
then the population doubles, the new hands answering the old. The share that moves falls from pass to pass, so the
population averages over its own history (fictitious play). A hand that is new to the strategy is set as the best
answer to the stored population.

Every pair of players settles by itself, so what is hard to exploit between two is so among three and four: the units
won are the sum over the opponents, each dealt from the same 39 cards.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from houseway.games.chinese_poker.count.field import (
    Answers,
    Field,
    Rates,
    answer_all,
    answers_for,
    rates_of,
    suits_of,
)
from houseway.games.chinese_poker.count.ways import MOST_WAYS, Array, Worths, pile_values, undominated, worths_of
from houseway.games.chinese_poker.rules.hands import Bonuses, bonus
from houseway.games.chinese_poker.rules.naturals import Prices, natural
from houseway.games.chinese_poker.rules.scoring import Scoring
from houseway.lab.kernel import kernel
from houseway.lab.spread import spread

STRANGER = -(1 << 60)
"""For hands that are not of the field themselves."""

SLICE = 250

GROWTH = 2
FIRST = 2500
SHARES = ((1.0, 0.6, 0.5, 0.4, 0.3, 0.25), (0.5, 0.4, 0.3, 0.2))
"""Which share of the population moves in each pass: at its first size, and after it has grown."""


@dataclass(frozen=True)
class Population:
    """Hands of thirteen cards, the natural that each holds, how it is set (13-bit Front and Middle), and the values."""

    hands: Array
    kinds: Array
    piles: Array
    values: Array

    def __len__(self) -> int:
        return len(self.hands)

    def part(self, start: int, end: int) -> "Population":
        """Some of them."""
        part = slice(start, end)
        return Population(self.hands[part], self.kinds[part], self.piles[part], self.values[part])

    def first(self, count: int) -> "Population":
        return self.part(0, count)


@dataclass(frozen=True)
class Progress:
    """Where a solver stands: passes done, the population, and what the best answer won in each pass."""

    passes: int
    population: Population
    gains: tuple[float, ...]


def deal(count: int, seed: int) -> Array:
    """Random hands of thirteen cards, as masks."""
    source = np.random.default_rng(seed)
    parts = []
    while count > 0:
        cards = np.argpartition(source.random((min(count, 10000), 52)), 13, axis=1)[:, :13]
        parts.append((np.int64(1) << cards).sum(axis=1))
        count -= 10000
    return np.concatenate(parts)


@kernel
def kinds_of(hands: Array, four_is_two_pairs: bool, prices: Prices, kinds: Array) -> None:
    """The natural that each hand holds."""
    for at in range(len(hands)):
        kinds[at] = natural(hands[at], four_is_two_pairs, prices)


@kernel
def strongest_backs(hands: Array, worths: Worths, equal_is_legal: bool, out: Answers) -> None:
    """Set every hand with its strongest Back."""
    worth = np.zeros(8192, np.int64)
    piles, ways = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    for at in range(len(hands)):
        pile_values(hands[at], worths, worth)
        count = undominated(worth, equal_is_legal, piles, ways)
        best = 0
        for way in range(count):
            if ways[way, 2] > ways[best, 2]:
                best = way
        out.piles[at], out.values[at] = piles[best], ways[best]


@kernel
def claims_of(values: Array, bonuses: Bonuses, out: Array) -> None:
    """The bonus units of each hand of each setting."""
    for at in range(len(values)):
        claims = bonus(values[at, 0], values[at, 1], values[at, 2], bonuses)
        out[at, 0], out[at, 1], out[at, 2] = claims


def field_of(population: Population, scoring: Scoring) -> Field:
    """The population as a field to be faced."""
    out = np.zeros((len(population), 3), np.int64)
    claims_of(population.values, scoring.bonuses, out)
    return Field(suits_of(population.hands), population.values.astype(np.int32), out, population.kinds)


def kinds_for(hands: Array, scoring: Scoring) -> Array:
    """The natural that each hand is paid for at this table."""
    kinds = np.zeros(len(hands), np.int64)
    if scoring.naturals:
        kinds_of(hands, scoring.four_is_two_pairs, scoring.dearest, kinds)
    return kinds


def answers(
    hands: Array,
    kinds: Array,
    field: Field,
    scoring: Scoring,
    *,
    members: bool,
    progress: Callable[[float], None] | None,
) -> Answers:
    """The best answers of many hands to a field; `members` are its own first hands and do not face themselves."""
    out = answers_for(len(hands))
    parts = [
        (start, hands[start : start + SLICE], kinds[start : start + SLICE]) for start in range(0, len(hands), SLICE)
    ]
    for start, found in spread(_answered, (field, rates_of(scoring), members), parts, progress):
        part = slice(start, start + SLICE)
        for whole, mine in zip(out, found, strict=True):
            whole[part] = mine
    return out


def _answered(given: tuple[Field, Rates, bool], part: tuple[int, Array, Array]) -> tuple[int, Answers]:
    """The best answers of a slice; with where it begins."""
    (field, rates, members), (start, hands, kinds) = given, part
    found = answers_for(len(hands))
    answer_all(hands, kinds, field, start if members else STRANGER, rates, found)
    return start, found


def beginning(scoring: Scoring, size: int, seed: int) -> Progress:
    """All hands that the solver will ever use, with their strongest Backs."""
    hands = deal(size, seed)
    kinds = kinds_for(hands, scoring)
    out = answers_for(size)
    strongest_backs(hands, worths_of(scoring.wheel), scoring.equal_is_legal, out)
    return Progress(0, Population(hands, kinds, out.piles, out.values), ())


def plan(size: int) -> list[tuple[int, float]]:
    """The passes: the size of the population, and which share of it moves; 1 for the hands that are new to it."""
    passes = [(FIRST, share) for share in SHARES[0]]
    count = FIRST
    while count < size:
        count = min(GROWTH * count, size)
        passes += [(count, share) for share in (0.0, *SHARES[1])]
    return passes


def advance(state: Progress, scoring: Scoring, seed: int, progress: Callable[[float], None] | None = None) -> Progress:
    """One pass of the plan."""
    count, share = plan(len(state.population))[state.passes]
    everyone = state.population
    if share:
        old, new, moves = 0, count, np.random.default_rng((seed, state.passes)).random(count) < share
        field = field_of(everyone.first(count), scoring)
    else:
        old, new = plan(len(everyone))[state.passes - 1][0], count
        moves, field = np.ones(new - old, np.bool_), field_of(everyone.first(old), scoring)
    part = slice(old, new)
    out = answers(everyone.hands[part], everyone.kinds[part], field, scoring, members=bool(share), progress=progress)
    piles, values = everyone.piles.copy(), everyone.values.copy()
    piles[part][moves], values[part][moves] = out.piles[moves], out.values[moves]
    gained = (*state.gains, float(out.units.mean()))
    return Progress(state.passes + 1, replace(everyone, piles=piles, values=values), gained)


def solve(
    scoring: Scoring,
    size: int,
    seed: int,
    checkpoint: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Progress:
    """Run the plan to its end; with a checkpoint, from where it was left."""
    state = load(checkpoint) if checkpoint is not None and checkpoint.exists() else beginning(scoring, size, seed)
    passes = plan(size)
    works = [count if share else count // GROWTH for count, share in passes]
    while state.passes < len(passes):
        done, now = sum(works[: state.passes]), works[state.passes]

        def report(share: float, done: int = done, now: int = now) -> None:
            if progress is not None:
                progress((done + share * now) / sum(works))

        state = advance(state, scoring, seed, report)
        if checkpoint is not None:
            save(state, checkpoint)
    return state


def save(state: Progress, path: Path) -> None:
    """Keep where the solver stands; the file is replaced whole."""
    fresh = path.with_suffix(".part")
    with fresh.open("wb") as file:
        people = state.population
        np.savez_compressed(
            file,
            passes=np.int64(state.passes),
            gains=np.array(state.gains),
            hands=people.hands,
            kinds=people.kinds,
            piles=people.piles,
            values=people.values,
        )
    fresh.replace(path)


def load(path: Path) -> Progress:
    """Where the solver was left."""
    with np.load(path) as stored:
        people = Population(*(stored[name] for name in ("hands", "kinds", "piles", "values")))
        return Progress(int(stored["passes"]), people, tuple(float(each) for each in stored["gains"]))
