"""Kernel and order of play side by side: the same cards, the same decisions, the same cents."""

import os
from fractions import Fraction
from math import floor

import houseway as hw
from houseway.game import Game
from houseway.simulate.chance import DEALT, begin, fresh_state, opened
from houseway.simulate.driven import Cards, driven
from houseway.simulate.model import Plan, Simulation
from houseway.simulate.work import codes_of

ROUNDS = int(os.environ.get("HOUSEWAY_AGREEING", "0"))
"""Rounds for each case of the long form; each case has its own quick number."""
SEED = 1 + (int(os.environ.get("HOUSEWAY_LUCK", "0")) if ROUNDS else 0)
"""Of the rounds: the long form deals others in each of its parts."""

STAKED = {
    "super-pan-9": {"main": 10000, "tie": 10000},
    "supreme-99": {"main": 10000, "pair-fortunes": 10000},
    "dealer-open-pai-gow": {"main": 10000, "chan-chu": 10000, "ace-high-tie": 10000, "jacks-beat": 500},
}
SEATS = {"super-pan-9": 3, "supreme-99": 6, "dealer-open-pai-gow": 2}
SETTINGS = {"dealer-open-pai-gow": {"jacks_beat": True, "jacks_beat_pays": "2 jacks=1, 3 jacks=10, 4 jacks=100"}}


def agree_in(name: str, strategy: str, rounds: int) -> None:
    """Rounds of a game with all its wagers, by a strategy."""
    game = hw.game(name)
    plan = Plan(
        game.configure(**SETTINGS.get(name, {})),
        tuple(each.id for each in game.document.wagers),
        strategy,
        seats=SEATS[name],
    )
    agree(game, game.simulation(plan), STAKED[name], rounds)


def agree(
    game: Game, simulation: Simulation, stakes: dict[str, int], rounds: int, seed: int = SEED
) -> dict[str, set[int]]:
    """Every round dealt by both; the codes that have come up, by wager. The first difference fails."""
    plan: Plan = simulation.plan
    setup = game.setup(plan.settings, dict.fromkeys(range(1, plan.seats + 1), stakes))
    pack = simulation.data.pack.tolist()
    codes = codes_of(simulation, seed, rounds)
    expected = [cents_of(each, stakes, plan) for each in simulation.wagers]
    wagers = [each.wager for each in simulation.wagers]
    state = fresh_state(simulation.cards)
    opened(state, seed, simulation.course.domain)
    stream, fresh = 0, True
    for number, row in enumerate(codes.tolist()):
        if fresh:
            begin(state, stream)
            for _ in range(simulation.course.burnt):
                Cards(state, pack, 0, 0).next()
            stream += 1
        cards = Cards(state, pack, simulation.dealt_first, plan.seats)
        nets: dict[tuple[int, str], int] = {}
        for payout in driven(game, setup, cards, simulation.answer):
            key = payout.seat, payout.wager
            nets[key] = nets.get(key, 0) + payout.net
        for at, code in enumerate(row):
            seat, wager = at // len(wagers) + 1, wagers[at % len(wagers)]
            net = nets.get((seat, wager))
            want = None if code < 0 else expected[at % len(wagers)][code]
            assert (net or 0) == (want or 0), (
                f"round {number}, seat {seat}, {wager}: {net} at the table, {want} in the kernel"
            )
        fresh = state.at[DEALT] >= simulation.course.cut
    return {
        wager: {row[at] for row in codes[:, at :: len(wagers)].tolist() for at in range(1)}
        for at, wager in enumerate(wagers)
    }


def cents_of(wagered, stakes: dict[str, int], plan: Plan) -> list[int]:
    """What each end wins of this stake, in whole cents."""
    stake = stakes.get(wagered.wager) or wagered.stake or 100
    found = []
    for parts in wagered.ends:
        worth = sum((units * terms.worth(wagered.meter, stake) for terms, units in parts), Fraction(0))
        found.append(floor(worth * stake))
    return found
