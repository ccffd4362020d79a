"""Seats whose wager lay when a round began without them. One that had the money for it was left out by the house.

What a player had is taken from the ledger by the times of its entries. Writers wait for each other, so half a minute is
allowed: of what came since, or went until, it is not known here whether the room saw it when the round began.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate, combinations
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, select

from houseway.money import dollars
from houseway.room.acts.play import Timeout
from houseway.room.acts.wagers import Seal
from houseway.room.audit.chain import Told, moment_of
from houseway.room.audit.money import WAIT, dated
from houseway.room.store.meters import STATED
from houseway.room.store.schema import POSTINGS, TRANSACTIONS
from houseway.room.table.beginning import sitting_out
from houseway.room.table.entry import JournalEntry
from houseway.room.table.seats import BETTING, SEALING, Place
from houseway.room.table.state import LiveTable

LONG_AGO, NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


TIMEOUT = "timeout"
"""The kind of the entries of time that has run out."""


class Laid(NamedTuple):
    """What lies at a seat, and whose money it is."""

    cents: int
    account: str


class LeftOut(NamedTuple):
    """Seats that might have played, and those of them that did not; `lawful` is who sits out by the rules, for each
    company that may have had the money."""

    where: str
    at: str
    laid: Mapping[int, Laid]
    out: Sequence[int]
    says: str
    lawful: Mapping[frozenset[int], Collection[int]] = {}


class Sitting(NamedTuple):
    """Before an act: the seats that time may have sit out, what lies at those whose seals are not waited for, and who
    of them sits out by the rules, by who has the money."""

    late: frozenset[int] = frozenset()
    laid: Mapping[int, Laid] = {}
    lawful: Mapping[frozenset[int], Collection[int]] = {}


def sitting(table: LiveTable, body: Mapping[str, Any]) -> Sitting:
    """As far as it matters to an entry by which seats sit out that have sealed, or had nothing to seal."""
    laid = _laid(table)
    late = {SEALING: laid, BETTING: [place for place in laid if not place.ready]}.get(table.phase, [])
    might = [place for place in laid if table.phase != SEALING or not place.owes_seal]
    found = Sitting(frozenset(place.number for place in late))
    out = (body.get("data") or {}).get("out") or ()
    if body.get("kind") != TIMEOUT or not any(place.number in out for place in might):
        return found
    purses = {place.number: Laid(sum(place.wagers.values()), table.account(place.number)) for place in might}
    companies = (set_ for many in range(len(purses) + 1) for set_ in combinations(purses, many))
    return found._replace(laid=purses, lawful={frozenset(each): sitting_out(table, each) for each in companies})


def of_entry(table: LiveTable, seq: int, entry: JournalEntry, before: Sitting) -> Iterator[LeftOut]:
    """Who was left out by an entry that is replayed: by time that has run out, or by a round that began."""
    where = f"table {table.id}, entry {seq}"
    if isinstance(entry.act, Timeout):
        out = [seat for seat in entry.act.out or () if seat in before.laid]
        if out:
            yield LeftOut(where, entry.at, before.laid, out, "was told to sit the round out", before.lawful)
    if entry.version >= STATED and isinstance(entry.act, Seal) and _all_sealed(table):
        laid = {place.number: Laid(sum(place.wagers.values()), table.account(place.number)) for place in _laid(table)}
        yield LeftOut(where, entry.at, laid, list(laid), "all had sealed, and no round began")
    if entry.start is not None and table.unplayed:
        laid = {seat: Laid(*each) for seat, each in table.unplayed.items()}
        yield LeftOut(where, entry.at, laid, list(laid), f"round {entry.start.round} began without it")


def _laid(table: LiveTable) -> list[Place]:
    return [place for place in table.people if place.wagers]


def _all_sealed(table: LiveTable) -> bool:
    """Whether nothing is waited for, but that the round begins."""
    return table.phase == SEALING and not table.paused and not any(place.owes_seal for place in _laid(table))


def told_out(entry: JournalEntry, before: Sitting) -> list[int]:
    """The seats that are told to sit out where no seal was waited for, though they were ready or had laid nothing."""
    return sorted(set(entry.act.out or ()) - before.late) if isinstance(entry.act, Timeout) else []


def left_out_faults(connection: Connection, left_out: Iterable[LeftOut]) -> Iterator[Told]:
    """Seats that had what they laid, and were left out."""
    found = list(left_out)
    if not found:
        return
    purses = _purses(connection, {each.account for left in found for each in left.laid.values()})
    for left in found:
        at = moment_of(left.at) or LONG_AGO
        sure = {seat for seat, each in left.laid.items() if purses[each.account].surely(at) >= each.cents}
        may = {seat for seat, each in left.laid.items() if purses[each.account].perhaps(at) >= each.cents}
        lawful = [out for company, out in left.lawful.items() if sure <= company <= may]
        for seat in sure.intersection(left.out):
            if any(seat in out for out in lawful):
                continue
            laid = left.laid[seat]
            had = f"had laid {dollars(laid.cents)}, which {laid.account.replace(':', ' ')} had"
            yield left.where, f"seat {seat} {had}, and {left.says}"


class Moved(NamedTuple):
    """What came to an account, or went: not before one time, and not after another."""

    earliest: datetime
    latest: datetime
    cents: int


class Purse:
    """What came to an account and what went, each with its times."""

    def __init__(self, moves: Sequence[Moved]) -> None:
        came = [move for move in moves if move.cents > 0]
        went = [move._replace(cents=-move.cents) for move in moves if move.cents < 0]
        self._here, self._soon = _running(came, "latest"), _running(came, "earliest")
        self._gone, self._left = _running(went, "earliest"), _running(went, "latest")

    def surely(self, at: datetime) -> int:
        """What was there at a time in any case: without what came shortly before, and what went shortly after."""
        (here, sums), (gone, away) = self._here, self._gone
        since, until = (at - WAIT, at + WAIT) if at > LONG_AGO else (at, NEVER)
        return sums[bisect_left(here, since)] - away[bisect_right(gone, until)]

    def perhaps(self, at: datetime) -> int:
        """What may have been there at a time: with what came shortly after, and without what went shortly before."""
        (soon, sums), (left, away) = self._soon, self._left
        since, until = (at - WAIT, at + WAIT) if at > LONG_AGO else (at, NEVER)
        return sums[bisect_right(soon, until)] - away[bisect_left(left, since)]


def _running(moves: Iterable[Moved], by: Literal["earliest", "latest"]) -> tuple[list[datetime], list[int]]:
    """Times, and the sum of what was before each and after the last."""
    found = sorted((move.earliest if by == "earliest" else move.latest, move.cents) for move in moves)
    return [at for at, _ in found], list(accumulate((cents for _, cents in found), initial=0))


def _purses(connection: Connection, accounts: set[str]) -> dict[str, Purse]:
    """These accounts by the ledger. What came to one first was there before anything was laid with it; what lies in an
    archive tells no time, and was between what is numbered before it and after it."""
    times: Mapping[tuple[int, int], datetime] = dated(connection)
    lines: dict[str, list[Moved]] = {account: [] for account in accounts}
    open_: list[tuple[str, int]] = []
    last = LONG_AGO
    join = POSTINGS.join(TRANSACTIONS, TRANSACTIONS.c.id == POSTINGS.c.transaction)
    columns: Any = (POSTINGS.c.account, POSTINGS.c.cents, TRANSACTIONS.c.chain, TRANSACTIONS.c.seq)
    query = select(*columns).select_from(join).where(POSTINGS.c.account.like("person:%")).order_by(TRANSACTIONS.c.id)
    for row in connection.execute(query):
        at = times.get((row.chain, row.seq))
        if at is not None:
            last = max(last, at)
            for account, number in open_:
                lines[account][number] = lines[account][number]._replace(latest=at)
            open_ = []
        if (mine := lines.get(row.account)) is not None:
            if mine and at is None:
                open_.append((row.account, len(mine)))
            mine.append(Moved(at or last, at or NEVER, row.cents) if mine else Moved(LONG_AGO, LONG_AGO, row.cents))
    return {account: Purse(each) for account, each in lines.items()}
