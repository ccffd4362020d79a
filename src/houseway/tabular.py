"""Results with rows: a line as `repr`, a table when printed, a table and a chart in a notebook, a data frame."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.extras import extras_named

if TYPE_CHECKING:
    import pandas


class Rows(NamedTuple):
    """A title, the names of the columns, and what stands in them, exact: numbers, fractions, texts or nothing."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    notes: tuple[str, ...] = ()


class Tabular:
    """Something that has rows."""

    def tabulated(self) -> Rows:
        """The rows of this result."""
        raise NotImplementedError

    def chart(self) -> Any:
        """A chart of it (Altair), where one would rather look; None where there is none."""
        return None

    def to_frame(self) -> "pandas.DataFrame":
        """The rows as a data frame: fractions as floats, counts as integers."""
        with extras_named():
            import pandas
        table = self.tabulated()
        rows = [[float(each) if isinstance(each, Fraction) else each for each in row] for row in table.rows]
        return pandas.DataFrame(rows, columns=list(table.columns))

    def __str__(self) -> str:
        table = self.tabulated()
        cells = [table.columns, *(_cells(table, row) for row in table.rows)]
        widths = [max(len(row[at]) for row in cells) for at in range(len(table.columns))]
        right = [all(not isinstance(row[at], str) for row in table.rows) for at in range(len(table.columns))]
        lines = [
            "  ".join(
                cell.rjust(width) if after else cell.ljust(width)
                for cell, width, after in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in cells
        ]
        return "\n".join([table.title, *lines, *table.notes])

    def _repr_html_(self) -> str:
        table = self.tabulated()
        head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
        body = "".join(
            "<tr>"
            + "".join(
                f"<td{_aligned(each)}>{escape(text)}</td>" for each, text in zip(row, _cells(table, row), strict=True)
            )
            + "</tr>"
            for row in table.rows
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
        caption = f"<caption>{escape(table.title)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}{self._drawn()}"

    def _drawn(self) -> str:
        """The chart as SVG; nothing where the libraries that draw it are not installed."""
        try:
            import vl_convert

            chart = self.chart()
        except ModuleNotFoundError:
            return ""
        return "" if chart is None else str(vl_convert.vegalite_to_svg(chart.to_dict()))


def _aligned(value: Any) -> str:
    return "" if isinstance(value, str) else ' style="text-align:right"'


SIGNED = ("pays", "return", "worth")
"""Columns that may be won or lost."""


def _cells(table: Rows, row: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(in_words(each, signed=column in SIGNED) for column, each in zip(table.columns, row, strict=True))


def written(number: int, below: int = 10**27) -> str:
    """A count for people: in full below a bound, else rounded, by its power of ten."""
    if number < below:
        return f"{number:,}"
    digits, power = f"{number:.6e}".split("e+")
    return f"{digits} × 10{power.translate(RAISED)}"


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def in_words(value: Any, *, signed: bool = False) -> str:
    """A value for people: counts with separators, fractions to six places, nothing as nothing."""
    if value is None:
        return ""
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    sign = "+" if signed else ""
    return f"{value:{sign},}" if isinstance(value, int) else f"{float(value):{sign}.6f}"
