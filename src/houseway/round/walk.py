"""Whole rounds: played again from their entries, played with somebody's answers, or all that a pack can deal."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from houseway.round.driver import Driver
from houseway.round.questions import Answer, Deal, Draw, Entry, Play, Question, Standing
from houseway.round.ruling import Ruling, Setup


def replay(play: Play, setup: Setup, entries: Iterable[Entry]) -> Standing:
    """The standing of a round after these entries."""
    driver = Driver(play, setup)
    for entry in entries:
        driver.enter(entry)
    return driver.standing


def run(play: Play, setup: Setup, answer: Callable[[Question, Standing], Answer]) -> tuple[Ruling, tuple[Entry, ...]]:
    """Play a whole round, asking `answer` each question; the ruling and the record."""
    driver = Driver(play, setup)
    while True:
        standing = driver.standing
        if standing.ruling is not None:
            return standing.ruling, tuple(driver.entries)
        question = standing.asked[0]
        driver.enter(Entry(question.seat, answer(question, standing)))


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
