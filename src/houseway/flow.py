"""A round is a conversation: a generator asks, a driver answers.

The order of play of a game is a generator function of a setup. It yields questions and is sent their answers, and it
returns the ruling. The list of answers is the whole record of a round, so a table, crash recovery, audit, adjudication
and enumeration are drivers of one generator:

    replay(play, setup, entries)      the standing after these answers
    run(play, setup, answer)          a whole round, asking `answer` each question
    spread(play, setup, pack, decide) every round that can be dealt, each with its probability

Chance is asked for too: `Deal` a card, `Draw` a number. `Together` lets several seats answer in any order.
`Reveal` and `Stake` are statements that want no answer. `Voids` asks the driver itself, and is no part of the record.
A supervisor's call, an `Irregularity`, may stand in the place of any answer.
The shoe's own call, `OUT_OF_CARDS`, stands in the place of a card.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from houseway.cards import mask, size
from houseway.errors import IllegalAnswer
from houseway.money import dollars
from houseway.ruling import Ruling, Setup, void

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


class Arrange(NamedTuple):
    """Cards of one deck set into piles of these sizes. The answer is a mask for each pile; a foul is a legal answer."""

    seat: int
    cards: tuple[int, ...]
    piles: tuple[str, ...]
    sizes: tuple[int, ...]
    default: tuple[int, ...]
    clause: str

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


class Voids(NamedTuple):
    """Which seats' hands a supervisor's call has voided so far: where a ruling on one hand depends on the others."""


class Together(NamedTuple):
    """Several questions at once, to different seats, answered in any order; sent back as a tuple in their order."""

    questions: tuple["Choose | Arrange | Wager", ...]


Question: TypeAlias = Deal | Draw | Choose | Arrange | Wager
Statement: TypeAlias = Reveal | Stake
Event: TypeAlias = tuple[Question | Statement, "Answer | None"]
Round: TypeAlias = Generator[Question | Statement | Voids | Together, Any, Ruling]
Play: TypeAlias = Callable[[Setup], Round]


class Irregularity(NamedTuple):
    """A supervisor's call, settled by the operator's written control: a setting named like its kind.

    A call on the dealer's hand concerns every seat: where it voids the hand, it voids the round.
    """

    kind: str
    seat: int = DEALER


OUT_OF_CARDS = Irregularity("out-of-cards")
"""The shoe's own call: no card is left for the one that is asked for, nor a discard to shuffle. The round is void.

Only a game with a setting of this name can run out of cards; `houseway.shoe.shuffled_again` reads it.
"""


class Entry(NamedTuple):
    """One line of a round's record: who answered, and what."""

    seat: int
    answer: Answer | Irregularity


class Standing(NamedTuple):
    """Where a round is: what is asked now, what has happened, and the ruling once it has ended."""

    asked: tuple[Question, ...]
    events: tuple[Event, ...]
    ruling: Ruling | None

    @property
    def dealt(self) -> tuple[int, ...]:
        """All cards dealt so far, in their order: none leaves the table before the round has ended."""
        return tuple(card for event, card in self.events if isinstance(event, Deal) and isinstance(card, int))

    def cards(self, of: int) -> tuple[int, ...]:
        """The cards dealt to the dealer or a seat so far."""
        return tuple(card for card, _ in self._dealt(of))

    def shown(self, of: int) -> tuple[int, ...]:
        """Those of them that all may see."""
        return tuple(card for card, face_up in self._dealt(of) if face_up)

    def _dealt(self, of: int) -> list[tuple[int, bool]]:
        dealt: list[tuple[int, bool]] = []
        for event, answer in self.events:
            if isinstance(event, Deal) and event.to == of and isinstance(answer, int):
                dealt.append((answer, event.face_up))
            elif event == Reveal(of):
                dealt = [(card, True) for card, _ in dealt]
        return dealt


class Table:
    """Drives one round: holds the generator and takes one entry at a time.

    An entry that is not allowed raises `IllegalAnswer` and changes nothing.
    """

    def __init__(self, play: Play, setup: Setup) -> None:
        self._setup = setup
        self._round = play(setup)
        self._asked: tuple[Question, ...] = ()
        self._together = False
        self._answers: dict[int, Answer] = {}
        self._events: list[Event] = []
        self._stakes = {(seat.number, wager): cents for seat in setup.seats for wager, cents in seat.wagers.items()}
        self._void: dict[int, Irregularity] = {}
        self._ruling: Ruling | None = None
        self.entries: list[Entry] = []
        self._advance(None)

    @property
    def standing(self) -> Standing:
        open_questions = tuple(q for i, q in enumerate(self._asked) if i not in self._answers)
        return Standing(open_questions, tuple(self._events), self._ruling)

    @property
    def void(self) -> frozenset[int]:
        """The seats whose hands a supervisor's call has voided."""
        return frozenset(self._void)

    def enter(self, entry: Entry) -> None:
        """Take one entry."""
        if self._ruling is not None:
            raise IllegalAnswer("the round has ended: its ruling stands")
        if isinstance(entry.answer, Irregularity):
            self._irregular(entry.answer)
        else:
            index = self._question_for(entry.seat)
            self._asked[index].check(entry.answer)
            self._take(index, entry.answer)
        self.entries.append(entry)

    def _question_for(self, seat: int) -> int:
        for index, question in enumerate(self._asked):
            if index not in self._answers and question.seat == seat:
                return index
        waiting = ", ".join("the shoe" if q.seat == CHANCE else f"seat {q.seat}" for q in self.standing.asked)
        who = "the shoe" if seat == CHANCE else f"seat {seat}"
        raise IllegalAnswer(f"{who} is not asked anything now; the round waits for {waiting}")

    def _take(self, index: int, answer: Answer) -> None:
        question = self._asked[index]
        self._answers[index] = answer
        self._events.append((question, answer))
        if isinstance(question, Wager) and isinstance(answer, int) and answer:
            self._stake(question.seat, question.wager, answer)
        if len(self._answers) == len(self._asked):
            given = tuple(self._answers[i] for i in range(len(self._asked)))
            self._advance(given if self._together else given[0])

    def _advance(self, send: object) -> None:
        """Let the generator go on to its next question that somebody has to answer, or to its end."""
        try:
            step = self._round.send(send)
            while isinstance(step, Reveal | Stake | Voids):
                step = self._round.send(self._stated(step))
        except StopIteration as end:
            self._end(end.value)
            return
        self._together = isinstance(step, Together)
        self._asked = step.questions if isinstance(step, Together) else (step,)
        self._answers = {}
        if not self._asked:
            self._advance(())
            return
        for index, question in enumerate(self._asked):
            if question.seat in self._void and not isinstance(question, Deal | Draw):
                self._take(index, question.default)

    def _stated(self, step: Statement | Voids) -> frozenset[int] | None:
        """Note a statement; who asks for the void hands is told them."""
        if isinstance(step, Voids):
            return self.void
        self._events.append((step, None))
        if isinstance(step, Stake):
            self._stake(step.of, step.wager, step.cents)
        return None

    def _stake(self, seat: int, wager: str, cents: int) -> None:
        self._stakes[seat, wager] = self._stakes.get((seat, wager), 0) + cents

    def _end(self, ruling: Ruling) -> None:
        """The generator's ruling in its order of settling, with the wagers of void hands given back in their turn."""
        self._asked, self._answers = (), {}
        specs = {spec.id: spec for spec in self._setup.settings.specs}
        live = tuple(payout for payout in ruling if payout.seat not in self._void)
        back = tuple(
            void(seat, wager, cents, call.kind, specs[call.kind].clause)
            for (seat, wager), cents in self._stakes.items()
            if (call := self._void.get(seat)) is not None
        )
        turns = {seat: turn for turn, seat in enumerate(dict.fromkeys(payout.seat for payout in ruling))}
        self._ruling = tuple(sorted((*live, *back), key=lambda payout: turns.get(payout.seat, payout.seat)))

    def _irregular(self, call: Irregularity) -> None:
        """Settle a supervisor's call by the operator's written control; the shoe's own call voids the round."""
        control = self._control(call)
        if control == "void-round" or (control == "void-hand" and call.seat == DEALER):
            self._round.close()
            self._void = dict.fromkeys(self._setup.numbers, call)
            self._end(())
        elif control == "void-hand":
            if call.seat not in self._setup.numbers:
                raise IllegalAnswer(f"here a {call.kind.replace('-', ' ')} voids one hand: name a seat that plays")
            self._void[call.seat] = call
            for index, question in enumerate(self._asked):
                if question.seat == call.seat and index not in self._answers and not isinstance(question, Deal | Draw):
                    self._take(index, question.default)
                    break

    def _control(self, call: Irregularity) -> str:
        if call != OUT_OF_CARDS:
            return self._setup.control(call.kind)
        if call.kind not in self._setup.settings:
            raise IllegalAnswer("this game does not run out of cards: its shoe holds all that a round can deal")
        if not any(isinstance(question, Deal) for question in self._asked):
            raise IllegalAnswer("no card is to be dealt now: a shoe runs out where one is")
        return "void-round"


def replay(play: Play, setup: Setup, entries: Iterable[Entry]) -> Standing:
    """The standing of a round after these entries."""
    table = Table(play, setup)
    for entry in entries:
        table.enter(entry)
    return table.standing


def run(play: Play, setup: Setup, answer: Callable[[Question, Standing], Answer]) -> tuple[Ruling, tuple[Entry, ...]]:
    """Play a whole round, asking `answer` each question; the ruling and the record."""
    table = Table(play, setup)
    while True:
        standing = table.standing
        if standing.ruling is not None:
            return standing.ruling, tuple(table.entries)
        question = standing.asked[0]
        table.enter(Entry(question.seat, answer(question, standing)))


def spread(
    play: Play,
    setup: Setup,
    pack: Sequence[int],
    decide: Callable[[Question, Standing], Answer],
    first: Sequence[Entry] = (),
) -> Iterator[tuple[Fraction, Ruling]]:
    """Every round that this pack can deal after `first`, with its probability; `decide` answers for the seats.

    Equal cards are dealt once, with their weight. Walks every deal: for small packs.
    """
    standing = replay(play, setup, first)
    if standing.ruling is not None:
        yield Fraction(1), standing.ruling
        return
    question = standing.asked[0]
    for weight, answer in _ways(question, standing, pack, decide):
        rest = list(pack)
        if isinstance(question, Deal) and isinstance(answer, int):
            rest.remove(answer)
        for chance, ruling in spread(play, setup, rest, decide, (*first, Entry(question.seat, answer))):
            yield weight * chance, ruling


def _ways(
    question: Question, standing: Standing, pack: Sequence[int], decide: Callable[[Question, Standing], Answer]
) -> Iterator[tuple[Fraction, Answer]]:
    """Each answer that chance may give, with its probability, or the one that `decide` gives."""
    if isinstance(question, Deal):
        for card, copies in sorted(Counter(pack).items()):
            yield Fraction(copies, len(pack)), card
    elif isinstance(question, Draw):
        yield from _draws(question)
    else:
        yield Fraction(1), decide(question, standing)


def _draws(question: Draw) -> Iterator[tuple[Fraction, int]]:
    """The distribution of a random number, or of the sum of dice."""
    ways = {0: 1} if question.dice else dict.fromkeys(range(question.least, question.most + 1), 1)
    for _ in range(question.dice):
        rolled: Counter[int] = Counter()
        for total, count in ways.items():
            for face in range(1, 7):
                rolled[total + face] += count
        ways = dict(rolled)
    for number, count in sorted(ways.items()):
        yield Fraction(count, sum(ways.values())), number
