"""Drives one round: holds the generator, takes one answer at a time, and settles a supervisor's calls."""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence

from houseway.document.controls import STAGES, Control, everywhere
from houseway.errors import IllegalAnswer
from houseway.round.irregularities import (
    ANOTHER,
    FORFEIT,
    PLAY_ON,
    REPLACE,
    VOID_HAND,
    VOID_ROUND,
    Dead,
    Followed,
    Given,
    fits,
    given_in,
    last_dealt,
    replaced,
    same_question,
    stage_of,
    takes_any_number,
)
from houseway.round.questions import (
    CHANCE,
    DEALER,
    OUT_OF_CARDS,
    REFUSED,
    Answer,
    Burnt,
    Choose,
    Deal,
    Decided,
    Draw,
    Entry,
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
from houseway.round.ruling import Payout, Ruling, Setup
from houseway.round.terms import Ended

Stated = Reveal | Stake | Reconciled | Decided | Burnt | Voids | HandSize
"""What the generator says or asks of the driver itself."""


class Driver:
    """Drives one round: holds the generator and takes one entry at a time.

    An entry that is not allowed raises `IllegalAnswer` and changes nothing. Where a card is replaced, the generator is
    begun again and given the answers so far, with the new card; what it asks otherwise than before is asked anew.
    """

    def __init__(self, play: Play, setup: Setup) -> None:
        self._play, self._setup = play, setup
        self._dead: dict[int, Dead] = {}
        self._reconciled: list[Payout] = []
        self._decided: dict[tuple[int, str], Ended] = {}
        self._sizes: dict[int, int] = {}
        self._replacing: Deal | None = None
        self._out = 0
        self._reached = STAGES[0]
        self._stakes: dict[tuple[int, str], int] = {}
        self._held: dict[tuple[int, str], int] = {}
        """What each wager had at stake when a card of another seat was last replaced."""
        self._ruling: Ruling | None = None
        self.answered: list[tuple[Question | None, Entry]] = []
        self.followed: list[Followed] = []
        self.serials: dict[int, list[int]] = defaultdict(list)
        """Of the cards that lie at each place: the how many-th of the round each was to leave the shoe, from 0."""
        self._begin([])

    def _begin(self, given: Sequence[Given]) -> None:
        """Begin the order of play, with answers that were given before."""
        self._round = self._play(self._setup)
        self._given = list(given)
        self._asked: tuple[Question, ...] = ()
        self._together = False
        self._answers: dict[int, Answer] = {}
        self._events: list[Event] = []
        dead = {key: cents for key, cents in self._stakes.items() if key[0] in self._dead}
        seats = self._setup.seats
        self._stakes = {(seat.number, wager): cents for seat in seats for wager, cents in seat.wagers.items()}
        self._ruled = {(payout.seat, payout.wager) for payout in self._reconciled}
        for payout in self._reconciled:
            self._stake(payout.seat, payout.wager, -payout.stake)
        self._stakes |= dead
        self._advance(None)

    # ------------------------------------------------------------------------------------------------ reading

    @property
    def entries(self) -> list[Entry]:
        """What has been entered so far."""
        return [entry for _, entry in self.answered]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions that wait for an answer."""
        return tuple(question for _, question in self._open())

    @property
    def withheld(self) -> tuple[tuple[Question, Answer], ...]:
        """What was answered of questions asked together while one of them waits: no other seat knows it yet."""
        if not self._together or len(self._answers) == len(self._asked):
            return ()
        return tuple((self._asked[index], answer) for index, answer in self._answers.items())

    @property
    def standing(self) -> Standing:
        waiting = tuple(card for each in self._given for card in each.cards)
        return Standing(self.asked, tuple(self._events), self._ruling, waiting, self._reached)

    @property
    def reconciled(self) -> Ruling:
        """The wagers that are ruled upon already."""
        return tuple(self._reconciled)

    @property
    def void(self) -> frozenset[int]:
        """The seats whose hands a supervisor's call has killed."""
        return frozenset(self._dead)

    @property
    def staked(self) -> Mapping[int, int]:
        """What each seat has staked in all, what is ruled upon already too."""
        total: Counter[int] = Counter()
        for (seat, _), cents in self._stakes.items():
            total[seat] += cents
        for payout in self._reconciled:
            total[payout.seat] += payout.stake
        return total

    def _open(self) -> list[tuple[int, Question]]:
        """Those questions, each with its place among what is asked together."""
        if self._replacing is not None and self._ruling is None:
            return [(0, self._replacing)]
        return [(index, question) for index, question in enumerate(self._asked) if index not in self._answers]

    # ------------------------------------------------------------------------------------------------ answers

    def enter(self, entry: Entry) -> None:
        """Take one entry."""
        if self._ruling is not None:
            raise IllegalAnswer("the round has ended: its ruling stands")
        question: Question | None = None
        if isinstance(entry.answer, Irregularity):
            self._irregular(entry.answer)
        else:
            index, question = self._question_for(entry.seat)
            question.check(entry.answer)
            if isinstance(question, Deal):
                self._number(question.to)
            if self._replacing is not None and isinstance(entry.answer, int):
                self._replace(self._replacing.to, entry.answer)
            else:
                self._take(index, entry.answer)
        self.answered.append((question, entry))

    def _number(self, place: int) -> None:
        """Number a card that leaves the shoe for a place."""
        if self._replacing is not None:
            self.serials[place].pop()
        self.serials[place].append(self._out)
        self._out += 1

    def _question_for(self, seat: int) -> tuple[int, Question]:
        for index, question in self._open():
            if question.seat == seat:
                return index, question
        waiting = ", ".join("the shoe" if q.seat == CHANCE else f"seat {q.seat}" for _, q in self._open())
        who = "the shoe" if seat == CHANCE else f"seat {seat}"
        raise IllegalAnswer(f"{who} is not asked anything now; the round waits for {waiting}")

    def _take(self, index: int, answer: Answer) -> None:
        self._note(index, Given(self._asked[index], answer))
        if len(self._answers) == len(self._asked):
            self._advance(self._sent())

    def _note(self, index: int, given: Given) -> None:
        """Note an answer and the money that it stakes."""
        question = self._asked[index]
        self._answers[index] = given.answer
        if isinstance(question, Deal):
            self._events += [(Burnt(question.to, card), None) for card in given.burnt]
        self._events.append((question, given.answer))
        if isinstance(question, Wager) and isinstance(given.answer, int) and given.answer:
            self._stake(question.seat, question.wager, given.answer)

    def _sent(self) -> object:
        answers = tuple(self._answers[index] for index in range(len(self._asked)))
        return answers if self._together else answers[0]

    def _advance(self, send: object) -> None:
        """Let the generator go on to its next question that somebody has to answer, or to its end."""
        while True:
            try:
                step = self._round.send(send)
                while isinstance(step, Stated):
                    step = self._round.send(self._stated(step))
            except StopIteration as end:
                self._end(end.value)
                return
            self._together = isinstance(step, Together)
            self._asked = step.questions if isinstance(step, Together) else (step,)
            self._answers = {}
            for index, question in enumerate(self._asked):
                if (known := self._known(question)) is not None:
                    self._note(index, known)
            if len(self._answers) < len(self._asked):
                return
            send = self._sent()

    def _known(self, question: Question) -> Given | None:
        """An answer that was given before a card was replaced, or the default of a hand that is dead."""
        for at, each in enumerate(self._given):
            if same_question(question, each.question):
                del self._given[at]
                if fits(question, each.answer):
                    return each
                break
        if question.seat in self._dead and not isinstance(question, Deal | Draw):
            return Given(question, default_of(question))
        return None

    def _stated(self, step: Stated) -> frozenset[int] | int | Ruling | tuple[Ended, ...] | None:
        """Note a statement; who asks for dead hands, a number of cards or what is ruled or decided is answered."""
        if isinstance(step, Voids):
            return self.void
        if isinstance(step, HandSize):
            return self._sizes.get(step.of, step.cards)
        if isinstance(step, Reconciled):
            if step.payouts:
                self._events.append((self._reconcile(step.payouts), None))
            return tuple(self._reconciled)
        if isinstance(step, Decided):
            self._decided = {each.bet[:2]: each for each in step.ends} | self._decided
            return tuple(self._decided.values())
        self._events.append((step, None))
        if isinstance(step, Stake):
            self._stake(step.of, step.wager, step.cents)
        return None

    def _reconcile(self, payouts: Ruling) -> Reconciled:
        """These wagers are ruled upon: their money is no longer at stake; those reconciled before stay as they were."""
        live = tuple(each for each in payouts if each.seat not in self._dead and not self._is_ruled(each))
        self._reconciled += live
        for payout in live:
            self._held.pop((payout.seat, payout.wager), None)
            self._stake(payout.seat, payout.wager, -payout.stake)
        return Reconciled(live)

    def _is_ruled(self, payout: Payout) -> bool:
        """Whether the wager was reconciled before the order of play was begun again."""
        return (payout.seat, payout.wager) in self._ruled

    def _stake(self, seat: int, wager: str, cents: int) -> None:
        """Money that a seat adds, or that is ruled upon; a hand that is dead has at stake what it had when it died."""
        if seat in self._dead:
            return
        self._stakes[seat, wager] = self._stakes.get((seat, wager), 0) + cents

    def _end(self, ruling: Ruling) -> None:
        """The generator's ruling in its order of settling, with what was reconciled and the wagers of dead hands in
        their seat's turn; cards that the rules no longer deal are burnt."""
        self._asked, self._answers = (), {}
        left = [
            (each.question.to, card) for each in self._given if isinstance(each.question, Deal) for card in each.cards
        ]
        self._events += [(Burnt(place, card), None) for place, card in left]
        self._given = []
        live = (each for each in ruling if each.seat not in self._dead and not self._is_ruled(each))
        dead = (
            call.payout(seat, wager, cents)
            for (seat, wager), cents in self._stakes.items()
            if cents and (call := self._dead.get(seat)) is not None
        )
        turns = {seat: turn for turn, seat in enumerate(dict.fromkeys(payout.seat for payout in ruling))}
        payouts = (*self._reconciled, *live, *dead)
        self._ruling = tuple(sorted(payouts, key=lambda payout: turns.get(payout.seat, payout.seat)))

    # ------------------------------------------------------------------------------------------------ calls

    def _irregular(self, call: Irregularity) -> None:
        """Settle a supervisor's call by the operator's written control; the shoe's own call voids the round."""
        control = self._control(call)
        if call.seat not in (DEALER, *self._setup.numbers):
            seats = ", ".join(str(number) for number in self._setup.numbers)
            raise IllegalAnswer(f"a call names a seat that plays, {seats}, or 0 for the dealer, not {call.seat}")
        stage = stage_of(self.standing)
        then = control.then(call.seat, stage)
        already = call.seat in self._dead
        if then == VOID_ROUND:
            self._round.close()
            self._hold(set(self._setup.numbers) - set(self._dead))
            self._dead = dict.fromkeys(self._setup.numbers, Dead(call.kind, control.clause)) | self._dead
            self._end(())
        elif then in (VOID_HAND, FORFEIT):
            self._kill(call.seat, Dead(call.kind, control.clause, then == FORFEIT))
        elif then == REPLACE:
            self._burn(call, control)
        elif then == ANOTHER:
            self._deal_another(call, control)
        elif then == PLAY_ON and call.cards:
            self._lie(call, control)
        self.followed.append(Followed(call, then, stage, control, already))

    def _control(self, call: Irregularity) -> Control:
        if call != OUT_OF_CARDS:
            return self._setup.control(call.kind)
        settings = self._setup.settings
        specs = [spec for spec in settings.specs if spec.id == call.kind and settings[spec.id] != REFUSED]
        burning = [each.control for each in self.followed if each.then == REPLACE]
        if not specs and not burning:
            raise IllegalAnswer("this game does not run out of cards: its shoe holds all that a round can deal")
        if not any(isinstance(question, Deal) for _, question in self._open()):
            raise IllegalAnswer("no card is to be dealt now: a shoe runs out where one is")
        clause = specs[0].clause if specs else burning[-1].clause
        return Control(call.kind, "", clause, dealer=everywhere(VOID_ROUND))

    def _alive(self, seat: int, control: Control) -> None:
        if seat in self._dead:
            raise IllegalAnswer(
                f"the hand of seat {seat} is dead already: a second call changes nothing", control.clause
            )

    def _kill(self, seat: int, dead: Dead) -> None:
        """A hand is dead from now on, by the first call that kills it; the house answers what it is asked, while a card
        is being replaced once the round is gone through again: the burnt one decides nothing more."""
        if seat in self._dead:
            return
        self._hold({seat})
        self._dead[seat] = dead
        if self._replacing is not None:
            return
        for index, question in enumerate(self._asked):
            if question.seat == seat and index not in self._answers and not isinstance(question, Deal | Draw):
                self._take(index, default_of(question))
                break

    def _hold(self, seats: Container[int]) -> None:
        """What these seats have at stake is what dies with them, by answers that wait to be come to again too."""
        keys = [key for key in (*self._held, *self._stakes) if key[0] in seats]
        self._stakes |= {key: self._at_stake(key) for key in keys}

    def _burn(self, call: Irregularity, control: Control) -> None:
        """The last card to a place is replaced by the next one that is dealt."""
        self._alive(call.seat, control)
        if self._replacing is not None:
            raise IllegalAnswer("a card is being replaced: it is dealt first", control.clause)
        given = self._so_far()
        at = last_dealt(given, call.seat)
        if at is None:
            who = f"seat {call.seat}" if call.seat else "the dealer"
            raise IllegalAnswer(f"{call.kind}: {who} has no card to replace", control.clause)
        question = given[at].question
        assert isinstance(question, Deal)
        self._reached = stage_of(self.standing)
        self._replacing = question

    def _replace(self, place: int, card: int) -> None:
        """The new card is dealt: the round is gone through again with it."""
        self._replacing = None
        self._reached = stage_of(self.standing)
        self._held = {key: self._at_stake(key) for key in (*self._held, *self._stakes) if key[0] != place}
        self._begin(replaced(self._so_far(), place, card))

    def _at_stake(self, key: tuple[int, str]) -> int:
        """What a wager has at stake; while its seat's answers wait to be come to again, what it had before."""
        waiting = any(key[0] in (each.question.seat, _receiver(each.question)) for each in self._given)
        return self._held[key] if waiting and key in self._held else self._stakes.get(key, 0)

    def _so_far(self) -> list[Given]:
        """Every answer so far, those that wait to be come to again too."""
        return [*given_in(self._events), *self._given]

    def _deal_another(self, call: Irregularity, control: Control) -> None:
        """The seat takes one more card, as it might have chosen to."""
        self._alive(call.seat, control)
        for index, question in self._open():
            if question.seat == call.seat and isinstance(question, Choose):
                for option in question.options:  # who has left asks for no card: the next is another hand's then
                    if option != question.default and self._deals_next(call.seat, option):
                        self._take(index, option)
                        return
        raise IllegalAnswer(
            f"{call.kind}: the order of play has no other card for seat {call.seat} now: it is dealt one where the "
            "seat may ask for one",
            control.clause,
        )

    def _deals_next(self, seat: int, option: str) -> bool:
        """Whether a seat that chooses so is dealt a card for it and stakes nothing, in a trial with any cards."""
        trial = Driver(self._play, self._setup)
        for entry in (*self.entries, Entry(seat, option)):
            trial.enter(entry)
        if trial.staked != self.staked:
            return False
        while trial.standing.ruling is None:
            question = trial.standing.asked[0]
            if seat in (question.seat, question.to if isinstance(question, Deal) else CHANCE):
                return isinstance(question, Deal)
            chance = question.least if isinstance(question, Draw) else 0
            trial.enter(Entry(question.seat, chance if question.seat == CHANCE else default_of(question)))
        return False

    def _lie(self, call: Irregularity, control: Control) -> None:
        """A hand is dealt so many cards and played as it lies, where the rules can value it."""
        who = f"seat {call.seat}" if call.seat else "the dealer"
        if call.cards < 0 or self.standing.cards(call.seat):
            raise IllegalAnswer(f"{call.kind}: how many cards {who} has is told before they are dealt", control.clause)
        if not takes_any_number(self._play, self._setup, call.seat):
            raise IllegalAnswer(
                f"{call.kind}: a hand of {call.cards} cards cannot be played as it lies: the rules of this game value "
                "only hands of the number that they deal",
                control.clause,
            )
        self._sizes[call.seat] = call.cards
        self._begin(self._so_far())


def _receiver(question: Question) -> int:
    """Whose card a question is about."""
    return question.to if isinstance(question, Deal) else CHANCE
