"""Paytables: rows in order of precedence, what each pays, and which numbers of decks they are for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.errors import Faulty, UnknownName, meant, short

BASES = ("to 1", "for 1", "dollars")
"""How a table prints its pays: besides the wager, with the wager in them, or as fixed amounts."""

STANDARD = "standard"
"""In the place of a paytable's id: the first printed one that allows the number of decks."""


@dataclass(frozen=True)
class Pay:
    """What a row pays: a ratio, dollars or a share of the meter; or a push, or nothing."""

    kind: str
    amount: Fraction

    def __str__(self) -> str:
        if self.kind == "dollars":
            return f"${self.amount}"
        if self.kind == "percent":
            return f"{100 * self.amount}%"
        return str(self.amount) if self.kind == "ratio" else self.kind


@dataclass(frozen=True)
class Row:
    """A row of a paytable: the award that the game recognises, as printed, and what it pays."""

    award: str
    label: str
    pay: Pay


Judge = Callable[[Row, Pay], str]
"""What is wrong with a pay in the place of a row's own, in a sentence; nothing where it may stand there."""


@dataclass(frozen=True)
class Paytable:
    """A paytable: rows in order of precedence, "to 1" or "for 1" or in dollars, for a range of decks.

    `limit` is the most, in cents, that one wager may win by it; nothing where none is posted.
    """

    id: str
    wager: str
    clause: str
    basis: str
    decks: tuple[int, int] | None
    rows: tuple[Row, ...]
    limit: int = 0

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.wager, self.clause, self.basis, self.decks, self.rows, self.limit))

    def __hash__(self) -> int:
        return self._hash

    def allows(self, decks: int | None) -> bool:
        """Whether it may be used with this number of decks."""
        return self.decks is None or decks is None or self.decks[0] <= decks <= self.decks[1]

    def row(self, award: str) -> Row | None:
        """The row of an award; None where the table has none, and the award pays nothing."""
        return next((row for row in self.rows if row.award == award), None)

    def paying(self, award: str, pay: Pay) -> "Paytable":
        """The same with another pay for one award."""
        if self.row(award) is None:
            raise UnknownName(self._no_row(award))
        return replace(self, rows=tuple(replace(r, pay=pay) if r.award == award else r for r in self.rows))

    def with_pays(self, pays: Mapping[str, object], judge: Judge | None = None) -> "Paytable":
        """The same with other pays, by award; refused with all that is wrong, each at its own place.

        `judge` may say what else is wrong with a pay of a row.
        """
        table, faults = self, []
        for award, given in pays.items():
            row, pay, wrong = self.row(award), parse_pay(given), []
            if row is None:
                wrong.append(self._no_row(award))
            if pay is None:
                wrong.append(f"the pay of {award} {PAYS}, not {short(repr(given))}")
            if row is not None and pay is not None:
                wrong += filter(None, [judge(row, pay) if judge else ""])
                table = table.paying(award, pay)
            faults += [(f"{PLACE}{award}", says) for says in wrong]
        if faults:
            raise Faulty(self.id, faults)
        return table

    def _no_row(self, award: str) -> str:
        rows = [row.award for row in self.rows]
        named = short(", ".join(rows), MOST_NAMED)
        return f"{self.id} has no row {short(award)!r}; its rows are: {named}{meant(award, rows)}"


MOST_NAMED = 2_000
"""Characters of the rows that a sentence names."""

PLACE = "pays."
"""What stands before an award in the place of a fault of its pay."""

AMOUNT = re.compile(r"\$?\d{1,12}(?:\.\d{1,6})?(?:[:/]\d{1,12})?%?")
"""A pay in figures, never below zero; nothing that takes long to read."""


def parse_pay(given: object) -> Pay | None:
    """`8`, `"3:2"`, `"$200"`, `"100%"`, `"push"` or `"lose"`; None where it is none of them."""
    text = str(given).strip().replace(",", "")
    if text in ("push", "lose"):
        return Pay(text, Fraction(0))
    if not AMOUNT.fullmatch(text):
        return None
    try:
        if text.startswith("$"):
            return Pay("dollars", Fraction(text[1:]))
        if text.endswith("%"):
            return Pay("percent", Fraction(text[:-1]) / 100)
        return Pay("ratio", Fraction(text.replace(":", "/")))
    except (ValueError, ZeroDivisionError):
        return None


PAYS = 'is a number, "3:2", "$200", "100%", "push" or "lose"'
"""What a pay may be, for a sentence."""
