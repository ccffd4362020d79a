"""What an act is lent inside one transaction: rows for rounds and shoes, balances; and keys that are kept."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.exc import IntegrityError

from houseway.document import Document
from houseway.errors import HousewayError
from houseway.room.errors import Broken, Forbidden
from houseway.room.fairness.commitments import Commitment
from houseway.room.people.independence import Ties, TiesOf, objection
from houseway.room.store import documents, index, journal, ledger, numbers, shoes, trusted
from houseway.room.store.jackpots import Book
from houseway.room.store.journal import stamp
from houseway.room.store.prepared import Prepared, inserting
from houseway.room.store.schema import COMMANDS, FACTORS, IDENTITIES, ROUNDS, SHOES
from houseway.room.table.entry import JournalEntry, NewShoe
from houseway.room.table.state import LiveTable, Sources

USED = "this key was used for another command: each command has a key of its own"

Reading = Callable[[Connection, int, int], Any]
"""How the body of an entry of a chain is read."""

_KNOWN = Prepared(
    select(COMMANDS.c.digest, COMMANDS.c.version).where(
        COMMANDS.c.person == bindparam("who"), COMMANDS.c.key == bindparam("by")
    )
)
_REMEMBER = inserting(COMMANDS, "person", "key", "chain", "digest", "version")
_ROUND = inserting(ROUNDS, "chain", "shoe", "position", "started")


class Transaction:
    """What an act needs of the room."""

    def __init__(
        self,
        connection: Connection,
        draw: Callable[[int], int],
        origin: str = "",
        balances: dict[str, int] | None = None,
        *,
        bots_apart: bool = False,
        seen: Callable[[], int],
    ) -> None:
        """`balances` is what is known of accounts inside this transaction, `seen` the last round that is known."""
        self._connection = connection
        self.origin, self.bots_apart = origin, bots_apart
        self._draw, self._seen = draw, seen
        self._balances = {} if balances is None else balances
        self._books: dict[int, Book] = {}
        self.written = False

    @property
    def untouched(self) -> bool:
        """Whether nothing has been written through it."""
        return not self.written and not any(book.written for book in self._books.values())

    def new_round(self, table: LiveTable) -> int:
        row = {"chain": table.id, "shoe": table.shoe, "position": table.position, "started": table.version + 1}
        self.written = True
        round_ = _ROUND.insert(self._connection, **row)
        numbers.check_round(self._connection, round_, table.last or 0, self._seen())
        return round_

    def new_shoe(self, table: LiveTable) -> NewShoe:
        self.written = True
        shoes.end(self._connection, table.shoe, table.commitment)
        return commit_to(self._connection, table.id, table.game.pack(table.settings), self._draw)

    def balance(self, account: str) -> int:
        if account not in self._balances:
            self._balances |= ledger.balances(self._connection, [account])
        return self._balances[account]

    def of_round(self, round_: int) -> Mapping[str, int]:
        return ledger.of_round(self._connection, round_)

    def second(self, asked: int, by: int) -> int:
        head = journal.head(self._connection, journal.ROOM, lock=True)
        assert head is not None
        if why := objection(asked, by, ties_in(self._connection)):
            raise Forbidden(why)
        return head.seq

    def stands(self) -> int:
        head = journal.head(self._connection, journal.ROOM, lock=False)
        assert head is not None
        return head.seq

    def book(self, table: LiveTable) -> Book:
        return self._books.setdefault(table.id, Book(self._connection, table.id, table.version + 1))

    def keep(self, document: Document) -> str:
        self.written = True
        return documents.keep(self._connection, document)

    def waited(self, table: int, entry: int) -> float:
        since, now = trusted.entry(self._connection, table, entry)["at"], stamp()
        return (datetime.fromisoformat(now) - datetime.fromisoformat(since)).total_seconds()

    def account_in(self, table: int, round_: int, seat: int) -> str:
        return index.account_in(self._connection, table, round_, seat)


def ties_in(connection: Connection) -> TiesOf:
    """What ties people to each other now."""
    resets: dict[int, set[int]] = {}
    for seq in reversed(journal.noted(connection, "reset")):
        body = trusted.entry(connection, journal.ROOM, seq)
        resets[body["id"]] = resets.get(body["id"], set()) | {body["by"]} if isinstance(body["by"], int) else set()

    def ties(person: int) -> Ties:
        both = IDENTITIES.join(FACTORS, FACTORS.c.person == IDENTITIES.c.person, isouter=True)
        query = select(IDENTITIES, FACTORS.c.step).select_from(both).where(IDENTITIES.c.person == person)
        row = connection.execute(query).first()
        if row is None:
            return Ties()
        above = ({row.made_by, row.reset_by} - {None}) | resets.get(person, set())
        return Ties(above, bool(row.own_password) and row.step is not None)

    return ties


def commit_to(connection: Connection, table: int, pack: tuple[int, ...], draw: Callable[[int], int]) -> NewShoe:
    """Shuffle, and commit to the order."""
    fresh = Commitment.fresh(pack, draw)
    row = {"chain": table, "root": fresh.root, **shoes.sealed(fresh, journal.signer_of(connection))}
    written = connection.execute(SHOES.insert().values(**row, ended=False))
    (id_,) = written.inserted_primary_key or (0,)
    return NewShoe(id_, fresh.root, len(fresh))


def committed(connection: Connection, table: int, shoe: int, read: Reading = trusted.entry) -> str:
    """The root of a shoe as the journal has it: in the entry that ended the round before its first, or the opening."""
    first = select(func.min(ROUNDS.c.id)).where(ROUNDS.c.chain == table, ROUNDS.c.shoe == shoe)
    since = connection.execute(first).scalar()
    ended = select(ROUNDS.c.ended).where(ROUNDS.c.chain == table, ROUNDS.c.ended.is_not(None))
    before = ended if since is None else ended.where(ROUNDS.c.id < since)
    at = connection.execute(before.order_by(ROUNDS.c.id.desc()).limit(1)).scalar()
    found = JournalEntry.read(read(connection, table, at or 1)).committed
    if found is None or found.id != shoe:
        raise Broken(f"table {table}: the journal commits to no shoe {shoe} before its first round")
    return found.root


def load(connection: Connection, table: int, sources: Sources) -> LiveTable:
    """A table from its journal: from the end of the round before the last, so that the last is there to be seen."""
    ended = select(ROUNDS.c.ended).where(ROUNDS.c.chain == table, ROUNDS.c.ended.is_not(None))
    ends = connection.execute(ended.order_by(ROUNDS.c.id.desc()).limit(2)).scalars().all()
    return standing_at(connection, table, ends[1] if len(ends) == 2 else None, sources)


def standing_at(
    connection: Connection, table: int, end: int | None, sources: Sources, read: Reading = trusted.entry
) -> LiveTable:
    """A table after the entry that ended a round; before its first entry where there is none.

    The audit reads without the room's key, and checks signatures of its own.
    """
    found = LiveTable(table, sources)
    if end is not None:
        last = JournalEntry.read(read(connection, table, end))
        if last.end is None:
            raise Broken(f"table {table}: entry {end} ended no round")
        state = last.end.state
        if not state.root:  # an older journal
            state = state._replace(root=committed(connection, table, state.shoe, read))
        found.restore(read(connection, table, 1), state, end)
        found.form = last.version
    return found


def seek_key(connection: Connection, person: int, key: str) -> Callable[[], tuple[str, int] | None]:
    """What a command of this key said and led to, if it was done; asked for now and read when it is called."""
    sent = _KNOWN.send(connection, who=person, by=key)

    def found() -> tuple[str, int] | None:
        known = sent.row()
        return None if known is None else (str(known[0]), int(known[1]))

    return found


def version_by(known: tuple[str, int] | None, digest: str) -> int | None:
    """The version that a known command led to; a key that was used for another is refused."""
    if known is not None and known[0] != digest:
        raise HousewayError(USED)
    return None if known is None else known[1]


def done_by(connection: Connection, table: int, version: int, command: str) -> Mapping[str, Any] | None:
    """The entry that a command has led to, as its row says; refused where that came of another.

    An older entry does not tell which it came of, and one that lies in an archive, as the room has signed, is not here:
    there the row is taken as it is, and the audit compares it.
    """
    try:
        if trusted.in_archive(connection, table, version):
            return None
        found: Mapping[str, Any] = trusted.entry(connection, table, version)
    except Broken:
        raise HousewayError(USED) from None
    if found.get("command", "") not in ("", command):
        raise HousewayError(USED)
    return found


def remember(connection: Connection, row: Mapping[str, Any]) -> None:
    """Keep a command's key, inside `keeping`."""
    _REMEMBER.change(connection, **row)


@contextmanager
def keeping() -> Iterator[None]:
    """A key that was taken meanwhile, at another table, is refused, and the command undone; it stops nothing."""
    try:
        yield
    except IntegrityError as fault:
        if COMMANDS.name in str(fault.orig):
            raise HousewayError(USED) from None
        raise
