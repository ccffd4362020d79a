"""How far signed checkpoints cover each chain: what a process that has just begun knows to have been there.

The newest is signed, and each has the hash of the one before: they are read from the newest back, each once a process,
until all chains that are asked for were found, or are younger.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, select

from houseway.room.errors import UNREADABLE, Broken
from houseway.room.store import trusted
from houseway.room.store.checkpoints import Line, hash_of
from houseway.room.store.journal import START, Head
from houseway.room.store.schema import CHECKPOINTS

STEP = 256
"""Checkpoints that are read at a time."""

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


class Covered:
    """What was read of a room's checkpoints, from the newest back to one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: _Read | None = None
        self._oldest: _Read | None = None
        self._heads: dict[int, int] = {}

    def heads(self, connection: Connection, chains: Collection[int]) -> dict[int, int]:
        """The furthest entry that was covered of each of these chains; none that no checkpoint covers is named."""
        with self._lock:
            self._later(connection)
            missing = [chain for chain in chains if chain not in self._heads]
            if missing and self._oldest is not None and not self._oldest.first:
                self._earlier(connection, missing)
            return {chain: self._heads[chain] for chain in chains if chain in self._heads}

    def _take(self, read: Mapping[int, int]) -> None:
        for chain, seq in read.items():
            self._heads[chain] = max(seq, self._heads.get(chain, 0))

    def _later(self, connection: Connection) -> None:
        """Read those that came since; who looks by an older snapshot knows what others have read."""
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
        if known is not None and (new[-1].told.get("before"), new[-1].number) != (known.hash, known.number + 1):
            raise Broken(f"checkpoint {new[-1].number} does not follow {known.number}, which was read before")
        for each in new:
            self._take(each.heads)
        self._newest, self._oldest = new[0], self._oldest or new[0]

    def _earlier(self, connection: Connection, missing: Collection[int]) -> None:
        """Read on back, to where all that is missing was covered or had not begun."""
        assert self._oldest is not None
        wanted = {chain: _begun(connection, chain) for chain in missing}
        for each in _before(connection, self._oldest):
            self._take(each.heads)
            self._oldest = each
            at = datetime.fromisoformat(each.told["at"]).astimezone(UTC)
            if all(chain in self._heads or begun > at + SLACK for chain, begun in wanted.items()):
                return


def _begun(connection: Connection, chain: int) -> datetime:
    """When a chain began, as its first entry tells; long ago where it does not."""
    at = trusted.entry(connection, chain, 1).get("at")
    return datetime.fromisoformat(at).astimezone(UTC) if at else datetime(1, 1, 2, tzinfo=UTC)


def _before(connection: Connection, after: _Read | None) -> Iterator[_Read]:
    """The checkpoints before one, or all, the newest first: the first is signed, each has the hash of the next."""
    expected = None if after is None else after.told["before"]
    query = select(CHECKPOINTS.c.id, CHECKPOINTS.c.body, CHECKPOINTS.c.signature, CHECKPOINTS.c.heads)
    query = query.order_by(CHECKPOINTS.c.id.desc())
    last, step = None if after is None else after.id, 2 if after is None else STEP
    while True:
        rows = connection.execute((query if last is None else query.where(CHECKPOINTS.c.id < last)).limit(step)).all()
        for row in rows:
            line = Line(row.signature, row.body)
            if expected is None:
                _check_signed(connection, line)
            elif line.hash != expected:
                raise Broken("a checkpoint is missing, or is not the one that the next has the hash of")
            found = _read(row.id, line, row.heads)
            yield found
            if found.first:
                return
            expected, last = found.told["before"], row.id
        if len(rows) < step:
            if expected is not None:
                raise Broken("a checkpoint is missing: the one after it has its hash")
            return
        step = STEP


def _check_signed(connection: Connection, line: Line) -> None:
    """Refuse a checkpoint that the room has not signed. One from before entries were signed has another kind of
    signature: a room that was begun since has none of these."""
    told = line.told
    if "number" not in told and not trusted.older(connection):
        raise Broken("the last tells no number, and the room has signed none without")
    if "number" in told and not any(line.signed_by(key) for key in reversed(trusted.keys(connection))):
        raise Broken(f"the last, {told['number']}, is not signed with the room's key")


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


def check_not_behind(chain: int, head: Head, had: int) -> None:
    """Refuse a head that is further back than its chain has been."""
    if head.seq < had:
        raise Broken(f"journal {chain} ends at entry {head.seq}, and had entry {had}: it was set back")
