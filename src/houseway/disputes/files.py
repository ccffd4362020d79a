"""Rounds from files of any size, one after the other: CSV, JSON Lines, JSON (a record or a list) and TOML.

Nothing is read whole but TOML, and what cannot be read stands among the rounds, as a fault at its line: the rest goes
on. A round is only found here; whoever rules on it reads it.
"""

import codecs
import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from houseway.disputes.columns import Columns, Fitted, Row
from houseway.document.reader import toml_from
from houseway.errors import Faulty, HousewayError

STANDARD_INPUT = "-"
FORMATS = ("csv", "jsonl", "json", "toml")
SUFFIXES = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".toml": "toml"}
BLOCK = 1 << 16
LONGEST = 1 << 23
"""No round is longer than so many characters."""

SEATS = 64
"""No round has more rows."""

MARK = "\ufeff"


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


def rounds_in(path: str, columns: Columns | None = None, form: str = "") -> Iterator[Raw]:
    """The rounds of a file; `-` is standard input. `form` is one of FORMATS, else the name or the beginning tells."""
    source = Source(path)
    try:
        blocks = source.blocks()
        first = next(blocks, "")
        while first.isspace() and (more := next(blocks, "")):
            first += more
        if not first.strip():
            yield Raw(source.name, "file", fault="holds nothing")
            return
        kind = form or SUFFIXES.get(Path(path).suffix.lower(), "") or sniffed(first)
        tabs = Path(path).suffix.lower() == ".tsv" and columns is None
        mapping = columns or Columns(delimiter="\t" if tabs else ",")
        yield from _READERS[kind](source, _chain(first, blocks), mapping)
    except Faulty as fault:
        yield Raw(source.name, "file", source.read, fault="; ".join(what for _, what in fault.faults))


def sniffed(beginning: str) -> str:
    """The format that a text begins like."""
    text = beginning.lstrip().lstrip(MARK)
    line = text.split("\n", 1)[0].strip()
    if text.startswith("{"):
        return "jsonl" if _whole(line) else "json"
    if text.startswith("[") and text[1:].lstrip()[:1] in ("{", "]", ""):
        return "json"
    heading = line.split(",", 1)[0]
    return "toml" if line.startswith(("#", "[")) or "=" in heading else "csv"


def _whole(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _chain(first: str, blocks: Iterator[str]) -> Iterator[str]:
    yield first
    yield from blocks


def _unreadable(text: str) -> str:
    """What is wrong with a text before anybody looks at what it says."""
    if any("\udc80" <= each <= "\udcff" for each in text):
        return "is not text: write it as UTF-8"
    return "begins with a byte-order mark: save it as plain UTF-8" if text.startswith(MARK) else ""


# ---------------------------------------------------------------------------------------------------- lines


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


def _json_lines(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Raw]:
    del columns
    for number, line in enumerate(lines(blocks), 1):
        place = f"line {number}"
        if line is None:
            yield Raw(source.name, place, source.read, fault="is too long for a round")
        elif fault := _unreadable(line):
            yield Raw(source.name, place, source.read, fault=fault)
        elif line.strip():
            yield Raw(source.name, place, source.read, text=line.strip())


# ---------------------------------------------------------------------------------------------------- JSON


class _Values:
    """The values of a JSON text, one after the other, in a window that grows only as far as one round is long."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._decoder = json.JSONDecoder()

    def peek(self) -> str:
        """The next character that is no space, "" at the end."""
        self._text = self._text.lstrip()
        while not self._text:
            block = next(self._blocks, None)
            if block is None:
                return ""
            self._text = block.lstrip()
        return self._text[0]

    def skip(self) -> None:
        self._text = self._text[1:]

    def value(self) -> str:
        """The text of the next value."""
        self.peek()
        while True:
            try:
                _, end = self._decoder.raw_decode(self._text)
            except RecursionError:
                raise Faulty("", [("file", "is nested too deep")]) from None
            except ValueError as fault:
                block = next(self._blocks, None) if len(self._text) <= LONGEST else None
                if block is None:
                    raise Faulty("", [("file", f"{fault}")]) from None
                self._text += block
            else:
                text, self._text = self._text[:end], self._text[end:]
                return text


def _json(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Raw]:
    """One record after the other, or a list of them; a fault hides where the next record begins."""
    del columns
    values = _Values(blocks)
    listed = values.peek() == "["
    if listed:
        values.skip()
    number = 0
    while (ahead := values.peek()) not in ("", "]"):
        if listed and number and ahead == ",":
            values.skip()
        number += 1
        place = f"record {number}" if listed or number > 1 else "file"
        try:
            if wrong := _unreadable(ahead) or ("a comma is missing" if listed and number > 1 and ahead != "," else ""):
                raise Faulty(source.name, [("file", wrong)])
            text = values.value()
        except Faulty as fault:
            lost = "; what follows it is not read: one record a line (.jsonl) lets the rest go on" if listed else ""
            yield Raw(source.name, place, source.read, fault=f"{fault.faults[0][1]}{lost}")
            return
        yield Raw(source.name, place, source.read, text=text)
    if listed and ahead:
        values.skip()
    if (listed and not ahead) or values.peek():
        wrong = "is missing: the list does not end" if listed and not ahead else "stands after the end"
        yield Raw(source.name, f"record {number + 1}", source.read, fault=wrong)


# ---------------------------------------------------------------------------------------------------- TOML


def _toml(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Raw]:
    """One record, or several as [[round]]."""
    del columns
    text = ""
    for block in blocks:
        text += block
        if len(text) > LONGEST:
            yield Raw(source.name, "file", source.read, fault="is too long for TOML: write one record a line (.jsonl)")
            return
    if fault := _unreadable(text):
        yield Raw(source.name, "file", source.read, fault=fault)
        return
    table = toml_from(text, source.name)
    several = table.get("round")
    if set(table) == {"round"} and isinstance(several, list):
        for number, each in enumerate(several, 1):
            fields = each if isinstance(each, dict) else {}
            yield Raw(source.name, f"round {number}", source.read, table=fields)
    else:
        yield Raw(source.name, "file", source.read, table=table)


# ---------------------------------------------------------------------------------------------------- CSV


def _csv(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Raw]:
    """Rows, those of one round together. Spreadsheets begin with a byte-order mark, which is passed over here."""
    rows = _rows(source, blocks, columns)
    number, headings = next(rows)
    if isinstance(headings, str):
        yield Raw(source.name, f"line {number}", source.read, fault=headings)
        return
    try:
        fitted = columns.fit([each.strip() for each in headings])
    except HousewayError as fault:
        yield Raw(source.name, f"line {number}", source.read, fault=str(fault))
        return
    yield from _grouped(source, rows, fitted, [each.strip() for each in headings])


class _Group:
    """The rows of one round while they come; one that cannot be read in their midst spoils them."""

    def __init__(self, round_: str, begun: int) -> None:
        self.round, self.begun, self.ended = round_, begun, begun
        self.rows: list[Row] = []
        self.spoilt = 0

    def raw(self, source: Source, fitted: Fitted) -> Raw:
        place = f"line {self.begun}" if self.ended == self.begun else f"lines {self.begun} to {self.ended}"
        if self.spoilt:
            fault = f"is not ruled upon: line {self.spoilt}, among its rows, cannot be read"
            return Raw(source.name, place, source.read, fault=fault)
        return Raw(source.name, place, source.read, rows=tuple(self.rows), fitted=fitted)


def _grouped(
    source: Source, rows: Iterator[tuple[int, list[str] | str]], fitted: Fitted, headings: list[str]
) -> Iterator[Raw]:
    """Rows of one round together, and the lines that cannot be read after the round that they stand behind."""
    group: _Group | None = None
    faults: list[Raw] = []
    lost = 0
    for number, cells in rows:
        if isinstance(cells, str) or len(cells) != len(headings):
            wrong = (
                cells if isinstance(cells, str) else f"has {len(cells)} cells, and there are {len(headings)} columns"
            )
            lost = number
            faults.append(Raw(source.name, f"line {number}", source.read, fault=wrong))
            if group is None or len(faults) > SEATS:
                yield from _emptied(faults)
            continue
        row = dict(zip(headings, cells, strict=True))
        round_ = fitted.round_of(row)
        if group is None or not round_ or round_ != group.round or len(group.rows) >= SEATS:
            if group is not None:
                yield group.raw(source, fitted)
            yield from _emptied(faults)
            group = _Group(round_, number)
        elif lost:
            group.spoilt = lost
        group.rows.append(row)
        group.ended, lost = number, 0
    if group is not None:
        yield group.raw(source, fitted)
    yield from faults


def _emptied(faults: list[Raw]) -> Iterator[Raw]:
    yield from faults
    faults.clear()


def _rows(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[tuple[int, list[str] | str]]:
    """The rows with their lines; a sentence for one that cannot be read."""
    text = ("" if line is None else line for line in lines(blocks))
    reader = csv.reader(text, delimiter=columns.delimiter, strict=True)
    first = True
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            yield reader.line_num, f"cannot be read as CSV: {fault}"
            continue
        if first and cells:
            cells[0] = cells[0].removeprefix(MARK)
        if any(cell.strip() for cell in cells):
            first = False
            yield reader.line_num, _unreadable("".join(cells)) or cells


_READERS = {"csv": _csv, "jsonl": _json_lines, "json": _json, "toml": _toml}
