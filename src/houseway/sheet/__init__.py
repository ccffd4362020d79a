"""A sheet of paper: title, tables, pairs and words, written once and shown as a page, a PDF or lines on a terminal."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Cells = tuple[str, ...]

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would compute instead of showing it."""


MINUS = re.compile(r"(?:(?<=^)|(?<=[ (]))-(?=\$?[0-9])")


def minus(text: str) -> str:
    """A figure with a true minus sign, for people; spreadsheets and other programs read the hyphen."""
    return MINUS.sub("−", text)


class Pairs(NamedTuple):
    """Names and what they are."""

    rows: Sequence[tuple[str, str]]


class Listing(NamedTuple):
    """A table; `figures` are the columns set to the right, and `total` says whether its last row is a sum."""

    heads: Cells
    rows: Sequence[Cells]
    figures: tuple[int, ...] = ()
    total: bool = False


class Words(NamedTuple):
    """A paragraph; a strong one must be seen."""

    text: str
    strong: bool = False


Block = Pairs | Listing | Words


class Section(NamedTuple):
    """A heading and what stands below it."""

    title: str
    blocks: Sequence[Block]


class Sheet(NamedTuple):
    """All of it; a wide one is printed across."""

    title: str
    subtitle: str
    about: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    wide: bool = False
    foot: str = ""

    def json(self) -> dict[str, Any]:
        """For the template of the PDF: people read it."""
        sections = [
            {"title": section.title, "blocks": [_block(each) for each in section.blocks]} for section in self.sections
        ]
        told = {"title": self.title, "subtitle": self.subtitle, "about": _pairs(self.about), "sections": sections}
        return told | {"wide": self.wide, "foot": self.foot}


def _block(block: Block) -> dict[str, Any]:
    told = {"kind": type(block).__name__.lower(), **block._asdict()}
    if isinstance(block, Listing):
        told["rows"] = [
            [minus(cell) if at in block.figures else cell for at, cell in enumerate(row)] for row in block.rows
        ]
    elif isinstance(block, Pairs):
        told["rows"] = _pairs(block.rows)
    return told


def _pairs(rows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, minus(value)) for name, value in rows]


def csv_of(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Lines for a spreadsheet, none of which it takes for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([_plain(each) for each in row])
    return text.getvalue()


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


__all__ = ["Block", "Cells", "Listing", "Pairs", "Section", "Sheet", "Words", "csv_of", "minus"]
