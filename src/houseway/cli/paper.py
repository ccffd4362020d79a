"""What commands of the room share: a room that is there, a sheet on the terminal, and files by their ending."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.files import check_target
from houseway.errors import Faulty, HousewayError
from houseway.sheet import Pairs, Sheet, Words

if TYPE_CHECKING:
    from houseway.room import Room

Day = Annotated[str, typer.Option("--day", metavar="DATE", help="The day, as in 2026-11-15.", show_default="today")]
To = Annotated[str, typer.Option("--to", metavar="DATE", help="The last day, for several.", show_default="one day")]
Zone = Annotated[str, typer.Option("--zone", metavar="NAME", help="The time zone whose days are meant.")]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Write a file instead; its ending says which kind.")
]


WORDS = 9
"""Letters of a line below which words are too narrow to read."""


@contextmanager
def opened_room(database: str) -> "Iterator[Room]":
    """A room that is there, while it runs or not."""
    from houseway.room import Room
    from houseway.room.errors import Broken
    from houseway.room.store.backup import check_there

    check_there(database)
    room = Room.open(database)
    try:
        yield room
    except Broken as fault:
        raise HousewayError(f"{fault}; houseway audit says more") from fault
    finally:
        room.close()


def print_sheet(sheet: Sheet) -> None:
    """A sheet, on the terminal; what somebody has named is shown as it is, and never read as markup."""
    from rich.text import Text

    from houseway.cli.show import out, table

    out.print(Text(sheet.title, "bold"), Text(sheet.subtitle), sep="\n")
    for section in sheet.sections:
        out.print(Text(f"\n{section.title}", "bold"))
        for block in section.blocks:
            if isinstance(block, Words):
                out.print(Text(block.text))
                continue
            heads = ("", "") if isinstance(block, Pairs) else block.heads
            figures = () if isinstance(block, Pairs) else block.figures
            listing = table(*(f">{head}" if at in figures else head for at, head in enumerate(heads)))
            for row in block.rows:
                listing.add_row(*(Text(cell) for cell in row))
            if _least_width([heads, *block.rows], figures) <= out.width:
                out.print(listing)
            else:
                _print_one_by_one(heads, block.rows)


def _least_width(rows: Sequence[Sequence[str]], figures: Collection[int]) -> int:
    """How many columns of a terminal a listing needs: figures whole, words in a few letters a line."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return sum(2 + (wide if at in figures else min(wide, WORDS)) for at, wide in enumerate(widths)) - 2


def _print_one_by_one(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A listing that the terminal is too narrow for: each line by itself, a cell below the other."""
    from rich.text import Text

    from houseway.cli.show import out

    wide = max(map(len, heads))
    for first, *cells in rows:
        out.print(Text(first, "bold"))
        for head, cell in zip(heads[1:], cells, strict=True):
            if cell:
                out.print(Text(f"  {head.ljust(wide)}  {cell}"))


def check_output(output: str, kinds: Iterable[str]) -> None:
    """Refuse a file of another kind, or one that could not be written, before the work for it is done."""
    if output and Path(output).suffix not in (known := tuple(kinds)):
        raise HousewayError(f"{output!r}: the ending says which kind of file it is: {', '.join(known)}")
    if output:
        check_target(output)


def written(output: str, kinds: Mapping[str, Callable[[], bytes | str]]) -> None:
    """Write the kind of file that its ending names."""
    check_output(output, kinds)
    target = Path(output)
    made = kinds[target.suffix]()
    content = made.encode() if isinstance(made, str) else made
    try:
        target.write_bytes(content)
    except OSError as fault:
        raise Faulty(output, [("file", fault.strerror or str(fault))]) from None
    sys.stdout.write(f"{output}: {len(content):,} bytes.\n")
