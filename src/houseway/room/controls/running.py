"""A room run by its file: tables are opened, changed between rounds and closed as it says, with who and why."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, func, select

from houseway.document.settings import Settings
from houseway.document.variants import paytable_content
from houseway.errors import HousewayError, IllegalSetting
from houseway.games import game as find_game
from houseway.room.controls.file import Controls, Table
from houseway.room.controls.pending import BY_FILE
from houseway.room.errors import SPOILT, Broken, Forbidden
from houseway.room.jackpots.plan import Plan
from houseway.room.people.people import LOCKED, MANAGER, Person
from houseway.room.store import journal, trusted
from houseway.room.store.database import LOG
from houseway.room.store.jackpots import found
from houseway.room.store.journal import stamp
from houseway.room.store.schema import PEOPLE, TABLES

if TYPE_CHECKING:
    from houseway.room.room import AsSet, Room

KIND = "controls"
ANOTHER = "give the table of the file another name; this one is closed then, and that one opened"
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

    What a table in play cannot do yet waits for the end of its round, also where the room is opened anew meanwhile.
    """
    if isinstance(by, Person) and (by.role != MANAGER or by.provisional):
        raise Forbidden("the room's file is a manager's")
    with room.store.transaction() as connection:
        before = running(connection)
        closed = set(connection.execute(select(TABLES.c.id).where(TABLES.c.closed)).scalars())
    known = {name: id_ for name, id_ in (before.tables if before else {}).items() if id_ not in closed}
    opener = by if isinstance(by, Person) else THE_FILE
    tables = dict(known)
    opened, unopened = [], {}
    plans = running_plans(room, controls)
    for table in controls.tables:
        if table.name in known:
            continue
        sensors = {wager: each._replace(plan=plans.get(each.id, each.plan)) for wager, each in table.sensors.items()}
        try:
            id_ = room.open_table(opener, table.game.id, table.given, table.name, table.paytables, sensors)
        except HousewayError as fault:  # the others are opened, and all of it is recorded
            unopened[table.name] = str(fault)
            continue
        tables[table.name] = id_
        opened.append(table.name)
    if before is None or before.hash != controls.hash or opened:
        _record(room, controls, tables, by, why)
    room.pending.drop_those_of_the_file("the room's file was put in force anew")
    came = bring(room, controls, tables, why)
    room.jackpots.review(THE_FILE)
    stays = {**came.stays, **dict(_planned_otherwise(controls, plans))}
    with room.store.transaction() as connection:
        missing = tuple(lacking(connection, controls))
    return came._replace(opened=tuple(opened), lacking=missing, stays=stays, unopened=unopened)


def _record(room: "Room", controls: Controls, tables: Mapping[str, int], by: Person | str, why: str) -> None:
    body: dict[str, Any] = {
        "kind": KIND,
        "by": by.id if isinstance(by, Person) else by,
        "at": stamp(),
        "why": " ".join(why.split())[:200],
        "name": controls.name,
        "hash": controls.hash,
        "text": controls.text,
        "guests": list(controls.guests),
        "covered": controls.covered,
        "verified": controls.verified,
        "posting": {key: list(sentences) for key, sentences in controls.posting.items()},
        "tables": dict(tables),
    }
    with room.store.transaction() as connection:
        at = journal.head(connection, journal.ROOM, lock=True)
        assert at is not None
        journal.append(connection, journal.ROOM, at, body)


def bring(room: "Room", controls: Controls, tables: Mapping[str, int], why: str) -> Outcome:
    """Bring open tables to what the file says, as far as their rounds allow: those changed, and why others are not.

    What a table in play cannot do yet waits in the room's journal, and is done after its round.
    """
    wanted = {table.name: table for table in controls.tables}
    changed = []
    waiting: dict[str, str] = {}
    stays: dict[str, str] = {}
    for name, id_ in tables.items():
        act, data = "close", dict[str, Any]()
        try:
            if name in wanted:
                act, data = "change", _difference(room, id_, wanted[name], why)
                if not data:
                    continue
            room.act(id_, act, data)
            changed.append(name)
        except IllegalSetting as fault:
            stays[name] = str(fault)
        except HousewayError as fault:
            waiting[name] = str(fault)
            room.pending.add(BY_FILE, id_, act, data, str(fault))
    return Outcome((), tuple(changed), waiting, stays=stays)


def _difference(room: "Room", id_: int, table: Table, why: str) -> dict[str, Any]:
    """What makes of a table as it is set what the file says; nothing where it is so."""
    now = room.set_at(id_)
    _check_same(now, table)
    want, is_ = table.settings.show(), now.settings.show()
    meters = {f"{wager}-meter" for wager in table.game.seeds(table.settings)}
    other = {key: value for key, value in want.items() if is_.get(key) != value and key not in meters}
    paytables = list(_paytables(now.settings, table.settings))
    return {"settings": other, "reason": why, "paytables": paytables} if other or paytables else {}


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


def running_plans(room: "Room", controls: Controls) -> dict[str, Plan]:
    """How the jackpots of the file run now, those that do: what the desk has changed of one stands."""
    with room.store.transaction() as connection:
        return {id_: each.plan for id_, each in found(connection, list(controls.jackpots)).items()}


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
