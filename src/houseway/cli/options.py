"""The options and arguments that several commands take."""

from typing import Annotated

import typer

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id; see `houseway games`.", show_default=False)
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting; may be given several times. A content is a file."),
]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="Short for --set decks=N.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON value.")]
PaytableOption = Annotated[
    str,
    typer.Option(
        "--paytable", metavar="ID|FILE", help="A printed paytable's id (`houseway rules GAME`), or a file of your own."
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option("--pay", metavar="AWARD=PAY", help="Another pay for an award; may be given several times."),
]
DocumentOption = Annotated[
    str, typer.Option("--document", metavar="FILE", help="A whole document of your own for the game.")
]
Hypothetical = Annotated[
    bool, typer.Option("--hypothetical", help="Compute a paytable outside the decks that its notes allow.")
]
