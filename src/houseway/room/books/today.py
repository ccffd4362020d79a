"""The floor now: every open table with its state and what it has done today, read on from where the last look ended."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Row, select

from houseway.room.books.period import Entries, Period, stamp_of
from houseway.room.books.reading import slices
from houseway.room.books.tables import readable
from houseway.room.errors import Refused
from houseway.room.store import journal
from houseway.room.store.database import Store
from houseway.room.store.schema import CHAINS, LOBBY, ROUNDS, TABLES

MOST = 200
"""Tables on the desk, those where something happened last."""

HOUR = timedelta(hours=1)
UNREAD = "cannot be read"
VOID = "void"


class OnFloor(NamedTuple):
    """A table as the desk shows it; `hands` are those dealt within the last hour, amounts are today's, in cents."""

    id: int
    name: str
    game: str
    state: str
    taken: int
    free: int
    idle: float
    """Seconds since the last act."""

    waits: bool
    rounds: int
    hands: int
    wagered: int
    win: int

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.wagered) if self.wagered else None

    @property
    def paused(self) -> bool:
        return self.state == "paused"


@dataclass
class _Tally:
    """What was read of a table so far."""

    seq: int
    paused: bool
    unread: bool = False
    rounds: int = 0
    wagered: int = 0
    win: int = 0
    hands: deque[tuple[str, int]] = field(default_factory=deque)

    def read(self, body: dict[str, Any], since: str) -> None:
        if body["kind"] in ("pause", "resume"):
            self.paused = body["kind"] == "pause"
        if "end" not in body or body.get("at", "") < since:
            return
        payouts = body["end"].get("payouts", ())
        made = [each for each in payouts if each["award"] != VOID]
        self.rounds += 1
        self.wagered += sum(each["stake_cents"] for each in made)
        self.win += sum(each["stake_cents"] - each["returned_cents"] + each.get("meter_cents", 0) for each in made)
        self.hands.append((body["at"], len({each["seat"] for each in payouts})))


class Today:
    """Today's figures of a room, for whoever looks; one pass over each entry."""

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self._wall = wall
        self._lock = threading.Lock()
        self._day = ""
        self._read: dict[int, _Tally] = {}

    def tables(self, store: Store) -> list[OnFloor]:
        """The open tables by number."""
        now = datetime.fromtimestamp(self._wall(), UTC)
        with self._lock:
            if self._day != str(now.date()):
                self._day, self._read = str(now.date()), {}
            with store.transaction() as connection:
                rows = connection.execute(_rows()).all()
            self._read = {row.id: self._read[row.id] for row in rows if row.id in self._read}
            return sorted(self._table(store, row, now) for row in rows)

    def _table(self, store: Store, row: Row[Any], now: datetime) -> OnFloor:
        period = Period(now.date(), now.date())
        try:
            with readable(f"table {row.id}"):
                tally = self._read.get(row.id) or self._begun(store, row.id, period)
                self._read[row.id] = tally
                for seq, body in slices(store, row.id, Entries(tally.seq + 1, row.seq + 1)):
                    tally.read(body, stamp_of(period.start))
                    tally.seq = seq
        except Refused:  # one that cannot be read keeps nobody from the others
            tally = _Tally(0, paused=False, unread=True)
        while tally.hands and tally.hands[0][0] < stamp_of(now - HOUR):
            tally.hands.popleft()
        return OnFloor(
            row.id,
            row.name,
            row.game,
            UNREAD if tally.unread else "paused" if tally.paused else row.phase,
            row.taken,
            row.free,
            max(0.0, now.timestamp() - row.active),
            row.waits,
            tally.rounds,
            sum(hands for _, hands in tally.hands),
            tally.wagered,
            tally.win,
        )

    def _begun(self, store: Store, id_: int, period: Period) -> _Tally:
        """A table at the beginning of the day: whether it is paused says its last round, and what came after."""
        with store.transaction() as connection:
            first = period.entries(connection, id_).first
            ended = select(ROUNDS.c.ended).where(ROUNDS.c.chain == id_, ROUNDS.c.ended < first)
            last = connection.execute(ended.order_by(ROUNDS.c.ended.desc()).limit(1)).scalar()
            paused = bool(journal.entry(connection, id_, last)["end"]["state"]["paused"]) if last else False
        tally = _Tally(first - 1, paused)
        for _, body in slices(store, id_, Entries((last or 1) + 1, first)):
            tally.read({"kind": body["kind"]}, "")
        return tally


def idle_tables(store: Store, seconds: float, now: float | None = None) -> list[int]:
    """The open tables that nobody sits at, where nothing is waited for and nothing has happened for so long."""
    before = (time.time() if now is None else now) - seconds
    still = (LOBBY.c.taken == 0) & ~LOBBY.c.waits & (LOBBY.c.active <= before)
    query = select(TABLES.c.id).join(LOBBY, LOBBY.c.table == TABLES.c.id).where(~TABLES.c.closed, still)
    with store.transaction() as connection:
        return list(connection.execute(query.order_by(TABLES.c.id)).scalars())


def _rows() -> Any:
    columns = (TABLES, LOBBY.c.phase, LOBBY.c.taken, LOBBY.c.free, LOBBY.c.waits, LOBBY.c.active, CHAINS.c.seq)
    both = select(*columns).join(LOBBY, LOBBY.c.table == TABLES.c.id).join(CHAINS, CHAINS.c.chain == TABLES.c.id)
    return both.where(~TABLES.c.closed).order_by(LOBBY.c.active.desc()).limit(MOST)


__all__ = ["MOST", "OnFloor", "Today", "idle_tables"]
