"""The trainer: what a decision is worth, before it from what the player sees, after it from the round's record."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from houseway.cards import cards_of, in_order, names
from houseway.errors import UnknownName
from houseway.extras import extras_named
from houseway.game import Game, unit_of
from houseway.lab.result import Advice
from houseway.money import dollars, signed
from houseway.room import Decision
from houseway.room.table.view import stakes
from houseway.round import (
    DEALER,
    Answer,
    Arrange,
    Choose,
    Driver,
    Irregularity,
    Question,
    Standing,
    Wager,
)
from houseway.round.codec import answer_json, hand_json
from houseway.round.record import record_from, settle
from houseway.round.ruling import Setup


def advice_on(game: Game, question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What each answer is worth; None where nothing is known about it."""
    with extras_named():
        return game.advise(question, standing, setup)


def hint(game: Game, decision: Decision | None) -> dict[str, Any]:
    """The options of the question before a player, the best first; from what their seat has seen and nothing else."""
    if decision is None:
        raise UnknownName("you are not asked anything now: hints are for your own decisions")
    advice = advice_on(game, *decision)
    if advice is None:
        raise UnknownName("nothing is known about this decision")
    return {"options": options(game, decision.question, decision.setup, advice)} | counted(game, *decision)


def counted(game: Game, question: Question, standing: Standing, setup: Setup) -> dict[str, list[str]]:
    """The wagers of a seat that advice is of, by name, and those that it leaves out."""
    names = {wager.id: wager.name for wager in game.document.wagers}
    if isinstance(question, Wager):
        return {"of": [names[question.wager]], "left_out": []}
    laid = [wager for wager in game.document.wagers if stakes(setup, standing)[question.seat].get(wager.id)]
    of = [wager.id for wager in laid if wager.required or wager.id in game.advised_too]
    return {"of": [names[id_] for id_ in of], "left_out": [each.name for each in laid if each.id not in of]}


def options(game: Game, question: Question, setup: Setup, advice: Advice) -> list[dict[str, Any]]:
    """What each answer is worth and costs against the best, in units and in the money at stake; the best first."""
    return [
        {
            "answer": answer_json(question, option.answer),
            "says": option.says,
            "value": _number(option.value),
            "cost": _number(advice.best.value - option.value),
            "dollars": signed(round(_unit(game, question, setup, option.answer) * option.value)),
            "stake": dollars(_unit(game, question, setup, option.answer)),
        }
        for option in advice.options[:12]
    ]


def _spelt(answer: Answer) -> str:
    """Piles as their cards."""
    piles = answer if isinstance(answer, tuple) else ()
    return ", ".join(names(in_order(cards_of(pile))) for pile in piles)


def _number(value: Fraction | float) -> dict[str, Any]:
    exact = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""
    return {"exact": exact, "units": float(value)}


def looked_back(record: dict[str, Any], seat: int | None = None) -> list[dict[str, Any]]:
    """Every decision of an ended round, or of one seat in it, with what it cost; those that nothing is known about are
    left out."""
    read = record_from(record)
    driver = Driver(read.game.round, read.setup)
    lines: list[dict[str, Any]] = []
    for question, entry in settle(read).entries:
        if (
            isinstance(question, Choose | Arrange | Wager)
            and seat in (None, question.seat)
            and not isinstance(entry.answer, Irregularity)
        ):
            lines += judged(read.game, question, driver.standing, read.setup, entry.answer)
        driver.enter(entry)
    return lines


def judged(
    game: Game, question: Choose | Arrange | Wager, standing: Standing, setup: Setup, answer: Answer
) -> Iterator[dict[str, Any]]:
    """A decision with what it cost; nothing where nothing is known about it."""
    advice = advice_on(game, question, standing, setup)
    taken = None if advice is None else advice.taken(answer)
    # A setting that is not among the best ones listed has its cost too, where the game can tell it of any.
    if advice is None or (taken is None and type(advice).cost is Advice.cost):
        return
    cost = advice.cost(answer)
    yield {
        "seat": question.seat,
        "hand": hand_played(game, standing, question.seat, setup),
        "answer": answer_json(question, answer),
        "chosen": taken.says if taken is not None else f"set {_spelt(answer)}",
        "best": advice.best.says,
        "right": cost == 0,
        "cost": _number(cost),
        "dollars": dollars(round(_unit(game, question, setup, answer) * cost)),
        "cents": float(_unit(game, question, setup, answer) * cost),
        "options": options(game, question, setup, advice),
        **counted(game, question, standing, setup),
    }


def hand_played(game: Game, standing: Standing, seat: int, setup: Setup) -> str:
    """Which of the hands that a seat has split into is played now: `hand 2 of 3`; nothing where it has one."""
    hands = game.hands(standing, seat, setup)
    return next((f"hand {number} of {len(hands)}" for number, hand in enumerate(hands, 1) if hand.playing), "")


def _unit(game: Game, question: Question, setup: Setup, answer: Answer) -> int:
    """The cents that a decision's cost is counted in: the wager in question, or what it might have been."""
    if isinstance(question, Wager):
        return answer if isinstance(answer, int) and answer else question.most
    return unit_of(game, setup, question.seat)


def house_way(game: Game, decision: Decision | None) -> dict[str, Any]:
    """How the house sets the cards before a player, where the game has a house way."""
    question = None if decision is None else decision.question
    if decision is None or not isinstance(question, Arrange):
        raise UnknownName("you have no hand to set now")
    with extras_named():
        result = game.arrange(question.cards, decision.setup.settings, decision.standing.cards(DEALER), 1)
    if result.house is None:
        raise UnknownName(f"{game.name} has no house way for players: set the hand yourself, or ask for the best")
    piles = [hand_json(in_order(cards_of(pile))) for pile in result.house.piles]
    return {"answer": piles, "says": result.house.says, "why": result.why, "clause": result.clause}
