"""The standard wager where a copied matchup decides nothing, a reading that no setting expresses, counted anew."""

from functools import cache

from houseway.games.supreme_99.count.deals import (
    Counts,
    Scores,
    Tally,
    Units,
    dealer_ends,
    dealer_scores,
    holdings,
    less,
)
from houseway.games.supreme_99.rules import LOSE, SPLITS, WIN, high_and_low, outcome


def copy_ties(high: int, low: int, dealer_high: int, dealer_low: int) -> int:
    """The matchup that is not copied decides; two that are copied, or that go either way, are as ever."""
    ahead = (high > dealer_high) - (high < dealer_high) + (low > dealer_low) - (low < dealer_low)
    if (high != dealer_high and low != dealer_low) or ahead == 0:
        return outcome(high, low, dealer_high, dealer_low)
    return WIN if ahead > 0 else LOSE


def best_by_it(counts: Counts, units: Units) -> Tally:
    """How the wager ends over all deals, every hand set for the best by this reading."""
    sums = [0] * len(Tally())
    for holding, ways in holdings(counts):
        ends = dealer_ends(less(counts, holding))
        splits = {high_and_low(*holding, split) for split in range(len(SPLITS))}
        best = max((_against(scores, ends) for scores in sorted(splits)), key=lambda tally: tally.worth(units))
        for end, count in enumerate(best):
            sums[end] += ways * count
    return Tally(*sums)


def _against(scores: Scores, ends: list[int]) -> Tally:
    found = [0] * len(Tally())
    for result, ways in zip(_met(scores), ends, strict=True):
        found[result] += ways
    return Tally(*found)


@cache
def _met(scores: Scores) -> tuple[int, ...]:
    return tuple(copy_ties(*scores, *dealer) for dealer in dealer_scores())
