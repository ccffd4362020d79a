"""What the journal of one table says, replayed from its first entry and judged: what the audit compares rows with."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Row, select

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room import lobby
from houseway.room.acts import change
from houseway.room.acts.opened import Opened
from houseway.room.acts.wagers import Open
from houseway.room.audit import left_out, when, whose
from houseway.room.audit.before import archived_before, as_seen, done_before, spend
from houseway.room.audit.due import due_faults
from houseway.room.audit.forms import not_as_written, spans
from houseway.room.audit.mark import Done
from houseway.room.audit.opened import document_faults, opened_faults, unjudged
from houseway.room.audit.read import Known, TableRead, entries
from houseway.room.errors import Broken
from houseway.room.fairness.commitments import Commitment
from houseway.room.jackpots.award_audit import Change, Returned
from houseway.room.jackpots.table_audit import fed_faults, paid_faults, undone_faults
from houseway.room.store.documents import Documents
from houseway.room.store.keyring import Keyring
from houseway.room.store.lines import Lines
from houseway.room.store.meters import HELD, STATED
from houseway.room.store.schema import SHOES
from houseway.room.store.shoes import order_of, size_of
from houseway.room.table import rounds
from houseway.room.table.entry import Carried, JournalEntry
from houseway.room.table.seats import PLAYING
from houseway.room.table.state import LiveTable, Sources
from houseway.round.auditing import Finding


def read_table(known: Known, id_: int, done: Done | None = None) -> TableRead:
    """Every entry in its order: cards against the shoe, rulings against the rules, holds against rulings.

    What an earlier audit has `done` is not replayed: the table is taken as the round before left it.
    """
    read = TableRead(id_)
    sources = Sources(_commitments(known, read), Documents().over(known.connection))
    spent: dict[int, Counter[str]] = {round_: Counter(cents) for round_, cents in known.desk.items()}
    bodies = list(entries(known.connection, id_, read.found))
    read.forms = spans(bodies)
    opened_by = bodies[0][1].get("by") if bodies else None
    gone = known.gone.get(id_)
    try:
        if gone is not None and [seq for seq, _ in bodies[:2]] == [1, gone.through]:
            table = archived_before(read, known, gone, spent, sources)
            as_seen(read, known.connection, done)
        else:
            table = LiveTable(id_, sources) if done is None else done_before(read, known, bodies, done, spent, sources)
    except Broken as fault:
        read.found(f"table {id_}", f"{fault}; what follows cannot be replayed")
        return read
    lines, last, table.judges_bots = Lines(), when.Last(), True
    if read.gone is None:
        read.played += [line for seq, body in bodies[: table.version] for line in lines.enter(seq, body)]
    last.skip(table, (body for seq, body in bodies if seq <= table.version))
    for seq, body in (each for each in bodies if each[0] > table.version):
        before = dict(table.requests)
        sitting, refusal = left_out.sitting(table, body), when.refusal(table, body, last)
        try:
            entry = table.replay(seq, body)
            whose.allowed(read, known.people, table, seq, entry)
            _watch(read, table, seq, entry)
            _numbers(read, table, seq, entry)
            _meters(read, table, seq, entry)
            _due(read, table, seq, entry, body)
            _left_out(read, table, seq, entry, sitting)
            _staked(read, table, entry)
            whose.position(read, known.people, entry, seq)
            whose.two_people(read, known.people, table, seq, entry, before.get(whose.request(entry)), spent)
        except Broken as fault:
            read.found(f"table {id_}, entry {seq}", f"{fault}; what follows cannot be replayed")
            break
        if refusal:
            read.found(f"table {id_}, entry {seq}", f"the act '{body['kind']}' is one that the room refuses: {refusal}")
        last.note(table, body)
        _moved(read, table, seq, spent)
        read.played += lines.enter(seq, body)
    if table.places:
        _stands(read, table, opened_by)
    return read


def _stands(read: TableRead, table: LiveTable, opened_by: object) -> None:
    """Where the table stands after its last entry."""
    read.game, read.name, read.closed = table.game.id, table.name, table.closed
    read.pack = tuple(sorted(table.game.pack(table.settings)))
    read.held = sum(table.held.values()) if table.phase == PLAYING else 0
    if table.closed and read.held:
        read.found(f"table {table.id}", f"is closed, and holds {dollars(read.held)} of round {table.round}")
    read.requests = tuple(table.requests)
    read.outside = None if table.closed else lobby.listed(table, opened_by)


def _moved(read: TableRead, table: LiveTable, seq: int, spent: dict[int, Counter[str]]) -> None:
    read.expected[seq] = [move for move in table.moves if move.cents]
    spend(table.moves, spent)
    table.moves = []


def _watch(read: TableRead, table: LiveTable, seq: int, entry: JournalEntry) -> None:
    """Note rounds, shoes, commands and changes of jackpots as they come and go."""
    read.commands[seq] = (entry.by, entry.command)
    read.commits(entry)
    read.changes += [Change(table.id, seq, event, dict(table.accounts), entry.at) for event in entry.jackpots]
    if isinstance(entry.act, Opened):
        read.shoes[table.shoe] = (table.id, entry.act.shoe["root"], None, False)
        read.documents |= {entry.act.document} - {""}
    if isinstance(entry.act, change.Change) and entry.act.document:
        read.documents.add(entry.act.document)
    if entry.start is not None:
        shoe = table.shoe if entry.end is None or entry.end.shoe is None else read.in_use
        read.rounds[entry.start.round] = (table.id, shoe, table.first_card, seq, None)
        read.accounts[entry.start.round] = entry.start.accounts
        read.shoes[shoe] = (*read.shoes[shoe][:2], table.first_cut, read.shoes[shoe][3])
    if entry.end is not None:
        assert table.round is not None
        read.rounds[table.round] = (*read.rounds[table.round][:4], seq)
        if not _carried(entry, entry.end.state, table.carried()):
            read.found(f"table {table.id}, round {table.round}", "what it carries on is not what it left")
        if (new := entry.end.shoe) is not None:
            read.again |= {new.id} & read.shoes.keys()
            old = read.in_use
            read.shoes[old] = (*read.shoes[old][:3], True)
            read.shoes[new.id] = (table.id, new.root, None, False)
    if entry.kind in ("close", "expire"):
        read.shoes[table.shoe] = (*read.shoes[table.shoe][:3], True)


def _carried(entry: JournalEntry, state: Carried, found: Carried) -> bool:
    """Whether a table carried on what it left; an older journal tells neither its last round nor the shoe's root."""
    if _letters(state) == _letters(found):
        state = state._replace(log=found.log)
    if entry.version >= STATED:
        return state == found
    last, root = found.last if state.last is None else state.last, state.root or found.root
    return state._replace(last=last, root=root, gone=state.gone or found.gone) == found


def _letters(state: Carried) -> list[list[str]]:
    """The lines of a table in no order: what was told in one moment older rooms have told in any."""
    return sorted(map(sorted, state.log))


def _left_out(read: TableRead, table: LiveTable, seq: int, entry: JournalEntry, before: left_out.Sitting) -> None:
    """Note who was left out of a round, to be judged by the money they had; nobody may be who was ready, but where
    seals were waited for."""
    read.unplayed += left_out.of_entry(table, seq, entry, before)
    for seat in left_out.told_out(entry, before):
        where = f"table {table.id}, entry {seq}"
        read.found(where, f"seat {seat} is told to sit out, and no seal was waited for nor was it late")


def _staked(read: TableRead, table: LiveTable, entry: JournalEntry) -> None:
    """A round begins with wagers within the limits; note those that it returned, to be judged by their jackpots."""
    if entry.start is None:
        return
    where = f"table {table.id}, round {entry.start.round}"
    read.returned += [Returned(where, table.jackpot_of(wager), entry.at) for wager in sorted(table.returned)]
    staked = {wager for bets in entry.start.wagers.values() for wager in bets}
    fixed = sorted(staked & table.linked.keys() - table.game.seeds(table.settings).keys())
    read.taken += [Returned(where, table.linked[wager], entry.at) for wager in fixed]
    for says in when.beyond_limits(table) if entry.version >= HELD else ():
        read.found(where, says)


def _meters(read: TableRead, table: LiveTable, seq: int, entry: JournalEntry) -> None:
    """The wagers of a round feed their jackpots, and those that are void do not."""
    for what in (*fed_faults(table, entry), *undone_faults(table, entry), *paid_faults(table, entry)):
        read.found(f"table {table.id}, entry {seq}", what)


def _due(read: TableRead, table: LiveTable, seq: int, entry: JournalEntry, body: Mapping[str, Any]) -> None:
    """Nothing waits that no person decides on, an entry is whole, and the room opens tables so."""
    faults = [*due_faults(table, seq, entry), *(not_as_written(entry, body) if entry.version >= STATED else ())]
    if isinstance(entry.act, Opened | change.Change) and entry.version >= STATED:
        faults += document_faults(table)
    if isinstance(entry.act, Opened) and entry.version >= STATED:
        faults += opened_faults(table, entry.act)
        if says := unjudged(entry.act):
            read.notes.append(Finding(f"table {table.id}", says))
    for what in faults:
        read.found(f"table {table.id}, entry {seq}", what)


def _numbers(read: TableRead, table: LiveTable, seq: int, entry: JournalEntry) -> None:
    """A number that its player opened is the one that two primes give, squared as often as nobody may choose."""
    where = f"table {table.id}, entry {seq}"
    if entry.close is not None and entry.close != rounds.TURNS:
        read.found(where, f"numbers are squared {entry.close} times and not {rounds.TURNS}, which nobody may choose")
    if not isinstance(entry.act, Open):
        return
    sealed = table.numbers[table.seated(entry.by).number]
    try:
        right = sealed.puzzle.opened(entry.act.factor, table.turns) == sealed.number
    except HousewayError:
        right = False
    if not right:
        read.found(where, "the number is not the one that two primes of its seal give")


# ---------------------------------------------------------------------------------------------------- shoes


def _commitments(known: Known, read: TableRead) -> Callable[[int], Commitment]:
    kept: dict[int, Commitment] = {}

    def find(id_: int) -> Commitment:
        if id_ not in kept:
            row = known.connection.execute(select(SHOES).where(SHOES.c.id == id_)).first()
            if row is None:
                raise Broken(f"shoe {id_} is gone")
            kept.clear()
            kept[id_] = order(row, known.keys, read.notes)
        return kept[id_]

    return find


def order(row: Row[Any], keys: Keyring, notes: list[Finding]) -> Commitment:
    """The order of a shoe. Who has no key of the room cannot read one in use, and has nothing against it."""
    if not row.salts and not row.ended and not keys.signers:
        says = "is in use and sealed: its cards are checked when it has ended, or with the room's key"
        note = Finding(f"shoe {row.id}", says)
        if note not in notes:
            notes.append(note)
        return Commitment.unread(row.root, size_of(row.cards))
    return order_of(row.cards, row.salts, keys.signers)
