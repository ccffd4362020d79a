"""The odds of Dealer Open Pai Gow: every wager exactly, and how often each branch of a house way fires.

The census is loaded where it is counted: how to set a hand needs no compiler.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.document import Paytable, Row
from houseway.errors import UnknownName
from houseway.games.dealer_open_pai_gow.ace_high_tie import deals_by_award
from houseway.games.dealer_open_pai_gow.set_hand import GAME
from houseway.games.dealer_open_pai_gow.set_hand import advice as advice
from houseway.games.dealer_open_pai_gow.set_hand import arrange as arrange
from houseway.games.dealer_open_pai_gow.settlement import (
    DOCUMENT,
    Terms,
    ace_high_tie_terms,
    chan_chu_table,
    chan_chu_terms,
    envy_table,
    jacks_beat_faults,
    jacks_beat_terms,
    row_for,
    rows_of,
    wheel_of,
)
from houseway.games.dealer_open_pai_gow.ways import Way, way_of
from houseway.lab.result import Advice, Ask, Odds, Option, Outcome, Situation, Strategy, exact
from houseway.money import dollars
from houseway.document.settings import Settings


def odds(ask: Ask) -> Odds:
    """The exact return of a wager; a house way that cannot be read is refused whether the wager rests on it or not."""
    way_of(ask.settings)
    if ask.wager == "main":
        from houseway.games.dealer_open_pai_gow.exact import main_odds

        return main_odds(ask.settings, ask.progress)
    known = {
        "chan-chu": chan_chu_odds,
        "chan-chu-envy": envy_odds,
        "ace-high-tie": ace_high_tie_odds,
        "jacks-beat": jacks_beat_odds,
    }
    if ask.wager not in known:
        raise UnknownName(f"{DOCUMENT.name} has no odds of {ask.wager!r}; it has those of main, {', '.join(known)}")
    return known[ask.wager](ask)


def _outcomes(ends: Sequence[tuple[Terms, int]]) -> tuple[Outcome, ...]:
    """Ends of a wager with their ways, those of one award together, the best first."""
    found: dict[str, Outcome] = {}
    for terms, ways in ends:
        before = found[terms.award].combinations if terms.award in found else 0
        found[terms.award] = Outcome(terms.award, terms.pays, before + ways)
    return tuple(sorted(found.values(), key=lambda outcome: -(outcome.pays or 0)))


# ------------------------------------------------------------------------------------------------ the optional wagers


def row_counts(table: Paytable, settings: Settings) -> list[tuple[Row | None, int]]:
    """In how many of all hands each row of a Chan Chu or envy table pays; the last entry is none of them."""
    from houseway.games.dealer_open_pai_gow.census import chan_chu_patterns

    rows = rows_of(table, settings)
    counts: dict[str, int] = {row.award: 0 for _, row in rows} | {"": 0}
    for awards, ways in chan_chu_patterns().items():
        row = row_for(awards, rows)
        counts[row.award if row else ""] += ways
    return [(row, counts[row.award]) for _, row in rows] + [(None, counts[""])]


def chan_chu_odds(ask: Ask) -> Odds:
    """Chan Chu by a paytable: that asked for, or the posted one."""
    table = DOCUMENT.paytable(ask.paytable) if ask.paytable else chan_chu_table(ask.settings)
    counts = row_counts(table, ask.settings)
    ends = [(chan_chu_terms(row, table.clause), ways) for row, ways in counts]
    return Odds(GAME, "chan-chu", ask.settings, _outcomes(ends), paytable=table.id, more=_envy_more(table, ask))


def _envy_more(table: Paytable, ask: Ask) -> Mapping[str, Any]:
    """What the envy table of a paytable takes off the edge."""
    settings = ask.settings.but(chan_chu_paytable=table.id)
    envy = envy_table(settings)
    if envy is None:
        return {}
    return {"envy_reduces_edge": {"paytable": envy.id, **exact(envy_reduction(envy, settings))}}


def envy_reduction(table: Paytable, settings: Settings) -> Fraction:
    """What the envy bonus gives back of a Chan Chu wager, for each other player who takes part."""
    from houseway.games.dealer_open_pai_gow.census import HANDS

    paid = sum(row.pay.amount * 100 * ways for row, ways in row_counts(table, settings) if row is not None)
    return Fraction(paid) / HANDS / settings.integer("envy-wager")


def envy_odds(ask: Ask) -> Odds:
    """The envy bonus for one other player, per unit of the Chan Chu wager that the settings assume."""
    table = DOCUMENT.paytable(ask.paytable) if ask.paytable else envy_table(ask.settings.but(envy=True))
    if table is None:
        raise UnknownName(f"{ask.settings.text('chan-chu-paytable')} has no envy table: those of 3, 4 and 5 have")
    wager, others = ask.settings.integer("envy-wager"), ask.settings.integer("other-players")
    ends = [
        (Terms(row.award, row.pay.amount * 100 / wager, table.clause), ways)
        if row is not None
        else (Terms("nothing", Fraction(0), table.clause), ways)
        for row, ways in row_counts(table, ask.settings)
    ]
    reduction = envy_reduction(table, ask.settings)
    return Odds(
        GAME,
        "chan-chu-envy",
        ask.settings,
        _outcomes(ends),
        paytable=table.id,
        notes=(
            f"For one other player, per unit of a Chan Chu wager of {dollars(wager)}; nothing is staked on it.",
            f"It takes {float(100 * reduction):.4f} % off the edge of Chan Chu for each other player.",
        ),
        more={"reduction_for_each": exact(reduction), "reduction_for_all": exact(others * reduction)},
    )


def ace_high_tie_odds(ask: Ask) -> Odds:
    """The Ace High Tie over all deals to dealer and player."""
    ends = [(ace_high_tie_terms(award), ways) for award, ways in deals_by_award().items()]
    return Odds(GAME, "ace-high-tie", ask.settings, _outcomes(ends), paytable="ace-high-tie")


def jacks_beat_odds(ask: Ask) -> Odds:
    """Jacks Beat by the operator's paytable."""
    from houseway.games.dealer_open_pai_gow.census import dealer_counts

    for fault in jacks_beat_faults(ask.settings.but(jacks_beat=True)):
        raise UnknownName(fault)
    ways: dict[int, int] = {}
    for (_, _, jacks), count in dealer_counts(wheel_of(ask.settings)).items():
        ways[jacks] = ways.get(jacks, 0) + count
    ends = [(jacks_beat_terms(jacks, ask.settings), count) for jacks, count in ways.items()]
    return Odds(GAME, "jacks-beat", ask.settings, _outcomes(ends), notes=("The pays are the operator's.",))


def figure(quantity: str, given: str, ask: Ask) -> Fraction:
    """`envy-reduction`: what an envy table takes off the edge of Chan Chu for each other player."""
    del given
    if quantity != "envy-reduction":
        raise UnknownName(f"{DOCUMENT.name} has no quantity {quantity!r}")
    return envy_reduction(DOCUMENT.paytable(ask.paytable), ask.settings)


# ------------------------------------------------------------------------------------------------ the house way


def strategy(ask: Ask) -> Strategy:
    """The branches of the house way: how often each sets the dealer's hand, what best play and copying win then, and
    what it costs the house beside the best setting of each hand.
    """
    from houseway.games.dealer_open_pai_gow.census import HANDS, fired
    from houseway.games.dealer_open_pai_gow.deals import stretched
    from houseway.games.dealer_open_pai_gow.exact import branch_values, house_way_costs

    way = way_of(ask.settings)
    values = branch_values(ask.settings, stretched(ask.progress, 0, 0.3))
    costs = house_way_costs(ask.settings, stretched(ask.progress, 0.3, 1))
    situations = []
    for branch, count in enumerate(fired(way, wheel_of(ask.settings)).counts):
        if count:
            line = way.explain(branch)
            best, copied = values[branch]
            options = Option("best", "set the best hand against it", best), Option("copy", "copy the house way", copied)
            situations.append(Situation(f"{line.bullet}: {line.says}", Fraction(count, HANDS), Advice(options)))
    return Strategy(
        GAME,
        "main",
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
    from houseway.games.dealer_open_pai_gow.census import HANDS

    for told in costs["branches"]:
        line = way.explain(way.branches.index(told["branch"]))
        if cost := Fraction(told["cost"]["exact"]):
            options = Option("best", "the best setting", Fraction(0)), Option("way", "the house way", -cost)
            share = Fraction(int(told["improvable_hands"]), HANDS)
            yield Situation(f"{line.bullet}: {line.says}", share, Advice(options))


def branch_table(settings: Settings) -> list[dict[str, Any]]:
    """Every branch of the house way: its name, bullet, clause and sentence, and how many of all hands it sets."""
    from houseway.games.dealer_open_pai_gow.census import HANDS, fired

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
