"""`houseway what-if`: other pays and other settings, and what each difference is worth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.files import chart_file, is_file
from houseway.cli.options import Decks, GameArgument, Hypothetical, Json, Pays, PaytableOption, Sets
from houseway.cli.session import WagerArgument
from houseway.errors import IllegalSetting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from houseway.game import Game
    from houseway.lab.whatif import Change, Comparison


def what_if(
    game: GameArgument,
    wager: WagerArgument,
    pays: Pays = None,
    sets: Sets = None,
    decks: Decks = None,
    paytable: PaytableOption = "",
    base: Annotated[
        list[str] | None, typer.Option("--from", metavar="NAME=VALUE", help="A setting that both sides have.")
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Count other pays anew: whoever decides plays the best way for them.")
    ] = False,
    by: Annotated[
        str, typer.Option("--by", metavar="SETTING", help="Instead: the edge at every value of a setting.")
    ] = "",
    each: Annotated[
        bool, typer.Option("--each", help="Instead: every rule as a switch, with what it is worth to the house.")
    ] = False,
    meter: Annotated[str, typer.Option("--meter", metavar="DOLLARS", help="The jackpot meter.")] = "",
    stake: Annotated[str, typer.Option("--stake", metavar="DOLLARS", help="The wager, where a prize is fixed.")] = "",
    hypothetical: Hypothetical = False,
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart", metavar="FILE", callback=chart_file, help="With --by: draw it as .svg, .png, .html or .json."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Compare a wager with the same under other pays or settings: what moves, and what each difference is worth."""
    from houseway.games import game as find
    from houseway.lab.whatif import compared

    found = find(game)
    found.document.wager(wager)
    given = _pairs(base, "--from", "decks=6")
    asked: dict[str, Any] = {"meter": meter or None, "stake": stake or None, "hypothetical": hypothetical}
    if by:
        _by(found, wager, by, given, asked, chart, json)
        return
    if each:
        _each(found, wager, given, asked, json)
        return
    changes = _changes(found, sets, decks, paytable, pays)
    if not changes:
        raise IllegalSetting("say what is to be otherwise: --pay AWARD=PAY, --set NAME=VALUE, --decks N, --paytable ID")
    result = compared(found, wager, given, changes, anew=anew, **asked)
    if json:
        from houseway.cli.show import print_json

        print_json(result.json())
        return
    _print(result)


def _pairs(given: list[str] | None, option: str, example: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for each in given or []:
        name, equals, value = each.partition("=")
        if not equals or not name.strip():
            raise IllegalSetting(f"{option} takes NAME=VALUE, as in {option} {example}, not {each!r}")
        found[name.strip()] = value.strip()
    return found


def _changes(
    game: "Game", sets: list[str] | None, decks: int | None, paytable: str, pays: list[str] | None
) -> list["Change"]:
    """The differences, in the order in which they are worth something: settings, the paytable, its pays."""
    from houseway.lab.whatif import Change

    found = [Change("set", name, value) for name, value in _pairs(sets, "--set", "decks=6").items()]
    found += [] if decks is None else [Change("set", "decks", decks)]
    if paytable:
        known = any(table.id == paytable for table in game.document.paytables)
        found.append(Change("paytable", "", Path(paytable) if is_file(paytable) and not known else paytable))
    return found + [Change("pay", name, value) for name, value in _pairs(pays, "--pay", "tie=9").items()]


def _print(result: "Comparison") -> None:
    from rich.markup import escape

    from houseway.cli.odds import in_words
    from houseway.cli.show import out, table
    from houseway.lab.result import percent
    from houseway.lab.whatif import slopes

    before, after = result.before, result.after
    listing = table("Outcome", ">Pays", ">Probability", ">Return", ">Pays then", ">Probability then", ">Return then")
    for award, *cells, _ in result.tabulated().rows:
        shown = [("" if each is None else f"{float(each):{form}}") for each, form in zip(cells, FORMS, strict=True)]
        listing.add_row(escape(award), *shown)
    out.print(listing)
    if before.edge is None or after.edge is None or result.moved is None:
        out.print("\nThe edge depends on the jackpot meter: give one with --meter.")
        return
    out.print(f"\nHouse edge {percent(before.edge)}, then {percent(after.edge)}: {_signed(result.moved)}.")
    out.print(in_words(after.edge))
    worth = table("What each difference is worth to the house", ">Alone", ">In turn")
    for each in result.worths:
        alone = "not alone" if each.alone is None else _signed(each.alone)
        worth.add_row(escape(str(each.change)), alone, _signed(each.in_turn))
    out.print(worth)
    if before.paytable is not None:
        steps = table("One more on", ">moves the edge by", title="")
        for award, slope in slopes(before).items():
            steps.add_row(escape(award), _signed(slope))
        out.print(steps)


FORMS = ("+g", ".8f", "+.6f", "+g", ".8f", "+.6f")


def _signed(share: object) -> str:
    return f"{float(100 * share):+.4f} %"  # type: ignore[operator]  # a fraction


def _by(
    game: "Game",
    wager: str,
    by: str,
    base: dict[str, object],
    asked: "Mapping[str, object]",
    chart: Path | None,
    json: bool,
) -> None:
    from houseway.cli.show import out, print_json, table
    from houseway.lab.result import percent
    from houseway.lab.whatif import by_setting

    results = by_setting(game, wager, by, base, **asked)
    if chart is not None:
        from houseway.lab import chart as charts

        charts.save(charts.by_setting(results, by), chart)
    if json:
        print_json([{"value": value, "odds": odds.json()} for value, odds in results])
        return
    listing = table(f">{by}", "Paytable", ">Edge", title=f"{game.name}, {wager}")
    for value, odds in results:
        listing.add_row(value, odds.paytable or "", "" if odds.edge is None else percent(odds.edge))
    out.print(listing)


def _each(game: "Game", wager: str, base: dict[str, object], asked: "Mapping[str, object]", json: bool) -> None:
    from rich.markup import escape

    from houseway.cli.show import out, print_json, progress, table
    from houseway.lab.result import exact
    from houseway.lab.whatif import switches

    with progress(f"{game.name} {wager}") as tell:
        found = switches(game, wager, base, tell, **asked)
    if json:
        print_json([{"change": str(worth.change), "worth": exact(worth.in_turn)} for worth in found])
        return
    listing = table("Otherwise", ">Worth to the house", title=f"{game.name}, {wager}")
    for worth in found:
        listing.add_row(escape(str(worth.change)), _signed(worth.in_turn))
    out.print(listing)
    if not found:
        out.print("No setting that is a switch moves the edge of this wager.")
