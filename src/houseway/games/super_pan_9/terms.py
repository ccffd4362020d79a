"""Clauses 4, 8 and 9: how each wager ends, for the table and for the lab."""

from collections.abc import Iterable
from fractions import Fraction

from houseway.document.settings import Settings
from houseway.games.super_pan_9.rules import LOSE, TIE, WIN, outcome, tie_bet_wins
from houseway.round.ruling import Bet, Payout, Seat
from houseway.round.terms import NONE, Terms, award_terms, lost, rounding_of

MAIN, TIE_BET = "main", "tie"

AWARDS = {MAIN: ("win", "push"), TIE_BET: ("tie",)}
"""What a paytable of each wager may have rows for."""


def rate_of(wager: str, settings: Settings) -> Fraction:
    """The commission on winnings: on the Tie Bet only where the house takes it (ruling tie-commission), on no bonus."""
    taken = wager == MAIN or (wager == TIE_BET and settings.flag("tie-commission"))
    return settings.fraction("commission") if taken else NONE


def terms(wager: str, result: int, settings: Settings) -> Terms:
    """How a wager ends with a result: what the table pays and what the analysis counts."""
    table, rate = settings.in_force(wager), rate_of(wager, settings)
    if wager == TIE_BET:
        return award_terms(table, "tie", clause="9", rate=rate) if tie_bet_wins(result) else lost("9")
    if result == LOSE:
        return lost("4")
    award, clause = ("win", "8") if result == WIN else ("push", "9")
    return award_terms(table, award, clause=clause, rate=rate)


def settle(seat: Seat, player: int, dealer: int, settings: Settings) -> Iterable[Payout]:
    """What becomes of each wager of a seat."""
    result = outcome(player, dealer)
    compared = {WIN: "beats", TIE: "ties", LOSE: "loses to"}[result]
    why = f"{player} {compared} the dealer's {dealer}"
    rounding, most = rounding_of(settings)
    for wager, stake in seat.wagers.items():
        no_tie = ", no tie" if wager == TIE_BET and not tie_bet_wins(result) else ""
        yield terms(wager, result, settings).payout(
            Bet(seat.number, wager, stake), why + no_tie, rounding=rounding, most=most
        )
