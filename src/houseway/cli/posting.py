"""`houseway posting` and `houseway exposure`: what hangs at a table, and the most that its wagers can cost."""

from typing import Annotated

import typer

from houseway.cli.audit import Database
from houseway.cli.options import Json
from houseway.cli.paper import Output, check_output, opened_room, print_sheet, written
from houseway.cli.where import ROOM
from houseway.errors import HousewayError

Table = Annotated[int | None, typer.Argument(metavar="[TABLE]", help="The table by its number; all without it.")]


def posting(table: Table = None, output: Output = "", database: Database = ROOM) -> None:
    """The posting sheet of a table: limits, pays in its amounts, jackpots, restrictions, disputes; with -o as a PDF."""
    from houseway.room.books.posting import posting_sheet
    from houseway.room.books.tables import tables_set
    from houseway.sheet.typeset import pdf_of

    if output and table is None:
        raise HousewayError("a file holds the sheet of one table: name it, as in  houseway posting 3 -o table-3.pdf")
    check_output(output, (".pdf",))
    with opened_room(database) as room:
        sheets = [posting_sheet(room.store, each) for each in tables_set(room.store, table)]
    if output:
        written(output, {".pdf": lambda: pdf_of(sheets[0])})
        return
    for sheet in sheets:
        print_sheet(sheet)


def exposure(table: Table = None, output: Output = "", database: Database = ROOM, json: Json = False) -> None:
    """The largest single payout of each wager at its highest, per table and for the room; with -o as a PDF."""
    from houseway.cli.show import print_json
    from houseway.room.books.exposure import exposure_json, exposure_sheet, exposures
    from houseway.sheet.typeset import pdf_of

    check_output(output, (".pdf",))
    with opened_room(database) as room:
        found = exposures(room.store, table)
    if output:
        written(output, {".pdf": lambda: pdf_of(exposure_sheet(found))})
    elif json:
        print_json(exposure_json(found))
    else:
        print_sheet(exposure_sheet(found))
