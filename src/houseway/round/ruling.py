"""A round's setup (settings, seats and their wagers) and its ruling (who is paid what, under which clause, and why)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from houseway.document.controls import Control
from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer, meant
from houseway.money import dollars


@dataclass(frozen=True)
class Seat:
    """A seat in the round and its wagers in cents, by wager id."""

    number: int
    wagers: Mapping[str, int]


@dataclass(frozen=True)
class Setup:
    """What is fixed before the first card. Made and checked by `houseway.game.Game.setup`."""

    settings: Settings
    seats: tuple[Seat, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats)

    def control(self, kind: str) -> Control:
        """What the operator's written controls prescribe for this kind of irregularity."""
        controls = self.settings.controls
        if kind not in controls:
            known, near = ", ".join(controls) or "none", meant(kind, controls)
            raise IllegalAnswer(f"{kind!r} is not an irregularity of this game: it knows {known}{near}")
        return controls[kind]


class Bet(NamedTuple):
    """One wager of a seat, in cents."""

    seat: int
    wager: str
    stake: int


class Payout(NamedTuple):
    """What becomes of one wager: staked, given back in all, and the award, clause and sentence that say why.

    `returned` counts the stake where it is given back; `commission` has been taken off it already. `metered` is the
    part of it that comes off the wager's meter, and `seeded` what the meter is given anew for it. `paytable` is the one
    whose row it is.
    """

    seat: int
    wager: str
    stake: int
    returned: int
    award: str
    clause: str
    why: str
    commission: int = 0
    metered: int = 0
    seeded: int = 0
    paytable: str = ""

    @property
    def net(self) -> int:
        """What the seat has won (or lost, below zero)."""
        return self.returned - self.stake


Ruling: TypeAlias = tuple[Payout, ...]


class Posting(NamedTuple):
    """One side of a movement of money: an account and the cents it gains."""

    account: str
    cents: int


def postings(ruling: Iterable[Payout]) -> tuple[Posting, ...]:
    """A ruling as movements between seats, the house and the meters, commission apart; they sum to zero."""
    lines = []
    for payout in ruling:
        from_meter = payout.metered - payout.seeded
        lines.append(Posting(f"seat {payout.seat}", payout.net))
        lines.append(Posting("house", from_meter - payout.net - payout.commission))
        lines.append(Posting("commission", payout.commission))
        lines.append(Posting(f"meter {payout.wager}", -from_meter))
    return tuple(line for line in lines if line.cents)


def void(seat: int, wager: str, stake: int, kind: str, clause: str) -> Payout:
    """A wager given back because the hand or the round is void."""
    why = f"{kind.replace('-', ' ')}: the hand is void and {dollars(stake)} is returned"
    return Payout(seat, wager, stake, stake, "void", clause, why)


def forfeit(seat: int, wager: str, stake: int, kind: str, clause: str) -> Payout:
    """A wager lost because the hand is forfeited."""
    why = f"{kind.replace('-', ' ')}: the hand is forfeited and {dollars(stake)} is lost"
    return Payout(seat, wager, stake, 0, "forfeit", clause, why)
