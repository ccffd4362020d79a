"""What is known of a stored strategy: how it was made, how far it can be exploited, surrender, bonus hands."""

from collections.abc import Callable
from math import comb, factorial
from typing import Any

import numpy as np

from houseway.games.chinese_poker.count.measure import NORMAL, Sample, exploitability, sample
from houseway.games.chinese_poker.count.naturals import HANDS, Shape
from houseway.games.chinese_poker.count.solver import Population
from houseway.games.chinese_poker.count.ways import Array
from houseway.games.chinese_poker.rules.scoring import Scoring
from houseway.poker import FOUR_OF_A_KIND, FULL_HOUSE, STRAIGHT_FLUSH, THREE_OF_A_KIND, category

FRESH = 100_000
OPPONENTS = 30_000
BONUS_HANDS = (
    ("three of a kind in the Front", 0, THREE_OF_A_KIND),
    ("full house in the Middle", 1, FULL_HOUSE),
    ("four of a kind in the Middle", 1, FOUR_OF_A_KIND),
    ("straight flush in the Middle", 1, STRAIGHT_FLUSH),
    ("four of a kind in the Back", 2, FOUR_OF_A_KIND),
    ("straight flush in the Back", 2, STRAIGHT_FLUSH),
)


def facts(
    strategy: Population,
    scoring: Scoring,
    seed: int,
    fresh: int = FRESH,
    opponents: int = OPPONENTS,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    """Everything that is measured of a strategy, on fresh hands that neither it nor the solver has seen."""
    hands = sample(strategy, scoring, fresh, seed, progress)
    return {
        "measured_with_seed": seed,
        "exploitability": exploitability(hands, scoring, min(opponents, fresh), progress)._asdict(),
        "surrender": surrender(hands, scoring),
        "bonus_hands": bonus_hands(hands.population, scoring),
    }


def surrender(fresh: Sample, scoring: Scoring) -> dict[str, Any]:
    """The fair price of surrender: what the hands lose that play on, and what each price would do.

    A hand's fair price is what it is expected to lose to each opponent. At a given price the hands that are expected to
    lose more surrender, which saves them the difference; `saves` is that over all hands, against opponents who do not.
    """
    loss = -fresh.units
    prices = [
        {
            "price": price,
            "share": float((loss > price).mean()),
            "saves": float(np.maximum(loss - price, 0).mean()),
        }
        for price in range(1, scoring.sweep + 1)
    ]
    shares = (0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
    return {
        "hands": len(loss),
        "prices": prices,
        "loss_at_share": {str(share): float(np.quantile(loss, share)) for share in shares},
        "greatest_loss": float(loss.max()),
    }


def shape_of(hands: Array) -> Array:
    """How many ranks each hand holds once, twice, three and four times."""
    held = np.stack([sum((hands >> (13 * suit + rank)) & 1 for suit in range(4)) for rank in range(13)], axis=1)
    return np.stack([(held == times).sum(axis=1) for times in range(1, 5)], axis=1)


def shape_share(shape: Shape) -> float:
    """The exact share of hands of thirteen cards with this shape."""
    ways, left = factorial(13), 13
    for times, ranks in enumerate(shape, 1):
        ways = ways // factorial(ranks) * comb(4, times) ** ranks
        left -= ranks
    return ways // factorial(left) / HANDS


def bonus_hands(people: Population, scoring: Scoring, least: int = 200) -> dict[str, dict[str, float]]:
    """How often the strategy sets each hand that earns a bonus, by strata of exact weight; with its 95 % error.

    A hand whose natural settles alone earns none.

    The strata are the shapes by rank, whose shares of all hands are exact; rare shapes are one stratum together. The
    error of a stratum without a hit is that of half a hit.
    """
    shapes, stratum, counts = np.unique(shape_of(people.hands), axis=0, return_inverse=True, return_counts=True)
    shares = np.array([shape_share((int(a), int(b), int(c), int(d))) for a, b, c, d in shapes])
    common = counts >= least
    groups = [stratum.ravel() == at for at in np.nonzero(common)[0]] + [~common[stratum.ravel()]]
    weights = [*shares[common], 1 - shares[common].sum()]
    found = {}
    for name, place, kind in BONUS_HANDS:
        made = np.array([category(worth) == kind for worth in people.values[:, place].tolist()])
        hit = made & ((people.kinds == 0) | scoring.natural_also)
        parts = [(w, hit[group].sum(), group.sum()) for w, group in zip(weights, groups, strict=True) if group.any()]
        chance = sum(w * x / n for w, x, n in parts)
        variance = sum(w**2 * _spread((x + 0.5) / (n + 1)) / n for w, x, n in parts)
        found[name] = {"probability": float(chance), "error": float(NORMAL * np.sqrt(variance))}
    return found


def _spread(chance: float) -> float:
    return chance * (1 - chance)
