"""What follows from a supervisor's call: at which stage a round is, and what is said of a call that no payout tells."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from houseway.document.controls import IN_WORDS, STAGES, Control
from houseway.errors import IllegalAnswer
from houseway.round.questions import (
    DEALER,
    Answer,
    Arrange,
    Burnt,
    Choose,
    Deal,
    Draw,
    Event,
    HandSize,
    Irregularity,
    Play,
    Question,
    Reconciled,
    Reveal,
    Stake,
    Standing,
    Together,
    Voids,
    Wager,
    default_of,
)
from houseway.round.ruling import Payout, Setup, forfeit, void

PLAY_ON, VOID_HAND, VOID_ROUND, FORFEIT = "play-on", "void-hand", "void-round", "forfeit-hand"
REPLACE, ANOTHER, RESET = "replace-card", "another-card", "reset-dealer"

NUMBER = ("wrong-number-of-cards", "too-many-cards", "too-few-cards")
"""The kinds of irregularity that are about how many cards a hand has."""


def stage_of(standing: Standing) -> str:
    """`deal` until a seat is asked for the first time, `play` until a hand is revealed, `reveal` from there on.

    Where a card is replaced the round is gone through again, and its stage does not go back.
    """
    events = [event for event, _ in standing.events]
    if any(isinstance(event, Reveal) for event in events):
        return "reveal"
    asked = any(isinstance(each, Choose | Arrange | Wager) for each in (*events, *standing.asked))
    return max("play" if asked else "deal", standing.reached, key=STAGES.index)


class Followed(NamedTuple):
    """A call, and what followed from it at which stage by which control; whether it was on a hand that was dead."""

    call: Irregularity
    then: str
    stage: str
    control: Control
    already: bool = False

    @property
    def remark(self) -> str:
        """What is to be said of a call that no payout tells of; "" where one does."""
        kills = self.then in (VOID_HAND, FORFEIT)
        if self.then == VOID_ROUND or (kills and not self.already):
            return ""
        place = "the dealer" if self.call.seat == DEALER else f"seat {self.call.seat}"
        who = "A supervisor" if self.control.supervisor else "Somebody"
        said = "play went on" if self.then == PLAY_ON else IN_WORDS[self.then]
        if kills:
            return f"{who} called {self.control.name} on {place}, whose hand was dead already: it stays as it was."
        return (
            f"{who} called {self.control.name} on {place}: {said}, by the written control "
            f"{self.call.kind} = {self.then} (clause {self.control.clause})."
        )


class Dead(NamedTuple):
    """A hand that a call has killed, and whether its wagers are lost."""

    kind: str
    clause: str
    forfeited: bool = False

    def payout(self, seat: int, wager: str, cents: int) -> Payout:
        """What becomes of one of its wagers."""
        ruled = forfeit if self.forfeited else void
        return ruled(seat, wager, cents, self.kind, self.clause)


# ---------------------------------------------------------------------------------------------------- a card replaced


class Given(NamedTuple):
    """An answer of a round that is played again, and the cards that were burnt for it."""

    question: Question
    answer: Answer
    burnt: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that have left the shoe for it."""
        return (*self.burnt, self.answer) if isinstance(self.question, Deal) and isinstance(self.answer, int) else ()


def given_in(events: Iterable[Event]) -> list[Given]:
    """Every answer of a round in its order."""
    given: list[Given] = []
    burnt: tuple[int, ...] = ()
    for event, answer in events:
        if isinstance(event, Burnt):
            burnt = (*burnt, event.card)
        elif not isinstance(event, Reveal | Stake | Reconciled) and answer is not None:
            given.append(Given(event, answer, burnt))
            burnt = ()
    return given


def last_dealt(given: list[Given], place: int) -> int | None:
    """Which answer was the last card to a place; None where it has none."""
    dealt = (at for at, each in enumerate(given) if isinstance(each.question, Deal) and each.question.to == place)
    return max(dealt, default=None)


def replaced(given: list[Given], place: int, card: int) -> list[Given]:
    """The answers with the last card to a place burnt and another in its stead.

    What the seat has chosen since is forgotten: it chooses again, by the card that it has now.
    """
    at = last_dealt(given, place)
    assert at is not None
    old = given[at]
    anew = Given(old.question, card, old.cards)
    return [*given[:at], anew, *(each for each in given[at + 1 :] if each.question.seat != place)]


def same_question(asked: Question, before: Question) -> bool:
    """Whether an answer to the one may be an answer to the other."""
    if isinstance(asked, Deal) and isinstance(before, Deal):
        return asked.to == before.to
    return type(asked) is type(before) and asked.seat == before.seat


def fits(question: Question, answer: Answer) -> bool:
    """Whether a question allows an answer."""
    try:
        question.check(answer)
    except IllegalAnswer:
        return False
    return True


# ---------------------------------------------------------------------------------------------------- as it lies


def takes_any_number(play: Play, setup: Setup, place: int) -> bool:
    """Whether the order of play can take a hand of another number of cards at a place: it asks for `HandSize`.

    A round is begun for it with cards in the order of a deck, and given up at the first card to the place.
    """
    round_, deck = play(setup), iter(list(range(52)) * 8)
    send: object = None
    try:
        while True:
            step = round_.send(send)
            if isinstance(step, HandSize):
                if step.of == place:
                    return True
                send = step.cards
            elif isinstance(step, Deal):
                if step.to == place:
                    return False
                send = next(deck)
            elif isinstance(step, Voids):
                send = frozenset()
            elif isinstance(step, Together):
                send = tuple(default_of(each) for each in step.questions)
            elif isinstance(step, Draw):
                send = step.least
            else:
                send = default_of(step) if isinstance(step, Choose | Arrange | Wager) else None
    except StopIteration:
        return False
    finally:
        round_.close()


def remarks(followed: Iterable[Followed]) -> Iterator[str]:
    """What is to be said of the calls of a round."""
    return (said for each in followed if (said := each.remark))
