"""The trainer: what a decision is worth, before it from what the player sees, after it from the round's record."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from houseway.cards import cards_of, in_order, name, parse_card
from houseway.errors import UnknownName
from houseway.flow import (
    DEALER,
    Answer,
    Arrange,
    Choose,
    Deal,
    Event,
    Irregularity,
    Question,
    Standing,
    Table,
    Wager,
)
from houseway.game import Game
from houseway.games import game as find
from houseway.lab.result import Advice
from houseway.money import dollars
from houseway.record import record_from, settle
from houseway.ruling import Setup


def hint(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The options of the question before the viewer. A view holds nothing that its viewer may not see."""
    asked = next((each for each in view["asked"] if each["yours"]), None)
    if asked is None:
        raise UnknownName("you are not asked anything now: hints are for your own decisions")
    game = find(view["game"])
    settings = game.document.configure(view["settings"])
    wagers = {seat["number"]: seat["wagers"] for seat in view["seats"] if seat["wagers"]}
    setup = game.setup(settings, wagers)
    question = _question(asked)
    standing = Standing((question,), tuple(_events(view)), None)
    advice = game.odds.advice(question, standing, setup)
    if advice is None:
        raise UnknownName("nothing is known about this decision")
    return options(question, advice)


def _question(asked: dict[str, Any]) -> Question:
    seat, clause = asked["seat"], asked.get("clause", "")
    if asked["kind"] == "choose":
        choices = tuple(asked["options"])
        return Choose(seat, choices, choices[0], clause)
    if asked["kind"] == "wager":
        return Wager(seat, asked["wager"], asked["least"], asked["most"], clause)
    cards = tuple(parse_card(card) for card in asked["cards"])
    return Arrange(seat, cards, tuple(asked["piles"]), tuple(asked["sizes"]), (), clause)


def _events(view: dict[str, Any]) -> Iterator[Event]:
    """The deals that the viewer has seen."""
    places = [(DEALER, view["dealer"]["cards"]), *((seat["number"], seat["cards"]) for seat in view["seats"])]
    for place, cards in places:
        for card in cards:
            if card["card"] is not None:
                yield Deal(place, face_up=place == DEALER), parse_card(card["card"])


def options(question: Question, advice: Advice) -> list[dict[str, Any]]:
    """What each answer is worth and costs against the best, the best first."""
    return [
        {
            "answer": option.answer if isinstance(option.answer, str | int) else None,
            "piles": _piles(question, option.answer),
            "says": option.says,
            "value": _number(option.value),
            "cost": _number(advice.best.value - option.value),
        }
        for option in advice.options[:12]
    ]


def _piles(question: Question, answer: Any) -> list[list[str]] | None:
    if not isinstance(question, Arrange) or not isinstance(answer, tuple):
        return None
    return [[name(card) for card in in_order(cards_of(pile))] for pile in answer]


def _number(value: Fraction | float) -> dict[str, Any]:
    exact = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""
    return {"exact": exact, "units": float(value)}


def looked_back(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Every decision of an ended round with what it cost; those that nothing is known about are left out."""
    read = record_from(record)
    _, entries = settle(read)
    table = Table(read.game.table.play, read.setup)
    lines: list[dict[str, Any]] = []
    for entry in entries:
        question = next((q for q in table.standing.asked if q.seat == entry.seat), None)
        if isinstance(question, Choose | Arrange | Wager) and not isinstance(entry.answer, Irregularity):
            lines += _judged(read.game, question, table.standing, read.setup, entry.answer)
        table.enter(entry)
    return lines


def _judged(
    game: Game, question: Choose | Arrange | Wager, standing: Standing, setup: Setup, answer: Answer
) -> Iterator[dict[str, Any]]:
    advice = game.odds.advice(question, standing, setup)
    taken = None if advice is None else next((each for each in advice.options if each.answer == answer), None)
    if advice is None or taken is None:
        return
    cost = advice.best.value - taken.value
    wagers = next(seat.wagers for seat in setup.seats if seat.number == question.seat)
    main = next(wagers[wager.id] for wager in game.document.wagers if wager.id in wagers)
    yield {
        "seat": question.seat,
        "chosen": taken.says,
        "best": advice.best.says,
        "right": cost == 0,
        "cost": _number(cost),
        "dollars": dollars(round(main * cost)),
        "options": options(question, advice),
    }


def house_way(view: dict[str, Any]) -> dict[str, Any]:
    """How the house sets the cards before the viewer, where the game has a house way."""
    asked = next((each for each in view["asked"] if each["yours"] and each["kind"] == "arrange"), None)
    if asked is None:
        raise UnknownName("you have no hand to set now")
    game = find(view["game"])
    arrange = getattr(game.odds, "arrange", None)
    settings = game.document.configure(view["settings"])
    dealer = [parse_card(card["card"]) for card in view["dealer"]["cards"] if card["card"] is not None]
    cards = tuple(parse_card(card) for card in asked["cards"])
    result = None if arrange is None else arrange(cards, settings, tuple(dealer), 1)
    if result is None or result.house is None:
        raise UnknownName(f"{game.name} has no house way for players: set the hand yourself, or ask for the best")
    piles = [[name(card) for card in in_order(cards_of(pile))] for pile in result.house.piles]
    return {"piles": piles, "says": result.house.says, "why": result.why, "clause": result.clause}
