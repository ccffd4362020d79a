"""Bonus wagers that a few dealt cards decide, added to any game in a few lines.

A bonus names its wager, how many of the first cards of a seat (and of the dealer) decide it, and a function from those
cards to the award of its paytable that they are, or to nothing. The document has the wager and its paytable. The same
function pays at the table and is counted over all deals by `houseway.lab.deals`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards import names
from houseway.document.settings import Settings
from houseway.errors import IllegalSetting
from houseway.round.questions import DEALER, Deal, Play, Round, Voids
from houseway.round.ruling import Bet, Payout, Seat, Setup
from houseway.round.terms import Terms, award_terms

Award = Callable[[Sequence[int]], str]
"""From the cards that decide, the seat's first, to an award; "" where they are none."""


@dataclass(frozen=True)
class Bonus:
    """A wager on the first cards of a seat, and of the dealer where `dealer` is not 0."""

    wager: str
    cards: int
    award: Award
    dealer: int = 0

    def held(self, cards: Sequence[int]) -> str:
        """The award that these cards are; a function that wants another number of them is told so."""
        try:
            return self.award(cards)
        except TypeError as fault:
            raise IllegalSetting(f"the bonus {self.wager} is decided by {len(cards)} cards: {fault}") from None

    def terms(self, award: str, settings: Settings) -> Terms:
        """How the wager ends with an award."""
        return award_terms(settings.in_force(self.wager), award)

    def payout(self, seat: Seat, dealt: dict[int, list[int]], settings: Settings) -> Payout:
        """What becomes of a seat's wager."""
        cards = (*dealt[seat.number][: self.cards], *dealt.get(DEALER, [])[: self.dealer])
        terms = self.terms(self.held(cards), settings)
        return terms.payout(Bet(seat.number, self.wager, seat.wagers[self.wager]), f"{names(cards)}: {terms.label}")


def with_bonuses(play: Play, bonuses: Sequence[Bonus]) -> Play:
    """An order of play that also rules on these wagers: after a seat's other wagers."""
    own = {bonus.wager: bonus for bonus in bonuses}

    def played(setup: Setup) -> Round:
        plain = Setup(
            setup.settings,
            tuple(Seat(seat.number, {w: c for w, c in seat.wagers.items() if w not in own}) for seat in setup.seats),
        )
        round_, dealt = play(plain), dict[int, list[int]]()
        answer: Any = None
        try:
            while True:
                step = round_.send(answer)
                answer = yield step
                if isinstance(step, Deal):
                    dealt.setdefault(step.to, []).append(answer)
        except StopIteration as end:
            ruling = end.value
        void = yield Voids()
        extra = [
            own[wager].payout(seat, dealt, setup.settings)
            for seat in setup.seats
            if seat.number not in void
            for wager in seat.wagers
            if wager in own
        ]
        return tuple(_in_turn(ruling, extra))

    return played


def _in_turn(ruling: Sequence[Payout], extra: Iterable[Payout]) -> Iterable[Payout]:
    """Seat by seat in the ruling's own order, each with its bonuses last."""
    left = list(extra)
    order = list(dict.fromkeys([payout.seat for payout in ruling] + [payout.seat for payout in left]))
    for seat in order:
        yield from (payout for payout in ruling if payout.seat == seat)
        yield from (payout for payout in left if payout.seat == seat)
