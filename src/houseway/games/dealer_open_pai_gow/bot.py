"""How bots play Dealer Open Pai Gow."""

from houseway.cards import mask
from houseway.games.dealer_open_pai_gow.rules.piles import every_way, house_piles
from houseway.round import DEALER, Answer, Question, Setup, Standing


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots see the dealer's open hand and set the best they can against it; the house way where that is as good."""
    hand = mask(standing.cards(question.seat))
    dealer = house_piles(mask(standing.shown(DEALER)), setup.settings)
    return tuple(every_way(hand, dealer, setup.settings)[0].piles)
