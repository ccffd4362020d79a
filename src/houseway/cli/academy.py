"""`houseway academy`: exams with signed certificates, how one is checked, and what was practised."""

import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.audit import Database, Key
from houseway.cli.drill import RoomFile, house_in
from houseway.cli.files import check_target
from houseway.cli.key import opened_store
from houseway.cli.options import Json
from houseway.cli.where import ROOM, user_name
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.academy import Exam
    from houseway.academy.certificate import Taken

academy = typer.Typer(help="The academy: exams with certificates, and what was practised.", no_args_is_help=True)

Games = Annotated[list[str], typer.Argument(metavar="GAME...", help="The games that are asked.", show_default=False)]
Each = Annotated[int, typer.Option("--each", metavar="N", help="Questions of each kind.", min=1)]
Mark = Annotated[int, typer.Option("--mark", metavar="PERCENT", help="The part of right answers that passes.")]
Kinds = Annotated[
    list[str] | None, typer.Option("--kind", metavar="KIND", help="A kind of question; else all that the games have.")
]


@academy.command("kinds")
def kinds(json: Json = False) -> None:
    """List the kinds of question, and the games that have them."""
    from houseway.academy import KINDS, kinds_for
    from houseway.cli.show import out, print_json, table
    from houseway.games import games

    found = [(kind, [game.id for game in games() if kind in kinds_for(game)]) for kind in KINDS]
    if json:
        print_json([{"id": kind.id, "name": kind.name, "says": kind.says, "games": ids} for kind, ids in found])
        return
    shown = table("kind", "what is practised", "games")
    for kind, ids in found:
        shown.add_row(kind.id, kind.says, ", ".join(ids))
    out.print(shown)


@academy.command("exam")
def exam(
    games: Games,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Who sits it.", show_default=False)],
    kind: Kinds = None,
    each: Each = 2,
    mark: Mark = 80,
    minutes: Annotated[int, typer.Option("--minutes", metavar="N", help="The time; else two a question.", min=0)] = 0,
    into: Annotated[Path, typer.Option("--into", metavar="FILE", help="Where the certificate is written.")] = Path(
        "certificate.json"
    ),
    room: RoomFile = None,
    database: Database = ROOM,
    key: Key = None,
) -> None:
    """Sit an exam at a terminal of the house: its outcome is signed with the key of the room."""
    from dataclasses import replace

    from houseway.academy import Exam, usual_plan
    from houseway.cli.show import out
    from houseway.room.academy import signed
    from houseway.room.store import journal

    if not name.strip():
        raise HousewayError("a certificate names a person: write --name with the name")
    if into.exists():
        raise HousewayError(f"{into} is there already: name another file with --into")
    check_target(into)
    houses = {id_: house_in(room, id_) for id_ in games} if room is not None else None
    plan = usual_plan(games, kind or [], each, mark, houses)
    plan = replace(plan, minutes=minutes) if minutes else plan
    with opened_store(database, key) as store:
        with store.transaction() as connection:
            signer = journal.signer_of(connection)
        certificate = signed(_sat(Exam(plan, secrets.randbits(48)), name.strip()[:80]), signer)
    into.write_text(certificate.text, encoding="ascii")
    body = certificate.body
    out.print(f"{'Passed' if body['passed'] else 'Not passed'}: {body['right']} of {body['of']} right.")
    out.print(f"The certificate is in {into}; houseway academy check {into} checks it.")


def _sat(sat: "Exam", name: str) -> "Taken":
    """The exam as somebody has sat it, by the clock of this machine."""
    from houseway.academy.certificate import Taken
    from houseway.cli.show import out
    from houseway.room.academy import stamp

    plan, began = sat.plan, datetime.now(UTC)
    until = began + timedelta(minutes=plan.minutes)
    out.print(
        f"{plan.questions} questions in {plan.minutes} minutes; {plan.needed} right answers pass. ? helps, q ends."
    )
    answers = _answered(sat, until)
    where = f"at a terminal of the house, by {user_name()}"[:80]
    return Taken(sat, name, where, stamp(began), stamp(min(datetime.now(UTC), until)), answers)


def _answered(sat: "Exam", until: datetime) -> list[Any]:
    """The answers that are given within the time; nothing is judged before the end."""
    from houseway.cli.asked import ask, show
    from houseway.cli.show import out
    from houseway.cli.typed import Leave

    answers: list[Any] = [None] * sat.plan.questions
    try:
        for number in range(sat.plan.questions):
            left = int((until - datetime.now(UTC)).total_seconds())
            if left <= 0:
                out.print("[yellow]The time is over.[/]")
                break
            out.print(f"\n[dim]Question {number + 1} of {sat.plan.questions}; {left // 60}:{left % 60:02d} left.[/]")
            question = sat.question(number)
            show(question)
            given = ask(question)
            if datetime.now(UTC) < until:
                answers[number] = given
    except (Leave, EOFError):
        pass
    return answers


MOST_FILE = 1024 * 1024
"""Bytes of a certificate."""


@academy.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate.", show_default=False)],
    database: Database = ROOM,
    public_key: Annotated[
        str, typer.Option("--public-key", metavar="HEX", help="The room's public key, where the room is not here.")
    ] = "",
    json: Json = False,
) -> None:
    """Check a certificate: byte by byte, its signature, and its outcome judged again from the seed."""
    from houseway.cli.show import print_json
    from houseway.room.academy import checked, public_keys

    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_FILE + 1)
        text = content.decode("utf-8")
    except OSError as fault:
        raise HousewayError(f"{file} cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise HousewayError(f"{file} is no certificate: it is not text") from None
    if len(content) > MOST_FILE:
        raise HousewayError(f"{file} is no certificate: it has more than {MOST_FILE:,} bytes")
    if public_key:
        keys: tuple[str, ...] = (public_key.strip().lower(),)
    else:
        with opened_store(database, None) as store, store.transaction() as connection:
            keys = public_keys(connection)
    found = checked(text, keys)
    if json:
        print_json({"holds": not found.faults, "faults": list(found.faults), "certificate": found.body or None})
    else:
        _say(found.body, found.faults)
    if found.faults:
        raise typer.Exit(1)


def _say(body: Any, faults: tuple[str, ...]) -> None:
    for fault in faults:
        typer.echo(f"It does not hold: {fault}.")
    if not faults:
        passed = "has passed" if body["passed"] else "has not passed"
        typer.echo(f"It holds: {body['name']} {passed}, {body['right']} of {body['of']} right, {body['ended'][:10]}.")


@academy.command("certificates")
def certificates(
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Of one account; else of everybody.")] = "",
    database: Database = ROOM,
    json: Json = False,
) -> None:
    """List the certificates of exams sat in the room, the newest first, each checked."""
    from houseway.cli.show import out, print_json, table
    from houseway.room.academy import public_keys
    from houseway.room.certificates import held, issued

    with opened_store(database, None) as store, store.transaction() as connection:
        found, keys = issued(connection, name, most=None), public_keys(connection)
    listed = held(found, keys)
    if json:
        told = [{"account": e.issued.account, "token": e.issued.token, "faults": list(e.faults)} for e in listed]
        print_json(
            [t | {"holds": not e.faults, "certificate": e.body or None} for t, e in zip(told, listed, strict=True)]
        )
    elif not listed:
        out.print("There is no certificate: exams are sat at /academy.")
    else:
        shown = table("account", "exam", "ended", ">right", "outcome", "checked")
        for each in listed:
            body = each.body
            says = ("", "", "", "")
            if body:
                outcome = "passed" if body["passed"] else "not passed"
                says = (", ".join(each.games), body["ended"][:16], f"{body['right']} of {body['of']}", outcome)
            shown.add_row(each.issued.account, *says, "; ".join(each.faults) or "it holds")
        out.print(shown)
    if any(each.faults for each in listed):
        raise typer.Exit(1)


@academy.command("progress")
def progress(json: Json = False) -> None:
    """What was practised in this terminal, by game and kind, and what is to come back."""
    from houseway.cli.drill import kept
    from houseway.cli.show import out, print_json, table

    found = kept()
    if json:
        print_json(found.json())
        return
    if not found.scores:
        out.print("Nothing is practised yet: houseway drill GAME begins.")
        return
    shown = table("game", "kind", ">asked", ">right", ">to come back")
    for score in found.scores:
        waiting = [each for each in found.waiting if (each.item.game, each.item.kind) == (score.game, score.kind)]
        shown.add_row(score.game, score.kind, str(score.asked), str(score.right), str(len(waiting)))
    total = [sum(score.asked for score in found.scores), sum(score.right for score in found.scores), len(found.waiting)]
    shown.add_row("[bold]all[/]", "", *(f"[bold]{number}[/]" for number in total))
    out.print(shown)
