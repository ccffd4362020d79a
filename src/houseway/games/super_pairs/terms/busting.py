"""How the Bust Bonus ends."""

from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.busting import AWARDS, BUST_BONUS, NO_AWARD, award_of
from houseway.round.ruling import Bet, Payout
from houseway.round.terms import Terms, award_terms, lost
from houseway.rule import enforces


@enforces("D.1")
def bust_terms(award: int, settings: Settings) -> Terms:
    """On what terms a Bust Bonus ends, by the number of its award; an award without a row in force loses."""
    if award == NO_AWARD:
        return lost("bust-bonus")
    return award_terms(settings.in_force(BUST_BONUS), AWARDS[award])


def bust_payout(bet: Bet, dealer: tuple[int, ...], hand: str, settings: Settings) -> Payout:
    """What becomes of a Bust Bonus; `hand` is the dealer's in words."""
    award = award_of(dealer, settings.integer("decks"))
    terms = bust_terms(award, settings)
    says = " and did not bust" if award == NO_AWARD else f": {terms.label}"
    return terms.payout(bet, f"the dealer has {hand}{says}")
