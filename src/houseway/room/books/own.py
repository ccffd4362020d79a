"""Is it luck? The last wagers of one person, from their own rounds alone, ready to be judged.

What is read grows with how many rounds are looked at and not with the room's history.
"""

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.games import game as find_game
from houseway.room.acts.opened import Opened
from houseway.room.books.luck import Questions, one_look
from houseway.room.books.period import Entries, Period
from houseway.room.books.reading import Bet, Moved, Reading, TableRead, bet_of
from houseway.room.books.tables import readable
from houseway.room.books.theory import Theories
from houseway.room.errors import Broken
from houseway.room.people.people import Person
from houseway.room.store import archived, journal, played
from houseway.room.store.database import Store
from houseway.room.store.documents import Documents
from houseway.room.store.lines import ROUND, VOID
from houseway.room.store.schema import PLAYED, ROUNDS
from houseway.room.table.entry import JournalEntry, Start
from houseway.round.ruling import Payout

MOST = 400
"""Lines of a person that are looked at, the newest."""


class Wagers(NamedTuple):
    """The last wagers of somebody, by table."""

    tables: list[TableRead]
    numbers: frozenset[int]

    @property
    def rounds(self) -> int:
        """How many rounds they were made in."""
        return len(self.numbers)

    def asked(self, title: str, theories: Theories) -> Questions:
        """All of them, to be judged together."""
        period = Period.read()
        reading = Reading(period, self.tables, Moved(), Entries(1, 1), [], {})
        return one_look(reading, title, [bet for table in self.tables for bet in table.bets], theories)


def wagers_of(store: Store, person: Person, most: int = MOST) -> Wagers:
    """What somebody has wagered in their last rounds; those that are void or lie in archives are left out."""
    tables: dict[int, _Table] = {}
    with readable(f"the rounds of {person.name}"), store.reading() as connection:
        lines = played.latest(connection, person.id, None, most)
        numbers = {line.round for line in lines if line.what == ROUND}
        wanted = numbers - _voided(connection, numbers)
        found = connection.execute(select(ROUNDS).where(ROUNDS.c.id.in_(wanted))).all()
        gone = {chain: archived.last_of(connection, chain) for chain in {row.chain for row in found}}
        rows = [row for row in found if row.ended > gone[row.chain] + 1]
        for row in rows:
            if row.chain not in tables:
                tables[row.chain] = _Table(connection, row.chain)
            tables[row.chain].round(connection, row, f"person:{person.id}")
    return Wagers([each.read for each in tables.values()], frozenset(row.id for row in rows))


def _voided(connection: Connection, rounds: set[int]) -> set[int]:
    """The rounds among these that are void since."""
    amended = PLAYED.c.round.in_(rounds) & (PLAYED.c.what == VOID)
    return set(connection.execute(select(PLAYED.c.round).where(amended)).scalars())


class _Table:
    """A table as far as somebody's rounds at it tell it."""

    def __init__(self, connection: Connection, id_: int) -> None:
        act = JournalEntry.read(journal.entry(connection, id_, 1)).act
        if not isinstance(act, Opened):
            raise Broken(f"table {id_} does not begin with its opening")
        self._act, self._documents = act, Documents()
        game = self._game(connection, find_game(act.game), act.document)
        self.read = TableRead(id_, "", game, [], Entries(1, 1))
        self._known: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}

    def _game(self, connection: Connection, game: Game, document: str) -> Game:
        if not document or document == game.document.hash:
            return game
        return game.with_document(self._documents.over(connection)(document))

    def round(self, connection: Connection, row: Any, account: str) -> None:
        """Take in the wagers of one account in a round."""
        start = JournalEntry.read(journal.entry(connection, self.read.id, row.started)).start
        end = JournalEntry.read(journal.entry(connection, self.read.id, row.ended)).end
        assert start is not None
        assert end is not None
        setting = self._setting(connection, end.state.document, end.state.chosen)
        found: dict[tuple[int, str], list[Payout]] = {}
        for payout in end.payouts:
            if start.accounts[payout.seat] == account:
                found.setdefault((payout.seat, payout.wager), []).append(payout)
        self.read.bets += self._bets(setting, start, found)

    def _bets(self, setting: int, start: Start, found: dict[tuple[int, str], list[Payout]]) -> list[Bet]:
        bets = [bet_of(self.read.id, setting, start, payouts) for payouts in found.values()]
        return [bet for bet in bets if not bet.void]

    def _setting(self, connection: Connection, document: str, chosen: Any) -> int:
        """The number of the settings that a round was played under: what it carried on, it was played by."""
        key = document, tuple(sorted(chosen.items()))
        if key not in self._known:
            game = self._game(connection, self.read.game, document)
            settings: Settings = game.configure({**self._act.settings, **chosen})
            self._known[key] = len(self.read.settings)
            self.read.settings.append(settings)
        return self._known[key]
