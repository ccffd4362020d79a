"""What if: other pays for the same counts, two results side by side, and what each difference is worth.

A wager is counted once; other pays are then a dot product of the counts. That leaves the play as it is: where somebody
decides, `Game.odds(…, pays=…)` lets the best play change too. To first order both move alike, since at its best no
small change of the play wins anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from houseway.document.paytables import Pay, Paytable, Row
from houseway.document.settings import Setting
from houseway.document.variants import pay_text
from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.game import Game, Progress
from houseway.lab.result import Odds, Outcome, combined, exact
from houseway.round.terms import Terms, row_terms
from houseway.tabular import Rows, Tabular


def table_of(odds: Odds) -> Paytable:
    """The paytable that a result was counted by; refused where it has none."""
    if odds.paytable is None:
        raise IllegalSetting(f"{odds.wager} has no paytable whose pays could be set")
    named = [table for table in odds.settings.document.paytables if table.id == odds.paytable]
    if not named:
        raise IllegalSetting(f"{odds.paytable} is changed already: ask what if of the result before it")
    return named[0]


def repaid(odds: Odds, pays: Mapping[str, object]) -> Odds:
    """The same counts with other pays, by award."""
    before = table_of(odds)
    after = before.with_pays(pays, _counted_alike)
    return _by(
        odds, before, after, f"{before.id} with " + ", ".join(f"{award}={given}" for award, given in pays.items())
    )


def _counted_alike(row: Row, pay: Pay) -> str:
    """A pay of the kind that the row has: a row that begins or ceases to lose changes which row a hand reaches."""
    if row.pay.kind == pay.kind:
        return ""
    return (
        f"{row.award} pays {pay_text(row.pay)}; as {pay_text(pay)} it must be counted again: "
        "houseway what-if --anew, or game.odds(…, pays=…)"
    )


def _by(odds: Odds, before: Paytable, after: Paytable, name: str) -> Odds:
    outcomes = tuple(_outcome(each, before, after) for each in odds.outcomes)
    return replace(odds, outcomes=outcomes, paytable=name)


def _outcome(outcome: Outcome, before: Paytable, after: Paytable) -> Outcome:
    if not outcome.parts:
        return outcome._replace(terms=_terms(outcome.terms, before, after))
    parts = tuple((_terms(terms, before, after), units) for terms, units in outcome.parts)
    return combined(outcome.award, outcome.terms.clause, parts, outcome.combinations)


def _terms(terms: Terms, before: Paytable, after: Paytable) -> Terms:
    """The terms of the same row in the other table; those of no row of it stay."""
    row = after.row(terms.award)
    if terms.paytable != before.id or row is None or row == before.row(terms.award):
        return terms
    return row_terms(after, row, clause=terms.clause, rate=terms.commission)


def slopes(odds: Odds) -> dict[str, Fraction]:
    """What one more of each pay takes off the edge: a unit, a dollar, or a hundredth of the meter."""
    table, edge = table_of(odds), odds.edge
    if edge is None:
        raise UnknownName(f"{odds.wager}: its edge depends on the meter; give one")
    found = {}
    for row in table.rows:
        if row.pay.kind in ("ratio", "dollars", "percent"):
            more = Pay(row.pay.kind, row.pay.amount + (Fraction(1, 100) if row.pay.kind == "percent" else 1))
            found[row.award] = (_by(odds, table, table.paying(row.award, more), "").edge or Fraction(0)) - edge
    return found


@dataclass(frozen=True)
class WhatIf(Tabular):
    """Two results of a wager side by side, award by award."""

    before: Odds
    after: Odds

    def __repr__(self) -> str:
        return f"<what if {self.after.paytable or self.after.wager}: edge {_edge(self.before)} to {_edge(self.after)}>"

    @property
    def moved(self) -> Fraction | None:
        """By how much the edge moves; below zero where the player gains."""
        before, after = self.before.edge, self.after.edge
        return None if before is None or after is None else after - before

    def tabulated(self) -> Rows:
        old, new = (_by_award(each) for each in (self.before, self.after))
        rows = [
            (award, *old.get(award, _NONE), *new.get(award, _NONE), new.get(award, _NONE)[2] - old.get(award, _NONE)[2])
            for award in dict.fromkeys([*old, *new])
        ]
        heads = ("pays", "probability", "return")
        columns = ("award", *heads, *(f"{head} then" for head in heads), "difference")
        return Rows(repr(self).strip("<>"), columns, rows)

    def json(self) -> dict[str, Any]:
        """As `houseway what-if --json` prints it."""
        moved = self.moved
        return {
            "before": self.before.json(),
            "after": self.after.json(),
            "moved": None if moved is None else exact(moved),
            "slopes": {award: exact(each) for award, each in _slopes(self.before).items()},
        }


Line = tuple[Fraction | None, Fraction, Fraction]
_NONE: Line = (None, Fraction(0), Fraction(0))


def _slopes(odds: Odds) -> dict[str, Fraction]:
    return {} if odds.paytable is None or odds.edge is None else slopes(odds)


def _edge(odds: Odds) -> str:
    return "by the meter" if odds.edge is None else f"{float(100 * odds.edge):.4f} %"


def _by_award(odds: Odds) -> dict[str, Line]:
    """Each award with its pay, its chance and what it returns; ends of one award together, without a pay."""
    found: dict[str, Line] = {}
    for each in odds.outcomes:
        chance = odds.probability(each)
        back = chance * (each.pays or 0)
        known = found.get(each.award)
        found[each.award] = (each.pays, chance, back) if known is None else (None, known[1] + chance, known[2] + back)
    return found


def whatif(odds: Odds, pays: Mapping[str, object]) -> WhatIf:
    """Other pays for a result; an award by its id, or with underscores for hyphens."""
    known = {row.award for row in table_of(odds).rows}
    named = {award if award in known else award.replace("_", "-"): given for award, given in pays.items()}
    return WhatIf(odds, repaid(odds, named))


# ------------------------------------------------------------------------------------------------ configurations


class Change(NamedTuple):
    """One difference between two configurations: a setting (`set`), a pay (`pay`) or the paytable (`paytable`)."""

    kind: str
    name: str
    value: object

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.kind == "set" else f"{self.kind} {self.name}={self.value}".strip()


class Worth(NamedTuple):
    """What one difference is worth to the house: alone, if it can be made alone, and in its turn after those before."""

    change: Change
    alone: Fraction | None
    in_turn: Fraction


@dataclass(frozen=True)
class Comparison(WhatIf):
    """Two configurations of a wager, counted each by itself, with what each difference is worth."""

    count: Callable[[Sequence[Change]], Odds]
    changes: tuple[Change, ...]

    @cached_property
    def worths(self) -> tuple[Worth, ...]:
        """Each difference alone, and in turn: these sum to the whole."""
        base, so_far, found = _known(self.before), _known(self.before), []
        for number, change in enumerate(self.changes, 1):
            alone = self._alone(change, base)
            last = number == len(self.changes)
            reached = _known(self.after if last else self.count(self.changes[:number]))
            found.append(Worth(change, alone, reached - so_far))
            so_far = reached
        return tuple(found)

    def _alone(self, change: Change, base: Fraction) -> Fraction | None:
        """A difference by itself; None where it needs another, as a paytable needs its number of decks."""
        try:
            return _known(self.count((change,))) - base
        except HousewayError:
            return None

    def json(self) -> dict[str, Any]:
        """As `houseway what-if --json` prints it."""
        return super().json() | {
            "differences": [
                {
                    "change": str(each.change),
                    "alone": None if each.alone is None else exact(each.alone),
                    "in_turn": exact(each.in_turn),
                }
                for each in self.worths
            ]
        }


def _known(odds: Odds) -> Fraction:
    if odds.edge is None:
        raise UnknownName(f"{odds.wager}: its edge depends on the meter; give one")
    return odds.edge


def _keywords(settings: Mapping[str, object]) -> dict[str, Any]:
    """Settings by their ids, as `Game.odds` takes them."""
    return {key.replace("-", "_"): value for key, value in settings.items()}


def compared(
    game: Game,
    wager: str,
    base: Mapping[str, object],
    changes: Sequence[Change],
    *,
    anew: bool = False,
    progress: Progress = None,
    **asked: Any,
) -> Comparison:
    """A configuration and the same with some differences; pays are counted anew only where that is asked for."""
    known: dict[tuple[Change, ...], Odds] = {}
    most = max(2, 2 * len(changes))  # neither, all, each alone, and those before each of the others

    def tell(share: float) -> None:
        if progress is not None:
            progress((len(known) + share) / most)

    def counted(chosen: Sequence[Change]) -> Odds:
        settings = dict(base) | {each.name: each.value for each in chosen if each.kind == "set"}
        paytable: Any = next((each.value for each in chosen if each.kind == "paytable"), "")
        pays = {each.name: each.value for each in chosen if each.kind == "pay"}
        given = _keywords(settings) | asked | {"paytable": paytable, "progress": tell}
        odds = game.odds(wager, pays=pays if anew else None, **given)
        return repaid(odds, pays) if pays and not anew else odds

    def count(chosen: Sequence[Change]) -> Odds:
        if (key := tuple(chosen)) not in known:
            known[key] = counted(chosen)
            tell(0)
        return known[key]

    return Comparison(count(()), count(changes), count, tuple(changes))


def values_of(spec: Setting) -> list[str]:
    """Every value of a setting, as people write them: of a flag, a choice, or a whole number within its bounds."""
    if spec.type == "flag":
        return ["no", "yes"]
    if spec.type == "integer" and spec.least is not None and spec.most is not None:
        return [str(each) for each in range(int(spec.least), min(int(spec.most), int(spec.least) + MANY) + 1)]
    if spec.type == "ratio":
        return [each for each in RATIOS if _allowed(spec, each)]
    return list(spec.choices)


def _allowed(spec: Setting, value: str) -> bool:
    try:
        spec.parse(value)
    except HousewayError:
        return False
    return True


RATIOS = ("1:1", "6:5", "7:5", "3:2", "2:1")
"""What is paid to one, as houses post it: the values of such a setting that are gone through, within its bounds."""

MANY = 64
"""Values of a setting that are gone through at most."""

FEW = 8
"""Values that a setting has at most to be a switch."""


def by_setting(
    game: Game, wager: str, setting: str, base: Mapping[str, object], **asked: Any
) -> list[tuple[str, Odds]]:
    """The wager at every value of a setting; values that the wager's paytables do not allow are left out."""
    spec = next((each for each in game.document.settings if each.id == setting), None)
    if spec is None:
        raise UnknownName(f"there is no setting {setting!r}: the settings are {', '.join(game.document.specs)}")
    values = values_of(spec)
    if not 1 < len(values) <= MANY:
        raise IllegalSetting(f"{setting} {spec.bounds}: too many values, or too few, to go through")
    found = [(value, _at(game, wager, {**base, setting: value}, asked)) for value in values]
    return [(value, odds) for value, odds in found if odds is not None]


def _at(game: Game, wager: str, settings: Mapping[str, object], asked: Mapping[str, Any]) -> Odds | None:
    try:
        return game.odds(wager, **_keywords(settings), **asked)
    except HousewayError:
        return None


def switches(
    game: Game, wager: str, base: Mapping[str, object], progress: Progress = None, **asked: Any
) -> list[Worth]:
    """The rules as switches: every other value of a setting that moves the edge, and what it is worth alone."""
    plain = game.odds(wager, **_keywords(base), **asked)
    shown = plain.settings.show()
    tried = [
        Change("set", spec.id, value)
        for spec in game.document.settings
        if spec.type in ("flag", "choice", "integer", "ratio") and len(values_of(spec)) <= FEW
        for value in values_of(spec)
        if value != shown.get(spec.id)
    ]
    found = []
    for number, change in enumerate(tried, 1):
        odds = _at(game, wager, {**base, change.name: change.value}, asked)
        if odds is not None and odds.edge is not None and odds.edge != _known(plain):
            moved = odds.edge - _known(plain)
            found.append(Worth(change, moved, moved))
        if progress is not None:
            progress(number / len(tried))
    return sorted(found, key=lambda each: -each.in_turn)
