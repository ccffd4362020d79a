"""What spectators see of each table: made once for all that it rests on, and kept for all of them.

It rests on the version, a second of the clock, and what the people at the table have: chips also move elsewhere.
"""

from collections.abc import Mapping

from sqlalchemy import Connection

from houseway.room.store import ledger
from houseway.room.table.state import Live
from houseway.room.people import Person
from houseway.room.table.view import Public, View, insiders, public_of, spectator, view_of

Seen = tuple[int, int | None, Mapping[int, int]]


class Showing:
    """The newest public view of each table."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Seen, Public]] = {}

    def view(self, connection: Connection, live: Live, viewer: Person | None, left: float | None) -> View:
        """A table as this viewer may see it, with the seconds that are left."""
        if spectator(viewer, insiders(live)):
            return self.public(connection, live, left).view
        return view_of(live, viewer, chips(connection, live), left)

    def public(self, connection: Connection, live: Live, left: float | None) -> Public:
        money = chips(connection, live)
        seen = (live.version, None if left is None else round(left), money)
        known = self._known.get(live.id)
        if known is None or known[0] != seen:
            known = self._known[live.id] = (seen, public_of(live, money, left))
        return known[1]


def chips(connection: Connection, live: Live) -> dict[int, int]:
    """What the people at a table have."""
    people = [place.person for place in live.places.values() if place.person is not None]
    money = ledger.balances(connection, [f"person:{id_}" for id_ in people])
    return {int(account.split(":")[1]): cents for account, cents in money.items()}
