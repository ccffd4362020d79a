"""A document by its date: the file of a game, and the earlier versions of it that lie beside, in `versions/`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from houseway.document.model import Document
from houseway.document.reader import document_from, read_toml
from houseway.errors import Faulty

Read = Callable[[Mapping[str, Any], str], Document]
"""Checks a parsed document; a fault calls its file by this name."""


@cache
def load(path: Path, read: Read = document_from) -> Document:
    """Read and check a document; a faulty one lists all its faults.

    Earlier versions of it lie beside it, in `versions/`.
    """
    document = read(read_toml(path), f"{path.parent.name}/{path.name}")
    files = sorted(path.parent.glob("versions/*.toml"))
    earlier = tuple(read(read_toml(each), f"{path.parent.name}/versions/{each.name}") for each in files)
    return with_earlier(document, earlier, f"{path.parent.name}/versions")


def with_earlier(document: Document, earlier: Sequence[Document], file: str) -> Document:
    """The document with its earlier versions, the newest first; refused where it is not plain which holds when."""
    if not earlier:
        return document
    versions = (document, *sorted(earlier, key=lambda each: each.source.in_force, reverse=True))
    faults = [(each.source.in_force, f"is of {each.game!r}") for each in earlier if each.game != document.game]
    for newer, older in pairwise(versions):
        if newer.source.in_force <= older.source.in_force:
            day = older.source.in_force or "a document without in-force"
            faults.append((day, "each version but the first has a day of its own from which it holds (in-force)"))
        if newer.source.supersedes not in ("", older.hash):
            faults.append((newer.source.in_force, f"supersedes {newer.source.supersedes}, not {older.hash} before it"))
    if faults:
        raise Faulty(file, faults)
    return replace(document, earlier=versions[1:])
