"""Whether a spreadsheet holds the cells that its return tables give, each formula and figure, and no other."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, isclose, sqrt
from typing import Any
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
SHEET = re.compile(r"xl/worksheets/sheet\d{1,4}\.xml", re.ASCII)
PARTS = {
    *("[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "docProps/core.xml", "xl/_rels/workbook.xml.rels"),
    *("xl/sharedStrings.xml", "xl/styles.xml", "xl/theme/theme1.xml", "xl/workbook.xml"),
}
FIRST_ROW = 5
EXACT_BELOW = 2**53
HEADS = ("award", "pays", "combinations", "probability", "return", "square")
OVERVIEW = ("wager", "paytable", "decks", "house edge", "command")

Cell = tuple[str, str | float]
"""A formula, where there is one, and the text or the number that it shows."""

Cells = dict[str, Cell]


def sheet_faults(parts: dict[str, bytes], title: str, tables: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What a spreadsheet, by the files it is made of, tells otherwise than these tables: one cell of each sheet."""
    more = [name for name in parts if name not in PARTS and not SHEET.fullmatch(name)]
    if more:
        yield f"it holds {more[0]}, which no spreadsheet of a package does"
    names: list[str] = []
    for table in tables:
        short = table["id"][:31]
        names.append(short if short not in names else f"{short[:27]}-{len(names):03d}")
    wanted = [("Summary", summary_cells(title, tables, names))]
    wanted += [(name, table_cells(table)) for name, table in zip(names, tables, strict=True)]
    told = sheets_of(parts)
    if [name for name, _ in told] != [name for name, _ in wanted]:
        yield "it has other sheets than a summary and one for each table"
        return
    for (name, found), (_, cells) in zip(told, wanted, strict=True):
        other = [each for each in (*cells, *found) if not _same(found.get(each), cells.get(each))]
        for each in other[:1]:
            yield f"{name}, cell {each}: {_words(found.get(each))}, and the counts give {_words(cells.get(each))}"


def _same(one: Cell | None, other: Cell | None) -> bool:
    if one is None or other is None or one[0] != other[0]:
        return False
    if isinstance(one[1], float) and isinstance(other[1], float):
        return isclose(one[1], other[1], rel_tol=1e-9, abs_tol=1e-12)
    return one[1] == other[1]


def _words(cell: Cell | None) -> str:
    return "nothing" if cell is None else f"={cell[0]} with {cell[1]}" if cell[0] else str(cell[1])


# ---------------------------------------------------------------------------------------------------- as it is told


def sheets_of(parts: dict[str, bytes]) -> list[tuple[str, Cells]]:
    """The sheets of a spreadsheet by name, in their order, with what their cells hold."""
    targets = {each.get("Id"): each.get("Target", "") for each in _read(parts["xl/_rels/workbook.xml.rels"])}
    shared = _read(parts["xl/sharedStrings.xml"]).iter(f"{MAIN}si")
    texts = ["".join(each.itertext()) for each in shared]
    found = []
    for sheet in _read(parts["xl/workbook.xml"]).iter(f"{MAIN}sheet"):
        cells = _read(parts[f"xl/{targets[sheet.get(LINK)]}"]).iter(f"{MAIN}c")
        found.append((sheet.get("name", ""), _cells_of(cells, texts)))
    return found


def _read(content: bytes) -> ElementTree.Element:
    if b"<!" in content:
        raise ValueError("it defines words of its own, which no spreadsheet of a package does")
    try:
        return ElementTree.fromstring(content)
    except ElementTree.ParseError as fault:
        raise ValueError(f"it is no spreadsheet: {fault}") from None


def _cells_of(cells: Iterator[ElementTree.Element], texts: list[str]) -> Cells:
    found: Cells = {}
    for cell in cells:
        where, kind = cell.get("r", ""), cell.get("t", "n")
        if where in found or kind not in ("n", "s") or {part.tag for part in cell} - {f"{MAIN}f", f"{MAIN}v"}:
            raise ValueError(f"the cell {where} holds what no package writes")
        formula, value = cell.findtext(f"{MAIN}f") or "", cell.findtext(f"{MAIN}v")
        if formula or value is not None:
            found[where] = (formula, texts[int(value or 0)] if kind == "s" else float(value or 0))
    return found


# ---------------------------------------------------------------------------------------------------- as counts give it


def _row(number: int, *told: Any) -> Cells:
    """Texts, numbers, or a formula with its number, side by side; nothing where there is none."""
    pairs = [each if isinstance(each, tuple) else ("", each) for each in told]
    named = zip("ABCDEF", pairs, strict=False)
    return {
        f"{letter}{number}": (formula, shown if isinstance(shown, str) else float(shown))
        for letter, (formula, shown) in named
        if shown != "" and shown is not None
    }


def table_cells(table: dict[str, Any]) -> Cells:
    """The sheet of one table."""
    ways = [int(each["combinations"]) for each in table["outcomes"]]
    ways = [each // gcd(*ways) for each in ways]
    total, last = sum(ways), FIRST_ROW + len(ways) - 1
    inexact = "; rounded to 53 bits, exact in counts/" if total >= EXACT_BELOW else ""
    cells = _row(1, f"{table['name']}, {table['paytable'] or 'no paytable'}") | _row(2, table["command"])
    cells |= _row(3, f"Combinations in lowest terms{inexact}.") | _row(4, *HEADS)
    for row, (outcome, count) in enumerate(zip(table["outcomes"], ways, strict=True), FIRST_ROW):
        pays, chance = float(Fraction(outcome["pays"])), count / total
        shares = (f"C{row}/SUM(C${FIRST_ROW}:C${last})", chance), (f"B{row}*D{row}", pays * chance)
        cells |= _row(row, outcome["award"], pays, count, *shares, (f"B{row}^2*D{row}", pays**2 * chance))
    b, d, e, f = (f"{letter}{FIRST_ROW}:{letter}{last}" for letter in "BDEF")
    cells |= _row(last + 2, "house edge", (f"-SUM({e})", Fraction(table["edge"])))
    if table["stands_apart"]:
        hits, variance = Fraction(table["hit_frequency"]), Fraction(table["variance"])
        cells |= _row(last + 3, "hit frequency", (f'SUMIF({b},">0",{d})', hits))
        cells |= _row(last + 4, "standard deviation", (f"SQRT(SUM({f})-SUM({e})^2)", sqrt(variance)))
    return cells


def summary_cells(title: str, tables: Sequence[dict[str, Any]], names: Sequence[str]) -> Cells:
    """The sheet of all tables."""
    cells = _row(1, title) | _row(3, *OVERVIEW)
    for row, (table, name) in enumerate(zip(tables, names, strict=True), 4):
        edge = (f"'{name}'!B{FIRST_ROW + len(table['outcomes']) + 1}", Fraction(table["edge"]))
        cells |= _row(row, table["name"], table["paytable"] or "", table["decks"] or "", edge, table["command"])
    return cells
