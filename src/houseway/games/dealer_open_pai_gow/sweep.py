"""Pairs of disjoint hands, by inclusion and exclusion over the cards that both would share.

The number of disjoint pairs (dealer, player) with a property is the sum over all sets S of cards of (-1)^|S| times the
number of pairs with it that both contain S, free to overlap otherwise. For one S the hands that contain it are gathered
by record, and one sweep over the backs from the top counts for every dealer's point who wins and who loses against it.

All counts are int64. For one size s of S there are C(53, s) C(53 - s, 7 - s)^2 pairs, at most 154,143,080^2 < 2.4e16
(s = 0), and over all sizes less than 6e16: far from 9.2e18.
"""

from typing import NamedTuple

import numpy as np

from houseway.cards import size
from houseway.games.dealer_open_pai_gow.staircases import FRONT_BITS, FRONT_MASK, Records, Small
from houseway.games.dealer_open_pai_gow.suits import MOST, Ints, class_number
from houseway.lab.kernel import kernel

BATCH = 2048
"""Hands whose records are looked up together: the waits for memory overlap."""
FEW = 40
"""Up to so many records it is quicker to compare each with each than to sweep."""

BEST, REACH, COPY = range(3)
"""Running counts by front: of the best front within reach, of the highest front of all, of the house way's front."""


class Scratch(NamedTuple):
    """What one thread writes on: counts and marks by record, chains by back, and the results by query."""

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
    events = 2 * many + len(records.corners) + queries
    return Scratch(
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
def gather(shared: int, deck: int, by_class: Small, sheet: Scratch) -> int:
    """Count the records of all hands that contain `shared`; note those that occur, and return how many they are."""
    free = np.zeros(53, np.int64)
    cards = 0
    for card in range(53):
        if (deck & ~shared) >> card & 1:
            free[cards] = 1 << card
            cards += 1
    more = MOST - size(shared)
    place = np.arange(more)
    batch = np.zeros(BATCH + 53, np.int32)
    waiting = found = 0
    while True:
        hand = shared
        for k in range(more - 1):
            hand |= free[place[k]]
        for k in range(place[more - 2] + 1 if more > 1 else 0, cards):
            batch[waiting] = class_number(hand | free[k], MOST)
            waiting += 1
        k = more - 2
        while k >= 0 and place[k] == cards - more + k:
            k -= 1
        if waiting >= BATCH or k < 0:
            found = _count(batch[:waiting], by_class, sheet, found)
            waiting = 0
        if k < 0:
            return found
        place[k] += 1
        for j in range(k + 1, more - 1):
            place[j] = place[j - 1] + 1


@kernel
def _count(batch: Small, by_class: Small, sheet: Scratch, found: int) -> int:
    hands, seen = sheet.hands, sheet.seen
    for i in range(len(batch)):
        batch[i] = by_class[batch[i]]
    for i in range(len(batch)):
        record = batch[i]
        seen[found] = record
        found += hands[record] == 0
        hands[record] += 1
    return found


@kernel
def meet(found: int, records: Records, first: Small, queries: Small, sheet: Scratch) -> None:
    """Against each query of each record that was seen: how many of the hands counted win, lose, and so when copying.

    The queries of record r are points `first[r]` to `first[r + 1]`.
    """
    if found <= FEW:
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
    """From the highest back down, each player's hand raising the fronts within reach as its backs are passed.

    `running[BEST, f]` counts the hands that have a setting with a back above the current one and a front above f;
    `REACH` those with any back and any front above, `COPY` those whose house way is above in both.
    """
    running = np.zeros((3, records.widest + 1), np.int64)
    fronts = np.zeros((2, records.widest + 1), np.int64)
    total, at = _chain_players(found, records, fronts, sheet)
    _chain_dealers(found, first, queries, sheet, at)
    players, dealers, links = sheet.players, sheet.dealers, sheet.links
    backs = copy_backs = 0
    for back in range(records.tallest, 0, -1):
        at = dealers[back]
        while at >= 0:
            q, front = links[at, 1], links[at, 2]
            sheet.won[q] = running[BEST, front]
            sheet.lost[q] = total - backs - fronts[0, front] + running[REACH, front]
            sheet.copy_won[q] = running[COPY, front]
            sheet.copy_lost[q] = total - copy_backs - fronts[1, front] + running[COPY, front]
            at = links[at, 0]
        dealers[back] = -1
        at = players[back]
        while at >= 0:
            many, packed = links[at, 1], links[at, 2]
            which = packed >> 2 * FRONT_BITS
            for front in range(packed >> FRONT_BITS & FRONT_MASK, packed & FRONT_MASK):
                running[which, front] += many
            if which == REACH:
                backs += many
            elif which == COPY:
                copy_backs += many
            at = links[at, 0]
        players[back] = -1


@kernel
def _chain_players(found: int, records: Records, fronts: Ints, sheet: Scratch) -> tuple[int, int]:
    """Hang on each back what happens when the sweep passes it, and count the highest fronts; all hands, all events.

    An event is the fronts `low` to `high` that come within reach, packed with the running count that they belong to.
    """
    total = at = 0
    for record in sheet.seen[:found]:
        many, copy = sheet.hands[record], int(records.point[record])
        total += many
        low = 0
        start, stop = records.first[record], records.first[record + 1]
        for k in range(start, stop):
            corner = int(records.corners[k])
            at = _chain(sheet, at, corner, many, BEST << FRONT_BITS | low)
            low = corner & FRONT_MASK
        highest_back = int(records.corners[start]) >> FRONT_BITS
        at = _chain(sheet, at, highest_back << FRONT_BITS | low, many, REACH << FRONT_BITS)
        at = _chain(sheet, at, copy, many, COPY << FRONT_BITS)
        for front in range(low):
            fronts[0, front] += many
        for front in range(copy & FRONT_MASK):
            fronts[1, front] += many
    return total, at


@kernel
def _chain(sheet: Scratch, at: int, point: int, many: int, above: int) -> int:
    """Hang one event on the back of a point: `above` is the running count and the front that it starts from."""
    back = point >> FRONT_BITS
    sheet.links[at, 0] = sheet.players[back]
    sheet.links[at, 1] = many
    sheet.links[at, 2] = above << FRONT_BITS | (point & FRONT_MASK)
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
