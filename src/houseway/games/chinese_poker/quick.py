"""The stored strategy in short, for tables without the lab: all settings of a hand valued in plain Python.

`data/quick.json` holds, for each stored strategy, the values that its Fronts, Middles and Backs reach at even steps
of rank. A setting is worth what it would win if the three hands of the opponent were independent of each other and of
one's own cards. `docs/chinese-poker.md` says what that gives away against the whole strategy.
"""

import json
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from houseway.cards import cards_of
from houseway.flow import Answer, Arrange, Choose, Question
from houseway.games.chinese_poker.rules import (
    FRONT_CARDS,
    HAND_CARDS,
    LONG_CARDS,
    bonus,
    fouled,
    pile_value,
    score,
)
from houseway.games.chinese_poker.scoring import CLAUSES, Terms

DATA = Path(__file__).with_name("data")
ALL_CARDS = (1 << HAND_CARDS) - 1


def strategy_name(terms: Terms) -> str:
    """Which stored strategy serves these terms: by the scoring, and with bonuses and naturals where they pay."""
    scoring = {"6": "1-a-hand", "scoring.2-4": "2-4", "scoring.1-6": "1-6"}[CLAUSES[terms.scoring]]
    return f"{scoring}-bonuses" if any(terms.bonuses) or terms.naturals else scoring


class Valued(NamedTuple):
    """A setting and the units it is expected to win from one opponent."""

    units: float
    piles: tuple[int, int, int]


def quick(question: Question, hand: int, terms: Terms) -> Answer:
    """A setting, or whether to declare or to surrender."""
    best = best_setting(hand, terms)
    if isinstance(question, Arrange):
        return best.piles
    options = question.options if isinstance(question, Choose) else ()
    if "declare" in options and (terms.natural_also or terms.natural >= best.units):
        return "declare"
    return "surrender" if "surrender" in options and -terms.surrender > best.units else "set"


def best_setting(hand: int, terms: Terms) -> Valued:
    """The best of all legal settings of thirteen cards."""
    cards = cards_of(hand)
    worth = {pile: pile_value(_spread(pile, cards), terms.wheel) for sizes in (_fronts(), _fives()) for pile in sizes}
    lead = _leads(terms)
    front, middle, back = ({pile: lead[place](worth[pile]) for pile in worth} for place in range(3))
    single, triple = _shape(terms)
    best = (-1e9, 0, 0)
    for top, fives in _splits():
        for one, other in fives:
            low, high = (one, other) if worth[one] <= worth[other] else (other, one)
            (a, x), (b, y), (c, z) = front[top], middle[low], back[high]
            units = single * (a + b + c) + triple * a * b * c + x + y + z
            if units > best[0] and not fouled(worth[top], worth[low], worth[high], terms.equal_is_legal):
                best = (units, top, low)
    units, top, low = best
    return Valued(units, (_spread(top, cards), _spread(low, cards), _spread(ALL_CARDS & ~top & ~low, cards)))


def _shape(terms: Terms) -> tuple[float, float]:
    """The score of three won or lost hands is `single * (a + b + c) + triple * abc`, with +1 and -1 for a, b, c."""
    sweep, lesser = score(3, 0, terms.scoring, terms.ties), score(2, 1, terms.scoring, terms.ties)
    return (sweep + lesser) / 4, (sweep - 3 * lesser) / 4


class _Lead(NamedTuple):
    """How far a value leads the opponent's hand in one place (chance to win less chance to lose), and its bonus."""

    steps: list[int]
    place: int
    terms: Terms

    def __call__(self, worth: int) -> tuple[float, int]:
        below, upto = bisect_left(self.steps, worth), bisect_right(self.steps, worth)
        piles = [worth if place == self.place else 0 for place in range(3)]
        return (below + upto) / len(self.steps) - 1, bonus(piles[0], piles[1], piles[2], *self.terms.bonuses)


def _leads(terms: Terms) -> list[_Lead]:
    return [_Lead(steps, place, terms) for place, steps in enumerate(_steps()[strategy_name(terms)])]


@cache
def _steps() -> dict[str, list[list[int]]]:
    stored: dict[str, list[list[int]]] = json.loads((DATA / "quick.json").read_text(encoding="utf-8"))
    return stored


def _spread(pile: int, cards: tuple[int, ...]) -> int:
    """The mask of the cards that a 13-bit pile picks from a hand."""
    return sum(1 << card for place, card in enumerate(cards) if pile >> place & 1)


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
