"""Between rounds: wagers, being ready, the cut."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from houseway.errors import HousewayError, IllegalBet
from houseway.money import dollars
from houseway.room.acts.act import WAGERS, WHOLE, Act, By, Resources, given, place_of
from houseway.room.people import Person
from houseway.room.table.seats import BETTING, ENDED, PLAYING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


def between_rounds(table: "LiveTable") -> None:
    """Refuse while a round is played or the table is paused."""
    if table.phase == PLAYING:
        raise IllegalBet("the round is being played: wagers are open again when it has ended")
    if table.paused:
        raise HousewayError("the table is paused")


@dataclass(frozen=True)
class Bet(Act):
    """The wagers of a seat for the next round, all at once."""

    refusal = IllegalBet

    wagers: dict[str, int] = field(metadata=given(WAGERS))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        place = place_of(table, by)
        between_rounds(table)
        bets = {wager: cents for wager, cents in self.wagers.items() if cents}
        faults = list(table.game.faults(table.settings, place.number, bets))
        known = {spec.id: spec for spec in table.game.document.wagers}
        faults += [
            f"{known[w].name} is offered when its time comes" for w in bets if w in known and not known[w].before_deal
        ]
        chips = room.balance(table.account(place.number))
        if sum(bets.values()) > chips:
            faults.append(f"that takes {dollars(sum(bets.values()))}, and you have {dollars(chips)}")
        if faults:
            raise IllegalBet("; ".join(faults))
        return replace(self, wagers=bets)

    def apply(self, table: "LiveTable", by: By) -> None:
        table.next_betting()
        place = table.seated(by)
        place.wagers, place.ready = {wager: cents for wager, cents in self.wagers.items() if cents}, False


@dataclass(frozen=True)
class Clear(Act):
    """Take the wagers back."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place_of(table, by)
        between_rounds(table)
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        table.next_betting()
        place = table.seated(by)
        place.wagers, place.ready = {}, False


@dataclass(frozen=True)
class Ready(Act):
    """Ready for the round; after one, ready for the next wagers."""

    begins = True

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = place_of(table, by)
        between_rounds(table)
        others = [each for each in table.people if each is not place]
        if table.phase == BETTING and not place.wagers and all(p.ready and not p.wagers for p in others):
            raise IllegalBet("make a wager first")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        if table.phase == ENDED:
            table.next_betting()
        else:
            table.seated(by).ready = True


@dataclass(frozen=True)
class Cut(Act):
    """Cut a shoe before its first card: for a seat that has a wager on it, and not under somebody who is ready."""

    position: int = field(metadata=given(WHOLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = place_of(table, by)
        between_rounds(table)
        if table.cut is not None or table.position:
            raise HousewayError("this shoe has been cut: the next one may be cut before its first card")
        if not place.wagers:
            raise HousewayError("lay a wager first: who cuts the shoe plays the round")
        if any(each.ready for each in table.people if each is not place):
            raise HousewayError("somebody is ready: what they saw is what is dealt, and the shoe is not cut any more")
        if not 0 <= self.position < len(table.commitment):
            raise HousewayError(f"cut between 0 and {len(table.commitment) - 1}")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        table.cut = self.position
        table.say(f"{table.seated(by).name} cuts the shoe at {self.position}")
