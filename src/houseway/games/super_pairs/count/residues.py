"""The value of a fixed way to play, exactly: the sums of `solver` and `splits` in whole numbers modulo several primes.

Every chance in blackjack is a whole number of deals over a falling factorial of the shoe. The kernels below compute
these whole numbers modulo primes just under 2^31, and the Chinese remainder theorem puts them together again in
`whole`: there are as many primes as the greatest possible number needs.

Bounds. A residue is below 2^31, so a product of two is below 2^62; sums of at most ten products of a residue and a card
count (at most 128) are far below that. The dealer's tree is counted in plain int64: what it adds up for one number of
cards is at most the number of ordered draws by the dealer's rule from a full eight-deck shoe, which
`tests/games/super_pairs/test_blackjack_value.py` shows to be below 2^63; what `join` adds up is at most the number of
ordered draws of seven cards.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from math import prod

import numpy as np

from houseway.games.super_pairs.count.dealer_tree import BLACKJACK, Hands, Tree
from houseway.games.super_pairs.count.solver import ABREAST, DOUBLES, HITS, STANDS, Ints, deepest, take, walk
from houseway.games.super_pairs.count.splits import alone, split_left
from houseway.games.super_pairs.rules.blackjack import LOSE, PUSH, WIN, completing, outcome, units
from houseway.lab.kernel import kernel

JOINED = 7
"""So many cards of eight decks are drawn in fewer than 2^61 orders."""


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
def residues_of(number: Fraction, moduli: tuple[int, ...]) -> Ints:
    """A rational number modulo each prime."""
    top, bottom = number.as_integer_ratio()
    return np.array([top * pow(bottom, -1, p) % p for p in moduli], dtype=np.int64)


def whole(residues: Iterable[int], moduli: tuple[int, ...], denominator: int) -> int:
    """A rational number times a denominator that makes it whole, by its residues; of either sign."""
    modulus = prod(moduli)
    found = 0
    for value, p in zip(residues, moduli, strict=True):
        rest = modulus // p
        found += int(value) * denominator % p * pow(rest, -1, p) * rest
    found %= modulus
    return found - modulus if 2 * found > modulus else found


@kernel
def modulo(number: int, p: int, over: float) -> int:
    """A number below 2^63 modulo a prime just under 2^31, `over` being 1 / p: a division takes many times as long.

    The quotient is below 2^33 and so is off by far less than one: it is the right one, or one more or less.
    """
    rest = number - int(number * over) * p
    rest = rest + p if rest < 0 else rest
    return rest - p if rest >= p else rest


@kernel
def unwon_counts(points: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """By the number of cards the dealer draws: in how many ways hands of these totals do not win, and push."""
    unwon, pushed = np.zeros(counts.shape[1:], dtype=np.int64), np.zeros(counts.shape[1:], dtype=np.int64)
    for lane in range(len(points)):
        for end in range(6):
            result = LOSE if end == BLACKJACK else outcome(points[lane], 17 + end)
            for drawn in range(1, len(unwon)):
                if result != WIN:
                    unwon[drawn, lane] += counts[end, drawn, lane]
                if result == PUSH:
                    pushed[drawn, lane] += counts[end, drawn, lane]
    return unwon, pushed


@kernel
def joined(unseen: Ints, most: int) -> int:
    """Of how many cards or fewer the dealer's draws are counted together (see `join`): no more than are left."""
    cards = min(JOINED, most)
    for lane in range(len(unseen)):
        if unseen[lane] >= 2:
            cards = min(cards, unseen[lane])
    return cards


@kernel
def join(counts: Ints, unseen: Ints, cards: int) -> None:
    """Count ends after fewer cards among those after `cards`, whatever the cards that follow: Horner's rule.

    Every way stays a draw of its own, so there are no more than unseen * (unseen - 1) * ... of `cards` factors.
    """
    for drawn in range(2, cards + 1):
        for lane in range(len(unseen)):
            counts[drawn, lane] += counts[drawn - 1, lane] * (unseen[lane] + 1 - drawn)


@kernel
def over_orders(counts: Ints, unseen: Ints, cards: int, p: int, inverse: Ints, each: Ints, found: Ints) -> None:
    """The residues of sums of counts, each over unseen * (unseen - 1) * ..., by Horner's rule from the longest draws.

    Those of up to `cards` cards are joined. A sum is below 2p, and times an inverse below 2^63. `each` is a row to work
    in.
    """
    over = 1.0 / p
    found[:] = 0
    for drawn in range(len(counts) - 1, 0, -1):
        for lane in range(len(found)):
            each[lane] = inverse[max(unseen[lane] + 1 - drawn, 0)]
        if drawn >= cards:
            for lane in range(len(found)):
                found[lane] += modulo(counts[drawn, lane], p, over)
        for lane in range(len(found)):
            found[lane] = modulo(found[lane] * each[lane], p, over)


@kernel
def stand_counts(
    left: Ints, unseen: Ints, points: Ints, up: int, tree: Tree, moduli: Ints, inverse: Ints
) -> tuple[Ints, Ints]:
    """The residues of the chances to win and to push by standing, for each row of cards left; 0 with fewer than two."""
    most, shape = deepest(up, tree), (len(unseen), len(moduli))
    win, push = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for begin in range(0, len(unseen), ABREAST):
        rows = unseen[begin : begin + ABREAST]
        wide = len(rows)
        cards = np.ascontiguousarray(left[begin : begin + wide].T)
        product, counts = np.empty((most + 1, wide), np.int64), np.zeros((6, most + 1, wide), np.int64)
        walk(cards, up, tree, product, counts)
        unwon, pushed = unwon_counts(points[begin : begin + wide], counts)
        near = joined(rows, most)
        join(unwon, rows, near)
        join(pushed, rows, near)
        lost, same, each = np.empty(wide, np.int64), np.empty(wide, np.int64), np.empty(wide, np.int64)
        for i in range(len(moduli)):
            p = moduli[i]
            over_orders(unwon, rows, near, p, inverse[i], each, lost)
            over_orders(pushed, rows, near, p, inverse[i], each, same)
            for lane in range(wide):
                if rows[lane] >= 2:
                    win[begin + lane, i] = 1 - lost[lane] if lost[lane] < 2 else 1 - lost[lane] + p
                    push[begin + lane, i] = same[lane]
    return win, push


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
    place: Ints, worth: Ints, value: Ints,
) -> None:  # fmt: skip
    """The residues of the average over the next card of some chance; a bust is `lost`, and else no chance at all.

    `worth` has a row for each hand that is reached, `place` which row that is.
    """
    value[:] = 0
    for card in range(10):
        ways = left[card]
        longer = hands.after[hand, card]
        if longer >= 0:
            row = place[longer]
            for i in range(len(moduli)):
                value[i] += ways * worth[row, i]
        elif lost and ways > 0:
            left[card] -= 1
            for i in range(len(moduli)):
                value[i] += ways * alive(left, unseen - 1, up, looks, i, moduli[i], inverse)
            left[card] += 1
    for i in range(len(moduli)):
        p = moduli[i]
        value[i] = modulo(modulo(value[i], p, 1.0 / p) * inverse[i, unseen], p, 1.0 / p)


@kernel
def rows_of(held: Ints, count: int) -> Ints:
    """The row of each hand of a list, and -1 of every other."""
    place = np.full(count, -1, dtype=np.int64)
    for row in range(len(held)):
        place[held[row]] = row
    return place


@kernel
def count_unsplit(
    shoe: Ints, up: int, moves: Ints, marks: Ints, looks: bool, tree: Tree, hands: Hands, moduli: Ints, inverse: Ints
) -> tuple[Ints, Ints]:
    """The residues of the chances to win and to push for every marked hand, played by these moves."""
    held, m = np.nonzero(marks)[0], len(moduli)
    place = rows_of(held, len(marks))
    left, unseen = np.zeros((len(held), 10), dtype=np.int64), np.zeros(len(held), dtype=np.int64)
    for row in range(len(held)):
        unseen[row] = take(shoe, up, held[row], hands, left[row])
    stand = stand_counts(left, unseen, hands.total[held], up, tree, moduli, inverse)
    found = np.zeros((2, len(marks), m), dtype=np.int64)
    lost = len(marks) == 0  # never; a plain value, so that the compiler makes one `draw_counts` and not two
    for which in range(2):
        stood = stand[0] if which == 0 else stand[1]
        played = stood.copy()
        for row in range(len(held)):
            hand = held[row]
            if unseen[row] < 2:
                continue
            if marks[hand] == 2 and moves[hand] != STANDS:
                worth = played if moves[hand] == HITS else stood
                draw_counts(
                    hand, left[row], unseen[row], up, looks, lost, moduli, inverse, hands, place, worth, played[row]
                )
            found[which, hand] = played[row]
    return found[0], found[1]


@kernel
def count_split(
    shoe: Ints, up: int, pair: int, same: int, k: int, moves: Ints, marks: Ints, looks: bool, tree: Tree, hands: Hands,
    moduli: Ints, inverse: Ints,
) -> Ints:  # fmt: skip
    """The residues of how many units of a split hand are lost, pushed and won, with `k` kind cards gone.

    Over other second cards, and with a kind one: `moves` and `marks` have a row for each of the two. How standing ends
    is the same for both.
    """
    held, m = np.nonzero(marks[0] + marks[1])[0], len(moduli)
    place = rows_of(held, marks.shape[1])
    left, unseen = np.zeros((len(held), 10), dtype=np.int64), np.zeros(len(held), dtype=np.int64)
    for row in range(len(held)):
        unseen[row] = split_left(shoe, up, pair, k, held[row], hands, left[row])
    stand = split_ends(left, unseen, hands.total[held], up, looks, tree, moduli, inverse)
    found = np.zeros((2, 3, m), dtype=np.int64)
    for side in range(2):
        played = stand.copy()
        for row in range(len(held)):
            hand = held[row]
            move = moves[side, hand] if marks[side, hand] == 2 else STANDS
            if unseen[row] < 2 or move == STANDS:
                continue
            for end in range(3):
                worth, value = played[end] if move == HITS else stand[end], played[end, row]
                draw_counts(
                    hand, left[row], unseen[row], up, looks, end == 0, moduli, inverse, hands, place, worth, value
                )
                if move == DOUBLES:
                    played[end, row] = units(True) * value % moduli
        for end in range(3):
            found[side, end] = _second(shoe, up, pair, same, k, side == 0, place, played[end], hands, moduli, inverse)
    return found


@kernel
def split_ends(
    left: Ints, unseen: Ints, points: Ints, up: int, looks: bool, tree: Tree, moduli: Ints, inverse: Ints
) -> Ints:
    """The residues of the chances to lose, to push and to win by standing; nothing where the shoe has not the cards."""
    win, push = stand_counts(left, unseen, points, up, tree, moduli, inverse)
    found = np.zeros((3, len(unseen), len(moduli)), dtype=np.int64)
    for row in range(len(unseen)):
        for i in range(len(moduli) if unseen[row] >= 2 else 0):
            whole = alive(left[row], unseen[row], up, looks, i, moduli[i], inverse)
            found[0, row, i] = (whole - win[row, i] - push[row, i]) % moduli[i]
            found[PUSH - LOSE, row, i], found[WIN - LOSE, row, i] = push[row, i], win[row, i]
    return found


@kernel
def _second(
    shoe: Ints, up: int, pair: int, same: int, k: int, other: bool, place: Ints, played: Ints, hands: Hands,
    moduli: Ints, inverse: Ints,
) -> Ints:  # fmt: skip
    """The average over the second card, as in `splits.second_cards`."""
    left, begin = np.zeros(10, dtype=np.int64), alone(pair, hands)
    unseen = split_left(shoe, up, pair, k, begin, hands, left)
    value = np.zeros(len(moduli), dtype=np.int64)
    for i in range(len(moduli)):
        if not other:
            value[i] = played[place[hands.after[begin, pair]], i]
            continue
        total = 0
        for card in range(10):
            ways = left[card] - (same - k) if card == pair else left[card]
            total += ways * played[place[hands.after[begin, card]], i]
        value[i] = total % moduli[i] * inverse[i, unseen - (same - k)] % moduli[i]
    return value
