"""`houseway way`: a house way line by line, what each line is worth, and the best way of a few lines."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.options import GameArgument, Json, Sets
from houseway.cli.paper import Output, print_sheet, written
from houseway.errors import IllegalAnswer

if TYPE_CHECKING:
    from houseway.game import Game
    from houseway.lab.workshop import Workshop

CONTENT = "house-way"


def way(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A way: a file of lines, or the name of one that ships.")],
    best: Annotated[int, typer.Option("--best", metavar="K", help="The best way of at most so many lines.")] = 0,
    move: Annotated[
        list[str] | None, typer.Option("--move", metavar="LINE=PLACE", help="What if: a line stands elsewhere.")
    ] = None,
    off: Annotated[list[int] | None, typer.Option("--off", metavar="LINE", help="What if: without a line.")] = None,
    others: Annotated[
        list[str] | None, typer.Option("--with", metavar="FILE", help="With --best: lines of another way, too.")
    ] = None,
    game: GameArgument = "dealer-open-pai-gow",
    sets: Sets = None,
    output: Output = "",
    json: Json = False,
) -> None:
    """Tell a house way line by line: how often each fires, what it is worth; or the best way of a few lines."""
    from houseway.cli.show import print_json, progress
    from houseway.extras import extras_named
    from houseway.games import game as find
    from houseway.lab.result import percent

    found, settings = chosen(find(game), Options([*(sets or []), f"{CONTENT}={file}"]))
    with extras_named(), progress(f"{found.name} {file}") as tell:
        told = found.workshop(settings, [_content(found, each) for each in others or []], tell)
        told = _changed(told, move or [], off or [])
        told = told.best(best, tell) if best else told
    if output:
        from houseway.sheet.typeset import pdf_of

        written(output, {".toml": told.toml, ".pdf": lambda: pdf_of(told.sheet())})
        typer.echo(f"{told.title[:1].upper()}{told.title[1:]}: house edge {percent(told.edge)}. {told.notes[-1]}")
    elif json:
        print_json(told.json())
    else:
        print_sheet(told.sheet())


def _changed(told: "Workshop", moves: list[str], off: list[int]) -> "Workshop":
    """The way with lines at other places, then without some; each by the number that it then has."""
    for text in moves:
        if not (match := re.fullmatch(r"(\d{1,4})=(\d{1,4})", text.strip())):
            raise IllegalAnswer(f"--move takes two numbers of lines, as in --move 5=1, not {text!r}")
        told = told.moved(int(match[1]), int(match[2]))
    for line in sorted(off, reverse=True):
        told = told.without(line)
    return told


def _content(game: "Game", file: str) -> str:
    return chosen(game, Options([f"{CONTENT}={file}"])).settings.text(CONTENT)
