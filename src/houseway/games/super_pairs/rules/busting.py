"""The rules of the Bust Bonus: which award a busted dealer's hand is."""

from houseway.cards import suit
from houseway.games.super_pairs.rules.blackjack import busted, value
from houseway.rule import rule

BUST_BONUS = "bust-bonus"

NO_AWARD, THREE_SUITED_EIGHTS, THREE_EIGHTS, BY_UP_CARD = -1, 0, 1, 2

AWARDS = (
    "bust-with-three-suited-8s",
    "bust-with-three-8s",
    *(f"bust-{up}-{how}" for up in ("ace", *range(2, 11)) for how in ("suited", "unsuited")),
)
"""By the number that `bust_award` gives."""


@rule("bust-bonus", "D", "D.2", "D.3")
def bust_award(up: int, hard: int, eights: int, suited: bool, decks: int) -> int:
    """The highest award of a dealer's hand: by its up-card (1 to 10), its hard sum, its eights, and if all is one suit.

    The suited award for three eights does not exist with one or two decks.
    """
    if not busted(hard):
        return NO_AWARD
    if eights == 3:
        return THREE_SUITED_EIGHTS if suited and decks > 2 else THREE_EIGHTS
    return BY_UP_CARD + 2 * (up - 1) + (0 if suited else 1)


def award_of(dealer: tuple[int, ...], decks: int) -> int:
    """The award of the dealer's cards, the up-card first."""
    values = [value(card) for card in dealer]
    suited = len({suit(card) for card in dealer}) == 1
    return bust_award(values[0], sum(values), values.count(8), suited, decks)
