"""A round to play by hand: dealt from a shoe, asked and answered in a few lines.

table = houseway.deal("super-pan-9", {1: {"main": 2500}}, seed=7)
table.asked                 # what the round waits for
table.answer(1, "draw")     # chance answers for itself
table.ruling                # who is paid what, and why, once it has ended
"""

import random
from typing import TYPE_CHECKING, Any

from houseway.cards import names
from houseway.errors import IllegalAnswer
from houseway.money import signed
from houseway.round import codec
from houseway.round.driver import Driver
from houseway.round.questions import DEALER, OUT_OF_CARDS, Answer, Arrange, Choose, Deal, Draw, Entry, Question
from houseway.round.record import Settled, record_from, settle, written
from houseway.round.ruling import Payout, Setup
from houseway.round.shuffle import shuffled_again
from houseway.shoe import Shoe, shuffled

if TYPE_CHECKING:
    from houseway.game import Game


class Ruled(tuple[Payout, ...]):
    """The payouts of a round, which print as a line each."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(
            f"seat {each.seat}, {each.wager}: {signed(each.net)} (clause {each.clause}): {each.why}" for each in self
        )


class DealtRound:
    """One round of a game; cards, dice and random numbers come by themselves, from a seed the same again."""

    def __init__(self, game: "Game", setup: Setup, seed: int | None = None) -> None:
        self.game = game
        self.setup = setup
        self._luck = random.SystemRandom() if seed is None else random.Random(seed)
        self._shoe = Shoe(shuffled(game.pack(setup.settings), seed))
        self._driver = Driver(game.round, setup)
        self._go_on()

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions that seats are asked now."""
        return self._driver.standing.asked

    @property
    def ruling(self) -> "Ruled | None":
        """Who is paid what; None while the round is played."""
        ruling = self._driver.standing.ruling
        return None if ruling is None else Ruled(ruling)

    @property
    def dealer(self) -> str:
        """The dealer's cards that all may see."""
        return names(self._driver.standing.shown(DEALER))

    def cards(self, seat: int) -> str:
        """The cards of a seat."""
        return names(self._driver.standing.cards(seat))

    def answer(self, seat: int, answer: object) -> "DealtRound":
        """Answer what a seat is asked: a word, cents, or piles by their names; then chance goes on."""
        question = next((each for each in self.asked if each.seat == seat), None)
        if question is None:
            waiting = ", ".join(f"seat {each.seat}" for each in self.asked) or "nobody: it has ended"
            raise IllegalAnswer(f"seat {seat} is not asked anything now; the round waits for {waiting}")
        self._driver.enter(Entry(seat, codec.read_answer(question, answer)))
        self._go_on()
        return self

    def bots(self) -> "DealtRound":
        """Let bots answer for every seat until the round has ended."""
        while self.ruling is None:
            question = self.asked[0]
            self._driver.enter(
                Entry(question.seat, self.game.bot(question, self._driver.standing, self.setup)),
            )
            self._go_on()
        return self

    def settled(self) -> Settled:
        """The ruling as on record, once the round has ended."""
        if self.ruling is None:
            raise IllegalAnswer("the round is being played: answer what is asked first")
        return settle(record_from(self.json(), game=self.game))

    def json(self) -> dict[str, Any]:
        """The round as a record, as far as it has come."""
        return written(self.game, self.setup, self._driver.standing, tuple(self._driver.answered))

    def __repr__(self) -> str:
        seats = "; ".join(f"seat {n}: {self.cards(n)}" for n in self.setup.numbers)
        if self.ruling is None:
            waits = "; ".join(_asked(each) for each in self.asked)
            return f"<{self.game.name}: {seats}; dealer: {self.dealer or 'hidden'}; asked: {waits}>"
        won = ", ".join(f"seat {p.seat} {p.wager} {signed(p.net)}" for p in self.ruling)
        return f"<{self.game.name}: {seats}; dealer: {self.dealer}; {won}>"

    def _go_on(self) -> None:
        """Let chance answer until a seat is asked or the round has ended."""
        while self.asked and isinstance(question := self.asked[0], Deal | Draw):
            answer = self._card() if isinstance(question, Deal) else self._number(question)
            self._driver.enter(Entry(question.seat, answer))

    def _card(self) -> Any:
        if not len(self._shoe):
            pack, settings = self.game.pack(self.setup.settings), self.setup.settings
            cards = list(shuffled_again(pack, self._driver.standing.dealt, settings))
            if not cards:
                return OUT_OF_CARDS
            self._luck.shuffle(cards)
            self._shoe = Shoe(cards)
        return self._shoe.deal()

    def _number(self, question: Draw) -> Answer:
        if question.dice:
            return sum(self._luck.randint(1, 6) for _ in range(question.dice))
        return self._luck.randint(question.least, question.most)


def _asked(question: Question) -> str:
    if isinstance(question, Arrange):
        piles = [f"{size} {pile}" for size, pile in zip(question.sizes, question.piles, strict=True)]
        return f"seat {question.seat} sets {', '.join(piles[:-1])} and {piles[-1]}"
    what = " or ".join(question.options) if isinstance(question, Choose) else codec.question_json(question)["wager"]
    return f"seat {question.seat} {what}"
