"""What a hand makes while it is being set: each pile in words, and whether it is a foul.

A game says it by its own rules, in `set_words(piles, settings)` of its `play.py`: the words of each pile, and why the
setting is a foul (nothing where it is none, or not complete yet). A game that does not is named by poker's ranks.
"""

from collections.abc import Sequence
from typing import NamedTuple

from houseway.cards import mask
from houseway.errors import IllegalCards
from houseway.round import Arrange
from houseway.game import Game
from houseway.poker import describe, value
from houseway.document.settings import Settings


class Words(NamedTuple):
    """What each pile makes, and why the setting is a foul; empty where it is none."""

    says: tuple[str, ...]
    foul: str


def described(game: Game, question: Arrange, piles: Sequence[tuple[int, ...]], settings: Settings) -> Words:
    """The piles of a hand that is being set, in words; they hold all its cards, and no other."""
    cards = [card for pile in piles for card in pile]
    if len(piles) != len(question.piles) or sorted(cards) != sorted(question.cards):
        raise IllegalCards(f"set your {len(question.cards)} cards into {' and '.join(question.piles)}", question.clause)
    hook = getattr(game.table, "set_words", None)
    if hook is not None:
        return Words(*hook(piles, settings))
    return Words(tuple(describe(value(mask(pile), 0)) if 0 < len(pile) <= 5 else "" for pile in piles), "")
