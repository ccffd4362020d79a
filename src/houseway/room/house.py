"""The house where time has run out: it answers for who did not, closes bets, frees seats and closes tables.

What it cannot do at a table, a contradiction or a fault in a game, is the trouble of that table alone: the others
play on.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from sqlalchemy import Connection

from houseway.errors import HousewayError
from houseway.room.acts import Act, Expire, Free, Timeout
from houseway.room.commands.command import THE_HOUSE, Asked, Command, Done
from houseway.room.commands.thinking import Thinking, asked_of_bots
from houseway.room.errors import Broken, Busy, Nested, Refused, Stale, Stopped
from houseway.room.fairness.finders import Finders, Unopened, silent_at
from houseway.room.idle import Idle, Still
from houseway.room.live_tables import LiveTables
from houseway.room.lobby import Lobby
from houseway.room.store.database import LOG, Store
from houseway.room.table.clock import Waits
from houseway.room.table.state import LiveTable
from houseway.room.table.watchers import Watchers

At = tuple[int, int]
"""A table and the version that it was seen in."""

AT_A_LOOK = 32
"""Tables that are read at one look of the clock, and at which time runs out in one, those first that have waited
longest: after a start all that wait are to be read, and nobody's bets are closed later for it."""

WATCHED = 10.0
"""Seconds by which a table that somebody watches goes before others, and no more: none waits for ever behind those."""

FEW = 1_000
"""Tables of which it is remembered how long they wait though they may wait no more."""


class Due(NamedTuple):
    """Tables where time may have run out, and those where nobody has played for a while."""

    late: Sequence[At]
    still: Sequence[At]


class House:
    """What the house does by itself at the tables of a room."""

    def __init__(
        self,
        store: Store,
        live: LiveTables,
        lobby: Lobby,
        waits: Waits,
        finders: Finders,
        watchers: Watchers,
        *,
        thinking: Thinking,
        do: Callable[[Asked], Done],
    ) -> None:
        self._store, self._live, self._lobby, self._waits = store, live, lobby, waits
        self._in_vain: dict[int, int] = {}
        """The version of each table at which time ran out last, and no round could begin."""

        self._until: dict[int, tuple[int, float]] = {}
        """In which version each table was looked at last, and until when it waits in that."""

        self._unread: dict[At, float] = {}
        """The tables that wait to be read, each in its version, and when it was first seen: it has waited since."""

        self._finders, self._watchers, self._thinking, self._do = finders, watchers, thinking, do
        self._idle = Idle(store)

    def due(self, connection: Connection) -> Due:
        """What it has to look at now."""
        return Due(self._lobby.due(connection, self._watchers.tables()), self._lobby.expired(connection))

    def act(self, due: Due, now: float) -> None:
        """Look at all of it, and act where time has run out."""
        for id_, version in due.late:
            self._watchers.tell(id_, version)
        self._run_out_at(self._in_turn(due.late, now), now)
        if len(self._until) > 2 * len(due.late) + FEW:
            self._until = {id_: self._until[id_] for id_, _ in due.late if id_ in self._until}
        self._finders.look()
        for id_, version in due.still:
            self._expire(id_, version)
        for still in self._idle.look():
            self._free(still)
        self._lobby.read_on()

    def _in_turn(self, late: Sequence[At], now: float) -> list[tuple[At, float]]:
        """Those to look at now, and when each was first seen: of the tables that are to be read a few, those first that
        have waited for it longest."""
        wanted = [each for each in late if not self._is_early(*each, now)]
        unread = [each for each in wanted if self._live.get(each[0]) is None]
        seen = {each: self._unread.get(each, now) for each in unread}
        turns = sorted(unread, key=lambda each: seen[each] - self._ahead(each[0]))
        self._unread = {each: seen[each] for each in turns[AT_A_LOOK:]}
        return [(each, seen.get(each, now)) for each in wanted if each not in self._unread]

    def _run_out_at(self, tables: Sequence[tuple[At, float]], now: float) -> None:
        """Act at those of these tables where time has run out, at a few, the latest first; it costs nothing where seals
        are still being opened."""
        looked = [(at[0], self._look(*at, since, now)) for at, since in tables]
        late = [(left - self._ahead(id_), id_) for id_, left in looked if left is not None]
        acted = 0
        for _, id_ in sorted(late):
            with self._trouble_of(id_):
                with self._live.looking(id_, wait=False) as (_, table):  # it may have moved since it was looked at
                    seen = table.version
                    act = self._time_out(table) if self._waits.over(table, now) else None
                if act is not None:
                    acted += 1
                    self._run_out(id_, seen, act)
            if acted == AT_A_LOOK:
                return

    def _ahead(self, table: int) -> float:
        return WATCHED if table in self._watchers else 0.0

    def _act(self, table: int, seen: int, kind: str, act: Act) -> None:
        self._do(Asked(Command(table, THE_HOUSE.id, "", seen, kind), act))

    @contextlib.contextmanager
    def _trouble_of(self, table: int) -> Iterator[None]:
        try:
            yield
        except (Stale, Refused):
            pass
        except (Busy, Stopped, Nested):
            raise
        except HousewayError as why:
            LOG.warning("table %d: %s", table, why)
        except Exception as fault:  # noqa: BLE001  # whatever it is
            says = "table %d is refused: the house was to act there, and what follows does not hold: %r"
            LOG.error(says, table, fault, exc_info=fault)
            self._live.refuse(table)

    def _look(self, id_: int, version: int, since: float, now: float) -> float | None:
        """Have bots think, and tell since when time has run out, in seconds below none. A table that somebody is at is
        left to the next look."""
        with self._trouble_of(id_):
            with self._live.locks.held(id_, wait=False):
                table = self._live.get(id_)
                if table is None or table.loose or table.version < version:
                    with self._store.reading() as connection:
                        table, _ = self._live.current(connection, id_, lock=False)
                seen = table.version
                self._waits.left(table, since if seen == version else now)
                left = self._waits.left(table, now)
                then = self._thinking.look(table)
                self._until[id_] = seen, now if asked_of_bots(table) else now + (inf if left is None else left)
            if then is not None:
                then()
            if left is not None and left <= 0:
                return left
        return None

    def _is_early(self, id_: int, version: int, now: float) -> bool:
        """Whether a table has time left that is not remembered any more: where more wait than are remembered, none is
        read anew at each look at the clock."""
        seen, until = self._until.get(id_, (0, 0.0))
        return seen == version and now < until and self._live.get(id_) is None

    def _run_out(self, table: int, seen: int, act: Timeout) -> None:
        try:
            self._act(table, seen, "timeout", act)
        except Stale:
            raise
        except Busy as held:
            if self._store.sqlite:
                raise
            LOG.info("table %d is acted at by the next look: %s", table, held)
        except HousewayError as refused:
            LOG.info("table %d waits: %s", table, refused)
            self._waits.anew(table)
            self._finders.forget(table)
            self._in_vain[table] = seen

    def _time_out(self, table: LiveTable) -> Timeout | None:
        """What the house does, with the numbers that nobody has opened; None while they are being found."""
        if not (waiting := table.unopened):
            return Timeout()
        silent = silent_at(table.id, waiting, table.accounts)
        wanted = {seat: Unopened(puzzle, silent[seat]) for seat, puzzle in waiting.items()}
        numbers = self._finders.found(wanted, table.turns)
        if numbers is None:
            return None
        return Timeout(found={str(seat): f"{number:x}" for seat, number in numbers.items()})

    def _expire(self, id_: int, seen: int) -> None:
        """Close a table at which nobody has played for a while, nor since it was looked at; one that cannot be closed
        is left alone."""
        with self._trouble_of(id_):
            try:
                self._act(id_, seen, "expire", Expire())
            except Stale:
                LOG.info("table %d is not closed: somebody has come", id_)
            except (HousewayError, Broken) as refused:
                LOG.info("table %d is not closed: %s", id_, refused)
                self._lobby.keep(id_)

    def _free(self, still: Still) -> None:
        """Free the seats of people who have done nothing for a while, unless something happens there just now. Who is
        ready keeps the seat until time has run out there in vain: a room that was away has not waited yet."""
        with self._trouble_of(still.table), contextlib.suppress(HousewayError, Broken):
            with self._live.looking(still.table, wait=False) as (_, table):
                ready = self._in_vain.get(table.id) != table.version
                there = [place for place in table.people if place.person in still.people]
                seats = [place.number for place in there if not (ready and place.ready and place.wagers)]
            if seats:
                self._act(still.table, still.version, "free", Free(seats=seats, minutes=still.minutes))
