"""How far signed checkpoints cover each chain: what a process that has just begun knows to have been there.

The newest is signed, and each has the hash of the one before: they are read from the newest back, each once a process,
until all chains that are asked for were found, or are younger. A row that the room has not signed is none of them, and
is passed over.

The rows of `sealed` list the same, for whoever has not read all of them yet. A process takes their word once, as it
begins; then it goes by the checkpoints that it reads, and reads on back until it has seen whether the rows were right.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Row, select

from houseway.room.errors import SPOILT, UNREADABLE, Broken
from houseway.room.store import trusted
from houseway.room.store.checkpoints import Line, hash_of
from houseway.room.store.journal import START, Head
from houseway.room.store.schema import CHAINS, CHECKPOINTS, SEALED

STEP = 256
"""Checkpoints that are read at a time."""

PASSED = 16
"""Rows in a row that are passed over, since somebody else has put them among the checkpoints; no more are looked at."""

SLACK = timedelta(minutes=1)
"""More than the clocks of a room's machines differ by."""


class _Read(NamedTuple):
    """A checkpoint, and how far it covers each chain."""

    id: int
    hash: str
    told: Mapping[str, Any]
    heads: Mapping[int, int]

    @property
    def number(self) -> int:
        return int(self.told.get("number", 0))

    @property
    def first(self) -> bool:
        """Whether none of which it has the hash is before it; one of an older room has none."""
        return bool(self.told.get("before", START) == START)


class Moved(NamedTuple):
    """Heads that are not where the last checkpoint had them, chains that it had and that are gone, and where all
    stood then; `signed` are those that were read in checkpoints, and not only in rows that list them."""

    heads: Mapping[int, Head]
    gone: Mapping[int, int]
    stood: Mapping[int, int]
    signed: Mapping[int, int]


class Covered:
    """What was read of a room's checkpoints, from the newest back to one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: _Read | None = None
        self._oldest: _Read | None = None
        self._heads: dict[int, int] = {}
        self._signed: dict[int, int] = {}
        """The same by those with a number: what an older room had signed otherwise, it signs anew."""

        self._listed: dict[int, int] | None = None
        """How far rows said, as this process began, that chains are covered of which no checkpoint was read yet."""

    def moved(self, connection: Connection) -> "Moved":
        """The heads that are not where the last checkpoint had them."""
        with self._lock:
            self._later(connection)
            if self._listed is None:
                listed = connection.execute(select(SEALED.c.chain, SEALED.c.seq)).all()
                self._listed = {chain: seq for chain, seq in listed if isinstance(chain, int)}
            stood = {**self._listed, **self._signed}
            query = select(CHAINS.c.chain, CHAINS.c.seq, CHAINS.c.hash).where(CHAINS.c.seq > 0).order_by(CHAINS.c.chain)
            rows = [row for row in connection.execute(query) if isinstance(row.seq, int)]  # another is gone
            heads = {chain: Head(seq, hash_) for chain, seq, hash_ in rows if stood.get(chain) != seq}
            gone = self._signed.keys() - {row[0] for row in rows}
            return Moved(heads, {chain: self._signed[chain] for chain in gone}, stood, dict(self._signed))

    def read_on(self, connection: Connection) -> bool:
        """Read some more checkpoints back; whether there is more to read. What rows have listed and no checkpoint
        covers has moved."""
        with self._lock:
            if self._listed is None:
                return True
            if self._listed.keys() <= self._signed.keys():
                return False
            if self._oldest is not None and not self._oldest.first:
                for each in islice(_before(connection, self._oldest), STEP):
                    self._take(each)
                    self._oldest = each
                return True
            self._listed = {}
            return False

    def heads(self, connection: Connection, chains: Collection[int]) -> dict[int, int]:
        """The furthest entry that was covered of each of these chains; none that no checkpoint covers is named."""
        with self._lock:
            self._later(connection)
            missing = [chain for chain in chains if chain not in self._heads]
            if missing and self._oldest is not None and not self._oldest.first:
                self._earlier(connection, missing)
            return {chain: self._heads[chain] for chain in chains if chain in self._heads}

    def _take(self, read: _Read) -> None:
        for heads in (self._heads, self._signed)[: 1 + bool(read.number)]:
            for chain, seq in read.heads.items():
                heads[chain] = max(seq, heads.get(chain, 0))

    def _later(self, connection: Connection) -> None:
        """Read those that came since; who looks by an older snapshot knows what others have read. One without a
        number, as older rooms have them, is read anew each time: nobody knows whether the room has signed it."""
        known, new = self._newest, list[_Read]()
        for each in _before(connection, None):
            if known is not None and each.number <= known.number:
                if each.number == known.number and each.hash != known.hash:
                    raise Broken(f"checkpoint {each.number} is not the one that was read before")
                break
            new.append(each)
            if known is None:
                break
        if not new:
            return
        if known is None:
            self._heads, self._oldest = {}, None
        if known is not None and (new[-1].told.get("before"), new[-1].number) != (known.hash, known.number + 1):
            raise Broken(f"checkpoint {new[-1].number} does not follow {known.number}, which was read before")
        for each in new:
            self._take(each)
        self._newest, self._oldest = new[0] if new[0].number else None, self._oldest or new[0]

    def _earlier(self, connection: Connection, missing: Collection[int]) -> None:
        """Read on back, to where all that is missing was covered or had not begun."""
        assert self._oldest is not None
        wanted = {chain: _begun(connection, chain) for chain in missing}
        for each in _before(connection, self._oldest):
            self._take(each)
            self._oldest = each
            at = datetime.fromisoformat(each.told["at"]).astimezone(UTC)
            if all(chain in self._heads or begun > at + SLACK for chain, begun in wanted.items()):
                return


def _begun(connection: Connection, chain: int) -> datetime:
    """When a chain began, as its first entry tells; long ago where it does not, or is gone."""
    at = None
    with suppress(*SPOILT):
        at = trusted.entry(connection, chain, 1).get("at")
    return datetime.fromisoformat(at).astimezone(UTC) if at else datetime(1, 1, 2, tzinfo=UTC)


def _before(connection: Connection, after: _Read | None) -> Iterator[_Read]:
    """The checkpoints before one, or all, the newest first: the first is signed, each has the hash of the next."""
    if after is None:
        newest, _ = newest_signed(connection)
        if newest is None:
            return
        heads = connection.execute(select(CHECKPOINTS.c.heads).where(CHECKPOINTS.c.id == newest.id)).scalar()
        after = _read(newest.id, Line(newest.signature, newest.body), heads)
        yield after
        if after.first:
            return
    expected, last, passed = after.told["before"], after.id, 0
    step = 2
    while rows := connection.execute(_ROWS.where(CHECKPOINTS.c.id < last).limit(step)).all():
        for row in rows:
            line, last = Line(str(row.signature), str(row.body)), row.id
            if line.hash != expected:
                passed += 1
                if passed > PASSED:
                    raise Broken("a checkpoint is missing, or is not the one that the next has the hash of")
                continue
            found, passed = _read(row.id, line, row.heads), 0
            yield found
            if found.first:
                return
            expected = found.told["before"]
        step = STEP
    raise Broken("a checkpoint is missing: the one after it has its hash")


_LINES = select(CHECKPOINTS.c.id, CHECKPOINTS.c.body, CHECKPOINTS.c.signature).order_by(CHECKPOINTS.c.id.desc())
_ROWS = _LINES.add_columns(CHECKPOINTS.c.heads)


def newest_signed(connection: Connection) -> tuple[Row[Any, Any, Any] | None, int]:
    """The last checkpoint that the room has signed, and how many rows after it are none.

    One from before entries were signed has no number, and another kind of signature: a room that was begun since has
    none of these, and none comes after one with a number.
    """
    rows = connection.execute(_LINES.limit(PASSED + 1)).all()
    if not rows:
        return None, 0
    keys, told = trusted.keys(connection), [(row, _line(row)) for row in rows]
    numbered = [(row, line) for row, line in told if line is not None and "number" in line.told]
    for row, line in sorted(numbered, key=lambda each: (each[1].told["number"], each[0].id), reverse=True):
        if any(line.signed_by(key) for key in reversed(keys)):
            return row, sum(each.id > row.id for each in rows)
    older = [row for row, line in told if line is not None and "number" not in line.told]
    if older and trusted.older(connection):
        return older[0], sum(each.id > older[0].id for each in rows)
    raise Broken(f"none of the last {len(rows)} is signed with the room's key")


def _line(row: Row[Any, Any, Any]) -> Line | None:
    """A row as the line that it is kept as elsewhere; none where it cannot be read."""
    with suppress(*UNREADABLE):
        return Line.read(f"{row.signature} {row.body}")
    return None


def _read(id_: int, line: Line, heads: str | None) -> _Read:
    try:
        told = line.told
        if "number" in told and hash_of(heads or "") != told["heads"]:
            raise Broken(f"the heads of checkpoint {told['number']} are not those that were signed")
        found = json.loads(heads or "{}") if "number" in told else told["heads"]
        return _Read(id_, line.hash, told, {int(chain): int(head[0]) for chain, head in found.items()})
    except UNREADABLE as fault:
        raise Broken("a checkpoint cannot be read") from fault


_READ: WeakKeyDictionary[Engine, Covered] = WeakKeyDictionary()


def covered(connection: Connection, chains: Collection[int]) -> dict[int, int]:
    """How far signed checkpoints cover these chains; each checkpoint is read once a process."""
    return _READ.setdefault(connection.engine, Covered()).heads(connection, chains)


def moved(connection: Connection) -> Moved:
    """The heads that are not where the last signed checkpoint had them."""
    return _READ.setdefault(connection.engine, Covered()).moved(connection)


def read_on(connection: Connection) -> bool:
    """Read some more checkpoints, to see whether the rows were right by which this process began; whether there are
    more."""
    return _READ.setdefault(connection.engine, Covered()).read_on(connection)


def check_not_behind(chain: int, head: Head, had: int) -> None:
    """Refuse a head that is further back than its chain has been."""
    if head.seq < had:
        raise Broken(f"journal {chain} ends at entry {head.seq}, and had entry {had}: it was set back")
