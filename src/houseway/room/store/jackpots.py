"""The jackpots of a room on the database: each a row that whoever changes it holds, and its changes in their order."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select, update

from houseway.errors import UnknownName
from houseway.room.errors import Broken, legible
from houseway.room.jackpots.account import PROMOTION, TRANSFERRED, Account, changed
from houseway.room.jackpots.event import Event, Lines, award_account
from houseway.room.jackpots.plan import CLOSED, OPEN, SUSPENDED, Plan
from houseway.room.store.journal import canonical
from houseway.room.store.numbered import inserted
from houseway.room.store.schema import AWARDS, JACKPOT_CHANGES, JACKPOTS, TABLES


class Jackpot(NamedTuple):
    """A jackpot as it stands."""

    id: str
    wager: str
    plan: Plan
    state: str
    account: Account
    number: int
    notice: str = ""

    def changed(self, what: str, by: Account, house: str, lines: Lines = (), **more: Any) -> "tuple[Jackpot, Event]":
        """A change for a lawful reason: the jackpot after it, and what is recorded of it."""
        account = changed(self.account, what, by, self.plan.seed) if by != Account() else self.account
        cents = _moved(self.account, account)
        more = {"wager": self.wager, **more}
        event = Event(self.id, self.number + 1, what, by, account.displayed, cents, house, lines, **more)
        return self.after(event), event

    def after(self, event: Event) -> "Jackpot":
        """The same after a change, which is checked once more."""
        plan = self.plan if event.plan is None else Plan.read(event.plan)
        account = changed(self.account, event.what, event.by, plan.seed) if event.by != Account() else self.account
        told = (self.number + 1, account.displayed, _moved(self.account, account))
        if (event.number, event.left, event.cents) != told:
            raise Broken(f"jackpot {self.id}, change {event.number}: does not follow from the one before")
        state = CLOSED if event.what in (TRANSFERRED, PROMOTION) else self.state
        return self._replace(plan=plan, account=account, number=event.number, state=state)


def _moved(before: Account, after: Account) -> tuple[int, int]:
    """The whole cents by which display and reserve have moved."""
    return int(after.displayed) - int(before.displayed), int(after.reserve) - int(before.reserve)


def named(row: Row[Any]) -> Jackpot:
    """The jackpot of a row; refused where nobody can read it."""
    with legible(f"jackpot {row.id}"):
        return read(row)


def read(row: Row[Any]) -> Jackpot:
    """The same, for who tells what is wrong with a row."""
    plan, account = Plan.read(json.loads(row.plan)), Account.read(json.loads(row.account))
    return Jackpot(row.id, row.wager, plan, row.state, account, row.number, row.notice)


def found(connection: Connection, ids: Iterable[str] | None = None) -> dict[str, Jackpot]:
    """These jackpots, or all, as they stand; nobody is kept from changing them."""
    query = select(JACKPOTS).order_by(JACKPOTS.c.id)
    rows = connection.execute(query if ids is None else query.where(JACKPOTS.c.id.in_(list(ids))))
    return {row.id: named(row) for row in rows.all()}


def changes_of(connection: Connection, id_: str, round_: int | None = None) -> list[Event]:
    """The changes of a jackpot in their order, or those of one round."""
    query = select(JACKPOT_CHANGES.c.body).where(JACKPOT_CHANGES.c.jackpot == id_)
    if round_ is not None:
        query = query.where(JACKPOT_CHANGES.c.round == round_)
    rows = connection.execute(query.order_by(JACKPOT_CHANGES.c.number)).scalars()
    with legible(f"jackpot {id_}"):
        return [Event.read(json.loads(body)) for body in rows]


def chain_of(connection: Connection, id_: str, number: int) -> int:
    """The journal that a change stands in: a table's, or 0 for the room's own."""
    at = (JACKPOT_CHANGES.c.jackpot == id_) & (JACKPOT_CHANGES.c.number == number)
    return int(connection.execute(select(JACKPOT_CHANGES.c.chain).where(at)).scalar_one())


class Book:
    """The jackpots inside one transaction, for one journal entry: locked, changed, recorded."""

    def __init__(self, connection: Connection, chain: int, entry: int) -> None:
        self.connection = connection
        self.chain, self.entry = chain, entry
        self.events: list[Event] = []
        self.told: dict[int, list[Event]] = {}
        """What rounds have done to jackpots before this entry, as far as it was asked for."""
        self.written = False

    def locked(self, ids: Iterable[str]) -> dict[str, Jackpot]:
        """These jackpots as they stand now; nobody else changes them until the transaction ends.

        All at once and in one order for all writers, so that no two wait for each other.
        """
        query = select(JACKPOTS).where(JACKPOTS.c.id.in_(sorted(ids))).order_by(JACKPOTS.c.id)
        return {row.id: named(row) for row in self.connection.execute(query.with_for_update()).all()}

    def refusal(self, id_: str, name: str = "jackpot") -> str:
        """Why no wager is taken on a jackpot now; nothing while it is open, or from before jackpots had accounts."""
        query = select(JACKPOTS.c.state, JACKPOTS.c.notice).where(JACKPOTS.c.id == id_)
        row = self.connection.execute(query).first()
        if row is None or row.state == OPEN:
            return ""
        told = row.notice and row.state != SUSPENDED  # what the house lacks is told to its staff
        return f"no wager is taken on the {name}: it is {row.state}" + (f" ({row.notice})" if told else "")

    def one(self, id_: str) -> Jackpot:
        """One of them, or a refusal."""
        known = self.locked([id_])
        if id_ not in known:
            raise UnknownName(f"there is no jackpot {id_!r}")
        return known[id_]

    def make(self, id_: str, wager: str, plan: Plan) -> Jackpot:
        """A new jackpot, with nothing in it yet."""
        self.written = True
        new = Jackpot(id_, wager, plan, OPEN, Account(), 0)
        row = {"id": id_, "wager": wager, "plan": canonical(plan.json()), "state": OPEN, "number": 0, "notice": ""}
        self.connection.execute(JACKPOTS.insert().values(**row, account=canonical({}), kind=plan.kind))
        return new

    def change(
        self, jackpot: Jackpot, what: str, by: Account, house: str, lines: Lines = (), **more: Any
    ) -> tuple[Jackpot, Event]:
        """Change a jackpot for a lawful reason, and write it down."""
        new, event = jackpot.changed(what, by, house, lines, **more)
        self._write(new, event)
        return new, event

    def _write(self, new: Jackpot, event: Event) -> None:
        self.written = True
        row = {"plan": canonical(new.plan.json()), "account": canonical(new.account.json()), "number": new.number}
        row |= {"state": new.state}
        self.connection.execute(update(JACKPOTS).where(JACKPOTS.c.id == new.id).values(**row))
        body = {"jackpot": new.id, "number": event.number, "chain": self.chain, "entry": self.entry}
        more = {"round": event.round, "what": event.what, "body": canonical(event.json())}
        self.connection.execute(JACKPOT_CHANGES.insert().values(**body, **more))
        self.events.append(event)

    def award(self, event: Event, seat: int, account: str) -> None:
        """An award that waits to be verified and paid."""
        self.written = True
        row = {"jackpot": event.meter, "chain": self.chain, "round": event.round, "seat": seat, "wager": event.wager}
        of = {"account": account, "cents": event.awards[seat], "state": "pending", "said": "{}"}
        inserted(self.connection, AWARDS, **row, **of)

    def elsewhere(self, id_: str) -> bool:
        """Whether another table that is open feeds this jackpot."""
        join = JACKPOT_CHANGES.join(TABLES, TABLES.c.id == JACKPOT_CHANGES.c.chain)
        others = (JACKPOT_CHANGES.c.jackpot == id_) & (JACKPOT_CHANGES.c.chain != self.chain) & ~TABLES.c.closed
        return self.connection.execute(select(TABLES.c.id).select_from(join).where(others).limit(1)).first() is not None

    def held_awards(self, round_: int, wager: str) -> dict[str, int]:
        """The awards of a round that are not paid, by their account."""
        rows = pending_awards(self.connection, round_)
        return {award_account(round_, row.seat, wager): row.cents for row in rows if row.wager == wager}

    def cancel(self, round_: int, wager: str) -> None:
        """The awards of a round that is void are not paid."""
        self.written = True
        mine = (AWARDS.c.round == round_) & (AWARDS.c.wager == wager) & AWARDS.c.state.not_in(["paid", "cancelled"])
        self.connection.execute(update(AWARDS).where(mine).values(state="cancelled"))

    def state(self, id_: str, state: str, notice: str) -> None:
        """Open, frozen, suspended, seized or closed."""
        self.written = True
        self.connection.execute(update(JACKPOTS).where(JACKPOTS.c.id == id_).values(state=state, notice=notice))


def pending_awards(connection: Connection, round_: int | None = None) -> list[Row[Any]]:
    """Awards that are not paid or cancelled, the oldest first."""
    query = select(AWARDS).where(AWARDS.c.state.not_in(["paid", "cancelled"])).order_by(AWARDS.c.id)
    return list(connection.execute(query if round_ is None else query.where(AWARDS.c.round == round_)))


def newest_award(connection: Connection) -> int:
    """The number of the last award of a jackpot of the house's."""
    return int(connection.execute(select(func.max(AWARDS.c.id))).scalar() or 0)


def totals(connection: Connection) -> Mapping[str, int]:
    """How many changes each jackpot has."""
    query = select(JACKPOT_CHANGES.c.jackpot, func.count()).group_by(JACKPOT_CHANGES.c.jackpot)
    return {row[0]: row[1] for row in connection.execute(query)}
