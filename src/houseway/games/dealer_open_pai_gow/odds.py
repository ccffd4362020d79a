"""The odds of Dealer Open Pai Gow: every wager exactly, and how often each branch of a house way fires.

How hands and deals are counted is in `count`, loaded where it is asked for: the Ace High Tie needs no compiler.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.document.paytables import Paytable, Row
from houseway.document.settings import Settings
from houseway.errors import UnknownName
from houseway.games.dealer_open_pai_gow.count.ace_high_tie import FULL, Deck, deals_by_award
from houseway.games.dealer_open_pai_gow.rules.hands import FULL_DECK
from houseway.games.dealer_open_pai_gow.rules.piles import wheel_of
from houseway.games.dealer_open_pai_gow.rules.ways import Way, way_of
from houseway.games.dealer_open_pai_gow.terms import (
    ACE_HIGH_TIE,
    CHAN_CHU,
    ENVY,
    JACKS_BEAT,
    MAIN,
    ace_high_tie_terms,
    envy_table,
    envy_terms,
    jacks_beat_table,
    jacks_beat_terms,
    row_for,
    rows_of,
)
from houseway.lab.result import Advice, Ask, Odds, Option, Outcome, Situation, Strategy, exact, outcomes_of
from houseway.money import dollars
from houseway.round.terms import Terms, row_terms

Ends = list[tuple[Terms, int]]
"""How a wager ends, and in how many ways."""


def odds(ask: Ask) -> Odds:
    """The exact return of a wager; a house way that cannot be read is refused whether the wager rests on it or not."""
    way_of(ask.settings)
    if ask.wager == MAIN:
        from houseway.games.dealer_open_pai_gow.count.exact import main_odds

        return main_odds(ask)
    known = {
        CHAN_CHU: chan_chu_odds,
        ENVY: envy_odds,
        ACE_HIGH_TIE: ace_high_tie_odds,
        JACKS_BEAT: jacks_beat_odds,
    }
    if ask.wager not in known:
        name = ask.settings.document.name
        raise UnknownName(f"{name} has no odds of {ask.wager!r}; it has those of main, {', '.join(known)}")
    return known[ask.wager](ask)


def _outcomes(ends: Iterable[tuple[Terms, int]], stake: int = 0) -> tuple[Outcome, ...]:
    """Ends of a wager, the best first."""
    return tuple(sorted(outcomes_of(ends, stake=stake), key=lambda outcome: -(outcome.pays or 0)))


# ------------------------------------------------------------------------------------------------ the optional wagers


def row_counts(table: Paytable, settings: Settings, deck: int = FULL_DECK) -> list[tuple[Row | None, int]]:
    """In how many of all hands each row of a Chan Chu or envy table pays; the last entry is none of them."""
    from houseway.games.dealer_open_pai_gow.count.census import chan_chu_patterns

    rows = rows_of(table, settings)
    counts: dict[str, int] = {row.award: 0 for _, row in rows} | {"": 0}
    for awards, ways in chan_chu_patterns(deck).items():
        row = row_for(awards, rows)
        counts[row.award if row else ""] += ways
    return [(row, counts[row.award]) for _, row in rows] + [(None, counts[""])]


def chan_chu_ends(table: Paytable, settings: Settings, deck: int = FULL_DECK) -> Ends:
    """All hands by how Chan Chu ends with them."""
    return [(row_terms(table, row), ways) for row, ways in row_counts(table, settings, deck)]


def chan_chu_odds(ask: Ask) -> Odds:
    """Chan Chu by a paytable: that asked for, or the posted one."""
    settings = ask.settings.but(chan_chu_paytable=ask.paytable) if ask.paytable else ask.settings
    table = settings.in_force(CHAN_CHU)
    ends = chan_chu_ends(table, settings)
    return Odds(
        game=settings.document.game,
        wager=CHAN_CHU,
        settings=ask.settings,
        outcomes=_outcomes(ends, ask.stake),
        paytable=table.id,
        more=_envy_more(settings),
    )


def _envy_more(settings: Settings) -> Mapping[str, Any]:
    """What the envy table of the posted paytable takes off the edge."""
    envy = envy_table(settings)
    if envy is None:
        return {}
    return {"envy_reduces_edge": {"paytable": envy.id, **exact(envy_reduction(envy, settings))}}


def envy_ends(table: Paytable, settings: Settings, deck: int = FULL_DECK) -> Ends:
    """All hands of another player by what they are worth to an envious one."""
    return [(envy_terms(table, row), ways) for row, ways in row_counts(table, settings, deck)]


def envy_reduction(table: Paytable, settings: Settings) -> Fraction:
    """What the envy bonus gives back of a Chan Chu wager, for each other player who takes part."""
    ends, wager = envy_ends(table, settings), settings.integer("envy-wager")
    paid = sum((ways * Fraction(terms.unit(None, wager) or 0) for terms, ways in ends), Fraction(0))
    return paid / sum(ways for _, ways in ends)


def envy_odds(ask: Ask) -> Odds:
    """The envy bonus for one other player, per unit of the Chan Chu wager that the settings assume."""
    settings = ask.settings
    table = settings.document.paytable(ask.paytable) if ask.paytable else envy_table(settings.but(envy=True))
    if table is None:
        raise UnknownName(f"{settings.in_force(CHAN_CHU).id} has no envy table: those of 3, 4 and 5 have")
    wager, others = settings.integer("envy-wager"), settings.integer("other-players")
    reduction = envy_reduction(table, settings)
    return Odds(
        game=settings.document.game,
        wager=ENVY,
        settings=settings,
        outcomes=_outcomes(envy_ends(table, settings), wager),
        paytable=table.id,
        notes=(
            f"For one other player, per unit of a Chan Chu wager of {dollars(wager)}; nothing is staked on it.",
            f"It takes {float(100 * reduction):.4f} % off the edge of Chan Chu for each other player.",
        ),
        more={"reduction_for_each": exact(reduction), "reduction_for_all": exact(others * reduction)},
    )


def ace_high_tie_ends(table: Paytable, deck: Deck = FULL) -> Ends:
    """All deals to dealer and player by how the Ace High Tie ends."""
    return [(ace_high_tie_terms(award, table), ways) for award, ways in deals_by_award(deck).items()]


def ace_high_tie_odds(ask: Ask) -> Odds:
    """The Ace High Tie over all deals to dealer and player."""
    table = ask.table() or ask.settings.in_force(ACE_HIGH_TIE)
    outcomes = _outcomes(ace_high_tie_ends(table), ask.stake)
    return Odds(ask.settings.document.game, ACE_HIGH_TIE, ask.settings, outcomes, paytable=table.id)


def jacks_beat_ends(table: Paytable, wheel: int, deck: int = FULL_DECK) -> Ends:
    """All hands of the dealer by how Jacks Beat ends."""
    from houseway.games.dealer_open_pai_gow.count.census import dealer_counts

    counts = dealer_counts(wheel, deck)
    return [(jacks_beat_terms(jacks, table), count) for (_, _, jacks), count in counts.items()]


def jacks_beat_odds(ask: Ask) -> Odds:
    """Jacks Beat by the operator's paytable."""
    table = ask.table() or jacks_beat_table(ask.settings)
    return Odds(
        game=ask.settings.document.game,
        wager=JACKS_BEAT,
        settings=ask.settings,
        outcomes=_outcomes(jacks_beat_ends(table, wheel_of(ask.settings)), ask.stake),
        paytable=table.id,
        notes=("The pays are the operator's.",),
    )


def figure(quantity: str, ask: Ask) -> Fraction:
    """`envy-reduction`: what an envy table takes off the edge of Chan Chu for each other player."""
    document = ask.settings.document
    if quantity != "envy-reduction":
        raise UnknownName(f"{document.name} has no quantity {quantity!r}")
    return envy_reduction(document.paytable(ask.paytable), ask.settings)


# ------------------------------------------------------------------------------------------------ the house way


def strategy(ask: Ask) -> Strategy:
    """The branches of the house way: how often each sets the dealer's hand, what best play and copying win then, and
    what it costs the house beside the best setting of each hand.
    """
    from houseway.games.dealer_open_pai_gow.count.census import HANDS, fired
    from houseway.games.dealer_open_pai_gow.count.deals import stretched
    from houseway.games.dealer_open_pai_gow.count.exact import branch_values, house_way_costs

    if ask.wager not in ("", MAIN):
        raise UnknownName(f"{ask.settings.document.wager(ask.wager).name} does not rest on how a hand is set")
    way = way_of(ask.settings)
    values = branch_values(ask._replace(progress=stretched(ask.progress, 0, 0.3)))
    costs = house_way_costs(ask._replace(progress=stretched(ask.progress, 0.3, 1)))
    situations = []
    for branch, count in enumerate(fired(way, wheel_of(ask.settings)).counts):
        if count:
            line = way.explain(branch)
            best, copied = values[branch]
            options = Option("best", "set the best hand against it", best), Option("copy", "copy the house way", copied)
            situations.append(Situation(f"{line.bullet}: {line.says}", Fraction(count, HANDS), Advice(options)))
    return Strategy(
        ask.settings.document.game,
        MAIN,
        ask.settings,
        (
            ("By the branch that sets the dealer's hand", tuple(situations)),
            ("What each branch gives away beside the best setting of its hands", tuple(_given_away(costs, way))),
        ),
        notes=(
            "Values are units that the player wins per unit of the Pai Gow wager.",
            f"The house way gives away {costs['cost']['percent']:.4f} % of a unit beside the best of each hand.",
        ),
        more={"house_way": way.name, "branches": branch_table(ask.settings), "costs": costs},
    )


def _given_away(costs: Mapping[str, Any], way: Way) -> Iterator[Situation]:
    """The branches that could do better: how many of all hands, and what that costs the house over all deals."""
    from houseway.games.dealer_open_pai_gow.count.census import HANDS

    for branch in costs["branches"]:
        line = way.explain(way.branches.index(branch["branch"]))
        if cost := Fraction(branch["cost"]["exact"]):
            options = Option("best", "the best setting", Fraction(0)), Option("way", "the house way", -cost)
            share = Fraction(int(branch["improvable_hands"]), HANDS)
            yield Situation(f"{line.bullet}: {line.says}", share, Advice(options))


def branch_table(settings: Settings) -> list[dict[str, Any]]:
    """Every branch of the house way: its name, bullet, clause and sentence, and how many of all hands it sets."""
    from houseway.games.dealer_open_pai_gow.count.census import HANDS, fired

    way = way_of(settings)
    found = []
    for branch, count in enumerate(fired(way, wheel_of(settings)).counts):
        line = way.explain(branch)
        found.append(
            {
                "branch": line.name,
                "bullet": line.bullet,
                "clause": line.clause,
                "says": line.says,
                "hands": str(count),
                "frequency": exact(Fraction(count, HANDS)),
            }
        )
    return found
