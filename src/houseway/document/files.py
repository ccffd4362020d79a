"""Files that are read whole, so far and no further: whoever names one must not fill the memory with it."""

from pathlib import Path
from typing import TextIO

from houseway.errors import Faulty

MOST_LETTERS = 2**26
"""Characters of a file that is read whole."""


class FileText(str):
    """The text of a file: faults of it call the file by its name."""

    __slots__ = ("file",)
    file: str

    def __new__(cls, text: str, file: str) -> "FileText":
        made = super().__new__(cls, text)
        made.file = file
        return made


def content_of(path: Path, name: str = "") -> str:
    """The text of a file, or the one fault of it, which calls it by its path or by another name."""
    told = name or str(path)
    try:
        with path.open(encoding="utf-8") as opened:
            return whole(opened, told)
    except OSError as fault:
        raise Faulty(told, [("file", fault.strerror or str(fault))]) from None


def whole(opened: TextIO, name: str) -> str:
    """All that can be read of what is open, or the one fault of it."""
    try:
        text = opened.read(MOST_LETTERS + 1)
    except UnicodeDecodeError:
        raise Faulty(name, [("file", "is not text")]) from None
    if len(text) > MOST_LETTERS:
        raise Faulty(name, [("file", f"has more than {MOST_LETTERS:,} characters")])
    return text
