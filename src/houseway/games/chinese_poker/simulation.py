"""Thirteen-card poker simulated: hands dealt, set by a strategy, and settled between all players by the rules.

The first seat's result is counted: what all seats win together is nothing in every round.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import mask
from houseway.errors import UnknownName
from houseway.games.chinese_poker.count.field import Field, Rates, possible, rates_of, respond
from houseway.games.chinese_poker.count.strategies import field_for
from houseway.games.chinese_poker.count.ways import FIVES, FRONTS, MOST_WAYS, PILES_13, pile_values, undominated
from houseway.games.chinese_poker.play import DECLARE, SET, pack
from houseway.games.chinese_poker.rules.hands import HAND_CARDS, fouled
from houseway.games.chinese_poker.rules.naturals import natural
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, natural_alone, net, set_so
from houseway.games.chinese_poker.terms import MAIN, terms
from houseway.lab.kernel import kernel, part
from houseway.round import Answer, Choose, Question, Setup, Standing
from houseway.simulate.chance import State, below, deal
from houseway.simulate.loop import Ints
from houseway.simulate.model import BASIC, BEST, HOUSE_WAY, RANDOM, Plan, Simulation, Wagered, one

BY_BEST, BY_GREED, BY_CHANCE = range(3)
KINDS = {BEST: BY_BEST, BASIC: BY_GREED, HOUSE_WAY: BY_GREED, RANDOM: BY_CHANCE}
MIDDLES = 252
"""Middles that ten cards hold."""
PLACES = 5
"""A seat's places in the room: its hand, its natural, the values of its three hands."""


class Data(NamedTuple):
    """All cards, the scoring, the field that the best setting is found against, and the most units of a round."""

    pack: Ints
    rates: Rates
    field: Field
    strategy: int
    seats: int
    most: int


@kernel
def best_way(hand: int, kind: int, worth: Any, field: Field, rates: Rates) -> tuple[int, int]:
    """Front and Middle of the best setting against a field."""
    piles, ways = np.empty((MOST_WAYS, 2), np.int64), np.empty((MOST_WAYS, 3), np.int64)
    units, faced = np.empty(MOST_WAYS, np.float64), np.empty((5, len(field.suits)), np.int32)
    count = undominated(worth, rates.scoring.equal_is_legal, piles, ways)
    found = possible(hand, field, -1, faced)
    best, _, _ = respond(ways[:count], kind, field, faced, found, rates, units)
    return piles[best, 0], piles[best, 1]


@part
def next_five(worth: Any, held: int, after: int) -> int:
    """The place of the best five within these cards that comes after one in the list from the best down; -1 of none."""
    best = -1
    for at in range(len(FIVES)):
        five = FIVES[at]
        if five & ~held == 0:
            behind = (
                after < 0 or worth[five] < worth[FIVES[after]] or (worth[five] == worth[FIVES[after]] and at > after)
            )
            if behind and (best < 0 or worth[five] > worth[FIVES[best]]):
                best = at
    return best


@part
def greedy_way(worth: Any, equal_is_legal: bool) -> tuple[int, int]:
    """The strongest Back, then the strongest Middle that is legal, as the house sets for who has left."""
    back = FIVES[next_five(worth, PILES_13 - 1, -1)]
    rest = PILES_13 - 1 - back
    at = next_five(worth, rest, -1)
    while fouled(worth[rest - FIVES[at]], worth[FIVES[at]], worth[back], equal_is_legal):
        following = next_five(worth, rest, at)
        if following < 0:
            break
        at = following
    return rest - FIVES[at], FIVES[at]


@part
def any_way(front: int, middle: int) -> tuple[int, int]:
    """A Front by its number of 286, and a Middle by its number of 252 within the ten cards left."""
    rest = PILES_13 - 1 - FRONTS[front]
    for at in range(len(FIVES)):
        if FIVES[at] & ~rest == 0:
            if middle == 0:
                return FRONTS[front], FIVES[at]
            middle -= 1
    return FRONTS[front], 0


@part
def way_of(state: Any, hand: int, kind: int, worth: Any, data: Data) -> tuple[int, int]:
    """Front and Middle, as 13-bit piles, by the strategy."""
    pile_values(hand, data.rates.worths, worth)
    if data.strategy == BY_BEST:
        return best_way(hand, kind, worth, data.field, data.rates)
    if data.strategy == BY_GREED:
        return greedy_way(worth, data.rates.scoring.equal_is_legal)
    front = below(state, len(FRONTS))
    return any_way(front, below(state, MIDDLES))


@part
def shown(room: Any, seat: int, scoring: Scoring) -> Exposed:
    """What a seat exposes."""
    at = PLACES * seat
    kind = room[at + 1]
    if natural_alone(kind, 0, scoring.natural_also):
        return Exposed((0, 0, 0), False, kind, False, (0, 0, 0))
    return set_so(room[at + 2], room[at + 3], room[at + 4], kind, scoring)


@part
def play(state: Any, data: Data, room: Any, codes: Any) -> None:
    """Thirteen cards to each seat, hands set, and every seat's units from all others."""
    scoring = data.rates.scoring
    for seat in range(data.seats):
        hand = 0
        for _ in range(HAND_CARDS):
            hand |= 1 << deal(state, data.pack)
        room[PLACES * seat] = hand
        kind = natural(hand, scoring.four_is_two_pairs, scoring.dearest) if scoring.naturals else 0
        room[PLACES * seat + 1] = kind
    worth = np.zeros(PILES_13, np.int64)
    for seat in range(data.seats):
        at = PLACES * seat
        if not natural_alone(room[at + 1], 0, scoring.natural_also):
            front, middle = way_of(state, room[at], room[at + 1], worth, data)
            room[at + 2], room[at + 3] = worth[front], worth[middle]
            room[at + 4] = worth[PILES_13 - 1 - front - middle]
    for seat in range(data.seats):
        units = 0
        for other in range(data.seats):
            if other != seat:
                units += net(shown(room, seat, scoring), shown(room, other, scoring), scoring)
        codes[seat] = units + data.most


def simulation(plan: Plan) -> Simulation:
    """Rounds of thirteen-card poker by a plan."""
    if plan.strategy not in KINDS:
        raise UnknownName("a strategy of thirteen-card poker is found, not written: houseway solve chinese-poker")
    scoring = scoring_of(plan.settings)._replace(surrender=0, surrender_offered=False)
    most = scoring.most * (plan.seats - 1)
    stake = max(scoring.unit * most, plan.settings.integer("stake-minimum"))
    played = scoring._replace(unit=1)
    data = Data(
        np.array(pack(), np.int64),
        rates_of(played),
        field_for(played._replace(foul=0)),
        KINDS[plan.strategy],
        plan.seats,
        most,
    )
    ends = tuple(one(terms(units, stake, scoring.unit, "6")) for units in range(-most, most + 1))
    return Simulation(
        plan,
        (Wagered(MAIN, ends, stake=stake),),
        play,
        data,
        lambda question, standing, setup, state: answer(data, question, standing, setup, state),
        lambda wager: Fraction(0),
        room=PLACES * plan.seats,
        slice=1 << 9,
        counted=1,
        gpu=False,
        notes=(
            "The first seat's stake, which covers the most that a round can cost. All seats play alike, so that its "
            "exact edge is nothing. Nobody surrenders; every natural is declared.",
        ),
    )


NO_STATE = State(np.zeros(1, np.int64), np.zeros(1, np.int64))
"""For a strategy that leaves nothing to chance."""


@kernel
def _set(state: Any, hand: int, kind: int, data: Data) -> tuple[int, int]:
    return way_of(state, hand, kind, np.zeros(PILES_13, np.int64), data)


def answer(data: Data, question: Question, standing: Standing, setup: Setup, state: Any) -> Answer:
    """The same strategy at the table."""
    del setup
    if isinstance(question, Choose):
        return DECLARE if DECLARE in question.options else SET
    cards = sorted(standing.cards(question.seat))
    hand, scoring = mask(cards), data.rates.scoring
    kind = natural(hand, scoring.four_is_two_pairs, scoring.dearest) if scoring.naturals else 0
    if data.strategy == BY_CHANCE:
        front = below(state, len(FRONTS))
        way = any_way(front, below(state, MIDDLES))
    else:
        way = _set(NO_STATE, hand, kind, data)
    top, low = (mask(card for place, card in enumerate(cards) if int(pile) >> place & 1) for pile in way)
    return top, low, hand & ~top & ~low
