"""Every deal of a few cards, counted: the exact return of a bonus wager that they decide."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from houseway.cards import symbol
from houseway.lab.result import Ask, Odds, outcomes_of
from houseway.round.bonus import Bonus

if TYPE_CHECKING:
    from houseway.lab.protect import Deals

Held = tuple[int, ...]


def draws(left: Counter[int], cards: int) -> Iterator[tuple[Held, int]]:
    """Every set of so many cards that the pack holds, copies alike, in how many ways it is drawn."""
    if max(left.values()) == 1:  # no copies: every set is drawn in one way
        yield from ((held, 1) for held in combinations(sorted(left), cards))
        return
    for held in combinations_with_replacement(sorted(left), cards):
        ways = prod(comb(left[card], copies) for card, copies in Counter(held).items())
        if ways:
            yield held, ways


def bonus_odds(game: str, bonus: Bonus, pack: Sequence[int], ask: Ask) -> Odds:
    """A bonus by the first cards of the seat and of the dealer, in whatever order they came."""
    settings = ask.in_force()
    awards: Counter[str] = Counter()
    left = Counter(pack)
    for own, ways in draws(left, bonus.cards):
        rest = left - Counter(own) if bonus.dealer else left
        for dealer, more in draws(rest, bonus.dealer):
            awards[bonus.held((*own, *dealer))] += ways * more
    table = settings.paytable(ask.wager)
    ends = [(bonus.terms(award, settings), ways) for award, ways in awards.items()]
    by_pay = sorted(ends, key=lambda end: -(end[0].unit(ask.meter, ask.stake) or 0))
    return Odds(
        game=game,
        wager=ask.wager,
        settings=settings,
        outcomes=outcomes_of(by_pay, ask.meter, ask.stake),
        paytable=table.id if table else None,
        decks=settings.decks,
    )


def bonus_deals(bonus: Bonus, pack: Sequence[int], ask: Ask) -> "Deals":
    """Every deal that decides a bonus, by its cards, and in how many of their orders it ends so."""
    from houseway.lab.protect import Deals

    settings, left = ask.in_force(), Counter(pack)
    kinds = sorted(left)
    place = {card: index for index, card in enumerate(kinds)}
    ends: dict[Held, Counter[str]] = {}
    wins: dict[str, Fraction] = {}
    for own in combinations_with_replacement(kinds, bonus.cards):
        for dealer in combinations_with_replacement(kinds, bonus.dealer):
            terms = bonus.terms(bonus.held((*own, *dealer)), settings)
            wins.setdefault(terms.award, terms.worth(ask.meter, ask.stake))
            key = tuple(sorted(place[card] for card in (*own, *dealer)))
            ends.setdefault(key, Counter())[terms.award] += orders(own) * orders(dealer)
    return Deals(tuple(symbol(card) for card in kinds), tuple(left[card] for card in kinds), ends, wins)


def orders(cards: Sequence[int]) -> int:
    """In how many orders cards may come, copies alike."""
    return factorial(len(cards)) // prod(factorial(n) for n in Counter(cards).values())
