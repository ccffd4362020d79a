"""How many tables a player may have open, and may open within an hour whether they are closed since or not."""

import math
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select

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


def _opened_since(connection: Connection, person: int, moment: str) -> list[str]:
    """When this person has opened tables since a moment, by the first entry of each."""
    first = JOURNAL.join(TABLES, (TABLES.c.id == JOURNAL.c.chain) & (JOURNAL.c.seq == 1))
    query = select(func.substr(JOURNAL.c.body, 1, 120)).select_from(first)
    query = query.where(TABLES.c.id > last_opened_before(connection, moment))
    rows = connection.execute(query.where(JOURNAL.c.body.like(f'{{"at":"%","by":{person},%'))).scalars()
    told = [found for found in map(DONE.match, rows) if found is not None]
    return [found["at"] for found in told if found["by"] == str(person) and found["at"] >= moment]
