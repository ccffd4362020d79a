"""`houseway books`: the daily report of a card room, proved against its ledger."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.audit import Database
from houseway.cli.options import Json
from houseway.cli.paper import Day, Output, To, Zone, check_output, opened_room, print_sheet, written
from houseway.cli.where import ROOM


def books(
    day: Day = "",
    to: To = "",
    zone: Zone = "UTC",
    output: Output = "",
    slow: Annotated[bool, typer.Option("--slow", help="Also count what takes minutes, as the Pai Gow wager.")] = False,
    archive: Annotated[
        list[Path] | None,
        typer.Option("--archive", metavar="FILE", help="For days that lie in an archive; name all archives."),
    ] = None,
    database: Database = ROOM,
    json: Json = False,
) -> None:
    """The master games report of a day: wagers, win, hold against theory, jackpots, adjustments; also as a file."""
    from houseway.cli.show import print_json
    from houseway.room.archive.reading import room_with
    from houseway.room.books.day import day_report
    from houseway.room.books.period import Period
    from houseway.room.books.report import csv_text, report_json, sheet_of
    from houseway.room.books.theory import Remembered, kept_theory, theory_of
    from houseway.room.books.workbook import workbook
    from houseway.sheet.typeset import pdf_of

    check_output(output, (".csv", ".xlsx", ".pdf"))
    period = Period.read(day, to, zone)
    with room_with(database, archive) if archive else opened_room(database) as room:
        report = day_report(room.store, period, Remembered(theory_of if slow else kept_theory))
    if output:
        kinds: dict[str, Callable[[], bytes | str]] = {
            ".csv": lambda: csv_text(report),
            ".xlsx": lambda: workbook(report),
            ".pdf": lambda: pdf_of(sheet_of(report)),
        }
        written(output, kinds)
    elif json:
        print_json(report_json(report))
    else:
        print_sheet(sheet_of(report))
