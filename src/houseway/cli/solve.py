"""`houseway solve`: find and measure a strategy for a game without a house."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import ClusterOption, GameArgument, Json, spread_over


def solve(
    game: GameArgument,
    variant: Annotated[
        str,
        typer.Option(
            "--variant", metavar="NAME", help="Which strategy of the game; its usual one where none is named."
        ),
    ] = "",
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Seed of the hands that the solver plays.")
    ] = 20261115,
    hands: Annotated[int, typer.Option("--hands", metavar="N", help="Hands in the strategy.", min=2500)] = 20_000,
    fresh: Annotated[
        int, typer.Option("--fresh", metavar="N", help="Fresh hands to measure it on.", min=1000)
    ] = 100_000,
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="Where to store it; a later run goes on there.")
    ] = Path("strategy"),
    cluster: ClusterOption = "",
    json: Json = False,
) -> None:
    """Find a strategy that is hard to exploit, and measure how hard; resumable, Ctrl-C keeps what is done."""
    from houseway.cli.show import out, print_json, progress
    from houseway.extras import extras_named
    from houseway.games import game as find

    found = find(game)
    with extras_named(), progress(f"{found.name} {variant}".rstrip()) as show, spread_over(cluster):
        known = found.solve(variant, into, seed=seed, hands=hands, fresh=fresh, progress=show)
    if json:
        print_json(known)
        return
    measured = known["exploitability"]
    out.print(f"{found.name}, {known['name']}: {hands:,} hands in {known['passes']} passes, stored in {into}")
    out.print(
        f"A best response wins {measured['gain']:.5f} units a hand on {measured['hands']:,} fresh hands; "
        f"with 95 % of chance between {measured['low']:.5f} and {measured['high']:.5f}."
    )
