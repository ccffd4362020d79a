"""A room run by its file: tables are opened, changed between rounds and closed as it says, with who and why."""

import tomllib
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, func, select

from houseway.document.settings import Settings
from houseway.document.variants import paytable_content
from houseway.errors import HousewayError, IllegalSetting
from houseway.games import game as find_game
from houseway.room.acts.act import MOST_REASON, reason_in
from houseway.room.acts.change import AlreadySo, changed
from houseway.room.controls.file import Controls, Table
from houseway.room.controls.pending import CANNOT, DONE, GONE, SO, Wanted
from houseway.room.errors import SPOILT, Broken, Busy, Forbidden
from houseway.room.jackpots.plan import Plan
from houseway.room.opening import MOST_NAME, wanted_table
from houseway.room.people.people import LOCKED, MANAGER, Person
from houseway.room.store import journal, trusted
from houseway.room.store.database import LOG
from houseway.room.store.jackpots import Book
from houseway.room.store.journal import stamp
from houseway.room.store.schema import PEOPLE, TABLES

if TYPE_CHECKING:
    from houseway.room.room import AsSet, Room

KIND = "controls"
ANOTHER = "give the table of the file another name; this one is closed then, and that one opened"
NO_REASON = "the room's file says so"
"""Why tables are changed where nobody has told."""

THE_FILE = Person(0, "the room's file", MANAGER, 0)
"""Who opens the tables of a file that a command names."""


class Running(NamedTuple):
    """The controls in force, as the room's journal has them."""

    hash: str
    guests: tuple[str, ...]
    covered: int
    verified: int
    tables: Mapping[str, int]
    name: str = ""
    staff: Mapping[str, int] = {}


def running(connection: Connection) -> Running | None:
    """The controls that were put in force last; None where a room has none."""
    return InForce().now(connection)


class InForce:
    """The controls in force, for a process that goes on while another puts other ones in force.

    Asked at each use, it reads the journal where that has later ones; what it has read it does not forget for a row.
    """

    def __init__(self) -> None:
        self._found: tuple[int, Running | None] = (0, None)
        self._said: set[int] = set()

    def now(self, connection: Connection) -> Running | None:
        """What is in force as the journal stands."""
        last, found = self._found
        for seq in journal.noted(connection, KIND, last):
            try:
                last, found = seq, _controls(trusted.entry(connection, journal.ROOM, seq))
                break
            except SPOILT as fault:
                if seq not in self._said:
                    LOG.error("the controls of entry %d are not in force: %r", seq, fault)
                self._said.add(seq)
        self._found = last, found
        return found


def _controls(said: Mapping[str, Any]) -> Running:
    """What an entry has put in force."""
    if said["kind"] != KIND:
        raise Broken(f"an entry of kind {said['kind']!r} puts nothing in force")
    guests, name = tuple(said["guests"]), str(said.get("name", ""))
    staff = tomllib.loads(said.get("text", "")).get("staff", {})
    return Running(said["hash"], guests, said["covered"], said["verified"], said["tables"], name, staff)


def lacking(connection: Connection, controls: Controls | Running) -> list[str]:
    """The roles that too few accounts have for these controls, in words."""
    query = select(PEOPLE.c.role, func.count()).where(PEOPLE.c.locked_until < LOCKED).group_by(PEOPLE.c.role)
    there: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
    return [
        f"accounts of the role {role}: the file wants {number}, and there {'is' if there.get(role) == 1 else 'are'} "
        f"{there.get(role, 0)}"
        for role, number in controls.staff.items()
        if there.get(role, 0) < number
    ]


class Outcome(NamedTuple):
    """What came of putting controls in force: tables opened and changed, and what waits for the end of a round.

    `stays` says why a table or a jackpot is otherwise than the file has it and no waiting will change that; `unopened`,
    why a table is not there at all.
    """

    opened: tuple[str, ...]
    changed: tuple[str, ...]
    waiting: Mapping[str, str]
    lacking: tuple[str, ...] = ()
    stays: Mapping[str, str] = {}
    unopened: Mapping[str, str] = {}


def put_in_force(room: "Room", controls: Controls, by: Person | str, why: str) -> Outcome:
    """Open the tables that are new, change those that are set otherwise, close those that are gone; told and recorded.

    In one transaction the file is recorded, the new tables are opened, and what is to be done at others waits in the
    place of what an earlier file had wait: whoever may not any more has done nothing, and whatever comes between, any
    process does the rest. What can be done at once is; what a table in play cannot do yet is done after its round.
    """
    if isinstance(by, Person) and (by.role != MANAGER or by.provisional):
        raise Forbidden("the room's file is a manager's")
    why = _reason(why)
    with room.store.transaction() as connection:
        journal.head(connection, journal.ROOM, lock=True)
        room.people.check_acting(connection, by)
        plans = running_plans(connection, controls)
        before = running(connection)
        closed = set(connection.execute(select(TABLES.c.id).where(TABLES.c.closed)).scalars())
        there = {name: id_ for name, id_ in (before.tables if before else {}).items() if id_ not in closed}
        new, unopened = _opened(room, connection, controls, there, by, plans)
        if before is None or before.hash != controls.hash or new:
            _record(connection, controls, there | new, by, why)
        asked, stays = _asked(room, connection, controls, there, why)
        numbers = room.pending.renew(connection, asked.values())
    came = bring(room, dict(zip(asked, numbers, strict=True)), {each.table for each in asked.values()})
    room.jackpots.review(THE_FILE)
    stays |= {**came.stays, **dict(_planned_otherwise(controls, plans))}
    with room.store.transaction() as connection:
        missing = tuple(lacking(connection, controls))
    return came._replace(opened=tuple(new), lacking=missing, stays=stays, unopened=unopened)


def _reason(why: str) -> str:
    """A reason that the room's journal and every table take, of whatever somebody has given."""
    printable = "".join(each if each.isprintable() else " " for each in why)
    try:
        return reason_in(" ".join(printable.split())[:MOST_REASON])
    except HousewayError:
        return NO_REASON


def _opened(
    room: "Room",
    connection: Connection,
    controls: Controls,
    there: Mapping[str, int],
    by: Person | str,
    plans: Mapping[str, Plan],
) -> tuple[dict[str, int], dict[str, str]]:
    """Open the tables that are not there yet; and why others are not opened."""
    opener = by if isinstance(by, Person) else THE_FILE
    new, unopened = dict[str, int](), dict[str, str]()
    for table in controls.tables:
        if table.name in there:
            continue
        of = {wager: each._replace(plan=plans.get(each.id, each.plan)) for wager, each in table.sensors.items()}
        try:
            name = " ".join(table.name.split())[:MOST_NAME]
            wanted = wanted_table(opener, table.game.id, table.given, name, table.paytables, of)
            with connection.begin_nested():
                new[table.name] = room.open_in(connection, opener, wanted)
        except HousewayError as fault:  # the others are opened, and all of it is recorded
            unopened[table.name] = str(fault)
    return new, unopened


def _record(connection: Connection, controls: Controls, tables: Mapping[str, int], by: Person | str, why: str) -> None:
    body: dict[str, Any] = {
        "kind": KIND,
        "by": by.id if isinstance(by, Person) else by,
        "at": stamp(),
        "why": why,
        "name": controls.name,
        "hash": controls.hash,
        "text": controls.text,
        "guests": list(controls.guests),
        "covered": controls.covered,
        "verified": controls.verified,
        "posting": {key: list(sentences) for key, sentences in controls.posting.items()},
        "tables": dict(tables),
    }
    at = journal.head(connection, journal.ROOM, lock=True)
    assert at is not None
    journal.append(connection, journal.ROOM, at, body)


def bring(room: "Room", asked: Mapping[str, int], tables: Container[int]) -> Outcome:
    """Have done what waits for the file at these tables, by name, as far as their rounds allow: those changed, and why
    others are not."""
    try:
        room.pending.carry_out(room, tables)
    except Busy as fault:
        LOG.warning("the clock does what the room's file says: %s", fault)
    came = room.pending.came(asked.values())
    done = tuple(name for name, number in asked.items() if came.get(number) == DONE)
    waiting = {name: room.pending.why(number) for name, number in asked.items() if number not in came}
    told = {name: came[number] for name, number in asked.items() if number in came}
    stays = {name: says.removeprefix(CANNOT) for name, says in told.items() if says not in (DONE, GONE, SO)}
    return Outcome((), done, waiting, stays=stays)


def _asked(
    room: "Room", connection: Connection, controls: Controls, there: Mapping[str, int], why: str
) -> tuple[dict[str, Wanted], dict[str, str]]:
    """What makes of the tables that are there what the file says, by name; and why others stay as they are."""
    wanted = {table.name: table for table in controls.tables}
    asked, stays = dict[str, Wanted](), dict[str, str]()
    for name, id_ in there.items():
        if name not in wanted:
            asked[name] = Wanted(id_, "close", {})
            continue
        try:
            if data := _difference(room.set_in(connection, id_), wanted[name], why):
                asked[name] = Wanted(id_, "change", data)
        except HousewayError as fault:
            stays[name] = str(fault)
    return asked, stays


def _difference(now: "AsSet", table: Table, why: str) -> dict[str, Any]:
    """What makes of a table as it is set what the file says; nothing where it is so. What it cannot take is refused."""
    _check_same(now, table)
    want, is_ = table.settings.show(), now.settings.show()
    meters = {f"{wager}-meter" for wager in table.game.seeds(table.settings)}
    other = {key: value for key, value in want.items() if is_.get(key) != value and key not in meters}
    paytables = list(_paytables(now.settings, table.settings))
    if not other and not paytables:
        return {}
    with suppress(AlreadySo):
        changed(now.game, now.settings, now.linked, other, paytables)
        return {"settings": other, "reason": why, "paytables": paytables}
    return {}


def _check_same(now: "AsSet", table: Table) -> None:
    """Refuse what would make another table of one that is open."""
    if now.game.id != table.game.id:
        raise IllegalSetting(f"it deals {now.game.name}, and the file says {table.game.name}: {ANOTHER}")
    has, wants = dict(now.linked), {wager: sensor.id for wager, sensor in table.sensors.items()}
    if has != wants:
        said = [", ".join(f"{wager} for {id_}" for wager, id_ in each.items()) or "none" for each in (has, wants)]
        raise IllegalSetting(f"its sensors are {said[0]}, and the file says {said[1]}: {ANOTHER}")


def _paytables(now: Settings, want: Settings) -> Iterator[dict[str, Any]]:
    """The paytables that the file has in force and the table has not, by content; printed ones are the document's."""
    printed = {table.id for table in find_game(want.document.game).document.paytables}
    for spec in want.document.wagers:
        old, new = now.paytable(spec.id), want.paytable(spec.id)
        if new is None or old == new or (old is not None and {old.id, new.id} <= printed):
            continue
        if new not in now.document.paytables:
            yield paytable_content(new)


def running_plans(connection: Connection, controls: Controls) -> dict[str, Plan]:
    """How the jackpots of the file run now, those that do: what the desk has changed of one stands.

    All are held before the first table is opened, and with it the log: who holds that waits for nobody.
    """
    held = Book(connection, journal.ROOM, 0).locked(controls.jackpots)
    return {id_: each.plan for id_, each in held.items()}


def _planned_otherwise(controls: Controls, plans: Mapping[str, Plan]) -> Iterator[tuple[str, str]]:
    """The jackpots that run otherwise than the file has them, and what to do."""
    for id_, plan in plans.items():
        want = controls.jackpots[id_].plan._asdict()
        other = [key for key, value in plan._asdict().items() if key != "link" and want[key] != value]
        if other:
            yield (
                f"jackpot {id_}",
                f"it runs with another {' and '.join(other)} than the file says: two managers change its reserve or "
                "maximum at the jackpots' desk (plan); for anything else freeze it, move its money and begin another",
            )
