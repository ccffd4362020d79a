"""`houseway rules`: the clauses of a game, the functions that carry them, settings, paytables, rulings."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.options import GameArgument, Json

if TYPE_CHECKING:
    from houseway.document import Document
    from houseway.rule import Rule


def rules(
    game: GameArgument,
    clause: Annotated[str, typer.Argument(metavar="[CLAUSE]", help="One clause, as in 7.i.", show_default=False)] = "",
    json: Json = False,
) -> None:
    """Show the clauses of a game with the functions that carry them, its settings, paytables and rulings."""
    from houseway.cli.show import print_json
    from houseway.games import game as find
    from houseway.rule import rules_of

    found = find(game)
    document = found.document
    if clause:
        document.clause(clause)
    _ = found.table  # the rules of a game are known once its order of play is loaded
    view = rulebook(document, rules_of(found.id), clause)
    if json:
        print_json(view)
    else:
        _print(view)


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
            {"id": wager.id, "name": wager.name, "clause": wager.clause, "required": wager.required}
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
    from rich.padding import Padding

    from houseway.cli.show import out, table

    source = view["source"]
    out.print(f"[bold]{view['name']}[/]  {escape(source['title'])}, {escape(source['authority'])}, {source['date']}\n")
    for clause in view["clauses"]:
        out.print(f"[bold]{clause['id']:>4}[/]  {escape(clause['says'])}")
        if clause["procedure"]:
            out.print(Padding("[dim]a procedure of the staff[/]", (0, 0, 0, 6)))
        for rule in clause["rules"]:
            out.print(Padding(f"[cyan]{rule['name']}[/] [dim]{rule['place']}[/]  {escape(rule['says'])}", (0, 0, 0, 6)))
    if view["settings"]:
        out.print()
        listing = table("Setting", "Default", "Bounds", "Layer", "Clause", "Decides")
        for each in view["settings"]:
            layer = each["layer"] + (f" ({each['source']})" if each["source"] else "")
            listing.add_row(each["id"], each["default"], each["bounds"], layer, each["clause"], escape(each["says"]))
        out.print(listing)
    for paytable in view["paytables"]:
        decks = paytable["decks"]
        span = f", {decks[0]} to {decks[1]} decks" if decks else ""
        title = f"\nPaytable {paytable['id']} of {paytable['wager']} (clause {paytable['clause']}, {paytable['basis']}{span})"
        listing = table("Award", ">Pays", title=title)
        for row in paytable["rows"]:
            listing.add_row(escape(row["label"]), row["pays"])
        out.print(listing)
    for ruling in view["rulings"]:
        out.print(
            f"\n[bold]Ruling {ruling['id']}[/] (clause {', '.join(ruling['clauses'])}) {escape(ruling['question'])}"
        )
        for id_, says in ruling["readings"].items():
            out.print(
                Padding(f"{'[green]✓[/]' if id_ == ruling['choice'] else ' '} {id_}: {escape(says)}", (0, 0, 0, 4))
            )
        out.print(Padding(f"[dim]{escape(ruling['evidence'])}[/]", (0, 0, 0, 6)))
