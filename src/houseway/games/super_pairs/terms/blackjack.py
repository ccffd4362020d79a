"""How the blackjack wager and insurance end: the hands of a spot, one by one."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.blackjack import LOSE, PUSH, WIN, outcome, surrendered
from houseway.games.super_pairs.rules.spot import EVEN_MONEY, Cards, Held, Spot
from houseway.round.ruling import Bet, Payout
from houseway.round.terms import STAKE, Terms, award_terms, lost

BLACKJACK, INSURANCE = "blackjack", "insurance"

NATURAL, WON, PUSHED, LOST = "blackjack", "win", "push", "lose"
BUSTED, DEALER_NATURAL, BOTH_NATURAL, GIVEN_UP = "bust", "dealer-blackjack", "both-blackjack", "surrender"
"""The ends of a hand; with `EVEN_MONEY` they are all."""

_CLAUSES = {
    NATURAL: "blackjack.natural",
    DEALER_NATURAL: "blackjack.natural",
    BOTH_NATURAL: "blackjack.natural",
    EVEN_MONEY: "blackjack.insurance",
    BUSTED: "blackjack.hit",
    GIVEN_UP: "blackjack.surrender",
}

_RESULTS = {WIN: WON, PUSH: PUSHED, LOSE: LOST}


def end_of(hand: Held, dealer: Cards, even_money: bool) -> str:
    """How a hand ends: given up, a blackjack, a bust, a dealer's blackjack, or by its total, in this order."""
    if hand.surrendered and not dealer.natural:
        return GIVEN_UP
    if hand.natural:
        if even_money:
            return EVEN_MONEY
        return BOTH_NATURAL if dealer.natural else NATURAL
    if hand.busted:
        return BUSTED
    return DEALER_NATURAL if dealer.natural else _RESULTS[outcome(hand.total, dealer.total)]


def hand_terms(end: str, settings: Settings) -> Terms:
    """On what terms a hand ends: by the paytable in force, a blackjack as posted, a surrender for half."""
    clause = _CLAUSES.get(end, "blackjack.outcome")
    if end in (LOST, BUSTED, DEALER_NATURAL):
        return lost(clause, end)
    if end == NATURAL:
        return Terms(NATURAL, settings.fraction("blackjack-pays"), clause)
    if end == GIVEN_UP:
        two = 2 * STAKE.numerator  # of which half is whole
        return Terms(GIVEN_UP, Fraction(surrendered(two), two) - STAKE, clause)
    award = PUSHED if end == BOTH_NATURAL else end
    return award_terms(settings.in_force(BLACKJACK), award, clause=clause)


def insurance_terms(dealer_blackjack: bool, settings: Settings) -> Terms:
    """Insurance wins on a dealer's blackjack and is lost otherwise."""
    if not dealer_blackjack:
        return lost("blackjack.insurance")
    return award_terms(settings.in_force(INSURANCE), "insured")


def spot_payouts(bet: Bet, spot: Spot, dealer: Cards, even_money: bool, settings: Settings) -> Iterator[Payout]:
    """What becomes of each hand of a spot; the bet is its first wager."""
    for number, hand in enumerate(spot.hands, 1):
        name = f"hand {number}: {hand}" if len(spot.hands) > 1 else str(hand)
        end = end_of(hand, dealer, even_money)
        own = bet._replace(stake=bet.stake * hand.units)
        yield hand_terms(end, settings).payout(own, _why(name, end, dealer))


def _why(name: str, end: str, dealer: Cards) -> str:
    """The reason of an end in words."""
    if end == WON:
        return f"{name}: the dealer busts with {dealer}" if dealer.busted else f"{name}: it beats the dealer's {dealer}"
    return {
        NATURAL: name,
        EVEN_MONEY: f"{name} took even money",
        GIVEN_UP: f"{name} was surrendered",
        BUSTED: f"{name} is over 21",
        PUSHED: f"{name} equals the dealer's {dealer}",
        BOTH_NATURAL: f"{name} equals the dealer's {dealer}",
    }.get(end, f"{name} loses to the dealer's {dealer}")


def insurance_payout(bet: Bet, dealer: Cards, settings: Settings) -> Payout:
    """What becomes of insurance by the dealer's first two cards."""
    terms = insurance_terms(dealer.natural, settings)
    if dealer.natural:
        return terms.payout(bet, f"the dealer has {dealer}")
    return terms.payout(bet, f"the dealer's {dealer} is no blackjack", ends="the insurance is lost")
