"""Bots that think for a while do so before the command that deals to them, and hold nobody up meanwhile.

A command is one transaction, and what bots answer belongs to it. So where a game says that its bots are slow, the deal
that a command will begin is gone through beforehand, with no lock held, and the bots' answers wait in the game's own
memory. If the table has moved on meanwhile they think again, in their turn: nothing rests on this but time.
"""

from collections.abc import Iterable
from typing import NamedTuple

from houseway.round import Deal, Entry, Table
from houseway.game import Game
from houseway.room.table.rounds import BEGINNING, wagers_of
from houseway.room.acts.checks import checked
from houseway.room.desk import Command, Desk
from houseway.room.table.state import Live
from houseway.room.people import Person
from houseway.room.table.seats import BETTING
from houseway.round.ruling import Setup


class Prospect(NamedTuple):
    """A deal that is about to begin: who plays, the cards that come, and which seats are bots'."""

    game: Game
    setup: Setup
    cards: Iterable[int]
    bots: frozenset[int]


def worth_thinking(live: Live) -> bool:
    """Whether a deal with slow bots may begin at this table."""
    slow = getattr(live.game.table, "BOTS_THINK", False) and any(place.bot for place in live.places.values())
    return bool(slow) and live.phase == BETTING and not live.paused


def prospect(live: Live, command: Command, person: Person | None, desk: Desk) -> Prospect | None:
    """The deal that this command will begin, where it is one to think about; read while the table stands still.

    None where the command is refused or begins nothing: nobody may learn of cards to come by how long that takes.
    """
    if not worth_thinking(live) or command.kind not in BEGINNING:
        return None
    checked(live, command, person, desk)
    bots = frozenset(place.number for place in live.places.values() if place.bot and not place.left)
    seated = [place for place in live.places.values() if place.person is not None and not place.left]
    others = [place for place in seated if person is None or place.person != person.id]
    if command.kind != "timeout" and any(not place.ready for place in others):
        return None
    wagers = wagers_of(live, others if command.kind == "leave" else seated, desk)
    if bots.isdisjoint(wagers):
        return None
    setup = live.game.setup(live.settings, wagers)
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
