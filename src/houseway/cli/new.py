"""`houseway new game`: a package of one's own, whose game plays at once."""

from pathlib import Path
from typing import Annotated

import typer

new = typer.Typer(help="Begin a package of your own.")


@new.callback()
def _of_what() -> None:
    """Begin a package of your own."""


@new.command("game")
def game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, as in lucky-nine.", show_default=False)],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where to put the package.")] = Path("."),
) -> None:
    """Make a package with a small complete game: rules, order of play, terms, exact odds and tests that pass."""
    from houseway.cli.show import out
    from houseway.scaffold import made

    folder = made(name, into)
    out.print(f"{folder} holds a game that plays. Next:")
    out.print(f"  houseway --games {folder} play {folder.name}")
    out.print(f"  houseway conform {folder}")
    out.print(f"  pip install --editable {folder} && pytest {folder}")
