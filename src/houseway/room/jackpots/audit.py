"""Whether every jackpot adds up: its changes read again in their order, from the journals of all tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, inspect, select

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room.audit.chain import SKEW, moment_of
from houseway.room.audit.people import People
from houseway.room.errors import SPOILT, Broken
from houseway.room.jackpots import moves
from houseway.room.jackpots.account import CONTRIBUTION, RECEIVED, TRANSFERRED, Account
from houseway.room.jackpots.award_audit import Change, Fault, Returned, award_faults, in_order, request_faults
from houseway.room.jackpots.change_audit import Seen, fault
from houseway.room.jackpots.desk_audit import desk_faults, fund_faults, gift_faults, state_faults
from houseway.room.jackpots.event import AWARD, Event
from houseway.room.jackpots.of_round import held
from houseway.room.jackpots.plan import CLOSED, OPEN, Plan
from houseway.room.jackpots.table_audit import (
    Ends,
    emptied_faults,
    link_faults,
    order_faults,
    stood_faults,
    unjoined_faults,
)
from houseway.room.people.independence import objection
from houseway.room.people.names import name_key
from houseway.room.store import ledger
from houseway.room.store.jackpots import Jackpot, read
from houseway.room.store.journal import ROOM, canonical
from houseway.room.store.schema import ACCOUNTS, JACKPOT_CHANGES, JACKPOTS


class Ledgers:
    """The changes of all jackpots as the journals tell them."""

    def __init__(self) -> None:
        self._events: dict[str, list[Change]] = defaultdict(list)
        self._desk: list[tuple[int, Mapping[str, Any]]] = []
        self._states: dict[str, str] = {}
        self._notices: dict[str, str | None] = {}
        self._since: dict[str, list[tuple[datetime | None, str]]] = defaultdict(list)
        self._states_at: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._beside: dict[tuple[int, int], list[Event]] = defaultdict(list)
        self._requests: dict[int, Mapping[str, Any]] = {}
        self._heirs: dict[str, list[str]] = {}

    def enter(self, changes: Iterable[Change]) -> None:
        """What entries of a journal have changed."""
        for change in changes:
            self._events[change.event.meter].append(change)
            self._beside[change.chain, change.seq].append(change.event)

    def at_the_desk(self, seq: int, body: Mapping[str, Any]) -> list[ledger.Movement]:
        """An entry of the room's own journal; the money that it moves."""
        events = [Event.read(each) for each in body.get("jackpots", ())]
        self.enter(Change(ROOM, seq, event) for event in events)
        self._desk.append((seq, body))
        self._states |= body.get("states", {})
        for id_, state in body.get("states", {}).items():
            self._since[id_].append((moment_of(body["at"]), state))
            self._states_at[id_].append((seq, state))
        self._agreed(seq, body, events)
        self._notices |= dict.fromkeys(body.get("states", {}))  # an older entry tells no notice
        self._notices |= body.get("notices", {})
        return [move for move in (*(event.movement() for event in events), *moves.told(body)) if move.cents]

    def _agreed(self, seq: int, body: Mapping[str, Any], events: Sequence[Event]) -> None:
        """What an entry does somebody has asked for; what it moves to another jackpot has its place there from then."""
        if body["act"] == "asked":
            self._requests[seq] = body["request"]
        elif isinstance(body.get("request"), int):
            self._requests[seq] = self._requests.get(body["request"], {})
        if [event.what for event in events] == [TRANSFERRED, RECEIVED]:
            old, new = (event.meter for event in events)
            for heirs in self._heirs.values():
                heirs += [new] if heirs[-1] == old else []
            self._heirs[old] = [new]

    def paid_at_the_desk(self) -> dict[int, Counter[str]]:
        """What awards have moved by round: they are paid before a round is voided, or not at all."""
        found: dict[int, Counter[str]] = defaultdict(Counter)
        for chain, _, event, *_ in [each for events in self._events.values() for each in events]:
            if chain == ROOM and event.round is not None:
                found[event.round].update(dict(event.movement().cents))
        return found

    def faults(self, connection: Connection, people: People, closed: Set[int], ends: Ends) -> Iterator[Fault]:
        """Everything that does not hold, where these tables are closed and rounds ended by these entries."""
        if not inspect(connection).has_table(JACKPOTS.name):  # nobody has opened the room since
            return
        rows = {row.id: row for row in connection.execute(select(JACKPOTS))}
        changed = set(connection.execute(select(JACKPOT_CHANGES.c.jackpot).distinct()).scalars())
        for id_ in sorted(rows.keys() | self._events.keys() | changed):
            if id_ not in rows or id_ not in self._events:
                yield f"jackpot {id_}", "is gone" if id_ in self._events else "was not opened by a journal"
                continue
            yield from ((f"jackpot {id_}", what) for what in self._jackpot(rows[id_], closed))
            yield from self._listed(connection, id_)
            yield from self._balances(connection, rows[id_])
            yield from self._taken(id_)
            yield from self._tables(connection, id_, ends)
            yield from order_faults(self._events[id_], self._desk) if people.reached.stated else ()
        yield from self._held(connection)
        if people.reached.stated:
            yield from _written_otherwise(self._desk)
        names = {id_: who.name for id_, who in people.known.items()}
        of_house = [of for of in self._events.values() if not _practice(of)]
        yield from award_faults(connection, of_house, self._desk, names, people.verified_above)
        yield from request_faults(connection, self._desk)
        yield from desk_faults(self._desk, {name_key(who.name): id_ for id_, who in people.known.items()})
        yield from state_faults(self._desk)
        yield from fund_faults(self._desk, {id_: _begun(of) for id_, of in self._events.items() if not _practice(of)})
        yield from self._replaced()
        yield from gift_faults(self._desk, people)
        yield from _two_people(self._desk, people)

    def _held(self, connection: Connection) -> Iterator[Fault]:
        """The accounts of awards hold what was won and waits to be paid, and nothing else."""
        told = held([change.event for of in self._events.values() for change in of])
        rows = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.id.like(f"{AWARD}%"), ACCOUNTS.c.balance != 0))
        there = {row.id: row.balance for row in rows}
        for account in sorted(told.keys() | there.keys()):
            if (is_ := there.get(account, 0)) != (says := told.get(account, 0)):
                yield f"account {account}", f"holds {dollars(is_)}, and {dollars(says)} of it waits to be paid"

    def _balances(self, connection: Connection, row: Row[Any]) -> Iterator[Fault]:
        """The accounts of a jackpot hold what it displays and what it has in reserve, whatever has moved them."""
        try:
            told = read(row).account
        except (HousewayError, *SPOILT):  # whoever compares the jackpot with its changes says so
            return
        for name, wanted in ((f"meter:{row.id}", int(told.displayed)), (f"reserve:{row.id}", int(told.reserve))):
            if (is_ := ledger.balances(connection, [name])[name]) != wanted:
                yield f"account {name}", f"holds {dollars(is_)}, and the jackpot has {dollars(wanted)} there"

    def _replaced(self) -> Iterator[Fault]:
        """After a seizure the posted amount is replaced in full: as much as was displayed then, as clocks go."""
        for seq, body in self._desk:
            if body["act"] != "replaced":
                continue
            id_, cents = body["jackpot"], self._requests.get(seq, {}).get("cents", 0)
            if (least := self._displayed(id_, seq, moment_of(body["at"]))) > cents:
                says = f"the jackpot {id_} displayed {dollars(least)}, and {dollars(cents)} of it is replaced"
                yield f"the room's journal, entry {seq}", f"{says} (WAC 230-15-715)"

    def _displayed(self, id_: str, seq: int, at: datetime | None) -> int:
        """The least that a jackpot can have displayed at an entry of the desk, as clocks go."""
        before: int = 0
        about: list[int] = []
        for change in in_order(self._events[id_]):
            then = moment_of(change.at) if change.chain != ROOM else None
            if (change.seq < seq) if change.chain == ROOM else (then is None or at is None or then < at - SKEW):
                before, about = int(change.event.left), []
            elif then is not None and at is not None and then <= at + SKEW:
                about.append(int(change.event.left))
        return min(before, *about) if about else before

    def _jackpot(self, row: Row[Any], closed: Set[int]) -> Iterator[str]:
        """Whether a jackpot is listed as its changes make it."""
        try:
            told = self._told(row.id)
            is_ = read(row)
        except (Broken, HousewayError) as wrong:
            yield str(wrong)
            return
        except SPOILT as wrong:
            yield f"cannot be checked: {wrong!r}"
            return
        notice = self._notices.get(row.id, "")
        told = told._replace(notice=row.notice if notice is None else notice)
        if is_ != told:
            yield f"is listed as {_in_short(is_)}, and its changes give {_in_short(told)}"
        if row.kind != told.plan.kind:
            yield f"is listed as a {row.kind} jackpot, and is a {told.plan.kind} one"
        if told.state == CLOSED and (left := int(sum(told.account.held))):
            yield f"is closed, and holds {dollars(left)} for players: ask for its transfer, or for a promotion"
        elif {change.chain for change in self._events[row.id]} <= closed | {ROOM} and (
            left := int(sum(told.account.held) - told.account.pending)
        ):
            says = "and all tables that fed it are closed: freeze it, and ask for its transfer, or for a promotion"
            yield f"holds {dollars(left)} for players, {says}"
        if told.account.off:
            yield f"is off by {told.account.off} of a cent"

    def _told(self, id_: str) -> Jackpot:
        """The jackpot as its changes make it; whatever is not lawful is refused here too."""
        changes = in_order(self._events[id_])
        first = changes[0].event
        jackpot = Jackpot(id_, first.wager, Plan.read(first.plan or {}), OPEN, Account(), 0)
        rounds: dict[int | None, list[Event]] = defaultdict(list)
        for change in changes:
            event = change.event
            if why := fault(jackpot, change, self._seen(change, rounds[event.round])):
                raise Broken(f"jackpot {id_}, change {event.number}: {why}")
            rounds[event.round].append(event)
            jackpot = jackpot.after(event)
        return jackpot if jackpot.state == CLOSED else jackpot._replace(state=self._states.get(id_, OPEN))

    def _seen(self, change: Change, before: Sequence[Event]) -> Seen:
        """What else the journals tell around a change."""
        beside = self._beside[change.chain, change.seq]
        if change.chain != ROOM:
            at = moment_of(change.at)
            then = self._was(change.event.meter, at) if at is not None else [OPEN]
            return Seen(before, beside, heirs=self._heirs, state=OPEN if OPEN in then else then[-1])
        was = [state for seq, state in self._states_at[change.event.meter] if seq < change.seq]
        return Seen(before, beside, self._requests.get(change.seq, {}), self._heirs, was[-1] if was else OPEN)

    def _taken(self, id_: str) -> Iterator[Fault]:
        """No round began with a wager on a jackpot that took none then, as clocks go."""
        for change in self._events[id_]:
            at = moment_of(change.at)
            if at is None or change.event.what != CONTRIBUTION:
                continue
            was = self._was(id_, at)
            if OPEN not in was:
                yield f"jackpot {id_}, change {change.event.number}", f"a wager was taken while it was {was[-1]}"

    def returned_faults(self, returned: Iterable[Returned]) -> Iterator[Fault]:
        """No round began without the wagers on a jackpot that was open then, as clocks go."""
        for where, id_, told in returned:
            at = moment_of(told)
            if at is not None and set(self._was(id_, at)) == {OPEN}:
                yield where, f"wagers on the jackpot {id_} were returned, which was open"

    def taken_faults(self, taken: Iterable[Returned]) -> Iterator[Fault]:
        """No round began with a wager on a house jackpot that took none then, as clocks go."""
        for where, id_, told in taken:
            at = moment_of(told)
            if at is not None and OPEN not in (was := self._was(id_, at)):
                yield where, f"a wager was taken on the jackpot {id_} while it was {was[-1]}"

    def _was(self, id_: str, at: datetime) -> list[str]:
        """What a jackpot was at a time, as clocks go."""
        told = [(None, OPEN), *self._since[id_]]
        spans = zip(told, [*told[1:], (None, "")], strict=True)
        return [
            state
            for (since, state), (until, _) in spans
            if (since is None or since <= at + SKEW) and (until is None or until >= at - SKEW)
        ]

    def _tables(self, connection: Connection, id_: str, ends: Ends) -> Iterator[Fault]:
        """What the tables that feed a jackpot have to do with it."""
        try:
            yield from emptied_faults(connection, self._events[id_], self._desk, ends)
            yield from stood_faults(connection, self._events[id_], self._desk)
            yield from unjoined_faults(self._events[id_])
            yield from link_faults(connection, self._events[id_])
        except SPOILT as wrong:
            yield f"jackpot {id_}", f"cannot be compared with its tables: {wrong!r}"

    def _listed(self, connection: Connection, id_: str) -> Iterator[Fault]:
        """The changes are listed as the journals have them."""
        told = {
            event.number: (chain, seq, event.round, event.what, canonical(event.json()))
            for chain, seq, event, *_ in self._events[id_]
        }
        rows = connection.execute(select(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.jackpot == id_))
        listed = {row.number: (row.chain, row.entry, row.round, row.what, row.body) for row in rows}
        for number in sorted(told.keys() | listed.keys()):
            if told.get(number) != listed.get(number):
                yield f"jackpot {id_}, change {number}", "is not listed as the journal has it"


def _practice(changes: Sequence[Change]) -> bool:
    """Whether a jackpot is a practice table's: its awards are paid at once, and are listed nowhere."""
    first = in_order(changes)[0].event
    return Plan.read(first.plan or {}).practice


def _begun(changes: Sequence[Change]) -> datetime | None:
    """When a jackpot began, as far as that is told."""
    first = in_order(changes)[0]
    return moment_of(first.at) if first.chain != ROOM else None


def _in_short(jackpot: Jackpot) -> str:
    return f"{jackpot.state} {jackpot.notice!r} {jackpot.account.json()}"


def _two_people(desk: Sequence[tuple[int, Mapping[str, Any]]], people: People) -> Iterator[Fault]:
    """What needs two people was done by two, in two browsers."""
    asked_from: dict[tuple[str, Any], str] = {}
    for seq, body in desk:
        if body["act"] == "asked":
            asked_from["request", seq] = body.get("origin", "")
        elif body["act"] == "verified":
            asked_from["award", body["award"]] = body.get("origin", "")
        asked = body.get("asked_by")
        if asked is None:
            continue
        why = objection(asked, body["by"], people.ties_at(seq))
        of = ("request", body["request"]) if "request" in body else ("award", body.get("award"))
        if not why and body.get("origin") and body["origin"] == asked_from.get(of):
            why = "it was asked for from the same browser"
        if why:
            yield f"the room's journal, entry {seq}", f"the {body['act']} of a jackpot should not have been: {why}"


def _written_otherwise(desk: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[Fault]:
    """Changes that entries of the desk tell otherwise than the room does, a number with noughts before it say."""
    for seq, body in desk:
        for told in body.get("jackpots", ()):
            if canonical(Event.read(told).json()) != canonical(told):
                yield (
                    f"the room's journal, entry {seq}",
                    f"a change of {told['meter']} is not told as the room tells it",
                )
