"""The ledger against the journal: what moved at each entry, what the accounts hold, what lies on the tables."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from houseway.money import dollars
from houseway.room.audit.chain import SKEW, Told, chain_name, time_of
from houseway.room.store import ledger
from houseway.room.store.schema import ACCOUNTS, JOURNAL, POSTINGS, TRANSACTIONS

WAIT = timedelta(seconds=30)
"""So far entries may be dated otherwise than their transactions are numbered: clocks differ, and writers wait."""

Entry = tuple[int, int]
Moves = Mapping[Entry, list[ledger.Movement]]


def money_faults(connection: Connection, expected: Moves, held: Mapping[int, int]) -> Iterator[Told]:
    """The ledger moved what the journal says and nothing else; balances are the sums of it."""
    actual: dict[Entry, list[ledger.Movement]] = defaultdict(list)
    postings: dict[int, list[tuple[str, int]]] = defaultdict(list)
    totals: Counter[str] = Counter()
    times, purses = dated(connection), Purses()
    for line in connection.execute(select(POSTINGS)):
        postings[line.transaction].append((line.account, line.cents))
        totals[line.account] += line.cents
    for row in connection.execute(select(TRANSACTIONS).order_by(TRANSACTIONS.c.id)):
        lines = tuple(sorted(postings.pop(row.id, [])))
        if off := sum(cents for _, cents in lines):
            yield f"transaction {row.id}", f"is off by {dollars(off)}"
        actual[row.chain, row.seq].append(ledger.Movement(row.what, lines, row.round))
        for account, has in purses.uncovered(lines, times.get((row.chain, row.seq))):
            where = f"account {account}, {chain_name(row.chain)}, entry {row.seq}"
            yield where, f"has {dollars(has)} after it: nobody stakes or pays what is not there"
    for id_ in postings:
        yield f"transaction {id_}", "has postings and is gone"
    for entry in sorted(actual.keys() | expected.keys()):
        yield from _compared(entry, expected.get(entry, []), actual.get(entry, []))
    yield from _numbered(connection, times)
    yield from _accounts(connection, totals)
    yield from _holds(connection, held)


def dated(connection: Connection) -> dict[Entry, datetime]:
    """When the entries that moved money were written, as far as they are here and tell it. A clock may go back in a
    chain, by so little that it is no finding: no entry is taken to be earlier than the one before for that."""
    is_its = (JOURNAL.c.chain == TRANSACTIONS.c.chain) & (JOURNAL.c.seq == TRANSACTIONS.c.seq)
    query = select(JOURNAL.c.chain, JOURNAL.c.seq, JOURNAL.c.body).join(TRANSACTIONS, is_its)
    times: dict[Entry, datetime] = {}
    latest: dict[int, datetime] = {}
    for row in connection.execute(query.order_by(JOURNAL.c.chain, JOURNAL.c.seq)):
        if (at := time_of(row.body)) is not None:
            before = latest.get(row.chain, at)
            times[row.chain, row.seq] = latest[row.chain] = at if at < before - SKEW else max(at, before)
    return times


class Later:
    """What came to accounts by lower numbers and at later times than what is looked at."""

    def __init__(self) -> None:
        self._came: dict[str, list[tuple[datetime, int]]] = defaultdict(list)
        self._latest: dict[str, datetime] = {}

    def note(self, account: str, cents: int, at: datetime | None) -> None:
        if at is not None:
            self._came[account].append((at, cents))
            self._latest[account] = max(at, self._latest.get(account, at))

    def than(self, at: datetime | None, account: str) -> int:
        if at is None or at >= self._latest.get(account, at):
            return 0
        return sum(cents for came, cents in self._came[account] if came > at)


class Purses:
    """What accounts have, movement by movement; who pays has what came before by its number and by its time."""

    def __init__(self) -> None:
        self._has: Counter[str] = Counter()
        self._later = Later()
        self._below: set[str] = set()

    def uncovered(self, lines: Sequence[tuple[str, int]], at: datetime | None) -> Iterator[tuple[str, int]]:
        """Move these cents; what those accounts have that must not fall below zero and do so for the first time."""
        for account, cents in lines:
            self._has[account] += cents
            if account.split(":")[0] in ledger.OPEN_ENDED:
                continue
            if cents > 0:
                self._later.note(account, cents, at)
            has = self._has[account] - (self._later.than(at, account) if cents < 0 else 0)
            if has < 0 and account not in self._below:
                self._below.add(account)
                yield account, has


def booked(connection: Connection, chain: int, to: int) -> dict[int, list[ledger.Movement]]:
    """What the ledger has booked for a chain's entries up to one, by entry."""
    of = (TRANSACTIONS.c.chain == chain) & (TRANSACTIONS.c.seq <= to)
    lines: dict[int, list[tuple[str, int]]] = defaultdict(list)
    join = POSTINGS.join(TRANSACTIONS, TRANSACTIONS.c.id == POSTINGS.c.transaction)
    for line in connection.execute(select(POSTINGS).select_from(join).where(of)):
        lines[line.transaction].append((line.account, line.cents))
    found: dict[int, list[ledger.Movement]] = defaultdict(list)
    for row in connection.execute(select(TRANSACTIONS).where(of)):
        found[row.seq].append(ledger.Movement(row.what, tuple(sorted(lines[row.id])), row.round))
    return dict(found)


def _numbered(connection: Connection, times: Mapping[Entry, datetime]) -> Iterator[Told]:
    """Transactions are numbered in the order of their entries: in each chain, and by their time across chains."""
    query = select(TRANSACTIONS.c.id, TRANSACTIONS.c.chain, TRANSACTIONS.c.seq).order_by(TRANSACTIONS.c.id)
    last: dict[int, int] = {}
    latest: datetime | None = None
    for row in connection.execute(query):
        at = times.get((row.chain, row.seq))
        late = at is not None and latest is not None and at < latest - WAIT
        if late or row.seq < last.get(row.chain, 0):
            says = f"of {chain_name(row.chain)}, entry {row.seq}, is numbered after what came later"
            yield f"transaction {row.id}", says
        last[row.chain] = row.seq
        latest = at if late else max(filter(None, (at, latest)), default=None)


def _accounts(connection: Connection, totals: Counter[str]) -> Iterator[Told]:
    for account in connection.execute(select(ACCOUNTS)):
        where = f"account {account.id}"
        if account.id not in totals:
            yield where, f"holds {dollars(account.balance)}, and no posting tells of it"
        elif account.balance != totals.pop(account.id):
            yield where, f"holds {dollars(account.balance)}, which its postings do not give"
        if account.open_ended != (account.id.split(":")[0] in ledger.OPEN_ENDED):
            yield where, "may go below zero where it must not, or the other way round"
    for name, cents in totals.items():
        yield f"account {name}", f"is gone with {dollars(cents)}"


def _compared(entry: Entry, expected: list[ledger.Movement], actual: list[ledger.Movement]) -> Iterator[Told]:
    if sorted(expected, key=str) == sorted(actual, key=str):
        return
    gap: Counter[str] = Counter()
    for sign, moves in ((1, actual), (-1, expected)):
        for move in moves:
            for account, cents in move.cents:
                gap[account] += sign * cents
    rounds = sorted({move.round for move in (*expected, *actual) if move.round is not None})
    where = f"{chain_name(entry[0])}, entry {entry[1]}" + "".join(f", round {each}" for each in rounds)
    off = ", ".join(f"{account} {dollars(cents)}" for account, cents in sorted(gap.items()) if cents)
    yield where, f"the ledger is off: {off}" if off else "the ledger does not book it as the journal tells it"


def _holds(connection: Connection, held: Mapping[int, int]) -> Iterator[Told]:
    """Between rounds nothing is held; during one, what is staked."""
    rows = connection.execute(select(ACCOUNTS.c.id, ACCOUNTS.c.balance).where(ACCOUNTS.c.id.like("hold:%")))
    there = {row.id: row.balance for row in rows}
    for id_, want in held.items():
        if (has := there.get(f"hold:{id_}", 0)) != want:
            yield f"table {id_}", f"holds {dollars(has)}, and {dollars(want)} is staked"
