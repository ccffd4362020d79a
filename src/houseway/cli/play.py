"""`houseway play`: a table in the terminal."""

from typing import Annotated

import typer

from houseway.cli.options import Decks, GameArgument, Sets, settings_for


def play(
    game: GameArgument,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Shuffle repeatably; else from the system's entropy.")
    ] = None,
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="Seats taken, yours included.", min=1)] = 3,
    decks: Decks = None,
    sets: Sets = None,
) -> None:
    """Sit down at a table in the terminal; bots take the other seats."""
    from houseway.cli.terminal import Terminal
    from houseway.games import game as find

    found = find(game)
    Terminal(found, settings_for(found, sets, decks), seats, seed).sit_down()
