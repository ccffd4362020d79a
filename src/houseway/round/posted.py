"""What hangs on the wall: the rows of a paytable in the amounts of a table, by the terms that pay them."""

from fractions import Fraction
from typing import NamedTuple

from houseway.document.model import WagerSpec
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.money import dollars, winnings
from houseway.round.ruling import Bet, Payout
from houseway.round.terms import Terms, rounding_of, row_terms


def stakes_of(spec: WagerSpec, settings: Settings) -> list[int]:
    """The least and the most that a table takes of a wager; a dollar where it has no limits."""
    limits = [settings.integer(key) for key in (spec.least, spec.most) if key]
    return sorted(set(limits)) or [1_00]


def amounts(paytable: Paytable, stake: int, rate: Fraction, settings: Settings) -> list[str]:
    """What each row of a paytable pays on a stake after a commission; with the wager where it pays for 1."""
    bet = Bet(1, paytable.wager, stake)
    return [_amount(row_terms(paytable, row, rate=rate), bet, settings) for row in paytable.rows]


class Set(NamedTuple):
    """An award that a setting pays, as a blackjack is paid by `blackjack-pays`, beside the rows of a paytable."""

    setting: str
    label: str
    pays: str
    ratio: Fraction

    def amount(self, stake: int) -> str:
        """What it pays on a stake."""
        return dollars(winnings(stake, self.ratio))


def commission_text(rate: Fraction) -> str:
    """A commission as it is posted; nothing where none is taken."""
    return f"{float(100 * rate):g} %" if rate else ""


def suit_of(paytable: Paytable, settings: Settings) -> str:
    """The suit that is chosen for awards of a suit, where a paytable has one of them."""
    specific = any("of-suit" in row.award for row in paytable.rows)
    keys = (key for key in (f"{paytable.wager}-suit", "suit") if key in settings)
    return next(map(settings.text, keys), "") if specific else ""


def paid_by_setting(settings: Settings, wager: str) -> Set | None:
    """What a setting pays of a wager, where one does."""
    id_ = f"{wager}-pays"
    if id_ not in settings or settings.spec(id_).type != "ratio":
        return None
    label = wager.replace("-", " ").capitalize()
    return Set(id_, label, settings.spec(id_).title(settings[id_]), settings.fraction(id_))


def _amount(terms: Terms, bet: Bet, settings: Settings) -> str:
    if terms.share:
        return f"{float(100 * terms.share):g} % of the jackpot"
    rounding, most = rounding_of(settings)
    return paid_text(terms.payout(bet, "", rounding=rounding, most=most), terms.basis)


def paid_text(payout: Payout, basis: str) -> str:
    """What a payout by a row comes to, as it is posted."""
    if payout.net < 0:
        return dollars(0)
    return dollars(payout.returned if basis == "for 1" else payout.net) if payout.net else "push"
