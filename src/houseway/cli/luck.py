"""`houseway luck`: how likely a result of the room is, with the number of looks taken into account."""

from typing import Annotated

import typer

from houseway.cli.audit import Database
from houseway.cli.options import Json
from houseway.cli.paper import Day, Output, To, Zone, check_output, opened_room, print_sheet, written
from houseway.cli.where import ROOM


def luck(
    day: Day = "",
    to: To = "",
    zone: Zone = "UTC",
    table: Annotated[int | None, typer.Option("--table", metavar="N", help="One table.")] = None,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="One player.")] = "",
    wager: Annotated[str, typer.Option("--wager", metavar="ID", help="One wager.")] = "",
    by: Annotated[str, typer.Option("--by", metavar="WHAT", help="A list by table, player or wager.")] = "",
    looks: Annotated[
        int, typer.Option("--looks", metavar="N", help="How often you have looked, as at other days.")
    ] = 1,
    slow: Annotated[bool, typer.Option("--slow", help="Also count what takes minutes, as the Pai Gow wager.")] = False,
    output: Output = "",
    database: Database = ROOM,
    json: Json = False,
) -> None:
    """Is it luck? The chance of a result as extreme, for a table, a player, a wager, a period; with -o as a PDF."""
    from houseway.cli.show import print_json
    from houseway.room.books.luck import Choice, looked, luck_json, luck_sheet, questions
    from houseway.room.books.period import Period
    from houseway.room.books.theory import Remembered, kept_theory, theory_of
    from houseway.sheet.typeset import pdf_of

    check_output(output, (".pdf",))
    period, choice = Period.read(day, to, zone), Choice(table, player, wager, by, looks)
    with opened_room(database) as room:
        asked = questions(room.store, period, choice, Remembered(theory_of if slow else kept_theory))
    found = looked(asked)
    if output:
        written(output, {".pdf": lambda: pdf_of(luck_sheet(asked, found))})
    elif json:
        print_json(luck_json(asked, found))
    else:
        print_sheet(luck_sheet(asked, found))
