"""The Ace High Tie exactly: pairs of disjoint ace-high hands, counted by ranks and by suits apart.

Seven cards that are ace high have seven different ranks. Whether they are depends on the set of ranks (no straight) and
on how many cards each suit has (no flush), and on nothing else. So two hands are two sets of ranks, and two ways to
give suits to them that differ on every rank the sets share. The latter number depends only on how many ranks they
share; it is found by inclusion and exclusion over the shared ranks that have equal suits. The rule `ace_high` itself
judges a hand of every set of ranks and of every distribution of suits.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

from houseway.cards import ACE, JOKER, mask
from houseway.games.dealer_open_pai_gow.rules.bonuses import ace_high_tie_award
from houseway.games.dealer_open_pai_gow.rules.hands import HAND, ace_high
from houseway.poker import LOWEST

Suits = tuple[int, ...]
"""How many cards of a hand each suit has."""


class Deck(NamedTuple):
    """Which ranks, how many suits, and a joker; smaller decks are for tests."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    @property
    def size(self) -> int:
        return len(self.ranks) * self.suits + 1


FULL = Deck()


def hand_of(ranks: tuple[int, ...], suits: Suits, joker: bool) -> int:
    """A hand of these ranks whose suits have so many cards."""
    order = [suit for suit, count in enumerate(suits) for _ in range(count)]
    return mask(13 * suit + rank for suit, rank in zip(order, ranks, strict=True)) | int(joker) << JOKER


def spread_suits(cards: int, suits: int) -> Suits:
    """Cards as evenly over the suits as they go: no flush."""
    return tuple((cards + suits - 1 - suit) // suits for suit in range(suits))


@cache
def rank_sets(deck: Deck, joker: bool) -> tuple[int, ...]:
    """The sets of ranks, as masks, with which a hand is ace high unless it is a flush; the joker is the ace."""
    cards = HAND - joker
    suits = spread_suits(cards, deck.suits)
    sets = (ranks for ranks in combinations(deck.ranks, cards) if (ACE in ranks) != joker)
    return tuple(mask(ranks) for ranks in sets if ace_high(hand_of(ranks, suits, joker), LOWEST))


def distributions(cards: int, suits: int) -> Iterator[Suits]:
    """Every number of cards that each suit may have."""
    if suits == 1:
        yield (cards,)
        return
    for first in range(cards + 1):
        for rest in distributions(cards - first, suits - 1):
            yield (first, *rest)


def ways(suits: Suits) -> int:
    """In how many ways cards in a row get their suits, so many of each."""
    count = factorial(sum(suits))
    for each in suits:
        count //= factorial(each)
    return count


@cache
def allowed_suits(deck: Deck, joker: bool) -> tuple[Suits, ...]:
    """The distributions of suits with which a hand stays ace high, judged on one set of ranks."""
    sets = rank_sets(deck, joker)
    if not sets:
        return ()
    ranks = tuple(rank for rank in deck.ranks if sets[0] >> rank & 1)
    every = distributions(HAND - joker, deck.suits)
    return tuple(suits for suits in every if ace_high(hand_of(ranks, suits, joker), LOWEST))


def completions(deck: Deck, joker: bool, given: Suits) -> int:
    """In how many ways the other cards of an ace-high hand get their suits when some cards have theirs."""
    count = 0
    for suits in allowed_suits(deck, joker):
        rest = tuple(all_ - some for all_, some in zip(suits, given, strict=True))
        count += ways(rest) if min(rest) >= 0 else 0
    return count


@cache
def suit_pairs(deck: Deck, dealer_joker: bool, player_joker: bool, shared: int) -> int:
    """In how many ways two hands get suits that differ on each of so many shared ranks."""
    total = 0
    for equal in range(shared + 1):
        both = sum(
            ways(given) * completions(deck, dealer_joker, given) * completions(deck, player_joker, given)
            for given in distributions(equal, deck.suits)
        )
        total += (-1) ** equal * comb(shared, equal) * both
    return total


def ace_high_hands(deck: Deck, joker: bool) -> int:
    """How many hands are ace high, with the joker or without."""
    return len(rank_sets(deck, joker)) * sum(ways(suits) for suits in allowed_suits(deck, joker))


def ace_high_pairs(deck: Deck, dealer_joker: bool, player_joker: bool) -> int:
    """How many deals make both hands ace high; there is one joker."""
    if dealer_joker and player_joker:
        return 0
    shared = Counter(
        (ours & theirs).bit_count()
        for ours in rank_sets(deck, dealer_joker)
        for theirs in rank_sets(deck, player_joker)
    )
    return sum(count * suit_pairs(deck, dealer_joker, player_joker, each) for each, count in shared.items())


@cache
def deals_by_award(deck: Deck = FULL) -> dict[int, int]:
    """How many of all deals to dealer and player there are for each award, by the number of `ace_high_tie_award`."""
    others = comb(deck.size - HAND, HAND)
    deals = Counter({0: comb(deck.size, HAND) * others})
    for joker in (False, True):
        both = ace_high_pairs(deck, joker, False) + ace_high_pairs(deck, joker, True)
        dealer = ace_high_hands(deck, joker) * others
        deals[ace_high_tie_award(True, True, joker)] += both
        deals[ace_high_tie_award(True, False, joker)] += dealer - both
        deals[ace_high_tie_award(False, False, joker)] -= dealer
    return dict(deals)
