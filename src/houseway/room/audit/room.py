"""Replays everything that ever happened in a room and reports what does not hold, to the round and the cent.

The signed entries are the truth. What every row of the database must be is derived from them; `NOT_EVIDENCE` names the
few columns of which they tell nothing, and why nothing rests on those.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from sqlite3 import DatabaseError
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from houseway.errors import HousewayError
from houseway.room.archive.whole import whole
from houseway.room.audit import mark as audit_mark
from houseway.room.audit import people_rows, rows, run
from houseway.room.audit.chain import Chains, Told, Trust, chain_name
from houseway.room.audit.checkpoints import Checkpoints, wanted
from houseway.room.audit.forms import form_faults, reached
from houseway.room.audit.left_out import left_out_faults
from houseway.room.audit.mark import Mark
from houseway.room.audit.money import Entry, money_faults
from houseway.room.audit.people import People
from houseway.room.audit.read import TableRead, entries
from houseway.room.audit.values import value_faults
from houseway.room.audit.version import least, version_faults
from houseway.room.audit.work import Read, Work, all_of
from houseway.room.errors import SPOILT
from houseway.room.evidence.log import CHAIN as LOG
from houseway.room.jackpots.audit import Ledgers
from houseway.room.people.people import issue
from houseway.room.store import checkpoints, ledger
from houseway.room.store.archived import KIND, Gone, told_by
from houseway.room.store.backup import frozen
from houseway.room.store.checkpoints import Line
from houseway.room.store.journal import ROOM, stamp
from houseway.room.store.keyring import Keyring
from houseway.room.store.keys import in_a_line, shown, url_of
from houseway.round.auditing import Finding
from houseway.version import __version__

NOT_EVIDENCE: Mapping[str, str] = {
    "people.failures": "wrong passwords since the last right one, for a manager to see; nothing is decided by it",
    "factors.step": "the last code that was used: set back, a code opens once more within its minute and a half",
    "tries": "how often a door was tried: set back, somebody may try again sooner; who came in is an entry",
    "lobby.active": "when a table was last acted at: an idle table closes sooner or later for it",
    "drills": "scores of practice without money",
    "drills_dealt": "decisions of the drill that wait for an answer",
    "academy_progress": "what somebody has practised, without money",
    "academy_exams": "exams of the academy, without money: a certificate vouches for itself",
}
"""The tables and columns that no entry tells of, and what who changes one gains."""


@dataclass
class Replay:
    """What the journal says, as far as it was read."""

    connection: Connection
    chains: Chains
    expected: dict[Entry, list[ledger.Movement]] = field(default_factory=dict)
    tables: dict[int, TableRead] = field(default_factory=dict)
    people: People = field(default_factory=People)
    opened: set[int] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    jackpots: Ledgers = field(default_factory=Ledgers)
    archived: list[Gone] = field(default_factory=list)

    def found(self, where: str, what: str) -> None:
        self.findings.append(Finding(where, what))


class Report(NamedTuple):
    """What does not hold, and what an auditor should know although it does."""

    findings: list[Finding]
    notes: list[Finding]


class How(NamedTuple):
    """How a room is audited.

    `against` are checkpoints that were kept elsewhere, `key` the room's key file where it is not in its usual place,
    `public` the public key that the room is known by, for who has no key file. So many `workers` share the tables.
    `archives` are the files that old entries lie in: without them they are taken as the room's signed journal tells.
    Where an earlier audit ended, `mark` tells; this one begins there, and where all holds leaves its own mark.
    """

    against: Iterable[Line] = ()
    key: Path | None = None
    public: str = ""
    workers: int = 1
    mark: Path | None = None
    archives: Sequence[Path] = ()


BY_ITSELF = How()
"""By what the room and its key file hold, and nothing else."""


def audit(database: str, how: How = BY_ITSELF) -> list[Finding]:
    """Every finding in a room; empty if all holds."""
    return report(database, how).findings


def report(database: str, how: How = BY_ITSELF) -> Report:
    """Every finding in a room, and notes."""
    try:
        with replayed(database, how) as replay:
            pass
    except (SQLAlchemyError, DatabaseError) as fault:
        says = in_a_line(fault, database)
        if isinstance(fault, OperationalError) and url_of(database).get_backend_name() != "sqlite":
            raise HousewayError(f"the database {shown(database)} does not answer: {says}") from fault
        return Report([Finding("the database", f"cannot be read: {says}")], [])
    if how.mark is not None and not replay.findings and replay.chains.periods:
        try:
            audit_mark.write(how.mark, _mark(replay))
        except (OSError, HousewayError) as fault:  # what was found stands all the same
            replay.notes.append(Finding(f"the mark {how.mark}", f"could not be written: {fault}"))
    return Report(replay.findings, [*(Finding(*note) for note in replay.chains.notes), *replay.notes])


@contextmanager
def replayed(database: str, how: How) -> Iterator[Replay]:
    """A frozen copy of a room that was judged whole, and what was found in it."""
    keys = Keyring.of(database, how.key)
    kept = checkpoints.written(keys.checkpoints) if keys.path is not None else []
    with whole(database, how.archives) as (engine, faults), engine.begin() as connection:
        frozen(connection)
        trust = Trust(Keyring.of(database, how.key), how.public)  # again: the copy may hold a key brought meanwhile
        replay = Replay(connection, Chains(connection, trust))
        replay.findings += [Finding(*fault) for fault in faults]
        try:
            _read(replay, database, how, [*kept, *how.against])
            _compare(replay, how, kept)
        except SQLAlchemyError as fault:  # what was found before stands all the same
            replay.found("the database", f"cannot be read: {in_a_line(fault, database)}")
        yield replay


def _read(replay: Replay, database: str, how: How, kept: Sequence[Line]) -> None:
    """Read all journals: the chains themselves, the room's own, and every table's."""
    chains = replay.chains
    _trying(replay, "keys", chains.keys)
    _trying(replay, "room", lambda: _room(replay))
    begun = _begun(replay, how.mark)
    desk: dict[int, Counter[str]] = {}
    _trying(replay, "the jackpots' desk", lambda: _paid(replay, desk))
    opened = frozenset(replay.opened)
    work = Work(
        database, how.key, replay.people, desk, tuple(chains.periods), wanted(chains, kept), opened, begun, chains.gone
    )
    _trying(replay, "the room's journal", lambda: chains.take(work.one(replay.connection, chains, ROOM)[0]))
    replay.tables = {id_: TableRead(id_) for id_ in sorted(opened)}
    _trying(replay, "tables", lambda: _tables(replay, all_of(work, chains, how.workers), begun))
    _trying(replay, "chains", chains.ends)


def _paid(replay: Replay, desk: dict[int, Counter[str]]) -> Iterator[Told]:
    """Take in what the jackpots' desk has paid, by round."""
    desk |= replay.jackpots.paid_at_the_desk()
    yield from ()


def _tables(replay: Replay, all_: Iterable[Read], begun: Mark | None) -> Iterator[Told]:
    """Take in what was read of every chain, and of the table that it is of."""
    for read, table in all_:
        _trying(replay, "chains", partial(replay.chains.take, read))
        if table is None and read.chain != LOG:
            yield chain_name(read.chain), "has a journal, and was never opened"
        if table is not None:
            _trying(replay, f"table {table.id}", partial(_table, replay, table))
            if table.gone is not None:
                replay.notes += [_archived(table.gone), *_not_compared(table.gone, begun)]


def _archived(gone: Gone) -> Finding:
    says = f"entries 2 to {gone.last} lie in archives, the last of them in {gone.name} (SHA-256 {gone.sha256})"
    return Finding(f"table {gone.chain}", f"{says}: name them by --archive, and they are replayed too")


def _not_compared(gone: Gone, begun: Mark | None) -> Iterator[Finding]:
    """Of which archived entries it is not known here whether they are those that an earlier audit has seen."""
    covered = begun.chains.get(gone.chain) if begun is not None else None
    if begun is None or covered is None or covered.seq > gone.last or covered.seq in gone.seals:
        return
    first = covered.step + 1 if covered.step in gone.seals else 2
    if first <= covered.seq:
        says = f"whether entries {first} to {covered.seq} are those that the audit of {begun.at} saw is not compared"
        yield Finding(f"table {gone.chain}", f"{says}: name the archives by --archive")


def _begun(replay: Replay, mark: Path | None) -> Mark | None:
    """Where an earlier audit of this room, by this houseway, has ended."""
    found = None if mark is None else audit_mark.last(mark)
    if found is None:
        return None
    room = replay.chains.periods[0].public if replay.chains.periods else ""
    if found.room != room:
        raise HousewayError(f"the mark in {mark} is of another room, or this one was made anew: name another file")
    if found.engine != __version__:
        says = f"was by houseway {found.engine}: nothing of it is relied on, all is replayed by {__version__}"
        replay.notes.append(Finding(f"the audit of {found.at}", says))
        return None
    says = f"is where this one begins: {found.entries:,} entries are as it saw them, and were not replayed again"
    replay.notes.append(Finding(f"the audit of {found.at}", says))
    return found


def _mark(replay: Replay) -> Mark:
    """How far this audit has come."""
    tables = {id_: read.done for id_, read in replay.tables.items() if not read.notes}
    return Mark(stamp(), replay.chains.periods[0].public, replay.chains.seals, tables)


def _compare(replay: Replay, how: How, kept: Sequence[Line]) -> None:
    """Compare what was read with every row."""
    connection, tables, keys = replay.connection, replay.tables, replay.chains.trust.keys
    held = {id_: read.held for id_, read in tables.items()}
    closed = {id_ for id_, read in tables.items() if read.closed}
    ends = {round_: told[4] for read in tables.values() for round_, told in read.rounds.items()}
    signed, against = Checkpoints(replay.chains), list(how.against)
    of_witnesses = signed.of_witnesses(against)
    checks: Mapping[str, Callable[[], Iterator[Told]]] = {
        "version": lambda: version_faults(connection, _least(replay)),
        "values": lambda: value_faults(connection),
        "people": lambda: people_rows.against(replay.people, connection, replay.chains.signer),
        "versions": lambda: form_faults(
            {id_: read.forms for id_, read in tables.items()}, replay.chains.signed, replay.notes
        ),
        "tables": lambda: rows.table_faults(connection, tables),
        "lobby": lambda: rows.lobby_faults(connection, tables),
        "documents": lambda: rows.document_faults(connection, tables),
        "rounds": lambda: rows.round_faults(connection, tables),
        "played": lambda: rows.played_faults(connection, tables),
        "archives": lambda: rows.archive_faults(connection, replay.archived),
        "archived": lambda: run.archive_told_faults(connection, replay.people, replay.archived),
        "brought": lambda: run.key_faults(connection, replay.chains.periods, replay.chains.heads),
        "the room's file": lambda: run.file_faults(replay.people, tables),
        "what waits": lambda: run.waiting_faults(connection, replay.people, tables),
        "requests": lambda: rows.request_faults(connection, tables) if replay.people.signed else iter(()),
        "shoes": lambda: rows.shoe_faults(connection, tables, keys, replay.notes),
        "log": lambda: rows.log_faults(connection, tables, replay.findings),
        "nodes": lambda: rows.node_faults(connection, replay.findings),
        "noted": lambda: rows.noted_faults(connection, replay.findings),
        "money": lambda: money_faults(connection, replay.expected, held),
        "seats": lambda: left_out_faults(connection, (each for read in tables.values() for each in read.unplayed)),
        "jackpots": lambda: replay.jackpots.faults(connection, replay.people, closed, ends),
        "returned": lambda: replay.jackpots.returned_faults(each for read in tables.values() for each in read.returned),
        "taken": lambda: replay.jackpots.taken_faults(each for read in tables.values() for each in read.taken),
        "commands": lambda: rows.command_faults(connection, tables),
        "the witness": lambda: signed.foreign(against, of_witnesses),
        "checkpoints": lambda: signed.faults([*of_witnesses, *signed.of_room(kept)]),
    }
    for name, check in checks.items():
        _trying(replay, name, check)


def _least(replay: Replay) -> int:
    """The lowest version that the database can be of, by what its journal tells."""
    forms = {
        *replay.people.reached.openings.values(),
        *(form for read in replay.tables.values() for form in read.forms),
    }
    chains = replay.chains
    return least(forms, chains.database, signed=bool(chains.periods), archived=bool(replay.archived))


def _trying(replay: Replay, name: str, check: Callable[[], Iterator[Told]]) -> None:
    """A check that cannot be made because what it reads is spoilt is a finding too."""
    try:
        for where, what in check():
            replay.found(where, what)
    except SPOILT as fault:
        replay.found(name, f"cannot be checked: {fault!r}")


def _room(replay: Replay) -> Iterator[Told]:
    """People, tables and the jackpots' desk stand in the room's own journal."""
    first_key = next(iter(replay.chains.periods), None)
    unsigned = {chain: seq for chain, (seq, _) in first_key.heads.items()} if first_key else {}
    replay.people.reached = reached(replay.connection, unsigned)
    for seq, body in entries(replay.connection, ROOM, replay.found):
        for fault in replay.people.enter(seq, body):
            yield f"the room's journal, entry {seq}", fault
        if body.get("kind") == "chips":
            replay.expected[ROOM, seq] = [issue(body["id"], body["chips"])]
        elif body.get("kind") == "person":
            replay.expected[ROOM, seq] = [move for move in (issue(body["id"], body["chips"]),) if move.cents]
        elif body.get("kind") == "jackpot":
            yield from ((f"the room's journal, entry {seq}", fault) for fault in replay.people.at_the_desk(body))
            replay.expected[ROOM, seq] = replay.jackpots.at_the_desk(seq, body)
        elif body.get("kind") == "table" and type(body.get("id")) is int:
            replay.opened.add(body["id"])
            if first_key and seq < first_key.seq and body["id"] not in first_key.heads:
                yield f"the room's journal, entry {seq}", f"the key was brought before table {body['id']} had a journal"
        elif body.get("kind") == KIND:
            told = told_by(seq, body)
            replay.archived += told
            for each in told:
                before = replay.chains.gone.get(each.chain)
                seals = {**(before.seals if before else {}), **each.seals, each.last: each.seal}
                replay.chains.gone[each.chain] = each._replace(seals=seals)


def _table(replay: Replay, read: TableRead) -> Iterator[Told]:
    """Take in what one table's journal says."""
    replay.tables[read.id] = read
    replay.expected |= {(read.id, seq): moves for seq, moves in read.expected.items()}
    replay.jackpots.enter(read.changes)
    replay.notes += [note for note in read.notes if note not in replay.notes]
    yield from read.findings
