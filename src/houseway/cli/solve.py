"""`houseway solve`: find and measure a strategy for a game without a house."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import GameArgument, Json
from houseway.errors import UnknownName


def solve(
    game: GameArgument,
    scoring: Annotated[str, typer.Option("--scoring", metavar="NAME", help="1-a-hand, 2-4 or 1-6.")] = "1-a-hand",
    bonuses: Annotated[
        bool, typer.Option("--bonuses", help="With bonuses and naturals at the document's amounts.")
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Seed of the hands that the solver plays.")
    ] = 20261115,
    hands: Annotated[int, typer.Option("--hands", metavar="N", help="Hands in the strategy.", min=2500)] = 20_000,
    fresh: Annotated[
        int, typer.Option("--fresh", metavar="N", help="Fresh hands to measure it on.", min=1000)
    ] = 100_000,
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="Where to keep it; a later run goes on there.")
    ] = Path("strategy"),
    json: Json = False,
) -> None:
    """Find a strategy that is hard to exploit, and measure how hard; resumable, Ctrl-C keeps what is done."""
    from houseway.cli.show import out, print_json, progress
    from houseway.games import game as find

    found = find(game)
    if found.id != "chinese-poker":
        raise UnknownName(f"{found.name} is played against the house: ask `houseway strategy {found.id}`")
    from houseway.games.chinese_poker.solve import strategy

    name = f"{scoring}-bonuses" if bonuses else scoring
    with progress(f"{found.name}, {name}") as tell:
        told = strategy(name, into, into / f"{name}.checkpoint.npz", seed=seed, size=hands, fresh=fresh, progress=tell)
    if json:
        print_json(told)
        return
    measured = told["exploitability"]
    out.print(f"{found.name}, scoring {name}: {hands:,} hands in {told['passes']} passes, kept in {into}")
    out.print(
        f"A best response wins {measured['gain']:.5f} units a hand on {measured['hands']:,} fresh hands; "
        f"with 95 % of chance between {measured['low']:.5f} and {measured['high']:.5f}."
    )
