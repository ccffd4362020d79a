"""The odds of the blackjack wager and of insurance, and the strategy; see `docs/methods-blackjack.md`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from houseway.document.settings import Settings
from houseway.games.super_pairs.count.base_game import (
    BaseGame,
    Plan,
    Shoe,
    Solved,
    best_plan,
    full_shoe,
    hands_in_doubles,
    naturals_in_doubles,
)
from houseway.games.super_pairs.count.base_rules import Ends, rules_of
from houseway.games.super_pairs.count.chart import Chart
from houseway.games.super_pairs.count.dealer_tree import plus
from houseway.games.super_pairs.count.round_law import Rounds, rounds_of
from houseway.games.super_pairs.count.split_rounds import SEED, Drawn, Together, played_together
from houseway.games.super_pairs.count.tally import (
    DOUBLE_LOST,
    DOUBLE_PUSHED,
    DOUBLE_WON,
    SPLIT_PLAYED,
    Tally,
    Units,
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
from houseway.lab.cache import cached
from houseway.lab.law import Law
from houseway.lab.result import Ask, Odds, Outcome, Parts, Strategy, combined, exact, outcomes_of
from houseway.round.terms import STAKE

if TYPE_CHECKING:
    from houseway.lab.session import Session

DRAWN = 1_000_000
"""Rounds to draw where splits are counted and some cannot be."""

_BEST = "each split hand is played the best way by its own cards"
_AS_UNSPLIT = "split hands are played as the same cards unsplit"


@dataclass(frozen=True, repr=False)
class BaseOdds(Odds):
    """Rounds with a split stand in one line at their average; how often and how far they win is counted, or drawn.

    `together` is what was drawn, `rounds` what was counted; of hands that come about in too many ways both.
    """

    base: BaseGame | None = field(default=None, repr=False, compare=False)
    plan: Plan | None = field(default=None, repr=False, compare=False)
    together: Together | None = None
    rounds: Rounds | None = field(default=None, repr=False, compare=False)

    @property
    def _ends(self) -> Ends | None:
        """The terms that the outcomes stand on: those of the rules, or others that somebody asked what if of."""
        if self.base is None:
            return None
        parts = [part for each in self.outcomes for part in each.parts or ((each.terms, STAKE),)]
        now = {terms.award: terms for terms, _ in parts}
        return Ends(*(now.get(terms.award, terms) for terms in self.base.rules.ends))

    @property
    def _stale(self) -> bool:
        """Whether what was drawn was drawn for other pays."""
        return self.together is not None and self.base is not None and self._ends != self.base.rules.ends

    @property
    def _counted(self) -> Iterator[tuple[Fraction, Fraction]]:
        """What is won in rounds that are counted, with its chance."""
        ends = self._ends
        if self.rounds is not None and ends is not None:
            yield from ((result.worth(ends), chance) for result, chance in self.rounds.results.items())
            return
        for each in self.outcomes:
            if each.pays is not None and (each.award != SPLIT_PLAYED or self.together is None):
                yield each.pays, self.probability(each)

    @property
    def hit_frequency(self) -> Fraction | float | None:
        if self._stale:
            return None
        counted = sum((chance for pays, chance in self._counted if pays > 0), Fraction(0))
        return counted if self.together is None else float(counted) + self.together.wins.mean

    @property
    def variance(self) -> Fraction | float | None:
        if self._stale or self.edge is None:
            return None
        squares = sum((chance * pays**2 for pays, chance in self._counted), Fraction(0))
        if self.together is None:
            return squares - self.edge**2
        return float(squares) + self.together.squares.mean - float(self.edge**2)

    @property
    def law(self) -> Law | None:
        if self.together is not None or self.rounds is None:
            return super().law
        ways: dict[Fraction, Fraction] = {}
        for pays, chance in self._counted:
            ways[pays] = ways.get(pays, Fraction(0)) + chance
        return dict(sorted(ways.items()))

    def session(self, rounds: int, bankroll: int | None = None) -> "Session":
        if self.together is None or self.rounds is not None or self.base is None:
            return super().session(rounds, bankroll)
        counted = rounds_of(self.base, self.plan or _played(self.base.plain)[1])
        counted.law()  # refused here where not all is counted
        return replace(self, together=None, rounds=counted).session(rounds, bankroll)

    def json(self) -> dict[str, Any]:
        content, together = super().json(), self.together
        if together is not None and not self._stale:
            content["drawn"] = {
                "what": "how the hands of a split end together",
                "rounds": together.rounds,
                "seed": SEED,
                "hit_frequency_error": 100 * together.wins.error,
                "standard_deviation_error": together.squares.error / (2 * content["standard_deviation"]),
            }
            if self.rounds is not None:
                content["drawn"] |= {"share_of_rounds": exact(self.rounds.missing)}
        return content


@lru_cache(maxsize=4)
def _solved(game: BaseGame) -> dict[int, Solved]:
    return game.solve()


@lru_cache(maxsize=4)
def _played(game: BaseGame) -> tuple[dict[int, Solved], Plan, Tally]:
    """A game solved, its best play, and how a unit then ends: settings that do not bear on it are answered at once."""
    solved = _solved(game)
    plan = best_plan(game, solved)
    return solved, plan, exact_value(game, plan)


PACKAGE = "houseway.games.super_pairs"
NAMED = (NATURAL, DEALER_NATURAL, GIVEN_UP, LOST, PUSHED, WON, DOUBLE_LOST, DOUBLE_PUSHED, DOUBLE_WON, SPLIT_PLAYED)
"""The ends of a unit, as rows number them."""


@lru_cache(maxsize=4)
def _valued(game: BaseGame) -> tuple[Tally, float]:
    """How a unit ends under the best play, and its value in doubles: counted once, then read."""

    def compute() -> list[list[int]]:
        solved, plan, tally = _played(game.plain)
        doubles = hands_in_doubles(game, solved, plan)
        return [
            [tally.total, *doubles.as_integer_ratio()],
            [part for each in tally.split for part in each.as_integer_ratio()],
            *([NAMED.index(end), ways] for end, ways in tally.ways.items()),
        ]

    (total, *doubles), split, *rows = cached(PACKAGE, ("blackjack", game.plain), compute, long=False)
    units_ = Units(*(Fraction(split[at], split[at + 1]) for at in range(0, len(split), 2)))
    in_doubles = doubles[0] / doubles[1] + naturals_in_doubles(game)
    return Tally(total, {NAMED[end]: ways for end, ways in rows}, units_), in_doubles


def _together(game: BaseGame, drawn: int, progress: Callable[[float], None] | None) -> Together:
    """How the hands of splits end together under the best play, in so many rounds: drawn once, then read."""

    def compute() -> list[list[int]]:
        found = played_together(game, _played(game.plain)[1], drawn, progress)
        numbers = (found.wins, found.net, found.squares)
        return [[found.rounds], *([part for each in one for part in each.as_integer_ratio()] for one in numbers)]

    (rounds,), *numbers = cached(PACKAGE, ("together", SEED, drawn, game.plain), compute, long=False)
    return Together(rounds, *(Drawn(mean / whole, error / of) for mean, whole, error, of in numbers))


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
    tally, in_doubles = _valued(game)
    together, rounds = None, None
    if tally.ways.get(SPLIT_PLAYED):
        together, rounds = _spread(game, settings.integer("split-rounds"), ask.progress)
    return BaseOdds(
        game=settings.document.game,
        wager=BLACKJACK,
        settings=settings,
        outcomes=outcomes(tally, game.rules.ends),
        paytable=settings.in_force(BLACKJACK).id,
        decks=settings.integer("decks"),
        notes=(
            f"Best play by the cards of the hand and the up-card; {_manner(settings)}. Insurance is not taken.",
            *_how_spread(together, rounds),
        ),
        more={"value_in_doubles": in_doubles},
        base=game,
        together=together,
        rounds=rounds,
    )


def _spread(
    game: BaseGame, drawn: int, progress: Callable[[float], None] | None
) -> tuple[Together | None, Rounds | None]:
    """How the hands of splits end together: drawn in so many rounds or, with none to draw, counted."""
    if drawn:
        return _together(game, drawn, progress), None
    plan = _played(game.plain)[1]
    rounds = rounds_of(game, plan, progress)
    return (played_together(game, plan, DRAWN, None, rounds.partly) if rounds.partly else None), rounds


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


def _how_spread(together: Together | None, rounds: Rounds | None) -> Iterator[str]:
    """How the share of wins and the standard deviation were come by."""
    if rounds is not None and together is None:
        yield "Every way in which the hands of a split end together is counted: the whole law of a round is exact."
    elif rounds is not None and together is not None:
        yield (
            f"Counted are all rounds but {float(100 * rounds.missing):.5f} % of them, in which a low pair becomes "
            f"{min(rounds.partly.values()) + 1} hands: in too many ways to count. So the share of wins that is told "
            f"cannot be wrong by more. Those rounds are drawn: standard error {100 * together.wins.error:.6f} points."
        )
    elif together is not None:
        yield (
            "The edge is counted, and rounds with a split stand in one line at their average. How often they win and "
            f"how far they spread is drawn in {together.rounds:,} rounds: of the share of wins the standard error is "
            f"{100 * together.wins.error:.4f} percentage points (split-rounds sets how many are drawn; with "
            "split-rounds=0 all is counted: a minute or two, once)."
        )


def _manner(settings: Settings) -> str:
    return _AS_UNSPLIT if settings.text("split-play") == "as-unsplit" else _BEST


def strategy(ask: Ask) -> Strategy:
    """The basic-strategy chart with the cost of every deviation, its edge, and the hands it gets wrong."""
    settings = ask.in_force()
    game = BaseGame(full_shoe(settings), rules_of(settings))
    solved, _, tally = _played(game.plain)
    chart = Chart(game, solved)
    best = -value_of(tally, game.rules.ends)
    by_chart = -value_of(exact_value(game, chart.plan(), ask.progress), game.rules.ends)
    costs = chart.costs()
    in_splits = float(by_chart - best) - sum(each.cost for each in costs)
    return Strategy(
        settings.document.game,
        BLACKJACK,
        settings,
        (
            *chart.parts(),
            ("Exceptions by the first two cards", chart.exceptions()),
            ("What the chart costs, by the cards of the hand", tuple(each.situation() for each in costs)),
        ),
        notes=(
            "Values are units won per unit wagered once the dealer is known to have no blackjack (where the dealer "
            "looks), averaged over the first two cards that make the total, with the best play afterwards.",
            f"The chart's edge is {float(100 * by_chart):.6f} %; by composition it is {float(100 * best):.6f} %; "
            f"{_manner(settings)} in the latter.",
            f"So the chart costs {float(100 * (by_chart - best)):.6f} % of a unit: what {len(costs)} hands lose that "
            f"the chart plays otherwise, and {100 * in_splits:.6f} % in hands that were split.",
        ),
        more={
            "chart": chart.grid(),
            "edge_of_chart": exact(by_chart),
            "edge_by_composition": exact(best),
            "chart_costs": {
                "all": exact(by_chart - best),
                "in_split_hands": 100 * in_splits,
                "hands": [each.json() for each in costs],
            },
        },
    )
