"""Files that a command line names: read once, by their text; `-` is standard input."""

import sys
from pathlib import Path

from houseway.errors import Faulty
from houseway.game import content_of

STANDARD_INPUT = "-"


def text_of(path: str) -> str:
    """The text of a file, or the one fault of it."""
    return _standard_input() if path == STANDARD_INPUT else content_of(Path(path))


def _standard_input() -> str:
    try:
        text = sys.stdin.read()
    except UnicodeDecodeError:
        raise Faulty(name_of(STANDARD_INPUT), [("file", "is not text")]) from None
    if not text.strip():
        raise Faulty(name_of(STANDARD_INPUT), [("file", "holds nothing; it is read once, by one option")])
    return text


def name_of(path: str) -> str:
    """What a fault calls the file."""
    return "standard input" if path == STANDARD_INPUT else path


def is_file(path: str) -> bool:
    """Whether a word on the command line names a file rather than something that a document has."""
    return path == STANDARD_INPUT or path.endswith(".toml") or Path(path).is_file()
