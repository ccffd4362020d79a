"""Voids and corrections in the books: what two people have agreed on, and what the house gained of it, by wager."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, select

from houseway.room.errors import Broken
from houseway.room.jackpots.event import Event
from houseway.room.store import journal
from houseway.room.store.jackpots import changes_of
from houseway.room.store.schema import ROUNDS, TRANSACTIONS
from houseway.room.table.entry import JournalEntry
from houseway.room.table.pending import VOID
from houseway.round.meters import CORRECTED, VOIDED, WON
from houseway.round.ruling import Ruling


class Amendment(NamedTuple):
    """A void or a correction that two people have agreed on: of which round, why, and what the house has gained.

    `parts` is that by wager, and sums to it: of a void what each wager of its round had brought, of a correction the
    jackpot that it names. What no entry tells a wager of stands under nothing.
    """

    table: int
    seq: int
    round: int
    what: str
    reason: str
    at: str
    cents: int
    seat: int | None = None
    wager: str | None = None
    parts: tuple[tuple[str, int], ...] = ()

    def of(self, wager: str) -> int:
        """What the house has gained of a wager."""
        return sum(cents for each, cents in self.parts if each == wager)


def parts_by_wager(
    house: str, events: Iterable[Event], undone: Counter[str], named: str | None, gained: int
) -> tuple[tuple[str, int], ...]:
    """What the house has gained, by wager: what is undone, what jackpots gave or took of its account, and the rest."""
    found = Counter(undone)
    for event in events:
        found[event.wager] += sum(cents for account, cents in event.movement().cents if account == house)
    found[named or ""] += gained - found.total()
    return tuple((wager, cents) for wager, cents in found.items() if cents)


def undone_by(connection: Connection, at: tuple[int, int], round_: int, voids: Iterable[Event]) -> Counter[str]:
    """What people give back and get back of a round, by wager: its ruling, and awards of jackpots that were paid.

    `at` is the entry that voids it, `voids` what it changed of jackpots. What another void has undone before is not
    undone again, and what moves on from a jackpot that has ended is no part of it.
    """
    found = Counter[str]()
    before = [
        (event, [each for each in changes_of(connection, event.meter, round_) if each.number < event.number])
        for event in voids
        if event.what == VOIDED
    ]
    if not _voided_before(connection, at, round_):
        for payout in _ruling(connection, round_):
            found[payout.wager] -= payout.stake - payout.returned
        for event, done in before:
            found[event.wager] -= sum(sum(each.awards.values()) for each in done if each.what == WON)
    for event, done in before:
        paid = 0
        for each in done:
            whole = each.what == VOIDED and not each.parts
            paid = 0 if whole else paid + sum(each.awards.values()) * (each.what in (WON, CORRECTED))
        found[event.wager] += paid + int(event.by.pending)
    return found


def _voided_before(connection: Connection, at: tuple[int, int], round_: int) -> bool:
    chain, seq = at
    of_round = (TRANSACTIONS.c.what == VOID) & (TRANSACTIONS.c.round == round_) & (TRANSACTIONS.c.chain == chain)
    rows = connection.execute(select(TRANSACTIONS.c.seq).where(of_round, TRANSACTIONS.c.seq < seq)).scalars()
    return any(journal.entry(connection, chain, each)["kind"] == "approve" for each in rows)


def _ruling(connection: Connection, round_: int) -> Ruling:
    """How a round that has ended was settled."""
    row = connection.execute(select(ROUNDS.c.chain, ROUNDS.c.ended).where(ROUNDS.c.id == round_)).first()
    if row is None or row.ended is None:
        raise Broken(f"round {round_} is amended, and has not ended")
    end = JournalEntry.read(journal.entry(connection, row.chain, row.ended)).end
    return () if end is None else end.payouts
