"""Advises by a stored strategy: every undominated setting of a hand, valued against the field it faces."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from houseway.document.settings import Settings
from houseway.errors import IllegalSetting
from houseway.games.chinese_poker.count.field import Field, possible, rates_of, respond, units_from
from houseway.games.chinese_poker.count.strategies import field_for
from houseway.games.chinese_poker.count.ways import Array, settings_of
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER, natural_of
from houseway.games.chinese_poker.rules.hands import PILES
from houseway.games.chinese_poker.rules.posted import HAND_TYPES, OF_THREE_CARDS, scoring_of
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, exposed, natural_alone, set_so

NATURAL = "natural"
"""What a hand does whose natural is paid without being declared and takes the place of its setting: nothing."""


class Choice(NamedTuple):
    """A setting as three masks of cards, its values, and the units it is expected to win from each opponent."""

    piles: tuple[int, int, int]
    values: tuple[int, int, int]
    units: float


class View(NamedTuple):
    """What a hand comes to: its settings, the best first, a natural's units (if it holds one), and the price to fold.

    A natural that is paid without being declared is counted in the units of every setting. `opponents` are how many
    sampled hands stand behind each value, `error` the standard error of the best.
    """

    choices: tuple[Choice, ...]
    natural: int
    paid: float
    fold: float
    opponents: int
    error: float
    worth: Callable[[tuple[int, ...]], float]
    declares: bool
    alone: bool

    @property
    def best(self) -> str:
        """What to do first: set, declare or surrender; or that the natural is paid and there is nothing to do."""
        if self.natural and self.declares and self.paid >= max(self.choices[0].units, self.fold):
            return DECLARE
        if self.fold > self.choices[0].units:
            return SURRENDER
        return NATURAL if self.alone and not self.declares else SET


def scoring_as_played(settings: Settings) -> Scoring:
    """The scoring as far as it matters to a setting: the size of a unit does not."""
    return scoring_of(settings)._replace(unit=1)


@lru_cache(maxsize=256)
def view(hand: int, scoring: Scoring) -> View:
    """All undominated settings of a hand against the field; nothing is dropped early."""
    refuse_falling(scoring)
    field = field_for(scoring._replace(surrender=0, surrender_offered=False, foul=0))
    rates = rates_of(scoring)._replace(margin=1e9)
    faced = np.empty((5, len(field.suits)), np.int32)
    found = possible(hand, field, -1, faced)
    piles, values = settings_of(hand, scoring.wheel, equal_is_legal=scoring.equal_is_legal)
    kind = natural_of(hand, scoring)
    own, alone = 0 if scoring.natural_declared else kind, natural_alone(kind, 0, scoring.natural_also)
    units = np.empty(len(values))
    best, most, paid = respond(values, kind, field, faced.copy(), found, rates, units)
    order = [best, *(at for at in np.argsort(-units, kind="stable") if at != best)]
    if own:
        units = np.full(len(values), paid) if alone else units + (paid - most)
    choices = tuple(Choice(_three(piles[at]), _three(values[at]), float(units[at])) for at in order)
    fold = -float(scoring.surrender) if scoring.surrender_offered else float("-inf")
    seen = faced[:, :found]

    def worth(piles: tuple[int, ...]) -> float:
        return won_by(exposed(piles, scoring, own), field, seen, scoring)[0]

    error = won_by(set_so(*choices[0].values, own, scoring), field, seen, scoring)[1]
    return View(choices, kind, float(paid), fold, int(seen[3].sum()), error, worth, scoring.natural_declared, alone)


def refuse_falling(scoring: Scoring) -> None:
    """Refuse bonuses that a higher hand of the same pile lowers: settings that another outranks are not looked at."""
    for pile, units in zip(PILES, scoring.bonuses, strict=True):
        for lower, higher in pairwise(OF_THREE_CARDS if pile == "Front" else HAND_TYPES):
            low, high = units[HAND_TYPES[lower]], units[HAND_TYPES[higher]]
            if low > high:
                raise IllegalSetting(
                    f"settings are not valued where the bonus for {lower} in {pile} ({low}) is above that for {higher} "
                    f"({high}): the lab leaves out a setting that another outranks in all three hands, and here it "
                    "may win more",
                    "bonuses",
                )


def won_by(mine: Exposed, field: Field, faced: Array, scoring: Scoring) -> tuple[float, float]:
    """The mean units that a hand wins from these opponents, a foul too; its error, as they are drawn independently."""
    units = np.empty(faced.shape[1], np.int64)
    mean = units_from(mine, field, faced, faced.shape[1], scoring, units)
    weights = faced[3].astype(np.float64)
    return float(mean), float(np.sqrt((weights**2 * (units - mean) ** 2).sum()) / weights.sum())


def _three(row: Array) -> tuple[int, int, int]:
    return int(row[0]), int(row[1]), int(row[2])
