"""`houseway audit`: replays everything that ever happened in a card room, or one round's record."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.files import name_of, text_of
from houseway.cli.options import Json

if TYPE_CHECKING:
    from houseway.round.auditing import Finding

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="The room: sqlite:///FILE or postgresql+psycopg://…")
]


def audit(
    records: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RECORD]...", help="Records of rounds, - for stdin; the whole room by default."),
    ] = None,
    database: Database = "sqlite:///houseway-room.db",
    json: Json = False,
) -> None:
    """Replay every round of a card room, check money, proofs and the journal; exit 1 if something does not hold."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json

    if records:
        findings = [finding for record in records for finding in _of_record(record)]
    else:
        from houseway.room.audit import audit as findings_in

        findings = findings_in(database)
    if json:
        print_json([finding._asdict() for finding in findings])
    else:
        for finding in findings:
            out.print(f"[red]✗[/] [bold]{escape(finding.where)}[/]: {escape(finding.what)}")
        what = database if not records else f"{len(records)} record{'s' if len(records) > 1 else ''}"
        out.print(f"{what}: " + (f"{len(findings)} findings." if findings else "[green]everything holds.[/]"))
    if findings:
        raise typer.Exit(1)


def _of_record(file: str) -> "list[Finding]":
    """What is wrong with a record; one that cannot be read is refused."""
    from houseway.round.auditing import audit_record
    from houseway.round.record import parsed, record_from

    name = name_of(file)
    return audit_record(record_from(parsed(text_of(file), name), name))
