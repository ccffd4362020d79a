"""Rounds to ask about: settings that offer what can be offered, wagers, and cards dealt with some luck.

Everything comes from the generator of numbers that is given, and so from a seed the same again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from houseway.cards import JOKER, cards_of, in_order, mask, rank, suit
from houseway.document.model import WagerSpec
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game, least_wagers
from houseway.round.driver import Driver
from houseway.round.questions import DEALER, Answer, Arrange, Choose, Deal, Draw, Entry, Standing, Wager
from houseway.round.ruling import Payout, Setup

DOLLARS = (1, 2, 3, 5, 7, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 80, 95, 100, 125, 150, 200, 300)
"""Amounts that people wager."""

FOCUS = 0.9
"""How often a lucky place is dealt a card out of its focus."""


class Table(NamedTuple):
    """A round that has ended, or stopped, at a table."""

    game: Game
    setup: Setup
    driver: Driver

    @property
    def standing(self) -> Standing:
        return self.driver.standing

    @property
    def ruling(self) -> tuple[Payout, ...]:
        return self.standing.ruling or ()


# ---------------------------------------------------------------------------------------------------- what is offered


@lru_cache(maxsize=256)
def offering(game: Game, settings: Settings, first: int) -> Settings:
    """The settings with every wager offered that can be beside the others; `first` is where the turn begins."""
    flags = [wager for wager in game.document.wagers if not wager.on_offer(settings)]
    for wager in (*flags[first % max(1, len(flags)) :], *flags[: first % max(1, len(flags))]):
        try:
            changed = settings.but(**{wager.offered: True})
            game.full_table(changed)
            if wager.before_deal:
                _made(game, changed, 1, {**least_wagers(game, changed), **_needed(game, changed, wager)})
        except HousewayError:
            continue
        settings = changed
    return settings


def _needed(game: Game, settings: Settings, wager: WagerSpec) -> dict[str, int]:
    """The least of a wager, with the first of those that it needs."""
    needs = [game.document.wager(each) for each in wager.needs[:1]]
    return {each.id: settings.integer(each.least) if each.least else 1_00 for each in (*needs, wager)}


def _made(game: Game, settings: Settings, seat: int, bets: dict[str, int]) -> Setup:
    """A setup with these wagers of a seat; refused where they cannot be made."""
    try:
        return game.setup(settings, {seat: bets})
    except HousewayError:
        other = 2 if seat == 1 else 1  # a game that needs two
        return game.setup(settings, {seat: bets, other: least_wagers(game, settings)})


# ---------------------------------------------------------------------------------------------------- wagers


def seated(game: Game, settings: Settings, luck: Random, seats: int, more: int, wanted: str = "") -> Setup:
    """So many seats with what they must wager and, among all, about so many wagers more; one of them `wanted`."""
    most = settings.integer("seats") if "seats" in settings else seats
    numbers = sorted(luck.sample(range(1, most + 1), min(seats, most)))
    least = least_wagers(game, settings)
    bets = {number: dict(least) for number in numbers}
    try:
        setup = game.setup(settings, bets)
    except HousewayError:  # a game that needs two
        numbers = sorted({*numbers, *range(1, 3)})
        bets = {number: dict(least) for number in numbers}
        setup = _covered(game, settings, bets)
    extra = [wager for wager in game.document.wagers if wager.before_deal and not wager.required]
    asked = [(luck.choice(numbers), each) for each in extra if each.id == wanted]
    asked += [(luck.choice(numbers), luck.choice(extra)) for _ in range(more if extra else 0)]
    raised = [(number, game.document.wager(wager)) for number in numbers for wager in least]
    for number, wager in (*asked, *raised):
        setup = _with(game, setup, bets, number, wager, luck)
    return setup


def _covered(game: Game, settings: Settings, bets: dict[int, dict[str, int]]) -> Setup:
    """Stakes raised together until they cover what the game asks of them."""
    for _ in range(20):
        try:
            return game.setup(settings, bets)
        except HousewayError:
            for each in bets.values():
                each |= {wager: 2 * cents for wager, cents in each.items()}
    return game.setup(settings, bets)


def _with(
    game: Game, setup: Setup, bets: dict[int, dict[str, int]], number: int, wager: WagerSpec, luck: Random
) -> Setup:
    """The setup with an amount on a wager, where the game allows it; else as it was."""
    settings, before = setup.settings, dict(bets[number])
    least = settings.integer(wager.least) if wager.least else 1_00
    most = settings.integer(wager.most) if wager.most else 100_00
    amounts = [100 * each for each in DOLLARS if least <= 100 * each <= most and 100 * each >= before.get(wager.id, 0)]
    cents = luck.choice(amounts) if amounts else before.get(wager.id, least)
    bets[number] = {**_needed(game, settings, wager), **before, wager.id: cents}
    try:
        return game.setup(settings, bets)
    except HousewayError:
        bets[number] = before
        return setup


# ---------------------------------------------------------------------------------------------------- cards


class Luck(NamedTuple):
    """Whom chance helps: lucky places are dealt mostly cards of a few ranks and suits, planted ones exactly these."""

    lucky: tuple[int, ...] = ()
    planted: Mapping[int, Sequence[int]] = {}
    takes: str = ""
    """A wager of mid-round that every seat makes."""
    stands: bool = False
    """Whether every seat does as little as it can, so that its hand stays as it was dealt."""


CHANCE_ALONE = Luck()


class Cards:
    """The shuffled pack, dealt with some luck so that rare hands come up."""

    def __init__(self, game: Game, settings: Settings, numbers: Random, luck: Luck = CHANCE_ALONE) -> None:
        self._numbers, self._lucky = numbers, frozenset(luck.lucky)
        self._planted = {place: list(cards) for place, cards in luck.planted.items()}
        self._left = list(game.pack(settings))
        numbers.shuffle(self._left)
        ranks = set(numbers.sample(range(13), numbers.choice((1, 2, 2, 3, 4, 5, 7))))
        suits = set(numbers.sample(range(4), numbers.choice((1, 1, 2, 4))))
        joker = numbers.random() < 0.3
        self._focus = {
            card
            for card in set(self._left)
            if (joker if card == JOKER else rank(card) in ranks and suit(card) in suits)
        }

    def deal(self, to: int) -> int:
        if self._planted.get(to):
            card = self._planted[to].pop(0)
            if card in self._left:
                self._left.remove(card)
                return card
        if to in self._lucky and self._numbers.random() < FOCUS:
            for at, card in enumerate(self._left):
                if card in self._focus:
                    return self._left.pop(at)
        return self._left.pop()


# ---------------------------------------------------------------------------------------------------- play


def played(
    game: Game,
    setup: Setup,
    numbers: Random,
    luck: Luck = CHANCE_ALONE,
    stop: Callable[[Standing], bool] | None = None,
) -> Table:
    """A round played to its end, or until it is told to stop, by bots that err now and then."""
    cards, driver = Cards(game, setup.settings, numbers, luck), Driver(game.round, setup)
    while (asked := driver.asked) and not (stop and stop(driver.standing)):
        question = asked[0]
        if isinstance(question, Deal):
            answer: Answer = cards.deal(question.to)
        elif isinstance(question, Wager):
            answer = _wagered(question, numbers, luck.takes)
        elif isinstance(question, Choose) and luck.stands:
            answer = question.default
        else:
            answer = _answer(game, question, driver, setup, numbers)
        driver.enter(Entry(question.seat, answer))
    return Table(game, setup, driver)


def _wagered(question: Wager, luck: Random, takes: str) -> int:
    """What a seat wagers in mid-round."""
    amounts = [100 * each for each in DOLLARS if question.least <= 100 * each <= question.most]
    makes = question.wager == takes or luck.random() < 0.15
    return luck.choice(amounts) if amounts and makes else 0


def _answer(game: Game, question: Draw | Choose | Arrange, driver: Driver, setup: Setup, luck: Random) -> Answer:
    if isinstance(question, Draw):
        if question.dice:
            return sum(luck.randint(1, 6) for _ in range(question.dice))
        return luck.randint(question.least, question.most)
    if isinstance(question, Arrange):
        if game.bots_think and luck.random() < 0.9:
            return _legal_piles(game, question, setup, luck)
        return question.default if luck.random() < 0.85 else _any_piles(question, luck)
    if game.bots_think or luck.random() < 0.1:
        return question.default if luck.random() < 0.8 else luck.choice(question.options)
    return game.bot(question, driver.standing, setup)


def _any_piles(question: Arrange, luck: Random) -> tuple[int, ...]:
    """Cards set as they come: now and then a foul."""
    cards = luck.sample(in_order(question.cards), len(question.cards))
    piles = []
    for size in question.sizes:
        piles.append(mask(cards[:size]))
        cards = cards[size:]
    return tuple(piles)


def _legal_piles(game: Game, question: Arrange, setup: Setup, luck: Random) -> tuple[int, ...]:
    """Piles that are no foul, where some tries find them: quicker than the way of who thinks."""
    for _ in range(12):
        piles = _any_piles(question, luck)
        if not game.piles_in_words(tuple(cards_of(pile) for pile in piles), setup.settings).foul:
            return piles
    return piles


def tried(luck: Random, times: int) -> Iterator[Random]:
    """A generator of numbers for each of some tries."""
    return (Random(luck.getrandbits(64)) for _ in range(times))


def beside(places: Sequence[int]) -> tuple[int, ...]:
    """Those places and the dealer's."""
    return (DEALER, *places)
