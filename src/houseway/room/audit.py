"""Replays everything that ever happened in a room and reports what does not hold, to the round and the cent."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from houseway.money import dollars
from houseway.room.acts.desk import Approve
from houseway.room.acts.opened import Opened
from houseway.room.acts.refunds import apart
from houseway.room.chain_audit import Chains, Trust, chain_name
from houseway.room.errors import Broken
from houseway.room.fairness import Commitment
from houseway.room.independence import objection
from houseway.room.jackpots.audit import Ledgers
from houseway.room.log import CHAIN as LOG
from houseway.room.people import issue
from houseway.room.people_audit import People
from houseway.room.store import checkpoints, ledger
from houseway.room.store.backup import snapshot
from houseway.room.store.checkpoints import Line
from houseway.room.store.documents import Documents, genuine
from houseway.room.store.journal import ROOM
from houseway.room.store.keyring import Keyring
from houseway.room.store.keys import hushed
from houseway.room.store.meters import METERED
from houseway.room.store.schema import (
    ACCOUNTS,
    COMMANDS,
    DOCUMENTS,
    JOURNAL,
    POSTINGS,
    REQUESTS,
    ROUNDS,
    SHOES,
    TABLES,
    TRANSACTIONS,
)
from houseway.room.store.shoes import order_of, size_of
from houseway.room.table.entry import Carried, JournalEntry
from houseway.room.table.pending import CORRECTION, VOID, Pending
from houseway.room.table.seats import PLAYING
from houseway.room.table.state import LiveTable, Sources
from houseway.round.auditing import Finding

Entry = tuple[int, int]


@dataclass
class Replay:
    """What the journal says: what money must have moved at each entry, and where every table and round stands."""

    connection: Connection
    chains: Chains
    expected: dict[Entry, list[ledger.Movement]] = field(default_factory=dict)
    tables: dict[int, LiveTable] = field(default_factory=dict)
    rounds: dict[int, tuple[int, int, int, int, int | None]] = field(default_factory=dict)
    shoes: dict[int, tuple[int, str, int | None, bool]] = field(default_factory=dict)
    people: People = field(default_factory=People)
    opened: set[int] = field(default_factory=set)
    documents: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    jackpots: Ledgers = field(default_factory=Ledgers)

    def found(self, where: str, what: str) -> None:
        self.findings.append(Finding(where, what))


class Report(NamedTuple):
    """What does not hold, and what an auditor should know although it does."""

    findings: list[Finding]
    notes: list[Finding]


def audit(database: str, against: Iterable[Line] = (), *, key: Path | None = None, public: str = "") -> list[Finding]:
    """Every finding in a room; empty if all holds. See `report`."""
    return report(database, against, key=key, public=public).findings


def report(database: str, against: Iterable[Line] = (), *, key: Path | None = None, public: str = "") -> Report:
    """Every finding in a room, and notes.

    `against` are checkpoints that were kept elsewhere, `key` the room's key file where it is not in its usual place,
    `public` the public key that the room is known by, for who has no key file.
    """
    trust = Trust(Keyring.of(database, key), public)
    kept = checkpoints.written(trust.keys.checkpoints) if trust.keys.path is not None else []
    try:
        with snapshot(database) as engine, engine.begin() as connection:
            replay = Replay(connection, Chains(connection, trust))
            _trying(_chains, replay)
            for check in (_room, _tables, _documents, _index, _log, _money, _jackpots, _commands):
                _trying(check, replay)
            _trying(lambda replay: _checkpoints(replay, [*kept, *against]), replay, "checkpoints")
    except (SQLAlchemyError, DatabaseError) as fault:
        return Report([Finding("the database", f"cannot be read: {hushed(fault, database)}")], [])
    return Report(replay.findings, [Finding(*note) for note in replay.chains.notes])


def _trying(check: Callable[[Replay], None], replay: Replay, name: str = "") -> None:
    """A check that cannot be made because what it reads is spoilt is a finding too."""
    try:
        check(replay)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        replay.found(name or check.__name__.strip("_"), f"cannot be checked: {fault!r}")


def _chains(replay: Replay) -> None:
    for where, what in replay.chains.found():
        replay.found(where, what)


def _checkpoints(replay: Replay, kept: list[Line]) -> None:
    for where, what in replay.chains.checkpoints(kept):
        replay.found(where, what)


# ---------------------------------------------------------------------------------------------------- people and tables


def _entries(replay: Replay, chain: int) -> Iterator[tuple[int, Any]]:
    """The entries of a chain, as far as they can be read."""
    rows = replay.connection.execute(select(JOURNAL).where(JOURNAL.c.chain == chain).order_by(JOURNAL.c.seq)).all()
    for row in rows:
        try:
            yield row.seq, json.loads(row.body)
        except ValueError:
            replay.found(f"{chain_name(chain)}, entry {row.seq}", "cannot be read")
            return


def _room(replay: Replay) -> None:
    """People and tables stand in the room's journal, and nowhere without it."""
    for seq, body in _entries(replay, ROOM):
        for fault in replay.people.enter(seq, body):
            replay.found(f"the room's journal, entry {seq}", fault)
        if body.get("kind") == "chips":
            replay.expected[ROOM, seq] = [issue(body["id"], body["chips"])]
        elif body.get("kind") == "person":
            replay.expected[ROOM, seq] = [move for move in (issue(body["id"], body["chips"]),) if move.cents]
        elif body.get("kind") == "jackpot":
            replay.expected[ROOM, seq] = replay.jackpots.at_the_desk(seq, body)
        elif body.get("kind") == "table":
            replay.opened.add(body["id"])
    for who, fault in replay.people.against(replay.connection, replay.chains.signer):
        replay.found(who, fault)
    there = {row.id for row in replay.connection.execute(select(TABLES.c.id))}
    for id_ in sorted(there ^ replay.opened):
        replay.found(f"table {id_}", "was not opened by the journal" if id_ in there else "is gone")


def _documents(replay: Replay) -> None:
    """Every document is the one that its hash names, and every table's is there."""
    listed = inspect(replay.connection).has_table(DOCUMENTS.name)  # else nobody has opened the room since
    rows = replay.connection.execute(select(DOCUMENTS)).all() if listed else []
    for row in rows:
        if not genuine(row.hash, row.content):
            replay.found(f"document {row.hash[:12]}", "is not the one that its hash names")
    for hash_ in sorted(replay.documents - {row.hash for row in rows}):
        replay.found(f"document {hash_[:12]}", "is gone")


def _tables(replay: Replay) -> None:
    """Every table from its first entry: cards against the shoe, rulings against the rules, holds against rulings."""
    sources = Sources(_commitments(replay), Documents().over(replay.connection))
    for id_ in sorted(replay.opened):
        table = replay.tables[id_] = LiveTable(id_, sources)
        spent = replay.jackpots.paid_at_the_desk()
        for seq, body in _entries(replay, id_):
            try:
                before = dict(table.requests)
                entry = table.replay(seq, body)
                replay.jackpots.enter(id_, seq, entry.jackpots)
                _watch(replay, table, seq, entry)
                _two_people(replay, table, seq, entry, before, spent)
            except Broken as fault:
                replay.found(f"table {id_}, entry {seq}", f"{fault}; what follows cannot be replayed")
                break
            replay.expected[id_, seq] = [move for move in table.moves if move.cents]
            for move in table.moves:
                if move.round is not None:
                    spent[move.round].update(dict(move.cents))
            table.moves = []


def _watch(replay: Replay, table: LiveTable, seq: int, entry: JournalEntry) -> None:
    """Note rounds and shoes as they come and go."""
    if isinstance(entry.act, Opened):
        replay.shoes[table.shoe] = (table.id, entry.act.shoe["root"], None, False)
        replay.documents |= {entry.act.document} - {""}
    if entry.start is not None:
        shoe = table.shoe if entry.end is None or entry.end.shoe is None else _before(replay, table)
        replay.rounds[entry.start.round] = (table.id, shoe, table.first_card, seq, None)
        replay.shoes[shoe] = (*replay.shoes[shoe][:2], table.first_cut, replay.shoes[shoe][3])
    if entry.end is not None:
        assert table.round is not None
        replay.rounds[table.round] = (*replay.rounds[table.round][:4], seq)
        if not _carried(entry.end.state, table.carried()):
            replay.found(f"table {table.id}, round {table.round}", "what it carries on is not what it left")
        if (new := entry.end.shoe) is not None:
            old = _before(replay, table)
            replay.shoes[old] = (*replay.shoes[old][:3], True)
            replay.shoes[new.id] = (table.id, new.root, None, False)
    if entry.kind in ("close", "expire"):
        replay.shoes[table.shoe] = (*replay.shoes[table.shoe][:3], True)


def _carried(state: Carried, found: Carried) -> bool:
    """Whether a table carried on what it left; an older journal tells neither its last round nor the shoe's root."""
    last, root = found.last if state.last is None else state.last, state.root or found.root
    return state._replace(last=last, root=root, gone=state.gone or found.gone) == found


def _before(replay: Replay, table: LiveTable) -> int:
    """The shoe in use before the newest."""
    return max(id_ for id_, (of, _, _, ended) in replay.shoes.items() if of == table.id and not ended)


def _two_people(
    replay: Replay,
    table: LiveTable,
    seq: int,
    entry: JournalEntry,
    before: dict[int, Pending],
    spent: dict[int, Counter[str]],
) -> None:
    """A void or a correction was asked for by one supervisor and approved by another, and moves what it says."""
    if not isinstance(entry.act, Approve):
        return
    asked = before[entry.act.request]
    where = f"table {table.id}, round {asked.round}"
    if asked.by == entry.by:
        replay.found(where, f"the {asked.what} in entry {seq} was approved by the person who asked for it")
    elif entry.act.room and isinstance(entry.by, int):
        if why := objection(asked.by, entry.by, replay.people.ties_at(entry.act.room)):
            replay.found(where, f"the {asked.what} in entry {seq} was approved, and should not have been: {why}")
    elif replay.people.made(asked.by, entry.by):
        replay.found(where, f"the {asked.what} in entry {seq} was approved by who made the account that asked for it")
    if asked.origin and asked.origin == entry.act.origin:
        replay.found(where, f"the {asked.what} in entry {seq} was approved from the browser that it was asked from")
    lines = {str(account): int(cents) for account, cents in entry.act.lines}
    own = {a: -cents for a, cents in spent[asked.round].items() if cents and not (table.form >= METERED and apart(a))}
    moved = {a: cents for a, cents in lines.items() if a in own or not (table.form >= METERED and apart(a))}
    if asked.what == VOID and moved != own:
        replay.found(where, f"the void in entry {seq} does not undo the round to the cent")
    paid = [cents for event in entry.jackpots for cents in event.awards.values()]
    if asked.what == CORRECTION and asked.cents not in (*lines.values(), *paid):
        replay.found(where, f"the correction in entry {seq} is not the {dollars(asked.cents or 0)} that was asked for")


def _commitments(replay: Replay) -> Callable[[int], Commitment]:
    known: dict[int, Commitment] = {}

    def find(id_: int) -> Commitment:
        if id_ not in known:
            row = replay.connection.execute(select(SHOES).where(SHOES.c.id == id_)).first()
            if row is None:
                raise Broken(f"shoe {id_} is gone")
            known.clear()
            known[id_] = _order(replay, row)
        return known[id_]

    return find


def _order(replay: Replay, row: Row[Any]) -> Commitment:
    """The order of a shoe. Who has no key of the room cannot read one in use, and has nothing against it."""
    if not row.salts and not row.ended and not replay.chains.trust.keys.signers:
        note = (
            f"shoe {row.id}",
            "is in use and sealed: its cards are checked when it has ended, or with the room's key",
        )
        if note not in replay.chains.notes:
            replay.chains.notes.append(note)
        return Commitment.unread(row.root, size_of(row.cards))
    return order_of(row.cards, row.salts, replay.chains.trust.keys.signers)


def _log(replay: Replay) -> None:
    """The log holds every shoe that was committed to, once, and nothing else."""
    told = {id_: (table, root) for id_, (table, root, _, _) in replay.shoes.items()}
    logged: set[int] = set()
    entries = list(_entries(replay, LOG))
    for seq, body in entries:
        where = f"the log of roots, entry {seq}"
        if body["shoe"] in logged:
            replay.found(where, f"tells shoe {body['shoe']} once more")
        elif told.get(body["shoe"]) != (body["table"], body["root"]):
            replay.found(where, f"tells of shoe {body['shoe']} what the journal of its table does not")
        logged.add(body["shoe"])
    if entries:
        for id_ in sorted(told.keys() - logged):
            replay.found(f"shoe {id_}", "is not in the log of roots")


def _index(replay: Replay) -> None:
    """Rounds and shoes are listed as they were played; every shoe opens to its root and holds its pack."""
    listed = {
        r.id: (r.chain, r.shoe, r.position, r.started, r.ended) for r in replay.connection.execute(select(ROUNDS))
    }
    for id_ in sorted(listed.keys() | replay.rounds.keys()):
        if listed.get(id_) != replay.rounds.get(id_):
            replay.found(f"round {id_}", f"is listed as {listed.get(id_)}, and was {replay.rounds.get(id_)}")
    _waiting(replay)
    there: set[int] = set()
    for row in replay.connection.execute(select(SHOES)):
        there.add(row.id)
        told = replay.shoes.get(row.id)
        if told != (row.chain, row.root, row.cut, row.ended):
            replay.found(f"shoe {row.id}", "is not listed as the journal has it")
        table = replay.tables.get(row.chain)
        try:
            shoe = _order(replay, row)
        except (ValueError, Broken):
            replay.found(f"shoe {row.id}", "its cards and salts do not open to its root")
            continue
        if not shoe.known:
            continue
        if shoe.root != row.root:
            replay.found(f"shoe {row.id}", "its cards and salts do not open to its root")
        if table is not None and table.places and sorted(shoe.order) != sorted(table.game.pack(table.settings)):
            replay.found(f"shoe {row.id}", "does not hold the cards of its game")
    for id_ in sorted(replay.shoes.keys() - there):
        replay.found(f"shoe {id_}", "is gone")


def _waiting(replay: Replay) -> None:
    """What waits for a second person is listed as the tables have it."""
    if not inspect(replay.connection).has_table(REQUESTS.name) or not replay.people.signed:
        return
    listed = {(row.chain, row.seq) for row in replay.connection.execute(select(REQUESTS))}
    told = {(id_, number) for id_, table in replay.tables.items() for number in table.requests}
    for chain, seq in sorted(listed ^ told):
        says = "is listed as waiting and is not" if (chain, seq) in listed else "waits and is not listed"
        replay.found(f"{chain_name(chain)}, entry {seq}", says)


# ---------------------------------------------------------------------------------------------------- money


def _money(replay: Replay) -> None:
    """The ledger moved what the journal says and nothing else; balances are the sums of it."""
    actual: dict[Entry, list[ledger.Movement]] = defaultdict(list)
    postings: dict[int, list[tuple[str, int]]] = defaultdict(list)
    totals: Counter[str] = Counter()
    for line in replay.connection.execute(select(POSTINGS)):
        postings[line.transaction].append((line.account, line.cents))
        totals[line.account] += line.cents
    for row in replay.connection.execute(select(TRANSACTIONS).order_by(TRANSACTIONS.c.id)):
        lines = tuple(sorted(postings.pop(row.id, [])))
        if off := sum(cents for _, cents in lines):
            replay.found(f"transaction {row.id}", f"is off by {dollars(off)}")
        actual[row.chain, row.seq].append(ledger.Movement(row.what, lines, row.round))
    for id_ in postings:
        replay.found(f"transaction {id_}", "has postings and is gone")
    for entry in sorted(actual.keys() | replay.expected.keys()):
        _compare(replay, entry, replay.expected.get(entry, []), actual.get(entry, []))
    for account in replay.connection.execute(select(ACCOUNTS)):
        if account.balance != totals.pop(account.id, 0):
            replay.found(f"account {account.id}", f"holds {dollars(account.balance)}, which its postings do not give")
        if account.open_ended != (account.id.split(":")[0] in ledger.OPEN_ENDED):
            replay.found(f"account {account.id}", "may go below zero where it must not, or the other way round")
    for name, cents in totals.items():
        replay.found(f"account {name}", f"is gone with {dollars(cents)}")
    _holds(replay)


def _compare(replay: Replay, entry: Entry, expected: list[ledger.Movement], actual: list[ledger.Movement]) -> None:
    if sorted(expected, key=str) == sorted(actual, key=str):
        return
    gap: Counter[str] = Counter()
    for sign, moves in ((1, actual), (-1, expected)):
        for move in moves:
            for account, cents in move.cents:
                gap[account] += sign * cents
    rounds = sorted({move.round for move in (*expected, *actual) if move.round is not None})
    where = f"{chain_name(entry[0])}, entry {entry[1]}" + "".join(f", round {each}" for each in rounds)
    off = ", ".join(f"{account} {dollars(cents)}" for account, cents in sorted(gap.items()) if cents)
    replay.found(where, f"the ledger is off: {off}" if off else "the ledger does not book it as the journal tells it")


def _holds(replay: Replay) -> None:
    """Between rounds nothing is held; during one, what is staked."""
    for id_, table in replay.tables.items():
        held = ledger.balances(replay.connection, [f"hold:{id_}"])[f"hold:{id_}"]
        want = sum(table.held.values()) if table.phase == PLAYING else 0
        if held != want:
            replay.found(f"table {id_}", f"holds {dollars(held)}, and {dollars(want)} is staked")


def _jackpots(replay: Replay) -> None:
    """Every jackpot from its first change: what it was fed, what it lost and why, and that it adds up."""
    for where, what in replay.jackpots.faults(replay.connection, replay.people):
        replay.found(where, what)


def _commands(replay: Replay) -> None:
    """Every acknowledged command has its entry."""
    for row in replay.connection.execute(select(COMMANDS)):
        if row.version > replay.chains.heads.get(row.chain, (0, ""))[0]:
            replay.found(f"{chain_name(row.chain)}, entry {row.version}", "was acknowledged and is not there")
