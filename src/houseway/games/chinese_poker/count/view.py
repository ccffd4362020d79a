"""Advises by a stored strategy: every undominated setting of a hand, valued against the field it faces."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from houseway.document.settings import Settings
from houseway.games.chinese_poker.count.field import Field, possible, rates_of, respond, units_from
from houseway.games.chinese_poker.count.strategies import field_for
from houseway.games.chinese_poker.count.ways import Array, settings_of
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, exposed, scoring_of, set_so


class Choice(NamedTuple):
    """A setting as three masks of cards, its values, and the units it is expected to win from each opponent."""

    piles: tuple[int, int, int]
    values: tuple[int, int, int]
    units: float


class View(NamedTuple):
    """What a hand comes to: its settings, the best first, a natural's units (if it holds one), and the price to fold.

    `opponents` are how many sampled hands stand behind each value, `error` the standard error of the best.
    """

    choices: tuple[Choice, ...]
    natural: int
    declared: float
    fold: float
    opponents: int
    error: float
    worth: Callable[[tuple[int, ...]], float]

    @property
    def best(self) -> str:
        """What to do first: set, declare or surrender."""
        if self.natural and self.declared >= max(self.choices[0].units, self.fold):
            return DECLARE
        return SURRENDER if self.fold > self.choices[0].units else SET


def scoring_as_played(settings: Settings) -> Scoring:
    """The scoring as far as it matters to a setting: the size of a unit does not."""
    return scoring_of(settings)._replace(unit=1)


@lru_cache(maxsize=256)
def view(hand: int, scoring: Scoring) -> View:
    """All undominated settings of a hand against the field; nothing is dropped early."""
    field = field_for(scoring._replace(surrender=0, surrender_offered=False, foul=0))
    rates = rates_of(scoring)._replace(margin=1e9)
    faced = np.empty((5, len(field.suits)), np.int32)
    found = possible(hand, field, -1, faced)
    piles, values = settings_of(hand, scoring.wheel, equal_is_legal=scoring.equal_is_legal)
    kind = natural(hand, scoring.four_is_two_pairs) if scoring.naturals else 0
    units = np.empty(len(values))
    best, _, declared = respond(values, kind, field, faced.copy(), found, rates, units)
    order = [best, *(at for at in np.argsort(-units, kind="stable") if at != best)]
    choices = tuple(Choice(_three(piles[at]), _three(values[at]), float(units[at])) for at in order)
    fold = -float(scoring.surrender) if scoring.surrender_offered else float("-inf")
    seen = faced[:, :found]

    def worth(piles: tuple[int, ...]) -> float:
        return won_by(exposed(piles, scoring), field, seen, scoring)[0]

    error = won_by(set_so(*choices[0].values, 0, scoring), field, seen, scoring)[1]
    return View(choices, kind, float(declared), fold, int(seen[3].sum()), error, worth)


def won_by(mine: Exposed, field: Field, faced: Array, scoring: Scoring) -> tuple[float, float]:
    """The mean units that a hand wins from these opponents, a foul too; its error, as they are drawn independently."""
    units = np.empty(faced.shape[1], np.int64)
    mean = units_from(mine, field, faced, faced.shape[1], scoring, units)
    weights = faced[3].astype(np.float64)
    return float(mean), float(np.sqrt((weights**2 * (units - mean) ** 2).sum()) / weights.sum())


def _three(row: Array) -> tuple[int, int, int]:
    return int(row[0]), int(row[1]), int(row[2])
