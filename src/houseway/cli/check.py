"""`houseway check`: what a house has chosen, against the approved document and the state."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.chosen import Options, chosen, settings_given, with_document
from houseway.cli.options import Decks, DocumentOption, GameArgument, Json, Pays, PaytableOption, Sets
from houseway.errors import Faulty, HousewayError

if TYPE_CHECKING:
    from houseway.disputes.departures import Departure
    from houseway.game import Game

Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 where there is a departure, too.")]


def check(
    game: GameArgument,
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """List every fault of a house's choices, and every departure from the approved document and from the state.

    GAME may be a room's file, as in room.toml: then all its tables and jackpots are checked.
    """
    from houseway.cli.show import print_json
    from houseway.games import game as find

    if game.endswith(".toml"):
        from houseway.cli.check_room import check_room

        check_room(Path(game), strict=strict, json=json)
        return
    found = find(game)
    options = Options(sets, decks, document, paytable, pays)
    faults = _faults(found, options)
    more, departing, controls = _departing(found, options) if not faults else ([], [], [])
    faults += more
    ok = not faults and not (strict and departing)
    if json:
        told = {"faults": faults, "departures": [each._asdict() for each in departing], "controls": controls}
        print_json({"game": game, "ok": ok} | told)
    else:
        _print(found.name, faults, departing, controls)
    if not ok:
        raise typer.Exit(1)


def _faults(game: "Game", options: Options) -> list[dict[str, str]]:
    """What is wrong with the document and with each setting by itself."""
    found: list[dict[str, str]] = []
    try:
        game = with_document(game, options.document)
        given = settings_given(game, options)
    except HousewayError as fault:
        return _told("document" if options.document else "settings", fault)
    for key, value in given.items():
        try:
            game.configure({key: value})
        except HousewayError as fault:
            found += _told(key, fault)
    return found


def _departing(game: "Game", options: Options) -> "tuple[list[dict[str, str]], list[Departure], list[str]]":
    """What is wrong with all choices together, or how they depart, and the written controls in force."""
    from houseway.disputes.departures import departures
    from houseway.document.controls import controls_in_words

    try:
        game, settings = chosen(game, options)
        game.full_table(settings)
    except HousewayError as fault:
        return _told("paytable" if isinstance(fault, Faulty) else "table", fault), [], []
    return [], departures(game, settings), controls_in_words(settings)


def _told(place: str, fault: HousewayError) -> list[dict[str, str]]:
    """A fault, or each of a file's, with its place."""
    if isinstance(fault, Faulty):
        return [{"place": f"{fault.file}, {at}", "says": what, "clause": ""} for at, what in fault.faults]
    return [{"place": place, "says": fault.sentence, "clause": fault.clause}]


def _print(name: str, faults: list[dict[str, str]], departing: "list[Departure]", controls: list[str]) -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table

    for each in faults:
        clause = f" [dim]clause {each['clause']}[/]" if each["clause"] else ""
        out.print(f"[red]✗[/] [bold]{escape(each['place'])}[/]: {escape(each['says'])}{clause}")
    if departing:
        listing: Any = table("Departs", "Chosen", "Clause", "Layer", "Why, and what to do")
        for one in departing:
            words = f"{escape(one.says)}\n[dim]{escape(one.instead[:1].upper() + one.instead[1:])}.[/]"
            listing.add_row(f"[bold]{escape(one.setting)}[/]", escape(one.value), one.clause, one.layer, words)
        out.print(listing)
    for control in controls:
        out.print(f"[dim]·[/] {escape(control)}")
    count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}" if faults else "no fault"
    what = f"{len(departing)} departure{'s' if len(departing) > 1 else ''}" if departing else "no departure"
    out.print(f"{name}: {count}{'' if faults else f', {what} from the approved document and the state'}.")
