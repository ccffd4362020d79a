"""The options and arguments that several commands take, and what they mean."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.errors import IllegalSetting, UnknownName

if TYPE_CHECKING:
    from houseway.game import Game
    from houseway.lab.result import Ask
    from houseway.document.settings import Settings

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id; see `houseway games`.", show_default=False)
]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting; may be given several times.")
]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="Short for --set decks=N.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON value.")]
Paytable = Annotated[str, typer.Option("--paytable", metavar="ID", help="A paytable's id; see `houseway rules GAME`.")]
Hypothetical = Annotated[
    bool, typer.Option("--hypothetical", help="Compute a paytable outside the decks that its notes allow.")
]


def settings_for(game: "Game", sets: list[str] | None, decks: int | None) -> "Settings":
    """The game's settings with what the command line chose."""
    given: dict[str, object] = {}
    for each in sets or []:
        name, equals, value = each.partition("=")
        if not equals:
            raise IllegalSetting(f"--set takes NAME=VALUE, as in --set decks=6, not {each!r}")
        given[name.strip()] = value.strip()
    if decks is not None:
        given["decks"] = decks
    return game.document.configure(given)


def ask_for(
    game: "Game", wager: str, settings: "Settings", paytable: str = "", meter: str = "", hypothetical: bool = False
) -> "Ask":
    """A checked request for odds."""
    from houseway.lab.result import Ask
    from houseway.money import parse_cents

    if wager:
        game.document.wager(wager)
    if paytable and wager and (table := game.document.paytable(paytable)).wager != wager:
        fitting = ", ".join(each.id for each in game.document.paytables if each.wager == wager) or "none"
        raise UnknownName(f"{paytable} is a paytable of {table.wager}; those of {wager} are: {fitting}")
    return Ask(wager, settings, paytable, parse_cents(meter) if meter else None, hypothetical)
