"""What people are asked in a round, and what lies before them: as long as it stands, their time runs."""

from typing import NamedTuple

from houseway.room.table.answering import CHANCE
from houseway.room.table.state import LiveTable
from houseway.round.questions import Answer, Deal, Question


class Turn(NamedTuple):
    """Whoever is asked anew, or by other cards, has the whole time; a call that changes nothing of this gives nobody
    more."""

    round: int | None
    answered: int
    asked: tuple[Question, ...]
    cards: tuple[tuple[int, Answer | None], ...]


def turn(table: LiveTable) -> Turn:
    """That of a table at which a round is played."""
    answered = len(table.by) - len(table.calls) - table.by.count(CHANCE)
    dealt = tuple((event.to, card) for event, card in table.standing.events if isinstance(event, Deal))
    return Turn(table.round, answered, table.standing.asked, dealt)
