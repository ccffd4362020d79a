"""Progressive meters: they grow with each wager, in the same movement of money, and fall only for a lawful reason.

A wager has a meter where its game's settings name its seed, its increment and the amount displayed
(`<wager>-seed`, `<wager>-increment`, `<wager>-meter`) and the table's jackpots are progressive. The exact amount is a
fraction of a cent; the whole cents are money in an account of their own, and the rest is carried.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.document import WagerSpec
from houseway.round import Standing
from houseway.game import Game
from houseway.room.store import ledger
from houseway.room.errors import Broken
from houseway.round.ruling import Ruling, Setup
from houseway.document.settings import Settings

SEED, ACCRUAL, WON, MALFUNCTION = "seed", "accrual", "won", "malfunction"
REDUCTIONS = (WON, MALFUNCTION, "maximum", "not displayed", "seed recovered")
"""The only reasons for which a meter may fall (WAC 230-15-695)."""


def metered(game: Game, settings: Settings) -> tuple[WagerSpec, ...]:
    """The wagers of a table that feed a progressive meter."""
    if "jackpot-kind" not in settings or settings.text("jackpot-kind") != "progressive":
        return ()
    needs = ("seed", "increment", "meter")
    return tuple(
        wager
        for wager in game.document.wagers
        if all(f"{wager.id}-{each}" in settings for each in needs)
        and (not wager.offered or settings.flag(wager.offered))
    )


class Meters:
    """The meters of one table: exact amounts by wager, and the movements that their changes are."""

    def __init__(self, table: int, exact: Mapping[str, Fraction]) -> None:
        self._table = table
        self.exact = dict(exact)

    @property
    def shown(self) -> dict[str, int]:
        """Whole cents, as displayed."""
        return {wager: int(amount) for wager, amount in self.exact.items()}

    def add(self, wager: str, amount: Fraction, what: str, round_: int | None = None) -> ledger.Movement:
        """Change a meter; the house's money moves by as many whole cents."""
        if amount < 0 and what not in REDUCTIONS:
            raise Broken(f"a meter does not fall for {what!r}: only for {', '.join(REDUCTIONS)}")
        before = int(self.exact.get(wager, Fraction(0)))
        after = self.exact.get(wager, Fraction(0)) + amount
        if after < 0:
            raise Broken(f"the meter of {wager} cannot fall below nothing")
        self.exact[wager] = after
        cents = int(after) - before
        return ledger.movement(what, [(self.account(wager), cents), (f"house:{self._table}", -cents)], round_)

    def account(self, wager: str) -> str:
        return f"meter:{self._table}:{wager}"

    def displayed(self, settings: Settings) -> Settings:
        """The settings with the amounts that are displayed now."""
        return settings.but(**{f"{wager}-meter": cents for wager, cents in self.shown.items()})

    def fed(self, wagers: Iterable[Mapping[str, int]], settings: Settings, round_: int) -> list[ledger.Movement]:
        """Each wager of a round adds its share."""
        return [
            self.add(wager, bets[wager] * settings.fraction(f"{wager}-increment"), ACCRUAL, round_)
            for bets in wagers
            for wager in tuple(self.exact)
            if wager in bets
        ]

    def settled(
        self, game: Game, setup: Setup, standing: Standing, ruling: Ruling, round_: int | None
    ) -> list[ledger.Movement]:
        """What the winners took comes off; a meter won whole is seeded; what a void hand had added is taken back.

        The winners were shown it all. Where they took it and no seed covers it, what is left is taken back.
        """
        moves = []
        hook = getattr(game.table, "jackpots_taken", None)
        paid = {} if hook is None or standing.ruling is None else hook(setup, standing)
        for wager, (taken, seeded) in paid.items():
            if wager in self.exact:
                moves.append(self.add(wager, Fraction(-taken), WON, round_))
                moves.append(self.add(wager, Fraction(seeded), SEED, round_))
        for wager, stake in [(p.wager, p.stake) for p in ruling if p.award == "void" and p.wager in self.exact]:
            added = stake * setup.settings.fraction(f"{wager}-increment")
            moves.append(self.add(wager, -min(added, self.exact[wager]), MALFUNCTION, round_))
        return moves


def seeded(table: int, game: Game, settings: Settings) -> tuple[Meters, list[ledger.Movement]]:
    """The meters of a new table, each with its seed."""
    meters = Meters(table, {})
    moves = [
        meters.add(wager.id, Fraction(settings.integer(f"{wager.id}-seed")), SEED) for wager in metered(game, settings)
    ]
    return meters, moves
