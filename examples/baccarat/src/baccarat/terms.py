"""How each wager ends, for the table and for the odds."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from baccarat.rules import BANKER, PLAYER, TIE
from houseway.document import Settings
from houseway.round import Bet, Payout, Seat, Terms
from houseway.round.terms import NONE, award_terms, lost, rounding_of

HANDS = {"player": PLAYER, "banker": BANKER, "tie": TIE}
PAIRS = ("player-pair", "banker-pair")


class Coup(NamedTuple):
    """What decides the wagers of a coup: who won, and whether either hand began with a pair."""

    winner: int
    player_pair: bool = False
    banker_pair: bool = False


def rate_of(wager: str, settings: Settings) -> Fraction:
    """The commission on winnings: on the banker's wager alone."""
    return settings.fraction("commission") if wager == "banker" else NONE


def terms(wager: str, coup: Coup, settings: Settings) -> Terms:
    """How a wager ends."""
    table = settings.in_force(wager)
    if wager in PAIRS:
        paired = coup.player_pair if wager == "player-pair" else coup.banker_pair
        return award_terms(table, "pair") if paired else lost("pairs")
    if coup.winner == HANDS[wager]:
        return award_terms(table, "tie" if wager == "tie" else "win", rate=rate_of(wager, settings))
    return award_terms(table, "push", clause="result") if coup.winner == TIE else lost("result")


def settle(seat: Seat, coup: Coup, why: str, settings: Settings) -> Iterable[Payout]:
    """What becomes of each wager of a seat."""
    rounding, most = rounding_of(settings)
    for wager, stake in seat.wagers.items():
        ends = terms(wager, coup, settings)
        paired = f"a pair: {why}" if ends.award == "pair" else f"no pair: {why}"
        said = paired if wager in PAIRS else why
        yield ends.payout(Bet(seat.number, wager, stake), said, rounding=rounding, most=most)
