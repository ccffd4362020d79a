"""What the house way costs the house: every hand of the dealer beside the setting that earns most against best play.

For one hand of the dealer and one of its settings the player's hands that lose, less those that win, each times what
it is worth beside a push, are again a sum over the cards shared: over the subsets S of the dealer's hand. So the sweeps
of all S are asked about every undominated legal setting, and what they answer is added up hand by hand (up to a change
of suits), for each setting apart.
"""

from math import lcm
from threading import Lock, local
from typing import NamedTuple

import numpy as np

from houseway.errors import IllegalSetting
from houseway.games.dealer_open_pai_gow.count.deals import PACKAGE, all_hands, frequency, one_hand, parts, stretched
from houseway.games.dealer_open_pai_gow.count.staircases import KINDS, Book, Progress, Records, Small, book
from houseway.games.dealer_open_pai_gow.count.suits import MOST, Ints, class_number
from houseway.games.dealer_open_pai_gow.count.sweep import Scratch, forget, gather, meet, scratch
from houseway.games.dealer_open_pai_gow.rules.hands import FULL_DECK
from houseway.games.dealer_open_pai_gow.rules.ways import Way
from houseway.games.dealer_open_pai_gow.terms import Units
from houseway.lab.cache import cached
from houseway.lab.kernel import kernel
from houseway.lab.threads import over

THREADS = 2
"""Each thread adds up on its own, in more than half a gigabyte."""


MOST_PARTS = 1_000_000
"""Up to so many parts of a unit the sums stay within an int64."""


class Stakes(NamedTuple):
    """What a deal won costs the house and a deal lost earns it beside a push, in parts of a unit: so many are one."""

    won: int
    lost: int
    unit: int


def stakes(units: Units) -> Stakes:
    """The stakes by what each result is worth to a unit, in whole parts."""
    parts = units.win - units.push, units.push - units.lose
    unit = lcm(*(part.denominator for part in parts))
    won, lost = (int(part * unit) for part in parts)
    if max(won, lost) > MOST_PARTS:
        raise IllegalSetting(f"a win pays {units.win} to 1: the costs of a house way are counted up to {MOST_PARTS:,}")
    return Stakes(won, lost, unit)


EVEN_MONEY = Stakes(1, 1, 1)


class Cost(NamedTuple):
    """Hands of the dealer, those that another setting serves better, and parts of a unit earned: as set, at best."""

    hands: int
    improvable: int
    as_set: int
    at_best: int


Costs = dict[tuple[int, int], Cost]
"""By branch of the house way and kind of dealer's hand."""


class Questions(NamedTuple):
    """The points to ask about: `first[r]` to `first[r + 1]` for record r, the house way's own and then the corners."""

    first: Small
    points: Small


def questions(records: Records) -> Questions:
    """The house way's point of each record and all corners of its staircase."""
    first = (records.first + np.arange(len(records.first))).astype(np.int32)
    points = np.zeros(first[-1], np.int32)
    own = np.zeros(len(points), np.bool_)
    own[first[:-1]] = True
    points[own], points[~own] = records.point, records.corners
    return Questions(first, points)


class Dealer(NamedTuple):
    """One hand of each class and how many are like it; by class number its record, and where its sums start."""

    hands: Ints
    sizes: Ints
    record: Small
    rows: Ints


@kernel
def _part(
    shared: int,
    sets: Ints,
    weights: Ints,
    many: Ints,
    deck: int,
    dealer: Dealer,
    records: Records,
    asked: Questions,
    worth: Stakes,
    sheet: Scratch,
    sums: Ints,
) -> None:
    """Add to the sums of every hand, for each question, what the pairs with it that share one of these sets count.

    A sum is over all hands of a class; none exceeds the number of pairs of a hand of the class and any hand that shares
    no card with it, times the 128 sets of shared cards, times the parts at stake: 24 * 154,143,080 * 128 < 5e11 deals
    of at most a million parts.
    """
    sign = 1 - 2 * (shared & 1)
    if shared in (0, MOST):
        for record in range(len(many) if shared == MOST else 1):
            found = one_hand(record, sheet) if shared == MOST else all_hands(many, sheet)
            meet(found, records, asked.first, asked.points, sheet)
            forget(found, sheet)
        for i in range(len(dealer.hands)):
            number = class_number(dealer.hands[i], MOST)
            _add(dealer.rows[number], dealer.record[number], sign * dealer.sizes[i], asked.first, worth, sheet, sums)
        return
    for i in range(len(sets)):
        count, found = gather(sets[i], deck, dealer.record, sheet)
        meet(found, records, asked.first, asked.points, sheet)
        for k in range(count):
            weight = sign * weights[i] * sheet.likes[k]
            _add(dealer.rows[sheet.supersets[k]], sheet.which[k], weight, asked.first, worth, sheet, sums)
        forget(found, sheet)


@kernel
def _add(row: int, record: int, weight: int, first: Small, worth: Stakes, sheet: Scratch, sums: Ints) -> None:
    start = first[record]
    for q in range(start, first[record + 1]):
        sums[row + q - start] += weight * (worth.lost * sheet.lost[q] - worth.won * sheet.won[q])


@kernel
def _compare(dealer: Dealer, records: Records, first: Small, sums: Ints) -> Ints:
    """Hands, improvable hands, and sums as set and at best, by label."""
    labels = records.label.max() + 1
    found = np.zeros((labels, 4), np.int64)
    for i in range(len(dealer.hands)):
        number = class_number(dealer.hands[i], MOST)
        record, row = dealer.record[number], dealer.rows[number]
        mine = sums[row : row + first[record + 1] - first[record]]
        best = mine.max()
        line = found[records.label[record]]
        line[0] += dealer.sizes[i]
        line[1] += dealer.sizes[i] if best > mine[0] else 0
        line[2] += mine[0]
        line[3] += best
    return found


def costs(hands: Book, worth: Stakes = EVEN_MONEY, progress: Progress = None) -> Costs:
    """What the house way earns and what would be best, by branch and kind of the dealer's hand."""
    asked = questions(hands.records)
    dealer, sums = earned(hands, asked, worth, progress)
    found = _compare(dealer, hands.records, asked.first, sums)
    return {divmod(n, KINDS): Cost(*(int(x) for x in line)) for n, line in enumerate(found) if line[0]}


def earned(hands: Book, asked: Questions, worth: Stakes, progress: Progress = None) -> tuple[Dealer, Ints]:
    """What every hand of the dealer earns with each setting that is asked about, all hands of a class together.

    The suits that the deck has must hold the same ranks, so that hands of one class meet the same hands.
    """
    if np.count_nonzero(hands.by_class >= 0) != len(hands.hands):
        raise ValueError("the costs of a house way need a deck in which all suits are alike")
    records = hands.records
    many = frequency(hands.record, hands.sizes, len(records.point))
    width = np.where(hands.by_class < 0, 0, np.diff(asked.first)[hands.by_class])
    dealer = Dealer(hands.hands, hands.sizes, hands.by_class, np.cumsum(width) - width)
    every: list[Ints] = []
    mine, lock = local(), Lock()

    def work(part: tuple[int, Ints, Ints]) -> None:
        if not hasattr(mine, "sheet"):
            mine.sheet = scratch(records, len(asked.points))
            mine.sums = np.zeros(int(width.sum()), np.int64)
            with lock:
                every.append(mine.sums)
        _part(*part, many, hands.deck, dealer, records, asked, worth, mine.sheet, mine.sums)

    for _ in over(work, parts(hands.deck), progress, THREADS):
        pass
    sums = every[0]
    for other in every[1:]:
        sums += other
    return dealer, sums


def cached_costs(way: Way, wheel: int, worth: Stakes, progress: Progress = None) -> Costs:
    """The costs over the whole deck, computed once for each way, wheel and stakes."""

    def compute() -> list[list[int]]:
        hands = book(FULL_DECK, wheel, way, stretched(progress, 0, 0.1))
        return [[*label, *cost] for label, cost in costs(hands, worth, stretched(progress, 0.1, 1)).items()]

    rows = cached(PACKAGE, ("costs", *way.key, wheel, worth), compute)
    return {(branch, kind): Cost(*row) for branch, kind, *row in rows}
