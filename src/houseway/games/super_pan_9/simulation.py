"""Super Pan 9 simulated: the deal of clauses 5 to 7 around the rules, and the strategies as tables."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import DECK
from houseway.games.super_pan_9.count.shoe import Holding, full_shoe, sum_of, table_of
from houseway.games.super_pan_9.odds import best_plan, result_of
from houseway.games.super_pan_9.play import DRAW, STAND, pack
from houseway.games.super_pan_9.rules import (
    LOSE,
    TIE,
    WIN,
    dealer_draws,
    hand_size,
    outcome,
    total,
    value,
)
from houseway.games.super_pan_9.terms import terms
from houseway.lab.kernel import part
from houseway.round import OUT_OF_CARDS, Answer, Question, Setup, Standing
from houseway.round.questions import REFUSED
from houseway.round.terms import pushed
from houseway.simulate.asking import ASKED, asked
from houseway.simulate.chance import DEALT, below, deal, look_ahead
from houseway.simulate.loop import Bytes
from houseway.simulate.model import BASIC, BEST, HOUSE_WAY, RANDOM, Plan, Simulation, Wagered, one
from houseway.simulate.strategies import StrategyFile, lines_of, refused

STANDS, DRAWS, EITHER = range(3)
VOID = WIN - LOSE + 1
"""The code of a round that the shoe has voided, after those of the results."""


MOST = 9 * hand_size(True)
"""What the values of a hand add up to at most."""


class Data(NamedTuple):
    """All cards, the seats, and the rules and the strategy as tables: made by them, read in the kernel.

    What each card counts; whether three cards draw, by their values in the order of the deal; whether the dealer does,
    by what they add up to; the result by what the player's and the dealer's hand add up to. `asks` says that who
    decides is outside: see `houseway.simulate.asking`.
    """

    pack: Bytes
    values: Bytes
    draws: Bytes
    dealer_draws: Bytes
    results: Bytes
    seats: int
    wagers: int
    asks: bool


@part
def voided(codes: Any) -> None:
    """The shoe is empty: every wager is returned (ruling one-deck-seats)."""
    for at in range(len(codes)):
        codes[at] = VOID


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Three cards to each seat and to the dealer, a card to who draws, and the results. `room` has two for a place."""
    cards = len(data.pack)
    look_ahead(state, cards, hand_size(True) * (data.seats + 1))
    for place in range(data.seats + 1):
        points, held = 0, 0
        for _ in range(hand_size(False)):
            if state.at[DEALT] == cards:
                return voided(codes)
            worth = int(data.values[deal(state, data.pack)])
            points += worth
            held = 10 * held + worth
        room[2 * place], room[2 * place + 1] = points, data.draws[held]
        if data.asks and place < data.seats:
            room[2 * place + 1] = asked(room, 1 << STANDS | 1 << DRAWS, held // 100, held // 10 % 10, held % 10, 0)
    for seat in range(data.seats):
        if room[2 * seat + 1] == EITHER:
            room[2 * seat + 1] = below(state, 2)
    room[2 * data.seats + 1] = data.dealer_draws[room[2 * data.seats]]
    for place in range(data.seats + 1):
        if room[2 * place + 1] == DRAWS:
            if state.at[DEALT] == cards:
                return voided(codes)
            room[2 * place] += data.values[deal(state, data.pack)]
    for seat in range(data.seats):
        result = data.results[(MOST + 1) * room[2 * seat] + room[2 * data.seats]]
        for wager in range(data.wagers):
            codes[seat * data.wagers + wager] = result
    return None


def simulation(plan: Plan) -> Simulation:
    """Rounds of Super Pan 9 by a plan."""
    settings = plan.settings
    table = draws(plan)
    ends = {
        wager: (*(one(terms(wager, result, settings)) for result in (LOSE, TIE, WIN)), one(pushed("1", "void")))
        for wager in plan.wagers
    }
    all_cards = pack(settings.integer("decks"))
    return Simulation(
        plan=plan,
        wagers=tuple(Wagered(wager, ends[wager]) for wager in plan.wagers),
        play=play,
        data=Data(
            np.array(all_cards, np.uint8),
            np.array([value(card) for card in DECK], np.uint8),
            by_deal(table),
            np.array([DRAWS if dealer_draws(total(points)) else STANDS for points in range(MOST + 1)], np.uint8),
            by_points(),
            plan.seats,
            len(plan.wagers),
            plan.strategy == ASKED,
        ),
        answer=lambda question, standing, setup, state: answer(table, question, standing, setup, state),
        exact=_exact(plan, table),
        room=2 * (plan.seats + 1),
    )


# ------------------------------------------------------------------------------------------------ strategies


def draws(plan: Plan) -> dict[Holding, int]:
    """What a strategy does with every holding."""
    settings = plan.settings
    shoe = full_shoe(settings.integer("decks"))
    holdings = table_of(shoe)
    if plan.strategy in (BEST, BASIC):
        sees = settings.but(player_sees="total") if plan.strategy == BASIC else settings
        chosen = best_plan(shoe, sees, settings.text("play"))
        return {holding: DRAWS if chosen[holding] == DRAW else STANDS for holding in holdings}
    if plan.strategy == HOUSE_WAY:
        return {holding: DRAWS if dealer_draws(holding.total) else STANDS for holding in holdings}
    if plan.strategy in (RANDOM, ASKED):
        return dict.fromkeys(holdings, EITHER)
    return from_file(lines_of(plan.strategy), holdings)


def from_file(file: StrategyFile, holdings: Any) -> dict[Holding, int]:
    """`[draw]`: a decision for a total, as in `5 = "draw"`, or for a holding, as in `"4-A-0" = "stand"`."""
    known = {STAND: STANDS, DRAW: DRAWS, RANDOM: EITHER}
    given = file.table("draw")
    names = {str(holding) for holding in holdings} | {str(each) for each in range(10)}
    faults = [f"{key!r} is neither a total 0 to 9 nor a holding, as in 4-A-0" for key in given if key not in names]
    faults += [f"{key}: {says!r} is none of {', '.join(known)}" for key, says in given.items() if says not in known]
    missing = [str(each) for each in range(10) if str(each) not in given]
    faults += [f"no decision for a total of {', '.join(missing)}"] if missing else []
    refused(file, faults)
    return {holding: known[given.get(str(holding), given[str(holding.total)])] for holding in holdings}


def by_deal(table: dict[Holding, int]) -> Bytes:
    """The same for three cards by their values in whatever order they were dealt."""
    found = np.zeros(1000, np.uint8)
    for held in range(1000):
        low, middle, high = sorted((held // 100, held // 10 % 10, held % 10))
        found[held] = table.get(Holding((low, middle, high)), STANDS)
    return found


def by_points() -> Bytes:
    """The code of a result by what both hands add up to."""
    codes = [outcome(total(ours), total(theirs)) - LOSE for ours in range(MOST + 1) for theirs in range(MOST + 1)]
    return np.array(codes, np.uint8)


def answer(table: dict[Holding, int], question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
    """The same strategy at the table."""
    del setup
    low, middle, high = sorted(value(card) for card in standing.cards(question.seat))
    choice = table[Holding((low, middle, high))]
    return (STAND, DRAW)[below(state, 2) if choice == EITHER else choice]


def _exact(plan: Plan, table: dict[Holding, int]) -> Callable[[str], Fraction | None]:
    """The edge of a wager over all deals under the very table; None where the shoe may run out."""
    settings = plan.settings
    if settings.text(OUT_OF_CARDS.kind) != REFUSED and hand_size(True) * (plan.seats + 1) > len(
        pack(settings.integer("decks"))
    ):
        return lambda wager: None

    def exact(wager: str) -> Fraction:
        shoe = full_shoe(settings.integer("decks"))
        plans = [{h: DRAW if c == DRAWS or (c == EITHER and at) else STAND for h, c in table.items()} for at in (0, 1)]
        tallies = [result_of(shoe, each) for each in plans]
        units = [terms(wager, result, settings).worth() for result in (WIN, TIE, LOSE)]
        all_ = sum_of(iter(tallies))
        return -all_.worth((units[0], units[1], units[2])) / sum(all_)

    return exact
