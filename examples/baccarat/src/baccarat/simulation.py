"""Minibaccarat simulated: one coup around the rules. There is nothing to decide."""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from baccarat.play import pack
from baccarat.rules import (
    BANKER,
    PLAYER,
    STOOD,
    TIE,
    banker_draws,
    natural,
    pair,
    player_draws,
    total,
    value,
    winner,
)
from baccarat.terms import Coup, terms
from houseway.errors import IllegalSetting
from houseway.lab.kernel import part
from houseway.round import Answer, Question, Setup, Standing
from houseway.round.questions import default_of
from houseway.simulate.chance import deal
from houseway.simulate.loop import Ints
from houseway.simulate.model import STRATEGIES, Plan, Simulation, Wagered, one

COUPS = tuple(Coup(won, bool(own), bool(other)) for won in (PLAYER, TIE, BANKER) for own in (0, 1) for other in (0, 1))
"""Every end of a coup, by its code."""


class Data(NamedTuple):
    """All cards, and how many codes are written."""

    pack: Ints
    codes: int


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Two cards to each hand in turn, third cards by the rules; a coup decides the wagers of every seat."""
    a, b = deal(state, data.pack), deal(state, data.pack)
    c, d = deal(state, data.pack), deal(state, data.pack)
    player, banker = total(value(a) + value(c)), total(value(b) + value(d))
    if not natural(player, banker):
        two, third = banker, STOOD
        if player_draws(player):
            third = value(deal(state, data.pack))
            player = total(player + third)
        if banker_draws(two, third):
            banker = total(two + value(deal(state, data.pack)))
    code = 4 * (winner(player, banker) - PLAYER) + 2 * int(pair(a, c)) + int(pair(b, d))
    for at in range(data.codes):
        codes[at] = code


def simulation(plan: Plan) -> Simulation:
    """Coups by a plan; a strategy by its name is as good as another, and a file has nothing to say."""
    if plan.strategy not in STRATEGIES:
        raise IllegalSetting("nothing is decided in minibaccarat: it takes no strategy file")
    settings = plan.settings
    wagers = tuple(Wagered(wager, tuple(one(terms(wager, coup, settings)) for coup in COUPS)) for wager in plan.wagers)
    cards = np.array(pack(settings.integer("decks")), np.int64)
    return Simulation(
        plan, wagers, play, Data(cards, len(wagers) * plan.seats), answer, lambda wager: exact(wager, plan)
    )


def answer(question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
    """Nobody is asked anything."""
    del standing, setup, state
    return default_of(question)


def exact(wager: str, plan: Plan) -> Fraction | None:
    """The edge over all deals."""
    from baccarat.game import GAME

    return GAME.with_document(plan.settings.document).odds_of(GAME.ask(wager, plan.settings)).edge
