"""What is asked of a simulation, and what a game answers: its round, its data, and the terms on which wagers end."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.document.settings import Settings
from houseway.lab.result import Parts
from houseway.round.questions import Answer, Question, Standing
from houseway.round.ruling import Setup
from houseway.round.terms import Terms
from houseway.simulate.chance import ROUNDS, SHOES
from houseway.simulate.loop import Course, Ints, Play

BEST, BASIC, HOUSE_WAY, RANDOM = "best", "basic", "house-way", "random"
STRATEGIES = (BEST, BASIC, HOUSE_WAY, RANDOM)


@dataclass(frozen=True)
class Shoe:
    """How a shoe is dealt: how much of it before the cut card (0: shuffled for every round), how many cards are burnt.

    `tags` is what each card counts for a counter, by card; none where nobody counts.
    """

    penetration: Fraction = Fraction(0)
    burnt: int = 0
    tags: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What is to be simulated: made and checked by `houseway.simulate.simulate`.

    `strategy` is one of `STRATEGIES`, or the content of a file.
    """

    settings: Settings
    wagers: tuple[str, ...]
    strategy: str = BEST
    seats: int = 1
    shoe: Shoe = field(default_factory=Shoe)

    @property
    def strategy_name(self) -> str:
        """Its name; of a file that it is one."""
        return self.strategy if self.strategy in STRATEGIES else "a strategy of one's own"


class Wagered(NamedTuple):
    """A wager: the ends that a code stands for, each the terms of its units; what it is valued at, in cents."""

    wager: str
    ends: tuple[Parts, ...]
    meter: int | None = None
    stake: int = 0

    def worths(self) -> tuple[Fraction, ...]:
        """What a unit wins with each end."""
        return tuple(
            sum((units * terms.worth(self.meter, self.stake) for terms, units in parts), Fraction(0))
            for parts in self.ends
        )

    def awards(self) -> tuple[str, ...]:
        """Each end in a word or two."""
        return tuple(award_of(parts) for parts in self.ends)


def one(terms: Terms) -> Parts:
    """An end in which the whole wager is on one term."""
    return ((terms, Fraction(1)),)


def award_of(parts: Parts) -> str:
    """`win`, or `2 win, 1 lose` where several units have ended apart."""
    if len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0].award
    return ", ".join(f"{units} {terms.award}" for terms, units in parts if units) or "nothing"


Answers = Callable[[Question, Standing, Setup, Any], Answer]
"""How the strategy answers a question of the order of play; chance, where it takes part, is the state of the stream."""


@dataclass(frozen=True)
class Simulation:
    """How rounds of a game are drawn: what a game's hook `simulation` answers to a plan.

    `play` deals a round and writes a code for each wager of each seat, seat by seat. `data` is a NamedTuple of arrays
    and integers whose field `pack` is all cards. `answer` is the same strategy for the order of play. `dealt_first`
    tells how many cards go to each place before anything is asked where the kernel deals in another order than the
    table does, dealer first; nothing where it deals as the table. Of `counted` seats the wagers are counted, of all
    where it is 0. `gpu` says whether the round is in the rule subset to its last function; `registers` are the most
    that a thread may have there, 0 for any: where threads wait for each other, many with few of them are quicker.
    """

    plan: Plan
    wagers: tuple[Wagered, ...]
    play: Play
    data: Any
    answer: Answers
    exact: Callable[[str], Fraction | None]
    room: int = 1
    slice: int = 1 << 15
    dealt_first: int = 0
    counted: int = 0
    gpu: bool = True
    registers: int = 0
    notes: tuple[str, ...] = ()

    @property
    def cards(self) -> int:
        return len(self.data.pack)

    @property
    def total(self) -> int:
        """How many ends there are of all wagers."""
        return sum(len(each.ends) for each in self.wagers)

    @property
    def offsets(self) -> Ints:
        """Where the ends of each code begin, for every wager of every seat; below zero where they are not counted."""
        starts = np.cumsum([0, *(len(each.ends) for each in self.wagers)])[:-1]
        found = np.tile(starts.astype(np.int64), self.plan.seats)
        if self.counted:
            found[self.counted * len(self.wagers) :] = -1
        return found

    @property
    def course(self) -> Course:
        shoe = self.plan.shoe
        cut = int(shoe.penetration * self.cards)
        most = MOST_COUNT if shoe.tags else 0
        return Course(SHOES if cut else ROUNDS, shoe.burnt, cut, 52, most)

    @property
    def tags(self) -> Ints:
        """What each card of the pack counts for a counter; a joker counts 0."""
        if not self.plan.shoe.tags:
            return np.zeros(0, np.int64)
        tags = (*self.plan.shoe.tags, 0)
        return np.array([tags[card] for card in self.data.pack], np.int64)

    @property
    def comparable(self) -> bool:
        """Whether the exact figures hold for it: they are of a fresh pack."""
        return self.course.cut == 0

    @property
    def independent(self) -> bool:
        """Whether every wager counted is independent of every other: one seat, and a fresh pack for each round."""
        return (self.counted or self.plan.seats) == 1 and self.course.cut == 0


MOST_COUNT = 10
"""True counts beyond this are counted with it."""
