"""`houseway verify`: every figure that a document prints, recomputed."""

from typing import Annotated

import typer

from houseway.cli.options import Json


def verify(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game; all by default.", show_default=False)] = "",
    json: Json = False,
) -> None:
    """Recompute every figure that a document prints; exit 1 if one disagrees."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, progress, table
    from houseway.games import game as find
    from houseway.games import games

    chosen = (find(game),) if game else games()
    with progress("verifying") as tell:
        results = [check for each in chosen for check in each.verify(tell)]
    if json:
        print_json([check.json() for check in results])
    else:
        listing = table("Figure", ">Printed", ">Computed", "")
        for check in results:
            listing.add_row(f"[bold]{check.game}[/], clause {escape(check.clause)}: {escape(check.says)}", "", "", "")
            for tried in check.tried:
                chosen_one = tried.reading == check.reading
                reading = f"read as {escape(tried.reading)}" if tried.reading else "as printed"
                mark = "[green]agrees[/]" if tried.agrees else "[red]disagrees[/]" if chosen_one else "[dim]differs[/]"
                style = "" if chosen_one else "dim"
                listing.add_row(f"  {reading}", check.printed, tried.shown, mark, style=style)
        out.print(listing)
        if not results:
            out.print("There is no printed figure to verify.")
            return
        agreed = sum(check.agrees for check in results)
        out.print(f"\n{agreed} of {len(results)} printed figures agree under the reading chosen.")
    if not all(check.agrees for check in results):
        raise typer.Exit(1)
