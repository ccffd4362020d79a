"""Clause 5: how the wager ends, for the table and for the odds."""

from high_card.rules import height, player_wins
from houseway.cards import name
from houseway.document import Settings
from houseway.round import Bet, Payout, Seat, Terms
from houseway.round.terms import award_terms, lost


def terms(won: bool, settings: Settings) -> Terms:
    """How the main wager ends."""
    return award_terms(settings.in_force("main"), "win") if won else lost("5")


def settle(seat: Seat, player: int, dealer: int, settings: Settings) -> Payout:
    """What becomes of a seat's wager."""
    won = player_wins(height(player), height(dealer))
    why = f"{name(player)} {'beats' if won else 'does not beat'} the dealer's {name(dealer)}"
    return terms(won, settings).payout(Bet(seat.number, "main", seat.wagers["main"]), why)
