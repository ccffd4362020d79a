"""Tables as they are set: by their own document, with every change of settings since they were opened."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from houseway.document.settings import Settings
from houseway.errors import HousewayError, UnknownName
from houseway.game import Game
from houseway.games import game as find_game
from houseway.room.acts.opened import Opened
from houseway.room.errors import UNREADABLE, Broken, Refused
from houseway.room.live_tables import refusing
from houseway.room.store import index, trusted
from houseway.room.store.database import LOG, Store
from houseway.room.store.documents import Documents
from houseway.room.store.schema import ROUNDS, TABLES
from houseway.room.table.entry import JournalEntry


class TableSet(NamedTuple):
    """A table, and how it is set."""

    id: int
    name: str
    game: Game
    settings: Settings
    linked: Mapping[str, str]
    closed: bool = False

    @property
    def title(self) -> str:
        return f"{self.id} {self.name}"

    def jackpot_of(self, wager: str) -> str:
        """The jackpot that a wager feeds: the table's own, or one that several tables feed."""
        return self.linked.get(wager, f"{self.id}:{wager}")


@contextmanager
def readable(what: str) -> Iterator[None]:
    """What cannot be read refuses a report, in a sentence; the log says more."""
    try:
        with refusing(what):
            yield
    except HousewayError:
        raise
    except UNREADABLE as fault:
        LOG.error("%s cannot be read: %r", what, fault)
        raise Refused(f"{what} cannot be read; houseway audit says why") from fault


def table_row(connection: Connection, id_: int) -> Row[Any]:
    """The name of a table, and whether it is closed."""
    known = select(TABLES).where(TABLES.c.id == id_)
    row = connection.execute(known).first() if index.countable(id_) else None
    if row is None:
        raise UnknownName(f"there is no table {id_}")
    return row


def table_set(connection: Connection, id_: int, documents: Documents, before: int | None = None) -> TableSet:
    """A table as it was set before an entry of its journal, or as it is set now; by signed entries alone."""
    row = table_row(connection, id_)
    act = JournalEntry.read(trusted.entry(connection, id_, 1)).act
    if not isinstance(act, Opened):
        raise Broken(f"table {id_} does not begin with its opening")
    game = find_game(act.game)
    if act.document and act.document != game.document.hash:
        game = game.with_document(documents.over(connection)(act.document))
    if before is None:
        head = trusted.standing(connection, id_)
        before = 1 + (0 if head is None else head.seq)
    game, settings = _set_before(connection, id_, game, act, (before, documents))
    return TableSet(id_, row.name, game, settings, act.linked or {}, row.closed)


def tables_set(store: Store, wanted: int | None = None) -> list[TableSet]:
    """The open tables as they are set now, as far as they can be read, or one that is wanted."""
    documents = Documents()
    with store.transaction() as connection:
        ids = index.open_tables(connection) if wanted is None else [wanted]
    found = []
    for id_ in ids:
        try:
            with readable(f"table {id_}"), store.transaction() as connection:
                found.append(table_set(connection, id_, documents))
        except Refused:  # one that cannot be read keeps nobody from the others
            if wanted is not None:
                raise
    return found


def sets_of(connection: Connection, ids: Iterable[int]) -> Iterator[TableSet]:
    """These tables as they are set now; one that cannot be read is passed over: nobody plays at it."""
    documents = Documents()
    for id_ in ids:
        found = None
        with suppress(Refused), readable(f"table {id_}"):
            found = table_set(connection, id_, documents)
        if found is not None:
            yield found


def _set_before(
    connection: Connection, id_: int, game: Game, act: Opened, until: tuple[int, Documents]
) -> tuple[Game, Settings]:
    """What the last round before an entry carried on, and what was changed since: paytables and settings."""
    before, documents = until
    ended = select(ROUNDS.c.ended).where(ROUNDS.c.chain == id_, ROUNDS.c.ended < before)
    last = connection.execute(ended.order_by(ROUNDS.c.ended.desc()).limit(1)).scalar()
    chosen: dict[str, str] = {}
    document = ""
    if last is not None:
        state = trusted.entry(connection, id_, last)["end"]["state"]
        chosen |= state.get("chosen", {})
        document = state.get("document", "")
    for _, body in trusted.between(connection, id_, last or 1, before - 1):
        if body["kind"] == "change":
            chosen |= body["data"]["settings"]
            document = body["data"].get("document", document)
    if document:
        game = game.with_document(documents.over(connection)(document))
    return game, game.configure({**act.settings, **chosen})
