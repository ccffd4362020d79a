"""The index of tables, shoes and rounds: rows that are kept in step with the journal, to find what it tells."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from houseway.errors import HousewayError, UnknownName
from houseway.room.errors import Broken, legible
from houseway.room.store import archived, played, shoes, trusted
from houseway.room.store.prepared import Prepared
from houseway.room.store.schema import REQUESTS, ROUNDS, SHOES, TABLES

if TYPE_CHECKING:
    from houseway.room.table.entry import JournalEntry
    from houseway.room.table.state import LiveTable


def countable(number: object) -> bool:
    """Whether this may be the number of a table, a shoe or a round: what comes from outside may be anything."""
    return isinstance(number, int) and not isinstance(number, bool) and 0 < number < 2**31


def ended_round(connection: Connection, round_id: int) -> Row[Any]:
    """The row of a round that has ended."""
    query = select(ROUNDS).where(ROUNDS.c.id == round_id)
    row = connection.execute(query).first() if countable(round_id) else None
    if row is None:
        raise UnknownName(f"there is no round {round_id}")
    if row.ended is None:
        raise HousewayError(f"round {round_id} is being played: its page comes when it has ended")
    return row


def table_of_shoe(connection: Connection, shoe: int) -> int:
    """The table that a shoe belongs to."""
    query = select(SHOES.c.chain).where(SHOES.c.id == shoe)
    table = connection.execute(query).scalar() if countable(shoe) else None
    if not isinstance(table, int):  # or somebody has written another kind there
        raise UnknownName(f"there is no shoe {shoe}")
    return table


def open_tables(connection: Connection) -> list[int]:
    """The tables that are not closed, by number."""
    return list(connection.execute(select(TABLES.c.id).where(~TABLES.c.closed).order_by(TABLES.c.id)).scalars())


def account_in(connection: Connection, table: int, round_: int, seat: int) -> str:
    """Whose money a seat played with in a round of this table; seat 0 only asks for the round."""
    row = ended_round(connection, round_)
    if row.chain != table:
        raise UnknownName(f"round {round_} was not played at table {table}")
    archived.check_round(connection, row)
    with legible(f"round {round_}"):
        start = trusted.entry(connection, table, row.started)["start"]
        if start["round"] != round_:
            raise Broken(f"entry {row.started} began round {start['round']}")
    accounts = start["accounts"]
    if seat and str(seat) not in accounts:
        raise UnknownName(f"seat {seat} was not in round {round_}")
    return str(accounts[str(seat)]) if seat else ""


# Not the shoe in use now: a round that is over as it is dealt may have brought the next one.
_SHOE = select(ROUNDS.c.shoe).where(ROUNDS.c.id == bindparam("of")).scalar_subquery()
_CUT = Prepared(update(SHOES).where(SHOES.c.id == _SHOE).values(cut=bindparam("at")))
_ENDED = Prepared(update(ROUNDS).where(ROUNDS.c.id == bindparam("of")).values(ended=bindparam("at")))


def note(connection: Connection, table: "LiveTable", entry: "JournalEntry", seq: int) -> None:
    """Follow an entry of the journal."""
    if entry.start is not None:
        _CUT.change(connection, of=entry.start.round, at=table.first_cut)
    if entry.end is not None:
        assert table.round is not None
        _ENDED.change(connection, of=table.round, at=seq)
        played.ended(connection, table.round, table.accounts, entry.end.payouts)
    if entry.kind == "request":
        connection.execute(REQUESTS.insert().values(chain=table.id, seq=seq))
    elif entry.kind in ("approve", "decline"):
        asked = (REQUESTS.c.chain == table.id) & (REQUESTS.c.seq == entry.act.json()["request"])
        connection.execute(delete(REQUESTS).where(asked))
        if entry.kind == "approve":
            played.amended(connection, trusted.entry(connection, table.id, entry.act.json()["request"])["data"])
    if entry.kind in ("close", "expire"):
        connection.execute(update(TABLES).where(TABLES.c.id == table.id).values(closed=True))
        shoes.end(connection, table.shoe, table.commitment)
