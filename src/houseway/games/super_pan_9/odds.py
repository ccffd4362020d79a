"""The exact odds of Super Pan 9: every way to deal player and dealer, counted by the values of the cards.

Suits and pictures do not matter, so a shoe is a few counts: how many cards it holds of each value. A deal is the
player's three cards, the dealer's three cards, and the next card for each, whether it is drawn or not, so that every
deal weighs the same. The hands of other seats are unseen cards like those left in the shoe and change no probability.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

from houseway.cards import parse_card
from houseway.errors import UnknownName
from houseway.flow import Choose, Question, Standing
from houseway.games.super_pan_9.play import DOCUMENT, DRAW, STAND, hand_total, pack, terms
from houseway.games.super_pan_9.rules import LOSE, TIE, WIN, dealer_draws, outcome, total, value
from houseway.lab.result import Advice, Ask, Odds, Option, Outcome, Situation, Strategy, exact
from houseway.ruling import Setup
from houseway.settings import Settings

Shoe = tuple[int, ...]
"""How many cards of each value are left."""

Units = tuple[Fraction, Fraction, Fraction]
"""What a win, a tie and a loss are worth."""

Plan = dict["Holding", str]
"""A decision for every holding."""


class Holding(NamedTuple):
    """Three cards by their values, in ascending order."""

    values: tuple[int, int, int]

    @property
    def total(self) -> int:
        return total(sum(self.values))

    def __str__(self) -> str:
        return "-".join("A" if v == 1 else str(v) for v in reversed(self.values))


class Tally(NamedTuple):
    """In how many ways a hand wins, ties and loses."""

    win: int
    tie: int
    lose: int

    def worth(self, units: "Units") -> Fraction:
        """What is won over all these ways together, where a win, a tie and a loss are worth so many units."""
        return self.win * units[0] + self.tie * units[1] + self.lose * units[2]

    def times(self, ways: int) -> "Tally":
        return Tally(self.win * ways, self.tie * ways, self.lose * ways)


def sum_of(tallies: Iterator[Tally]) -> Tally:
    """Ways added up."""
    wins, ties, losses = zip(*tallies, strict=True)
    return Tally(sum(wins), sum(ties), sum(losses))


@cache
def full_shoe(decks: int) -> Shoe:
    """The shoe of so many decks, from the very cards of the table's pack."""
    return shoe_of(pack(DOCUMENT.configure({"decks": decks})))


def shoe_of(cards: Iterable[int]) -> Shoe:
    """Cards counted by their values."""
    counts = Counter(value(card) for card in cards)
    return tuple(counts[v] for v in range(10))


def threes(shoe: Shoe) -> Iterator[tuple[tuple[int, int, int], int, Shoe]]:
    """Every three cards by value, in how many ways the shoe holds them, and what is left of it."""
    for a, b, c in combinations_with_replacement(range(len(shoe)), 3):
        taken = Counter((a, b, c))
        ways = 1
        for v, count in taken.items():
            ways *= comb(shoe[v], count)
        if ways:
            yield (a, b, c), ways, tuple(have - taken[v] for v, have in enumerate(shoe))


def dealer_totals(shoe: Shoe) -> list[int]:
    """In how many ways the dealer ends on each total 0 to 9: three cards, and the next card, drawn or not."""
    ends = [0] * 10
    for cards, ways, rest in threes(shoe):
        start = total(sum(cards))
        if not dealer_draws(start):
            ends[start] += ways * sum(rest)
            continue
        for v, count in enumerate(rest):
            ends[total(start + v)] += ways * count
    return ends


def against(player: int, dealer: list[int]) -> Tally:
    """A player's total against every end of the dealer."""
    ways = {WIN: 0, TIE: 0, LOSE: 0}
    for end, count in enumerate(dealer):
        ways[outcome(player, end)] += count
    return Tally(ways[WIN], ways[TIE], ways[LOSE])


def stand(holding: Holding, shoe: Shoe) -> Tally:
    """Over all deals of this holding when it stands; the player's next card is any of those that are left."""
    return against(holding.total, dealer_totals(shoe)).times(sum(shoe) - 4)


def draw(holding: Holding, shoe: Shoe) -> Tally:
    """Over all deals of this holding when it draws."""
    return sum_of(
        against(total(holding.total + v), dealer_totals(_less(shoe, v))).times(count)
        for v, count in enumerate(shoe)
        if count
    )


def _less(shoe: Shoe, v: int) -> Shoe:
    return (*shoe[:v], shoe[v] - 1, *shoe[v + 1 :])


@cache
def table_of(shoe: Shoe) -> dict[Holding, tuple[int, dict[str, Tally]]]:
    """For every holding: in how many ways it is dealt, and what standing and drawing lead to."""
    return {
        holding: (ways, {STAND: stand(holding, rest), DRAW: draw(holding, rest)})
        for cards, ways, rest in threes(shoe)
        for holding in (Holding(cards),)
    }


def units_of(wagers: Mapping[str, Fraction], settings: Settings) -> Units:
    """What a win, a tie and a loss are worth to a player who has so many units on each wager."""
    win, tie, lose = (
        sum((stake * terms(wager, result, settings).unit for wager, stake in wagers.items()), Fraction(0))
        for result in (WIN, TIE, LOSE)
    )
    return win, tie, lose


def wagers_of(aim: str, settings: Settings) -> Mapping[str, Fraction]:
    """What a play aims at: a unit on the main wager, on the Tie Bet, or on both in their proportion."""
    if aim == "both":
        return {"main": Fraction(1), "tie": settings.fraction("tie-per-main")}
    return {aim: Fraction(1)}


def best_plan(shoe: Shoe, settings: Settings, play: str) -> Plan:
    """The best decision for every holding, by its cards or only by its total; standing where both are equal."""
    table = table_of(shoe)
    key: Callable[[Holding], Any] = (
        (lambda h: h) if settings.text("player-sees") == "composition" else (lambda h: h.total)
    )
    units = units_of(wagers_of(play, settings), settings)
    gain: dict[Any, Fraction] = {}
    for holding, (ways, tallies) in table.items():
        better = tallies[DRAW].worth(units) - tallies[STAND].worth(units)
        gain[key(holding)] = gain.get(key(holding), Fraction(0)) + ways * better
    return {holding: DRAW if gain[key(holding)] > 0 else STAND for holding in table}


def result_of(shoe: Shoe, plan: Plan) -> Tally:
    """All deals under a plan."""
    return sum_of(tallies[plan[holding]].times(ways) for holding, (ways, tallies) in table_of(shoe).items())


def odds(ask: Ask) -> Odds:
    """The exact return of the main wager or the Tie Bet under the play that the settings name."""
    wager, settings = ask.wager, ask.settings
    play = settings.text("play")
    shoe = full_shoe(settings.integer("decks"))
    tally = result_of(shoe, best_plan(shoe, settings, play))
    outcomes: dict[str, Outcome] = {}
    for result, ways in zip((WIN, TIE, LOSE), tally, strict=True):
        ends = terms(wager, result, settings)
        before = outcomes[ends.award].combinations if ends.award in outcomes else 0
        outcomes[ends.award] = Outcome(ends.award, ends.unit, before + ways)
    plays = {each: edges(shoe, settings, each) for each in ("main", "tie", "both")}
    return Odds(
        game="super-pan-9",
        wager=wager,
        settings=settings,
        outcomes=tuple(outcomes.values()),
        paytable={"main": "even-money", "tie": "tie-8"}[wager],
        decks=settings.integer("decks"),
        notes=(
            f"The player draws to do best on {_AIMS[play]}, deciding by {settings.text('player-sees')}.",
            *(f"Drawn to do best on {_AIMS[each]}: {_edges_in_words(row)}." for each, row in plays.items()),
        ),
        more={"edge_by_play": {each: {w: exact(edge) for w, edge in row.items()} for each, row in plays.items()}},
    )


def _edges_in_words(row: dict[str, Fraction]) -> str:
    return ", ".join(f"{wager} {float(100 * edge):+.4f} %" for wager, edge in row.items())


_AIMS = {"main": "the main wager", "tie": "the Tie Bet", "both": "both wagers together"}


def edges(shoe: Shoe, settings: Settings, play: str) -> dict[str, Fraction]:
    """The edge of each wager, and of both together per unit wagered, under the best play for one aim."""
    tally = result_of(shoe, best_plan(shoe, settings, play))
    edge = {}
    for aim in ("main", "tie", "both"):
        wagers = wagers_of(aim, settings)
        edge[aim] = -tally.worth(units_of(wagers, settings)) / sum(tally) / sum(wagers.values())
    return edge


def advice_for(tallies: dict[str, Tally], units: Units) -> Advice:
    """Standing and drawing, the better first, per deal."""
    options = [Option(choice, choice, tally.worth(units) / sum(tally)) for choice, tally in tallies.items()]
    return Advice(tuple(sorted(options, key=lambda option: -option.value)))


def strategy(ask: Ask) -> Strategy:
    """Stand or draw, by total and by composition. The wager that is asked for is what the play aims at."""
    aim = ask.wager or ask.settings.text("play")
    settings = ask.settings.but(play=aim)
    shoe = full_shoe(settings.integer("decks"))
    table = table_of(shoe)
    deals = sum(ways for ways, _ in table.values())
    units = units_of(wagers_of(aim, settings), settings)
    by_total = []
    for points in range(10):
        held = [(ways, tallies) for holding, (ways, tallies) in table.items() if holding.total == points]
        both = {choice: sum_of(tallies[choice].times(ways) for ways, tallies in held) for choice in (STAND, DRAW)}
        share = Fraction(sum(ways for ways, _ in held), deals)
        by_total.append(Situation(f"total {points}", share, advice_for(both, units)))
    by_cards = tuple(
        Situation(f"{holding} (total {holding.total})", Fraction(ways, deals), advice_for(tallies, units))
        for holding, (ways, tallies) in sorted(table.items(), key=lambda item: (item[0].total, item[0].values))
    )
    sees = {each: edges(shoe, settings.but(player_sees=each), aim)[aim] for each in ("total", "composition")}
    return Strategy(
        "super-pan-9",
        aim,
        settings,
        (("By total", tuple(by_total)), ("By composition (0 is a picture)", by_cards)),
        notes=(f"Values are units won per unit of the main wager, aiming at {_AIMS[aim]}.",)
        if aim == "both"
        else (f"Values are units won per unit wagered on {_AIMS[aim]}.",),
        more={"edge_by_what_the_player_sees": {each: exact(edge) for each, edge in sees.items()}},
    )


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What standing and drawing are worth to a seat with its own cards and wagers, per unit of its main wager."""
    if not isinstance(question, Choose):
        return None
    a, b, c = sorted(value(card) for card in standing.cards(question.seat))
    _, tallies = table_of(full_shoe(setup.settings.integer("decks")))[Holding((a, b, c))]
    wagers = next(seat.wagers for seat in setup.seats if seat.number == question.seat)
    per_main = {wager: Fraction(stake, wagers["main"]) for wager, stake in wagers.items()}
    return advice_for(tallies, units_of(per_main, setup.settings))


def figure(quantity: str, given: str, ask: Ask) -> int:
    """`total`: what a printed hand, given by its ranks, is valued at."""
    if quantity != "total":
        raise UnknownName(f"Super Pan 9 has no quantity {quantity!r}")
    return hand_total(parse_card(word + "s") for word in given.split())
