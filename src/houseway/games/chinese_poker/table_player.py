"""The stored strategy at a table, in plain Python: what bots play, with or without the lab.

The likely settings of `quick` are valued against the same stored population, with the same card removal and the same
rules, as the compiled player of the lab does with all undominated ones.
"""

import zipfile
from array import array
from ast import literal_eval
from functools import cache, lru_cache
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from houseway.cards import cards_of
from houseway.round import Answer, Arrange, Choose, Question
from houseway.games.chinese_poker.quick import DATA, Valued, likely, spread, strategy_name
from houseway.games.chinese_poker.rules import bonus, natural, natural_units, pile_value, score
from houseway.games.chinese_poker.scoring import Terms

SAMPLE = 250
MARGIN = 0.1
"""After the first opponents, settings that are this share of a sweep behind the best are dropped."""


class Opponent(NamedTuple):
    """A stored hand: the values of its three hands, its bonus, its declared natural."""

    values: tuple[int, int, int]
    bonus: int
    natural: int


Faced = list[tuple[int, Opponent]]
"""Opponents that our cards leave possible, each with in how many changes of suits."""


def answer(question: Question, hand: int, terms: Terms) -> Answer:
    """The strategy's setting, or whether to declare or to surrender."""
    best, declared = worth(hand, terms._replace(unit=1))
    if isinstance(question, Arrange):
        return best.piles
    options = question.options if isinstance(question, Choose) else ()
    if "declare" in options and declared >= best.units:
        return "declare"
    return "surrender" if "surrender" in options and -terms.surrender > best.units else "set"


@lru_cache(maxsize=64)
def worth(hand: int, terms: Terms) -> tuple[Valued, float]:
    """The best setting of a hand, and what declaring its natural wins."""
    faced = possible(hand, terms)
    best = _best(hand, terms, faced)
    return best, _declared(hand, terms, faced) + (best.units if terms.natural_also else 0)


def possible(hand: int, terms: Terms) -> Faced:
    """The stored hands that some change of suits parts from ours, and in how many of 24 it does."""
    p, q, r, s = (hand >> 13 * suit & 8191 for suit in range(4))
    free = [(x & p == 0) | (x & q == 0) << 1 | (x & r == 0) << 2 | (x & s == 0) << 3 for x in range(8192)]
    second, third, fourth = ([each << shift for each in free] for shift in (4, 8, 12))
    fits, name = _fits(), strategy_name(terms)
    weights = [fits[free[a] | second[b] | third[c] | fourth[d]] for a, b, c, d in _suits(name)]
    known = _known(name, terms)
    faced = []
    for at, weight in enumerate(weights):
        if weight:
            each = known[at]
            if each is None:
                each = known[at] = opponent(at, name, terms)
            faced.append((weight, each))
    return faced


def _best(hand: int, terms: Terms, faced: Faced) -> Valued:
    """The best of the likely settings, first against some of the opponents, then against all."""
    ways = [(way, _values(way.piles, terms)) for way in likely(hand, terms)]
    live = faced if terms.natural_also else [(weight, each) for weight, each in faced if not each.natural]
    first = _units([values for _, values in ways], live[:SAMPLE], terms)
    most = max(first)
    close = [way for way, units in zip(ways, first, strict=True) if units > most - MARGIN * terms.sweep]
    second = _units([values for _, values in close], live, terms)
    units, piles = max((units, way.piles) for units, (way, _) in zip(second, close, strict=True))
    total, alive = sum(weight for weight, _ in faced), sum(weight for weight, _ in live)
    rest = sum(weight * natural_units(0, each.natural, terms.natural, terms.natural_ranked) for weight, each in faced)
    return Valued((units * alive + rest) / max(total, 1), piles)


def _units(ways: list[tuple[int, int, int]], faced: Faced, terms: Terms) -> list[float]:
    """The mean units that each of these settings wins from these opponents. Few values differ: each is met once."""
    weights = [weight for weight, _ in faced]
    total = max(sum(weights), 1)
    given = sum(weight * each.bonus for weight, each in faced)
    met: list[dict[int, list[int]]] = []
    for place, factor in enumerate((9, 3, 1)):
        theirs = [each.values[place] for _, each in faced]
        met.append(
            {mine: [factor * ((mine > x) - (mine < x)) for x in theirs] for mine in {way[place] for way in ways}}
        )
    scores = _scores(terms)
    won = []
    for front, middle, back in ways:
        codes = zip(weights, met[0][front], met[1][middle], met[2][back], strict=True)
        units = sum([weight * scores[a + b + c + 13] for weight, a, b, c in codes]) - given
        won.append(bonus(front, middle, back, *terms.bonuses) + units / total)
    return won


def _declared(hand: int, terms: Terms, faced: Faced) -> float:
    kind = natural(hand, terms.four_is_two_pairs) if terms.naturals else 0
    total = sum(weight for weight, _ in faced)
    won = sum(weight * natural_units(kind, each.natural, terms.natural, terms.natural_ranked) for weight, each in faced)
    return won / max(total, 1)


def _values(piles: tuple[int, int, int], terms: Terms) -> tuple[int, int, int]:
    front, middle, back = (pile_value(pile, terms.wheel) for pile in piles)
    return front, middle, back


def _scores(terms: Terms) -> list[int]:
    """Every result of three comparisons, scored by the rule."""
    results = [(code // 9 - 1, code // 3 % 3 - 1, code % 3 - 1) for code in range(27)]
    return [score(each.count(1), each.count(-1), terms.scoring, terms.ties) for each in results]


@lru_cache(maxsize=8)
def _known(name: str, terms: Terms) -> list[Opponent | None]:
    """The opponents that have been faced under these terms."""
    return [None] * len(_suits(name))


def opponent(at: int, name: str, terms: Terms) -> Opponent:
    """One hand of a stored strategy, valued under these terms."""
    hands, piles = _stored(name)
    hand, front, middle = hands[at], piles[2 * at], piles[2 * at + 1]
    if front < 0:
        return Opponent((0, 0, 0), 0, natural(hand, terms.four_is_two_pairs) if terms.naturals else 0)
    cards = cards_of(hand)
    top, low = spread(front, cards), spread(middle, cards)
    values = _values((top, low, hand & ~top & ~low), terms)
    return Opponent(values, bonus(*values, *terms.bonuses), 0)


@cache
def _stored(name: str) -> tuple["array[int]", "array[int]"]:
    """The hands of a strategy, and the Front and Middle of each as 13-bit piles."""
    return read_array(DATA / "hands.npz", "hands"), read_array(DATA / f"{name}.npz", "piles")


@cache
def _suits(name: str) -> list[tuple[int, int, int, int]]:
    hands, piles = _stored(name)
    return [(hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39) for hand in hands[: len(piles) // 2]]


def read_array(path: Path, name: str) -> "array[int]":
    """The integers of one array of an .npz file, row by row, without NumPy."""
    with zipfile.ZipFile(path) as file:
        data = file.read(f"{name}.npy")
    head = 10 + int.from_bytes(data[8:10], "little")
    kind = literal_eval(data[10:head].decode("latin1").strip())["descr"]
    return array({"<i8": "q", "<i2": "h"}[kind], data[head:])


@cache
def _fits() -> bytes:
    """For sixteen bits (their suit i shares nothing with our suit j): in how many of 24 ways suits can be changed."""
    changes = [sum(1 << 4 * i + j for i, j in enumerate(change)) for change in permutations(range(4))]
    return bytes(sum(code & change == change for change in changes) for code in range(1 << 16))
