"""Random rounds of any game: random settings, wagers, shoe and answers, all from one seed."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game, least_wagers
from houseway.round import (
    OUT_OF_CARDS,
    Answer,
    Choose,
    Deal,
    Draw,
    Driver,
    Entry,
    Irregularity,
    Question,
    Setup,
    Wager,
)
from houseway.shoe import Shoe

ROUNDS = 25
ANSWERS = 10_000
"""More answers than any round asks for: one that goes on longer does not end."""

Watch = Callable[[Driver], None]


def nothing(driver: Driver) -> None:
    """Look on, and do nothing."""


class Seating:
    """Random settings of a table, and random wagers of who sits there."""

    def __init__(self, game: Game, seed: int, *, eager: bool) -> None:
        self.game, self.eager = game, eager
        self.random = random.Random(seed)

    def setup(self) -> Setup:
        """Settings and wagers that the game takes; after many that it does not, the plain ones."""
        for _ in range(50):
            try:
                settings = self.game.document.configure(self._settings())
                return self.game.setup(settings, self._wagers(settings))
            except HousewayError:
                continue
        return self.game.full_table(self.game.document.configure({}))

    def _settings(self) -> dict[str, object]:
        given: dict[str, object] = {}
        offers = {wager.offered for wager in self.game.document.wagers} if self.eager else set()
        for spec in self.game.document.settings:
            if spec.id in offers:
                given[spec.id] = "yes"
            elif self.random.random() < 0.5 or spec.type in ("money", "name", "percent", "ratio"):
                continue
            elif spec.type == "flag":
                given[spec.id] = self.random.choice(["yes", "no"])
            elif spec.choices:
                given[spec.id] = self.random.choice(spec.choices)
            elif spec.type == "integer" and isinstance(spec.least, int) and isinstance(spec.most, int):
                given[spec.id] = self.random.randint(spec.least, spec.most)
        return given

    def _wagers(self, settings: Settings) -> dict[int, dict[str, int]]:
        seats = settings.integer("seats") if "seats" in settings else 2
        taken = sorted(self.random.sample(range(1, seats + 1), self.random.randint(1, seats)))
        return {seat: self._bets(settings) for seat in taken}

    def _bets(self, settings: Settings) -> dict[str, int]:
        bets: dict[str, int] = {}
        likely = 0.9 if self.eager else 0.5
        for wager in self.game.document.wagers:
            offered = wager.before_deal and wager.on_offer(settings)
            allowed = not wager.needs or any(other in bets for other in wager.needs)
            if offered and allowed and (wager.required or self.random.random() < likely):
                least = settings.integer(wager.least) if wager.least else 1_00
                most = settings.integer(wager.most) if wager.most else least * 20
                bets[wager.id] = self.random.randint(least, most)
        return bets or least_wagers(self.game, settings)


@lru_cache(maxsize=512)
def seated(game: Game, seed: int, eager: bool) -> tuple[Setup, Any]:
    """What is fixed before the first card of a round, and where chance goes on: all checks of a game play the same."""
    seating = Seating(game, seed, eager=eager)
    return seating.setup(), seating.random.getstate()


class Croupier:
    """Deals one round; `eager` seats offer and make every wager that they may.

    `holding` are cards that a place is to be dealt first.
    """

    def __init__(
        self, game: Game, seed: int, *, eager: bool = False, holding: Mapping[int, Sequence[int]] | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.setup, goes_on = seated(game, seed, eager)
        self.random = random.Random()
        self.random.setstate(goes_on)
        self.holding = {place: list(cards) for place, cards in (holding or {}).items()}
        taken = Counter(card for cards in self.holding.values() for card in cards)
        order = list((Counter(game.pack(self.setup.settings)) - taken).elements())
        self.random.shuffle(order)
        self.shoe = Shoe(order)

    def __str__(self) -> str:
        return f"round {self.seed}"

    def answer(self, question: Question) -> Answer | Irregularity:
        """Chance from the shoe and the seed; any legal answer for a seat."""
        if isinstance(question, Deal):
            if first := self.holding.get(question.to):
                return first.pop(0)
            return self.shoe.deal() if len(self.shoe) else OUT_OF_CARDS
        if isinstance(question, Draw):
            return self.random.randint(question.least, question.most)
        if isinstance(question, Choose):
            return self.random.choice(question.options)
        if isinstance(question, Wager):
            return self.random.choice([0, question.least, question.most])
        cards = list(question.cards)
        self.random.shuffle(cards)
        piles = []
        for count in question.sizes:
            piles.append(sum(1 << card for card in cards[:count]))
            cards = cards[count:]
        return tuple(piles)

    def play(self, watch: Watch = nothing, answer: Callable[[Question, Driver], Answer] | None = None) -> Driver:
        """A whole round; `watch` looks on before every answer, `answer` speaks for the seats."""
        driver = Driver(self.game.round, self.setup)
        for _ in range(ANSWERS):
            watch(driver)
            asked = driver.standing.asked
            if not asked:
                return driver
            question = self.random.choice(asked)
            chance = isinstance(question, Deal | Draw) or answer is None
            given = self.answer(question) if chance or answer is None else answer(question, driver)
            driver.enter(Entry(question.seat, given))
        raise AssertionError(f"{self} does not end after {ANSWERS:,} answers")


def rounds(game: Game, count: int = ROUNDS, *, eager: bool = False) -> Iterator[Croupier]:
    """So many croupiers, each with a round of its own."""
    return (Croupier(game, seed, eager=eager) for seed in range(count))
