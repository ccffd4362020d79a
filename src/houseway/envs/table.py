"""A table that a learner plays at: rounds by the order of play, their cards a function of a seed and a number.

Both kinds of environment are made of it. Nothing of the rules is here: the order of play asks, and what is asked is
handed on.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.cards import DECK_WITH_JOKER
from houseway.envs.actions import Actions, Sizes
from houseway.errors import HousewayError, UnknownName
from houseway.game import Amount, Game, cents_of
from houseway.games import game as game_of
from houseway.round.questions import DEALER, Answer, Arrange, Question, Standing, Wager, default_of
from houseway.round.ruling import Ruling, Setup
from houseway.simulate.by_play import setup_of
from houseway.simulate.chance import ROUNDS, begin, fresh_state, opened
from houseway.simulate.driven import Cards, asked
from houseway.simulate.model import Plan

Counts = npt.NDArray[np.int8]

CARDS = len(DECK_WITH_JOKER)


class Table:
    """Rounds at one table, one after the other; `question` is what is asked now, None once a round has ended.

    `dealt_first` cards go to each place before the others where the cards are to lie as a kernel deals them.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int = 1,
        wagers: Mapping[str, Amount] | None = None,
        offers: Sequence[str] | None = None,
        **settings: object,
    ) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        self.settings = self.game.configure(**settings)
        self.setup = self._setup(seats, wagers)
        self.pack = self.game.pack(self.settings)
        self.offers = self._offers(offers)
        self.state = fresh_state(len(self.pack))
        self.seed, self.number, self.dealt_first = 0, -1, 0
        self.question: Question | None = None
        self.standing = Standing((), (), None)
        self.ruling: Ruling = ()
        self.actions = Actions(self.game, self.offers, self._piles())

    def _setup(self, seats: int, wagers: Mapping[str, Amount] | None) -> Setup:
        """As told, or the main wager alone, as large as it may be."""
        if wagers is not None:
            cents = {wager: cents_of(each) for wager, each in wagers.items()}
            return self.game.setup(self.settings, dict.fromkeys(range(1, seats + 1), cents))
        return setup_of(self.game, Plan(self.settings, (self.main,), seats=seats))

    @property
    def main(self) -> str:
        """The wager whose stake is the unit of rewards: the first that must be made, else the first of all."""
        before = [wager for wager in self.game.document.wagers if wager.before_deal]
        return next((wager.id for wager in before if wager.required), before[0].id)

    def _offers(self, named: Sequence[str] | None) -> tuple[str, ...]:
        """The wagers of mid-round that a learner is asked for: those named, or all that are offered."""
        later = [wager for wager in self.game.document.wagers if not wager.before_deal and wager.offered]
        known = [wager.id for wager in later if wager.on_offer(self.settings)]
        for name in named or ():
            if name not in known:
                offered = ", ".join(known) or "nothing"
                raise UnknownName(f"{self.game.name} offers no {name!r} in mid-round; it offers {offered}")
        return tuple(known if named is None else named)

    def _piles(self) -> Sizes | None:
        """The piles that a hand is set into; None where hands are not set: some first rounds show it."""
        for number in range(TRIED):
            self.deal(0, number)
            while self.question is not None:
                if isinstance(self.question, Arrange):
                    return Sizes(self.question.piles, self.question.sizes)
                self.answer(default_of(self.question))
        return None

    def deal(self, seed: int, number: int) -> None:
        """Begin a round: that of this number by this seed, the same as a simulation's."""
        self.seed, self.number, self.ruling = seed, number, ()
        opened(self.state, seed, ROUNDS)
        begin(self.state, number)
        cards = Cards(self.state, self.pack, self.dealt_first, len(self.setup.seats))
        self._round = asked(self.game, self.setup, cards)
        self._go_on(None)

    def answer(self, answer: Answer) -> None:
        """Answer what is asked, and go on to the next question or the end."""
        assert self.question is not None
        self.question.check(answer)
        self._go_on(answer)

    def act(self, action: int) -> bool:
        """Answer by an action; one that is no answer is played as the house plays for a seat that has left."""
        if self.question is None:
            return bool(self.actions.mask(None)[action])
        answer = self.actions.answer(self.question, action)
        self.answer(default_of(self.question) if answer is None else answer)
        return answer is not None

    def _go_on(self, answer: Any) -> None:
        """Take answers until a learner is asked: wagers of mid-round that are not offered to it are declined."""
        try:
            self.question, self.standing = self._round.send(answer)
            while isinstance(self.question, Wager) and self.question.wager not in self.offers:
                self.question, self.standing = self._round.send(0)
        except StopIteration as end:
            self.question, self.ruling = None, end.value

    # ------------------------------------------------------------------------------------------------ what a seat sees

    def hand(self, seat: int) -> Counts:
        """The cards of the hand that a seat plays now: of a spot that was split the one whose turn it is."""
        played = [hand for hand in self.hands(seat) if hand.playing]
        return counted(played[0].cards if played else self.standing.cards(seat))

    def hands(self, seat: int) -> Sequence[Any]:
        """The hands of a seat that has split; nothing where it has one."""
        return self.game.hands(self.standing, seat, self.setup) if self.question is not None else ()

    def dealer(self) -> Counts:
        """The dealer's cards that all may see."""
        return counted(self.standing.shown(DEALER))

    def others(self, seat: int) -> Counts:
        """What all may see of the other seats' cards."""
        return counted([card for other in self.setup.numbers if other != seat for card in self.standing.shown(other)])

    def won(self, seat: int) -> float:
        """What a seat has won in units of its main wager, all its wagers together."""
        stake = next(each.wagers[self.main] for each in self.setup.seats if each.number == seat)
        return float(Fraction(sum(payout.net for payout in self.ruling if payout.seat == seat), stake))


TRIED = 8
"""Rounds that are looked at for whether hands are set."""


def counted(cards: Sequence[int]) -> Counts:
    """How many there are of each card."""
    return np.bincount(np.array(cards, np.int64), minlength=CARDS).astype(np.int8)


def checked_seed(seed: int) -> int:
    """A seed that a stream can have."""
    if not 0 <= seed < 1 << 63:
        raise HousewayError(f"a seed lies between 0 and {(1 << 63) - 1}, not {seed}")
    return seed
