"""What spectators see of each table: made once for all that it rests on, and served to all of them.

It rests on the version, a second of the clock, and what the people at the table have: chips also move elsewhere.
"""

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, bindparam, select, text

from houseway.room.people.people import PLAYER, Person
from houseway.room.store import ledger
from houseway.room.store.prepared import Prepared
from houseway.room.store.schema import LOBBY
from houseway.room.table.metering import Shown, standing
from houseway.room.table.state import LiveTable
from houseway.room.table.view import Public, View, insiders, public_of, spectator, view_of

Seen = tuple[int, int | None, Mapping[int, int], Shown]


class Spectators:
    """The newest public view of each table."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Seen, Public]] = {}

    def view(self, connection: Connection, table: LiveTable, viewer: Person | None, left: float | None) -> View:
        """A table as this viewer may see it, with the seconds that are left."""
        staff = viewer is not None and viewer.role != PLAYER
        table.showing, table.saying, table.shut, table.paid = standing(connection, table, staff=staff)
        if spectator(viewer, insiders(table)):
            return self.public(connection, table, left).view
        return view_of(table, viewer, chips(connection, table, viewer), left)

    def public(self, connection: Connection, table: LiveTable, left: float | None) -> Public:
        money, shown = chips(connection, table), standing(connection, table)
        table.showing, table.saying, table.shut, table.paid = shown
        seen = (table.version, None if left is None else round(left), money, shown)
        known = self._known.get(table.id)
        if known is None or known[0] != seen:
            known = self._known[table.id] = (seen, public_of(table, money, left))
        return known[1]


def chips(connection: Connection, table: LiveTable, viewer: Person | None = None) -> dict[int, int]:
    """What the people at a table have: each knows it of themselves. For the others, what somebody has wagered unseen at
    another table is still among their chips."""
    people = [place.person for place in table.places.values() if place.person is not None]
    money = ledger.balances(connection, [f"person:{id_}" for id_ in people])
    seen = {int(account.split(":")[1]): cents for account, cents in money.items()}
    for person, cents in _unseen_elsewhere(connection, table.id):
        if person in seen and (viewer is None or person != viewer.id):
            seen[person] += cents
    return seen


_UNSEEN = Prepared(select(LOBBY.c.unseen).where(LOBBY.c.unseen != text("''"), LOBBY.c.table != bindparam("here")))


def _unseen_elsewhere(connection: Connection, here: int) -> Iterator[tuple[int, int]]:
    """What people have wagered at other tables that nobody else knows of yet."""
    for row in _UNSEEN.rows(connection, here=here):
        for each in filter(None, str(row[0]).split(",")):
            person, _, cents = each.partition(":")
            # or somebody has written it: it is made anew with the table
            if person.isdecimal() and cents.isdecimal() and len(each) < 40:
                yield int(person), int(cents)
