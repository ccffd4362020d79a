"""The odds of the pai gow wager, exact to the last of 8,250,459,031,214,400 deals."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from houseway.games.dealer_open_pai_gow.costs import kept_costs
from houseway.games.dealer_open_pai_gow.deals import Count, Counts, kept_counts
from houseway.games.dealer_open_pai_gow.rules import LOSE, PUSH, WIN, main_result
from houseway.games.dealer_open_pai_gow.settlement import wheel_of
from houseway.games.dealer_open_pai_gow.staircases import ACE_HIGH, JACKS, Progress
from houseway.games.dealer_open_pai_gow.suits import MOST
from houseway.games.dealer_open_pai_gow.ways import Way, way_of
from houseway.lab.result import Odds, Outcome, exact
from houseway.document.settings import Settings

CARDS = 53


class Tally(NamedTuple):
    """Deals won, pushed and lost."""

    win: int
    push: int
    lose: int

    @property
    def deals(self) -> int:
        return sum(self)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a unit."""
        return Fraction(self.lose - self.win, self.deals)

    def __add__(self, other: tuple[int, ...]) -> "Tally":  # type: ignore[override]  # counts add up, they are no list
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


NONE = Tally(0, 0, 0)


def settled(kind: int, compared: Tally, jacks_lose: bool, ace_push: bool) -> Tally:
    """Deals won, pushed and lost by comparison, as the table's own rule settles them for a kind of dealer's hand."""
    settled_as = {WIN: 0, PUSH: 0, LOSE: 0}
    for deals, front_won, back_won in zip(compared, (True, True, False), (True, False, False), strict=True):
        result = main_result(
            2 if kind == JACKS else 0, kind == ACE_HIGH, False, front_won, back_won, jacks_lose, ace_push
        )
        settled_as[result] += deals
    return Tally(settled_as[WIN], settled_as[PUSH], settled_as[LOSE])


def tally(found: Iterable[tuple[int, Count]], jacks_lose: bool, ace_push: bool, copying: bool = False) -> Tally:
    """All deals against dealer's hands of these kinds and counts."""
    total = NONE
    for kind, count in found:
        won, lost = (count.copy_won, count.copy_lost) if copying else (count.won, count.lost)
        compared = Tally(won, count.hands * PLAYERS - won - lost, lost)
        total += settled(kind, compared, jacks_lose, ace_push)
    return total


PLAYERS = comb(CARDS - MOST, MOST)
"""Hands that a player may have beside the dealer's."""


def main_odds(settings: Settings, progress: Progress = None) -> Odds:
    """The pai gow wager under best play, what copying the house way costs, and what each branch of it earns."""
    way = way_of(settings)
    found = kept_counts(way, wheel_of(settings), progress)
    jacks_lose, ace_push = settings.flag("two-jacks-lose"), settings.flag("ace-high-push")
    every = [(kind, count) for (_, kind), count in found.items()]
    total = tally(every, jacks_lose, ace_push)
    copied = tally(every, jacks_lose, ace_push, copying=True)
    return Odds(
        game="dealer-open-pai-gow",
        wager="main",
        settings=settings,
        outcomes=(
            Outcome("win", Fraction(1), total.win),
            Outcome("push", Fraction(0), total.push),
            Outcome("lose", Fraction(-1), total.lose),
        ),
        notes=("The player sees the dealer's hand and sets the best legal way against it.",),
        more={
            "edge_when_copying": exact(copied.edge),
            "ace_high_pushes": str(_decided(found, ACE_HIGH) if ace_push else 0),
            "two_jacks_losses": str(_decided(found, JACKS) if jacks_lose else 0),
            "edge_by_rules": _by_rules(every),
            "house_way": [_branch(way, n, found, jacks_lose, ace_push) for n in range(len(way.branches))],
        },
    )


def branch_values(settings: Settings, progress: Progress = None) -> dict[int, tuple[Fraction, Fraction]]:
    """What best play and copying win per unit against the dealer's hands that each branch sets."""
    found = kept_counts(way_of(settings), wheel_of(settings), progress)
    rules = settings.flag("two-jacks-lose"), settings.flag("ace-high-push")
    values = {}
    for branch in {branch for branch, _ in found}:
        mine = _of_branch(found, branch)
        values[branch] = -tally(mine, *rules).edge, -tally(mine, *rules, copying=True).edge
    return values


def house_way_costs(settings: Settings, progress: Progress = None) -> dict[str, Any]:
    """What each branch gives away against the setting that is best for the house, hand by hand; ready for JSON.

    All costs are shares of a unit over all deals, so that they add up. Hands that are decided before they are compared
    cost nothing.
    """
    way = way_of(settings)
    found = kept_costs(way, wheel_of(settings), progress)
    rules = settings.flag("two-jacks-lose"), settings.flag("ace-high-push")
    lines = []
    total = Fraction(0)
    for branch, name in enumerate(way.branches):
        compared = [cost for (each, kind), cost in found.items() if each == branch and not decided(kind, *rules)]
        cost = Fraction(sum(cost.at_best - cost.as_set for cost in compared), comb(CARDS, MOST) * PLAYERS)
        total += cost
        improvable = sum(cost.improvable for cost in compared)
        lines.append({"branch": name, "improvable_hands": str(improvable), "cost": exact(cost)})
    return {"cost": exact(total), "branches": lines}


def decided(kind: int, jacks_lose: bool, ace_push: bool) -> bool:
    """Whether a kind of dealer's hand ends the wager whatever the comparison."""
    return settled(kind, Tally(1, 0, 0), jacks_lose, ace_push) == settled(kind, Tally(0, 0, 1), jacks_lose, ace_push)


def _of_branch(found: Counts, branch: int) -> list[tuple[int, Count]]:
    return [(kind, count) for (each, kind), count in found.items() if each == branch]


def _decided(found: Counts, kind: int) -> int:
    return sum(count.hands for (_, each), count in found.items() if each == kind) * PLAYERS


def _by_rules(every: list[tuple[int, Count]]) -> list[dict[str, Any]]:
    """The edge under each combination of the two rules that end the hand without a comparison."""
    return [
        {
            "two-jacks-lose": "yes" if jacks_lose else "no",
            "ace-high-push": "yes" if ace_push else "no",
            "edge": exact(tally(every, jacks_lose, ace_push).edge),
            "edge_when_copying": exact(tally(every, jacks_lose, ace_push, copying=True).edge),
        }
        for jacks_lose in (False, True)
        for ace_push in (False, True)
    ]


def _branch(way: Way, branch: int, found: Counts, jacks_lose: bool, ace_push: bool) -> dict[str, Any]:
    """How often a branch of the house way sets the dealer's hand, and what these hands earn."""
    mine = _of_branch(found, branch)
    hands = sum(count.hands for _, count in mine)
    deals = tally(mine, jacks_lose, ace_push)
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
        "edge": exact(deals.edge) if hands else None,
        "share_of_edge": exact(Fraction(deals.lose - deals.win, comb(CARDS, MOST) * PLAYERS)),
    }
