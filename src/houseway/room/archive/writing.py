"""Old rounds and shoes go into an archive: the file first, on the disk and read back, then out of the database.

Only a room that the audit has nothing against is archived: what goes could not be found wrong later. What a table has
done to jackpots stays listed, so that their accounts are proved to the fraction of a cent without the file.

A table is cut after a round that brought a new shoe. Of its journal the opening and the entry that ended that round
stay, so that it plays on as before; so do rounds, movements of money and keys of commands, which find and prove what
happened. Its entries in between go, and the cards and salts of shoes that have ended, but for the one of the opening.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import HousewayError
from houseway.room.archive import file
from houseway.room.audit.room import How, Replay, replayed
from houseway.room.errors import Broken
from houseway.room.store import archived, journal
from houseway.room.store.archived import KIND, Gone
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.database import Store
from houseway.room.store.jackpots import pending_awards
from houseway.room.store.journal import ROOM, START, stamp
from houseway.room.store.keys import in_a_line
from houseway.room.store.schema import (
    ARCHIVED,
    JOURNAL,
    REQUESTS,
    ROUNDS,
    SHOES,
    TABLES,
    TRANSACTIONS,
)
from houseway.room.table.pending import AMENDMENTS

NEVER = sys.maxsize
"""The entry that decides what still waits: later than any."""

ASKED = "has a void or a correction that waits for a second person"
WON = "has an award of a jackpot that waits to be verified and paid"


class Cut(NamedTuple):
    """Where a table is cut: its entries from `first` to `last` go, `shoe` is the one that came after them."""

    chain: int
    first: int
    last: int
    shoe: int


class Written(NamedTuple):
    """An archive that was written: its hash, and how much lies in it."""

    sha256: str
    tables: int
    entries: int
    rounds: int
    shoes: int
    kept: tuple[str, ...] = ()
    """What was left in the room although it is old, and why."""


class Judged(NamedTuple):
    """What can go, as it stood when the audit had nothing against the room."""

    room: str
    cuts: list[Cut]
    rows: list[file.Row]
    gone: list[Gone]
    kept: list[str]


def archive(store: Store, path: Path, before: str, by: str, key: Path | None = None) -> Written:
    """Put everything from before a moment into a new file, and out of the database; what is newer stays."""
    judged = _judged(store.engine.url.render_as_string(hide_password=False), before, key)
    cuts, rows = judged.cuts, judged.rows
    tables = {str(cut.chain): {"first": cut.first, "last": cut.last} for cut in cuts}
    head = {"room": judged.room, "at": stamp(), "before": before, "tables": tables}
    sha256 = file.write(path, head, rows)
    _check_back(path, sha256, rows)
    with store.transaction() as connection:
        _take_out(connection, judged, {"name": path.name, "sha256": sha256, "before": before, "by": by})
        rounds = sum(_rounds(connection, cut) for cut in cuts)
    entries = sum(table == JOURNAL.name for table, _ in rows)
    return Written(sha256, len(cuts), entries, rounds, len(rows) - entries, tuple(judged.kept))


def _judged(database: str, before: str, key: Path | None) -> Judged:
    """What can go of a frozen copy of the room; refused where the audit finds anything in it."""
    try:
        with replayed(database, How(key=key)) as replay:
            _check_sound(replay)
            cuts, kept = _cuts(replay.connection, before)
            rows = [row for cut in cuts for row in _rows(replay.connection, cut)]
            gone = [_gone(replay.connection, cut) for cut in cuts]
            room = replay.chains.periods[0].public
    except (SQLAlchemyError, DatabaseError) as fault:
        says = f"the database cannot be read: {in_a_line(fault, database)}"
        raise HousewayError(f"{says}; nothing was archived") from None
    if not cuts:
        why = f": {'; '.join(kept)}" if kept else ""
        raise HousewayError(f"nothing from before {before} can be archived{why}")
    return Judged(room, cuts, rows, gone, kept)


def _check_sound(replay: Replay) -> None:
    """Nothing is taken out of a room in which something does not hold: an archive would hide it."""
    if replay.findings:
        first, more = replay.findings[0], len(replay.findings) - 1
        rest = f", and {more:,} more finding{'s' if more > 1 else ''}" if more else ""
        says = f"{first.where}: {first.what}{rest}"
        raise HousewayError(f"the audit finds in this room {says}; nothing was archived (houseway audit tells all)")


def _check_back(path: Path, sha256: str, rows: list[file.Row]) -> None:
    """What is on the disk is what was to be written; nothing is taken out before that is so."""
    found = file.read(path)
    if found.sha256 != sha256 or found.rows != rows:
        raise HousewayError(f"{path} does not hold what was written to it: nothing was taken out; look at the disk")


def _rounds(connection: Connection, cut: Cut) -> int:
    within = (ROUNDS.c.chain == cut.chain) & (ROUNDS.c.ended > cut.first) & (ROUNDS.c.ended <= cut.last + 1)
    return int(connection.execute(select(func.count()).select_from(ROUNDS).where(within)).scalar_one())


# ---------------------------------------------------------------------------------------------------- where to cut


def _cuts(connection: Connection, before: str) -> tuple[list[Cut], list[str]]:
    """Where each table can be cut, and why some are not although they are old enough."""
    cuts, kept = [], []
    for id_ in connection.execute(select(TABLES.c.id).order_by(TABLES.c.id)).scalars():
        cut, waits = _cut(connection, id_, before)
        kept += [
            f"table {id_} {says}: from its round on nothing of the table goes until that is done" for says in waits
        ]
        cuts += [cut] if cut is not None else []
    return cuts, kept


def _cut(connection: Connection, id_: int, before: str) -> tuple[Cut | None, list[str]]:
    """The last place where a table can be cut, and what waits and is in the way of a later one.

    The last two rounds always stay, for who looks at it.
    """
    gone = archived.last_of(connection, id_)
    query = select(ROUNDS.c.shoe, ROUNDS.c.ended).where(ROUNDS.c.chain == id_, ROUNDS.c.ended > gone + 1)
    rounds = connection.execute(query.order_by(ROUNDS.c.ended)).all()
    ends = [(this.ended, after.shoe) for this, after in pairwise(rounds) if this.shoe != after.shoe]
    low, high = 0, len(ends)
    while low < high:  # times only grow
        middle = (low + high) // 2
        if str(journal.entry(connection, id_, ends[middle][0]).get("at", "")) < before:
            low = middle + 1
        else:
            high = middle
    later = _later(connection, id_)
    last = ends[low - 1][0] if low else 0
    waits = sorted({each.says for each in later if each.seq == NEVER and each.ended <= last})
    for end, shoe in reversed(ends[:low]):
        if _free(later, end):
            return Cut(id_, gone + 1 if gone else 2, end - 1, shoe), waits
    return None, waits


class Later(NamedTuple):
    """What came after a round that had `ended` by an entry: at the entry `seq`, or not yet."""

    seq: int
    ended: int
    says: str = ""


def _free(later: list[Later], end: int) -> bool:
    """Whether nothing came, or is to come, after this entry to a round that had ended by it."""
    return not any(each.ended <= end < each.seq for each in later)


def _later(connection: Connection, id_: int) -> list[Later]:
    """Voids and corrections, what waits to be one, and awards of jackpots that wait to be paid by what was dealt."""
    of = ROUNDS.c.id == TRANSACTIONS.c.round
    query = select(TRANSACTIONS.c.seq, ROUNDS.c.ended).select_from(TRANSACTIONS.join(ROUNDS, of))
    done = connection.execute(query.where(TRANSACTIONS.c.chain == id_, TRANSACTIONS.c.what.in_(AMENDMENTS)))
    found = [Later(row.seq, row.ended) for row in done if row.ended is not None]
    requests = connection.execute(select(REQUESTS.c.seq).where(REQUESTS.c.chain == id_)).scalars().all()
    asked = [journal.entry(connection, id_, seq)["data"]["round"] for seq in requests]
    won = [row.round for row in pending_awards(connection) if row.chain == id_]
    for says, rounds in ((ASKED, asked), (WON, won)):
        ended = select(ROUNDS.c.ended).where(ROUNDS.c.id.in_(rounds), ROUNDS.c.ended.is_not(None))
        found += [Later(NEVER, end, says) for end in connection.execute(ended).scalars()]
    return found


def _rows(connection: Connection, cut: Cut) -> Iterator[file.Row]:
    """What goes, as it stands."""
    entries = select(JOURNAL).where(JOURNAL.c.chain == cut.chain, JOURNAL.c.seq.between(cut.first, cut.last))
    for row in connection.execute(entries.order_by(JOURNAL.c.seq)):
        yield JOURNAL.name, list(row)
    for row in connection.execute(select(SHOES.c.id, SHOES.c.cards, SHOES.c.salts).where(_old(cut))):
        yield SHOES.name, list(row)


def _old(cut: Cut) -> Any:
    """The shoes of a table from before a cut that have their cards here, but for its first: its opening deals it."""
    own = SHOES.alias()
    first = select(func.min(own.c.id)).where(own.c.chain == cut.chain).scalar_subquery()
    between = (SHOES.c.chain == cut.chain) & (SHOES.c.id < cut.shoe) & (SHOES.c.id > first)
    return between & SHOES.c.ended & (func.length(SHOES.c.cards) > 0)


# ---------------------------------------------------------------------------------------------------- out of the room


def _take_out(connection: Connection, judged: Judged, told: dict[str, Any]) -> None:
    """All in one transaction, with an entry of the room's own journal that tells what lies where."""
    at = journal.head(connection, ROOM, lock=True)
    assert at is not None
    cuts = judged.cuts
    same = [row for cut in cuts for row in _rows(connection, cut)] == judged.rows
    same = same and [_gone(connection, cut) for cut in cuts] == judged.gone
    if not same or not all(_free(_later(connection, cut.chain), cut.last + 1) for cut in cuts):
        raise HousewayError("the room has changed while its archive was written: nothing was taken out; try again")
    tables = {str(each.chain): each.json() for each in judged.gone}
    new = journal.append(connection, ROOM, at, {"kind": KIND, "at": stamp(), **told, "tables": tables})
    for cut in cuts:
        row = {"chain": cut.chain, "last": cut.last, "first": cut.first, "entry": new.seq}
        connection.execute(ARCHIVED.insert().values(**row))
        within = (JOURNAL.c.chain == cut.chain) & JOURNAL.c.seq.between(cut.first, cut.last)
        connection.execute(delete(JOURNAL).where(within))
        connection.execute(update(SHOES).where(_old(cut)).values(cards=b"", salts=b""))


def _gone(connection: Connection, cut: Cut) -> Gone:
    """What the audit must know of the entries that go: how the chain goes on after them, and what they have made.

    The entry that will tell it names the file.
    """
    seal, seals = _sealed(connection, cut)
    query = select(JOURNAL.c.hash).where(JOURNAL.c.chain == cut.chain, JOURNAL.c.seq.in_((1, cut.last)))
    opening, last = map(str, connection.execute(query.order_by(JOURNAL.c.seq)).scalars())
    listed = archived.listed(connection, cut.chain, cut.last + 1, cut.shoe)
    return Gone(cut.chain, cut.first, cut.last, last, seal, listed, cut.shoe, "", "", 0, seals, opening)


def _sealed(connection: Connection, cut: Cut) -> tuple[str, dict[int, str]]:
    """The seal over a chain up to its last entry that goes, as `audit.chain` makes it, and those on the way."""
    seal, seq, seals = START, 0, {}
    query = select(JOURNAL.c.seq, JOURNAL.c.hash, JOURNAL.c.signature).where(JOURNAL.c.chain == cut.chain)
    for row in connection.execute(query.where(JOURNAL.c.seq <= cut.last).order_by(JOURNAL.c.seq)):
        if row.seq > seq + 1:  # what went before
            entry = archived.entry_of(connection, cut.chain, row.seq - 1)
            if entry is None:
                raise Broken(f"table {cut.chain} has no entry {row.seq - 1}")
            seal = journal.entry(connection, ROOM, entry)["tables"][str(cut.chain)]["seal"]
        seal, seq = hash_of(f"{seal} {row.hash} {row.signature}"), row.seq
        if seq >= cut.first and seq % archived.EVERY == 0:
            seals[seq] = seal
    if seq != cut.last:
        raise Broken(f"table {cut.chain} has no entry {cut.last}")
    return seal, seals
