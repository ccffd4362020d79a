"""`houseway audit`: replays everything that ever happened in a card room, or one round's record."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import Json

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="The room: sqlite:///FILE or postgresql+psycopg://…")
]


def audit(
    records: Annotated[
        list[Path] | None, typer.Argument(metavar="[RECORD]...", help="Records of rounds; the whole room by default.")
    ] = None,
    database: Database = "sqlite:///houseway-room.db",
    json: Json = False,
) -> None:
    """Replay every round of a card room, check money, proofs and the journal; exit 1 if something does not hold."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json
    from houseway.room import commands

    if records:
        findings = [finding for record in records for finding in commands.audit_record(record)]
    else:
        findings = commands.audit(database)
    if json:
        print_json([finding._asdict() for finding in findings])
    else:
        for finding in findings:
            out.print(f"[red]✗[/] [bold]{escape(finding.where)}[/]: {escape(finding.what)}")
        what = f"{len(records)} records" if records else database
        out.print(f"{what}: " + (f"{len(findings)} findings." if findings else "[green]everything holds.[/]"))
    if findings:
        raise typer.Exit(1)
