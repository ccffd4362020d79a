"""Progressive meters: they grow with each wager, in the same movement of money, and fall only for a lawful reason.

Which wagers feed a meter, from what it starts and what a wager adds, the game says (`seeds`, `accrual`); what comes off
it, its payouts say. The exact amount is a fraction of a cent; the whole cents are money in an account of their own, and
the rest is carried.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room.errors import Broken
from houseway.room.store import ledger
from houseway.round.ruling import Ruling

SEED, ACCRUAL, WON, MALFUNCTION = "seed", "accrual", "won", "malfunction"
REDUCTIONS = (WON, MALFUNCTION, "maximum", "not displayed", "seed recovered")
"""The only reasons for which a meter may fall (WAC 230-15-695)."""


class Meters:
    """The meters of one table: exact amounts by wager, and the movements that their changes are."""

    def __init__(self, table: int, game: Game, exact: Mapping[str, Fraction]) -> None:
        self._table = table
        self._game = game
        self.exact = dict(exact)

    @property
    def displayed(self) -> dict[str, int]:
        """Whole cents, as displayed."""
        return {wager: int(amount) for wager, amount in self.exact.items()}

    def account(self, wager: str) -> str:
        return f"meter:{self._table}:{wager}"

    def settings(self, settings: Settings) -> Settings:
        """The settings of a round that begins with the amounts that are displayed now."""
        return self._game.displaying(settings, self.displayed) if self.exact else settings

    def add(self, wager: str, amount: Fraction, what: str, round_: int | None = None) -> ledger.Movement:
        """Change a meter; the house's money moves by as many whole cents."""
        cents = self._change(wager, amount, what)
        return ledger.movement(what, [(self.account(wager), cents), (f"house:{self._table}", -cents)], round_)

    def _change(self, wager: str, amount: Fraction, what: str) -> int:
        """Change a meter, for a lawful reason; by how many whole cents."""
        if amount < 0 and what not in REDUCTIONS:
            raise Broken(f"a meter does not fall for {what!r}: only for {', '.join(REDUCTIONS)}")
        before = self.exact.get(wager, Fraction(0))
        after = before + amount
        if after < 0:
            raise Broken(f"the meter of {wager} cannot fall below nothing")
        self.exact[wager] = after
        return int(after) - int(before)

    def fed(self, wagers: Iterable[Mapping[str, int]], settings: Settings, round_: int) -> list[ledger.Movement]:
        """Each wager of a round adds its share."""
        return [
            self.add(wager, self._game.accrual(wager, bets[wager], settings), ACCRUAL, round_)
            for bets in wagers
            for wager in tuple(self.exact)
            if wager in bets
        ]

    def paid(self, ruling: Ruling) -> None:
        """What the payouts take off the meters, less what the meters are given anew for it; a broken cent stays."""
        for wager, cents in off_meters(ruling).items():
            if wager not in self.exact:
                raise Broken(f"{wager} is paid from a meter that this table does not have")
            self._change(wager, Fraction(-cents), WON)

    def taken_back(self, ruling: Ruling, settings: Settings, round_: int | None) -> list[ledger.Movement]:
        """What the wagers of void hands had added; what winners of the round were shown, and took, is theirs."""
        moves = []
        for wager, stake in [(p.wager, p.stake) for p in ruling if p.award == "void" and p.wager in self.exact]:
            added = self._game.accrual(wager, stake, settings)
            moves.append(self.add(wager, -min(added, self.exact[wager]), MALFUNCTION, round_))
        return moves

    def moved(self, lines: Mapping[str, int]) -> None:
        """Follow a movement of money that two supervisors have agreed on."""
        for wager in self.exact:
            self.exact[wager] += lines.get(self.account(wager), 0)


def off_meters(ruling: Ruling) -> Counter[str]:
    """The cents that a ruling takes off each meter in all, by wager."""
    off: Counter[str] = Counter()
    for payout in ruling:
        if payout.metered or payout.seeded:
            off[payout.wager] += payout.metered - payout.seeded
    return off


def seeded(table: int, game: Game, settings: Settings) -> tuple[Meters, list[ledger.Movement]]:
    """The meters of a new table, each with its seed."""
    meters = Meters(table, game, {})
    moves = [meters.add(wager, Fraction(seed), SEED) for wager, seed in game.seeds(settings).items()]
    return meters, moves
