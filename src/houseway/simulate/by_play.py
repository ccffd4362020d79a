"""A game without a kernel, or a strategy that is a Python function: the order of play itself, round by round. Slow.

The ends of a wager are what its payouts came to; there is one thread, and nothing to resume.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.errors import HousewayError, IllegalAnswer, IllegalSetting, short
from houseway.round.questions import Answer, Choose, Question, Standing, Wager, default_of
from houseway.round.ruling import Setup
from houseway.round.terms import Terms
from houseway.simulate.chance import ROUNDS, begin, below, fresh_state, opened
from houseway.simulate.counts import Counts
from houseway.simulate.driven import Cards, driven
from houseway.simulate.loop import Ints
from houseway.simulate.model import HOUSE_WAY, RANDOM, Answers, Plan, Simulation, Wagered, one
from houseway.simulate.run import Goal, Run, Told, share

if TYPE_CHECKING:
    from houseway.game import Game

SLICE = 256
SLOW = "Played by the order of play itself, some thousands of rounds a second."

End = tuple[str, Fraction, str]
"""An award, what a unit wins, and the clause."""


class Data(NamedTuple):
    """All cards."""

    pack: Ints


@dataclass
class Found:
    """How often each wager has ended how, slice by slice; and whether anybody had a decision."""

    slices: list[dict[str, Counter[End]]] = field(default_factory=list)
    asked: bool = False


def run_played(
    game: "Game",
    plan: Plan,
    goal: Goal,
    seed: int,
    tell: Callable[[Told], None] | None = None,
    own: Answers | None = None,
) -> Run:
    """Play by the order of play until the goal is reached; an interrupt keeps the slices that are done."""
    if plan.shoe.penetration:
        raise IllegalSetting(f"whole shoes are simulated by a kernel, and {game.name} has none for this strategy")
    found, began, cancelled = Found(), monotonic(), False
    setup, answer = setup_of(game, plan), answering(game, plan, found, own)
    run = _run(game, plan, found, seed)
    pack = game.pack(plan.settings)
    state = fresh_state(len(pack))
    opened(state, seed, ROUNDS)
    try:
        while not _enough(run, goal):
            first = len(found.slices) * SLICE
            many = min(SLICE, goal.rounds - first) if goal.rounds else SLICE
            ends: dict[str, Counter[End]] = {wager: Counter() for wager in plan.wagers}
            for number in range(first, first + many):
                begin(state, number)
                _count(driven(game, setup, Cards(state, pack, 0, 0), answer), ends)
            found.slices.append(ends)
            run = _run(game, plan, found, seed, first + many)
            run.seconds = monotonic() - began
            if tell is not None:
                tell(Told(share(run, goal), run.counts.rounds, run.rate, run.errors()))
    except KeyboardInterrupt:
        cancelled = True
    run.cancelled, run.where = cancelled, "the order of play"
    return run


def _enough(run: Run, goal: Goal) -> bool:
    if goal.rounds:
        return run.counts.rounds >= goal.rounds
    return run.counts.rounds > 0 and max(run.errors()) <= goal.error


def _count(ruling: Any, ends: dict[str, Counter[End]]) -> None:
    """What each wager of each seat came to; hands of one spot together."""
    nets: dict[tuple[int, str], list[Any]] = {}
    for payout in ruling:
        entry = nets.setdefault((payout.seat, payout.wager), [0, 0, payout.award, payout.clause])
        entry[0] += payout.net
        entry[1] += payout.stake
    for (_, wager), (net, stake, award, clause) in nets.items():
        if wager in ends and stake:
            ends[wager][award, Fraction(net, stake), clause] += 1


def _run(game: "Game", plan: Plan, found: Found, seed: int, rounds: int = 0) -> Run:
    """What has been found as a run; `rounds` have been played."""
    kinds: dict[str, list[End]] = {
        wager: sorted({end for each in found.slices for end in each[wager]}) for wager in plan.wagers
    }
    simulation = Simulation(
        plan=plan,
        wagers=tuple(
            Wagered(wager, tuple(one(Terms(award, pays, clause)) for award, pays, clause in ends) or (one(NOTHING),))
            for wager, ends in kinds.items()
        ),
        play=_no_kernel,
        data=Data(np.array(game.pack(plan.settings), np.int64)),
        answer=answering(game, plan, found, None),
        exact=lambda wager: None if found.asked else game.odds_of(game.ask(wager, plan.settings)).edge,
        notes=(SLOW,),
    )
    counts = Counts.of(simulation)
    for number, each in enumerate(found.slices):
        row = [each[wager][end] for wager, ends in kinds.items() for end in (ends or [NO_END])]
        many = min(SLICE, rounds - number * SLICE)
        counts.add(number * SLICE, many, many, np.array([row], np.int64))
    return Run(simulation, seed, counts)


NO_END: End = ("nothing", Fraction(0), "")
NOTHING = Terms(*NO_END)
"""Of a wager that has not been made yet."""


def _no_kernel(state: Any, data: Any, room: Any, codes: Any) -> None:
    raise NotImplementedError


def setup_of(game: "Game", plan: Plan) -> Setup:
    """The seats with the wagers of a plan and those that they must make: as large as allowed, or else the least."""
    wanted = [w for w in game.document.wagers if w.before_deal and (w.id in plan.wagers or w.required)]
    fault: HousewayError | None = None
    for bound in ("most", "least"):
        stakes = {w.id: plan.settings.integer(w.most if bound == "most" else w.least) for w in wanted}
        try:
            return game.setup(plan.settings, dict.fromkeys(range(1, plan.seats + 1), stakes))
        except HousewayError as refused:
            fault = refused
    assert fault is not None
    raise fault


def answering(game: "Game", plan: Plan, found: Found, own: Answers | None) -> Answers:
    """How seats answer: the game's bot for the best, the house's default, chance, or a function."""

    def answer(question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
        if isinstance(question, Wager):
            return question.least if question.wager in plan.wagers else 0
        found.asked = True
        if own is not None:
            return _allowed(question, own(question, standing, setup, state))
        if plan.strategy == RANDOM and isinstance(question, Choose):
            return question.options[below(state, len(question.options))]
        return default_of(question) if plan.strategy in (HOUSE_WAY, RANDOM) else game.bot(question, standing, setup)

    return answer


def _allowed(question: Question, given: Any) -> Answer:
    """What a function has answered, if the question allows it."""
    try:
        question.check(given)
    except IllegalAnswer as fault:
        named = "" if isinstance(question, Choose) else f", not {short(repr(given))}"
        raise IllegalAnswer(f"the strategy's answer is not allowed: {fault.sentence}{named}", fault.clause) from None
    answer: Answer = given
    return answer
