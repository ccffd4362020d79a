"""Commands on their way to disk: those that wait share one commit, and each is answered after it.

Whoever finds nobody writing takes all that wait, in the order in which they came, does one after the other in one
transaction, and commits. A command that is refused is undone by itself and does not undo the others. One that has to
wait for somebody else, another process that writes to the same table or a thread that holds it, is left out and done
alone: nobody waits for it but who sent it.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

from sqlalchemy import Connection

from houseway.room import log
from houseway.room.command import THE_HOUSE, Asked, Done, known_by, perform
from houseway.room.errors import Busy, SignInFirst, Stale, Stopped
from houseway.room.finders import Finders
from houseway.room.live_tables import LiveTables
from houseway.room.lobby import Lobby
from houseway.room.people import People, Person
from houseway.room.store import index, journal, ledger, notices
from houseway.room.store.database import Store
from houseway.room.store.journal import stamp
from houseway.room.store.locks import SHORT
from houseway.room.store.prepared import run
from houseway.room.store.transaction import Transaction, remember, version_of
from houseway.room.table.state import LiveTable
from houseway.room.table.watchers import Watchers

MOST = 64
"""Commands of one commit."""

ALONE = 8
"""Commands that are done alone at once, of those that no thread waits for."""

NOT_LONG = "SET LOCAL lock_timeout = '20ms'"
"""How long a commit that others share waits for what another process holds."""


class Ticket:
    """A command that waits: what it asks, and then what came of it; `alone` where it has to wait for somebody else."""

    def __init__(self, asked: Asked, told: "Callable[[Ticket], None] | None" = None) -> None:
        self.asked = asked
        self.done: Done | None = None
        self.fault: BaseException | None = None
        self.alone = self.settled = False
        self._told = told

    def settle(self) -> None:
        """It is known what came of it: tell whoever wants to know."""
        self.settled = True
        if self._told is not None:
            self._told(self)

    @property
    def awaited(self) -> bool:
        """Whether a thread waits for it."""
        return self._told is None

    def result(self) -> Done:
        if self.fault is not None:
            raise self.fault
        assert self.done is not None
        return self.done


class Commits:
    """What has to be written, and who writes it."""

    def __init__(
        self,
        store: Store,
        live: LiveTables,
        people: People,
        lobby: Lobby,
        watchers: Watchers,
        draw: Callable[[int], int],
        finders: Finders,
    ) -> None:
        self._store, self._live, self._people, self._lobby, self._watchers = store, live, people, lobby, watchers
        self._draw, self._finders = draw, finders
        self._line: deque[Ticket] = deque()
        self._writing = threading.Lock()
        self._wanted = threading.Event()
        self._writer: threading.Thread | None = None
        self._others: ThreadPoolExecutor | None = None
        self._closing = False

    # ------------------------------------------------------------------------------------------------ the line

    def do(self, asked: Asked) -> Done:
        """Do a command, with those that wait at the same time; returns when it is on disk."""
        ticket = Ticket(asked)
        self._line.append(ticket)
        while not ticket.settled:
            with self._writing:
                if not ticket.settled:
                    self._write(self._taken())
        return self._do_alone(asked) if ticket.alone else ticket.result()

    def soon(self, asked: Asked, told: Callable[[Ticket], None]) -> None:
        """Have a command done; `told` is called from another thread when it is on disk or refused."""
        self._line.append(Ticket(asked, told))
        if self._writer is None:
            with self._writing:
                self._begin()
        self._wanted.set()

    def apart(self, work: Callable[..., None], *given: Any) -> None:
        """Have something done in a thread that may take its time."""
        with self._writing:
            self._begin()
        assert self._others is not None
        self._others.submit(work, *given)

    def _begin(self) -> None:
        if self._writer is None:
            self._others = ThreadPoolExecutor(ALONE, "alone")
            self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
            self._writer.start()

    def close(self) -> None:
        """Write what waits, and end."""
        self._closing = True
        self._wanted.set()
        if self._writer is not None:
            self._writer.join()
        if self._others is not None:
            self._others.shutdown()

    def _write_on(self) -> None:
        while not self._closing:
            self._wanted.wait()
            self._wanted.clear()
            while self._line:
                with self._writing:
                    self._write(self._taken())

    def _taken(self) -> list[Ticket]:
        return [self._line.popleft() for _ in range(min(MOST, len(self._line)))]

    # ------------------------------------------------------------------------------------------------ together

    def _write(self, tickets: list[Ticket]) -> None:
        """Do these in one transaction, and tell what came of each."""
        try:
            with ExitStack() as held:
                here = self._held(held, tickets)
                if here:
                    self._commit(here)
        except BaseException as fault:
            for ticket in tickets:
                ticket.fault = ticket.fault or fault
            raise
        finally:
            self._tell(tickets)
            for ticket in tickets:
                if ticket.alone and not ticket.awaited:
                    assert self._others is not None
                    self._others.submit(self._settle_alone, ticket)
                else:
                    ticket.settle()

    def _held(self, stack: ExitStack, tickets: Iterable[Ticket]) -> list[Ticket]:
        """Take the tables of these commands; those whose table somebody else has for longer than a moment are alone."""
        free: dict[object, bool] = {}
        here = []
        for ticket in tickets:
            id_ = ticket.asked.command.table
            try:
                lock = self._live.locks.of(id_)
            except Exception as fault:  # noqa: BLE001  # of this command alone
                ticket.fault = fault
                continue
            if lock not in free:
                free[lock] = lock.acquire(timeout=SHORT)
                if free[lock]:
                    stack.callback(lock.release)
            if free[lock]:
                here.append(ticket)
            elif ticket.asked.by_house:
                ticket.fault = Stale(f"table {id_} is being written to: look again")
            else:
                ticket.alone = True
        return here

    def _commit(self, tickets: list[Ticket]) -> None:
        """One transaction. Where it fails, nothing of it has happened, and none is acknowledged."""
        try:
            with self._store.transaction() as connection:
                if not self._store.sqlite:
                    run(connection, NOT_LONG)
                for ticket in tickets:
                    self._step(connection, ticket)
        except BaseException as fault:
            for ticket in tickets:
                self._live.drop(ticket.asked.command.table)
                ticket.done, ticket.alone = None, False
                ticket.fault = ticket.fault or fault
            if not isinstance(fault, Exception):
                raise

    def _step(self, connection: Connection, ticket: Ticket) -> None:
        """One command among others: refused, it leaves no trace."""
        run(connection, "SAVEPOINT command")
        try:
            with self._store.guarded():
                ticket.done = self._in(connection, ticket)
        except Stopped:
            raise
        except Exception as fault:
            if isinstance(fault, Busy) and self._store.sqlite:
                raise  # the database may have undone all of it
            run(connection, "ROLLBACK TO SAVEPOINT command")
            self._live.forget_loose(ticket.asked.command.table)
            ticket.alone = isinstance(fault, Busy) and not ticket.asked.by_house
            ticket.fault = None if ticket.alone else fault
        else:
            self._live[ticket.asked.command.table].loose = False
        run(connection, "RELEASE SAVEPOINT command")

    def _tell(self, tickets: Iterable[Ticket]) -> None:
        """Watchers learn of the newest version of each table."""
        new = {t.asked.command.table: t.done.version for t in tickets if t.done is not None and not t.done.repeated}
        for table, version in new.items():
            self._watchers.tell(table, version)

    # ------------------------------------------------------------------------------------------------ alone

    def _settle_alone(self, ticket: Ticket) -> None:
        try:
            ticket.done = self._do_alone(ticket.asked)
        except BaseException as fault:  # noqa: BLE001  # whoever sent it is told
            ticket.fault = fault
        ticket.settle()

    def _do_alone(self, asked: Asked) -> Done:
        """One command in a transaction of its own, however long it waits for its turn."""
        id_ = asked.command.table
        ticket = Ticket(asked)
        with self._live.locks.held(id_):
            try:
                with self._store.transaction() as connection:
                    ticket.done = self._in(connection, ticket)
            except BaseException:
                # What was changed in memory did not happen: the next to come reads the journal again.
                self._live.forget_loose(id_)
                raise
            self._live[id_].loose = False
        self._tell([ticket])
        return ticket.result()

    # ------------------------------------------------------------------------------------------------ one command

    def who(self, connection: Connection, asked: Asked) -> Person:
        """Who asks: the house, somebody by number, or whoever the session is of."""
        if asked.by_house:
            return THE_HOUSE
        if asked.session is None:
            return self._people.by_id(connection, asked.command.person)
        found = self._people.in_session(connection, asked.session)
        if found is None or found[1]:
            raise SignInFirst("choose a name first: sign in, or come in as a guest")
        return found[0]

    def done_before(self, connection: Connection, asked: Asked, table: LiveTable) -> Done | None:
        """The answer to a command that is known by its key; a key or a version that does not fit is refused."""
        command = asked.command
        if not asked.by_house:
            version = version_of(connection, command.person, command.key, asked.digest)
            if version is not None:
                return Done(version, repeated=True)
        if command.version is not None and command.version != table.version:
            raise Stale(f"the table is at version {table.version}, not {command.version}: look again")
        return None

    def _in(self, connection: Connection, ticket: Ticket) -> Done:
        by = self.who(connection, ticket.asked)
        asked = ticket.asked = ticket.asked.of(by)
        command = asked.command
        if command.kind == "seal":
            self._finders.came_from(command.person, asked.address)
        table, head = self._live.current(connection, command.table, lock=True, wait=not asked.by_house)
        if (before := self.done_before(connection, asked, table)) is not None:
            return before
        entry = perform(table, command.kind, asked.act, by, Transaction(connection, self._draw, asked.origin))
        told = "" if asked.by_house else known_by(command.person, command.key, asked.digest)
        entry = entry._replace(at=stamp(), command=told)
        new = journal.append(connection, table.id, head, entry.json())
        ledger.post(connection, table.moves, table.id, new.seq)
        index.note(connection, table, entry, new.seq)
        if entry.committed is not None:
            log.append(connection, table.id, entry.committed, entry.at)
        notices.announce(connection, table.id, new.seq)
        table.moves, table.version = [], new.seq
        self._lobby.note(connection, table)
        if not asked.by_house:
            row = {"person": command.person, "key": command.key, "chain": table.id, "digest": asked.digest}
            remember(connection, row | {"version": new.seq})
        return Done(new.seq)
