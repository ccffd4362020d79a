"""The account of a jackpot: every cent and every part of one that came in, and where it is.

    seed + contributed = displayed + reserve + pending + paid + malfunction + receipts + recovered + moved

That holds after every change, to the fraction of a cent: a change is a movement between these, and nothing else is one.
Which change may move what, and in which direction, stands in `LAWFUL`: `changed` is the one door.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.round.meters import CORRECTED, MALFUNCTION, MAXIMUM, NOT_DISPLAYED, RECOVERED, SEED, VOIDED, WON

NONE = Fraction(0)
CONTRIBUTION, PAID, TRANSFERRED, RECEIVED, PROMOTION = "contribution", "paid", "transferred", "received", "promotion"
ADOPTED = "adopted"
MOVED = (TRANSFERRED, RECEIVED, PROMOTION)
"""The changes by which players' money leaves a jackpot that ends, or has ended, for others."""

JOINED, REPLANNED = "joined", "plan"
"""Changes that move no money: another table feeds the jackpot, or it goes on by another plan."""


class Unlawful(HousewayError):
    """A change that a jackpot's account does not make."""


class Account(NamedTuple):
    """A jackpot's money in cents, broken ones too; also a change of it.

    `seed` is all that the house has put in, shortfalls that it made good included, and `contributed` all that wagers
    have. `displayed` is on the meter, `reserve` is not displayed, `pending` was won and waits to be paid. The rest has
    left the jackpot: `paid` to winners, `malfunction` corrected, booked as `receipts`, seed `recovered`, `moved` to
    another jackpot or to a promotion.
    """

    displayed: Fraction = NONE
    reserve: Fraction = NONE
    seed: Fraction = NONE
    contributed: Fraction = NONE
    pending: Fraction = NONE
    paid: Fraction = NONE
    malfunction: Fraction = NONE
    receipts: Fraction = NONE
    recovered: Fraction = NONE
    moved: Fraction = NONE

    @property
    def off(self) -> Fraction:
        """By how much the identity does not hold: nothing, always."""
        return self.seed + self.contributed - sum(self.held) - sum(self.gone)

    @property
    def held(self) -> tuple[Fraction, Fraction, Fraction]:
        """What is held for players: displayed, in reserve, and won but not paid."""
        return self.displayed, self.reserve, self.pending

    @property
    def gone(self) -> tuple[Fraction, ...]:
        """What has left: paid, and every documented reduction."""
        return self.paid, self.malfunction, self.receipts, self.recovered, self.moved

    @property
    def shown(self) -> int:
        """Whole cents, as displayed."""
        return int(self.displayed)

    @property
    def carried(self) -> Fraction:
        """The broken cents that neither the display nor the books show yet."""
        return self.displayed % 1 + self.reserve % 1

    def plus(self, other: "Account") -> "Account":
        return Account(*map(Fraction.__add__, self, other))

    def minus(self) -> "Account":
        return Account(*map(Fraction.__neg__, self))

    def json(self) -> dict[str, str]:
        """What is not nothing, as fractions."""
        return {name: str(amount) for name, amount in self._asdict().items() if amount}

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Account":
        return cls(**{name: Fraction(amount) for name, amount in given.items()})


UP, DOWN, EITHER = "up", "down", "either"

LAWFUL: Mapping[str, Mapping[str, str]] = {
    ADOPTED: {"seed": UP, "contributed": UP, "displayed": UP},
    SEED: {"seed": UP, "displayed": UP},
    CONTRIBUTION: {"contributed": UP, "displayed": UP, "reserve": UP},
    RECEIVED: {"contributed": UP, "displayed": UP, "reserve": UP},
    WON: {"displayed": EITHER, "pending": UP, "reserve": DOWN, "seed": UP},
    PAID: {"pending": DOWN, "paid": UP},
    MAXIMUM: {"displayed": DOWN, "reserve": UP},
    MALFUNCTION: {"displayed": EITHER, "malfunction": UP, "seed": UP},
    NOT_DISPLAYED: {"reserve": DOWN, "receipts": UP},
    RECOVERED: {"displayed": DOWN, "reserve": DOWN, "recovered": UP},
    VOIDED: {
        "contributed": DOWN,
        "displayed": EITHER,
        "reserve": EITHER,
        "pending": DOWN,
        "paid": DOWN,
        "seed": EITHER,
    },
    CORRECTED: {"displayed": EITHER, "pending": EITHER, "paid": EITHER, "reserve": EITHER, "seed": EITHER},
    TRANSFERRED: {"displayed": DOWN, "reserve": DOWN, "moved": UP},
    PROMOTION: {"displayed": DOWN, "reserve": DOWN, "moved": UP},
}
"""What each kind of change moves, and in which direction: the only changes that there are."""

TO_THE_SEED = (MALFUNCTION, RECOVERED, VOIDED, CORRECTED, MAXIMUM)
"""Changes that take a display no further down than to its seed; only a winner, or the jackpot's end, takes more."""


def changed(account: Account, what: str, by: Account, seed: int) -> Account:
    """The account after a change; refused unless it is one of the lawful ones. `seed` is what the meter starts from."""
    if what not in LAWFUL:
        raise Unlawful(f"a jackpot does not change for {what!r}: only for {', '.join(LAWFUL)}")
    for name, amount in by._asdict().items():
        way = LAWFUL[what].get(name)
        if amount and (way is None or (way == UP and amount < 0) or (way == DOWN and amount > 0)):
            move = "rises" if amount > 0 else "falls"
            raise Unlawful(f"{what}: {name} never {move} for that (WAC 230-15-695)")
    if what in (VOIDED, CORRECTED) and by.seed < 0 <= by.paid + by.pending:
        raise Unlawful(f"{what}: the house takes back a seed only with the award that it was given for")
    if by.off:
        raise Unlawful(f"{what}: off by {by.off} of a cent: what comes in and where it is are not the same")
    after = account.plus(by)
    for name in ("displayed", "reserve", "pending", "paid", "contributed", "seed"):
        if after._asdict()[name] < 0:
            there = dollars(int(account._asdict()[name]))
            raise Unlawful(f"{what}: {name} cannot fall below nothing: it is {there} now")
    if what in TO_THE_SEED and after.displayed < min(account.displayed, Fraction(seed)):
        floor = dollars(int(min(account.displayed, Fraction(seed))))
        raise Unlawful(f"{what}: the display does not fall below {floor} for that: its seed is {dollars(seed)}")
    if after.recovered > after.seed:
        raise Unlawful(f"{what}: the house recovers no more than the {dollars(int(after.seed))} that it has put in")
    return after
