"""The trainer: what a decision is worth, before it from what the player sees, after it from the round's record."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from houseway.cards import cards_of, in_order, mask, name, parse_card
from houseway.errors import UnknownName
from houseway.flow import DEALER, Answer, Arrange, Choose, Deal, Draw, Event, Question, Standing, Table, Wager
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
    lines = []
    for entry in entries:
        question = next((q for q in table.standing.asked if q.seat == entry.seat), None)
        if question is not None and not isinstance(question, Deal | Draw) and not isinstance(entry.answer, tuple | int):
            lines += _judged(read.game, question, table.standing, read.setup, entry.answer)
        elif isinstance(question, Arrange | Wager) and isinstance(entry.answer, tuple | int):
            lines += _judged(read.game, question, table.standing, read.setup, entry.answer)
        table.enter(entry)
    return lines


def _judged(
    game: Game, question: Choose | Arrange | Wager, standing: Standing, setup: Setup, answer: Any
) -> Iterable[dict[str, Any]]:
    advice = game.odds.advice(question, standing, setup)
    if advice is None:
        return
    taken = next((option for option in advice.options if _same(question, option.answer, answer)), None)
    if taken is None:
        return
    cost = advice.best.value - taken.value
    main = next(iter(next(seat.wagers for seat in setup.seats if seat.number == question.seat).values()))
    yield {
        "seat": question.seat,
        "chosen": taken.says,
        "best": advice.best.says,
        "right": cost == 0,
        "cost": _number(cost),
        "dollars": dollars(round(main * cost)),
        "options": options(question, advice),
    }


def _same(question: Question, one: Any, other: Answer) -> bool:
    del question
    return bool(one == other) or (isinstance(one, tuple) and isinstance(other, tuple) and tuple(one) == other)


def house_way(game: Game, cards: Iterable[str], settings: dict[str, str]) -> dict[str, Any]:
    """How the house sets these cards, where the game has a house way."""
    arrange = getattr(game.odds, "arrange", None)
    if arrange is None:
        raise UnknownName(f"{game.name} has no house way")
    result = arrange(tuple(parse_card(card) for card in cards), game.document.configure(settings), (), 1)
    if result.house is None:
        raise UnknownName(f"{game.name} has no house way")
    piles = [[name(card) for card in in_order(cards_of(pile))] for pile in result.house.piles]
    return {"piles": piles, "says": result.house.says, "why": result.why, "clause": result.clause}


__all__ = ["hint", "house_way", "looked_back", "mask", "options"]
