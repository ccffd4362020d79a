"""Files that a command line names: read once, by their text; `-` is standard input; or to be written."""

import os
import sys
from pathlib import Path

from houseway.document.files import content_of, whole
from houseway.errors import Faulty

STANDARD_INPUT = "-"


def text_of(path: str) -> str:
    """The text of a file, or the one fault of it."""
    return _standard_input() if path == STANDARD_INPUT else content_of(Path(path))


def _standard_input() -> str:
    text = whole(sys.stdin, name_of(STANDARD_INPUT))
    if not text.strip():
        raise Faulty(name_of(STANDARD_INPUT), [("file", "holds nothing; it is read once, by one option")])
    return text


def name_of(path: str) -> str:
    """What a fault calls the file."""
    return "standard input" if path == STANDARD_INPUT else path


def is_file(path: str) -> bool:
    """Whether a word on the command line names a file rather than something that a document has."""
    return path == STANDARD_INPUT or path.endswith(".toml") or Path(path).is_file()


def check_target(path: str | Path) -> None:
    """Refuse a file that could not be written, before the work for it is done."""
    target = Path(path)
    folder = target.parent
    if not folder.is_dir():
        raise Faulty(str(path), [("file", f"there is no folder {folder}: make it first, or name another")])
    if target.is_dir():
        raise Faulty(str(path), [("file", "is a folder: name a file in it")])
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise Faulty(str(path), [("file", "may not be written: name another")])


def chart_file(path: Path | None) -> Path | None:
    """The file that a chart goes into, judged as it is read."""
    if path is None:
        return None
    from houseway.lab.chart import check_form

    check_form(path)
    check_target(path)
    return path
