"""What commands of the room share: a room that is there, a sheet on the terminal, and files by their ending."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.errors import Faulty, HousewayError
from houseway.sheet import Listing, Pairs, Sheet

if TYPE_CHECKING:
    from houseway.room import Room

Day = Annotated[str, typer.Option("--day", metavar="DATE", help="The day, as in 2026-11-15.", show_default="today")]
To = Annotated[str, typer.Option("--to", metavar="DATE", help="The last day, for several.", show_default="one day")]
Zone = Annotated[str, typer.Option("--zone", metavar="NAME", help="The time zone whose days are meant.")]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Write a file instead; its ending says which kind.")
]


@contextmanager
def opened_room(database: str) -> "Iterator[Room]":
    """A room that is there, while it runs or not."""
    from houseway.room import Room
    from houseway.room.store.backup import check_there

    check_there(database)
    room = Room.open(database)
    try:
        yield room
    finally:
        room.close()


def print_sheet(sheet: Sheet) -> None:
    """A sheet, on the terminal."""
    from houseway.cli.show import out, table

    out.print(f"[bold]{sheet.title}[/bold]", sheet.subtitle, sep="\n")
    for section in sheet.sections:
        out.print(f"\n[bold]{section.title}[/bold]")
        for block in section.blocks:
            if isinstance(block, Pairs):
                listing = table("", "")
                for name, value in block.rows:
                    listing.add_row(name, value)
                out.print(listing)
            elif isinstance(block, Listing):
                heads = [f">{head}" if at in block.figures else head for at, head in enumerate(block.heads)]
                listing = table(*heads)
                for row in block.rows:
                    listing.add_row(*row)
                out.print(listing)
            else:
                out.print(block.text, markup=False)


def written(output: str, kinds: Mapping[str, Callable[[], bytes | str]]) -> None:
    """Write the kind of file that its ending names."""
    target = Path(output)
    if target.suffix not in kinds:
        raise HousewayError(f"{output!r}: the ending says which kind of file it is: {', '.join(kinds)}")
    made = kinds[target.suffix]()
    content = made.encode() if isinstance(made, str) else made
    try:
        target.write_bytes(content)
    except OSError as fault:
        raise Faulty(output, [("file", fault.strerror or str(fault))]) from None
    sys.stdout.write(f"{output}: {len(content):,} bytes.\n")
