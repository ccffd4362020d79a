"""`houseway protect`: what the cards that are gone are worth to somebody who counts them."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.design import percent_of
from houseway.cli.options import Decks, DocumentOption, GameArgument, Hypothetical, Json, Pays, PaytableOption, Sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from houseway.lab.protect import Protection


def protect(
    game: GameArgument,
    wager: Annotated[str, typer.Argument(metavar="[WAGER]", help="A wager's id; all by default.")] = "",
    cut: Annotated[str, typer.Option("--cut", metavar="PERCENT", help="How much of the shoe is dealt.")] = "75%",
    tags: Annotated[
        int, typer.Option("--tags", metavar="N", help="Whole numbers to count with go up to N; 2 or 1 by default.")
    ] = 0,
    paytable: PaytableOption = "",
    every: Annotated[bool, typer.Option("--all", help="Every paytable, not only that in force.")] = False,
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    meter: Annotated[str, typer.Option("--meter", metavar="DOLLARS", help="The jackpot meter.")] = "",
    hypothetical: Hypothetical = False,
    json: Json = False,
) -> None:
    """Tell what counting cards wins on a wager: each card's effect, the best count, its trigger, units in 100 hands."""
    from houseway.cli.show import out, print_json, progress
    from houseway.extras import extras_named
    from houseway.games import game as find

    found, settings = chosen(find(game), Options(sets, decks, document, paytable, pays), wager)
    share: Fraction = percent_of(cut, "--cut")
    with extras_named(), progress(f"{found.name}") as tell:
        from houseway.lab.protect import surveyed

        asked = {"meter": meter or None, "hypothetical": hypothetical}
        results = surveyed(found, settings, wager, cut=share, most=tags, every=every, progress=tell, **asked)
    if json:
        print_json([each.json() for each in results])
    elif len(results) == 1:
        _print(results[0])
    else:
        out.print(_summary(results))


def _print(result: "Protection") -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table

    listing = table("Cards gone", ">Worth to the player", ">Count", title=result.title)
    for names, effect, tag in result.grouped():
        listing.add_row(escape(names), f"{float(100 * effect):+.4f} %", f"{tag:+d}" if tag else "0")
    out.print(listing)
    out.print(f"\nFrom a full shoe the house edge is {float(100 * result.edge):.4f} %.")
    for note in result.notes():
        out.print(escape(note))


def _summary(results: "Sequence[Protection]") -> "Table":
    from houseway.cli.show import table

    listing = table("Wager", ">Edge", ">Trigger", ">Good", ">In 100 hands", "")
    for each in results:
        gain = each.by_trigger
        trigger = f"{gain.trigger:+d}" if gain.per_hundred else ""
        care = "a room should care" if each.cares else ""
        edge = f"{float(100 * each.edge):.4f} %"
        listing.add_row(each.title, edge, trigger, f"{100 * gain.good:.2f} %", f"{gain.per_hundred:.3f}", care)
    return listing
