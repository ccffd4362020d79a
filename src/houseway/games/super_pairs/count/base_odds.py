"""The odds of the blackjack wager, its strategy, and advice at the table; see `docs/methods-blackjack.md`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.round import DEALER, Choose, Question, Standing, Wager
from houseway.games.super_pairs.count.base_game import (
    BaseGame,
    Solved,
    Start,
    best_plan,
    full_shoe,
    rules_of,
    shoe_of,
    value_in_doubles,
)
from houseway.games.super_pairs.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER, insurance_pays, pair, value
from houseway.games.super_pairs.count.bust_bonus import left_of, ways
from houseway.games.super_pairs.rules.busting import BUST_BONUS
from houseway.games.super_pairs.count.chart import Chart
from houseway.games.super_pairs.count.dealer_tree import Values, hand_index, plus
from houseway.games.super_pairs.terms.bonuses import DOCUMENT
from houseway.games.super_pairs.play import pack
from houseway.games.super_pairs.terms.blackjack import BLACKJACK
from houseway.games.super_pairs.count.split_rounds import SEED, Together, played_together
from houseway.games.super_pairs.rules.spot import DECLINE, EVEN_MONEY, Spot, spot_in
from houseway.games.super_pairs.count.tally import (
    DEALER_NATURAL,
    DOUBLE_LOST,
    DOUBLE_WON,
    GIVEN_UP,
    LOST,
    NATURAL,
    PUSHED,
    SPLIT_PLAYED,
    WON,
    Tally,
    exact_value,
)
from houseway.lab.result import Advice, Ask, Odds, Option, Outcome, Strategy, exact
from houseway.round.ruling import Setup
from houseway.document.settings import Settings

_BEST = "each split hand is played the best way by its own cards"
_AS_UNSPLIT = "split hands are played as the same cards unsplit"

_PAYS = {
    DOUBLE_WON: Fraction(2),
    WON: Fraction(1),
    PUSHED: Fraction(0),
    GIVEN_UP: Fraction(-1, 2),
    LOST: Fraction(-1),
    DEALER_NATURAL: Fraction(-1),
    DOUBLE_LOST: Fraction(-2),
}


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
        told, together = super().json(), self.together
        if together is not None:
            told["drawn"] = {
                "what": "how the hands of a split end together",
                "rounds": together.rounds,
                "seed": SEED,
                "hit_frequency_error": 100 * together.wins.error,
                "standard_deviation_error": together.squares.error / (2 * told["standard_deviation"]),
            }
        return told


@lru_cache(maxsize=4)
def _solved(game: BaseGame) -> dict[int, Solved]:
    return game.solve()


def outcomes(tally: Tally, blackjack_pays: Fraction) -> tuple[Outcome, ...]:
    """The ends of a unit, the best first."""
    pays = {NATURAL: blackjack_pays, **_PAYS}
    found = [Outcome(end, unit, tally.ways[end]) for end, unit in pays.items() if tally.ways.get(end)]
    if tally.ways.get(SPLIT_PLAYED):
        average = Fraction(tally.split_net, tally.ways[SPLIT_PLAYED])
        found.append(Outcome(SPLIT_PLAYED, average, tally.ways[SPLIT_PLAYED]))
    return tuple(found)


def value_of(tally: Tally, blackjack_pays: Fraction) -> Fraction:
    """What a unit wins on average."""
    won = sum((o.combinations * o.pays for o in outcomes(tally, blackjack_pays) if o.pays is not None), Fraction(0))
    return won / tally.total


def odds(ask: Ask) -> Odds:
    """The exact return of the blackjack wager under the best play from a full shoe; no insurance is taken."""
    game = BaseGame(full_shoe(ask.settings), rules_of(ask.settings))
    solved = _solved(game)
    plan = best_plan(game, solved)
    tally = exact_value(game, plan)
    together = None
    if tally.ways.get(SPLIT_PLAYED):
        together = played_together(game, plan, ask.settings.integer("split-rounds"), ask.progress)
    return BaseOdds(
        game=DOCUMENT.game,
        wager=BLACKJACK,
        settings=ask.settings,
        outcomes=outcomes(tally, game.rules.blackjack_pays),
        decks=ask.settings.integer("decks"),
        notes=(
            f"Best play by the cards of the hand and the up-card; {_manner(ask.settings)}. Insurance is not taken.",
            *([] if together is None else [_how_drawn(together)]),
        ),
        more={"value_in_doubles": value_in_doubles(game, solved, plan)},
        together=together,
    )


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
    game = BaseGame(full_shoe(ask.settings), rules_of(ask.settings))
    chart = Chart(game, _solved(game))
    best, by_chart = (
        -value_of(exact_value(game, plan), game.rules.blackjack_pays)
        for plan in (best_plan(game, chart.solved), chart.plan())
    )
    return Strategy(
        DOCUMENT.game,
        BLACKJACK,
        ask.settings,
        (*chart.parts(), ("Exceptions by the first two cards", chart.exceptions())),
        notes=(
            "Values are units won per unit wagered once the dealer is known to have no blackjack (where the dealer "
            "looks), averaged over the first two cards that make the total, with the best play afterwards.",
            f"The chart's edge is {float(100 * by_chart):.6f} %; by composition it is {float(100 * best):.6f} %; "
            f"{_manner(ask.settings)} in the latter.",
        ),
        more={"chart": chart.grid(), "edge_of_chart": exact(by_chart), "edge_by_composition": exact(best)},
    )


# -------------------------------------------------------------------------------------------- advice at the table


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What each answer is worth by the seat's own cards and the up-card, per unit of the wager in question."""
    if not isinstance(question, Choose | Wager):
        return None
    settings, up = setup.settings, standing.shown(DEALER)[0]
    spot = spot_in(standing, question.seat, settings)
    if isinstance(question, Wager) and question.wager == BUST_BONUS:
        return _bust_bonus_advice(question, (*standing.cards(question.seat), up), up, settings)
    if isinstance(question, Wager) or DECLINE in question.options:
        return _insurance_advice(question, (*standing.cards(question.seat), up), settings)
    return hand_advice(spot, up, question.options, settings)


def _sorted(options: list[Option]) -> Advice:
    return Advice(tuple(sorted(options, key=lambda option: -option.value)))


def _unseen(seen: tuple[int, ...], settings: Settings) -> list[int]:
    rest = list(pack(settings))
    for card in seen:
        rest.remove(card)
    return rest


def _bust_bonus_advice(question: Wager, seen: tuple[int, ...], up: int, settings: Settings) -> Advice:
    left = left_of(_unseen(seen, settings), up // 13)
    edge = ways(value(up) - 1, left, settings).edge(settings)
    return _sorted([Option(0, "no wager", Fraction(0)), Option(question.most, "make the wager", -edge)])


def _insurance_advice(question: Choose | Wager, seen: tuple[int, ...], settings: Settings) -> Advice:
    rest = _unseen(seen, settings)
    blackjack = Fraction(sum(value(card) == 10 for card in rest), len(rest))
    if isinstance(question, Choose):
        played = settings.fraction("blackjack-pays") * (1 - blackjack)
        return _sorted([Option(EVEN_MONEY, "take even money", Fraction(1)), Option(DECLINE, "decline", played)])
    insured = blackjack * insurance_pays(True) + (1 - blackjack) * insurance_pays(False)
    return _sorted([Option(0, "no insurance", Fraction(0)), Option(question.most, "insure", insured)])


def hand_advice(spot: Spot, up: int, options: tuple[str, ...], settings: Settings) -> Advice:
    """What each option is worth for the hand that is played now; the cards of the spot's other hands are gone."""
    turn = spot.turn or 0
    others = tuple(card for at, hand in enumerate(spot.hands) if at != turn for card in hand.cards)
    rules = rules_of(settings)
    rules = replace(rules, most=rules.most - len(spot.hands) + 1)
    game = BaseGame(shoe_of(_unseen(others, settings)), rules)
    cards, at = spot.hand.cards, value(up) - 1
    solved = game.solve_up(at, with_splits=False)
    counts: Values = (0,) * 10
    for card in cards:
        counts = plus(counts, value(card) - 1)
    hand = hand_index()[counts]
    left = _unseen((*others, *cards, up), settings)
    alive, blackjack = _alive(left, at, rules.terms.looks)
    worth: dict[str, Callable[[], float]] = {
        STAND: lambda: float(solved.stand[hand]),
        HIT: lambda: float(solved.hit[hand]),
        DOUBLE: lambda: float(solved.double[hand]),
        SPLIT: lambda: _split(game, cards, left, at, solved, settings),
        SURRENDER: lambda: -0.5 * float(alive) if rules.terms.looks else -0.5 * (1 + float(blackjack)),
    }
    return _sorted([Option(option, option, worth[option]() / float(alive)) for option in options])


def _alive(left: list[int], up: int, looks: bool) -> tuple[Fraction, Fraction]:
    """The chance that the round is played on, and of a dealer's blackjack, before the look."""
    completing = {0: 10, 9: 1}.get(up)
    blackjack = Fraction(sum(value(card) == completing for card in left), len(left))
    return (1 - blackjack if looks else Fraction(1)), blackjack


def _split(
    game: BaseGame, cards: tuple[int, ...], left: list[int], up: int, solved: Solved, settings: Settings
) -> float:
    """What splitting these two cards is worth."""
    by_value = settings.text("split-by") == "value"
    kind = sum(pair(card, cards[0], by_value) for card in left)
    at = value(cards[0]) - 1
    return game.split(Start(up, at, at, kind, Fraction(1)), solved.stand, solved.hit, solved.move).value
