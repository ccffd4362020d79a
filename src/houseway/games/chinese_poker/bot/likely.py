"""Which settings of a hand look best: all of them at a glance, in plain Python.

`data/quick.json` holds, for each stored strategy, the values that its Fronts, Middles and Backs reach at even steps
of rank. A setting is judged by what it would win if the three hands of the opponent were independent of each other and
of one's own cards.
"""

import json
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import combinations
from typing import NamedTuple

from houseway.cards import cards_of
from houseway.games.chinese_poker.bot.stored import DATA, spread, strategy_name
from houseway.games.chinese_poker.rules.hands import (
    FRONT_CARDS,
    HAND_CARDS,
    LONG_CARDS,
    fouled,
    hand_type,
    pile_value,
)
from houseway.games.chinese_poker.rules.scoring import Scoring, score

ALL_CARDS = (1 << HAND_CARDS) - 1
FULL = 400
"""So many settings are gathered before the worse ones are thrown out."""

Found = tuple[float, int, int, int, int, int]
"""What a setting seems worth, its three values, and its Front and Middle as 13-bit piles."""


class Valued(NamedTuple):
    """A setting and the units it is expected to win from one opponent."""

    units: float
    piles: tuple[int, int, int]


def likely(hand: int, scoring: Scoring, keep: int = 20) -> list[Valued]:
    """The legal settings of thirteen cards that look best, the best first; of settings of equal value one."""
    cards = cards_of(hand)
    worth = {pile: pile_value(spread(pile, cards), scoring.wheel) for size in (_fronts(), _fives()) for pile in size}
    lead = _leads(scoring)
    front = {pile: lead[0](worth[pile]) for pile in _fronts()}
    middle, back = ({pile: lead[place](worth[pile]) for pile in _fives()} for place in (1, 2))
    single, triple = _shape(scoring)
    floor, found = -1e9, []
    for top, fives in _splits():
        a, x = front[top]
        for one, other in fives:
            low, high = (one, other) if worth[one] <= worth[other] else (other, one)
            (b, y), (c, z) = middle[low], back[high]
            units = single * (a + b + c) + triple * a * b * c + x + y + z
            if units > floor and not fouled(worth[top], worth[low], worth[high], scoring.equal_is_legal):
                found.append((units, worth[top], worth[low], worth[high], top, low))
                if len(found) > FULL:
                    found = _distinct(found, keep)
                    floor = found[-1][0] if len(found) == keep else floor
    return [
        Valued(units, (spread(top, cards), spread(low, cards), spread(ALL_CARDS & ~top & ~low, cards)))
        for units, _, _, _, top, low in _distinct(found, keep)
    ]


def _distinct(found: list[Found], keep: int) -> list[Found]:
    """The best, one for each three values."""
    return sorted({each[1:4]: each for each in found}.values(), reverse=True)[:keep]


def _shape(scoring: Scoring) -> tuple[float, float]:
    """The score of three won or lost hands is `single * (a + b + c) + triple * abc`, with +1 and -1 for a, b, c."""
    sweep, lesser = score(3, 0, scoring.scores), score(2, 1, scoring.scores)
    return (sweep + lesser) / 4, (sweep - 3 * lesser) / 4


class _Lead(NamedTuple):
    """How far a value leads the opponent's hand in one place (chance to win less chance to lose), and its bonus.

    A bonus that only a hand that wins is paid counts by the chance to win.
    """

    steps: list[int]
    place: int
    scoring: Scoring

    def __call__(self, worth: int) -> tuple[float, float]:
        below, upto = bisect_left(self.steps, worth), bisect_right(self.steps, worth)
        claims = self.scoring.bonuses[self.place][hand_type(worth)]
        paid = below / len(self.steps) if self.scoring.bonus_won_only else 1
        return (below + upto) / len(self.steps) - 1, claims * paid


def _leads(scoring: Scoring) -> list[_Lead]:
    return [_Lead(steps, place, scoring) for place, steps in enumerate(_steps()[strategy_name(scoring)])]


@cache
def _steps() -> dict[str, list[list[int]]]:
    stored: dict[str, list[list[int]]] = json.loads((DATA / "quick.json").read_text(encoding="utf-8"))
    return stored


@cache
def _fronts() -> tuple[int, ...]:
    return tuple(sum(1 << place for place in three) for three in combinations(range(HAND_CARDS), FRONT_CARDS))


@cache
def _fives() -> tuple[int, ...]:
    return tuple(sum(1 << place for place in five) for five in combinations(range(HAND_CARDS), LONG_CARDS))


@cache
def _splits() -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Each Front with the 126 ways to part the other ten cards into two fives."""
    return tuple(
        (front, tuple((five, rest & ~five) for five in _fives() if five & ~rest == 0 and five & rest & -rest))
        for front in _fronts()
        for rest in (ALL_CARDS & ~front,)
    )
