"""Where rounds are read from: a file or standard input, as text, block by block and line by line."""

import codecs
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from houseway.disputes.columns import Fitted, Row
from houseway.errors import Faulty

STANDARD_INPUT = "-"
BLOCK = 1 << 16
LONGEST = 1 << 23
"""No round is longer than so many characters."""

MARK = "\ufeff"

WHOLE = "file"
"""The place of what is wrong with a file as a whole."""


class Raw(NamedTuple):
    """A round as it stands in a file: JSON text, rows of CSV or the fields of TOML; or what is wrong at its place.

    `read` counts the bytes of the file that have been read so far.
    """

    file: str
    place: str
    read: int = 0
    text: str = ""
    rows: tuple[Row, ...] = ()
    fitted: Fitted | None = None
    table: Mapping[str, Any] | None = None
    fault: str = ""

    @property
    def no_round(self) -> bool:
        """Whether it is a file that could not be read, and no round of it."""
        return bool(self.fault) and self.place == WHOLE


class Source:
    """A file or standard input as text, block by block; bytes that are no text are kept apart by surrogates."""

    def __init__(self, path: str) -> None:
        self.name = "standard input" if path == STANDARD_INPUT else path
        self.read = 0
        self._path = path

    def blocks(self) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        if self._path == STANDARD_INPUT:
            yield from self._decoded(sys.stdin.buffer, decoder)
            return
        try:
            with Path(self._path).open("rb") as file:
                yield from self._decoded(file, decoder)
        except OSError as fault:
            raise Faulty(self.name, [("file", fault.strerror or str(fault))]) from None

    def _decoded(self, file: BinaryIO, decoder: codecs.IncrementalDecoder) -> Iterator[str]:
        while block := file.read(BLOCK):
            self.read += len(block)
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)


def unreadable(text: str) -> str:
    """What is wrong with a text before anybody looks at what it says."""
    if any("\udc80" <= each <= "\udcff" for each in text):
        return "is not text: write it as UTF-8"
    return "begins with a byte-order mark: save it as plain UTF-8" if text.startswith(MARK) else ""


def lines(blocks: Iterable[str]) -> Iterator[str | None]:
    """The lines of a text with their ends; None for one that is longer than a round can be."""
    rest, skipping = "", False
    for block in blocks:
        parts = (rest + block).split("\n")
        rest = parts.pop()
        for part in parts:
            yield None if skipping or len(part) > LONGEST else part + "\n"
            skipping = False
        if len(rest) > LONGEST:
            rest, skipping = "", True
    if rest or skipping:
        yield None if skipping else rest
