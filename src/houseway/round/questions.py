"""What a round asks and states, and where it stands.

Chance is asked for too: `Deal` a card, `Draw` a number. `Together` lets several seats answer in any order.
`Reveal`, `Stake` and `Reconciled` are statements that want no answer.
`Decided`, `Voids` and `HandSize` ask the driver itself, and are no part of the record.
`Burnt` is the driver's own statement.
A supervisor's call, an `Irregularity`, may stand in the place of any answer.
The shoe's own call, `OUT_OF_CARDS`, stands in the place of a card.
"""

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, TypeAlias

from houseway.cards import mask, size
from houseway.errors import IllegalAnswer
from houseway.money import dollars
from houseway.round.ruling import Payout, Ruling, Setup
from houseway.round.terms import Ended

DEALER = 0
"""The dealer's place; seats are numbered from 1."""

CHANCE = -1
"""Who answers `Deal` and `Draw`: the shoe, the dice, the random number."""

Answer: TypeAlias = int | str | tuple[int, ...]


class Deal(NamedTuple):
    """The next card of the shoe, to the dealer or a seat. The answer is a card."""

    to: int
    face_up: bool = False

    @property
    def seat(self) -> int:
        return CHANCE

    def check(self, answer: Answer) -> None:
        if not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer <= 52:
            raise IllegalAnswer(f"{answer!r} is not a card: a deal is answered with a number from 0 to 52")


class Draw(NamedTuple):
    """A random number or the sum of dice, between two bounds. The answer is the number."""

    what: str
    least: int
    most: int
    dice: int = 0

    @property
    def seat(self) -> int:
        return CHANCE

    def check(self, answer: Answer) -> None:
        if not isinstance(answer, int) or isinstance(answer, bool) or not self.least <= answer <= self.most:
            raise IllegalAnswer(f"{answer!r} is not {self.what}: it lies between {self.least} and {self.most}")


class Choose(NamedTuple):
    """One of a few options. `default` is played for a seat that has left."""

    seat: int
    options: tuple[str, ...]
    default: str
    clause: str

    def check(self, answer: Answer) -> None:
        if answer not in self.options:
            raise IllegalAnswer(f"seat {self.seat} may {' or '.join(self.options)}, not {answer!r}", self.clause)


class Later(NamedTuple):
    """Piles that a function finds where somebody asks for them: most rounds are ruled upon without."""

    find: Callable[..., tuple[int, ...]]
    given: tuple[object, ...]


class Arrange(NamedTuple):
    """Cards of one deck set into piles of these sizes. The answer is a mask for each pile; a foul is a legal answer."""

    seat: int
    cards: tuple[int, ...]
    piles: tuple[str, ...]
    sizes: tuple[int, ...]
    houses: tuple[int, ...] | Later
    clause: str

    @property
    def default(self) -> tuple[int, ...]:
        """How the house sets them for a seat that has left."""
        return self.houses.find(*self.houses.given) if isinstance(self.houses, Later) else self.houses

    def check(self, answer: Answer) -> None:
        want = " and ".join(f"{n} cards {pile}" for n, pile in zip(self.sizes, self.piles, strict=True))
        whole = mask(self.cards)
        ok = (
            isinstance(answer, tuple)
            and all(isinstance(pile, int) and pile & ~whole == 0 for pile in answer)
            and tuple(size(pile) for pile in answer) == self.sizes
            and sum(answer) == whole
        )
        if not ok:
            raise IllegalAnswer(f"seat {self.seat} sets all {len(self.cards)} cards, {want}", self.clause)


class Wager(NamedTuple):
    """A wager offered in mid-round. The answer is its cents: nothing to decline, else within the bounds."""

    seat: int
    wager: str
    least: int
    most: int
    clause: str

    @property
    def default(self) -> int:
        return 0

    def check(self, answer: Answer) -> None:
        if isinstance(answer, int) and not isinstance(answer, bool):
            if answer == 0 or self.least <= answer <= self.most:
                return
        raise IllegalAnswer(
            f"seat {self.seat} may wager nothing or {dollars(self.least)} to {dollars(self.most)} on {self.wager}",
            self.clause,
        )


class Reveal(NamedTuple):
    """All cards dealt so far to the dealer or a seat are turned face up."""

    of: int


class Stake(NamedTuple):
    """A seat adds money to a wager by what it chose: a double, a split."""

    of: int
    wager: str
    cents: int


class Reconciled(NamedTuple):
    """These wagers are ruled upon now, in mid-round: no call that follows undoes what they have won or lost.

    The driver adds them to the ruling, which the order of play returns without them. It answers with all that has been
    reconciled so far: before a card was replaced too, by other cards.
    """

    payouts: tuple[Payout, ...]


class Decided(NamedTuple):
    """These wagers are decided by the cards that lie now: a void hand or round undoes that, and nothing else does.

    The driver answers with all that has been decided so far: before a card was replaced too, by other cards. The order
    of play rules upon them at the end.
    """

    ends: tuple[Ended, ...]


class Burnt(NamedTuple):
    """A card that had been dealt to a place is out of play: it was replaced, or the rules no longer deal it."""

    of: int
    card: int


class Voids(NamedTuple):
    """Which seats' hands a supervisor's call has killed so far: where a ruling on one hand depends on the others."""


class HandSize(NamedTuple):
    """How many cards a place is dealt where the rules say so many, by a game that can value hands of other numbers.

    The answer is another number where a written control plays a hand with a wrong number of cards as it lies.
    """

    of: int
    cards: int


class Together(NamedTuple):
    """Several questions at once, to different seats, answered in any order; sent back as a tuple in their order."""

    questions: tuple["Choose | Arrange | Wager", ...]


Question: TypeAlias = Deal | Draw | Choose | Arrange | Wager
Statement: TypeAlias = Reveal | Stake | Reconciled | Burnt


def default_of(question: Question) -> Answer:
    """What the house answers for a seat that has left or run out of time; chance has no default."""
    if isinstance(question, Deal | Draw):
        raise IllegalAnswer("chance has no default")
    return question.default


Event: TypeAlias = tuple[Question | Statement, "Answer | None"]
Round: TypeAlias = Generator[Question | Statement | Decided | Voids | HandSize | Together, Any, Ruling]
Play: TypeAlias = Callable[[Setup], Round]


class Irregularity(NamedTuple):
    """A supervisor's call, settled by the operator's written control of its kind.

    A call on the dealer's hand concerns every seat: where it voids the hand, it voids the round. `cards` is how many
    cards a hand with a wrong number of them has, where that is told. `stage` is told by a record without entries; a
    round that is played knows at which stage it is.
    """

    kind: str
    seat: int = DEALER
    cards: int = 0
    stage: str = ""


OUT_OF_CARDS = Irregularity("out-of-cards")
"""The shoe's own call: no card is left for the one that is asked for, nor a discard to shuffle. The round is void.

Only a game with a setting of this name can run out of cards; `houseway.round.shuffle.shuffled_again` reads it.
"""

REFUSED = "refused"
"""What that setting says where no table is played that could run out."""


class Entry(NamedTuple):
    """One line of a round's record: who answered, and what."""

    seat: int
    answer: Answer | Irregularity


class Standing(NamedTuple):
    """Where a round is: what is asked now, what has happened, and the ruling once it has ended."""

    asked: tuple[Question, ...]
    events: tuple[Event, ...]
    ruling: Ruling | None
    waiting: tuple[int, ...] = ()
    """Cards on the table that the order of play has yet to come to again, after one before them was replaced."""
    reached: str = "deal"
    """The stage that the round had come to when a card was last replaced."""

    @property
    def dealt(self) -> tuple[int, ...]:
        """All cards that have left the shoe, burnt ones too: none comes back before the round has ended."""
        lying = [card for event, card in self.events if isinstance(event, Deal) and isinstance(card, int)]
        return (*lying, *self.burnt, *self.waiting)

    @property
    def burnt(self) -> tuple[int, ...]:
        """The cards that are out of play."""
        return tuple(event.card for event, _ in self.events if isinstance(event, Burnt))

    def cards(self, of: int) -> tuple[int, ...]:
        """The cards dealt to the dealer or a seat so far."""
        return tuple(card for card, _ in self.dealt_to(of))

    def shown(self, of: int) -> tuple[int, ...]:
        """Those of them that all may see."""
        return tuple(card for card, face_up in self.dealt_to(of) if face_up)

    def dealt_to(self, of: int) -> list[tuple[int, bool]]:
        """The cards dealt to a place so far, each with whether all may see it."""
        dealt: list[tuple[int, bool]] = []
        for event, answer in self.events:
            if isinstance(event, Deal) and event.to == of and isinstance(answer, int):
                dealt.append((answer, event.face_up))
            elif event == Reveal(of):
                dealt = [(card, True) for card, _ in dealt]
        return dealt
