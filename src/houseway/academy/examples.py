"""Hands that reach rare awards: those of a game's own examples, with their suits changed about."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from houseway.cards import JOKER, rank, suit
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.round.questions import DEALER

SUITS, RANKS = 4, 13


class Hands(NamedTuple):
    """The cards of a seat and of the dealer."""

    seat: tuple[int, ...]
    dealer: tuple[int, ...]

    def at(self, number: int, luck: Random) -> dict[int, list[int]]:
        """What is dealt to a seat and the dealer, now and then in other suits."""
        order = luck.sample(range(SUITS), SUITS) if luck.random() < 0.7 else list(range(SUITS))
        return {
            number: [_in_suit(card, order) for card in self.seat],
            DEALER: [_in_suit(card, order) for card in self.dealer],
        }


def _in_suit(card: int, order: list[int]) -> int:
    return card if card == JOKER else order[suit(card)] * RANKS + rank(card)


@lru_cache(maxsize=16)
def hands_by_award(game: Game) -> Mapping[tuple[str, str], tuple[Hands, ...]]:
    """The hands of the examples, by wager and award."""
    found: dict[tuple[str, str], list[Hands]] = {}
    for record in game.examples():
        try:
            settled = game.settle(record)
        except HousewayError:
            continue
        for payout in settled:
            hands = Hands(settled.standing.cards(payout.seat), settled.standing.cards(DEALER))
            found.setdefault((payout.wager, payout.award), []).append(hands)
    return {key: tuple(hands) for key, hands in found.items()}
