"""What the house way costs the house: every hand of the dealer beside the setting that earns most against best play.

For one hand of the dealer and one of its settings the player's hands that lose, less those that win, are again a sum
over the cards shared: over the subsets S of the dealer's hand. So the sweeps of all S are asked about every undominated
legal setting, and what they answer is added up hand by hand (up to a change of suits), for each setting apart.
"""

from threading import Lock, local
from typing import NamedTuple

import numpy as np

from houseway.games.dealer_open_pai_gow.deals import all_hands, frequency, one_hand, parts, stretched
from houseway.games.dealer_open_pai_gow.kept import kept
from houseway.games.dealer_open_pai_gow.staircases import KINDS, Book, Progress, Records, Small, book
from houseway.games.dealer_open_pai_gow.suits import FULL_DECK, MOST, Ints, class_number
from houseway.games.dealer_open_pai_gow.sweep import Scratch, forget, gather, meet, scratch
from houseway.games.dealer_open_pai_gow.ways import Way
from houseway.lab.kernel import kernel, over


class Cost(NamedTuple):
    """Hands of the dealer, those that another setting serves better, and deals lost less deals won: as set, at best."""

    hands: int
    improvable: int
    as_set: int
    at_best: int


Costs = dict[tuple[int, int], Cost]
"""By branch of the house way and kind of dealer's hand."""


class Questions(NamedTuple):
    """The points to ask about: `first[r]` to `first[r + 1]` are of record r, the house way's own first, then corners."""

    first: Small
    points: Small


def questions(records: Records) -> Questions:
    """The house way's point of each record and all corners of its staircase."""
    first = records.first + np.arange(len(records.first), dtype=np.int32)
    points = np.zeros(first[-1], np.int32)
    own = np.zeros(len(points), np.bool_)
    own[first[:-1]] = True
    points[own], points[~own] = records.point, records.corners
    return Questions(first, points)


@kernel
def _part(
    shared: int,
    sets: Ints,
    weights: Ints,
    many: Ints,
    hands: Ints,
    sizes: Ints,
    deck: int,
    by_class: Small,
    records: Records,
    asked: Questions,
    sheet: Scratch,
    rows: Ints,
    sums: Ints,
) -> None:
    """Add to the sums of every hand, for each question, what the pairs with it that share one of these sets count.

    A sum is over all hands of a class; none exceeds the number of pairs of a hand of the class and any hand that shares
    no card with it, times the 128 sets of shared cards: 24 * 154,143,080 * 128 < 1e12.
    """
    sign = 1 - 2 * (shared & 1)
    if shared in (0, MOST):
        for record in range(len(many) if shared == MOST else 1):
            found = one_hand(record, sheet) if shared == MOST else all_hands(many, sheet)
            meet(found, records, asked.first, asked.points, sheet)
            forget(found, sheet)
        for i in range(len(hands)):
            number = class_number(hands[i], MOST)
            _add(rows[number], by_class[number], sign * sizes[i], asked.first, sheet, sums)
        return
    for i in range(len(sets)):
        count, found = gather(sets[i], deck, by_class, sheet)
        meet(found, records, asked.first, asked.points, sheet)
        for k in range(count):
            weight = sign * weights[i] * sheet.likes[k]
            _add(rows[sheet.supersets[k]], sheet.which[k], weight, asked.first, sheet, sums)
        forget(found, sheet)


@kernel
def _add(row: int, record: int, weight: int, first: Small, sheet: Scratch, sums: Ints) -> None:
    start = first[record]
    for q in range(start, first[record + 1]):
        sums[row + q - start] += weight * (sheet.lost[q] - sheet.won[q])


@kernel
def _compare(hands: Ints, sizes: Ints, by_class: Small, records: Records, first: Small, rows: Ints, sums: Ints) -> Ints:
    """Hands, improvable hands, and sums as set and at best, by label."""
    labels = records.label.max() + 1
    found = np.zeros((labels, 4), np.int64)
    for i in range(len(hands)):
        number = class_number(hands[i], MOST)
        record = by_class[number]
        mine = sums[rows[number] : rows[number] + first[record + 1] - first[record]]
        best = mine.max()
        line = found[records.label[record]]
        line[0] += sizes[i]
        line[1] += sizes[i] if best > mine[0] else 0
        line[2] += mine[0]
        line[3] += best
    return found


def costs(hands: Book, progress: Progress = None) -> Costs:
    """What the house way earns and what would be best, by branch and kind of the dealer's hand.

    The suits that the deck has must hold the same ranks, so that hands of one class meet the same hands.
    """
    if np.count_nonzero(hands.by_class >= 0) != len(hands.hands):
        raise ValueError("the costs of a house way need a deck in which all suits are alike")
    records, asked = hands.records, questions(hands.records)
    many = frequency(hands.record, hands.sizes, len(records.point))
    width = np.where(hands.by_class < 0, 0, np.diff(asked.first)[hands.by_class])
    rows = np.cumsum(width) - width
    every: list[Ints] = []
    mine, lock = local(), Lock()

    def work(part: tuple[int, Ints, Ints]) -> None:
        if not hasattr(mine, "sheet"):
            mine.sheet = scratch(records, len(asked.points))
            mine.sums = np.zeros(int(width.sum()), np.int64)
            with lock:
                every.append(mine.sums)
        _part(
            *part, many, hands.hands, hands.sizes, hands.deck, hands.by_class, records, asked, mine.sheet, rows, mine.sums
        )

    for _ in over(work, parts(hands.deck), progress):
        pass
    sums = every[0]
    for other in every[1:]:
        sums += other
    found = _compare(hands.hands, hands.sizes, hands.by_class, records, asked.first, rows, sums)
    return {divmod(n, KINDS): Cost(*(int(x) for x in line)) for n, line in enumerate(found) if line[0]}


def kept_costs(way: Way, wheel: int, progress: Progress = None) -> Costs:
    """The costs over the whole deck, computed once for each way and wheel."""

    def compute() -> list[list[int]]:
        hands = book(FULL_DECK, wheel, way, stretched(progress, 0, 0.1))
        return [[*label, *cost] for label, cost in costs(hands, stretched(progress, 0.1, 1)).items()]

    rows = kept(("costs", way.name, way.codes, wheel), compute)
    return {(branch, kind): Cost(*row) for branch, kind, *row in rows}
