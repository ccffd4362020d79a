"""Wagers with a clause read as no setting says: a line of the House Way by a way of lines or by functions that say so,
and the Ace High Tie where two jacks give it back.
"""

from dataclasses import replace

import numpy as np

from houseway.cards import JOKER
from houseway.games.dealer_open_pai_gow.count.ace_high_tie import deals_by_award
from houseway.games.dealer_open_pai_gow.count.census import classes, dealer_counts
from houseway.games.dealer_open_pai_gow.count.deals import PACKAGE
from houseway.games.dealer_open_pai_gow.count.exact import PLAYERS, main_odds
from houseway.games.dealer_open_pai_gow.count.read_way import READINGS, differing
from houseway.games.dealer_open_pai_gow.rules.bonuses import ace_high_tie_award
from houseway.games.dealer_open_pai_gow.rules.hands import jacks_end_the_game
from houseway.games.dealer_open_pai_gow.rules.piles import wheel_of
from houseway.games.dealer_open_pai_gow.rules.ways import DOCUMENT_WAY, Way, way, way_of, written
from houseway.games.dealer_open_pai_gow.terms import ACE_HIGH_TIE, MAIN, ace_high_tie_terms
from houseway.lab.cache import cached
from houseway.lab.result import Ask, Odds, outcomes_of
from houseway.round.terms import pushed

FULL_HOUSE = """when = { four = "A", threes = 1 }
place = "two-aces"
says = "Four aces and three of a kind: two aces go in front."

[[line]]
name = "super-full-house-four"
bullet = "Super Full House"
clause = "house-way.super-full-house"
when = { four = "2+", threes = 1 }
place = "two-of-four"
says = "Four and three of a kind: two of the four go in front."
"""

CHANGES = {
    ("super-full-house", "full-house"): (
        """when = { four = "2+", threes = 1 }
place = "two-of-three"
says = "Four and three of a kind: as with Four of a Kind, a pair goes in front, two of the three."
""",
        FULL_HOUSE,
    ),
    ("highest-possible-pair", "pairs-only"): (
        """when = { threes = 1, pairs = 2 }
place = "highest-pair"
""",
        """when = { threes = 1, pairs = 2 }
place = "high-pair"
""",
    ),
}
"""By ruling and reading: which lines of the document's way stand otherwise, and how."""


def way_read(ruling: str, reading: str) -> str | None:
    """The document's way with a line read otherwise, as a file of lines; None where no line expresses the reading."""
    if (change := CHANGES.get((ruling, reading))) is None:
        return None
    text = written("document")
    assert text.count(change[0]) == 1
    return text.replace(*change)


def read_otherwise(ask: Ask, ruling: str, reading: str) -> Odds | None:
    """The return of a wager by that reading; None where it does not depend on it."""
    if ask.wager == ACE_HIGH_TIE:
        return _given_back(ask) if (ruling, reading) == ("two-jacks-side-wagers", "returned") else None
    if ask.wager != MAIN or not way_of(ask.settings).written_as_functions:
        return None
    if (text := way_read(ruling, reading)) is not None:
        return main_odds(ask, way(text))
    if reading not in READINGS:
        return None
    return main_odds(ask, way_by(reading, wheel_of(ask.settings)))


def way_by(reading: str, wheel: int) -> Way:
    """The document's way by a reading; the way as we read it where no hand is set otherwise."""
    ours = way(DOCUMENT_WAY)
    ((_, hands),) = cached(PACKAGE, ("set otherwise", reading, wheel), lambda: [_set_otherwise(reading, wheel)])
    return replace(ours, read=reading) if hands else ours


def _set_otherwise(reading: str, wheel: int) -> list[int]:
    """Of all hands with the joker, which these readings are about: how many are set otherwise, by class and in all."""
    hands, sizes = classes()
    some = hands >> JOKER & 1 == 1
    found = differing(hands[some], reading, wheel)
    return [len(found), int(sizes[some][np.isin(hands[some], found)].sum())]


def _given_back(ask: Ask) -> Odds | None:
    """The Ace High Tie where a dealer's two jacks give it back; such a hand is never ace high, so it had lost."""
    settings = ask.settings
    if not settings.flag("two-jacks-lose"):
        return None
    table = ask.table() or settings.in_force(ACE_HIGH_TIE)
    back = jacks_ends(wheel_of(settings)) * PLAYERS
    ends = [(ace_high_tie_terms(award, table), ways) for award, ways in (deals_by_award() | _lost(back)).items()]
    outcomes = outcomes_of([*ends, (pushed("introduction.jacks"), back)], stake=ask.stake)
    return Odds(settings.document.game, ACE_HIGH_TIE, settings, outcomes, paytable=table.id)


def _lost(back: int) -> dict[int, int]:
    """The deals that are lost where so many are given back."""
    none = ace_high_tie_award(False, False, False)
    return {none: deals_by_award()[none] - back}


def jacks_ends(wheel: int) -> int:
    """How many of all hands of the dealer end the round by their jacks."""
    found = [(high, many) for (_, high, jacks), many in dealer_counts(wheel).items() if jacks_end_the_game(jacks)]
    assert not any(high for high, _ in found)
    return sum(many for _, many in found)
