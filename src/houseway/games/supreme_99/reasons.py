"""What was compared to come to a payout of Supreme 99: how the hands were set, matchups, rows."""

from collections.abc import Iterator, Sequence

from houseway.cards import in_order, names
from houseway.document.settings import Settings
from houseway.games.supreme_99.rules import (
    BOTH_COPY,
    LOSE,
    PILES,
    PUSH,
    WIN,
    Piles,
    fouled,
    house_piles,
    house_says,
    matches,
    nine_nine,
    piles_of,
    two_nines,
    word,
)
from houseway.games.supreme_99.terms import COPY, ENDS, FORTUNES, compared, fortune_of, result_of, terms
from houseway.round import DEALER, Arrange, Payout, Setup, Standing
from houseway.round.explanation import Reason, answers_of, in_force

RESULTS = {
    WIN: "both matchups are won",
    PUSH: "one matchup is won and one is not: a push",
    LOSE: "no matchup is won",
    BOTH_COPY: "both matchups are copies: that wins",
}


def reasons(payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """The matchups of the standard wager, or what four cards are to Pair Fortunes."""
    cards = standing.cards(payout.seat)
    if payout.wager == FORTUNES:
        yield from _fortunes(cards, setup.settings)
        return
    ((_, masks),) = answers_of(standing, payout.seat, Arrange)
    assert isinstance(masks, tuple)
    yield from matchups(piles_of(cards, masks), standing.cards(DEALER), setup.settings)


def matchups(piles: Piles, dealer: Sequence[int], settings: Settings) -> Iterator[Reason]:
    """How the hands were set, High against High, Low against Low, and what follows."""
    if fouled(*piles.scores):
        high, low = piles.scores
        says = f"{piles}: High, {word(high)}, is weaker than Low, {word(low)}: a foul"
        yield Reason(says, "5.b.i", in_force(settings, "foul"))
        if settings.text("foul") == "lose":
            return
        piles = house_piles(piles.cards)
        yield Reason(f"it is set the dealer's way as {piles}", house_says(piles.cards)[1])
    house = house_piles(dealer)
    name, clause, effect = house_says(dealer)
    yield Reason(f"the dealer's {names(dealer)} is set as {house} by the rule {name}: {effect}", clause)
    for pile, ours, theirs, held, met in zip(PILES, piles.scores, house.scores, piles, house, strict=True):
        copy = f": {COPY.partition(' (')[0]}" if ours == theirs and result_of(piles, house) != BOTH_COPY else ""
        cards = f"{names(in_order(held))} against {names(in_order(met))}"
        yield Reason(f"{pile.capitalize()}, {cards}: {compared(ours, theirs)}{copy}", "11" if copy else "rankings")
    result = result_of(piles, house)
    yield Reason(RESULTS[result], ENDS[result][1])


def _fortunes(cards: Sequence[int], settings: Settings) -> Iterator[Reason]:
    """Clause 13: however the hand is set."""
    a, b, c, d = cards
    label = terms(FORTUNES, fortune_of(cards, settings), settings).label
    yield Reason(f"{names(in_order(cards))}, however it is set: {label}", "13")
    if nine_nine(a, b, c, d) or two_nines(a, b, c, d):
        yield from in_force(settings, "nine-nine")
    if matches(a, b, c, d) == 3:
        yield from in_force(settings, "three-of-a-kind")
