"""Both wagers of a seat of Super Pan 9 together, and what cards that are gone change."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from houseway.document.settings import Settings
from houseway.games.super_pan_9.count.shoe import Holding, full_shoe
from houseway.games.super_pan_9.odds import best_plan, result_of
from houseway.games.super_pan_9.play import DRAW
from houseway.games.super_pan_9.rules import LOSE, TIE, WIN, dealer_draws, outcome, total
from houseway.games.super_pan_9.terms import terms
from houseway.lab.deals import Deals
from houseway.lab.deals import orders as orders_of
from houseway.lab.result import Ask
from houseway.round.terms import Terms


def together(wagers: Sequence[str], settings: Settings) -> Iterator[tuple[tuple[Terms, ...], int]]:
    """How the wagers of a seat end together, under the play that the settings name."""
    shoe = full_shoe(settings.integer("decks"))
    tally = result_of(shoe, best_plan(shoe, settings, settings.text("play")))
    for result, ways in zip((WIN, TIE, LOSE), tally, strict=True):
        yield tuple(terms(wager, result, settings) for wager in wagers), ways


def deals(ask: Ask) -> Deals:
    """Every deal by its values, played as it is best from the full shoe; a card that nobody draws is no part of it."""
    settings = ask.in_force()
    shoe = full_shoe(settings.integer("decks"))
    plan = best_plan(shoe, settings, settings.text("play"), ask.stake)
    kinds = tuple(value for value, count in enumerate(shoe) if count)
    place = {value: index for index, value in enumerate(kinds)}
    of = {each: terms(ask.wager, each, settings) for each in (WIN, TIE, LOSE)}
    ends: dict[tuple[int, ...], Counter[str]] = {}
    for cards, orders, result in _played(kinds, {h.values: choice == DRAW for h, choice in plan.items()}):
        key = tuple(sorted(place[value] for value in cards))
        ends.setdefault(key, Counter())[of[result].award] += orders
    names = tuple("A" if value == 1 else str(value) for value in kinds)
    wins = {each.award: each.worth(stake=ask.stake) for each in of.values()}
    return Deals(names, tuple(shoe[value] for value in kinds), ends, wins)


Played = tuple[tuple[int, ...], int, int]


def _played(kinds: Sequence[int], draws: dict[tuple[int, int, int], bool]) -> Iterator[Played]:
    """The cards of a round, in how many orders they come, and its result."""
    threes = [Holding(cards) for cards in combinations_with_replacement(kinds, 3)]
    for player in threes:
        for drawn in [(v,) for v in kinds] if draws.get(player.values, False) else [()]:
            ours = total(player.total + sum(drawn))
            for dealer in threes:
                orders = orders_of(player.values) * orders_of(dealer.values)
                for more in [(v,) for v in kinds] if dealer_draws(dealer.total) else [()]:
                    theirs = total(dealer.total + sum(more))
                    yield (*player.values, *drawn, *dealer.values, *more), orders, outcome(ours, theirs)
