"""What hangs on the wall: the rows of a paytable in the amounts of a table, by the terms that pay them."""

from houseway.document.paytables import Paytable
from houseway.money import dollars
from houseway.round.ruling import Bet
from houseway.round.terms import Terms, row_terms


def amounts(paytable: Paytable, stake: int) -> list[str]:
    """What each row of a paytable pays on a stake; with the wager where it pays for 1."""
    return [_amount(row_terms(paytable, row), Bet(1, paytable.wager, stake)) for row in paytable.rows]


def _amount(terms: Terms, bet: Bet) -> str:
    if terms.share:
        return f"{float(100 * terms.share):g} % of the jackpot"
    paid = terms.payout(bet, "")
    if paid.net < 0:
        return "loses"
    return dollars(paid.returned if terms.basis == "for 1" else paid.net) if paid.net else "push"
