"""`houseway play`: a table in the terminal."""

from typing import Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.options import Decks, DocumentOption, GameArgument, Pays, PaytableOption, Sets
from houseway.cli.plain import plainly


def play(
    game: GameArgument,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Shuffle repeatably; else from the system's entropy.")
    ] = None,
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="Seats taken, yours included.", min=1)] = 3,
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
) -> None:
    """Sit down at a table in the terminal; bots take the other seats."""
    from houseway.cli.terminal import Terminal
    from houseway.games import game as find

    found, settings = chosen(find(game), Options(sets, decks, document, paytable, pays))
    plainly(found)
    given = frozenset(each.partition("=")[0].strip() for each in sets or ())
    Terminal(found, settings, seats, seed, given).sit_down()
