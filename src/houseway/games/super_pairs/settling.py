"""What becomes of the blackjack wager and of insurance."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.games.super_pairs.blackjack import LOSE, WIN, insurance_pays, outcome, surrendered
from houseway.games.super_pairs.spot import EVEN_MONEY, Cards, Held, Spot
from houseway.money import dollars, winnings
from houseway.round.ruling import Payout
from houseway.document.settings import Settings

BLACKJACK, INSURANCE = "blackjack", "insurance"

EVEN = Fraction(1)


class Bill:
    """Writes the payouts of one spot's blackjack wager."""

    def __init__(self, seat: int, stake: int, dealer: Cards, settings: Settings) -> None:
        self.seat, self.stake, self.dealer, self.settings = seat, stake, dealer, settings

    def spot(self, spot: Spot, even_money: bool) -> Iterator[Payout]:
        """One payout for each hand of the spot."""
        for number, hand in enumerate(spot.hands, 1):
            name = f"hand {number}: {hand}" if len(spot.hands) > 1 else str(hand)
            yield self.hand(hand, name, even_money)

    def hand(self, hand: Held, name: str, even_money: bool) -> Payout:
        """A surrender, a blackjack, a bust, a dealer's blackjack, or a comparison of totals, in this order."""
        stake, dealer = self.stake * hand.units, self.dealer
        if hand.surrendered and not dealer.natural:
            back = surrendered(stake)
            why = f"{name} was surrendered: {dollars(back)} is returned"
            return Payout(self.seat, BLACKJACK, stake, back, "surrender", "blackjack.surrender", why)
        if hand.natural:
            return self._natural(name, even_money)
        if hand.busted:
            return self._lost(stake, "bust", "blackjack.hit", f"{name} is over 21")
        if dealer.natural:
            return self._lost(stake, "dealer-blackjack", "blackjack.natural", f"{name} loses to the dealer's {dealer}")
        result = outcome(hand.total, dealer.total)
        if result == LOSE:
            return self._lost(stake, "lose", "blackjack.outcome", f"{name} loses to the dealer's {dealer}")
        if result == WIN:
            beaten = f"the dealer busts with {dealer}" if dealer.busted else f"it beats the dealer's {dealer}"
            return self._won(stake, EVEN, "win", "blackjack.outcome", f"{name}: {beaten}")
        why = f"{name} equals the dealer's {dealer}: a push, the wager is returned"
        return Payout(self.seat, BLACKJACK, stake, stake, "push", "blackjack.outcome", why)

    def _natural(self, name: str, even_money: bool) -> Payout:
        if even_money:
            return self._won(self.stake, EVEN, EVEN_MONEY, "blackjack.insurance", f"{name} took even money")
        if self.dealer.natural:
            why = f"{name} equals the dealer's {self.dealer}: a push, the wager is returned"
            return Payout(self.seat, BLACKJACK, self.stake, self.stake, "push", "blackjack.natural", why)
        pays = self.settings.fraction("blackjack-pays")
        return self._won(self.stake, pays, "blackjack", "blackjack.natural", name)

    def _won(self, stake: int, pays: Fraction, award: str, clause: str, why: str) -> Payout:
        paid = f"{why}: pays {pays.numerator} to {pays.denominator}"
        return Payout(self.seat, BLACKJACK, stake, stake + winnings(stake, pays), award, clause, paid)

    def _lost(self, stake: int, award: str, clause: str, why: str) -> Payout:
        return Payout(self.seat, BLACKJACK, stake, 0, award, clause, f"{why}: the wager is lost")


def insurance(seat: int, stake: int, dealer: Cards) -> Payout:
    """What becomes of insurance."""
    pays = insurance_pays(dealer.natural)
    if pays < 0:
        why = f"the dealer's {dealer} is no blackjack: the insurance is lost"
        return Payout(seat, INSURANCE, stake, 0, "lose", "blackjack.insurance", why)
    why = f"the dealer has {dealer}: insurance pays {pays} to 1"
    return Payout(seat, INSURANCE, stake, stake + stake * pays, "insured", "blackjack.insurance", why)
