"""Bots that think for a while do so before the command that deals to them, and hold nobody up meanwhile.

A command is one transaction, and what bots answer belongs to it. So where a game says that its bots are slow, the deal
that a command will begin is gone through beforehand, with no lock held, and the bots' answers wait in the game's own
memory. If the table has moved on meanwhile they think again, in their turn: nothing rests on this but time.
"""

from collections.abc import Iterable
from typing import NamedTuple

from houseway.game import Game
from houseway.room.acts import OF_HOUSE, Act, Resources
from houseway.room.acts.seats import Leave
from houseway.room.acts.wagers import Open
from houseway.room.commands.command import checked
from houseway.room.people.people import Person
from houseway.room.table.rounds import wagers_of
from houseway.room.table.seats import BETTING
from houseway.room.table.state import LiveTable
from houseway.round import Deal, Driver, Entry
from houseway.round.ruling import Setup


class Prospect(NamedTuple):
    """A deal that is about to begin: who plays, the cards that come, and which seats are bots'."""

    game: Game
    setup: Setup
    cards: Iterable[int]
    bots: frozenset[int]


def worth_thinking(table: LiveTable) -> bool:
    """Whether a deal with slow bots may begin at this table."""
    slow = table.game.bots_think and any(place.bot for place in table.places.values())
    return slow and not table.paused and (table.phase == BETTING or bool(table.unopened))


def prospect(table: LiveTable, act: Act, by: Person, room: Resources) -> Prospect | None:
    """The deal that this act will begin, where it is one to think about; read while the table stands still.

    None where the act is refused or begins nothing: nobody may learn of cards to come by how long that takes.
    """
    if not worth_thinking(table) or not act.begins:
        return None
    asked = checked(table, act, by, room)
    if table.unopened:
        return _when_open(table, asked, by)
    if any(place.commit for place in table.people):
        return None
    bots = frozenset(place.number for place in table.places.values() if place.bot and not place.left)
    others = [place for place in table.people if place.person != by.id]
    if act.whose != OF_HOUSE and any(not place.ready for place in others):
        return None
    wagers = wagers_of(table, others if isinstance(act, Leave) else table.people, room)
    if bots.isdisjoint(wagers):
        return None
    setup = table.game.setup(table.settings, wagers)
    return Prospect(table.game, setup, _cards(table, b""), bots)


def _when_open(table: LiveTable, act: Act, by: Person) -> Prospect | None:
    """The deal that begins with the last number that is opened."""
    place = table.place_of(by.id)
    if not isinstance(act, Open) or place is None or list(table.unopened) != [place.number]:
        return None
    bots = frozenset(place.number for place in table.places.values() if place.bot and not place.left)
    seed = table.seed_with({place.number: int(act.number or "", 16)})
    return Prospect(table.game, table.setup, _cards(table, seed), bots)


def _cards(table: LiveTable, seed: bytes) -> tuple[int, ...]:
    return tuple(table.commitment.order[place] for place in table.coming_with(seed))


def think(coming: Prospect) -> None:
    """Let the bots answer what they will be asked first."""
    driver, cards = Driver(coming.game.round, coming.setup), iter(coming.cards)
    while driver.standing.ruling is None and isinstance(question := driver.standing.asked[0], Deal):
        card = next(cards, None)
        if card is None:
            return
        driver.enter(Entry(question.seat, card))
    for question in driver.standing.asked:
        if question.seat in coming.bots:
            coming.game.bot(question, driver.standing, coming.setup)
