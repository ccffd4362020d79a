"""Why each wager of a round ended so, for who may see every card that the explanation rests on."""

from typing import Any

from houseway.room.table.state import LiveTable
from houseway.room.table.view import Eyes
from houseway.round import DEALER
from houseway.round.codec import payout_json
from houseway.round.explanation import DEAD, explained, reason_json


def payouts_of(table: LiveTable, eyes: Eyes) -> list[dict[str, Any]]:
    """Every payout of the round that has just ended, with its tree of reasons.

    Whoever does not see all cards of the dealer and of every seat that played has the sentence alone; that a hand is
    dead rests on no card.
    """
    whole = all(eyes.sees_all_of(place) for place in (DEALER, *table.setup.numbers))
    return [
        payout_json(payout)
        | {
            "reasons": reason_json(explained(table.game, payout, table.standing, table.setup))
            if whole or payout.award in DEAD
            else None
        }
        for payout in table.ruling or ()
    ]
