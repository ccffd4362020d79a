"""The order of play itself, driven by a stream: the kernel's judge, and how a game without a kernel is simulated."""

from collections import deque
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from houseway.round.questions import (
    Answer,
    Arrange,
    Choose,
    Deal,
    Decided,
    Draw,
    Event,
    HandSize,
    Question,
    Reconciled,
    Standing,
    Together,
    Voids,
    Wager,
)
from houseway.round.ruling import Payout, Ruling, Setup, void
from houseway.simulate.chance import DEALT, below, deal, dealt

if TYPE_CHECKING:
    from houseway.game import Game

Answering = Callable[[Question, Standing, Setup, Any], Answer]


class OutOfCards(Exception):
    """The shoe holds no card for the one that is asked for."""


class Cards:
    """Where cards come from: in the order of the table, or place by place as a kernel deals them.

    A kernel that deals place by place leaves out those where nobody sits: they get what is left of the pack.
    """

    def __init__(self, state: Any, pack: Any, dealt_first: int, seats: int) -> None:
        self.state, self.pack = state, pack
        self.waiting: dict[int, deque[int]] = {}
        self.others: list[int] = []
        if dealt_first:
            for place in range(seats + 1):
                self.waiting[place] = deque(self.next() for _ in range(dealt_first))
            self.others = [card for at, card in enumerate(pack) if not dealt(state, at)]

    def next(self) -> int:
        if self.state.at[DEALT] == len(self.pack):
            raise OutOfCards
        return deal(self.state, self.pack)

    def number(self, question: Draw) -> int:
        """A random number or the sum of dice; where a kernel deals place by place, who is first changes nothing."""
        if self.waiting:
            return question.least
        if question.dice:
            return sum(1 + below(self.state, 6) for _ in range(question.dice))
        return question.least + below(self.state, question.most - question.least + 1)

    def to(self, place: int) -> int:
        if not self.waiting:
            return self.next()
        waiting = self.waiting.get(place)
        return waiting.popleft() if waiting else self.others.pop()


Asked = Generator[tuple[Question, Standing], Answer, Ruling]
"""A round that is gone through: yields what a seat is asked and where the round stands, and is sent the answer."""


def driven(game: "Game", setup: Setup, cards: Cards, answer: Answering) -> Ruling:
    """One round by its own order of play: cards and numbers from a stream, answers from a strategy."""
    round_, send = asked(game, setup, cards), None
    try:
        while True:
            question, standing = round_.send(send)  # type: ignore[arg-type]
            send = answer(question, standing, setup, cards.state)
    except StopIteration as end:
        ruling: Ruling = end.value
        return ruling


def asked(game: "Game", setup: Setup, cards: Cards) -> Asked:
    """One round by its own order of play, with cards and numbers from a stream; whoever goes through it answers."""
    play = game.round(setup)
    events: list[Event] = []
    paid: list[Payout] = []
    send: Any = None

    def told(question: Question) -> Generator[tuple[Question, Standing], Answer, Answer]:
        if isinstance(question, Deal):
            return cards.to(question.to)
        if isinstance(question, Draw):
            return cards.number(question)
        return (yield question, Standing((question,), tuple(events), None))

    try:
        while True:
            step = play.send(send)
            if isinstance(step, Together):
                answers = []
                for question in step.questions:
                    answers.append((yield from told(question)))  # noqa: PERF401 - no comprehension may yield
                send = tuple(answers)
                events += list(zip(step.questions, send, strict=True))
            elif isinstance(step, Deal | Draw | Choose | Arrange | Wager):
                send = yield from told(step)
                events.append((step, send))
            elif isinstance(step, Voids):
                send = frozenset()
            elif isinstance(step, HandSize):
                send = step.cards
            elif isinstance(step, Decided):
                send = step.ends
            else:
                paid += step.payouts if isinstance(step, Reconciled) else ()
                events.append((step, None))
                send = None
    except StopIteration as end:
        return (*paid, *end.value)
    except OutOfCards:
        play.close()
        return (*paid, *_voided(setup, events, paid))


def _voided(setup: Setup, events: list[Event], paid: list[Payout]) -> list[Payout]:
    """Every wager that is not ruled upon is returned."""
    done = {(payout.seat, payout.wager) for payout in paid}
    stakes = [(seat.number, wager, cents) for seat in setup.seats for wager, cents in seat.wagers.items()]
    made = [(q.seat, q.wager, int(cents)) for q, cents in events if isinstance(q, Wager) and isinstance(cents, int)]
    return [
        void(seat, wager, cents, "out-of-cards", "")
        for seat, wager, cents in (*stakes, *made)
        if cents and (seat, wager) not in done
    ]
