"""The odds of Super Pan 9 for people: each wager under the play that the settings name, strategy, advice.

How the deals are counted is in `count`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from houseway.cards import parse_card
from houseway.document.settings import Settings
from houseway.errors import UnknownName
from houseway.games.super_pan_9.count.shoe import (
    Holding,
    Plan,
    Shoe,
    Tally,
    Units,
    full_shoe,
    sum_of,
    table_of,
)
from houseway.games.super_pan_9.play import DRAW, STAND
from houseway.games.super_pan_9.rules import LOSE, TIE, WIN, hand_total, value
from houseway.games.super_pan_9.terms import MAIN, TIE_BET, terms
from houseway.lab.result import Advice, Ask, Odds, Option, Situation, Strategy, exact, outcomes_of
from houseway.round import Choose, Question, Setup, Standing

GAME = "super-pan-9"

_AIMS = {"main": "the main wager", "tie": "the Tie Bet", "both": "both wagers together"}
"""What a play may aim at: the setting `play`."""


def units_of(wagers: Mapping[str, Fraction], settings: Settings, stake: int = 0) -> Units:
    """What a win, a tie and a loss are worth to a player with so many units, each of this stake, on each wager."""

    def worth(result: int) -> Fraction:
        ends = {wager: terms(wager, result, settings) for wager in wagers}
        return sum((n * ends[wager].worth(stake=int(n * stake)) for wager, n in wagers.items()), Fraction(0))

    return worth(WIN), worth(TIE), worth(LOSE)


def wagers_of(aim: str, settings: Settings) -> Mapping[str, Fraction]:
    """What a play aims at: a unit on the main wager, on the Tie Bet, or on both in their proportion."""
    if aim == "both":
        return {"main": Fraction(1), "tie": settings.fraction("tie-per-main")}
    return {aim: Fraction(1)}


def best_plan(shoe: Shoe, settings: Settings, play: str, stake: int = 0) -> Plan:
    """The best decision for every holding, by its cards or only by its total; standing where both are equal."""
    table = table_of(shoe)
    key: Callable[[Holding], Any] = (
        (lambda h: h) if settings.text("player-sees") == "composition" else (lambda h: h.total)
    )
    units = units_of(wagers_of(play, settings), settings, stake)
    gain: dict[Any, Fraction] = {}
    for holding, (ways, tallies) in table.items():
        better = tallies[DRAW].worth(units) - tallies[STAND].worth(units)
        gain[key(holding)] = gain.get(key(holding), Fraction(0)) + ways * better
    return {holding: DRAW if gain[key(holding)] > 0 else STAND for holding in table}


def result_of(shoe: Shoe, plan: Plan) -> Tally:
    """All deals under a plan."""
    return sum_of(tallies[plan[holding]].times(ways) for holding, (ways, tallies) in table_of(shoe).items())


def odds(ask: Ask, shoe: Shoe | None = None) -> Odds:
    """The exact return of the main wager or the Tie Bet under the play that the settings name, or from another shoe."""
    wager, settings = ask.wager, ask.in_force()
    play = settings.text("play")
    shoe = shoe or full_shoe(settings.integer("decks"))
    tally = result_of(shoe, best_plan(shoe, settings, play, ask.stake))
    ends = ((terms(wager, result, settings), ways) for result, ways in zip((WIN, TIE, LOSE), tally, strict=True))
    plays = {each: edges(shoe, settings, each, ask.stake) for each in _AIMS}
    return Odds(
        game=GAME,
        wager=wager,
        settings=ask.settings,
        outcomes=outcomes_of(ends, stake=ask.stake),
        paytable=settings.in_force(wager).id,
        decks=settings.integer("decks"),
        notes=(
            f"The player draws to do best on {_AIMS[play]}, deciding by {settings.text('player-sees')}.",
            *(f"Drawn to do best on {_AIMS[each]}: {_edges_in_words(row)}." for each, row in plays.items()),
        ),
        more={"edge_by_play": {each: {w: exact(edge) for w, edge in row.items()} for each, row in plays.items()}},
    )


def _edges_in_words(row: dict[str, Fraction]) -> str:
    return ", ".join(f"{wager} {float(100 * edge):+.4f} %" for wager, edge in row.items())


def edges(shoe: Shoe, settings: Settings, play: str, stake: int = 0) -> dict[str, Fraction]:
    """The edge of each wager, and of both together per unit wagered, under the best play for one aim."""
    tally = result_of(shoe, best_plan(shoe, settings, play, stake))
    edge = {}
    for aim in _AIMS:
        wagers = wagers_of(aim, settings)
        edge[aim] = -tally.worth(units_of(wagers, settings, stake)) / sum(tally) / sum(wagers.values())
    return edge


def advice_for(tallies: dict[str, Tally], units: Units) -> Advice:
    """Standing and drawing, the better first, per deal."""
    options = [Option(choice, choice, tally.worth(units) / sum(tally)) for choice, tally in tallies.items()]
    return Advice(tuple(sorted(options, key=lambda option: -option.value)))


def strategy(ask: Ask) -> Strategy:
    """Stand or draw, by total and by composition. The wager that is asked for is what the play aims at."""
    aim = ask.wager or ask.settings.text("play")
    settings = ask.in_force().but(play=aim)
    shoe = full_shoe(settings.integer("decks"))
    table = table_of(shoe)
    deals = sum(ways for ways, _ in table.values())
    units = units_of(wagers_of(aim, settings), settings, ask.stake)
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
    sees = {each: edges(shoe, settings.but(player_sees=each), aim, ask.stake)[aim] for each in ("total", "composition")}
    return Strategy(
        GAME,
        aim,
        ask.settings.but(play=aim),
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
    drawn_for = [wager for wager in (MAIN, TIE_BET) if wager in wagers]  # a bonus of one's own is decided by the deal
    per_main = {wager: Fraction(wagers[wager], wagers[MAIN]) for wager in drawn_for}
    return advice_for(tallies, units_of(per_main, setup.settings, wagers["main"]))


def figure(quantity: str, given: str, ask: Ask) -> int:
    """`total`: what a printed hand, given by its ranks, is valued at."""
    if quantity != "total":
        raise UnknownName(f"Super Pan 9 has no quantity {quantity!r}")
    return hand_total(parse_card(word + "s") for word in given.split())
