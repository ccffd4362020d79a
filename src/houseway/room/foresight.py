"""Bots that think for a while do so before the command that deals to them, and hold nobody up meanwhile.

A command is one transaction, and what bots answer belongs to it. So where a game says that its bots are slow, the deal
that a command will begin is gone through beforehand, with no lock held, and the bots' answers wait in the game's own
memory. If the table has moved on meanwhile they think again, in their turn: nothing rests on this but time.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.flow import Deal, Entry, Table
from houseway.game import Game
from houseway.room.course import bot_wagers
from houseway.room.live import Live
from houseway.room.place import BETTING
from houseway.ruling import Setup


class Prospect(NamedTuple):
    """A deal that is about to begin: who plays, the cards that come, and which seats are bots'."""

    game: Game
    setup: Setup
    cards: Iterable[int]
    bots: frozenset[int]


def prospect(live: Live, person: int, kind: str) -> Prospect | None:
    """The deal that this command will begin, where it is one to think about; read while the table stands still."""
    if not getattr(live.game.table, "BOTS_THINK", False) or live.phase != BETTING or live.paused:
        return None
    bots = frozenset(place.number for place in live.places.values() if place.bot and not place.left)
    seated = [place for place in live.places.values() if place.person is not None and not place.left]
    late = [place for place in seated if not place.ready and place.person != person]
    if not bots or (late and kind != "timeout"):
        return None
    wagers: Mapping[int, Mapping[str, int]] = {place.number: dict(place.wagers) for place in seated if place.wagers}
    try:
        everyone = {**wagers, **bot_wagers(live, wagers)}
        setup = live.game.setup(live.settings, dict(sorted(everyone.items())))
    except HousewayError:
        return None
    coming = range(live.position, len(live.commitment))
    return Prospect(live.game, setup, tuple(live.commitment.dealt(at, live.cut or 0) for at in coming), bots)


def think(coming: Prospect) -> None:
    """Let the bots answer what they will be asked first."""
    table, cards = Table(coming.game.table.play, coming.setup), iter(coming.cards)
    while table.standing.ruling is None and isinstance(question := table.standing.asked[0], Deal):
        card = next(cards, None)
        if card is None:
            return
        table.enter(Entry(question.seat, card))
    for question in table.standing.asked:
        if question.seat in coming.bots:
            coming.game.table.bot(question, table.standing, coming.setup)
