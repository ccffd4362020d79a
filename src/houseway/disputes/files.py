"""Rounds from files of any size, one after the other: CSV, JSON Lines, JSON (a record or a list) and TOML.

Nothing is read whole but TOML, and what cannot be read stands among the rounds, as a fault at its line: the rest goes
on. A round is only found here; whoever rules on it reads it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from houseway.disputes.columns import Columns
from houseway.disputes.rows import rounds_of_rows
from houseway.disputes.source import LONGEST, MARK, WHOLE, Raw, Source, lines, unreadable
from houseway.document.reader import toml_from
from houseway.errors import Faulty
from houseway.errors import unreadable as in_our_words

__all__ = ["FORMATS", "Raw", "rounds_in", "sniffed"]

FORMATS = ("csv", "jsonl", "json", "toml")
SUFFIXES = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".toml": "toml"}


def rounds_in(path: str, columns: Columns | None = None, form: str = "") -> Iterator[Raw]:
    """The rounds of a file; `-` is standard input. `form` is one of FORMATS, else the name or the beginning tells."""
    source = Source(path)
    try:
        blocks = source.blocks()
        first = next(blocks, "")
        while first.isspace() and (more := next(blocks, "")):
            first += more
        if not first.strip():
            yield Raw(source.name, WHOLE, fault="holds nothing")
            return
        kind = form or SUFFIXES.get(Path(path).suffix.lower(), "") or sniffed(first)
        if columns is not None and kind != "csv":
            fault = f"is {kind}, and --columns is for CSV: leave it out, or say --format csv"
            yield Raw(source.name, WHOLE, source.read, fault=fault)
            return
        tabs = Path(path).suffix.lower() == ".tsv" and columns is None
        mapping = columns or Columns(delimiter="\t" if tabs else ",")
        yield from _READERS[kind](source, _chain(first, blocks), mapping)
    except Faulty as fault:
        yield Raw(source.name, WHOLE, source.read, fault="; ".join(what for _, what in fault.faults))


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


# ---------------------------------------------------------------------------------------------------- lines


def _json_lines(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Raw]:
    del columns
    for number, line in enumerate(lines(blocks), 1):
        place = f"line {number}"
        if line is None:
            yield Raw(source.name, place, source.read, fault="is too long for a round")
        elif fault := unreadable(line):
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
            except RecursionError as fault:
                raise Faulty("", [("file", in_our_words(fault))]) from None
            except ValueError as fault:
                block = next(self._blocks, None) if len(self._text) <= LONGEST else None
                if block is None:
                    raise Faulty("", [("file", in_our_words(fault))]) from None
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
        place = f"record {number}" if listed or number > 1 else WHOLE
        try:
            if wrong := unreadable(ahead) or ("a comma is missing" if listed and number > 1 and ahead != "," else ""):
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
            yield Raw(source.name, WHOLE, source.read, fault="is too long for TOML: write one record a line (.jsonl)")
            return
    if fault := unreadable(text):
        yield Raw(source.name, WHOLE, source.read, fault=fault)
        return
    table = toml_from(text, source.name)
    several = table.get("round")
    if set(table) == {"round"} and isinstance(several, list):
        for number, each in enumerate(several, 1):
            fields = each if isinstance(each, dict) else {}
            yield Raw(source.name, f"round {number}", source.read, table=fields)
    else:
        yield Raw(source.name, WHOLE, source.read, table=table)


_READERS = {"csv": rounds_of_rows, "jsonl": _json_lines, "json": _json, "toml": _toml}
