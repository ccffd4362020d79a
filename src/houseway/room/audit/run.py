"""How the room is run, by the entries alone: its file and the tables it names, what waits for the end of a round and
what came of it, its keys, and what went into archives."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from houseway.errors import HousewayError
from houseway.room.acts import ACTS
from houseway.room.acts.change import Change
from houseway.room.audit.chain import SKEW, Period, Told, chain_name, moment_of, time_of
from houseway.room.audit.money import WAIT
from houseway.room.audit.people import COMMAND, People
from houseway.room.audit.read import TableRead
from houseway.room.commands.command import known_by
from houseway.room.controls.pending import ANEW, BY_FILE, CANNOT, DONE, DROPPED, GONE, SO, Waits, command_of
from houseway.room.evidence.log import CHAIN as LOG
from houseway.room.opening import MOST_NAME
from houseway.room.store import archived
from houseway.room.store.archived import Gone
from houseway.room.store.journal import ROOM
from houseway.room.store.schema import JOURNAL

Tables = Mapping[int, TableRead]

WAITING = ("change", "close")
"""What waits for the end of a round."""


def file_faults(people: People, read: Tables) -> Iterator[Told]:
    """The tables that the room's file is said to run are of those names, and were opened before."""
    for seq, body in people.files:
        for name, id_ in body["tables"].items():
            table = read.get(id_)
            opened = table is not None and people.opened.get(id_, seq) < seq
            if not opened or (table is not None and table.game and table.name != " ".join(name.split())[:MOST_NAME]):
                where = f"the room's journal, entry {seq}"
                yield where, f"the room's file is said to run {name!r} as table {id_}, which is no such table"


def waiting_faults(connection: Connection, people: People, read: Tables) -> Iterator[Told]:
    """What waits is an act of a table that is there; what came of it is told once, and was so."""
    open_ = {seq: _waits(seq, body) for seq, body in people.waits.items()}
    for seq, waits in open_.items():
        for says in _asked(waits, read):
            yield f"the room's journal, entry {seq}", says
    for seq, body in people.waited:
        where = f"the room's journal, entry {seq}"
        ended = open_.pop(body["of"], None) if body["of"] < seq else None
        if 0 < body["of"] < people.whole_since:
            continue  # an older entry, of which not all is known
        if ended is None:
            yield where, f"tells what came of entry {body['of']}, which does not wait"
        else:
            for says in _came(connection, ended, body, read.get(ended.table)):
                yield where, says


def _waits(seq: int, body: Mapping[str, Any]) -> Waits:
    return Waits(seq, body["table"], body["act"], body["data"], body["by"], body["at"])


def _asked(waits: Waits, read: Tables) -> Iterator[str]:
    """What is asked for can wait, and is of a table that was opened."""
    if waits.table not in read:
        yield f"something waits at table {waits.table}, which was not opened"
    if isinstance(waits.by, str) and waits.by != BY_FILE:
        yield f"something waits for {waits.by!r}, and only for the room's file and for managers does anything"
    if waits.act not in WAITING:
        yield f"the act {waits.act!r} waits, and only {' and '.join(WAITING)} do"
        return
    try:
        ACTS[waits.act].read(waits.data, "wire")
    except HousewayError as fault:
        yield f"what waits cannot be done: {fault}"


def _came(connection: Connection, waits: Waits, body: Mapping[str, Any], table: TableRead | None) -> Iterator[str]:
    """What came of it is something that comes of what waits; what is done was done, as it was asked for."""
    came = body["came"]
    dropped = came.startswith(DROPPED)
    if came not in (DONE, GONE, SO, ANEW) and not came.startswith((CANNOT, DROPPED)):
        yield f"tells that {came!r} came of what waits by entry {waits.number}"
    if not dropped and body["by"] != waits.by:
        yield f"what waits by entry {waits.number} for {waits.by!r} is ended by {body['by']!r}"
    if came == ANEW and not waits.of_file:
        yield f"what waits by entry {waits.number} is a manager's, and no file ends it"
    if table is None:
        return
    if dropped and not waits.of_file and _commanded(waits, table):
        yield f"what waits by entry {waits.number} was dropped, and table {waits.table} does it all the same"
    if came == DONE and table.gone is None and not _done(connection, waits, body, table):
        yield f"what waits by entry {waits.number} is told to be done, and no entry of table {waits.table} does it"


def _done(connection: Connection, waits: Waits, body: Mapping[str, Any], table: TableRead) -> bool:
    """Whether a table has done what waits: a manager's is known by its command, the file's by what it says."""
    if not waits.of_file:
        return _commanded(waits, table)
    about = JOURNAL.c.body.like(f'%"kind":"{waits.act}"%')
    bodies = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == table.id, about)).scalars()
    return any(_does(json.loads(text), waits, body) for text in bodies)


def _commanded(waits: Waits, table: TableRead) -> bool:
    """Whether an entry of a table came of the command that a manager's becomes."""
    command = command_of(waits)
    known = known_by(command.person, command.key, command.digest)
    return any(each == known for _, each in table.commands.values())


def _does(entry: Mapping[str, Any], waits: Waits, body: Mapping[str, Any]) -> bool:
    """Whether an entry of a table does what waits for the room's file, in its time."""
    at, since, until = (moment_of(each) for each in (entry.get("at"), waits.at, body["at"]))
    if (entry["kind"], entry["by"]) != (waits.act, 0) or at is None or since is None or until is None:
        return False
    wanted = ACTS[waits.act].read(waits.data, "wire")
    told = ACTS[waits.act].read(entry["data"])
    if isinstance(wanted, Change) and isinstance(told, Change):
        if (wanted.settings, wanted.reason.strip()) != (told.settings, told.reason):
            return False
    return since - SKEW <= at <= until + SKEW


# ---------------------------------------------------------------------------------------------------- keys


def key_faults(connection: Connection, periods: Sequence[Period], chains: Iterable[int]) -> Iterator[Told]:
    """A key is brought with where every journal stood then: what is older was signed by the one before."""
    for period in periods:
        where, at = f"the room's journal, entry {period.seq}", _times(connection, ROOM, period.seq).get(period.seq)
        for chain in chains:
            last = period.heads.get(chain, (0, ""))[0]
            times = _times(connection, chain, last, last + 1)
            since, until = times.get(last), times.get(last + 1)
            late = at is not None and since is not None and since > at + SKEW + WAIT
            if late or (at is not None and until is not None and until < at - SKEW) or last < 0:
                name = "the log" if chain == LOG else chain_name(chain)
                yield where, f"brings a key, and {name} did not stand at entry {last} then"
        if period.heads.get(ROOM, (0, ""))[0] != period.seq - 1:
            yield where, "brings a key, and tells another entry before it"


def _times(connection: Connection, chain: int, *numbers: int) -> dict[int, datetime | None]:
    query = select(JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain == chain, JOURNAL.c.seq.in_(numbers))
    return {row.seq: time_of(row.body) for row in connection.execute(query)}


# ---------------------------------------------------------------------------------------------------- archives


def archive_told_faults(connection: Connection, people: People, told: Sequence[Gone]) -> Iterator[Told]:
    """What goes into an archive begins where the one before ended, and ends before a round's end that is known.

    Who has the files has more compared: what they hold is replayed.
    """
    before: dict[int, int] = {}
    for each in told:
        where = f"the room's journal, entry {each.entry}"
        if each.first != before.get(each.chain, 1) + 1 or each.last < each.first:
            yield where, f"archives entries {each.first} to {each.last} of table {each.chain}, which do not come next"
        before[each.chain] = each.last
        steps = {number for number in range(each.first, each.last + 1) if number % archived.EVERY == 0}
        if each.entry in people.archives and each.seals.keys() != steps:
            yield where, f"does not tell the hashes on the way through table {each.chain}, or others"
        if each.entry in people.archives:
            for says in _cut(connection, each, people.archives[each.entry]):
                yield where, says


def _cut(connection: Connection, each: Gone, body: Mapping[str, Any]) -> Iterator[str]:
    """A table is cut by command, at the end of a round from before the moment that is told, which brought a shoe."""
    if not body["by"].startswith(COMMAND):
        yield f"table {each.chain} is archived by {body['by']!r}, which is no command"
    rows = connection.execute(
        select(JOURNAL.c.seq, JOURNAL.c.hash, JOURNAL.c.body).where(
            JOURNAL.c.chain == each.chain, JOURNAL.c.seq.in_((1, each.last, each.through))
        )
    ).all()
    for row in rows:
        told = json.loads(row.body)
        if row.seq == 1 and row.hash != each.opening:
            yield f"table {each.chain} is archived with another opening"
        if row.seq == each.last and row.hash != each.hash:
            yield f"table {each.chain} is archived to an entry that is another"
        end = told.get("end") if row.seq == each.through else None
        if row.seq == each.through and (end is None or end["state"]["shoe"] != each.shoe):
            yield f"table {each.chain} is archived to entry {each.last}, and the next brings no shoe {each.shoe}"
        if row.seq == each.through and not told["at"] < body["before"]:
            yield f"table {each.chain} is archived to entry {each.last}, which is not from before {body['before']}"
