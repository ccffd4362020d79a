"""Rounds from the rows of a CSV file: those of one round together, each with its lines."""

import csv
from collections.abc import Iterator

from houseway.disputes.columns import Columns, Fitted, Row
from houseway.disputes.source import MARK, Raw, Source, lines, unreadable
from houseway.errors import HousewayError

SEATS = 64
"""No round has more rows."""

REMEMBERED = 100_000
"""So many rounds back it is seen that one comes again; the memory stays bounded."""

Numbered = tuple[int, list[str] | str]
"""A row with its line; a sentence where it cannot be read."""


def rounds_of_rows(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Raw]:
    """The rounds of a file. Spreadsheets begin with a byte-order mark, which is passed over here."""
    rows = _rows(source, blocks, columns)
    number, headings = next(rows, (1, "holds no headings"))
    if isinstance(headings, str):
        yield Raw(source.name, f"line {number}", source.read, fault=headings)
        return
    names = [each.strip() for each in headings]
    try:
        rounds = _Rounds(source, columns.fit(names), names)
    except HousewayError as fault:
        yield Raw(source.name, f"line {number}", source.read, fault=str(fault))
        return
    for row in rows:
        yield from rounds.take(*row)
    yield from rounds.end()


class _Rounds:
    """Gathers the rows of one round while they come; one that cannot be read in their midst spoils the round."""

    def __init__(self, source: Source, fitted: Fitted, headings: list[str]) -> None:
        self._source, self._fitted, self._headings = source, fitted, headings
        self._rows: list[Row] = []
        self._faults: list[Raw] = []
        self._round = ""
        self._begun = self._ended = self._lost = self._spoilt = self._before = 0
        self._seen: dict[int, int] = {}

    def take(self, number: int, cells: list[str] | str) -> Iterator[Raw]:
        """Take a row, and give the round that ends before it."""
        if isinstance(cells, str) or len(cells) != len(self._headings):
            short = f"has {len(cells)} cells, and there are {len(self._headings)} columns"
            wrong = cells if isinstance(cells, str) else short
            self._faults.append(Raw(self._source.name, f"line {number}", self._source.read, fault=wrong))
            self._lost = number
            if not self._rows or len(self._faults) > SEATS:
                yield from self._emptied()
            return
        row = dict(zip(self._headings, cells, strict=True))
        round_ = self._fitted.round_of(row)
        if not self._rows or not round_ or round_ != self._round or len(self._rows) >= SEATS:
            full = len(self._rows) >= SEATS
            yield from self.end()
            self._round, self._begun = round_, number
            self._before = 0 if full or not round_ else self._stood_at(row, number)
        elif self._lost:
            self._spoilt = self._lost
        self._rows.append(row)
        self._ended, self._lost = number, 0

    def _stood_at(self, row: Row, number: int) -> int:
        """The line at which rows of the same round stood before, 0 where none did; of the last so many rounds."""
        key = hash(self._fitted.told_of_round(row))
        before = self._seen.setdefault(key, number)
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return 0 if before == number else before

    def end(self) -> Iterator[Raw]:
        """The round that is gathered, and the lines behind it that cannot be read."""
        if self._rows:
            one = self._begun == self._ended
            place = f"line {self._begun}" if one else f"lines {self._begun} to {self._ended}"
            rows = tuple(self._rows)
            raw = Raw(self._source.name, place, self._source.read, rows=rows, fitted=self._fitted)
            wrong = f"is not ruled upon: line {self._spoilt}, among its rows, cannot be read"
            if self._before and not self._spoilt:
                wrong = (
                    f"round {self._round} stands at line {self._before} already, with other rounds between: "
                    "sort the file so that the rows of one round come together"
                )
            yield raw._replace(rows=(), fault=wrong) if self._spoilt or self._before else raw
        yield from self._emptied()
        self._rows, self._spoilt = [], 0

    def _emptied(self) -> Iterator[Raw]:
        yield from self._faults
        self._faults.clear()


def _rows(source: Source, blocks: Iterator[str], columns: Columns) -> Iterator[Numbered]:
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
            yield reader.line_num, unreadable("".join(cells)) or cells
