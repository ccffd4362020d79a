"""The stored strategy at a table, in plain Python: what bots play, with or without the lab.

The likely settings of a hand are valued against the same stored population, with the same card removal, as the compiled
`count.field` does with all undominated ones.
"""

from functools import lru_cache

from houseway.games.chinese_poker.bot.likely import Valued, likely
from houseway.games.chinese_poker.bot.stored import Faced, possible
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.scoring import (
    Exposed,
    Scoring,
    exposed,
    natural_alone,
    natural_units,
    net,
    score_of_each,
)
from houseway.round import Answer, Arrange, Choose, Question

SAMPLE = 250
MARGIN = 0.1
"""After the first opponents, settings that are this share of a sweep behind the best are dropped."""


def answer(question: Question, hand: int, scoring: Scoring) -> Answer:
    """The strategy's setting, or whether to declare or to surrender."""
    best, declared = worth(hand, scoring._replace(unit=1))
    if isinstance(question, Arrange):
        return best.piles
    options = question.options if isinstance(question, Choose) else ()
    if DECLARE in options and declared >= best.units:
        return DECLARE
    return SURRENDER if SURRENDER in options and -scoring.surrender > best.units else SET


@lru_cache(maxsize=64)
def worth(hand: int, scoring: Scoring) -> tuple[Valued, float]:
    """The best setting of a hand, and what declaring its natural wins; without a natural, as much as the setting."""
    faced = possible(hand, scoring)
    best = best_of(hand, scoring, faced)
    kind = natural(hand, scoring.four_is_two_pairs) if scoring.naturals else 0
    if not kind:
        return best, best.units
    return best, mean(exposed(best.piles if scoring.natural_also else (), scoring, kind), faced, scoring)


def best_of(hand: int, scoring: Scoring, faced: Faced) -> Valued:
    """The best of the likely settings, first against some of the opponents, then against all."""
    ways = [(way.piles, exposed(way.piles, scoring)) for way in likely(hand, scoring)]
    compared: Faced = []
    alone: Faced = []
    for each in faced:
        (alone if natural_alone(0, each[1].natural, scoring.natural_also) else compared).append(each)
    first = means([mine for _, mine in ways], compared[:SAMPLE], scoring)
    most = max(first)
    close = [way for way, units in zip(ways, first, strict=True) if units > most - MARGIN * scoring.sweep]
    second = means([mine for _, mine in close], compared, scoring)
    units, (piles, mine) = max(zip(second, close, strict=True), key=lambda each: (each[0], each[1][0]))
    if alone:  # the same to every setting
        weight, rest = sum(weight for weight, _ in compared), sum(weight for weight, _ in alone)
        units = (units * weight + mean(mine, alone, scoring) * rest) / (weight + rest)
    return Valued(units, piles)


def mean(mine: Exposed, faced: Faced, scoring: Scoring) -> float:
    """The mean units that a hand wins from these opponents."""
    total = max(sum(weight for weight, _ in faced), 1)
    return sum(weight * net(mine, each, scoring) for weight, each in faced) / total


def means(ways: list[Exposed], faced: Faced, scoring: Scoring) -> list[float]:
    """`mean` of many legal settings at once, opponents whose natural settles alone apart.

    Few values differ: each is met once, and what a result scores is looked up.
    """
    weights = [weight for weight, _ in faced]
    total, paid = max(sum(weights), 1), (scoring.natural, scoring.natural_ranked)
    given = sum(weight * each.bonus for weight, each in faced)
    given -= sum(weight * natural_units(0, each.natural, *paid) for weight, each in faced if each.natural)
    met: list[dict[int, list[int]]] = []
    for place, factor in enumerate((9, 3, 1)):
        theirs = [each.values[place] for _, each in faced]
        mine = {way.values[place] for way in ways}
        met.append({value: [factor * ((value > x) - (value < x)) for x in theirs] for value in mine})
    scores = score_of_each(scoring)
    won = []
    for way in ways:
        front, middle, back = way.values
        codes = zip(weights, met[0][front], met[1][middle], met[2][back], strict=True)
        units = sum([weight * scores[a + b + c + 13] for weight, a, b, c in codes]) - given
        won.append(way.bonus + units / total)
    return won
