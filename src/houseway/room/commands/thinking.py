"""Bots that take their time think elsewhere, and their answers are a command of the house when they come.

A table deals and waits for them as it waits for people; no command and no clock does. Whoever opens the room says where
they think (`Thinking.pool`): a process of their own, with a queue and a time limit. Where it is busy, fails or takes
too long the house way is played for the bot, and the table's log says so.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeAlias

from houseway.errors import HousewayError
from houseway.game import Game
from houseway.room.acts.play import Bots
from houseway.room.commands.command import THE_HOUSE, Asked, Command
from houseway.room.commands.line import Ticket
from houseway.room.errors import Busy, Stale
from houseway.room.store.database import LOG
from houseway.room.table.state import LiveTable
from houseway.room.table.view import Decision, decision_of
from houseway.round.irregularities import fits
from houseway.round.questions import Answer, Question, default_of

PATIENCE = 10.0
"""Seconds that a table waits for its turn."""

MOST_KNOWN = 10_000
"""Tables whose address is remembered."""

Answers: TypeAlias = dict[int, Answer]
Pool: TypeAlias = Callable[[str, Game, Sequence[Decision]], "Future[Answers]"]
"""Has bots think, for an address where one is known; what it cannot take on now it refuses at once."""


def thought(game: Game, decisions: Sequence[Decision]) -> Answers:
    """What bots answer, by seat, from what each sees and nothing else."""
    return {each.question.seat: game.bot(each.question, each.standing, each.setup) for each in decisions}


def asked_of_bots(table: LiveTable) -> list[Question]:
    """What bots that take their time are asked now."""
    if not table.game.bots_think or table.unopened or table.paused:
        return []
    return [each for each in table.standing.asked if each.seat in table.places and table.places[each.seat].bot]


class Thinking:
    """What the bots of a room are thinking about, by table."""

    def __init__(
        self, do: Callable[[Asked, Callable[[Ticket], None]], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        """`do` has a command of the house done."""
        self._do = do
        self.pool: Pool | None = None
        """Where they think; where nobody says, they do so inside the command that asks them."""

        self._now = now
        self._lock = threading.Lock()
        self._about: dict[int, list[Question]] = {}
        self._since: dict[int, tuple[list[Question], float]] = {}
        self._waiting: dict[int, Bots] = {}
        self._from: dict[int, str] = {}
        """Where who acted last at a table came from: the clock asks again for them."""

    def look(self, table: LiveTable, address: str = "") -> Callable[[], None] | None:
        """What is to be done for the bots of a table, once what they are asked is on disk; for who holds the table."""
        asked = [] if self.pool is None else asked_of_bots(table)
        with self._lock:
            address = self._known(table, address)
            if not asked:
                for each in (self._about, self._since, self._waiting):
                    each.pop(table.id, None)
                return None
            if self._about.get(table.id) == asked:
                return (lambda: self._again(table.id)) if table.id in self._waiting else None
        decisions = [found for each in asked if (found := decision_of(table, each.seat)) is not None]
        id_, game = table.id, table.game
        return lambda: self._begin(id_, game, decisions, address)

    def _known(self, table: LiveTable, address: str) -> str:
        """Whom thinking for a table counts for; the house and its clock come from nowhere."""
        if address and table.game.bots_think:
            self._from[table.id] = address
            if len(self._from) > MOST_KNOWN:
                del self._from[next(iter(self._from))]
        return address or self._from.get(table.id, "")

    def _begin(self, id_: int, game: Game, decisions: Sequence[Decision], address: str) -> None:
        asked = [each.question for each in decisions]
        with self._lock:
            if self.pool is None or self._about.get(id_) == asked:
                return
            self._about[id_] = asked
            if self._since.get(id_, ([], 0.0))[0] != asked:
                self._since[id_] = asked, self._now()
        try:
            coming = self.pool(address, game, decisions)
        except HousewayError as busy:
            self._refused(id_, asked, busy)
        except Exception as fault:  # noqa: BLE001  # whatever it is, the table plays on
            self._simply(id_, asked, fault)
        else:
            coming.add_done_callback(lambda found: self._thought(id_, asked, found))

    def _refused(self, id_: int, asked: Sequence[Question], busy: HousewayError) -> None:
        """Others think: the clock asks again, until the table has waited long enough."""
        with self._lock:
            late = self._now() - self._since[id_][1] >= PATIENCE
            if not late:
                self._about.pop(id_, None)
        if late:
            self._simply(id_, asked, busy)

    def _thought(self, id_: int, asked: Sequence[Question], found: "Future[Answers]") -> None:
        if self.pool is None:  # the room is closing: they are asked again when it is open
            return
        try:
            answers = found.result()
        except Exception as fault:  # noqa: BLE001  # whatever it is, the table plays on
            self._simply(id_, asked, fault)
            return
        wrong = [each for each in asked if each.seat not in answers or not fits(each, answers[each.seat])]
        answers |= {each.seat: default_of(each) for each in wrong}
        self._write(id_, Bots(answers, [each.seat for each in wrong]))

    def _simply(self, id_: int, asked: Sequence[Question], why: Exception) -> None:
        LOG.warning("table %d: bots play the house way: %s", id_, why)
        self._write(id_, Bots({each.seat: default_of(each) for each in asked}, [each.seat for each in asked]))

    def _write(self, id_: int, act: Bots) -> None:
        self._do(Asked(Command(id_, THE_HOUSE.id, "", None, "bots"), act), lambda ticket: self._told(ticket, act))

    def _again(self, id_: int) -> None:
        with self._lock:
            act = self._waiting.pop(id_, None)
        if act is not None:
            self._write(id_, act)

    def _told(self, ticket: Ticket, act: Bots) -> None:
        """Who found the table taken tries again when the clock looks; else that was all."""
        with self._lock:
            if isinstance(ticket.fault, Stale | Busy):
                self._waiting[ticket.table] = act
            elif ticket.fault is not None:
                self._about.pop(ticket.table, None)
