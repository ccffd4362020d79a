"""Whether every jackpot adds up: its changes read again in their order, from the journals of all tables."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, inspect, select

from houseway.errors import HousewayError
from houseway.room.errors import Broken
from houseway.room.independence import objection
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import CONTRIBUTION, Account
from houseway.room.jackpots.event import Event, did
from houseway.room.jackpots.plan import CLOSED, OPEN, Plan
from houseway.room.people_audit import People
from houseway.room.store import ledger
from houseway.room.store.jackpots import Jackpot, named
from houseway.room.store.journal import canonical
from houseway.room.store.schema import AWARDS, JACKPOT_CHANGES, JACKPOTS
from houseway.round.meters import VOIDED

Fault = tuple[str, str]


class Ledgers:
    """The changes of all jackpots as the journals tell them."""

    def __init__(self) -> None:
        self._events: dict[str, list[tuple[int, int, Event]]] = defaultdict(list)
        self._desk: list[tuple[int, Mapping[str, Any]]] = []
        self._states: dict[str, str] = {}

    def enter(self, chain: int, seq: int, events: Sequence[Event]) -> None:
        """What an entry of a journal has changed."""
        for event in events:
            self._events[event.meter].append((chain, seq, event))

    def at_the_desk(self, seq: int, body: Mapping[str, Any]) -> list[ledger.Movement]:
        """An entry of the room's own journal; the money that it moves."""
        events = [Event.read(each) for each in body.get("jackpots", ())]
        self.enter(0, seq, events)
        self._desk.append((seq, body))
        self._states |= body.get("states", {})
        moves = [ledger.movement(what, map(tuple, lines), round_) for what, lines, round_ in body.get("moves", ())]
        return [move for move in (*(event.movement() for event in events), *moves) if move.cents]

    def paid_at_the_desk(self) -> dict[int, Counter[str]]:
        """What awards have moved by round: they are paid before a round is voided, or not at all."""
        found: dict[int, Counter[str]] = defaultdict(Counter)
        for chain, _, event in [each for events in self._events.values() for each in events]:
            if not chain and event.round is not None:
                found[event.round].update(dict(event.movement().cents))
        return found

    def faults(self, connection: Connection, people: People) -> Iterator[Fault]:
        """Everything that does not hold."""
        if not inspect(connection).has_table(JACKPOTS.name):  # nobody has opened the room since
            return
        rows = {row.id: named(row) for row in connection.execute(select(JACKPOTS))}
        for id_ in sorted(rows.keys() | self._events.keys()):
            where = f"jackpot {id_}"
            if id_ not in rows or id_ not in self._events:
                yield where, "is gone" if id_ in self._events else "was not opened by a journal"
                continue
            try:
                told = self._told(id_)
            except (Broken, HousewayError) as fault:
                yield where, str(fault)
                continue
            if rows[id_]._replace(notice="") != told._replace(notice=""):
                yield where, f"is listed as {rows[id_].account.json()}, and its changes give {told.account.json()}"
            if told.account.off:
                yield where, f"is off by {told.account.off} of a cent"
            yield from self._listed(connection, id_)
        yield from self._awards(connection)
        yield from _two_people(self._desk, people)

    def _told(self, id_: str) -> Jackpot:
        """The jackpot as its changes make it; whatever is not lawful is refused here too."""
        events = [event for _, _, event in sorted(self._events[id_], key=lambda each: each[2].number)]
        first = events[0]
        jackpot = Jackpot(id_, first.wager, Plan.read(first.plan or {}), OPEN, Account(), 0)
        rounds: dict[int | None, list[Event]] = defaultdict(list)
        for event in events:
            _check(jackpot, event, rounds[event.round])
            rounds[event.round].append(event)
            jackpot = jackpot.after(event)
        return jackpot if jackpot.state == CLOSED else jackpot._replace(state=self._states.get(id_, OPEN))

    def _listed(self, connection: Connection, id_: str) -> Iterator[Fault]:
        """The changes are listed as the journals have them."""
        told = {event.number: (chain, seq, canonical(event.json())) for chain, seq, event in self._events[id_]}
        rows = connection.execute(select(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.jackpot == id_))
        listed = {row.number: (row.chain, row.entry, row.body) for row in rows}
        for number in sorted(told.keys() | listed.keys()):
            if told.get(number) != listed.get(number):
                yield f"jackpot {id_}, change {number}", "is not listed as the journal has it"

    def _awards(self, connection: Connection) -> Iterator[Fault]:
        """Awards that wait are those that were won and neither paid nor cancelled."""
        waiting: dict[str, int] = defaultdict(int)
        for row in connection.execute(select(AWARDS).where(AWARDS.c.state.not_in(["paid", "cancelled"]))):
            waiting[row.jackpot] += row.cents
        for row in connection.execute(select(JACKPOTS)):
            pending = Account.read(json.loads(row.account)).pending
            practice = Plan.read(json.loads(row.plan)).practice
            if not practice and pending != waiting[row.id]:
                yield f"jackpot {row.id}", f"{pending} cents of awards wait, and {waiting[row.id]} are listed"


def _check(jackpot: Jackpot, event: Event, before: Sequence[Event]) -> None:
    """What the plan and the round say that a change must be."""
    where = f"jackpot {jackpot.id}, change {event.number}"
    fed = [each for each in before if each.what == CONTRIBUTION and each.wager == event.wager]
    if event.what == CONTRIBUTION:
        wagers = {seat: part.stake for seat, part in event.parts.items()}
        if changes.contributions(jackpot.account, jackpot.plan, wagers) != dict(event.parts):
            raise Broken(f"{where}: the wagers did not add that")
        if changes.total(event.parts) != event.by:
            raise Broken(f"{where}: is not the sum of its wagers")
    if event.what == VOIDED:
        done = changes.total(event.parts) if event.parts else did(before)
        if any(part not in [(s, p) for each in fed for s, p in each.parts.items()] for part in event.parts.items()):
            raise Broken(f"{where}: undoes wagers that were not made")
        if changes.undone(jackpot.account, jackpot.plan, done) != event.by:
            raise Broken(f"{where}: does not undo what was done, to the fraction")


def _two_people(desk: Sequence[tuple[int, Mapping[str, Any]]], people: People) -> Iterator[Fault]:
    """What needs two people was done by two."""
    for seq, body in desk:
        asked = body.get("asked_by")
        if asked is not None and (why := objection(asked, body["by"], people.ties_at(seq))):
            yield f"the room's journal, entry {seq}", f"the {body['act']} of a jackpot should not have been: {why}"
