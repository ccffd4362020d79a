"""What waits for a second person, at all tables: who asked, when, for what, and whether this viewer may approve it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from houseway.document.settings import decimal
from houseway.money import dollars, signed
from houseway.room.acts.desk import Request
from houseway.room.acts.shown import shown
from houseway.room.errors import SPOILT, Broken, Forbidden
from houseway.room.jackpots.act import agreed_on, otherwise
from houseway.room.jackpots.desk import names_of
from houseway.room.people.independence import TiesOf, objection
from houseway.room.people.people import MANAGER, PLAYER, STAFF, Person
from houseway.room.store import journal, trusted
from houseway.room.store.database import LOG
from houseway.room.store.schema import JACKPOT_REQUESTS, JOURNAL, REQUESTS, TABLES
from houseway.room.store.transaction import ties_in
from houseway.room.table.entry import JournalEntry

MOST = 1000
"""Requests that the desk lists, the oldest; a person may have `MOST_ASKED` of them waiting at a table."""


class Waiting(NamedTuple):
    """A request as the desk shows it; `why` says why this viewer may not approve it."""

    table: int
    name: str
    number: int
    what: str
    round: int
    reason: str
    seat: int | None
    cents: int | None
    by: str
    at: str
    yours: bool
    why: str
    wager: str = ""
    """The wager whose meter pays a correction, by its id; nothing where the house does."""

    shown: str = ""
    """All of it in short, for who approves it to say what they were shown."""


@dataclass
class Second:
    """Who looks at what waits, and in which browser."""

    connection: Connection
    viewer: Person
    origin: str

    @cached_property
    def ties(self) -> TiesOf:
        """What ties people to each other: read once for all that waits, since every reset there was is verified."""
        return ties_in(self.connection)

    def objection(self, by: int, origin: str, roles: Sequence[str] = STAFF) -> str:
        """Why they may not be the second person after who asked, and from which browser."""
        if self.viewer.role not in roles:
            return "that is for a supervisor" if roles == STAFF else "that is for a manager"
        if why := objection(by, self.viewer.id, self.ties):
            return why
        return "two people: it was asked for from this very browser" if origin and origin == self.origin else ""


def waiting(connection: Connection, viewer: Person, origin: str = "") -> list[Waiting]:
    """The oldest first, over all tables; for those who work here."""
    if viewer.role == PLAYER or viewer.provisional:
        raise Forbidden("the desk is for those who work here")
    both = REQUESTS.join(TABLES, TABLES.c.id == REQUESTS.c.chain).join(
        JOURNAL, (JOURNAL.c.chain == REQUESTS.c.chain) & (JOURNAL.c.seq == REQUESTS.c.seq)
    )
    query = select(REQUESTS.c.chain, REQUESTS.c.seq, TABLES.c.name).select_from(both)
    begun = func.substr(JOURNAL.c.body, 1, 40)  # an entry begins with its time
    rows = connection.execute(query.order_by(begun, REQUESTS.c.chain, REQUESTS.c.seq).limit(MOST)).all()
    second = Second(connection, viewer, origin)
    found = [each for row in rows for each in _waiting(connection, row, second)]
    return sorted(found, key=lambda each: (each.at, each.table, each.number))


def _waiting(connection: Connection, row: Any, second: Second) -> Iterator[Waiting]:
    """A request as its signed entry tells it; what does not hold on disk is not shown to anybody to agree to."""
    try:
        entry = JournalEntry.read(trusted.entry(connection, row.chain, row.seq))
        act = entry.act
        if not isinstance(act, Request):
            raise Broken("it asks for nothing")
    except SPOILT as fault:
        LOG.error("request %s of table %s is not shown: %r", row.seq, row.chain, fault)
        return
    who = act.name or names_of(connection, [int(entry.by)])[int(entry.by)]
    why = second.objection(int(entry.by), act.origin or "")
    told = (act.what, act.round, act.reason, act.seat, act.cents)
    wager, known_as = act.wager or "", shown(act.pending(entry.by).asks(row.seq))
    yours = entry.by == second.viewer.id
    yield Waiting(row.chain, row.name, row.seq, *told, who, entry.at, yours, why, wager, known_as)


class OfJackpot(NamedTuple):
    """What is asked for of a jackpot, as the desk shows it; `more` is what it needs, in words."""

    jackpot: str
    number: int
    what: str
    more: str
    reason: str
    by: str
    at: str
    yours: bool
    why: str
    shown: str


def asked_of_jackpots(connection: Connection, viewer: Person, origin: str = "") -> list[OfJackpot]:
    """What waits for a second manager at the jackpots, the oldest first."""
    found, second = [], Second(connection, viewer, origin)
    for seq in connection.execute(select(JACKPOT_REQUESTS.c.seq).order_by(JACKPOT_REQUESTS.c.seq)).scalars():
        try:
            entry = trusted.entry(connection, journal.ROOM, seq)
            asked, by = entry["request"], int(entry["by"])
            told = (asked["jackpot"], seq, asked["what"], _more(asked), asked["reason"])
        except SPOILT as fault:
            LOG.error("request %s of the jackpots' desk is not shown: %r", seq, fault)
            continue
        why = second.objection(by, entry.get("origin", ""), (MANAGER,))
        name, known_as = names_of(connection, [by])[by], shown({"request": seq, **asked})
        found.append(OfJackpot(*told, name, entry["at"], by == viewer.id, why, known_as))
    return found


def _more(asked: Mapping[str, Any]) -> str:
    """The amounts and names that a request carries."""
    told = [signed(asked["cents"])] if "cents" in asked else []
    told += ["off the display"] if asked.get("displayed") else []
    told += [f"a maximum of {dollars(asked['maximum'])}"] if "maximum" in asked else []
    told += [f"a reserve of {decimal(100 * Fraction(asked['reserve']))} %"] if "reserve" in asked else []
    told += [f"to {asked['to']}"] if "to" in asked else []
    return ", ".join((*told, *([f"to {asked['person']}"] if "person" in asked else [])))


def award_objections(
    connection: Connection, awards: Sequence[Mapping[str, Any]], viewer: Person, origin: str = ""
) -> dict[int, str]:
    """Why this viewer may not approve each award that is verified; nothing where it is not, or where they may."""
    second = Second(connection, viewer, origin)
    found = {each["award"]: "" for each in awards}
    for award in (each["award"] for each in awards if each["state"] == "verified"):
        first = agreed_on(connection, award).get("verified")
        told = (int(first["by"]), first.get("origin", "")) if first is not None else None
        found[award] = second.objection(*told) if told is not None else str(otherwise(award))
    return found
