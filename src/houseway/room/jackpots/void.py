"""Awards whose round is void since: by which signed entry, and when."""

import json
from collections import defaultdict
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from houseway.room.jackpots.act import otherwise
from houseway.room.jackpots.event import Event
from houseway.room.store import archived, reading_on, trusted
from houseway.room.store.schema import JACKPOT_CHANGES
from houseway.round.meters import VOIDED

VOID = "void"
"""What an award is whose round was undone after it was paid: the winner has given it back."""

TEXT = f'"what":"{VOIDED}"'
"""What an entry has that undoes something of a jackpot."""


class Void(NamedTuple):
    """The entry of a table's journal that has undone a round; of one in an archive, which tells when, its name."""

    table: int
    entry: int
    at: str
    hash: str
    archived: str


class Told(NamedTuple):
    """What a table's signed entries have undone of jackpots, after the last that lies in an archive."""

    gone: int
    events: list[tuple[int, Event]]


class Voids:
    """The rounds that were voided as a whole, by the signed entries of their tables."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told: dict[int, Told] = {}

    @cached_property
    def _rows(self) -> dict[tuple[str, int], list[Row[Any]]]:
        """What is listed to undo something, by the jackpot and the round."""
        found = defaultdict(list)
        for row in self._connection.execute(select(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.what == VOIDED)):
            found[row.jackpot, row.round].append(row)
        return found

    def of(self, award: Row[Any]) -> int | None:
        """The entry of its table that has voided the round of an award; none where it stands.

        It is refused where the changes of its jackpot are listed otherwise. What lies in an archive the list alone
        tells.
        """
        told = self._of_table(award.chain)
        signed = [(award.chain, seq) for seq, event in told.events if _voids(event, award)]
        rows = self._rows.get((award.jackpot, award.round), ())
        listed = [(row.chain, row.entry) for row in rows if _voids(Event.read(json.loads(row.body)), award)]
        gone = [(chain, entry) for chain, entry in listed if chain == award.chain and 1 < entry <= told.gone]
        if sorted([*gone, *signed]) != sorted(listed):
            raise otherwise(award.id)
        return max((entry for _, entry in listed), default=None)

    def _of_table(self, table: int) -> Told:
        if table not in self._told:
            last = archived.last_of(self._connection, table)
            gone = last if trusted.in_archive(self._connection, table, last) else 0
            bodies = reading_on.told(self._connection, TEXT, gone, table).items()
            events = [(seq, Event.read(each)) for seq, body in bodies for each in body.get("jackpots", ())]
            self._told[table] = Told(gone, events)
        return self._told[table]


def _voids(event: Event, award: Row[Any]) -> bool:
    """Whether a change takes back all that the round of an award did to its jackpot."""
    of = (event.what, event.meter, event.round, event.wager)
    return of == (VOIDED, award.jackpot, award.round, award.wager) and not event.parts


def void_of(connection: Connection, award: Row[Any]) -> dict[str, Any] | None:
    """What has voided the round of an award, as signed entries tell; none where it stands."""
    entry = Voids(connection).of(award)
    if entry is None:
        return None
    at = (award.chain, entry)
    if trusted.in_archive(connection, *at):
        return Void(*at, "", "", archived.where(connection, *at))._asdict()
    return Void(*at, trusted.entry(connection, *at)["at"], trusted.head_at(connection, *at).hash, "")._asdict()
