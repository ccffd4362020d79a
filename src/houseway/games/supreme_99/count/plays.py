"""Ways to play Supreme 99: which split of a holding each takes, and what all deals then come to."""

from collections.abc import Callable

from houseway.document.settings import Settings
from houseway.games.supreme_99.bot import simple_way
from houseway.games.supreme_99.count.deals import Counts, Holding, Splits, Tally, Units, table_of, total
from houseway.games.supreme_99.rules import BOTH_COPY, LOSE, PUSH, SPLITS, WIN, house_way
from houseway.games.supreme_99.terms import MAIN, terms


def units_of(settings: Settings, stake: int = 0) -> Units:
    """What each end of the standard wager is worth to a unit, in the order of a tally."""
    ends = (terms(MAIN, end, settings).worth(stake=stake) for end in (LOSE, PUSH, WIN, BOTH_COPY))
    lose, push, win, both_copy = ends
    return lose, push, win, both_copy


def best_split(holding: Holding, splits: Splits, units: Units) -> int:
    """The split that is worth most; the dealer's way where it is as good as another."""
    house = house_way(*holding)
    return max(range(len(SPLITS)), key=lambda split: (splits[split].worth(units), split == house))


PLAYS: dict[str, Callable[[Holding, Splits, Units], int]] = {
    "best": best_split,
    "dealer-way": lambda holding, splits, units: house_way(*holding),
    "simple": lambda holding, splits, units: simple_way(*holding),
}
"""The setting `play`: which split of a holding is played."""


def result_of(counts: Counts, play: str, units: Units) -> Tally:
    """All deals of a pack under a way to play."""
    choose = PLAYS[play]
    lines = table_of(counts).items()
    return total((line.ways, line.splits[choose(holding, line.splits, units)]) for holding, line in lines)
