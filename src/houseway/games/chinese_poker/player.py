"""Advises by a stored strategy: every undominated setting of a hand, valued against the field it faces."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from houseway.games.chinese_poker.field import Field, Rates, possible, rates_of, respond
from houseway.games.chinese_poker.measure import value_against
from houseway.games.chinese_poker.rules import foul_units, natural
from houseway.games.chinese_poker.scoring import Terms, shown, terms_of
from houseway.games.chinese_poker.strategies import field_for
from houseway.games.chinese_poker.ways import Array, settings_of
from houseway.document.settings import Settings


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
            return "declare"
        return "surrender" if self.fold > self.choices[0].units else "set"


def terms_as_played(settings: Settings) -> Terms:
    """The terms that matter to a setting: the size of a unit does not."""
    return terms_of(settings)._replace(unit=1)


@lru_cache(maxsize=256)
def view(hand: int, terms: Terms) -> View:
    """All undominated settings of a hand against the field; nothing is dropped early."""
    field = field_for(terms._replace(surrender=0, surrender_offered=False, foul=0))
    rates = rates_of(terms)._replace(margin=1e9)
    faced = np.empty((5, len(field.suits)), np.int32)
    found = possible(hand, field, -1, faced)
    piles, values = settings_of(hand, terms.wheel, equal_is_legal=terms.equal_is_legal)
    kind = natural(hand, terms.four_is_two_pairs) if terms.naturals else 0
    units = np.empty(len(values))
    best, _, declared = respond(values, kind, field, faced.copy(), found, rates, units)
    order = [best, *(at for at in np.argsort(-units, kind="stable") if at != best)]
    choices = tuple(Choice(_three(piles[at]), _three(values[at]), float(units[at])) for at in order)
    fold = -float(terms.surrender) if terms.surrender_offered else float("-inf")
    seen = faced[:, :found]

    def worth(piles: tuple[int, ...]) -> float:
        return value_of(piles, terms, field, rates, seen)

    error = _error(choices[0].values, field, rates, seen)
    return View(choices, kind, float(declared), fold, int(seen[3].sum()), error, worth)


def value_of(piles: tuple[int, ...], terms: Terms, field: Field, rates: Rates, faced: Array) -> float:
    """The units that any setting is expected to win from each opponent, a foul too."""
    mine = shown(piles, terms)
    count = faced.shape[1]
    if not mine.fouled:
        return float(value_against(0, np.array(mine.values), field, faced, count, rates))
    weights, at = faced[3], faced[4]
    each = foul_units(True, False, terms.foul) - field.bonuses[at]
    alone = np.where(field.naturals[at] > 0, -terms.natural + (each if rates.also else 0), each)
    return float((weights * alone).sum() / weights.sum())


def _error(values: tuple[int, int, int], field: Field, rates: Rates, faced: Array) -> float:
    """The standard error of a setting's value, the sampled hands being independent."""
    signs = [np.sign(value - faced[place].astype(np.int64)) for place, value in enumerate(values)]
    won = rates.scores[9 * signs[0] + 3 * signs[1] + signs[2] + 13] - field.bonuses[faced[4]]
    weights = faced[3].astype(np.float64)
    mean = (weights * won).sum() / weights.sum()
    return float(np.sqrt((weights**2 * (won - mean) ** 2).sum()) / weights.sum())


def _three(row: Array) -> tuple[int, int, int]:
    return int(row[0]), int(row[1]), int(row[2])
