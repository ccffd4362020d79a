"""The odds of minibaccarat: every deal of six cards, counted by value.

A deal is the two cards of each hand and the next two cards, dealt or not, so that every deal weighs the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from math import perm

from baccarat.play import pack
from baccarat.rules import BANKER, PLAYER, STOOD, TIE, banker_draws, natural, player_draws, total, value, winner
from baccarat.terms import PAIRS, Coup, terms
from houseway.cards import rank
from houseway.lab.result import Ask, Odds, outcomes_of

Shoe = tuple[int, ...]
"""How many cards there are of each value, 0 to 9."""


def shoe_of(cards: Iterable[int]) -> Shoe:
    """Cards counted by their values."""
    counts = Counter(value(card) for card in cards)
    return tuple(counts[v] for v in range(10))


def less(shoe: Shoe, v: int) -> Shoe:
    """The shoe with one card less of a value."""
    return (*shoe[:v], shoe[v] - 1, *shoe[v + 1 :])


def each(shoe: Shoe) -> Iterator[tuple[int, int, Shoe]]:
    """Every next card by value: in how many ways it comes, and what is left."""
    return ((v, count, less(shoe, v)) for v, count in enumerate(shoe) if count)


@cache
def two_cards(shoe: Shoe) -> tuple[tuple[int, int, Shoe], ...]:
    """Every hand of two cards: its total, in how many ways it comes, and what is left; those alike together."""
    ways: Counter[tuple[int, Shoe]] = Counter()
    for a, first, rest in each(shoe):
        for b, second, left in each(rest):
            ways[total(a + b), left] += first * second
    return tuple((points, count, left) for (points, left), count in ways.items())


@cache
def winners(shoe: Shoe) -> dict[int, int]:
    """In how many ways each hand wins, and in how many they tie."""
    ways: Counter[int] = Counter()
    for player, first, rest in two_cards(shoe):
        for banker, second, left in two_cards(rest):
            for result, count in _drawn(player, banker, left):
                ways[result] += first * second * count
    return dict(ways)


def _drawn(player: int, banker: int, left: Shoe) -> Iterator[tuple[int, int]]:
    """How two totals end, with the next two cards dealt or not."""
    cards = sum(left)
    if natural(player, banker):
        yield winner(player, banker), perm(cards, 2)
        return
    if not player_draws(player):
        yield from _bank(player, banker, STOOD, left, cards - 1)
        return
    for third, count, rest in each(left):
        yield from _bank(total(player + third), banker, third, rest, 1, count)


def _bank(player: int, banker: int, third: int, left: Shoe, more: int, times: int = 1) -> Iterator[tuple[int, int]]:
    """How the banker's hand ends against a total that stands; `more` and `times` count cards that decide nothing."""
    if not banker_draws(banker, third):
        yield winner(player, banker), times * more * sum(left)
        return
    for v, count, _ in each(left):
        yield winner(player, total(banker + v)), times * more * count


def pairs(cards: Iterable[int]) -> tuple[int, int]:
    """In how many ways the first two cards of a hand are a pair, and in how many they are not."""
    counts = Counter(rank(card) for card in cards)
    same = sum(perm(count, 2) for count in counts.values())
    return same, perm(counts.total(), 2) - same


def odds(ask: Ask) -> Odds:
    """The exact return of a wager."""
    settings, decks = ask.in_force(), ask.settings.integer("decks")
    if ask.wager in PAIRS:
        same, other = pairs(pack(decks))
        ends = [(Coup(TIE, True, True), same), (Coup(TIE), other)]
    else:
        ways = winners(shoe_of(pack(decks)))
        ends = [(Coup(result), ways[result]) for result in (PLAYER, BANKER, TIE)]
    table = ask.table()
    return Odds(
        game="baccarat",
        wager=ask.wager,
        settings=settings,
        outcomes=outcomes_of([(terms(ask.wager, coup, settings), ways) for coup, ways in ends], stake=ask.stake),
        paytable=table.id if table else None,
        decks=decks,
    )
