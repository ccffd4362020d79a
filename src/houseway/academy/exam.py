"""An exam: so many questions of stated kinds, a pass mark and a time; from its seed it is made and judged again."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.academy.course import Item, kind_of, kinds_at
from houseway.academy.house import DOCUMENTS, Houses, read_house
from houseway.academy.question import Question
from houseway.document.fields import Reader
from houseway.errors import Faulty, HousewayError, IllegalAnswer, UnknownName

EACH, MARK, MINUTES_EACH = 2, 80, 2
"""Of the usual exam: questions of each kind, the percentage that passes, and minutes for a question."""

MOST_QUESTIONS, MOST_MINUTES = 100, 600


class Section(NamedTuple):
    """So many questions of a kind of a game."""

    game: str
    kind: str
    questions: int


@dataclass(frozen=True)
class Plan:
    """What an exam asks, which percentage of it passes, and in how many minutes."""

    sections: tuple[Section, ...]
    mark: int
    minutes: int
    houses: Houses = field(default_factory=dict)
    """How the house has set the games that are asked; the others are as their documents begin with."""

    def __post_init__(self) -> None:
        """Every fault of a plan at once."""
        faults = list(self._faults())
        if faults:
            raise Faulty("exam", faults)

    def _faults(self) -> Iterable[tuple[str, str]]:
        if not 1 <= self.questions <= MOST_QUESTIONS:
            yield "sections", f"ask 1 to {MOST_QUESTIONS} questions, not {self.questions}"
        if not 1 <= self.mark <= 100:
            yield "mark", f"is a percentage from 1 to 100, not {self.mark}"
        if not 1 <= self.minutes <= MOST_MINUTES:
            yield "minutes", f"are 1 to {MOST_MINUTES}, not {self.minutes}"
        for section in self.sections:
            try:
                house = self.houses.get(section.game, DOCUMENTS)
                if kind_of(section.kind) not in kinds_at(house, section.game):
                    raise UnknownName(f"{section.game} has no questions of the kind {section.kind!r}")
            except HousewayError as fault:
                yield "sections", str(fault)
            if section.questions < 1:
                yield "sections", f"{section.game}, {section.kind}: ask at least one question"

    @property
    def questions(self) -> int:
        return sum(section.questions for section in self.sections)

    @property
    def needed(self) -> int:
        """How many right answers pass: the percentage, rounded up."""
        return -(-self.questions * self.mark // 100)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(section.game for section in self.sections))

    def json(self) -> dict[str, Any]:
        sections = [section._asdict() for section in self.sections]
        houses = {id_: house.json() for id_, house in self.houses.items()}
        return {"sections": sections, "pass_percent": self.mark, "minutes": self.minutes, "houses": houses}


def read_plan(given: object) -> Plan:
    """What `Plan.json` writes."""
    top = Reader(given, "", [])
    sections = tuple(_section(each) for each in top.tables("sections"))
    mark, minutes = top.integer("pass_percent"), top.integer("minutes")
    told = top.value("houses", {})
    houses = {
        str(id_): read_house(Reader(each, f"houses.{id_}", top.faults))
        for id_, each in (told.items() if isinstance(told, dict) else ())
    }
    top.finish()
    if top.faults:
        raise Faulty("exam", top.faults)
    return Plan(sections, mark, minutes, houses)


def _section(at: Reader) -> Section:
    section = Section(at.text("game"), at.text("kind"), at.integer("questions"))
    at.finish()
    return section


def usual_plan(
    games: Sequence[str], kinds: Sequence[str] = (), each: int = EACH, mark: int = MARK, houses: Houses | None = None
) -> Plan:
    """Some questions of every kind that these games have, or of the kinds that are named, with time for each."""
    sections = tuple(
        Section(id_, kind.id, each)
        for id_ in dict.fromkeys(games)
        for kind in kinds_at((houses or {}).get(id_, DOCUMENTS), id_)
        if not kinds or kind.id in kinds
    )
    for id_ in kinds:
        kind_of(id_)
    minutes = min(MOST_MINUTES, MINUTES_EACH * sum(section.questions for section in sections))
    return Plan(sections, mark, minutes, {id_: each for id_, each in (houses or {}).items() if id_ in games})


class Exam(NamedTuple):
    """A plan and a seed: every question of it."""

    plan: Plan
    seed: int

    @property
    def items(self) -> tuple[Item, ...]:
        """What each question is made by, in the order of the plan; no question of an exam tells another's seed."""
        sections = [section for section in self.plan.sections for _ in range(section.questions)]
        return tuple(
            Item(section.game, section.kind, _seed(self.seed, number)) for number, section in enumerate(sections)
        )

    def question(self, number: int) -> Question:
        """The question of a number, from 0."""
        if not 0 <= number < self.plan.questions:
            raise UnknownName(f"this exam has the questions 1 to {self.plan.questions}, not {number + 1}")
        item = self.items[number]
        return item.question(self.plan.houses.get(item.game, DOCUMENTS))

    def marks(self, answers: Sequence[Mapping[str, Any] | None]) -> tuple[bool, ...]:
        """Whether each answer is right; what was not answered, or cannot be read, is not."""
        numbered = zip(range(self.plan.questions), answers, strict=True)
        return tuple(answer is not None and self._right(number, answer) for number, answer in numbered)

    def _right(self, number: int, answer: Mapping[str, Any]) -> bool:
        try:
            return self.question(number).judged(answer).right
        except IllegalAnswer:
            return False

    def passed(self, right: int) -> bool:
        return right >= self.plan.needed


def _seed(seed: int, number: int) -> int:
    digest = hashlib.sha256(f"houseway exam {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:6])
