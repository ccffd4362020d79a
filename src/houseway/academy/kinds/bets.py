"""The wagers of a round that has ended, as questions name and order them."""

from collections import Counter
from typing import NamedTuple

from houseway.academy.fields import Bet
from houseway.academy.question import Mistake
from houseway.academy.scene import who
from houseway.academy.tables import Table
from houseway.document.paytables import Paytable, Row
from houseway.round.explanation import DEAD
from houseway.round.questions import Reconciled
from houseway.round.ruling import Payout


class Settled(NamedTuple):
    """A wager with its payout; `turn` is when it is settled: what is reconciled first, then by the order of seats."""

    bet: Bet
    payout: Payout
    turn: tuple[int, int]

    @property
    def rests_on(self) -> Mistake:
        """What became of it and why, with its clause."""
        return Mistake(f"{self.bet.says}: {self.payout.why}", self.payout.clause)


def settled(table: Table) -> list[Settled]:
    """Every wager of a round in the order in which it is settled, as far as the document orders them."""
    groups = [event.payouts for event, _ in table.standing.events if isinstance(event, Reconciled)]
    seats = {seat: at for at, seat in enumerate(dict.fromkeys(payout.seat for payout in table.ruling))}
    seen: Counter[str] = Counter()
    found = []
    for payout in table.ruling:
        group = next((at for at, payouts in enumerate(groups) if payout in payouts), len(groups))
        turn = (
            group if table.game.reconciled_by else 0,
            seats[payout.seat] if table.game.seats_settled_by else 0,
        )
        id_, says = f"{payout.seat}.{payout.wager}", f"{who(payout.seat)}, {name(table, payout.wager)}"
        seen[id_] += 1
        if seen[id_] > 1:
            id_, says = f"{id_}.{seen[id_]}", f"{says} ({seen[id_]})"
        found.append(Settled(Bet(id_, says, payout.stake), payout, turn))
    return sorted(found, key=lambda each: each.turn)


def name(table: Table, wager: str) -> str:
    return table.game.document.wager(wager).name


def plain(payout: Payout) -> bool:
    """Whether the cards have decided it, and no call."""
    return payout.award not in DEAD


def table_of(table: Table, payout: Payout) -> Paytable | None:
    """The posted paytable that a wager was paid by."""
    return table.game.posted(table.setup.settings).get(payout.wager)


def row_of(table: Table, payout: Payout) -> Row | None:
    posted = table_of(table, payout)
    return None if posted is None else posted.row(payout.award)


def collected(table: Table, payout: Payout) -> bool:
    """Whether the wager itself is not given back where it wins: it pays "for 1", or a share of what is displayed."""
    posted, row = table_of(table, payout), row_of(table, payout)
    return posted is not None and row is not None and (posted.basis == "for 1" or row.pay.kind == "percent")
