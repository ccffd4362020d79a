"""Sitting down and getting up, people and bots."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from houseway.errors import HousewayError
from houseway.room.acts.act import (
    LIST,
    OF_HOUSE,
    SIGNED,
    TEXT,
    WHOLE,
    Act,
    By,
    Resources,
    added,
    given,
    place_of,
    seat_of,
)
from houseway.room.acts.bound import check_bound, check_signed, taken_back
from houseway.room.errors import Forbidden
from houseway.room.fairness.signed_bets import Signed
from houseway.room.people.people import PLAYER, SURVEILLANCE, Person
from houseway.room.table.seats import BETTING, PLAYING, SEALING, Place

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


@dataclass(frozen=True)
class Sit(Act):
    """Take a free seat."""

    seat: int = field(metadata=given(WHOLE))
    name: str = field(default="", metadata=added(TEXT))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = seat_of(table, self.seat)
        if by.role != PLAYER:
            raise Forbidden(f"a {by.role} does not play: come as a guest to sit down")
        if table.place_of(by.id):
            raise HousewayError("you have a seat at this table already")
        if not place.free:
            raise HousewayError(f"seat {self.seat} is taken")
        return replace(self, name=by.name)

    def apply(self, table: "LiveTable", by: By) -> None:
        table.places[self.seat] = Place(self.seat, int(by), self.name)
        table.say(f"{self.name} sits down at seat {self.seat}")


@dataclass(frozen=True)
class Leave(Act):
    """Get up; in a round the house plays the hand to its end. Signed, a bet of one's own binds the seat no more."""

    begins = True

    seat: int = field(default=0, metadata=added(WHOLE))
    signed: Signed | None = field(default=None, metadata=given(SIGNED))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        seat = place_of(table, by).number
        if seat in table.unopened:
            raise HousewayError("your number is being opened: get up in a moment")
        signed = taken_back(table, seat, self.signed)
        check_signed(table, seat, signed, {})
        check_bound(table, seat, signed, lambda entry: room.waited(table.id, entry))
        return replace(self, seat=seat, signed=signed)

    def apply(self, table: "LiveTable", by: By) -> None:
        table.say(f"{table.places[self.seat].name} leaves seat {self.seat}")
        table.lay(self.seat, {}, "", self.signed)
        vacate(table, self.seat)

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """Whoever has sat down may get up."""
        del table, by
        return False


IN_VAIN = 300.0
"""Seconds without an entry after which no round comes about with who is ready: time has run out often since."""


@dataclass(frozen=True)
class Free(Act):
    """The house frees seats whose people have done nothing for a while; never in mid-round."""

    whose = OF_HOUSE
    begins = True

    seats: Sequence[int] = field(metadata=given(LIST))
    minutes: int = field(metadata=given(WHOLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del by
        if table.paused or table.phase in (SEALING, PLAYING):
            raise HousewayError("the table is paused or a round is being played: its seats are freed afterwards")
        soon = room.waited(table.id, table.version) < IN_VAIN
        seats = [
            place.number
            for place in table.people
            if place.number in self.seats and not (soon and place.ready and place.wagers)
        ]
        if not seats:
            raise HousewayError("nobody sits there any more who has done nothing")
        return replace(self, seats=seats)

    def apply(self, table: "LiveTable", by: By) -> None:
        for seat in self.seats:
            table.say(f"seat {seat} is freed: nothing was done there for {self.minutes} minutes")
            vacate(table, seat)


@dataclass(frozen=True)
class AddBot(Act):
    """Call a bot to a free seat."""

    seat: int = field(metadata=given(WHOLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        _may_call_bots(table, by)
        if not seat_of(table, self.seat).free:
            raise HousewayError(f"seat {self.seat} is taken")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        table.places[self.seat] = Place(self.seat, name=f"Bot {self.seat}", bot=True)
        table.say(f"a bot sits down at seat {self.seat}")


@dataclass(frozen=True)
class RemoveBot(Act):
    """Send a bot away."""

    seat: int = field(metadata=given(WHOLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        _may_call_bots(table, by)
        place = seat_of(table, self.seat)
        if not place.bot or place.left:
            raise HousewayError(f"there is no bot at seat {self.seat}")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        vacate(table, self.seat)
        table.say(f"the bot leaves seat {self.seat}")


def _may_call_bots(table: "LiveTable", by: Person) -> None:
    """Refuse who may not, and everybody once a wager lies: a seat more or less changes who gets which card.

    In a round they may be called and sent away for the next one; a bot that is sent away plays its hand to the end.
    """
    if by.role == SURVEILLANCE or (by.role == PLAYER and table.place_of(by.id) is None):
        raise Forbidden("sit down first: those who play and the supervisor call bots")
    if table.phase in (BETTING, SEALING) and any(place.wagers for place in table.people):
        raise HousewayError("a wager lies on the table: bots come and go before it, or in the round for the next")


def vacate(table: "LiveTable", seat: int) -> None:
    """A seat in the round is left until it ends; any other is free at once, and no bet binds it any more."""
    table.release(seat)
    if table.phase == PLAYING and seat in table.setup.numbers:
        table.places[seat].left = True
    else:
        table.places[seat] = Place(seat)
