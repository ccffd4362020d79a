"""The law of a round: in which ways each start ends, and with which chance, exactly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from houseway.errors import IllegalSetting
from houseway.games.super_pairs.count.base_game import BaseGame, Plan, Start
from houseway.games.super_pairs.count.base_rules import Ends
from houseway.games.super_pairs.count.residues import whole
from houseway.games.super_pairs.count.solver import Ints
from houseway.games.super_pairs.count.split_law import Split, Units, split_law
from houseway.games.super_pairs.count.tally import SPLIT_PLAYED, Count, unsplit_of
from houseway.games.super_pairs.rules.blackjack import DOUBLE, SPLIT, SURRENDER, units
from houseway.games.super_pairs.terms.blackjack import DEALER_NATURAL, GIVEN_UP, LOST, NATURAL, PUSHED, WON
from houseway.lab.cache import cached
from houseway.lab.law import Law
from houseway.lab.spread import spread

PACKAGE = "houseway.games.super_pairs"

NO_UNITS = Units(0, 0, 0)

NAMED = (NATURAL, GIVEN_UP, DEALER_NATURAL, LOST, PUSHED, WON, SPLIT_PLAYED)
"""The kinds of results, in the order in which they are kept."""


class Result(NamedTuple):
    """How a round ends: on terms of its own, or so many units lost, pushed and won, in a split or without one."""

    end: str
    units: Units = NO_UNITS

    def worth(self, ends: Ends) -> Fraction:
        """What a unit of the first wager comes to."""
        if self.end in (NATURAL, GIVEN_UP, DEALER_NATURAL):
            own = {NATURAL: ends.natural, GIVEN_UP: ends.given_up, DEALER_NATURAL: ends.dealer_natural}
            return own[self.end].worth()
        each = zip(self.units, (ends.lost, ends.pushed, ends.won), strict=True)
        return sum((count * terms.worth() for count, terms in each), Fraction(0))


Results = Mapping[Result, Fraction]


@dataclass(frozen=True)
class Rounds:
    """Every start with the law of its results; of some splits only what is counted, up to so many hands."""

    game: BaseGame
    starts: Mapping[Start, Results]
    partly: Mapping[Start, int]

    @cached_property
    def results(self) -> Results:
        """How a round ends, over all starts."""
        found: dict[Result, Fraction] = {}
        for start, results in self.starts.items():
            for result, chance in results.items():
                found[result] = found.get(result, Fraction(0)) + start.chance * chance
        return found

    @property
    def missing(self) -> Fraction:
        """The chance of what is not counted."""
        return 1 - sum(self.results.values(), Fraction(0)) if self.partly else Fraction(0)

    def law(self) -> Law:
        """What a unit wins; refused where not all is counted."""
        if self.partly:
            raise IllegalSetting(
                f"rounds of {min(self.partly.values()) + 1} hands and more come about in too many ways to count "
                f"({float(100 * self.missing):.4f} % of all rounds): set split-hands lower"
            )
        found: dict[Fraction, Fraction] = {}
        for result, chance in self.results.items():
            net = result.worth(self.game.rules.ends)
            found[net] = found.get(net, Fraction(0)) + chance
        return dict(sorted(found.items()))


def rounds_of(game: BaseGame, plan: Plan, progress: Callable[[float], None] | None = None) -> Rounds:
    """The law of a round under a plan, counted once for each shoe, rules and plan."""
    rows = cached(PACKAGE, ("round law", game, _told(plan)), lambda: _rows(_count(game, plan, progress)))
    every, starts, partly = list(game.starts), dict[Start, dict[Result, Fraction]](), dict[Start, int]()
    for at, hands, named, lost, pushed, won, top, bottom in rows:
        starts.setdefault(every[at], {})[Result(NAMED[named], Units(lost, pushed, won))] = Fraction(top, bottom)
        if hands:
            partly[every[at]] = hands
    return Rounds(game, starts, partly)


def _told(plan: Plan) -> str:
    """A plan by a hash."""
    digest = sha256(repr(sorted(plan.choice.items())).encode())
    of_hands = [((up,), moves) for up, moves in plan.moves.items()]
    for key, moves in sorted([*of_hands, *plan.splits.items()], key=lambda each: each[0]):
        digest.update(repr(key).encode() + np.ascontiguousarray(moves).tobytes())
    return digest.hexdigest()


def _rows(found: Rounds) -> list[list[int]]:
    every = {start: at for at, start in enumerate(found.game.starts)}
    return [
        [every[start], found.partly.get(start, 0), NAMED.index(result.end), *result.units, *chance.as_integer_ratio()]
        for start, results in found.starts.items()
        for result, chance in results.items()
    ]


def _count(game: BaseGame, plan: Plan, progress: Callable[[float], None] | None) -> Rounds:
    count = Count(game, plan)
    pairs = [start for start, choice in plan.choice.items() if choice == SPLIT]
    split = dict(spread(_split, (game, plan), sorted(pairs, key=_longest), progress)) if pairs else {}
    unsplit = dict(spread(unsplit_of, count, sorted(plan.moves)))
    starts = {start: _results(count, start, unsplit[start.up], split.get(start)) for start in game.starts}
    partly = {start: each.hands for start, each in split.items() if each.missing}
    return Rounds(game, starts, partly)


def _longest(start: Start) -> tuple[int, int]:
    """Low pairs take longest, and longest against a seven."""
    return (start.first or 10, start.up != 6)


def _split(given: tuple[BaseGame, Plan], start: Start) -> tuple[Start, Split]:
    return start, split_law(*given, start)


def _results(count: Count, start: Start, unsplit: tuple[Ints, Ints], split: Split | None) -> Results:
    """How one start ends."""
    game, choice = count.game, count.plan.choice.get(start, "")
    alive, blackjack = game.alive(start), game.dealer_blackjack(start)
    if start.natural:
        found = {Result(NATURAL): 1 - blackjack, Result(PUSHED, Units(0, 1, 0)): blackjack}
    else:
        found = {Result(DEALER_NATURAL): 1 - alive}
        if choice == SURRENDER:
            found |= {Result(GIVEN_UP): 1 - blackjack, Result(LOST, Units(1, 0, 0)): alive - 1 + blackjack}
        elif split is not None:
            found |= {Result(SPLIT_PLAYED, each): chance for each, chance in split.ends.items()}
        else:
            found |= _played(count, start, unsplit, units(choice == DOUBLE), alive)
    return {result: chance for result, chance in found.items() if chance}


def _played(count: Count, start: Start, unsplit: tuple[Ints, Ints], stake: int, alive: Fraction) -> Results:
    win, push = (Fraction(whole(side[start.hand], count.moduli, count.total), count.total) for side in unsplit)
    return {
        Result(WON, Units(0, 0, stake)): win,
        Result(PUSHED, Units(0, stake, 0)): push,
        Result(LOST, Units(stake, 0, 0)): alive - win - push,
    }
