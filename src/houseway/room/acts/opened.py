"""The first entry of every table: the game, its document by hash, and every setting by content."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from houseway.games import game as find_game
from houseway.room.acts.act import OF_ROOM, TABLE, TEXT, WHOLE, Act, By, added
from houseway.room.store.meters import METERED, Meters, seeded
from houseway.room.table.seats import Place

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


@dataclass(frozen=True)
class Opened(Act):
    """A table is opened. An older journal names no document: its table plays by the one that the game comes with."""

    whose = OF_ROOM

    game: str = field(metadata=added(TEXT))
    name: str = field(metadata=added(TEXT))
    settings: Mapping[str, str] = field(metadata=added(TABLE))
    seats: int = field(metadata=added(WHOLE))
    shoe: Mapping[str, Any] = field(metadata=added(TABLE))
    document: str = field(default="", metadata=added(TEXT))
    engine: str = field(default="", metadata=added(TEXT))
    linked: Mapping[str, str] | None = field(default=None, metadata=added(TABLE))

    def apply(self, table: "LiveTable", by: By) -> None:
        table.opened_by, table.engine = by, self.engine
        found = find_game(self.game)
        if self.document and self.document != found.document.hash:
            found = found.with_document(table.sources.document(self.document))
        table.game, table.name = found, self.name
        table.settings = found.configure(self.settings)
        table.places = {number: Place(number) for number in range(1, self.seats + 1)}
        table.take_shoe(self.shoe["id"], self.shoe["root"])
        table.linked = dict(self.linked or {})
        if table.form >= METERED:
            table.meters = Meters(table.id, found, {})
            return
        table.meters, moves = seeded(table.id, found, table.settings)
        table.moves += moves
