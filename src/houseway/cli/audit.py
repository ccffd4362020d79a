"""`houseway audit`: replays everything that happened in a card room, or rules on rounds that were paid elsewhere."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.files import STANDARD_INPUT
from houseway.cli.options import Json
from houseway.cli.where import ROOM
from houseway.errors import HousewayError
from houseway.sheet import FORMULA

if TYPE_CHECKING:
    from houseway.disputes.compare import Batch, Difference
    from houseway.disputes.summary import Summary
    from houseway.room.audit.room import How

Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="The room: sqlite:///FILE or postgresql+psycopg://…",
        show_default="the one in this folder or in your data folder",
    ),
]
Key = Annotated[
    Path | None,
    typer.Option("--key", metavar="FILE", help="The room's private key, where it is not in its usual place."),
]
WitnessOption = Annotated[
    list[str] | None,
    typer.Option("--witness", metavar="PLACE", help="Who keeps checkpoints: a file, an http address, or -."),
]
LISTED = 100
"""So many errors are listed for people; `--csv` and `--json` list all."""

Advance = Callable[["Batch"], None]


def audit(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Rounds: CSV, JSONL, JSON or TOML, - is stdin; else the room."),
    ] = None,
    database: Database = ROOM,
    columns: Annotated[
        Path | None, typer.Option("--columns", metavar="FILE", help="Which column holds what: docs/disputes.md.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help="csv, jsonl, json or toml; else the file tells.")
    ] = "",
    paid: Annotated[
        str, typer.Option("--paid", metavar="net|returned", help="What a seat gained, or all that it was given.")
    ] = "",
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="Processes; all cores by default.")
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Every error as a row of CSV; the summary on stderr.")] = False,
    key: Key = None,
    public_key: Annotated[
        str, typer.Option("--public-key", metavar="HEX", help="The public key that the room must have signed with.")
    ] = "",
    witness: WitnessOption = None,
    mark: Annotated[
        Path | None,
        typer.Option("--mark", metavar="FILE", help="Begin where the last audit left its mark, and leave one."),
    ] = None,
    archive: Annotated[
        list[Path] | None,
        typer.Option("--archive", metavar="FILE", help="Old rounds that were archived; name all, or none."),
    ] = None,
    json: Json = False,
) -> None:
    """Rule on rounds that were paid elsewhere and compare as money, or replay a whole card room; exit 1 if wrong."""
    if not files:
        if columns or form or paid or csv:
            raise HousewayError("--columns, --format, --paid and --csv are for files of rounds: name one")
        from houseway.room.audit.room import How

        how = How(key=key, public=public_key.lower(), workers=_workers(workers), mark=mark, archives=archive or ())
        _room(database, json, witness or [], how)
        return
    if key or public_key or witness or mark or archive:
        says = "--key, --public-key, --witness, --mark and --archive are for the audit of a room: name no file"
        raise HousewayError(says)
    if csv and json:
        raise HousewayError("--csv or --json: choose one")
    folders = (context.parent.params.get("folders") if context.parent else None) or ()
    batches = _batches(files, columns, form, paid, workers, tuple(str(each) for each in folders))
    write = _write_csv if csv else _write_json if json else _write_words
    with _progress(files) as advance:
        summary = write(batches, advance)
    if summary.total.count:
        raise typer.Exit(1)


def _batches(
    files: list[str], columns: Path | None, form: str, paid: str, workers: int | None, folders: tuple[str, ...]
) -> "Iterator[Batch]":
    from houseway.disputes.columns import PAID, columns_of
    from houseway.disputes.compare import Plan, audited
    from houseway.disputes.files import FORMATS, rounds_in

    for value, known, option in ((form, FORMATS, "--format"), (paid, PAID, "--paid")):
        if value and value not in known:
            raise HousewayError(f"{option} is {' or '.join(known)}, not {value!r}")
    if files.count(STANDARD_INPUT) > 1:
        raise HousewayError("standard input can be read once: name - once")
    mapping = columns_of(columns) if columns else None
    rounds = (raw for file in files for raw in rounds_in(file, mapping, form))
    return audited(rounds, Plan(paid, folders), workers=_workers(workers))


def _workers(asked: int | None) -> int:
    """So many processes; as many as there are cores where nobody says."""
    if asked is not None and asked < 1:
        raise HousewayError(f"--workers is a number of processes, at least 1, not {asked}")
    return asked or os.cpu_count() or 1


def _summed(batches: "Iterator[Batch]", advance: Advance, each: "Callable[[Difference], None]") -> "Summary":
    from houseway.disputes.summary import Summary

    summary = Summary()
    for batch in batches:
        summary.add(batch)
        for difference in batch.differences:
            each(difference)
        advance(batch)
    return summary


def _write_csv(batches: "Iterator[Batch]", advance: Advance) -> "Summary":
    import csv

    from houseway.disputes.compare import Difference

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(Difference._fields)
    summary = _summed(batches, advance, lambda each: writer.writerow(_safe(value) for value in each))
    _print_summary(summary, stderr=True)
    return summary


def _safe(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _write_json(batches: "Iterator[Batch]", advance: Advance) -> "Summary":
    """One value, one line a difference, so that it can be written while the audit goes on."""
    import json

    apart = ["\n"]

    def write(each: "Difference") -> None:
        sys.stdout.write(apart[0] + json.dumps(each._asdict(), ensure_ascii=False))
        apart[0] = ",\n"

    sys.stdout.write('{"differences": [')
    summary = _summed(batches, advance, write)
    sys.stdout.write(f'\n], "summary": {json.dumps(summary.json(), ensure_ascii=False)}}}\n')
    return summary


def _write_words(batches: "Iterator[Batch]", advance: Advance) -> "Summary":
    from rich.markup import escape

    from houseway.cli.show import out
    from houseway.verifier.hashes import plain

    listed = [0]

    def write(each: "Difference") -> None:
        listed[0] += 1
        if listed[0] <= LISTED:
            where = f"{each.file}, {each.place}" + (f", round {each.round}" if each.round else "")
            out.print(f"[red]✗[/] [bold]{escape(plain(where))}[/]: {escape(plain(each.what))}")

    summary = _summed(batches, advance, write)
    if listed[0] > LISTED:
        out.print(f"… and {listed[0] - LISTED:,} more: --csv or --json lists all of them.")
    _print_summary(summary)
    return summary


def _print_summary(summary: "Summary", *, stderr: bool = False) -> None:
    from rich.markup import escape

    from houseway.cli.show import console, counted, out, table
    from houseway.money import dollars

    to = console(stderr=True) if stderr else out
    rounds = counted(summary.rounds, "round")
    unread = f" {counted(summary.unread, 'file')} could not be read." if summary.unread else ""
    if summary.total.count == summary.unread:
        to.print(f"{rounds}: [red]{unread.strip()}[/]" if unread else f"{rounds}: [green]everything holds.[/]")
        return
    for name, found in summary.by.items():
        if found:
            listing = table(f"By {name}", ">Errors", ">Rounds", ">Too much", ">Too little")
            for row in summary.rows(name):
                listing.add_row(*(escape(cell) for cell in row))
            to.print(listing)
            to.print()
    over, under = dollars(summary.total.over_cents), dollars(-summary.total.under_cents)
    errors = f"{counted(summary.total.count - summary.unread, 'error')} in {counted(summary.wrong, 'round')}"
    to.print(f"{rounds}: {errors}; {over} paid too much, {under} too little.{unread}")


@contextmanager
def _progress(files: list[str]) -> Iterator[Advance]:
    """A bar by bytes and a count of rounds on stderr, where somebody looks on."""
    if not sys.stderr.isatty():
        yield lambda batch: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    sizes = {file: Path(file).stat().st_size if Path(file).is_file() else 0 for file in files}
    total = None if STANDARD_INPUT in files else sum(sizes.values())
    shown = TextColumn("{task.fields[rounds]:,} rounds"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rounds=0)
        rounds = [0]

        def advance(batch: "Batch") -> None:
            rounds[0] += batch.rounds
            before = sum(sizes[file] for file in files[: files.index(batch.file)]) if batch.file in files else 0
            bar.update(task, completed=before + batch.read, rounds=rounds[0])

        yield advance


def _room(database: str, json: bool, witnesses: list[str], how: "How") -> None:
    """The audit of a whole room."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, verdict
    from houseway.room.audit.room import report
    from houseway.room.evidence.witness import Witness
    from houseway.room.store.keys import shown
    from houseway.verifier.hashes import plain

    if how.public and (len(how.public) != 64 or not set(how.public) <= set("0123456789abcdef")):
        raise HousewayError("a public key is 64 hexadecimal digits: houseway key show prints it")
    kept = [line for each in witnesses for line in Witness(each).lines()]
    findings, notes = report(database, how._replace(against=kept))
    if json:
        print_json([finding._asdict() for finding in findings])
        for note in notes:
            typer.echo(f"note: {plain(str(note))}", err=True)
    else:
        for finding in findings:
            out.print(f"[red]✗[/] [bold]{escape(plain(finding.where))}[/]: {escape(plain(finding.what))}")
        for note in notes:
            out.print(f"[yellow]![/] [bold]{escape(plain(note.where))}[/]: {escape(plain(note.what))}")
        only = "[green]everything holds[/], as far as the notes above say."
        out.print(f"{escape(shown(database))}: {only if notes and not findings else verdict(len(findings))}")
    if findings:
        raise typer.Exit(1)
