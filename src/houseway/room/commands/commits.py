"""Commands on their way to disk: those that wait share one commit, and each is answered after it.

All that wait in a line are done one after the other in one transaction, and committed. A command that is refused is
undone by itself and does not undo the others. One that has to wait for somebody else, another process that writes to
the same table or a thread that holds it, is left out and done alone: nobody waits for it but who sent it.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from houseway.errors import HousewayError
from houseway.room.commands.command import Asked, Done
from houseway.room.commands.doing import Doing, Shared
from houseway.room.commands.line import Line, Ticket
from houseway.room.commands.thinking import Thinking
from houseway.room.errors import Busy, Stale, Stopped
from houseway.room.fairness.finders import Finders
from houseway.room.live_tables import LiveTables
from houseway.room.lobby import Lobby
from houseway.room.people.people import People
from houseway.room.store import index, journal
from houseway.room.store.database import Store, held_elsewhere, in_the_way
from houseway.room.store.locks import SHORT
from houseway.room.store.prepared import enter_pipeline, leave_pipeline, pipelined, run
from houseway.room.store.transaction import seek_key
from houseway.room.table.watchers import Watchers

LINES = 4
"""Commits at once on PostgreSQL, each of other tables: while one waits for the server, the next is made."""

ALONE = 8
"""Commands that are done alone at once, of those that no thread waits for."""

RELEASE = "RELEASE SAVEPOINT command"
NOT_LONG, AS_LONG = "SET LOCAL lock_timeout = '20ms'", "SET LOCAL lock_timeout = 0"
"""How long a command that others wait with waits for what another process holds; the commit itself waits its turn."""


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
        self._store, self._live, self._watchers = store, live, watchers
        self.lines = [Line(self._write) for _ in range(1 if store.sqlite else LINES)]
        self.thinking = Thinking(self.soon)
        self._doing = Doing(live, people, lobby, draw, finders, self.thinking)
        self._others = ThreadPoolExecutor(ALONE, "alone")  # its threads begin with the first that is submitted

    def do(self, asked: Asked) -> Done:
        """Do a command, with those that wait at the same time; returns when it is on disk."""
        ticket = Ticket(asked)
        self._line_of(ticket).write(ticket)
        return self._do_alone(asked) if ticket.alone else ticket.result()

    def soon(self, asked: Asked, told: Callable[[Ticket], None]) -> None:
        """Have a command done; `told` is called from another thread when it is on disk or refused."""
        ticket = Ticket(asked, told)
        self._line_of(ticket).add(ticket)

    def _line_of(self, ticket: Ticket) -> Line:
        """All commands of a table wait in one line."""
        return self.lines[ticket.table % len(self.lines) if index.countable(ticket.table) else 0]

    def close(self) -> None:
        """Write what waits, and end."""
        self._others.shutdown()
        for line in self.lines:
            line.close()

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
                    self._others.submit(self._settle_alone, ticket)
                else:
                    ticket.settle()

    def _held(self, stack: ExitStack, tickets: Iterable[Ticket]) -> list[Ticket]:
        """Take the tables of these commands; those whose table somebody else has for longer than a moment are alone."""
        free: dict[object, bool] = {}
        here = []
        for ticket in tickets:
            id_ = ticket.table
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
        """One transaction. Where it fails, nothing of it has happened, and none is acknowledged.

        First it is tried at a stretch; where one command would leave something half done, all are done anew, apart.
        """
        try:
            try:
                self._in_one(tickets, self._at_a_stretch)
            except Tangled:
                self._forget(tickets)
                for ticket in tickets:
                    ticket.again()
                self._in_one(tickets, self._apart)
        except BaseException as fault:
            self._forget(tickets)
            for ticket in tickets:
                ticket.done, ticket.alone = None, False
                ticket.fault = ticket.fault or fault
            if not isinstance(fault, Exception):
                raise

    def _in_one(self, tickets: list[Ticket], each: Callable[[Connection, list[Ticket]], None]) -> None:
        with self._store.transaction() as connection:
            self._identify(connection, tickets)
            each(connection, [ticket for ticket in tickets if ticket.by is not None])
            if not self._store.sqlite:
                run(connection, AS_LONG)

    def _forget(self, tickets: Iterable[Ticket]) -> None:
        """What was changed in memory did not happen: the next to come reads the journal again."""
        for ticket in tickets:
            self._live.drop(ticket.table)

    def _at_a_stretch(self, connection: Connection, tickets: list[Ticket]) -> None:
        """One after the other, without savepoints: none is needed while those that are refused have written nothing."""
        shared = Shared()
        try:
            self._foresee(connection, tickets, shared)
            for ticket in tickets:
                enter_pipeline(connection)
                self._or_refused(connection, ticket, shared)
            self._doing.follow(connection, shared)
            self._or_tangled(connection, tickets)
            leave_pipeline(connection)
        except DBAPIError as fault:
            of_one = in_the_way(fault) or (isinstance(fault, IntegrityError | DataError) and not self._store.sqlite)
            if not of_one and (self._store.sqlite or not held_elsewhere(fault)):
                raise
            raise Tangled from fault
        finally:
            with suppress(DBAPIError):
                leave_pipeline(connection)

    def _foresee(self, connection: Connection, tickets: list[Ticket], shared: Shared) -> None:
        """Read for all of them at once what each will ask for."""
        people = [ticket for ticket in tickets if not ticket.asked.by_house]
        with pipelined(connection):
            tables = dict.fromkeys(ticket.table for ticket in people)
            heads = {id_: journal.seek_head(connection, id_, lock=True) for id_ in tables}
            keys = [(by, ticket.asked.command.key) for ticket in people if (by := ticket.by) is not None]
            known = [(by, key, seek_key(connection, by.id, key)) for by, key in keys]
            shared.heads |= {id_: head for id_, found in heads.items() if (head := found()) is not None}
            for by, key, row in known:
                shared.keys[by.id, key] = row()
                shared.balances[f"person:{by.id}"] = by.chips

    def _or_refused(self, connection: Connection, ticket: Ticket, shared: Shared) -> None:
        try:
            ticket.done = self._doing.do(connection, ticket, shared)
        except (SQLAlchemyError, OverflowError, Stopped, Busy):
            raise
        except Exception as fault:
            table = self._live.loose(ticket.table)
            if table or not shared.untouched:
                raise Tangled from fault
            ticket.fault = fault
        else:
            self._live[ticket.table].loose = False

    def _or_tangled(self, connection: Connection, tickets: list[Ticket]) -> None:
        """Somebody who was shut out meanwhile has their command refused, when all are done anew."""
        try:
            self._doing.hold(connection, tickets)
        except HousewayError as fault:
            raise Tangled from fault

    def _apart(self, connection: Connection, tickets: list[Ticket]) -> None:
        for ticket in tickets:
            self._step(connection, ticket)

    def _identify(self, connection: Connection, tickets: Iterable[Ticket]) -> None:
        """Find out who asks, all at once."""
        with pipelined(connection):
            if not self._store.sqlite:
                run(connection, NOT_LONG)
            for ticket, found in [(ticket, self._doing.seek(connection, ticket.asked)) for ticket in tickets]:
                try:
                    ticket.by = found()
                except HousewayError as fault:
                    ticket.fault = fault

    def _step(self, connection: Connection, ticket: Ticket) -> None:
        """One command among others: refused, it leaves no trace."""
        try:
            with self._store.guarded():
                run(connection, "SAVEPOINT command")
                ticket.done = self._doing.do_alone(connection, ticket)
                self._doing.hold(connection, [ticket])
                run(connection, RELEASE)
        except Stopped:
            raise
        except Exception as fault:
            if isinstance(fault, Busy) and self._store.sqlite:
                raise  # the database may have undone all of it
            run(connection, "ROLLBACK TO SAVEPOINT command")
            run(connection, RELEASE)
            if ticket.done is not None:  # all of it was undone
                self._live.drop(ticket.table)
            self._live.forget_loose(ticket.table)
            ticket.alone = isinstance(fault, Busy) and not ticket.asked.by_house
            ticket.done, ticket.fault = None, None if ticket.alone else fault
        else:
            self._live[ticket.table].loose = False

    def _tell(self, tickets: Iterable[Ticket]) -> None:
        """Watchers learn of the newest version of each table, and bots what they are asked."""
        for ticket in tickets:
            if ticket.done is not None and ticket.then is not None:
                ticket.then()
        new = {t.table: t.done.version for t in tickets if t.done is not None and not t.done.repeated}
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
                    if not self._store.sqlite:  # whose act it is, is looked up once its turn has come
                        journal.head(connection, id_, lock=True, wait=not asked.by_house)
                    ticket.by = self._doing.seek(connection, asked)()
                    ticket.done = self._doing.do_alone(connection, ticket)
                    self._doing.hold(connection, [ticket])
            except BaseException:
                # What was changed in memory did not happen: the next to come reads the journal again.
                self._live.drop(id_)
                raise
            self._live[id_].loose = False
        self._tell([ticket])
        return ticket.result()


class Tangled(Exception):
    """A command that is refused has written something, or its fault is of the others, too."""
