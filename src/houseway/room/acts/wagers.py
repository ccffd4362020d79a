"""Between rounds: wagers, being ready, the cut; and when bets are closed, numbers of the players' own."""

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from houseway.errors import HousewayError, IllegalBet
from houseway.money import dollars
from houseway.room.acts.act import SIGNED, TEXT, WAGERS, WHOLE, Act, By, Resources, added, given, place_of
from houseway.room.acts.bound import check_bound, check_signed, taken_back
from houseway.room.fairness.nonces import WIDTH, Puzzle
from houseway.room.fairness.signed_bets import Signed
from houseway.room.people.people import Person
from houseway.room.table.seats import BETTING, ENDED, PLAYING, SEALING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


COMMIT = re.compile("[0-9a-f]{64}")


class BetsClosed(IllegalBet):
    """What lies there is played, in a moment."""


def between_rounds(table: "LiveTable") -> None:
    """Refuse while a round is played or bets are closed."""
    if table.phase == SEALING:
        raise BetsClosed("bets are closed: the round begins in a moment")
    if table.phase == PLAYING:
        raise IllegalBet("the round is being played: wagers are open again when it has ended")


def laying(table: "LiveTable") -> None:
    """Refuse while no wagers are laid: not between rounds, or while the table is paused."""
    between_rounds(table)
    if table.paused:
        raise HousewayError("the table is paused")


@dataclass(frozen=True)
class Bet(Act):
    """The wagers of a seat for the next round, all at once."""

    refusal = IllegalBet

    wagers: dict[str, int] = field(metadata=given(WAGERS))
    commit: str | None = field(default=None, metadata=given(TEXT))
    """What a number of the player's own is committed to by."""

    signed: Signed | None = field(default=None, metadata=given(SIGNED))
    """The signature of the player's own browser."""

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        place = place_of(table, by)
        laying(table)
        if self.commit is not None and COMMIT.fullmatch(self.commit) is None:
            raise IllegalBet("commit is a SHA-256, 64 hexadecimal digits in small letters")
        bets = self.bets
        if self.signed is not None and not bets:
            raise IllegalBet("a bet of nothing is not signed: take the bets back instead")
        check_signed(table, place.number, self.signed, bets, self.commit or "")
        check_bound(table, place.number, self.signed, lambda entry: room.waited(table.id, entry))
        faults = list(table.game.faults(table.settings, place.number, bets))
        known = {spec.id: spec for spec in table.game.document.wagers}
        faults += [
            f"{known[w].name} is offered when its time comes" for w in bets if w in known and not known[w].before_deal
        ]
        if not faults and (unplayable := table.game.unplayable(table.settings, place.number, bets)):
            faults.append(unplayable)
        refusals = [room.book(table).refusal(table.jackpot_of(w), known[w].name) for w in bets if w in table.sensors]
        faults += [says for says in refusals if says]
        chips = room.balance(table.account(place.number))
        if sum(bets.values()) > chips:
            faults.append(f"that takes {dollars(sum(bets.values()))}, and you have {dollars(chips)}")
        if faults:
            raise IllegalBet("; ".join(faults))
        return replace(self, wagers=bets)

    def apply(self, table: "LiveTable", by: By) -> None:
        table.next_betting()
        place = table.seated(by)
        place.clear()
        place.wagers, place.commit = self.bets, self.commit or ""
        table.lay(place.number, self.bets, place.commit, self.signed)

    @property
    def bets(self) -> dict[str, int]:
        """The wagers that something lies on."""
        return {wager: cents for wager, cents in self.wagers.items() if cents}

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """A bet where none lies is what a round asks for, however much others have done."""
        place = table.place_of(by) if isinstance(by, int) else None
        return not self.wagers or (table.phase != ENDED and place is not None and bool(place.wagers))


@dataclass(frozen=True)
class Clear(Act):
    """Take the wagers back; signed, they bind their seat no more."""

    signed: Signed | None = field(default=None, metadata=given(SIGNED))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = place_of(table, by)
        between_rounds(table)
        signed = taken_back(table, place.number, self.signed)
        check_signed(table, place.number, signed, {})
        return replace(self, signed=signed)

    def apply(self, table: "LiveTable", by: By) -> None:
        table.next_betting()
        place = table.seated(by)
        place.clear()
        table.lay(place.number, {}, "", self.signed)


@dataclass(frozen=True)
class Ready(Act):
    """Ready for the round; after one, ready for the next wagers."""

    begins = True

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = place_of(table, by)
        laying(table)
        others = [each for each in table.people if each is not place]
        if table.phase == BETTING and not place.wagers and all(p.ready and not p.wagers for p in others):
            raise IllegalBet("make a wager first")
        return self

    def apply(self, table: "LiveTable", by: By) -> None:
        if table.phase == ENDED:
            table.next_betting()
        else:
            table.seated(by).ready = True

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """To be ready once more changes nothing."""
        place = table.place_of(by) if isinstance(by, int) else None
        return place is not None and place.ready


@dataclass(frozen=True)
class Cut(Act):
    """Cut a shoe before its first card: for a seat that has a wager on it, and not under somebody who is ready."""

    position: int = field(metadata=given(WHOLE))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = place_of(table, by)
        laying(table)
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


@dataclass(frozen=True)
class Seal(Act):
    """Bets are closed: the puzzle that was committed to with the wager."""

    begins = True

    modulus: str = field(metadata=given(TEXT))
    base: str = field(metadata=given(TEXT))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        place = place_of(table, by)
        if table.phase != SEALING:
            raise HousewayError("a number is sealed when bets are closed, and before the round begins")
        if not place.owes_seal:
            raise HousewayError(f"seat {place.number} has no number to seal")
        puzzle = Puzzle.read(self.modulus, self.base)
        if puzzle.commitment != place.commit:
            raise HousewayError("this is not the seal that was committed to with the wager")
        return replace(self, **puzzle.json())

    def apply(self, table: "LiveTable", by: By) -> None:
        table.seated(by).seal = Puzzle.read(self.modulus, self.base)

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """A round has no more of these than it asks for."""
        del table, by
        return False


@dataclass(frozen=True)
class Open(Act):
    """All seals are there: the number of one, by a prime of its modulus."""

    begins = True

    factor: str = field(metadata=given(TEXT))
    number: str | None = field(default=None, metadata=added(TEXT))

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        del room
        seat = place_of(table, by).number
        if seat not in table.unopened:
            raise HousewayError(f"seat {seat} has no number to open")
        number = table.unopened[seat].opened(self.factor, table.turns)
        return replace(self, number=f"{number:0{WIDTH}x}")

    def apply(self, table: "LiveTable", by: By) -> None:
        table.open_seal(table.seated(by).number, int(self.number or "", 16), self.factor)

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """A round has no more of these than it asks for."""
        del table, by
        return False
