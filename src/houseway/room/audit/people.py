"""What the room's journal says of its people, judged entry by entry."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from houseway.money import dollars
from houseway.room.audit import sessions
from houseway.room.audit.chain import SKEW, moment_of
from houseway.room.audit.forms import MONEY, Reached
from houseway.room.audit.money import WAIT
from houseway.room.audit.version import WRITTEN
from houseway.room.audit.written import unwritten, whole
from houseway.room.controls.file import told_in
from houseway.room.controls.pending import BY_FILE, DROPPED
from houseway.room.errors import SPOILT
from houseway.room.jackpots.funds import VERIFIED
from houseway.room.jackpots.plan import OPEN, SUSPENDED
from houseway.room.people import told
from houseway.room.people.independence import Ties, TiesOf
from houseway.room.people.names import skeleton
from houseway.room.people.people import (
    CHIPS,
    MANAGER,
    PLAYER,
    ROLES,
    SECOND_FACTOR,
    STAFF,
    WHO_NEEDS_ONE,
)
from houseway.room.people.told import BY_MANAGERS, BY_THEMSELVES, ON_SOMEBODY, SEALED, Somebody
from houseway.room.store.archived import KIND as ARCHIVE
from houseway.room.store.exams import KIND as EXAM
from houseway.room.store.meters import STATED
from houseway.room.store.migrations import LOOKS_AT_SHAPES
from houseway.room.store.signatures import BROUGHT

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

    _looks: dict[tuple[str, bool], int] = field(default_factory=dict)
    """Who was the first with a name that looks like this, as a room looks that sees shapes, and as older ones did."""

    _database: int = 0
    """The version of the database, as entries have told it."""

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
        if kind in ("key", BROUGHT) and whole(body.get("database")):
            self._database = max(self._database, body["database"])
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
        looks = {shapes: (skeleton(body["name"], shapes=shapes), shapes) for shapes in (False, True)}
        first_with = {shapes: self._looks.setdefault(look, body["id"]) for shapes, look in looks.items()}
        like = first_with[self._database >= LOOKS_AT_SHAPES]
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
            yield from (
                f"a session of person {id_}{why}" for why in sessions.came_in(who, body, self.reached, self._asked)
            )
        if kind == "end-session":
            yield from (f"the end of a session of person {id_}{why}" for why in sessions.went(who, body, self.reached))
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

    @property
    def _asked(self) -> Collection[str]:
        """The roles that need a second factor, as far as the journal has been read."""
        return WHO_NEEDS_ONE.get(self.settings.get(SECOND_FACTOR, "nobody"), ())

    def _last_manager(self, who: Somebody) -> bool:
        """Whether a room would have no manager without this one."""
        others = (each for each in self.known.values() if each is not who and each.role == MANAGER)
        return who.role == MANAGER and all(each.locked for each in others)

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
