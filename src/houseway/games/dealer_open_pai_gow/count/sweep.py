"""Pairs of disjoint hands, by inclusion and exclusion over the cards that both would share.

The number of disjoint pairs (dealer, player) with a property is the sum over all sets S of cards of (-1)^|S| times the
number of pairs with it that both contain S, free to overlap otherwise. For one S the hands that contain it are gathered
by record, and one sweep over the backs from the top counts for every dealer's point who wins and who loses against it.

All counts are int64. For one size s of S there are C(53, s) C(53 - s, 7 - s)^2 pairs, at most 154,143,080^2 < 2.4e16
(s = 0), and over all sizes less than 6e16: far from 9.2e18.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from houseway.cards import size
from houseway.games.dealer_open_pai_gow.count.staircases import FRONT_BITS, FRONT_MASK, Records, Small
from houseway.games.dealer_open_pai_gow.count.suits import MOST, Ints, class_number, extensions
from houseway.games.dealer_open_pai_gow.rules.hands import FULL_DECK
from houseway.lab.kernel import kernel

FEW = 800
"""Up to so many pairs of a query and a record it is quicker to compare each than to sweep."""

REACH, REST, COPY, COPY_REST = range(4)
"""Hands by front, as the sweep comes down: by the best front within reach; by the highest front of those of which no
back has been passed; by the house way's front of those whose back has been passed, and of the others."""


class Scratch(NamedTuple):
    """What one thread writes on: hands that contain a set, counts by record, chains by back, results by query."""

    supersets: Ints
    likes: Ints
    which: Small
    hands: Ints
    seen: Small
    players: Small
    dealers: Small
    links: Ints
    won: Ints
    lost: Ints
    copy_won: Ints
    copy_lost: Ints


def scratch(records: Records, queries: int) -> Scratch:
    """Blank sheets for a set of records and so many queries."""
    many = len(records.point)
    events = many + len(records.corners) + queries
    room = comb(size(FULL_DECK) - 1, MOST - 1)  # pages that are not written on take no memory
    return Scratch(
        supersets=np.empty(room, np.int64),
        likes=np.empty(room, np.int64),
        which=np.empty(room, np.int32),
        hands=np.zeros(many, np.int64),
        seen=np.zeros(many + 1, np.int32),
        players=np.full(records.tallest + 1, -1, np.int32),
        dealers=np.full(records.tallest + 1, -1, np.int32),
        links=np.zeros((events, 3), np.int64),
        won=np.zeros(queries, np.int64),
        lost=np.zeros(queries, np.int64),
        copy_won=np.zeros(queries, np.int64),
        copy_lost=np.zeros(queries, np.int64),
    )


@kernel
def gather(shared: int, deck: int, by_class: Small, sheet: Scratch) -> tuple[int, int]:
    """Count the hands that contain `shared` by record; returns how many classes of them there are, and records.

    `supersets` gets the class of each, `likes` how many there are, `which` its record, and `seen` each record once.
    """
    count = extensions(shared, deck, MOST - size(shared), True, sheet.supersets, sheet.likes)
    supersets, likes, which, hands, seen = sheet.supersets, sheet.likes, sheet.which, sheet.hands, sheet.seen
    for i in range(count):  # in three loops, so that the waits for memory overlap
        supersets[i] = class_number(supersets[i], MOST)
    for i in range(count):
        which[i] = by_class[supersets[i]]
    found = 0
    for i in range(count):
        record = which[i]
        seen[found] = record
        found += hands[record] == 0
        hands[record] += likes[i]
    return count, found


@kernel
def meet(found: int, records: Records, first: Small, queries: Small, sheet: Scratch) -> None:
    """Against each query of each record that was seen: how many of the hands counted win, lose, and so when copying.

    The queries of record r are points `first[r]` to `first[r + 1]`.
    """
    asked = 0
    for record in sheet.seen[:found]:
        asked += first[record + 1] - first[record]
    if asked * found <= FEW:
        _compare(found, records, first, queries, sheet)
    else:
        _sweep(found, records, first, queries, sheet)


@kernel
def forget(found: int, sheet: Scratch) -> None:
    """Clear the counts."""
    for record in sheet.seen[:found]:
        sheet.hands[record] = 0


@kernel
def _compare(found: int, records: Records, first: Small, queries: Small, sheet: Scratch) -> None:
    """Each dealer's point with each player's hand."""
    for dealer in sheet.seen[:found]:
        for q in range(first[dealer], first[dealer + 1]):
            back, front = queries[q] >> FRONT_BITS, queries[q] & FRONT_MASK
            won = lost = copy_won = copy_lost = 0
            for player in sheet.seen[:found]:
                many = sheet.hands[player]
                start, stop = records.first[player], records.first[player + 1]
                reach = 0
                for k in range(start, stop):
                    if records.corners[k] >> FRONT_BITS <= back:
                        break
                    reach = records.corners[k] & FRONT_MASK
                if reach > front:
                    won += many
                elif reach == 0 and records.corners[stop - 1] & FRONT_MASK <= front:
                    lost += many
                copy = records.point[player]
                above = copy >> FRONT_BITS > back
                if (copy & FRONT_MASK > front) == above:
                    copy_won += many if above else 0
                    copy_lost += 0 if above else many
            sheet.won[q], sheet.lost[q], sheet.copy_won[q], sheet.copy_lost[q] = won, lost, copy_won, copy_lost


@kernel
def _sweep(found: int, records: Records, first: Small, queries: Small, sheet: Scratch) -> None:
    """From the highest back down: at a dealer's back, the hands within reach of a higher front win, and the hands of
    which no back has been passed and no front is higher lose. A hand's reach rises as its corners are passed.
    """
    fronts = np.zeros((4, records.widest + 1), np.int64)
    at = _chain_players(found, records, fronts, sheet)
    _chain_dealers(found, first, queries, sheet, at)
    players, dealers, links = sheet.players, sheet.dealers, sheet.links
    for back in range(records.tallest, 0, -1):
        at = dealers[back]
        while at >= 0:
            q, front = links[at, 1], links[at, 2]
            sheet.won[q] = fronts[REACH, front + 1 :].sum()
            sheet.lost[q] = fronts[REST, : front + 1].sum()
            sheet.copy_won[q] = fronts[COPY, front + 1 :].sum()
            sheet.copy_lost[q] = fronts[COPY_REST, : front + 1].sum()
            at = links[at, 0]
        dealers[back] = -1
        at = players[back]
        while at >= 0:
            _pass(links[at, 1], links[at, 2], fronts)
            at = links[at, 0]
        players[back] = -1


@kernel
def _pass(many: int, event: int, fronts: Ints) -> None:
    """What changes when a back is passed: a corner brings a front within reach, or the house way's back is passed."""
    low, high, highest = event >> 2 * FRONT_BITS, event >> FRONT_BITS & FRONT_MASK, event & FRONT_MASK
    if highest == 0:
        fronts[COPY, high] += many
        fronts[COPY_REST, high] -= many
        return
    fronts[REACH, high] += many
    if low:
        fronts[REACH, low] -= many
    else:
        fronts[REST, highest] -= many


@kernel
def _chain_players(found: int, records: Records, fronts: Ints, sheet: Scratch) -> int:
    """Hang on each back what happens when the sweep passes it; returns the number of events.

    A corner's event is the front within reach before it (0 at the first), its own, and the highest of the hand; that of
    the house way is its front alone.
    """
    at = 0
    for record in sheet.seen[:found]:
        many, copy = sheet.hands[record], records.point[record]
        start, stop = records.first[record], records.first[record + 1]
        highest = records.corners[stop - 1] & FRONT_MASK
        low = 0
        for k in range(start, stop):
            high = records.corners[k] & FRONT_MASK
            event = low << 2 * FRONT_BITS | high << FRONT_BITS | highest
            at = _chain(sheet, at, records.corners[k] >> FRONT_BITS, many, event)
            low = high
        at = _chain(sheet, at, copy >> FRONT_BITS, many, (copy & FRONT_MASK) << FRONT_BITS)
        fronts[REST, highest] += many
        fronts[COPY_REST, copy & FRONT_MASK] += many
    return at


@kernel
def _chain(sheet: Scratch, at: int, back: int, many: int, event: int) -> int:
    """Hang one event on a back."""
    sheet.links[at, 0] = sheet.players[back]
    sheet.links[at, 1] = many
    sheet.links[at, 2] = event
    sheet.players[back] = at
    return at + 1


@kernel
def _chain_dealers(found: int, first: Small, queries: Small, sheet: Scratch, at: int) -> None:
    """Hang each query on its back, after the players' events."""
    for record in sheet.seen[:found]:
        for q in range(first[record], first[record + 1]):
            back = queries[q] >> FRONT_BITS
            sheet.links[at, 0] = sheet.dealers[back]
            sheet.links[at, 1] = q
            sheet.links[at, 2] = queries[q] & FRONT_MASK
            sheet.dealers[back] = at
            at += 1
