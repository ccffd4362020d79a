"""Terms: how a wager ends. The table makes its payouts of them, the lab its outcomes, the meter its movements.

A game says once, for a wager and a result, what the terms are. Nothing else pays and nothing else is counted.
"""

from fractions import Fraction
from typing import NamedTuple

from houseway.document.paytables import Paytable, Row
from houseway.document.settings import Settings
from houseway.errors import IllegalBet
from houseway.money import commission, dollars, rounded
from houseway.round.ruling import Bet, Payout

NONE = Fraction(0)
STAKE = Fraction(1)


class Drawn(NamedTuple):
    """What a share of a displayed amount has come to, and what its meter is seeded with anew for it; cents.

    Paid `by_house`, it comes off no meter. `among` is the number of winners who divide what their shares exceed.
    """

    taken: int = 0
    seeded: int = 0
    by_house: bool = False
    among: int = 1


class Terms(NamedTuple):
    """How a wager ends: what the table pays, what the lab counts, what the meter loses, what the wall shows.

    `pays` is to 1: what is won besides the wager, or below zero the part of the wager that is lost. `commission` is
    taken of what is won, `share` is of a meter, `prize` a fixed amount and `limit` the most that is won, both in cents.
    `paytable` and `label` name the row that pays, and `basis` how its table prints pays.
    """

    award: str
    pays: Fraction
    clause: str
    commission: Fraction = NONE
    share: Fraction = NONE
    prize: int = 0
    limit: int = 0
    paytable: str = ""
    label: str = ""
    basis: str = "to 1"

    def unit(self, meter: int | None = None, stake: int = 0) -> Fraction | None:
        """What one unit wins after commission, no cent rounded; None where a meter or a stake is wanted and not given.

        `meter` and `stake` are cents: a share and a fixed prize are worth more to a small wager than to a large one.
        """
        won = self.pays
        if self.share or self.prize:
            if not stake or (self.share and meter is None):
                return None
            won += Fraction(self.share * meter + self.prize if meter else self.prize, stake)
        if self.limit and stake:
            won = min(won, Fraction(self.limit, stake))
        return won - self.commission * max(won, NONE) if self.commission else won

    def worth(self, meter: int | None = None, stake: int = 0) -> Fraction:
        """The same, or a refusal: where answers are weighed, what is won must be known."""
        unit = self.unit(meter, stake)
        if unit is None:
            raise IllegalBet(f"{self.label or self.award} pays by the meter or in dollars: say the meter and the stake")
        return unit

    def payout(
        self,
        bet: Bet,
        why: str,
        *,
        rounding: str = "down",
        most: Fraction | None = None,
        drawn: Drawn = Drawn(),  # noqa: B008
        ends: str = "",
    ) -> Payout:
        """What becomes of a bet, with the reason in words; `drawn` is what its share of a meter has come to.

        `most` is the greatest rate of commission: no rounding takes more than it does in whole cents.
        `ends` says what becomes of it where the game has better words than "pays 1 to 1".
        """
        back = rounded(bet.stake * (STAKE + self.pays))
        if self.limit:
            back = min(back, bet.stake + self.limit)
        won = back + self.prize + drawn.taken - bet.stake
        fee = commission(max(won, 0), self.commission, rounding, most)
        return Payout(
            bet.seat,
            bet.wager,
            bet.stake,
            bet.stake + won - fee,
            self.award,
            self.clause,
            f"{why}: {ends or self._ends(bet.stake + won, fee, drawn)}",
            fee,
            0 if drawn.by_house else drawn.taken,
            drawn.seeded,
            self.paytable,
        )

    def _ends(self, back: int, fee: int, drawn: Drawn) -> str:
        """What becomes of the wager, in words."""
        if self.share and not drawn.taken:
            return f"{_percent(self.share)} of what the jackpot shows is less than a cent; the wager is not returned"
        if self.share:
            divided = f", divided among {drawn.among} winners" if drawn.among > 1 else ""
            taken = f"takes {_percent(self.share)} of the jackpot{divided}, {dollars(drawn.taken)}"
            return f"{taken}; the wager is not returned"
        if self.prize:
            return f"pays {dollars(self.prize)}"
        if self.pays == -STAKE:
            return "the wager is lost"
        if self.pays < 0:
            return f"{dollars(back)} is returned"
        if self.pays == 0:
            return "a push, the wager is returned"
        if self.basis == "for 1":
            return f"pays {self.pays + STAKE} for 1, {dollars(back)}; the wager is not returned"
        less = f" less {_percent(self.commission)} commission of {dollars(fee)}" if fee else ""
        most = f", at most {dollars(self.limit)}" if self.limit else ""
        return f"pays {self.pays.numerator} to {self.pays.denominator}{most}{less}"


class Rounding(NamedTuple):
    """How a commission that is no whole cent is rounded, and the greatest rate of it."""

    rounding: str
    most: Fraction | None


def rounding_of(settings: Settings) -> Rounding:
    """As `Terms.payout` takes it, for the table, the wall and whoever explains; down, where no setting says how."""
    rounding = settings.text("commission-rounding") if "commission-rounding" in settings else "down"
    return Rounding(rounding, settings.most("commission") if "commission" in settings else None)


class Ended(NamedTuple):
    """A wager that the cards have decided: on what terms, and by which cards in words."""

    bet: Bet
    terms: Terms
    why: str


def _percent(part: Fraction) -> str:
    return f"{float(100 * part):g} %"


def lost(clause: str, award: str = "lose", label: str = "") -> Terms:
    """The wager is lost."""
    return Terms(award, -STAKE, clause, label=label)


def pushed(clause: str, award: str = "push", label: str = "") -> Terms:
    """The wager is returned."""
    return Terms(award, NONE, clause, label=label)


def row_terms(paytable: Paytable, row: Row | None, *, clause: str = "", rate: Fraction = NONE) -> Terms:
    """What a row of a paytable comes to; no row, and a row that loses, lose the wager. `rate` is of commission."""
    cited = clause or paytable.clause
    if row is None or row.pay.kind == "lose":
        label = "no row of the paytable" if row is None else row.label
        return Terms("lose", -STAKE, cited, paytable=paytable.id, label=label)
    kind, amount = row.pay.kind, row.pay.amount
    terms = Terms(row.award, NONE, cited, paytable=paytable.id, label=row.label, limit=paytable.limit)
    if kind == "push":
        return terms
    if kind == "percent":
        return terms._replace(pays=-STAKE, share=amount)
    if paytable.basis == "dollars":
        return terms._replace(prize=int(100 * amount))
    if paytable.basis == "for 1":
        return terms._replace(pays=amount - STAKE, basis="for 1", commission=rate)
    return terms._replace(pays=amount, commission=rate)


def award_terms(paytable: Paytable, award: str, *, clause: str = "", rate: Fraction = NONE) -> Terms:
    """The same by the award."""
    return row_terms(paytable, paytable.row(award), clause=clause, rate=rate)
