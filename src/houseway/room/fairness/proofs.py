"""Proofs of shoes: the root, and an opening of every card that a viewer may see.

Of the table itself a proof needs a glance. What rounds have shown that have ended is replayed once a round, while
nobody waits for the table: whoever reads proofs keeps nobody from playing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, select

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room.errors import Broken
from houseway.room.history import gathered, whole
from houseway.room.lasting import Lasting
from houseway.room.live_tables import LiveTables
from houseway.room.people.people import SURVEILLANCE, Person
from houseway.room.store.database import Store
from houseway.room.store.schema import ROUNDS, SHOES
from houseway.room.store.shoes import lies_open
from houseway.room.store.transaction import committed
from houseway.room.table.state import LiveTable
from houseway.room.table.view import Eyes, View
from houseway.round import Deal
from houseway.round.shuffle import pack_of

MOST = 5_000
"""Rounds whose cards are remembered."""


class Glance(NamedTuple):
    """What a table tells of a shoe at one moment: how it is set, where the shoe is cut, and what a viewer sees of the
    round that is being played from it."""

    game: Game
    settings: Settings
    cut: int | None
    seen: frozenset[int]


class Seen(NamedTuple):
    """The places of a shoe whose cards a round has shown: to everybody, to who sat at a seat, and all that there were.

    `seats` tells by person where they sat.
    """

    public: frozenset[int]
    own: Mapping[int, frozenset[int]]
    all: frozenset[int]
    seats: Mapping[int, int]

    def by(self, viewer: Person | None) -> frozenset[int]:
        if viewer is None:
            return self.public
        if viewer.role == SURVEILLANCE:
            return self.all
        return self.own[self.seats[viewer.id]] if viewer.id in self.seats else self.public


def glance(table: LiveTable, shoe: int, viewer: Person | None) -> Glance:
    """For whoever holds the table."""
    if table.shoe != shoe:
        return Glance(table.game, table.settings, None, frozenset())
    seen: frozenset[int] = frozenset()
    if table.driver is not None and table.ruling is None:
        seat = None if viewer is None else table.seat_in_round(viewer.id)
        seen = frozenset(seen_in(table, Eyes(table.standing, seat, everything=False)))
    return Glance(table.game, table.settings, table.cut, seen)


class Proofs:
    """What the rounds of shoes in use have shown, each replayed once."""

    def __init__(self, store: Store, live: LiveTables) -> None:
        self._store, self._live = store, live
        self._known: Lasting[tuple[int, ...], Seen] = Lasting(MOST)
        """By all that the row of a round tells: under another shoe, or at another table, it was not proved."""

    def proof(self, shoe: int, viewer: Person | None, table: Glance) -> View:
        """The root of a shoe, and an opening of every card that this viewer may see.

        The root is the journal's: cards that do not open to it are not given out.
        """
        with self._store.transaction() as connection:
            chain, cut = connection.execute(select(SHOES.c.chain, SHOES.c.cut).where(SHOES.c.id == shoe)).one()
            commitment, root = self._live.sources(connection).shoe(shoe), committed(connection, chain, shoe)
            rounds = select(ROUNDS).where(ROUNDS.c.shoe == shoe, ROUNDS.c.ended.is_not(None)).order_by(ROUNDS.c.id)
            ended = lies_open(connection, shoe, root)
            rows = [] if ended else connection.execute(rounds).all()
        if commitment.root != root:
            raise Broken(f"the cards of shoe {shoe} do not open to the root that was shown")
        seen = table.seen.union(*(self._seen(each).by(viewer) for each in rows))
        indexes = range(len(commitment)) if ended else sorted(seen)
        return View(
            {
                "shoe": shoe,
                "table": chain,
                "game": table.game.id,
                "settings": table.settings.titles(),
                "root": root,
                "size": len(commitment),
                "pack": pack_of(table.game, table.settings),
                "cut": cut if table.cut is None else table.cut,  # the table knows of one before the first card
                "ended": ended,
                "openings": [commitment.opening(index).json() for index in indexes],
            }
        )

    def _seen(self, row: Row[Any]) -> Seen:
        """What a round that has ended has shown."""
        known = self._known.get(tuple(row))
        if known is None:
            with self._store.transaction() as connection:
                found = gathered(connection, row, self._live.sources(connection))
            known = shown_in(found.played(self._live.apart).table)
            self._known.keep(tuple(row), known)
        return known


def shown_in(table: LiveTable) -> Seen:
    """What the round that has just ended has shown, and to whom."""
    accounts = [(seat, account.split(":")) for seat, account in table.accounts.items()]
    seats = {int(id_): seat for seat, (kind, id_) in reversed(accounts) if kind == "person"}
    dealt = frozenset(dealt_in(table))
    if whole(table.standing):
        return Seen(dealt, dict.fromkeys(seats.values(), dealt), dealt, seats)
    everybody = Eyes(table.standing, None, everything=False)
    return Seen(
        frozenset(seen_in(table, everybody)),
        {seat: frozenset(seen_in(table, Eyes(table.standing, seat, everything=False))) for seat in seats.values()},
        dealt,
        seats,
    )


def dealt_in(table: LiveTable) -> Sequence[int]:
    """Places in the committed order of all cards of a round, those that were burnt too: its record tells them."""
    assert table.driver is not None
    return table.coming[: sum(isinstance(question, Deal) for question, _ in table.driver.answered)]


def seen_in(table: LiveTable, eyes: Eyes) -> Iterator[int]:
    """Places in the committed order of the cards of a round that these eyes see."""
    assert table.driver is not None
    for place, serials in table.driver.serials.items():
        yield from (table.coming[at] for at, card in zip(serials, eyes.cards(place), strict=False) if card)
