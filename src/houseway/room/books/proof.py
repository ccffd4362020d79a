"""Every sum of a report, held against the ledger: what the journals say must have moved, and what did, by account.

What was booked is never changed, so it is summed slice by slice: nobody at a table waits for a report.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, select, true

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room.books.period import Entries
from houseway.room.books.reading import HELD, Moved, Reading, TableRead
from houseway.room.store import journal
from houseway.room.store.database import Store
from houseway.room.store.schema import ACCOUNTS, CHAINS, POSTINGS, ROUNDS, TRANSACTIONS
from houseway.room.table.entry import Start

SLICE = 1_000
"""Rows of the ledger that are summed at once, or rounds."""

ALL = true()

REFUSED = "no report is made of books that do not agree; houseway audit says more"


class Unproved(HousewayError):
    """Books that the ledger does not bear out."""


def prove(store: Store, reading: Reading) -> None:
    """Refuse a reading that does not agree with the ledger to the cent; the sentence says where."""
    for table in reading.tables:
        _prove_table(store, table)
    _agree("the room's journal", reading.room, moved(store, journal.ROOM, reading.entries))
    with store.reading() as connection:
        _within(connection, "the room's journal", journal.ROOM)
    _chained(reading)
    _balanced(store, _accounts(reading.room, *(table.expected for table in reading.tables)))


def prove_table(store: Store, table: TableRead) -> None:
    """The same for one table."""
    _prove_table(store, table)
    _balanced(store, _accounts(table.expected))


def _prove_table(store: Store, table: TableRead) -> None:
    booked = moved(store, table.id, table.entries)
    holds = Counter({key: booked.pop(key) for key in list(booked) if key[0] == HELD})
    _agree(f"table {table.id}", table.expected, booked)
    _held(store, table, holds)
    with store.reading() as connection:
        if table.running is not None:
            _running(connection, table, table.running)
        _within(connection, f"table {table.id}", table.id)


def _summed(
    store: Store, query: Select[Any], by: ColumnElement[int], first: int, last: int, of: ColumnElement[bool] = ALL
) -> Iterator[Row[Any]]:
    """What a query finds of the rows from one number to another, so many rows at a time, however far apart they are."""
    while first <= last:
        among = select(by).where(of, by >= first, by <= last).order_by(by).offset(SLICE - 1).limit(1)
        with store.reading() as connection:
            end = connection.execute(among).scalar()
            end = last if end is None else end
            found = connection.execute(query.where(of, by >= first, by <= end)).all()
        yield from found
        first = end + 1


def moved(store: Store, chain: int, entries: Entries) -> Moved:
    """What the ledger says has moved with these entries."""
    query = (
        select(TRANSACTIONS.c.what, POSTINGS.c.account, TRANSACTIONS.c.round, func.sum(POSTINGS.c.cents).label("cents"))
        .join(POSTINGS, POSTINGS.c.transaction == TRANSACTIONS.c.id)
        .group_by(TRANSACTIONS.c.what, POSTINGS.c.account, TRANSACTIONS.c.round)
    )
    found = Moved()
    first, end = entries
    for row in _summed(store, query, TRANSACTIONS.c.seq, first, end - 1, TRANSACTIONS.c.chain == chain):
        found[row.what, row.account, row.round] += int(row.cents)
    return found


def _agree(where: str, told: Moved, booked: Moved) -> None:
    for key in sorted(told.keys() | booked.keys(), key=lambda each: (each[2] or 0, *each[:2])):
        if told[key] != booked[key]:
            what, account, round_ = key
            raise Unproved(
                f"{where}: the journal says that {account} gained {dollars(told[key])} for {what}{_of(round_)}, and "
                f"the ledger has {dollars(booked[key])}: {REFUSED}"
            )


def _of(round_: int | None) -> str:
    return "" if round_ is None else f" of round {round_}"


def _held(store: Store, table: TableRead, holds: Moved) -> None:
    """What was held for the rounds that ended is what their rulings were about, and of nobody else's money."""
    ended = (ROUNDS.c.ended >= table.entries.first) & (ROUNDS.c.ended < table.entries.end)
    with store.reading() as connection:
        rounds = connection.execute(select(ROUNDS.c.id).where(ROUNDS.c.chain == table.id, ended)).scalars().all()
    query = (
        select(TRANSACTIONS.c.round, POSTINGS.c.account, func.sum(POSTINGS.c.cents).label("cents"))
        .join(POSTINGS, POSTINGS.c.transaction == TRANSACTIONS.c.id)
        .where(TRANSACTIONS.c.what == HELD)
        .group_by(TRANSACTIONS.c.round, POSTINGS.c.account)
    )
    held = Counter[tuple[int, str]]()
    for first in range(0, len(rounds), SLICE):
        with store.reading() as connection:
            for row in connection.execute(query.where(TRANSACTIONS.c.round.in_(rounds[first : first + SLICE]))):
                held[row.round, row.account] = int(row.cents)
    for round_, account in sorted(held.keys() | table.staked.keys()):
        told, booked = table.staked[round_, account], held[round_, account]
        if told != booked:
            raise Unproved(
                f"table {table.id}, round {round_}: {dollars(abs(told))} of {account} was ruled on, and the ledger "
                f"held {dollars(abs(booked))}: {REFUSED}"
            )
    played = {round_ for round_, _ in table.staked} | ({table.running.round} if table.running else set())
    for _, _, number in holds:
        if number not in played:
            of = _of(number) or " of no round"
            raise Unproved(f"table {table.id}: the ledger holds money{of}, and none such was played: {REFUSED}")


def _running(connection: Connection, table: TableRead, start: Start) -> None:
    """What is held for the round that is being played is its seats', and no less than it began with."""
    query = (
        select(POSTINGS.c.account, func.sum(POSTINGS.c.cents).label("cents"))
        .join(TRANSACTIONS, POSTINGS.c.transaction == TRANSACTIONS.c.id)
        .where(TRANSACTIONS.c.round == start.round, TRANSACTIONS.c.what == HELD)
        .where(TRANSACTIONS.c.chain == table.id, TRANSACTIONS.c.seq < table.entries.end)
        .group_by(POSTINGS.c.account)
    )
    held = Counter({row.account: int(row.cents) for row in connection.execute(query)})
    least: Counter[str] = Counter()
    for seat, bets in start.wagers.items():
        least[start.accounts[seat]] += sum(bets.values())
    there = held.pop(f"hold:{table.id}", 0)
    if there != -sum(held.values()) or held.keys() - least.keys() or any(-held[a] < n for a, n in least.items()):
        raise Unproved(
            f"table {table.id}, round {start.round}: the ledger does not hold what its seats have staked: {REFUSED}"
        )


def _within(connection: Connection, where: str, chain: int) -> None:
    """No money moves with an entry that there is not."""
    beyond = (TRANSACTIONS.c.seq < 1) | (TRANSACTIONS.c.seq > CHAINS.c.seq)
    query = select(TRANSACTIONS.c.seq).join(CHAINS, CHAINS.c.chain == TRANSACTIONS.c.chain)
    seq = connection.execute(query.where(TRANSACTIONS.c.chain == chain, beyond).limit(1)).scalar()
    if seq is not None:
        raise Unproved(f"{where}: the ledger moves money with entry {seq}, which there is not: {REFUSED}")


def _accounts(*moves: Moved) -> set[str]:
    return {account for each in moves for _, account, _ in each}


def _balanced(store: Store, concerned: set[str]) -> None:
    """These accounts hold the sums of their postings; those that do not are looked at again, all at one moment."""
    query = select(POSTINGS.c.account, func.sum(POSTINGS.c.cents).label("cents")).group_by(POSTINGS.c.account)
    by = POSTINGS.c.transaction
    with store.reading() as connection:
        held = _holding(connection)
        first, last = connection.execute(select(func.min(by), func.max(by))).one()
    sums = Counter[str]()
    for row in _summed(store, query, by, first or 0, -1 if last is None else last):
        sums[row.account] += int(row.cents)
    if not _unbalanced(concerned, held, sums):
        return
    with store.reading() as connection:
        held, sums = _holding(connection), Counter({row.account: int(row.cents) for row in connection.execute(query)})
    for account in _unbalanced(concerned, held, sums):
        cents, balance = sums[account], held.get(account)
        if balance is None:
            raise Unproved(f"account {account}: it is gone, and its postings give {dollars(cents)}: {REFUSED}")
        raise Unproved(
            f"account {account}: it holds {dollars(balance)}, and its postings give {dollars(cents)}: {REFUSED}"
        )


def _holding(connection: Connection) -> dict[str, int]:
    return {row.id: row.balance for row in connection.execute(select(ACCOUNTS.c.id, ACCOUNTS.c.balance))}


def _unbalanced(concerned: set[str], held: Mapping[str, int], sums: Mapping[str, int]) -> list[str]:
    """The accounts that do not hold what their postings give, or that have postings and are gone."""
    posted = {account: sums.get(account, 0 if account in held else None) for account in concerned}
    return sorted(account for account, cents in posted.items() if held.get(account) != cents)


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
