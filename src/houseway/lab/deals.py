"""Every deal of a few cards, counted: the exact return of a bonus wager that they decide."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod

from houseway.lab.result import Ask, Odds, outcomes_of
from houseway.round.bonus import Bonus
from houseway.round.terms import Terms

Held = tuple[int, ...]


def draws(left: Counter[int], cards: int) -> Iterator[tuple[Held, int]]:
    """Every set of so many cards that the pack holds, copies alike, in how many ways it is drawn."""
    for held in combinations_with_replacement(sorted(left), cards):
        ways = prod(comb(left[card], copies) for card, copies in Counter(held).items())
        if ways:
            yield held, ways


def bonus_odds(game: str, bonus: Bonus, pack: Sequence[int], ask: Ask) -> Odds:
    """A bonus by the first cards of the seat and of the dealer, in whatever order they came."""
    settings = ask.settings
    if ask.paytable and f"{ask.wager}-paytable" in settings:
        settings = settings.but(**{f"{ask.wager}-paytable": ask.paytable})
    ends: Counter[Terms] = Counter()
    left = Counter(pack)
    for own, ways in draws(left, bonus.cards):
        for dealer, more in draws(left - Counter(own), bonus.dealer):
            ends[bonus.terms((*own, *dealer), settings)] += ways * more
    table = settings.paytable(ask.wager)
    by_pay = sorted(ends.items(), key=lambda end: -(end[0].unit(ask.meter, ask.stake) or 0))
    return Odds(
        game=game,
        wager=ask.wager,
        settings=settings,
        outcomes=outcomes_of(by_pay, ask.meter, ask.stake),
        paytable=table.id if table else None,
        decks=settings.decks,
    )
