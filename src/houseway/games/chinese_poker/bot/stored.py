"""The stored strategies without NumPy: their hands, how each is set, and which of them a hand leaves possible.

`data/hands.npz` holds the hands, `data/<name>.npz` the Front and Middle of each as 13-bit piles; a hand that holds a
natural is set too, for a table where that is paid besides.
"""

import zipfile
from array import array
from ast import literal_eval
from functools import cache, lru_cache
from itertools import permutations
from pathlib import Path

from houseway.cards import cards_of
from houseway.games.chinese_poker.rules.hands import bonus, pile_value
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.posted import SCHEMES
from houseway.games.chinese_poker.rules.scoring import OWN, Exposed, Scoring, natural_alone, score

DATA = Path(__file__).parent.parent / "data"


Faced = list[tuple[int, Exposed]]
"""Opponents that our cards leave possible, each with in how many changes of suits."""


def strategy_name(scoring: Scoring) -> str:
    """Which stored strategy serves a scoring: by its scheme, and with bonuses and naturals where they pay."""
    paid = any(any(pile) for pile in scoring.bonuses) or scoring.naturals
    return f"{_scheme_like(scoring)}-bonuses" if paid else _scheme_like(scoring)


def _scheme_like(scoring: Scoring) -> str:
    """The document's scoring, or the one whose sweep is worth most nearly as many times two hands of three."""
    if scoring.scheme != OWN:
        return next(name for name, each in SCHEMES.items() if each == scoring.scheme)
    sweep, lesser = scoring.sweep, score(2, 1, scoring.scores)
    if 2 * sweep < 5 * lesser:
        return "2-4"
    return "1-a-hand" if 2 * sweep < 9 * lesser else "1-6"


def possible(hand: int, scoring: Scoring) -> Faced:
    """The stored hands that some change of suits parts from ours, and in how many of 24 it does."""
    p, q, r, s = (hand >> 13 * suit & 8191 for suit in range(4))
    free = [(x & p == 0) | (x & q == 0) << 1 | (x & r == 0) << 2 | (x & s == 0) << 3 for x in range(8192)]
    second, third, fourth = ([each << shift for each in free] for shift in (4, 8, 12))
    fits, name = _fits(), strategy_name(scoring)
    weights = [fits[free[a] | second[b] | third[c] | fourth[d]] for a, b, c, d in _suits(name)]
    known = _known(name, scoring)
    faced = []
    for at, weight in enumerate(weights):
        if weight:
            each = known[at]
            if each is None:
                each = known[at] = opponent(at, name, scoring)
            faced.append((weight, each))
    return faced


@lru_cache(maxsize=8)
def _known(name: str, scoring: Scoring) -> list[Exposed | None]:
    """The opponents that have been faced under this scoring."""
    del scoring
    return [None] * len(_suits(name))


def opponent(at: int, name: str, scoring: Scoring) -> Exposed:
    """One hand of a stored strategy, which claims every natural; as it was set it is taken to be no foul."""
    hands, piles = _stored(name)
    hand, front, middle = hands[at], piles[2 * at], piles[2 * at + 1]
    kind = natural(hand, scoring.four_is_two_pairs, scoring.dearest) if scoring.naturals else 0
    if natural_alone(kind, 0, scoring.natural_also):
        return Exposed(natural=kind)
    cards = cards_of(hand)
    top, low = spread(front, cards), spread(middle, cards)
    front, middle, back = (pile_value(pile, scoring.wheel) for pile in (top, low, hand & ~top & ~low))
    return Exposed((front, middle, back), natural=kind, bonus=bonus(front, middle, back, scoring.bonuses))


def spread(pile: int, cards: tuple[int, ...]) -> int:
    """The mask of the cards that a 13-bit pile picks from a hand."""
    return sum(1 << card for place, card in enumerate(cards) if pile >> place & 1)


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
