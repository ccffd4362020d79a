"""The exact odds of High Card: every deal, counted by height.

A deal is the player's card, the dealer's card, and the next card for each, whether it is taken or not, so that every
deal weighs the same. The cards of other seats are unseen cards like those left in the deck.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from high_card.play import KEEP, SWAP, pack
from high_card.rules import dealer_swaps, height, player_wins
from high_card.terms import terms
from houseway.lab.result import Ask, Odds, outcomes_of

Deck = Counter[int]
"""How many cards there are of each height."""


def deck_of(cards: Iterable[int]) -> Deck:
    """Cards counted by their heights."""
    return Counter(height(card) for card in cards)


def each(deck: Deck) -> Iterator[tuple[int, int, Deck]]:
    """Every next card: in how many ways it comes, and what is left."""
    return ((high, count, deck - Counter([high])) for high, count in deck.items())


def wins(own: int, choice: str, deck: Deck) -> int:
    """In how many of all deals a card wins that is kept or swapped."""
    total = 0
    for dealer, first, rest in each(deck):
        for mine, second, left in each(rest):
            held = mine if choice == SWAP else own
            ends = left if dealer_swaps(dealer) else {dealer: left.total()}
            total += first * second * sum(count for high, count in ends.items() if player_wins(held, high))
    return total


def choices(deck: Deck) -> dict[int, str]:
    """The better choice for each card; keeping it where both are equal."""
    return {own: SWAP if wins(own, SWAP, rest) > wins(own, KEEP, rest) else KEEP for own, _, rest in each(deck)}


def odds(ask: Ask) -> Odds:
    """The exact return of the main wager under the best play."""
    settings, deck = ask.in_force(), deck_of(pack())
    plan = choices(deck)
    won = sum(count * wins(own, plan[own], rest) for own, count, rest in each(deck))
    cards = deck.total()
    lost = cards * (cards - 1) * (cards - 2) * (cards - 3) - won
    table = ask.table()
    return Odds(
        game="high-card",
        wager=ask.wager,
        settings=settings,
        outcomes=outcomes_of([(terms(True, settings), won), (terms(False, settings), lost)], stake=ask.stake),
        paytable=table.id if table else None,
        notes=("The player swaps where that wins more often.",),
    )
