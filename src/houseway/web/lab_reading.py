"""What the readings of unclear clauses come to, computed in another process and put into words for a page."""

from typing import TYPE_CHECKING, Any

from houseway.document import Document
from houseway.game import Game, Progress
from houseway.web.lab_counting import percent

if TYPE_CHECKING:
    from houseway.lab.readings import Effect, Match, Question


def read_out(progress: Progress, *, game: Game, figure: str) -> dict[str, Any]:
    """What each reading of an unclear clause gives, or which readings give a figure; what takes minutes is left out."""
    from houseway.lab.readings import questions, search

    if figure:
        found = search(game, figure, progress=progress)
        return {
            "figure": figure,
            "matches": [_match(each, game.document) for each in found],
            "json": [each.json() for each in found],
        }
    asked = list(questions(game, progress=progress))
    return {
        "figure": "",
        "questions": [_question(each, game.document) for each in asked],
        "json": [each.json() for each in asked],
    }


def _match(each: "Match", document: Document) -> dict[str, Any]:
    """Where a figure comes from, with every reading in its own words."""
    rulings = {ruling.id: ruling for ruling in document.rulings}
    readings = [
        (rulings[id_].question, next(read.says for read in rulings[id_].readings if read.id == reading))
        for id_, reading in each.readings.items()
    ]
    at = {**_named(each.wager, each.paytable, document), "quantity": each.quantity}
    at["decks"] = str(each.decks or "")
    return at | {"value": percent(each.value, 6), "readings": readings, "chosen": each.chosen}


def _question(each: "Question", document: Document) -> dict[str, Any]:
    says = {reading.id: reading.says for reading in each.ruling.readings}
    edges = {
        reading.id: [
            (_where(effect, document), percent(effect.edges[reading.id]))
            for effect in each.effects
            if reading.id in effect.edges
        ]
        for reading in each.ruling.readings
    }
    agree = [(check.printed, [each.reading for each in check.tried if each.agrees]) for check in each.printed]
    printed = [(figure, [says.get(reading, reading) for reading in readings]) for figure, readings in agree]
    return {
        "ruling": each.ruling,
        "edges": edges,
        "printed": printed,
        "why": each.why,
        "alike": 0 if each.effects else each.same,
    }


def _where(effect: "Effect", document: Document) -> dict[str, Any]:
    """Where a reading was counted: the wager by its name, its paytable, other decks and settings than usual."""
    decks = "" if effect.decks is None else f"{effect.decks} deck{'s' if effect.decks > 1 else ''}"
    at: dict[str, Any] = {**_named(effect.wager, effect.paytable, document), "decks": decks}
    return at | {"settings": list(effect.settings.items())}


def _named(wager: str, paytable: str, document: Document) -> dict[str, str]:
    """A wager by its name, and its paytable where there are several."""
    several = len(document.paytables_of(wager)) > 1
    return {"name": document.wager(wager).name, "paytable": paytable if several else ""}
