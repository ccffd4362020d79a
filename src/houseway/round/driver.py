"""Drives one round: holds the generator, takes one answer at a time, and settles a supervisor's calls."""

from houseway.errors import IllegalAnswer
from houseway.round.questions import (
    CHANCE,
    DEALER,
    OUT_OF_CARDS,
    Answer,
    Deal,
    Draw,
    Entry,
    Event,
    Irregularity,
    Play,
    Question,
    Reconciled,
    Reveal,
    Stake,
    Standing,
    Statement,
    Together,
    Voids,
    Wager,
)
from houseway.round.ruling import Payout, Ruling, Setup, void


class Driver:
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
        self._reconciled: list[Payout] = []
        self._ruling: Ruling | None = None
        self.answered: list[tuple[Question | None, Entry]] = []
        self._advance(None)

    @property
    def entries(self) -> list[Entry]:
        """What has been entered so far."""
        return [entry for _, entry in self.answered]

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
        question: Question | None = None
        if isinstance(entry.answer, Irregularity):
            self._irregular(entry.answer)
        else:
            index = self._question_for(entry.seat)
            question = self._asked[index]
            question.check(entry.answer)
            self._take(index, entry.answer)
        self.answered.append((question, entry))

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
            while isinstance(step, Reveal | Stake | Reconciled | Voids):
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
        if isinstance(step, Reconciled):
            step = Reconciled(tuple(payout for payout in step.payouts if payout.seat not in self._void))
            self._reconcile(step.payouts)
        self._events.append((step, None))
        if isinstance(step, Stake):
            self._stake(step.of, step.wager, step.cents)
        return None

    def _reconcile(self, payouts: Ruling) -> None:
        """These wagers are ruled upon: their money is no longer at stake."""
        self._reconciled += payouts
        for payout in payouts:
            self._stake(payout.seat, payout.wager, -payout.stake)

    def _stake(self, seat: int, wager: str, cents: int) -> None:
        self._stakes[seat, wager] = self._stakes.get((seat, wager), 0) + cents

    def _end(self, ruling: Ruling) -> None:
        """The generator's ruling in its order of settling, with what was reconciled before and the wagers of void hands
        given back, each in its seat's turn."""
        self._asked, self._answers = (), {}
        specs = {spec.id: spec for spec in self._setup.settings.specs}
        live = tuple(payout for payout in ruling if payout.seat not in self._void)
        back = tuple(
            void(seat, wager, cents, call.kind, specs[call.kind].clause)
            for (seat, wager), cents in self._stakes.items()
            if cents and (call := self._void.get(seat)) is not None
        )
        turns = {seat: turn for turn, seat in enumerate(dict.fromkeys(payout.seat for payout in ruling))}
        self._ruling = tuple(
            sorted((*self._reconciled, *live, *back), key=lambda payout: turns.get(payout.seat, payout.seat))
        )

    def _irregular(self, call: Irregularity) -> None:
        """Settle a supervisor's call by the operator's written control; the shoe's own call voids the round."""
        control = self._control(call)
        if call.seat not in (DEALER, *self._setup.numbers):
            seats = ", ".join(str(number) for number in self._setup.numbers)
            raise IllegalAnswer(f"a call names a seat that plays, {seats}, or 0 for the dealer, not {call.seat}")
        if control == "void-round" or (control == "void-hand" and call.seat == DEALER):
            self._round.close()
            self._void = dict.fromkeys(self._setup.numbers, call)
            self._end(())
        elif control == "void-hand":
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
