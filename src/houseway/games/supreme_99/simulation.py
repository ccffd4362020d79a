"""Supreme 99 simulated: a packet to the dealer and to each seat, set by the house's way and by a strategy."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import DECK, RANKS, rank
from houseway.games.supreme_99.bot import simple_way
from houseway.games.supreme_99.count.deals import Counts, Holding, Tally, counts_of, fortunes_of, holding_of, table_of
from houseway.games.supreme_99.count.plays import best_split, units_of
from houseway.games.supreme_99.rules import (
    CARDS,
    FOUL,
    SPLITS,
    Piles,
    fortune,
    fouled,
    high_and_low,
    house_way,
    outcome,
    split_piles,
)
from houseway.games.supreme_99.terms import ENDS, FORTUNES, MAIN, READINGS, ROWS, terms
from houseway.lab.kernel import part
from houseway.round import Answer, Question, Setup, Standing
from houseway.simulate.asking import ASKED, asked
from houseway.simulate.chance import below, deal, look_ahead
from houseway.simulate.loop import Bytes, Ints, Shorts
from houseway.simulate.model import BASIC, BEST, HOUSE_WAY, RANDOM, Plan, Simulation, Wagered, one
from houseway.simulate.strategies import StrategyFile, lines_of, refused

WAYS = 2 * len(SPLITS)
"""The splits set without a foul, then the same the other way round, which may be fouls."""
ANY_WAY = WAYS

LOSES, TO_HOUSE_WAY = range(2)
"""What becomes of a foul."""


SCORE = 5
"""The High and the Low hand's scores stand in one number, the Low one in this many bits."""
LOST = -1
"""In place of scores: a foul that loses."""


class Data(NamedTuple):
    """All cards, which wagers are made, in order, and the rules and the strategy as tables, by four ranks as they lie.

    `house` has the scores as the house sets four cards, `ways` the way of a strategy and `own` its scores, `rows` the
    rows of Pair Fortunes; all four are made by the rules (`by_ranks`). `asks` says that who sets is outside: see
    `houseway.simulate.asking`.
    """

    pack: Bytes
    ranks: Bytes
    house: Shorts
    ways: Bytes
    own: Shorts
    rows: Bytes
    foul: int
    seats: int
    main: int
    fortunes: int
    wagers: int
    asks: bool


@part
def scores_of(a: int, b: int, c: int, d: int, way: int, foul: int) -> int:
    """Four cards set so: both scores in one number, or `LOST`."""
    high, low = high_and_low(a, b, c, d, way % 3)
    if way >= 3 and fouled(low, high):
        if foul == LOSES:
            return LOST
        high, low = high_and_low(a, b, c, d, house_way(a, b, c, d))
    return high << SCORE | low


@part
def end_of(ours: int, theirs: int) -> int:
    """How the standard wager ends for scores against the dealer's."""
    if ours == LOST:
        return FOUL
    low = (1 << SCORE) - 1
    return outcome(ours >> SCORE, ours & low, theirs >> SCORE, theirs & low)


@part
def four_ranks(state: Any, data: Data) -> int:
    """A packet of four cards, as the place of their ranks in the tables."""
    at = 0
    for _ in range(CARDS):
        at = 13 * at + int(data.ranks[deal(state, data.pack)])
    return at


@part
def undecided(state: Any, room: Any, at: int, data: Data) -> int:
    """The same packet set in any of the ways, each as likely, or as somebody outside decides."""
    a, b, c, d = at // 2197, at // 169 % 13, at // 13 % 13, at % 13
    way = asked(room, (1 << WAYS) - 1, a, b, c, d) if data.asks else below(state, WAYS)
    return scores_of(a, b, c, d, way, data.foul)


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Four cards to the dealer, then to each seat; every hand is set and meets the dealer's."""
    look_ahead(state, len(data.pack), CARDS * (data.seats + 1))
    theirs = data.house[four_ranks(state, data)]
    for seat in range(data.seats):
        at = four_ranks(state, data)
        if data.main >= 0:
            any_way = data.ways[at] == ANY_WAY
            ours = undecided(state, room, at, data) if any_way else data.own[at]
            codes[seat * data.wagers + data.main] = end_of(ours, theirs)
        if data.fortunes >= 0:
            codes[seat * data.wagers + data.fortunes] = data.rows[at]


def simulation(plan: Plan) -> Simulation:
    """Rounds of Supreme 99 by a plan."""
    settings, table = plan.settings, ways_of(plan)
    foul = LOSES if settings.text("foul") == "lose" else TO_HOUSE_WAY
    reading, three_is_pair = READINGS[settings.text("nine-nine")], settings.text("three-of-a-kind") == "pair"
    every = {MAIN: sorted(ENDS), FORTUNES: range(len(ROWS) + 1)}
    wagers = tuple(
        Wagered(wager, tuple(one(terms(wager, end, settings)) for end in every[wager])) for wager in plan.wagers
    )
    places = {wager: at for at, wager in enumerate(plan.wagers)}
    data = Data(
        np.array(DECK, np.uint8),
        np.array([rank(card) for card in DECK], np.uint8),
        by_ranks(lambda a, b, c, d: scores_of(a, b, c, d, house_way(a, b, c, d), foul)).astype(np.int16),
        by_ranks(lambda a, b, c, d: table[a, b, c, d]).astype(np.uint8),
        by_ranks(lambda a, b, c, d: scores_of(a, b, c, d, min(table[a, b, c, d], WAYS - 1), foul)).astype(np.int16),
        by_ranks(lambda a, b, c, d: fortune(a, b, c, d, reading, three_is_pair)).astype(np.uint8),
        foul,
        plan.seats,
        places.get(MAIN, -1),
        places.get(FORTUNES, -1),
        len(wagers),
        plan.strategy == ASKED,
    )
    return Simulation(
        plan,
        wagers,
        play,
        data,
        lambda question, standing, setup, state: answer(table, question, standing, setup, state),
        lambda wager: exact(wager, table, plan),
        dealt_first=CARDS,
    )


# ------------------------------------------------------------------------------------------------ strategies

Table = dict[Holding, int]
"""A way for every holding, its cards in ascending order."""


def ways_of(plan: Plan) -> Table:
    """How a strategy sets every holding."""
    lines = table_of(counts_of(DECK))
    if plan.strategy == HOUSE_WAY:
        return {holding: house_way(*holding) for holding in lines}
    if plan.strategy == BASIC:
        return {holding: simple_way(*holding) for holding in lines}
    if plan.strategy in (RANDOM, ASKED):
        return dict.fromkeys(lines, ANY_WAY)
    units = units_of(plan.settings)
    best = {holding: best_split(holding, line.splits, units) for holding, line in lines.items()}
    return best if plan.strategy == BEST else from_file(lines_of(plan.strategy), best)


def from_file(file: StrategyFile, best: Table) -> Table:
    """`[set]`: the High hand of a holding, as in `"A-K-9-4" = "9-4"`; what is not told is set for the best."""
    found, faults = dict(best), []
    names = {"-".join(RANKS[each] for each in reversed(holding)): holding for holding in best}
    for name, high in file.table("set").items():
        holding = names.get(name)
        if holding is None:
            faults.append(f"{name!r} is no holding: four ranks, the highest first, as in A-K-9-4")
            continue
        fitting = [
            way for way in range(WAYS) if "-".join(RANKS[each] for each in reversed(high_of(holding, way))) == high
        ]
        if fitting:
            found[holding] = fitting[0]
        else:
            faults.append(f"{name}: {high!r} are no two of its cards, the higher first")
    refused(file, faults)
    return found


def high_of(holding: Holding, way: int) -> tuple[int, int]:
    """The High hand that a way makes, in ascending order."""
    piles = split_piles(holding, way % len(SPLITS))
    first, second = sorted(piles.low if way >= len(SPLITS) else piles.high)
    return first, second


def by_ranks(told: Callable[[int, int, int, int], int]) -> Ints:
    """What is told of a holding, for four ranks in whatever order they were dealt."""
    found = {holding: told(*holding) for holding in table_of(counts_of(DECK))}
    return np.array([found.get(holding_of(sorted(ranks)), 0) for ranks in product(range(13), repeat=4)], np.int64)


def answer(table: Table, question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
    """The same strategy at the table."""
    del setup
    cards = standing.cards(question.seat)
    way = table[holding_of(sorted(rank(card) for card in cards))]
    if way == ANY_WAY:
        way = below(state, WAYS)
        piles = split_piles(cards, way % len(SPLITS))
    else:
        ordered = sorted(cards, key=rank)
        piles = split_piles(ordered, way % len(SPLITS))
    return (Piles(piles.low, piles.high) if way >= len(SPLITS) else piles).masks


def exact(wager: str, table: Table, plan: Plan, counts: Counts = counts_of(DECK)) -> Fraction | None:  # noqa: B008
    """The edge over all deals under the very table."""
    settings = plan.settings
    if wager == FORTUNES:
        ways = fortunes_of(counts, settings)
        won = sum((ways[row] * terms(wager, row, settings).worth() for row in ways), Fraction(0))
        return -won / sum(ways.values())
    units, won, deals = units_of(settings), Fraction(0), 0
    foul = terms(MAIN, FOUL, settings).worth() if settings.text("foul") == "lose" else None

    def value(holding: Holding, way: int, splits: tuple[Tally, ...]) -> Fraction:
        high, low = high_and_low(*holding, way % 3)
        if way >= len(SPLITS) and fouled(low, high):
            return splits[house_way(*holding)].value(units) if foul is None else foul
        return splits[way % 3].value(units)

    for holding, line in table_of(counts).items():
        choices = range(WAYS) if table[holding] == ANY_WAY else (table[holding],)
        mean = sum((value(holding, way, line.splits) for way in choices), Fraction(0)) / len(choices)
        won += line.ways * mean
        deals += line.ways
    return -won / deals
