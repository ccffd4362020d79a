"""A command: what a person wants done at a table, checked and performed; the entry for the journal comes of it."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection

from houseway.errors import HousewayError
from houseway.room.acts import OF_PEOPLE, Act, Resources, Timeout
from houseway.room.acts.play import Call
from houseway.room.errors import Forbidden
from houseway.room.people.people import PLAYER, STAFF, Person
from houseway.room.store import journal
from houseway.room.table import metering
from houseway.room.table.answering import HOUSE
from houseway.room.table.entry import JournalEntry
from houseway.room.table.following import follow
from houseway.room.table.rounds import check_start, closing, drive, ended, sitting_out, starting
from houseway.room.table.seats import PLAYING, SEALING
from houseway.room.table.state import LiveTable

MOST_KEY = 80

MOST_ACTS, MANY_ACTS, FEW_ACTS = 100, 500, 10
"""What a player may do at a table from the beginning of one round to that of the next, and at one where so many acts
have piled up: still enough to sit down, to bet and to cut."""

MOST_CALLS = 60
"""Calls in a round, and half of them by players: each is tried on the whole round, with all that was called before."""

IN_VAIN = 10
"""Calls of one person in a round that it has refused: they were tried as others are, and stand in no journal."""

OF_ADDRESS = 300
"""What all players of an address together may do there in that time."""

THE_HOUSE = Person(0, "the house", HOUSE, 0)
"""Who acts when time has run out."""


class Command(NamedTuple):
    """Something that a person wants done at a table, under a key of its own and against a version that was seen."""

    table: int
    person: int
    key: str
    version: int | None
    kind: str
    data: Mapping[str, Any] = {}

    def check_form(self) -> None:
        """Refuse what cannot be a command, whatever it asks for."""
        if not isinstance(self.key, str) or not 1 <= len(self.key) <= MOST_KEY or not self.key.isprintable():
            raise HousewayError(f"a command carries a key of its own, of 1 to {MOST_KEY} printable characters")
        if not isinstance(self.kind, str) or not isinstance(self.data, Mapping):
            raise HousewayError("a command has a kind, which is a word, and data, which are named")

    @property
    def digest(self) -> str:
        """What it says, in short: tells a repetition from another command under the same key."""
        try:
            said = journal.canonical([self.table, self.kind, dict(self.data)])
        except (TypeError, ValueError, RecursionError):
            raise HousewayError("a command's data is plain JSON") from None
        return hashlib.sha256(said.encode()).hexdigest()


def known_by(person: int, key: str, digest: str) -> str:
    """What the journal knows a command by: whose it was, its key, and what it says in short."""
    return hashlib.sha256(journal.canonical([person, key, digest]).encode()).hexdigest()


class Done(NamedTuple):
    """A command that has happened: the version of the table after it, and whether it had happened before."""

    version: int
    repeated: bool = False
    said: Mapping[str, Any] | None = None
    """An answer in a round as the journal has it, for its receipt."""


class Sender(NamedTuple):
    """Where a command comes from: a session, a browser as far as it can be told from others, an address."""

    session: str
    origin: str = ""
    address: str = ""


class Along(Protocol):
    """What has to hold as a command is done, and what is written with it: in one transaction, or not at all."""

    def check(self, connection: Connection) -> None:
        """Refuse the command, once its table is held and before anything is written."""

    def write(self, connection: Connection) -> None:
        """Write what goes along with it, now that it is done."""


class Asked(NamedTuple):
    """A command as it came in, the act that it asks for, and what it says in short; who sent it may be a session's."""

    command: Command
    act: Act
    digest: str = ""
    origin: str = ""
    session: str | None = None
    address: str = ""
    since: int = 0
    along: Along | None = None

    @property
    def by_house(self) -> bool:
        return not self.digest

    def of(self, by: Person) -> "Asked":
        """The same, now that it is known who asks."""
        return self if self.session is None else self._replace(command=self.command._replace(person=by.id))


def checked(table: LiveTable, act: Act, by: Person, room: Resources, piled: int = 0) -> Act:
    """Refuse what may not be done here and now; the act with what the room adds to it.

    So much has `piled` up at the table from where it comes.
    """
    if table.closed:
        raise HousewayError("this table is closed: choose another in the lobby")
    if by.provisional:
        raise Forbidden("choose a password of your own first")
    if by.role == PLAYER and act.piles_up(table, by.id):
        _check_pile(table, by, piled)  # before what costs more to refuse
    if isinstance(act, Call):
        _check_calls(table, by)
    found = act.check(table, by, room)
    check_start(table, found, by, room)
    return found


def _check_calls(table: LiveTable, by: Person) -> None:
    """Refuse a call where there were many, and leave staff as many as others may have made."""
    if len(table.calls) >= (MOST_CALLS if by.role in STAFF else MOST_CALLS // 2):
        calls = len(table.calls)
        raise HousewayError(f"{calls} calls were made in this round: what else is wrong is put right at the desk")
    if (vain := table.in_vain[by.id]) >= IN_VAIN:
        raise HousewayError(f"{vain} calls of yours were refused in this round: what is wrong is put right at the desk")


def _check_pile(table: LiveTable, by: Person, piled: int) -> None:
    """Refuse who has done much at a table since its last round began: whoever comes to it reads all of that."""
    most = MOST_ACTS if table.acts.total() < MANY_ACTS else FEW_ACTS
    if table.acts[by.id] >= most:
        raise HousewayError("you have done much at this table since its last round: play one, or get up")
    if piled >= OF_ADDRESS:
        raise HousewayError(
            "much has been done at this table from your address since its last round: play one, or choose another table"
        )


def perform(table: LiveTable, kind: str, act: Act, by: Person, room: Resources, piled: int = 0) -> JournalEntry:
    """Check an act, change the table, and write down what has changed."""
    act = checked(table, act, by, room, piled)
    if isinstance(act, Timeout) and ((out := sitting_out(table, room)) or table.phase == SEALING):
        act = replace(act, out=out)
    who = by.id if act.whose == OF_PEOPLE else HOUSE
    table.change(kind, act, who)
    for event in tuple(room.book(table).events):
        follow(table, event)
    close = closing(table, act, room)
    if close is not None:
        table.close_bets(close, table.version + 1)
    start = starting(table, act, room) if close is None else None
    if start is not None:
        metering.fed(table, start, room)
        table.start(start, table.version + 1)
    made = [table.enter(entry, act.enters or who, act) for entry in act.entries(table, who)]
    made += drive(table, room)
    metering.won(table, room)
    end = ended(table, room) if table.phase == PLAYING and table.ruling is not None else None
    events = tuple(room.book(table).events)
    return JournalEntry(kind, who, act, start, tuple(made), end, close=close, jackpots=events)
