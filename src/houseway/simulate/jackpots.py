"""A progressive meter over many rounds: how long between two jackpots, and what they come to.

The rounds are those of a simulation, in their order. The meter grows with every wager and loses what winners take, by
the game's own rules (`Game.accrual`, `Game.displaying` and the ruling of the round): only rounds in which somebody
takes a share are gone through again by the order of play.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.errors import IllegalSetting
from houseway.simulate.by_play import setup_of
from houseway.simulate.chance import begin, fresh_state, opened
from houseway.simulate.driven import Cards, driven
from houseway.simulate.model import Plan, Simulation
from houseway.simulate.work import codes_of

if TYPE_CHECKING:
    from houseway.game import Game

CHUNK = 1 << 16


class Hit(NamedTuple):
    """A round in which a meter paid: its number, what the meter showed, what was taken and what it was seeded with."""

    round: int
    shown: int
    taken: int
    seeded: int


@dataclass(frozen=True)
class Meter:
    """A meter over so many rounds: what it started from, every time it paid, and what it shows in the end; cents."""

    wager: str
    rounds: int
    start: int
    hits: tuple[Hit, ...]
    end: Fraction

    @property
    def between(self) -> float | None:
        """Rounds between two payments on average; None before the first."""
        return self.rounds / len(self.hits) if self.hits else None

    @property
    def emptied(self) -> tuple[Hit, ...]:
        """The times at which it was seeded anew."""
        return tuple(hit for hit in self.hits if hit.seeded)

    def json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "rounds": self.rounds,
            "hits": len(self.hits),
            "emptied": len(self.emptied),
            "rounds_between": self.between,
            "taken": sum(hit.taken for hit in self.hits),
            "shown_on_average": fmean(hit.shown for hit in self.hits) if self.hits else None,
            "end": float(self.end),
        }


def meter(game: "Game", plan: Plan, wager: str, rounds: int, seed: int) -> Meter:
    """One meter that all seats of a plan feed, over so many rounds of a seed."""
    seeds = game.seeds(plan.settings)
    if wager not in seeds:
        raise IllegalSetting(f"{game.document.wager(wager).name} feeds no progressive meter at this table")
    simulation = game.simulation(plan)
    if simulation is None or plan.shoe.penetration:
        raise IllegalSetting("a meter is followed over rounds from fresh packs, by a game that has a kernel")
    setup = setup_of(game, plan)
    stakes = [seat.wagers[wager] for seat in setup.seats]
    grows = sum((game.accrual(wager, stake, plan.settings) for stake in stakes), Fraction(0))
    shown, hits, last = Fraction(seeds[wager]), [], -1
    for number in sharing(simulation, wager, rounds, seed):
        shown += grows * (number - last)
        last = number
        settings = game.displaying(plan.settings, {wager: int(shown)})
        again = game.setup(settings, {seat.number: seat.wagers for seat in setup.seats})
        state = fresh_state(simulation.cards)
        opened(state, seed, simulation.course.domain)
        begin(state, number)
        cards = Cards(state, simulation.data.pack.tolist(), simulation.dealt_first, plan.seats)
        paid = [each for each in driven(game, again, cards, simulation.answer) if each.wager == wager]
        taken, seeded = sum(each.metered for each in paid), sum(each.seeded for each in paid)
        hits.append(Hit(number, int(shown), taken, seeded))
        shown += seeded - taken
    return Meter(wager, rounds, seeds[wager], tuple(hits), shown + grows * (rounds - 1 - last))


def sharing(simulation: Simulation, wager: str, rounds: int, seed: int) -> Iterator[int]:
    """The rounds in which some seat wins a share of the meter."""
    names = [each.wager for each in simulation.wagers]
    at = names.index(wager)
    shares = np.array([any(terms.share for terms, _ in parts) for parts in simulation.wagers[at].ends])
    for first in range(0, rounds, CHUNK):
        codes = codes_of(simulation, seed, min(CHUNK, rounds - first), first)[:, at :: len(names)]
        won = (codes >= 0) & shares[np.maximum(codes, 0)]
        yield from (first + int(number) for number in np.flatnonzero(won.any(axis=1)))
