"""The pai gow wager exactly: all deals of the dealer's seven cards and a player's, under best play against the open hand.

One run serves every combination of `ace-high-push` and `two-jacks-lose`: the dealer's hands are counted apart by the
branch of the house way that sets them and by whether they hold two jacks or are ace high.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from houseway.cards import size
from houseway.games.dealer_open_pai_gow.staircases import KINDS, Book, Progress, Records, Small, Way, book, slices
from houseway.games.dealer_open_pai_gow.suits import FULL_DECK, MOST, Ints, classes
from houseway.games.dealer_open_pai_gow.sweep import Scratch, forget, gather, meet, scratch
from houseway.lab.kernel import kernel, over

PART = 8_000_000
"""Hands to look up in one part of the work, about a tenth of a second: an interrupt is heeded soon."""


class Count(NamedTuple):
    """Deals that a player wins and loses; hands of the dealer."""

    hands: int
    won: int
    lost: int
    copy_won: int
    copy_lost: int


Counts = dict[tuple[int, int], Count]
"""By branch of the house way and kind of dealer's hand."""


@kernel
def _shared(
    sets: Ints, weights: Ints, deck: int, by_class: Small, records: Records, first: Small, sheet: Scratch, sums: Ints
) -> None:
    """Add what the pairs that share each of these sets count, times the size of its class."""
    for i in range(len(sets)):
        found = gather(sets[i], deck, by_class, sheet)
        meet(found, records, first, records.point, sheet)
        _sum(found, weights[i], records, sheet, sums)
        forget(found, sheet)


@kernel
def _sum(found: int, weight: int, records: Records, sheet: Scratch, sums: Ints) -> None:
    for record in sheet.seen[:found]:
        ways = weight * sheet.count[record]
        row = sums[records.label[record]]
        row[0] += ways * sheet.won[record]
        row[1] += ways * sheet.lost[record]
        row[2] += ways * sheet.copy_won[record]
        row[3] += ways * sheet.copy_lost[record]


@kernel
def _equal_hands(many: Ints, records: Records, first: Small, sheet: Scratch, sums: Ints) -> None:
    """The last term: a player who holds the dealer's very hand. It depends on the record alone."""
    for record in range(len(many)):
        sheet.seen[0] = record
        sheet.count[record] = 1
        meet(1, records, first, records.point, sheet)
        _sum(1, many[record], records, sheet, sums)
        sheet.count[record] = 0


def counts(hands: Book, progress: Progress = None) -> Counts:
    """Win and lose over all deals, by label of the dealer's hand."""
    records = hands.records
    labels = int(records.label.max()) + 1
    first = np.arange(len(records.point) + 1, dtype=np.int32)
    many = np.bincount(hands.record, hands.sizes, len(records.point)).astype(np.int64)

    def work(part: tuple[int, Ints, Ints]) -> Ints:
        shared, sets, weights = part
        sheet = scratch(records, len(records.point))
        sums = np.zeros((labels, 4), np.int64)
        if shared == 0:
            sheet.count[:], sheet.seen[:-1] = many, first[:-1]
            meet(len(many), records, first, records.point, sheet)
            _sum(len(many), 1, records, sheet, sums)
        elif shared == MOST:
            _equal_hands(many, records, first, sheet, sums)
        else:
            _shared(sets, weights, hands.deck, hands.by_class, records, first, sheet, sums)
        return -sums if shared % 2 else sums

    total = np.zeros((labels, 4), object)
    for sums in over(work, _parts(hands.deck), progress):
        total += sums.astype(object)
    dealt = np.bincount(records.label, many, labels).astype(np.int64)
    return {divmod(label, KINDS): Count(int(dealt[label]), *map(int, total[label])) for label in np.flatnonzero(dealt)}


def _parts(deck: int) -> list[tuple[int, Ints, Ints]]:
    """The sets that both hands may share, up to a change of suits, in parts of like effort: size, sets, weights."""
    none = np.zeros(0, np.int64)
    parts = [(0, none, none), (MOST, none, none)]
    for shared in range(1, MOST):
        sets, weights = classes(deck, shared)
        each = max(1, PART // comb(size(deck) - shared, MOST - shared))
        parts += [(shared, sets[part], weights[part]) for part in slices(len(sets), each)]
    return parts
