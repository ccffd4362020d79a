"""A seat that plays blackjack with bonus wagers: what they come to together, from one deal.

Blackjack sees values and pairs, a bonus ranks and suits. Given a start (two cards and the up-card, by value and by what
a split needs to know) the suits have nothing more to say of how the hand is played; what a dealer's blackjack adds to a
bonus is told apart. So the law of both is a sum over starts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import NamedTuple

from houseway.cards import DECK
from houseway.document.settings import Settings
from houseway.errors import IllegalSetting
from houseway.games.super_pairs.count.base_game import NO_SPLIT, BaseGame, Plan, Start, best_plan, full_shoe
from houseway.games.super_pairs.count.base_rules import Ends, rules_of
from houseway.games.super_pairs.count.round_law import Result, Results, rounds_of
from houseway.games.super_pairs.count.split_law import Units
from houseway.games.super_pairs.rules.blackjack import DOUBLE, SPLIT, natural, pair, units, value
from houseway.games.super_pairs.rules.bonuses import (
    BLACKJACK_OF_SUIT,
    NO_BLACKJACK,
    awards_held,
    first_two_held,
    three_cards_held,
    with_dealer_held,
)
from houseway.games.super_pairs.terms.blackjack import DEALER_NATURAL, LOST, PUSHED
from houseway.games.super_pairs.terms.bonuses import bonus_terms
from houseway.round.terms import Terms

Together = tuple[Terms, ...]

EITHER, NONE, BLACKJACK = range(3)
"""Whatever the hole card is; no dealer's blackjack; a dealer's blackjack."""


class Deal(NamedTuple):
    """A start, what the dealer's hole card is known to be, and the awards held."""

    start: tuple[int, int, int, int]
    hole: int
    held: int


def with_blackjack(
    bonuses: Sequence[str], settings: Settings, suit: int, progress: Callable[[float], None] | None = None
) -> Iterator[tuple[Terms, Together, int]]:
    """How the blackjack wager and bonuses of one suit end together, under the best play and without insurance."""
    tables = [settings.in_force(wager) for wager in bonuses]
    game = BaseGame(full_shoe(settings), rules_of(settings))
    plan = best_plan(game, game.solve())
    rounds = rounds_of(game, plan, progress)
    rounds.law()  # refused here where not all is counted
    starts = {start[:4]: start for start in game.starts}
    found: dict[tuple[Result, Together], Fraction] = {}
    for deal, ways in _deals(game, settings.integer("decks"), suit).items():
        start, ends = starts[deal.start], tuple(bonus_terms(table, deal.held) for table in tables)
        for result, chance in _given(game, plan, start, rounds.starts[start], deal.hole).items():
            key = result, ends
            found[key] = found.get(key, Fraction(0)) + ways * chance
    common = lcm(*(chance.denominator for chance in found.values()))
    for (result, ends), chance in sorted(found.items(), key=lambda each: each[0][0]):
        yield main_terms(result, game.rules.ends), ends, int(chance * common)


def main_terms(result: Result, ends: Ends) -> Terms:
    """What the blackjack wager comes to, in one."""
    return Terms(result.end, result.worth(ends), "blackjack.split" if sum(result.units) > 1 else "blackjack.outcome")


def _deals(game: BaseGame, decks: int, suit: int) -> Mapping[Deal, Fraction]:
    """In how many ways two cards and the up-card are dealt, by start and awards, and the hole card where it matters."""
    found: dict[Deal, Fraction] = {}
    for first, second in combinations_with_replacement(DECK, 2):
        two = decks * (decks - 1) if first == second else 2 * decks * decks
        waits = with_dealer_held(first, second, NO_BLACKJACK) != with_dealer_held(first, second, BLACKJACK_OF_SUIT)
        for up in DECK:
            ways = two * (decks - (up == first) - (up == second))
            if ways <= 0:
                continue
            start = _start(game, decks, first, second, up)
            held = first_two_held(first, second, suit) | three_cards_held(first, second, up, suit)
            plain = Deal(start, NONE if waits else EITHER, held | with_dealer_held(first, second, NO_BLACKJACK))
            found[plain] = found.get(plain, Fraction(0)) + ways
            for hole in DECK if waits else ():
                left = decks - (hole == first) - (hole == second) - (hole == up)
                if natural(value(up), value(hole)) and left:
                    deal = Deal(start, BLACKJACK, awards_held(first, second, up, hole, suit))
                    found[deal] = found.get(deal, Fraction(0)) + Fraction(ways * left, game.shoe.size - 3)
    return found


def _start(game: BaseGame, decks: int, first: int, second: int, up: int) -> tuple[int, int, int, int]:
    by_value, kind = game.rules.by_value, NO_SPLIT
    if pair(first, second, by_value):
        kind = decks * sum(pair(card, first, by_value) for card in DECK) - 2 - pair(up, first, by_value)
    low, high = sorted((value(first) - 1, value(second) - 1))
    return value(up) - 1, low, high, kind


def _given(game: BaseGame, plan: Plan, start: Start, results: Results, hole: int) -> Results:
    """How a start ends with a dealer's blackjack, which is given; or without one, together with that there is none."""
    if hole == EITHER:
        return results
    if start.natural:
        ended = Result(PUSHED, Units(0, 1, 0))
    elif game.rules.hand.looks:
        ended = Result(DEALER_NATURAL)
    elif plan.choice[start] == SPLIT:
        raise IllegalSetting(
            "where the dealer does not look for blackjack, how a pair of queens that is split ends with one is not "
            "counted together with Lucky Ladies: set peek=yes",
            "blackjack.look",
        )
    else:
        ended = Result(LOST, Units(units(plan.choice[start] == DOUBLE), 0, 0))
    if hole == BLACKJACK:
        return {ended: Fraction(1)}
    blackjack = game.dealer_blackjack(start)
    left = {result: chance - (blackjack if result == ended else 0) for result, chance in results.items()}
    return {result: chance for result, chance in left.items() if chance}
