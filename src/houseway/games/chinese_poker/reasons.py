"""What was compared to come to a payout of Chinese poker: each opponent, Front, Middle, Back, bonuses, naturals."""

from collections.abc import Iterator

from houseway.cards import cards_of, in_order, mask, names
from houseway.games.chinese_poker.play import SET, brought, natural_of, paid_for
from houseway.games.chinese_poker.rules.hands import LOSE, PILES, TIE, WIN, compare
from houseway.games.chinese_poker.rules.naturals import NATURALS
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.chinese_poker.rules.scoring import Exposed, Scoring, natural_alone
from houseway.games.chinese_poker.terms import CLAUSES, Part, settle
from houseway.money import dollars, signed
from houseway.poker import describe, told_apart
from houseway.round import Arrange, Choose, Payout, Setup, Standing
from houseway.round.explanation import Reason, answers_of, in_force

VERBS = {WIN: "beats", TIE: "ties", LOSE: "loses to"}


def reasons(payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """What the seat brings, what it wins from each other seat, and the sum."""
    scoring = scoring_of(setup.settings)
    every = {seat: _brought(seat, standing, scoring) for seat in setup.numbers}
    mine = every.pop(payout.seat)
    yield _exposed(payout.seat, mine, standing, scoring)
    units = 0
    for other, theirs in every.items():
        parts = settle(mine, theirs, scoring)
        won = sum(part.units for part in parts)
        units += won
        said = tuple(_part(part, mine, theirs, scoring) for part in parts)
        yield Reason(f"against seat {other}: {won:+d}", parts[0].clause, said)
    says = f"{units:+d} in all, at {dollars(scoring.unit)} a unit: {signed(units * scoring.unit)}"
    yield Reason(says, "6", in_force(setup.settings, "unit", "scoring"))


def _brought(seat: int, standing: Standing, scoring: Scoring) -> Exposed:
    """What a seat brought to the comparison, by what it chose and how it set its hand."""
    choice = next((str(answer) for _, answer in answers_of(standing, seat, Choose)), SET)
    piles = _piles(seat, standing)
    kind = paid_for(natural_of(mask(standing.cards(seat)), scoring), choice, scoring)
    return brought(choice, piles, kind, scoring)


def _piles(seat: int, standing: Standing) -> tuple[int, ...]:
    return next((answer for _, answer in answers_of(standing, seat, Arrange) if isinstance(answer, tuple)), ())


def _exposed(seat: int, hand: Exposed, standing: Standing, scoring: Scoring) -> Reason:
    """The hand of the seat as it was set, with what each pile makes and claims."""
    if hand.surrendered:
        return Reason(f"seat {seat} surrendered", "surrender")
    parts = []
    if hand.natural:
        held = names(in_order(standing.cards(seat)))
        parts.append(Reason(f"{held} is {NATURALS[hand.natural]}, a natural", "naturals"))
    piles = _piles(seat, standing)
    for pile, cards, worth, units in zip(PILES, piles, hand.values, hand.bonus, strict=False):
        bonus = f", which claims a bonus of {units}" if units else ""
        parts.append(Reason(f"{pile}, {names(in_order(cards_of(cards)))}: {describe(worth)}{bonus}", "4"))
    if hand.fouled:
        parts.append(_foul(hand, scoring))
    says = "fouls" if hand.fouled else "has a natural" if hand.natural else "sets three hands"
    return Reason(f"seat {seat} {says}", "5" if hand.fouled else "4", tuple(parts))


def _foul(hand: Exposed, scoring: Scoring) -> Reason:
    """Which pile is not higher than the one before it."""
    front, middle, back = hand.values
    lower, higher, at = (front, middle, 0) if compare(middle, front) != WIN else (middle, back, 1)
    low, high = told_apart(lower, higher)
    equal = " (equal is a foul here too)" if lower == higher and not scoring.equal_is_legal else ""
    return Reason(f"{PILES[at + 1]}, {high}, is not higher than {PILES[at]}, {low}: a foul{equal}", "5")


def _part(part: Part, mine: Exposed, theirs: Exposed, scoring: Scoring) -> Reason:
    """One part of what is won from another; the three hands one by one where they were compared."""
    fouls = mine.fouled or theirs.fouled
    alone = natural_alone(mine.natural, theirs.natural, scoring.natural_also)
    compares = part.clause == CLAUSES[scoring.scheme] and not (fouls or alone)
    return Reason(str(part), part.clause, tuple(_hands(mine, theirs)) if compares else ())


def _hands(mine: Exposed, theirs: Exposed) -> Iterator[Reason]:
    for pile, ours, other in zip(PILES, mine.values, theirs.values, strict=True):
        held, met = told_apart(ours, other)
        yield Reason(f"{pile}: {held} {VERBS[compare(ours, other)]} {met}", "6")
