"""What a hand makes while it is being set: each pile in words, and whether it is a foul."""

from houseway.errors import IllegalCards
from houseway.game import Game
from houseway.round import Arrange
from houseway.round.codec import read_hand
from houseway.round.ruling import Setup
from houseway.web.wire import Piles, Said


def said_of(game: Game, question: Arrange, proposed: Piles, setup: Setup) -> Said:
    """The piles of a hand that is being set, in words; they hold all its cards, and no other."""
    piles = [read_hand(pile) for pile in proposed.piles]
    cards = [card for pile in piles for card in pile]
    if len(piles) != len(question.piles) or sorted(cards) != sorted(question.cards):
        raise IllegalCards(f"set your {len(question.cards)} cards into {' and '.join(question.piles)}", question.clause)
    words = game.piles_in_words(piles, setup.settings)
    return Said(says=list(words.says), foul=words.foul)
