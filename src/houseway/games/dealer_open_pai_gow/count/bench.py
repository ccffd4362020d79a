"""Every placement of every hand of the dealer, counted once: then any house way of lines is a dot product.

A line sees the facts of a hand and which placements it allows. Hands that are the same in these join, with what the
house earns from all of them by each placement; the first line that fires takes its column.
"""

from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.games.dealer_open_pai_gow.count.costs import Dealer, Questions, Stakes, earned
from houseway.games.dealer_open_pai_gow.count.deals import PACKAGE, stretched
from houseway.games.dealer_open_pai_gow.count.exact import Rules, Tally, decided, settled
from houseway.games.dealer_open_pai_gow.count.staircases import (
    FRONT_BITS,
    KINDS,
    WIDTH,
    Book,
    Progress,
    Ranks,
    Small,
    merged,
    number_classes,
    ranks,
    records_of,
    slices,
    write_rows,
)
from houseway.games.dealer_open_pai_gow.count.suits import CLASSES, MOST, Ints, class_number, classes
from houseway.games.dealer_open_pai_gow.rules.hands import FULL_DECK, fouled
from houseway.games.dealer_open_pai_gow.rules.way_table import FACTS, HIGHEST_BACK, PLACES, facts_of, placed
from houseway.games.dealer_open_pai_gow.rules.ways import Line
from houseway.games.dealer_open_pai_gow.terms import Units
from houseway.lab.cache import cached
from houseway.lab.kernel import kernel
from houseway.lab.spread import spread
from houseway.lab.workshop import Bench

MANY = len(PLACES)

MOST_READ = 2
"""Groups that a process remembers, 5 MB each: a line that is changed is then answered at once."""

_READ: dict[tuple[int, Stakes], "Groups"] = {}


class Groups(NamedTuple):
    """Hands that no line tells apart: their facts, their kind, how many, and what each placement earns in parts.

    `able` has a bit for each placement that they allow.
    """

    facts: Ints
    kind: Ints
    able: Ints
    hands: Ints
    earned: Ints


@kernel
def _place(hands: Ints, wheel: int, back_rank: Small, front_rank: Small, facts: Ints, points: Small) -> None:
    """The facts of each hand, and the point that each placement makes of it; 0 where it cannot, or would foul."""
    for i in range(len(hands)):
        hand = hands[i]
        facts[i] = facts_of(hand, wheel)
        for place in range(MANY):
            front = placed(hand, place, wheel)
            if front == 0 or fouled(front, hand ^ front, wheel):
                continue
            one = 0
            while not front >> one & 1:
                one += 1
            two = one + 1
            while not front >> two & 1:
                two += 1
            points[i, place] = back_rank[class_number(hand ^ front, 5)] << FRONT_BITS | front_rank[53 * two + one]


@kernel
def _highest_backs(hands: Ints, wheel: int, fronts: Ints) -> None:
    for i in range(len(hands)):
        fronts[i] = placed(hands[i], HIGHEST_BACK, wheel)


def _placements(given: tuple[int, Ranks], part: tuple[slice, Ints]) -> tuple[slice, Small, Small, Ints]:
    """The rows of a slice of hands with the points of all placements, what is alike once; and the facts of each."""
    (wheel, rank), (place, hands) = given, part
    rows, fronts = np.zeros((len(hands), WIDTH), np.int32), np.zeros_like(hands)
    facts, points = np.zeros_like(hands), np.zeros((len(hands), MANY), np.int32)
    _highest_backs(hands, wheel, fronts)
    write_rows(hands, wheel, fronts, np.zeros_like(hands), rank.backs, rank.fronts, rows)
    _place(hands, wheel, rank.backs, rank.fronts, facts, points)
    return (place, *merged(np.concatenate([rows, points], axis=1)), facts)


def groups(wheel: int, worth: Stakes, progress: Progress = None, deck: int = FULL_DECK) -> Groups:
    """Set every hand in every way that a line may ask for, and count what the house earns."""
    hands, sizes = classes(deck, MOST)
    rank, facts = ranks(deck, wheel), np.zeros_like(hands)
    some = [(part, hands[part]) for part in slices(len(hands), 100_000)]
    parts = list(spread(_placements, (wheel, rank), some, stretched(progress, 0, 0.1)))
    rows, number = merged(np.concatenate([rows for _, rows, _, _ in parts]))
    record, start = np.zeros(len(hands), np.int32), 0
    for part, distinct, local, own in parts:
        record[part], facts[part] = number[start + local], own
        start += len(distinct)
    by_class = np.full(CLASSES[MOST], -1, np.int32)
    number_classes(hands, record, by_class)
    book = Book(deck, hands, sizes, record, by_class, records_of(np.ascontiguousarray(rows[:, :WIDTH]), rank))
    asked, place = _questions(rows[:, WIDTH:])
    dealer, sums = earned(book, asked, worth, stretched(progress, 0.1, 1))
    return _grouped(book, facts, place, dealer, sums)


def _questions(points: Small) -> tuple[Questions, Small]:
    """Each distinct point of a record once; and where among its record's each placement's point is, -1 for none."""
    order = np.sort(points, axis=1)
    fresh = (order > 0) & (np.diff(order, axis=1, prepend=0) > 0)
    first = np.concatenate([[0], np.cumsum(fresh.sum(axis=1))]).astype(np.int32)
    place = np.full(points.shape, -1, np.int32)
    before = np.cumsum(fresh, axis=1) - 1
    for at in range(points.shape[1]):  # a point is found where it stands in order
        same = (order[:, at : at + 1] == points) & fresh[:, at : at + 1]
        place = np.where(same, before[:, at : at + 1], place)
    return Questions(first, order[fresh]), place


@kernel
def _rows_of(hands: Ints, dealer: Dealer) -> Ints:
    found = np.zeros_like(hands)
    for i in range(len(hands)):
        found[i] = dealer.rows[class_number(hands[i], MOST)]
    return found


def _grouped(book: Book, facts: Ints, place: Small, dealer: Dealer, sums: Ints) -> Groups:
    """Join the classes of hands that no line tells apart."""
    kind = book.records.label[book.record] % KINDS
    able = ((place >= 0) @ (1 << np.arange(MANY)))[book.record]
    known, at = np.unique(facts, return_inverse=True)
    key = (at.astype(np.int64) * KINDS + kind) << MANY | able
    keys, group = np.unique(key, return_inverse=True)
    hands, earned_ = np.zeros(len(keys), np.int64), np.zeros((len(keys), MANY), np.int64)
    np.add.at(hands, group, book.sizes)
    rows = _rows_of(book.hands, dealer)
    for column in range(MANY):
        own = place[book.record, column]
        some = own >= 0
        np.add.at(earned_[:, column], group[some], sums[rows[some] + own[some]])
    return Groups(known[(keys >> MANY) // KINDS], (keys >> MANY) % KINDS, keys & (1 << MANY) - 1, hands, earned_)


def cached_groups(wheel: int, worth: Stakes, progress: Progress = None) -> Groups:
    """The groups of the whole deck, counted once for each wheel and stakes."""
    known = _READ.get((wheel, worth))
    if known is None:
        rows = cached(PACKAGE, ("groups", wheel, worth, FACTS, PLACES), lambda: _kept(groups(wheel, worth, progress)))
        table = np.array(rows, dtype=np.int64)
        facts, kind, able, hands = np.ascontiguousarray(table[:, :4].T)
        known = Groups(facts, kind, able, hands, table[:, 4:])
        if len(_READ) >= MOST_READ:
            _READ.clear()
        _READ[wheel, worth] = known
    return known


def _kept(found: Groups) -> list[list[int]]:
    return [list(map(int, row)) for row in np.column_stack(found)]


def within(facts: Ints, line: Line) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Which hands a line's bounds hold for: `way_table.within`, of many."""
    found = np.ones(len(facts), np.bool_)
    for fact in range(len(FACTS)):
        low, high = (each >> 4 * fact & 15 for each in (line.least, line.most))
        if (low, high) != (0, 15):
            own = facts >> 4 * fact & 15
            found &= (low <= own) & (own <= high)
    return found


def bench(found: Groups, lines: tuple[Line, ...], rules: Rules, units: Units, worth: Stakes) -> Bench:
    """What lines do with all hands: where each may fire, and what the house then earns of a unit on each deal."""
    every = int(found.hands.sum())
    cards = next(n for n in range(MOST, 54) if comb(n, MOST) >= every)
    players = comb(cards - MOST, MOST)
    applies = np.column_stack([within(found.facts, line) & (found.able >> line.place & 1 == 1) for line in lines])
    earned_ = np.column_stack([found.earned[:, line.place] for line in lines])
    fixed = Fraction(0)
    for kind in range(KINDS):
        some = found.kind == kind
        deals = int(found.hands[some].sum()) * players
        if decided(kind, rules):
            fixed += settled(kind, Tally(deals, 0, 0), rules).earned(units)
            earned_[some] = 0
        else:
            fixed -= deals * units.push
    return Bench(found.hands, applies, earned_, fixed, worth.unit, every * players)
