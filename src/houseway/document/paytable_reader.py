"""Checks a paytable: its fields and rows, and that the game knows the award of each row."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.document.fields import Reader
from houseway.document.model import Document
from houseway.document.paytables import BASES, PAYS, Pay, Paytable, Row, parse_pay
from houseway.errors import Faulty, HousewayError, meant
from houseway.money import parse_cents


def paytable_from(table: dict[str, Any], file: str, like: Document, awards: Collection[str]) -> Paytable:
    """A paytable of one's own, checked whole against the wagers of a document and the awards that its game knows.

    What it leaves out is as in the first printed paytable of the wager, and its id is the name of its file.
    """
    top = Reader(table, "", [])
    wager = next((each for each in like.wagers if each.id == table.get("wager")), None)
    printed = like.paytables_of(wager.id) if wager else ()
    first = printed[0] if printed else None
    start = {"id": Path(file).stem, "clause": "", "basis": first.basis if first else "to 1"}
    start["clause"] = first.clause if first else wager.clause if wager else ""
    paytable = _labelled(read_paytable(top, start), printed)
    if wager is None and top.has("wager"):
        top.fault("wager", f"is one of {', '.join(each.id for each in like.wagers)}, not {paytable.wager!r}")
    elif wager and paytable.clause not in {clause.id for clause in like.clauses}:
        top.fault("clause", f"{like.name} has no clause {paytable.clause!r}")
    for place, says in award_faults(paytable, awards) if wager else ():
        top.fault(place, says)
    if top.faults:
        raise Faulty(file, top.faults)
    return paytable


def _labelled(paytable: Paytable, printed: Sequence[Paytable]) -> Paytable:
    """A row without a label has the printed one of its award."""
    labels = {row.award: row.label for table in reversed(printed) for row in table.rows}
    rows = [replace(row, label=labels[row.award]) if row.label == row.award in labels else row for row in paytable.rows]
    return replace(paytable, rows=tuple(rows))


def award_faults(paytable: Paytable, awards: Collection[str]) -> Iterator[tuple[str, str]]:
    """The rows of awards that the wager does not know: such a row would never pay. An award may be without a row."""
    if paytable.rows and not awards:
        yield "wager", f"the game knows no award of {paytable.wager}: no paytable pays it"
        return
    for row in paytable.rows:
        if row.award and row.award not in awards:
            known = ", ".join(awards)
            yield f"rows.{row.award}", f"is no award of {paytable.wager}: it knows {known}{meant(row.award, awards)}"


def read_paytable(at: Reader, defaults: Mapping[str, str] | None = None) -> Paytable:
    """A paytable of a document, or of a file of its own that may leave out what `defaults` have."""
    given = defaults or {}
    decks = at.integers("decks", ())
    if decks and (len(decks) != 2 or decks[0] > decks[1]):
        at.fault("decks", "is the least and the greatest number of decks, as in [4, 8]")
    rows = tuple(_row(each) for each in at.tables("rows"))
    at.unique("rows", [row.award for row in rows])
    paytable = Paytable(
        at.text("id", *([given["id"]] if "id" in given else [])),
        at.text("wager"),
        at.text("clause", *([given["clause"]] if "clause" in given else [])),
        at.one_of("basis", BASES, *([given["basis"]] if "basis" in given else [])),
        (decks[0], decks[-1]) if decks else None,
        rows,
        _limit(at),
    )
    at.finish()
    return paytable


def _limit(at: Reader) -> int:
    try:
        return parse_cents(given) if (given := at.value("limit", None)) is not None else 0
    except HousewayError as fault:
        at.fault("limit", str(fault))
        return 0


def _row(at: Reader) -> Row:
    award = at.text("award")
    given = at.value("pays")
    pay = parse_pay(given)
    if pay is None and at.has("pays"):
        at.fault("pays", f"{PAYS}, not {given!r}")
    row = Row(award, at.text("label", award), pay or Pay("lose", Fraction(0)))
    at.finish()
    return row
