"""A planted wrong pay and a biased draw are caught, and the test says after how many rounds."""

from dataclasses import replace

import numpy as np

import houseway as hw
from houseway.cards import ACE
from houseway.simulate import plan_of, simulate, simulation_of
from houseway.simulate.model import Simulation
from houseway.simulate.result import Result
from houseway.simulate.run import Goal, run
from houseway.simulate.skeptic import DOUBT, cases, confirm

PAN, SUPREME = hw.game("super-pan-9"), hw.game("supreme-99")


def caught_after(simulation: Simulation, wager: str, most: int = 1 << 23) -> int:
    """After how many rounds, twice as many each time, an edge is further from the exact figure than chance explains."""
    rounds = 1 << 12
    while rounds <= most:
        z = Result(run(simulation, Goal(rounds), 1))[wager].z
        if z is not None and abs(z) > DOUBT:
            return rounds
        rounds *= 2
    return 0


def test_a_wrong_pay_is_caught():
    """The Tie Bet at 9 to 1 for 8 to 1, against the exact figure of 8 to 1: after 8,192 rounds."""
    right = simulation_of(PAN, plan_of(PAN, PAN.configure()))
    wrong = PAN.with_pays("tie", {"tie": 9})
    planted = simulation_of(wrong, plan_of(wrong, wrong.configure()))
    assert caught_after(replace(planted, exact=right.exact), "tie") == 1 << 13


def test_a_biased_draw_is_caught():
    """Supreme 99 with a pack whose four aces are never dealt and whose kings come twice as often: after 16,384 rounds.

    One ace of the four is caught after 4,194,304.
    """
    right = simulation_of(SUPREME, plan_of(SUPREME, SUPREME.configure(), wagers=["pair-fortunes"]))
    pack = np.array(right.data.pack)
    pack[pack % 13 == ACE] -= 1
    planted = replace(right, data=right.data._replace(pack=pack))
    assert caught_after(planted, "pair-fortunes") == 1 << 14
    assert caught_after(right, "pair-fortunes", 1 << 17) == 0


def test_every_wager_of_quick_games_is_confirmed():
    lines = list(confirm([PAN, SUPREME], 60_000, 11))
    assert [(line.game, line.simulated.wager) for line in lines] == [
        ("super-pan-9", "main"),
        ("super-pan-9", "tie"),
        ("supreme-99", "main"),
        ("supreme-99", "pair-fortunes"),
    ]
    assert all(line.confirmed and line.simulated.exact is not None for line in lines)
    assert all(line.json()["confirmed"] for line in lines)


def test_every_wager_with_a_figure_is_in_some_case():
    for game in hw.games():
        named = {wager for wagers, _ in cases(game) for wager in wagers}
        assert named == {wager.id for wager in game.document.wagers if wager.analysed}


def test_the_result_in_words():
    told = str(simulate(PAN, PAN.configure(), rounds=1000, seed=1))
    assert told.startswith("Super Pan 9, best: 1,000 rounds, seed 1\n")
    assert "exact" in told
