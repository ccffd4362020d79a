"""One command inside a transaction: who asks, whether it was done before, what it changes, and its rows."""

from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from houseway.room.commands.command import THE_HOUSE, Asked, Done, known_by, perform
from houseway.room.commands.line import Ticket
from houseway.room.commands.piles import Piles
from houseway.room.commands.thinking import Thinking
from houseway.room.errors import Stale
from houseway.room.evidence import log
from houseway.room.fairness.finders import Finders
from houseway.room.fairness.receipts import said_in
from houseway.room.live_tables import LiveTables
from houseway.room.lobby import Lobby
from houseway.room.people.people import People, Person
from houseway.room.store import index, journal, ledger, notices
from houseway.room.store.journal import stamp
from houseway.room.store.transaction import Transaction, done_by, keeping, remember, seek_key, version_by
from houseway.room.table.entry import JournalEntry
from houseway.room.table.state import LiveTable


class Shared:
    """What commands of one transaction know: heads, keys and balances, as each leaves them; and what one was lent."""

    def __init__(self) -> None:
        self.tables: dict[int, LiveTable] = {}
        """Those that were written to, as the last has left them."""

        self.heads: dict[int, journal.Head] = {}
        self.keys: dict[tuple[int, str], tuple[str, int] | None] = {}
        self.balances: dict[str, int] = {}
        self.lent: Transaction | None = None

    @property
    def untouched(self) -> bool:
        """Whether the command that is being done has written nothing."""
        return self.lent is None or self.lent.untouched


class Doing:
    """Does one command after the other, for whoever holds their tables."""

    def __init__(
        self,
        live: LiveTables,
        people: People,
        lobby: Lobby,
        draw: Callable[[int], int],
        finders: Finders,
        thinking: Thinking,
    ) -> None:
        self._live, self._people, self._lobby = live, people, lobby
        self._draw, self._finders, self._thinking = draw, finders, thinking
        self._piles = Piles()

    def seek(self, connection: Connection, asked: Asked) -> Callable[[], Person]:
        """Who asks: the house, somebody by number, or whoever the session is of."""
        if asked.by_house:
            return lambda: THE_HOUSE
        return self._people.seek(connection, asked.command.person, asked.session, asked.since)

    def hold(self, connection: Connection, tickets: Iterable[Ticket]) -> None:
        """Refuse those whose person was shut out while they were done, before they are on disk."""
        done = [each for each in tickets if each.done is not None and not each.done.repeated]
        acting = [
            by._replace(since=by.since or each.asked.since)
            for each in done
            if (by := each.by) is not None and not each.asked.by_house
        ]
        self._people.hold(connection, acting)

    def _done_before(self, connection: Connection, asked: Asked, version: int | None, table: LiveTable) -> Done | None:
        """The answer to a command that is known by its key; a version that does not fit is refused."""
        if version is not None:
            command = asked.command
            body = done_by(connection, table.id, version, known_by(command.person, command.key, asked.digest))
            said = None if body is None else said_in(table.id, version, JournalEntry.read(body))
            return Done(version, repeated=True, said=said)
        if asked.command.version not in (None, table.version):
            raise Stale(f"the table is at version {table.version}, not {asked.command.version}: look again")
        return None

    def do_alone(self, connection: Connection, ticket: Ticket) -> Done:
        """One command, and what follows it."""
        shared = Shared()
        done = self.do(connection, ticket, shared)
        self.follow(connection, shared)
        return done

    def follow(self, connection: Connection, shared: Shared) -> None:
        """Lobby and other processes learn of each table that was written to, once however often that was."""
        for table in shared.tables.values():
            notices.announce(connection, table.id, table.version)
            self._lobby.note(connection, table)

    def do(self, connection: Connection, ticket: Ticket, shared: Shared) -> Done:
        """Check, perform, write, with what is known already inside this transaction; it wants to be followed."""
        assert ticket.by is not None
        asked = ticket.asked = ticket.asked.of(ticket.by)
        command = asked.command
        head, known = self._sought(connection, asked, shared)
        table, head = self._live.at(connection, command.table, head)
        if (before := self._done_before(connection, asked, known, table)) is not None:
            return before
        if asked.along is not None:
            asked.along.check(connection)
        if command.kind == "seal":
            self._finders.came_from(command.person, asked.address)
        apart = self._thinking.pool is not None
        shared.lent = Transaction(
            connection,
            self._draw,
            asked.origin,
            shared.balances,
            bots_apart=apart,
            seen=self._live.last_round,
        )
        acts = table.acts.total()
        entry = perform(table, command.kind, asked.act, ticket.by, shared.lent, self._piles.here(table, asked.address))
        self._piles.note(table, asked.address, acts)
        told = "" if asked.by_house else known_by(command.person, command.key, asked.digest)
        shared.lent.written = True
        with keeping():
            shared.balances |= ledger.post(connection, table.moves, table.id, head.seq + 1)
            entry = entry._replace(at=stamp(), command=told)  # whoever waits for an account is dated after it
            new = self._write_down(connection, asked, table, head, entry)
            if asked.along is not None:
                asked.along.write(connection)
        shared.lent = None
        shared.tables[table.id], shared.heads[table.id] = table, new
        shared.keys[command.person, command.key] = (asked.digest, new.seq)
        ticket.then = self._thinking.look(table, asked.address)
        return Done(new.seq, said=said_in(table.id, new.seq, entry))

    def _sought(self, connection: Connection, asked: Asked, shared: Shared) -> tuple[journal.Head | None, int | None]:
        """The head of the table, locked, and the version that the same command led to before."""
        command = asked.command
        head = shared.heads.get(command.table)
        if head is None:
            head = journal.head(connection, command.table, lock=True, wait=not asked.by_house)
        if asked.by_house:
            return self._free(asked, head), None
        key = (command.person, command.key)
        if key not in shared.keys:
            shared.keys[key] = seek_key(connection, *key)()
        return head, version_by(shared.keys[key], asked.digest)

    def _free(self, asked: Asked, head: journal.Head | None) -> journal.Head:
        """The house waits for no other process that writes to a table."""
        if head is None:
            raise Stale(f"table {asked.command.table} is being written to: look again")
        return head

    def _write_down(
        self,
        connection: Connection,
        asked: Asked,
        table: LiveTable,
        head: journal.Head,
        entry: JournalEntry,
    ) -> journal.Head:
        """The entry, the rows that follow it, and its key."""
        command = asked.command
        new = journal.append(connection, table.id, head, entry.json())
        index.note(connection, table, entry, new.seq)
        if entry.committed is not None:
            log.append(connection, table.id, entry.committed, entry.at, table.last or 0)
        table.moves, table.version = [], new.seq
        if not asked.by_house:
            row = {"person": command.person, "key": command.key, "chain": table.id, "digest": asked.digest}
            remember(connection, row | {"version": new.seq})
        return new
