"""One census of all deals, for every bonus paytable at every number of decks.

A deal is the player's two cards in any order, the dealer's up-card and the dealer's hole card. Which awards a deal
holds depends on the kinds of its cards, not on how many decks there are; in how many ways it is drawn depends on the
decks and on which of its cards are copies of each other, its `Shape`. So the rules are asked once for every deal of
kinds (52 kinds, the hole card only where it changes an award), the answers are counted by shape, and each number of
decks is a sum over a dozen shapes. All counts are Python integers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import comb, perm
from typing import NamedTuple

from houseway.cards import DECK
from houseway.document.paytables import Paytable
from houseway.games.super_pairs.rules.bonuses import (
    BIT,
    BLACKJACK_OF_SUIT,
    NO_BLACKJACK,
    WITH_DEALER,
    WITH_UP_CARD,
    awards_beside,
    dealers_blackjack,
    first_two_held,
    three_cards_held,
    with_dealer_held,
)
from houseway.games.super_pairs.terms.bonuses import bonus_terms, every_terms, lines
from houseway.round.terms import Terms

ANY = -1
"""In the place of the hole card's copies: any card that is left."""

DEALERS = range(BLACKJACK_OF_SUIT + 1)
"""What the dealer's two cards may be to a bonus: from no blackjack to one of the chosen suit."""


class Shape(NamedTuple):
    """Which cards of a deal are copies: the player's two, and how many earlier cards the up-card and hole card copy."""

    twins: bool
    up: int
    hole: int

    def ways(self, decks: int) -> int:
        """In how many ways this many decks deal cards of given kinds in this shape."""
        pair = comb(decks, 2) if self.twins else decks**2
        hole = 52 * decks - 3 if self.hole == ANY else decks - self.hole
        return pair * max(0, decks - self.up) * max(0, hole)


def deals(decks: int, cards: int) -> int:
    """In how many ways the player's two cards, the up-card (3) and the hole card (4) are dealt."""
    return comb(52 * decks, 2) * perm(52 * decks - 2, cards - 2)


@cache
def census(chosen: int) -> Mapping[int, Counter[Shape]]:
    """For every set of awards that some deal holds: how many deals of kinds hold exactly it, by shape."""
    found: dict[int, Counter[Shape]] = {}
    for first, second in combinations_with_replacement(DECK, 2):
        for (held, shape), kinds in Counter(_with_pair(first, second, chosen)).items():
            found.setdefault(held, Counter())[shape] += kinds
    return found


def _with_pair(first: int, second: int, chosen: int) -> Iterator[tuple[int, Shape]]:
    """The awards and shape of every deal that gives the player these two cards."""
    twins = first == second
    none, all_ = (with_dealer_held(first, second, kind) for kind in (NO_BLACKJACK, BLACKJACK_OF_SUIT))
    two = first_two_held(first, second, chosen)
    for up in DECK:
        up_copies = (first, second).count(up)
        if none == all_:
            yield two | none | three_cards_held(first, second, up, chosen), Shape(twins, up_copies, ANY)
            continue
        held = [awards_beside(first, second, up, dealer, chosen) for dealer in DEALERS]
        shapes = [Shape(twins, up_copies, copies) for copies in range(4)]
        for hole in DECK:
            yield held[dealers_blackjack(up, hole, chosen)], shapes[(first, second, up).count(hole)]


@cache
def _ways(decks: int) -> Mapping[Shape, int]:
    """In how many ways this many decks deal each shape."""
    shapes = (Shape(twins, up, hole) for twins in (False, True) for up in range(3) for hole in range(ANY, 4))
    return {shape: shape.ways(decks) for shape in shapes}


@cache
def shapes_by_terms(paytable: Paytable, chosen: int) -> tuple[tuple[Terms, Counter[Shape]], ...]:
    """The census by the terms on which a paytable lets a wager end."""
    found: dict[Terms, Counter[Shape]] = {terms: Counter() for terms in every_terms(paytable)}
    for held, shapes in census(chosen).items():
        found[bonus_terms(paytable, held)].update(shapes)
    return tuple(found.items())


def cards_needed(paytable: Paytable) -> int:
    """How many cards decide a paytable's awards: the player's two, the up-card, the hole card."""
    bits = sum(BIT[line.row.award] for line in lines(paytable))
    if bits & WITH_DEALER:
        return 4
    return 3 if bits & WITH_UP_CARD else 2


def combinations(paytable: Paytable, decks: int, chosen: int) -> list[tuple[Terms, int]]:
    """In how many ways a wager ends on each terms, of `deals(decks, cards_needed(paytable))`."""
    # Cards that decide nothing are dealt in the same number of ways to every award, so the division leaves no rest.
    idle = deals(decks, 4) // deals(decks, cards_needed(paytable))
    ways = _ways(decks)
    return [
        (terms, sum(count * ways[shape] for shape, count in shapes.items()) // idle)
        for terms, shapes in shapes_by_terms(paytable, chosen)
    ]
