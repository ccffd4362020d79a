"""Supreme 99 simulated: a packet to the dealer and to each seat, set by the house's way and by a strategy."""

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
from houseway.simulate.chance import below, deal, look_ahead
from houseway.simulate.loop import Bytes
from houseway.simulate.model import BASIC, BEST, HOUSE_WAY, RANDOM, Plan, Simulation, Wagered, one
from houseway.simulate.strategies import StrategyFile, lines_of, refused

WAYS = 2 * len(SPLITS)
"""The splits set without a foul, then the same the other way round, which may be fouls."""
ANY_WAY = WAYS

LOSES, TO_HOUSE_WAY = range(2)
"""What becomes of a foul."""


class Data(NamedTuple):
    """All cards; the way to set four cards by their ranks; the house's readings; which wagers are made, in order."""

    pack: Bytes
    ways: Bytes
    foul: int
    reading: int
    three_is_pair: bool
    seats: int
    main: int
    fortunes: int
    wagers: int


@part
def end_of(a: int, b: int, c: int, d: int, way: int, foul: int, high: int, low: int) -> int:
    """How the standard wager ends for four cards set so, against the dealer's two scores."""
    split = way % 3
    ours = high_and_low(a, b, c, d, split)
    if way >= 3 and fouled(ours[1], ours[0]):
        if foul == LOSES:
            return FOUL
        ours = high_and_low(a, b, c, d, house_way(a, b, c, d))
    return outcome(ours[0], ours[1], high, low)


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Four cards to the dealer, then to each seat; every hand is set and meets the dealer's. `room` is four a place."""
    look_ahead(state, len(data.pack), CARDS * (data.seats + 1))
    for at in range(CARDS * (data.seats + 1)):
        room[at] = deal(state, data.pack)
    a, b, c, d = room[0], room[1], room[2], room[3]
    high, low = high_and_low(a, b, c, d, house_way(a, b, c, d))
    for seat in range(data.seats):
        first = CARDS * (seat + 1)
        a, b, c, d = room[first], room[first + 1], room[first + 2], room[first + 3]
        if data.main >= 0:
            way = data.ways[((rank(a) * 13 + rank(b)) * 13 + rank(c)) * 13 + rank(d)]
            if way == ANY_WAY:
                way = below(state, WAYS)
            codes[seat * data.wagers + data.main] = end_of(a, b, c, d, way, data.foul, high, low)
        if data.fortunes >= 0:
            codes[seat * data.wagers + data.fortunes] = fortune(a, b, c, d, data.reading, data.three_is_pair)


def simulation(plan: Plan) -> Simulation:
    """Rounds of Supreme 99 by a plan."""
    settings, table = plan.settings, ways_of(plan)
    every = {MAIN: sorted(ENDS), FORTUNES: range(len(ROWS) + 1)}
    wagers = tuple(
        Wagered(wager, tuple(one(terms(wager, end, settings)) for end in every[wager])) for wager in plan.wagers
    )
    places = {wager: at for at, wager in enumerate(plan.wagers)}
    data = Data(
        np.array(DECK, np.uint8),
        by_ranks(table),
        LOSES if settings.text("foul") == "lose" else TO_HOUSE_WAY,
        READINGS[settings.text("nine-nine")],
        settings.text("three-of-a-kind") == "pair",
        plan.seats,
        places.get(MAIN, -1),
        places.get(FORTUNES, -1),
        len(wagers),
    )
    return Simulation(
        plan,
        wagers,
        play,
        data,
        lambda question, standing, setup, state: answer(table, question, standing, setup, state),
        lambda wager: exact(wager, table, plan),
        room=CARDS * (plan.seats + 1),
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
    if plan.strategy == RANDOM:
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


def by_ranks(table: Table) -> Bytes:
    """The same for four ranks in whatever order they were dealt: the split of the cards as they lie."""
    found = np.zeros(13**4, np.uint8)
    for at, ranks in enumerate(product(range(13), repeat=4)):
        holding = holding_of(sorted(ranks))
        if holding not in table:
            continue
        way = table[holding]
        wanted = high_and_low(*holding, way % 3) if way < ANY_WAY else (0, 0)
        a, b, c, d = ranks
        same = [split for split in range(len(SPLITS)) if high_and_low(a, b, c, d, split) == wanted]
        found[at] = way if way == ANY_WAY else same[0] + len(SPLITS) * (way // len(SPLITS))
    return found


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
