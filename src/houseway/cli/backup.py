"""`houseway backup` and `houseway restore`: a card room in one file, and back into any empty database."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.audit import Database, Key
from houseway.cli.files import check_target
from houseway.cli.where import ROOM
from houseway.errors import Faulty


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to write; guard it, it holds secrets.")],
    database: Database = ROOM,
    key: Key = None,
) -> None:
    """Write a card room, its key and its checkpoints to one file, while it runs or not."""
    from houseway.cli.show import out
    from houseway.room.store import backup as copies

    copies.check_there(database)
    check_target(target)
    out.print(f"{copies.backup(database, target, key):,} rows are in {target}.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = ROOM,
    key: Key = None,
) -> None:
    """Fill an empty database from a backup, and audit it; exit 1 if something does not hold."""
    from rich.markup import escape

    from houseway.cli.show import out
    from houseway.room.audit.room import How, audit
    from houseway.room.store import backup as copies
    from houseway.room.store.keys import shown
    from houseway.verifier.hashes import plain

    if not source.is_file():
        raise Faulty(str(source), [("file", "is no file: name a backup" if source.exists() else "is not there")])
    copies.restore(source, database, key)
    findings = audit(database, How(key=key))
    for finding in findings:
        out.print(f"[red]✗[/] {escape(plain(str(finding)))}")
    if findings:
        raise typer.Exit(1)
    out.print(f"{escape(shown(database))} holds the room, and everything in it holds.")
