"""Every deal of a few cards: what a wager wins that they decide, and the exact return of a bonus wager."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, perm, prod

from houseway.cards import symbol
from houseway.lab.result import Ask, Odds, outcomes_of
from houseway.round.bonus import Bonus

Held = tuple[int, ...]


@dataclass(frozen=True)
class Deals:
    """All that decides a wager: `ends` tells for kinds of cards, sorted, in how many of their orders each award comes.

    `kinds` names the kinds of cards, `counts` says how many of each the shoe holds when the wager is made first, `wins`
    what a unit of each award wins, and `seen` is how many other cards of the same round one has seen by then. In
    `offered` of all hands the wager is offered, whatever cards came before.
    """

    kinds: tuple[str, ...]
    counts: tuple[int, ...]
    ends: Mapping[tuple[int, ...], Mapping[str, int]]
    wins: Mapping[str, Fraction]
    seen: int = 0
    offered: Fraction = Fraction(1)

    @cached_property
    def worth(self) -> Mapping[tuple[int, ...], Fraction]:
        """What a unit wins over all orders of these kinds."""
        return {
            cards: sum((orders * self.wins[award] for award, orders in each.items()), Fraction(0))
            for cards, each in self.ends.items()
        }

    def value(self, counts: Sequence[int]) -> Fraction:
        """What a unit wins on average from a shoe with so many cards of each kind."""
        total = sum(counts)
        by_size: dict[int, Fraction] = {}
        for cards, worth in self.worth.items():
            by_size[len(cards)] = by_size.get(len(cards), Fraction(0)) + worth * ways_of(cards, counts)
        return sum((won / perm(total, size) for size, won in by_size.items()), Fraction(0))

    @cached_property
    def removal(self) -> tuple[Fraction, ...]:
        """For each kind: by how much a unit wins more when one card of it is gone; nothing where there is none.

        Without a card of kind k, cards with m of it are drawn in (n - m) / n as many ways.
        """
        total = sum(self.counts)
        won: dict[int, Fraction] = {}
        lost: dict[tuple[int, int], Fraction] = {}
        for cards, worth in self.worth.items():
            size, drawn = len(cards), worth * ways_of(cards, self.counts)
            won[size] = won.get(size, Fraction(0)) + drawn
            for kind in cards:
                lost[size, kind] = lost.get((size, kind), Fraction(0)) + drawn
        whole = sum((each / perm(total, size) for size, each in won.items()), Fraction(0))
        return tuple(
            sum(
                ((won[size] - lost.get((size, kind), Fraction(0)) / count) / perm(total - 1, size) for size in won),
                Fraction(0),
            )
            - whole
            if count
            else Fraction(0)
            for kind, count in enumerate(self.counts)
        )


def ways_of(cards: Sequence[int], counts: Sequence[int]) -> int:
    """In how many ways cards of these kinds are drawn in a given order; they are sorted."""
    ways, last, times = 1, -1, 0
    for kind in cards:
        times = times + 1 if kind == last else 0
        ways *= counts[kind] - times
        last = kind
    return ways


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


def bonus_deals(bonus: Bonus, pack: Sequence[int], ask: Ask) -> Deals:
    """Every deal that decides a bonus, by its cards, and in how many of their orders it ends so."""
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
