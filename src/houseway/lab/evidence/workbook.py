"""The return tables as a spreadsheet whose figures are formulas: change a pay and the edge moves."""

from fractions import Fraction
from math import gcd, sqrt
from typing import Any

from houseway.lab.evidence.tables import ReturnTable
from houseway.sheet.workbook import writing

EXACT = 1 << 53
"""Whole numbers up to this are exact in a spreadsheet."""

FIRST = 5
"""The row of the first outcome, counted from one."""


def workbook(title: str, tables: list[ReturnTable]) -> bytes:
    """The file: a sheet for all, and one for each table; the same bytes for the same tables."""
    with writing(title) as (book, forms, content):
        summary = book.add_worksheet("Summary")
        names = _names(tables)
        for table, name in zip(tables, names, strict=True):
            _sheet(book.add_worksheet(name), table, forms)
        _summary(summary, title, tables, names, forms)
    return content.getvalue()


def _names(tables: list[ReturnTable]) -> list[str]:
    """Names of sheets: at most 31 characters, none twice."""
    found: list[str] = []
    for table in tables:
        name = table.id[:31]
        found.append(name if name not in found else f"{name[:27]}-{len(found):03d}")
    return found


def counts_of(table: ReturnTable) -> list[int]:
    """The combinations, divided by what they have in common: as exact as a spreadsheet holds them."""
    ways = [each.combinations for each in table.odds.outcomes]
    return [each // gcd(*ways) for each in ways]


def _sheet(sheet: Any, table: ReturnTable, forms: dict[str, Any]) -> None:
    odds, ways = table.odds, counts_of(table)
    sheet.set_column(0, 0, 36)
    sheet.set_column(1, 5, 18)
    sheet.write(0, 0, f"{table.name}, {odds.paytable or 'no paytable'}", forms["title"])
    sheet.write(1, 0, table.command, forms["small"])
    inexact = "; rounded to 53 bits, exact in counts/" if sum(ways) >= EXACT else ""
    sheet.write(2, 0, f"Combinations in lowest terms{inexact}.", forms["small"])
    for column, head in enumerate(("award", "pays", "combinations", "probability", "return", "square")):
        sheet.write(FIRST - 2, column, head, forms["head"])
    last = FIRST + len(ways) - 1
    total = sum(ways)
    for index, (outcome, count) in enumerate(zip(odds.outcomes, ways, strict=True)):
        row, pays, chance = FIRST + index, float(outcome.pays or 0), count / total
        sheet.write_string(row - 1, 0, outcome.award)
        sheet.write_number(row - 1, 1, pays, forms["pay"])
        sheet.write_number(row - 1, 2, float(count), forms["count"])
        sheet.write_formula(row - 1, 3, f"=C{row}/SUM(C${FIRST}:C${last})", forms["chance"], chance)
        sheet.write_formula(row - 1, 4, f"=B{row}*D{row}", forms["chance"], pays * chance)
        sheet.write_formula(row - 1, 5, f"=B{row}^2*D{row}", forms["chance"], pays**2 * chance)
    _figures(sheet, table, last, forms)


def _figures(sheet: Any, table: ReturnTable, last: int, forms: dict[str, Any]) -> None:
    """What the columns come to, below them."""
    odds, span = table.odds, f"{FIRST}:{{}}{last}"
    edge, hits, variance = odds.edge or Fraction(0), odds.hit_frequency or 0, odds.variance or 0

    def column(letter: str) -> str:
        return f"{letter}{span.format(letter)}"

    rows: list[tuple[str, str, Fraction | float, str]] = [("house edge", f"=-SUM({column('E')})", edge, "percent")]
    if odds.stands_apart:
        deviation = f"=SQRT(SUM({column('F')})-SUM({column('E')})^2)"
        rows += [
            ("hit frequency", f'=SUMIF({column("B")},">0",{column("D")})', hits, "percent"),
            ("standard deviation", deviation, sqrt(variance), "chance"),
        ]
    for index, (name, formula, value, form) in enumerate(rows):
        sheet.write(last + 1 + index, 0, name, forms["head"])
        sheet.write_formula(last + 1 + index, 1, formula, forms[form], float(value))


def _summary(sheet: Any, title: str, tables: list[ReturnTable], names: list[str], forms: dict[str, Any]) -> None:
    sheet.set_column(0, 1, 34)
    sheet.set_column(2, 4, 16)
    sheet.write(0, 0, title, forms["title"])
    for column, head in enumerate(("wager", "paytable", "decks", "house edge", "command")):
        sheet.write(2, column, head, forms["head"])
    for index, (table, name) in enumerate(zip(tables, names, strict=True)):
        row = 3 + index
        sheet.write(row, 0, table.name)
        sheet.write(row, 1, table.odds.paytable or "")
        sheet.write(row, 2, table.odds.decks or "")
        below = FIRST + len(table.odds.outcomes) + 1
        sheet.write_formula(row, 3, f"='{name}'!B{below}", forms["percent"], float(table.odds.edge or 0))
        sheet.write(row, 4, table.command, forms["small"])
