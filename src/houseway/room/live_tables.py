"""The tables of a room in this process's memory: each as its journal stands now, one writer at a time."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from houseway.document import Document
from houseway.errors import UnknownName
from houseway.room.errors import Broken, Refused, Stale
from houseway.room.fairness.commitments import Commitment
from houseway.room.store import index, journal, trusted
from houseway.room.store.database import LOG, Store
from houseway.room.store.documents import Documents
from houseway.room.store.locks import Locks
from houseway.room.store.shoes import Shoes
from houseway.room.store.transaction import load
from houseway.room.table.state import LiveTable, Sources


@contextlib.contextmanager
def refusing(what: str) -> Iterator[None]:
    """Refuse what does not hold on disk. Why, only the log says: the fault may name a card that nobody has seen."""
    try:
        yield
    except Broken as fault:
        LOG.error("%s is refused: %s", what, fault)
        raise Refused(f"{what} is refused: what is on disk of it does not hold; houseway audit says why") from fault


MOST = 1_000
"""Tables that are remembered."""


class LiveTables:
    """Tables by their number."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[int, LiveTable] = {}
        self.refused: dict[int, journal.Head] = {}
        """Tables whose journal or shoe does not hold, each with the head that was found so."""

        self._in_vain: dict[int, tuple[int | None, Counter[int]]] = {}
        """The calls in vain at tables that are to be read anew, each with its round: no journal tells of them."""

        self._shoes, self._documents = Shoes(), Documents()
        self.locks = Locks(self._exists)

    def __getitem__(self, id_: int) -> LiveTable:
        return self._tables[id_]

    def __contains__(self, id_: int) -> bool:
        return id_ in self._tables

    def get(self, id_: int) -> LiveTable | None:
        """A table as it is remembered, if it is and nothing in it waits to be committed."""
        table = self._tables.get(id_)
        return None if table is None or table.loose else table

    def versions(self) -> dict[int, int]:
        """How far each table is remembered, where nothing in it waits to be committed."""
        return {id_: table.version for id_, table in list(self._tables.items()) if not table.loose}

    def last_round(self) -> int:
        """The last round that is known to have begun at a table."""
        return max((table.last or 0 for table in list(self._tables.values()) if not table.loose), default=0)

    def loose(self, id_: int) -> bool:
        """Whether a table holds what was not committed."""
        return id_ in self._tables and self._tables[id_].loose

    def forget_loose(self, id_: int) -> None:
        """Forget a table that holds what was not committed: the next to come reads its journal again."""
        if id_ in self._tables and self._tables[id_].loose:
            self.drop(id_)

    def drop(self, id_: int) -> None:
        """Forget a table whatever it holds; and shoes, for one that was not committed leaves its number to another."""
        table = self._tables.pop(id_, None)
        if table is not None and table.in_vain:
            self._in_vain[id_] = table.round, table.in_vain
            for each in list(self._in_vain)[:-MOST]:
                self._in_vain.pop(each, None)
        self._shoes.forget()

    def sources(self, connection: Connection) -> Sources:
        """Where tables find shoes and documents."""
        return Sources(self._shoes.over(connection), self._documents.over(connection))

    @property
    def apart(self) -> Sources:
        """The same for who replays while others have the database: it is held only as long as something is read."""

        def shoe(id_: int) -> Commitment:
            with self._store.transaction() as connection:
                return self._shoes.over(connection)(id_)

        def document(hash_: str) -> Document:
            with self._store.transaction() as connection:
                return self._documents.over(connection)(hash_)

        return Sources(shoe, document)

    @contextlib.contextmanager
    def looking(self, id_: int, *, wait: bool = True, write: bool = False) -> Iterator[tuple[Connection, LiveTable]]:
        """A table as it stands, which nobody of this process changes meanwhile; other tables are written to."""
        begun = self._store.transaction if write else self._store.reading
        with self.locks.held(id_, wait=wait), begun() as connection:
            table, _ = self.current(connection, id_, lock=False)
            yield connection, table

    def current(
        self, connection: Connection, id_: int, *, lock: bool, wait: bool = True
    ) -> tuple[LiveTable, journal.Head]:
        """The table as its journal stands now; locked, nobody else writes to it until the transaction ends."""
        return self.at(connection, id_, self._head(connection, id_, lock=lock, wait=wait))

    def at(self, connection: Connection, id_: int, head: journal.Head | None) -> tuple[LiveTable, journal.Head]:
        """The table as its journal stands at this head, which was just read."""
        if head is None:
            raise UnknownName(f"there is no table {id_}")
        sources = self.sources(connection)
        table = self.get(id_)
        if self.refused.get(id_) == head:
            raise Refused(f"table {id_} is refused: what is on disk of it does not hold; houseway audit says why")
        try:
            with refusing(f"table {id_}"):
                journal.check_key(connection, head, journal.signer_of(connection))
                if table is not None and table.version > head.seq:
                    raise Broken(
                        f"it was at entry {table.version}, and its journal ends at {head.seq}: it was set back"
                    )
                new: list[tuple[int, Any]] = []
                if table is None:
                    table = self._tables[id_] = load(connection, id_, sources)
                    self._let_go(id_)
                    new = list(trusted.read(connection, id_, max(0, table.version - 1), head))
                elif table.version < head.seq:
                    new = list(trusted.read(connection, id_, table.version, head))
                table.sources, table.loose = sources, True
                for seq, body in new:  # the very ones that were checked: another read may find others
                    journal.saw(body.get("at"))
                    if seq > table.version:
                        table.replay(seq, body)
                round_, in_vain = self._in_vain.pop(id_, (None, None))
                if in_vain is not None and round_ == table.round:
                    table.in_vain = in_vain
        except Refused:
            self._tables.pop(id_, None)
            self.refused[id_] = head
            raise
        table.moves, table.loose = [], False
        return table, head

    def read(self, connection: Connection, id_: int) -> LiveTable:
        """A table as its journal stands, read anew and without its lock: for who holds what others there wait for."""
        head = self._head(connection, id_, lock=False)
        with refusing(f"table {id_}"):
            table = load(connection, id_, self.sources(connection))
            for seq, body in list(trusted.read(connection, id_, max(0, table.version - 1), head)):
                if seq > table.version:
                    table.replay(seq, body)
        return table

    def refuse(self, id_: int) -> None:
        """Refuse a table as it stands now: nothing that follows from it holds. The others play on."""
        with self._store.transaction() as connection:
            head = self._head(connection, id_, lock=False)
        self._tables.pop(id_, None)
        self.refused[id_] = head

    def _let_go(self, but: int) -> None:
        """Forget some of the tables that were read longest ago, where there are many and nobody is at them."""
        if len(self._tables) <= MOST:
            return
        for id_ in [each for each in list(self._tables)[: MOST // 10] if each != but]:
            with contextlib.suppress(Stale), self.locks.held(id_, wait=False, known=True):
                self.forget(id_)

    def forget(self, id_: int) -> None:
        """Forget a table, whose lock the caller holds: the next to come reads its journal."""
        if (table := self._tables.get(id_)) is not None and not table.loose:
            del self._tables[id_]

    def _exists(self, id_: int) -> None:
        """Refuse a table that there is not."""
        with self._store.reading() as connection:
            self._head(connection, id_, lock=False)

    def _head(self, connection: Connection, id_: int, *, lock: bool, wait: bool = True) -> journal.Head:
        head = journal.head(connection, id_, lock=lock, wait=wait) if index.countable(id_) else None
        if head is None and not wait:
            raise Stale(f"table {id_} is being written to: look again")
        if head is None:
            raise UnknownName(f"there is no table {id_}")
        return head
