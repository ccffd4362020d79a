"""`houseway readings`: unclear clauses with the figure of every reading; or which reading gives somebody's figure."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.options import Decks, Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from houseway.lab.readings import Match, Question


def readings(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game; all by default.", show_default=False)] = "",
    figure: Annotated[
        str, typer.Option("--figure", metavar="X", help='A figure as somebody prints it, as in "4.70%".')
    ] = "",
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="With --figure: of this wager alone.")] = "",
    decks: Decks = None,
    slow: Annotated[bool, typer.Option("--slow", help="Also the wagers that take minutes to count.")] = False,
    json: Json = False,
) -> None:
    """Show what each reading of an unclear clause comes to; or search for a figure, with exit 1 if none gives it."""
    from houseway.cli.show import print_json, progress
    from houseway.extras import extras_named
    from houseway.games import game as find
    from houseway.games import games

    chosen = (find(game),) if game else games()
    if wager and not game:
        chosen = tuple(each for each in chosen if any(known.id == wager for known in each.document.wagers))
    found: list[Match] = []
    asked: list[Question] = []
    with extras_named(), progress("readings") as tell:
        from houseway.lab.readings import questions, search

        for each in chosen:
            if figure:
                found += search(each, figure, wager=wager, decks=decks, slow=slow, progress=tell)
            else:
                asked += questions(each, slow=slow, progress=tell)
    if json:
        print_json([each.json() for each in found] if figure else [each.json() for each in asked])
    elif figure:
        _print_matches(figure, found)
    else:
        _print_questions(asked)
    if figure and not found:
        raise typer.Exit(1)


def _print_questions(asked: "Sequence[Question]") -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table
    from houseway.lab.result import percent

    for question in asked:
        ruling = question.ruling
        clauses = ", ".join(ruling.clauses)
        out.print(
            f"[bold]{question.game}, {escape(ruling.id)}[/] (clause {escape(clauses)}): {escape(ruling.question)}"
        )
        columns = ("Wager", ">Edge") if question.effects else ()
        listing = table("", "Reading", "", *columns)
        for reading in ruling.readings:
            edges = [(each, each.edges[reading.id]) for each in question.effects if reading.id in each.edges]
            cells = (
                "\n".join(escape(each.where) for each, _ in edges),
                "\n".join(percent(edge) for _, edge in edges),
            )
            mark = "*" if reading.id == ruling.choice else ""
            listing.add_row(mark, escape(reading.id), escape(reading.says), *cells[: len(columns)])
        out.print(listing)
        for check in question.printed:
            agree = [each.reading for each in check.tried if each.agrees]
            out.print(
                f"  Printed {check.printed} (clause {escape(check.clause)}): read as {', '.join(agree) or 'none'}."
            )
        if question.alike:
            out.print(f"  {escape(question.alike)}")
        if question.why:
            out.print(f"  {'Why' if question.alike else 'No figure'}: {escape(question.why)}")
        out.print(f"  {escape(ruling.evidence)}\n", style="dim")
    out.print("* is the reading chosen.")


def _print_matches(figure: str, found: "Sequence[Match]") -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table

    if not found:
        out.print(f"No wager, paytable, number of decks and reading gives {escape(figure)}.")
        return
    listing = table("Game", "Wager", "Paytable", ">Decks", "Quantity", ">Exactly", "Readings", "Ours")
    for each in found:
        readings = ", ".join(f"{ruling}={reading}" for ruling, reading in each.readings.items()) or "any"
        listing.add_row(
            each.game,
            each.wager,
            escape(each.paytable),
            str(each.decks or ""),
            each.quantity,
            f"{float(100 * each.value):.6f} %",
            escape(readings),
            "yes" if each.chosen else "no",
        )
    out.print(listing)
