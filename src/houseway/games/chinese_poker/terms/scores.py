"""The scoring in force, as it hangs on the wall: units by result, for fouls, bonuses, naturals and surrender."""

from collections.abc import Iterator

from houseway.document.settings import Settings
from houseway.games.chinese_poker.rules.hands import PILES, ROYAL_FLUSH
from houseway.games.chinese_poker.rules.naturals import NATURALS
from houseway.games.chinese_poker.rules.posted import HAND_TYPES, scoring_of
from houseway.games.chinese_poker.rules.scoring import Scoring
from houseway.games.chinese_poker.terms import CLAUSES
from houseway.hooks import Score
from houseway.poker import STRAIGHT_FLUSH

RESULTS = ("One hand won, two tied", "Two hands won, one lost", "Two hands won, one tied", "All three hands won")
"""In the order of `Scores`."""


def scores(settings: Settings) -> tuple[Score, ...]:
    """What one player pays another for what, dearest results and hands first."""
    return tuple(_scores(scoring_of(settings)))


def _scores(scoring: Scoring) -> Iterator[Score]:
    for result, units in reversed(list(zip(RESULTS, scoring.scores, strict=True))):
        yield Score(result, units, CLAUSES[scoring.scheme])
    yield Score("A foul pays each player who did not foul", scoring.foul, "5")
    yield from _bonuses(scoring)
    if scoring.naturals:
        for kind, units in list(zip(NATURALS, scoring.prices, strict=True))[1:]:
            yield Score(f"Natural: {kind}", units, "naturals")
    if scoring.surrender_offered:
        yield Score("A surrender pays each player who remains", scoring.surrender, "surrender")


def _bonuses(scoring: Scoring) -> Iterator[Score]:
    """Each hand that claims a bonus in a pile; a royal flush where it claims another than a straight flush."""
    won = ", if it wins" if scoring.bonus_won_only else ""
    for pile, units in reversed(list(zip(PILES, scoring.bonuses, strict=True))):
        for hand, kind in reversed(HAND_TYPES.items()):
            if units[kind] and not (kind == ROYAL_FLUSH and units[kind] == units[STRAIGHT_FLUSH]):
                yield Score(f"Bonus: {hand.replace('-', ' ')} in {pile}{won}", units[kind], "bonuses")
