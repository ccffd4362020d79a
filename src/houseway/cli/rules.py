"""`houseway rules`: the clauses of a game, the functions that carry them, settings, paytables, rulings."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.options import GameArgument, Json
from houseway.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from houseway.document import Document
    from houseway.game import Game
    from houseway.rule import Rule


def rules(
    game: GameArgument,
    clause: Annotated[str, typer.Argument(metavar="[CLAUSE]", help="One clause, as in 7.i.", show_default=False)] = "",
    content: Annotated[
        str,
        typer.Option(
            "--content", metavar="NAME=VALUE", help="Print the file behind a setting, as in house-way=document."
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Show the clauses of a game with the functions that carry them, its settings, paytables and rulings."""
    from houseway.cli.show import print_json
    from houseway.games import game as find

    found = find(game)
    if content:
        typer.echo(_content(found, content), nl=False)
        return
    if clause:
        found.document.clause(clause)
    view = rulebook(found.document, found.carriers, clause)
    if json:
        print_json(view)
    else:
        _print(view)


def _content(game: "Game", given: str) -> str:
    """The file that a named value of a setting stands for."""
    name, _, value = given.partition("=")
    spec = game.configure().spec(name)
    if spec.type == "content" and (not value or value in spec.choices):
        if found := game.content(name, value or str(spec.default)):
            return found
    files = [
        f"{each.id}={choice}"
        for each in game.document.settings
        if each.type == "content"
        for choice in each.choices
        if game.content(each.id, choice)
    ]
    raise UnknownName(f"no file stands behind {given}; {game.name} has {', '.join(files) or 'none'}")


def rulebook(document: "Document", rules: "tuple[Rule, ...]", only: str = "") -> dict[str, Any]:
    """A game's rulebook, or one clause of it, as plain data."""

    def carries(clauses: tuple[str, ...]) -> bool:
        return not only or only in clauses

    return {
        "game": document.game,
        "name": document.name,
        "source": {
            "title": document.source.title,
            "authority": document.source.authority,
            "date": document.source.date,
            "submission": document.source.submission,
        },
        "clauses": [
            {
                "id": clause.id,
                "says": clause.says,
                "procedure": clause.procedure,
                "rules": [
                    {"name": rule.name, "place": rule.place, "says": rule.sentence}
                    for rule in rules
                    if clause.id in rule.clauses
                ],
            }
            for clause in document.clauses
            if carries((clause.id,))
        ],
        "wagers": [
            {
                "id": wager.id,
                "name": wager.name,
                "clause": wager.clause,
                "required": wager.required,
                "needs": list(wager.needs),
            }
            for wager in document.wagers
            if carries((wager.clause,))
        ],
        "settings": [
            {
                "id": setting.id,
                "says": setting.says,
                "type": setting.type,
                "default": setting.show(setting.default),
                "bounds": setting.bounds,
                "layer": setting.layer,
                "source": setting.source,
                "clause": setting.clause,
            }
            for setting in document.settings
            if carries((setting.clause,))
        ],
        "paytables": [
            {
                "id": paytable.id,
                "wager": paytable.wager,
                "clause": paytable.clause,
                "basis": paytable.basis,
                "decks": None if paytable.decks is None else list(paytable.decks),
                "rows": [{"award": row.award, "label": row.label, "pays": str(row.pay)} for row in paytable.rows],
            }
            for paytable in document.paytables
            if carries((paytable.clause,))
        ],
        "rulings": [
            {
                "id": ruling.id,
                "clauses": list(ruling.clauses),
                "question": ruling.question,
                "readings": {reading.id: reading.says for reading in ruling.readings},
                "choice": ruling.choice,
                "evidence": ruling.evidence,
                "setting": ruling.setting,
            }
            for ruling in document.rulings
            if carries(ruling.clauses)
        ],
    }


def _print(view: dict[str, Any]) -> None:
    from rich.markup import escape

    from houseway.cli.show import out

    source = view["source"]
    out.print(
        f"[bold]{view['name']}[/]\n[dim]{escape(source['title'])}, {escape(source['authority'])}, {source['date']}[/]"
    )
    for part in (_clauses, _wagers, _settings, _paytables, _rulings):
        for each in part(view):
            out.print()
            out.print(each)


def _clauses(view: dict[str, Any]) -> "Iterator[Table]":
    from rich.markup import escape

    from houseway.cli.show import table

    listing = table("Clause", "Says, and the functions that carry it")
    for clause in view["clauses"]:
        lines = [escape(clause["says"])]
        lines += ["[dim]a procedure of the staff[/]"] if clause["procedure"] else []
        lines += [f"[cyan]{rule['name']}[/] [dim]{rule['place']}[/] {escape(rule['says'])}" for rule in clause["rules"]]
        listing.add_row(f"[bold]{clause['id']}[/]", "\n".join(lines))
    yield listing


def _wagers(view: dict[str, Any]) -> "Iterator[Table]":
    from rich.markup import escape

    from houseway.cli.show import table

    listing = table("Wager", "Name", "Clause", "Made")
    for each in view["wagers"]:
        how = "by every player" if each["required"] else "as the player likes"
        how += f", beside {' or '.join(each['needs'])}" if each["needs"] else ""
        listing.add_row(f"[bold]{each['id']}[/]", escape(each["name"]), each["clause"], how)
    if view["wagers"]:
        yield listing


def _settings(view: dict[str, Any]) -> "Iterator[Table]":
    from rich.markup import escape

    from houseway.cli.show import table

    listing = table("Setting", "Default", "Decides")
    for each in view["settings"]:
        authority = f"{each['layer']}{', ' + each['source'] if each['source'] else ''}"
        authority += f", clause {each['clause']}" if each["clause"] else ""
        says = f"{escape(each['says'])}\n[dim]It {escape(each['bounds'])}. Authority: {escape(authority)}[/]"
        listing.add_row(f"[bold]{each['id']}[/]", each["default"], says)
    if view["settings"]:
        yield listing


def _paytables(view: dict[str, Any]) -> "Iterator[Table]":
    from rich.markup import escape

    from houseway.cli.show import table

    for each in view["paytables"]:
        decks = each["decks"]
        span = f", {decks[0]} to {decks[1]} decks" if decks else ""
        terms = f"clause {each['clause']}, {each['basis']}{span}"
        listing = table("Award", "As printed", ">Pays", title=f"Paytable {each['id']} of {each['wager']} ({terms})")
        for row in each["rows"]:
            listing.add_row(row["award"], escape(row["label"]), row["pays"])
        yield listing


def _rulings(view: dict[str, Any]) -> "Iterator[Table]":
    from rich.markup import escape

    from houseway.cli.show import table

    for each in view["rulings"]:
        title = f"Ruling {each['id']} (clause {', '.join(each['clauses'])})"
        listing = table("", "", title=title)
        listing.show_header = False
        listing.add_row("", escape(each["question"]))
        for id_, says in each["readings"].items():
            chosen = id_ == each["choice"]
            listing.add_row(
                "[green]✓[/]" if chosen else " ", f"{'[bold]' if chosen else '[dim]'}{id_}[/]: {escape(says)}"
            )
        listing.add_row("", f"[dim]{escape(each['evidence'])}[/]")
        yield listing
