"""The committed orders of shoes, read when they are first wanted and kept for a while.

Who deals from one compares its root with the journal's: what lies here may have been changed.
"""

from collections.abc import Callable

from sqlalchemy import Connection, select

from houseway.room.errors import Broken
from houseway.room.fairness import Commitment
from houseway.room.store.schema import SHOES

MOST = 500


class Shoes:
    """Shoes by their id, for all tables of a room."""

    def __init__(self) -> None:
        self._known: dict[int, Commitment] = {}

    def over(self, connection: Connection) -> Callable[[int], Commitment]:
        """How to find a shoe, over this connection where it is not known yet."""

        def find(id_: int) -> Commitment:
            known = self._known.get(id_)  # held here: another thread may empty the memory meanwhile
            if known is None:
                if len(self._known) > MOST:
                    self._known.clear()
                row = connection.execute(select(SHOES.c.cards, SHOES.c.salts).where(SHOES.c.id == id_)).first()
                if row is None:
                    raise Broken(f"shoe {id_} is gone")
                known = self._known[id_] = Commitment.stored(row.cards, row.salts)
            return known

        return find
