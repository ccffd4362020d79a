"""Game protection: what the cards that are gone are worth to somebody who counts them.

What a wager wins that a few cards decide is a sum over all sets of such cards: their worth times the ways to draw them,
a polynomial in the numbers of cards that are left. It is taken once; what removing a card does, which whole-number
count follows it best, and what that count wins are then sums over it. Nothing is simulated.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import RANKS, SYMBOLS
from houseway.document.settings import Settings
from houseway.errors import IllegalAnswer, UnknownName
from houseway.game import Game, Progress
from houseway.lab.deals import Deals
from houseway.lab.depths import Floats, Gain, depths, known, triggered, won_at
from houseway.lab.result import exact, on_offer
from houseway.tabular import Rows, Tabular

MANY = 4
"""From more cards than these on, finer tags take long."""

CARE = 0.5
"""Units won in a hundred hands from which a room should care."""


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
    def how_offered(self) -> str:
        """How often the wager is offered, in words."""
        return f"Offered in {self.deals.offered.numerator} of {self.deals.offered.denominator} hands"

    @property
    def per_hundred_offers(self) -> float:
        """What the count wins in a hundred hands in which the wager is offered."""
        return self.by_trigger.per_hundred / float(self.deals.offered)

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
                f"Bet at a true count of {trigger:+d} or more: in {100 * good:.2f} % of the hands, "
                f"{won:.3f} units won in 100 hands with {cut} of the shoe dealt."
            )
        if self.deals.offered < 1:
            yield f"{self.how_offered}: {self.per_hundred_offers:.3f} units won in 100 offers."
        if drift := float(_drift(self.deals, self.count)):
            yield f"The count drifts: take {drift:+.4f} off it for every card seen, and divide by the decks left."
        yield f"Whoever knows the worth of every count wins {self.known.per_hundred:.3f} units in 100 hands."
        yield f"The count follows the true worth with a correlation of {self.count.correlation:.4f}."
        for seats, gain in self.other_seats.items():
            who = "1 other seat" if seats == 1 else f"{seats} other seats"
            yield f"Seeing the cards of {who} in a fresh shoe wins {gain:.4f} units in 100 hands."
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
            "offered": exact(self.deals.offered),
            "trigger": self.by_trigger._asdict() | {"per_hundred_offers": self.per_hundred_offers},
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
    """What counting wins where this part of the shoe is dealt, with tags up to `most`.

    A hand begins after each number of cards from none to the cut as often as after any other. Where no
    `most` is given tags go up to 2, or to 1 where many cards decide.
    """
    if not 0 < cut < 1:
        raise IllegalAnswer("the cut is a part of the shoe between 0 % and 100 %")
    if not 0 <= most <= 5:
        raise IllegalAnswer("tags go up to a whole number between 1 and 5")
    most = most or (2 if max(len(cards) for cards in deals.worth) <= MANY else 1)
    count = best_count(deals.removal, deals.counts, most)
    total = sum(deals.counts)
    where = depths(deals, count.tags, range(int(cut * total) + 1))
    seats = {others: 2 * others for others in (1, 3, 5)} if deals.seen else {}
    at = {depth.gone: depth for depth in depths(deals, count.tags, seats.values())} if seats else {}
    return Protection(
        title,
        deals,
        count,
        cut,
        known(where).of_hands(deals.offered),
        triggered(where, total, _drift(deals, count)).of_hands(deals.offered),
        {others: 100 * won_at(at[cards]) * float(deals.offered) for others, cards in seats.items()},
    )


def _drift(deals: Deals, count: Count) -> Fraction:
    """What a card adds to the count on average."""
    return Fraction(sum(t * n for t, n in zip(count.tags, deals.counts, strict=True)), sum(deals.counts))


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
    return (spec.analysed or bool(spec.offered)) and on_offer(spec, settings)
