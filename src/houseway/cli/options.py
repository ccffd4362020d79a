"""The options and arguments that several commands take."""

from contextlib import AbstractContextManager, nullcontext
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
ClusterOption = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="On a Dask cluster; needs houseway\\[cluster].")
]


def spread_over(cluster: str) -> AbstractContextManager[None]:
    """What is counted meanwhile is counted on this cluster, if one is named."""
    if not cluster:
        return nullcontext()
    from houseway.lab.cluster import client_at, on_cluster
    from houseway.lab.spread import elsewhere

    client_at(cluster).close()  # also where nothing will be spread: a wrong address is told
    return elsewhere(on_cluster(cluster))
