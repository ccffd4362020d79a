"""A learner's actions: numbers for everything that a seat may answer, whatever the question.

0 goes on where nothing is asked. Then come the options that a game's seats may choose, in the game's order; then, for
each wager of mid-round that is offered, to make it, and to decline; then the ways to set a hand: which of its cards, in
the order of `houseway.cards.in_order`, lie in which pile.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import in_order, mask
from houseway.errors import UnknownName
from houseway.round.questions import Answer, Arrange, Choose, Question, Wager

if TYPE_CHECKING:
    from houseway.game import Game

Mask = npt.NDArray[np.int8]

GO_ON = "go on"
DECLINES = "no wager"


class Sizes(NamedTuple):
    """How many cards lie in each pile, by the piles' names."""

    piles: tuple[str, ...]
    sizes: tuple[int, ...]


@cache
def ways(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way to lay as many places as these piles hold into them, each pile as a mask of places."""

    def laid(left: tuple[int, ...], rest: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(rest) == 1:
            yield (mask(left),)
            return
        for pile in combinations(left, rest[0]):
            for more in laid(tuple(place for place in left if place not in pile), rest[1:]):
                yield (mask(pile), *more)

    return tuple(laid(tuple(range(sum(sizes))), sizes))


class Actions:
    """The actions of a game's seats; `offers` are the wagers of mid-round that a learner is asked for."""

    def __init__(self, game: "Game", offers: Sequence[str] = (), piles: Sizes | None = None) -> None:
        self.game, self.offers, self.piles = game, tuple(offers), piles
        words = [GO_ON, *game.choices]
        words += [*self.offers, DECLINES] if self.offers else []
        self.words = tuple(words)
        self.ways = ways(piles.sizes) if piles else ()
        self.many = len(self.words) + len(self.ways)

    def mask(self, question: Question | None) -> Mask:
        """Which actions answer a question, a one for each; to go on where there is none."""
        allowed = np.zeros(self.many, np.int8)
        if isinstance(question, Arrange):
            allowed[len(self.words) :] = 1
        else:
            allowed[[self.words.index(word) for word in self._said(question)]] = 1
        return allowed

    def _said(self, question: Question | None) -> tuple[str, ...]:
        if isinstance(question, Choose):
            for option in question.options:
                if option not in self.words:
                    raise UnknownName(f"{self.game.name} asks whether to {option}, which its `choices` do not name")
            return question.options
        return (question.wager, DECLINES) if isinstance(question, Wager) else (GO_ON,)

    def answer(self, question: Question, action: int) -> Answer | None:
        """The answer that an action gives; None where it is none to this question."""
        if isinstance(question, Arrange):
            if action < len(self.words):
                return None
            cards = in_order(question.cards)
            return tuple(_cards(cards, pile) for pile in self.ways[action - len(self.words)])
        word = self.words[action] if action < len(self.words) else ""
        if word not in self._said(question):
            return None
        if isinstance(question, Wager):
            return 0 if word == DECLINES else question.most
        return word

    def action(self, question: Question, answer: Answer) -> int:
        """The action that gives an answer: a strategy's, as a learner would have said it."""
        if isinstance(question, Arrange):
            assert isinstance(answer, tuple)
            cards = in_order(question.cards)
            laid = tuple(mask(at for at, card in enumerate(cards) if pile >> card & 1) for pile in answer)
            return len(self.words) + self.ways.index(laid)
        if isinstance(question, Wager):
            return self.words.index(question.wager if answer else DECLINES)
        return self.words.index(str(answer))

    def told(self, action: int) -> str:
        """An action in words: `hit`, `insurance`, or which places of the hand lie in which pile."""
        if action < len(self.words):
            return self.words[action]
        assert self.piles is not None
        laid = self.ways[action - len(self.words)]
        return ", ".join(f"{name} {_places(pile)}" for name, pile in zip(self.piles.piles, laid, strict=True))


def _cards(cards: Sequence[int], places: int) -> int:
    return mask(card for at, card in enumerate(cards) if places >> at & 1)


def _places(pile: int) -> str:
    return "-".join(str(at + 1) for at in range(pile.bit_length()) if pile >> at & 1)
