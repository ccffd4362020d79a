"""The rules of the primary game: what cards and hands are worth, how the dealer draws, what a player may do.

A hand is told by two numbers: its hard sum (aces one) and how many aces it holds.
"""

from houseway.cards import ACE, NINE, rank
from houseway.rule import rule

LOSE, PUSH, WIN = -1, 0, 1

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"


@rule("2")
def face_up(to_dealer: bool, second: bool) -> bool:
    """Players' cards and the dealer's first lie face up, the dealer's second face down."""
    return not (to_dealer and second)


@rule("blackjack.values")
def value(card: int) -> int:
    """Aces count one (or eleven, see `total`), two to nine their face, tens and pictures ten."""
    r = rank(card)
    if r == ACE:
        return 1
    return r + 2 if r <= NINE else 10


@rule("blackjack.values")
def soft(hard: int, aces: int) -> bool:
    """Whether an ace counts eleven."""
    return aces > 0 and hard + 10 <= 21


@rule("blackjack.values")
def total(hard: int, aces: int) -> int:
    """One ace counts eleven where that does not bust the hand."""
    return hard + 10 if soft(hard, aces) else hard


@rule("blackjack.hit")
def busted(hard: int) -> bool:
    """Over 21 the hand is lost at once."""
    return hard > 21


@rule("blackjack.hit")
def may_draw(points: int) -> bool:
    """A hand of 21 is as good as it gets and stands."""
    return points < 21


@rule("blackjack.natural")
def completing(first: int) -> int:
    """The value that makes a blackjack of a card, given by its value: ten of an ace, an ace of a ten; 0 if none."""
    if first == 1:
        return 10
    return 1 if first == 10 else 0


@rule("blackjack.natural")
def natural(first: int, second: int) -> bool:
    """A blackjack: an ace and a ten-valued card as the first two cards, given by their values."""
    return completing(first) == second


@rule("blackjack.dealer")
def dealer_draws(hard: int, aces: int, hits_soft_17: bool) -> bool:
    """Draw to 16, stand on 17 and over; a soft 17 by the house's posted rule."""
    points = total(hard, aces)
    return points < 17 or (points == 17 and hits_soft_17 and soft(hard, aces))


@rule("blackjack.outcome")
def outcome(player: int, dealer: int) -> int:
    """A busted player loses even if the dealer busts; then a busted dealer loses; then the higher total wins."""
    if player > 21:
        return LOSE
    if dealer > 21 or player > dealer:
        return WIN
    return PUSH if player == dealer else LOSE


@rule("blackjack.double")
def may_double(points: int, cards: int, least: int, most: int) -> bool:
    """Two cards, of a total between the posted bounds."""
    return cards == 2 and may_draw(points) and least <= points <= most


@rule("blackjack.double")
def units(doubled: bool) -> int:
    """How many times the first wager stands on a hand: a double adds as much again."""
    return 2 if doubled else 1


@rule("blackjack.split")
def pair(first: int, second: int, by_value: bool) -> bool:
    """Two cards that may be split: of one rank or, where posted, of one value."""
    return value(first) == value(second) if by_value else rank(first) == rank(second)


@rule("blackjack.split", "blackjack.split-aces")
def may_split(hands: int, most: int, aces: bool, resplit_aces: bool) -> bool:
    """A pair may be split until there are as many hands as the house allows; aces only once unless posted."""
    return hands < most and (not aces or hands == 1 or resplit_aces)


@rule("blackjack.insurance")
def insurance_offered(up: int) -> bool:
    """Insurance is offered when the dealer shows an ace, given by its value."""
    return up == 1


@rule("blackjack.surrender")
def surrendered(stake: int) -> int:
    """What a hand given up gets back: half its wager, a broken cent to the house."""
    return stake // 2


@rule("blackjack.look")
def dealer_looks(up: int) -> bool:
    """Under an ace or a ten-valued card, given by its value, the dealer looks for a blackjack."""
    return completing(up) != 0
