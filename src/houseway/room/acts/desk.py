"""At the supervisors' desk: pausing and closing a table, and what two people agree on of a round that has ended.

Who has opened a table may close it, too, while nobody else sits there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from houseway.errors import HousewayError, UnknownName
from houseway.room.acts import refunds
from houseway.room.acts.act import (
    LIST,
    OF_HOUSE,
    TEXT,
    WHOLE,
    Act,
    By,
    Resources,
    added,
    given,
    passed,
    reason_in,
    supervisor,
)
from houseway.room.acts.shown import check_shown
from houseway.room.errors import Forbidden
from houseway.room.people.people import PLAYER, Person
from houseway.room.store import journal, ledger
from houseway.room.store.meters import METERED
from houseway.room.table.pending import CORRECTION, VOID, Pending
from houseway.room.table.seats import PLAYING, SEALING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable

PAUSED = "the table is paused: whoever has paused it resumes or closes it"

PLAYED = "a round is being played: let it end first"

IN_ROUND = (SEALING, PLAYING)
"""While no table is closed."""

MOST_ASKED = 20
"""Voids and corrections that one person may have waiting at a table."""


@dataclass(frozen=True)
class Pause(Act):
    """Nothing goes on until the table is resumed."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        supervisor(by)
        if table.paused:
            raise HousewayError("the table is paused already")
        if table.phase == SEALING or table.unopened:
            raise HousewayError("numbers are being sealed: who had time now could find one; pause in a moment")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        table.paused = True
        table.say("the table is paused")


@dataclass(frozen=True)
class Resume(Act):
    """Go on after a pause."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        supervisor(by)
        if not table.paused:
            raise HousewayError("the table is not paused")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        table.paused = False
        table.say("the table goes on")


@dataclass(frozen=True)
class Close(Act):
    """Close the table for good: a supervisor any, a player one that they opened and nobody else sits at."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        if by.role == PLAYER:
            _own(table, by)
        else:
            supervisor(by)
        return self.closing(table, room)

    def closing(self, table: "LiveTable", room: Resources) -> Self:
        """Refuse what would leave something open."""
        self.check_settled(table)
        refunds.closed(table, room)
        return self

    def check_settled(self, table: "LiveTable") -> None:
        """Refuse while a round is played, or something waits for a second person."""
        if table.phase in IN_ROUND:
            raise HousewayError(PLAYED)
        if table.requests:
            raise HousewayError("a void or a correction waits for a second person: approve or decline it first")

    def apply(self, table: "LiveTable", by: By) -> None:
        table.closed = True
        table.say("the table is closed")


def theirs(table: "LiveTable", by: By) -> bool:
    """Whether a table may be theirs to close: they opened it, and no jackpot of the room is at it."""
    return table.opened_by == by and by != 0 and not table.linked


def owners(table: "LiveTable", by: By) -> bool:
    """Whether a table is theirs to close, whatever goes on there: nobody else sits."""
    return theirs(table, by) and all(place.person == by for place in table.people)


def closable(table: "LiveTable", by: By) -> bool:
    """Whether who has opened a table may close it now."""
    return owners(table, by) and not (table.closed or table.paused or table.requests or table.phase in IN_ROUND)


def _own(table: "LiveTable", by: Person) -> None:
    """Refuse a player whose table it is not to close."""
    if table.opened_by != by.id:
        raise Forbidden("a table is closed by who has opened it, or by a supervisor")
    if not owners(table, by.id):
        raise Forbidden("others sit at this table, or it has a jackpot of the room: a supervisor closes it")
    if table.paused:
        raise HousewayError(PAUSED)


@dataclass(frozen=True)
class Expire(Close):
    """The house closes a table at which nobody has played for a while."""

    whose = OF_HOUSE

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del by
        return self.closing(table, room)

    def check_settled(self, table: "LiveTable") -> None:
        if table.paused:
            raise HousewayError(PAUSED)
        super().check_settled(table)


@dataclass(frozen=True)
class Request(Act):
    """Ask for a void or a correction of a settled round; another supervisor approves it."""

    round: int = field(metadata=given(WHOLE))
    what: str = field(metadata=given(TEXT))
    reason: str = field(metadata=given(TEXT))
    seat: int | None = field(default=None, metadata=given(WHOLE))
    cents: int | None = field(default=None, metadata=given(WHOLE))
    wager: str | None = field(default=None, metadata=given(TEXT))
    """The jackpot that a correction is paid from, or goes back to."""
    origin: str = field(default="", metadata=added(TEXT))
    name: str = field(default="", metadata=added(TEXT))
    at: str = field(default="", metadata=added(TEXT))
    room: int = field(default=0, metadata=added(WHOLE))
    """Where the room's own journal stood: whoever approves it does so no earlier."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        supervisor(by)
        if self.what not in (VOID, CORRECTION):
            raise HousewayError(f"what is void or correction, not {self.what!r}")
        if sum(each.by == by.id for each in table.requests.values()) >= MOST_ASKED:
            raise HousewayError(
                f"{MOST_ASKED} requests of yours wait at this table: have another person approve or decline them first"
            )
        asked = replace(self, reason=reason_in(self.reason), origin=room.origin, name=by.name, at=journal.stamp())
        asked = replace(asked, room=room.stands())
        _check_over(table, self.round)
        room.account_in(table.id, self.round, 0)
        if self.what == VOID:
            _check_void(table, self, room)
        if self.what == CORRECTION:
            if not self.seat or not self.cents:
                raise HousewayError("a correction names a seat and the cents it gains, below zero what it gives back")
            room.account_in(table.id, self.round, self.seat)
        if self.wager is not None:
            refunds.check(table, self.round, self.seat or 0, self.cents or 0, self.wager, room)
        return asked

    def pending(self, by: By) -> Pending:
        """What waits, asked for by somebody."""
        told = (self.seat, self.cents, self.wager, self.origin, self.name, self.at)
        return Pending(self.round, self.what, self.reason, int(by), *told)

    def apply(self, table: "LiveTable", by: By) -> None:
        table.requests[table.version + 1] = self.pending(by)
        table.say(f"a {self.what} of round {self.round} is asked for: {self.reason}")


@dataclass(frozen=True)
class Approve(Act):
    """Approve what another supervisor has asked for: the money moves."""

    request: int = field(metadata=given(WHOLE))
    shown: str | None = field(default=None, metadata=passed(TEXT))
    """What they were shown of it, in short."""

    lines: Sequence[Sequence[Any]] = field(default=(), metadata=added(LIST))
    origin: str = field(default="", metadata=added(TEXT))
    room: int = field(default=0, metadata=added(WHOLE))
    """Where the room's own journal stood: who was tied to whom is judged as of then."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        supervisor(by)
        asked = _asked(table, self.request)
        stood = room.second(asked.by, by.id)
        if asked.origin and asked.origin == room.origin:
            raise Forbidden("two people: it was asked for from this very browser; approve it from another")
        check_shown(asked.asks(self.request), self.shown)
        _check_over(table, asked.round)
        return replace(self, lines=_lines(table, asked, room), origin=room.origin, room=stood)

    def apply(self, table: "LiveTable", by: By) -> None:
        asked = table.requests.pop(self.request)
        lines = {str(account): int(cents) for account, cents in self.lines}
        table.moves.append(ledger.movement(asked.what, lines.items(), asked.round))
        if table.form < METERED:
            table.meters.moved(lines)
        if asked.round == table.last:
            table.amended.append(asked.amendment)
        table.say(f"the {asked.what} of round {asked.round} is approved")


@dataclass(frozen=True)
class Decline(Act):
    """Decline what a supervisor has asked for, or take it back: nothing moves."""

    request: int = field(metadata=given(WHOLE))
    reason: str = field(metadata=given(TEXT))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        supervisor(by)
        _asked(table, self.request)
        return replace(self, reason=reason_in(self.reason))

    def apply(self, table: "LiveTable", by: By) -> None:
        asked = table.requests.pop(self.request)
        says = "is taken back" if asked.by == by else "is declined"
        table.say(f"the {asked.what} of round {asked.round} {says}: {self.reason}")


def in_play(table: "LiveTable", round_: int) -> bool:
    """Whether a table plays this very round, whatever its rows say."""
    return table.phase in IN_ROUND and table.round == round_


def _check_over(table: "LiveTable", round_: int) -> None:
    """Refuse what is for a round that has ended."""
    if in_play(table, round_):
        raise HousewayError(PLAYED)


def _check_void(table: "LiveTable", asked: Request, room: Resources) -> None:
    """Refuse a void of a seat alone, one of a round that another void waits for, and one that would undo nothing."""
    if asked.seat is not None or asked.cents is not None:
        raise HousewayError("a void undoes the whole round: it names no seat and no cents")
    for number, each in table.requests.items():
        if (each.what, each.round) == (VOID, asked.round):
            raise HousewayError(
                f"a void of round {asked.round} is asked for already, by request {number}: it waits for a second person"
            )
    refunds.check_left(table, asked.round, room)


def _asked(table: "LiveTable", request: int) -> Pending:
    """What is asked for under a number."""
    asked = table.requests.get(request)
    if asked is None:
        raise UnknownName(f"nothing is asked for under the number {request}")
    return asked


def _lines(table: "LiveTable", asked: Pending, room: Resources) -> list[list[Any]]:
    """What moves: all of the round undone, or the cents of the correction."""
    if asked.what == VOID:
        return refunds.voided(table, asked.round, room)
    cents = asked.cents or 0
    if asked.wager is not None:
        refunds.corrected(table, asked, room)
        return []
    return [[room.account_in(table.id, asked.round, asked.seat or 0), cents], [f"house:{table.id}", -cents]]
