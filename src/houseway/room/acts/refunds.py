"""What a void or a correction of a round that has ended does to money and to jackpots, to the fraction of a cent.

People and the house get back what the round moved. A jackpot gets back what the round did to it, in its own account:
what somebody else has won since is theirs, and the house makes it good.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from houseway.errors import HousewayError, UnknownName
from houseway.money import dollars
from houseway.room.acts.act import Resources
from houseway.room.jackpots import changes, of_round
from houseway.room.jackpots.account import PROMOTION, RECEIVED, TRANSFERRED, Account
from houseway.room.jackpots.event import Event, award_account, did, house_of
from houseway.room.jackpots.plan import CLOSED, takes_more
from houseway.room.jackpots.promotions import PRACTICE, promotion_of
from houseway.room.store import jackpots_told
from houseway.room.store.jackpots import Book, Jackpot
from houseway.room.table.pending import Pending
from houseway.round.meters import CORRECTED, VOIDED

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
    done = _by_jackpot(book, round_)
    _check_recorded(table, done, round_, room)
    book.locked(id_ for id_, _ in done)
    check_left(table, round_, room)
    for of, events in done.items():
        _undo(table, book, of, round_, events)
    lines: list[list[Any]] = [[account, -cents] for account, cents in _between(round_, room)]
    rest = -sum(int(cents) for _, cents in lines)
    return sorted([*lines, [f"house:{table.id}", rest]]) if rest else lines


def check_left(table: "LiveTable", round_: int, room: Resources) -> None:
    """Refuse a void that would undo nothing."""
    if _between(round_, room):
        return
    if all(did(done) == Account() for done in _by_jackpot(room.book(table), round_).values()):
        raise HousewayError(
            f"round {round_} has nothing left to void: it is void already, or nothing was won or lost in it"
        )


def _between(round_: int, room: Resources) -> list[tuple[str, int]]:
    """What a round has moved by now of the accounts of people."""
    moved = sorted(room.of_round(round_).items())
    return [(account, cents) for account, cents in moved if cents and not apart(account)]


def _by_jackpot(book: Book, round_: int) -> dict[tuple[str, str], list[Event]]:
    """What a round has done, by the jackpot and the wager."""
    found: dict[tuple[str, str], list[Event]] = {}
    for event in jackpots_told.done_in(book, round_):
        found.setdefault((event.meter, event.wager), []).append(event)
    return found


def _check_recorded(
    table: "LiveTable", done: Mapping[tuple[str, str], Sequence[Event]], round_: int, room: Resources
) -> None:
    """Refuse a round from before jackpots had accounts of their own that has moved a meter: by how much is not told."""
    for wager in table.meters.exact:
        id_ = table.jackpot_of(wager)
        if room.of_round(round_).get(f"meter:{id_}") and (id_, wager) not in done:
            name = table.game.document.wager(wager).name
            raise HousewayError(
                f"round {round_} is from before jackpots had accounts of their own, and what it did to the {name} is "
                "not on record to the fraction: ask for a correction of each seat instead"
            )


def _undo(table: "LiveTable", book: Book, of: tuple[str, str], round_: int, done: Sequence[Event]) -> None:
    """Undo what a round did to a jackpot, where there is anything."""
    id_, wager = of
    if did(done) == Account():
        return
    jackpot = jackpots_told.sound(book, id_)
    if of_round.held(done) != book.held_awards(round_, wager):
        raise HousewayError(
            f"the awards of round {round_} are not listed as the journal tells them: houseway audit says more"
        )
    by = changes.undone(jackpot.account, jackpot.plan, did(done))
    house = house_of(table.id)
    after, _ = book.change(jackpot, VOIDED, by, house, of_round.released(done), wager=wager, round=round_)
    book.cancel(round_, wager)
    _move_on(book, after, house)


def _move_on(book: Book, jackpot: Jackpot, house: str) -> None:
    """What comes back to a jackpot that has ended goes where its money went: to another one, or to its promotion."""
    if jackpot.state != CLOSED or not sum(jackpot.account.held):
        return
    by = changes.left_over(jackpot.account)
    reason = f"the jackpot {jackpot.id} has ended: what comes back to it goes where its money went"
    to = _heir(book, jackpot)
    if to.state == CLOSED:
        lines = ((promotion_of(to.id), changes.in_whole(by)),)
        book.change(jackpot, PROMOTION, by, house, lines, reason=reason)
        return
    book.change(jackpot, TRANSFERRED, by, house, reason=reason)
    book.change(to, RECEIVED, changes.received(to.account, to.plan, by), house, reason=reason)


def _heir(book: Book, ended: Jackpot) -> Jackpot:
    """The jackpot that has the money of one that has ended; one that is closed, too, has it in its promotion."""
    id_, to = ended.id, jackpots_told.receiver(book.connection, ended.id)
    if not to:
        return ended
    jackpot = jackpots_told.sound(book, to)
    if jackpot.state == CLOSED:
        return _heir(book, jackpot)
    if not takes_more(jackpot.plan, jackpot.state):
        raise HousewayError(
            f"the money of the jackpot {id_} went to {to}, which is {jackpot.state}: thaw it, or replace what was "
            "seized, and approve this then"
        )
    return jackpot


def check(table: "LiveTable", round_: int, seat: int, cents: int, wager: str, room: Resources) -> list[Event]:
    """Refuse a correction that this jackpot cannot owe, or that the seat cannot give back; what the round did to it."""
    if wager not in table.meters.exact:
        known = ", ".join(table.meters.exact) or "none"
        raise UnknownName(f"{wager!r} feeds no meter at this table; those that do: {known}")
    done = _by_jackpot(room.book(table), round_).get((table.jackpot_of(wager), wager), [])
    if why := of_round.objection(done, round_, seat, cents, table.game.document.wager(wager).name):
        raise HousewayError(why)
    return done


def corrected(table: "LiveTable", asked: Pending, room: Resources) -> None:
    """A hit that was missed is paid from the meter that owed it; what was paid wrongly goes back to it."""
    assert asked.wager is not None
    book, cents, seat, house = room.book(table), asked.cents or 0, asked.seat or 0, house_of(table.id)
    done = check(table, asked.round, seat, cents, asked.wager, room)
    if award_account(asked.round, seat, asked.wager) in of_round.held(done):
        raise HousewayError(f"the award of seat {seat} is not paid yet: pay it first, or ask for a void of the round")
    jackpot = jackpots_told.sound(book, table.jackpot_of(asked.wager))
    closed = jackpot.state == CLOSED
    by = of_round.correction(jackpot.account, jackpot.plan, done, seat, cents, closed=closed)
    account = room.account_in(table.id, asked.round, seat)
    more = {"round": asked.round, "wager": asked.wager, "awards": {seat: cents}, "reason": asked.reason}
    more["seeded"] = int(by.seed) if by.seed == int(by.seed) else 0
    after, _ = book.change(jackpot, CORRECTED, by, house, ((account, cents),), **more)
    _move_on(book, after, house)


def closed(table: "LiveTable", room: Resources) -> None:
    """Closing a table strands no balance.

    What a practice table's meter holds goes to players, by a promotion. A meter of the room's must be fed elsewhere, or
    have been emptied for its players, as signed entries tell; a prize that waits is paid first.
    """
    book = room.book(table)
    jackpots = book.locked(table.jackpot_of(wager) for wager in table.sensors)
    jackpots |= {id_: jackpots_told.sound(book, id_) for id_ in sorted(table.linked.values())}
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
        lines = ((PRACTICE, changes.in_whole(by)),)
        book.change(jackpot, PROMOTION, by, house_of(table.id), lines, reason="the practice table is closed")


__all__ = ["apart", "check", "check_left", "closed", "corrected", "voided"]
