"""The exact ends of a way to play: residues of every start put together into whole numbers."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, perm
from typing import NamedTuple

import numpy as np

from houseway.games.super_pairs.count.base_game import BaseGame, Plan, Start
from houseway.games.super_pairs.count.dealer_tree import hands, tree_of
from houseway.games.super_pairs.count.residues import count_split, count_unsplit, inverses, primes, residues_of, whole
from houseway.games.super_pairs.count.solver import ACE, Ints
from houseway.games.super_pairs.count.splits import reached, split_starts
from houseway.games.super_pairs.rules.blackjack import DOUBLE, SPLIT, SURRENDER, units
from houseway.games.super_pairs.terms.blackjack import DEALER_NATURAL, GIVEN_UP, LOST, NATURAL, PUSHED, WON
from houseway.lab.spread import spread

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
    """The residues of how hands end under a plan."""

    def __init__(self, game: BaseGame, plan: Plan) -> None:
        self.game, self.plan, self.tree = game, plan, tree_of(game.rules.soft_17)
        self.pairs = tuple(start for start, choice in plan.choice.items() if choice == SPLIT)
        self.marks = self._marks()
        self.split_marks = {start: self._split_marks(start) for start in self.pairs}
        self.total = perm(game.shoe.size, self._cards())
        bits = (units(True) * game.rules.most * self.total).bit_length()  # all hands of a split may be doubled
        self.moduli = primes(bits)
        self.primes = np.array(self.moduli, dtype=np.int64)
        self.inverse = inverses(bits, game.shoe.size)

    def _marks(self) -> dict[int, Ints]:
        """Which hands are come to without a split, by up-card."""
        first = np.zeros((10, len(hands().size)), dtype=np.int64)
        for start, choice in self.plan.choice.items():
            if choice not in (SPLIT, SURRENDER):
                first[start.up, start.hand] = 2
        return {up: reached(moves, first[up], hands()) for up, moves in self.plan.moves.items()}

    def _split_marks(self, start: Start) -> Ints:
        """Which hands a split comes to: those whose second card is other (row 0), or kind (row 1)."""
        first = split_starts(start.first, self.game.rules.hand.aces_one_card and start.first == ACE, hands())
        moves = self.plan.splits[start.up, start.first, start.kind]
        return np.stack([reached(side, first, hands()) for side in moves])

    def _cards(self) -> int:
        """How many cards decide any end: up-card, a hand, two cards of each sister hand, and the dealer's draws.

        A hand that busts has one card more, and the dealer's draws are then one at most.
        """
        come_to = np.max([*self.marks.values(), *(marks.max(axis=0) for marks in self.split_marks.values())], axis=0)
        longest, sisters = int(hands().size[come_to > 0].max(initial=2)), self.game.rules.most - 1
        return min(self.game.shoe.size, 1 + longest + 2 * sisters + int(self.tree.depth.max()))

    def unsplit(self, up: int) -> tuple[Ints, Ints]:
        """The chances to win and to push of every hand against an up-card."""
        return count_unsplit(
            self.game.counts, up, self.plan.moves[up], self.marks[up], self.game.rules.hand.looks, self.tree, hands(),
            self.primes, self.inverse,
        )  # fmt: skip

    def split(self, start: Start) -> Ints:
        """How many units of a split are lost, pushed and won, counting only rounds that are played on."""
        found = np.zeros((len(Units._fields), len(self.moduli)), dtype=np.int64)
        moves = self.plan.splits[start.up, start.first, start.kind]
        for k, weights in enumerate(zip(*self.game.weights(start), strict=True)):
            if any(weights):
                values = count_split(
                    self.game.counts, start.up, start.first, start.kind, k, moves, self.split_marks[start],
                    self.game.rules.hand.looks, self.tree, hands(), self.primes, self.inverse,
                )  # fmt: skip
                for weight, value in zip(weights, values, strict=True):
                    found = (found + residues_of(weight, self.moduli) * value) % self.primes
        return found

    def whole(self, sums: Ints) -> int:
        """What a sum of residues stands for, out of `total`: of chances after a start, each times the start's deals.

        These are deals of three cards, fewer than 2^27 in all, and a residue is below 2^31: the sum has not overflowed.
        """
        return whole(sums % self.primes, self.moduli, self.total // perm(self.game.shoe.size, 3))


class Sums:
    """Adds up how a unit ends, start by start.

    `seen` has the ends that the dealer's second card decides, in deals of four cards. `played` has the deals of three,
    by up-card and hand, that are then played out: with one unit, and with two.
    """

    def __init__(self, game: BaseGame, plan: Plan) -> None:
        self.game, self.plan = game, plan
        self.seen: Counter[str] = Counter()
        self.played = {doubled: np.zeros((10, len(hands().size)), dtype=np.int64) for doubled in (False, True)}

    def ways(self, start: Start) -> int:
        """In how many deals of three cards this is the start."""
        return start.chance.numerator * (perm(self.game.shoe.size, 3) // start.chance.denominator)

    def add(self, start: Start) -> None:
        """Count one start; a hand that is played is lost until it is known what it wins."""
        ways, unseen, blackjack = self.ways(start), self.game.unseen, self.game.completing(start)
        if start.natural:
            self.seen[NATURAL] += ways * (unseen - blackjack)
            self.seen[PUSHED] += ways * blackjack
            return
        over, choice = self.game.over(start), self.plan.choice[start]
        self.seen[DEALER_NATURAL] += ways * over
        if choice == SURRENDER:
            self.seen[GIVEN_UP] += ways * (unseen - blackjack)
            self.seen[LOST] += ways * (blackjack - over)
        elif choice == SPLIT:
            self.seen[SPLIT_PLAYED] += ways * (unseen - over)
        else:
            self.seen[DOUBLE_LOST if choice == DOUBLE else LOST] += ways * (unseen - over)
            self.played[choice == DOUBLE][start.up, start.hand] += ways

    def tally(self, count: Count, unsplit: Mapping[int, tuple[Ints, Ints]], split: Mapping[Start, Ints]) -> Tally:
        """All ends, by what hands win and push without a split, and what splits come to."""
        found = Counter({end: n * (count.total // perm(self.game.shoe.size, 4)) for end, n in self.seen.items()})
        for doubled, dealt in self.played.items():
            residues = (np.sum([dealt[up] @ ends[side] for up, ends in unsplit.items()], axis=0) for side in range(2))
            won, pushed = (count.whole(each) for each in residues)
            found[DOUBLE_WON if doubled else WON] += won
            # doubles that push join the pushes, unless a push comes to something and theirs to twice as much
            found[DOUBLE_PUSHED if doubled and self.game.rules.hand.push else PUSHED] += pushed
            found[DOUBLE_LOST if doubled else LOST] -= won + pushed
        ended = np.zeros((len(Units._fields), len(count.moduli)), dtype=np.int64)
        for start, each in split.items():
            ended += self.ways(start) * each
        return Tally(count.total, found, Units(*(Fraction(count.whole(each)) for each in ended))).least()


def _split(count: Count, start: Start) -> tuple[Start, Ints]:
    return start, count.split(start)


def unsplit_of(count: Count, up: int) -> tuple[int, tuple[Ints, Ints]]:
    return up, count.unsplit(up)


def exact_value(game: BaseGame, plan: Plan, progress: Callable[[float], None] | None = None) -> Tally:
    """How a unit ends under a plan, exactly."""
    count, sums = Count(game, plan), Sums(game, plan)
    split = dict(spread(_split, count, count.pairs, progress)) if count.pairs else {}
    unsplit = dict(spread(unsplit_of, count, sorted(plan.moves)))
    for start in game.starts:
        sums.add(start)
    return sums.tally(count, unsplit, split)
