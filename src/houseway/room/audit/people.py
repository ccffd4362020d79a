"""What the room's journal says of its people, judged entry by entry, and compared with what the database holds."""

import hashlib
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, inspect, select

from houseway.money import dollars
from houseway.room.audit.chain import SKEW, moment_of
from houseway.room.audit.chips import chips_faults
from houseway.room.audit.forms import MONEY, Reached
from houseway.room.audit.money import WAIT
from houseway.room.audit.version import WRITTEN
from houseway.room.audit.written import unwritten
from houseway.room.controls.file import told_in
from houseway.room.controls.pending import BY_FILE, DROPPED
from houseway.room.errors import SPOILT, Broken
from houseway.room.evidence.signing import Signer
from houseway.room.jackpots.funds import VERIFIED
from houseway.room.jackpots.plan import OPEN, SUSPENDED
from houseway.room.people import second_factor, told
from houseway.room.people.independence import Ties, TiesOf
from houseway.room.people.names import name_key, skeleton
from houseway.room.people.passwords import fingerprint
from houseway.room.people.people import (
    CHIPS,
    CODE,
    ENROL,
    HALF_FOR,
    LOCKED,
    MANAGER,
    PLAYER,
    ROLES,
    SECOND_FACTOR,
    SESSION_FOR,
    STAFF,
    WHO_NEEDS_ONE,
)
from houseway.room.people.told import BY_MANAGERS, BY_THEMSELVES, ON_SOMEBODY, SEALED, Somebody
from houseway.room.store import seals
from houseway.room.store.archived import KIND as ARCHIVE
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.exams import KIND as EXAM
from houseway.room.store.meters import STATED
from houseway.room.store.migrations import LOOKS_AT_VOWELS
from houseway.room.store.schema import (
    FACTORS,
    IDENTITIES,
    PEOPLE,
    ROOM_SETTINGS,
    SESSIONS,
    VERSION,
    columns_of,
)
from houseway.room.store.signatures import BROUGHT

WITH_IDENTITIES = 5
"""The version of the database that tells who made whom."""

BY_STAFF = ("verified", "approved", "paid", "declined", "taken-back")
"""What every supervisor may do at the jackpots' desk."""

COMMAND = "command: "
"""How those begin who act on the room's machine and are no person; the room's file acts by its own name."""

OTHERS = ("person", "controls", "table", "waits", "waited", "key", "root", "jackpot", "setting")
KINDS = {*OTHERS, ARCHIVE, BROUGHT, EXAM, *ON_SOMEBODY}
"""All entries of the room's own journal."""

ACTED = ("factor", "chips")
"""What nobody has done for themselves while locked out, or with a one-time password."""

BY_NOBODY = ("deposit", "reviewed")
"""What is done there without a person, in the name of a command or of the room's file."""


@dataclass
class People:
    """Everybody whom the journal names, as far as it has been read."""

    known: dict[int, Somebody] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    signed: bool = False
    """Whether signing has begun, and with it entries for sessions."""

    reached: Reached = field(default_factory=Reached)
    last: int = 0
    """The last entry that was taken in."""

    _ties: dict[int, list[tuple[int, datetime | None, Ties]]] = field(default_factory=dict)
    _roles: dict[int, list[tuple[datetime | None, str, bool]]] = field(default_factory=dict)
    """Since when somebody has had which role, and whether the room let them act by it; nobody knows since when, where
    an older entry tells it."""

    _looks: dict[str, int] = field(default_factory=dict)
    """Who was the first with a name that looks like this."""

    _exams: dict[str, tuple[int, int, bool]] = field(default_factory=dict)
    """How many answers each exam had, whose it is, and whether it is over."""

    _to_end: set[int] = field(default_factory=set)
    """Whose sessions have to be ended next."""

    _of_file: dict[int, datetime | None] = field(default_factory=dict)
    """The tables that the room's file has named, and when it first did."""

    whole_since: int = 0
    """The first entry that is known to be written by a houseway whose entries tell all; 0 where none is."""

    files: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    waits: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    waited: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    """Entries on the room's file, on what waits for the end of a round, and on what came of it, since then."""

    archives: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    opened: dict[int, int] = field(default_factory=dict)
    """The entry that tells of each table."""

    _times: dict[int, datetime | None] = field(default_factory=dict)

    def enter(self, seq: int, body: Mapping[str, Any]) -> Iterator[str]:
        """Take in an entry; what it should not have been allowed to do."""
        kind, self.last = body.get("kind"), seq
        self._times[seq] = moment_of(body.get("at"))
        if seq == 1 and kind == "key" and body.get("database", 0) >= WRITTEN[STATED]:
            self.reached.version = STATED  # whoever has made the room writes no older one
        if self.reached.version >= STATED:
            self.whole_since = self.whole_since or seq
            yield from unwritten(body)
        if self.reached.stated and kind not in KINDS:
            yield f"is of kind {kind!r}, and the room writes none of that kind"
        if self._to_end and kind != "end-sessions":
            yield from self.still_in()
        if kind == "person":
            yield from self._person(seq, body)
        elif kind == "controls":
            yield from self._controls(seq, body)
        elif kind == "table":
            yield from self.reached.opens(body)
            yield from self._opened(body)
            self.opened.setdefault(body["id"], seq)
        elif kind == "waits":
            if not self._may(body["by"]):
                yield f"a {body['act']} of table {body['table']} waits for {body['by']!r}, who was no manager"
            self.waits |= {seq: body} if self.reached.version >= STATED else {}
        elif kind == "waited":
            if body["came"].startswith(DROPPED) and not self._may(body["by"]):
                yield f"what waits by entry {body['of']} is dropped by {body['by']!r}, who was no manager"
            self.waited += [(seq, body)] if self.reached.version >= STATED else []
        elif kind == ARCHIVE:
            self.archives |= {seq: body} if self.reached.version >= STATED else {}
        elif kind == EXAM:
            yield from self._exam(body)
        elif kind == "setting":
            yield from self._setting(body)
        elif kind == "key":
            self.signed = True
            self.reached.signs()
            if self.known and body["before"] is not None and not isinstance(body["by"], str):
                yield "another key was not brought by command"
            elif self.reached.version >= STATED and not _brought(body["before"], body["by"]):
                yield f"a key is brought by {body['by']!r}: the first comes with the room, and others by command"
        elif kind in ON_SOMEBODY:
            who = self.known.get(body["id"])
            if who is None:
                yield f"a {kind} of person {body['id']}, whom nothing before it names"
                return
            yield from self._judge(who, str(kind), body)
            self._to_end -= {body["id"]} if kind == "end-sessions" else set()
            told.change(who, seq, body)
        at = moment_of(body.get("at"))
        if kind in ("person", "role", "lock", "unlock", "reset", "password"):
            who = self.known[body["id"]]
            self._roles.setdefault(body["id"], []).append((at, who.role, who.may_act))
        if kind in ("person", "reset", "password", "factor", "factor-off"):
            self._ties.setdefault(body["id"], []).append((seq, at, self.known[body["id"]].ties))

    def _opened(self, body: Mapping[str, Any]) -> Iterator[str]:
        """A table is opened by somebody who may act then, as its own journal tells it; person 0 is the room's file."""
        table, by = body["id"], body["by"]
        if self.reached.openings.get(table, 0) < STATED:
            return
        if (own := self.reached.openers[table]) != by:
            yield f"table {table} is opened by person {by}, and by another in its own journal: {own!r}"
        who = self.known.get(by)
        if by != 0 and (who is None or not who.may_act or who.role not in (PLAYER, *STAFF)):
            yield f"table {table} is opened by person {by}, a {_was(who)}"

    def _exam(self, body: Mapping[str, Any]) -> Iterator[str]:
        """An exam comes on by one answer after another, of one person, until it is over: an answer stands."""
        person, before, over = self._exams.get(body["exam"], (body["id"], -1, False))
        now = body["answered"]
        if over or now != (before if body["over"] else before + 1) or {body["id"], body["by"]} != {person}:
            yield f"an exam of person {body['id']} stands at {now} answers, after {max(0, before)}: it was set back"
        who = self.known.get(body["id"])
        if self.reached.stated and (who is None or not who.may_act):
            yield f"an exam of person {body['id']}, a {_was(who)}"
        self._exams[body["exam"]] = (person, now, body["over"])

    def _controls(self, seq: int, body: Mapping[str, Any]) -> Iterator[str]:
        """The room's file, put in force by a manager or by command: what is in force of it is what it says."""
        if not self._may(body["by"]):
            yield f"the room's file is put in force by {body['by']!r}, who was no manager"
        if "text" in body and body["hash"] != hashlib.sha256(body["text"].encode()).hexdigest():
            yield "the room's file that is put in force is another than its hash says"
        if self.reached.version >= STATED:
            yield from (f"the room's file that is put in force says another {name}" for name in _not_in_file(body))
            self.files.append((seq, body))
        for table in body["tables"].values():
            self._of_file.setdefault(table, moment_of(body.get("at")))

    def verified_above(self, seq: int) -> int:
        """From what amount on cards are counted before an award is paid, by the room's file that is in force then."""
        return next((int(body["verified"]) for at, body in reversed(self.files) if at < seq), VERIFIED)

    def _person(self, seq: int, body: Mapping[str, Any]) -> Iterator[str]:
        by, role = body.get("by"), body["role"]
        if body["id"] in self.known:
            yield f"person {body['id']} is made a second time"
        if role not in ROLES:
            yield f"person {body['id']} is made a {role}, and there is no such role"
        first = role == MANAGER and by is None and not any(w.role == MANAGER for w in self.known.values())
        if "at" in body and role != PLAYER and not first and not self._may(by):
            yield f"person {body['id']} is made a {role} by {by!r}, who was no manager"
        if body["chips"] != (CHIPS if role == PLAYER else 0):
            yield f"person {body['id']}, a {role}, begins with {dollars(body['chips'])}"
        like = self._looks.setdefault(skeleton(body["name"]), body["id"])
        if self.signed and like != body["id"]:
            yield f"person {body['id']} is made with a name that looks like that of person {like}"
        if not body["guest"] and (left := self.reached.left_out("person", body)):
            yield f"person {body['id']} is made, and the entry leaves out {left}"
        self.known[body["id"]] = told.made(seq, body)

    def _setting(self, body: Mapping[str, Any]) -> Iterator[str]:
        if not self._may(body["by"]):
            yield f"the setting {body['name']} is changed by {body['by']!r}, who was no manager"
        if body["name"] == SECOND_FACTOR and body["value"] not in WHO_NEEDS_ONE:
            yield f"the setting {body['name']} is {body['value']!r}"
        self.settings[body["name"]] = body["value"]
        needed = WHO_NEEDS_ONE.get(body["value"], ()) if self.reached.stated else ()
        self._to_end = {
            id_ for id_, who in self.known.items() if who.role in needed and not who.factor and who.sessions
        }

    def still_in(self) -> Iterator[str]:
        """Who needs a second factor from now on and has none is signed out with the same act."""
        for id_ in sorted(self._to_end):
            yield f"person {id_} has no second factor, which the room asks for, and is not signed out"
        self._to_end = set()

    def _judge(self, who: Somebody, kind: str, body: Mapping[str, Any]) -> Iterator[str]:
        """What an entry on somebody may not say."""
        id_, by = body["id"], body.get("by")
        if kind == "password" and by != id_:
            yield f"the password of person {id_} was changed by another"
        elif kind in BY_THEMSELVES and by != id_:
            yield f"a {kind} of person {id_} by another"
        if kind in BY_MANAGERS and not self._may(by):
            yield f"a {kind} of person {id_} by {by!r}, who was no manager"
        if kind in ("role", "reset", "lock", "factor-off") and by == id_:
            yield f"a {kind} of person {id_} by themselves"
        if kind == "role" and (body["role"] not in ROLES or PLAYER in (who.role, body["role"])):
            yield f"person {id_}, a {who.role}, is made a {body['role']}: roles change among the staff alone"
        if kind == SEALED and (who.password or who.guest or by is not None):
            yield f"the password of person {id_}, which was told before, is told anew"
        if kind in ("lock", "role") and self.reached.stated and self._last_manager(who):
            yield f"a {kind} of person {id_}, the last manager who could sign in"
        if kind == "session":
            yield from (f"a session of person {id_}{why}" for why in self._came_in(who, body))
        if kind == "end-session":
            yield from (f"the end of a session of person {id_}{why}" for why in self._went(who, body))
        if kind == "factor" and who.factor:
            yield f"a second factor of person {id_}, who had one"
        if kind in ("role", "factor", "chips") and (left := self.reached.left_out(kind, body)):
            yield f"a {kind} of person {id_} leaves out {left}"
        if kind in ("role", "factor") and body.get("ends") is False:
            yield f"a {kind} of person {id_} ends no session of theirs"
        if self.reached.stated and ((kind in BY_THEMSELVES and who.locked) or (kind in ACTED and not who.may_act)):
            yield f"a {kind} of person {id_}, a {_was(who)}"
        if kind == "chips":
            yield from _chips(who, body)

    def _last_manager(self, who: Somebody) -> bool:
        """Whether a room would have no manager without this one."""
        others = (each for each in self.known.values() if each is not who and each.role == MANAGER)
        return who.role == MANAGER and all(each.locked for each in others)

    def _came_in(self, who: Somebody, body: Mapping[str, Any]) -> Iterator[str]:
        """What is against a session: its entry tells what its person came in by, as the room found it then."""
        if who.locked:
            yield ", whose account was locked"
        at, most = moment_of(body.get("at")), HALF_FOR if body["stage"] is not None else SESSION_FOR
        if self.reached.stated and at is not None and body["until"] > at.timestamp() + most + 60:
            yield ", for longer than any is"
        if self.reached.version >= STATED:
            yield from self._as_begun(who, body)
        if not who.guest and self.reached.left_out("session", body):
            yield ", and no word of what they came in by"
        if "password" not in body:  # a guest's, or from before entries told it
            return
        if who.password and body["password"] != who.password:
            yield ", who came in by another password than the one that was set"
        if body["stage"] is not None:
            return
        if who.factor and body.get("factor") != who.factor:
            yield " without a code of their second factor"
        asked = who.role in WHO_NEEDS_ONE.get(self.settings.get(SECOND_FACTOR, "nobody"), ())
        if asked and not who.factor and not who.provisional:
            yield " without a second factor, which the room asked for"

    def _as_begun(self, who: Somebody, body: Mapping[str, Any]) -> Iterator[str]:
        """What the room does not begin a session with: by another, for shorter than it lasts, lacking something else
        than its person does."""
        at, most = moment_of(body.get("at")), HALF_FOR if body["stage"] is not None else SESSION_FOR
        if body["by"] != body["id"]:
            yield " by another"
        if at is not None and body["until"] < at.timestamp() + most - 60:
            yield ", for shorter than any is"
        asked = who.role in WHO_NEEDS_ONE.get(self.settings.get(SECOND_FACTOR, "nobody"), ())
        lacks = {None, CODE} if who.factor else {ENROL} if asked and not who.provisional else {None}
        lacks |= {None} if who.provisional is None else set()  # an older account, of which nobody has told it
        if who.guest != ("password" not in body) or body["stage"] not in ({None} if who.guest else lacks):
            yield ", which lacks something else than they do, or of somebody without a password"
        if "factor" in body and (body["stage"] is not None or not who.factor):
            yield " by the code of a second factor that they had not, or that was not asked"

    def _went(self, who: Somebody, body: Mapping[str, Any]) -> Iterator[str]:
        """What is against the end of a session: it was open, and is told as when it began."""
        begun = who.sessions.get(body["session"])
        if begun is None:
            yield " that was not open"
        elif self.reached.version >= STATED and (body.get("until"), body.get("stage")) != begun[:2]:
            yield " that was another when it began"

    def _may(self, by: object) -> bool:
        """Whether accounts were theirs to change: a manager's, or a command's on the room's machine."""
        if isinstance(by, str):
            return not self.reached.stated or by.startswith(COMMAND) or by == BY_FILE
        who = self.known.get(by) if isinstance(by, int) else None
        may = who is not None and (who.may_act or (not who.locked and not self.reached.stated))
        return may and who is not None and who.role == MANAGER

    def at_the_desk(self, body: Mapping[str, Any]) -> Iterator[str]:
        """Whether this act at the jackpots' desk was theirs: a supervisor's, or a manager's for what changes money."""
        by = body["by"]
        about = [what for what in ("award", "states") if what in body]
        about += [MONEY] if {OPEN, SUSPENDED} & set(body.get("states", {}).values()) else []
        for what in (*about, body["act"]):
            if left := self.reached.left_out(what, body):
                yield f"the {body['act']} of a jackpot leaves out {left}"
        if isinstance(by, str):
            if body["act"] not in BY_NOBODY:
                yield f"the {body['act']} of a jackpot by {by!r}, which only a person does"
            return
        who = self.known.get(by)
        if who is None or not who.may_act or who.role not in (STAFF if body["act"] in BY_STAFF else (MANAGER,)):
            yield f"the {body['act']} of a jackpot by person {by}, a {_was(who)}"

    def had_role(self, person: int, roles: Collection[str], at: datetime | None, *, acting: bool = True) -> bool:
        """Whether somebody had one of these roles at a time, as clocks go; at any time where it is not told.

        Who was locked out, or had a one-time password still, was not `acting` by it.
        """
        told = self._roles.get(person, [])
        ends = [*(since for since, *_ in told[1:]), None]
        for (since, role, may_act), until in zip(told, ends, strict=False):
            begun = at is None or since is None or since <= at + SKEW
            if role in roles and (may_act or not acting) and begun:
                if at is None or until is None or until >= at - SKEW:
                    return True
        return False

    def of_file(self, table: int, at: datetime | None) -> bool:
        """Whether the room's file had named a table by then: the house changes and closes those."""
        since = self._of_file.get(table)
        return table in self._of_file and (at is None or since is None or since <= at + SKEW)

    def there(self, person: int, seq: int) -> bool:
        """Whether somebody had been made by this entry of the room's journal."""
        return person in self._ties and self._ties[person][0][0] <= seq

    def could_stand(self, seq: int, at: datetime | None) -> bool:
        """Whether the room's own journal can have stood at an entry then: it was there, and the next was not for long.

        Writers wait for each other, so half a minute is allowed.
        """
        since, until = self._times.get(seq), self._times.get(seq + 1)
        late = at is not None and since is not None and since > at + SKEW
        return not late and (at is None or until is None or until >= at - SKEW - WAIT)

    def made(self, person: object, by: object) -> bool:
        """Whether one made the other's account, for approvals from before more was asked of them."""
        who = self.known.get(person) if isinstance(person, int) else None
        return who is not None and who.dated and who.made_by is not None and who.made_by == by

    def ties_at(self, seq: int, at: datetime | None = None) -> TiesOf:
        """What tied people to each other after this entry of the room's journal.

        Where the time is told as well, an entry that was long there by then counts whatever number is named, and one
        that was still to come does not.
        """

        def counts(number: int, since: datetime | None) -> bool:
            if at is None or since is None:
                return number <= seq
            return since < at - SKEW or (number <= seq and since <= at + SKEW)

        def ties(person: int) -> Ties:
            told = reversed(self._ties.get(person, []))
            return next((found for number, since, found in told if counts(number, since)), Ties())

        return ties

    # ------------------------------------------------------------------------------------------------ the database

    def against(self, connection: Connection, signer: Signer | None) -> Iterator[tuple[str, str]]:
        """Where the database has it otherwise: who, and a sentence. With the key, what is sealed is looked into."""
        yield from (("the room's settings", says) for says in self.still_in())
        there = inspect(connection).get_table_names()
        sealed = PEOPLE.c.seal.name in columns_of(connection, PEOPLE.name)
        wanted = [column for column in PEOPLE.columns if sealed or column.name not in ("factor", "since", "seal")]
        rows = {row.id: row for row in connection.execute(select(*wanted))}
        for id_ in sorted(rows.keys() | self.known.keys()):
            faults = list(self._row(rows.get(id_), self.known.get(id_)))
            if sealed and not faults:
                faults += _sealed(rows[id_], self.known[id_], signer)
            for says in faults:
                yield f"person {id_}", says
        if connection.execute(select(VERSION.c.number)).scalar_one() >= WITH_IDENTITIES:
            yield from self._identities(connection)
        yield from chips_faults(connection)
        if self.signed and FACTORS.name in there:
            yield from self._sessions(connection, signer)
            yield from self._factors(connection, signer)
            set_ = {row.name: row.value for row in connection.execute(select(ROOM_SETTINGS))}
            if set_ != self.settings:
                yield "the room's settings", f"are {set_}, and the journal says {self.settings}"

    def _row(self, row: Any, who: Somebody | None) -> Iterator[str]:
        is_ = None if row is None else (row.name, row.role, row.guest)
        says = None if who is None else (who.name, who.role, who.guest)
        if is_ != says:
            yield f"is {is_}, and the journal says {says}"
        if row is None or who is None:
            return
        if row.key != name_key(row.name):
            yield f"is found under {row.key!r}, which is not the name {row.name!r}"
        if who.locked != (row.locked_until >= LOCKED):
            yield "is locked by the journal alone" if who.locked else "is locked without an entry"
        if who.password and (row.password is None or fingerprint(row.password) != who.password):
            yield "has another password than the one that the journal tells of"
        if who.guest and row.password is not None:
            yield "is a guest, and has a password"
        if who.guest and row.provisional:
            yield "is a guest, and has a one-time password"
        if who.provisional is not None and who.provisional != row.provisional:
            yield "has a one-time password by the journal alone" if who.provisional else "has no password of their own"

    def _identities(self, connection: Connection) -> Iterator[tuple[str, str]]:
        owned = "own_password" in columns_of(connection, IDENTITIES.name)
        seen = connection.execute(select(VERSION.c.number)).scalar_one() >= LOOKS_AT_VOWELS
        wanted = [column for column in IDENTITIES.columns if owned or column.name != "own_password"]
        rows = {row.person: row for row in connection.execute(select(*wanted))}
        for id_ in sorted(rows.keys() - self.known.keys()):
            yield f"person {id_}", "is told to have been made, and the journal names nobody of this number"
        for id_, who in sorted(self.known.items()):
            row = rows.get(id_)
            if row is not None and seen and row.skeleton != skeleton(who.name):
                yield f"person {id_}", f"looks like {row.skeleton!r}, which is not what {who.name!r} looks like"
            if row is None or row.made_by != who.made_by:
                was = None if row is None else row.made_by
                yield f"person {id_}", f"was made by {was}, and the journal says {who.made_by}"
            elif row.reset_by != who.reset_by:
                yield f"person {id_}", f"was last reset by {row.reset_by}, and the journal says {who.reset_by}"
            elif owned and bool(row.own_password) != who.own_password:
                yield f"person {id_}", "has a password of whose choice the journal says otherwise"

    def _sessions(self, connection: Connection, signer: Signer | None) -> Iterator[tuple[str, str]]:
        told = {(id_, key): session for id_, who in self.known.items() for key, session in who.sessions.items()}
        sealed = SESSIONS.c.seal.name in columns_of(connection, SESSIONS.name)
        wanted = [column for column in SESSIONS.columns if sealed or column.name not in ("entry", "seal")]
        rows = {(row.person, hash_of(row.token)): row for row in connection.execute(select(*wanted))}
        for key in sorted(rows.keys() | told.keys()):
            row, who = rows.get(key), f"person {key[0]}"
            unsealed = not sealed or (row is not None and (row.entry, row.seal) == (None, None))
            is_ = None if row is None else (row.expires, row.stage, told.get(key, (0,))[-1] if unsealed else row.entry)
            if key not in told:
                yield who, "has a session that no entry tells of"
            elif row is None:
                if told[key].until > time.time():
                    yield who, "has lost a session without an entry"
            elif is_ != told[key]:
                yield who, f"has a session that is {is_}, and the journal says {tuple(told[key])}"
            elif not unsealed and signer is not None and not seals.right(seals.of_session, signer, row._mapping):
                yield who, "has a session that the room has not sealed"

    def _factors(self, connection: Connection, signer: Signer | None) -> Iterator[tuple[str, str]]:
        rows = {row.person: bytes(row.sealed) for row in connection.execute(select(FACTORS))}
        for id_ in sorted(rows.keys() | {id_ for id_, who in self.known.items() if who.factor}):
            who = self.known.get(id_)
            if (id_ in rows) != (who is not None and bool(who.factor)):
                yield (
                    f"person {id_}",
                    "has a second factor by the " + ("database" if id_ in rows else "journal") + " alone",
                )
            elif signer is not None and who is not None and _opened(signer, id_, rows[id_]) != who.factor:
                yield f"person {id_}", "has another second factor than the one that the journal tells of"


def _not_in_file(body: Mapping[str, Any]) -> Iterator[str]:
    """What an entry puts in force, by name, that the text of the room's file does not say."""
    try:
        told = told_in(body["text"])
    except SPOILT:
        yield "text, which cannot be read,"
        return
    yield from (name for name, right in told.items() if not right(body[name]))


def _brought(before: object, by: object) -> bool:
    """Whether a key comes as keys do."""
    return by is None if before is None else isinstance(by, str) and by.startswith(COMMAND)


def _sealed(row: Any, who: Somebody, signer: Signer | None) -> Iterator[str]:
    """What is wrong with the seal of a person's row, and with what is there for it alone; nothing where it has none
    yet, as in a room that was not opened since there are seals: nobody comes in by it."""
    if (row.since, row.factor, row.seal) == (None, None, None):
        return
    if (row.since, row.factor) != (who.since, who.factor):
        yield f"has sessions since entry {row.since}, and the journal says {who.since}; or another second factor"
    elif signer is not None and not seals.right(seals.of_person, signer, row._mapping):
        yield "is not as the room has sealed it"


def _opened(signer: Signer, person: int, sealed: bytes) -> str:
    """What the journal knows a sealed secret by."""
    try:
        return second_factor.fingerprint(signer.unseal(second_factor.purpose(person), sealed))
    except Broken:
        return ""


def _was(who: Somebody | None) -> str:
    """What somebody was as they did something."""
    if who is None:
        return "stranger"
    return who.role if who.may_act else f"{who.role} locked out or with a one-time password"


def _chips(who: Somebody, body: Mapping[str, Any]) -> Iterator[str]:
    """More chips bring a player who has hardly any to what everybody starts with."""
    chips, had = body["chips"], body.get("had", CHIPS - body["chips"]) + body.get("held", 0)
    if who.role != PLAYER or chips + had != CHIPS or not 0 <= had <= CHIPS // 10:
        yield f"person {body['id']}, a {who.role} who had {dollars(had)}, was given {dollars(chips)}"
