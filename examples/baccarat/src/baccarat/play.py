"""Minibaccarat at the table: one coup. Both hands lie before the dealer."""

from collections.abc import Iterable, Sequence

from baccarat.rules import STOOD, banker_draws, hand_total, natural, pair, player_draws, value, winner
from baccarat.terms import HANDS, Coup, settle
from houseway.cards import DECK
from houseway.round import DEALER, Deal, Round, Setup
from houseway.rule import enforces

Hands = tuple[tuple[int, ...], tuple[int, ...]]
"""The player's hand and the banker's."""


@enforces("decks")
def pack(decks: int) -> tuple[int, ...]:
    """Six to eight decks."""
    return DECK * decks


@enforces("wagers", "pairs")
def check(setup: Setup) -> Iterable[str]:
    """Every seat backs a hand or a tie."""
    for seat in setup.seats:
        if not any(wager in seat.wagers for wager in HANDS):
            yield f"seat {seat.number}: every player backs the player, the banker or a tie (clause wagers)"


@enforces("deal", "naturals")
def play(setup: Setup) -> Round:
    """Four cards, third cards by the rules, and the ruling."""
    dealt: list[int] = []
    while next_card(dealt) >= 0:
        dealt.append((yield Deal(DEALER, face_up=True)))
    coup = coup_of(dealt)
    player, banker = hands(dealt)
    why = f"player {hand_total(player)}, banker {hand_total(banker)}"
    return tuple(payout for seat in setup.seats for payout in settle(seat, coup, why, setup.settings))


def next_card(dealt: Sequence[int]) -> int:
    """Whose the next card is: 0 for the player's hand, 1 for the banker's, -1 where no further card is dealt."""
    if len(dealt) < 4:
        return len(dealt) % 2
    player, banker = hand_total(dealt[0:4:2]), hand_total(dealt[1:4:2])
    if natural(player, banker):
        return -1
    drew = player_draws(player)
    if drew and len(dealt) == 4:
        return 0
    third = value(dealt[4]) if drew else STOOD
    return 1 if banker_draws(banker, third) and len(dealt) == 4 + drew else -1


def hands(dealt: Sequence[int]) -> Hands:
    """The two hands of the cards dealt so far."""
    owners = [next_card(dealt[:place]) for place in range(len(dealt))]
    player, banker = (tuple(card for card, of in zip(dealt, owners, strict=True) if of == hand) for hand in (0, 1))
    return player, banker


def coup_of(dealt: Sequence[int]) -> Coup:
    """What wagers are decided by, of all cards of a coup."""
    player, banker = hands(dealt)
    return Coup(winner(hand_total(player), hand_total(banker)), pair(*player[:2]), pair(*banker[:2]))
