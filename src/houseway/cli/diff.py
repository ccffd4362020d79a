"""`houseway diff`: what differs between two documents, and what it does."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.files import name_of, text_of
from houseway.cli.options import Json

if TYPE_CHECKING:
    from houseway.disputes.diff import Difference
    from houseway.disputes.effects import Edge, Effect, Otherwise
    from houseway.document.model import Document
    from houseway.game import Game

DOCUMENT = "A document's file, GAME for the one that ships, GAME@HASH or GAME@DATE."


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help=DOCUMENT, show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help=DOCUMENT, show_default=False)],
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="FILE", help="Which rounds of a file would be paid otherwise.")
    ] = "",
    slow: Annotated[bool, typer.Option("--slow", help="Compute edges that take minutes, too.")] = False,
    json: Json = False,
) -> None:
    """Compare two documents: what differs, what each difference does to each edge, which rounds are paid otherwise."""
    from houseway.cli.show import print_json, progress
    from houseway.disputes.diff import differences
    from houseway.disputes.effects import edges, effects, tables_of
    from houseway.games import game as find

    before, after = _document(old), _document(new)
    found = differences(before, after)
    game = find(before.game)
    with progress("Edges") as tell:
        moved = effects(game, before, found, slow=slow, progress=tell) if found else []
        both = (before, after) if found else ()
        figures = [edges(game.with_document(each), slow=slow, tables=tables_of(found)) for each in both]
    told = _rounds(game, before, after, rounds) if rounds else None
    if json:
        print_json(_json(before, after, found, moved, figures, told))
    else:
        _print(before, after, found, moved, figures)
        if told is not None:
            _print_rounds(*told)


def _document(word: str) -> "Document":
    from houseway.disputes.versions import document_named

    if word == "-" or Path(word).is_file() or word.endswith(".toml"):
        return document_named(name_of(word), text_of(word))
    return document_named(word)


def _rounds(game: "Game", old: "Document", new: "Document", file: str) -> "tuple[int, list[Otherwise]]":
    """How many rounds the file holds, and what is paid otherwise."""
    from houseway.disputes.effects import otherwise
    from houseway.disputes.files import rounds_in

    count, found = 0, []
    for each in otherwise(game, old, new, rounds_in(file)):
        if each is None:
            count += 1
        else:
            found.append(each)
    return count, found


def _json(
    old: "Document",
    new: "Document",
    found: "list[Difference]",
    moved: "list[Effect]",
    figures: "list[dict[str, Edge]]",
    told: "tuple[int, list[Otherwise]] | None",
) -> dict[str, Any]:
    effect = {id(each.difference): each for each in moved}
    view: dict[str, Any] = {
        "game": old.game,
        "old": {"hash": old.hash, "date": old.source.date, "in_force": old.source.in_force or None},
        "new": {"hash": new.hash, "date": new.source.date, "in_force": new.source.in_force or None},
        "differences": [_told(each, effect.get(id(each))) for each in found],
        "edges": {
            wager: dict(zip(("old", "new"), (_edge_json(each.get(wager)) for each in figures), strict=True))
            for wager in dict.fromkeys(wager for each in figures for wager in each)
        },
    }
    if told is not None:
        rounds = [each._asdict() | {"cents": each.cents} for each in told[1]]
        view["rounds"] = {"count": told[0], "otherwise": rounds, "cents": sum(each.cents for each in told[1])}
    return view


def _told(difference: "Difference", effect: "Effect | None") -> dict[str, Any]:
    if effect is None:
        return difference.json() | {"edges": None}
    edges = {wager: _edge_json(edge) for wager, edge in effect.edges.items()}
    return difference.json() | {"edges": edges, "why": effect.why or None}


def _edge_json(edge: "Edge | None") -> dict[str, Any] | None:
    from houseway.lab.result import exact

    if edge is None:
        return None
    return {"edge": None if edge.value is None else exact(edge.value), "why": edge.why or None}


def _print(
    old: "Document",
    new: "Document",
    found: "list[Difference]",
    moved: "list[Effect]",
    figures: "list[dict[str, Edge]]",
) -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table

    out.print(f"[bold]{old.name}[/]\n[dim]from {_which(old)}\nto   {_which(new)}[/]")
    if not found:
        out.print("The two documents are the same.")
        return
    effect = {id(each.difference): each for each in moved}
    listing = table("", "What differs", "What it does alone")
    signs = {"added": "[green]+[/]", "removed": "[red]-[/]", "changed": "[yellow]~[/]"}
    for each in found:
        listing.add_row(signs[each.change], escape(each.says), escape(_does(effect.get(id(each)), figures[0])))
    out.print(listing)
    listing = table("Wager", ">Edge, old", ">new", ">Difference")
    for wager in dict.fromkeys((*figures[0], *figures[1])):
        before, after = (each.get(wager) for each in figures)
        listing.add_row(wager, _words(before), _words(after), _moved(before, after))
    out.print(listing)
    for wager, why in {wager: edge.why for each in figures for wager, edge in each.items() if edge.why}.items():
        out.print(f"[dim]{wager}: {escape(why)}[/]")


def _which(document: "Document") -> str:
    since = f", in force from {document.source.in_force}" if document.source.in_force else ""
    return f"{document.source.title}, {document.source.date}{since}, sha256 {document.hash[:12]}"


def _does(effect: "Effect | None", before: "Mapping[str, Edge]") -> str:
    if effect is None:
        return "in words only"
    if effect.why:
        return effect.why
    lines = [
        f"{wager}: {_words(before.get(wager))} → {_words(edge)} ({_moved(before.get(wager), edge)})"
        for wager, edge in effect.edges.items()
    ]
    return "\n".join(lines) or "moves no edge"


def _words(edge: "Edge | None") -> str:
    from houseway.lab.result import percent

    if edge is None:
        return "none"
    return percent(edge.value) if edge.value is not None else "not computed"


def _moved(before: "Edge | None", after: "Edge | None") -> str:
    if before is None or after is None or before.value is None or after.value is None:
        return ""
    by: Fraction = after.value - before.value
    return f"{float(100 * by):+.4f} %" if by else "none"


def _print_rounds(count: int, found: "list[Otherwise]") -> None:
    from rich.markup import escape

    from houseway.cli.show import out, table
    from houseway.money import signed

    if found:
        listing = table("Round", ">Seat", "Wager", ">Old", ">New", ">Difference")
        for each in found:
            where = f"{each.file}, {each.place}"
            if each.why:
                listing.add_row(where, "", escape(each.why))
                continue
            was, now = ("none" if cents is None else signed(cents) for cents in (each.old_cents, each.new_cents))
            listing.add_row(where, str(each.seat), each.wager, was, now, signed(each.cents))
        out.print(listing)
    unruled = sum(bool(each.why) for each in found)
    places = len({(each.file, each.place) for each in found}) - unruled
    said = [f"{count} rounds", f"{places} paid otherwise", *([f"{unruled} not ruled upon"] if unruled else [])]
    total = signed(sum(each.cents for each in found))
    out.print(", ".join(said) + (f": {total} to the players." if places else "."))
