"""Game protection: what the cards that are gone are worth to somebody who counts them.

What a wager wins that a few cards decide is a sum over all sets of such cards: their worth times the ways to draw them,
a polynomial in the numbers of cards that are left. It is taken once; what removing a card does, which whole-number
count follows it best, and what that count wins are then sums over it. Nothing is simulated.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import RANKS, SYMBOLS
from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer, UnknownName
from houseway.game import Game, Progress
from houseway.lab.result import exact
from houseway.tabular import Rows, Tabular

Floats = NDArray[np.float64]

MANY = 4
"""From more cards than these on, finer tags take long."""

CARE = 0.5
"""Units won in a hundred hands from which a room should care."""


@dataclass(frozen=True)
class Deals:
    """All that decides a wager: `ends` tells for kinds of cards, sorted, in how many of their orders each award comes.

    `kinds` names the kinds of cards, `counts` says how many of each the shoe holds when the wager is made first, `wins`
    what a unit of each award wins, and `seen` is how many other cards of the same round one has seen by then.
    """

    kinds: tuple[str, ...]
    counts: tuple[int, ...]
    ends: Mapping[tuple[int, ...], Mapping[str, int]]
    wins: Mapping[str, Fraction]
    seen: int = 0

    @cached_property
    def worth(self) -> Mapping[tuple[int, ...], Fraction]:
        """What a unit wins over all orders of these kinds."""
        return {
            cards: sum((orders * self.wins[award] for award, orders in each.items()), Fraction(0))
            for cards, each in self.ends.items()
        }

    def value(self, counts: Sequence[int]) -> Fraction:
        """What a unit wins on average from a shoe with so many cards of each kind."""
        total = sum(counts)
        by_size: dict[int, Fraction] = {}
        for cards, worth in self.worth.items():
            by_size[len(cards)] = by_size.get(len(cards), Fraction(0)) + worth * _ways(cards, counts)
        return sum((won / perm(total, size) for size, won in by_size.items()), Fraction(0))

    @cached_property
    def removal(self) -> tuple[Fraction, ...]:
        """For each kind: by how much a unit wins more when one card of it is gone; nothing where there is none.

        Without a card of kind k, cards with m of it are drawn in (n - m) / n as many ways.
        """
        total = sum(self.counts)
        won: dict[int, Fraction] = {}
        lost: dict[tuple[int, int], Fraction] = {}
        for cards, worth in self.worth.items():
            size, drawn = len(cards), worth * _ways(cards, self.counts)
            won[size] = won.get(size, Fraction(0)) + drawn
            for kind in cards:
                lost[size, kind] = lost.get((size, kind), Fraction(0)) + drawn
        whole = sum((each / perm(total, size) for size, each in won.items()), Fraction(0))
        return tuple(
            sum(
                ((won[size] - lost.get((size, kind), Fraction(0)) / count) / perm(total - 1, size) for size in won),
                Fraction(0),
            )
            - whole
            if count
            else Fraction(0)
            for kind, count in enumerate(self.counts)
        )


def _ways(cards: Sequence[int], counts: Sequence[int]) -> int:
    """In how many ways cards of these kinds are drawn in a given order; they are sorted."""
    ways, last, times = 1, -1, 0
    for kind in cards:
        times = times + 1 if kind == last else 0
        ways *= counts[kind] - times
        last = kind
    return ways


# ------------------------------------------------------------------------------------------------ the best count


class Count(NamedTuple):
    """Whole numbers to add for each card that is seen, and how well they follow the true worth (1 at best)."""

    tags: tuple[int, ...]
    correlation: float


def best_count(removal: Sequence[Fraction], counts: Sequence[int], most: int) -> Count:
    """The whole numbers from -most to most that correlate best with what removing each card does.

    Kinds of one effect have one number. Where these are few enough every choice is tried; else the effects are rounded
    at every scale and offset of a fine grid. Of equally good ones that is taken which stays nearest to zero.
    """
    kinds = sorted(set(removal))
    held = [sum(n for e, n in zip(removal, counts, strict=True) if e == effect) for effect in kinds]
    numbers = range(-most, most + 1)
    if len(numbers) ** len(kinds) <= FEW:
        tried = np.array(list(product(numbers, repeat=len(kinds))))
    else:
        tried = _rounded([float(each) for each in kinds], most)
    found = _correlations(tried, np.array([float(each) for each in kinds]), np.array(held, float))
    level = [tried[i] for i in np.nonzero(found >= found.max() - 1e-9)[0]]
    tags = min(level, key=lambda t: (abs(int(t @ np.array(held))), int(np.abs(t).sum()), tuple(t)))
    by_effect = dict(zip(kinds, (int(each) for each in tags), strict=True))
    if found.max() <= 0:
        return Count((0,) * len(counts), 0.0)
    return Count(tuple(by_effect[each] for each in removal), min(1.0, float(found.max())))


FEW = 200_000


def _rounded(effects: Sequence[float], most: int) -> NDArray[np.int64]:
    """Effects as whole numbers, at many scales and offsets."""
    middle, width = sum(effects) / len(effects), max(effects) - min(effects)
    scales = [width / (most * 2) * (0.2 + each / 50) for each in range(120)] if width else [1.0]
    shifts = [each / 24 for each in range(-24, 25)]
    rows = [
        [max(-most, min(most, round((e - middle) / scale + shift))) for e in effects]
        for scale in scales
        for shift in shifts
    ]
    return np.array(rows)


def _correlations(tried: NDArray[np.int64], effects: Floats, held: Floats) -> Floats:
    """Of each row of numbers with the effects, over all cards."""
    weight = held / held.sum()
    own = tried - (tried @ weight)[:, None]
    true = effects - effects @ weight
    spread = np.sqrt((own**2 @ weight) * (true**2 @ weight))
    found: Floats = np.divide(own @ (weight * true), spread, out=np.zeros(len(tried)), where=spread > 1e-300)
    return found


# ------------------------------------------------------------------------------------------------ what it wins


class Depth(NamedTuple):
    """After so many cards: each count that can stand, its chance, and what the wager is then worth."""

    gone: int
    counts: NDArray[np.int64]
    chances: Floats
    worth: Floats


def depths(deals: Deals, tags: Sequence[int], gone: Iterable[int]) -> list[Depth]:
    """The wager given the count, exactly but for rounding: sums of positive numbers throughout.

    A deal and the cards before it are drawn from one shoe in any order, so the chance of a deal given a count is its
    own chance times that of the count from the rest of the shoe. Only how many cards of each tag a deal takes matters.
    """
    wanted = sorted(set(gone))
    classes = sorted(set(tags))
    held = [sum(n for t, n in zip(tags, deals.counts, strict=True) if t == each) for each in classes]
    span = _span(classes, held, wanted[-1])
    whole = _sums(classes, held, wanted, span)
    worth = [np.zeros_like(each) for each in whole]
    for taken, won in _by_tags(deals, tags, classes).items():
        rest = _sums(classes, [n - k for n, k in zip(held, taken, strict=True)], wanted, span)
        left = sum(held) - sum(taken)
        for index, number in enumerate(wanted):
            worth[index] += won * rest[index] / float(comb(left, number))
    found = []
    for index, number in enumerate(wanted):
        chances = whole[index] / float(comb(sum(held), number))
        there = chances > 1e-15
        counts = np.nonzero(there)[0] + span.low
        found.append(Depth(number, counts, chances[there], worth[index][there] / chances[there]))
    return found


class _Span(NamedTuple):
    """The counts that can stand at all."""

    low: int
    high: int


def _span(classes: Sequence[int], held: Sequence[int], deepest: int) -> _Span:
    low = sum(min(0, tag) * min(count, deepest) for tag, count in zip(classes, held, strict=True))
    high = sum(max(0, tag) * min(count, deepest) for tag, count in zip(classes, held, strict=True))
    return _Span(max(low, deepest * min(0, *classes)), min(high, deepest * max(0, *classes)))


def _sums(classes: Sequence[int], held: Sequence[int], wanted: Sequence[int], span: _Span) -> list[Floats]:
    """In how many ways so many cards sum to each count of the span, for each wanted number of cards."""
    deepest = max(wanted)
    ways = np.zeros((deepest + 1, span.high - span.low + 1))
    ways[0, -span.low] = 1.0
    for tag, count in zip(classes, held, strict=True):
        after = np.zeros_like(ways)
        for drawn in range(min(count, deepest) + 1):
            shift = tag * drawn
            into = slice(max(0, shift), ways.shape[1] + min(0, shift))
            out_of = slice(max(0, -shift), ways.shape[1] - max(0, shift))
            if into.stop > into.start:
                after[drawn:, into] += float(comb(count, drawn)) * ways[: deepest + 1 - drawn, out_of]
        ways = after
    return [ways[number] for number in wanted]


def _by_tags(deals: Deals, tags: Sequence[int], classes: Sequence[int]) -> dict[tuple[int, ...], float]:
    """What deals win, each times its chance from the full shoe, by how many cards of each tag they take."""
    total = sum(deals.counts)
    place = {tag: index for index, tag in enumerate(classes)}
    found: dict[tuple[int, ...], Fraction] = {}
    for cards, worth in deals.worth.items():
        taken = [0] * len(classes)
        for kind in cards:
            taken[place[tags[kind]]] += 1
        won = worth * _ways(cards, deals.counts) / perm(total, len(cards))
        found[tuple(taken)] = found.get(tuple(taken), Fraction(0)) + won
    return {taken: float(won) for taken, won in found.items()}


class Gain(NamedTuple):
    """A count in use: from which count on, how often the wager is made, and what a hundred hands then win."""

    trigger: int
    good: float
    per_hundred: float


@dataclass(frozen=True)
class Protection(Tabular):
    """What there is to count in a wager, and what counting wins at a stated cut."""

    title: str
    deals: Deals
    count: Count
    cut: Fraction
    known: Gain
    by_trigger: Gain
    other_seats: Mapping[int, float]

    def __repr__(self) -> str:
        return f"<protection of {self.title}: {self.by_trigger.per_hundred:.3f} units in 100 hands>"

    @property
    def edge(self) -> Fraction:
        """The edge from a full shoe."""
        return -self.deals.value(self.deals.counts)

    @property
    def cares(self) -> bool:
        """Whether a room should care."""
        return max(self.known.per_hundred, self.by_trigger.per_hundred) >= CARE

    def grouped(self) -> list[tuple[str, Fraction, int]]:
        """Kinds of one effect together: their names, the effect, the tag."""
        found: dict[tuple[Fraction, int], list[str]] = {}
        for name, effect, tag in zip(self.deals.kinds, self.deals.removal, self.count.tags, strict=True):
            found.setdefault((effect, tag), []).append(name)
        by_effect = sorted(found.items(), key=lambda item: -item[0][0])
        return [(_brief(names), effect, tag) for (effect, tag), names in by_effect]

    def tabulated(self) -> Rows:
        return Rows(repr(self).strip("<>"), ("cards", "worth", "tag"), self.grouped(), tuple(self.notes()))

    def notes(self) -> Iterable[str]:
        """What it comes to, in sentences."""
        cut = f"{float(100 * self.cut):g} %"
        if not any(self.count.tags):
            yield "No card is worth more than another when it is gone: no count by single cards helps."
            return
        if not self.by_trigger.per_hundred:
            yield f"No whole true count makes it good with {cut} of the shoe dealt."
        else:
            trigger, good, won = self.by_trigger
            yield (
                f"Bet at a true count of {trigger:+d} or more: {100 * good:.2f} % of the time, "
                f"{won:.3f} units won in 100 hands with {cut} of the shoe dealt."
            )
        if drift := _drift(self.deals, self.count):
            yield f"The count drifts: take {drift:+.4f} off it for every card seen, and divide by the decks left."
        yield f"Whoever knows the worth of every count wins {self.known.per_hundred:.3f} units in 100 hands."
        yield f"The count follows the true worth with a correlation of {self.count.correlation:.4f}."
        for seats, gain in self.other_seats.items():
            who = "1 other seat" if seats == 1 else f"{seats} other seats"
            yield f"Seeing the cards of {who} in a fresh shoe wins {gain:.4f} units in 100 hands where it is offered."
        if not self.other_seats:
            yield "The wager is made before any card of the round: other seats' cards tell nothing by then."
        if self.cares:
            yield f"A room should care: this is {CARE} units in 100 hands or more."

    def json(self) -> dict[str, Any]:
        """As `houseway protect --json` prints it."""
        return {
            "of": self.title,
            "edge": exact(self.edge),
            "cut": float(self.cut),
            "removal": {name: exact(each) for name, each in zip(self.deals.kinds, self.deals.removal, strict=True)},
            "count": dict(zip(self.deals.kinds, self.count.tags, strict=True)),
            "correlation": self.count.correlation,
            "trigger": self.by_trigger._asdict(),
            "knowing_every_count": self.known._asdict(),
            "other_seats_per_hundred": {str(seats): gain for seats, gain in self.other_seats.items()},
            "should_care": self.cares,
        }


def _brief(names: Sequence[str]) -> str:
    """Cards by their rank or their suit alone where all of them are there."""
    cards = [each for each in names if len(each) == 2 and each[1] in SYMBOLS]
    ranks = {each[0] for each in cards}
    suits = {each[1] for each in cards}
    if not cards or len(cards) != len(names):
        return " ".join(names)
    if len(ranks) == len(RANKS) and len(cards) == len(ranks) * len(suits):
        return "all cards" if len(suits) == len(SYMBOLS) else " ".join(f"all {suit}" for suit in suits)
    whole = [rank for rank in RANKS if all(rank + suit in cards for suit in SYMBOLS)]
    return " ".join([*whole, *(each for each in cards if each[0] not in whole)])


def protection(title: str, deals: Deals, *, cut: Fraction = Fraction(3, 4), most: int = 0) -> Protection:
    """What counting wins where this part of the shoe is dealt, with tags up to `most`; hands fall evenly over it.

    Where no `most` is given tags go up to 2, or to 1 where many cards decide.
    """
    if not 0 < cut < 1:
        raise IllegalAnswer("the cut is a part of the shoe between 0 % and 100 %")
    if not 0 <= most <= 5:
        raise IllegalAnswer("tags go up to a whole number between 1 and 5")
    most = most or (2 if max(len(cards) for cards in deals.worth) <= MANY else 1)
    count = best_count(deals.removal, deals.counts, most)
    total = sum(deals.counts)
    last = int(cut * total)
    where = depths(deals, count.tags, range(0, last + 1, max(1, total // 52)))
    seats = {others: 2 * others for others in (1, 3, 5)} if deals.seen else {}
    at = {depth.gone: depth for depth in depths(deals, count.tags, seats.values())} if seats else {}
    return Protection(
        title,
        deals,
        count,
        cut,
        _known(where),
        _triggered(where, total, _drift(deals, count)),
        {others: 100 * _won(at[cards]) for others, cards in seats.items()},
    )


def _drift(deals: Deals, count: Count) -> float:
    """What a card adds to the count on average."""
    return sum(t * n for t, n in zip(count.tags, deals.counts, strict=True)) / sum(deals.counts)


def _won(depth: Depth) -> float:
    """What is won where the wager is made whenever it is good."""
    return float((depth.chances * np.clip(depth.worth, 0, None)).sum())


def _known(where: Sequence[Depth]) -> Gain:
    """The wager made whenever the count says that it is good."""
    good = sum(float(each.chances[each.worth > 0].sum()) for each in where) / len(where)
    return Gain(0, good, 100 * sum(_won(each) for each in where) / len(where))


def _triggered(where: Sequence[Depth], total: int, drift: float) -> Gain:
    """The whole number of the count per deck that is left, beyond its drift, from which on the wager is best made."""
    best = Gain(0, 0.0, 0.0)
    for trigger in range(-60, 61):
        good = won = 0.0
        for each in where:
            made = (each.counts - drift * each.gone) * 52 >= trigger * (total - each.gone)
            good += float(each.chances[made].sum())
            won += float((each.chances[made] * each.worth[made]).sum())
        if won / len(where) * 100 > best.per_hundred:
            best = Gain(trigger, good / len(where), 100 * won / len(where))
    return best


def surveyed(
    game: Game,
    settings: Settings,
    wager: str = "",
    *,
    cut: Fraction,
    most: int,
    every: bool = False,
    progress: Progress = None,
    **asked: Any,
) -> list[Protection]:
    """A wager, or all that can be counted, by the paytable in force or by every one that the decks allow."""
    wagers = [wager] if wager else [each.id for each in game.document.wagers]
    asks = [
        game.ask(each, settings, paytable=paytable, **asked)
        for each in wagers
        for paytable in (_tables(game, settings, each) if every else [""])
        if wager or _offered(game, settings, each)
    ]
    found = []
    for number, ask in enumerate(asks, 1):
        try:
            deals = game.deals(ask)
        except UnknownName:
            if wager:
                raise
            continue
        table = ask.table()
        title = f"{ask.wager}, {table.id}" if table is not None else ask.wager
        found.append(protection(title, deals, cut=cut, most=most))
        if progress is not None:
            progress(number / len(asks))
    if not found:
        raise UnknownName(
            f"{game.name}: no wager is decided by a few cards from a shoe that is dealt on: there is nothing to count"
        )
    return found


def _tables(game: Game, settings: Settings, wager: str) -> list[str]:
    tables = [table.id for table in game.document.paytables_of(wager) if table.allows(settings.decks)]
    return tables or [""]


def _offered(game: Game, settings: Settings, wager: str) -> bool:
    spec = game.document.wager(wager)
    return (spec.analysed or bool(spec.offered)) and spec.on_offer(settings)
