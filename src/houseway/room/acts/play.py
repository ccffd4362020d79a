"""In a round: answers, a supervisor's calls, and time that has run out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from houseway.errors import HousewayError, IllegalAnswer, UnknownName
from houseway.room.acts.act import (
    ANYTHING,
    LIST,
    OF_HOUSE,
    TABLE,
    TEXT,
    WHOLE,
    Act,
    By,
    Resources,
    added,
    given,
    passed,
    place_of,
    reason_in,
    supervisor,
)
from houseway.room.people.people import STAFF, Person
from houseway.room.store.ledger import cover
from houseway.room.table.seats import BETTING, PLAYING
from houseway.round.codec import read_answer
from houseway.round.irregularities import fits, stage_of
from houseway.round.questions import (
    CHANCE,
    DEALER,
    Arrange,
    Choose,
    Entry,
    Irregularity,
    Question,
    Wager,
    default_of,
)

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


def dealing(table: "LiveTable") -> None:
    """Refuse while the players' numbers are not open."""
    if table.unopened:
        raise IllegalAnswer("the players' numbers are being opened: the round is dealt in a moment")


@dataclass(frozen=True)
class Answer(Act):
    """An answer to what a seat is asked; it stands among the entries of the round."""

    changes = False

    answer: Any = field(default=None, metadata=passed(ANYTHING))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        """The question allows it, and the seat's chips cover what it stakes: known before anything changes."""
        place = place_of(table, by)
        if table.phase != PLAYING:
            raise IllegalAnswer("no round is being played: nothing is asked")
        if table.paused:
            raise HousewayError("the table is paused")
        dealing(table)
        question = next((q for q in table.standing.asked if q.seat == place.number), None)
        if question is None:
            raise IllegalAnswer(f"seat {place.number} is not asked anything now")
        answer = read_answer(question, self.answer)
        question.check(answer)
        _check_covered(table, Entry(place.number, answer), question, room)
        return replace(self, answer=answer)

    def entries(self, table: "LiveTable", by: By) -> Sequence[Entry]:
        return (Entry(table.seated(by).number, self.answer),)

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """A round has no more of these than it asks for."""
        del table, by
        return False


def _check_covered(table: "LiveTable", entry: Entry, question: Question, room: Resources) -> None:
    """Refuse an answer that stakes more than the seat has; a choice adds at most what lies there already."""
    account, more = table.account(entry.seat), 0
    if isinstance(question, Wager) and isinstance(entry.answer, int):
        more = entry.answer
    elif isinstance(question, Choose) and room.balance(account) < table.held[entry.seat]:
        more = table.adds(entry)
    if more:
        cover(account, more, room.balance(account))


@dataclass(frozen=True)
class Call(Act):
    """An irregularity is called on a seat, or on the dealer and so on everybody.

    A supervisor calls it, or anybody at the table where the written control says so. No call touches what is
    reconciled: to take back something that was won, two people agree at the desk.
    """

    kind: str = field(metadata=given(TEXT))
    reason: str = field(metadata=given(TEXT))
    seat: int = field(default=DEALER, metadata=given(WHOLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        if self.kind not in table.settings.controls or table.settings.controls[self.kind].supervisor:
            supervisor(by)
        elif by.role not in STAFF:
            place_of(table, by)
        if table.phase != PLAYING:
            raise IllegalAnswer("no round is being played: ask for a void or a correction of a round that has ended")
        dealing(table)
        if self.seat not in (DEALER, *table.setup.numbers):
            raise UnknownName(f"seat {self.seat} is not in this round")
        table.setup.control(self.kind).then(self.seat, stage_of(table.standing))
        reason = reason_in(self.reason)
        try:
            table.tried(self._entry)
        except HousewayError:
            table.in_vain[by.id] += 1
            raise
        return replace(self, reason=reason)

    @property
    def _entry(self) -> Entry:
        return Entry(CHANCE, Irregularity(self.kind, self.seat))

    def apply(self, table: "LiveTable", by: By) -> None:
        who = f"seat {self.seat}" if self.seat else "the dealer" if table.game.dealer_plays else "the round"
        table.calls.append({"kind": self.kind, "seat": self.seat, "reason": self.reason})
        place = table.place_of(by) if isinstance(by, int) else None
        caller = "a supervisor" if place is None else f"seat {place.number}"
        table.say(f"{caller} calls {self.kind.replace('-', ' ')} on {who}: {self.reason}")

    def entries(self, table: "LiveTable", by: By) -> Sequence[Entry]:
        del table, by
        return (self._entry,)


def check_running(table: "LiveTable") -> None:
    """Refuse that time has run out where nobody waits."""
    if table.paused:
        raise HousewayError("the table is paused")
    if table.phase == BETTING and not any(place.ready for place in table.people):
        raise HousewayError("nobody is ready: the time for wagers has not begun")


@dataclass(frozen=True)
class Timeout(Act):
    """Time has run out: defaults for those asked, a round with the wagers made, or the next wagers.

    Who has not sealed sits out (`out`), and who was not ready where the game does not let all play: nothing is known
    yet that anybody could choose by. A number that was sealed and is not opened comes by squaring (`found`, by seat),
    and its owner gets up.
    """

    whose = OF_HOUSE
    begins = True

    seats: Sequence[int] = field(default=(), metadata=added(LIST))
    out: Sequence[int] | None = field(default=None, metadata=added(LIST))
    found: Mapping[str, str] | None = field(default=None, metadata=added(TABLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del by, room
        check_running(table)
        if table.unopened:
            if {str(seat) for seat in table.unopened} != set(self.found or {}):
                raise HousewayError("a number that was sealed is not open: it is being found")
            return self
        asked = table.standing.asked if table.phase == PLAYING else ()
        return replace(self, seats=[q.seat for q in asked if q.seat in table.places])

    def apply(self, table: "LiveTable", by: By) -> None:
        asked = {question.seat: question for question in table.standing.asked}
        table.next_betting()
        for seat in self.seats:
            table.say(f"seat {seat} ran out of time: the house {_answers(asked.get(seat))} for it")
        for seat in self.out or ():
            table.places[seat].clear()
            table.say(f"seat {seat} sits out: its number was not sealed in time, or the round cannot be played so")
        for silent, number in (self.found or {}).items():
            table.open_seal(int(silent), int(number, 16))
            table.places[int(silent)].left = True
            table.say(f"seat {silent} did not open its number: it was found by squaring, and the seat is left")

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """Time is nobody's act."""
        del table, by
        return False

    def entries(self, table: "LiveTable", by: By) -> Sequence[Entry]:
        del by
        if not self.seats:
            return ()
        return [Entry(q.seat, default_of(q)) for q in table.standing.asked if q.seat in self.seats]


@dataclass(frozen=True)
class Bots(Act):
    """What bots have thought of elsewhere; `simply` are those that the house way is played for."""

    whose = OF_HOUSE
    enters = "bot"

    answers: Mapping[int, Any] | None = field(default=None, metadata=passed(TABLE))
    simply: Sequence[int] = field(default=(), metadata=added(LIST))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        """What is not asked any more is left out."""
        del by, room
        dealing(table)
        given = self.answers or {}
        asked = () if table.paused or table.phase != PLAYING else table.standing.asked
        bots = [each for each in asked if each.seat in given and table.places[each.seat].bot]
        answers = {each.seat: given[each.seat] for each in bots if fits(each, given[each.seat])}
        if not answers:
            raise HousewayError("no bot is asked that now")
        return replace(self, answers=answers, simply=[seat for seat in self.simply if seat in answers])

    def apply(self, table: "LiveTable", by: By) -> None:
        for seat in self.simply:
            table.say(f"the bot at seat {seat} had no time to think: it plays the house way")

    def entries(self, table: "LiveTable", by: By) -> Sequence[Entry]:
        del table, by
        return [Entry(seat, answer) for seat, answer in (self.answers or {}).items()]

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """A round has no more of these than it asks for."""
        del table, by
        return False


def _answers(question: Question | None) -> str:
    """What the house does for a seat, in words."""
    if isinstance(question, Choose):
        return f"chooses {question.default.replace('-', ' ')}"
    return "sets the hand" if isinstance(question, Arrange) else "makes no wager"
