"""Awards whose round is void since: by which entry, and when."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, select

from houseway.room.jackpots.event import Event
from houseway.room.store import archived, trusted
from houseway.room.store.schema import AWARDS, JACKPOT_CHANGES
from houseway.round.meters import VOIDED

VOID = "void"
"""What an award is whose round was undone after it was paid: the winner has given it back."""


class Void(NamedTuple):
    """The entry of a table's journal that has undone a round; of one in an archive, which tells when, its name."""

    table: int
    entry: int
    at: str
    hash: str
    archived: str


def void_awards(connection: Connection) -> dict[int, tuple[int, int]]:
    """The awards whose rounds were voided as a whole, each with the table and the entry that did it."""
    same = and_(JACKPOT_CHANGES.c.jackpot == AWARDS.c.jackpot, JACKPOT_CHANGES.c.round == AWARDS.c.round)
    columns = (AWARDS.c.id, AWARDS.c.wager, JACKPOT_CHANGES.c.chain, JACKPOT_CHANGES.c.entry, JACKPOT_CHANGES.c.body)
    query = select(*columns).join(JACKPOT_CHANGES, same).where(JACKPOT_CHANGES.c.what == VOIDED)
    found = {}
    for row in connection.execute(query.order_by(JACKPOT_CHANGES.c.number)):
        event = Event.read(json.loads(row.body))
        if event.wager == row.wager and not event.parts:
            found[row.id] = (row.chain, row.entry)
    return found


def void_of(connection: Connection, award: int) -> dict[str, Any] | None:
    """What has voided the round of an award, as signed entries tell; none where it stands."""
    at = void_awards(connection).get(award)
    if at is None:
        return None
    if trusted.in_archive(connection, *at):
        return Void(*at, "", "", archived.where(connection, *at))._asdict()
    entry = trusted.entry(connection, *at)
    return Void(*at, entry["at"], trusted.head_at(connection, *at).hash, "")._asdict()
