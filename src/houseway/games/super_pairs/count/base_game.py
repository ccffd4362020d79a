"""The base game put together: every start, what each option is worth, and the exact value of a way to play.

A start is an up-card and a player's first two cards by value, with what a split needs to know: how many cards of the
pair's kind are left (where tens split by rank, a pair of tens may be a pair of kings).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import NamedTuple

import numpy as np

from houseway.cards import DECK, TEN, rank
from houseway.document.settings import Settings
from houseway.games.super_pairs.count.base_rules import Rules
from houseway.games.super_pairs.count.dealer_tree import (
    Values,
    completing_cards,
    hand_index,
    hands,
    plus,
    tree_of,
    two_cards,
)
from houseway.games.super_pairs.count.solver import Floats, Ints, solve
from houseway.games.super_pairs.count.split_weights import Weights, weights
from houseway.games.super_pairs.count.splits import split_value, unsplit_moves
from houseway.games.super_pairs.rules.blackjack import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    natural,
    value,
)
from houseway.lab.spread import spread

NO_SPLIT = -1


class Shoe(NamedTuple):
    """Cards by value, and the ten-valued cards by rank."""

    values: Values
    tens: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.values)


def shoe_of(cards: Iterable[int]) -> Shoe:
    """The shoe of these cards."""
    values, tens = [0] * 10, [0] * 4
    for card in cards:
        values[value(card) - 1] += 1
        if value(card) == 10:
            tens[rank(card) - TEN] += 1
    return Shoe(tuple(values), tuple(tens))


def full_shoe(settings: Settings) -> Shoe:
    """All decks of the table."""
    return shoe_of(DECK * settings.integer("decks"))


class Start(NamedTuple):
    """An up-card and two cards by index of value, how many of the pair's kind are left (-1: no split), its chance."""

    up: int
    first: int
    second: int
    kind: int
    chance: Fraction

    @property
    def cards(self) -> Values:
        return plus(plus((0,) * 10, self.first), self.second)

    @property
    def hand(self) -> int:
        """The place of the two cards in `hands`."""
        return two_cards(self.first, self.second)

    @property
    def natural(self) -> bool:
        return natural(self.first + 1, self.second + 1)


def starts(shoe: Shoe, by_value: bool) -> tuple[Start, ...]:
    """Every start with its chance."""
    found: dict[tuple[int, int, int, int], int] = {}

    def add(ways: int, *key: int) -> None:
        if ways:
            up, first, second, kind = key
            found[up, first, second, kind] = found.get((up, first, second, kind), 0) + ways

    for up in range(10):
        left = plus(shoe.values, up, -1)
        for first in range(10):
            for second in range(first, 9 if first == 9 else 10):
                ways = left[first] * (left[first] - 1) if first == second else 2 * left[first] * left[second]
                add(shoe.values[up] * ways, up, first, second, left[first] - 2 if first == second else NO_SPLIT)
        if by_value:
            add(shoe.values[up] * left[9] * (left[9] - 1), up, 9, 9, left[9] - 2)
            continue
        for ways, tens in _tens_left(shoe, up):
            paired = sum(ten * (ten - 1) for ten in tens)
            for ten in tens:
                add(ways * ten * (ten - 1), up, 9, 9, ten - 2)
            add(ways * (left[9] * (left[9] - 1) - paired), up, 9, 9, NO_SPLIT)
    every = perm(shoe.size, 3)
    return tuple(Start(*key, Fraction(ways, every)) for key, ways in sorted(found.items()))


def _tens_left(shoe: Shoe, up: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """In how many ways the up-card is drawn, and the ten-valued ranks that it leaves."""
    if up != 9:
        yield shoe.values[up], shoe.tens
        return
    for at, ten in enumerate(shoe.tens):
        yield ten, plus(shoe.tens, at, -1)


class Splitting(NamedTuple):
    """What a split is worth, and the moves of hands whose second card is other (row 0), or kind (row 1)."""

    value: float
    moves: Ints


@dataclass(frozen=True)
class Solved:
    """The values of all hands against one up-card (see `solver`), and of all splits by pair and kind cards left."""

    stand: Floats
    hit: Floats
    double: Floats
    move: Ints
    splits: Mapping[tuple[int, int], Splitting]


@dataclass(frozen=True)
class BaseGame:
    """A shoe under rules."""

    shoe: Shoe
    rules: Rules

    @property
    def plain(self) -> "BaseGame":
        """The game by which hands are counted: what a blackjack pays bears on none, and is here as any hand's."""
        ends = self.rules.ends
        return replace(self, rules=replace(self.rules, ends=ends._replace(natural=ends.won)))

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        return starts(self.shoe, self.rules.by_value)

    @property
    def counts(self) -> Ints:
        return np.array(self.shoe.values, dtype=np.int64)

    def left(self, start: Start) -> Values:
        """The unseen cards."""
        return plus(plus(plus(self.shoe.values, start.up, -1), start.first, -1), start.second, -1)

    @property
    def unseen(self) -> int:
        """How many cards are unseen at a start."""
        return self.shoe.size - 3

    def completing(self, start: Start) -> int:
        """How many of the unseen cards make a dealer's blackjack."""
        return completing_cards(self.left(start), start.up)

    def over(self, start: Start) -> int:
        """With how many of them the hand is over before it is played: with none where nobody looks."""
        return self.completing(start) if self.rules.hand.looks else 0

    def dealer_blackjack(self, start: Start) -> Fraction:
        """The chance of a dealer's blackjack."""
        return Fraction(self.completing(start), self.unseen)

    def alive(self, start: Start) -> Fraction:
        """The chance that the hand is played."""
        return Fraction(self.unseen - self.over(start), self.unseen)

    def splittable(self, start: Start) -> bool:
        return start.kind != NO_SPLIT and self.rules.hands_after_split(start.first) > 1

    def weights(self, start: Start) -> Weights:
        """The coefficients of its split."""
        return weights(self.unseen, start.kind, self.rules.hands_after_split(start.first))

    def solve_up(self, up: int, with_splits: bool = True) -> Solved:
        """All values against one up-card."""
        stand, hit, double, _, move = solve(self.counts, up, self.rules.hand, tree_of(self.rules.soft_17), hands())
        splits = {
            (start.first, start.kind): self.split(start, stand, hit, move)
            for start in self.starts
            if with_splits and start.up == up and self.splittable(start)
        }
        return Solved(stand, hit, double, move, splits)

    def split(self, start: Start, stand: Floats, hit: Floats, move: Ints) -> Splitting:
        """What splitting a start is worth, by the values and moves of all hands unsplit."""
        rules, tree = self.rules.hand, tree_of(self.rules.soft_17)
        base = unsplit_moves(move, stand, hit, rules)
        weight = np.array([[float(each) for each in side] for side in self.weights(start)])
        value, moves = split_value(self.counts, start.up, start.first, start.kind, weight, base, rules, tree, hands())
        return Splitting(value, moves)

    def solve(self, progress: Callable[[float], None] | None = None) -> dict[int, Solved]:
        """All values against all up-cards."""
        ups = sorted({start.up for start in self.starts}, key=lambda up: (up != 1, up))
        tree_of(self.rules.soft_17), hands(), hand_index(), self.starts  # made once, before the threads
        return dict(spread(_solved, self, ups, progress))

    def options(self, start: Start, solved: Solved) -> dict[str, float]:
        """What each option is worth, counting only rounds that are played on (divide by `alive` for a value)."""
        hand = start.hand
        found = {STAND: float(solved.stand[hand]), HIT: float(solved.hit[hand])}
        if np.isfinite(solved.double[hand]):
            found[DOUBLE] = float(solved.double[hand])
        if self.splittable(start):
            found[SPLIT] = float(solved.splits[start.first, start.kind].value)
        if self.rules.surrender:
            found[SURRENDER] = float(self.rules.given_up(self.dealer_blackjack(start)))
        return found


class Plan(NamedTuple):
    """A way to play: the choice at each start, the moves of hands by up-card, and those of split hands."""

    choice: Mapping[Start, str]
    moves: Mapping[int, Ints]
    splits: Mapping[tuple[int, int, int], Ints]


def best_plan(game: BaseGame, solved: Mapping[int, Solved]) -> Plan:
    """The best choice everywhere."""
    choice = {}
    for start in game.starts:
        if not start.natural:
            options = game.options(start, solved[start.up])
            choice[start] = max(options, key=lambda option: options[option])
    return Plan(
        choice,
        {up: each.move for up, each in solved.items()},
        {(up, *key): each.moves for up, of in solved.items() for key, each in of.splits.items()},
    )


def value_in_doubles(game: BaseGame, solved: Mapping[int, Solved], plan: Plan) -> float:
    """What a unit wins under the best plan, in doubles: a check on `exact_value`."""
    return hands_in_doubles(game, solved, plan) + naturals_in_doubles(game)


def hands_in_doubles(game: BaseGame, solved: Mapping[int, Solved], plan: Plan) -> float:
    """What hands win that are no blackjack: whatever one pays, they are played alike."""
    found = 0.0
    for start in (start for start in game.starts if not start.natural):
        ended = float(game.rules.ends.dealer_natural.worth() * (1 - game.alive(start)))
        found += float(start.chance) * (game.options(start, solved[start.up])[plan.choice[start]] + ended)
    return found


def naturals_in_doubles(game: BaseGame) -> float:
    """What blackjacks win."""
    naturals = (start for start in game.starts if start.natural)
    return float(sum(each.chance * game.rules.played_natural(game.dealer_blackjack(each)) for each in naturals))


def _solved(game: BaseGame, up: int) -> tuple[int, Solved]:
    return up, game.solve_up(up)
