"""The exact ends of a way to play: residues of every start put together into whole numbers."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, perm
from typing import NamedTuple

import numpy as np

from houseway.games.super_pairs.count.base_game import BaseGame, Plan, Start
from houseway.games.super_pairs.count.dealer_tree import hand_index, hands, tree_of
from houseway.games.super_pairs.count.residues import Residues, count_split, count_unsplit, inverses, primes
from houseway.games.super_pairs.count.solver import ACE, Ints
from houseway.games.super_pairs.count.splits import reached, split_starts
from houseway.games.super_pairs.rules.blackjack import DOUBLE, SPLIT, SURRENDER
from houseway.games.super_pairs.terms.blackjack import DEALER_NATURAL, GIVEN_UP, LOST, NATURAL, PUSHED, WON
from houseway.lab.spread import spread

DEALER_CARDS = 13
"""At least what the dealer may draw in all."""

PLAYER_CARDS = 12
"""At least what a hand that is played to its end under a sensible plan may hold; more where a plan draws more."""

DOUBLE_WON, DOUBLE_PUSHED, DOUBLE_LOST, SPLIT_PLAYED = "double-win", "double-push", "double-lose", "split"


class Units(NamedTuple):
    """How many units of the first wager are lost, pushed and won."""

    lost: Fraction
    pushed: Fraction
    won: Fraction


class Tally(NamedTuple):
    """How a unit ends, in whole numbers in proportion to deals, out of `total`; and how the units of all splits do."""

    total: int
    ways: Mapping[str, int]
    split: Units

    def least(self) -> "Tally":
        """The same proportions in the least whole numbers, what splits win less what they lose among them."""
        unit = gcd(self.total, int(self.split.won - self.split.lost), *self.ways.values())
        ways = {end: n // unit for end, n in self.ways.items()}
        return Tally(self.total // unit, ways, Units(*(each / unit for each in self.split)))


class Count:
    """Adds up the ends of a plan, start by start."""

    def __init__(self, game: BaseGame, plan: Plan) -> None:
        self.game, self.plan = game, plan
        self.marks = {up: self._marks(up) for up in plan.moves}
        self.total = perm(game.shoe.size, self._cards())
        bits = self.total.bit_length() + 4  # a split of four doubled hands has up to eight units
        self.moduli = primes(bits)
        self.primes = np.array(self.moduli, dtype=np.int64)
        self.inverse = inverses(bits, game.shoe.size)
        self.tree = tree_of(game.rules.soft_17)
        self.sums: dict[str, Residues] = {}
        self.units = tuple(Residues(self.moduli) for _ in Units._fields)
        self.one = Residues(self.moduli, [1] * len(self.moduli))

    def _marks(self, up: int) -> Ints:
        first = np.zeros(len(hands().size), dtype=np.int64)
        for start, choice in self.plan.choice.items():
            if start.up == up and choice not in (SPLIT, SURRENDER):
                first[hand_index()[start.cards]] = 2
        return reached(self.plan.moves[up], first, hands())

    def _cards(self) -> int:
        """How many cards decide any end: up-card, a hand, the dealer's draws, and what sister hands show."""
        moves = [*self.plan.moves.values(), *(side for sides in self.plan.splits.values() for side in sides)]
        every = np.where(hands().size == 2, 2, 0)
        longest = max(int(hands().size[reached(each, every, hands()) > 0].max()) for each in moves)
        return min(self.game.shoe.size, 1 + max(longest, PLAYER_CARDS) + 2 * self.game.rules.most + DEALER_CARDS)

    def unsplit(self, up: int) -> tuple[Ints, Ints]:
        """The chances to win and to push of every hand against an up-card."""
        return count_unsplit(
            self.game.counts, up, self.plan.moves[up], self.marks[up], self.game.rules.hand.looks, self.tree, hands(),
            self.primes, self.inverse,
        )  # fmt: skip

    def split(self, start: Start) -> tuple[Residues, ...]:
        """How many units of a split are lost, pushed and won, counting only rounds that are played on."""
        rules, units = self.game.rules.hand, tuple(Residues(self.moduli) for _ in Units._fields)
        first = split_starts(start.first, rules.aces_one_card and start.first == ACE, hands())
        moves = self.plan.splits[start.up, start.first, start.kind]
        marks = np.stack([reached(side, first, hands()) for side in moves])
        for k, weights in enumerate(zip(*self.game.weights(start), strict=True)):
            if any(weights):
                values = count_split(
                    self.game.counts, start.up, start.first, start.kind, k, moves, marks, rules.looks, self.tree,
                    hands(), self.primes, self.inverse,
                )  # fmt: skip
                for weight, value in zip(weights, values, strict=True):
                    for each, residues in zip(units, value, strict=True):
                        each.add(Residues(self.moduli, residues), weight)
        return units

    def add(self, end: str, chance: Fraction, of: Residues | None = None) -> None:
        """Count an end with a chance, of all or of a part."""
        self.sums.setdefault(end, Residues(self.moduli)).add(of or self.one, chance)

    def add_start(self, start: Start, unsplit: tuple[Ints, Ints], split: tuple[Residues, ...] | None) -> None:
        """Count the ends of one start."""
        alive, blackjack = self.game.alive(start), self.game.dealer_blackjack(start)
        if start.natural:
            self.add(NATURAL, start.chance * (1 - blackjack))
            self.add(PUSHED, start.chance * blackjack)
            return
        self.add(DEALER_NATURAL, start.chance * (1 - alive))
        if self.plan.choice[start] == SURRENDER:
            self.add(GIVEN_UP, start.chance * (1 - blackjack))
            self.add(LOST, start.chance * (alive - 1 + blackjack))
        elif split is not None:
            self.add(SPLIT_PLAYED, start.chance * alive)
            for each, units in zip(self.units, split, strict=True):
                each.add(units, start.chance)
        else:
            self._add_played(start, *(Residues(self.moduli, side[hand_index()[start.cards]]) for side in unsplit))

    def _add_played(self, start: Start, win: Residues, push: Residues) -> None:
        doubled = self.plan.choice[start] == DOUBLE
        lost = DOUBLE_LOST if doubled else LOST
        self.add(DOUBLE_WON if doubled else WON, start.chance, win)
        # doubles that push join the pushes, unless a push comes to something and theirs to twice as much
        self.add(DOUBLE_PUSHED if doubled and self.game.rules.hand.push else PUSHED, start.chance, push)
        self.add(lost, start.chance * self.game.alive(start))
        self.add(lost, -start.chance, win)
        self.add(lost, -start.chance, push)


def _split(count: Count, start: Start) -> tuple[Start, tuple[Residues, ...]]:
    return start, count.split(start)


def unsplit_of(count: Count, up: int) -> tuple[int, tuple[Ints, Ints]]:
    return up, count.unsplit(up)


def exact_value(game: BaseGame, plan: Plan, progress: Callable[[float], None] | None = None) -> Tally:
    """How a unit ends under a plan, exactly."""
    count = Count(game, plan)
    pairs = [start for start, choice in plan.choice.items() if choice == SPLIT]
    split = dict(spread(_split, count, pairs, progress)) if pairs else {}
    unsplit = dict(spread(unsplit_of, count, sorted(plan.moves)))
    for start in game.starts:
        count.add_start(start, unsplit[start.up], split.get(start))
    ways = {end: residues.whole(count.total) for end, residues in count.sums.items()}
    return Tally(count.total, ways, Units(*(Fraction(each.whole(count.total)) for each in count.units))).least()
