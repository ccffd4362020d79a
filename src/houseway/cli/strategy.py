"""`houseway strategy`: the best decision for every situation, and what each alternative costs."""

from collections.abc import Mapping
from typing import Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.options import Decks, DocumentOption, GameArgument, Json, Pays, PaytableOption, Sets


def strategy(
    game: GameArgument,
    wager: Annotated[str, typer.Argument(metavar="[WAGER]", help="The wager to do best on.", show_default=False)] = "",
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """Show the best decision for every situation and what each alternative costs."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, progress, table
    from houseway.games import game as find

    found, settings = chosen(find(game), Options(sets, decks, document, paytable, pays), wager)
    with progress(f"{found.name} strategy") as tell:
        result = found.plan(found.ask(wager, settings, progress=tell))
    if json:
        print_json(result.json())
        return
    for title, situations in result.parts:
        listing = table("Situation", ">How often", "Best", ">Worth", "Else", ">Costs", title=title)
        for situation, frequency, advice in situations:
            rest = advice.options[1:]
            listing.add_row(
                escape(situation),
                f"{float(100 * frequency):.4f} %",
                f"[bold]{escape(advice.best.says)}[/]",
                f"{float(advice.best.value):+.6f}",
                "\n".join(escape(option.says) for option in rest),
                "\n".join(f"{float(advice.best.value - option.value):.6f}" for option in rest),
            )
        out.print(listing)
        out.print()
    if "chart" in result.more:
        _print_chart(result.more["chart"])
    for note in result.notes:
        out.print(escape(note))


def _print_chart(chart: Mapping[str, Mapping[str, str]]) -> None:
    """A chart of decisions, in letters and with their legend: a row for each situation, a column for what it meets."""
    from houseway.cli.show import out, table
    from houseway.lab.result import in_letters

    columns = list(dict.fromkeys(column for row in chart.values() for column in row))
    listing = table("", *columns, title="The chart")
    for name, row in chart.items():
        listing.add_row(name, *(in_letters(row.get(column, "")) for column in columns))
    out.print(listing)
    decisions = dict.fromkeys(decision for row in chart.values() for decision in row.values())
    out.print("; ".join(f"{in_letters(decision)}: {decision}" for decision in decisions))
    out.print()
