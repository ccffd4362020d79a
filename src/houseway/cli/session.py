"""`houseway session`: what many rounds of a wager win together, and how long a bankroll lasts."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.files import chart_file
from houseway.cli.options import Decks, DocumentOption, GameArgument, Hypothetical, Json, Pays, PaytableOption, Sets

WagerArgument = Annotated[str, typer.Argument(metavar="WAGER", help="A wager's id.", show_default=False)]


def session(
    game: GameArgument,
    wager: WagerArgument,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds in the session.")] = 1000,
    bankroll: Annotated[
        int | None, typer.Option("--bankroll", metavar="UNITS", help="How often does so much not last?")
    ] = None,
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    meter: Annotated[str, typer.Option("--meter", metavar="DOLLARS", help="The jackpot meter.")] = "",
    hypothetical: Hypothetical = False,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", callback=chart_file, help="Draw it as .svg, .png, .html or .json."),
    ] = None,
    json: Json = False,
) -> None:
    """Tell what so many rounds of one unit win together: percentiles, and the ruin of a bankroll."""
    from houseway.cli.show import out, print_json, progress, table
    from houseway.games import game as find

    found, settings = chosen(find(game), Options(sets, decks, document, paytable, pays), wager)
    with progress(f"{found.name} {wager}") as tell:
        ask = found.ask(wager, settings, meter=meter or None, hypothetical=hypothetical, progress=tell)
        result = found.odds_of(ask).session(rounds, bankroll)
    if chart is not None:
        from houseway.lab.chart import save

        save(result.chart(), chart)
    if json:
        print_json(result.json())
        return
    listing = table(">Percentile", ">Units", title=f"{result.rounds:,} rounds of {result.title}")
    for percentile, units in result.tabulated().rows:
        listing.add_row(percentile, f"{float(units):+,.2f}")
    out.print(listing)
    out.print(f"\nOn average {float(result.mean):+,.2f} units, with a standard deviation of {result.sd:,.2f}.")
    for note in result.notes():
        out.print(note)
