"""What was compared to come to a payout of Super Pan 9: both totals card by card, who drew, which is greater."""

from collections.abc import Iterator, Sequence

from houseway.cards import names
from houseway.games.super_pan_9.play import DRAW
from houseway.games.super_pan_9.rules import (
    LOSE,
    TIE,
    WIN,
    dealer_draws,
    hand_size,
    hand_total,
    outcome,
    tie_bet_wins,
    value,
)
from houseway.games.super_pan_9.terms import TIE_BET
from houseway.round import DEALER, Choose, Deal, Payout, Setup, Standing
from houseway.round.codec import place_words
from houseway.round.explanation import Reason, answers_of, in_force

MEETS = {
    WIN: "{0} is closer to nine than {1}: {2} wins",
    TIE: "{0} and {1} are equal: a tie",
    LOSE: "{1} is closer to nine than {0}: the dealer wins",
}


def reasons(payout: Payout, standing: Standing, setup: Setup) -> Iterator[Reason]:
    """Both hands, and how they meet."""
    player, dealer = standing.cards(payout.seat), standing.cards(DEALER)
    yield counted(payout.seat, player, dealt_to(payout.seat, standing))
    yield counted(DEALER, dealer, dealt_to(DEALER, standing))
    ours, theirs = hand_total(player), hand_total(dealer)
    result = outcome(ours, theirs)
    meets = Reason(MEETS[result].format(ours, theirs, place_words(payout.seat)), "4")
    if payout.wager != TIE_BET:
        yield meets
        return
    won = tie_bet_wins(result)
    yield Reason("equal totals: the Tie Bet wins" if won else "no tie: the Tie Bet loses", "9", (meets,))
    if won:
        yield from in_force(setup.settings, "tie-commission")


def dealt_to(place: int, standing: Standing) -> int:
    """How many cards a place had before it drew: another number than three where it is played as it lies."""
    drew = any(answer == DRAW for _, answer in answers_of(standing, place, Choose))
    if place == DEALER:
        drew = any(event == Deal(DEALER, face_up=True) for event, _ in standing.events)
    return len(standing.cards(place)) - drew


def counted(place: int, cards: Sequence[int], dealt: int) -> Reason:
    """What a hand totals, card by card, and the card that it drew."""
    total, values = hand_total(cards), [value(card) for card in cards]
    digit = "" if sum(values) == total else f", of which the last digit, {total}, counts"
    says = f"{names(cards)} counts {' + '.join(str(each) for each in values)} = {sum(values)}{digit}"
    return Reason(f"{place_words(place)} has {total}", "5", (Reason(says, "2"), _drew(place, cards, dealt)))


def _drew(place: int, cards: Sequence[int], dealt: int) -> Reason:
    if dealt != hand_size(False):
        says = f"{place_words(place)} was dealt {dealt} cards, which are played as they lie: no card is drawn"
        return Reason(says, "irregularities")
    first, drawn = cards[:dealt], cards[dealt:]
    three = hand_total(first)
    did = f"draws {names(drawn)}" if drawn else "stands"
    clause = "6"
    if place == DEALER:
        clause = "7.i" if dealer_draws(three) else "7.ii"
    return Reason(f"the first three cards, {names(first)}, total {three}: {place_words(place)} {did}", clause)
