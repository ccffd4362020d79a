"""What signed entries tell of jackpots: whoever moves their money goes by it, and refuses rows that say otherwise."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.errors import HousewayError
from houseway.room.errors import Broken, legible
from houseway.room.jackpots.account import RECEIVED
from houseway.room.jackpots.event import Event
from houseway.room.jackpots.plan import CLOSED, OPEN, Plan
from houseway.room.store import archived, reading_on, trusted
from houseway.room.store.jackpots import Book, Jackpot, chain_of
from houseway.room.store.journal import canonical
from houseway.room.store.schema import JACKPOT_CHANGES, JACKPOTS, JOURNAL, ROUNDS


class Told(NamedTuple):
    """What the desk has last made of a jackpot, and the entry that tells it."""

    state: str = OPEN
    notice: str = ""
    entry: Any = None
    plan: Plan | None = None


def of_round(connection: Connection, chain: int, to: int, round_: int) -> list[Event]:
    """What a round has done to jackpots, each in its order, by the entries of its table up to one and of the desk."""
    with legible(f"round {round_}"):
        told = [*_at_the_table(connection, chain, to, round_), *_at_the_desk(connection, round_)]
        known = JACKPOT_CHANGES.c.jackpot.in_(select(JACKPOTS.c.id))  # by the index of rounds
        rows = select(JACKPOT_CHANGES.c.body).where(known, JACKPOT_CHANGES.c.round == round_)
        listed = connection.execute(rows).scalars()
        if sorted(listed) != sorted(canonical(event.json()) for event in told):
            raise HousewayError(
                f"what round {round_} did to jackpots is not listed as the journal tells it: houseway audit says more"
            )
    return sorted(told, key=lambda event: (event.meter, event.number))


def _at_the_table(connection: Connection, chain: int, to: int, round_: int) -> Iterator[Event]:
    """All entries since the round began, each vouched for by the last: none of them can be hidden."""
    row = connection.execute(select(ROUNDS.c.chain, ROUNDS.c.started).where(ROUNDS.c.id == round_)).first()
    if row is None or row.chain != chain:
        raise Broken(f"round {round_} was not played at table {chain}")
    bodies = trusted.between(connection, chain, row.started - 1, to)
    if bodies[0][1].get("start", {}).get("round") != round_:
        raise Broken(f"table {chain}, entry {row.started}: does not begin round {round_}")
    for _, body in bodies:
        yield from _events(body, round_)


def _at_the_desk(connection: Connection, round_: int) -> Iterator[Event]:
    for body in _desk(connection):
        yield from _events(body, round_)


def _events(body: Any, round_: int) -> Iterator[Event]:
    yield from (Event.read(each) for each in body.get("jackpots", ()) if each.get("round") == round_)


def _desk(connection: Connection) -> Iterator[Any]:
    """The entries of the jackpots' desk, in their order: read one by one up to a signed head, none can be hidden."""
    found = reading_on.told(connection, '"kind":"jackpot"').values()
    yield from (body for body in found if body["kind"] == "jackpot")


def at_the_desk(connection: Connection, id_: str) -> Told:
    """The state, the notice and the plan that the desk has last given a jackpot; no plan where it never did."""
    told = Told()
    with legible(f"jackpot {id_}"):
        for body in _desk(connection):
            if id_ in body.get("states", {}):
                told = told._replace(state=body["states"][id_], notice=body.get("notices", {}).get(id_, ""), entry=body)
            if body["act"] == "plan" and body["jackpot"] == id_:
                told = told._replace(plan=Plan.read(body["jackpots"][0]["plan"]))
    return told


def sound(book: Book, id_: str) -> Jackpot:
    """A jackpot, held, whose row is what signed entries tell; one that this entry has changed was so before."""
    jackpot = book.one(id_)
    return jackpot if any(event.meter == id_ for event in book.events) else check(book.connection, jackpot)


def done_in(book: Book, round_: int) -> list[Event]:
    """What a round of a table has done to jackpots before the entry that this book is for."""
    if round_ not in book.told:
        book.told[round_] = of_round(book.connection, book.chain, book.entry - 1, round_)
    return book.told[round_]


def check(connection: Connection, jackpot: Jackpot) -> Jackpot:
    """A jackpot whose row is what signed entries tell: its state, its plan, and what it shows."""
    told = at_the_desk(connection, jackpot.id)
    with legible(f"jackpot {jackpot.id}"):
        first = _change(connection, jackpot.id, 1) if told.plan is None else None
        plan = told.plan if first is None else Plan.read(first.plan or {})
        last = _change(connection, jackpot.id, jackpot.number)
    ended = jackpot.plan.practice and jackpot.state == CLOSED  # with its table
    sound = told.state == jackpot.state or ended
    if not sound or plan not in (None, jackpot.plan) or (last is not None and last.left != jackpot.account.displayed):
        raise HousewayError(f"the jackpot {jackpot.id} is not what the journal tells: houseway audit says more")
    return jackpot


def began(connection: Connection, id_: str) -> tuple[int, Event] | None:
    """The table that a jackpot began at, and its first change; none where its entry lies in an archive."""
    with legible(f"jackpot {id_}"):
        first = _change(connection, id_, 1)
        return None if first is None else (chain_of(connection, id_, 1), first)


def _change(connection: Connection, id_: str, number: int) -> Event | None:
    """One change of a jackpot; none where its entry lies in an archive."""
    at = (JACKPOT_CHANGES.c.jackpot == id_) & (JACKPOT_CHANGES.c.number == number)
    row = connection.execute(select(JACKPOT_CHANGES.c.chain, JACKPOT_CHANGES.c.entry).where(at)).first()
    if row is None:
        raise Broken(f"jackpot {id_}: its change {number} is not listed")
    here = select(JOURNAL.c.seq).where(JOURNAL.c.chain == row.chain, JOURNAL.c.seq == row.entry)
    gone = connection.execute(here).first() is None
    if gone and archived.entry_of(connection, row.chain, row.entry) is not None:
        return None
    for event in map(Event.read, trusted.entry(connection, row.chain, row.entry).get("jackpots", ())):
        if (event.meter, event.number) == (id_, number):
            return event
    raise Broken(f"jackpot {id_}: its change {number} is not told by the entry that it is listed with")


def receiver(connection: Connection, id_: str) -> str:
    """Where the money of a jackpot that has ended went: another jackpot; nothing where it is a promotion."""
    told = at_the_desk(connection, id_)
    if told.state != CLOSED:
        raise HousewayError(f"the jackpot {id_} is not what the journal tells: houseway audit says more")
    return next((each["meter"] for each in told.entry.get("jackpots", ()) if each["what"] == RECEIVED), "")


__all__ = ["Told", "at_the_desk", "began", "check", "done_in", "of_round", "receiver", "sound"]
