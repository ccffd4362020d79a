"""`houseway odds`: the exact return of a wager."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.chosen import Options, chosen, printed, with_document
from houseway.cli.files import chart_file
from houseway.cli.options import (
    ClusterOption,
    Decks,
    DocumentOption,
    GameArgument,
    Hypothetical,
    Json,
    Pays,
    PaytableOption,
    Sets,
    spread_over,
)
from houseway.errors import UnknownName

if TYPE_CHECKING:
    from fractions import Fraction

    from houseway.lab.result import Odds


def odds(
    game: GameArgument,
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="A wager's id.", show_default=False)] = "",
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    meter: Annotated[str, typer.Option("--meter", metavar="DOLLARS", help="The jackpot meter.")] = "",
    stake: Annotated[str, typer.Option("--stake", metavar="DOLLARS", help="The wager, where a prize is fixed.")] = "",
    hypothetical: Hypothetical = False,
    every: Annotated[bool, typer.Option("--all", help="Every paytable at every deck count that it allows.")] = False,
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart", metavar="FILE", callback=chart_file, help="With --all: draw the edges as .svg, .png or .html."
        ),
    ] = None,
    cluster: ClusterOption = "",
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
) -> None:
    """Compute the exact return of a wager: outcomes, combinations, edge."""
    from houseway.cli.show import out, print_json, progress
    from houseway.games import game as find

    if json and csv:
        raise UnknownName("--json and --csv are two forms of one answer: ask for one of them")
    if every and (wager or paytable or pays):
        raise UnknownName("--all asks for every paytable of every wager: name no wager, --paytable or --pay with it")
    found, table = with_document(find(game), document), ""
    options = Options(sets, decks, "", paytable, pays)
    if paytable and not pays and printed(found, paytable):  # by its id: also outside the decks that it allows
        options, table = options._replace(paytable=""), paytable
    if not wager and not every:
        known = ", ".join(each.id for each in found.document.wagers)
        raise UnknownName(f"say which wager of {found.name}: {known}")
    found, settings = chosen(found, options, wager)
    with progress(f"{found.name} {wager}") as tell, spread_over(cluster):
        if every:
            results = found.every_odds(settings, tell)
        else:
            ask = found.ask(
                wager,
                settings,
                paytable=table,
                meter=meter or None,
                stake=stake or None,
                hypothetical=hypothetical,
                progress=tell,
            )
            results = [found.odds_of(ask)]
    if chart is not None:
        from houseway.lab import chart as charts

        charts.edges(results, chart)
    if json:
        print_json([each.json() for each in results] if every else results[0].json())
    elif csv:
        _print_csv(results, every)
    elif every:
        out.print(_summary(results))
    else:
        _print(results[0])


def in_words(edge: "Fraction | None") -> str:
    """Who is favoured, and by how much."""
    if edge is None:
        return "The edge depends on the jackpot meter: give one with --meter."
    if edge == 0:
        return "A fair wager: nobody is favoured."
    who = "house" if edge > 0 else "player"
    size = abs(edge)
    return (
        f"The {who} is favoured: {'it keeps' if edge > 0 else 'the player gains'} {float(100 * size):.4f} % of what is "
        f"wagered, ${float(100 * size):.2f} of every $100."
    )


def count(number: int) -> str:
    """A count in full, or its first digits where it would fill the line."""
    from houseway.tabular import written

    return written(number)


def _print(result: "Odds") -> None:
    from math import sqrt

    from rich.markup import escape

    from houseway.cli.show import out, table
    from houseway.lab.result import percent

    head = [result.game, result.wager]
    head += [result.paytable] if result.paytable else []
    head += [f"{result.decks} deck{'s' if result.decks != 1 else ''}"] if result.decks else []
    listing = table("Outcome", ">Pays", ">Combinations", ">Probability", ">Return", title=", ".join(head))
    for outcome in result.outcomes:
        chance = result.probability(outcome)
        paid = "of the meter" if outcome.pays is None else f"{float(outcome.pays):+g}"
        back = "" if outcome.pays is None else f"{float(chance * outcome.pays):+.6f}"
        listing.add_row(escape(outcome.award), paid, count(outcome.combinations), f"{float(chance):.8f}", back)
    edge = result.edge
    total = "" if edge is None else f"{float(-edge):+.6f}"
    listing.add_row("[bold]all[/]", "", count(result.total), "1.00000000", total, style="dim")
    out.print(listing)
    out.print(f"\n{in_words(edge)}")
    if edge is not None:
        out.print(f"House edge, exactly: {edge.numerator}/{edge.denominator}")
    variance = result.variance
    spread = "" if variance is None else f"; standard deviation {sqrt(variance):.4f} units"
    if result.hit_frequency is not None:
        out.print(f"It wins {percent(result.hit_frequency, 2)} of the time{spread}.")
    if result.skewness is not None and result.n_zero is not None:
        out.print(f"Skewness {result.skewness:.4f}; N0 {float(result.n_zero):,.0f} rounds.")
    for note in result.notes:
        out.print(escape(note))


def _summary(results: "list[Odds]") -> object:
    from houseway.cli.show import table
    from houseway.lab.result import percent

    listing = table("Wager", "Paytable", ">Decks", ">Edge", ">Break-even meter")
    for each in results:
        edge = "" if each.edge is None else percent(each.edge)
        meter = each.more.get("break_even_meter")
        shown = "" if meter is None else f"${float(meter):,.2f}"
        listing.add_row(each.wager, each.paytable or "", str(each.decks or ""), edge, shown)
    return listing


def _print_csv(results: "list[Odds]", every: bool) -> None:
    import csv
    import sys

    from houseway.lab.result import ratio

    writer = csv.writer(sys.stdout, lineterminator="\n")
    if every:
        writer.writerow(["wager", "paytable", "decks", "edge", "edge_percent", "break_even_meter"])
        for each in results:
            edge = each.edge
            shown = ["", ""] if edge is None else [ratio(edge), float(100 * edge)]
            writer.writerow([each.wager, each.paytable, each.decks, *shown, each.more.get("break_even_meter", "")])
        return
    writer.writerow(["award", "pays", "combinations", "probability"])
    for outcome in results[0].outcomes:
        chance = ratio(results[0].probability(outcome))
        writer.writerow([outcome.award, "" if outcome.pays is None else outcome.pays, outcome.combinations, chance])
