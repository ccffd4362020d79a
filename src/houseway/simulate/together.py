"""Several wagers of one seat together, measured: for those that are not counted together."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.lab.joint import Joint, Measured, joint_of, named, refuse_lacking, title_of
from houseway.round.terms import Terms
from houseway.simulate import simulate


def measured(
    game: Game, stakes: Mapping[str, Fraction], settings: Settings, rounds: int, seed: int = 1, cents: int = 0
) -> Joint:
    """The same for wagers that are not counted together, from rounds dealt by chance; it says so, with its error."""
    wagers = tuple(stakes)
    refuse_lacking(game, wagers)
    run = simulate(game, settings, wagers=wagers, rounds=1, seats=1, seed=seed)
    made = run.run.simulation.wagers
    places = [[each.wager for each in made].index(wager) for wager in wagers]
    codes, times = np.unique(run.codes(rounds)[:, places], axis=0, return_counts=True)
    worths = [made[at].worths() for at in places]
    nothing = Terms("not made", Fraction(0), "")
    ends = [
        (
            tuple(nothing if code < 0 else Terms("", worth[code], "") for code, worth in zip(row, worths, strict=True)),
            int(count),
        )
        for row, count in zip(codes, times, strict=True)
    ]
    found = named(game, joint_of(title_of(game, stakes), stakes, ends, cents))
    return replace(found, measured=Measured(rounds, seed))
