"""Rounds that end early: void by a supervisor's call, or for want of cards."""

from collections import Counter
from collections.abc import Callable, Iterator

from houseway.cards import rank
from houseway.conform.croupier import Croupier, rounds
from houseway.conform.playing import FEW, before_deal, staked
from houseway.errors import HousewayError, IllegalAnswer
from houseway.game import Game, least_wagers
from houseway.round import (
    CHANCE,
    OUT_OF_CARDS,
    Answer,
    Choose,
    Deal,
    Draw,
    Driver,
    Entry,
    Irregularity,
    Payout,
    Reconciled,
    Setup,
    Standing,
    Wager,
)
from houseway.round.questions import REFUSED, default_of
from houseway.round.record import record_from, settle, written


def a_void_round_returns_every_wager(game: Game) -> Iterator[str]:
    """Where the written control voids the round, what was reconciled before stays, and all else that was staked goes
    back."""
    kinds = [spec.id for spec in game.document.settings if spec.type == "control"]
    if not kinds:
        yield "no setting is of type control: say what the operator's written controls do about irregularities"
        return
    for croupier in rounds(game, FEW):
        driver = _interrupted(game, croupier, kinds[0])
        if driver is not None:
            yield from (f"{croupier}: {fault}" for fault in void_faults(before_deal(croupier), driver))


def void_faults(made: Counter[int], driver: Driver) -> Iterator[str]:
    """What is wrong with the ruling on a void round whose seats had `made` these wagers before the deal."""
    standing = driver.standing
    ruling = standing.ruling or ()
    won = reconciled(standing)
    if any(payout not in ruling for payout in won):
        yield "a void round undoes what was reconciled before"
    if any(payout.net or payout.award != "void" for payout in ruling if payout not in won):
        yield "a void round is ruled upon otherwise than by returning the wagers"
    ruled: Counter[int] = Counter()
    for payout in ruling:
        ruled[payout.seat] += payout.stake
    if staked(made, standing) != ruled:
        yield "a void round does not return every wager"


def reconciled(standing: Standing) -> list[Payout]:
    """What was ruled upon in mid-round."""
    return [payout for event, _ in standing.events if isinstance(event, Reconciled) for payout in event.payouts]


def _interrupted(game: Game, croupier: Croupier, kind: str) -> Driver | None:
    """A round that a call has voided somewhere on its way; None where it ended before."""
    settings = croupier.setup.settings.but(**{kind: "void-round"})
    driver = Driver(game.round, Setup(settings, croupier.setup.seats))
    for _ in range(croupier.random.randint(0, 20)):
        if driver.standing.ruling is None:
            question = croupier.random.choice(driver.standing.asked)
            driver.enter(Entry(question.seat, croupier.answer(question)))
    if driver.standing.ruling is not None:
        return None
    driver.enter(Entry(CHANCE, Irregularity(kind)))
    return driver


Choice = Callable[[Choose], str]
MORE_CARDS = ("split", "hit", "draw")
"""What a player says who wants more cards."""


def _asking_for_more(question: Choose) -> str:
    return next((word for word in MORE_CARDS if word in question.options), question.default)


def _always(number: int) -> Choice:
    return lambda question: question.options[min(number, len(question.options) - 1)]


CHOICES: tuple[Choice, ...] = (_asking_for_more, _always(0), _always(1), _always(2))


def thirsty(game: Game, setup: Setup, choose: Choice = _asking_for_more) -> Driver:
    """A round that takes as many cards as chance and the players can make it, from one shoe; where it ends or stops."""
    left = Counter(game.pack(setup.settings))
    driver = Driver(game.round, setup)

    def card(to: int) -> int:
        """A pair to split, else the lowest card left."""
        have = driver.standing.cards(to)
        copies = Counter(rank(card) for card in left.elements())
        if not have:
            return max(left, key=lambda card: (copies[rank(card)], rank(card) % 12))
        pairs = [card for card in left if rank(card) == rank(have[-1])]
        return pairs[0] if pairs else min(left, key=lambda card: (rank(card) + 1) % 13)

    while asked := driver.standing.asked:
        question = asked[0]
        answer: Answer
        if isinstance(question, Deal):
            if not left:
                break
            answer = card(question.to)
            left -= Counter([answer])
        elif isinstance(question, Draw | Wager):
            answer = question.least
        else:
            answer = choose(question) if isinstance(question, Choose) else default_of(question)
        driver.enter(Entry(question.seat, answer))
    return driver


def fullest(game: Game, **given: object) -> Setup:
    """The most seats at the fewest decks that may play a round."""
    few = {spec.id: spec.least for spec in game.document.settings if spec.id == "decks" and spec.least is not None}
    settings = game.document.configure(few | given)
    for seats in range(settings.integer("seats") if "seats" in settings else 6, 0, -1):
        try:
            return game.setup(settings, dict.fromkeys(range(1, seats + 1), least_wagers(game, settings)))
        except HousewayError:
            continue
    raise AssertionError("no table can be played with the fewest decks")


def running_out_of_cards(game: Game) -> Iterator[str]:
    """A game that can run out of cards says what follows, and one that cannot has no such setting."""
    setups = [fullest(game, **each) for each in _by_choice(game)]
    ran_out = any(_runs_out(game, setup) for setup in setups)
    setup = setups[0]
    spec = next((spec for spec in game.document.settings if spec.id == OUT_OF_CARDS.kind), None)
    if ran_out and spec is None:
        yield (
            f"{len(setup.seats)} seats can run out of cards: refuse so many in `check`, or give the document a setting "
            f"{OUT_OF_CARDS.kind}"
        )
    elif spec is not None and not ran_out:
        yield f"the document has a setting {OUT_OF_CARDS.kind}, and no round was found that runs out of cards"
    elif spec is None:
        try:
            Driver(game.round, setup).enter(Entry(CHANCE, OUT_OF_CARDS))
            yield "a round is void for want of cards though the shoe holds all that it can deal"
        except IllegalAnswer:
            return
    else:
        for choice in spec.choices:
            yield from _void_for_want_of_cards(game, choice)


def _by_choice(game: Game) -> list[dict[str, object]]:
    """The choices of what follows from a shoe that runs out; the defaults alone where there is none."""
    spec = next((spec for spec in game.document.settings if spec.id == OUT_OF_CARDS.kind), None)
    return [{}] if spec is None else [{spec.id: choice} for choice in spec.choices]


def _runs_out(game: Game, setup: Setup) -> bool:
    return any(thirsty(game, setup, choose).standing.ruling is None for choose in CHOICES)


def _void_for_want_of_cards(game: Game, choice: str) -> Iterator[str]:
    """With every card on the table the round is void under either setting, and its record says so."""
    setup = fullest(game, **{OUT_OF_CARDS.kind: choice})
    if choice == REFUSED:
        if _runs_out(game, setup):
            yield f"{len(setup.seats)} seats can run out of cards, and {OUT_OF_CARDS.kind} = {choice}: refuse so many"
        return
    driver = next(each for choose in CHOICES if (each := thirsty(game, setup, choose)).standing.ruling is None)
    made = Counter({seat.number: sum(seat.wagers.values()) for seat in setup.seats})
    driver.enter(Entry(CHANCE, OUT_OF_CARDS))
    yield from (f"out of cards ({choice}): {fault}" for fault in void_faults(made, driver))
    told = written(game, setup, driver.standing, tuple(driver.answered))
    if settle(record_from(told, "record", game)).ruling != driver.standing.ruling:
        yield f"out of cards ({choice}): the record of the round is ruled upon otherwise"
