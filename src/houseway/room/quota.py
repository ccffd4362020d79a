"""How many tables a player may have open, and may open within an hour whether they are closed since or not."""

import math
from collections import deque
from datetime import UTC, datetime
from threading import Lock
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, func, select

from houseway.room.books.period import last_opened_before, stamp_of
from houseway.room.errors import Enough
from houseway.room.idle import DONE
from houseway.room.people.people import PLAYER, Person
from houseway.room.store.schema import JOURNAL, LOBBY, TABLES

OF_GUEST, OF_PLAYER = 5, 20
"""Open tables that a guest, and a player with an account, may have opened."""

TIMES = 3
"""So many times as many they may open within an hour: each leaves a shoe and entries for ever."""

HOUR = 3600.0


def check(connection: Connection, by: Person, now: float) -> None:
    """Refuse one table more than a player may have open, or may open within an hour."""
    if by.role != PLAYER:
        return
    most = OF_GUEST if by.guest else OF_PLAYER
    own = (LOBBY.c.opened_by == by.id) & ~TABLES.c.closed
    query = select(func.count()).select_from(LOBBY).join(TABLES, TABLES.c.id == LOBBY.c.table).where(own)
    if connection.execute(query).scalar_one() >= most:
        raise Enough(
            f"you have {most} tables open, and nobody has more: play at one of them, or close one that nobody else "
            "sits at"
        )
    most *= TIMES
    opened = _opened_since(connection, by.id, stamp_of(datetime.fromtimestamp(now - HOUR, UTC)))
    if len(opened) >= most:
        wait = datetime.fromisoformat(sorted(opened)[-most]).timestamp() + HOUR - now
        minutes = max(1, math.ceil(wait / 60))
        when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
        raise Enough(
            f"you have opened {most} tables within an hour, closed or not, and nobody opens more: play at one that is "
            f"open; you may open the next {when}"
        )


class Lately:
    """Who has opened tables within the hour: what tells of each is read once a process, by whoever holds the room's
    journal."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read: int | None = None
        self._opened: deque[tuple[str, str]] = deque()

    def by(self, connection: Connection, person: int, moment: str) -> list[str]:
        """When somebody has opened tables since a moment, by the first entry of each."""
        with self._lock:
            read = last_opened_before(connection, moment) if self._read is None else self._read
            first = JOURNAL.join(TABLES, (TABLES.c.id == JOURNAL.c.chain) & (JOURNAL.c.seq == 1))
            query = select(TABLES.c.id, func.substr(JOURNAL.c.body, 1, 120)).select_from(first)
            rows = connection.execute(query.where(TABLES.c.id > read).order_by(TABLES.c.id)).all()
            found = [DONE.match(begins) for _, begins in rows if isinstance(begins, str)]
            self._opened += [(told["at"], told["by"]) for told in found if told is not None]
            self._read = rows[-1].id if rows else read
            while self._opened and self._opened[0][0] < moment:
                self._opened.popleft()
            return [at for at, by in self._opened if by == str(person) and at >= moment]


_LATELY: WeakKeyDictionary[Engine, Lately] = WeakKeyDictionary()


def _opened_since(connection: Connection, person: int, moment: str) -> list[str]:
    return _LATELY.setdefault(connection.engine, Lately()).by(connection, person, moment)
