"""What stands behind the prizes: what is held for players, what must be on the prize account, and what is there.

The state's rule (WAC 230-15-455): an account of its own, deposits at least weekly, and below the required level the
game stops. Where a prize exceeds the threshold at the highest wager it is covered, and the second highest that does
so too. What a progressive meter displays is players' money and stands on the account besides.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from houseway.document.paytables import Row
from houseway.document.settings import Settings
from houseway.game import Game

BANK, CAGE, SEIZED_BY_STATE = "bank:prizes", "cage:prizes", "seized:prizes"
THRESHOLD = 25_000_00
"""Prizes over this are covered (WAC 230-15-455); a setting of the room."""

VERIFIED = 3_000_00
"""Awards over this are verified with the cards counted (WAC 230-15-320)."""

WEEK = 7 * 24 * 3600.0


class Prize(NamedTuple):
    """The most that one award can pay the house to pay: in cents, at the highest wager."""

    cents: int
    game: str
    wager: str
    award: str
    paytable: str


class Funds(NamedTuple):
    """What is held, owed and required, in cents."""

    held: int
    owed: int
    cover: tuple[Prize, ...]
    deposited_at: str

    @property
    def required(self) -> int:
        return sum(prize.cents for prize in self.cover)

    def overdue(self, now: datetime) -> bool:
        """Whether more is owed to players than lies on the account, and nothing was put there for a week."""
        last = datetime.fromisoformat(self.deposited_at) if self.deposited_at else datetime.min.replace(tzinfo=UTC)
        return self.owed > self.held and (now - last).total_seconds() > WEEK

    @property
    def short(self) -> int:
        """What is missing on the account; nothing where it is enough."""
        return max(0, self.required - self.held)


def prizes(game: Game, settings: Settings) -> Iterator[Prize]:
    """What each award of each wager on offer pays at the highest wager, where the house pays it."""
    fixed = game.prizes(settings)
    for wager, table in game.posted(settings).items():
        spec = game.document.wager(wager)
        if not spec.on_offer(settings):
            continue
        most = settings.integer(spec.most) if spec.most else 0
        for row in table.rows:
            cents = _pays(row, most, table.basis, fixed.get(wager))
            if table.limit:
                cents = min(cents, table.limit)
            yield Prize(cents, game.id, wager, row.award, table.id)


def _pays(row: Row, most: int, basis: str, displayed: int | None) -> int:
    kind, amount = row.pay.kind, row.pay.amount
    if kind == "percent":
        return int(Fraction(amount) * displayed) if displayed is not None else 0
    if kind in ("lose", "push"):
        return 0
    return int(100 * amount) if basis == "dollars" else int(amount * most)


def cover(found: Iterable[Prize], threshold: int = THRESHOLD) -> tuple[Prize, ...]:
    """The highest prize over the threshold, and the second highest that is over it too."""
    over = sorted((prize for prize in set(found) if prize.cents > threshold), reverse=True)
    return tuple(over[:2])
