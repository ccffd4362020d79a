"""What the room's commands are made of: rows for rounds and shoes, a table from its journal, keys kept."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from houseway.errors import HousewayError
from houseway.room import history
from houseway.room.store import journal, ledger
from houseway.room.desk import Command
from houseway.room.fairness import Commitment
from houseway.room.table.state import Live
from houseway.room.store.schema import COMMANDS, ROUNDS, SHOES


class Bench:
    """What a deed needs of the room, inside one transaction."""

    def __init__(self, connection: Connection, draw: Callable[[int], int]) -> None:
        self._connection = connection
        self.draw = draw

    def new_round(self, live: Live) -> int:
        row = {"chain": live.id, "shoe": live.shoe, "position": live.position, "started": live.version + 1}
        written = self._connection.execute(ROUNDS.insert().values(**row))
        (id_,) = written.inserted_primary_key or (0,)
        return int(id_)

    def new_shoe(self, live: Live) -> Mapping[str, Any]:
        self._connection.execute(update(SHOES).where(SHOES.c.id == live.shoe).values(ended=True))
        return commit_to(self._connection, live.id, live.game.table.pack(live.settings), self.draw)

    def balance(self, account: str) -> int:
        return ledger.balances(self._connection, [account])[account]

    def of_round(self, round_: int) -> Mapping[str, int]:
        return history.money_of(self._connection, round_)

    def account_in(self, live: Live, round_: int, seat: int) -> str:
        return history.account_in(self._connection, live.id, round_, seat)


def commit_to(connection: Connection, table: int, pack: tuple[int, ...], draw: Callable[[int], int]) -> dict[str, Any]:
    """Shuffle, and commit to the order."""
    fresh = Commitment.fresh(pack, draw)
    row = {"chain": table, "root": fresh.root, "cards": bytes(fresh.order), "salts": b"".join(fresh.salts)}
    written = connection.execute(SHOES.insert().values(**row, ended=False))
    (id_,) = written.inserted_primary_key or (0,)
    return {"id": id_, "root": fresh.root, "size": len(fresh)}


def load(connection: Connection, table: int, shoes: Callable[[int], Commitment]) -> Live:
    """A table from its journal: from the end of the round before the last, so that the last is there to be seen."""
    live = Live(table, shoes)
    ended = select(ROUNDS.c.ended).where(ROUNDS.c.chain == table, ROUNDS.c.ended.is_not(None))
    ends = connection.execute(ended.order_by(ROUNDS.c.id.desc()).limit(2)).scalars().all()
    if len(ends) == 2 and ends[1] is not None:
        ((_, opened),) = journal.entries(connection, table, 0, 1)
        ((_, body),) = journal.entries(connection, table, ends[1] - 1, ends[1])
        live.restore(opened, body["end"]["state"], ends[1])
    return live


def remember(connection: Connection, row: Mapping[str, Any]) -> None:
    """Keep a command's key; one that was taken meanwhile, at another table, is refused and stops nothing."""
    try:
        with connection.begin_nested():
            connection.execute(COMMANDS.insert().values(**row))
    except IntegrityError:
        raise HousewayError("this key was used for another command: each command has a key of its own") from None


def stamp() -> str:
    """The time for the record, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def digest(command: Command) -> str:
    """What a command says, in short."""
    return hashlib.sha256(said(command).encode()).hexdigest()


def said(command: Command) -> str:
    """What a command says, for telling a repetition from another command under the same key."""
    try:
        return journal.canonical([command.table, command.kind, dict(command.data)])
    except (TypeError, ValueError):
        raise HousewayError("a command's data is plain JSON") from None
