"""What waits for the end of a round at a table: a change or a closing that the room's file or a manager has asked for.

It is an entry in the room's journal until another says what came of it, so a restart forgets nothing, and whichever
process looks at the clock first does it.
"""

from collections.abc import Container, Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.room.acts.act import reason_in
from houseway.room.acts.change import AlreadySo, BetweenRounds
from houseway.room.commands.command import Command, Done
from houseway.room.errors import Broken, Busy, Forbidden, Refused, Stale
from houseway.room.live_tables import refusing
from houseway.room.people.people import MANAGER, People, Person
from houseway.room.store import journal, reading_on
from houseway.room.store.database import LOG, Store
from houseway.room.store.schema import PEOPLE, TABLES

if TYPE_CHECKING:
    from houseway.room.room import Room

WAITS, WAITED = "waits", "waited"
BY_FILE = "the room's file"
DROPPED = "dropped: "
"""How it begins what came of something that a manager did not want any more."""

DONE, GONE, SO, ANEW = "done", "the table is closed", "it is so already", "the room's file was put in force anew"
CANNOT = "it cannot be done: "
"""What else comes of what waits."""

WHAT_WAITS = "what waits for the end of a round"
ABOUT = '"kind":"wait'
"""What entries on it have, and few others."""


class NoLonger(UnknownName):
    """Something does not wait any more."""


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


class Wanted(NamedTuple):
    """An act that is to be done at a table."""

    table: int
    act: str
    data: Mapping[str, Any]


class Listed(NamedTuple):
    """The same for people: the table's name, who asked, and why it cannot be done yet."""

    waits: Waits
    table: str
    by: str
    why: str


class Pending:
    """What waits in a room, by its journal."""

    def __init__(self, store: Store, people: People) -> None:
        self._store, self._people = store, people
        self._doubted = ""
        self._why: dict[int, str] = {}

    def add(self, by: Person | str, table: int, act: str, data: Mapping[str, Any], why: str) -> int:
        """Have an act wait for the end of a round; its number. `why` says what it waits for."""
        with self._store.transaction() as connection:
            self._people.check_acting(connection, by)
            number = _append(connection, _waits(by.id if isinstance(by, Person) else by, table, act, data))
        self._why[number] = why
        return number

    def drop(self, by: Person, number: int, reason: str) -> None:
        """Have it wait no longer, and why; a manager's."""
        if by.role != MANAGER or by.provisional:
            raise Forbidden("what waits at a table is a manager's to drop")
        said = reason_in(reason)
        with self._store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            self._people.check_acting(connection, by)
            with refusing(WHAT_WAITS):
                check_open(connection, number)
            assert at is not None
            journal.append(connection, journal.ROOM, at, _waited(by.id, number, f"{DROPPED}{said}"))

    def renew(self, connection: Connection, asked: Iterable[Wanted]) -> list[int]:
        """Have this wait for the room's file, and nothing else that an earlier one had: it says all that is to be.

        Their numbers; for who holds the room's journal.
        """
        with refusing(WHAT_WAITS):
            earlier = [each for each in open_in(connection).values() if each.of_file]
        for each in earlier:
            _append(connection, _waited(each.by, each.number, ANEW))
        return [_append(connection, _waits(BY_FILE, *each)) for each in asked]

    def came(self, numbers: Iterable[int]) -> dict[int, str]:
        """What came of these, whoever has done them; of what still waits nothing."""
        with self._store.reading() as connection, refusing(WHAT_WAITS):
            told = reading_on.told(connection, ABOUT).values()
        ended = {body["of"]: str(body["came"]) for body in told if body["kind"] == WAITED}
        return {number: ended[number] for number in numbers if number in ended}

    def why(self, number: int) -> str:
        """What something waits for, as far as this process knows."""
        return self._why.get(number, "a round")

    def listed(self) -> list[Listed]:
        """What waits, the oldest first."""
        waiting = self._all()
        with self._store.reading() as connection:
            known = select(TABLES.c.id, TABLES.c.name).where(TABLES.c.id.in_({each.table for each in waiting}))
            tables = {row.id: row.name for row in connection.execute(known)}
            people = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_({e.by for e in waiting if not e.of_file}))
            names: dict[int | str, str] = {row.id: row.name for row in connection.execute(people)}
        return [
            Listed(each, tables[each.table], names.get(each.by, str(each.by)), self.why(each.number))
            for each in waiting
        ]

    def carry_out(self, room: "Room", tables: Container[int] | None = None) -> bool:
        """Do what can be done now, or at these tables, in the order in which it was asked for; whether anything was."""
        done, held = False, dict[int, str]()
        for each in self._all():
            if tables is not None and each.table not in tables:
                continue
            if each.table in held:
                self._why[each.number] = held[each.table]
                continue
            try:
                came = self._carried_out(room, each)
            except Busy:
                raise
            except (HousewayError, Broken) as fault:
                self._why[each.number] = str(fault)
                if isinstance(fault, Broken):  # it may name a card that nobody has seen
                    LOG.error("table %d, %s: %s", each.table, each.in_words, fault)
                    self._why[each.number] = "what is on disk of it does not hold; houseway audit says why"
                held[each.table] = self._why[each.number]
                continue
            done = done or came == DONE
            LOG.info("table %d, %s: %s", each.table, each.in_words, came)
            self._why.pop(each.number, None)
        return done

    def _carried_out(self, room: "Room", waits: Waits) -> str:
        """Do it, and tell what came of it in the same transaction; where nothing is done, what keeps it from being."""
        try:
            if (done := _done(room, waits)) is not None and not done.repeated:
                return DONE
            came = GONE if done is None else DONE
        except NoLonger as fault:
            return str(fault)
        except AlreadySo:
            came = SO
        except HousewayError as fault:
            if not _final(waits, fault):
                raise
            came = f"{CANNOT}{fault}"
        self._end(waits, came)
        return came

    def _all(self) -> list[Waits]:
        """What waits, the oldest first; nothing while the room's journal is not what the room has signed."""
        with self._store.reading() as connection:
            try:
                found = sorted(open_in(connection).values())
                self._doubted = ""
            except Broken as fault:
                if self._doubted != str(fault):
                    LOG.error("%s is not done: %s", WHAT_WAITS, fault)
                found, self._doubted = [], str(fault)
        return found

    def _end(self, waits: Waits, came: str) -> None:
        with self._store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            assert at is not None
            if waits.number in open_in(connection):
                journal.append(connection, journal.ROOM, at, _waited(waits.by, waits.number, came))


def open_in(connection: Connection) -> dict[int, Waits]:
    """What waits by the signed entries of the room's journal, and by those that this transaction has added."""
    told, before = reading_on.told(connection, ABOUT), journal.before(connection)
    if before is not None:
        told |= dict(journal.entries(connection, journal.ROOM, before.seq))
    found: dict[int, Waits] = {}
    for number, body in told.items():
        if body["kind"] == WAITED:
            found.pop(body["of"], None)
        elif body["kind"] == WAITS:
            found[number] = Waits(number, body["table"], body["act"], body["data"], body["by"], body["at"])
    return found


def check_open(connection: Connection, number: int) -> None:
    """Refuse what does not wait any more."""
    if number not in open_in(connection):
        raise NoLonger(f"nothing waits under the number {number}: it is done, or was dropped")


def _append(connection: Connection, body: Mapping[str, Any]) -> int:
    at = journal.head(connection, journal.ROOM, lock=True)
    assert at is not None
    return journal.append(connection, journal.ROOM, at, body).seq


def _waits(by: int | str, table: int, act: str, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": WAITS, "by": by, "at": journal.stamp(), "table": table, "act": act, "data": _exact(dict(data))}


def _exact(value: Any) -> Any:
    """The same without broken numbers, which no entry holds: 24.0 is 24, and 1.5 is told as a text."""
    if isinstance(value, Mapping):
        return {key: _exact(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(each) for each in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() else format(Decimal(repr(value)), "f")
    return value


def _waited(by: int | str, number: int, came: str) -> dict[str, Any]:
    return {"kind": WAITED, "by": by, "at": journal.stamp(), "of": number, "came": came[:400]}


def _final(waits: Waits, fault: HousewayError) -> bool:
    """Whether no end of a round changes a refusal; a closing waits for all that is open at its table, too."""
    if isinstance(fault, IllegalSetting | Forbidden | UnknownName):
        return True
    return waits.act == "change" and not isinstance(fault, BetweenRounds | Stale | Busy | Refused)


class Ending(NamedTuple):
    """The end of something that waits, which goes along with what does it: nobody drops it, or does it too, meanwhile.

    Whoever holds a table may wait for the room's journal; nobody who holds that waits for a table.
    """

    waits: Waits

    def check(self, connection: Connection) -> None:
        """Refuse what waits no longer."""
        journal.head(connection, journal.ROOM, lock=True)
        check_open(connection, self.waits.number)

    def write(self, connection: Connection) -> None:
        """It is done."""
        _append(connection, _waited(self.waits.by, self.waits.number, DONE))


def _done(room: "Room", waits: Waits) -> Done | None:
    """Do it as whoever asked for it, a manager's under a key of its own: done once. Not where the table has closed."""
    with room.store.reading() as connection:
        if connection.execute(select(TABLES.c.closed).where(TABLES.c.id == waits.table)).scalar():
            return None
    if waits.of_file:
        return room.act(waits.table, waits.act, waits.data, Ending(waits))
    return room.do(command_of(waits), along=Ending(waits))


def command_of(waits: Waits) -> Command:
    """The command that a manager's becomes once it is done."""
    return Command(waits.table, int(waits.by), f"waits-{waits.number}", None, waits.act, dict(waits.data))
