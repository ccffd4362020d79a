"""The meters of a table of the room, as the table knows them.

Since entries of version 4 a jackpot has an account of its own (`houseway.room.jackpots`), and a table follows what its
journal says of it. Older journals say nothing of meters: there every change is a movement between meter and house.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room.errors import Broken
from houseway.room.store import ledger
from houseway.round import meters
from houseway.round.meters import MALFUNCTION, SEED, WON
from houseway.round.ruling import Ruling

METERED = 4
"""The version since which an entry says what it changed of jackpots."""

HELD = 5
"""The version since which the prize of a house jackpot of the room is held until two people have agreed on it."""

STATED = 6
"""The version since which the jackpots' desk tells what it goes by: which award it is on, where the tables stood, what
a seized jackpot was, and the prize account; and since which no time runs out at a table that is paused."""

__all__ = ["HELD", "METERED", "SEED", "STATED", "WON", "Meters", "seeded"]


class Meters(meters.Meters):
    """The meters of one table, and the movements that their changes are."""

    fault = Broken

    def __init__(self, table: int, game: Game, exact: Mapping[str, Fraction]) -> None:
        super().__init__(game, exact)
        self._table = table

    def account(self, wager: str) -> str:
        return f"meter:{self._table}:{wager}"

    def add(self, wager: str, amount: Fraction, what: str, round_: int | None = None) -> ledger.Movement:
        """Change a meter; the house's money moves by as many whole cents."""
        return self._movement(self.change(wager, amount, what), round_)

    def _movement(self, change: meters.Change, round_: int | None) -> ledger.Movement:
        lines = [(self.account(change.wager), change.cents), (f"house:{self._table}", -change.cents)]
        return ledger.movement(change.what, lines, round_)

    def fed(self, wagers: Iterable[Mapping[str, int]], settings: Settings, round_: int) -> list[ledger.Movement]:
        """Each wager of a round adds its share, with its money."""
        return [self._movement(change, round_) for change in self.feed(wagers, settings)]

    def taken_back(self, ruling: Ruling, settings: Settings, round_: int | None) -> list[ledger.Movement]:
        """What the wagers of void hands had added goes back to the house, which returns them."""
        taken = []
        for wager, stake in [(p.wager, p.stake) for p in ruling if p.award == "void" and p.wager in self.exact]:
            added = self._game.accrual(wager, stake, settings)
            taken.append(self.add(wager, -min(added, self.exact[wager]), MALFUNCTION, round_))
        return taken

    def moved(self, lines: Mapping[str, int]) -> None:
        """Follow a movement of money that two supervisors have agreed on."""
        for wager in self.exact:
            self.exact[wager] += lines.get(self.account(wager), 0)


def seeded(table: int, game: Game, settings: Settings) -> tuple[Meters, list[ledger.Movement]]:
    """The meters of a new table, each with its seed."""
    found = Meters(table, game, {})
    return found, [found.add(wager, Fraction(seed), SEED) for wager, seed in game.seeds(settings).items()]
