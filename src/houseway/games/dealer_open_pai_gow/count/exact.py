"""The odds of the Pai Gow wager, exact to the last of 8,250,459,031,214,400 deals.

The counts are of results, won, pushed and lost; what they are worth comes from the terms of the paytable in force.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.games.dealer_open_pai_gow.count.costs import cached_costs, stakes
from houseway.games.dealer_open_pai_gow.count.deals import Count, Counts, cached_counts
from houseway.games.dealer_open_pai_gow.count.staircases import ACE_HIGH, JACKS
from houseway.games.dealer_open_pai_gow.count.suits import MOST
from houseway.games.dealer_open_pai_gow.rules.hands import LOSE, PUSH, WIN, main_result
from houseway.games.dealer_open_pai_gow.rules.piles import wheel_of
from houseway.games.dealer_open_pai_gow.rules.ways import Way, way_of
from houseway.games.dealer_open_pai_gow.terms import MAIN, Units, main_terms, main_units
from houseway.lab.result import Ask, Odds, exact, outcomes_of
from houseway.round.terms import Terms

CARDS = 53
PLAYERS = comb(CARDS - MOST, MOST)
"""Hands that a player may have beside the dealer's."""
DEALS = comb(CARDS, MOST) * PLAYERS


class Tally(NamedTuple):
    """Deals won, pushed and lost."""

    win: int
    push: int
    lose: int

    @property
    def deals(self) -> int:
        return sum(self)

    def earned(self, units: Units) -> Fraction:
        """What the house keeps of a unit on each deal, all together."""
        return -sum((deals * unit for deals, unit in zip(self, units, strict=True)), Fraction(0))

    def edge(self, units: Units) -> Fraction:
        """What the house keeps of a unit."""
        return self.earned(units) / self.deals

    def ends(self, table: Paytable) -> list[tuple[Terms, int]]:
        """The deals by how they end."""
        return [(main_terms(result, table), deals) for result, deals in zip((WIN, PUSH, LOSE), self, strict=True)]

    def __add__(self, other: tuple[int, ...]) -> "Tally":  # type: ignore[override]  # counts add up, they are no list
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


NONE = Tally(0, 0, 0)


class Rules(NamedTuple):
    """Which dealer's hands end the wager before hands are compared."""

    jacks_lose: bool
    ace_push: bool


def rules_of(settings: Settings) -> Rules:
    """The rules in force."""
    return Rules(settings.flag("two-jacks-lose"), settings.flag("ace-high-push"))


def settled(kind: int, compared: Tally, rules: Rules) -> Tally:
    """Deals won, pushed and lost by comparison, as the table's own rule settles them for a kind of dealer's hand."""
    settled_as = {WIN: 0, PUSH: 0, LOSE: 0}
    for deals, front_won, back_won in zip(compared, (True, True, False), (True, False, False), strict=True):
        result = main_result(2 if kind == JACKS else 0, kind == ACE_HIGH, False, front_won, back_won, *rules)
        settled_as[result] += deals
    return Tally(settled_as[WIN], settled_as[PUSH], settled_as[LOSE])


def tally(found: Iterable[tuple[int, Count]], rules: Rules, *, copying: bool = False, players: int = PLAYERS) -> Tally:
    """All deals against dealer's hands of these kinds and counts; a smaller deck has fewer hands of a player."""
    total = NONE
    for kind, count in found:
        won, lost = (count.copy_won, count.copy_lost) if copying else (count.won, count.lost)
        total += settled(kind, Tally(won, count.hands * players - won - lost, lost), rules)
    return total


def asked_table(ask: Ask) -> Paytable:
    """The paytable of the Pai Gow wager that is asked for, or the one in force."""
    return ask.settings.document.paytable(ask.paytable) if ask.paytable else ask.settings.in_force(MAIN)


def main_odds(ask: Ask, read: Way | None = None) -> Odds:
    """The Pai Gow wager under best play, what copying the house way costs, and what each branch of it earns.

    By the house way of the settings, or by one that is `read` otherwise.
    """
    settings, table = ask.settings, asked_table(ask)
    way, rules, units = read or way_of(settings), rules_of(settings), main_units(table, ask.stake)
    found = cached_counts(way, wheel_of(settings), ask.progress)
    every = [(kind, count) for (_, kind), count in found.items()]
    return Odds(
        game=settings.document.game,
        wager=MAIN,
        settings=settings,
        outcomes=outcomes_of(tally(every, rules).ends(table), stake=ask.stake),
        paytable=table.id,
        notes=("The player sees the dealer's hand and sets the best legal way against it.",),
        more={
            "edge_when_copying": exact(tally(every, rules, copying=True).edge(units)),
            "ace_high_pushes": str(_of_kind(found, ACE_HIGH) if rules.ace_push else 0),
            "two_jacks_losses": str(_of_kind(found, JACKS) if rules.jacks_lose else 0),
            "edge_by_rules": _by_rules(every, units),
            "house_way": [_branch(way, n, found, rules, units) for n in range(len(way.branches))],
        },
    )


def branch_values(ask: Ask) -> dict[int, tuple[Fraction, Fraction]]:
    """What best play and copying win per unit against the dealer's hands that each branch sets."""
    found = cached_counts(way_of(ask.settings), wheel_of(ask.settings), ask.progress)
    rules, units = rules_of(ask.settings), main_units(asked_table(ask), ask.stake)
    values = {}
    for branch in {branch for branch, _ in found}:
        mine = _of_branch(found, branch)
        values[branch] = -tally(mine, rules).edge(units), -tally(mine, rules, copying=True).edge(units)
    return values


def house_way_costs(ask: Ask) -> dict[str, Any]:
    """What each branch gives away against the setting that is best for the house, hand by hand; ready for JSON.

    All costs are shares of a unit over all deals, so that they add up. Hands that are decided before they are compared
    cost nothing.
    """
    way, rules = way_of(ask.settings), rules_of(ask.settings)
    worth = stakes(main_units(asked_table(ask), ask.stake))
    found = cached_costs(way, wheel_of(ask.settings), worth, ask.progress)
    lines = []
    total = Fraction(0)
    for branch, name in enumerate(way.branches):
        compared = [cost for (each, kind), cost in found.items() if each == branch and not decided(kind, rules)]
        cost = Fraction(sum(cost.at_best - cost.as_set for cost in compared), worth.unit * DEALS)
        total += cost
        improvable = sum(cost.improvable for cost in compared)
        lines.append({"branch": name, "improvable_hands": str(improvable), "cost": exact(cost)})
    return {"cost": exact(total), "branches": lines}


def decided(kind: int, rules: Rules) -> bool:
    """Whether a kind of dealer's hand ends the wager whatever the comparison."""
    return settled(kind, Tally(1, 0, 0), rules) == settled(kind, Tally(0, 0, 1), rules)


def _of_branch(found: Counts, branch: int) -> list[tuple[int, Count]]:
    return [(kind, count) for (each, kind), count in found.items() if each == branch]


def _of_kind(found: Counts, kind: int) -> int:
    return sum(count.hands for (_, each), count in found.items() if each == kind) * PLAYERS


def _by_rules(every: list[tuple[int, Count]], units: Units) -> list[dict[str, Any]]:
    """The edge under each combination of the two rules that end the hand without a comparison."""
    return [
        {
            "two-jacks-lose": "yes" if jacks_lose else "no",
            "ace-high-push": "yes" if ace_push else "no",
            "edge": exact(tally(every, Rules(jacks_lose, ace_push)).edge(units)),
            "edge_when_copying": exact(tally(every, Rules(jacks_lose, ace_push), copying=True).edge(units)),
        }
        for jacks_lose in (False, True)
        for ace_push in (False, True)
    ]


def _branch(way: Way, branch: int, found: Counts, rules: Rules, units: Units) -> dict[str, Any]:
    """How often a branch of the house way sets the dealer's hand, and what these hands earn."""
    mine = _of_branch(found, branch)
    hands = sum(count.hands for _, count in mine)
    deals = tally(mine, rules)
    line = way.explain(branch)
    return {
        "branch": way.branches[branch],
        "bullet": line.bullet,
        "clause": line.clause,
        "hands": str(hands),
        "frequency": exact(Fraction(hands, comb(CARDS, MOST))),
        "win": str(deals.win),
        "push": str(deals.push),
        "lose": str(deals.lose),
        "edge": exact(deals.edge(units)) if hands else None,
        "share_of_edge": exact(deals.earned(units) / DEALS),
    }
