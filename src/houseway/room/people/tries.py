"""How often a door may be tried: by name and address together, by address, and by name from where nobody knows it.

A name is never shut for everybody. Where its person has come in before, only tries from there count; so nobody else
can keep them out. A name without an account is counted as one with it.
"""

import hashlib

from sqlalchemy import Connection, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from houseway.room.errors import Forbidden
from houseway.room.people.names import name_key
from houseway.room.store.schema import TRIES

WINDOW = 15 * 60.0
BY_BOTH, BY_ADDRESS, BY_NAME = 5, 50, 50
"""Tries in a window."""


def take(connection: Connection, name: str, address: str, now: float) -> str:
    """Count one try before the password is looked at, so that no crowd of them gets past; why it is refused."""
    pair = _pair(name, address)
    familiar = bool(connection.execute(select(TRIES.c.known).where(TRIES.c.key == pair)).scalar())
    asked = [(pair, BY_BOTH)]
    if not familiar:
        asked += [(_of_address(address), BY_ADDRESS)] if address else []
        asked += [(_of_name(name), BY_NAME)]
    return _counted(connection, asked, now)


def take_code(connection: Connection, person: int, now: float) -> str:
    """The same of a code, which only who has had the password tries: by account, under no name.

    Not by address: an account of one's own would keep its neighbours out.
    """
    return _counted(connection, [(_of_codes(person), BY_BOTH)], now)


def right_code(connection: Connection, person: int) -> None:
    """The tries of the account are forgotten."""
    connection.execute(TRIES.update().where(TRIES.c.key == _of_codes(person)).values(count=0))


def _counted(connection: Connection, asked: list[tuple[str, int]], now: float) -> str:
    """Count a try under each key; why it is refused."""
    counts = [(_count(connection, key, now), most) for key, most in asked]
    if any(count > most for count, most in counts):
        return f"too many tries: wait {WINDOW / 60:.0f} minutes and try again"
    if counts[0][0] == 1:
        connection.execute(delete(TRIES).where(TRIES.c.since < now - WINDOW, TRIES.c.known.is_(False)))
    return ""


def came_in(connection: Connection, name: str, address: str) -> None:
    """The right password: this name is known at this address from now on, and its tries are forgotten.

    The first time, the address and the name get their try back: many people may come in from behind one address.
    """
    here = TRIES.update().where(TRIES.c.key == _pair(name, address))
    if connection.execute(here.where(TRIES.c.known.is_(False)).values(count=0, known=True)).rowcount:
        for key in (_of_address(address), _of_name(name)):
            back = TRIES.update().where(TRIES.c.key == key, TRIES.c.count > 0)
            connection.execute(back.values(count=TRIES.c.count - 1))
    else:
        connection.execute(here.values(count=0))


def refuse(why: str) -> None:
    """Say why, where there is a reason."""
    if why:
        raise Forbidden(why)


def _count(connection: Connection, key: str, now: float) -> int:
    """One more, in one statement; a window that is over begins anew."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    over = TRIES.c.since < now - WINDOW
    more = {
        "count": case((over, 1), else_=TRIES.c.count + 1),
        "since": case((over | (TRIES.c.count == 0), now), else_=TRIES.c.since),
    }
    first = insert(TRIES).values(key=key, count=1, since=now, known=False)
    counted = first.on_conflict_do_update(index_elements=[TRIES.c.key], set_=more).returning(TRIES.c.count)
    return int(connection.execute(counted).scalar_one())


def _pair(name: str, address: str) -> str:
    return f"p:{_short(name_key(name), address)}"


def _of_address(address: str) -> str:
    return f"a:{_short(address)}"


def _of_name(name: str) -> str:
    return f"n:{_short(name_key(name))}"


def _of_codes(person: int) -> str:
    return f"c:{person}"


def _short(*parts: str) -> str:
    """Names that are tried may be passwords typed into the wrong field: only a hash is kept."""
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()[:40]
