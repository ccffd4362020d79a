"""A table as an earlier audit, or its archive, has left it: what need not be replayed is taken as it is listed."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from houseway.room.acts import change
from houseway.room.acts.desk import Approve, Request
from houseway.room.acts.opened import Opened
from houseway.room.acts.wagers import Cut
from houseway.room.audit.mark import Done, moved
from houseway.room.audit.money import booked
from houseway.room.audit.read import Known, TableRead
from houseway.room.errors import SPOILT
from houseway.room.jackpots.award_audit import Change
from houseway.room.jackpots.event import Event
from houseway.room.store import archived, journal, ledger
from houseway.room.store.archived import Gone
from houseway.room.store.lines import Line
from houseway.room.store.schema import COMMANDS, PLAYED, ROUNDS, SHOES
from houseway.room.store.transaction import standing_at
from houseway.room.table.entry import JournalEntry
from houseway.room.table.state import LiveTable, Sources


def spend(moves: Iterable[ledger.Movement], spent: dict[int, Counter[str]]) -> None:
    for move in moves:
        if move.round is not None:
            spent.setdefault(move.round, Counter()).update(dict(move.cents))


def done_before(
    read: TableRead,
    known: Known,
    bodies: Sequence[tuple[int, Any]],
    done: Done,
    spent: dict[int, Counter[str]],
    sources: Sources,
) -> LiveTable:
    """The table as an earlier audit has left it: its entries as they read, its money as it was booked then."""
    _listed(read, [(seq, JournalEntry.read(body)) for seq, body in bodies[: done.end]])
    read.expected |= booked(known.connection, read.id, done.end)
    as_seen(read, known.connection, done)
    for moves in read.expected.values():
        spend(moves, spent)
    return standing_at(known.connection, read.id, done.end or None, sources, journal.entry)


def as_seen(read: TableRead, connection: Connection, done: Done | None) -> None:
    """The money is booked as an earlier audit has seen it, whether its entries are here or in an archive."""
    if done is not None and moved(booked(connection, read.id, done.end), done.end) != done.moves:
        where = f"table {read.id}, entries 1 to {done.end}"
        read.found(where, "the ledger does not book them as an earlier audit has seen it")


def archived_before(
    read: TableRead, known: Known, gone: Gone, spent: dict[int, Counter[str]], sources: Sources
) -> LiveTable:
    """The table as its archived entries have left it: their rows as they were when the room signed a hash over them."""
    connection, read.gone = known.connection, gone
    if archived.listed(connection, read.id, gone.through, gone.shoe) != gone.listed:
        where = f"table {read.id}, entries 2 to {gone.last}"
        read.found(where, f"what they made is not listed as it was when they went into the archive {gone.name}")
    for row in connection.execute(select(ROUNDS).where(ROUNDS.c.chain == read.id, ROUNDS.c.ended <= gone.through)):
        read.rounds[row.id] = (row.chain, row.shoe, row.position, row.started, row.ended)
    columns = (SHOES.c.id, SHOES.c.root, SHOES.c.cut, SHOES.c.ended)
    for row in connection.execute(select(*columns).where(SHOES.c.chain == read.id, SHOES.c.id < gone.shoe)):
        read.shoes[row.id] = (read.id, row.root, row.cut, row.ended)
    listed = select(COMMANDS).where(COMMANDS.c.chain == read.id, COMMANDS.c.version <= gone.through)
    read.commands |= {row.version: (row.person, "") for row in connection.execute(listed)}
    columns_of_line = [PLAYED.c[name] for name in Line._fields]
    lines = select(*columns_of_line).where(PLAYED.c.round.in_(list(read.rounds)))
    read.played += [Line(*row) for row in connection.execute(lines.order_by(PLAYED.c.person, PLAYED.c.number))]
    read.changes += _changes(read, connection, gone)
    read.expected |= booked(connection, read.id, gone.through)
    for moves in read.expected.values():
        spend(moves, spent)
    table = standing_at(connection, read.id, gone.through, sources, journal.entry)
    read.shoes[table.shoe] = (read.id, table.commitment.root, None, False)
    return table


def _changes(read: TableRead, connection: Connection, gone: Gone) -> Iterator[Change]:
    """What archived entries have done to jackpots, as it is listed, and who has won of them."""
    accounts: dict[int, dict[int, str]] = {}
    for won in connection.execute(archived.awards(gone.chain, gone.through)):
        accounts.setdefault(won.round, {})[won.seat] = won.account
    for row in connection.execute(archived.changes(gone.chain, gone.through)).all():
        try:
            event = Event.read(json.loads(row.body))
        except SPOILT as fault:
            read.found(f"table {gone.chain}, entry {row.entry}", f"what it did to a jackpot cannot be read: {fault!r}")
        else:
            yield Change(gone.chain, row.entry, event, accounts.get(event.round or 0, {}))


def _listed(read: TableRead, told: Sequence[tuple[int, JournalEntry]]) -> None:
    """Rounds, shoes, commands and changes of jackpots as the entries name them."""
    shoe, position, cut, round_ = 0, 0, None, 0
    accounts: Mapping[int, str] = {}
    for seq, entry in told:
        read.commands[seq] = (entry.by, entry.command)
        read.commits(entry)
        if isinstance(entry.act, Request | Approve):
            read.stood = max(read.stood, entry.act.room)
        if isinstance(entry.act, Opened):
            shoe = entry.act.shoe["id"]
            read.shoes[shoe] = (read.id, entry.act.shoe["root"], None, False)
            read.documents |= {entry.act.document} - {""}
        if isinstance(entry.act, change.Change) and entry.act.document:
            read.documents.add(entry.act.document)
        cut = entry.act.position if isinstance(entry.act, Cut) else cut
        if entry.start is not None:
            round_, accounts, cut = entry.start.round, entry.start.accounts, cut or 0
            read.rounds[round_], read.accounts[round_] = (read.id, shoe, position, seq, None), accounts
            read.shoes[shoe] = (*read.shoes[shoe][:2], cut, False)
        read.changes += [Change(read.id, seq, event, accounts, entry.at) for event in entry.jackpots]
        if entry.end is not None:
            read.rounds[round_] = (*read.rounds[round_][:4], seq)
            if (new := entry.end.shoe) is not None:
                read.again |= {new.id} & read.shoes.keys()
                read.shoes[shoe] = (*read.shoes[shoe][:3], True)
                read.shoes[new.id] = (read.id, new.root, None, False)
            shoe, position, cut = entry.end.state.shoe, entry.end.state.position, entry.end.state.cut
