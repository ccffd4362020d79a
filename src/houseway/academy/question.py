"""A question: what it shows, what it asks, the right answer, and a judge that gives a clause for every mistake."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from houseway.academy.fields import Field
from houseway.academy.scene import Scene
from houseway.document.model import Document
from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer
from houseway.game import Game

Values = Mapping[str, Any]
"""An answer: a value for each field."""


class Mistake(NamedTuple):
    """What is wrong with an answer, in words, and the clause that it offends."""

    says: str
    clause: str


Judge = Callable[[Values], list[Mistake]]


class Verdict(NamedTuple):
    """Whether an answer is right; each mistake with its clause; the right answer and what it rests on."""

    right: bool
    mistakes: tuple[Mistake, ...]
    answer: tuple[tuple[str, str], ...]
    why: tuple[Mistake, ...]
    clauses: tuple[tuple[str, str], ...]

    def json(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "mistakes": [each._asdict() for each in self.mistakes],
            "answer": [{"asks": asks, "says": says} for asks, says in self.answer],
            "why": [each._asdict() for each in self.why],
            "clauses": [{"clause": clause, "says": says} for clause, says in self.clauses],
        }


@dataclass(frozen=True)
class Question:
    """One question of a game. `right` is an answer that is right, `why` what it rests on, with clauses."""

    document: Document
    says: str
    scene: Scene
    fields: tuple[Field, ...]
    right: Values
    why: tuple[Mistake, ...]
    judge: Judge

    def read(self, given: object) -> dict[str, Any]:
        """A given answer, each field in its form; what has not the form is refused in a sentence."""
        if not isinstance(given, Mapping):
            raise IllegalAnswer(f"an answer has the fields {self._names}, not {given!r:.60}")
        if unknown := [key for key in given if key not in [field.id for field in self.fields]]:
            raise IllegalAnswer(f"this question does not ask for {unknown[0]!r:.60}: it asks for {self._names}")
        if missing := [field for field in self.fields if field.id not in given]:
            raise IllegalAnswer(f"{missing[0].asks}: say this too; the fields are {self._names}")
        return {field.id: field.read(given[field.id]) for field in self.fields}

    @property
    def _names(self) -> str:
        return ", ".join(field.id for field in self.fields)

    def judged(self, given: object) -> Verdict:
        """The verdict on an answer."""
        mistakes = tuple(self.judge(self.read(given)))
        cited = dict.fromkeys(each.clause for each in (*mistakes, *self.why) if each.clause)
        known = {clause.id: clause.says for clause in self.document.clauses}
        return Verdict(
            not mistakes,
            mistakes,
            tuple((field.asks, field.says(self.right[field.id])) for field in self.fields),
            self.why,
            tuple((clause, known[clause]) for clause in cited if clause in known),
        )

    def json(self) -> dict[str, Any]:
        """What is asked, without the answer."""
        return {"says": self.says, "scene": self.scene.json(), "fields": [field.json() for field in self.fields]}


def answer_json(value: Any) -> Any:
    """A value of an answer as its field reads it again."""
    from houseway.cards import name

    if isinstance(value, tuple) and value and all(isinstance(pile, tuple) for pile in value):
        if all(isinstance(card, int) for pile in value for card in pile):
            return [[name(card) for card in pile] for pile in value]
        return [list(pair) for pair in value]
    return value


Make = Callable[[Game, Settings, Random], Question | None]
"""A question of a game, or None where this deal has none."""


@dataclass(frozen=True)
class Kind:
    """A kind of question: how it is called, what is practised, the games that have it, and how one is made.

    `fits` is asked with the settings of a house; None stands for the document's, with all on offer that can be.
    """

    id: str
    name: str
    says: str
    fits: Callable[[Game, Settings | None], bool]
    make: Make
