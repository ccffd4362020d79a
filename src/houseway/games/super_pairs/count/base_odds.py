"""The odds of the blackjack wager and of insurance, and the strategy; see `docs/methods-blackjack.md`."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from houseway.document.settings import Settings
from houseway.games.super_pairs.count.base_game import (
    BaseGame,
    Shoe,
    Solved,
    best_plan,
    full_shoe,
    value_in_doubles,
)
from houseway.games.super_pairs.count.base_rules import Ends, rules_of
from houseway.games.super_pairs.count.chart import Chart
from houseway.games.super_pairs.count.dealer_tree import plus
from houseway.games.super_pairs.count.split_rounds import SEED, Together, played_together
from houseway.games.super_pairs.count.tally import (
    DOUBLE_LOST,
    DOUBLE_PUSHED,
    DOUBLE_WON,
    SPLIT_PLAYED,
    Tally,
    exact_value,
)
from houseway.games.super_pairs.rules.blackjack import insurance_offered, natural, units
from houseway.games.super_pairs.terms.blackjack import (
    BLACKJACK,
    DEALER_NATURAL,
    GIVEN_UP,
    INSURANCE,
    LOST,
    NATURAL,
    PUSHED,
    WON,
    insurance_terms,
)
from houseway.lab.result import Ask, Odds, Outcome, Parts, Strategy, combined, exact, outcomes_of
from houseway.round.terms import STAKE

_BEST = "each split hand is played the best way by its own cards"
_AS_UNSPLIT = "split hands are played as the same cards unsplit"


@dataclass(frozen=True)
class BaseOdds(Odds):
    """Rounds with a split stand in one line at their average; how often and how far they win is drawn."""

    together: Together | None = None

    @property
    def _counted(self) -> Iterator[tuple[Fraction, float]]:
        """What is won in rounds without a split, with its chance."""
        for each in self.outcomes:
            if each.pays is not None and each.award != SPLIT_PLAYED:
                yield each.pays, float(self.probability(each))

    @property
    def hit_frequency(self) -> Fraction | float | None:
        if self.together is None:
            return super().hit_frequency
        return sum((chance for pays, chance in self._counted if pays > 0), self.together.wins.mean)

    @property
    def variance(self) -> Fraction | float | None:
        if self.together is None or self.edge is None:
            return super().variance
        squares = sum((chance * float(pays**2) for pays, chance in self._counted), self.together.squares.mean)
        return squares - float(self.edge**2)

    def json(self) -> dict[str, Any]:
        content, together = super().json(), self.together
        if together is not None:
            content["drawn"] = {
                "what": "how the hands of a split end together",
                "rounds": together.rounds,
                "seed": SEED,
                "hit_frequency_error": 100 * together.wins.error,
                "standard_deviation_error": together.squares.error / (2 * content["standard_deviation"]),
            }
        return content


@lru_cache(maxsize=4)
def _solved(game: BaseGame) -> dict[int, Solved]:
    return game.solve()


def outcomes(tally: Tally, ends: Ends) -> tuple[Outcome, ...]:
    """The ends of a unit, the best first; doubles and, on average, splits are made of several units."""
    two, ways = Fraction(units(True)), tally.ways
    split = [each / ways[SPLIT_PLAYED] for each in tally.split] if ways.get(SPLIT_PLAYED) else []
    made_of: dict[str, Parts] = {
        NATURAL: ((ends.natural, STAKE),),
        DOUBLE_WON: ((ends.won, two),),
        WON: ((ends.won, STAKE),),
        PUSHED: ((ends.pushed, STAKE),),
        DOUBLE_PUSHED: ((ends.pushed, two),),
        GIVEN_UP: ((ends.given_up, STAKE),),
        LOST: ((ends.lost, STAKE),),
        DEALER_NATURAL: ((ends.dealer_natural, STAKE),),
        DOUBLE_LOST: ((ends.lost, two),),
        SPLIT_PLAYED: tuple(zip((ends.lost, ends.pushed, ends.won), split, strict=False)),
    }
    return tuple(_outcome(end, parts, ways[end]) for end, parts in made_of.items() if ways.get(end))


def _outcome(end: str, parts: Parts, ways: int) -> Outcome:
    """One end: on terms of its own, or made of several units."""
    (terms, count), *more = parts
    if count == STAKE and not more:
        return Outcome(terms, ways)
    return combined(end, "blackjack.split" if more else "blackjack.double", parts, ways)


def value_of(tally: Tally, ends: Ends) -> Fraction:
    """What a unit wins on average."""
    won = sum((each.combinations * each.terms.worth() for each in outcomes(tally, ends)), Fraction(0))
    return won / tally.total


def odds(ask: Ask) -> Odds:
    """The exact return of the blackjack wager under the best play from a full shoe; no insurance is taken."""
    settings = ask.in_force()
    game = BaseGame(full_shoe(settings), rules_of(settings))
    solved = _solved(game)
    plan = best_plan(game, solved)
    tally = exact_value(game, plan)
    together = None
    if tally.ways.get(SPLIT_PLAYED):
        together = played_together(game, plan, settings.integer("split-rounds"), ask.progress)
    return BaseOdds(
        game=settings.document.game,
        wager=BLACKJACK,
        settings=settings,
        outcomes=outcomes(tally, game.rules.ends),
        paytable=settings.in_force(BLACKJACK).id,
        decks=settings.integer("decks"),
        notes=(
            f"Best play by the cards of the hand and the up-card; {_manner(settings)}. Insurance is not taken.",
            *([] if together is None else [_how_drawn(together)]),
        ),
        more={"value_in_doubles": value_in_doubles(game, solved, plan)},
        together=together,
    )


def insurance_odds(ask: Ask) -> Odds:
    """The exact return of insurance that every hand takes to which it is offered, whatever it holds."""
    settings = ask.in_force()
    ways = insurance_ways(full_shoe(settings), settings.flag("even-money"))
    return Odds(
        game=settings.document.game,
        wager=INSURANCE,
        settings=settings,
        outcomes=outcomes_of(((insurance_terms(has, settings), ways[has]) for has in (True, False)), stake=ask.stake),
        paytable=settings.in_force(INSURANCE).id,
        decks=settings.integer("decks"),
        notes=("Taken against every ace. Combinations are ways to deal the player's two cards and the hole card.",),
    )


def insurance_ways(shoe: Shoe, even_money: bool) -> dict[bool, int]:
    """In how many ways the dealer has a blackjack or none; a blackjack of one's own may take even money instead."""
    found = {True: 0, False: 0}
    for up in (up for up in range(10) if insurance_offered(up + 1)):
        for first, second, hole in product(range(10), repeat=3):
            if even_money and natural(first + 1, second + 1):
                continue
            ways, left = 1, plus(shoe.values, up, -1)
            for card in (first, second, hole):
                ways, left = ways * left[card], plus(left, card, -1)
            found[natural(up + 1, hole + 1)] += ways
    return found


def _how_drawn(together: Together) -> str:
    return (
        "The edge is counted, and rounds with a split stand in one line at their average. How often they win and how "
        f"far they spread is drawn in {together.rounds:,} rounds: of the share of wins the standard error is "
        f"{100 * together.wins.error:.4f} percentage points (split-rounds sets how many are drawn)."
    )


def _manner(settings: Settings) -> str:
    return _AS_UNSPLIT if settings.text("split-play") == "as-unsplit" else _BEST


def strategy(ask: Ask) -> Strategy:
    """The basic-strategy chart with the cost of every deviation, its edge, and the hands it gets wrong."""
    settings = ask.in_force()
    game = BaseGame(full_shoe(settings), rules_of(settings))
    chart = Chart(game, _solved(game))
    best, by_chart = (
        -value_of(exact_value(game, plan), game.rules.ends) for plan in (best_plan(game, chart.solved), chart.plan())
    )
    return Strategy(
        settings.document.game,
        BLACKJACK,
        settings,
        (*chart.parts(), ("Exceptions by the first two cards", chart.exceptions())),
        notes=(
            "Values are units won per unit wagered once the dealer is known to have no blackjack (where the dealer "
            "looks), averaged over the first two cards that make the total, with the best play afterwards.",
            f"The chart's edge is {float(100 * by_chart):.6f} %; by composition it is {float(100 * best):.6f} %; "
            f"{_manner(settings)} in the latter.",
        ),
        more={"chart": chart.grid(), "edge_of_chart": exact(by_chart), "edge_by_composition": exact(best)},
    )
