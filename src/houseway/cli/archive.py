"""`houseway archive`: old rounds and shoes of a card room in a file of their own, and back out of it to be checked."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.audit import Database, Key
from houseway.cli.key import opened_store
from houseway.cli.options import Json
from houseway.cli.where import ROOM, by_command
from houseway.errors import HousewayError

archive = typer.Typer(help="Old rounds and shoes of a card room in a file that still verifies.", no_args_is_help=True)

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="All archives of the room.", show_default=False)]


def _moment(day: str) -> str:
    from houseway.room.books.period import stamp_of

    try:
        return stamp_of(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC))
    except ValueError:
        raise HousewayError(f"{day!r} is no day: write year, month and day, as in 2026-11-15") from None


@archive.command("write")
def write(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The archive to write; none is written over.")],
    before: Annotated[str, typer.Option("--before", metavar="DAY", help="What ended before this day (UTC) goes.")],
    database: Database = ROOM,
    key: Key = None,
) -> None:
    """Write old rounds and shoes to a file, see it on the disk and read it back, then take them out of the room."""
    from houseway.cli.show import counted, out
    from houseway.room.archive.writing import archive as written

    with opened_store(database, key) as store:
        found = written(store, target, _moment(before), by_command(), key)
    entries, tables = counted(found.entries, "entry", "entries"), counted(found.tables, "table")
    rounds, shoes = counted(found.rounds, "round"), counted(found.shoes, "shoe")
    out.print(f"{entries} of {tables}, {rounds} and {shoes}, are in {target} and out of the room.")
    for each in found.kept:
        out.print(f"{each[:1].upper()}{each[1:]}.")
    out.print(f"Keep the file: nothing else has them. SHA-256 {found.sha256}")


@archive.command("list")
def list_(database: Database = ROOM, key: Key = None, json: Json = False) -> None:
    """The archives of a room, as its own journal tells them."""
    from sqlalchemy import select

    from houseway.cli.show import out, print_json, table
    from houseway.room.store import journal
    from houseway.room.store.schema import ARCHIVED

    with opened_store(database, key) as store, store.reading() as connection:
        entries = sorted(set(connection.execute(select(ARCHIVED.c.entry)).scalars()))
        found = [journal.entry(connection, journal.ROOM, entry) for entry in entries]
    if json:
        print_json(found)
        return
    shown = table("file", "written", "from before", ">tables", "SHA-256")
    for each in found:
        shown.add_row(each["name"], each["at"][:16], each["before"][:10], str(len(each["tables"])), each["sha256"])
    out.print(shown)


@archive.command("round")
def round_(
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of a round.", show_default=False)],
    files: Files,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where its record and its proof go.")] = Path(),
    database: Database = ROOM,
    key: Key = None,
) -> None:
    """Write the record of an archived round and the proof of its shoe: what the verifier reads."""
    import json

    from houseway.cli.show import out
    from houseway.room.archive.reading import record_and_proof

    record, proof = record_and_proof(database, files, number, key)
    try:
        to.mkdir(parents=True, exist_ok=True)
        for name, told in ((f"round-{number}.json", record), (f"shoe-{record['shoe']}.json", proof)):
            (to / name).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    except OSError as fault:
        raise HousewayError(f"{to} cannot be written ({fault.strerror})") from None
    out.print(f"round-{number}.json and shoe-{record['shoe']}.json are in {to.resolve()}.")
