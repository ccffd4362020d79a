"""The odds move with the rows of a paytable, each by its own change, and nothing else does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from houseway.conform.tables import Change, by_table, changes, paying, settings_by, unlimited
from houseway.document.paytables import Paytable
from houseway.game import Game
from houseway.lab.result import Odds, Outcome, combined
from houseway.round import Terms

LITTLE = Fraction(1, 10**6)
"""So little more that no decision of a player who plays for the best return changes."""

METER = 10_000_00


def odds_move(game: Game, table: Paytable) -> Iterator[str]:
    """The outcomes by each row move by its change, no other outcome does, and the edge moves by what they add up to.

    An outcome that is made of several units, such as a doubled wager or all rounds with a split, moves with each.
    """
    plain = unlimited(table)
    step = LITTLE * (10**4 if table.basis == "dollars" else 1)
    changed = changes(plain, step, losing=False)
    before, after = counted(game, plain), counted(game, paying(plain, changed))
    if {end.award for end in before.outcomes} != {end.award for end in after.outcomes}:  # pushes that differ now
        changed = {row.award: changed[row.award] for row in plain.rows if row.pay.kind not in ("push", "lose")}
        after = counted(game, paying(plain, changed))
    rates = _rates(plain, after)
    moves = tuple(_outcome_moved(end, changed, rates) for end in before.outcomes)
    wanted, got = _chances(moves, before.total), _chances(after.outcomes, after.total)
    for end in [end for end in (wanted | got) if wanted.get(end) != got.get(end)]:
        yield f"{table.id}: its rows are changed, and the odds of {table.wager} do not move with {end.award}"
    if wanted == got and after.edge != replace(before, outcomes=moves).edge:
        yield f"{table.id}: the edge of {table.wager} does not move by what its outcomes do"


def _rates(table: Paytable, after: Odds) -> dict[str, Fraction]:
    """The commission on rows that were a push and win now."""
    pushed = {row.award for row in table.rows if row.pay.kind == "push"}
    return {end.award: end.terms.commission for end in after.outcomes if end.award in pushed}


def counted(game: Game, table: Paytable) -> Odds:
    """The odds of a table's wager with the table in force; a meter and a stake where its pays want them."""
    ours = by_table(game, table)
    settings = settings_by(ours, table, ours.document.configure({}))
    wager = game.document.wager(table.wager)
    fixed = table.basis == "dollars" or any(row.pay.kind in ("percent", "dollars") for row in table.rows)
    stake = settings.integer(wager.least) if wager.least else 1_00
    return ours.odds_of(ours.ask(table.wager, settings, meter=METER if fixed else None, stake=stake if fixed else None))


def _outcome_moved(outcome: Outcome, changed: Mapping[str, Change], rates: Mapping[str, Fraction]) -> Outcome:
    """An outcome with the changes of its terms, or of those of the units that it is made of."""
    if not outcome.parts:
        return outcome._replace(terms=_moved(outcome.terms, changed, rates.get(outcome.award)))
    parts = tuple((_moved(terms, changed, rates.get(terms.award)), units) for terms, units in outcome.parts)
    return combined(outcome.award, outcome.terms.clause, parts, outcome.combinations)


def _moved(terms: Terms, changed: Mapping[str, Change], rate: Fraction | None) -> Terms:
    """The terms with their change; a push that wins now pays the commission that is taken of what is won."""
    change = changed.get(terms.award)
    if change is None:
        return terms
    return terms._replace(
        pays=terms.pays + change.pays,
        prize=terms.prize + change.prize,
        share=terms.share + change.share,
        commission=terms.commission if rate is None else rate,
    )


class End(NamedTuple):
    """What is compared of an outcome."""

    award: str
    pays: Fraction
    prize: int
    share: Fraction
    commission: Fraction


def _end(terms: Terms) -> End:
    return End(terms.award, terms.pays, terms.prize, terms.share, terms.commission)


def _chances(outcomes: Iterable[Outcome], total: int) -> dict[End, Fraction]:
    """How likely a wager ends on which terms."""
    ways: Counter[End] = Counter()
    for outcome in outcomes:
        ways[_end(outcome.terms)] += outcome.combinations
    return {end: Fraction(count, total) for end, count in ways.items()}
