"""A paytable with other pays, and a game by it: in memory, for who looks what moves."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.document.paytables import Pay, Paytable, Row
from houseway.document.settings import Settings
from houseway.document.variants import with_paytable
from houseway.game import Game

WHOLE = Fraction(1)


class Change(NamedTuple):
    """What a row pays anew, and by how much more: to 1, in cents, and of a meter."""

    pay: Pay
    pays: Fraction
    prize: int
    share: Fraction


def changes(table: Paytable, step: Fraction, *, losing: bool = True) -> dict[str, Change]:
    """For each row another change: so many steps more, or half of a share of a meter; `losing` rows are to win."""
    found = {}
    for number, row in enumerate(table.rows, 1):
        if row.pay.kind != "lose" or losing:
            found[row.award] = _change(table.basis, row, number * step)
    return found


def _change(basis: str, row: Row, more: Fraction) -> Change:
    kind, amount = row.pay.kind, row.pay.amount
    if kind == "percent":
        return Change(Pay("percent", amount / 2), Fraction(0), 0, -amount / 2)
    before = WHOLE if basis == "for 1" else Fraction(0)
    start = amount if kind not in ("push", "lose") else before
    pay = Pay(kind if kind not in ("push", "lose") else "ratio", start + more)
    back = WHOLE if kind == "lose" else Fraction(0)  # the wager itself, which was lost
    if basis == "dollars":
        return Change(pay, back, int(100 * more), Fraction(0))
    return Change(pay, back + more, 0, Fraction(0))


def paying(table: Paytable, changed: Mapping[str, Change]) -> Paytable:
    """The table with these changes."""
    for award, change in changed.items():
        table = table.paying(award, change.pay)
    return table


def unlimited(table: Paytable) -> Paytable:
    """The table without the most that it pays, which would hide a change."""
    return replace(table, limit=0)


@lru_cache(maxsize=8)
def by_table(game: Game, table: Paytable) -> Game:
    """The game with this table in force."""
    return replace(game, document=with_paytable(game.document, table))


def settings_by(game: Game, table: Paytable, settings: Settings) -> Settings:
    """These settings in a game that has the table, with the table in force and decks that it allows."""
    values = dict(settings)
    if f"{table.wager}-paytable" in values:
        values[f"{table.wager}-paytable"] = table.id
    if table.decks is not None and "decks" in values and not table.allows(settings.decks):
        values["decks"] = table.decks[0]
    return Settings(game.document, values)
