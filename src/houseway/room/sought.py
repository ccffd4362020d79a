"""Which tables somebody looks for in the lobby: asked of the rows, so that every open table is found."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, false, select

from houseway.room.store.schema import LOBBY, TABLES

NOBODY = ","
"""Who sits at a table, by number, where only bots do."""

MOST_NAMED = 10_000
"""Tables of one name that are told from each other."""


class Sought(NamedTuple):
    """Tables of a game, with a free seat, with people, for little money, one's own, by name or number."""

    game: str = ""
    free: bool = False
    people: bool = False
    most: int | None = None
    mine: bool = False
    name: str = ""

    def conditions(self, connection: Connection, me: int) -> list[ColumnElement[bool]]:
        """What holds of the rows of such tables; `me` is who looks, by number, and 0 where nobody is known."""
        text = self.name.strip()
        asked: list[tuple[object, ColumnElement[bool]]] = [
            (self.game, TABLES.c.game == self.game),
            (self.free, LOBBY.c.free > 0),
            (self.people, LOBBY.c.seated != NOBODY),
            (self.most is not None, LOBBY.c.least <= (self.most or 0)),
            (self.mine, sits(me) | (LOBBY.c.opened_by == me) if me else false()),
            (text, TABLES.c.id.in_(_named(connection, text) if text else ())),
        ]
        return [condition for wanted, condition in asked if wanted]


ANY = Sought()


def sits(person: int) -> ColumnElement[bool]:
    """That somebody sits at a table."""
    return LOBBY.c.seated.contains(f",{person},")


def _named(connection: Connection, text: str) -> list[int]:
    """The open tables with this in their name, in letters of either size, or of this number.

    By Python's letters: not every database knows the small form of all of them.
    """
    open_ = select(TABLES.c.id, TABLES.c.name).join(LOBBY, LOBBY.c.table == TABLES.c.id).order_by(LOBBY.c.active.desc())
    found = [row.id for row in connection.execute(open_) if text.lower() in row.name.lower() or text == str(row.id)]
    return found[:MOST_NAMED]
