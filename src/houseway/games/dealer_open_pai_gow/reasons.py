"""What was compared to come to a payout of Dealer Open Pai Gow: both hands, and what the seven cards of each hold."""

from collections.abc import Iterator

from houseway.cards import JOKER, mask
from houseway.document.settings import Settings
from houseway.games.dealer_open_pai_gow.rules.bonuses import chan_chu_awards
from houseway.games.dealer_open_pai_gow.rules.hands import (
    LOSE,
    PUSH,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    outcome,
)
from houseway.games.dealer_open_pai_gow.rules.piles import (
    Piles,
    ended_by_jacks,
    house_piles,
    wheel_of,
    words,
)
from houseway.games.dealer_open_pai_gow.terms import (
    ACE_HIGH_TIE,
    CHAN_CHU,
    ENVY,
    JACKS_BEAT,
    envied_hands,
    jacks_award,
    jacks_beat_table,
    jacks_beat_terms,
    rows_of,
)
from houseway.money import dollars
from houseway.poker import describe, told_apart, value
from houseway.round import DEALER, Arrange, Payout, Setup, Standing
from houseway.round.explanation import Reason, answers_of, in_force, pays_in_words, void_seats

RESULTS = {
    WIN: "both comparisons are won",
    PUSH: "one of the two comparisons is won: a push",
    LOSE: "neither comparison is won",
}


def reasons(payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """What decided each wager of a seat."""
    hand, dealer, settings = mask(standing.cards(payout.seat)), mask(standing.cards(DEALER)), setup.settings
    if payout.wager == CHAN_CHU:
        yield from _chan_chu(hand, settings)
    elif payout.wager == ENVY:
        yield from _envy(payout, standing, setup)
    elif payout.wager == ACE_HIGH_TIE:
        yield _ace_high("the dealer", dealer, settings)
        yield _ace_high(f"seat {payout.seat}", hand, settings)
        yield Reason(f"the dealer {'holds' if dealer >> JOKER & 1 else 'does not hold'} the joker", "ace-high-tie")
    elif payout.wager == JACKS_BEAT:
        yield _jacks(dealer)
        yield from _jacks_row(dealer, settings)
    elif ended_by_jacks(dealer, settings):
        yield _jacks(dealer)
        yield from in_force(settings, "two-jacks-lose")
    else:
        ((_, masks),) = answers_of(standing, payout.seat, Arrange)
        assert isinstance(masks, tuple)
        yield from compared_hands(Piles(*masks), dealer, settings)


def compared_hands(piles: Piles, dealer: int, settings: Settings) -> Iterator[Reason]:
    """The dealer's ace high, a foul, or back against back and front against front."""
    wheel = wheel_of(settings)
    if settings.flag("ace-high-push") and ace_high(dealer, wheel):
        yield _ace_high("the dealer", dealer, settings)
        yield from in_force(settings, "ace-high-push")
        return
    if fouled(piles.front, piles.back, wheel):
        higher, lower = told_apart(front_value(piles.front, wheel), back_value(piles.back, wheel))
        yield Reason(f"{piles}: the front, {higher}, is higher than the back, {lower}: a foul", "7")
        return
    house = house_piles(dealer, settings)
    yield Reason(
        f"the dealer's {words(dealer)} is set as {house} by the house way", "9", in_force(settings, "house-way")
    )
    back = back_value(piles.back, wheel), back_value(house.back, wheel)
    front = front_value(piles.front, wheel), front_value(house.front, wheel)
    yield _matchup("back", piles.back, house.back, *back)
    yield _matchup("front", piles.front, house.front, *front)
    yield Reason(RESULTS[outcome(beats(*front), beats(*back))], "pai-gow-wager")


def _matchup(pile: str, held: int, met: int, ours: int, theirs: int) -> Reason:
    """One comparison; a tie is the dealer's."""
    words_of = told_apart(ours, theirs)
    verb = "beats" if beats(ours, theirs) else "ties" if ours == theirs else "loses to"
    copy = ": the dealer wins copies" if ours == theirs else ""
    says = f"{pile}, {words(held)} against {words(met)}: {words_of[0]} {verb} {words_of[1]}{copy}"
    return Reason(says, "pai-gow-wager")


def _ace_high(who: str, hand: int, settings: Settings) -> Reason:
    """Whether the best five of seven cards are exactly ace high."""
    wheel = wheel_of(settings)
    verdict = "ace high" if ace_high(hand, wheel) else "not ace high"
    best = describe(value(hand, wheel))
    return Reason(f"{who} is {verdict}: the best five of {words(hand)} are {best}", "introduction.push-ace-high")


def _jacks(dealer: int) -> Reason:
    jacks = dealer_jacks(dealer)
    held = f"{jacks or 'no'} jack{'' if jacks == 1 else 's'}"
    ends = "two or more end the game" if jacks > 1 else "two are needed"
    return Reason(f"the dealer's {words(dealer)} holds {held}: {ends}", "4.a")


def _jacks_row(dealer: int, settings: Settings) -> Iterator[Reason]:
    """The row of pays that the operator has posted as a setting."""
    table, jacks = jacks_beat_table(settings), dealer_jacks(dealer)
    row = table.row(jacks_award(jacks))
    if settings.paytable(JACKS_BEAT) is None and row is not None and jacks_beat_terms(jacks, table).paytable:
        yield Reason(f'row "{row.label}" of {table.id}: {pays_in_words(table, row)}', table.clause)
        yield from in_force(settings, table.id)


def _chan_chu(hand: int, settings: Settings) -> Iterator[Reason]:
    """Every row of the posted paytable that seven cards meet; the first of them pays."""
    table = settings.in_force(CHAN_CHU)
    awards = chan_chu_awards(hand)
    met = [row.label for bit, row in rows_of(table, settings) if awards & bit]
    says = f"{words(hand)} meets {_listed(met)}" if met else f"{words(hand)} meets no row"
    first = f": the first, {met[0]}, counts" if len(met) > 1 else ""
    yield Reason(f"{says} of {table.id}{first}", table.clause)
    if {"Any Straight", "Any 3 of a kind"} <= set(met):
        yield from in_force(settings, "chan-chu-precedence")


def _listed(labels: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(labels[:-1]), labels[-1])))


def _envy(payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """Whose hand is envied, and that the wager on Chan Chu is large enough."""
    void = void_seats(standing)
    seats = [seat for seat in setup.seats if seat.number not in void]
    hands = {seat.number: mask(standing.cards(seat.number)) for seat in seats}
    for other, hand, terms in envied_hands(seats, hands, setup.settings):
        if payout.why.startswith(f"envy of seat {other},"):
            yield Reason(f"seat {other} takes part in Chan Chu and has {terms.label} with {words(hand)}", "envy")
    own = next(seat.wagers[CHAN_CHU] for seat in setup.seats if seat.number == payout.seat)
    least = setup.settings.integer("envy-least")
    says = f"seat {payout.seat} wagers {dollars(own)} on Chan Chu, no less than the {dollars(least)} that take part"
    yield Reason(says, "envy", in_force(setup.settings, "envy-least"))
