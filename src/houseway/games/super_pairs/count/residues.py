"""The value of a fixed way to play, exactly: the sums of `solver` and `splits` in whole numbers modulo several primes.

Every chance in blackjack is a whole number of deals over a falling factorial of the shoe. The kernels below compute
these whole numbers modulo primes just under 2^31, and the Chinese remainder theorem puts them together again in
`Residues.whole`: there are as many primes as the greatest possible number needs.

Bounds. A residue is below 2^31, so a product of two is below 2^62; sums of at most ten products of a residue and a card
count (at most 128) are far below that. The dealer's tree is counted in plain int64: what it adds up for one number of
cards is at most the number of ordered draws by the dealer's rule from a full eight-deck shoe, which
`tests/games/super_pairs/test_blackjack_value.py` shows to be below 2^63.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from math import prod

import numpy as np

from houseway.games.super_pairs.count.dealer_tree import BLACKJACK, Hands, Tree
from houseway.games.super_pairs.count.solver import DOUBLES, HITS, STANDS, Ints, take
from houseway.games.super_pairs.count.splits import alone, split_left
from houseway.games.super_pairs.rules.blackjack import LOSE, PUSH, WIN, completing, outcome, units
from houseway.lab.kernel import kernel

MOST_CARDS = 16
"""More than the dealer ever draws."""


@cache
def primes(bits: int) -> tuple[int, ...]:
    """Primes just under 2^31, enough for numbers of so many bits and their sign."""
    found: list[int] = []
    number = 2**31 - 1
    while prod(found) < 2 ** (bits + 2):
        if all(number % factor for factor in range(3, 46342, 2)):
            found.append(number)
        number -= 2
    return tuple(found)


@cache
def inverses(bits: int, most: int) -> Ints:
    """For each prime the inverses of 1 to `most`."""
    rows = [[0, *(pow(n, -1, p) for n in range(1, most + 1))] for p in primes(bits)]
    return np.array(rows, dtype=np.int64)


@lru_cache(maxsize=4096)
def _inverted(number: int, moduli: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(pow(number, -1, p) for p in moduli)


class Residues:
    """A rational number by its residues; sums and multiples of such numbers."""

    def __init__(self, moduli: tuple[int, ...], values: Iterable[int] = ()) -> None:
        self.moduli = moduli
        self.values = [int(v) for v in values] or [0] * len(moduli)

    def add(self, other: "Residues", times: Fraction) -> None:
        """Add a multiple of another number."""
        top, inverted = times.numerator, _inverted(times.denominator, self.moduli)
        each = zip(self.values, other.values, inverted, self.moduli, strict=True)
        self.values = [(mine + its * top * over) % p for mine, its, over, p in each]

    def whole(self, denominator: int) -> int:
        """The number times a denominator that makes it whole; of either sign."""
        modulus = prod(self.moduli)
        found = 0
        for value, p in zip(self.values, self.moduli, strict=True):
            rest = modulus // p
            found += value * denominator % p * pow(rest, -1, p) * rest
        found %= modulus
        return found - modulus if 2 * found > modulus else found


@kernel
def dealer_counts(left: Ints, up: int, points: int, tree: Tree, product: Ints, unwon: Ints, pushed: Ints) -> None:
    """By the number of cards the dealer draws: in how many ways a hand of this total does not win, and pushes."""
    first = tree.start[up]
    for drawn in range(MOST_CARDS):
        unwon[drawn], pushed[drawn] = 0, 0
    product[0] = 1
    for node in range(1, tree.start[up + 1] - first):
        at = first + node
        product[node] = product[tree.parent[at]] * (left[tree.value[at]] - tree.taken[at])
        end = tree.end[at]
        if end < 0:
            continue
        result = LOSE if end == BLACKJACK else outcome(points, 17 + end)
        if result != WIN:
            unwon[tree.depth[at]] += tree.orders[at] * product[node]
        if result == PUSH:
            pushed[tree.depth[at]] += tree.orders[at] * product[node]


@kernel
def stand_counts(
    left: Ints,
    unseen: int,
    up: int,
    points: int,
    tree: Tree,
    moduli: Ints,
    inverse: Ints,
    work: Ints,
    win: Ints,
    push: Ints,
) -> None:
    """The residues of the chances to win and to push by standing. `work` is three rows to count in."""
    unwon, pushed = work[1, :MOST_CARDS], work[2, :MOST_CARDS]
    dealer_counts(left, up, points, tree, work[0], unwon, pushed)
    most = min(MOST_CARDS - 1, unseen)
    while most > 0 and unwon[most] == 0:  # a push is no win either
        most -= 1
    for i in range(len(moduli)):
        p = moduli[i]
        lost, same = 0, 0
        for drawn in range(most, 0, -1):  # a chance is a count over unseen * (unseen - 1) * ..., so by Horner's rule
            each = inverse[i, unseen + 1 - drawn]
            lost = (lost + unwon[drawn] % p) % p * each % p
            same = (same + pushed[drawn] % p) % p * each % p
        win[i] = (1 - lost) % p
        push[i] = same


@kernel
def alive(left: Ints, unseen: int, up: int, looks: bool, i: int, p: int, inverse: Ints) -> int:
    """The residue of the chance that counts (see `solver.no_blackjack`)."""
    wanted = completing(up + 1)
    if not looks or wanted == 0:
        return 1
    return int((1 - left[wanted - 1] * inverse[i, unseen]) % p)


@kernel
def draw_counts(
    hand: int, left: Ints, unseen: int, up: int, looks: bool, lost: bool, moduli: Ints, inverse: Ints, hands: Hands,
    worth: Ints, value: Ints,
) -> None:  # fmt: skip
    """The residues of the average over the next card of some chance; a bust is `lost`, and else no chance at all."""
    for i in range(len(moduli)):
        p = moduli[i]
        total = 0
        for card in range(10):
            ways = left[card]
            longer = hands.after[hand, card]
            if longer >= 0:
                total += ways * worth[longer, i]
            elif lost and ways > 0:
                left[card] -= 1
                total += ways * alive(left, unseen - 1, up, looks, i, p, inverse)
                left[card] += 1
        value[i] = total % p * inverse[i, unseen] % p


@kernel
def count_unsplit(
    shoe: Ints, up: int, moves: Ints, marks: Ints, looks: bool, tree: Tree, hands: Hands, moduli: Ints, inverse: Ints
) -> tuple[Ints, Ints]:
    """The residues of the chances to win and to push for every marked hand, played by these moves."""
    count, m = len(hands.size), len(moduli)
    stand, played = np.zeros((2, count, m), dtype=np.int64), np.zeros((2, count, m), dtype=np.int64)
    left, work = np.zeros(10, dtype=np.int64), np.empty((3, 4096), dtype=np.int64)
    lost = count == 0  # never; a plain value, so that the compiler makes one `draw_counts` and not two
    for hand in range(count):
        if marks[hand] == 0:
            continue
        unseen = take(shoe, up, hand, hands, left)
        if unseen < 2:
            continue
        points = hands.total[hand]
        stand_counts(left, unseen, up, points, tree, moduli, inverse, work, stand[0, hand], stand[1, hand])
        for which in range(2):
            if marks[hand] < 2 or moves[hand] == STANDS:
                for i in range(m):
                    played[which, hand, i] = stand[which, hand, i]
                continue
            worth = played[which] if moves[hand] == HITS else stand[which]
            draw_counts(hand, left, unseen, up, looks, lost, moduli, inverse, hands, worth, played[which, hand])
    return played[0], played[1]


@kernel
def count_split(
    shoe: Ints, up: int, pair: int, same: int, k: int, moves: Ints, marks: Ints, looks: bool, tree: Tree, hands: Hands,
    moduli: Ints, inverse: Ints,
) -> Ints:  # fmt: skip
    """The residues of how many units of a split hand are lost, pushed and won, with `k` kind cards gone.

    Over other second cards, and with a kind one: `moves` and `marks` have a row for each of the two. How standing ends
    is the same for both.
    """
    count, m = len(hands.size), len(moduli)
    stand, played = np.zeros((3, count, m), dtype=np.int64), np.zeros((2, 3, count, m), dtype=np.int64)
    left, work = np.zeros(10, dtype=np.int64), np.empty((3, 4096), dtype=np.int64)
    for hand in range(count):
        if marks[0, hand] == 0 and marks[1, hand] == 0:
            continue
        unseen = split_left(shoe, up, pair, k, hand, hands, left)
        if unseen < 2:
            continue
        push, win = stand[PUSH - LOSE, hand], stand[WIN - LOSE, hand]
        stand_counts(left, unseen, up, hands.total[hand], tree, moduli, inverse, work, win, push)
        for i in range(m):
            whole = alive(left, unseen, up, looks, i, moduli[i], inverse)
            stand[0, hand, i] = (whole - win[i] - push[i]) % moduli[i]
        for side in range(2):
            move = moves[side, hand] if marks[side, hand] == 2 else STANDS
            for end in range(3):
                if move == STANDS:
                    played[side, end, hand] = stand[end, hand]
                    continue
                worth, value = played[side, end] if move == HITS else stand[end], played[side, end, hand]
                draw_counts(hand, left, unseen, up, looks, end == 0, moduli, inverse, hands, worth, value)
                if move == DOUBLES:
                    played[side, end, hand] = units(True) * value % moduli
    found = np.zeros((2, 3, m), dtype=np.int64)
    for side in range(2):
        for end in range(3):
            found[side, end] = _second(shoe, up, pair, same, k, side == 0, played[side, end], hands, moduli, inverse)
    return found


@kernel
def _second(
    shoe: Ints, up: int, pair: int, same: int, k: int, other: bool, played: Ints, hands: Hands, moduli: Ints,
    inverse: Ints,
) -> Ints:  # fmt: skip
    """The average over the second card, as in `splits.second_cards`."""
    left, begin = np.zeros(10, dtype=np.int64), alone(pair, hands)
    unseen = split_left(shoe, up, pair, k, begin, hands, left)
    value = np.zeros(len(moduli), dtype=np.int64)
    for i in range(len(moduli)):
        if not other:
            value[i] = played[hands.after[begin, pair], i]
            continue
        total = 0
        for card in range(10):
            ways = left[card] - (same - k) if card == pair else left[card]
            total += ways * played[hands.after[begin, card], i]
        value[i] = total % moduli[i] * inverse[i, unseen - (same - k)] % moduli[i]
    return value
