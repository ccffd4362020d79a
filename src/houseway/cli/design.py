"""`houseway design`: whole-number pays for a wager, found by an integer solver."""

import re
from fractions import Fraction
from typing import Annotated

import typer

from houseway.cli.chosen import Options, settings_given
from houseway.cli.options import Decks, GameArgument, Json, PaytableOption, Sets
from houseway.cli.session import WagerArgument
from houseway.errors import IllegalAnswer

Rows = Annotated[
    list[str] | None,
    typer.Option("--row", metavar="AWARD=LOW..HIGH", help="Bounds on the pay of a row; one number fixes it."),
]


def design(
    game: GameArgument,
    wager: WagerArgument,
    edge: Annotated[str, typer.Option("--edge", metavar="LOW..HIGH", help="The house's edge, as in 4%..4.5%.")],
    rows: Rows = None,
    most: Annotated[int, typer.Option("--most", metavar="N", help="The most that any other row pays.")] = 1000,
    hit: Annotated[str, typer.Option("--hit", metavar="PERCENT", help="How often it wins at least.")] = "0%",
    drop: Annotated[
        list[str] | None, typer.Option("--may-drop", metavar="AWARD", help="A row that need not be paid at all.")
    ] = None,
    gap: Annotated[int, typer.Option("--gap", metavar="N", help="Each row pays at least N less than that above.")] = 0,
    any_order: Annotated[bool, typer.Option("--any-order", help="A row may pay more than one above it.")] = False,
    lively: Annotated[bool, typer.Option("--lively", help="The greatest swings instead of the least.")] = False,
    paytable: PaytableOption = "",
    decks: Decks = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """Find the whole-number pays with this edge that swing least for how often they win, and prove them the best."""
    from math import sqrt

    from rich.markup import escape

    from houseway.cli.show import out, print_json, progress, table
    from houseway.games import game as find
    from houseway.lab.design import Wish, frontier
    from houseway.lab.result import percent

    found = find(game)
    low, high = _span(edge, "--edge", "4%..4.5%")
    bounds = dict(_bounds(each) for each in rows or [])
    least = percent_of(hit, "--hit")
    wish = Wish(low, high, bounds, most, least, tuple(drop or ()), None if any_order else gap, lively)
    given = {key.replace("-", "_"): value for key, value in settings_given(found, Options(sets, decks)).items()}
    with progress(f"{found.name} {wager}") as tell:
        result = frontier(found, wager, wish, progress=tell, paytable=paytable, **given)
    if json:
        print_json(result.json())
        return
    if not result.designs:
        out.print("No whole-number pays within these bounds have such an edge.")
        raise typer.Exit(1)
    awards = list(result.designs[0].pays)
    heads = (*awards, "Edge", "Deviation", "Wins", "Best")
    columns = [
        (
            *(str(each.pays[award]) for award in awards),
            percent(each.odds.edge or Fraction(0)),
            f"{sqrt(each.odds.variance or 0):.4f}",
            percent(each.hits, 2),
            "proved" if each.proved else "not proved",
        )
        for each in result.designs
    ]
    listing = table("", *(f">{number}" for number in range(1, len(columns) + 1)))
    for head, *row in zip(heads, *columns, strict=True):
        listing.add_row(escape(head), *row)
    out.print(listing)


def percent_of(text: str, option: str) -> Fraction:
    """A percentage on the command line."""
    if not (match := re.fullmatch(r"(-?\d{1,3}(?:\.\d{1,6})?)\s*%?", text.strip())):
        raise IllegalAnswer(f"{option} takes a percentage, as in 4%, not {text!r}")
    return Fraction(match[1]) / 100


def _span(text: str, option: str, example: str) -> tuple[Fraction, Fraction]:
    low, dots, high = text.partition("..")
    if not dots:
        raise IllegalAnswer(f"{option} takes two percentages, as in {option} {example}, not {text!r}")
    return percent_of(low, option), percent_of(high, option)


def _bounds(text: str) -> tuple[str, tuple[int, int]]:
    if not (match := re.fullmatch(r"([^=]+)=(\d{1,6})(?:\.\.(\d{1,6}))?", text.strip())):
        raise IllegalAnswer(f"--row takes AWARD=LOW..HIGH, as in --row any-pair=8..12, not {text!r}")
    return match[1].strip(), (int(match[2]), int(match[3] or match[2]))
