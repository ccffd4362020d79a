"""A planted wrong pay and a biased draw are caught, and the test says after how many rounds."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, log2, sqrt

import numpy as np
import pytest

import houseway as hw
from houseway.cards import ACE
from houseway.cli.simulate import _every_worker
from houseway.simulate import plan_of, simulate, simulation_of
from houseway.simulate.model import Simulation
from houseway.simulate.result import Result, Simulated
from houseway.simulate.run import Goal, run
from houseway.simulate.skeptic import DOUBT, Answer, cases, confirm

PAN, SUPREME = hw.game("super-pan-9"), hw.game("supreme-99")


def caught_after(simulation: Simulation, wager: str, seed: int, most: int) -> int:
    """After how many rounds, twice as many each time, an edge is further from the exact figure than chance explains."""
    rounds = 1 << 10
    while rounds <= most:
        z = Result(run(simulation, Goal(rounds), seed))[wager].z
        if z is not None and abs(z) > DOUBT:
            return rounds
        rounds *= 2
    return 0


def bound(off: float, spread: float) -> int:
    """Rounds, a power of two, after which an edge that is off by so much is doubted whatever the luck.

    Its standard errors from the exact figure are then twice DOUBT on average, and less than DOUBT once in 300,000 runs.
    """
    return 1 << ceil(log2((2 * DOUBT * spread / off) ** 2))


def spread_of(found: Simulated) -> float:
    """The standard deviation of one wager."""
    return found.error * sqrt(found.made)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_wrong_pay_is_caught(seed):
    """The Tie Bet at 9 to 1 for 8 to 1, against the exact figure of 8 to 1: within 65,536 rounds."""
    right = simulation_of(PAN, plan_of(PAN, PAN.configure()))
    wrong = PAN.with_pays("tie", {"tie": 9})
    planted = replace(simulation_of(wrong, plan_of(wrong, wrong.configure())), exact=right.exact)
    off = float(PAN.odds("tie").edge - wrong.odds("tie").edge)
    most = bound(off, sqrt(wrong.odds("tie").variance))
    assert most == 1 << 16
    assert 0 < caught_after(planted, "tie", seed, most) <= most


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_biased_draw_is_caught(seed):
    """Supreme 99 with a pack whose four aces are never dealt and whose kings come twice as often: within 65,536 rounds.

    How far it is off, an independent run of a million rounds tells.
    """
    right = simulation_of(SUPREME, plan_of(SUPREME, SUPREME.configure(), wagers=["pair-fortunes"]))
    pack = np.array(right.data.pack)
    pack[pack % 13 == ACE] -= 1
    planted = replace(right, data=right.data._replace(pack=pack))
    told = Result(run(planted, Goal(1_000_000), 99))["pair-fortunes"]
    most = bound(abs(float(told.edge - told.exact)), spread_of(told))
    assert most == 1 << 16
    assert 0 < caught_after(planted, "pair-fortunes", seed, most) <= most
    assert caught_after(right, "pair-fortunes", seed, most) == 0


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
    told = str(Answer(tuple(lines), 11)).splitlines()
    assert told[0] == "Every wager dealt by chance, seed 11"
    assert told[3].startswith("super-pan-9  tie            60,000  ")
    assert told[-1] == "All 4 are within 4.5 standard errors of the exact figure."
    wrong = replace(lines[1], simulated=replace(lines[1].simulated, exact=Fraction(1)))
    doubted = Answer((lines[0], wrong), 11)
    assert doubted.doubted == (wrong,)
    assert str(doubted).endswith("1 of 2 are not within 4.5 standard errors of the exact figure.")


def test_every_wager_with_a_figure_is_in_some_case():
    for game in hw.games():
        named = {wager for wagers, _ in cases(game) for wager in wagers}
        assert named == {wager.id for wager in game.document.wagers if wager.analysed}


def test_the_result_in_words():
    told = str(simulate(PAN, PAN.configure(), rounds=1000, seed=1))
    assert told.startswith("Super Pan 9, best: 1,000 rounds, seed 1\n")
    assert "exact" in told


@pytest.mark.parametrize(("game", "where"), [(PAN, "gpu"), (hw.game("chinese-poker"), "cores")])
def test_on_a_gpu_what_it_does_not_simulate_is_dealt_on_the_cores(monkeypatch, game, where):
    """Both are stood in for by who says where it was asked."""
    monkeypatch.setattr("houseway.simulate.gpu.gpu", lambda simulation, parts: iter(["gpu"]))
    monkeypatch.setattr("houseway.simulate.threads", lambda number: lambda simulation, parts: iter(["cores"]))
    simulation = simulation_of(game, plan_of(game, game.configure()))
    assert list(_every_worker(None, True, "")(simulation, [])) == [where]
