"""What other processes commit, heard at once where the database can tell: PostgreSQL's NOTIFY and LISTEN.

A notice is sent with the commit that it tells of, or not at all. It says where to look, never what is so: who hears it
reads the table. A notice may be lost with a connection, so the clock of the room looks as well.
"""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Engine, Text, bindparam, func, select

from houseway.room.store.database import LOG
from houseway.room.store.prepared import Prepared

CHANNEL = "houseway"
NOTICE = re.compile(r"[0-9]{1,10} [0-9]{1,10}")
PATIENCE = 0.2
"""Seconds after which a listener looks whether it shall end."""

RECONNECT = 0.5
"""Seconds from a lost connection to the next try."""

CONNECTING = 5
"""Seconds that a try may take, unless the URL says otherwise: who ends a listener waits for it."""


_NOTIFY = Prepared(select(func.pg_notify(CHANNEL, bindparam("notice", type_=Text))))


def announce(connection: Connection, table: int, version: int) -> None:
    """Tell the other processes of a table's new version when, and only if, this transaction commits."""
    if connection.dialect.name == "postgresql":
        _NOTIFY.change(connection, notice=f"{table} {version}")


def listen(engine: Engine, heard: Callable[[int, int], None]) -> Callable[[], None]:
    """Call `heard(table, version)` for every notice, in a thread of its own; returns how to end it."""
    if engine.dialect.driver != "psycopg":
        return lambda: None
    listener = Listener(engine, heard)
    listener.start()
    return listener.end


class Listener(threading.Thread):
    """One connection that listens, and another when it is lost."""

    def __init__(self, engine: Engine, heard: Callable[[int, int], None]) -> None:
        super().__init__(name="houseway-notices", daemon=True)
        self._engine = engine
        self._heard = heard
        self._ending = threading.Event()

    def end(self) -> None:
        self._ending.set()
        self.join()

    def run(self) -> None:
        fault = self._engine.dialect.loaded_dbapi.Error
        while not self._ending.is_set():
            try:
                with closing(self._connect()) as connection:
                    for notice in self._notices(connection):
                        self._take(notice.payload)
            except fault as why:
                LOG.warning("the line for notices is lost, and will be tried again: %s", why)
                self._ending.wait(RECONNECT)

    def _connect(self) -> Any:
        given, named = self._engine.dialect.create_connect_args(self._engine.url)
        return self._engine.dialect.connect(*given, **{"connect_timeout": CONNECTING, **named})

    def _notices(self, connection: Any) -> Iterator[Any]:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        while not self._ending.is_set():
            yield from connection.notifies(timeout=PATIENCE)

    def _take(self, payload: str) -> None:
        """Anybody who may connect may send a notice: what is no table and version is passed over."""
        if NOTICE.fullmatch(payload):
            table, version = payload.split()
            self._heard(int(table), int(version))
