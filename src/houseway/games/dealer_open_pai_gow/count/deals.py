"""All deals of the dealer's seven cards and a player's, won and lost under best play against the open hand.

The player wins if some legal setting has back and front above the dealer's, pushes if some setting has one of them
above, and loses otherwise. One run serves every combination of `ace-high-push` and `two-jacks-lose`: the dealer's hands
are counted apart by the branch of the house way that sets them, and by whether they hold two jacks or are ace high.
"""

from collections.abc import Callable
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.cards import size
from houseway.games.dealer_open_pai_gow.count.staircases import KINDS, Book, Progress, Records, Small, book, slices
from houseway.games.dealer_open_pai_gow.count.suits import MOST, Ints, classes
from houseway.games.dealer_open_pai_gow.count.sweep import Scratch, forget, gather, meet, scratch
from houseway.games.dealer_open_pai_gow.rules.hands import FULL_DECK
from houseway.games.dealer_open_pai_gow.rules.ways import Way
from houseway.lab.cache import cached
from houseway.lab.kernel import kernel
from houseway.lab.spread import Each, spread

PART = 8_000_000
"""Hands to look up in one part of the work: some tenths of a second, so that an interrupt is heeded soon."""
SWEEP = 1000
"""Look-ups that take about as long as the sweep of one set."""
PACKAGE = "houseway.games.dealer_open_pai_gow"
BOOK_SHARE = 0.2
"""About the part of all time that setting every hand takes."""


class Count(NamedTuple):
    """Hands of the dealer, and the deals with them that a player wins and loses by best play and by copying."""

    hands: int
    won: int
    lost: int
    copy_won: int
    copy_lost: int


Counts = dict[tuple[int, int], Count]
"""By branch of the house way and kind of dealer's hand."""


@kernel
def _part(
    shared: int,
    sets: Ints,
    weights: Ints,
    many: Ints,
    deck: int,
    by_class: Small,
    records: Records,
    first: Small,
    sheet: Scratch,
    sums: Ints,
) -> None:
    """Add what the pairs of hands that both contain a set count, for each of these sets of so many cards.

    Without shared cards the hands are all hands, `many` of each record. With seven the player holds the dealer's very
    hand, which depends on the record alone.
    """
    for i in range(len(many) if shared == MOST else len(sets)):
        if shared == 0:
            found = all_hands(many, sheet)
        elif shared == MOST:
            found = one_hand(i, sheet)
        else:
            _, found = gather(sets[i], deck, by_class, sheet)
        meet(found, records, first, records.point, sheet)
        _sum(found, many[i] if shared == MOST else weights[i], records, sheet, sums)
        forget(found, sheet)


@kernel
def all_hands(many: Ints, sheet: Scratch) -> int:
    for record in range(len(many)):
        sheet.seen[record] = record
        sheet.hands[record] = many[record]
    return len(many)


@kernel
def one_hand(record: int, sheet: Scratch) -> int:
    sheet.seen[0] = record
    sheet.hands[record] = 1
    return 1


@kernel
def _sum(found: int, weight: int, records: Records, sheet: Scratch, sums: Ints) -> None:
    for record in sheet.seen[:found]:
        ways = weight * sheet.hands[record]
        row = sums[records.label[record]]
        row[0] += ways * sheet.won[record]
        row[1] += ways * sheet.lost[record]
        row[2] += ways * sheet.copy_won[record]
        row[3] += ways * sheet.copy_lost[record]


class Swept(NamedTuple):
    """What every part of a sweep rests on."""

    many: Ints
    deck: int
    by_class: Small
    records: Records
    sheet: Each[Scratch]

    @property
    def labels(self) -> int:
        return int(self.records.label.max()) + 1


def swept(given: Swept, part: tuple[int, Ints, Ints]) -> Ints:
    """What one part adds to the sums by label."""
    sums = np.zeros((given.labels, 4), np.int64)
    first = np.arange(len(given.records.point) + 1, dtype=np.int32)
    _part(*part, given.many, given.deck, given.by_class, given.records, first, given.sheet(), sums)
    return sums if part[0] % 2 == 0 else -sums


def sweep(hands: Book, progress: Progress = None) -> Counts:
    """Won and lost deals by branch and kind of the dealer's hand, over all pairs of disjoint hands."""
    records = hands.records
    many = frequency(hands.record, hands.sizes, len(records.point))
    sheet = Each(partial(scratch, records, len(records.point)))
    given = Swept(many, hands.deck, hands.by_class, records, sheet)
    labels = given.labels
    total = sum(spread(swept, given, parts(hands.deck), progress), np.zeros((labels, 4), np.int64))
    dealt = frequency(records.label, many, labels)
    found = [label for label in range(labels) if dealt[label]]
    return {divmod(label, KINDS): Count(int(dealt[label]), *(int(n) for n in total[label])) for label in found}


def frequency(numbers: Small, weights: Ints, length: int) -> Ints:
    """How much weight each number has, in integers."""
    weight = np.zeros(length, np.int64)
    np.add.at(weight, numbers, weights)
    return weight


def parts(deck: int) -> list[tuple[int, Ints, Ints]]:
    """The sets that both hands may share, up to a change of suits, in parts of like effort: size, sets, weights."""
    found = [(MOST, np.zeros(0, np.int64), np.zeros(0, np.int64))]
    for shared in range(MOST):
        sets, weights = classes(deck, shared)
        each = max(1, PART // (SWEEP + comb(size(deck) - shared, MOST - shared)))
        found += [(shared, sets[part], weights[part]) for part in slices(len(sets), each)]
    return found


def counts(way: Way, wheel: int, progress: Progress = None, deck: int = FULL_DECK) -> Counts:
    """Set every hand of the deck, and sweep."""
    hands = book(deck, wheel, way, stretched(progress, 0, BOOK_SHARE))
    return sweep(hands, stretched(progress, BOOK_SHARE, 1))


def stretched(progress: Progress, start: float, end: float) -> Progress:
    """Progress from one share of the whole to another."""
    if progress is None:
        return None
    show: Callable[[float], None] = progress
    return lambda share: show(start + (end - start) * share)


def cached_counts(way: Way, wheel: int, progress: Progress = None) -> Counts:
    """The counts of the whole deck, computed once for each way and wheel."""
    rows = cached(PACKAGE, ("deals", *way.key, wheel), lambda: _rows(counts(way, wheel, progress)))
    return {(branch, kind): Count(*row) for branch, kind, *row in rows}


def _rows(found: Counts) -> list[list[int]]:
    return [[*label, *count] for label, count in found.items()]
