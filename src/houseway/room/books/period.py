"""The days that a report is about, and where they lie in the journals: found by halving, not by reading from the start.

The journal tells the time of every entry and is not sorted by it in any index. Within one chain times only grow, so the
first entry of a day is found in a few looks, however long the chain is.
"""

from bisect import bisect_left
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock
from functools import partial
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, func, select

from houseway.errors import HousewayError
from houseway.room.errors import Archived, Refused
from houseway.room.store import archived, journal
from houseway.room.store.schema import ARCHIVED, CHAINS, JACKPOT_CHANGES, JACKPOTS, JOURNAL, TABLES, TRANSACTIONS

APART = timedelta(hours=1)
"""By how much clocks of several machines may differ: too many tables are looked at, and none is missed."""

MOST_DAYS = 3660

EARLIEST, LATEST = date(1970, 1, 1), date(9000, 1, 1)
"""Days that there may be a report of, in any time zone."""

BEGINS = '{"at":"'
"""How an entry begins: then comes when it was written."""


class Entries(NamedTuple):
    """Part of a chain: from its first entry to the one before `end`."""

    first: int
    end: int


class Period(NamedTuple):
    """Whole days of a time zone."""

    first: date
    last: date
    zone: str = "UTC"

    @classmethod
    def read(cls, first: str = "", last: str = "", zone: str = "UTC") -> "Period":
        """Days as people write them, `2026-11-15`; today where none is named, one day where no last one is."""
        try:
            here = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise HousewayError(f"{zone!r} is no time zone: write UTC, or a name as in America/Los_Angeles") from None
        today = datetime.now(here).date()
        begins = _day(first) if first else today
        ends = _day(last) if last else begins
        if not 0 <= (ends - begins).days <= MOST_DAYS:
            raise HousewayError(f"a period is from a day to the same or a later one, not from {begins} to {ends}")
        if begins > today:
            raise HousewayError(f"{begins} is still to come: ask for days up to today, {today}")
        return cls(begins, ends, zone)

    @property
    def start(self) -> datetime:
        return datetime.combine(self.first, clock(), ZoneInfo(self.zone)).astimezone(UTC)

    @property
    def end(self) -> datetime:
        """When it is over: the first moment that is not in it."""
        return datetime.combine(self.last + timedelta(days=1), clock(), ZoneInfo(self.zone)).astimezone(UTC)

    @property
    def in_words(self) -> str:
        days = str(self.first) if self.first == self.last else f"{self.first} to {self.last}"
        return f"{days}, {self.zone}"

    def entries(self, connection: Connection, chain: int) -> Entries:
        """The entries of a chain in these days."""
        last = connection.execute(select(CHAINS.c.seq).where(CHAINS.c.chain == chain)).scalar() or 0
        self._check_archived(connection, chain)
        first = _first_at(connection, chain, 1, last + 1, stamp_of(self.start))
        return Entries(first, _first_at(connection, chain, first, last + 1, stamp_of(self.end)))

    def _check_archived(self, connection: Connection, chain: int) -> None:
        """Refuse days of which something lies in an archive: a report would leave it out."""
        gone = archived.last_of(connection, chain)
        since = _at(connection, chain, gone + 1) if gone else ""
        if since >= stamp_of(self.start):
            name = archived.where(connection, chain, gone)
            says = f"table {chain} lies in the archive {name} up to {since}: ask for days after that"
            raise Archived(f"{says}, or name the archives (houseway books --archive)")

    def tables(self, connection: Connection) -> list[int]:
        """The tables to look at: opened before and open now or closed since, and where money moved or a jackpot changed
        about then."""
        for chain in connection.execute(select(ARCHIVED.c.chain).distinct().order_by(ARCHIVED.c.chain)).scalars().all():
            self._check_archived(connection, chain)
        about = stamp_of(self.start - APART), stamp_of(self.end + APART)
        begins, ends = (_first_transaction(connection, stamp) for stamp in about)
        near = select(TRANSACTIONS.c.chain).where(TRANSACTIONS.c.id >= begins, TRANSACTIONS.c.id < ends)
        found = set(connection.execute(near.distinct()).scalars()) - {journal.ROOM}
        if strange := sorted(found - set(connection.execute(select(TABLES.c.id)).scalars())):
            raise Refused(
                f"the ledger moves money in journal {strange[0]}, which is no table's: no report is made of books that "
                "do not agree; houseway audit says more"
            )
        last = last_opened_before(connection, about[1])
        found |= set(connection.execute(select(TABLES.c.id).where(~TABLES.c.closed, TABLES.c.id <= last)).scalars())
        found |= _closed_since(connection, stamp_of(self.start), last)
        found |= _where_jackpots_changed(connection, *about) - {journal.ROOM}
        return sorted(found)


def stamp_of(moment: datetime) -> str:
    """A moment as the journal writes it: texts of one form, which sort as the moments do."""
    return moment.isoformat(timespec="milliseconds")


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise HousewayError(f"{text!r} is no day: write year, month and day, as in 2026-11-15") from None
    if not EARLIEST <= day <= LATEST:
        raise HousewayError(f"there is no report of {day}: write a day from {EARLIEST} to {LATEST}")
    return day


def _at(connection: Connection, chain: int, seq: int) -> str:
    """When an entry was written; the oldest ones do not tell, nor do those in archives: they come before all others."""
    if archived.entry_of(connection, chain, seq) is not None:
        return ""
    return str(journal.entry(connection, chain, seq).get("at", ""))


def _first_at(connection: Connection, chain: int, low: int, high: int, stamp: str) -> int:
    """The first entry of a chain, from `low` on, that was not written before a moment; `high` where there is none."""
    while low < high:
        middle = (low + high) // 2
        if _at(connection, chain, middle) < stamp:
            low = middle + 1
        else:
            high = middle
    return low


def last_opened_before(connection: Connection, stamp: str) -> int:
    """The last table that was opened before a moment, 0 for none: tables are numbered as they are opened."""
    begins = func.substr(JOURNAL.c.body, 1, len(BEGINS) + len(stamp))

    def opened(table: int) -> str:
        text = connection.execute(select(begins).where(JOURNAL.c.chain == table, JOURNAL.c.seq == 1)).scalar() or ""
        return text.removeprefix(BEGINS) if text.startswith(BEGINS) else ""

    most = int(connection.execute(select(func.max(TABLES.c.id))).scalar() or 0)
    return bisect_left(range(1, most + 1), stamp, key=opened)


def _closed_since(connection: Connection, stamp: str, most: int) -> set[int]:
    """The tables up to a number whose last entry, which has closed them, was not written before a moment."""
    last = TABLES.join(CHAINS, CHAINS.c.chain == TABLES.c.id).join(
        JOURNAL, (JOURNAL.c.chain == CHAINS.c.chain) & (JOURNAL.c.seq == CHAINS.c.seq)
    )
    written = func.substr(JOURNAL.c.body, 1 + len(BEGINS), len(stamp))
    query = select(TABLES.c.id).select_from(last).where(TABLES.c.closed, TABLES.c.id <= most, written >= stamp)
    return set(connection.execute(query).scalars())


def _where_jackpots_changed(connection: Connection, begins: str, ends: str) -> set[int]:
    """The chains that tell changes of jackpots between two moments: a table that is linked moves no money."""
    found: set[int] = set()
    for jackpot, last in connection.execute(select(JACKPOTS.c.id, JACKPOTS.c.number)).all():
        told_at = partial(_changed_at, connection, jackpot)
        first, after = (1 + bisect_left(range(1, last + 1), stamp, key=told_at) for stamp in (begins, ends))
        between = (JACKPOT_CHANGES.c.jackpot == jackpot) & JACKPOT_CHANGES.c.number.between(first, after - 1)
        found |= set(connection.execute(select(JACKPOT_CHANGES.c.chain).where(between).distinct()).scalars())
    return found


def _changed_at(connection: Connection, jackpot: str, number: int) -> str:
    """When a jackpot changed for the so-manyth time."""
    this = (JACKPOT_CHANGES.c.jackpot == jackpot) & (JACKPOT_CHANGES.c.number == number)
    row = connection.execute(select(JACKPOT_CHANGES.c.chain, JACKPOT_CHANGES.c.entry).where(this)).first()
    return "" if row is None else _at(connection, row.chain, row.entry)


def _first_transaction(connection: Connection, stamp: str) -> int:
    """The first movement of money, by number, that was not made before a moment; numbers may be missing."""
    low, high = 0, 1 + (connection.execute(select(func.max(TRANSACTIONS.c.id))).scalar() or 0)
    while low < high:
        middle = (low + high) // 2
        query = select(TRANSACTIONS.c.id, TRANSACTIONS.c.chain, TRANSACTIONS.c.seq).where(TRANSACTIONS.c.id >= middle)
        row = connection.execute(query.order_by(TRANSACTIONS.c.id).limit(1)).first()
        if row is not None and _at(connection, row.chain, row.seq) < stamp:
            low = row.id + 1
        else:
            high = middle
    return low
