"""`houseway conform`: what a game of one's own lacks, in sentences."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.options import Json

if TYPE_CHECKING:
    from houseway.game import Game


def conform(
    where: Annotated[
        str, typer.Argument(metavar="PATH|GAME", help="A folder that holds a game, or a game's id.", show_default=False)
    ],
    json: Json = False,
) -> None:
    """Play, replay, vary and count a game, and say in sentences what is missing or wrong; exit 1 if something is."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, progress, verdict
    from houseway.conform import checks

    told: list[dict[str, Any]] = []
    for game in _games(where):
        with progress(f"{game.name}") as tell:
            for name, sentences, skipped in checks(game, tell):
                told.append({"game": game.id, "check": name, "findings": sentences, "skipped": skipped or None})
    if json:
        print_json(told)
    else:
        for each in told:
            mark = "[red]✗[/]" if each["findings"] else "[yellow]–[/]" if each["skipped"] else "[green]✓[/]"
            out.print(f"{mark} {each['game']}: {each['check']}")
            if each["skipped"]:
                out.print(f"    left out: {escape(each['skipped'])}")
            for sentence in each["findings"]:
                out.print(f"    {escape(sentence)}")
        out.print(f"{where}: {verdict(sum(len(each['findings']) for each in told))}")
    if any(each["findings"] for each in told):
        raise typer.Exit(1)


def _games(where: str) -> "tuple[Game, ...]":
    """The game of an id, or the games of a folder."""
    from pathlib import Path

    from houseway.errors import UnknownName
    from houseway.games import game, ids
    from houseway.games.folder import add_games

    if where in ids():
        return (game(where),)
    if not Path(where).is_dir():
        raise UnknownName(f"there is no folder and no game {where!r}; the games are {', '.join(ids())}")
    return add_games(Path(where))
