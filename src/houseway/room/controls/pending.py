"""What waits for the end of a round at a table: a change or a closing that the room's file or a manager has asked for.

It is an entry in the room's journal until another says what came of it, so a restart forgets nothing, and whichever
process looks at the clock first does it.
"""

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.room.acts.act import reason_in
from houseway.room.acts.change import AlreadySo
from houseway.room.commands.command import Command
from houseway.room.errors import Broken, Busy, Forbidden
from houseway.room.people.people import MANAGER, Person
from houseway.room.store import journal, trusted
from houseway.room.store.database import LOG, Store
from houseway.room.store.schema import JOURNAL, PEOPLE, TABLES

if TYPE_CHECKING:
    from houseway.room.room import Room

WAITS, WAITED = "waits", "waited"
BY_FILE = "the room's file"


class Waits(NamedTuple):
    """An act that waits at a table: its number in the room's journal, who asked for it, when, and what it needs."""

    number: int
    table: int
    act: str
    data: Mapping[str, Any]
    by: int | str
    at: str

    @property
    def of_file(self) -> bool:
        return isinstance(self.by, str)

    @property
    def in_words(self) -> str:
        """What will be done."""
        if self.act == "close":
            return "the table is closed"
        told = [f"{key} is {value if len(value) < 40 else 'new'}" for key, value in self.data["settings"].items()]
        return ", ".join((*told, *(f"another paytable of {each['wager']}" for each in self.data["paytables"])))


class Listed(NamedTuple):
    """The same for people: the table's name, who asked, and why it cannot be done yet."""

    waits: Waits
    table: str
    by: str
    why: str


class Pending:
    """What waits in a room, read from its journal and kept up."""

    def __init__(self, store: Store) -> None:
        self._store, self._guard = store, Lock()
        self._read = 0
        self._doubted: journal.Head | None = None
        self._open: dict[int, Waits] = {}
        self._why: dict[int, str] = {}

    def add(self, by: int | str, table: int, act: str, data: Mapping[str, Any], why: str) -> int:
        """Have an act wait for the end of a round; its number. `why` says what it waits for."""
        body = {"kind": WAITS, "by": by, "at": journal.stamp(), "table": table, "act": act, "data": dict(data)}
        with self._store.transaction() as connection:
            number = _append(connection, body)
        self._why[number] = why
        return number

    def drop(self, by: Person, number: int, reason: str) -> None:
        """Have it wait no longer, and why; a manager's."""
        if by.role != MANAGER or by.provisional:
            raise Forbidden("what waits at a table is a manager's to drop")
        said = reason_in(reason)
        with self._store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            self._read_on(connection)
            if number not in self._open:
                raise UnknownName(f"nothing waits under the number {number}: it is done, or was dropped")
            assert at is not None
            journal.append(connection, journal.ROOM, at, _waited(by.id, number, f"dropped: {said}"))

    def drop_those_of_the_file(self, why: str) -> None:
        """A file that is put in force anew says all that is to be: what an earlier one had wait does not."""
        for each in self._all():
            if each.of_file:
                self._end(each, why)

    def listed(self) -> list[Listed]:
        """What waits, the oldest first."""
        waiting = self._all()
        with self._store.reading() as connection:
            known = select(TABLES.c.id, TABLES.c.name).where(TABLES.c.id.in_({each.table for each in waiting}))
            tables = {row.id: row.name for row in connection.execute(known)}
            people = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_({e.by for e in waiting if not e.of_file}))
            names: dict[int | str, str] = {row.id: row.name for row in connection.execute(people)}
        return [
            Listed(each, tables[each.table], names.get(each.by, str(each.by)), self._why.get(each.number, "a round"))
            for each in waiting
        ]

    def carry_out(self, room: "Room") -> bool:
        """Do what can be done now, in the order in which it was asked for; whether anything was."""
        done, held = False, set()
        for each in self._all():
            if each.table in held:
                continue
            try:
                came = "done" if _done(room, each) else "the table is closed"
            except AlreadySo:
                came = "it is so already"
            except (IllegalSetting, Forbidden, UnknownName) as fault:
                came = f"it cannot be done: {fault}"
            except Busy:
                raise
            except (HousewayError, Broken) as fault:
                self._why[each.number] = str(fault)
                if isinstance(fault, Broken):  # it may name a card that nobody has seen
                    LOG.error("table %d, %s: %s", each.table, each.in_words, fault)
                    self._why[each.number] = "what is on disk of it does not hold; houseway audit says why"
                held.add(each.table)
                continue
            done = done or came == "done"
            LOG.info("table %d, %s: %s", each.table, each.in_words, came)
            self._end(each, came)
        return done

    def _all(self) -> list[Waits]:
        with self._store.reading() as connection:
            self._read_on(connection)
        return sorted(self._open.values())

    def _end(self, waits: Waits, came: str) -> None:
        with self._store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            self._read_on(connection)
            assert at is not None
            if waits.number in self._open:
                journal.append(connection, journal.ROOM, at, _waited(waits.by, waits.number, came))
        self._why.pop(waits.number, None)

    def _read_on(self, connection: Connection) -> None:
        """Read what the journal tells since the last look."""
        with self._guard:
            head = journal.head(connection, journal.ROOM, lock=False)
            if head is None or head.seq <= self._read:
                return
            try:
                told = list(_told(connection, self._read, head))
            except Broken as fault:
                if self._doubted != head:
                    LOG.error("what waits at tables is not read on: %s", fault)
                self._doubted = head
                return
            for number, body in told:
                if body["kind"] == WAITED:
                    self._open.pop(body["of"], None)
                elif body["kind"] == WAITS:
                    given = (body["table"], body["act"], body["data"], body["by"], body["at"])
                    self._open[number] = Waits(number, *given)
            self._read = head.seq


def _told(connection: Connection, after: int, head: journal.Head) -> Iterator[tuple[int, Any]]:
    """The entries of the room's journal after one that are about what waits: the room does what it has signed.

    At first the database looks for them; from then on each entry is read and checked.
    """
    if after:
        yield from trusted.about(connection, journal.ROOM, after, head, '"kind":"wait').items()
        return
    about = JOURNAL.c.body.like('%"kind":"wait%') & (JOURNAL.c.seq <= head.seq)
    query = select(JOURNAL.c.seq).where(JOURNAL.c.chain == journal.ROOM, about)
    for seq in connection.execute(query.order_by(JOURNAL.c.seq)).scalars().all():
        try:
            yield seq, trusted.entry(connection, journal.ROOM, seq)
        except Broken as fault:
            LOG.error("what waits at a table by entry %d is not done: %s", seq, fault)


def _append(connection: Connection, body: Mapping[str, Any]) -> int:
    at = journal.head(connection, journal.ROOM, lock=True)
    assert at is not None
    return journal.append(connection, journal.ROOM, at, body).seq


def _waited(by: int | str, number: int, came: str) -> dict[str, Any]:
    return {"kind": WAITED, "by": by, "at": journal.stamp(), "of": number, "came": came[:400]}


def _done(room: "Room", waits: Waits) -> bool:
    """Do it as whoever asked for it, a manager's under a key of its own: done once. Not where the table has closed."""
    with room.store.reading() as connection:
        if connection.execute(select(TABLES.c.closed).where(TABLES.c.id == waits.table)).scalar():
            return False
    if waits.of_file:
        room.act(waits.table, waits.act, waits.data)
    else:
        room.do(Command(waits.table, int(waits.by), f"waits-{waits.number}", None, waits.act, dict(waits.data)))
    return True
