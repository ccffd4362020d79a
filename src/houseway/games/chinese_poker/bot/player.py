"""The stored strategy at a table, in plain Python: what bots play, with or without the lab.

The likely settings of a hand are valued against the same stored population, with the same card removal, as the compiled
`count.field` does with all undominated ones.
"""

from functools import lru_cache

from houseway.games.chinese_poker.bot.likely import Valued, likely
from houseway.games.chinese_poker.bot.stored import Faced, possible
from houseway.games.chinese_poker.play import DECLARE, SET, SURRENDER, natural_of
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
    best, paid = worth(hand, scoring._replace(unit=1))
    if isinstance(question, Arrange):
        return best.piles
    options = question.options if isinstance(question, Choose) else ()
    if DECLARE in options and paid >= best.units:
        return DECLARE
    stays = best.units if scoring.natural_declared else paid
    return SURRENDER if SURRENDER in options and -scoring.surrender > stays else SET


@lru_cache(maxsize=64)
def worth(hand: int, scoring: Scoring) -> tuple[Valued, float]:
    """The best setting of a hand, and what its natural wins where it is paid; without one, as much as the setting."""
    faced = possible(hand, scoring)
    best = best_of(hand, scoring, faced)
    kind = natural_of(hand, scoring)
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

    Few values differ: each is met once, and what a result scores is looked up. Bonuses that rest on a comparison are
    settled one by one.
    """
    if scoring.bonus_won_only:
        return [mean(way, faced, scoring) for way in ways]
    weights = [weight for weight, _ in faced]
    total, paid = max(sum(weights), 1), (scoring.prices, scoring.two_naturals)
    given = sum(weight * sum(each.bonus) for weight, each in faced)
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
        won.append(sum(way.bonus) + units / total)
    return won
