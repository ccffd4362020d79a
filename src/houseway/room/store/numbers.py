"""The numbers of people, tables, rounds and shoes: none is given twice, and none that is far from the last.

A database tells which number is next by the rows that lie there; who plants one for a moment, or takes one away, would
have the room sign a number that was given before. So the last is looked for in what the room has signed.
"""

from threading import Lock
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Row, Table, Transaction, func, select

from houseway.room.errors import LOG, SPOILT, Broken, Refused
from houseway.room.store import journal, trusted
from houseway.room.store.journal import ROOM, Head
from houseway.room.store.numbered import MOST
from houseway.room.store.schema import JOURNAL, ROUNDS

GAP = 10_000
"""Numbers that may be left out in a row: PostgreSQL gives one to a command that is undone, and never again."""

LOOKED_AT = 100
"""Rounds that are looked at, and tables."""


class Given:
    """The highest number that entries of one kind in the room's own journal have given, each read once a process."""

    def __init__(self, kind: str) -> None:
        self._kind, self._text, self._lock = kind, f'"kind":"{kind}"', Lock()
        self._read, self._number = 0, 0

    def last(self, connection: Connection) -> int:
        """The highest before this transaction; 0 where there is none."""
        with self._lock:
            head = _standing(connection)
            if head.seq > self._read:
                after = self._read or self._latest(connection, head.seq) - 1
                found = trusted.about(connection, ROOM, max(after, 0), head, self._text).values()
                told = [body["id"] for body in found if body["kind"] == self._kind]
                self._read, self._number = head.seq, max([self._number, *told])
            return self._number

    def _latest(self, connection: Connection, to: int) -> int:
        """The last entry of this kind as the database finds it; one that it does not is among those read after it."""
        of_kind = JOURNAL.c.body.contains(self._text, autoescape=True)
        query = select(JOURNAL.c.seq).where(JOURNAL.c.chain == ROOM, JOURNAL.c.seq <= to, of_kind)
        return connection.execute(query.order_by(JOURNAL.c.seq.desc()).limit(1)).scalar() or 0


def _standing(connection: Connection) -> Head:
    """Where the room's own journal stood before this transaction."""
    head = journal.before(connection) or journal.head(connection, ROOM, lock=False)
    if head is None:
        raise Broken("there is no journal 0")
    return head


_GIVEN: WeakKeyDictionary[Engine, dict[str, Given]] = WeakKeyDictionary()
_HERE: WeakKeyDictionary[Transaction, dict[str, int]] = WeakKeyDictionary()
"""The last number of each kind that a transaction has given itself."""


def following(connection: Connection, kind: str, table: Table) -> int:
    """The number of the next one whom an entry of this kind makes, for who holds the room's journal."""
    begun = connection.get_transaction()
    here = _HERE.setdefault(begun, {}) if begun is not None else {}
    given = _GIVEN.setdefault(connection.engine, {}).setdefault(kind, Given(kind)).last(connection)
    last = max(given, here.get(kind, 0))
    highest = connection.execute(select(func.max(table.c.id))).scalar() or 0
    if highest > last and last:
        _refuse(f"{kind} {highest}")
    here[kind] = 1 + max(last, highest)
    return here[kind]


def check_round(connection: Connection, round_: int, last: int, seen: int) -> None:
    """Refuse a number that the database has given to a round, where it does not follow the last that was played at the
    table itself or, on SQLite, as far as this process has `seen`; or is far from all that were."""
    least = max(last, seen) if connection.dialect.name == "sqlite" else last
    if not least < round_ <= MOST or (not seen < round_ <= seen + GAP and not _follows(connection, round_)):
        _refuse(f"round {round_}")


def _follows(connection: Connection, round_: int) -> bool:
    """Whether a round not far before this one was played, as an entry tells. One of a table whose journal does not hold
    tells nothing of the others: the last of all are looked at, and the last of each table. A row of one that lies in an
    archive is taken as it is, where no entry tells of any."""
    before = ROUNDS.c.id < round_
    of_tables = select(func.max(ROUNDS.c.id)).where(before).group_by(ROUNDS.c.chain)
    query = select(ROUNDS.c.id, ROUNDS.c.chain, ROUNDS.c.started).order_by(ROUNDS.c.id.desc()).limit(LOOKED_AT)
    wanted = (before, ROUNDS.c.id.in_(of_tables))
    rows = [row for each in wanted for row in connection.execute(query.where(each)).all()]
    last = next((row.id for row in rows if _begun(connection, row)), None)
    if last is None:
        last = next((row.id for row in rows if _archived(connection, row)), 0)
    return bool(round_ - last <= GAP)


def _begun(connection: Connection, row: Row[Any, Any, Any]) -> bool:
    try:
        return bool(trusted.entry(connection, row.chain, row.started)["start"]["round"] == row.id)
    except SPOILT:
        return False


def _archived(connection: Connection, row: Row[Any, Any, Any]) -> bool:
    try:
        return trusted.in_archive(connection, row.chain, row.started)
    except SPOILT:
        return False


def check_shoe(connection: Connection, shoe: int, last: int) -> None:
    """Refuse a number that the database has given to a shoe, where it does not follow the last in the log of roots.

    PostgreSQL gives it before the log has its turn: there it may come after a later one.
    """
    least = last if connection.dialect.name == "sqlite" else last - GAP
    if shoe == last or not least < shoe <= last + GAP:
        _refuse(f"shoe {shoe}")


def _refuse(what: str) -> NoReturn:
    LOG.error("%s: what lies in the database is not what the room has numbered", what)
    raise Refused(f"{what} does not follow the last that the room has signed: houseway audit says more")
