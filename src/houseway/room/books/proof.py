"""Every sum of a report, held against the ledger: what the journals say must have moved, and what did, by account."""

from collections import Counter

from sqlalchemy import Connection, func, select

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room.books.period import Entries
from houseway.room.books.reading import HELD, Moved, Reading, TableRead
from houseway.room.store import journal
from houseway.room.store.database import Store
from houseway.room.store.schema import POSTINGS, ROUNDS, TRANSACTIONS


class Unproved(HousewayError):
    """Books that the ledger does not bear out."""


def prove(store: Store, reading: Reading) -> None:
    """Refuse a reading that does not agree with the ledger to the cent; the sentence says where."""
    for table in reading.tables:
        prove_table(store, table)
    with store.transaction() as connection:
        _agree("the room's journal", reading.room, moved(connection, journal.ROOM, reading.entries))
    _chained(reading)


def prove_table(store: Store, table: TableRead) -> None:
    """The same for one table."""
    with store.transaction() as connection:
        _agree(f"table {table.id}", table.expected, moved(connection, table.id, table.entries))
        _held(connection, table)


def moved(connection: Connection, chain: int, entries: Entries) -> Moved:
    """What the ledger says has moved with these entries; wagers that are held are compared with rulings instead."""
    query = (
        select(TRANSACTIONS.c.what, POSTINGS.c.account, func.sum(POSTINGS.c.cents).label("cents"))
        .join(POSTINGS, POSTINGS.c.transaction == TRANSACTIONS.c.id)
        .where(TRANSACTIONS.c.chain == chain, TRANSACTIONS.c.seq >= entries.first, TRANSACTIONS.c.seq < entries.end)
        .where(TRANSACTIONS.c.what != HELD)
        .group_by(TRANSACTIONS.c.what, POSTINGS.c.account)
    )
    return Counter({(row.what, row.account): int(row.cents) for row in connection.execute(query)})


def _agree(where: str, told: Moved, booked: Moved) -> None:
    for key in sorted(told.keys() | booked.keys()):
        if told[key] != booked[key]:
            what, account = key
            raise Unproved(
                f"{where}: the journal says that {account} gained {dollars(told[key])} for {what}, and the ledger has "
                f"{dollars(booked[key])}: no report is made of books that do not agree; houseway audit says more"
            )


def _held(connection: Connection, table: TableRead) -> None:
    """What was held for the rounds that ended is what their rulings were about."""
    ended = ROUNDS.c.ended
    query = (
        select(TRANSACTIONS.c.round, func.sum(POSTINGS.c.cents).label("cents"))
        .join(POSTINGS, POSTINGS.c.transaction == TRANSACTIONS.c.id)
        .join(ROUNDS, ROUNDS.c.id == TRANSACTIONS.c.round)
        .where(ROUNDS.c.chain == table.id, ended >= table.entries.first, ended < table.entries.end)
        .where(TRANSACTIONS.c.what == HELD, POSTINGS.c.account == f"hold:{table.id}")
        .group_by(TRANSACTIONS.c.round)
    )
    held = Counter({row.round: int(row.cents) for row in connection.execute(query)})
    for round_ in sorted(held.keys() | table.staked.keys()):
        if held[round_] != table.staked[round_]:
            raise Unproved(
                f"table {table.id}, round {round_}: {dollars(table.staked[round_])} was ruled on, and the ledger held "
                f"{dollars(held[round_])}: no report is made of books that do not agree; houseway audit says more"
            )


def _chained(reading: Reading) -> None:
    """Each jackpot's changes follow one from the other: none is missing between its first and its last."""
    last: dict[str, int] = {}
    for told in sorted(reading.every_change(), key=lambda each: (each.event.meter, each.event.number)):
        event = told.event
        if event.meter in last and event.number != last[event.meter] + 1:
            raise Unproved(
                f"jackpot {event.meter}: after change {last[event.meter]} comes change {event.number}; what is between "
                "stands in no journal of this period; houseway audit says more"
            )
        last[event.meter] = event.number
