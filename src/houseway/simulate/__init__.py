"""Rounds dealt by chance, in millions: the cross-check of what is counted exactly, and the way to what cannot be.

    pan = houseway.game("super-pan-9")
    pan.simulate(rounds=10_000_000, seed=7)["main"].z

A round's cards are a function of the seed and the round's number, and what is counted are whole numbers: a seed gives
the same result, bit for bit, on any number of threads, processes and machines, and on a GPU.
"""

import secrets
from collections.abc import Callable, Sequence
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.document.settings import Settings
from houseway.errors import Faulty, IllegalSetting, UnknownName, short
from houseway.simulate.by_play import run_played, setup_of
from houseway.simulate.model import BEST, STRATEGIES, Answers, Plan, Shoe, Simulation
from houseway.simulate.result import Result
from houseway.simulate.run import Goal, Told, run, seed_of
from houseway.simulate.work import Workers, threads

if TYPE_CHECKING:
    from houseway.game import Game

ROUNDS = 1_000_000
MOST_SEED = (1 << 63) - 1


def plan_of(
    game: "Game",
    settings: Settings,
    *,
    wagers: Sequence[str] = (),
    strategy: str | Path = BEST,
    seats: int = 0,
    shoe: Shoe | None = None,
) -> Plan:
    """What is to be simulated, checked."""
    if seats < 0:
        raise IllegalSetting(f"at least one seat plays, not {seats}")
    named = tuple(dict.fromkeys(wagers)) or _all_of(game, settings)
    for wager in named:
        spec = game.document.wager(wager)
        if not spec.on_offer(settings):
            raise UnknownName(f"{spec.name} is not offered: set {spec.offered}=yes (clause {spec.clause})")
    most = settings.integer("seats") if "seats" in settings else seats
    if seats > most:
        raise IllegalSetting(f"the table has {most} seats, not {seats}")
    return Plan(
        settings, named, _content(strategy), seats or game.simulated_seats(named, settings), _checked(shoe or Shoe())
    )


def _all_of(game: "Game", settings: Settings) -> tuple[str, ...]:
    """The wagers where none is named; where a shoe has no paytable for one of them, that the others may be named."""
    wagers = game.simulated_wagers(settings)
    without = [wager for wager in wagers if game.document.paytables_of(wager) and settings.paytable(wager) is None]
    if without:
        names = " and ".join(game.document.wager(wager).name for wager in without)
        others = ",".join(wager for wager in wagers if wager not in without)
        shoe = {None: "", 1: " with 1 deck"}.get(settings.decks, f" with {settings.decks} decks")
        raise IllegalSetting(
            f"{names}: no paytable{shoe}; name the wagers to simulate, as in --wagers {others}",
            game.document.wager(without[0]).clause,
        )
    return wagers


def simulation_of(game: "Game", plan: Plan) -> Simulation | None:
    """How rounds are drawn by a plan: the game's kernel; None where it has none."""
    found = game.simulation(plan)
    if found is not None:
        setup_of(game, plan)  # a table that may not be played is not simulated
    return found


def _content(strategy: str | Path) -> str:
    from houseway.document.files import content_of

    if isinstance(strategy, Path):
        return content_of(strategy).rstrip("\n") + "\n"
    if strategy in STRATEGIES or "\n" in strategy:
        return strategy
    raise UnknownName(f"{strategy!r} is no strategy: {', '.join(STRATEGIES)}, or a file")


def _whole(what: str, number: int) -> int:
    """A whole number of Python's or NumPy's."""
    try:
        return index(number)
    except TypeError:
        raise IllegalSetting(f"{what} is a whole number, not {short(repr(number))}") from None


def _seed(resume: Path | None) -> int:
    """The seed where none is said: that of the run that is resumed, else any."""
    return seed_of(resume) if resume is not None and resume.exists() else secrets.randbits(63)


def _checked(shoe: Shoe) -> Shoe:
    if not 0 <= shoe.penetration <= 1:
        raise IllegalSetting(f"penetration lies between 0% and 100%, not {float(100 * shoe.penetration):g}%")
    if not 0 <= shoe.burnt <= 20:
        raise IllegalSetting(f"0 to 20 cards are burnt, not {shoe.burnt}")
    return shoe


def simulate(
    game: "Game",
    settings: Settings,
    *,
    wagers: Sequence[str] = (),
    strategy: "str | Path | Answers" = BEST,
    rounds: int = 0,
    until_error: float = 0.0,
    seats: int = 0,
    shoe: Shoe | None = None,
    seed: int | None = None,
    workers: Workers | None = None,
    resume: Path | None = None,
    tell: Callable[[Told], None] | None = None,
    where: str = "threads",
) -> Result:
    """Play rounds until the goal is reached; `until_error` is a standard error in units, as 0.0001 for 0.01 %.

    Without a seed a run that is resumed has the seed of its file, and any other one by chance.
    """
    rounds, seats = _whole("rounds", rounds), _whole("seats", seats)
    if rounds and until_error:
        raise IllegalSetting("rounds and until-error are two goals: give one of them")
    if rounds < 0 or until_error < 0:
        raise IllegalSetting("so many rounds, or so small an error, is above zero")
    chosen = _seed(resume) if seed is None else _whole("seed", seed)
    if not 0 <= chosen <= MOST_SEED:
        raise IllegalSetting(f"a seed lies between 0 and {MOST_SEED}, not {chosen}")
    own = strategy if callable(strategy) else None
    named = BEST if callable(strategy) else strategy
    plan = plan_of(game, settings, wagers=wagers, strategy=named, seats=seats, shoe=shoe)
    goal = Goal(0 if until_error else rounds or ROUNDS, until_error)
    try:
        simulation = None if own else simulation_of(game, plan)
    except Faulty as fault:
        raise fault.called({fault.file: str(strategy)}) if isinstance(strategy, Path) else fault from None
    if simulation is not None and where == "gpu":
        from houseway.simulate.gpu import widened

        simulation = widened(simulation)
    if simulation is not None:
        return Result(run(simulation, goal, chosen, workers=workers, resume=resume, tell=tell, where=where))
    if resume is not None or where != "threads":
        raise IllegalSetting(f"{game.name} has no kernel for this: it is played here, and not resumed")
    if plan.strategy not in STRATEGIES:
        raise IllegalSetting(
            f"{game.name} has no kernel, which is what reads a strategy file: name one of {', '.join(STRATEGIES)}, or "
            "give a Python function"
        )
    return Result(run_played(game, plan, goal, chosen, tell, own))


__all__ = ["Plan", "Result", "Shoe", "Simulation", "Told", "plan_of", "simulate", "simulation_of", "threads"]
