"""What a void or a correction of a round that has ended does to money and to jackpots, to the fraction of a cent.

People and the house get back what the round moved. A jackpot gets back what the round did to it, in its own account:
what somebody else has won since is theirs, and the house makes it good.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from houseway.errors import HousewayError, UnknownName
from houseway.money import dollars
from houseway.room.acts.act import Resources
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import CONTRIBUTION, PROMOTION, Account
from houseway.room.jackpots.event import Event, award_account, did
from houseway.room.store.jackpots import Book
from houseway.room.table.pending import Pending
from houseway.round.meters import CORRECTED, VOIDED, WON

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable

OF_JACKPOTS = ("meter", "reserve", "award")
"""The kinds of account that move with a jackpot's own changes."""


def apart(account: str) -> bool:
    """Whether an account is a jackpot's, or the house's, which takes what is left over."""
    return account.split(":")[0] in (*OF_JACKPOTS, "house")


def voided(table: "LiveTable", round_: int, room: Resources) -> list[list[Any]]:
    """Undo a round: what moves between people and the house; what moves of jackpots is recorded with them."""
    book = room.book(table)
    _check_recorded(table, book, round_, room)
    undone = [_undo(table, book, wager, round_) for wager in _metered(table, book, round_)]
    lines: list[list[Any]] = [
        [account, -cents] for account, cents in sorted(room.of_round(round_).items()) if cents and not apart(account)
    ]
    if not lines and not any(undone):
        raise HousewayError(f"round {round_} has nothing left to void")
    rest = -sum(int(cents) for _, cents in lines)
    return sorted([*lines, [f"house:{table.id}", rest]]) if rest else lines


def _check_recorded(table: "LiveTable", book: Book, round_: int, room: Resources) -> None:
    """Refuse a round from before jackpots had accounts of their own that has moved a meter: by how much is not told."""
    for wager in table.meters.exact:
        id_ = table.jackpot_of(wager)
        if room.of_round(round_).get(f"meter:{id_}") and not book.changes_in(id_, round_):
            raise HousewayError(
                f"round {round_} is from before jackpots had accounts of their own, and what it did to the {wager} is "
                "not on record to the fraction: ask for a correction of each seat instead"
            )


def _metered(table: "LiveTable", book: Book, round_: int) -> list[str]:
    """The wagers of a round that have changed a jackpot; all are held at once."""
    book.locked(table.jackpot_of(wager) for wager in table.sensors)
    return [wager for wager in table.sensors if book.changes_in(table.jackpot_of(wager), round_)]


def _undo(table: "LiveTable", book: Book, wager: str, round_: int) -> bool:
    """Undo what a round did to a jackpot; whether there was anything."""
    id_ = table.jackpot_of(wager)
    done = did(book.changes_in(id_, round_))
    if done == Account():
        return False
    jackpot = book.one(id_)
    by = changes.undone(jackpot.account, jackpot.plan, done)
    pending = [(award, -cents) for award, cents in book.held_awards(round_, wager).items()]
    book.change(jackpot, VOIDED, by, f"house:{table.id}", tuple(pending), wager=wager, round=round_)
    book.cancel(round_, wager)
    return True


def check(table: "LiveTable", round_: int, seat: int, cents: int, wager: str, room: Resources) -> None:
    """Refuse a correction that this jackpot cannot owe, or that the seat cannot give back."""
    if wager not in table.meters.exact:
        known = ", ".join(table.meters.exact) or "none"
        raise UnknownName(f"{wager!r} feeds no meter at this table; those that do: {known}")
    done = room.book(table).changes_in(table.jackpot_of(wager), round_)
    fed = [event for event in done if event.what == CONTRIBUTION and seat in event.parts]
    if not fed:
        raise HousewayError(f"seat {seat} made no wager on the {wager} in round {round_}: its meter owes it nothing")
    shown = fed[-1].shown
    if cents > shown:
        raise HousewayError(f"the meter showed {dollars(shown)} in round {round_}: it cannot owe {dollars(cents)}")
    if -cents > (got := awarded(done, seat)):
        raise HousewayError(f"seat {seat} was awarded {dollars(got)} of that meter: it cannot give back more")


def awarded(done: Sequence[Event], seat: int) -> int:
    """What a seat has had of a jackpot in a round, corrections included."""
    return sum(event.awards.get(seat, 0) for event in done if event.what in (WON, CORRECTED))


def corrected(table: "LiveTable", asked: Pending, room: Resources) -> None:
    """A hit that was missed is paid from the meter that owed it; what was paid wrongly goes back to it."""
    assert asked.wager is not None
    book, cents, seat = room.book(table), asked.cents or 0, asked.seat or 0
    check(table, asked.round, seat, cents, asked.wager, room)
    jackpot = book.one(table.jackpot_of(asked.wager))
    done = book.changes_in(jackpot.id, asked.round)
    shown = next(event.shown for event in done if event.what == CONTRIBUTION and seat in event.parts)
    if cents > 0:
        by = changes.owed(jackpot.account, jackpot.plan, cents, whole=cents == shown)
    else:
        whole = [e for e in done if e.what == WON and e.awards == {seat: -cents}]
        by = changes.given_back(jackpot.account, jackpot.plan, -cents, whole[0].seeded if whole else 0)
    if award_account(asked.round, seat, asked.wager) in book.held_awards(asked.round, asked.wager):
        raise HousewayError(f"the award of seat {seat} is not paid yet: pay it first, or ask for a void of the round")
    account = room.account_in(table.id, asked.round, seat)
    more = {"round": asked.round, "wager": asked.wager, "awards": {seat: cents}, "reason": asked.reason}
    more["seeded"] = int(by.seed) if by.seed == int(by.seed) else 0
    book.change(jackpot, CORRECTED, by, f"house:{table.id}", ((account, cents),), **more)


def closed(table: "LiveTable", room: Resources) -> None:
    """Closing a table strands no balance.

    What a practice table's meter holds goes to players, by a promotion. A meter of the room's must be fed elsewhere, or
    have been emptied for its players; a prize that waits is paid first.
    """
    book = room.book(table)
    jackpots = book.locked(table.jackpot_of(wager) for wager in table.sensors)
    for jackpot in jackpots.values():
        held = sum(jackpot.account.held)
        if not held or book.elsewhere(jackpot.id):
            continue
        if held == jackpot.account.pending and not jackpot.plan.practice:
            raise HousewayError(
                f"{dollars(int(held))} of the jackpot {jackpot.id} was won and waits to be paid: pay it, or void the "
                "round, and close the table then"
            )
        if not jackpot.plan.practice:
            raise HousewayError(
                f"the jackpot {jackpot.id} holds {dollars(int(held))} for players, and no other table feeds it: freeze "
                "it, give notice, and move the money to another meter or a promotion first (WAC 230-15-710)"
            )
        by = changes.left_over(jackpot.account)
        lines = (("promotion:practice", -int(-(jackpot.account.displayed + jackpot.account.reserve) // 1)),)
        book.change(jackpot, PROMOTION, by, f"house:{table.id}", lines, reason="the practice table is closed")


__all__ = ["apart", "awarded", "check", "closed", "corrected", "voided"]
