"""The base game as its solver needs it: rules as numbers, and the terms on which a hand ends."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from houseway.document.settings import Settings
from houseway.errors import IllegalSetting
from houseway.games.super_pairs.count.solver import ACE, HandRules
from houseway.games.super_pairs.rules.blackjack import may_split
from houseway.games.super_pairs.rules.spot import DOUBLES
from houseway.games.super_pairs.terms.blackjack import (
    BLACKJACK,
    DEALER_NATURAL,
    GIVEN_UP,
    LOST,
    NATURAL,
    PUSHED,
    WON,
    hand_terms,
)
from houseway.round.terms import Terms


class Ends(NamedTuple):
    """On what terms a hand ends."""

    natural: Terms
    won: Terms
    pushed: Terms
    given_up: Terms
    lost: Terms
    dealer_natural: Terms


def ends_of(settings: Settings) -> Ends:
    """The terms by the table's settings; refused where a hand does not win in proportion to its wager."""
    ends = Ends(*(hand_terms(end, settings) for end in (NATURAL, WON, PUSHED, GIVEN_UP, LOST, DEALER_NATURAL)))
    if any(terms.limit or terms.prize for terms in ends):
        raise IllegalSetting(
            "the analysis assumes that a double wins twice what a hand wins, and "
            f"{settings.in_force(BLACKJACK).id} pays in dollars or limits what is won",
            "blackjack.double",
        )
    return ends


@dataclass(frozen=True)
class Rules:
    """The rules of the base game by the settings, as numbers, and its ends."""

    hand: HandRules
    soft_17: bool
    by_value: bool
    most: int
    resplit_aces: bool
    surrender: bool
    ends: Ends

    def given_up(self, blackjack: Fraction) -> Fraction:
        """What a surrender is worth with this chance of a dealer's blackjack; only rounds that are played on count."""
        played = self.ends.given_up.worth() * (1 - blackjack)
        return played if self.hand.looks else played + self.ends.dealer_natural.worth() * blackjack

    def played_natural(self, blackjack: Fraction) -> Fraction:
        """What a blackjack is worth with this chance of a dealer's."""
        return self.ends.natural.worth() * (1 - blackjack) + self.ends.pushed.worth() * blackjack

    def hands_after_split(self, pair: int) -> int:
        """The most hands that this pair may become."""
        count = 1
        while may_split(count, self.most, pair == ACE, self.resplit_aces):
            count += 1
        return count


def rules_of(settings: Settings) -> Rules:
    """The rules by the table's settings."""
    (least, most), ends = DOUBLES[settings.text("double")], ends_of(settings)
    return Rules(
        HandRules(
            settings.flag("peek"),
            least,
            most,
            settings.flag("double-after-split"),
            settings.flag("split-aces-one-card"),
            settings.text("split-play") == "as-unsplit",
            *(float(terms.worth()) for terms in (ends.lost, ends.pushed, ends.won)),
        ),
        settings.text("soft-17") == "hit",
        settings.text("split-by") == "value",
        settings.integer("split-hands"),
        settings.flag("resplit-aces"),
        settings.text("surrender") == "late",
        ends,
    )
